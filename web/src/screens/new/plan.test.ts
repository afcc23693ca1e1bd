import { expect, test } from 'vitest';
import type { GameCard } from '../../protocol';
import { choose, defaultPlan, hasGuests, newTable, optionValues, planError, resize, seatingCommands, type Plan } from './plan';

const FIRST = { name: 'first', values: ['lot', 1, 2, 3, 4], default: 'lot', clause: 'XX-01', each_seat: false };
const CARD: GameCard = { game: 'box', name: 'Box', designer: '', publisher: '', age: 8, minutes: 20, difficulty: 1, seats: [2, 3, 4], official: [3, 4], rules: 1, options: [FIRST], robots: ['new', 'second'] };

function plan(...kinds: Plan['seats'][number]['kind'][]): Plan {
  const made = defaultPlan(CARD, 'Ada');
  resize(made, CARD, kinds.length);
  kinds.forEach((kind, seat) => Object.assign(made.seats[seat]!, { kind, name: kind === 'guest' || kind === 'robot' ? '' : `P${seat}` }));
  return made;
}

test('the default plan has you and guests, as many as the box says', () => {
  const { seats } = defaultPlan(CARD, 'Ada');
  expect(seats.map(({ kind }) => kind)).toEqual(['you', 'guest', 'guest']);
  expect(seats[0]!.name).toBe('Ada');
});

test('against robots alone the game begins with the request', () => {
  const made = plan('you', 'robot', 'robot');
  expect(newTable(made, 'box', 'Guest')).toMatchObject({ game: 'box', seats: 3, name: 'P0', robots: ['second', 'second'], begin: true });
  expect(seatingCommands(made)).toEqual([]);
});

test('a player without a name gets the default one, and adds entropy', () => {
  const made = plan('you', 'robot');
  made.seats[0]!.name = ' ';
  const { name, entropy } = newTable(made, 'box', 'Guest');
  expect(name).toBe('Guest');
  expect(entropy).toMatch(/^[0-9a-f]{32}$/);
});

test('with guests the table waits', () => {
  const made = plan('you', 'guest', 'robot');
  expect(hasGuests(made)).toBe(true);
  expect(newTable(made, 'box', 'Guest')).toMatchObject({ robots: ['second'], begin: false });
  expect(seatingCommands(made)).toEqual([]);
});

test('people of this device and robots between them are seated afterwards, then the game begins', () => {
  const made = plan('you', 'robot', 'here', 'robot');
  made.seats[2]!.own = { hand: 'roll' };
  expect(newTable(made, 'box', 'Guest')).toMatchObject({ robots: ['second'], begin: false });
  expect(seatingCommands(made)).toMatchObject([{ command: 'robot', seat: 1, level: 'second' }, { command: 'sit', seat: 2, name: 'P2', own: { hand: 'roll' } }, { command: 'begin' }]);
});

test('a table of robots has no name and no entropy', () => {
  const made = plan('robot', 'robot');
  const table = newTable(made, 'box', 'Guest');
  expect(table).toMatchObject({ robots: ['second', 'second'], begin: true });
  expect('name' in table || 'entropy' in table).toBe(false);
});

test('a name that is missing or taken is an error before the request', () => {
  const made = plan('you', 'here');
  expect(planError(made)).toBe('');
  made.seats[1]!.name = 'p0 ';
  expect(planError(made)).toBe('name-taken');
  made.seats[1]!.name = '';
  expect(planError(made)).toBe('nameless');
});

test('only options that differ from the rulebook are sent, and a removed seat cannot begin', () => {
  const made = plan('you', 'guest', 'guest', 'guest');
  choose(made, FIRST, 4);
  expect(made.options).toEqual({ first: 4 });
  resize(made, CARD, 3);
  expect(made.options).toEqual({});
  choose(made, FIRST, 'lot');
  expect(made.options).toEqual({});
  expect(optionValues(FIRST, 2)).toEqual(['lot', 1, 2]);
});
