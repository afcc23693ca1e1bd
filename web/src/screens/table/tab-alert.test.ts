import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { notify } from './tab-alert';

const made = vi.fn();
class Refusing {
  static permission = 'granted';
  constructor(title: string) {
    made(title);
    throw new TypeError('Illegal constructor. Use ServiceWorkerRegistration.showNotification() instead.'); // as on a phone
  }
}

beforeEach(() => {
  made.mockClear();
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('document', { hidden: true });
  vi.stubGlobal('location', { href: 'http://filon/t/table' });
  vi.stubGlobal('window', { Notification: Refusing });
  vi.stubGlobal('Notification', Refusing);
});
afterEach(() => vi.unstubAllGlobals());

test('the service worker shows the notification', async () => {
  const showNotification = vi.fn(() => Promise.resolve());
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: () => Promise.resolve({ showNotification }) } });
  await notify('Game', 'Your turn', 'table');
  expect(showNotification).toHaveBeenCalledWith('Game', expect.objectContaining({ body: 'Your turn', tag: 'table' }));
  expect(made).not.toHaveBeenCalled();
});

test.each([[{}], [{ serviceWorker: { getRegistration: () => Promise.resolve(undefined) } }], [{ serviceWorker: { getRegistration: () => Promise.reject(new Error('no')) } }]])('a refused notification is no error', async (navigator) => {
  vi.stubGlobal('navigator', navigator);
  await expect(notify('Game', 'Your turn', 'table')).resolves.toBeUndefined();
});
