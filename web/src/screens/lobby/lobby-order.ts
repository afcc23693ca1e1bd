/** Groups and order of tables in the lobby. */

import { NOBODY, type Listed, type Tables } from '../../protocol';

export interface TableGroups {
  mine: Listed[]; // waiting or playing; those where it is this device's turn first
  open: Listed[]; // other people's; those that wait for players first
  done: Listed[]; // over or closed, and mine
}

export function groupTables({ own, public: open }: Tables): TableGroups {
  const known = new Set(own.map(({ table }) => table));
  const active = own.filter(isActive);
  const mine = [...active.filter(isYourTurn), ...active.filter((one) => !isYourTurn(one))];
  const others = open.filter(({ table }) => !known.has(table));
  return { mine, open: [...others.filter(isWaitedFor), ...others.filter((one) => !isWaitedFor(one))], done: own.filter((one) => !isActive(one)) };
}

/** Whether somebody waits there for more players. */
export const isWaitedFor = (one: Listed) => one.status === 'waiting' && freeSeats(one) > 0;

const OLD = 7 * 24 * 3_600_000; // milliseconds without a change

/** Whether nothing has happened there for long, and it is not this device's turn. */
export const isOld = (one: Listed, now: number) => now - one.since > OLD && !isYourTurn(one);

const isActive = ({ status }: Listed) => status === 'waiting' || status === 'playing';

/** Whether this device is to move there; the server lists the actor only for tables by post. */
export const isYourTurn = ({ actor = NOBODY, yours, robots }: Listed) => !!yours?.includes(actor) && !robots[actor];

export const freeSeats = ({ names, robots }: Listed) => names.filter((name, seat) => !name && !robots[seat]).length;

/** Address of a table, from this device's seat if it has just one. With several seats the table itself finds the one to move, behind a curtain. */
export const tableLink = ({ table, yours }: Listed) => `/t/${table}${yours?.length === 1 ? `?seat=${yours[0]}` : ''}`;
