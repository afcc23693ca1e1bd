"""Chat of a table takes a bounded number of bytes: so many lines, each of them short."""

import msgspec
import pytest

from filon.house import protocol
from filon.house.commands.rate_limit import MOST_EVENTS
from filon.house.room.events import ENCODER, AnyEvent, Said, Sat

MOST_BYTES = 10_000_000  # at one table, moves left out; docs/promises.md
WIDE, QUOTED = "\U0001f600", '"'  # 4 bytes each, and 2 with its backslash
HOLDER = SALT = "a" * 64


def typed(letter: str, many: int) -> list[tuple[protocol.Command, AnyEvent]]:
    """The longest texts of so many letters that a command takes, with their lines."""
    return [
        (protocol.Say("a", letter * many), Said(15, letter * many)),
        (
            protocol.Sit("a", 15, letter * min(many, 24), letter * min(many, 64)),
            Sat(15, letter * min(many, 24), HOLDER, letter * min(many, 64), {}, SALT),
        ),
    ]


@pytest.mark.parametrize("letter", [WIDE, QUOTED])
def test_all_that_may_be_typed_at_a_table_has_a_bounded_size(letter: str) -> None:
    for command, line in typed(letter, 200):
        msgspec.json.decode(msgspec.json.encode(command), type=type(command))  # it is taken
        assert len(ENCODER.encode(line)) * MOST_EVENTS <= MOST_BYTES


@pytest.mark.parametrize("longer", [protocol.Say("a", "x" * 201), protocol.Sit("a", 0, "x" * 25), protocol.Sit("a", 0, "x", "x" * 65)])
def test_a_longer_text_is_no_command(longer: protocol.Command) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(msgspec.json.encode(longer), type=type(longer))
