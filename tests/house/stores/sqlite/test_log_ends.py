"""The cache of the ends of logs stays bounded, and never answers otherwise than the log."""

from unittest import mock

import apsw
from hypothesis import given
from hypothesis import strategies as st

from filon.house.room.events import ENCODER
from filon.house.stores.sqlite import log_ends, queries
from filon.house.stores.sqlite.file import MIGRATIONS
from filon.house.stores.sqlite.log_ends import LogEnds, read_end
from filon.house.stores.store import Duplicate
from tests.house.stores.trials import card, entry

MOST = 12
COMMANDS = st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from(["", *"stuvwxyz"])), max_size=60)


def empty_store() -> apsw.Connection:
    db = apsw.Connection(":memory:")
    for step in MIGRATIONS:
        db.execute(step)
    return db


@given(COMMANDS)
def test_the_ends_of_logs_are_bounded_and_true(commands: list[tuple[str, str]]) -> None:
    """However many tables there are and however long they are played at."""
    db, ends, logs = empty_store(), LogEnds(), dict[str, list[str]]()
    with mock.patch.object(log_ends, "MOST_COMMANDS", MOST):
        for table, command in commands:
            log = logs.setdefault(table, [])
            is_known = bool(command) and command in log
            one = entry(len(log) + 1, command)
            try:
                queries.append(db, ends, table, one, ENCODER.encode(one.events), None if log else card(table), None)
                assert not is_known
                log.append(command)
            except Duplicate:
                assert is_known
            assert len(ends) == sum(1 + len(end.commands) for end in ends._ends.values())
            assert len(ends) <= MOST or len(ends._ends) == 1
            assert all(end == read_end(db, name) for name, end in ends._ends.items())


def test_a_removed_table_counts_no_longer() -> None:
    db, ends = empty_store(), LogEnds()
    for seq in (1, 2, 3):
        one = entry(seq, f"c{seq}")
        queries.append(db, ends, "a", one, ENCODER.encode(one.events), card("a") if seq == 1 else None, None)
    assert len(ends) == 4
    queries.delete(db, ends, "a")
    queries.delete(db, ends, "a")
    assert len(ends) == 0
