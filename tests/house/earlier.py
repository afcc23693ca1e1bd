"""The files in data/earlier, written by an earlier Filon: a store, a backup, a game file, a transcript, and the state of each table then.

They are never written again: a change that cannot read them would lose the tables of people who serve Filon today.
"""

import hashlib
import json
from pathlib import Path
from typing import Any

import apsw
import msgspec

from filon.core.texts.notation import facts
from filon.house.records.game_file import game_file, text_of
from filon.house.records.verify import verify
from filon.house.room.live import LiveTable
from filon.house.room.room import Room
from filon.house.stores.store import Timers as Timers

FOLDER = Path(__file__).parent / "data/earlier"
STATES = [json.loads(row) for row in (FOLDER / "states.jsonl").read_text().splitlines()]
TOLD_SINCE = {
    "unusable",
    "left",
    "kept",
    "share",
    "second",
    "third",
    "fourth",
    "seconds",
    "tenths",
}  # fields newer than the store
SEEN_SINCE = {"standstill", "holder", "no_water", "shift"}  # fields of tables, newer than the store
EXPECTED: dict[str, dict[str, Any]] = {state["table"]: state for state in STATES}
LATER = 1_700_000_500_000  # milliseconds since 1970, after the last entry and after both timers


def lay(path: Path) -> Path:
    """The store, as a SQLite file."""
    db = apsw.Connection(str(path))
    with db:  # one transaction: one wait for the disk
        db.execute((FOLDER / "store.sql").read_text())
    db.close()
    return path


def with_status(status: str) -> list[str]:
    return [table for table, held in EXPECTED.items() if held["status"] == status]


def state_of(room: Room, timers: Timers) -> dict[str, Any]:
    """A row of states.jsonl for a table."""
    held: dict[str, Any] = {"table": room.opened.table, "timers": timers, "status": room.status, "seq": room.seq}
    held |= {"names": [chair.name for chair in room.chairs], "robots": [chair.robot for chair in room.chairs]}
    if room.live is None:
        return held
    if room.live.is_over:
        game = game_file(room)
        held["game_file"] = hashlib.sha256(text_of(game).encode()).hexdigest()
        held["checks"] = {check.name: check.count for check in verify(game)}
    return held | {"clock": room.clock.at} | _live_state(room.live)


def _live_state(live: LiveTable) -> dict[str, Any]:
    views = {str(seat): _digest(_seen(live, seat)) for seat in live.viewers}
    told = {str(seat): _digest(_told(live, seat)) for seat in live.viewers}
    return {"actor": live.actor, "legal": live.legal(live.actor), "views": views, "told": told}


def _seen(live: LiveTable, seat: int) -> dict[str, Any]:
    view: dict[str, Any] = json.loads(msgspec.json.encode(live.view(seat)))
    return {name: value for name, value in view.items() if name not in SEEN_SINCE}


def _told(live: LiveTable, seat: int) -> list[Any]:
    return [[line.seq, line.at, line.seat, line.back_to, _facts(line.move) if line.move else {}] for line in live.log(seat)]


def _facts(move: Any) -> dict[str, Any]:
    return {name: value for name, value in facts(move).items() if name not in TOLD_SINCE}


def _digest(value: Any) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()
