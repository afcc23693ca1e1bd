/** The way back from a lesson to the invitation that led to it. */

const SCREENS = ['', 't', 'new', 'rules', 'replay'];

/** Where ?from= of a lesson's address leads back to: a screen of this site, or nowhere. */
export function wayBack(search: string, origin: string): string {
  const from = new URLSearchParams(search).get('from') ?? '';
  const isPath = /^\/(?![/\\])/.test(from) && URL.canParse(from, origin);
  const url = isPath ? new URL(from, origin) : undefined;
  if (url?.origin !== origin || !SCREENS.includes(url.pathname.split('/')[1]!)) return '';
  return url.pathname + url.search + url.hash;
}
