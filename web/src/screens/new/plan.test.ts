import { expect, test } from 'vitest';
import type { GameCard } from '../../wire';
import { asked, askedThere, choose, firstPlan, hasGuests, resize, valuesOf, wrong, type Plan } from './plan';

const FIRST = { name: 'first', values: ['lot', 1, 2, 3, 4], default: 'lot', clause: 'XX-01', each_seat: false };
const CARD: GameCard = { game: 'box', name: 'Box', designer: '', publisher: '', age: 8, seats: [2, 3, 4], official: [3, 4], rules: 1, options: [FIRST], robots: ['new', 'second'] };

function plan(...kinds: Plan['chairs'][number]['kind'][]): Plan {
  const made = firstPlan(CARD, 'Ada');
  resize(made, CARD, kinds.length);
  kinds.forEach((kind, seat) => Object.assign(made.chairs[seat]!, { kind, name: kind === 'guest' || kind === 'robot' ? '' : `P${seat}` }));
  return made;
}

test('a plan begins with oneself and guests, as many as the box promises', () => {
  const { chairs } = firstPlan(CARD, 'Ada');
  expect(chairs.map(({ kind }) => kind)).toEqual(['you', 'guest', 'guest']);
  expect(chairs[0]!.name).toBe('Ada');
});

test('against robots alone the table begins with the request', () => {
  const made = plan('you', 'robot', 'robot');
  expect(asked(made, 'box', 'Guest')).toMatchObject({ game: 'box', seats: 3, name: 'P0', robots: ['second', 'second'], begin: true });
  expect(askedThere(made)).toEqual([]);
});

test('somebody without a name gets the usual one, and adds to chance', () => {
  const made = plan('you', 'robot');
  made.chairs[0]!.name = ' ';
  const { name, entropy } = asked(made, 'box', 'Guest');
  expect(name).toBe('Guest');
  expect(entropy).toMatch(/^[0-9a-f]{32}$/);
});

test('with guests the table waits', () => {
  const made = plan('you', 'guest', 'robot');
  expect(hasGuests(made)).toBe(true);
  expect(asked(made, 'box', 'Guest')).toMatchObject({ robots: ['second'], begin: false });
  expect(askedThere(made)).toEqual([]);
});

test('people of this device and robots between them are seated at the table, which then begins', () => {
  const made = plan('you', 'robot', 'here', 'robot');
  made.chairs[2]!.own = { hand: 'roll' };
  expect(asked(made, 'box', 'Guest')).toMatchObject({ robots: ['second'], begin: false });
  expect(askedThere(made)).toMatchObject([{ ask: 'robot', seat: 1, level: 'second' }, { ask: 'sit', seat: 2, name: 'P2', own: { hand: 'roll' } }, { ask: 'begin' }]);
});

test('robots alone need nobody’s name', () => {
  const made = plan('robot', 'robot');
  const table = asked(made, 'box', 'Guest');
  expect(table).toMatchObject({ robots: ['second', 'second'], begin: true });
  expect('name' in table || 'entropy' in table).toBe(false);
});

test('two of one name, or one without, are told before anything is opened', () => {
  const made = plan('you', 'here');
  expect(wrong(made)).toBe('');
  made.chairs[1]!.name = 'p0 ';
  expect(wrong(made)).toBe('name-taken');
  made.chairs[1]!.name = '';
  expect(wrong(made)).toBe('nameless');
});

test('only what differs from the rulebook is asked for, and a chair that is gone begins no game', () => {
  const made = plan('you', 'guest', 'guest', 'guest');
  choose(made, FIRST, 4);
  expect(made.options).toEqual({ first: 4 });
  resize(made, CARD, 3);
  expect(made.options).toEqual({});
  choose(made, FIRST, 'lot');
  expect(made.options).toEqual({});
  expect(valuesOf(FIRST, 2)).toEqual(['lot', 1, 2]);
});
