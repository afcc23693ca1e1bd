/** A game against robots, started with one click. */

import * as api from '../../client/api';
import { say } from '../../i18n/i18n.svelte';
import { settings } from '../../settings.svelte';
import type { GameCard } from '../../wire';

const SEATS = 3; // where the box allows it
const LEVEL = 1; // index of the robots' level: it makes mistakes, so that a beginner has a chance

/** Creates the table and begins the game; returns its address. */
export async function createQuickGame(card: GameCard): Promise<string> {
  const name = settings.name || say('name.default');
  const { table } = await api.createTable({ game: card.game, ...quickGame(card), name, entropy: api.entropy(), begin: true });
  return `/t/${table}?seat=0`;
}

/** Seats, and robots for all but one of them. */
export function quickGame(card: GameCard): { seats: number; robots: string[] } {
  const seats = card.official.includes(SEATS) ? SEATS : card.official[0]!;
  const level = card.robots[LEVEL] ?? card.robots[0]!;
  return { seats, robots: Array.from({ length: seats - 1 }, () => level) };
}
