/** Plan of a new table: who sits where, and the requests that make it. */

import { entropy } from '../../client/api';
import type { Command } from '../../client/connection';
import type { GameCard, NewTable, OptionCard } from '../../protocol';

/** Player of a seat: you, another person at this device, a person with the invitation, or a robot. */
export type SeatKind = 'you' | 'here' | 'guest' | 'robot';

export interface SeatPlan {
  kind: SeatKind;
  name: string; // of somebody at this device
  level: string; // of a robot
  own: Record<string, unknown>; // options that this seat chooses for itself
}

export interface Plan {
  seats: SeatPlan[];
  options: Record<string, unknown>; // only those that differ from the rulebook
  isPublic: boolean;
  pace: 'live' | 'post';
  hints: 'usual' | 'yes' | 'no'; // usual: yes where all others are robots
}

export const FIRST = 'first'; // the option whose value is a seat, counted from 1

const guest = (card: GameCard): SeatPlan => ({ kind: 'guest', name: '', level: card.robots[1] ?? card.robots[0]!, own: {} });

/** You on the first seat, guests on the others. */
export function defaultPlan(card: GameCard, name: string): Plan {
  const seats = Array.from({ length: card.official[0]! }, () => guest(card));
  seats[0] = { ...seats[0]!, kind: 'you', name };
  return { seats, options: {}, isPublic: false, pace: 'live', hints: 'usual' };
}

/** Changes the number of seats; the seats that stay keep their plans. */
export function resize(plan: Plan, card: GameCard, count: number): void {
  plan.seats = Array.from({ length: count }, (_, seat) => plan.seats[seat] ?? guest(card));
  if (Number(plan.options[FIRST]) > count) delete plan.options[FIRST];
}

export function choose(plan: Plan, option: OptionCard, value: unknown): void {
  if (value === option.default) delete plan.options[option.name];
  else plan.options[option.name] = value;
}

export const optionValues = (option: OptionCard, seats: number) => (option.name === FIRST ? option.values.filter((value) => typeof value !== 'number' || value <= seats) : option.values);

/** Reason why the plan is refused; empty if it is fine. */
export function planError({ seats }: Plan): string {
  const people = seats.filter(isPerson);
  const names = people.map(({ name }) => name.trim().toLowerCase());
  if (names.some((name, i) => !name && people[i]!.kind === 'here')) return 'nameless';
  return new Set(names).size < names.length ? 'name-taken' : '';
}

const isPerson = ({ kind }: SeatPlan) => kind === 'you' || kind === 'here';

export const hasGuests = ({ seats }: Plan) => seats.some(({ kind }) => kind === 'guest');

/** Number of robots on the last seats: they come with the table. Everybody else is seated afterwards. */
const lastRobots = ({ seats }: Plan) => seats.length - 1 - seats.findLastIndex(({ kind }) => kind !== 'robot');

export function newTable(plan: Plan, game: string, defaultName: string): NewTable {
  const { seats, options, isPublic, pace } = plan;
  const hints = plan.hints === 'usual' ? null : plan.hints === 'yes';
  const robots = seats.slice(seats.length - lastRobots(plan)).map(({ level }) => level);
  const name = seats[0]!.kind === 'you' ? seats[0]!.name.trim() || defaultName : undefined;
  const begin = !hasGuests(plan) && robots.length + (name ? 1 : 0) === seats.length;
  return { game, seats: seats.length, options, robots, is_public: isPublic, pace, begin, hints, ...(name ? { name, entropy: entropy() } : {}) };
}

/** Commands to send once the table is created. */
export function seatingCommands(plan: Plan): Command[] {
  const last = plan.seats.length - lastRobots(plan);
  const commands = plan.seats.slice(0, last).flatMap(({ kind, name, level, own }, seat): Command[] => {
    if (kind === 'here') return [{ command: 'sit', seat, name: name.trim(), entropy: entropy(), own }];
    return kind === 'robot' ? [{ command: 'robot', seat, level }] : [];
  });
  return commands.length && !hasGuests(plan) ? [...commands, { command: 'begin' }] : commands;
}
