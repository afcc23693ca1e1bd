"""Many tables of one game, stepped at once inside compiled code; what each player sees is written into arrays that are made once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, get_args

import numpy as np

from filon.core.compiled.dice import dice_of
from filon.core.compiled.rule import batch as packed
from filon.core.compiled.rule import is_compiled
from filon.core.texts.notation import named
from filon.house.room.setup import set_up
from filon.research.deals import ResearchRefused, first_of, pool_of, ready
from filon.research.encoding import Encoding, observer_of, viewer_of
from filon.research.stepping import HOLD, NEW, any_legal, first_refused, stepper_of

See = Literal["row", "view", "nothing"]
SLICE = 256  # tables that are stepped and seen together: their memory stays in the processor's cache
SEED_STRIDE = 1_000_003  # from the seeds of one batch's tables to those of the next
LUCK = 1 << 40  # seeds of sample(), apart from those of the tables
SEEDS = 1 << 40
MOST_TABLES = 1 << 20


def batch(
    game: str,
    tables: int = 256,
    seats: int = 2,
    options: Mapping[str, Any] | None = None,
    content: dict[str, Any] | None = None,
    seed: int = 0,
    see: See = "row",
    pause: int = 30,
) -> Batch:
    """Tables of a game, dealt and ready for the first step.

    see: "row" writes encoded observations into `rows`, "view" packed records into `views`, "nothing" neither.
    pause: how long a decision takes, in hundredths of a second, where time runs in the game.
    """
    for name, number, least, most in (("tables", tables, 1, MOST_TABLES), ("pause", pause, 0, 100_000), ("seed", seed, 0, SEEDS)):
        if not isinstance(number, int) or isinstance(number, bool) or not least <= number <= most:
            raise ResearchRefused(f"{name}: expected a whole number from {least} to {most}; found {number!r}")
    if see not in get_args(See):
        raise ResearchRefused(f"see: expected one of {', '.join(get_args(See))}; found {see!r}")
    if not is_compiled():
        raise ResearchRefused("batch: expected Numba, which compiles the steps; found FILON_PLAIN=1, or no Numba")
    names = [f"Seat {seat}" for seat in range(seats)]
    return Batch(set_up(ready(game), names, dict(options or {}), content), tables, seed, see, pause)


class Batch:
    """After reset() and after each step(), for each table i:

    seat[i]            who must act; what follows is told as this seat counts: itself, the next seat, …
    rows[i], views[i]  what it sees, encoded (`encoding` names the columns) or as a packed record
    mask[i, action]    1 where it may play that action; legal[i, :count[i]] are the same actions as a list
    over[i]            whether the last step ended a game; the next one is dealt already
    won[i]             then each seat's share of the victory, by seat number; zeros otherwise
    final[i]           then the table at the end of that game, as a packed record
    """

    def __init__(self, setup: Any, tables: int, seed: int, see: See, pause: int) -> None:
        self.setup, self.see, self.pause, self.first = setup, see, pause, first_of(setup)
        self.encoding = Encoding(setup)
        self.game, self.seats, self.actions = self.encoding.game, self.encoding.seats, self.encoding.actions
        self.pool = packed(pool_of(setup, seed))
        self.tables = np.repeat(self.pool[:1], tables)
        self.final = self.tables.copy()
        self._allocate(tables, see)
        self._step, self._slices = stepper_of(self.game.name), [slice(i, i + SLICE) for i in range(0, tables, SLICE)]
        self._stepped, self._seen = [self._stepping(cut) for cut in self._slices], [self._seeing(cut) for cut in self._slices]
        self.reset(seed)

    def __len__(self) -> int:
        return len(self.tables)

    def _allocate(self, tables: int, see: See) -> None:
        actions, width = len(self.actions), self.encoding.width
        self.seat, self.count = np.zeros(tables, np.int64), np.zeros(tables, np.int64)
        self.legal, self.mask = np.zeros((tables, actions), np.int16), np.zeros((tables, actions), np.uint8)
        self.won, self.over = np.zeros((tables, self.seats), np.float32), np.zeros(tables, np.bool_)
        self.rows = np.zeros((tables if see == "row" else 0, width), np.float32)
        self.views = np.repeat(self.pool[:1], tables if see == "view" else 1)
        self._chosen, self._sampled = np.full(tables, NEW), np.zeros(tables, np.int64)
        self._ids, self._all = np.zeros(len(self.game.MOVES), np.int64), np.ones(tables, np.bool_)
        self.dice = self._luck = packed([dice_of(0)] * tables)

    def _stepping(self, cut: slice) -> tuple[Any, ...]:
        """The arguments of the loop for one slice, but for the dice."""
        self.dice = self.dice if self.dice is not self._luck else self.dice.copy()
        held = (self.seat, self.count, self.legal, self.mask, self.won, self.over, self.final)
        return (
            self.tables[cut], self.pool, self.first, self.pause, self._chosen[cut], self.actions.ids, self.actions.of_id, self.dice[cut],
            self._ids, *(array[cut] for array in held),
        )  # fmt: skip

    def _seeing(self, cut: slice) -> tuple[Any, ...]:
        seen = (self.views, self.rows[cut]) if self.see == "row" else (self.views[cut],)
        return self.tables[cut], self.seat[cut], *seen

    def reset(self, seed: int = 0) -> None:
        """New deals at all tables; the same seed gives the same games for the same actions."""
        first = seed * SEED_STRIDE
        self.dice[:] = packed(dice_of(first + i) for i in range(len(self)))
        self._luck[:] = packed(dice_of(LUCK + first + i) for i in range(len(self)))
        self._chosen[:] = NEW
        self._run()

    def step(self, actions: Any, where: Any = None) -> None:
        """Play an action at each table, or only at those where `where` is true; if one is refused, none is played."""
        chosen = np.asarray(actions)
        if chosen.shape != self._chosen.shape or chosen.dtype.kind not in "iu":
            raise ResearchRefused(
                f"actions: expected whole numbers, one for each of {len(self)} tables; found shape {chosen.shape} of {chosen.dtype}"
            )
        played = self._checked(where)
        np.copyto(self._chosen, chosen, casting="unsafe")
        refused = first_refused(self._chosen, self.mask, played)
        if refused >= 0:
            raise ResearchRefused(self._reason(int(refused)))
        self._chosen[~played] = HOLD
        self._run()

    def _checked(self, where: Any) -> Any:
        """True for each table that is meant."""
        meant = self._all if where is None else np.asarray(where)
        if meant.shape != self._all.shape or meant.dtype != np.bool_:
            raise ResearchRefused(
                f"where: expected true or false for each of {len(self)} tables; found shape {meant.shape} of {meant.dtype}"
            )
        return meant

    def _reason(self, table: int) -> str:
        action, seat = int(self._chosen[table]), int(self.seat[table])
        if not 0 <= action < len(self.actions):
            return f"table {table}: expected an action from 0 to {len(self.actions) - 1}; found {action}"
        move = self.game.MOVES[self.actions.ids[seat, action]]
        refusal = self.game.refusal(self.game.Table.unpacked(self.tables[table]), seat, move)
        return f"table {table}: seat {seat} may not play action {action}, {named(move)}: {refusal.name} ({self.game.CLAUSES[refusal]})"

    def _run(self) -> None:
        for stepped, seen in zip(self._stepped, self._seen, strict=True):
            self._step(*stepped)
            self._look(seen)

    def _look(self, seen: tuple[Any, ...]) -> None:
        if self.see == "row":
            observer_of(self.game.name, self.seats)(*seen)
        elif self.see == "view":
            viewer_of(self.game.name)(*seen)

    def sample(self, where: Any = None) -> Any:
        """A random legal action for each table, or for those where `where` is true; the array is written again by the next call."""
        any_legal(self._luck, self.count, self.legal, self._checked(where), self._sampled)
        return self._sampled
