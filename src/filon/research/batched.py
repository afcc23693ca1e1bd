"""Many tables of one game, stepped at once inside compiled code; what each player sees is written into arrays that are made once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, get_args

import numpy as np

from filon.core.compiled.dice import dice_of
from filon.core.compiled.rule import batch as packed
from filon.core.compiled.rule import is_compiled, room_for_ids
from filon.core.texts.notation import named
from filon.house.room.setup import set_up
from filon.research.deals import ResearchRefused, first_of, pool_of, ready
from filon.research.encoding import Encoding, observer_of, viewer_of
from filon.research.robots.greedy import IMAGINED, chooser_of, greedy_level
from filon.research.stepping import HOLD, NEW, any_legal, first_refused, stepper_of

See = Literal["row", "view", "nothing"]
SLICE = 256  # tables that are stepped and seen together: their memory stays in the processor's cache
SEED_STRIDE = 1_000_003  # from the seeds of one batch's tables to those of the next
LUCK = 1 << 40  # seeds of sample(), apart from those of the tables
SEEDS = 1 << 40
MOST_TABLES = 1 << 20
LOG = 256  # moves for which a log has room at first, and for so many more in one step


def batch(
    game: str,
    tables: int = 256,
    seats: int = 2,
    options: Mapping[str, Any] | None = None,
    content: dict[str, Any] | None = None,
    seed: int = 0,
    see: See = "row",
    pause: int = 30,
    recall: bool = False,
) -> Batch:
    """Tables of a game, dealt and ready for the first step.

    see: "row" writes encoded observations into `rows`, "view" packed records into `views`, "nothing" neither.
    pause: how long a decision takes, in hundredths of a second, where time runs in the game.
    recall: fill in what a seat remembers that has heard every move, as bot.recall() does at a live table.
    """
    for name, number, least, most in (("tables", tables, 1, MOST_TABLES), ("pause", pause, 0, 100_000), ("seed", seed, 0, SEEDS)):
        if not isinstance(number, int) or isinstance(number, bool) or not least <= number <= most:
            raise ResearchRefused(f"{name}: expected a whole number from {least} to {most}; found {number!r}")
    if see not in get_args(See):
        raise ResearchRefused(f"see: expected one of {', '.join(get_args(See))}; found {see!r}")
    if not is_compiled():
        raise ResearchRefused("batch: expected Numba, which compiles the steps; found FILON_PLAIN=1, or no Numba")
    names = [f"Seat {seat}" for seat in range(seats)]
    return Batch(set_up(ready(game), names, dict(options or {}), content), tables, seed, see, pause, recall)


class Batch:
    """After reset() and after each step(), for each table i:

    seat[i]            who must act; what follows is told as this seat counts: itself, the next seat, …
    rows[i], views[i]  what it sees, encoded (`encoding` names the columns) or as a packed record
    mask[i, action]    1 where it may play that action; legal[i, :count[i]] are the same actions as a list
    over[i]            whether the last step ended a game; the next one is dealt already
    won[i]             then each seat's share of the victory, by seat number; zeros otherwise
    final[i]           then the table at the end of that game, as a packed record
    log[i, :logged[i]] the ids of all moves of the game so far, those of the house among them
    last_log[i, :last_logged[i]]  those of the last game that ended
    """

    def __init__(self, setup: Any, tables: int, seed: int, see: See, pause: int, recall: bool = False) -> None:
        self.setup, self.see, self.pause, self.recall, self.first = setup, see, pause, recall, first_of(setup)
        self.encoding = Encoding(setup)
        self.game, self.seats, self.actions = self.encoding.game, self.encoding.seats, self.encoding.actions
        self.pool = packed(pool_of(setup, seed))
        self.tables = np.repeat(self.pool[:1], tables)
        self.final = self.tables.copy()
        self._allocate(tables, see)
        self._step, self._slices = stepper_of(self.game.name), [slice(i, i + SLICE) for i in range(0, tables, SLICE)]
        self._bind()
        self.reset(seed)

    def __len__(self) -> int:
        return len(self.tables)

    def _allocate(self, tables: int, see: See) -> None:
        actions = len(self.actions)
        self.seat, self.count = np.zeros(tables, np.int64), np.zeros(tables, np.int64)
        self.legal, self.mask = np.zeros((tables, actions), np.int16), np.zeros((tables, actions), np.uint8)
        self.won, self.over = np.zeros((tables, self.seats), np.float32), np.zeros(tables, np.bool_)
        self._shown, self._rows = self.encoding.blank_rows(tables if see == "row" else 0)
        self.rows = self._rows.view()
        self.rows.flags.writeable = False  # a step writes only what has changed
        self.views = np.repeat(self.pool[:1], tables if see == "view" else 1)
        self._chosen, self._sampled = np.full(tables, NEW), np.zeros(tables, np.int64)
        self._room, self._all = room_for_ids(len(self.game.MOVES)), np.ones(tables, np.bool_)
        self.dice, self._luck = packed([dice_of(0)] * tables), packed([dice_of(0)] * tables)
        self.log, self.last_log = np.zeros((tables, 2 * LOG), np.int16), np.zeros((tables, 2 * LOG), np.int16)
        self.logged, self.last_logged = np.zeros(tables, np.int64), np.zeros(tables, np.int64)

    def _bind(self) -> None:
        """The arguments of all loops, slice by slice."""
        self._stepped, self._seen = [self._stepping(cut) for cut in self._slices], [self._seeing(cut) for cut in self._slices]

    def _stepping(self, cut: slice) -> tuple[Any, ...]:
        held = (self.seat, self.count, self.legal, self.mask, self.won, self.over, self.final, self.logged, self.last_log, self.last_logged)
        return (
            self.tables[cut], self.pool, self.first, self.pause, self._chosen[cut], self.actions.ids, self.actions.of_id, self.dice[cut],
            self._room, self.log[cut], *(array[cut] for array in held),
        )  # fmt: skip

    def _seeing(self, cut: slice) -> tuple[Any, ...]:
        seen = (self.views, self._shown[cut], self._rows[cut]) if self.see == "row" else (self.views[cut],)
        return self.tables[cut], self.seat[cut], self.log[cut], self.logged[cut], *seen

    def reset(self, seed: int = 0) -> None:
        """New deals at all tables; the same seed gives the same games for the same actions."""
        seeds = range(seed * SEED_STRIDE, seed * SEED_STRIDE + len(self))
        self.begin(seeds, [LUCK + one for one in seeds])

    def begin(self, seeds: Sequence[int], luck: Sequence[int]) -> None:
        """New deals, each table with its own seed for deal and dice, and one for the robots at it."""
        self.dice[:] = packed(map(dice_of, seeds))
        self._luck[:] = packed(map(dice_of, luck))
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
        if where is not None:
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
        longest = 0
        for stepped, seen in zip(self._stepped, self._seen, strict=True):
            longest = max(longest, self._step(*stepped))
            self._look(seen)
        if longest + LOG > self.log.shape[1]:
            self._lengthen()

    def _lengthen(self) -> None:
        """Room for twice as many moves."""
        self.log, self.last_log = (np.pad(log, ((0, 0), (0, log.shape[1]))) for log in (self.log, self.last_log))
        self._bind()

    def _look(self, seen: tuple[Any, ...]) -> None:
        if self.see == "row":
            observer_of(self.game.name, self.seats, self.recall)(*seen)
        elif self.see == "view":
            viewer_of(self.game.name, self.recall)(*seen)

    def sample(self, where: Any = None) -> Any:
        """A random legal action for each table, or for those where `where` is true; the array is written again by the next call."""
        any_legal(self._luck, self.count, self.legal, self._checked(where), self._sampled)
        return self._sampled

    def by(self, robot: str, where: Any = None) -> Any:
        """The actions of a robot for each table, or for those where `where` is true: "random", "greedy", or a level that is greedy;
        the array is written again by the next call."""
        if robot == "random":
            return self.sample(where)
        level = greedy_level(self.game, robot)
        held = np.repeat(self.pool[:1], IMAGINED + level.thinking)
        chooser_of(self.game.name, level.worth)(
            self.tables, self.seat, self.count, self.legal, self._checked(where), self.actions.ids, self.log, self.logged, self._luck,
            level.thinking, level.memory, held, self._room, self._sampled,
        )  # fmt: skip
        return self._sampled
