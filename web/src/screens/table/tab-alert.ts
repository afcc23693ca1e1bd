/** Alerts for a page in the background: title and icon of its tab, and notifications. */

const ICON = '/icon.svg';
const TURN_ICON = '/icon-turn.svg';

export function setTabAlert(title: string, isYourTurn: boolean): void {
  document.title = title;
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const wanted = isYourTurn ? TURN_ICON : ICON;
  if (link && link.getAttribute('href') !== wanted) link.setAttribute('href', wanted);
}

/** Whether this browser has notifications: only over https or on this machine. */
export const canNotify = () => isSecureContext && 'Notification' in window;
export const mayNotify = () => canNotify() && Notification.permission === 'granted';

/** Browsers allow this only in a click. */
export const askToNotify = async () => (await Notification.requestPermission()) === 'granted';

/** Shows a notification through the service worker, where there is one: some phones refuse it to a page. */
export async function notify(title: string, body: string, table: string): Promise<void> {
  if (!mayNotify() || !document.hidden) return;
  const options = { body, tag: table, icon: TURN_ICON, data: location.href };
  try {
    const worker = await navigator.serviceWorker?.getRegistration();
    if (worker) await worker.showNotification(title, options);
    else focusOnClick(new Notification(title, options));
  } catch {
    // the tab's title and icon still show the turn
  }
}

function focusOnClick(notification: Notification): void {
  notification.onclick = () => {
    window.focus();
    notification.close();
  };
}
