import type { Board as Contract, Count, Seen } from '$web/board';
import { sayIn } from '$web/say.svelte';
import Board from './Board.svelte';
import { MOVE, Phase, type Move, type Table } from './types';

const seated = (view: Table) => view.pouch.slice(0, view.seats);
const panned = (view: Table) => seated(view).map((_, seat) => (seat === view.turn ? view.pan : 0));
const standing = (view: Table) => seated(view).map((kept, seat) => kept + panned(view)[seat]!);

function status({ game, view, seat, names, winners }: Seen<Table, Move>): string {
  if (view.phase === Phase.OVER) return sayIn(game, 'board.won', { who: names[winners[0] ?? view.turn] ?? '' });
  return view.turn === seat ? sayIn(game, 'board.your-turn') : sayIn(game, 'board.turn', { who: names[view.turn] ?? '' });
}

/** How the final score came about: what was kept, and what lay in the pan (GP-20). */
function counted({ game, view }: Seen<Table, Move>): Count[] {
  return [
    { what: sayIn(game, 'table.kept'), numbers: seated(view) },
    { what: sayIn(game, 'table.panned'), numbers: panned(view) },
  ];
}

const places = (move: Move, seat: number) => (move.kind === 'keep' ? [`player-${seat}`] : ['die']);
const hasSecrets = false;

export { Board, MOVE, counted, hasSecrets, places, standing, status };
({ Board, MOVE, counted, hasSecrets, places, standing, status }) satisfies Contract<Table, Move>;
