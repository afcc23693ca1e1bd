/** A game's options in words. */

import { hasWords, sayIn } from '../../say.svelte';
import type { OptionCard } from '../../wire';

/** The value's own words; numbers speak for themselves. */
export function valueSaid(game: string, option: string, value: unknown): string {
  const key = `option.${option}.${String(value).toLowerCase()}`;
  return hasWords(game, key) ? sayIn(game, key) : String(value);
}

export const optionSaid = (game: string, option: string) => sayIn(game, `option.${option}`);

/** What is played otherwise than the box proposes. */
export function unusual(cards: readonly OptionCard[], options: Record<string, unknown>): OptionCard[] {
  return cards.filter((card) => card.name in options && String(options[card.name]) !== String(card.default));
}
