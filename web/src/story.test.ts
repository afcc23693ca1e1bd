import { WORDS as READERS } from 'virtual:games';
import { beforeAll, expect, test, vi } from 'vitest';
import { begin, open } from './say.svelte';
import { personName, points, reason, story } from './story';
import { CHANCE, type Heard } from './wire';

const WORDS = await Promise.all(Object.entries(READERS).map(async ([game, { en }]) => [game, await en!()] as const));
const plainIn = (words: Record<string, string>, start: string) => Object.keys(words).filter((key) => key.startsWith(start) && !words[key]!.replace('{who}', '').includes('{'));
const [game, words] = WORDS.find(([, words]) => plainIn(words, 'move.').length > 1)!;
const MOVE = { fields: [] as string[], seats: [] as string[] };
const [kind = '', other = ''] = plainIn(words, 'move.').map((key) => key.slice('move.'.length));
const table = { game, names: ['Ada', 'Bram'] };
const line = (seq: number, more: Partial<Heard>): Heard => ({ seq, line: 'moved', ...more });
const said = (name: string, who: string) => words[`move.${name}`]!.replaceAll('{who}', who);

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} });
  await begin();
  await open(game);
});

test('a move is told with who made it, and the house speaks of who moved last', () => {
  const told = story(table, [line(1, { seat: 1, move: { kind } }), line(2, { seat: CHANCE, move: { kind: other } })], MOVE);
  expect(told.map(({ kind, seat, text }) => [kind, seat, text])).toEqual([
    ['move', 1, said(kind, 'Bram')],
    ['house', 1, said(other, 'Bram')],
  ]);
});

test('what this listener was not told is no sentence', () => expect(story(table, [line(1, { seat: 0, move: {} })], MOVE)).toEqual([]));

test('throws of the house that belong together make one paragraph', () => {
  const dice = [1, 2, 3].map((seq) => line(seq, { seat: CHANCE, move: { kind } }));
  const told = story(table, dice, MOVE);
  expect(told.length).toBe(1);
  expect([told[0]!.from, told[0]!.seq, told[0]!.moves.length]).toEqual([1, 3, 3]);
});

test('moves taken back are marked; talk stays', () => {
  const lines = [line(1, { seat: 0, move: { kind } }), line(2, { seat: 0, move: { kind } }), line(3, { line: 'said', seat: 1, text: 'Oh!' }), line(4, { line: 'took-back', seat: 0, back_to: 1 })];
  expect(story(table, lines, MOVE).map(({ isTakenBack }) => isTakenBack)).toEqual([false, true, false, false]);
});

test('who stood up is called by the name they had', () => {
  const lines = [line(1, { line: 'sat', seat: 0, name: 'Chloé' }), line(2, { line: 'left', seat: 0 }), line(3, { line: 'sat', seat: 0, name: 'Ada' })];
  expect(story(table, lines, MOVE).map(({ text }) => text)).toEqual(['Chloé sits down.', 'Chloé stands up.', 'Ada sits down.']);
});

test('talk is told as it was said, phrases in one’s own language', () => {
  const lines = [line(1, { line: 'said', seat: 0, text: 'Plenty of {time}' }), line(2, { line: 'phrase', seat: 1, text: 'ouch' })];
  expect(story(table, lines, MOVE).map(({ kind, text }) => [kind, text])).toEqual([['talk', 'Plenty of {time}'], ['talk', 'Ouch!']]);
});

test('what the network was forgiven stands in the story', () => expect(story(table, [line(1, { seat: 0, move: { kind }, credit: 8 })], MOVE)[0]!.credit).toBe(8));

test('robots are called by the words of their level, people by their names', () => {
  expect(personName(game, { name: 'Casual 2', robot: 'casual' })).toBe(`${words['robot.casual.name']} 2`);
  expect(personName(game, { name: 'Casual', robot: 'keen', is_held: true })).toBe('Casual');
  expect(personName(game, { name: 'Ada', robot: 'casual' })).toBe('Ada');
});

test('points are written as the game writes them', async () => {
  expect(points(game, -1200)).toBe('−1,200');
  const [other, money] = WORDS.find(([, words]) => words['points'])!;
  await open(other);
  expect(points(other, -1200)).toBe(`−${money['points']!.replace('{n}', '1,200')}`);
});

test('every refusal has words, and the game’s own come first', () => {
  const [own = ''] = plainIn(words, 'refusal.');
  expect(reason(game, own.slice('refusal.'.length))).toBe(words[own]);
  expect(reason(game, 'only-host')).toBe('Only the host of this table may do that.');
  expect(reason(game, 'never-heard-of')).toBe(reason(game, 'failed'));
});

test('a line is told anew when somebody is called otherwise', () => {
  const lines = [line(1, { seat: 0, move: { kind } })];
  story(table, lines, MOVE);
  expect(story({ ...table, names: ['Chloé', 'Bram'] }, lines, MOVE)[0]!.text).toBe(said(kind, 'Chloé'));
});
