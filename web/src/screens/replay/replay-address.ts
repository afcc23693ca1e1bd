/** The address of a replay: which game, at which move, seen by whom. */

import type { ReplayViewpoint } from '../../client/api';
import { SPECTATOR } from '../../protocol';

/** Move and viewpoint that an address asks for; the start, seen by a spectator, where it does not say. */
export function replayAddress(query: URLSearchParams): { at: number; viewpoint: ReplayViewpoint } {
  const move = query.get('move') ?? '';
  const view = query.get('view') ?? '';
  const viewpoint = view === 'open' ? view : /^(\d|1[0-5])$/.test(view) ? Number(view) : SPECTATOR;
  return { at: /^\d{1,5}$/.test(move) ? Math.max(0, Number(move) - 1) : 0, viewpoint };
}

/** The address of a replay at one of its moves, counted from 0. */
export function replayLink(table: string, at: number, viewpoint: ReplayViewpoint): string {
  const view = viewpoint === SPECTATOR ? '' : `&view=${viewpoint}`;
  return `${location.origin}/replay/${table}?move=${at + 1}${view}`;
}
