"""Hints on demand: a good robot is asked what it would do, with what the seat itself may know and nothing else."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from filon.house import moves, wire
from filon.house.moves import AskRefused
from filon.house.room import Room
from filon.house.store import PLAYING
from filon.house.thinking import Question

if TYPE_CHECKING:
    from filon.house.house import House

LEVEL = "keen"  # plays well, and answers before one has asked oneself


async def hint(house: House, table: str, holder: str, seat: int) -> wire.Hint:
    """A legal move, as of the last line; nothing is changed and nobody is told."""
    async with house.still(table) as hosted:
        asked, seq = question(hosted.room, holder, seat, house.store.now()), hosted.room.seq
    return wire.Hint(await house.think(asked), seq)


def question(room: Room, holder: str, seat: int, now: int) -> Question:
    if not room.holds(holder, seat):
        raise AskRefused("not-your-seat")
    if not room.opened.hints:
        raise AskRefused("no-hints")
    if room.status != PLAYING:
        raise AskRefused("not-playing")
    if room.playing.actor != seat:
        raise AskRefused("not-yours", room.game.CLAUSES[room.game.Refusal["NOT_YOURS"]])
    asked = moves.question(room, seat, now)
    assert asked is not None
    return replace(asked, level=LEVEL)
