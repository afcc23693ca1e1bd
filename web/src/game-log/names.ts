/** Names of people and robots in the chosen language. */

import { characterOf, CHARACTERS } from '../characters/characters';
import { say, sayIn } from '../i18n/i18n.svelte';
import type { Person } from '../protocol';

export type Named = Pick<Person, 'name' | 'robot' | 'number'> & Partial<Pick<Person, 'is_held'>>;

/** What the name of a robot follows from. */
export interface At {
  game: string;
  id: string; // of the table
}

/** The character of a robot without a name of its own; undefined for everybody else. */
export function characterAt(table: At, seat: number, { robot = '', number = 0 }: Named): number | undefined {
  return robot && number ? characterOf(table.id, seat) : undefined;
}

/** A robot without a name of its own has that of its character. A name that was withdrawn is "a player". */
export function personName(table: At, seat: number, person: Named): string {
  const { name = '', robot = '', is_held = false } = person;
  const character = characterAt(table, seat, person);
  const shown = character === undefined ? '' : sayIn(table.game, `robot.character.${character}`);
  if (!shown) return name || (is_held || robot ? say('table.somebody') : '');
  return seat < CHARACTERS ? shown : `${shown} ${Math.floor(seat / CHARACTERS) + 1}`;
}

/** The names of all seats. A robot whose name a person at the table has, too, is told apart by its level. */
export function personNames(table: At, people: readonly Named[]): string[] {
  const names = people.map((person, seat) => personName(table, seat, person));
  const isShared = (name: string, seat: number) => names.some((other, i) => i !== seat && other.toLowerCase() === name.toLowerCase());
  return names.map((name, seat) => (characterAt(table, seat, people[seat]!) !== undefined && isShared(name, seat) ? `${name} (${levelName(table.game, people[seat]!.robot)})` : name));
}

/** The word for a robot's level; "robot" for one that has no level, as in a lesson. */
export const levelName = (game: string, level = '') => sayIn(game, `robot.${level}.name`) || say('people.robot');
