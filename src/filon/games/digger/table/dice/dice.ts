/** Faces of the dice in the tray, from the lines. */

import { isMove } from '$web/game-log/lines';
import type { Line } from '$web/protocol';
import { NAMES } from '../gems/gems';
import { Phase, type ColourName, type Move, type Table } from '../types';

export interface Dice {
  faces: ColourName[]; // in the order in which they came to rest
  isOld: boolean; // of the turn before: they mean nothing any more
  isUseful: boolean[]; // may still be used in this throw
}

const START: ColourName[] = ['gold', 'diamond', 'black', 'water', 'emerald'];

/** The throw that is in the view; the one before while no dice have been thrown in this turn. */
export function diceOf(view: Table, lines: readonly Line[], useful: ReadonlySet<ColourName>): Dice {
  const shown = NAMES.flatMap((name, colour) => Array.from({ length: view.shown[colour]! }, () => name));
  const heard = lastThrow(lines);
  const isOld = shown.length < 5 || view.phase === Phase.OVER;
  const faces = isOld ? (heard.length === 5 ? heard : START) : isSame(heard, shown) ? heard : shown;
  return { faces, isOld, isUseful: faces.map((face) => useful.has(face)) };
}

function lastThrow(lines: readonly Line[]): ColourName[] {
  const moves = lines.filter(isMove).map((line) => line.move as unknown as Move | undefined);
  const start = moves.findLastIndex((move) => move?.kind === 'throw');
  const after = start < 0 ? [] : moves.slice(start + 1);
  return after.flatMap((move) => (move?.kind === 'die' ? [move.colour as ColourName] : []));
}

const isSame = (one: ColourName[], other: ColourName[]) => one.toSorted().join() === other.toSorted().join();
