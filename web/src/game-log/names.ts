/** Names of people and robots in the chosen language. */

import { sayIn } from '../i18n/i18n.svelte';
import type { Person } from '../wire';

/** The server names a robot in English after its level, with a number where there are several: "Casual 2". Gives both parts. */
function robotName(person: Person): [string, string] | undefined {
  const [, level = '', number = ''] = /^([A-Za-z]+)( \d+)?$/.exec(person.name ?? '') ?? [];
  return person.robot && !person.is_held && level.toLowerCase() === person.robot ? [level, number] : undefined;
}

export function personName(game: string, person: Person): string {
  const robot = robotName(person);
  return robot ? (sayIn(game, `robot.${person.robot}.name`) || robot[0]) + robot[1] : (person.name ?? '');
}

/** Whether a person left this seat for good, so that a robot plays on under the person's name until somebody takes the seat. */
export const isVacant = (person: Person) => Boolean(person.robot && !person.is_held && !robotName(person));
