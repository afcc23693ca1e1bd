import { WORDS as LOADERS } from 'virtual:games';
import { beforeAll, expect, test, vi } from 'vitest';
import { loadGameTexts, loadTexts, say } from '../i18n/i18n.svelte';
import { gameLog } from './game-log';
import { personName, personNames } from './names';
import { characterOf } from '../characters/characters';
import { refusalText, scoreText } from './sentences';
import { CHANCE, type Line, type MovedLine } from '../protocol';

const WORDS = await Promise.all(Object.entries(LOADERS).map(async ([game, { en }]) => [game, await en!()] as const));
const plainIn = (words: Record<string, string>, start: string) => Object.keys(words).filter((key) => key.startsWith(start) && !words[key]!.replace('{who}', '').includes('{'));
const [game, words] = WORDS.find(([, words]) => plainIn(words, 'move.').length > 1)!;
const MOVE = { fields: [] as string[], seats: [] as string[] };
const [kind = '', other = ''] = plainIn(words, 'move.').map((key) => key.slice('move.'.length));
const table = { game, id: 'aaaaaaaa', names: ['Ada', 'Bram'] };
const line = (seq: number, more: Partial<MovedLine>): MovedLine => ({ seq, line: 'moved', seat: 0, at: 0, ...more });
const said = (name: string, who: string) => words[`move.${name}`]!.replaceAll('{who}', who);

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} });
  await loadTexts();
  await loadGameTexts(game);
});

test('an entry names who moved; a move of the house names who moved last', () => {
  const entries = gameLog(table, [line(1, { seat: 1, move: { kind } }), line(2, { seat: CHANCE, move: { kind: other } })], MOVE);
  expect(entries.map(({ kind, seat, text }) => [kind, seat, text])).toEqual([
    ['move', 1, said(kind, 'Bram')],
    ['house', 1, said(other, 'Bram')],
  ]);
});

test('a move that the server hid makes no entry', () => expect(gameLog(table, [line(1, { seat: 0, move: {} })], MOVE)).toEqual([]));

test('the dice of one throw make one entry', () => {
  const dice = [1, 2, 3].map((seq) => line(seq, { seat: CHANCE, move: { kind } }));
  const entries = gameLog(table, dice, MOVE);
  expect(entries.length).toBe(1);
  expect([entries[0]!.from, entries[0]!.seq, entries[0]!.moves.length]).toEqual([1, 3, 3]);
});

test('moves taken back are marked; chat is not', () => {
  const lines: Line[] = [line(1, { seat: 0, move: { kind } }), line(2, { seat: 0, move: { kind } }), { seq: 3, line: 'said', when: 0, seat: 1, text: 'Oh!' }, { seq: 4, line: 'took-back', seat: 0, at: 0, back_to: 1 }];
  expect(gameLog(table, lines, MOVE).map(({ isTakenBack }) => isTakenBack)).toEqual([false, true, false, false]);
});

test('an entry uses the name of its time', () => {
  const sat = (seq: number, name: string): Line => ({ seq, line: 'sat', when: 0, seat: 0, name });
  const lines: Line[] = [sat(1, 'Chloé'), { seq: 2, line: 'left', when: 0, seat: 0 }, sat(3, 'Ada')];
  expect(gameLog(table, lines, MOVE).map(({ text }) => text)).toEqual(['Chloé joins.', 'Chloé leaves.', 'Ada joins.']);
});

test('chat is shown as typed, phrases in this window’s language', () => {
  const lines: Line[] = [{ seq: 1, line: 'said', when: 0, seat: 0, text: 'Plenty of {time}' }, { seq: 2, line: 'phrase', when: 0, seat: 1, phrase: 'ouch' }];
  expect(gameLog(table, lines, MOVE).map(({ kind, text }) => [kind, text])).toEqual([['talk', 'Plenty of {time}'], ['talk', 'Ouch!']]);
});

test('an entry shows the time forgiven to the network', () => expect(gameLog(table, [line(1, { seat: 0, move: { kind }, credit: 8 })], MOVE)[0]!.credit).toBe(8));

test('a robot has the name of its character, people and robots with a name of their own keep it', () => {
  const character = (seat: number) => words[`robot.character.${characterOf(table.id, seat)}`];
  expect(personName(table, 1, { name: 'Casual', robot: 'casual', number: 1 })).toBe(character(1));
  expect(personName(table, 9, { name: 'Casual 2', robot: 'casual', number: 2 })).toBe(`${character(1)} 2`);
  expect(personName(table, 1, { name: 'Casual', robot: 'strong' })).toBe('Casual');
  expect(personName(table, 1, { name: 'Ada', robot: 'casual' })).toBe('Ada');
});

test('robots at one table have different names, and none that a person has', () => {
  const robot = { name: 'Casual', robot: 'casual', number: 1 };
  const names = personNames(table, Array.from({ length: 16 }, () => robot));
  expect(new Set(names).size).toBe(16);
  const [, namesake] = personNames(table, [{ name: names[1]!.toUpperCase(), is_held: true }, robot]);
  expect(namesake).toBe(`${names[1]} (${words['robot.casual.name']})`);
  const line: Line = { seq: 1, line: 'robot', when: 0, seat: 1, level: 'casual', name: 'Casual', number: 1 };
  expect(gameLog({ ...table, names: ['Otto', namesake!] }, [line], MOVE)[0]!.text).toContain(namesake);
});

test('a person whose name was withdrawn is a player, a free seat has no name, and withdrawn talk leaves no gap', () => {
  expect(personName(table, 0, { name: '', is_held: true })).toBe('a player');
  expect(personName(table, 0, { name: '', robot: 'casual' })).toBe('a player');
  expect(personName(table, 0, { name: '' })).toBe('');
  const lines: Line[] = [{ seq: 1, line: 'sat', when: 0, seat: 0, name: '' }, { seq: 2, line: 'said', when: 0, seat: 0, text: '' }, { seq: 3, line: 'said', when: 0, seat: -122, text: '' }];
  expect(gameLog(table, lines, MOVE).map(({ text }) => text)).toEqual(['a player joins.', '(deleted)']);
});

test('a pause of the server says how long the clock stood, in tenths of a second', () => {
  const [entry] = gameLog(table, [{ seq: 1, line: 'paused', when: 0, milliseconds: 1240 }], MOVE);
  expect(entry).toMatchObject({ kind: 'room', seq: 1, text: say('log.paused', { seconds: '1.2' }) });
  expect(entry!.text).toContain('1.2');
});

test('scores are written as the game writes them', async () => {
  expect(scoreText(game, -1200)).toBe('−1,200');
  const [other, money] = WORDS.find(([, words]) => words['points'])!;
  await loadGameTexts(other);
  expect(scoreText(other, -1200)).toBe(`−${money['points']!.replace('{n}', '1,200')}`);
});

test('every refusal has a text, and the game’s own comes first', () => {
  const [own = ''] = plainIn(words, 'refusal.');
  expect(refusalText(game, own.slice('refusal.'.length))).toBe(words[own]);
  expect(refusalText(game, 'only-host')).toBe('Only the host can do that.');
  expect(refusalText(game, 'never-heard-of')).toBe(refusalText(game, 'failed'));
});

test('an entry changes when a name changes', () => {
  const lines = [line(1, { seat: 0, move: { kind } })];
  gameLog(table, lines, MOVE);
  expect(gameLog({ ...table, names: ['Chloé', 'Bram'] }, lines, MOVE)[0]!.text).toBe(said(kind, 'Chloé'));
});

test('a robot sits down under the name of its character', () => {
  const robot: Line = { seq: 1, line: 'robot', when: 0, seat: 1, level: 'casual', name: 'Casual 2', number: 2 };
  expect(gameLog(table, [robot], MOVE)[0]!.text).toContain(words[`robot.character.${characterOf(table.id, 1)}`]);
});
