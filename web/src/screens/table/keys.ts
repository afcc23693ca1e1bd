/** Quick keys: one letter each, never while somebody types or a window is open, never in place of the browser's own, and not where letters are turned off. */

import { isTop } from '../../kit/over.svelte';
import { settings } from '../../settings.svelte';

export type Quick = Record<string, () => void>;

export function quick(keys: Quick, event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !isTop() || isTyping(event.target)) return;
  const isLetter = event.key.length === 1;
  const act = keys[isLetter ? event.key.toLowerCase() : event.key];
  if (!act || (isLetter && !settings.letters)) return;
  event.preventDefault();
  act();
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && Boolean(target.closest('input:not([type="radio"], [type="checkbox"], [type="range"]), textarea, select, [contenteditable]'));
}
