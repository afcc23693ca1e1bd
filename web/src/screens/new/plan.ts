/** A table being set up: who will sit where, and what that means for the server. */

import { entropy } from '../../api';
import type { Ask } from '../../connection';
import type { GameCard, NewTable, OptionCard } from '../../wire';

export type Kind = 'you' | 'here' | 'guest' | 'robot';

export interface Chair {
  kind: Kind;
  name: string; // of somebody at this device
  level: string; // of a robot
  own: Record<string, unknown>; // what this seat chooses for itself
}

export interface Plan {
  chairs: Chair[];
  options: Record<string, unknown>; // only what differs from the rulebook
  isPublic: boolean;
  pace: 'live' | 'post';
  hints: 'usual' | 'yes' | 'no'; // usually where all others are robots
}

export const FIRST = 'first'; // the option whose value is a chair, counted from 1

const empty = (card: GameCard): Chair => ({ kind: 'guest', name: '', level: card.robots[1] ?? card.robots[0]!, own: {} });

/** You on the first chair, the others for whoever gets the invitation. */
export function firstPlan(card: GameCard, name: string): Plan {
  const chairs = Array.from({ length: card.official[0]! }, () => empty(card));
  chairs[0] = { ...chairs[0]!, kind: 'you', name };
  return { chairs, options: {}, isPublic: false, pace: 'live', hints: 'usual' };
}

/** More chairs or fewer; whoever sat on those that stay, stays. */
export function resize(plan: Plan, card: GameCard, seats: number): void {
  plan.chairs = Array.from({ length: seats }, (_, seat) => plan.chairs[seat] ?? empty(card));
  if (Number(plan.options[FIRST]) > seats) delete plan.options[FIRST];
}

export function choose(plan: Plan, option: OptionCard, value: unknown): void {
  if (value === option.default) delete plan.options[option.name];
  else plan.options[option.name] = value;
}

export const valuesOf = (option: OptionCard, seats: number) => (option.name === FIRST ? option.values.filter((value) => typeof value !== 'number' || value <= seats) : option.values);

/** Why it cannot be opened so, as a reason that has words; nothing if it can. */
export function wrong({ chairs }: Plan): string {
  const names = chairs.filter(isPerson).map(({ name }) => name.trim().toLowerCase());
  if (names.some((name, i) => !name && chairs.filter(isPerson)[i]!.kind === 'here')) return 'nameless';
  return new Set(names).size < names.length ? 'name-taken' : '';
}

const isPerson = ({ kind }: Chair) => kind === 'you' || kind === 'here';

export const hasGuests = ({ chairs }: Plan) => chairs.some(({ kind }) => kind === 'guest');

/** Robots on the last chairs come with the table; everybody else is seated afterwards. */
const lastRobots = ({ chairs }: Plan) => chairs.length - 1 - chairs.findLastIndex(({ kind }) => kind !== 'robot');

export function asked(plan: Plan, game: string, usualName: string): NewTable {
  const { chairs, options, isPublic, pace } = plan;
  const hints = plan.hints === 'usual' ? null : plan.hints === 'yes';
  const robots = chairs.slice(chairs.length - lastRobots(plan)).map(({ level }) => level);
  const name = chairs[0]!.kind === 'you' ? chairs[0]!.name.trim() || usualName : undefined;
  const begin = !hasGuests(plan) && robots.length + (name ? 1 : 0) === chairs.length;
  return { game, seats: chairs.length, options, robots, is_public: isPublic, pace, begin, hints, ...(name ? { name, entropy: entropy() } : {}) };
}

/** What is asked at the table once it is open. */
export function askedThere(plan: Plan): Ask[] {
  const last = plan.chairs.length - lastRobots(plan);
  const asks = plan.chairs.slice(0, last).flatMap((chair, seat): Ask[] => {
    if (chair.kind === 'here') return [{ ask: 'sit', seat, name: chair.name.trim(), entropy: entropy(), own: chair.own }];
    return chair.kind === 'robot' ? [{ ask: 'robot', seat, level: chair.level }] : [];
  });
  return asks.length && !hasGuests(plan) ? [...asks, { ask: 'begin' }] : asks;
}
