/** Names of people and robots in the chosen language. */

import { sayIn } from '../i18n/i18n.svelte';
import type { Person } from '../protocol';

/** A robot without a name of its own is called by its level, with a number from the second of that level on. */
export function personName(game: string, { name = '', robot = '', number = 0 }: Pick<Person, 'name' | 'robot' | 'number'>): string {
  const level = number ? sayIn(game, `robot.${robot}.name`) : '';
  if (!level) return name;
  return number > 1 ? `${level} ${number}` : level;
}
