"""Files generated from the types are fresh, and describe the messages really sent."""

import json
import re
from pathlib import Path
from typing import Any

import jsonschema_rs
import msgspec
import pytest

from filon.core.compiled.record import Field, Record, spoken
from filon.core.game import Game, found, load
from filon.core.seats import NONE, SPECTATOR, UNKNOWN
from filon.core.texts.notation import facts
from filon.house import protocol
from filon.house.robots.in_memory import Robots
from filon.house.room.live import LiveTable
from filon.house.room.setup import set_up
from tests.types.__main__ import main, stale, write
from tests.types.games import typescript
from tests.types.protocol import schema, structs
from tests.types.protocol import typescript as wire_typescript


def test_nothing_made_from_types_is_stale() -> None:
    assert main(["--check"]) == 0, "run `make types`"


def test_a_stale_or_missing_file_is_found(tmp_path: Path) -> None:
    assert len(stale(tmp_path)) == 2 + len(found())
    write(tmp_path)
    assert stale(tmp_path) == []
    changed = tmp_path / "web/src/protocol.ts"
    changed.write_text(changed.read_text().replace("string", "number", 1))
    assert stale(tmp_path) == ["web/src/protocol.ts"]


# The wire


def test_the_schema_takes_what_the_types_write_and_nothing_else() -> None:
    valid = jsonschema_rs.Draft202012Validator(json.loads(schema())).is_valid
    command, news = (
        protocol.Sit("a.1", 0, "Ada"),
        protocol.News(3, [protocol.SaidLine(3, 1_000, 0, "hello")], protocol.Around("waiting", [protocol.Person("Ada")])),
    )
    for message in (
        command,
        news,
        protocol.Hello("abcdefgh"),
        protocol.Pull("a.2", 1, [(0, 1, -1)]),
        protocol.Done("a.1", 3),
        protocol.Ping(1),
    ):
        told = msgspec.to_builtins(message)
        assert valid(told), told
        assert not valid({**told, "command": "nothing", "says": "nothing"})
    told = msgspec.to_builtins(command)
    for wrong in ({**told, "seat": 16}, {**told, "seat": "0"}, {**told, "name": ""}, {**told, "more": 1}, {"command": "sit", "id": "a.1"}):
        assert not valid(wrong), wrong


def fields_of(text: str, name: str) -> dict[str, str]:
    """An interface's fields with their types; a question mark at the end of a name is part of it."""
    body = re.search(rf"^export interface {name} {{\n(.*?)^}}", text, re.MULTILINE | re.DOTALL)
    assert body, name
    return dict(re.findall(r"^  (\w+\??): (.*?);(?: //.*)?$", body[1], re.MULTILINE))


@pytest.mark.parametrize("struct", structs(), ids=lambda struct: str(struct.__name__))
def test_typescript_has_every_field_and_may_leave_out_what_the_wire_may(struct: Any) -> None:
    held, config = fields_of(wire_typescript(), struct.__name__), struct.__struct_config__
    names = {field.name for field in msgspec.structs.fields(struct)} | ({config.tag_field} if config.tag_field else set())
    assert {name.rstrip("?") for name in held} == names
    schema_of = msgspec.json.schema(struct)["$defs"][struct.__name__]
    left_out = {name.rstrip("?") for name in held if name.endswith("?")}
    assert left_out == names - set(schema_of["required"])


# Games


def played(game: Game) -> LiveTable:
    seats = game.label.seats[-1]
    setup = set_up(game, [f"Seat {seat}" for seat in range(seats)], robots=["random"] * seats, seed=3)
    live = LiveTable(setup, setup.chance())
    Robots(live, 3).play_out()
    return live


def wrong_in(text: str, record: Record) -> set[str]:
    """Fields that hold a blank which their type does not mention."""
    held, wrong = fields_of(text, type(record).__name__), set()
    for name, field in record.fields.items():
        numbers = list(flat(getattr(record, name)))
        blanks = {"Unknown": UNKNOWN in numbers, "None": NONE in numbers and not field.record}
        wrong |= {
            f"{type(record).__name__}.{name}: {held[name]}" for blank, is_there in blanks.items() if is_there and blank not in held[name]
        }
        wrong |= {said for one in flat(getattr(record, name)) if isinstance(one, Record) for said in wrong_in(text, one)}
    return wrong


def flat(value: Any) -> Any:
    if isinstance(value, list):
        for one in value:
            yield from flat(one)
    else:
        yield value


@pytest.mark.parametrize("name", found())
def test_a_games_types_say_what_may_be_unknown(name: str) -> None:
    game, whole = load(name), played(load(name))
    live, text = LiveTable(whole.setup, whole.setup.chance(), settled=False), typescript(game)
    for number, line in enumerate(whole.played):
        live.follow(line)
        if number % 50 == 0 or live.is_over:
            assert set().union(*(wrong_in(text, live.view(seat)) for seat in (0, 1, SPECTATOR))) == set()


@pytest.mark.parametrize("name", found())
def test_a_games_types_say_how_moves_are_told(name: str) -> None:
    game, live = load(name), played(load(name))
    held = fields_of(typescript(game), "Move")
    for line in (*live.told(0), *live.log(1), *live.told(SPECTATOR)):
        told = facts(line.move)
        assert {key for key in held if not key.endswith("?")} <= set(told)
        for key, value in told.items():
            assert fits(game.Move.fields[key], value, held.get(key) or held[f"{key}?"]), (key, value)


def fits(field: Field, value: Any, kind: str) -> bool:
    if value == "?":
        return '"?"' in kind
    if field.names:
        return f"{field.names.__name__}Name" in kind and value in {spoken(member) for member in field.names}
    return isinstance(value, int) and ("number" in kind or "Seat" in kind)
