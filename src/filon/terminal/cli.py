"""`filon`: the command line."""

from __future__ import annotations

import argparse
import os
import secrets
import sys
import time
from functools import partial
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from filon import __version__
from filon.core.content import ContentRefused, read_content
from filon.core.game import GameRefused, found, load
from filon.core.label import OptionRefused
from filon.core.level import LEVELS, Level
from filon.core.words import LANGUAGES, Words, read_words
from filon.terminal.arena import ArenaRefused, add_arena, add_robots
from filon.terminal.asking import Refused, options_of
from filon.terminal.serving import ServingRefused, add_commands
from filon.terminal.verifying import VerifyingRefused, add_verify

if TYPE_CHECKING:
    from rich.console import Console

    from filon.house.robots.in_memory import Robots
    from filon.house.room.live import LiveTable
    from filon.house.room.setup import Setup

ABOUT = """\
Filon: out-of-print treasure-hunt board games, playable again by the letter of their rules.

An unofficial edition in its own words and with its own art; the games belong to their designers and publishers.
"""

PLAY = """\
examples:
  filon play                                       choose a game, play against one robot
  filon play {game} --people Ada,Bram              two people at one keyboard
  filon play {game} --seats 4 --robots keen,casual     one person, three robots
  filon play {game} --options {option} --seed 7 --lang fr
  filon play --from FILE                           go on with a saved game

While playing, type the number of a move or the move itself; `help` lists everything else.
`filon options {game}` explains every option, `filon robots {game}` every level of robots.
"""


def main(arguments: list[str] | None = None) -> int:
    asked = parser().parse_args(arguments)
    try:
        code = int(asked.run(asked))
        sys.stdout.flush()
        return code
    except BrokenPipeError:  # whoever reads has read enough, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except (KeyboardInterrupt, EOFError):
        print(file=sys.stderr)
        return 130
    except (Refused, ArenaRefused, ServingRefused, VerifyingRefused, GameRefused, OptionRefused, ContentRefused) as error:
        print(f"filon: {error}", file=sys.stderr)
        return 2


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(prog="filon", description=ABOUT, formatter_class=argparse.RawDescriptionHelpFormatter)
    top.add_argument("--version", action="version", version=f"filon {__version__}")
    commands = top.add_subparsers(title="commands", required=True, metavar="COMMAND")
    _play_parser(commands)
    _replay_parser(commands)
    _rules_parser(commands)
    _small_parsers(commands)
    add_commands(partial(_command, commands))
    add_verify(partial(_command, commands))
    add_robots(partial(_command, commands))
    add_arena(partial(_command, commands))
    return top


def _command(commands: Any, name: str, help: str, run: Any, **more: Any) -> argparse.ArgumentParser:
    made: argparse.ArgumentParser = commands.add_parser(
        name, help=help, description=more.pop("description", help), formatter_class=argparse.RawDescriptionHelpFormatter, **more
    )
    made.set_defaults(run=run)
    made.add_argument("--lang", choices=LANGUAGES, default=_language(), help="the language of the table (default: yours, here %(default)s)")
    return made


def _language() -> str:
    spoken = (os.environ.get("LC_ALL") or os.environ.get("LANG") or "")[:2]
    return spoken if spoken in LANGUAGES else "en"


def _play_parser(commands: Any) -> None:
    name, label = next(iter(found().items()))
    option = f"{label.options[1].name}={list(label.options[1].values)[-1]}"
    play = _command(
        commands, "play", "play at this keyboard, with people and robots", run_play, epilog=PLAY.format(game=name, option=option)
    )
    play.add_argument("game", nargs="?", help=f"one of {', '.join(found())}; without it you are asked")
    play.add_argument("--seats", type=int, metavar="N", help="seats in all (default: as few as the box promises)")
    play.add_argument("--people", metavar="NAMES", help="names of the people, separated by commas; 'none' to watch robots (default: one)")
    play.add_argument(
        "--robots",
        metavar="KINDS",
        help=f"robots for the other seats, in turn: {', '.join(LEVELS)}, greedy, random, or module:Class",
    )
    play.add_argument("--options", default="", metavar="NAME=VALUE,…", help="the table's options; a value per seat is written a/b/c")
    play.add_argument("--content", type=Path, metavar="FILE", help="another content file, in place of the printed numbers")
    play.add_argument("--seed", type=int, metavar="N", help="the same chance again for the same number (default: fair chance)")
    play.add_argument("--from", dest="saved", type=Path, metavar="FILE", help="go on with a saved game")
    play.add_argument("--quick", action="store_true", help="robots answer at once")


def _replay_parser(commands: Any) -> None:
    replay = _command(commands, "replay", "step through a saved game", run_replay)
    replay.add_argument("file", type=Path, metavar="FILE")
    replay.add_argument("--seat", type=int, metavar="N", help="see it as this seat saw it, 1 being the first (default: as a spectator)")
    replay.add_argument("--story", action="store_true", help="print the whole game as a story and stop")


def _rules_parser(commands: Any) -> None:
    rules = _command(commands, "rules", "read the rules, clause by clause", run_rules)
    rules.add_argument("game", help=f"one of {', '.join(found())}")
    rules.add_argument("asked", nargs="*", metavar="WORD", help="a clause's number, or words to look for")


def _small_parsers(commands: Any) -> None:
    _command(commands, "games", "list the games, with designer, publisher and players", run_games)
    options = _command(commands, "options", "explain a game's options, each with its clause", run_options)
    options.add_argument("game", help=f"one of {', '.join(found())}")


# What each command does


def run_play(asked: argparse.Namespace) -> int:
    from filon.bots import RobotFailed, warm_for
    from filon.terminal.keys import Keyboard, WallClock
    from filon.terminal.play import Left, Session
    from filon.terminal.screen import Screen

    console, words = _console(), _words(asked.lang)
    _robots(asked.robots)
    if asked.saved and (asked.game or asked.seats or asked.people or asked.options or asked.content or asked.seed is not None):
        raise Refused("--from: expected nothing else about the table, which is as it was saved")
    live = _read(asked.saved) if asked.saved else _opened(_setup(asked, console, words))
    saves = _saves(live.setup.game)
    for level in _levels(live, asked.saved):
        warm_for(live.game, level)
    robots = _seated(live)
    with Keyboard() as keys:
        screen = Screen(console, live, words, told_from=len(live.lines))
        session = Session(live, robots, screen, keys, WallClock(live.at), saves, asked.quick)
        try:
            session.run()
            said = "play.replay"
        except (KeyboardInterrupt, EOFError, Left):
            console.print()
            said = "play.left"
        except RobotFailed as error:
            session.keep("play.left")
            raise Refused(str(error)) from None
        session.keep(said)
    return 0


def run_replay(asked: argparse.Namespace) -> int:
    from filon.core.seats import SPECTATOR
    from filon.terminal.keys import Keyboard
    from filon.terminal.replay import Replay
    from filon.terminal.screen import Screen

    live, console, words = _read(asked.file), _console(), _words(asked.lang)
    if asked.seat is not None and not 1 <= asked.seat <= len(live.setup.names):
        raise Refused(f"--seat: expected 1 to {len(live.setup.names)}; found {asked.seat}")
    if asked.seat is not None and not live.is_over:
        raise Refused(f"--seat: {words.say('replay.not-over')}")
    viewer = SPECTATOR if asked.seat is None else asked.seat - 1
    if asked.story:
        screen = Screen(console, live, words)
        screen.story(viewer)
        if live.is_over:
            screen.result()
        return 0
    with Keyboard() as keys:
        Replay(live, console, words, keys, viewer).run()
    return 0


def run_rules(asked: argparse.Namespace) -> int:
    from filon.terminal.rulebook import clauses, search
    from filon.terminal.screen import show_clauses

    held = search(clauses(load(asked.game), asked.lang), " ".join(asked.asked))
    if not held:
        raise Refused(_words(asked.lang).say("rules.none", asked=" ".join(asked.asked)))
    show_clauses(_console(), held)
    return 0


def run_games(asked: argparse.Namespace) -> int:
    words = _words(asked.lang)
    for name, label in found().items():
        print(f"{name}: {load(name).words(asked.lang).say('tagline')}")
        players = words.say("games.players", least=label.seats[0], most=label.seats[-1], age=label.age)
        print(f"    {players}  {label.designer} ({label.publisher})")
    print("\n" + words.say("games.unofficial"))
    return 0


def run_options(asked: argparse.Namespace) -> int:
    game = load(asked.game)
    words = game.words(asked.lang)
    for option in game.label.options:
        values = [str(value).lower() for value in option.values]
        default = str(option.default).lower()
        print(f"{option.name} = {' | '.join(value + '*' * (value == default) for value in values)}   [{option.clause}]")
        print(f"    {words.say(f'option.{option.name}')}")
        for value in values:
            key = f"option.{option.name}.{value}"
            if key in words:
                print(f"    {value}: {words.say(key)}")
    print("\n" + _words(asked.lang).say("options.default"))
    return 0


# What they share


def _console() -> Console:
    from rich.console import Console

    return Console()


def _words(language: str) -> Words:
    return read_words(Path(__file__).parent, language)


def _saves(game: str) -> Path:
    from filon.server.settings import data_folder

    data = data_folder(os.environ)
    name = f"{game}-{time.strftime('%Y%m%d-%H%M%S')}"
    names = (f"{name}{'-' * (number > 1)}{number if number > 1 else ''}.txt" for number in count(1))
    return next(data / name for name in names if not (data / name).exists())


def _read(path: Path) -> LiveTable:
    from filon.house.records.game_file import GameFileRefused, live_of, read_game
    from filon.house.records.transcript import PaperRefused, read

    try:
        text = path.read_text(encoding="utf-8")
        return live_of(read_game(text, str(path)), str(path)) if text.startswith("{") else read(text, str(path))
    except OSError as error:
        raise Refused(f"{path}: expected a readable file; found {error.strerror}") from None
    except UnicodeDecodeError:
        raise Refused(f"{path}: expected a written game; found something that is no text") from None
    except (PaperRefused, GameFileRefused) as error:
        raise Refused(str(error)) from None


def _seated(live: LiveTable) -> Robots:
    """Its robots, each on its seat."""
    from filon.bots import RobotFailed
    from filon.house.robots.in_memory import Robots

    try:
        return Robots(live, _luck(live))
    except RobotFailed as error:
        raise Refused(str(error)) from None


def _luck(live: LiveTable) -> int:
    """The robots' own luck: the same again only where a seed was given."""
    return secrets.randbits(31) if live.setup.seed is None else live.setup.seed + len(live.lines)


def _opened(setup: Setup) -> LiveTable:
    from filon.house.room.live import LiveTable

    return LiveTable(setup, setup.chance())


def _setup(asked: argparse.Namespace, console: Console, words: Words) -> Setup:
    from filon.house.room.setup import SetupRefused, set_up

    game = load((asked.game or _choice(console, words)).lower())
    people = _people(asked.people, words)
    seats = max(game.label.official[0], len(people)) if asked.seats is None else asked.seats
    if len(people) > seats:
        raise Refused(f"--people: expected at most {seats} names for {seats} seats; found {len(people)}")
    kinds = _robots(asked.robots) or ["casual"]
    robots = [kinds[i % len(kinds)] for i in range(seats - len(people))]
    names = people + [f"{words.say('robot.name')} {i + 1}" for i in range(len(robots))]
    try:
        content = read_content(asked.content) if asked.content else None
        if asked.content:
            game.content(asked.content)
        return set_up(game, names, options_of(asked.options), content, [""] * len(people) + robots, asked.seed)
    except SetupRefused as error:
        raise Refused(str(error)) from None


def _robots(asked: str | None) -> list[str]:
    """The names of the robots asked for; those of one's own are known by theirs from now on."""
    from filon.bots import RobotRefused, own_robot

    try:
        return [own_robot(name.strip()) for name in asked.split(",")] if asked else []
    except RobotRefused as error:
        raise Refused(f"--robots: {error}") from None


def _levels(live: LiveTable, saved: Path | None) -> list[Level]:
    """Of the robots at a table; a file may name somebody's own, which is not fetched for that alone."""
    from filon.bots import RobotRefused, level_of

    try:
        return [level_of(live.game, name) for name in live.setup.robots if name]
    except RobotRefused as error:
        raise Refused(f"{saved}: {error}, fetched by naming it with --robots") from None


def _people(asked: str | None, words: Words) -> list[str]:
    if asked is None:
        return [words.say("you.name")]
    return [] if asked == "none" else [name.strip() for name in asked.split(",")]


def _choice(console: Console, words: Words) -> str:
    names = list(found())
    for number, name in enumerate(names, 1):
        console.print(f" [bold]{number}[/] {found()[name].name}: {load(name).words(words.language).say('tagline')}", highlight=False)
    while True:
        answer = console.input(words.say("play.which") + " ").strip().lower()
        if answer.isdigit() and 0 < int(answer) <= len(names):
            return names[int(answer) - 1]
        meant = [name for name in names if answer and name.startswith(answer)]
        if len(meant) == 1:
            return meant[0]
        console.print(words.say("play.which-one", typed=answer), style="yellow", markup=False)
