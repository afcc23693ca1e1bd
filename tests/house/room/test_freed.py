"""A room that nobody asks for any more is freed at once: the garbage collector, which a server runs rarely, has nothing to find."""

import gc
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from filon.core.game import Game
from filon.core.seats import SPECTATOR
from filon.core.stream import seeded
from filon.house.errors import CommandRefused
from filon.house.protocol import Play, Undo
from filon.house.rooms import DROP_AFTER
from tests.house.at_home import Home, at_home
from tests.house.rooms import is_playing

STEPS = 30


@contextmanager
def garbage() -> Iterator[list[str]]:
    """Afterwards: the kinds of Filon's objects that only the garbage collector could free."""
    found: list[str] = []
    gc.collect()
    gc.disable()
    try:
        yield found
        gc.set_debug(gc.DEBUG_SAVEALL)
        gc.collect()
        found += sorted({type(one).__name__ for one in gc.garbage if type(one).__module__.startswith("filon.")})
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()


async def some_turns(home: Home, rng: Random) -> None:
    for _ in range(STEPS):
        room = await home.room()
        if not is_playing(room):
            return
        await home.wait(5_000 if room.game.timed else 0)  # dice roll, and a hand has its time
        if legal := room.playing.legal(room.playing.actor):
            await home.play(rng.choice(legal))


async def refused_commands(home: Home) -> None:
    """Their tracebacks must not hold the room either."""
    for seat, command in ((0, Undo("")), (1, Undo("")), (0, Play("", 10**6)), (1, Play("", 0))):
        try:
            await home.run(f"device {seat}", command, seat)
        except CommandRefused:
            continue


def test_nothing_of_a_room_is_left_without_the_garbage_collector(game: Game, tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        with garbage() as found:
            for seed in range(2):
                await home.full(game)
                subscribers = [await home.listen(f"device {seat}", seat) for seat in (0, 1, SPECTATOR)]
                await some_turns(home, Random(seed))
                await refused_commands(home)
                for subscriber in subscribers:
                    await home.hear(subscriber)
                    home.house.unsubscribe(home.table, subscriber)
            home.clock.now += DROP_AFTER + 1
            await home.house.catch_up()
            assert not home.house.rooms.loaded
        assert found == []

    at_home(tmp_path, story)


def test_a_stream_is_freed_without_the_garbage_collector() -> None:
    """One is made for each throw of the dice. The collector closes generators before it looks, so that `garbage` would not show them."""
    stream = seeded(1)
    stream.below(6)
    left = weakref.ref(stream)
    gc.disable()
    try:
        del stream
        assert left() is None
    finally:
        gc.enable()
