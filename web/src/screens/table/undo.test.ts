import { expect, test } from 'vitest';
import { CHANCE, UNKNOWN, type Heard } from '../../wire';
import { hasLearned, mayUndo, neverUndone } from './undo';

const moved = (seq: number, seat: number, more: Partial<Heard> = {}): Heard => ({ seq, line: 'moved', seat, move: {}, ...more });
const table = (lines: Heard[], game = 'chess') => ({ game, seat: 0, actor: 0, lines });

test('a move of one’s own in this turn may be taken back', () => expect(mayUndo(table([moved(1, 1), moved(2, 0)]))).toBe(true));
test('not once chance has answered it', () => expect(mayUndo(table([moved(1, 1), moved(2, 0), moved(3, CHANCE)]))).toBe(false));
test('not somebody else’s', () => expect(mayUndo(table([moved(1, 0), moved(2, 1)]))).toBe(false));
test('not where it counted against the clock', () => expect(mayUndo(table([moved(1, 0, { arrived: 12 })]))).toBe(false));
test('not twice', () => expect(mayUndo(table([moved(1, 1), moved(2, 0), { seq: 3, line: 'took-back', seat: 0, back_to: 1 }]))).toBe(false));
test('not when it is another’s move', () => expect(mayUndo({ ...table([moved(1, 0)]), actor: 1 })).toBe(false));
test.each<[string, unknown, unknown, boolean]>([
  ['what was unknown is known', { pile: [{ tile: [3, UNKNOWN] }] }, { pile: [{ tile: [3, 7] }] }, true],
  ['it stays unknown', { pile: [UNKNOWN], turn: 0 }, { pile: [UNKNOWN], turn: 1 }, false],
  ['what was known is forgotten', { pile: [7] }, { pile: [UNKNOWN] }, false],
])('something is learned where %s', (_, before, after, isLearned) => expect(hasLearned(before, after)).toBe(isLearned));
test('a game that never allows it is not asked again', () => {
  neverUndone('draughts', 'undo-taught');
  expect(mayUndo(table([moved(1, 0)], 'draughts'))).toBe(true);
  neverUndone('draughts', 'undo-never');
  expect(mayUndo(table([moved(1, 0)], 'draughts'))).toBe(false);
});
