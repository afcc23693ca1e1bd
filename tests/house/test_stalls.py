"""A stall of the event loop is not charged to the player, and the log says so."""

from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from filon.core.game import found, load
from filon.core.seats import NEVER, TIME
from filon.house import protocol
from filon.house.records.game_file import GameFile, encode_event, game_file
from filon.house.records.verify import Mismatch, verify
from filon.house.robots.pool import ask_in_process
from filon.house.room.clock import MOST_PAUSES
from filon.house.room.events import Moved, Paused
from filon.house.room.room import Pulling, Room
from filon.house.rooms import LoadedRoom
from filon.house.service import House
from filon.house.stalls import BEAT, SETTLE, SHORTEST_STALL, Heartbeat, Stall, notice_stall, pause
from filon.house.stores.store import StoreRefused, Timer
from tests.house.at_home import Hands, Home, at_home, refused
from tests.house.finished import Playing, opened_room
from tests.house.rooms import followed

TIMED = load(next(name for name in found() if load(name).timed))
LONG = 600_000  # milliseconds: longer than any sand

Story = Callable[[Home], Coroutine[Any, Any, None]]


def stalling(tmp_path: Path, story: Story) -> None:
    """A table where sand runs, in a house whose heart beats."""

    async def told(home: Home) -> None:
        home.house.heartbeat = Heartbeat(lambda: float(home.clock.now), home.house.store.now)
        await sand_running(home)
        home.house.heartbeat.beat()
        await story(home)

    at_home(tmp_path, told)


async def sand_running(home: Home) -> Room:
    room = await home.full(TIMED)
    while room.game.due(room.playing.table) == NEVER:
        await home.play(room.playing.legal(room.playing.actor)[0])
    home.clock.now = max(home.clock.now, room.clock.when_at(room.game.ready(room.playing.table)))
    await home.wake()
    return room


def paused(room: Room) -> list[int]:
    return [line.milliseconds for _, line in room.log if isinstance(line, Paused)]


def sands_out(room: Room) -> int:
    return sum(isinstance(line, Moved) and line.seat == TIME for _, line in room.log)


async def wait_beating(home: Home, until: int) -> None:
    """Time passes while the loop runs."""
    while home.clock.now < until:
        home.house.heartbeat.beat()
        home.clock.now = min(until, home.clock.now + BEAT)
    await home.wake()


def test_a_stall_while_somebody_asks_for_a_table_that_is_not_there_is_no_failure(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        failures: list[BaseException] = []
        home.house.failed = failures.append
        home.house.rooms.loaded["no-such-table"] = LoadedRoom()  # as it is while the store is asked
        home.clock.now += LONG
        home.house.heartbeat.beat()
        home.clock.now += LONG
        notice_stall(home.house)
        await home.house.settled()
        assert failures == []

    stalling(tmp_path, story)


def test_a_move_after_a_stall_counts_as_if_the_stall_had_not_been(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        room = await home.room()
        shown = room.clock.time(home.clock.now, 0)
        home.clock.now += LONG
        await home.play(room.playing.legal(room.playing.actor)[0])
        assert paused(room) == [LONG - BEAT]
        move = next(line for _, line in reversed(room.log) if isinstance(line, Moved) and line.seat >= 0)
        assert move.arrived == shown + BEAT // 10
        assert sands_out(room) == 0
        assert followed(room).playing.table.bytes() == room.playing.table.bytes()

    stalling(tmp_path, story)


def test_sand_that_would_have_run_out_in_a_stall_runs_on_and_out_once(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        room = await home.room()
        left = (await home.house.store.export_table(home.table)).timers["time"] - home.clock.now
        home.clock.now += LONG
        end = home.clock.now + left - BEAT
        await home.wake()
        assert (paused(room), sands_out(room)) == ([LONG - BEAT], 0)
        assert (await home.house.store.export_table(home.table)).timers["time"] == end
        await wait_beating(home, end - 1)
        assert sands_out(room) == 0
        await wait_beating(home, end)
        assert sands_out(room) == 1

    stalling(tmp_path, story)


def test_a_refused_command_after_a_stall_changes_nothing_but_the_clock(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        room = await home.room()
        before, table = room.seq, room.playing.table.bytes()
        home.clock.now += LONG
        with refused("not-your-seat"):
            await home.run("passer-by", protocol.Say("", "hello"))
        assert [type(line) for _, line in room.log[before:]] == [Paused]
        assert room.playing.table.bytes() == table
        assert [type(line) for entry in await home.house.store.read(home.table, before) for line in entry.events] == [Paused]

    stalling(tmp_path, story)


@pytest.mark.parametrize("late", [0, SHORTEST_STALL])
def test_a_short_delay_is_no_stall(tmp_path: Path, late: int) -> None:
    async def story(home: Home) -> None:
        home.clock.now += BEAT + late
        await home.wake()
        assert paused(await home.room()) == []

    stalling(tmp_path, story)


def test_only_so_many_pauses_are_forgiven_while_the_same_sand_runs(tmp_path: Path) -> None:
    """A player who could stall the server would live on it."""

    async def story(home: Home) -> None:
        for _ in range(MOST_PAUSES + 2):
            home.clock.now += SHORTEST_STALL + BEAT + 1
            await home.wake()
        assert paused(await home.room()) == [SHORTEST_STALL + 1] * MOST_PAUSES

    stalling(tmp_path, story)


def test_a_robot_whose_move_a_stall_puts_off_has_not_failed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The stall is noticed after its timer was claimed: the pause puts the table's clock back to before the time of its move."""

    async def story(home: Home) -> None:
        room, store, claim = await home.room(), home.house.store, home.house.store.claim
        seat = room.playing.actor
        await home.run(room.chairs[seat].holder, protocol.Robot("", seat, "random"))
        while room.clock.when_at(room.game.ready(room.playing.table)) < home.clock.now + 2 * SHORTEST_STALL:
            await wait_beating(home, home.clock.now + BEAT)
        moves, due = len(room.moves), (await store.export_table(home.table)).timers["robot"]
        stalled = due - home.clock.now

        async def stalling_claim(lease: int) -> list[Timer]:
            monkeypatch.setattr(store, "claim", claim)
            home.clock.now = due
            return await claim(lease)

        monkeypatch.setattr(store, "claim", stalling_claim)
        await home.wake()
        assert (home.failures, len(room.moves), len(paused(room))) == ([], moves, 1)
        await wait_beating(home, due + stalled)
        assert (home.failures, len(room.moves) > moves) == ([], True)

    stalling(tmp_path, story)


def test_where_no_sand_runs_a_stall_leaves_no_line(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        home.house.heartbeat = Heartbeat(lambda: float(home.clock.now), home.house.store.now)
        room = await home.full(TIMED)
        home.house.heartbeat.beat()
        home.clock.now += LONG
        await home.wake()
        assert paused(room) == []
        assert (await home.loaded()).stalls == []

    at_home(tmp_path, story)


def test_a_clock_that_was_set_is_no_stall(tmp_path: Path) -> None:
    """Only what both clocks saw counts."""

    async def story(home: Home) -> None:
        still = Hands()
        home.house.heartbeat = Heartbeat(lambda: float(still.now), home.house.store.now)
        home.house.heartbeat.beat()
        home.clock.now += LONG
        await home.wake()
        assert (paused(await home.room()), sands_out(await home.room())) == ([], 1)

    stalling(tmp_path, story)


def test_a_pause_that_the_store_took_without_saying_so_is_written_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(home: Home) -> None:
        store, append = home.house.store, home.house.store.append

        async def lost(*asked: Any) -> None:
            monkeypatch.setattr(store, "append", append)
            await append(*asked)
            raise StoreRefused("the answer was lost")

        monkeypatch.setattr(store, "append", lost)
        home.clock.now += LONG
        with pytest.raises(StoreRefused):
            await home.run("device 0", protocol.Say("", "hello"))
        await home.house.settled()
        await home.run("device 0", protocol.Say("", "hello again"))
        assert paused(await home.room()) == [LONG - BEAT]

    stalling(tmp_path, story)


def test_with_several_workers_only_players_who_are_connected_to_the_stalled_one_get_time(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        other = home.beside()
        room = await home.room()
        player = room.chairs[room.playing.last_player].holder
        await other.listen("passer-by", -122)
        subscriber = await home.listen(player, room.playing.last_player)
        for at in (other, home):
            at.house.heartbeat = Heartbeat(lambda: float(home.clock.now), home.house.store.now)
            at.house.heartbeat.beat()
        home.clock.now += 1_000
        await other.wake()
        assert paused(await other.room()) == []
        await home.house.run_due_timers()
        await home.house.settled()
        assert paused(await home.room()) == [1_000 - BEAT]
        assert [line.milliseconds for line in (await home.hear(subscriber)).lines if line.kind == "paused"] == [1_000 - BEAT]

    stalling(tmp_path, story)


def test_after_a_stall_of_the_machine_no_worker_ends_a_sand_before_another_has_written_its_pause(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        other = home.beside()
        room = await home.room()
        await home.listen(room.chairs[room.playing.last_player].holder, room.playing.last_player)
        await other.room()
        other.house.heartbeat = Heartbeat(lambda: float(home.clock.now), home.house.store.now)
        for at in (other, home):
            at.house.heartbeat.beat()
        home.clock.now += LONG
        await other.wake()  # this worker is first, and knows nothing of the player
        await home.wake()
        home.clock.now += SETTLE
        other.house.heartbeat.beat()
        await other.wake()
        await other.house.rooms.catch_up(home.table)
        assert (paused(await other.room()), sands_out(await other.room())) == ([LONG - BEAT], 0)

    stalling(tmp_path, story)


def test_a_stall_in_the_middle_of_a_pull_makes_no_piece_late_and_none_early() -> None:
    room = Playing(opened_room(TIMED, 2, seed=1), 1).room
    room.pulling = pulling = Pulling(0, 0, 1_000, 7)
    assert pulling.arrival(1_500, [(480, 0, 0)]) == 500
    pause(room, [Stall(2_000, 5_000, frozenset())], 5_000, False)
    assert pulling.arrival(5_000, [(900, 0, 0), (1_100, 0, 0)]) == 1_100  # it waited for the server
    assert pulling.arrival(5_020, [(3_990, 0, 0)]) == 3_990  # drawn while the server stood still
    assert pulling.arrival(5_020, [(9_000, 0, 0)]) == 4_020  # computed beforehand
    assert pulling.arrival(9_000, [(1_100, 0, 0)]) == 5_000  # held back by the client, and not by the server
    pause(room, [Stall(500, 1_200, frozenset())], 5_000, False)
    assert pulling.stalled == 3_200  # since the grab


# The file of a game


def game_with_pauses() -> GameFile:
    """A finished game, in which the server paused whenever it could."""
    playing = Playing(opened_room(TIMED, 2, seed=3), 3)
    playing.sit(1)
    step = playing.step

    def stalled_step() -> None:
        before = playing.now
        if playing.luck.random() < 0.3:
            playing.now += 700
            pause(playing.room, [Stall(before, playing.now, frozenset())], playing.now, False)
        step()

    playing.step = stalled_step  # type: ignore[method-assign]
    return game_file(playing.play())


def changed(game: GameFile, place: int, **fields: int) -> GameFile:
    lines = [*game.lines]
    lines[place] = {**lines[place], **fields}
    return structs.replace(game, lines=lines)


def test_a_game_with_pauses_verifies_and_a_longer_pause_does_not() -> None:
    game = game_with_pauses()
    places = [place for place, line in enumerate(game.lines) if line["line"] == "paused"]
    assert len(places) > 3
    verify(game)
    for place in places[:3]:
        for fields in ({"since": game.lines[place]["since"] - 10_000}, {"until": game.lines[place]["until"] + 10_000}):
            with pytest.raises(Mismatch, match=f"line {game.lines[place]['seq']}: clock"):
                verify(changed(game, place, **fields))


def test_a_pause_where_no_sand_runs_does_not_verify() -> None:
    game = game_with_pauses()
    last = game.lines[-1]
    pause_line = encode_event(game.seq + 1, last["when"] + 10, Paused(last["when"], last["when"] + 10))
    with pytest.raises(Mismatch, match="running"):
        verify(structs.replace(game, lines=[*game.lines, pause_line], seq=game.seq + 1))


def test_more_pauses_than_are_forgiven_do_not_verify() -> None:
    """The server paused once; as many more as make one too many are added behind it."""
    game = game_with_pauses()
    place = next(place for place, line in enumerate(game.lines) if line["line"] == "paused")
    first, until = game.lines[place]["seq"], game.lines[place]["when"]
    talk = [number for number in game.talk if number < first]
    added = [
        encode_event(first + number, until + 10 * number, Paused(until + 10 * (number - 1), until + 10 * number))
        for number in range(1, MOST_PAUSES + 1)
    ]
    with pytest.raises(Mismatch, match=f"line {first + MOST_PAUSES}: clock"):
        verify(structs.replace(game, lines=[*game.lines[: place + 1], *added], talk=talk, seq=first + MOST_PAUSES))


def test_a_house_without_heartbeat_notices_nothing(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        house = House(home.house.store, ask_in_process)
        home.clock.now += LONG
        assert house.heartbeat.stalled() == 0

    at_home(tmp_path, story)
