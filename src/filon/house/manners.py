"""Table manners: who may sit, leave, speak, begin, and what the host may do. Each ask gives lines to be kept, or is refused."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import unicodedata
from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec
from msgspec import structs

from filon.bots import LEVELS, RobotRefused, known
from filon.core.game import load
from filon.core.label import OptionRefused
from filon.core.seats import SPECTATOR
from filon.core.texts.words import LANGUAGES
from filon.house import lines as log
from filon.house import moves, wire
from filon.house.lines import AnyLine
from filon.house.moves import AskRefused, Outcome
from filon.house.room import HOST, Chair, Room
from filon.house.store import PLAYING, WAITING

LEVEL = "casual"  # of a robot that nobody chose
PHRASES = ("hello", "thanks", "well-played", "hurry", "take-your-time", "oops", "ouch", "one-more")
TALK, TALK_IN = 6, 10_000  # so many lines of talk by one seat in so many milliseconds
BUSTLE = 40  # and so many lines of all kinds, by one device
LATELY = 1000  # lines of the log that may be so new: no more devices ask at once
MOST_LINES = 20_000  # beside the moves, at one table


class Visitor(msgspec.Struct, frozen=True):
    """Who asks: a device, the seat its window speaks for, and the network in between."""

    holder: str
    seat: int = SPECTATOR
    trip: int = 0  # milliseconds, measured by the server
    away: Mapping[int, int] = {}  # since when seats and the host are away, in milliseconds


AWAY_LIVE, AWAY_POST = 60_000, 3 * 24 * 3_600_000  # after so long anybody may call a robot for somebody who is away


def digest(secret: str) -> str:
    """All that is ever kept of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


@cache
def phrases(game: str) -> tuple[str, ...]:
    """What can be said with one tap: the house's phrases and the game's own."""
    own = [key.removeprefix("phrase.") for key in load(game).words(LANGUAGES[0]).messages if key.startswith("phrase.")]
    return (*PHRASES, *own)


def answer(room: Room, visitor: Visitor, ask: wire.AnyAsk, now: int) -> Outcome:
    """What happens when somebody asks; the room has noted it already."""
    if room.is_closed:
        raise AskRefused("closed")
    match ask:
        case wire.Play():
            return moves.play(room, own_seat(room, visitor), ask.move, now, visitor.trip)
        case wire.Undo():
            return moves.undo(room, own_seat(room, visitor), now)
        case wire.Grab():
            return moves.grab(room, own_seat(room, visitor), now)
        case wire.Pull():
            return moves.pull(room, own_seat(room, visitor), ask, now, visitor.trip)
        case wire.Begin():
            return begin(room, visitor, now)
        case wire.Kick():
            return noted(room, kick(room, visitor, ask.seat), now)
        case wire.Close():
            return noted(room, [close(room, visitor)], now)
        case wire.Lend():
            calm(room, visitor, now)
            return lend(room, visitor, ask.seat, now)
        case _:
            calm(room, visitor, now)
            return noted(room, [MANNERS[type(ask)](room, visitor, ask, now)], now)


def calm(room: Room, visitor: Visitor, now: int) -> None:
    """Around a table so much may happen, and no more: every line is kept, and told to whoever comes."""
    recent = sum(now - when < TALK_IN and not _is_others(room, line, visitor.holder) for when, line in room.log[-LATELY:])
    if recent >= BUSTLE or room.seq - len(room.moves) >= MOST_LINES:
        raise AskRefused("too-often")


def _is_others(room: Room, line: AnyLine, holder: str) -> bool:
    """Moves, and what somebody else did on a seat of their own: nobody can keep others from asking by asking much."""
    if isinstance(line, log.OF_THE_GAME):
        return True
    if isinstance(line, log.Muted):  # the host's doing, whoever it is about
        return not is_host(room, holder)
    if isinstance(line, log.Sat):
        return line.holder != holder
    seat = getattr(line, "seat", None)
    return seat is not None and room.chairs[seat].holder not in ("", holder)


def noted(room: Room, lines: list[AnyLine], now: int, **done: Any) -> Outcome:
    for line in lines:
        room.note(line, now)
    return Outcome(lines, done=done)


# Who is who


def own_seat(room: Room, visitor: Visitor) -> int:
    """The seat this window speaks for, if it may and no robot plays it."""
    if not room.holds(visitor.holder, visitor.seat):
        raise AskRefused("not-your-seat")
    if room.chairs[visitor.seat].robot:
        raise AskRefused("robot-plays")
    return visitor.seat


def chair(room: Room, seat: int) -> Chair:
    if not 0 <= seat < len(room.chairs):
        raise AskRefused("no-such-seat")
    return room.chairs[seat]


def held(room: Room, visitor: Visitor, seat: int) -> Chair:
    if chair(room, seat).holder != visitor.holder:
        raise AskRefused("not-your-seat")
    return room.chairs[seat]


def is_host(room: Room, holder: str) -> bool:
    return room.host == holder


def only_host(room: Room, visitor: Visitor) -> None:
    if not is_host(room, visitor.holder):
        raise AskRefused("only-host")


def may_begin(room: Room, visitor: Visitor, now: int) -> bool:
    """Begin, and seat robots on free chairs before: the host, or whoever sits while the host is away for long."""
    return is_host(room, visitor.holder) or (bool(room.seats_of(visitor.holder)) and is_without_host(room, visitor.away.get(HOST), now))


def is_without_host(room: Room, since: int | None, now: int) -> bool:
    """The table waits for a host who is away: live for a minute; by post nobody has come to sit for three days either."""
    if room.status != WAITING or since is None:
        return False
    if room.opened.pace == log.POST:
        return now - next(when for when, line in reversed(room.log) if isinstance(line, log.Opened | log.Sat)) >= AWAY_POST
    return now - since >= AWAY_LIVE


def level_called(level: str) -> str:
    try:
        return known(level)
    except RobotRefused:
        raise AskRefused("no-such-robot", detail=", ".join(LEVELS)) from None


# Chairs


def sit(room: Room, visitor: Visitor, ask: wire.Sit, now: int) -> AnyLine:
    free = chair(room, ask.seat)
    if visitor.holder in room.sent:
        raise AskRefused("sent-away")
    if room.status not in (WAITING, PLAYING) or free.holder:
        raise AskRefused("seat-taken")
    if room.status == PLAYING and (not free.is_vacant or room.seats_of(visitor.holder)):  # nobody sits down to look into a second hand
        raise AskRefused("seat-taken")
    if room.status == PLAYING:  # under the name of whoever went: the deal depends on it
        return log.Sat(ask.seat, free.name, visitor.holder, free.entropy, free.own)
    if any(looks_like(ask.name) == looks_like(other.name) for seat, other in enumerate(room.chairs) if seat != ask.seat):
        raise AskRefused("name-taken")
    return log.Sat(ask.seat, ask.name, visitor.holder, ask.entropy, _own(room, ask.own))


def looks_like(name: str) -> str:
    """What people see of a name: neither capitals nor what is not shown tell two of them apart."""
    shown = "".join(letter for letter in unicodedata.normalize("NFKC", name) if unicodedata.category(letter) != "Cf")
    return " ".join(shown.casefold().split())


def _own(room: Room, own: dict[str, Any]) -> dict[str, Any]:
    """Options a seat chose for itself, if the box offers them to a seat."""
    try:
        for name, value in own.items():
            if not room.game.label.option(name).each_seat:
                raise AskRefused("option-refused", detail=name)
            room.game.label.option(name).encode(value)
    except OptionRefused as refused:
        raise AskRefused("option-refused", detail=str(refused)) from None
    return own


def leave(room: Room, visitor: Visitor, ask: wire.Leave, now: int) -> AnyLine:
    held(room, visitor, ask.seat)
    return _freed(room, ask.seat, was_sent=False)


def kick(room: Room, visitor: Visitor, seat: int) -> list[AnyLine]:
    """A device is sent away from all its seats; the host's own only stands up."""
    only_host(room, visitor)
    holder = chair(room, seat).holder
    if not room.chairs[seat].is_taken or (room.status != WAITING and not holder):
        raise AskRefused("nobody-there")
    if not holder or holder == visitor.holder:
        return [_freed(room, seat, was_sent=False)]
    return [_freed(room, one, was_sent=True) for one in room.seats_of(holder)]


def _freed(room: Room, seat: int, was_sent: bool) -> AnyLine:
    """Before the game begins a chair is free again; later a robot goes on."""
    if room.status == WAITING:
        return log.Left(seat, was_sent)
    return log.Vacated(seat, room.chairs[seat].robot or LEVEL, was_sent)


def robot(room: Room, visitor: Visitor, ask: wire.Robot, now: int) -> AnyLine:
    """For one's own seat, as the host for any, for anybody who is away for long; on a free chair by whoever may begin."""
    asked, level = chair(room, ask.seat), level_called(ask.level)
    if room.status not in (WAITING, PLAYING):
        raise AskRefused("not-playing")
    if room.status == WAITING and asked.holder and asked.holder != visitor.holder:
        raise AskRefused("seat-taken")
    may = is_host(room, visitor.holder) or asked.holder == visitor.holder or may_replace(room, visitor, ask.seat, now)
    if not may and (asked.is_taken or not may_begin(room, visitor, now)):
        raise AskRefused("still-here")
    if asked.robot == level:
        raise AskRefused("no-change")
    return log.Robot(ask.seat, level, "" if asked.holder else _robot_name(room, ask.seat, level))


def may_replace(room: Room, visitor: Visitor, seat: int, now: int) -> bool:
    """Whether somebody who sits here may call a robot for this seat."""
    sits = bool(room.seats_of(visitor.holder))
    return sits and room.status == PLAYING and is_long_away(room, seat, visitor.away.get(seat, now), now)


def is_long_away(room: Room, seat: int, since: int, now: int) -> bool:
    """Live: away for a minute. By post: it has been this seat's move for three days."""
    held_by_person = room.status == PLAYING and bool(room.chairs[seat].holder) and not room.chairs[seat].robot
    if room.opened.pace == log.POST:
        return held_by_person and moves.waited_for(room) == seat and now - room.clock.when >= AWAY_POST
    return held_by_person and now - since >= AWAY_LIVE


def _robot_name(room: Room, seat: int, level: str) -> str:
    """A chair needs a name of its own; robots are told apart by number."""
    if room.status != WAITING:
        return ""
    taken = {looks_like(other.name) for number, other in enumerate(room.chairs) if number != seat}
    return next(name for name in robot_names(level, len(room.chairs)) if looks_like(name) not in taken)


def robot_names(level: str, seats: int) -> list[str]:
    return [level.capitalize(), *(f"{level.capitalize()} {number}" for number in range(2, seats + 2))]


def come_back(room: Room, visitor: Visitor, ask: wire.Return, now: int) -> AnyLine:
    if not held(room, visitor, ask.seat).robot:
        raise AskRefused("no-robot-there")
    return log.Returned(ask.seat)


def lend(room: Room, visitor: Visitor, seat: int, now: int) -> Outcome:
    """A pass is told once, to whoever holds the seat; the log keeps its digest."""
    held(room, visitor, seat)
    carry = secrets.token_urlsafe(32)
    return noted(room, [log.Lent(seat, digest(carry))], now, carry=carry)


def carried(room: Room, holder: str, seat: int, carry: str, now: int) -> Outcome:
    """Somebody shows a pass: the seat is theirs now, and the pass is used up."""
    if seat not in room.passes or not hmac.compare_digest(room.passes[seat], digest(carry)):
        raise AskRefused("no-such-pass")
    return noted(room, [log.Carried(seat, holder)], now)


# Beginning, and the host


def begin(room: Room, visitor: Visitor, now: int) -> Outcome:
    if room.status != WAITING:
        raise AskRefused("has-begun")
    if not may_begin(room, visitor, now):
        raise AskRefused("only-host")
    if not all(other.is_taken for other in room.chairs):
        raise AskRefused("free-chairs")
    return start(room, now)


def start(room: Room, now: int) -> Outcome:
    """START, and what the house does first: Chance may have to move before anybody."""
    began = log.Began([other.name for other in room.chairs], _options(room), [])
    room.fairness, room.live = room.dealt(began)
    leaves = [room.fairness.leaf(item, value) for item, value in enumerate(room.game.items(room.live.table))]
    outcome = noted(room, [structs.replace(began, leaves=leaves)], now)
    outcome.lines += moves.wake(room, now).lines
    return outcome


def _options(room: Room) -> dict[str, Any]:
    """The table's options, with what seats chose for themselves."""
    options = room.game.label.choose(room.opened.options, len(room.chairs))
    for name in {name for other in room.chairs for name in other.own}:
        whole = options[name]
        options[name] = [other.own.get(name, whole[seat] if isinstance(whole, list) else whole) for seat, other in enumerate(room.chairs)]
    return room.game.label.choose(options, len(room.chairs))


def mute(room: Room, visitor: Visitor, ask: wire.Mute, now: int) -> AnyLine:
    only_host(room, visitor)
    holder = chair(room, ask.seat).holder
    if not holder or (holder in room.muted) == ask.on:
        raise AskRefused("nobody-there" if not holder else "no-change")
    return log.Muted(ask.seat, ask.on)


def close(room: Room, visitor: Visitor) -> AnyLine:
    only_host(room, visitor)
    return log.Closed()


# Talk


def say(room: Room, visitor: Visitor, ask: wire.Say, now: int) -> AnyLine:
    return log.Said(_speaker(room, visitor, now), ask.text)


def heckle(room: Room, visitor: Visitor, ask: wire.Heckle, now: int) -> AnyLine:
    if ask.phrase not in phrases(room.game.name):
        raise AskRefused("no-such-phrase")
    return log.Phrase(_speaker(room, visitor, now), ask.phrase)


def _speaker(room: Room, visitor: Visitor, now: int) -> int:
    if visitor.seat not in room.seats_of(visitor.holder):
        raise AskRefused("not-your-seat")
    if visitor.holder in room.muted:
        raise AskRefused("muted")
    recent = [when for when, line in room.log[-200:] if isinstance(line, log.Said | log.Phrase) and line.seat == visitor.seat]
    if sum(now - when < TALK_IN for when in recent) >= TALK:
        raise AskRefused("too-much-talk")
    return visitor.seat


MANNERS: dict[type, Any] = {
    wire.Sit: sit,
    wire.Leave: leave,
    wire.Robot: robot,
    wire.Return: come_back,
    wire.Mute: mute,
    wire.Say: say,
    wire.Heckle: heckle,
}
