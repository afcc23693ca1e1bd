"""Two workers on one store: nothing is lost, nothing happens twice, and each tells what the other kept."""

import asyncio
from pathlib import Path

import pytest

from filon.core.game import Game, found, load
from filon.house import protocol
from filon.house.commands import play
from filon.house.commands.rate_limit import WINDOW
from filon.house.errors import CommandRefused
from filon.house.room.events import Entry, Said
from filon.house.room.room import Room
from filon.house.updates.updates import Subscriber
from tests.house.at_home import Home, at_home, refused


def test_what_another_worker_kept_is_told_here_even_by_a_refused_ask(tmp_path: Path, game: Game) -> None:
    async def story(home: Home) -> None:
        other = home.beside()
        await home.full(game)
        told: list[int] = []
        subscriber = Subscriber("device 0", 0, lambda: told.append(1))
        await other.house.subscribe(home.table, subscriber)
        await home.run("device 1", protocol.Say("", "hello"))
        told.clear()
        with refused("not-your-seat"):
            await other.run("passer-by", protocol.Say("", "hello"))
        assert told
        assert (await other.hear(subscriber)).lines[-1].text == "hello"

    at_home(tmp_path, story)


def test_two_workers_ask_at_once_and_nothing_is_lost(tmp_path: Path, game: Game) -> None:
    async def story(home: Home) -> None:
        other = home.beside()
        await home.full(game)
        for number in range(10):
            first, second = f"one {number}", f"two {number}"
            await asyncio.gather(home.run("device 0", protocol.Say("", first)), other.run("device 1", protocol.Say("", second)))
            home.clock.now += WINDOW
        await home.house.rooms.catch_up(home.table)
        await other.house.rooms.catch_up(home.table)
        said = [[line.text for _, line in (await at.room()).log if isinstance(line, Said)] for at in (home, other)]
        assert said[0] == said[1]
        assert sorted(said[0]) == sorted(f"{who} {number}" for who in ("one", "two") for number in range(10))

    at_home(tmp_path, story)


def test_a_refused_move_does_not_keep_a_worker_from_reading_on(tmp_path: Path, game: Game) -> None:
    async def story(home: Home) -> None:
        other = home.beside()
        room = await home.full(game)
        seat = room.game.actor(room.playing.table)
        await other.room()
        legal = room.playing.legal(seat)
        wrong = next(move for move in range(len(game.MOVES)) if move not in legal)
        home.clock.now += 3_000
        with pytest.raises(CommandRefused):
            await other.run(room.chairs[seat].holder, protocol.Play("", wrong), seat)
        await home.house.change(home.table, "", lambda room, now: play.play(room, seat, legal[0], now - 1_000))
        await other.house.rooms.catch_up(home.table)
        assert (await other.room()).playing.table.bytes() == (await home.room()).playing.table.bytes()

    at_home(tmp_path, story)


def is_out(room: Room, now: int) -> bool:
    """The sand is out, and a move may still be on its way: one that comes now is too late."""
    due = room.game.due(room.playing.table)
    return room.clock.time(now, due) >= due


def test_an_ask_that_another_worker_kept_gets_the_same_answer(tmp_path: Path, game: Game) -> None:
    """Whatever it led to: Done names the last line."""

    async def story(home: Home) -> None:
        other = home.beside()
        await home.open(game, seats=2, name="Ada", robots=["random"])
        await other.room()
        first = await home.run("host", protocol.Begin("same"))
        again = await other.run("host", protocol.Begin("same"))
        assert first == again
        for number in range(40):  # some moves lead to others
            await home.wait(3_000)
            room = await home.room()
            if not (legal := room.playing.legal(0)) or is_out(room, home.clock.now):
                continue
            await other.house.rooms.catch_up(home.table)
            command = protocol.Play(f"m{number}", legal[0])
            assert await home.run("host", command, 0) == await other.run("host", command, 0)

    at_home(tmp_path, story)


@pytest.mark.parametrize("is_command", [True, False])
def test_a_room_that_was_dropped_while_somebody_waited_for_it_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_command: bool
) -> None:
    """A reader goes away in the middle; the next one must not fill the dropped room, which no subscriber would find."""

    async def story(home: Home) -> None:
        other = home.beside()
        await home.full(load(next(iter(found()))))
        await other.room()
        rooms, read, is_free = other.house.rooms, home.house.store.read, asyncio.Event()

        async def slow(table: str, after: int = 0) -> list[Entry]:
            await is_free.wait()
            return await read(table, after)

        async def wait() -> None:
            async with rooms.locked(home.table) as loaded:
                assert rooms.loaded.get(home.table) is loaded

        monkeypatch.setattr(home.house.store, "read", slow)
        reading, next_one = (asyncio.ensure_future(rooms.catch_up(home.table)) for _ in range(2))
        waiting = asyncio.ensure_future(other.run("device 0", protocol.Say("", "hello")) if is_command else wait())
        await asyncio.sleep(0)
        reading.cancel()
        is_free.set()
        await asyncio.gather(next_one, waiting)
        assert home.table in rooms.loaded

    at_home(tmp_path, story)
