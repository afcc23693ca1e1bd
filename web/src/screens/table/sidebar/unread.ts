/** Which chat somebody should read later; the rest is heard at the moment, in a bubble at the board. */

import type { ChatLine } from '../../../game-log/lines';
import { hasText } from '../../../i18n/i18n.svelte';
import type { Person } from '../../../protocol';

/** Not what robots say, nor a phrase that belongs to the game, such as one about the sand. */
export const isToRead = (line: ChatLine, game: string, people: readonly Person[]): boolean =>
  line.line === 'said' || !(people[line.seat]?.robot || hasText(game, `phrase.${line.phrase}`));
