import { expect, test } from 'vitest';
import type { GameCard } from '../../protocol';
import { quickGame } from './quick-game';

const CARD: GameCard = { game: 'box', name: 'Box', designer: '', publisher: '', age: 8, minutes: 20, difficulty: 1, seats: [2, 3, 4], official: [2, 3, 4], rules: 1, options: [], robots: ['new', 'second', 'best'] };

test('one click makes a table of three with robots of the second level, where the box allows it', () => {
  expect(quickGame(CARD)).toEqual({ seats: 3, robots: ['second', 'second'] });
  expect(quickGame({ ...CARD, official: [2], robots: ['new'] })).toEqual({ seats: 2, robots: ['new'] });
});
