"""Commands that speak: free text, and the phrases of the house and of the game; the host mutes."""

from __future__ import annotations

from functools import cache

from filon.core.game import load
from filon.core.texts.words import LANGUAGES
from filon.house import protocol
from filon.house.commands.permissions import Caller, chair_at, require_host, require_speaker
from filon.house.commands.rate_limit import require_little_talk
from filon.house.errors import CommandRefused, Reason
from filon.house.room import events
from filon.house.room.events import AnyEvent
from filon.house.room.room import Room

PHRASES = ("hello", "thanks", "well-played", "hurry", "take-your-time", "oops", "ouch", "one-more", "if-you-say-so", "no-way")


@cache
def phrases(game: str) -> tuple[str, ...]:
    """What can be said with one tap: the house's phrases and the game's own."""
    own = [key.removeprefix("phrase.") for key in load(game).words(LANGUAGES[0]).messages if key.startswith("phrase.")]
    return (*PHRASES, *own)


def say(room: Room, caller: Caller, command: protocol.Say, now: int) -> AnyEvent:
    return events.Said(_speaker(room, caller, now), command.text)


def say_phrase(room: Room, caller: Caller, command: protocol.SayPhrase, now: int) -> AnyEvent:
    if command.phrase not in phrases(room.game.name):
        raise CommandRefused(Reason.NO_SUCH_PHRASE)
    return events.Phrase(_speaker(room, caller, now), command.phrase)


def _speaker(room: Room, caller: Caller, now: int) -> int:
    seat = require_speaker(room, caller)
    require_little_talk(room, seat, now)
    return seat


def mute(room: Room, caller: Caller, command: protocol.Mute, now: int) -> AnyEvent:
    require_host(room, caller)
    holder = chair_at(room, command.seat).holder
    if not holder:
        raise CommandRefused(Reason.NOBODY_THERE)
    if (holder in room.muted) == command.on:
        raise CommandRefused(Reason.NO_CHANGE)
    return events.Muted(command.seat, command.on)
