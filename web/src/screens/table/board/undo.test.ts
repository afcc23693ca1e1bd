import { expect, test } from 'vitest';
import { CHANCE, NOBODY, UNKNOWN, type Line, type MovedLine } from '../../../protocol';
import { hasRevealed, mayUndo, rememberRefusal } from './undo';

const moved = (seq: number, seat: number, more: Partial<MovedLine> = {}): Line => ({ seq, line: 'moved', seat, at: 0, move: {}, ...more });
const table = (lines: Line[], game = 'chess') => ({ game, seat: 0, actor: 0, lines });

test('undo is offered after your own move', () => expect(mayUndo(table([moved(1, 1), moved(2, 0)]))).toBe(true));
test('not once chance has answered it', () => expect(mayUndo(table([moved(1, 1), moved(2, 0), moved(3, CHANCE)]))).toBe(false));
test('not somebody else’s', () => expect(mayUndo(table([moved(1, 0), moved(2, 1)]))).toBe(false));
test('not where it counted against the clock', () => expect(mayUndo(table([moved(1, 0, { arrived: 12 })]))).toBe(false));
test('not twice', () => expect(mayUndo(table([moved(1, 1), moved(2, 0), { seq: 3, line: 'took-back', seat: 0, at: 0, back_to: 1 }]))).toBe(false));
test('also after your move ended your turn', () => expect(mayUndo({ ...table([moved(1, 0)]), actor: 1 })).toBe(true));
test('not once the next player has moved, even if they took it back', () => expect(mayUndo({ ...table([moved(1, 0), moved(2, 1), { seq: 3, line: 'took-back', seat: 1, at: 0, back_to: 1 }]), actor: 1 })).toBe(false));
test('not when the game is over', () => expect(mayUndo({ ...table([moved(1, 0)]), actor: NOBODY })).toBe(false));
test.each<[string, unknown, unknown, boolean]>([
  ['what was unknown is known', { pile: [{ tile: [3, UNKNOWN] }] }, { pile: [{ tile: [3, 7] }] }, true],
  ['it stays unknown', { pile: [UNKNOWN], turn: 0 }, { pile: [UNKNOWN], turn: 1 }, false],
  ['what was known is forgotten', { pile: [7] }, { pile: [UNKNOWN] }, false],
])('a view reveals something where %s', (_, before, after, isRevealed) => expect(hasRevealed(before, after)).toBe(isRevealed));
test('undo is not offered again in a game that never allows it', () => {
  rememberRefusal('draughts', 'undo-taught');
  expect(mayUndo(table([moved(1, 0)], 'draughts'))).toBe(true);
  rememberRefusal('draughts', 'undo-never');
  expect(mayUndo(table([moved(1, 0)], 'draughts'))).toBe(false);
});
