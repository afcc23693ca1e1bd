"""`filon robots` and `filon arena`: what the levels are like, and robots against robots."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Generator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from filon.core.game import found, load
from filon.core.level import LEVELS
from filon.core.texts.words import Words, read_words

if TYPE_CHECKING:
    from rich.table import Table

    from filon.research.match import Match, Played
    from filon.research.tally import Side, Tally

ARENA = """\
examples:
  filon arena {game} expert keen --games 500 --seats 2
  filon arena {game} expert greedy --seats 4     one against three
  filon arena {game} keen casual newcomer --seats 3 --json
  filon arena {game} my_robots:Brave keen --save games

Everybody has every seat equally often. The same --seed plays the same games, whatever the number of processes.
"""

WIDE = 500  # letters: rather a long line than half a number


class ArenaRefused(Exception):
    """A match that cannot be played as asked."""


def add_arena(command: Callable[..., argparse.ArgumentParser]) -> None:
    arena = command("arena", "let robots play matches against each other", run_arena, epilog=ARENA.format(game=next(iter(found()))))
    arena.add_argument("game")
    arena.add_argument("robots", nargs="+", metavar="ROBOT", help=f"{', '.join(LEVELS)}, greedy, random, module:Class; the last fills up")
    arena.add_argument("--games", type=int, default=100, metavar="N", help="how many games (default: %(default)s)")
    arena.add_argument("--seats", type=int, metavar="N", help="seats at the table (default: one for each robot, 2 at least)")
    arena.add_argument("--options", default="", metavar="NAME=VALUE,…", help="the table's options, as for filon play")
    arena.add_argument("--seed", type=int, default=0, metavar="N", help="other games for another number (default: %(default)s)")
    arena.add_argument("--iterations", type=int, metavar="N", help="nobody thinks for more iterations a move (default: as their levels do)")
    arena.add_argument("--processes", type=int, default=0, metavar="N", help="how many play at once (default: one for each core)")
    arena.add_argument("--save", type=Path, metavar="DIR", help="keep every game there, beside none of an earlier match, for filon replay")
    arena.add_argument("--json", action="store_true", help="print numbers for programs")


def add_robots(command: Callable[..., argparse.ArgumentParser]) -> None:
    robots = command("robots", "say what the levels of a game's robots are like", run_robots)
    robots.add_argument("game", help=f"one of {', '.join(found())}")


def run_robots(asked: argparse.Namespace) -> int:
    words = load(asked.game).words(asked.lang)
    for level in LEVELS:
        print(f"{level}: {words.say(f'robot.{level}.name')}\n    {words.say(f'robot.{level}.says')}")
    return 0


def run_arena(asked: argparse.Namespace) -> int:
    from filon.bots import RobotRefused
    from filon.house.setup import SetupRefused
    from filon.research.match import MatchRefused
    from filon.research.tally import tallied

    words = read_words(Path(__file__).parent, asked.lang)
    try:
        match = _match(asked)
        games, code = _gathered(match, asked, words)
    except (MatchRefused, RobotRefused, SetupRefused) as error:
        raise ArenaRefused(str(error)) from None
    tally = tallied(match, games)
    if asked.json:
        print(json.dumps(tally.told(), indent=1))
    elif games:
        _show(tally, words)
    return code


def _match(asked: argparse.Namespace) -> Match:
    from filon.bots import UNBOUNDED
    from filon.research.match import match_of
    from filon.terminal.asking import options_of

    seats = max(2, len(asked.robots)) if asked.seats is None else asked.seats
    most = UNBOUNDED if asked.iterations is None else asked.iterations
    if asked.processes < 0:
        raise ArenaRefused(f"--processes: expected 0 or more; found {asked.processes}")
    return match_of(asked.game, asked.robots, seats, asked.games, asked.seed, options_of(asked.options), most)


def _gathered(match: Match, asked: argparse.Namespace, words: Words) -> tuple[list[Played], int]:
    """What was played, and the exit code: Ctrl-C ends it, or a robot that fails, and nothing is lost."""
    from filon.research.arena import played
    from filon.research.match import BrokenOff

    games: list[Played] = []
    folder = _folder(asked.save, match.game)
    with closing(_counted(played(match, asked.processes, folder is not None), match, words)) as coming:
        try:
            for one in coming:
                games.append(one)
                _save(folder, match, one.number, one.text)
        except KeyboardInterrupt:
            print(words.say("arena.stopped", count=len(games), games=match.games), file=sys.stderr)
            return games, 130
        except BrokenOff as error:
            _save(folder, match, error.number, error.text)
            print(f"filon: {error}", file=sys.stderr)
            return games, 2
    return games, 0


def _folder(asked: Path | None, game: str) -> Path | None:
    """Made if need be; games of an earlier match are not written over."""
    if asked is not None:
        try:
            asked.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ArenaRefused(f"--save {asked}: expected a folder that can be written; found {error.strerror}") from None
        if not os.access(asked, os.W_OK):
            raise ArenaRefused(f"--save {asked}: expected a folder that can be written")
        if earlier := sorted(asked.glob(f"{game}-[0-9]*.txt")):
            raise ArenaRefused(f"--save {asked}: expected a folder without games of an earlier match; found {earlier[0].name}")
    return asked


def _save(folder: Path | None, match: Match, number: int, text: str) -> None:
    if folder is None:
        return
    path = folder / f"{match.game}-{number + 1:05}.txt"
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise ArenaRefused(f"--save {path}: {error.strerror}") from None


def _counted(games: Generator[Played, None, None], match: Match, words: Words) -> Generator[Played, None, None]:
    """With a bar on the error channel, where somebody sees it."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with closing(games), Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(words.say("arena.warming"), total=match.games)
        for one in games:
            progress.update(task, advance=1, description=words.say("arena.playing"))
            yield one


def _show(tally: Tally, words: Words) -> None:
    from rich.console import Console
    from rich.measure import Measurement

    console, games = Console(), max(1, tally.games)
    table = table_of(tally, words)
    console.width = max(console.width, Measurement.get(console, console.options.update(width=WIDE), table).maximum)
    console.print(table)
    console.print(words.say("arena.length", moves=round(tally.moves / games), games=tally.games, game=tally.match.game), highlight=False)


def table_of(tally: Tally, words: Words) -> Table:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    seats, table = len(tally.match.robots), Table(highlight=False, box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    heads = ["robot", "share", "interval", "equal", *("seat" for _ in range(seats)), "score", "thinking"]
    for number, head in enumerate(heads):
        said = words.say(f"arena.{head}", seat=number - 3)
        said = said if head == "interval" else said.replace(" ", "\n")  # no wider than the numbers below
        table.add_column(said, justify="left" if head == "robot" else "right", no_wrap=True)
    for name, side in tally.sides.items():
        low, high = tally.interval(name)
        cells = [percent(tally.share(name)), f"{100 * low:.0f}–{100 * high:.0f} %", percent(tally.equal(name))]
        cells += [_on_seat(side, seat) for seat in range(seats)]
        cells += [_rounded(side.score / max(1, tally.games * side.seats)), f"{1000 * side.seconds / max(1, side.choices):.1f} ms"]
        table.add_row(name if side.seats == 1 else f"{name} × {side.seats}", *cells)
    return table


def _on_seat(side: Side, seat: int) -> str:
    """What it won there, with its interval below."""
    share, (low, high) = side.share_on(seat), side.interval_on(seat)
    return "–" if share is None else f"{100 * share:.0f} %\n{100 * low:.0f}–{100 * high:.0f}"


def _rounded(score: float) -> str:
    return f"{score:.1f}" if abs(score) < 1000 else f"{score:.0f}"


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"
