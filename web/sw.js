/* Caches the built files, so that the page opens without a network. It never caches answers of the API. */

const FILES = []; // vite.config.ts fills in FILES and VERSION
const CACHE = `filon ${'VERSION'}`;

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)))));
});

self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== location.origin || pathname.startsWith('/api/')) return;
  if (mode === 'navigate') event.respondWith(fetch(event.request).catch(() => caches.match('/')));
  else if (FILES.includes(pathname)) event.respondWith(caches.match(pathname).then((kept) => kept ?? fetch(event.request)));
});

/** A click on a notification focuses the window of its table, or opens one. */
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const address = event.notification.data;
  const found = (windows) => windows.find(({ url }) => url === address);
  event.waitUntil(self.clients.matchAll({ type: 'window' }).then((windows) => found(windows)?.focus() ?? self.clients.openWindow(address)));
});
