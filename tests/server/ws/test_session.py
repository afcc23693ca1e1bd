"""A table over the wire: people at it, their windows, what they send and hear."""

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from filon.core.game import found, load
from filon.core.seats import SPECTATOR
from filon.house import protocol
from filon.house.commands.permissions import AWAY_LIVE
from filon.house.commands.rate_limit import TALK, WINDOW
from tests.house.stores.trials import START
from tests.server import served as serving
from tests.server.devices import Device, Window
from tests.server.served import Hands, Served, a_game, served

GAME = a_game().name


async def sat(server: Served, **asked: Any) -> tuple[Device, Device, Window, Window, str]:
    """Two people with a window each, at a table that has begun; the first is its host."""
    ada, bo = await server.browser(), await server.outsider()
    made = await ada.open(GAME, name="Ada", **asked)
    first, second = await ada.at(made.table, 0), await bo.at(made.table, 1, invite=made.invite)
    await second.does(protocol.Sit, 1, "Bo")
    begun = await first.does(protocol.Begin)
    await first.told(begun.seq)
    await second.told(begun.seq)
    return ada, bo, first, second, made.table


def to_move(*windows: Window) -> Window:
    return next(window for window in windows if window.legal)


async def turn(*windows: Window) -> protocol.Done:
    """Play one move by the seat that may move, and wait until all have heard it."""
    mover = to_move(*windows)
    done = await mover.does(protocol.Play, random.Random(1).choice(mover.legal))
    for window in windows:
        await window.told(done.seq)
    return done


# Playing


@pytest.mark.parametrize("name", found())
async def test_printed_fields_come_once_with_welcome_at_start(tmp_path: Path, name: str) -> None:
    async with served(tmp_path) as server:
        ada = await server.browser()
        made = await ada.open(name, name="Ada", robots=["random"])
        window = await ada.at(made.table, 0)
        assert window.welcome
        assert window.welcome.printed == {}
        await window.told((await window.does(protocol.Begin)).seq)
        table, fields = server.house.rooms.loaded[made.table].room.playing.table, load(name).PRINTED.split()
        assert window.welcome.printed == {field: msgspec.to_builtins(getattr(table, field)) for field in fields}
        assert set(window.sent_views[-1]) == set(table.fields) - set(fields)


async def test_what_one_plays_everybody_hears(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        _, _, first, second, table = await sat(server, is_public=True)
        watching = await (await server.browser()).at(table)
        for _ in range(5):
            done = await turn(first, second, watching)
            assert [window.news[-1].seq for window in (first, second, watching)] == [done.seq] * 3
        assert [line.seq for line in first.lines] == list(range(1, done.seq + 1))
        assert [line.seq for line in watching.lines] == list(range(1, done.seq + 1))
        assert watching.legal == []
        assert watching.around.watching == 1
        room = server.house.rooms.loaded[table].room
        for seat, window in ((0, first), (1, second), (SPECTATOR, watching)):
            assert msgspec.json.decode(msgspec.json.encode(room.playing.view(seat))) == window.news[-1].view


async def test_a_move_out_of_turn_or_against_the_law_is_refused_with_its_clause(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        _, _, first, second, _ = await sat(server)
        mover = to_move(first, second)
        other = second if mover is first else first
        before = first.news[-1].seq
        refused = await other.send(protocol.Play, mover.legal[0])
        assert isinstance(refused, protocol.Refused)
        assert refused.reason == "not-yours"
        assert refused.clause == a_game().CLAUSES[a_game().Refusal["NOT_YOURS"]]
        illegal = next(move for move in range(len(a_game().MOVES)) if move not in mover.legal)
        refused = await mover.send(protocol.Play, illegal)
        assert isinstance(refused, protocol.Refused)
        assert refused.clause
        assert await mover.is_refused(protocol.Play, 65_535) == "no-such-move"
        assert server.house.rooms.loaded[first.welcome.table].room.seq == before  # type: ignore[union-attr]


async def test_two_windows_of_one_browser_are_two_players(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        ada = await server.browser()
        made = await ada.open(GAME, name="Ada")
        first = await ada.at(made.table, 0)
        await first.does(protocol.Sit, 1, "Bo")
        second = await ada.at(made.table, 1)
        begun = await first.does(protocol.Begin)
        await first.told(begun.seq)
        await second.told(begun.seq)
        movers = set()
        for _ in range(12):
            movers.add(to_move(first, second))
            await turn(first, second)
        assert movers == {first, second}
        idle = second if to_move(first, second) is first else first
        assert await idle.is_refused(protocol.Play, to_move(first, second).legal[0]) == "not-yours"


async def test_one_window_turns_from_seat_to_seat(tmp_path: Path) -> None:
    """Hot-seat: it is told one seat's news at a time."""
    async with served(tmp_path) as server:
        ada = await server.browser()
        made = await ada.open(GAME, name="Ada")
        window = await ada.at(made.table, 0)
        await window.does(protocol.Sit, 1, "Bo")
        await window.told((await window.does(protocol.Begin)).seq)
        seats = set()
        for _ in range(12):
            for seat in (0, 1):
                news = await window.hello(made.table, seat, after=window.news[-1].seq)
                assert window.welcome
                assert window.welcome.seat == seat
                assert news.lines == []
                assert news.view == wire_view(server, made.table, seat)
                (subscriber,) = server.house.rooms.loaded[made.table].subscribers
                assert subscriber.seat == seat
                if window.legal:
                    seats.add(seat)
                    done = await window.does(protocol.Play, random.Random(1).choice(window.legal))
                    await window.told(done.seq)
        assert seats == {0, 1}
        assert [line.seq for line in window.lines] == list(range(1, done.seq + 1))


def wire_view(server: Served, table: str, seat: int) -> Any:
    return msgspec.json.decode(msgspec.json.encode(server.house.rooms.loaded[table].room.playing.view(seat)))


async def test_a_window_may_turn_to_another_table(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        ada = await server.browser()
        one, other = await ada.open(GAME, name="Ada"), await ada.open(GAME, name="Ada")
        window = await ada.at(one.table, 0)
        await window.hello(other.table, 0)
        assert window.welcome
        assert window.welcome.table == other.table
        assert not server.house.rooms.loaded[one.table].subscribers
        await window.does(protocol.Close)
        assert server.house.rooms.loaded[other.table].room.is_closed


async def test_asked_again_with_the_same_id_nothing_happens_twice(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        ada, bo, first, second, table = await sat(server)
        mover = to_move(first, second)
        command = protocol.Play("the-same", mover.legal[0])
        done = await mover.again(command)
        assert await mover.again(command) == done
        await mover.socket.close()  # the answer may have been lost on the way
        device, seat = (ada, 0) if mover is first else (bo, 1)
        returned = await device.at(table, seat)
        assert await returned.again(command) == done
        assert server.house.rooms.loaded[table].room.seq == done.seq  # type: ignore[union-attr]


async def test_an_undo_is_told(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        _, _, first, second, _ = await sat(server)
        assert (await to_move(first, second).is_refused(protocol.Undo)) == "undo-not-yours"


# Coming back


async def test_who_comes_back_is_told_what_was_missed_and_no_more(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        ada, _, first, second, table = await sat(server)
        heard = first.news[-1].seq
        await turn(first, second)
        await first.socket.close()
        back = await ada.at(table, 0, after=heard)
        assert [line.seq for line in back.lines] == list(range(heard + 1, second.news[-1].seq + 1))
        assert back.news[-1].view == wire_view(server, table, 0)
        again = await ada.at(table, 0)
        assert [line.seq for line in again.lines] == list(range(1, second.news[-1].seq + 1))
        ahead = await ada.at(table, 0, after=10_000)
        assert [line.seq for line in ahead.lines] == [line.seq for line in again.lines]  # it had heard what never was
        done = await turn(ahead, second)
        assert [line.seq for line in ahead.lines][-1] == done.seq


async def test_a_server_that_starts_again_finds_everybody_in_their_seats(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        ada, bo, first, second, table = await sat(server)
        await turn(first, second)
        port, heard, cookies, token = server.settings.port, first.news[-1].seq, ada.http.cookies, bo.token
        view = wire_view(server, table, 0)
    async with served(tmp_path, port=port) as server:
        ada = Device(server, server.http(Origin=server.origin))
        ada.http.cookies = cookies
        bo = Device(server, server.http(Authorization=f"Bearer {token}"), token)
        first, second = await ada.at(table, 0, after=heard), await bo.at(table, 1)
        assert first.lines == []
        assert first.news[-1].view == view
        assert first.around.people[0].is_yours
        assert first.around.is_host
        assert [line.seq for line in second.lines] == list(range(1, heard + 1))
        await first.told(heard)
        await turn(first, second)


async def test_a_server_that_stops_says_so(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        ada = await server.browser()
        window = await ada.at((await ada.open(GAME)).table)
        server.keep_open()
    assert (await window.closed()).code == 1001
    await window.socket.close()
    await ada.http.aclose()


# Talk, and who may stay


async def test_talk_is_heard_limited_and_can_be_muted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "steady_clock", lambda: lambda: START)  # no time passes but what the test says
    async with served(tmp_path) as server:
        _, _, first, second, table = await sat(server, is_public=True)
        watching = await (await server.browser()).at(table)
        done = await second.does(protocol.Say, "Bonjour ! 你好 🙂")
        await first.told(done.seq)
        assert (first.lines[-1].kind, first.lines[-1].seat, first.lines[-1].text) == ("said", 1, "Bonjour ! 你好 🙂")
        done = await second.does(protocol.SayPhrase, "well-played")
        await first.told(done.seq)
        assert (first.lines[-1].kind, first.lines[-1].phrase) == ("phrase", "well-played")
        assert await second.is_refused(protocol.SayPhrase, "no-such-thing") == "no-such-phrase"
        assert await watching.is_refused(protocol.Say, "psst") == "not-your-seat"
        for _ in range(TALK - 2):
            await second.does(protocol.Say, "again")
        assert await second.is_refused(protocol.Say, "again") == "too-much-talk"
        server.later += WINDOW
        await second.does(protocol.Say, "again")
        assert await second.is_refused(protocol.Mute, 0, True) == "only-host"
        await first.does(protocol.Mute, 1, True)
        assert await second.is_refused(protocol.Say, "hm") == "muted"
        assert await second.is_refused(protocol.SayPhrase, "hello") == "muted"
        assert second.around.people[1].is_muted
        await first.does(protocol.Mute, 1, False)
        await second.does(protocol.Say, "free")


async def test_before_the_game_a_guest_may_leave_or_be_sent_away(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        ada, bo = await server.browser(), await server.outsider()
        made = await ada.open(GAME, 3, name="Ada")
        host, guest = await ada.at(made.table, 0), await bo.at(made.table, 1, invite=made.invite)
        assert await guest.is_refused(protocol.Sit, 0, "Bo") == "seat-taken"
        assert await guest.is_refused(protocol.Sit, 1, "Ada") == "name-taken"
        assert await guest.is_refused(protocol.Sit, 3, "Bo") == "no-such-seat"
        await guest.does(protocol.Sit, 1, "Bo")
        await guest.does(protocol.Leave, 1)
        await guest.does(protocol.Sit, 2, "Bo")
        assert await guest.is_refused(protocol.Kick, 0) == "only-host"
        assert await host.is_refused(protocol.Kick, 1) == "nobody-there"
        assert await guest.is_refused(protocol.Begin) == "only-host"
        await host.told((await host.does(protocol.Kick, 2)).seq)
        assert (await guest.closed()).code == 1008
        assert not host.around.people[2].is_held
        assert await host.is_refused(protocol.Begin) == "free-chairs"
        for seat in (1, 2):
            await host.does(protocol.Robot, seat, "random")
        assert await host.is_refused(protocol.Robot, 1, "nobody") == "no-such-robot"
        assert await host.is_refused(protocol.Robot, 1, "lesson") == "no-such-robot"
        await host.does(protocol.Begin)
        assert await host.is_refused(protocol.Begin) == "has-begun"


async def test_a_robot_plays_for_a_while_and_the_seat_is_taken_back(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        _, _, first, second, _ = await sat(server)
        await second.does(protocol.Robot, 1, "random")
        await second.is_refused(protocol.Play, 0)
        for _ in range(3):
            while not first.legal:  # the robot answers by itself
                await first.hear()
            done = await first.does(protocol.Play, first.legal[0])
            await first.told(done.seq)
        assert await second.is_refused(protocol.Play, 0) == "robot-plays"
        assert await first.is_refused(protocol.Return, 1) == "not-your-seat"
        await second.does(protocol.Return, 1)
        assert await second.is_refused(protocol.Return, 1) == "no-robot-there"
        while first.around.people[1].robot:
            await first.hear()


async def test_who_stays_away_may_be_replaced_and_may_come_back(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        ada, _, first, second, table = await sat(server)
        assert await second.is_refused(protocol.Robot, 0, "random") == "still-here"
        await first.socket.close()
        while second.around.people[0].is_here:
            await second.hear()
        assert await second.is_refused(protocol.Robot, 0, "random") == "still-here"
        server.later += AWAY_LIVE
        await second.does(protocol.Robot, 0, "random")
        back = await ada.at(table, 0)
        assert back.around.people[0].robot == "random"
        await back.does(protocol.Return, 0)


async def test_the_host_closes_and_nothing_more_can_be_asked(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        ada, _, first, second, table = await sat(server)
        assert await second.is_refused(protocol.Close) == "only-host"
        done = await first.does(protocol.Close)
        await second.told(done.seq)
        assert second.around.status == "closed"
        assert await second.is_refused(protocol.Say, "oh") == "closed"
        assert (await ada.http.post(f"/api/tables/{table}/delete")).status_code == 204


async def play_out(first: Window, second: Window) -> None:
    """Anything that is legal, until the game is over."""
    luck = random.Random(7)
    while first.around.status != "over":
        mover = to_move(first, second)
        done = await mover.does(protocol.Play, luck.choice(mover.legal))
        await first.told(done.seq)
        await second.told(done.seq)


async def test_the_same_people_meet_again_at_another_table(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        ada, bo, first, second, _ = await sat(server)
        assert await first.is_refused(protocol.Rematch) == "not-over"
        await play_out(first, second)
        assert await second.is_refused(protocol.Rematch, {"nonsense": 1}) == "option-refused"
        again = (await second.does(protocol.Rematch)).table
        assert (await first.does(protocol.Rematch)).table == again
        while not first.around.rematch:
            await first.hear()
        assert first.around.rematch == again
        window = await ada.at(again, 0)
        assert [person.name for person in window.around.people] == ["Ada", "Bo"]
        assert (await bo.at(again, 1)).around.is_host


async def test_a_game_is_played_to_its_end(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        _, _, first, second, table = await sat(server)
        await play_out(first, second)
        assert first.around.ending
        assert len(first.around.scores) == 2
        assert first.around.winners
        assert second.legal == []
        assert await first.is_refused(protocol.Play, 0) == "not-playing"
        assert server.house.rooms.loaded[table].room.status == "over"


async def test_robots_play_on_when_nobody_looks(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        ada = await server.browser()
        made = await ada.open(GAME, robots=["greedy", "random"], begin=True)
        while (await ada.http.get(f"/api/tables/{made.table}")).json()["status"] != "over":
            pass
        assert not server.house.rooms.loaded[made.table].subscribers


# The store


async def test_while_the_store_is_away_asks_are_refused_and_nothing_is_told(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        _, _, first, second, _ = await sat(server)
        mover, other = (first, second) if first.legal else (second, first)
        move, before = mover.legal[0], first.news[-1].seq
        await server.house.store.close()
        refused = await mover.send(protocol.Play, move)
        assert isinstance(refused, protocol.Refused)
        assert refused.reason == "store"
        assert str(tmp_path) not in refused.detail
        assert await other.is_refused(protocol.Say, "hello?") == "store"
        server.hands.move(1)
        await server.house.store.open()
        server.failures.clear()
        done = await mover.does(protocol.Play, move)
        await other.told(done.seq)
        assert done.seq > before
        assert [line.seq for line in other.lines] == list(range(1, done.seq + 1))
        server.failures.clear()


async def test_hello_while_the_store_is_away_is_put_off(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        ada = await server.browser()
        made = await ada.open(GAME)
        server.house.rooms.loaded.clear()
        await server.house.store.close()
        window = await ada.window()
        await window.say(protocol.Hello(made.table))
        assert (await window.refusal()).reason == "store"
        assert (await window.closed()).code == 1013
        await server.house.store.open()
        server.failures.clear()


# The network


async def test_the_network_is_measured_by_the_servers_own_clock(tmp_path: Path) -> None:
    hands = Hands()
    async with served(tmp_path, hands=hands) as server:
        game = a_game(is_timed=True)
        ada = await server.browser()
        made = await ada.open(game.name, name="Ada")
        windows = [await ada.at(made.table, 0)]
        await windows[0].does(protocol.Sit, 1, "Bo")
        windows.append(await ada.at(made.table, 1))
        begun = await windows[0].does(protocol.Begin)
        for window in windows:
            window.answers_pings = False
            await window.told(begun.seq)
        lines: list[protocol.MovedLine] = []
        while not any(line.credit for line in lines):
            mover = await whose_turn(server, windows)
            await answered_after(mover, hands, 0.08)
            done = await mover.does(protocol.Play, mover.legal[0])
            for window in windows:
                await window.told(done.seq)
            lines = [line for line in windows[0].lines if isinstance(line, protocol.MovedLine)]
        assert {line.credit for line in lines} <= {0, 8}


async def whose_turn(server: Served, windows: list[Window]) -> Window:
    """Time passes until somebody may move."""
    while not any(window.legal for window in windows):
        await windows[0].hear()
    mover = to_move(*windows)
    server.later += max(0, mover.news[-1].ready - mover.news[-1].clock) * 10 + 200  # more than the network is forgiven
    return mover


async def answered_after(window: Window, hands: Hands, seconds: float) -> None:
    """The server asks, the network takes its time."""
    before = len(window.pings)
    hands.move(5)
    while len(window.pings) == before:
        await window.hear()
    hands.move(seconds)
    for number in (window.pings[-1] + 1, window.pings[-1], window.pings[-1]):
        await window.say(protocol.Pong(number))


@pytest.mark.parametrize(("is_timed", "seconds"), [(False, 5), (True, 2)])
async def test_the_network_is_measured_more_often_where_the_sand_runs(tmp_path: Path, is_timed: bool, seconds: int) -> None:
    hands = Hands()
    async with served(tmp_path, hands=hands) as server:
        ada = await server.browser()
        made = await ada.open(a_game(is_timed).name, name="Ada")
        window = await ada.at(made.table, 0)
        await window.does(protocol.Sit, 1, "Bo")
        await window.does(protocol.Begin)
        hands.move(5)
        for pings in range(2, 6):  # the first came with the welcome
            while len(window.pings) < pings:
                await window.hear()
            hands.move(seconds - 0.25)
            await window.is_refused(protocol.Begin)
            assert len(window.pings) == pings
            hands.move(0.25)
