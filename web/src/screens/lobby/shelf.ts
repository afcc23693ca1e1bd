/** What the lobby shows of games and tables, worked out. */

import type { Language } from '../../format';
import { NOBODY, type GameCard, type Listed, type Tables } from '../../wire';

const LIVELY = 3; // as many as a first game should have, where the box promises it
const SECOND = 1; // the level for those who have never played: it makes mistakes, but not all of them

/** The table of a first click: a lively number of seats, all but one for robots that leave one a chance. */
export function usual(card: GameCard): { seats: number; robots: string[] } {
  const seats = card.official.includes(LIVELY) ? LIVELY : card.official[0]!;
  const level = card.robots[SECOND] ?? card.robots[0]!;
  return { seats, robots: Array.from({ length: seats - 1 }, () => level) };
}

export interface Shelf {
  mine: Listed[]; // going on, or waiting for somebody; those that wait for oneself first
  open: Listed[]; // other people's
  done: Listed[]; // over or closed, and mine
}

export function sorted({ own, public: open }: Tables): Shelf {
  const known = new Set(own.map(({ table }) => table));
  const mine = own.filter(isGoing);
  const first = [...mine.filter(isAsked), ...mine.filter((one) => !isAsked(one))];
  return { mine: first, open: open.filter(({ table }) => !known.has(table)), done: own.filter((one) => !isGoing(one)) };
}

const isGoing = ({ status }: Listed) => status === 'waiting' || status === 'playing';

/** Whether it is one's own turn there; only tables by post say so. */
export const isAsked = ({ actor = NOBODY, yours, robots }: Listed) => !!yours?.includes(actor) && !robots[actor];

export const freeChairs = ({ names, robots }: Listed) => names.filter((name, seat) => !name && !robots[seat]).length;

/** Where a table is opened: from one's own seat, if one has just one. A device that several share finds there who is asked, behind a curtain. */
export const linkTo = ({ table, yours }: Listed) => `/t/${table}${yours?.length === 1 ? `?seat=${yours[0]}` : ''}`;

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** "5 minutes ago", "yesterday"; a moment is "now". */
export function ago(since: number, now: number, language: Language): string {
  const said = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const past = Math.max(0, now - since);
  const [unit, size] = UNITS.find(([, size]) => past >= size) ?? ['second', Infinity];
  return said.format(-Math.floor(past / size), unit);
}

/** "3–5", or a lone number; what is not in a row is told one by one. */
export function range(numbers: readonly number[]): string {
  const [first, last] = [numbers[0]!, numbers.at(-1)!];
  if (first === last) return String(first);
  return last - first === numbers.length - 1 ? `${first}–${last}` : numbers.join(', ');
}
