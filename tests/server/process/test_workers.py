"""Two workers on one PostgreSQL: whatever is done at one of them is seen at the other, once."""

import asyncio
import random

import pytest

from filon.core.seats import SPECTATOR, TIME
from filon.house import protocol, service
from filon.house.commands.rate_limit import TALK
from filon.house.records.erasing import erase
from filon.house.robots.pool import Question, ask_in_process
from filon.house.room.events import Moved
from filon.house.stores.postgres import clock
from tests.house.stores.postgres.postgres_server import SET_OFFSET, STANDING_CLOCK, asked, fresh, made
from tests.house.stores.trials import START
from tests.server.devices import Device, Window
from tests.server.served import Served, a_game, workers
from tests.server.ws.test_session import to_move

GAME, TIMED = a_game(), a_game(is_timed=True)
MOVES, LONG = 40, 3_600_000  # moves; milliseconds


@pytest.fixture
def url(pytestconfig: pytest.Config) -> str:
    return fresh(pytestconfig)


def elsewhere(device: Device, server: Served) -> Device:
    """The same device at another worker."""
    return Device(server, server.http(Authorization=f"Bearer {device.secret}"), device.secret)


async def sat(one: Served, two: Served, game: str = GAME.name) -> tuple[Device, Device, Window, Window, str]:
    """Ada, the host, at one worker and Bo at the other; the game has begun."""
    ada, bo = await one.outsider(), await two.outsider()
    made = await ada.open(game, name="Ada", is_public=True)
    first, second = await ada.at(made.table, 0), await bo.at(made.table, 1)
    await second.does(protocol.Sit, 1, "Bo")
    begun = await first.does(protocol.Begin)
    await told(begun, first, second)
    return ada, bo, first, second, made.table


async def told(done: protocol.Done, *windows: Window) -> None:
    for window in windows:
        await window.told(done.seq)


async def same_table(one: Served, two: Served, table: str) -> None:
    """Both workers have the same room, up to the store's last entry."""
    rooms = [server.house.rooms.loaded[table].room for server in (one, two)]
    assert rooms[0].seq == rooms[1].seq == (await one.house.store.last_seqs([table]))[table]
    assert rooms[0].log == rooms[1].log
    assert rooms[0].playing.table == rooms[1].playing.table


# Playing


async def test_moves_alternate_between_workers_and_are_heard_at_both(url: str) -> None:
    async with workers(url) as (one, two):
        _, _, first, second, table = await sat(one, two)
        watching = [await (await server.outsider()).at(table) for server in (one, two)]
        movers, luck = set(), random.Random(1)
        for _ in range(MOVES):
            if first.around.status == "over":
                break
            mover = to_move(first, second)
            movers.add(mover)
            await told(await mover.does(protocol.Play, luck.choice(mover.legal)), first, second, *watching)
        assert movers == {first, second}
        lines = list(range(1, first.news[-1].seq + 1))
        assert all([line.seq for line in window.lines] == lines for window in (first, second, *watching))
        assert watching[0].lines == watching[1].lines
        assert watching[0].news[-1].view == watching[1].news[-1].view
        await same_table(one, two, table)


async def test_a_move_on_a_table_that_has_gone_on_elsewhere_is_asked_of_the_table_as_it_is(url: str) -> None:
    """Both windows of one player play the same move, each at its worker: one of them is second."""
    async with workers(url) as (one, two):
        ada, bo, first, second, table = await sat(one, two)
        again = [await elsewhere(ada, two).at(table, 0), await elsewhere(bo, one).at(table, 1)]
        luck = random.Random(2)
        for number in range(12):
            mover = to_move(first, second)
            twin = again[0] if mover is first else again[1]
            await twin.told(mover.news[-1].seq)
            play = protocol.Play(f"twice-{number}", luck.choice(mover.legal))
            answers = await asyncio.gather(mover.again(play), twin.again(play))
            done = [answer for answer in answers if isinstance(answer, protocol.Done)]
            assert done[0].seq == done[-1].seq  # the same command is kept once, and answered alike
            assert len(done) == 2
            await told(done[0], first, second, *again)
        entries = await one.house.store.read(table)
        assert sum(entry.command.endswith(f"twice-{number}") for entry in entries for number in range(12)) == 12
        await same_table(one, two, table)


async def test_what_is_taken_back_at_one_worker_is_taken_back_at_the_other(url: str) -> None:
    async with workers(url) as (one, two):
        _, _, first, second, table = await sat(one, two)
        luck, undone = random.Random(4), 0
        while undone < 3:
            if first.around.status == "over":  # in some games little can be taken back
                _, _, first, second, table = await sat(one, two)
            mover = to_move(first, second)
            await told(await mover.does(protocol.Play, luck.choice(mover.legal)), first, second)
            taken = await mover.send(protocol.Undo)
            if isinstance(taken, protocol.Done):
                await told(taken, first, second)
                assert first.lines[-1].kind == second.lines[-1].kind == "took-back"
                undone += 1
        await told(await to_move(first, second).does(protocol.Play, to_move(first, second).legal[0]), first, second)
        await same_table(one, two, table)


async def test_a_robots_turn_is_thought_of_once(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A claimed turn is no other worker's; the lease is endless here, so that a slow machine changes nothing."""
    monkeypatch.setattr(service, "LEASE", LONG)
    thought: list[tuple[int, int]] = []

    async def think(question: Question) -> int:
        thought.append((question.seat, len(question.heard)))
        await asyncio.sleep(0)
        return await ask_in_process(question)

    async with workers(url, think) as (one, two):
        ada = await one.outsider()
        made = await ada.open(GAME.name, robots=["random", "random"], is_public=True)
        first, second = await ada.at(made.table), await elsewhere(ada, two).at(made.table)
        await first.does(protocol.Begin)
        while first.around.status != "over" and first.news[-1].seq < 5 * MOVES:
            await first.hear()
        await first.does(protocol.Close)
        await told(await _last(first), second)
        entries = await one.house.store.read(made.table)
        robots = [entry.command for entry in entries if entry.command.startswith("robot.")]
        assert len(set(robots)) == len(robots)
        assert len(set(thought)) == len(thought), "a robot was asked twice about one turn"
        assert sum(isinstance(line, Moved) and line.seat >= 0 for entry in entries for line in entry.events) <= len(thought)


async def _last(window: Window) -> protocol.Done:
    """The answer to a command that made the last line heard."""
    return protocol.Done("", window.news[-1].seq)


async def test_the_sand_is_called_once_and_heard_at_both(url: str) -> None:
    async with workers(url) as (one, two):
        _, _, first, second, table = await sat(one, two, TIMED.name)
        mover = to_move(first, second)
        await told(await mover.does(protocol.Play, mover.legal[0]), first, second)
        await asked(url, f"UPDATE filon.settings SET value = value + {LONG} WHERE name = 'offset'")
        for window in (first, second):
            while not any(line.kind == "moved" and line.seat == TIME for line in window.lines):
                await window.hear()
        assert [[line.kind == "moved" and line.seat == TIME for line in window.lines].count(True) for window in (first, second)] == [1, 1]
        await same_table(one, two, table)


# Around the table


async def test_who_sits_and_leaves_at_one_worker_is_seen_at_the_other(url: str) -> None:
    async with workers(url) as (one, two):
        ada, bo = await one.outsider(), await two.outsider()
        made = await ada.open(GAME.name, name="Ada", is_public=True)
        first, second = await ada.at(made.table, 0), await bo.at(made.table, 1)
        await told(await second.does(protocol.Sit, 1, "Bo"), first)
        assert [person.name for person in first.around.people] == ["Ada", "Bo"]
        assert await (await elsewhere(ada, two).at(made.table)).is_refused(protocol.Sit, 1, "Eve") == "seat-taken"
        await told(await second.does(protocol.Leave, 1), first)
        assert [person.name for person in first.around.people] == ["Ada", ""]
        await told(await first.does(protocol.Robot, 1, "random"), second)
        assert second.around.people[1].robot == "random"


async def test_who_is_at_the_other_worker_is_here(url: str) -> None:
    async with workers(url) as (one, two):
        _, _, first, second, _ = await sat(one, two)
        for server in (two, one):
            await server.house.update_presence()
        while not first.around.people[1].is_here:
            await first.hear()
        await second.socket.close()
        while two.house.rooms.loaded[first.welcome.table].subscribers:  # type: ignore[union-attr]
            await asyncio.sleep(0)
        assert first.around.people[1].is_here  # until its worker has said nothing of it for a while


async def test_whom_the_host_sends_away_at_one_worker_is_shown_out_at_the_other(url: str) -> None:
    async with workers(url) as (one, two):
        _, bo, first, second, table = await sat(one, two)
        await first.does(protocol.Kick, 1)
        assert (await second.refusal()).reason == "sent-away"
        assert str(await second.closed()) == "1008 sent-away"
        back = await bo.window()
        await back.say(protocol.Hello(table, SPECTATOR, token=bo.token))
        assert (await back.refusal()).reason == "sent-away"


async def test_who_is_muted_at_one_worker_is_so_at_the_other(url: str) -> None:
    async with workers(url) as (one, two):
        _, _, first, second, _ = await sat(one, two)
        await told(await second.does(protocol.Say, "hello"), first)
        assert first.lines[-1].text == "hello"
        await first.does(protocol.Mute, 1, True)
        assert await second.is_refused(protocol.Say, "hello?") == "muted"


async def test_talk_is_counted_over_both_workers(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "monotonic", lambda: 0.0)
    await made(url, STANDING_CLOCK, SET_OFFSET.format(START))
    async with workers(url) as (one, two):
        ada, _, first, _, table = await sat(one, two)
        windows = [first, await elsewhere(ada, two).at(table, 0)]
        for number in range(TALK):
            await windows[number % 2].does(protocol.Say, f"{number}")
        assert {await window.is_refused(protocol.Say, "one more") for window in windows} == {"too-much-talk"}


async def test_a_pass_given_out_at_one_worker_is_shown_at_the_other_once(url: str) -> None:
    async with workers(url) as (one, two):
        _, _, first, _, table = await sat(one, two)
        carry = (await first.does(protocol.Lend, 0)).carry
        phone = await two.outsider()
        carried = await phone.at(table, 0, carry=carry)
        assert carried.around.people[0].is_yours
        await first.told(carried.news[-1].seq)
        assert not first.around.people[0].is_yours
        thief = await one.outsider()
        window = await thief.window()
        await window.say(protocol.Hello(table, 0, token=thief.token, carry=carry))
        assert (await window.refusal()).reason == "no-such-pass"


# The end


async def test_a_table_closed_at_one_worker_is_closed_at_the_other(url: str) -> None:
    async with workers(url) as (one, two):
        _, _, first, second, _ = await sat(one, two)
        await first.does(protocol.Close)
        mover = to_move(first, second)
        assert await second.is_refused(protocol.Say, "anybody?") == "closed"
        assert await mover.is_refused(protocol.Play, mover.legal[0]) == "closed"


async def over(one: Served, two: Served) -> tuple[Device, Device, Window, Window, str]:
    """A game of two robots that hold nobody's place is over; Ada and Bo hold the chairs."""
    ada, bo, first, second, table = await sat(one, two)
    await first.does(protocol.Robot, 0, "random")
    await second.does(protocol.Robot, 1, "random")
    while first.around.status != "over":
        await first.hear()
    await told(await _last(first), second)
    return ada, bo, first, second, table


async def test_a_rematch_is_one_table_whoever_asks_where(url: str) -> None:
    async with workers(url) as (one, two):
        ada, bo, first, second, table = await over(one, two)
        answers = await asyncio.gather(first.send(protocol.Rematch), second.send(protocol.Rematch), return_exceptions=False)
        tables = {answer.table for answer in answers if isinstance(answer, protocol.Done)}
        while not (first.around.rematch and second.around.rematch):
            await (second if first.around.rematch else first).hear()
        assert first.around.rematch == second.around.rematch
        assert tables == {first.around.rematch}
        again = [await ada.at(first.around.rematch, 0), await bo.at(first.around.rematch, 1)]
        assert [window.around.people[seat].is_yours for seat, window in enumerate(again)] == [True, True]
        assert table != first.around.rematch


async def test_a_table_deleted_at_one_worker_is_gone_at_the_other(url: str) -> None:
    async with workers(url) as (one, two):
        ada, _, first, second, table = await over(one, two)
        (await ada.http.post(f"/api/tables/{table}/delete")).raise_for_status()
        await two.house.catch_up()
        assert (await second.refusal()).reason == "no-such-table"
        assert (await first.refusal()).reason == "no-such-table"
        assert {(await window.closed()).code for window in (first, second)} == {1008}


async def test_a_window_at_a_table_from_which_somebody_was_erased_comes_back_to_it(url: str) -> None:
    async with workers(url) as (one, two):
        _, bo, _, second, table = await over(one, two)
        erased = await erase(one.house.store, table, lambda _, name: name == "Ada")
        assert erased
        await one.house.store.rewrite(table, erased.entries, erased.card)
        assert (await second.closed()).code == 1013
        again = await bo.at(table, 1)
        assert [person.name for person in again.around.people][:2] == ["", "Bo"]
