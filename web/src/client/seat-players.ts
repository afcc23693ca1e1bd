/** Seats people of this device and robots at a table that was just created, before its screen is shown. */

import { Connection, type Command } from './connection';
import type { Refused } from '../protocol';

/** Sends the commands one after another from this seat. Stops at the first refusal and returns it. */
export async function seatPlayers(table: string, invite: string, seat: number, commands: Command[]): Promise<Refused | undefined> {
  let end: (refused: Refused) => void = () => undefined;
  const ended = new Promise<Refused>((resolve) => (end = resolve));
  const connection = new Connection(() => ({ table, seat, after: 0, invite, carry: '' }), {
    welcome: () => undefined,
    news: () => undefined,
    refused: (refused) => end(refused),
    state: (state, reason) => state === 'ended' && end({ says: 'refused', id: '', reason: reason || 'failed' }),
  });
  try {
    for (const command of commands) {
      const answer = await Promise.race([connection.send(command), ended]);
      if (answer.says === 'refused') return answer;
    }
  } finally {
    connection.close();
  }
}
