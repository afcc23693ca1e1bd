/** Lines as sentences, in the language chosen. */

import type { AnyMove, Board, Seen } from './board';
import type { Values } from './format';
import { MINUS, number } from './kit/number';
import { hasWords, sayIf, sayIn } from './say.svelte';
import { settings } from './settings.svelte';
import { SPECTATOR, type Heard, type Person } from './wire';

const SQUARE = /^[a-z]\d+$/; // of a grid, which boards call A1

export type Naming = Board['MOVE'];
type Said = Pick<Seen, 'game' | 'names'>;

/** The values that a game's sentences are given: names for seats, "none" for what a move has not, "unknown" for what is not told. */
export function valuesOf(move: AnyMove, names: readonly string[], naming: Naming): Values {
  const told = move as unknown as Record<string, string | number>;
  return Object.fromEntries(naming.fields.map((field) => [field, value(told[field], naming.seats.includes(field), names)]));
}

function value(told: string | number | undefined, isSeat: boolean, names: readonly string[]): string | number {
  if (told === undefined) return 'none';
  if (told === '?') return 'unknown';
  if (isSeat) return names[Number(told)] ?? String(Number(told) + 1);
  return typeof told === 'string' && SQUARE.test(told) ? told.toUpperCase() : told;
}

/** What happened in one line; nothing where this listener was told nothing. Who moved last is who the house speaks of. */
export function sentence(table: Said, line: Heard, who: number, naming: Naming): string {
  const move = line.move as AnyMove | undefined;
  if (line.line !== 'moved' || !move?.kind) return '';
  return sayIn(table.game, `move.${move.kind}`, { who: table.names[who] ?? '', ...valuesOf(move, table.names, naming) });
}

/** The lines as a log keeps them: all of them in a replay, and in a game going on no more than its players need not remember. */
export function kept(table: Pick<Seen, 'lines' | 'view' | 'isReplay'>, board: Pick<Board, 'retold'>): readonly Heard[] {
  if (!board.retold || table.isReplay || !table.view) return table.lines;
  const again = (move: Heard['move']) => board.retold!(move as unknown as AnyMove, table.view) as unknown as Heard['move'];
  return table.lines.map((line) => (line.line === 'moved' && line.move ? { ...line, move: again(line.move) } : line));
}

/** What playing a move would be. */
export function offer(table: Said, move: AnyMove, naming: Naming): string {
  return sayIn(table.game, `do.${move.kind}`, valuesOf(move, table.names, naming));
}

/** Robots that sat down by themselves are called after their level, in the server's English: the level, and a number. */
function robotName(person: Person): [string, string] | undefined {
  const [, level = '', number = ''] = /^([A-Za-z]+)( \d+)?$/.exec(person.name ?? '') ?? [];
  return person.robot && !person.is_held && level.toLowerCase() === person.robot ? [level, number] : undefined;
}

export function personName(game: string, person: Person): string {
  const robot = robotName(person);
  return robot ? (sayIn(game, `robot.${person.robot}.name`) || robot[0]) + robot[1] : (person.name ?? '');
}

/** Points as the game writes them, such as money; plain numbers where it says nothing of them. */
export function points(game: string, value: number): string {
  return (value < 0 ? MINUS : '') + (sayIn(game, 'points', { n: Math.abs(value) }) || number(Math.abs(value)));
}

/** Whether somebody has given this seat up for good, so that a robot keeps it warm for whoever wants it. */
export const isVacant = (person: Person) => Boolean(person.robot && !person.is_held && !robotName(person));

/** A phrase of the house's, or of the game's own. */
export const phrase = (game: string, key: string) => sayIn(game, `phrase.${key}`) || sayIf(`phrase.${key}`);

/** One paragraph of the story: what somebody did, what the house did about it, what happened around the table, what was said. */
export interface Told {
  from: number; // its first line
  seq: number; // and its last
  kind: 'move' | 'house' | 'room' | 'talk';
  seat: number; // who it is about; SPECTATOR for nobody in particular
  text: string;
  credit: number; // hundredths of a second forgiven to the network
  isTakenBack: boolean;
  moves: { move: AnyMove; seat: number }[]; // what it speaks of
}

const said = new WeakMap<Heard, { by: string; text: string }>(); // sentences that were put together already

/** A long story is told again with each of its lines: what was said does not change while names and language stay. */
function once(line: Heard, by: string, say: () => string): string {
  const before = said.get(line);
  if (before?.by === by) return before.text;
  const text = say();
  if (text) said.set(line, { by, text });
  return text;
}

/** The whole story. The dice of one throw make one paragraph. */
export function story(table: Said, lines: readonly Heard[], naming: Naming): Told[] {
  const told: Told[] = [];
  const by = [settings.language, ...table.names].join('\n');
  const names: string[] = []; // of those who sat there at the time
  let who = SPECTATOR;
  for (const line of lines) {
    who = line.line === 'moved' && (line.seat ?? SPECTATOR) >= 0 ? line.seat! : who;
    if (line.line === 'took-back') takeBack(told, line);
    const next = line.line === 'moved' ? moved(table, line, who, naming, by) : around(table, line, names);
    const last = told.at(-1);
    if (last && next && isSameThrow(last, next)) told[told.length - 1] = joined(last, next);
    else if (next) told.push(next);
  }
  return told.map((one) => (one.moves.length > 1 ? { ...one, text: together(table, one, naming, by) } : one));
}

function moved(table: Said, line: Heard, who: number, naming: Naming, by: string): Told | undefined {
  const text = once(line, `${by}\n${who}`, () => sentence(table, line, who, naming));
  if (!text) return undefined;
  const kind = (line.seat ?? SPECTATOR) >= 0 ? 'move' : 'house';
  const moves = [{ move: line.move as unknown as AnyMove, seat: who }];
  return { from: line.seq, seq: line.seq, kind, seat: who, text, credit: line.credit ?? 0, isTakenBack: false, moves };
}

function takeBack(told: Told[], line: Heard): void {
  told.forEach((one, i) => {
    const isMove = one.kind === 'move' || one.kind === 'house';
    if (isMove && one.seq > (line.back_to ?? line.seq)) told[i] = { ...one, isTakenBack: true };
  });
}

const isSameThrow = (last: Told, next: Told) =>
  last.kind === 'house' && next.kind === 'house' && !last.isTakenBack && last.moves[0]?.move.kind === next.moves[0]?.move.kind;

function joined(last: Told, next: Told): Told {
  return { ...next, from: last.from, moves: [...last.moves, ...next.moves], text: `${last.text} ${next.text}` };
}

const saidTogether = new WeakMap<AnyMove, { by: string; text: string }>(); // by the last of them

/** All dice of a throw in one sentence, where the game has words for that. */
function together(table: Said, { moves, text }: Told, naming: Naming, by: string): string {
  const last = moves.at(-1)!.move;
  if (!hasWords(table.game, `moves.${last.kind}`)) return text;
  const [before, told] = [saidTogether.get(last), `${by}\n${moves.length}`];
  if (before?.by === told) return before.text;
  const each = moves.map(({ move }) => sayIn(table.game, `moves.${move.kind}.each`, valuesOf(move, table.names, naming)));
  const said = sayIn(table.game, `moves.${last.kind}`, { each: each.join(', ') });
  saidTogether.set(last, { by: told, text: said });
  return said;
}

/** What happened around the table. */
function around(table: Said, line: Heard, names: string[]): Told | undefined {
  const seat = line.seat ?? SPECTATOR;
  if (line.name) names[seat] = personName(table.game, { name: line.name, robot: line.level });
  const isTalk = line.line === 'said' || line.line === 'phrase';
  const text = isTalk ? talk(table.game, line) : sayIf(`log.${line.line}`, values(table, line, names[seat] ?? table.names[seat] ?? ''));
  if (!text) return undefined;
  return { from: line.seq, seq: line.seq, kind: isTalk ? 'talk' : 'room', seat, text, credit: 0, isTakenBack: false, moves: [] };
}

const talk = (game: string, line: Heard) => (line.line === 'said' ? (line.text ?? '') : phrase(game, line.text ?? ''));

function values(table: Said, line: Heard, who: string): Values {
  const level = line.level ? sayIn(table.game, `robot.${line.level}.name`) : '';
  return { who, level, on: String(line.on ?? false), sits: String(Boolean(line.name)) };
}

/** Why something was refused, in words: the game's own where it has them. */
export function reason(game: string, said: string): string {
  const hand = said.startsWith('pull-') ? sayIn(game, `hand.${said.slice(5)}`) : '';
  return hand || sayIn(game, `refusal.${said}`) || sayIf(`refused.${said}`) || sayIf('refused.failed');
}
