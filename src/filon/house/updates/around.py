"""What is around a table, as one subscriber may know it: people, scores, and what it may do there."""

from __future__ import annotations

from filon.core.compiled.record import spoken
from filon.house import protocol
from filon.house.commands.permissions import is_host, robot_from
from filon.house.room.card import OVER, WAITING
from filon.house.room.events import POST
from filon.house.room.room import Room
from filon.house.updates.presence import Presence

SECOND = 1_000  # milliseconds


def around(room: Room, holder: str, presence: Presence, now: int) -> protocol.Around:
    host, sits = is_host(room, holder), bool(room.seats_of(holder))
    over = room.status == OVER
    table = room.playing.table if over else None
    return protocol.Around(
        room.status,
        [_person(room, seat, holder, presence, now) for seat in range(len(room.chairs))],
        is_host=host,
        may_begin=(host and room.status == WAITING) or (sits and presence.is_without_host),
        invite=room.opened.invite if sits or host else "",
        watching=presence.watching,
        sent_away=[protocol.SentAway(*sent) for sent in room.sent_away.values()] if host else [],
        rematch=room.rematch,
        rematch_invite=room.rematch_invite,
        scores=list(room.game.scores(table)) if over else [],
        winners=list(room.game.winners(table)) if over else [],
        ending=spoken(room.game.ending(table)) if over else "",
    )


def _person(room: Room, seat: int, holder: str, presence: Presence, now: int) -> protocol.Person:
    chair, since = room.chairs[seat], presence.away.get(seat, now)
    is_waited_for = since < now or room.opened.pace == POST
    return protocol.Person(
        name=chair.name,
        robot=chair.robot,
        number=chair.number,
        is_vacant=chair.is_vacant,
        is_held=bool(chair.holder),
        is_here=bool(chair.holder) and chair.holder in presence.holders,
        is_yours=bool(chair.holder) and chair.holder == holder,
        is_muted=bool(chair.holder) and chair.holder in room.muted,
        may_replace=seat in presence.late,
        away=(now - since) // SECOND * SECOND if chair.holder else 0,
        robot_from=(robot_from(room, seat, since) or 0) if is_waited_for else 0,
    )
