"""Studies as they are asked for: which matches, how many games; read from a TOML file or from a dict of the same form."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from filon.bots import UNBOUNDED, RobotRefused
from filon.core.content import ContentRefused, Page, read_content
from filon.core.game import GameRefused, load
from filon.core.label import OptionRefused
from filon.core.stream import seeded
from filon.core.texts.visible import visible
from filon.house.room.setup import SetupRefused
from filon.research.batched import SEEDS
from filon.research.deals import ResearchRefused, ready
from filon.research.match import Match, MatchRefused, match_of
from filon.research.robots.greedy import greedy_level
from filon.research.study.game_rows import BATCH, TABLE

TASK = {TABLE: 10, BATCH: 256}  # games, about: what one worker plays before it answers
MOST = 1_000_000  # games of one match
NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,59}")


class StudyRefused(ValueError):
    """A study that cannot be played as asked: file, key, expected, found."""

    def __init__(self, said: str) -> None:
        super().__init__(visible(said))


@dataclass(frozen=True)
class StudyMatch:
    name: str
    match: Match  # its games are the most that are played
    engine: str = TABLE
    until: float | None = None  # the half-width of the widest interval at which it stops

    @property
    def task(self) -> int:
        """Games of a task: whole deals."""
        seats = len(self.match.robots)
        return seats * max(1, TASK[self.engine] // seats) if self.engine == BATCH else seats * -(-TASK[self.engine] // seats)


@dataclass(frozen=True)
class Study:
    matches: list[StudyMatch]


def read_study(path: Path) -> Study:
    try:
        held = read_content(path)
    except ContentRefused as error:
        raise StudyRefused(str(error)) from None
    return study_of(held, str(path), path.parent)


def study_of(held: Mapping[str, Any], source: str = "study", folder: Path = Path()) -> Study:
    """`{"seed": 1, "match": [{"name": …, "game": …, "robots": […], "games": …}]}`; files of contents stand beside `folder`."""
    for key in held:
        if key not in ("seed", "match"):
            raise StudyRefused(f"{source}: {key}: expected only the keys seed, match; found an unknown key")
    seed = _value(held, "seed", 0, source, "")
    matches = held.get("match")
    if not isinstance(matches, list) or not matches or not all(isinstance(one, Mapping) for one in matches):
        raise StudyRefused(f"{source}: match: expected one or more tables [[match]]; found {matches!r}")
    planned = [_match(one, seed, f"match[{place}].", source, folder) for place, one in enumerate(matches)]
    for place, one in enumerate(planned):
        if one.name in [other.name for other in planned[:place]]:
            raise StudyRefused(f"{source}: match[{place}].name: expected a name of its own; found {one.name!r} again")
    return Study(planned)


def _is_whole(least: int, most: int) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _is_names(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(one, str) for one in value)


KEYS: dict[str, tuple[str, Callable[[Any], bool]]] = {
    "name": ("a name of small letters, digits, - and _", lambda value: isinstance(value, str) and bool(NAME.fullmatch(value))),
    "game": ("the name of a game", lambda value: isinstance(value, str)),
    "robots": ("a list of robots, by seat", _is_names),
    "seats": ("a whole number from 1 to 99", _is_whole(1, 99)),
    "options": ("a table of options", lambda value: isinstance(value, Mapping)),
    "content": ("the path of a content file, or its table", lambda value: isinstance(value, str | Mapping)),
    "games": (f"a whole number from 1 to {MOST}", _is_whole(1, MOST)),
    "until": ("a number between 0.001 and 0.5", lambda value: isinstance(value, float) and 0.001 <= value <= 0.5),
    "most": (f"a whole number from 1 to {MOST}", _is_whole(1, MOST)),
    "seed": (f"a whole number from 0 to {SEEDS}", _is_whole(0, SEEDS)),
    "iterations": ("a whole number from 1 on", _is_whole(1, UNBOUNDED)),
    "engine": (f"{TABLE} or {BATCH}", lambda value: value in (TABLE, BATCH)),
}
MISSING = object()


def _value(held: Mapping[str, Any], key: str, default: Any, source: str, at: str) -> Any:
    """The checked value of a key; `default` where it is left out, MISSING if it may not be."""
    value, (expected, fits) = held.get(key, default), KEYS[key]
    if value is MISSING:
        raise StudyRefused(f"{source}: {at}{key}: expected {expected}; found nothing")
    if key in held and not fits(value):
        raise StudyRefused(f"{source}: {at}{key}: expected {expected}; found {value!r}")
    return value


def _match(held: Mapping[str, Any], seed: int, at: str, source: str, folder: Path) -> StudyMatch:
    def value(key: str, default: Any = MISSING) -> Any:
        return _value(held, key, default, source, at)

    for key in held:
        if key not in KEYS:
            raise StudyRefused(f"{source}: {at}{key}: expected only the keys {', '.join(KEYS)}; found an unknown key")
    until = value("until", None)
    _check_length(held, source, at)
    name, robots, engine = value("name"), value("robots"), value("engine", TABLE)
    seats = value("seats", max(2, len(robots)))
    try:
        game = load(value("game"))
        content = _content(value("content", None), game.name, folder)
        games = value("games" if until is None else "most")
        options, most = dict(value("options", {})), value("iterations", UNBOUNDED)
        match = match_of(game.name, robots, seats, games, value("seed", seed), options, most, content)
        match.setup(0).deal(seeded(0))
        if engine == BATCH:
            _check_batch(match)
    except (MatchRefused, RobotRefused, SetupRefused, OptionRefused, ContentRefused, GameRefused, ResearchRefused) as error:
        raise StudyRefused(f"{source}: {at[:-1]}: {error}") from None
    return StudyMatch(name, match, engine, until)


def _check_length(held: Mapping[str, Any], source: str, at: str) -> None:
    given = [key for key in ("games", "until", "most") if key in held]
    if given not in (["games"], ["until", "most"]):
        raise StudyRefused(f"{source}: {at}games: expected games, or until with most; found {' and '.join(given) or 'neither'}")


def _content(asked: Any, game: str, folder: Path) -> dict[str, Any] | None:
    if isinstance(asked, str):
        return load(game).content(folder / asked)
    if asked is not None:
        load(game).read_content(Page(dict(asked), "content"))
    return asked if asked is None else dict(asked)


def _check_batch(match: Match) -> None:
    """Robots that do not play inside a batch are refused."""
    game = ready(match.game)
    for robot in match.robots:
        if robot != "random":
            greedy_level(game, robot)
