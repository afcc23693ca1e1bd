/* Keeps the built page, so that it opens without a network and can say so. What the server answers is never kept. */

const FILES = []; // filled in by the build, as is VERSION
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

/** A click on "your turn" leads to the table: the window that shows it, or a new one. */
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const address = event.notification.data;
  const found = (windows) => windows.find(({ url }) => url === address);
  event.waitUntil(self.clients.matchAll({ type: 'window' }).then((windows) => found(windows)?.focus() ?? self.clients.openWindow(address)));
});
