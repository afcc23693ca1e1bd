/** Sits people of this device and robots down at a table just opened, before its screen is shown. */

import { Connection, type Ask } from './connection';
import type { Refused } from './wire';

/** One ask after another from this seat, until one is refused; that one is given. */
export async function settle(table: string, invite: string, seat: number, asks: Ask[]): Promise<Refused | undefined> {
  let end: (refused: Refused) => void = () => undefined;
  const ended = new Promise<Refused>((resolve) => (end = resolve));
  const connection = new Connection(() => ({ table, seat, after: 0, invite, carry: '' }), {
    welcome: () => undefined,
    news: () => undefined,
    refused: (refused) => end(refused),
    line: (line, reason) => line === 'ended' && end({ says: 'refused', id: '', reason: reason || 'failed' }),
  });
  try {
    for (const ask of asks) {
      const answer = await Promise.race([connection.ask(ask), ended]);
      if (answer.says === 'refused') return answer;
    }
  } finally {
    connection.close();
  }
}
