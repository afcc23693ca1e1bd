/** Highlights places of the board that a log entry or a hint is about. */

import { motionDuration } from '../settings.svelte';

const FLASH = 2_600; // milliseconds

let highlighted: Element[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** Highlights these places and no others. */
export function highlight(places: readonly string[]): void {
  clearTimeout(timer);
  for (const place of highlighted) place.classList.remove('highlighted');
  highlighted = places.flatMap((name) => [...document.querySelectorAll(`[data-anchor="${CSS.escape(name)}"]`)]);
  for (const place of highlighted) place.classList.add('highlighted');
}

/** Scrolls to the places and highlights them for a moment: a finger does not hover. */
export function flashHighlight(places: readonly string[]): void {
  highlight(places);
  highlighted[0]?.scrollIntoView({ block: 'center', behavior: motionDuration(1) ? 'smooth' : 'auto' });
  timer = setTimeout(() => highlight([]), FLASH);
}
