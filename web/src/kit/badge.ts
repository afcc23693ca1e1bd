/** What one sees of this page behind other windows: its title and its icon. */

const PLAIN = '/icon.svg';
const CALLING = '/icon-turn.svg';

export function badge(title: string, isCalled: boolean): void {
  document.title = title;
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const wanted = isCalled ? CALLING : PLAIN;
  if (link && link.getAttribute('href') !== wanted) link.setAttribute('href', wanted);
}

/** Whether this browser could tell people of their turn; only over https or on this machine. */
export const canNotify = () => isSecureContext && 'Notification' in window;
export const mayNotify = () => canNotify() && Notification.permission === 'granted';

/** Asked for by a click, never before. */
export const askToNotify = async () => (await Notification.requestPermission()) === 'granted';

/** By the page's worker where it has one: some telephones refuse a page's own. */
export async function notify(title: string, body: string, table: string): Promise<void> {
  if (!mayNotify() || !document.hidden) return;
  const how = { body, tag: table, icon: CALLING, data: location.href };
  try {
    const worker = await navigator.serviceWorker?.getRegistration();
    if (worker) await worker.showNotification(title, how);
    else shown(new Notification(title, how));
  } catch {
    // the title and the icon still call
  }
}

function shown(told: Notification): void {
  told.onclick = () => {
    window.focus();
    told.close();
  };
}
