/** Texts of the board. */

import type { ScoreRow, BoardTable } from '$web/board';
import { sayIn } from '$web/i18n/i18n.svelte';
import { GEMS, numberOf, points } from './gems/gems';
import { Phase, type Move, type PhaseName, type Table } from './types';

const PHASES = Object.entries(Phase).map(([name]) => name.toLowerCase() as PhaseName);

/** Who must do what, in one sentence. */
export function status(table: BoardTable<Table, Move>): string {
  const { view, game, names } = table;
  const [phase, who, victim] = [PHASES[view.phase]!, names[view.digger] ?? '', names[view.victim] ?? ''];
  if (view.digger === table.seat && phase === 'digging' && table.legal.size) return digging(table);
  if (view.digger === table.seat) return sayIn(game, 'board.yours', { phase, victim });
  return sayIn(game, 'board.theirs', { phase, who, victim });
}

/** What is left to do with a throw. */
function digging(table: BoardTable<Table, Move>): string {
  const can = (kind: Move['kind']) => table.legally({ kind }).length > 0;
  const use = can('steal') ? 'steal' : 'take';
  const then = can('throw') ? 'throw' : can('stow') || can('stow-all') ? 'stow' : 'stop';
  return sayIn(table.game, can('steal') || can('take') ? 'table.digging' : 'table.digging-none', { use, then });
}

export const scores = (view: Table): number[] => view.player.slice(0, view.seats).map(points);

/** Tokens times value, one row for each colour. */
export function scoreRows(table: BoardTable<Table, Move>): ScoreRow[] {
  const players = table.view.player.slice(0, table.view.seats);
  return GEMS.map((gem) => {
    const colour = numberOf(gem);
    const values = new Set(players.map((player) => player.value[colour]!));
    const [value = 0] = values;
    const what = sayIn(table.game, values.size === 1 ? 'table.count-each' : 'table.count', { colour: gem, value });
    return { what, numbers: players.map((player) => player.crate[colour]! * player.value[colour]!) };
  });
}

/** How much sand the last turn had, which is no secret any more. */
export function lastGlass(view: Table, game: string): string {
  if (view.last_sand < 0) return '';
  return inTenths(view.last_sand * view.pace, 'table.held', game);
}

/** How much sand STOP left in the glass, in hundredths of a second. */
export const sandLeft = (left: number, game: string) => inTenths(left, 'table.left', game);

function inTenths(hundredths: number, key: string, game: string): string {
  const tenths = Math.floor(hundredths / 10);
  return sayIn(game, key, { seconds: Math.floor(tenths / 10), tenths: tenths % 10 });
}
