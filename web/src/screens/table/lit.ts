/** Shows where on the board something happened. */

import { lasting } from '../../settings.svelte';

const STAYS = 2_600; // milliseconds that a place is shown after a tap

let shown: Element[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

export function lit(places: readonly string[]): void {
  clearTimeout(timer);
  for (const place of shown) place.classList.remove('told');
  shown = places.flatMap((name) => [...document.querySelectorAll(`[data-anchor="${CSS.escape(name)}"]`)]);
  for (const place of shown) place.classList.add('told');
}

/** For a moment, and where it can be seen: a finger does not hover. */
export function glimpse(places: readonly string[]): void {
  lit(places);
  shown[0]?.scrollIntoView({ block: 'center', behavior: lasting(1) ? 'smooth' : 'auto' });
  timer = setTimeout(() => lit([]), STAYS);
}
