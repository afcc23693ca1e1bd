"""Hints on demand: a good robot is asked what it would do, with what the seat itself may know and nothing else."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from filon.house import protocol
from filon.house.commands import play
from filon.house.commands.play import CommandRefused
from filon.house.robots.pool import Question
from filon.house.room.room import Room
from filon.house.stores.store import PLAYING

if TYPE_CHECKING:
    from filon.house.service import House

LEVEL = "keen"  # plays well, and answers before one has asked oneself


async def hint(house: House, table: str, holder: str, seat: int) -> protocol.Hint:
    """A legal move, as of the last line; nothing is changed and nobody is told."""
    async with house.still(table) as hosted:
        asked, seq = question(hosted.room, holder, seat, house.store.now()), hosted.room.seq
    return protocol.Hint(await house.think(asked), seq)


def question(room: Room, holder: str, seat: int, now: int) -> Question:
    if not room.holds(holder, seat):
        raise CommandRefused("not-your-seat")
    if not room.opened.hints:
        raise CommandRefused("no-hints")
    if room.status != PLAYING:
        raise CommandRefused("not-playing")
    if room.playing.actor != seat:
        raise CommandRefused("not-yours", room.game.CLAUSES[room.game.Refusal["NOT_YOURS"]])
    asked = play.question(room, seat, now)
    assert asked is not None
    return replace(asked, level=LEVEL)
