"""Time on the network is forgiven within a quota, whatever a client makes of its pings."""

from hypothesis import given
from hypothesis import strategies as st

from filon.core.game import found, load
from filon.core.seats import NEVER
from filon.core.stream import seeded
from filon.house.room.clock import MOVE_CREDIT, TURN_CREDIT, TableClock
from filon.house.room.live import LiveTable
from filon.house.room.setup import set_up

TRIPS = st.lists(st.integers(-(2**31), 2**31), max_size=60)  # milliseconds


def clock() -> TableClock:
    game = next(game for game in map(load, found()) if game.timed)
    return TableClock(LiveTable(set_up(game, ["Ada", "Bo"], {}, seed=1), seeded(1)), 0)


@given(TRIPS)
def test_whatever_trips_are_claimed_the_credit_of_one_sand_is_bounded(trips: list[int]) -> None:
    held, total = clock(), 0
    for trip in trips:
        credit = held.credit(trip)
        assert 0 <= credit <= min(MOVE_CREDIT, max(0, trip) // 10)
        held.spend(credit, due=1)
        total += credit
    assert total <= TURN_CREDIT
    held.spend(0, NEVER)
    assert held.credit(10 * MOVE_CREDIT) == MOVE_CREDIT  # the next sand has its own
