"""What a field of a record is in a row, and back; asked of the codes alone, for values that no game has."""

from types import SimpleNamespace
from typing import Any

import pytest

from filon.core import Record, Row, bits_of_seats
from filon.core.seats import UNKNOWN
from filon.research.codes import BitsCode

SEATS = 3


class Marks(Record):
    by: Row = bits_of_seats(SEATS)


def written(code: BitsCode, value: int, me: int) -> list[int]:
    """The row of this value, as the source of the code writes it."""
    names: dict[str, Any] = {"row": [0] * code.width, "held": value, "me": me}
    exec("\n".join([*code.as_seen("held"), *code.write("held", "0", 0)]), names)
    row: list[int] = names["row"]
    return row


@pytest.mark.parametrize("me", range(SEATS))
@pytest.mark.parametrize("value", [UNKNOWN, *range(2**SEATS)])
def test_bits_of_seats_that_are_secret_are_written_and_read(value: int, me: int) -> None:
    code = BitsCode(Marks.fields["by"], True, SEATS)
    row = written(code, value, me)
    assert code.read(row, SimpleNamespace(me=me)) == value  # type: ignore[arg-type]
    assert row[:SEATS] == [0] * SEATS or value != UNKNOWN
