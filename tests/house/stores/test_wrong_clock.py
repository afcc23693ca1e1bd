"""A wrong clock: it deletes nothing, and the store's time comes back with the right one."""

from asyncio import run
from pathlib import Path

import pytest

from filon.core.game import Game
from filon.house import protocol
from filon.house.background import WAITING_DAYS, delete_expired
from filon.house.observer import NoObserver
from filon.house.room.card import OVER
from filon.house.stores.store import DAY
from tests.house.at_home import Home, at_home
from tests.house.stores.postgres.postgres_server import SET_OFFSET, asked, awaited, fresh, workers
from tests.house.stores.sqlite.embedded import opened
from tests.house.stores.trials import START, Trial, entry, laid, of_all_stores

KEEP = 30  # days
YEARS = 70 * 365 * DAY
TODAY = START // DAY * DAY


# Days of service


@of_all_stores
async def test_only_days_on_which_the_store_was_served_count(trial: Trial) -> None:
    first, other = trial.stores
    assert await first.served_since(1) == TODAY
    assert await other.served_since(1) == TODAY
    assert await other.served_since(2) == 0
    await trial.set_clock(START + 5 * DAY)
    assert await other.served_since(2) == TODAY
    await trial.set_clock(START + YEARS)
    assert await first.served_since(2) == TODAY + 5 * DAY
    assert await first.served_since(3) == TODAY
    assert await first.served_since(4) == 0


@of_all_stores
async def test_days_that_a_wrong_clock_counted_do_not_count_when_it_is_right_again(trial: Trial) -> None:
    first, other = trial.stores
    await first.served_since(1)
    for day in range(3):
        await trial.set_clock(START + YEARS + day * DAY)
        await first.served_since(1)
    await trial.set_clock(START + 2 * DAY)
    await trial.close()
    await trial.open()
    assert await other.served_since(1) == TODAY + 2 * DAY
    assert await other.served_since(2) == TODAY
    assert await other.served_since(3) == 0


# --keep-days


class Noted(NoObserver):
    def __init__(self) -> None:
        self.expiries: list[tuple[int, int]] = []

    def expired(self, deleted: int, held_back: int) -> None:
        self.expiries.append((deleted, held_back))


async def with_a_closed_table(home: Home, game: Game) -> str:
    await home.open(game, seats=2, name="Ada")
    await home.run("host", protocol.Close(""))
    home.house.observer = Noted()
    return home.table


def noted(home: Home) -> list[tuple[int, int]]:
    assert isinstance(home.house.observer, Noted)
    return home.house.observer.expiries


def test_a_clock_that_is_years_ahead_deletes_nothing(tmp_path: Path, game: Game) -> None:
    """Nor does it after people have played by it: their entries are of its time."""

    async def story(home: Home) -> None:
        table = await with_a_closed_table(home, game)
        await delete_expired(home.house, KEEP)
        home.clock.now += YEARS
        await delete_expired(home.house, KEEP)
        assert noted(home) == [(0, 0), (0, 1)]
        await home.open(game, seats=2, name="Ada")
        for _ in range(KEEP - 2):
            home.clock.now += DAY
            await delete_expired(home.house, KEEP)
        assert table in await home.house.store.tables()

    at_home(tmp_path, story)


def test_a_table_is_deleted_after_so_many_days_of_service(tmp_path: Path, game: Game) -> None:
    async def story(home: Home) -> None:
        table = await with_a_closed_table(home, game)
        for _ in range(KEEP):
            await delete_expired(home.house, KEEP)
            assert table in await home.house.store.tables()
            home.clock.now += DAY
        home.clock.now += 1
        await delete_expired(home.house, KEEP)
        assert table not in await home.house.store.tables()
        assert noted(home)[-1] == (1, 0)
        assert set(noted(home)[:-1]) == {(0, 0)}

    at_home(tmp_path, story)


def test_l2_a_table_where_no_game_began_is_deleted_in_any_case(tmp_path: Path, game: Game) -> None:
    async def story(home: Home) -> None:
        closed = await with_a_closed_table(home, game)
        await home.open(game, seats=2, name="Ada")
        waiting = home.table
        await home.open(game, seats=2, name="Ada", robots=["random"], begin=True, options={"first": 1})
        for _ in range(WAITING_DAYS):
            await delete_expired(home.house, 0)
            assert waiting in await home.house.store.tables()
            home.clock.now += DAY
        home.clock.now += 1
        await delete_expired(home.house, 0)
        assert set(await home.house.store.tables()) == {closed, home.table}

    at_home(tmp_path, story)


def test_days_count_before_anything_is_promised(tmp_path: Path, game: Game) -> None:
    async def story(home: Home) -> None:
        await with_a_closed_table(home, game)
        for _ in range(KEEP + 1):
            await delete_expired(home.house, 0)
            home.clock.now += DAY
        assert len(await home.house.store.tables()) == 1
        await delete_expired(home.house, KEEP)
        assert await home.house.store.tables() == []

    at_home(tmp_path, story)


# The store's time


@pytest.mark.parametrize(("wrong", "ahead"), [(DAY + 5, DAY + 5), (DAY + 6, 0), (YEARS, 0)])
def test_the_time_of_an_embedded_store_is_at_most_a_day_ahead(tmp_path: Path, wrong: int, ahead: int) -> None:
    async def case() -> None:
        async with opened(tmp_path / "store.db", lambda: START) as store:
            assert store.ahead == 0
            await laid(store, "a", status=OVER)
            await store.append("a", entry(2, when=START + wrong))
        async with opened(tmp_path / "store.db", lambda: START + 5) as store:
            assert store.now() == (START + ahead if ahead else START + 5)
            assert store.ahead == wrong - 5

    run(case())


def test_the_databases_time_comes_back_after_a_day(request: pytest.FixtureRequest) -> None:
    url = fresh(request.config)

    @awaited
    async def case() -> None:
        async with workers(url, 1) as (store,):
            right = store.now()
            await asked(url, SET_OFFSET.format(YEARS))
            await store.measure_clock()
            assert store.now() >= right + YEARS
            await laid(store, "a", since=store.now())
            await asked(url, SET_OFFSET.format(0))
            await store.measure_clock()
            assert right <= store.now() < right + 60_000
        async with workers(url, 1) as (store,):
            assert YEARS - 60_000 < store.ahead <= YEARS
            assert right <= store.now() < right + 60_000

    case()


def test_a_house_plays_on_at_a_table_of_the_future(tmp_path: Path, game: Game) -> None:
    """Its own time stands; new tables have the right one."""

    async def story(home: Home) -> None:
        home.clock.now += YEARS
        await home.open(game, seats=2, name="Ada")
        future, wrong = home.table, home.clock.now
        await home.house.store.close()
        home.clock.now -= YEARS
        await home.house.store.open()
        await home.open(game, seats=2, name="Ada")
        assert (await home.house.store.card(home.table)).since < wrong - YEARS + DAY
        assert (await home.house.store.read(future))[-1].when == wrong

    at_home(tmp_path, story)
