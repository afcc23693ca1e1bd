/** Geometry of the tray on the screen: diamonds, sides and players, seen from one side. */

import { UNKNOWN, type Table, type Tray } from '../types';

export const EIGHTHS = 8;
export const HALF = 1000; // half the velvet's width, as in parts.py
export const RIM = 95; // how wide the wood around it is
export const BOX = HALF + RIM; // half the box that tray and rim are drawn in
export const GEM = 75; // a diamond's radius; no two stand nearer than 160 (content.toml)

export interface Point {
  x: number;
  y: number;
}

/** The side of the octagon at which a seat sits, counted clockwise from seat 0's (DI-A11): as evenly as eight sides allow. */
export const sideOf = (seat: number, seats: number) => Math.round((seat * EIGHTHS) / seats) % EIGHTHS;

/** The same, counted from the side of the viewpoint; spectators look from seat 0. */
export function sideSeen(seat: number, seats: number, eyes: number): number {
  return (sideOf(seat, seats) - sideOf(Math.max(eyes, 0), seats) + EIGHTHS) % EIGHTHS;
}

/** Turns the tray's coordinates (x to the right, y away from seat 0) into those of the screen: the viewpoint's side at the bottom, y downwards. */
export function seen({ x, y }: Point, seats: number, eyes: number): Point {
  const angle = (sideOf(Math.max(eyes, 0), seats) * Math.PI) / 4;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return { x: x * cos - y * sin, y: -(x * sin + y * cos) };
}

/** The middle of a side on the screen, at this distance from the tray's middle. */
export function sidePoint(side: number, far: number): Point {
  const angle = Math.PI / 2 + (side * Math.PI) / 4;
  return { x: Math.cos(angle) * far, y: Math.sin(angle) * far };
}

/** An octagon with a flat side below, as an SVG path; half its width is given. */
export function octagon(half: number): string {
  const corner = half * (Math.SQRT2 - 1);
  const around = [[corner, half], [-corner, half], [-half, corner], [-half, -corner], [-corner, -half], [corner, -half], [half, -corner], [half, corner]];
  return `M${around.map(([x, y]) => `${x!.toFixed(1)} ${y!.toFixed(1)}`).join('L')}Z`;
}

/** Where a point is in the tray's box, in per cent along one axis. */
export const spot = (length: number) => ((length + BOX) / (2 * BOX)) * 100;

export type State = 'there' | 'gap' | 'stays';

/** What everybody knows of a place: a gap, a diamond known to stay (noted, or revealed at the end), or just a diamond. */
export function stateOf(tray: Tray, index: number): State {
  if (tray.gap[index] === 1) return 'gap';
  return tray.noted[index] === 1 || tray.fixed[index] === 1 ? 'stays' : 'there';
}

export interface Spot extends Point {
  place: number; // from 1
  state: State;
  turn: number; // degrees by which its facets are turned: from its number alone
}

export function spots(view: Table, eyes: number): Spot[] {
  const tray = view.tray[view.game]!;
  return tray.x.map((x, i) => ({ ...seen({ x, y: tray.y[i]! }, view.seats, eyes), place: i + 1, state: stateOf(tray, i), turn: (((i + 1) * 137) % 45) - 22 }));
}

/** The place nearest to a point, if it is within reach: on a small screen fingers are wider than diamonds. */
export function nearest(all: readonly Spot[], point: Point, reach: number): number | undefined {
  const far = (one: Spot) => Math.hypot(one.x - point.x, one.y - point.y);
  const near = all.filter((one) => far(one) <= reach);
  return near.toSorted((one, other) => far(one) - far(other))[0]?.place;
}

/** How many diamonds are on the tray. */
export const standing = (view: Table) => view.tray[view.game]!.gap.filter((gap) => gap !== 1 && gap !== UNKNOWN).length;
