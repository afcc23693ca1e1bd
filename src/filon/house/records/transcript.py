"""Transcripts: the set-up, the deal and the lines of a game as text that people can read and compare."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

from filon.bots import RobotRefused, known
from filon.core.compiled.record import Record
from filon.core.content import ContentRefused
from filon.core.game import GameRefused, load
from filon.core.label import OptionRefused
from filon.core.seats import CHANCE, HAND, NONE, SPECTATOR, TIME
from filon.core.stream import ScriptRefused
from filon.core.texts.notation import move_ids, named
from filon.house.records.game_file import check_length
from filon.house.room.live import LiveTable, MoveRefused, Played, PlayedRefused, UndoRefused, replayed
from filon.house.room.setup import Setup, SetupRefused, set_up

TITLE = "Filon game 1"
HOUSE_NAMES = {CHANCE: "chance", HAND: "hand", TIME: "time", SPECTATOR: "spectator"}


class TranscriptRefused(ValueError):
    """A file that is no transcript, or a game that breaks a rule: file, place, expected, found."""


def transcript_of(live: LiveTable, with_views: bool = False) -> str:
    """The whole game; `with_views` adds under each line the changes that each viewpoint sees."""
    head = [TITLE, *_header(live)]
    if not with_views:
        return "\n".join([*head, *map(line_text, live.played)]) + "\n"
    return "\n".join([*head, *_with_views(live)]) + "\n"


def _header(live: LiveTable) -> Iterator[str]:
    held = {**asdict(live.setup), "deal": live.deal}
    yield "{"
    yield ",\n".join(f" {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in held.items())
    yield "}"


def line_text(played: Played) -> str:
    who = HOUSE_NAMES.get(played.seat, str(played.seat))
    what = named(played.move) if played.move else f"undo {played.back_to}"
    return f"{played.seq:>5} {played.at:>7} {who:<7} {what}"


# Views under the lines


@dataclass
class Viewpoint:
    """A record as somebody sees it: `rows` has for each field the path of a row of numbers and its text."""

    packed: tuple[Any, ...]
    rows: dict[str, dict[str, str]]


def _with_views(live: LiveTable) -> Iterator[str]:
    """Replay the game and compare the viewpoints before and after each line."""
    again = replayed(live.setup, live.deal, [], live.source)
    before = _viewpoints(again, {})
    yield from _changes({}, before)
    for line in live.played:
        again.follow(line)
        yield line_text(line)
        now = _viewpoints(again, before)
        yield from _changes(before, now)
        before = now


def _viewpoints(live: LiveTable, before: dict[str, Viewpoint]) -> dict[str, Viewpoint]:
    """Of the table itself and of each viewer."""
    held = {"table": live.table} | {HOUSE_NAMES.get(seat, str(seat)): live.view(seat) for seat in live.viewers}
    return {who: _viewpoint(record, before.get(who)) for who, record in held.items()}


def _viewpoint(record: Record, before: Viewpoint | None) -> Viewpoint:
    """Fields that have not changed keep their rows: it takes a tenth of the time, where views are compared after every move."""
    packed, rows = record.packed(), dict(before.rows) if before else {}
    for number, (name, field) in enumerate(record.fields.items()):
        if before is None or packed[number] != before.packed[number]:
            rows[name] = dict(_rows_in(name, field, getattr(record, name)))
    return Viewpoint(packed, rows)


def _changes(before: dict[str, Viewpoint], now: dict[str, Viewpoint]) -> Iterator[str]:
    for name, rows in now["table"].rows.items():
        was = {who: seen.rows[name] for who, seen in before.items()}
        seen = {who: seen.rows[name] for who, seen in now.items()}
        if all(was.get(who) is held for who, held in seen.items()):
            continue
        for path in rows:
            if any(was.get(who, {}).get(path) != held[path] for who, held in seen.items()):
                yield f"        {path} = {_value(path, seen)}"


def _value(path: str, now: dict[str, dict[str, str]]) -> str:
    """One value if all viewpoints agree; otherwise each value with its viewpoints."""
    groups: dict[str, list[str]] = {}
    for who, seen in now.items():
        groups.setdefault(seen[path], []).append(who)
    if len(groups) == 1:
        return next(iter(groups))
    return " | ".join(f"{value} ({' '.join(whom)})" for value, whom in groups.items())


def _rows(record: Record, path: str = "") -> Iterator[tuple[str, str]]:
    for name, field in record.fields.items():
        yield from _rows_in(f"{path}{name}", field, getattr(record, name))


def _rows_in(path: str, field: Any, value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, list) and (field.record or isinstance(value[0], list)):
        for i, one in enumerate(value):
            yield from _rows_in(f"{path}[{i}]", field, one)
    elif isinstance(value, Record):
        yield from _rows(value, f"{path}.")
    else:
        yield path, " ".join("-" if one == NONE else field.name_of(one) for one in (value if isinstance(value, list) else [value]))


# Reading


def is_transcript(path: Path) -> bool:
    with path.open(encoding="utf-8", errors="replace") as file:
        return file.readline().strip() == TITLE


def parse(text: str, name: str) -> tuple[Setup, list[int], list[Played]]:
    """The set-up, the draws of the deal and the lines, before anything is dealt or played."""
    setup, deal, rest = _read_header(text, name)
    return setup, deal, list(_read_lines(setup, rest, name))


def read_transcript(text: str, name: str) -> LiveTable:
    """Replay a transcript; the table at its end can be played on."""
    setup, deal, lines = parse(text, name)
    try:
        live = replayed(setup, deal, [], setup.chance(len(lines)))
    except (ScriptRefused, ContentRefused) as error:
        raise TranscriptRefused(f"{name}: the deal: {error}") from None
    for line in lines:
        try:
            live.follow(line)
        except (PlayedRefused, MoveRefused, UndoRefused) as error:
            raise TranscriptRefused(f"{name}: line {line.seq}, {line_text(line).split(maxsplit=3)[-1]}: {error}") from None
    return live


def _read_header(text: str, name: str) -> tuple[Setup, list[int], list[str]]:
    lines = text.splitlines()
    if not lines or lines[0] != TITLE:
        raise TranscriptRefused(f"{name}: expected a file that begins with {TITLE!r}; found {(lines or [''])[0][:40]!r}")
    if "}" not in lines:
        raise TranscriptRefused(f"{name}: expected a header in braces after the title; found no end of it")
    end = lines.index("}") + 1
    try:
        held = json.loads("\n".join(lines[1:end]))
        return _setup(held), _deal(held), lines[end:]
    except (GameRefused, OptionRefused, SetupRefused, ContentRefused, RobotRefused) as error:
        raise TranscriptRefused(f"{name}: header: {error}") from None
    except (ValueError, TypeError, AttributeError) as error:
        raise TranscriptRefused(
            f"{name}: header: expected game, names, options, content, robots, seed, rules, deal; found {error!r}"
        ) from None


def _setup(held: dict[str, Any]) -> Setup:
    expected = {field.name for field in fields(Setup)} | {"deal"}
    if set(held) != expected:
        raise SetupRefused(f"expected the keys {', '.join(sorted(expected))}; found {', '.join(sorted(held))}")
    for key, kind in (("game", str), ("names", list), ("robots", list), ("options", dict), ("content", dict), ("deal", list)):
        if not isinstance(held[key], kind):
            raise SetupRefused(f"{key}: expected a {kind.__name__}; found {held[key]!r}")
    if not all(isinstance(name, str) for name in held["names"] + held["robots"]) or len(held["names"]) != len(held["robots"]):
        raise SetupRefused("expected a name for each seat, and its robot's or an empty one")
    if not isinstance(held["seed"], int | None):
        raise SetupRefused(f"seed: expected a whole number or nothing; found {held['seed']!r}")
    for name in held["robots"]:
        if name and ":" not in name:  # a player's own robot, module:Class, may be unknown here
            known(name)
    game = load(held["game"])
    setup = set_up(game, held["names"], held["options"], held["content"], held["robots"], held["seed"])
    if not isinstance(held["rules"], int) or not 1 <= held["rules"] <= setup.rules:
        raise SetupRefused(f"expected rules version 1 to {setup.rules}; found {held['rules']}")
    return replace(setup, rules=int(held["rules"]))


def _deal(held: dict[str, Any]) -> list[int]:
    if not all(isinstance(draw, int) for draw in held["deal"]):
        raise SetupRefused("expected whole numbers in the deal")
    return list(held["deal"])


def _read_lines(setup: Setup, rest: list[str], name: str) -> Iterator[Played]:
    ids, seats = move_ids(load(setup.game).MOVES), {word: seat for seat, word in HOUSE_NAMES.items()}
    seats |= {str(seat): seat for seat in range(len(setup.names))}
    texts = [text for text in rest if text.strip() and not text.startswith(" " * 8)]
    try:
        check_length(len(texts))
    except ValueError as error:
        raise TranscriptRefused(f"{name}: {error}") from None
    for number, text in enumerate(texts, 1):
        words = text.split(maxsplit=3)
        if len(words) < 4 or words[0] != str(number) or not words[1].isdigit() or words[2] not in seats:
            raise TranscriptRefused(f"{name}: expected line {number} as 'number time who move'; found {text!r}")
        yield _read_line(number, int(words[1]), seats[words[2]], words[3].strip(), setup, ids, name)


def _read_line(number: int, at: int, seat: int, what: str, setup: Setup, ids: dict[str, int], name: str) -> Played:
    if what.startswith("undo ") and what[5:].isdigit():
        return Played(number, at, seat, back_to=int(what[5:]))
    if what not in ids:
        raise TranscriptRefused(f"{name}: line {number}: expected a move of {setup.game}; found {what!r}")
    return Played(number, at, seat, load(setup.game).MOVES[ids[what]])
