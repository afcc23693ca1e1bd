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

/** "1:20", "1:02:05": hours, minutes and seconds of so many milliseconds. */
export function duration(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const padded = (value: number) => String(value).padStart(2, '0');
  return [...(hours ? [hours, padded(minutes)] : [minutes]), padded(seconds % 60)].join(':');
}

/** "Friday 14:30", in the reader's time zone. */
export const dayAndTime = (when: number, language: Language) => new Intl.DateTimeFormat(language, { weekday: 'long', hour: 'numeric', minute: '2-digit' }).format(when);
