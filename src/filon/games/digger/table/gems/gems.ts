/** Gems and geometry: heaps, stacks, the sand. */

import { Colour, NoWater, PATIENT_ROUNDS, QUIET_ROUNDS, type ColourName, type Player, type Table } from '../types';

export const NAMES = ['water', 'gold', 'ruby', 'emerald', 'diamond', 'black'] as const satisfies readonly ColourName[];
export const TOKENS = NAMES.slice(0, 5) as readonly Token[];
export const GEMS = NAMES.slice(1, 5) as readonly Token[];
export type Token = Exclude<ColourName, 'black'>;

export const numberOf = (colour: ColourName): Colour => NAMES.indexOf(colour) as Colour;

/** DG-A20: the gems by their spots around a crate. */
export const around = (view: Table) => GEMS.toSorted((a, b) => spotOf(view, a) - spotOf(view, b));

const spotOf = (view: Table, gem: Token) => (numberOf(gem) - 1 + view.shift[numberOf(gem)]!) % GEMS.length;

export const tokenOf = (colour: number) => NAMES[colour as Colour] as Token;

export function points(player: Player): number {
  return player.crate.reduce((sum, count, colour) => sum + count * player.value[colour]!, 0);
}

export const timeMaster = (view: Table) => (view.digger + view.seats - 1) % view.seats;

/** DG-A26: full rounds without water for the box that end the game. */
export const patience = (view: Table) => (view.no_water === NoWater.ENDS ? QUIET_ROUNDS : PATIENT_ROUNDS);

/** Opponents in the order of their seats, beginning on the viewpoint's left. */
export function opponents(near: number, seats: number): number[] {
  return Array.from({ length: seats - 1 }, (_, i) => (near + 1 + i) % seats);
}

// A heap in the river: a loose spiral that looks the same to everybody, drawn from the back to the front

const GOLDEN = 2.399963;
export const HEAP = { width: 150, height: 104, token: 46 };

export function heap(count: number, colour: number): [number, number][] {
  const middle = [HEAP.width / 2 - HEAP.token / 2, HEAP.height / 2 - HEAP.token / 2 - 1] as const;
  return Array.from({ length: count }, (_, k): [number, number] => {
    const angle = k * GOLDEN + colour;
    const far = 15.5 * Math.sqrt(k + (count > 1 ? 0.4 : 0));
    return [middle[0] + far * 1.12 * Math.cos(angle), middle[1] + far * 0.55 * Math.sin(angle)];
  }).toSorted((one, other) => one[1] - other[1]);
}

// A stack in a crate: tokens of 9 units, thinner where more would stick out of the picture

export const FLOOR = 118;
const THICK = 9;
const ROOM = 52; // up to the crate's wall: the owner's name stands above it

export const thickness = (count: number) => Math.min(THICK, ROOM / Math.max(1, count));

/** The upper rims of a stack's tokens, from the lowest on. */
export function stack(count: number): number[] {
  return Array.from({ length: count }, (_, k) => FLOOR - (k + 1) * thickness(count));
}

/** A stack is never quite straight: how far each token is off. */
export const askew = (k: number, colour: number) => [0, 1.1, -0.8, 0.5, -1.2, 0.9, -0.4, 1.3, -1, 0.3][(k + colour * 3) % 10]!;

// The hourglass

/** Which part of it has run through, from 0 to 1. */
export function runThrough(view: Pick<Table, 'turned' | 'sand' | 'pace'>, clock: number): number {
  const whole = view.sand * view.pace;
  return whole > 0 ? Math.min(1, Math.max(0, (clock - view.turned) / whole)) : 0;
}

/** Height of the sand in a bulb that narrows: the square root of the share that is left. */
export const surface = (part: number) => Math.sqrt(Math.min(1, Math.max(0, part)));

/** Seconds that are left, rounded up. */
export function secondsLeft(view: Pick<Table, 'turned' | 'sand' | 'pace'>, clock: number): number {
  return Math.max(0, Math.ceil((view.turned + view.sand * view.pace - clock) / 100));
}
