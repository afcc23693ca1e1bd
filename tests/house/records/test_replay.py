"""Replays from one viewpoint, and with everything open."""

from __future__ import annotations

import json
from typing import Any

import pytest

from filon.core.game import found
from filon.core.seats import SPECTATOR
from filon.house import protocol
from filon.house.records.replay import of_room
from filon.house.room.events import ENCODER
from filon.house.room.room import Room
from tests.house.finished import finished


def moves(room: Room, seat: int | None) -> list[dict[str, Any]]:
    return [frame.line.move for frame in of_room(room, seat).frames if isinstance(frame.line, protocol.MovedLine)]


@pytest.mark.parametrize("name", list(found()))
def test_with_everything_open_a_line_tells_what_any_seat_was_told(name: str) -> None:
    room = finished(name, 5)
    told = [moves(room, seat) for seat in (SPECTATOR, *range(len(room.chairs)))]
    for open_move, *heard in zip(moves(room, None), *told, strict=True):
        assert "?" not in open_move.values()
        known = [item for move in heard for item in move.items() if item[1] != "?"]
        assert open_move == dict(known)


@pytest.mark.parametrize("name", list(found()))
def test_with_everything_open_the_view_is_the_whole_table(name: str) -> None:
    room = finished(name, 5)
    seen = [frame.view for frame in of_room(room, None).frames if frame.view is not None]
    assert "?" not in json.dumps([json.loads(bytes(view)) for view in seen])
    last = json.loads(ENCODER.encode(room.playing.table))
    assert json.loads(bytes(seen[-1])).items() <= last.items()
