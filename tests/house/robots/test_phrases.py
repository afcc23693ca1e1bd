"""Robots that speak: from what their seat sees, in their own time, and not too often."""

from collections import deque
from pathlib import Path
from typing import Any

import pytest

from filon.core.game import Game
from filon.core.level import Level
from filon.core.stream import Source
from filon.house import protocol
from filon.house.robots.phrases import QUIET
from filon.house.robots.turn import ask
from filon.house.room import events
from filon.house.room.room import Room
from tests.house.at_home import Home, at_home

SOON = 50  # hundredths of a second


def phrases(room: Room) -> list[tuple[int, str]]:
    return [(line.seat, line.phrase) for _, line in room.log if isinstance(line, events.Phrase)]


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch, game: Game) -> list[Any]:
    """A game whose robots want to say something soon, and again and again; and the views they were asked about."""
    views: list[Any] = []

    def next_phrase(view: Any, seat: int, level: Level, spoke: int, luck: Source) -> tuple[int, str]:
        views.append((seat, view))
        return SOON, f"hurry-{luck.below(1000)}"

    monkeypatch.setattr(game.bot, "next_phrase", next_phrase)
    return views


def test_a_robot_speaks_when_its_time_has_come_and_then_is_quiet(tmp_path: Path, game: Game, seen: list[Any]) -> None:
    async def story(home: Home) -> None:
        await home.open(game, 2, name="Ada", robots=["random"], options={"first": 1}, begin=True)
        await home.wait(10 * SOON - 10)
        assert phrases(await home.room()) == []
        await home.wait(10)
        said = phrases(await home.room())
        assert [seat for seat, _ in said] == [1]
        await home.wait(10 * QUIET - 20)
        assert phrases(await home.room()) == said
        await home.wait(20)
        assert phrases(await home.room()) == said * 2  # in one turn its luck is the same
        assert seen[-1] == (1, game.view((await home.room()).playing.table, 1))

    at_home(tmp_path, story)


def test_a_robot_that_plays_for_a_person_holds_its_tongue(tmp_path: Path, game: Game, seen: list[Any]) -> None:
    async def story(home: Home) -> None:
        await home.full(game, seats=2)
        await home.run("device 1", protocol.Robot("", 1, "random"))
        await home.wait(100 * SOON)
        assert phrases(await home.room()) == []

    at_home(tmp_path, story)


def test_what_a_robot_hears_is_what_any_seat_was_told(tmp_path: Path, game: Game) -> None:
    async def story(home: Home) -> None:
        await home.open(game, 2, name="Ada", robots=["random"], options={"first": 1}, begin=True)
        room = await home.room()
        assert room.talk == deque()
        for phrase in ("hurry", "no-way"):
            await home.run("host", protocol.SayPhrase("", phrase))
        await home.run("host", protocol.Say("", "the sand is nearly out"))
        told = [line for _, line in room.log if isinstance(line, events.Phrase)]
        about = ask(room, 0, home.clock.now)
        assert about
        assert [(said.seat, said.phrase) for said in about.talk] == [(line.seat, line.phrase) for line in told]
        assert [line.phrase for line in told] == ["hurry", "no-way"]
        assert (await home.beside().room()).talk == room.talk  # another worker hears the same

    at_home(tmp_path, story)
