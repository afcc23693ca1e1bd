"""A hand in somebody's crate at a live table, whatever else happens there: other workers, lost connections, nobody who comes back."""

from pathlib import Path
from typing import Any

from filon.core.game import load
from filon.core.seats import HAND
from filon.core.stream import seeded
from filon.games.digger.hand import AVERAGE, reach
from filon.games.digger.parts import MOVES, Kind
from filon.house import protocol
from filon.house.commands.permissions import AWAY_POST
from filon.house.room import events
from filon.house.room.room import Room
from tests.house.at_home import Home, at_home, refused

DIGGER = load("digger")
LIKED = (Kind.STEAL, Kind.TAKE, Kind.STOW, Kind.STOP, Kind.THROW)  # the first that is legal is played
AIR = 2_000


async def reaching(home: Home, **asked: Any) -> Room:
    """Played as it comes until somebody has a hand in a crate: the log can be followed."""
    options = {"hand": "gesture", "sand": "exact", **asked.pop("options", {})}
    room = await home.full(DIGGER, seats=2, options=options, **asked)
    while DIGGER.actor(room.playing.table) != HAND:
        seat = DIGGER.actor(room.playing.table)
        if legal := room.playing.legal(seat):
            await home.play(min(legal, key=lambda move: _liking(MOVES[move].kind)))
        await home.wait(AIR)
    return room


def _liking(kind: int) -> int:
    return LIKED.index(Kind(kind)) if kind in LIKED else len(LIKED)


async def grabbed(home: Home) -> tuple[int, str, protocol.Done]:
    """The hand takes hold: whose it is, their device, and what they are told."""
    room = await home.room()
    seat = room.playing.last_player
    return seat, room.chairs[seat].holder, await home.run(room.chairs[seat].holder, protocol.Grab(""), seat)


def drawn(done: protocol.Done) -> list[tuple[int, int, int]]:
    return reach(done.pull, AVERAGE, seeded(1))


def hands(room: Room) -> list[events.Moved]:
    return [line for _, line in room.log if isinstance(line, events.Moved) and line.seat == HAND]


def test_dg_a11_a_gesture_is_judged_though_another_worker_keeps_something_meanwhile(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        room, other = await reaching(home), home.beside()
        await other.room()
        seat, holder, done = await grabbed(home)
        path = drawn(done)
        home.clock.now += path[-1][0]
        await other.run(room.chairs[1 - seat].holder, protocol.Say("", "hurry up"), 1 - seat)
        await home.run(holder, protocol.Pull("", done.attempt, path, is_last=True), seat)
        await home.wait(AIR)
        assert [line.attempt for line in hands(await home.room())] == [done.attempt]

    at_home(tmp_path, story)


def test_dg_a11_somebody_elses_words_do_not_make_a_hand_let_go(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        room, other = await reaching(home), home.beside()
        await other.room()
        seat, holder, done = await grabbed(home)
        path = drawn(done)
        await other.run(room.chairs[1 - seat].holder, protocol.Say("", "hurry up"), 1 - seat)
        await home.run(room.chairs[1 - seat].holder, protocol.Say("", "now"), 1 - seat)
        home.clock.now += path[-1][0]
        await home.run(holder, protocol.Pull("", done.attempt, path, is_last=True), seat)
        await home.wait(AIR)
        assert len(hands(await home.room())) == 1

    at_home(tmp_path, story)


def test_dg_a11_a_piece_of_a_path_that_is_sent_again_counts_once(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        room = await reaching(home)
        seat, holder, done = await grabbed(home)
        path = drawn(done)
        home.clock.now += path[9][0]
        for _ in range(2):
            await home.run(holder, protocol.Pull("first", done.attempt, path[:10]), seat)
        assert room.pulling
        assert [chunk.samples for chunk in room.pulling.chunks] == [path[:10]]
        home.clock.now += path[-1][0] - path[9][0]
        for _ in range(2):
            await home.run(holder, protocol.Pull("last", done.attempt, path[10:], is_last=True), seat)
        await home.wait(AIR)
        assert len(hands(room)) == 1

    at_home(tmp_path, story)


def test_by_post_a_hand_that_nobody_draws_back_can_be_replaced(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        room = await reaching(home, pace="post", options={"pace": "unlimited"})
        seat = room.playing.last_player
        other = room.chairs[1 - seat].holder
        await home.wait(AWAY_POST - AIR - 1)
        with refused("still-here"):
            await home.run(other, protocol.Robot("", seat, "random"))
        await home.wait(1)
        await home.run(other, protocol.Robot("", seat, "random"))
        assert room.chairs[seat].robot

    at_home(tmp_path, story)
