import { describe, expect, it } from 'vitest';
import { acted, begun, clicked, depths, direct, lit, NOTHING, owners, SITES, telling, undone, type Chosen } from './choices';
import type { Move, Pile, Player } from './types';

const dig: Move = { kind: 'dig', site: 'a1' };
const carry: Move = { kind: 'transport', site: 'b2' };
const step: Move = { kind: 'move', start: 'a1', site: 'a2' };
const other: Move = { kind: 'move', start: 'b2', site: 'b3' };
const end: Move = { kind: 'end-turn' };
const mine: Move = { kind: 'relocate', start: 'a1', owner: 0, site: 'd4' };
const theirs: Move = { kind: 'relocate', start: 'a1', owner: 2, site: 'd4' };
const chosen = (more: Partial<Chosen>): Chosen => ({ ...NOTHING, ...more });

describe('what lights up', () => {
  it('is everything that can begin somewhere, as long as nothing is chosen', () => {
    expect([...lit([dig, carry, step, end, mine], NOTHING)]).toEqual(['a1', 'b2']);
  });
  it('is the places of the action chosen', () => {
    expect([...lit([dig, carry, step, other], chosen({ action: 'dig' }))]).toEqual(['a1']);
    expect([...lit([dig, carry, step, other], chosen({ action: 'move' }))]).toEqual(['a1', 'b2']);
    expect([...lit([dig, carry, step, other], chosen({ action: 'move', start: 'b2' }))]).toEqual(['b3']);
  });
  it('is where a station may go, once its site is looked at', () => {
    expect([...lit([dig, step, other], chosen({ site: 'a1' }))]).toEqual(['a1', 'a2']);
  });
  it('is everything again where the site looked at has nothing to offer', () => {
    expect([...lit([dig, step], chosen({ site: 'd4' }))]).toEqual(['a1']);
  });
  it('waits for the owner of a station that is to be relocated', () => {
    expect([...lit([mine, theirs], chosen({ action: 'relocate', start: 'a1' }))]).toEqual([]);
    expect([...lit([mine, theirs], chosen({ action: 'relocate', start: 'a1', owner: 2 }))]).toEqual(['d4']);
  });
});

describe('a site is clicked', () => {
  it('at first shows what can be done there, then does the main thing', () => {
    const first = clicked([dig, end], NOTHING, 'a1', false);
    expect(first).toEqual({ chosen: chosen({ site: 'a1' }) });
    expect(clicked([dig, end], first.chosen, 'a1', false).play).toEqual(dig);
  });
  it('takes a station there from the site looked at', () => {
    expect(clicked([step, other], chosen({ site: 'a1' }), 'a2', false)).toEqual({ chosen: chosen({ site: 'a2' }), play: step });
    expect(clicked([step, other], chosen({ site: 'a1' }), 'b3', false)).toEqual({ chosen: chosen({ site: 'b3' }) });
  });
  it('places a station at once, whatever was chosen', () => {
    const place: Move = { kind: 'place', site: 'c3' };
    expect(clicked([place], chosen({ action: 'dig', site: 'a1' }), 'c3', false)).toEqual({ chosen: NOTHING, play: place });
  });
  it('shows the shares before a tile is transported with others', () => {
    const first = clicked([carry], chosen({ action: 'transport' }), 'b2', true);
    expect(first).toEqual({ chosen: chosen({ site: 'b2' }) });
    expect(clicked([carry], first.chosen, 'b2', true).play).toEqual(carry);
    expect(clicked([carry], chosen({ action: 'transport' }), 'b2', false).play).toEqual(carry);
  });
  it('asks the server for its reason where the action chosen is not legal', () => {
    expect(clicked([dig, end], chosen({ action: 'dig' }), 'c3', false).play).toEqual({ kind: 'dig', site: 'c3' });
    expect(clicked([step], chosen({ action: 'move', start: 'a1' }), 'a4', false).play).toEqual({ kind: 'move', start: 'a1', site: 'a4' });
    expect(clicked([step], chosen({ action: 'move', start: 'a1' }), 'c3', false)).toEqual({ chosen: chosen({ site: 'c3' }) });
  });
  it('lifts the only station there, or asks whose', () => {
    expect(clicked([theirs], chosen({ action: 'relocate' }), 'a1', false).chosen).toEqual(chosen({ action: 'relocate', start: 'a1', owner: 2 }));
    expect(clicked([mine, theirs], chosen({ action: 'relocate' }), 'a1', false).chosen).toEqual(chosen({ action: 'relocate', start: 'a1', site: 'a1' }));
    expect(clicked([mine, theirs], chosen({ action: 'relocate', start: 'a1', owner: 2 }), 'd4', false).play).toEqual(theirs);
  });
  it('asks how deep a soil sample goes where there is a choice', () => {
    const deep = [1, 2].map((depth): Move => ({ kind: 'sample', site: 'c1', depth }));
    expect(clicked(deep, chosen({ action: 'sample' }), 'c1', false)).toEqual({ chosen: chosen({ action: 'sample', site: 'c1' }) });
    expect(clicked(deep.slice(1), chosen({ action: 'sample' }), 'c1', false).play).toEqual(deep[1]);
    expect(depths(deep, 'c1')).toEqual([2, 1]);
  });
});

describe('an action is chosen', () => {
  it('is put back when chosen again', () => {
    expect(acted([dig], chosen({ action: 'dig' }), 'dig').chosen).toEqual(NOTHING);
  });
  it('knows the only station that can move', () => {
    expect(acted([step], NOTHING, 'move').chosen.start).toBe('a1');
    expect(acted([step, other], NOTHING, 'move').chosen.start).toBe('');
  });
  it('is played at once where it needs no place, and asked for where it has none', () => {
    expect(acted([end], NOTHING, 'end-turn').play).toEqual({ kind: 'end-turn' });
    expect(acted([end], NOTHING, 'dig')).toEqual({ chosen: NOTHING, play: { kind: 'dig' } });
    expect(acted([end], NOTHING, 'dig', 'b2').play).toEqual({ kind: 'dig', site: 'b2' });
    expect(acted([end], NOTHING, 'move', 'b2').play).toEqual({ kind: 'move', start: 'b2' });
    expect(acted([dig], NOTHING, 'dig').play).toBeUndefined();
  });
});

it('asks before the turn ends only where something useful is left', () => {
  const asked = acted([dig, step, end], NOTHING, 'end-turn');
  expect(asked).toEqual({ chosen: chosen({ action: 'end-turn' }) });
  expect(acted([dig, step, end], asked.chosen, 'end-turn').play).toEqual({ kind: 'end-turn' });
  expect(acted([step, end], NOTHING, 'end-turn').play).toEqual({ kind: 'end-turn' });
  expect(undone([dig, mine, step, end])).toEqual(['dig', 'relocate']);
});

it('asks for the reason where only strength is missing', () => {
  const pile = SITES.map((_, site) => ({ height: site === 3 ? 0 : 3, explored: site === 5 ? 1 : 0 }) as Pile);
  const player = [{ stations: SITES.map((_, site) => (site === 3 || site === 4 || site === 5 ? 1 : 0)) } as unknown as Player];
  expect(telling({ pile, player }, 0, 'dig')).toBe('a2');
  expect(telling({ pile, player }, 0, 'transport')).toBe('b2');
  expect(telling({ pile, player: [] }, 0, 'dig')).toBeUndefined();
});

it('tells what begins at a site, whose stations may leave it and what a click plays', () => {
  expect(begun([dig, step, carry, mine, theirs], 'a1')).toEqual(['dig', 'move', 'relocate']);
  expect(owners([mine, theirs], 'a1')).toEqual([0, 2]);
  expect(direct([dig, step], chosen({ site: 'a1' }), 'a2')).toEqual(step);
  expect(direct([dig, step], NOTHING, 'a1')).toBeUndefined();
});
