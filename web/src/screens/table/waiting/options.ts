/** Options of a game in the chosen language. */

import { hasText, sayIn } from '../../../i18n/i18n.svelte';
import type { OptionCard } from '../../../wire';

export const optionText = (game: string, option: string) => sayIn(game, `option.${option}`);

/** The game's text for a value; the value itself where there is none, as for numbers. */
export function valueText(game: string, option: string, value: unknown): string {
  const key = `option.${option}.${String(value).toLowerCase()}`;
  return hasText(game, key) ? sayIn(game, key) : String(value);
}

/** Options whose value is not the default. */
export function changedOptions(cards: readonly OptionCard[], options: Record<string, unknown>): OptionCard[] {
  return cards.filter((card) => card.name in options && String(options[card.name]) !== String(card.default));
}
