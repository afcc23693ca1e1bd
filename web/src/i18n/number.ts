/** Numbers, ranges and times in the chosen language. Texts say what they count. */

import { settings } from '../settings.svelte';
import type { Language } from './format';

export const MINUS = '−'; // Intl writes a hyphen in some languages, which is too short to see
const formats = new Map<string, Intl.NumberFormat>();

export function number(value: number): string {
  return numberFormat(settings.language).format(value).replace('-', MINUS);
}

function numberFormat(language: string): Intl.NumberFormat {
  const format = formats.get(language) ?? new Intl.NumberFormat(language);
  formats.set(language, format);
  return format;
}

/** "3–5" for consecutive numbers, else each of them: "2", "2, 4". */
export function range(numbers: readonly number[]): string {
  const [first, last] = [numbers[0]!, numbers.at(-1)!];
  if (first === last) return String(first);
  return last - first === numbers.length - 1 ? `${first}–${last}` : numbers.join(', ');
}

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** "5 minutes ago", "yesterday"; less than a minute is "now". Times are milliseconds since 1970. */
export function timeAgo(since: number, now: number, language: Language): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const past = Math.max(0, now - since);
  const [unit, size] = UNITS.find(([, size]) => past >= size) ?? ['second', Infinity];
  return format.format(-Math.floor(past / size), unit);
}
