/** Names of people and robots in the chosen language. */

import { say, sayIn } from '../i18n/i18n.svelte';
import type { Person } from '../protocol';

type Named = Pick<Person, 'name' | 'robot' | 'number'> & Partial<Pick<Person, 'is_held'>>;

/** A robot without a name of its own is called by its level, with a number from the second of that level on. A name that was withdrawn is "a player". */
export function personName(game: string, { name = '', robot = '', number = 0, is_held = false }: Named): string {
  const level = number ? sayIn(game, `robot.${robot}.name`) : '';
  if (!level) return name || (is_held || robot ? say('table.somebody') : '');
  return number > 1 ? `${level} ${number}` : level;
}
