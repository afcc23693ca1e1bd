/** Steps from clicks to a move: a click chooses, or plays a move that the server listed as legal, or asks for the reason against one. */

import type { KindName, Move, SiteName, Table } from './types';

export interface Chosen {
  action: KindName | ''; // chosen before its place
  start: SiteName | ''; // the station that goes elsewhere stands here
  owner: number; // and is this seat's; -1 while that is open
  site: SiteName | ''; // looked at: what can be done here is shown
}

export interface Step {
  chosen: Chosen;
  play?: Partial<Move>;
}

export const NOTHING: Chosen = { action: '', start: '', owner: -1, site: '' };
export const SITES = ['a1', 'b1', 'c1', 'd1', 'a2', 'b2', 'c2', 'd2', 'a3', 'b3', 'c3', 'd3', 'a4', 'b4', 'c4', 'd4'] as const;

const has = (offers: readonly Move[], like: Partial<Move>) => offers.some((move) => fits(move, like));
const fits = (move: Move, like: Partial<Move>) => Object.entries(like).every(([name, value]) => move[name as keyof Move] === value);

/** The chosen action; 'place' as long as a station has to be placed first. */
export const actionOf = (offers: readonly Move[], chosen: Chosen) => (has(offers, { kind: 'place' }) ? 'place' : chosen.action);

/** The move that a click on the site plays at once. */
export function direct(offers: readonly Move[], chosen: Chosen, site: SiteName): Move | undefined {
  return offers.find((move) => move.site === site && isMeant(offers, chosen, move));
}

function isMeant(offers: readonly Move[], chosen: Chosen, move: Move): boolean {
  const action = actionOf(offers, chosen);
  if (!action) return move.kind === 'move' ? move.start === chosen.site : move.site === chosen.site && isMain(move);
  if (move.kind !== action) return false;
  if (action === 'move') return move.start === chosen.start;
  return action !== 'relocate' || (move.start === chosen.start && move.owner === chosen.owner);
}

const isMain = (move: Move) => move.kind === 'dig' || move.kind === 'transport';

/** The sites where a click chooses or plays something. */
export function lit(offers: readonly Move[], chosen: Chosen): Set<SiteName> {
  const action = actionOf(offers, chosen);
  const found = new Set<SiteName>();
  for (const move of offers) {
    if (isMeant(offers, chosen, move)) add(found, move.site);
    else if (!action ? !chosen.site && (isMain(move) || move.kind === 'move') : move.kind === action && !chosen.start) add(found, leading(move));
  }
  return found.size || !chosen.site || action ? found : lit(offers, NOTHING);
}

const leading = (move: Move) => move.start ?? move.site;
const add = (found: Set<SiteName>, site: SiteName | '?' | undefined) => site && site !== '?' && found.add(site);

/** Seats whose stations may leave this site by a bonus. */
export function owners(offers: readonly Move[], site: SiteName): number[] {
  const found = offers.filter((move) => move.kind === 'relocate' && move.start === site).map((move) => Number(move.owner));
  return [...new Set(found)].sort();
}

/** Depths of the tiles of which a soil sample may be taken, the highest first. */
export function depths(offers: readonly Move[], site: SiteName): number[] {
  return offers.filter((move) => move.kind === 'sample' && move.site === site).map((move) => Number(move.depth)).sort((one, other) => other - one);
}

/** Kinds of moves that begin at a site. */
export function begun(offers: readonly Move[], site: SiteName): KindName[] {
  const kinds = offers.filter((move) => leading(move) === site).map((move) => move.kind);
  return [...new Set(kinds)].filter((kind) => kind !== 'place');
}

const USEFUL: readonly KindName[] = ['dig', 'transport', 'upgrade', 'take-point', 'relocate', 'sample', 'announce'];

/** What a player who ends the turn now would leave undone; a station can nearly always move, so moves do not count. */
export const undone = (offers: readonly Move[]) => USEFUL.filter((kind) => has(offers, { kind }));

/** Chooses an action, or drops it; where only one station can move, chooses that too. Where nothing is legal, asks for the reason at that site. */
export function acted(offers: readonly Move[], chosen: Chosen, action: KindName, site?: SiteName): Step {
  if (action === 'end-turn' && chosen.action !== action && undone(offers).length) return { chosen: { ...NOTHING, action } };
  if (action !== 'end-turn' && chosen.action === action) return { chosen: NOTHING };
  if (['announce', 'end-turn', 'take-point'].includes(action)) return { chosen: NOTHING, play: { kind: action } };
  const starts = [...new Set(offers.filter((move) => move.kind === action).map((move) => move.start))];
  const start = action === 'move' && starts.length === 1 && starts[0] !== '?' ? (starts[0] ?? '') : '';
  if (starts.length || action === 'upgrade') return { chosen: { ...NOTHING, action, start } };
  return { chosen: NOTHING, play: { kind: action, ...(site && (action === 'move' ? { start: site } : { site })) } };
}

/** The site of the seat's stations whose reason against an action says most: where only strength is missing, else where a pile stands. */
export function telling(view: Pick<Table, 'pile' | 'player'>, seat: number, action: KindName): SiteName | undefined {
  const own = SITES.filter((_, site) => view.player[seat]?.stations[site]);
  const pile = (name: SiteName) => view.pile[SITES.indexOf(name)]!;
  const isApt = (name: SiteName) => pile(name).height > 0 && !!pile(name).explored === (action === 'transport');
  return own.find(isApt) ?? own.find((name) => pile(name).height > 0) ?? own[0];
}

/** The step after a click on a site. */
export function clicked(offers: readonly Move[], chosen: Chosen, site: SiteName, isShared: boolean): Step {
  const action = actionOf(offers, chosen);
  const move = direct(offers, chosen, site);
  if (move?.kind === 'transport' && isShared && chosen.site !== site) return { chosen: { ...NOTHING, site } };
  if (move?.kind === 'sample' && depths(offers, site).length > 1) return { chosen: { ...NOTHING, action, site } };
  if (move) return { chosen: after(move, site), play: move };
  if (action === 'relocate') return lifted(offers, chosen, site);
  if (action === 'move' && has(offers, { kind: 'move', start: site })) return { chosen: { ...NOTHING, action, start: site } };
  if (action === 'dig' || action === 'transport' || action === 'place' || action === 'sample') return { chosen, play: { kind: action, site } };
  if (action === 'move' && chosen.start && isInLine(chosen.start, site)) return { chosen, play: { kind: action, start: chosen.start, site } };
  return { chosen: chosen.site === site ? NOTHING : { ...NOTHING, site } };
}

/** Chooses the station to relocate; asks for its owner only where several stand. */
function lifted(offers: readonly Move[], chosen: Chosen, site: SiteName): Step {
  const [owner, ...more] = owners(offers, site);
  if (chosen.start && chosen.owner >= 0) return { chosen, play: { kind: 'relocate', start: chosen.start, owner: chosen.owner, site } };
  if (owner === undefined) return { chosen: { ...NOTHING, site } };
  return { chosen: { ...NOTHING, action: 'relocate', start: site, owner: more.length ? -1 : owner, site: more.length ? site : '' } };
}

/** After a move its site stays chosen. */
const after = (move: Move, site: SiteName): Chosen => (move.kind === 'place' || move.kind === 'sample' ? NOTHING : { ...NOTHING, site });

const isInLine = (one: SiteName, other: SiteName) => one !== other && (one[0] === other[0] || one[1] === other[1]);
