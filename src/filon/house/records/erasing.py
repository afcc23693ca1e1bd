"""Erasing a person from a finished game: name, salt and talk. The hash of the name stays, so that the game still proves itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from msgspec import structs

from filon.house.room import events
from filon.house.room.card import CLOSED, OVER, Card
from filon.house.room.events import AnyEvent, Entry
from filon.house.room.room import Room
from filon.house.stores.store import Store

Chooses = Callable[[int, str], bool]  # of a seat and the name under which a person sat on it


class EraseRefused(ValueError):
    """Why a person cannot be erased from a table. Nothing was changed."""


@dataclass(frozen=True)
class Erased:
    """A table without a person, as it will be stored."""

    card: Card
    entries: list[Entry]
    seats: list[int]  # on which the person sat, at any time
    breaks_proof: bool  # the name itself is in the key (fairness 1)


async def erase(store: Store, table: str, chooses: Chooses) -> Erased | None:
    """The table without the persons who are chosen; None if none of them sat there. Nothing is stored yet."""
    held = await store.export_table(table)
    eraser = _Eraser(chooses, held.entries)
    entries = [structs.replace(entry, events=[eraser.erased(event) for event in entry.events]) for entry in held.entries]
    if not eraser.seats:
        return None
    if held.card.status not in (OVER, CLOSED):
        raise EraseRefused(f"table {table}: expected a game that is over, or a closed table; found one that is {held.card.status}")
    names = ["" if eraser.is_chosen.get(seat) else name for seat, name in enumerate(held.card.names)]
    return Erased(structs.replace(held.card, names=names), entries, sorted(eraser.seats), eraser.breaks_proof)


def _key(entries: list[Entry]) -> str:
    """The key of a game whose key was made from the names (fairness 1); without it nobody could follow the log any more."""
    room, first = Room(), entries[0].events[0]
    if not isinstance(first, events.Opened) or first.fairness > 1:
        return ""
    for entry in entries:
        room.replay(entry)
    return room.fairness.key.hex()


class _Eraser:
    """Follows the events of a log and knows on which seats a chosen person sits."""

    def __init__(self, chooses: Chooses, entries: list[Entry]) -> None:
        self.chooses, self.entries = chooses, entries
        self.is_chosen: dict[int, bool] = {}  # by seat
        self.seats: set[int] = set()
        self.breaks_proof = False

    def erased(self, event: AnyEvent) -> AnyEvent:
        match event:
            case events.Sat():
                self.is_chosen[event.seat] = bool(event.name) and self.chooses(event.seat, event.name)
                if self.is_chosen[event.seat]:
                    self.seats.add(event.seat)
                    return structs.replace(event, name="", salt="")
            case events.Left():
                self.is_chosen[event.seat] = False
            case events.RobotSeated() if event.name:
                self.is_chosen[event.seat] = False
            case events.Said() if self.is_chosen.get(event.seat):
                return structs.replace(event, text="")
            case events.Began():
                return self._began(event)
        return event

    def _began(self, event: events.Began) -> events.Began:
        """A name that the key was made from goes, and the key stays: the game can be followed, but proves nothing."""
        names = ["" if self.is_chosen.get(seat) else name for seat, name in enumerate(event.names)]
        key = _key(self.entries) if names != event.names else ""
        self.breaks_proof = bool(key)
        return structs.replace(event, names=names, key=key or event.key)
