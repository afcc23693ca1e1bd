"""Following the logs of a backup: a table that a server could not load is refused before any table is restored."""

from __future__ import annotations

from pathlib import Path

import msgspec
from msgspec import structs

from filon.bots import known
from filon.core.content import Page
from filon.core.game import load
from filon.house.protocol.types import TableId
from filon.house.room.card import Card
from filon.house.room.events import AnyEvent, Moved, Opened, RobotSeated, Vacated
from filon.house.room.room import Room
from filon.house.stores.backup import BackupRefused, Progress, check, numbered_tables
from filon.house.stores.store import DAY, ROBOT, TIME, TableBackup

LATEST = DAY  # milliseconds after now that an entry of another machine may be
LATEST_TIMER = 2**53  # milliseconds since 1970: any store and any program can hold it
QUOTED = 200  # characters of a reason


def follow(path: Path, now: int, progress: Progress = lambda *_: None) -> None:
    """BackupRefused, with file, line and table, for the first table of a backup that could not be served."""
    total = check(path)
    for done, (number, backup) in enumerate(numbered_tables(path), 1):
        try:
            _follow(backup, now)
        except Exception as error:  # a log from anywhere may break anything
            reason = f"{error or type(error).__name__}"[:QUOTED]
            raise BackupRefused(f"{path}: line {number}: table {backup.card.table[:32]}: {reason}. Nothing was taken in.") from error
        progress(done, total)


def _follow(backup: TableBackup, now: int) -> None:
    room, seats = Room(), _check_opening(backup).seats
    _check_times(backup, now)
    for number, event in enumerate((event for entry in backup.entries for event in entry.events), 1):
        _check_event(number, event, seats)
    for entry in backup.entries:
        room.replay(entry)
    _check_card(room, backup.card)


def _check_opening(backup: TableBackup) -> Opened:
    """Before anything is made for each seat; the game could begin with these options and this content."""
    first = backup.entries[0].events[0]
    if not isinstance(first, Opened):
        raise ValueError(f"expected a log that begins with opened; found {first.__struct_config__.tag}")
    if msgspec.convert(first.table, TableId) != backup.card.table:
        raise ValueError(f"expected the log of this table; found that of {first.table}")
    game = load(first.game)
    game.label.check_seats(first.seats)
    if not 1 <= first.rules <= game.label.rules:
        raise ValueError(f"expected rules 1 to {game.label.rules}; found {first.rules}, of a newer Filon")
    game.label.choose(first.options, first.seats)
    game.read_content(Page(first.content, "content"))
    return first


def _check_times(backup: TableBackup, now: int) -> None:
    """An entry of the future would take the store's clock along."""
    for when in (*(entry.when for entry in backup.entries), backup.card.since):
        if not 0 <= when <= now + LATEST:
            raise ValueError(f"expected a time between 1970 and tomorrow, in milliseconds; found {when}")
    for kind, at in backup.timers.items():
        if kind not in (TIME, ROBOT) or not 0 <= at <= LATEST_TIMER:
            raise ValueError(f"expected timers of kind {TIME} or {ROBOT} with a time; found {kind} at {at}")


def _check_event(number: int, event: AnyEvent, seats: int) -> None:
    """What a server never writes, and a room does not ask about."""
    if isinstance(event, Opened) and number > 1:
        raise ValueError(f"line {number}: expected one opening; found another")
    seat = getattr(event, "seat", 0)
    if not isinstance(event, Moved) and not 0 <= seat < seats:  # of moves the house makes some, and the live table asks who may
        raise ValueError(f"line {number}: expected a seat from 0 to {seats - 1}; found {seat}")
    if isinstance(event, RobotSeated | Vacated):
        known(event.level)


def _check_card(room: Room, card: Card) -> None:
    """Lobby and store know a table by its card alone."""
    if structs.replace(room.card(), since=card.since) != card:
        raise ValueError("expected the card that its log gives; found another")
