"""Digger at a live table: the sand, the network and the hand, on a clock that is set by hand (digger-live)."""

from pathlib import Path
from typing import Any

import pytest

from filon.core.game import load
from filon.core.pull import GOES_ON
from filon.core.seats import CHANCE, HAND, SPECTATOR, TIME, UNKNOWN
from filon.core.texts.notation import move_ids
from filon.games.digger.hand import stop
from filon.games.digger.parts import MOVES, Colour, Kind, Phase
from filon.games.digger.rules import time_master
from filon.house import protocol
from filon.house.errors import CommandRefused
from filon.house.robots.pool import ask_in_process
from filon.house.robots.turn import answer
from filon.house.room import events
from filon.house.room.clock import LONGEST_WAIT, MOVE_CREDIT, TURN_CREDIT
from filon.house.room.room import Room
from filon.house.service import LEASE, House
from filon.house.stores.store import TIME as WAKE_TIME
from filon.house.timers import advance, timers_of
from tests.house.at_home import Home, at_home, seen
from tests.house.rooms import WHEN, room_of

DIGGER = load("digger")
IDS = move_ids(MOVES)
SAND = 30_000  # milliseconds
AIR = 2_000
ALLOWED = MOVE_CREDIT * 10


def moved(room: Room, seat: int) -> list[events.Moved]:
    return [line for _, line in room.log if isinstance(line, events.Moved) and line.seat == seat]


def sand_outs(room: Room) -> list[events.Moved]:
    return moved(room, TIME)


async def digging(home: Home, **asked: Any) -> Room:
    """The first throw has been made, just now, with thirty seconds of sand."""
    options = {"sand": "exact", "first": 1, **asked.pop("options", {})}
    room = await home.full(DIGGER, seats=3, options=options, **asked)
    await home.play(IDS["throw"])
    return room


# The sand


def test_dg_23_the_sand_is_out_once_and_on_time(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        room = await digging(home)
        await home.wait(SAND + ALLOWED - 1)
        assert sand_outs(room) == []
        await home.wait(1)
        assert [line.at for line in sand_outs(room)] == [SAND // 10]
        await home.wait(SAND)
        assert len(sand_outs(room)) == 1

    at_home(tmp_path, story)


def test_dg_23_a_robot_has_no_network_and_its_sand_is_not_stretched(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        room = await digging(home)
        assert timers_of(room)[WAKE_TIME] == home.clock.now + SAND + ALLOWED
        await home.run("device 0", protocol.Robot("", 0, "random"))
        assert timers_of(room)[WAKE_TIME] == home.clock.now + SAND

    at_home(tmp_path, story)


def test_dg_23_the_sand_of_a_dead_worker_is_called_by_another(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        await digging(home)
        home.clock.now += SAND + ALLOWED
        assert await home.house.store.claim(LEASE)  # a worker takes it on, and dies
        other = Home(House(home.house.store, ask_in_process), home.clock)
        other.table = home.table
        await other.wake()
        assert sand_outs(await other.room()) == []
        await other.wait(LEASE)
        assert [line.at for line in sand_outs(await other.room())] == [SAND // 10]

    at_home(tmp_path, story)


def test_dg_23_two_workers_call_it_once(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        await digging(home)
        other = Home(House(home.house.store, ask_in_process), home.clock)
        other.table = home.table
        await other.room()
        home.clock.now += SAND + ALLOWED
        for house in (home.house, other.house):  # as if both had been lent it
            await house.change(home.table, "", advance)
        await home.house.rooms.catch_up(home.table)
        assert len(sand_outs(await home.room())) == len(sand_outs(await other.room())) == 1

    at_home(tmp_path, story)


def moves_in(told: protocol.News) -> list[protocol.MovedLine]:
    return [line for line in told.lines if isinstance(line, protocol.MovedLine)]


def test_dg_11_only_the_time_master_ever_sees_the_sand(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        room = await digging(home)
        master = time_master(room.playing.table)
        for seat in (*range(3), SPECTATOR):
            told = await home.hear(await home.listen(f"device {seat}", seat))
            assert (seen(told)["sand"] != UNKNOWN) == (seat == master)
            glass = next(line for line in moves_in(told) if line.move.get("kind") == "glass")
            assert (glass.move["sand"] != "?") == (seat == master)
        await home.wait(AIR)
        await home.play(IDS["stop"])
        for seat in (*range(3), SPECTATOR):
            told = await home.hear(await home.listen(f"device {seat}", seat))
            assert next(line for line in moves_in(told) if line.move.get("kind") == "stop").move["sand"] == SAND // 10

    at_home(tmp_path, story)


def test_dg_11_a_screen_that_also_belongs_to_the_digger_shows_no_sand(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        await home.open(DIGGER, seats=3, options={"sand": "exact", "first": 1})
        for seat, holder in enumerate(("both", "other", "both")):
            await home.run(holder, protocol.Sit("", seat, f"Seat {seat}"))
        await home.run("host", protocol.Begin(""))
        room = await home.room()
        assert time_master(room.playing.table) == 2
        window = await home.listen("both", 2)
        told = await home.hear(window)
        assert seen(told)["sand"] == UNKNOWN
        assert all(line.move.get("sand") in (None, "?") for line in moves_in(told))
        room.chairs[2].holder = "somebody else"
        assert seen(await home.hear(await home.listen("somebody else", 2)))["sand"] != UNKNOWN

    at_home(tmp_path, story)


def test_dg_12_by_post_a_turn_starts_when_its_player_is_ready(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        room = await home.full(DIGGER, seats=3, pace="post", options={"sand": "exact", "first": 1})
        await home.wait(300 * 24 * 3_600_000)
        assert room.playing.table.phase == Phase.READY
        await home.play(IDS["throw"])
        begun = moved(room, 0)[0].at
        assert begun == LONGEST_WAIT
        await home.wait(SAND + ALLOWED)
        assert [line.at for line in sand_outs(room)] == [begun + SAND // 10]

    at_home(tmp_path, story)


# The network


def test_dg_23_a_move_on_its_way_when_the_sand_ran_out_still_counts(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        room = await digging(home)
        await home.wait(SAND + 150)
        await home.play(IDS["stop"], trip=200)
        stop = moved(room, 0)[-1]
        assert (stop.move, stop.arrived, stop.credit, stop.at) == ("stop", 3015, 20, 2995)
        assert sand_outs(room) == []

    at_home(tmp_path, story)


def test_dg_23_without_a_slow_network_it_does_not(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        room = await digging(home)
        home.clock.now += SAND + 150
        with pytest.raises(CommandRefused):
            await home.play(IDS["stop"], trip=100)
        assert [line.at for line in sand_outs(room)] == [3000]
        again = Home(House(home.house.store, ask_in_process), home.clock)
        again.table = home.table
        assert sand_outs(await again.room()) == sand_outs(room)  # the refused command brought it about, and it was stored

    at_home(tmp_path, story)


def test_dg_23_nobody_else_can_bring_the_sand_forward(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        room = await digging(home)
        home.clock.now += SAND + 100
        with pytest.raises(CommandRefused, match="not-yours"):
            await home.run("device 2", protocol.Play("", IDS["throw"]))
        assert sand_outs(room) == []

    at_home(tmp_path, story)


def test_dg_23_credit_has_a_quota_for_each_move_and_each_turn(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        room = await digging(home)
        granted = []
        for _ in range(11):
            home.clock.now += AIR + 250
            await home.play(IDS["throw"], trip=60_000)
            granted.append(moved(room, 0)[-1].credit)
        assert granted == [MOVE_CREDIT] * 8 + [0, 0, 0]
        assert sum(granted) == TURN_CREDIT
        assert room.clock.time(home.clock.now, 0) == (11 * (AIR + 250)) // 10 - TURN_CREDIT
        home.clock.now += AIR
        await home.play(IDS["stop"], trip=60_000)
        await home.wait(100)
        assert room.clock.spent == 0

    at_home(tmp_path, story)


def test_dg_13_dice_in_the_air_are_nobodys_credit(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        await digging(home)
        home.clock.now += AIR - 10
        with pytest.raises(CommandRefused, match="dice-in-the-air"):
            await home.play(IDS["throw"])
        home.clock.now += 10
        await home.play(IDS["throw"])

    at_home(tmp_path, story)


def test_dg_12_the_turn_goes_on_after_a_reconnection(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        await digging(home)
        window = await home.listen("device 0", 0)
        await home.hear(window)
        home.house.unsubscribe(home.table, window)
        await home.wait(5_000)
        told = await home.hear(await home.listen("device 0", 0))
        assert (told.clock, seen(told)["phase"]) == (500, Phase.DIGGING)
        assert IDS["throw"] in told.legal
        await home.play(IDS["throw"])

    at_home(tmp_path, story)


# The hand


async def reaching(home: Home, hand: str, after: int = AIR) -> Room:
    """Seat 0 has its hand in the crate of seat 1, where two neighbours stand, so long after the first throw."""
    room = await home.full(DIGGER, seats=3, options={"sand": "exact", "first": 1, "hand": hand})
    await home.play(IDS["throw"])
    await home.wait(after)
    table = room.playing.table
    table.shown = [0, 1, 3, 0, 0, 1]
    table.used = [0] * len(table.used)
    for gem in (Colour.GOLD, Colour.RUBY, Colour.DIAMOND):
        table.player[1].crate[gem], table.pool[gem] = 2, table.pool[gem] - 2
    room.playing.cache.clear()
    await home.play(IDS["steal gold 1"])
    return room


def path_up(ms: int) -> list[tuple[int, int, int]]:
    """Straight out of the crate, in so many milliseconds."""
    return [(ms * i // 40, 0, 1400 * i // 40) for i in range(41)]


def test_dg_a11_a_gesture_is_judged_by_the_server(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        room = await reaching(home, "gesture")
        grabbed = await home.run("device 0", protocol.Grab(""), 0)
        samples = path_up(1_200)
        for first in range(0, 41, 10):
            home.clock.now += 300
            part = samples[first : first + 10]
            if room.pulling and room.pulling.verdict == GOES_ON:
                await home.run("device 0", protocol.Pull("", grabbed.attempt, part, is_last=first == 40), 0, trip=50)
        await home.wait(1_000)
        hand = moved(room, HAND)
        assert [line.move.split()[0] for line in hand] in (["clean"], ["touched"])
        assert hand[0].path
        assert hand[0].attempt == grabbed.attempt

    at_home(tmp_path, story)


def test_dg_a11_a_malformed_path_costs_nothing_but_time(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        room = await reaching(home, "gesture")
        before = room.seq
        grabbed = await home.run("device 0", protocol.Grab(""), 0)
        home.clock.now += 500
        with pytest.raises(CommandRefused, match=r"^pull-"):
            await home.run("device 0", protocol.Pull("", grabbed.attempt, [(0, 9000, 9000), (10, 0, 0)]), 0)
        assert (room.seq, room.playing.table.phase) == (before, Phase.REACHING)
        again = await home.run("device 0", protocol.Grab(""), 0)
        assert again.attempt != grabbed.attempt
        with pytest.raises(CommandRefused, match="no-pull"):
            await home.run("device 0", protocol.Pull("", grabbed.attempt, [(0, 0, 0)]), 0)
        for other in ("device 1", "device 2"):
            with pytest.raises(CommandRefused, match="no-pull"):
                await home.run(other, protocol.Grab(""))

    at_home(tmp_path, story)


def test_dg_a19_a_hand_that_was_too_quick_is_waited_for(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        room = await reaching(home, "timing")
        while True:
            grabbed = await home.run("device 0", protocol.Grab(""), 0)
            pulling = room.pulling
            stops = [ms for ms in range(0, 300, 10) if pulling and MOVES[stop(room.playing.table, ms, pulling.seed)].kind == Kind.CLEAN]
            if stops:
                break
            room.refused_pulls += 1  # as after a malformed path: another tremor
        home.clock.now += stops[-1]
        await home.run("device 0", protocol.Pull("", grabbed.attempt, [(stops[-1], 0, 0)], is_last=True), 0)
        assert moved(room, HAND) == []
        await home.wait(1_000 - stops[-1] - 1)
        assert moved(room, HAND) == []
        await home.wait(1)
        assert [line.move for line in moved(room, HAND)] == ["clean"]

    at_home(tmp_path, story)


def test_dg_a24_if_the_sand_is_out_before_the_hand_time_moves_first(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        room = await reaching(home, "gesture")
        await home.run("device 0", protocol.Grab(""), 0)
        await home.wait(SAND)
        assert len(sand_outs(room)) == 1
        assert moved(room, HAND) == []

    at_home(tmp_path, story)


def test_dg_a24_a_pull_that_the_sand_ended_decides_no_other(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        room = await reaching(home, "gesture", SAND - 400)
        grabbed = await home.run("device 0", protocol.Grab(""), 0)
        await home.run("device 0", protocol.Pull("", grabbed.attempt, [], is_last=True), 0)
        assert room.pulling is not None  # the hand is waited for
        await home.wait(SAND)
        assert len(sand_outs(room)) == 1
        assert room.pulling is None

    at_home(tmp_path, story)


def test_dg_a11_grabbing_again_does_not_choose_another_tremor(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        await reaching(home, "gesture")
        first, again = [await home.run("device 0", protocol.Grab(""), 0) for _ in range(2)]
        assert (first.attempt, first.pull) == (again.attempt, again.pull)

    at_home(tmp_path, story)


def test_dg_a11_chance_pulls_for_a_seat_that_rolls(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        room = await reaching(home, "roll")
        with pytest.raises(CommandRefused, match="no-pull"):
            await home.run("device 0", protocol.Grab(""), 0)
        await home.wait(1_000)
        pulls = [line for line in moved(room, CHANCE) if line.move.split()[0] in ("clean", "touched")]
        assert len(pulls) == 1

    at_home(tmp_path, story)


def test_dg_23_a_robot_that_thinks_until_the_sand_is_out_makes_no_mistake() -> None:
    room = room_of(DIGGER, 3, {"first": 1})
    assert answer(room, 0, IDS["throw"], WHEN).refused is None
    late = answer(room, 0, IDS["throw"], WHEN + SAND + 5_000)
    assert late.refused is None
    assert next(line.seat for line in late.events if isinstance(line, events.Moved)) == TIME
    room = room_of(DIGGER, 3, {"first": 1})
    assert answer(room, 0, IDS["stop"], WHEN).refused is not None
