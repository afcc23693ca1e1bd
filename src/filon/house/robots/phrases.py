"""Robots that speak: the game's bot.py says when, and which phrase, from what their seat sees."""

from __future__ import annotations

from dataclasses import dataclass

from filon.bots import level_of
from filon.core.level import nothing_answered, nothing_said
from filon.core.stream import seeded
from filon.house.room import events
from filon.house.room.events import AnyEvent
from filon.house.room.room import Room

QUIET = 3_00  # hundredths of a second between two phrases of one robot


@dataclass(frozen=True, order=True)
class NextPhrase:
    at: int  # on the table's clock
    seat: int
    phrase: str


def next_phrase(room: Room) -> NextPhrase | None:
    """What the next robot says, if nothing happens before; a robot that plays for a person says nothing."""
    seats = [seat for seat, chair in enumerate(room.chairs) if chair.robot and not chair.holder]
    if not seats or (room.game.bot.next_phrase is nothing_said and room.game.bot.answer is nothing_answered):
        return None
    found = [phrase for seat in seats if (phrase := _phrase(room, seat)) is not None]
    return min(found, default=None)


def _phrase(room: Room, seat: int) -> NextPhrase | None:
    live, spoke = room.playing, room.spoke.get(seat, -QUIET)
    luck = seeded(room.fairness.robot(seat, _turn_began(room)))
    view, level, bot = live.view(seat), level_of(room.game, room.chairs[seat].robot), room.game.bot
    said = bot.answer(view, seat, level, room.talk) or bot.next_phrase(view, seat, level, spoke, luck)
    return None if said is None else NextPhrase(max(said[0], spoke + QUIET, room.clock.at), seat, said[1])


def _turn_began(room: Room) -> int:
    """The number of moves before the turn that goes on: a robot's luck in talking lasts for a turn."""
    played, mover = room.playing.played, None
    for index in range(len(played) - 1, -1, -1):
        if played[index].seat >= 0:
            if mover is not None and played[index].seat != mover:
                return index + 1
            mover = played[index].seat
    return 0


def is_due(room: Room, now: int) -> bool:
    phrase = next_phrase(room)
    return phrase is not None and phrase.at <= _clock(room, now)


def say(room: Room, now: int) -> list[AnyEvent]:
    """Adds the phrase to the room, unless its time has not come."""
    phrase = next_phrase(room)
    if phrase is None or phrase.at > _clock(room, now):
        return []
    event = events.Phrase(phrase.seat, phrase.phrase)
    room.add(event, now)
    return [event]


def _clock(room: Room, now: int) -> int:
    return room.clock.time(now, room.game.due(room.playing.table))
