/** The game log: lines of the server as entries that people read, in the chosen language. */

import type { AnyMove, Board, BoardTable } from '../board';
import type { Values } from '../i18n/format';
import { hasText, say, sayIf, sayIn } from '../i18n/i18n.svelte';
import { number } from '../i18n/number';
import { settings } from '../settings.svelte';
import { SPECTATOR, type Line, type MovedLine, type TookBackLine } from '../protocol';
import { isChat, type ChatLine } from './lines';
import { personName } from './names';
import { changeText } from './options';
import { moveSentence, moveValues, phraseText, type MoveFields } from './sentences';

type Named = Pick<BoardTable, 'game' | 'id' | 'names'>;

/** One entry: a player's move, a move of the house, an event around the table, or chat. */
export interface LogEntry {
  from: number; // seq of its first line
  seq: number; // and of its last
  kind: 'move' | 'house' | 'room' | 'talk';
  seat: number; // the seat it is about; SPECTATOR for none
  text: string;
  credit: number; // hundredths of a second forgiven to the network
  isTakenBack: boolean;
  moves: { move: AnyMove; seat: number }[]; // their places are highlighted
}

/** The lines that the log may show. In a game that goes on, `retold` hides what players must remember themselves. */
export function loggedLines(table: Pick<BoardTable, 'lines' | 'view' | 'isReplay'>, board: Pick<Board, 'retold'>): readonly Line[] {
  if (!board.retold || table.isReplay || !table.view) return table.lines;
  const retold = (move: MovedLine['move']) => board.retold!(move as unknown as AnyMove, table.view) as unknown as MovedLine['move'];
  return table.lines.map((line) => (line.line === 'moved' && line.move ? { ...line, move: retold(line.move) } : line));
}

/** All entries. The dice of one throw make one entry. */
export function gameLog(table: Named, lines: readonly Line[], fields: MoveFields): LogEntry[] {
  const entries: LogEntry[] = [];
  const version = [settings.language, ...table.names].join('\n');
  const names: string[] = []; // by seat, at the time of the line
  let who = SPECTATOR;
  for (const line of lines) {
    who = line.line === 'moved' && line.seat >= 0 ? line.seat : who;
    if (line.line === 'took-back') markTakenBack(entries, line);
    const next = line.line === 'moved' ? moveEntry(table, line, who, fields, version) : roomEntry(table, line, names);
    const last = entries.at(-1);
    if (last && next && isSameThrow(last, next)) entries[entries.length - 1] = joined(last, next);
    else if (next) entries.push(next);
  }
  return entries.map((entry) => (entry.moves.length > 1 ? { ...entry, text: throwText(table, entry, fields, version) } : entry));
}

// Texts are cached by line: a long log is made again with each new line, and only new names or another language change it

interface Cached {
  version: string;
  text: string;
}
const lineTexts = new WeakMap<Line, Cached>();
const throwTexts = new WeakMap<AnyMove, Cached>(); // by the last move of the throw

function cached<K extends object>(cache: WeakMap<K, Cached>, key: K, version: string, make: () => string): string {
  const found = cache.get(key);
  if (found?.version === version) return found.text;
  const text = make();
  if (text) cache.set(key, { version, text });
  return text;
}

// Moves

function moveEntry(table: Named, line: MovedLine, who: number, fields: MoveFields, version: string): LogEntry | undefined {
  const text = cached(lineTexts, line, `${version}\n${who}`, () => moveSentence(table, line, who, fields));
  if (!text) return undefined;
  const kind = line.seat >= 0 ? 'move' : 'house';
  const moves = [{ move: line.move as unknown as AnyMove, seat: who }];
  return { from: line.seq, seq: line.seq, kind, seat: who, text, credit: line.credit ?? 0, isTakenBack: false, moves };
}

function markTakenBack(entries: LogEntry[], line: TookBackLine): void {
  entries.forEach((entry, i) => {
    const isMove = entry.kind === 'move' || entry.kind === 'house';
    if (isMove && entry.seq > line.back_to) entries[i] = { ...entry, isTakenBack: true };
  });
}

const isSameThrow = (last: LogEntry, next: LogEntry) =>
  last.kind === 'house' && next.kind === 'house' && !last.isTakenBack && last.moves[0]?.move.kind === next.moves[0]?.move.kind;

function joined(last: LogEntry, next: LogEntry): LogEntry {
  return { ...next, from: last.from, moves: [...last.moves, ...next.moves], text: `${last.text} ${next.text}` };
}

/** One sentence for all dice of a throw, where the game has a text for that. */
function throwText(table: Named, { moves, text }: LogEntry, fields: MoveFields, version: string): string {
  const last = moves.at(-1)!.move;
  if (!hasText(table.game, `moves.${last.kind}`)) return text;
  return cached(throwTexts, last, `${version}\n${moves.length}`, () => {
    const each = moves.map(({ move }) => sayIn(table.game, `moves.${move.kind}.each`, moveValues(move, table.names, fields)));
    return sayIn(table.game, `moves.${last.kind}`, { each: each.join(', ') });
  });
}

// Events around the table, and chat

function roomEntry(table: Named, line: Line, names: string[]): LogEntry | undefined {
  const seat = 'seat' in line ? line.seat : SPECTATOR;
  if ('name' in line && (line.name || line.line === 'sat')) names[seat] = nameIn(table, seat, line);
  const chat = isChat(line) ? chatText(table.game, line) : undefined;
  const text = chat ?? sayIf(`log.${line.line}`, roomValues(table, line, names[seat] ?? table.names[seat] ?? ''));
  if (!text) return undefined;
  return { from: line.seq, seq: line.seq, kind: chat === undefined ? 'room' : 'talk', seat, text, credit: 0, isTakenBack: false, moves: [] };
}

/** The name in a line, as it was then. A robot that still sits there may have a longer name, where a person has the same. */
function nameIn(table: Named, seat: number, line: Line & { name?: string }): string {
  const [robot, number] = line.line === 'robot' ? [line.level, line.number ?? 0] : ['', 0];
  const name = personName(table, seat, { name: line.name, robot, number, is_held: true });
  return number && table.names[seat]?.startsWith(name) ? table.names[seat] : name;
}

/** The text of a chat line: typed, withdrawn, or a preset phrase in this window's language; none where a file leaves talk out. */
export const chatText = (game: string, line: ChatLine) => (line.line === 'said' ? line.text || (line.seat < 0 ? '' : say('chat.withdrawn')) : phraseText(game, line.phrase));

function roomValues(table: Named, line: Line, who: string): Values {
  const level = 'level' in line ? sayIn(table.game, `robot.${line.level}.name`) : '';
  const on = (line.line === 'muted' && line.on) || ('was_sent' in line && line.was_sent);
  const seconds = line.line === 'paused' ? number(Math.round(line.milliseconds / 100) / 10) : '';
  const what = line.line === 'changed' ? changeText(table, line) : '';
  return { who, level, seconds, what, on: String(Boolean(on)), sits: String('name' in line && Boolean(line.name)) };
}
