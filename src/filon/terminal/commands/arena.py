"""`filon arena`: robots play matches against each other."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Generator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from filon.core.game import found
from filon.core.level import LEVELS
from filon.core.texts.visible import visible
from filon.core.texts.words import Words
from filon.terminal.commands.common import AddCommand, Refused, options_of, words_in

if TYPE_CHECKING:
    from rich.table import Table

    from filon.research.match import GameResult, Match
    from filon.research.match_result import MatchResult, RobotResult
    from filon.research.strength.sequential import SequentialTest

EXAMPLES = """\
examples:
  filon arena {game} expert strong --games 500 --seats 2
  filon arena {game} expert greedy --seats 4     one against three
  filon arena {game} strong casual beginner --seats 3 --json
  filon arena {game} my_robots:Brave strong --save games
  filon arena {game} my_robots:Brave strong --is-better     as many games as it takes to know

Everybody has every seat equally often. The same --seed plays the same games, whatever the number of processes.
"""

GAMES, MOST_GAMES = 100, 20_000
ANSWERS = {True: "better", False: "not-better", None: "not-known"}
MOST_COLUMNS = 500  # of the table: a long row rather than a cut number


def add(command: AddCommand) -> None:
    arena = command("arena", "let robots play matches against each other", run, epilog=EXAMPLES.format(game=next(iter(found()))))
    arena.add_argument("game")
    arena.add_argument("robots", nargs="+", metavar="ROBOT", help=f"{', '.join(LEVELS)}, greedy, random, module:Class; the last fills up")
    arena.add_argument("--games", type=int, metavar="N", help=f"how many games (default: {GAMES}; with --is-better at most {MOST_GAMES})")
    arena.add_argument(
        "--is-better", action="store_true", help="ask whether the first robot is better than the second, and stop when that is known"
    )
    arena.add_argument("--seats", type=int, metavar="N", help="seats at the table (default: one for each robot, 2 at least)")
    arena.add_argument("--options", default="", metavar="NAME=VALUE,…", help="the table's options, as for filon play")
    arena.add_argument("--seed", type=int, default=0, metavar="N", help="other games for another number (default: %(default)s)")
    arena.add_argument("--iterations", type=int, metavar="N", help="nobody thinks for more iterations a move (default: as their levels do)")
    arena.add_argument("--processes", type=int, default=0, metavar="N", help="how many play at once (default: one for each core)")
    arena.add_argument(
        "--scheduler", default="", metavar="ADDRESS", help="play on the workers of this Dask scheduler, such as tcp://head:8786"
    )
    arena.add_argument("--save", type=Path, metavar="DIR", help="keep every game there, beside none of an earlier match, for filon replay")
    arena.add_argument("--json", action="store_true", help="print numbers for programs")


def run(asked: argparse.Namespace) -> int:
    from filon.bots import RobotRefused
    from filon.house.room.setup import SetupRefused
    from filon.research.match import MatchRefused
    from filon.research.match_result import result_of
    from filon.research.strength.sequential import SequentialTest

    words = words_in(asked.lang)
    try:
        match = _match(asked)
        test = SequentialTest(match.robots.count(match.robots[0]) / len(match.robots)) if asked.is_better else None
        games, code = _gathered(match, test, asked, words)
    except (MatchRefused, RobotRefused, SetupRefused) as error:
        raise Refused(str(error)) from None
    result = result_of(match, games)
    if asked.json:
        print(json.dumps({**result.as_json(), **({"is_better": test.answer} if test else {})}, indent=1))
    elif games:
        show_result(result, words)
        if test:
            print(
                words.say(f"arena.{ANSWERS[test.answer]}", robot=match.robots[0], other=match.robots[-1], points=round(100 * test.margin))
            )
    return code


def _match(asked: argparse.Namespace) -> Match:
    from filon.bots import UNBOUNDED
    from filon.research.match import match_of

    seats = max(2, len(asked.robots)) if asked.seats is None else asked.seats
    most = UNBOUNDED if asked.iterations is None else asked.iterations
    if asked.processes < 0:
        raise Refused(f"--processes: expected 0 or more; found {asked.processes}")
    if asked.is_better and (len(asked.robots) != 2 or len(set(asked.robots)) != 2):
        raise Refused(f"--is-better: expected two different robots; found {', '.join(asked.robots)}")
    games = (MOST_GAMES if asked.is_better else GAMES) if asked.games is None else asked.games
    return match_of(asked.game, asked.robots, seats, games, asked.seed, options_of(asked.options), most)


def _gathered(match: Match, test: SequentialTest | None, asked: argparse.Namespace, words: Words) -> tuple[list[GameResult], int]:
    """The games played and the exit code; after Ctrl-C or a failed robot, the games played so far."""
    from filon.research.arena import played
    from filon.research.match import GameFailed
    from filon.research.strength.sequential import decided

    games: list[GameResult] = []
    folder = _folder(asked.save, match.game)
    with closing(_counted(played(match, asked.processes, folder is not None, asked.scheduler), match, words)) as coming:
        try:
            for one in decided(test, match, coming) if test else coming:
                games.append(one)
                _save(folder, match, one.number, one.text)
        except KeyboardInterrupt:
            print(words.say("arena.stopped", count=len(games), games=match.games), file=sys.stderr)
            return games, 130
        except GameFailed as error:
            _save(folder, match, error.number, error.text)
            print(f"filon: {visible(str(error))}", file=sys.stderr)
            return games, 2
    return games, 0


def _folder(asked: Path | None, game: str) -> Path | None:
    """Create the folder; refuse one with games of an earlier match."""
    if asked is not None:
        try:
            asked.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Refused(f"--save {asked}: expected a folder that can be written; found {error.strerror}") from None
        if not os.access(asked, os.W_OK):
            raise Refused(f"--save {asked}: expected a folder that can be written")
        if earlier := sorted(asked.glob(f"{game}-[0-9]*.txt")):
            raise Refused(f"--save {asked}: expected a folder without games of an earlier match; found {earlier[0].name}")
    return asked


def _save(folder: Path | None, match: Match, number: int, text: str) -> None:
    if folder is None:
        return
    path = folder / f"{match.game}-{number + 1:05}.txt"
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Refused(f"--save {path}: {error.strerror}") from None


def _counted(games: Generator[GameResult, None, None], match: Match, words: Words) -> Generator[GameResult, None, None]:
    """Show a progress bar on stderr if it is a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with closing(games), Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(words.say("arena.warming"), total=match.games)
        for one in games:
            progress.update(task, advance=1, description=words.say("arena.playing"))
            yield one


def show_result(result: MatchResult, words: Words) -> None:
    from rich.console import Console
    from rich.measure import Measurement

    console, games = Console(), max(1, result.games)
    table = table_of(result, words)
    console.width = max(console.width, Measurement.get(console, console.options.update(width=MOST_COLUMNS), table).maximum)
    console.print(table)
    console.print(words.say("arena.length", moves=round(result.moves / games), games=result.games, game=result.match.game), highlight=False)


def table_of(result: MatchResult, words: Words) -> Table:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    seats, table = len(result.match.robots), Table(highlight=False, box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    is_timed = any(side.choices for side in result.sides.values())
    heads = ["robot", "share", "interval", "equal", *("seat" for _ in range(seats)), "score", *(["thinking"] if is_timed else [])]
    for number, head in enumerate(heads):
        said = words.say(f"arena.{head}", seat=number - 3)
        said = said if head == "interval" else said.replace(" ", "\n")  # no wider than the numbers below
        table.add_column(said, justify="left" if head == "robot" else "right", no_wrap=True)
    for name, side in result.sides.items():
        low, high = result.interval(name)
        cells = [percent(result.share(name)), f"{100 * low:.0f}–{100 * high:.0f} %", percent(result.equal(name))]
        cells += [_on_seat(side, seat) for seat in range(seats)]
        cells.append(_rounded(side.score / max(1, result.games * side.seats)))
        cells += [f"{1000 * side.seconds / max(1, side.choices):.1f} ms"] if is_timed else []
        table.add_row(name if side.seats == 1 else f"{name} × {side.seats}", *cells)
    return table


def _on_seat(side: RobotResult, seat: int) -> str:
    """The share won on this seat, with its interval below."""
    share, (low, high) = side.share_on(seat), side.interval_on(seat)
    return "–" if share is None else f"{100 * share:.0f} %\n{100 * low:.0f}–{100 * high:.0f}"


def _rounded(score: float) -> str:
    return f"{score:.1f}" if abs(score) < 1000 else f"{score:.0f}"


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"
