/** Options of a table in the chosen language: what is asked, what is chosen, and what the host changed. */

import { hasText, say, sayIn } from '../i18n/i18n.svelte';
import type { ChangedLine, OptionCard } from '../protocol';

const FIRST = 'first'; // the option whose value is a seat, counted from 1

interface Named {
  game: string;
  names: readonly string[];
}

export const optionText = (game: string, option: string) => sayIn(game, `option.${option}`);

/** The game's text for a value; the value itself where there is none, as for numbers. A list has a value for each seat. */
export function valueText(table: Named, option: string, value: unknown): string {
  if (Array.isArray(value)) return value.map((one, seat) => say('new.chair.own', { who: table.names[seat] ?? '', own: valueText(table, option, one) })).join(', ');
  const key = `option.${option}.${String(value).toLowerCase()}`;
  if (hasText(table.game, key)) return sayIn(table.game, key);
  return option === FIRST ? seatText(Number(value), table.names[Number(value) - 1]) : String(value);
}

const seatText = (n: number, who = '') => (who ? say('new.chair.of', { n, who }) : say('new.chair', { n }));

const isDefault = (card: OptionCard, options: Record<string, unknown>) => !(card.name in options) || String(options[card.name]) === String(card.default);

/** Options whose value is not the default, and all others. */
export function splitOptions(cards: readonly OptionCard[], options: Record<string, unknown>): { changed: OptionCard[]; others: OptionCard[] } {
  return { changed: cards.filter((card) => !isDefault(card, options)), others: cards.filter((card) => isDefault(card, options)) };
}

export const paceText = (pace: string) => (pace === 'post' ? say('new.post') : say('new.live'));
export const doorText = (isPublic: boolean) => (isPublic ? say('new.public') : say('new.invited'));
export const hintsText = (hints: boolean) => (hints ? say('room.hints.yes') : say('room.hints.no'));

/** What a line says that the host changed. */
export function changeText(table: Named, { seats, pace, is_public, hints, options = {} }: ChangedLine): string {
  const parts = [
    typeof seats === 'number' && say('new.seats.of', { n: seats }),
    pace && paceText(pace),
    typeof is_public === 'boolean' && doorText(is_public),
    typeof hints === 'boolean' && hintsText(hints),
    ...Object.entries(options).map(([name, value]) => `${optionText(table.game, name)} ${valueText(table, name, value)}`),
  ];
  return parts.filter(Boolean).join(' · ');
}
