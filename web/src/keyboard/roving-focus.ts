/** Roving focus: one tab stop for a whole board. Arrows go to the nearest place in their direction, Home and End to the first and last. */

import type { Attachment } from 'svelte/attachments';

const DIRECTIONS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const placesOf = (board: Element) =>
  [...board.querySelectorAll<HTMLElement>('[data-place]')].filter((place) => place.getClientRects().length > 0 && !place.closest('[inert]'));

/** Moves the focus to the board's tab stop. */
export const focusTabStop = (board: Element | null) => board && placesOf(board).find((place) => place.tabIndex === 0)?.focus({ preventScroll: true });

/** Places are the elements with data-place; their order in the document counts only for Home and End. */
export const rovingFocus: Attachment = (board) => {
  const places = () => placesOf(board);

  const setTabStop = (focused?: HTMLElement) => {
    const all = places();
    const stop = focused ?? all.find((place) => place.tabIndex === 0) ?? all[0];
    for (const place of all) {
      const index = place === stop ? 0 : -1;
      if (place.tabIndex !== index) place.tabIndex = index;
    }
  };
  const focusin = (event: Event) => {
    const place = (event.target as Element).closest<HTMLElement>('[data-place]');
    if (place) setTabStop(place);
  };
  const keydown = (event: Event) => {
    const { key } = event as KeyboardEvent;
    const from = (event.target as Element).closest<HTMLElement>('[data-place]');
    if (!from) return;
    const all = places();
    const to = key === 'Home' ? all[0] : key === 'End' ? all.at(-1) : DIRECTIONS[key] && nearest(from, all, DIRECTIONS[key]);
    if (!to) return;
    event.preventDefault();
    to.focus();
  };

  const observer = new MutationObserver(() => setTabStop());
  observer.observe(board, { childList: true, subtree: true });
  board.addEventListener('focusin', focusin);
  board.addEventListener('keydown', keydown);
  setTabStop();
  return () => {
    observer.disconnect();
    board.removeEventListener('focusin', focusin);
    board.removeEventListener('keydown', keydown);
  };
};

function nearest(from: Element, all: HTMLElement[], [dx, dy]: [number, number]): HTMLElement | undefined {
  const here = centre(from);
  const cost = (place: Element) => {
    const there = centre(place);
    const along = (there.x - here.x) * dx + (there.y - here.y) * dy;
    const aside = Math.abs((there.x - here.x) * dy) + Math.abs((there.y - here.y) * dx);
    return along > 1 ? along + 2 * aside : Infinity;
  };
  const ahead = all.filter((place) => place !== from && cost(place) < Infinity);
  return ahead.toSorted((one, other) => cost(one) - cost(other))[0];
}

function centre(place: Element): { x: number; y: number } {
  const box = place.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}
