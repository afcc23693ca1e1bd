/** A page that speaks another protocol than the server reloads itself, once in a tab for each protocol of a server. */

const STORAGE_KEY = 'filon.reloaded-for'; // in sessionStorage: the protocol for which this tab was reloaded

/** Reloads the page, unless that was tried before or the browser cannot remember it. True if the page reloads. */
export function reloadOnce(protocol: number): boolean {
  try {
    if (sessionStorage.getItem(STORAGE_KEY) === String(protocol)) return false;
    sessionStorage.setItem(STORAGE_KEY, String(protocol));
  } catch {
    return false; // without a memory it would reload for ever
  }
  location.reload();
  return true;
}
