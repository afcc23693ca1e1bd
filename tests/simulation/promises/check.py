"""Checks of the promises of docs/promises.md after each schedule: each names the promise that was broken."""

from __future__ import annotations

from collections import Counter
from functools import partial

import msgspec
from msgspec import UNSET

from filon.core.seats import SPECTATOR
from filon.house.room import events
from filon.house.room.events import ENCODER, Entry
from filon.house.room.room import Room
from filon.house.updates.presence import Presence
from filon.house.updates.public_lines import public_line
from filon.house.updates.updates import Subscriber, news
from tests.simulation.people import SAID, Message, Person, Window
from tests.simulation.promises.hourglass import HOURGLASS, Broken, follow
from tests.simulation.promises.shares import check_shares
from tests.simulation.schedule import Told

ACKNOWLEDGED, ANSWERED, REFUSED, TOLD, SECRETS, ERRORS = "acknowledged", "answered", "refused", "told", "secrets", "errors"


def check(told: Told) -> None:
    """All promises, over everything a schedule left behind."""
    if told.ended_at is None:
        raise Broken(ANSWERED, "people wait for ever")
    if told.trace.counts["ahead"]:
        raise Broken(HOURGLASS, "an entry has a time that has not come")
    for table, entries in told.entries.items():
        people = [person for person in told.people if person.table == table]
        check_acknowledged(entries, people)
        check_refused(entries, people)
        room = follow(told, table, partial(check_shown, messages_by_seq(people)))
        check_memory(told, table, room)
        lines = Lines(room)
        for window in (window for person in people for window in person.windows):
            check_told(lines, window)
            check_fresh(room, window)
    for log in told.work:
        check_shares(log)
    if told.errors:
        raise Broken(ERRORS, told.errors[0])


# Nothing acknowledged is lost, nothing counts twice, a refused command changes nothing


def check_acknowledged(entries: list[Entry], people: list[Person]) -> None:
    for times in (Counter(entry.command for entry in entries if entry.command), Counter(said_in(entries))):
        if twice := [what for what, count in times.items() if count > 1]:
            raise Broken(ACKNOWLEDGED, f"stored twice: {twice[0]}")
    last = {entry.command: entry.last for entry in entries}
    for person in people:
        if person.contradictions:
            raise Broken(ACKNOWLEDGED, person.contradictions[0])
        for id, seq in person.done.items():
            if (found := last.get(person.key(id))) != seq:
                raise Broken(ACKNOWLEDGED, f"{id} was done in line {seq}; the log has it in {found}")


def check_refused(entries: list[Entry], people: list[Person]) -> None:
    """A command of which another copy was on its way may have been run after all."""
    commands, said = {entry.command for entry in entries}, set(said_in(entries))
    for person in people:
        for id, reason in person.refused.items():
            if person.copies[id] == 1 and (person.key(id) in commands or getattr(person.sent[id], "text", None) in said):
                raise Broken(REFUSED, f"{id} was refused ({reason}), and is in the log")


def said_in(entries: list[Entry]) -> list[str]:
    return [line.text for entry in entries for line in entry.events if isinstance(line, events.Said)]


# No secret leaves

BySeq = dict[int, list[tuple[Window, Message]]]


def messages_by_seq(people: list[Person]) -> BySeq:
    """Every message that a window was sent, by the last line it tells."""
    found: BySeq = {}
    for window in (window for person in people for window in person.windows):
        for message in window.messages:
            found.setdefault(message.news.seq, []).append((window, message))
    return found


def check_shown(messages: BySeq, room: Room) -> None:
    """Each view is that of the window's seat at that line; no message holds the secret of the table or of a device."""
    seen: dict[int, bytes] = {}
    hidden = [secret.encode() for secret in {room.opened.secret, room.host, *(chair.holder for chair in room.chairs)} if secret]
    for window, message in messages.get(room.seq, []):
        if any(secret in message.sent for secret in hidden):
            raise Broken(SECRETS, f"window {window.number} was told a secret")
        if bytes(message.news.view):
            seat = seat_of(room, window.person)
            seen[seat] = seen.get(seat) or open_to(room, seat)
            if not is_same(bytes(message.news.view), seen[seat]):
                raise Broken(SECRETS, f"window {window.number} of seat {seat} was shown another view")


def seat_of(room: Room, person: Person) -> int:
    return person.seat if person.seat >= 0 and room.holds(person.holder, person.seat) else SPECTATOR


def open_to(room: Room, seat: int) -> bytes:
    """The view of a seat by the game's own declaration of what is open to it, without what is printed."""
    view = room.game.view(room.playing.table, seat)
    return ENCODER.encode(view.replace(**dict.fromkeys(room.game.PRINTED.split(), UNSET)))


def is_same(one: bytes, other: bytes) -> bool:
    """The order of fields may differ."""
    return one == other or msgspec.json.decode(one) == msgspec.json.decode(other)


# Everybody ends up with the same log and view as somebody who comes now


class Lines:
    """Lines as a seat may be told them, encoded once."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self._encoded: dict[tuple[int, int, bool], bytes] = {}

    def line(self, number: int, seat: int, is_retold: bool) -> bytes:
        key = number, seat, is_retold
        if key not in self._encoded:
            self._encoded[key] = ENCODER.encode(public_line(self.room, number, seat, number if is_retold else 0))
        return self._encoded[key]


def check_told(lines: Lines, window: Window) -> None:
    """Each line once and in order. A line from before a window came may be told as a log tells it again."""
    heard, seat = 0, seat_of(lines.room, window.person)
    for message in window.messages:
        for line in map(bytes, message.news.lines):
            heard += 1
            expected = lines.line(heard, seat, False) if heard <= lines.room.seq else b""
            if line != expected and (heard > message.joined or line != lines.line(heard, seat, True)):
                raise Broken(TOLD, f"window {window.number} expected {expected!r}, and was told {line!r}")
    if heard != lines.room.seq:
        raise Broken(TOLD, f"window {window.number} was told {heard} lines of {lines.room.seq}")


def check_fresh(room: Room, window: Window) -> None:
    """The last view, legal moves and actor are those that a new subscriber is sent."""
    shown = [message.news for message in window.messages if bytes(message.news.view)]
    if room.live is None or not shown:
        return
    fresh = SAID.decode(news(room, Subscriber(window.person.holder, window.person.seat, lambda: None), Presence(), room.log[-1][0]))
    last = shown[-1]
    is_fresh = is_same(bytes(last.view), bytes(fresh.view))
    if not is_fresh or (last.legal, last.ready, last.actor) != (fresh.legal, fresh.ready, fresh.actor):
        raise Broken(TOLD, f"window {window.number} shows something else than a new one")


def check_memory(told: Told, table: str, room: Room) -> None:
    """A worker's room in memory, if it has subscribers, equals the room in the store."""
    for worker in told.workers:
        loaded = worker.house.rooms.loaded.get(table)
        if loaded is None or not loaded.subscribers or not loaded.room.log:
            continue
        if loaded.room.seq != room.seq or (room.live and loaded.room.playing.table.bytes() != room.live.table.bytes()):
            raise Broken(TOLD, f"worker {worker.number} has another room than the store")
