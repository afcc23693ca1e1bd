"""The simplest store there can be, and a machine that asks it and a real one the same at random."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, ClassVar

from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from filon.house.room.card import CLOSED, OVER, PLAYING, WAITING, Card
from filon.house.room.events import LESSON, Entry, Said
from filon.house.stores.store import ROBOT, TIME, Conflict, Duplicate, NoSuchTable, Store, TableBackup, Timer, Timers
from tests.house.stores.trials import SOAK, Trial, card

TABLES, HOLDERS = st.sampled_from("abc"), st.sampled_from(["", "x", "y"])
MOMENTS = st.integers(-20, 60)
AT_RANDOM = settings(
    max_examples=500 if SOAK else 12,
    stateful_step_count=30,
    phases=[Phase.explicit, Phase.reuse, Phase.generate, Phase.shrink],  # to explain takes minutes and says little
)
STATUSES = st.sampled_from([WAITING, PLAYING, OVER, CLOSED])
AN_ENTRY = rule(
    table=TABLES,
    step=st.sampled_from([0] * 5 + [-1, 1]),
    command=st.sampled_from(["", "", "k", "l", "m"]),
    lines=st.integers(1, 3),
    given=st.none() | st.tuples(STATUSES, st.booleans(), HOLDERS, HOLDERS, MOMENTS),
    timers=st.none() | st.dictionaries(st.sampled_from([TIME, ROBOT]), MOMENTS),
)


class Model:
    """Everything in dictionaries; one call at a time."""

    def __init__(self) -> None:
        self.kept: dict[str, TableBackup] = {}
        self.leased: dict[tuple[str, str], int] = {}

    def head(self, table: str) -> int:
        return self.kept[table].entries[-1].last if table in self.kept else 0

    def append(self, table: str, entry: Entry, given: Card | None, timers: Timers | None) -> None:
        old = self.kept.get(table)
        if old is None and not (given and entry.seq == 1):
            raise NoSuchTable(table)
        log = old.entries if old else []
        if again := [kept.seq for kept in log if kept.command == entry.command != ""]:
            raise Duplicate(again[0])
        if entry.seq != self.head(table) + 1:
            raise Conflict(table)
        stays = old or TableBackup(card(table), [], {})
        self.kept[table] = TableBackup(given or stays.card, [*log, entry], stays.timers if timers is None else timers)
        if timers is not None:
            self.end_loans(table)

    def end_loans(self, table: str) -> None:
        self.leased = {key: until for key, until in self.leased.items() if key[0] != table}

    def free(self, now: int) -> list[Timer]:
        timers = (Timer(table, kind, at) for table, kept in self.kept.items() for kind, at in kept.timers.items())
        return [timer for timer in timers if self.leased.get((timer.table, timer.kind), 0) <= now]

    def timers_to_bring(self, table: str, now: int) -> Timers | None:
        """None, unless Time is due: a store may refuse an entry that does not take that on."""
        timers = self.kept[table].timers if table in self.kept else {}
        return timers if timers.get(TIME, now + 1) <= now else None

    def claim(self, now: int, lease: int) -> list[Timer]:
        due = [timer for timer in self.free(now) if timer.at <= now]
        self.leased |= {(timer.table, timer.kind): now + lease for timer in due}
        return due

    def delete(self, table: str) -> None:
        self.kept.pop(table, None)
        self.end_loans(table)

    def import_table(self, kept: TableBackup) -> bool:
        return self.kept.setdefault(kept.card.table, kept) is kept

    def cards(self, holder: str) -> list[Card]:
        held = (kept.card for kept in self.kept.values())
        if holder:
            return [one for one in held if holder in (one.host, *one.holders)]
        return [one for one in held if one.is_public and one.status in (WAITING, PLAYING)]

    def expired(self, before: int) -> set[str]:
        cards = {table: kept.card for table, kept in self.kept.items() if kept.card.since < before}
        return {table for table, card in cards.items() if card.status != PLAYING or card.pace == LESSON}


class AtRandom(RuleBasedStateMachine):
    """One store for all examples, emptied before each."""

    trial: ClassVar[Trial]
    runner: ClassVar[asyncio.Runner]

    def __init__(self) -> None:
        super().__init__()
        self.model, self.away, self.turn = Model(), list[TableBackup](), 0
        for table in self.run(self.store.tables()):
            self.run(self.store.delete(table))
        self.now = self.start = self.store.now()

    @property
    def store(self) -> Store:
        """In turns one and the other of those that serve the same tables."""
        self.turn += 1
        return self.trial.stores[self.turn % 2]

    def run(self, asked: Coroutine[Any, Any, Any]) -> Any:
        return self.runner.run(asked)

    @AN_ENTRY
    def append(self, table: str, step: int, command: str, lines: int, given: tuple[Any, ...] | None, timers: Timers | None) -> None:
        entry = Entry(self.model.head(table) + 1 + step, self.now, command, [Said(0, f"{command} {n}") for n in range(lines)])
        at = self.model.timers_to_bring(table, self.now) if timers is None else {kind: self.now + moment for kind, moment in timers.items()}
        told = self.of(lambda: self.model.append(table, entry, self.a_card(table, given), at))
        came = self.of(lambda: self.run(self.store.append(table, entry, self.a_card(table, given), at)))
        assert came == told, f"expected {told}; found {came}"

    @AN_ENTRY
    def append_on(self, **what: Any) -> None:
        """The same, so that it happens more often than the rest."""
        self.append(**what)

    def a_card(self, table: str, given: tuple[Any, ...] | None) -> Card | None:
        if given is None:
            return None
        status, is_public, host, holder, moment = given
        return card(table, status=status, is_public=is_public, host=host, holders=["", holder], since=self.start + moment)

    def of(self, asked: Any) -> object:
        """The result or the refusal, in a form that can be compared."""
        try:
            return asked()
        except Duplicate as error:
            return Duplicate, error.seq
        except (Conflict, NoSuchTable) as error:
            return type(error)

    @rule(passes=st.integers(1, 40))
    def let_time_pass(self, passes: int) -> None:
        self.now += passes
        self.run(self.trial.set_clock(self.now))

    @rule(lease=st.integers(1, 60))
    def claim(self, lease: int) -> None:
        expected = self.model.claim(self.now, lease)
        assert sorted(self.run(self.store.claim(lease)), key=repr) == sorted(expected, key=repr)

    @rule(table=TABLES)
    def delete(self, table: str) -> None:
        self.model.delete(table)
        self.run(self.store.delete(table))

    @precondition(lambda self: self.model.kept)
    @rule(data=st.data())
    def put_away(self, data: st.DataObject) -> None:
        self.away.append(self.run(self.store.export_table(data.draw(st.sampled_from(sorted(self.model.kept))))))

    @precondition(lambda self: self.away)
    @rule(data=st.data())
    def import_table(self, data: st.DataObject) -> None:
        kept = data.draw(st.sampled_from(self.away))
        expected = kept.card.table not in self.model.kept
        self.model.import_table(kept)
        assert self.run(self.store.import_table(kept)) == expected

    @rule()
    def restart(self) -> None:
        self.run(self.trial.close())
        self.run(self.trial.open())

    @invariant()
    def both_hold_the_same(self) -> None:
        assert {table: self.run(self.store.export_table(table)) for table in self.run(self.store.tables())} == self.model.kept
        assert self.run(self.store.last_seqs("abc")) == {table: self.model.head(table) for table in self.model.kept}
        assert self.run(self.store.next_timer()) == min((timer.at for timer in self.model.free(self.now)), default=None)
        assert set(self.run(self.store.expired(self.now))) == self.model.expired(self.now)

    @invariant()
    def both_list_the_same_the_latest_first(self) -> None:
        for holder in ("", "x", "y"):
            found, expected = self.run(self.store.cards(holder)), self.model.cards(holder)
            assert sorted(found, key=repr) == sorted(expected, key=repr)
            assert [one.since for one in found] == sorted((one.since for one in expected), reverse=True)
