"""Robots asked beside the table: when, with which clock, and what becomes of their questions when something fails."""

import asyncio
from pathlib import Path

import pytest

from filon.core import seats
from filon.core.game import Game, found, load
from filon.house.errors import CommandRefused
from filon.house.hints import hint
from filon.house.robots.pool import Question, choose_move
from filon.house.run_timers import MOST_FAILURES
from filon.house.service import LEASE
from filon.house.stores.store import ROBOT, TIME
from filon.house.timers import timers_of
from tests.house.at_home import Home, at_home

TIMED = [game for game in map(load, found()) if game.timed]
PONDERED = 15_000  # milliseconds


def test_a_robot_is_asked_once_however_long_it_thinks(tmp_path: Path, game: Game) -> None:
    async def story(home: Home) -> None:
        asked, go_on = [], asyncio.Event()

        async def slow(question: Question) -> int:
            asked.append(question)
            await go_on.wait()
            return choose_move(question)

        home.house.ask_robot = slow
        await home.open(game, robots=["random"] * game.label.official[0], begin=True)
        for _ in range(5):
            home.clock.now += 10 * LEASE
            await home.house.run_due_timers()
            assert len(home.house.tasks) >= 1
            for _ in range(20):
                await home.house.store.tables()
        times = len(asked)
        go_on.set()
        await home.house.settled()
        assert times == 1

    at_home(tmp_path, story)


@pytest.mark.parametrize("timed", TIMED, ids=lambda game: game.name)
def test_a_robot_that_is_woken_twice_moves_once(tmp_path: Path, timed: Game) -> None:
    """Lent again while its move is being kept: what comes next waits for its own time, dice in the air and all."""

    async def story(home: Home) -> None:
        async def woken_again(question: Question) -> int:
            home.clock.now += LEASE
            await home.house.run_due_timers()
            return choose_move(question)

        home.house.ask_robot = woken_again
        await home.open(timed, robots=["casual"] * timed.label.official[0], begin=True)
        home.clock.now = timers_of(await home.room())[ROBOT]
        await home.house.run_due_timers()
        await home.house.settled()
        assert [line.seat >= 0 for line in (await home.room()).playing.played].count(True) == 1

    at_home(tmp_path, story)


def test_a_robot_that_fails_again_and_again_does_not_stop_its_table(tmp_path: Path, game: Game) -> None:
    async def story(home: Home) -> None:
        asked = []

        async def fail(question: Question) -> int:
            asked.append(question.seed)
            raise RuntimeError("no idea")

        home.house.ask_robot = fail
        await home.open(game, robots=["random"] * game.label.official[0], begin=True)
        while not any(line.seat >= 0 for line in (await home.room()).playing.played):
            assert len(asked) <= MOST_FAILURES
            await home.wait(LEASE)
        assert asked[:MOST_FAILURES] == asked[:1] * MOST_FAILURES
        assert asked[0] not in asked[MOST_FAILURES:]
        assert [str(error) for error in home.failures[:MOST_FAILURES]] == ["no idea"] * MOST_FAILURES
        home.failures.clear()

    at_home(tmp_path, story)


def test_a_robot_that_chooses_what_is_not_legal_does_not_stop_its_table(tmp_path: Path, game: Game) -> None:
    async def story(home: Home) -> None:
        async def wrong(question: Question) -> int:
            return next(move for move in range(len(game.MOVES)) if move not in question.legal)

        home.house.ask_robot = wrong
        await home.open(game, robots=["random"] * game.label.official[0], begin=True)
        for _ in range(MOST_FAILURES + 1):
            await home.wait(LEASE + 500)
        assert any(line.seat >= 0 for line in (await home.room()).playing.played)
        assert all(isinstance(error, CommandRefused) for error in home.failures)
        home.failures.clear()

    at_home(tmp_path, story)


def test_a_robot_is_asked_as_of_the_time_at_which_it_plays(tmp_path: Path, game: Game) -> None:
    """The question for a hint is as of now, too."""

    async def story(home: Home) -> None:
        asked = []

        async def noted(question: Question) -> int:
            asked.append(question.at)
            return choose_move(question)

        home.house.ask_robot = noted
        await home.open(game, seats=2, name="Ada", robots=["casual"], options={"first": 2}, begin=True, hints=True)
        live = (await home.room()).playing
        while not live.legal(0):
            await home.wait(100)
        played = [line.at for line in live.played if line.seat == 1]
        assert asked[: len(played)] == played
        assert len(asked) - len(played) <= any(line.seat == seats.TIME for line in live.played)  # the sand may be quicker than an answer
        home.clock.now += PONDERED
        await hint(home.house, home.table, "host", 0)
        assert asked[-1] == live.at + PONDERED // 10

    at_home(tmp_path, story)


@pytest.mark.parametrize("timed", TIMED, ids=lambda game: game.name)
def test_sand_outruns_a_robot_that_thinks_too_long(tmp_path: Path, timed: Game) -> None:
    """It is asked in time, but answers when the sand is out: Time was first, and its answer is not played."""

    async def story(home: Home) -> None:
        async def late(question: Question) -> int:
            home.clock.now = max(home.clock.now, timers_of(await home.room()).get(TIME, 0) + 1)
            return choose_move(question)

        home.house.ask_robot = late
        await home.open(timed, robots=["random"] * timed.label.official[0], begin=True)
        while seats.TIME not in (told := [line.seat for line in (await home.room()).playing.played]):
            await home.wait(500)
        assert len([seat for seat in told[: told.index(seats.TIME)] if seat >= 0]) == 1  # the move that turned the glass
        assert not home.failures

    at_home(tmp_path, story)
