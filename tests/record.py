"""`make record`: bring each game's recorded games up to date, so that a change of the rules shows as a difference.

Together they cover each way a game can end, each kind of move and each value of each option that is a word, in a game where it
mattered; numbers with one value that is not the default. A recorded game that still follows the rules to the end in its
name stays, with the views of today; one that does not is removed, with a reason. Games are played and added only for what none of
those shows.

Beside them stand whole logs of rooms, as game files: one for each version of the rules and each way a game can end. They are
written once and never again, so that tables kept by an earlier release can always be followed.
"""

import argparse
import sys
from collections.abc import Iterator
from dataclasses import replace
from difflib import unified_diff
from itertools import count
from pathlib import Path
from typing import Any

from filon.bots import ROBOTS, Robot
from filon.core.compiled.dice import below, dice_of
from filon.core.compiled.play import make_play
from filon.core.compiled.record import spoken
from filon.core.game import Game, GameRefused, found, load
from filon.core.seats import HAND, NOBODY, TIME
from filon.core.stream import Noted, Script, ScriptRefused
from filon.core.texts.notation import named
from filon.house.records.game_file import game_file, text_of
from filon.house.records.transcript import TranscriptRefused, read_transcript, transcript_of
from filon.house.robots.in_memory import Robots
from filon.house.room.events import Moved
from filon.house.room.live import LiveTable, Played, not_undone, replayed
from filon.house.room.room import Room
from filon.house.room.setup import Setup, set_up
from tests.house.finished import Playing, opened_room
from tests.house.room.fairness_example import write_example

TRIES = 20_000
SHOWN = 200  # games between two signs of progress
LONG = 3000  # lines: longer games are left out
ROOMS = 160  # rooms of which the shortest are kept
LONG_ROOM = 700  # lines


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
SLOW = ("last", "idle", "greedy")


def wanted(game: Game) -> set[str]:
    """The endings, kinds and option values that recorded games must show."""
    ends = {f"ending {spoken(end)}" for end in game.Ending if end} | {f"kind {spoken(kind)}" for kind in game.Kind}
    return ends | {f"{option.name} {value}" for option in game.label.options for value in words_of(option)}


def words_of(option: Any) -> list[Any]:
    words = [value for value in option.values if isinstance(value, str | bool)]
    numbers = [value for value in option.values if not isinstance(value, str | bool) and value != option.default]
    return words + numbers[:1]


def seen(live: LiveTable, asked: set[str]) -> set[str]:
    """The part of `asked` that this game shows: its ending, its kinds of moves, and option values that mattered."""
    game = live.game
    held = {f"ending {spoken(game.Ending(game.ending(live.table)))}"}
    held |= {f"kind {spoken(game.Kind(line.move.kind))}" for line in live.played if line.move}
    for option in game.label.options:
        value = live.setup.options[option.name]
        named = {f"{option.name} {one}" for one in (value if isinstance(value, list) else [value])}
        if named & asked and any(mattered(live, {**live.setup.options, option.name: other}) for other in others(option, live)):
            held |= named
    return held & asked


def others(option: Any, live: LiveTable) -> list[Any]:
    now = live.setup.options[option.name]
    fitting = [value for value, kept in option.values.items() if not option.is_seat or kept < len(live.setup.names)]
    return [value for value in fitting if value != now][:4] + fitting[-1:]


def mattered(live: LiveTable, options: dict[str, Any]) -> bool:
    """Whether the same moves would have been another game under other options."""
    setup, game = live.setup, live.game
    try:
        this, other = (replace(setup, options=chosen).deal(Script(live.deal)) for chosen in (setup.options, options))
    except ScriptRefused:
        return True
    apart = differing(this, other)
    return apart > 8 or any(differs(game, this, other, line, apart) for line in not_undone(live.played))


def differs(game: Game, this: Any, other: Any, line: Played, apart: int) -> bool:
    """Whether the two tables differ in the actor, the legal moves or the effect of one line, beyond their first difference."""
    for table in (this, other):
        game.stamp(table, line.at)
    actor = game.actor(this)
    if actor != game.actor(other) or game.legal(this, actor) != game.legal(other, actor) or game.refusal(other, line.seat, line.move):
        return True
    for table in (this, other):
        game.apply(table, line.move)
    return differing(this, other) > apart


def differing(this: Any, other: Any) -> int:
    """In how many bytes."""
    return sum(one != two for one, two in zip(this.bytes(), other.bytes(), strict=True))


def candidates(game: Game, missing: set[str]) -> Iterator[LiveTable]:
    """Games played with options that are still missing, short enough to read."""
    for seed in range(TRIES):
        dice = dice_of(seed)
        seats = game.label.seats[below(dice, min(3, len(game.label.seats)))]
        options = {option.name: _chosen(option, missing, seats, dice) for option in game.label.options}
        names = ["Ada", "Bram", "Chloé", "Daan", "Élise", "Floor", "Gaël", "Hanna"][:seats]
        setup = set_up(game, names, options, robots=["random"] * seats, seed=seed)
        live = by_robots(setup, SLOW[below(dice, len(SLOW))]) if seed % 12 == 0 else at_random(game, setup)
        if live and live.is_over:
            yield live


def by_robots(setup: Setup, player: str) -> LiveTable:
    live = LiveTable(replace(setup, robots=[player] * len(setup.names)), setup.chance())
    Robots(live, setup.seed or 0).play_out(LONG)
    live.setup = setup
    return live


def at_random(game: Game, setup: Setup) -> LiveTable | None:
    """A random game, played quickly and then written line by line; None if it is too long."""
    play, ids, dice, noted = make_play(game), [0] * len(game.MOVES), dice_of(setup.seed or 0), Noted(setup.chance())
    table, lines = setup.deal(noted), []
    while game.actor(table) != NOBODY:
        actor, move = game.actor(table), game.MOVES[play.step(table, ids, dice)]
        seat = TIME if game.OWNERS.get(game.Kind(move.kind)) == TIME else actor
        lines.append(Played(len(lines) + 1, table.clock if game.timed else 0, seat, move))
        if len(lines) > LONG:
            return None
    return replayed(setup, noted.draws, lines, setup.chance())


def _chosen(option: Any, missing: set[str], seats: int, dice: Any) -> Any:
    open_words = [word for word in words_of(option) if f"{option.name} {word}" in missing]
    if not open_words and below(dice, 3):
        return option.default  # so that the options still wanted can matter
    words = [word for word in open_words or option.values if not option.is_seat or option.values[word] < seats]
    return words[below(dice, len(words))] if words else option.default


def ending_of(live: LiveTable) -> str:
    return spoken(live.game.Ending(live.game.ending(live.table)))


def kept(path: Path) -> LiveTable | None:
    """A recorded game that still holds; its file is written anew if it reads otherwise today, or removed."""
    try:
        text = path.read_text(encoding="utf-8")
        live = read_transcript(text, path.name)
    except TranscriptRefused as error:
        return _removed(path, str(error))
    if not live.is_over or not path.stem.endswith(f"-{ending_of(live)}"):
        return _removed(path, f"expected the end in its name; found {ending_of(live)}")
    again = transcript_of(live, with_views=True)
    if again != text:
        lines = list(unified_diff(text.splitlines(), again.splitlines(), n=0))[2:]
        changed = sum(not line.startswith("@@") for line in lines)
        path.write_text(again, encoding="utf-8")
        print(f"{path.name}: follows the rules; {changed} lines read otherwise", flush=True)
    return live


def _removed(path: Path, why: str) -> None:
    path.unlink()
    print(f"{path.name}: removed, for it no longer follows the rules: {why}", flush=True)


def record(game: Game) -> None:
    """Keep what holds, then play for what is missing."""
    folder = game.folder / "recorded"
    folder.mkdir(exist_ok=True)
    if not (folder / "moves.txt").exists():
        (folder / "moves.txt").write_text("".join(f"{named(move)}\n" for move in game.MOVES), encoding="utf-8")
    missing = wanted(game)
    for path in sorted(folder.glob("game-*.txt")):
        if live := kept(path):
            missing -= seen(live, missing)
    print(f"{game.name}: {len(list(folder.glob('game-*.txt')))} recorded games hold; to come: {sorted(missing) or 'nothing'}", flush=True)
    add(game, folder, missing)


def add(game: Game, folder: Path, missing: set[str]) -> None:
    """Games for what is missing, each under the next free number."""
    for tried, live in enumerate(candidates(game, missing) if missing else [], 1):
        if tried % SHOWN == 0:
            print(f"{game.name}: {tried} games played; to come: {sorted(missing)}", flush=True)
        if shown := seen(live, missing):
            missing -= shown
            path = folder / f"game-{_free(folder):02}-{ending_of(live)}.txt"
            path.write_text(transcript_of(live, with_views=True), encoding="utf-8")
            print(f"{game.name}: {path.name}, {len(live.played)} lines; to come: {sorted(missing) or 'nothing'}", flush=True)
        if not missing:
            return
    if missing:
        sys.exit(f"{game.name}: no game found for {', '.join(sorted(missing))}")


def _free(folder: Path) -> int:
    taken = {int(path.name.split("-")[1]) for path in folder.glob("game-*.txt")}
    return next(number for number in count(1) if number not in taken)


# Rooms


def rooms_wanted(game: Game) -> dict[str, Path]:
    """The recorded rooms that a game needs, with their files: one for each ending, and one with hands if it has them."""
    names = [spoken(ending) for ending in game.Ending if ending] + ["hands"] * (HAND in game.OWNERS.values())
    return {name: game.folder / "recorded" / f"room-{game.label.rules}-{name}.json" for name in names}


def room_shows(room: Room) -> set[str]:
    hands = [len(piece[2]) for _, line in room.log if isinstance(line, Moved) for piece in line.path]
    return {spoken(room.game.ending(room.playing.table))} | ({"hands"} if room.playing.is_over and max(hands, default=0) > 1 else set())


def record_rooms(game: Game) -> None:
    """The shortest of many for each that is not there under these rules yet."""
    missing = {name: path for name, path in rooms_wanted(game).items() if not path.exists()}
    shortest: dict[str, str] = {}
    for seed in range(ROOMS if missing else 0):
        room = a_room(game, seed)
        for name in room_shows(room) & missing.keys():
            text = text_of(game_file(room))
            shortest[name] = min(shortest.get(name, text), text, key=len)
    for name, text in shortest.items():
        missing[name].write_text(text, encoding="utf-8")
        print(f"{game.name}: a room, {len(text)} bytes, {name}", flush=True)
    if missing.keys() - shortest.keys():
        sys.exit(f"{game.name}: no room found for {', '.join(sorted(missing.keys() - shortest.keys()))}")


def a_room(game: Game, seed: int) -> Room:
    """A person and robots, or robots alone; with the box's own options, or with any."""
    dice, seats = dice_of(seed), game.label.seats[0]
    options = {option.name: _chosen(option, set(), seats, dice) for option in game.label.options} if seed % 4 > 1 else {}
    playing = Playing(opened_room(game, seats, options, seed), seed)
    playing.sit(seed % 2, list(PLAYERS)[seed // 4 % len(PLAYERS)])
    return playing.play(LONG_ROOM)


def main(arguments: list[str] | None = None) -> None:
    asked = argparse.ArgumentParser(prog="python -m tests.record", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    asked.add_argument("games", nargs="*", metavar="GAME", help=f"{', '.join(found())} (default: all)")
    games = [load(name) for name in asked.parse_args(arguments).games or found()]
    write_example()
    for game in games:
        record(game)
        record_rooms(game)


if __name__ == "__main__":
    try:
        main()
    except GameRefused as error:
        sys.exit(f"record: {error}")
