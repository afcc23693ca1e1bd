/** The characters of robots. Which one sits on a chair follows from the table's id and the seat: nothing is stored. */

export const CHARACTERS = 8;
const STRIDE = 3; // odd: the first eight seats of a table have eight characters

export type Mood = 'pleased' | 'sour';
export type Occasion = 'won' | 'lost' | 'robbed';

/** Sour after a lost game, and while everybody else is known to be ahead. */
export function moodOf(seat: number, scores: readonly (number | undefined)[], winners: readonly number[]): Mood {
  const others = scores.filter((_, other) => other !== seat);
  const isBehind = others.length > 0 && others.every((score) => score !== undefined && scores[seat] !== undefined && score > scores[seat]);
  return (winners.length ? !winners.includes(seat) : isBehind) ? 'sour' : 'pleased';
}

/** From 0 to CHARACTERS - 1; no two of a table's first eight seats have the same. */
export function characterOf(table: string, seat: number): number {
  const first = [...table].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) % 9973, 7);
  return (first + seat * STRIDE) % CHARACTERS;
}
