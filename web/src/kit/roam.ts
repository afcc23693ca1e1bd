/** One tab stop for a whole board: arrows go to the nearest place in their direction, Home and End to the first and last. */

import type { Attachment } from 'svelte/attachments';

const WAYS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const placesOf = (board: Element) =>
  [...board.querySelectorAll<HTMLElement>('[data-place]')].filter((place) => place.getClientRects().length > 0 && !place.closest('[inert]'));

/** The focus goes to the board's tab stop. */
export const focusStop = (board: Element | null) => board && placesOf(board).find((place) => place.tabIndex === 0)?.focus({ preventScroll: true });

/** Places are the elements with data-place; their order on the page counts only for Home and End. */
export const roam: Attachment = (board) => {
  const places = () => placesOf(board);

  const settle = (focused?: HTMLElement) => {
    const all = places();
    const stop = focused ?? all.find((place) => place.tabIndex === 0) ?? all[0];
    for (const place of all) {
      const index = place === stop ? 0 : -1;
      if (place.tabIndex !== index) place.tabIndex = index;
    }
  };
  const focusin = (event: Event) => {
    const place = (event.target as Element).closest<HTMLElement>('[data-place]');
    if (place) settle(place);
  };
  const keydown = (event: Event) => {
    const { key } = event as KeyboardEvent;
    const from = (event.target as Element).closest<HTMLElement>('[data-place]');
    if (!from) return;
    const all = places();
    const to = key === 'Home' ? all[0] : key === 'End' ? all.at(-1) : WAYS[key] && nearest(from, all, WAYS[key]);
    if (!to) return;
    event.preventDefault();
    to.focus();
  };

  const watching = new MutationObserver(() => settle());
  watching.observe(board, { childList: true, subtree: true });
  board.addEventListener('focusin', focusin);
  board.addEventListener('keydown', keydown);
  settle();
  return () => {
    watching.disconnect();
    board.removeEventListener('focusin', focusin);
    board.removeEventListener('keydown', keydown);
  };
};

function nearest(from: Element, all: HTMLElement[], [dx, dy]: [number, number]): HTMLElement | undefined {
  const here = middle(from);
  const cost = (place: Element) => {
    const there = middle(place);
    const along = (there.x - here.x) * dx + (there.y - here.y) * dy;
    const aside = Math.abs((there.x - here.x) * dy) + Math.abs((there.y - here.y) * dx);
    return along > 1 ? along + 2 * aside : Infinity;
  };
  const ahead = all.filter((place) => place !== from && cost(place) < Infinity);
  return ahead.toSorted((one, other) => cost(one) - cost(other))[0];
}

function middle(place: Element): { x: number; y: number } {
  const box = place.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}
