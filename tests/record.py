"""`make record`: rewrite each game's recorded games, so that a change of the rules shows as a difference.

Together they cover each way a game can end, each kind of move and each value of each option that is a word, in a game where it
mattered; numbers with one value that is not the default. Players are chosen to reach those ends.
"""

import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from filon.bots import ROBOTS, Robot
from filon.core.dice import below, dice_of
from filon.core.game import Game, found, load
from filon.core.notation import named
from filon.core.record import spoken, spots
from filon.core.stream import Script, ScriptRefused
from filon.house.paper import written
from filon.house.robots import Robots
from filon.house.setup import set_up
from filon.house.table import LineRefused, LiveTable, MoveRefused, UndoRefused

TRIES = 4000
LONG = 3000  # lines: longer games are left out


class Last(Robot):
    """Always the last legal move: stops, passes and ends turns whenever it may."""

    def choose(self, heard: Any, view: Any, legal: list[int], at: int) -> int:
        return legal[-1]


class Idle(Robot):
    """Anything but a move that makes progress, as far as a mere number tells."""

    def choose(self, heard: Any, view: Any, legal: list[int], at: int) -> int:
        late = legal[len(legal) // 2 :]
        return late[below(self.dice, len(late))]


PLAYERS = {**ROBOTS, "last": Last, "idle": Idle}
ROBOTS.update(PLAYERS)
OFTEN = ("random", "random", "random", "random", "last", "idle", "greedy")


def wanted(game: Game) -> set[str]:
    """What must be seen in some recorded game."""
    ends = {f"ending {spoken(end)}" for end in game.Ending if end} | {f"kind {spoken(kind)}" for kind in game.Kind}
    return ends | {f"{option.name} {value}" for option in game.label.options for value in words_of(option)}


def words_of(option: Any) -> list[Any]:
    words = [value for value in option.values if isinstance(value, str | bool)]
    numbers = [value for value in option.values if not isinstance(value, str | bool) and value != option.default]
    return words + numbers[:1]


def seen(live: LiveTable) -> set[str]:
    """What this game shows: how it ended, every kind of move, and each option's value where it mattered."""
    game = live.game
    held = {f"ending {spoken(game.Ending(game.ending(live.table)))}"}
    held |= {f"kind {spoken(game.Kind(line.move.kind))}" for line in live.lines if line.move}
    for option in game.label.options:
        if any(mattered(live, {**live.setup.options, option.name: other}) for other in others(option, live)):
            value = live.setup.options[option.name]
            held |= {f"{option.name} {one}" for one in (value if isinstance(value, list) else [value])}
    return held


def others(option: Any, live: LiveTable) -> list[Any]:
    now = live.setup.options[option.name]
    fitting = [value for value, kept in option.values.items() if not option.is_seat or kept < len(live.setup.names)]
    return [value for value in fitting if value != now][:4] + fitting[-1:]


def mattered(live: LiveTable, options: dict[str, Any]) -> bool:
    """Whether the same moves would have been another game under other options."""
    try:
        other = LiveTable(replace(live.setup, options=options), Script(live.deal), settled=False)
        this = LiveTable(live.setup, Script(live.deal), settled=False)
        if other.deal != this.deal or differing(this, other) > len(live.setup.names):
            return True
        return any(differs(this, other, line) for line in live.lines)
    except (ScriptRefused, MoveRefused, LineRefused, UndoRefused):
        return True


def differs(this: LiveTable, other: LiveTable, line: Any) -> bool:
    """What may be played, or what one line makes of the two tables, beyond what set them apart at first."""
    apart, at = differing(this, other), max(line.at, this.at)
    actor = this.game.actor(this.table)
    if actor != other.game.actor(other.table) or this.game.legal(this.stamped(at), actor) != other.game.legal(other.stamped(at), actor):
        return True
    this.follow(line)
    other.follow(line)
    return differing(this, other) > apart


def differing(this: LiveTable, other: LiveTable) -> int:
    return sum(one != two for (_, _, one), (_, _, two) in zip(spots(this.table), spots(other.table), strict=True))


def candidates(game: Game, missing: set[str]) -> Iterator[LiveTable]:
    """Games played with options that are still missing, short enough to read."""
    for seed in range(TRIES):
        dice = dice_of(seed)
        seats = game.label.seats[below(dice, min(3, len(game.label.seats)))]
        options = {option.name: _chosen(option, missing, seats, dice) for option in game.label.options}
        player = OFTEN[below(dice, len(OFTEN))]
        names = ["Ada", "Bram", "Chloé", "Daan", "Élise", "Floor", "Gaël", "Hanna"][:seats]
        live = LiveTable(setup := set_up(game, names, options, robots=[player] * seats, seed=seed), setup.chance())
        Robots(live, seed).play_out(LONG)
        if live.is_over:
            yield live


def _chosen(option: Any, missing: set[str], seats: int, dice: Any) -> Any:
    open_words = [word for word in words_of(option) if f"{option.name} {word}" in missing]
    words = [word for word in open_words or option.values if not option.is_seat or option.values[word] < seats]
    return words[below(dice, len(words))] if words else option.default


def promising(live: LiveTable, missing: set[str]) -> bool:
    """A quick look before the long one."""
    kinds = {f"kind {spoken(live.game.Kind(line.move.kind))}" for line in live.lines}
    values = {f"{name} {value}" for name, value in live.setup.options.items()}
    return bool((kinds | values | {f"ending {spoken(live.game.Ending(live.game.ending(live.table)))}"}) & missing)


def record(game: Game) -> None:
    folder = game.folder / "recorded"
    folder.mkdir(exist_ok=True)
    if not (folder / "moves.txt").exists():
        (folder / "moves.txt").write_text("".join(f"{named(move)}\n" for move in game.MOVES), encoding="utf-8")
    for path in folder.glob("game-*.txt"):
        path.unlink()
    missing, number = wanted(game), 0
    for live in candidates(game, missing):
        shown = seen(live) & missing if promising(live, missing) else set()
        if shown:
            missing -= shown
            number += 1
            ending = spoken(live.game.Ending(live.game.ending(live.table)))
            live.setup = replace(live.setup, robots=["random"] * len(live.setup.names))
            (folder / f"game-{number:02}-{ending}.txt").write_text(written(live, with_views=True), encoding="utf-8")
            print(f"{game.name}: game {number}, {len(live.lines)} lines, {ending}; to come: {sorted(missing)}", flush=True)
        if not missing:
            return
    sys.exit(f"{game.name}: no game found for {', '.join(sorted(missing))}")


if __name__ == "__main__":
    for name in sys.argv[1:] or found():
        record(load(name))
