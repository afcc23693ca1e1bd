/** Router: the address, and links between screens that change it without loading the page again. */

let path = $state(location.pathname);

addEventListener('popstate', () => (path = location.pathname));

export const route = {
  /** Parts of the path: ['t', 'TABLE']. */
  get parts(): string[] {
    return path.split('/').filter(Boolean);
  },
};

export function go(to: string, isReplaced = false): void {
  history[isReplaced ? 'replaceState' : 'pushState']({}, '', to);
  path = location.pathname;
  if (!location.hash) scrollTo(0, 0);
}

/** Handles plain clicks on links to these screens. */
export function interceptLinks(screens: readonly string[]): void {
  addEventListener('click', (event) => {
    const link = (event.target as Element | null)?.closest?.('a');
    if (!link || !isPlain(event, link) || link.pathname === location.pathname) return;
    if (!screens.includes(link.pathname.split('/')[1] ?? '')) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
}

function isPlain(event: MouseEvent, link: HTMLAnchorElement): boolean {
  const isOurs = link.origin === location.origin && !link.target && !link.hasAttribute('download');
  return isOurs && !event.defaultPrevented && !event.button && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}
