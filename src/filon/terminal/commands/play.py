"""`filon play`: a game at this keyboard, new or from a file."""

from __future__ import annotations

import argparse
import os
import secrets
import time
from itertools import count, cycle, islice
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from filon.core.content import read_content
from filon.core.game import Game, found, load
from filon.core.level import LEVELS, Level
from filon.core.texts.characters import character_names
from filon.core.texts.words import Words
from filon.terminal.commands.common import AddCommand, Refused, new_console, options_of, read_table, words_in

if TYPE_CHECKING:
    from rich.console import Console

    from filon.house.robots.in_memory import Robots
    from filon.house.room.live import LiveTable
    from filon.house.room.setup import Setup
    from filon.terminal.session import Session

EXAMPLES = """\
examples:
  filon play                                       choose a game, play against one robot
  filon play {game} --people Ada,Bram              two people at one keyboard
  filon play {game} --seats 4 --robots strong,casual     one person, three robots
  filon play {game} --options {option} --seed 7 --lang fr
  filon play --from FILE                           go on with a saved game

While playing, type the number of a move or the move itself; `help` lists everything else.
`filon options {game}` explains every option, `filon robots {game}` every level of robots.
"""
LEVEL = "casual"  # of robots without --robots


def add(command: AddCommand) -> None:
    play = command("play", "play at this keyboard, with people and robots", run, epilog=_examples())
    play.add_argument("game", nargs="?", help=f"one of {', '.join(found())}; without it you are asked")
    play.add_argument("--seats", type=int, metavar="N", help="seats in all (default: as few as the box promises)")
    play.add_argument("--people", metavar="NAMES", help="names of the people, separated by commas; 'none' to watch robots (default: one)")
    kinds = f"{', '.join(LEVELS)}, greedy, random, or module:Class"
    play.add_argument("--robots", metavar="KINDS", help=f"robots for the other seats, in turn: {kinds}")
    play.add_argument("--options", default="", metavar="NAME=VALUE,…", help="the table's options; a value per seat is written a/b/c")
    play.add_argument("--content", type=Path, metavar="FILE", help="another content file, in place of the printed numbers")
    play.add_argument("--seed", type=int, metavar="N", help="the same chance again for the same number (default: fair chance)")
    play.add_argument("--from", dest="saved", type=Path, metavar="FILE", help="go on with a saved game")
    play.add_argument("--quick", action="store_true", help="robots answer at once")


def _examples() -> str:
    name, label = next(iter(found().items()))
    option = next(option for option in label.options[1:] or label.options)
    return EXAMPLES.format(game=name, option=f"{option.name}={list(option.values)[-1]}")


def run(asked: argparse.Namespace) -> int:
    from filon.bots import warm_for
    from filon.terminal.keys import Keyboard, WallClock
    from filon.terminal.screen import Screen
    from filon.terminal.session import Session

    console, words = new_console(), words_in(asked.lang)
    live = _table(asked, console, words)
    saves = _save_path(live.setup.game)
    for level in _levels(live, asked.saved):
        warm_for(live.game, level)
    robots = _robots_at(live)
    with Keyboard() as keys:
        screen = Screen(console, live, words, told_from=len(live.played))
        _play(Session(live, robots, screen, keys, WallClock(live.at), saves, asked.quick))
    return 0


def _play(session: Session) -> None:
    """Play to the end or until the player leaves; the game is saved either way."""
    from filon.bots import RobotFailed
    from filon.terminal.session import Left

    try:
        session.run()
    except (KeyboardInterrupt, EOFError, Left):
        session.screen.console.print()
        session.save_and_say("play.left")
    except RobotFailed as error:
        session.save_and_say("play.left")
        raise Refused(str(error)) from None
    else:
        session.save_and_say("play.replay")


# The table


def _table(asked: argparse.Namespace, console: Console, words: Words) -> LiveTable:
    from filon.house.room.live import LiveTable

    robots = _robot_names(asked.robots)
    if not asked.saved:
        setup = _setup(asked, robots, console, words)
        return LiveTable(setup, setup.chance())
    if asked.game or asked.seats or asked.people or asked.options or asked.content or asked.seed is not None:
        raise Refused("--from: expected nothing else about the table, which is as it was saved")
    return read_table(asked.saved)


def _setup(asked: argparse.Namespace, kinds: list[str], console: Console, words: Words) -> Setup:
    from filon.house.room.setup import SetupRefused, set_up

    game = load((asked.game or _choose_game(console, words)).lower())
    people = _people(asked.people, words)
    robots = list(islice(cycle(kinds or [LEVEL]), _seats(asked.seats, game, people) - len(people)))
    names = people + _shown_names(robots, people, game.words(words.language) | words, asked.seed)
    try:
        content = read_content(asked.content) if asked.content else None
        if asked.content:
            game.content(asked.content)
        return set_up(game, names, options_of(asked.options), content, [""] * len(people) + robots, asked.seed)
    except SetupRefused as error:
        raise Refused(str(error)) from None


def _seats(asked: int | None, game: Game, people: list[str]) -> int:
    seats = max(game.label.official[0], len(people)) if asked is None else asked
    if len(people) > seats:
        raise Refused(f"--people: expected at most {seats} names for {seats} seats; found {len(people)}")
    return seats


def _people(names: str | None, words: Words) -> list[str]:
    if names is None:
        return [words.say("you.name")]
    return [] if names == "none" else [name.strip() for name in names.split(",")]


def _choose_game(console: Console, words: Words) -> str:
    """Ask until the answer is a number of the list, or the beginning of one name."""
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


def _save_path(game: str) -> Path:
    """A new file in the data folder, named after the game and the time."""
    from filon.server.settings import data_folder

    folder, name = data_folder(os.environ), f"{game}-{time.strftime('%Y%m%d-%H%M%S')}"
    names = (f"{name}{f'-{number}' if number > 1 else ''}.txt" for number in count(1))
    return next(folder / name for name in names if not (folder / name).exists())


# Robots


def _robot_names(kinds: str | None) -> list[str]:
    """The names in --robots; a robot given as module:Class is imported and registered."""
    from filon.bots import RobotRefused, custom_robot

    try:
        return [custom_robot(name.strip()) for name in kinds.split(",")] if kinds else []
    except RobotRefused as error:
        raise Refused(f"--robots: {error}") from None


def _shown_names(robots: list[str], people: list[str], words: Words, seed: int | None) -> list[str]:
    """A level plays under the name of a character that nobody else has; a robot of another kind, and one too many, has a number."""
    taken = {name.casefold() for name in people}
    free = [name for name in character_names(words) if name.casefold() not in taken]
    drawn = iter(Random(seed).sample(free, len(free)))
    numbered = [f"{words.say('robot.name')} {number}" for number in range(1, len(robots) + 1)]
    return [next(drawn, name) if robot in LEVELS else name for robot, name in zip(robots, numbered, strict=True)]


def _levels(live: LiveTable, saved: Path | None) -> list[Level]:
    """The levels of the robots at a table; a file alone never imports a robot of a player's own."""
    from filon.bots import RobotRefused, level_of

    try:
        return [level_of(live.game, name) for name in live.setup.robots if name]
    except RobotRefused as error:
        raise Refused(f"{saved}: {error}, fetched by naming it with --robots") from None


def _robots_at(live: LiveTable) -> Robots:
    """The robots of a table; --seed also fixes their luck."""
    from filon.bots import RobotFailed
    from filon.house.robots.in_memory import Robots

    seed = secrets.randbits(31) if live.setup.seed is None else live.setup.seed + len(live.played)
    try:
        return Robots(live, seed)
    except RobotFailed as error:
        raise Refused(str(error)) from None
