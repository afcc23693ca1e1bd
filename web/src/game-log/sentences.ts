/** Sentences about moves, refusals, phrases and scores, made of a game's own texts. */

import type { AnyMove, Board, BoardTable } from '../board';
import { NONE, UNKNOWN, type Value, type Values } from '../i18n/format';
import { sayIf, sayIn } from '../i18n/i18n.svelte';
import { MINUS, number } from '../i18n/number';
import type { MovedLine } from '../protocol';

const SQUARE = /^[a-z]\d+$/; // of a grid: texts write a1 as A1

export type MoveFields = Board['MOVE'];
type Named = Pick<BoardTable, 'game' | 'names'>;

/** The values that a move's text is given: names for seats, NONE for a field the move lacks, UNKNOWN for a hidden one. */
export function moveValues(move: AnyMove, names: readonly string[], { fields, seats }: MoveFields): Values {
  const held = move as unknown as Record<string, string | number>;
  return Object.fromEntries(fields.map((field) => [field, fieldValue(held[field], seats.includes(field), names)]));
}

function fieldValue(value: string | number | undefined, isSeat: boolean, names: readonly string[]): Value {
  if (value === undefined) return NONE;
  if (value === '?') return UNKNOWN;
  if (isSeat) return names[Number(value)] ?? String(Number(value) + 1);
  return typeof value === 'string' && SQUARE.test(value) ? value.toUpperCase() : value;
}

/** What happened in one line; empty where the server hid the move from this seat. `who` is the seat that moved last, also for moves of the house. */
export function moveSentence(table: Named, line: MovedLine, who: number, fields: MoveFields): string {
  const move = line.move as AnyMove | undefined;
  if (!move?.kind) return '';
  return sayIn(table.game, `move.${move.kind}`, { who: table.names[who] ?? '', ...moveValues(move, table.names, fields) });
}

/** A move as something to do: "Dig at B2". */
export function actionText(table: Named, move: AnyMove, fields: MoveFields): string {
  return sayIn(table.game, `do.${move.kind}`, moveValues(move, table.names, fields));
}

/** The same after a colon: “Your move: draw a card”. */
export function actionWithin(table: Named, move: AnyMove, fields: MoveFields): string {
  const text = actionText(table, move, fields);
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** A score as the game writes it, such as money; a plain number where the game has no text for it. */
export function scoreText(game: string, value: number): string {
  return (value < 0 ? MINUS : '') + (sayIn(game, 'points', { n: Math.abs(value) }) || number(Math.abs(value)));
}

/** A preset phrase: the game's own, else the house's. */
export const phraseText = (game: string, key: string) => sayIn(game, `phrase.${key}`) || sayIf(`phrase.${key}`);

/** Why something was refused: the game's own text, else the house's. */
export function refusalText(game: string, reason: string): string {
  const hand = reason.startsWith('pull-') ? sayIn(game, `hand.${reason.slice(5)}`) : '';
  return hand || sayIn(game, `refusal.${reason}`) || sayIf(`refused.${reason}`) || sayIf('refused.failed');
}
