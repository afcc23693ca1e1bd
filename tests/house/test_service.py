"""Tables and seats: who may do what around a table, and that all of it is kept."""

from contextlib import nullcontext
from pathlib import Path

import pytest

from filon.core.game import Game
from filon.core.seats import HAND, NOBODY, SPECTATOR
from filon.core.views import has_learned
from filon.house import protocol
from filon.house.commands import rate_limit
from filon.house.commands.permissions import AWAY_LIVE, AWAY_POST, Caller
from filon.house.commands.play import MOST_UNDOS
from filon.house.commands.rate_limit import EVENTS, TALK, WINDOW
from filon.house.errors import CommandRefused
from filon.house.new_table import open_table
from filon.house.robots.pool import ask_in_process
from filon.house.room.card import CLOSED, OVER, PLAYING, WAITING
from filon.house.room.room import Room
from filon.house.service import House
from filon.house.stores.store import NoSuchTable, StoreRefused
from tests.house.at_home import Home, at_home, refused
from tests.house.rooms import followed
from tests.laws.test_recorded import boxed_anew


def test_a_table_is_opened_sat_at_and_begun(tmp_path: Path, game: Game) -> None:
    async def story(home: Home) -> None:
        room = await home.full(game)
        assert room.status == PLAYING
        assert [chair.name for chair in room.chairs] == [f"Seat {seat}" for seat in range(len(room.chairs))]

    at_home(tmp_path, story)


def test_only_with_all_chairs_taken_and_only_the_host_begins(tmp_path: Path, game: Game) -> None:
    async def story(home: Home) -> None:
        await home.open(game, seats=2, name="Ada")
        with refused("free-chairs"):
            await home.run("host", protocol.Begin(""))
        await home.run("guest", protocol.Sit("", 1, "Bo"))
        with refused("only-host"):
            await home.run("guest", protocol.Begin(""))
        await home.run("host", protocol.Begin(""))
        with refused("has-begun"):
            await home.run("host", protocol.Begin(""))

    at_home(tmp_path, story)


def test_a_taken_seat_and_a_taken_name_are_refused(tmp_path: Path, game: Game) -> None:
    async def story(home: Home) -> None:
        await home.open(game, seats=2, name="Ada")
        for command, reason in (
            (protocol.Sit("", 0, "Bo"), "seat-taken"),
            (protocol.Sit("", 1, "Ada"), "name-taken"),
            (protocol.Sit("", 1, "ADA"), "name-taken"),
            (protocol.Sit("", 1, "Ada\u00ad"), "name-taken"),
            (protocol.Sit("", 9, "Bo"), "no-such-seat"),
            (protocol.Leave("", 0), "not-your-seat"),
            (protocol.Sit("", 1, "Bo", own={"nonsense": 1}), "option-refused"),
        ):
            with refused(reason):
                await home.run("guest", command)
        assert (await home.room()).seq == 2

    at_home(tmp_path, story)


def test_one_device_may_hold_several_seats(tmp_path: Path, game: Game) -> None:
    async def story(home: Home) -> None:
        await home.open(game, seats=2, name="Ada")
        await home.run("host", protocol.Sit("", 1, "Bo"))
        await home.run("host", protocol.Begin(""))
        assert (await home.room()).seats_of("host") == [0, 1]

    at_home(tmp_path, story)


def test_who_leaves_before_the_game_frees_the_chair_and_later_a_robot_goes_on(tmp_path: Path, game: Game) -> None:
    async def story(home: Home) -> None:
        await home.open(game, seats=2, name="Ada")
        await home.run("guest", protocol.Sit("", 1, "Bo"))
        await home.run("guest", protocol.Leave("", 1))
        assert not (await home.room()).chairs[1].is_taken
        await home.run("guest", protocol.Sit("", 1, "Bo"))
        await home.run("host", protocol.Begin(""))
        await home.run("guest", protocol.Leave("", 1))
        chair = (await home.room()).chairs[1]
        assert (chair.holder, bool(chair.robot), chair.name) == ("", True, "Bo")
        await home.run("newcomer", protocol.Sit("", 1, "Cy"))
        assert (await home.room()).seats_of("newcomer") == [1]
        assert not (await home.room()).chairs[1].robot

    at_home(tmp_path, story)


def test_a_robots_seat_is_not_for_passers_by(tmp_path: Path, game: Game) -> None:
    async def story(home: Home) -> None:
        await home.open(game, seats=2, name="Ada", robots=["random"], begin=True)
        with refused("seat-taken"):
            await home.run("guest", protocol.Sit("", 1, "Bo"))

    at_home(tmp_path, story)


def test_robots_of_one_level_are_numbered_and_one_that_keeps_its_name_is_not(tmp_path: Path, game: Game) -> None:
    """A page says the level in its own language; the name of a chair is part of the deal and never changes."""

    async def story(home: Home) -> None:
        await home.open(game, seats=2, robots=["casual", "casual"], begin=True)
        room = await home.room()
        assert [(chair.name, chair.number) for chair in room.chairs] == [("Casual", 1), ("Casual 2", 2)]
        await home.run("host", protocol.Robot("", 0, "strong"))
        assert [(chair.name, chair.robot, chair.number) for chair in room.chairs] == [("Casual", "strong", 0), ("Casual 2", "casual", 2)]

    at_home(tmp_path, story)


def test_one_resigns_to_a_robot_and_comes_back(tmp_path: Path, game: Game) -> None:
    async def story(home: Home) -> None:
        room = await home.full(game)
        seat = len(room.chairs) - 1
        await home.run(f"device {seat}", protocol.Robot("", seat, "random"))
        with refused("robot-plays"):
            await home.run(f"device {seat}", protocol.Play("", 0))
        with refused("not-your-seat"):
            await home.run("device 0", protocol.Return("", seat))
        await home.run(f"device {seat}", protocol.Return("", seat))
        with refused("no-robot-there"):
            await home.run(f"device {seat}", protocol.Return("", seat))
        assert not (await home.room()).chairs[seat].robot

    at_home(tmp_path, story)


def test_the_host_kicks_mutes_replaces_and_closes_and_nobody_else_does(tmp_path: Path, game: Game) -> None:
    async def story(home: Home) -> None:
        await home.full(game, seats=game.label.seats[-1])
        for command in (protocol.Kick("", 0), protocol.Mute("", 0, True), protocol.Close("")):
            with refused("only-host"):
                await home.run("device 1", command)
        with refused("still-here"):
            await home.run("device 1", protocol.Robot("", 0, "random"))
        await home.run("host", protocol.Mute("", 1, True))
        with refused("muted"):
            await home.run("device 1", protocol.Say("", "hello"))
        await home.run("host", protocol.Robot("", 1, "random"))
        await home.run("host", protocol.Kick("", 1))
        assert (await home.room()).seats_of("device 1") == []
        await home.run("host", protocol.Close(""))
        assert (await home.room()).status == CLOSED
        with refused("closed"):
            await home.run("device 0", protocol.Say("", "hello"))

    at_home(tmp_path, story)


def test_anybody_may_call_a_robot_for_whoever_is_away_for_long(tmp_path: Path, game: Game) -> None:
    async def story(home: Home) -> None:
        await home.full(game)
        subscriber, host = await home.listen("device 1", 1), await home.listen("device 0", 0)
        assert [person.is_here for person in (await home.hear(subscriber)).around.people][:2] == [True, True]
        home.house.unsubscribe(home.table, host)
        home.clock.now += AWAY_LIVE - 1
        with refused("still-here"):
            await home.run("device 1", protocol.Robot("", 0, "random"))
        with refused("still-here"):
            await home.run("passer-by", protocol.Robot("", 0, "random"))
        home.clock.now += 1
        await home.house.update_presence()
        people = (await home.hear(subscriber)).around.people
        assert (people[0].is_here, people[0].may_replace, people[1].may_replace) == (False, True, False)
        await home.run("device 1", protocol.Robot("", 0, "random"))
        await home.run("device 0", protocol.Return("", 0))

    at_home(tmp_path, story)


def test_by_post_only_the_one_who_is_waited_for_is_late(tmp_path: Path, game: Game) -> None:
    async def story(home: Home) -> None:
        room = await home.full(game, seats=3, pace="post")
        late = room.game.actor(room.playing.table)
        asking, other = (late + 1) % 3, (late + 2) % 3
        home.clock.now += AWAY_POST - 1
        with refused("still-here"):
            await home.run(f"device {asking}", protocol.Robot("", late, "random"))
        home.clock.now += 1
        with refused("still-here"):
            await home.run(f"device {asking}", protocol.Robot("", other, "random"))
        await home.run(f"device {asking}", protocol.Robot("", late, "random"))

    at_home(tmp_path, story)


@pytest.mark.parametrize("pace", ["post", "live"])
def test_only_by_post_the_lobby_knows_whose_turn_it_is(tmp_path: Path, game: Game, pace: str) -> None:
    async def story(home: Home) -> None:
        room = await home.full(game, seats=3, pace=pace)
        first = room.game.actor(room.playing.table)
        assert (await home.house.store.card(home.table)).actor == (first if pace == "post" else NOBODY)
        while room.game.actor(room.playing.table) in (first, HAND):
            if legal := room.playing.legal(first):
                await home.play(legal[-1])
            await home.wait(3_000)
        other = room.game.actor(room.playing.table)
        assert (await home.house.store.card(home.table)).actor == (other if pace == "post" else NOBODY)

    at_home(tmp_path, story)


def test_a_seat_moves_to_another_device_by_a_pass_once(tmp_path: Path, game: Game) -> None:
    async def story(home: Home) -> None:
        await home.full(game)
        with refused("not-your-seat"):
            await home.run("device 1", protocol.Lend("", 0))
        carry = (await home.run("device 0", protocol.Lend("", 0))).carry
        room = await home.room()
        assert carry not in str(room.log)
        for seat, shown in ((1, carry), (0, "nonsense")):
            with refused("no-such-pass"):
                await home.carry("phone", seat, shown)
        await home.carry("phone", 0, carry)
        assert ((await home.room()).seats_of("phone"), (await home.room()).seats_of("device 0")) == ([0], [])
        with refused("no-such-pass"):
            await home.carry("thief", 0, carry)

    at_home(tmp_path, story)


def test_a_pass_that_got_lost_is_made_anew(tmp_path: Path, game: Game) -> None:
    async def story(home: Home) -> None:
        await home.full(game)
        first, again = [(await home.run("device 0", protocol.Lend("same", 0))).carry for _ in range(2)]
        with refused("no-such-pass"):
            await home.carry("thief", 0, first)
        await home.carry("phone", 0, again)

    at_home(tmp_path, story)


def test_a_pass_nobody_was_given_changes_nothing(tmp_path: Path, game: Game) -> None:
    async def story(home: Home) -> None:
        room = await home.full(game)
        before = room.seq
        for seat in (SPECTATOR, -1, 0, 99):
            with refused("no-such-pass"):
                await home.carry("stranger", seat, "nonsense")
        assert (await home.room()).seq == before

    at_home(tmp_path, story)


def test_a_pass_ends_with_the_seat_it_was_for(tmp_path: Path, game: Game) -> None:
    async def story(home: Home) -> None:
        await home.full(game)
        first = (await home.run("device 0", protocol.Lend("", 0))).carry
        carry = (await home.run("device 0", protocol.Lend("", 0))).carry
        with refused("no-such-pass"):  # only the last one counts
            await home.carry("thief", 0, first)
        await home.run("host", protocol.Kick("", 0))
        with refused("no-such-pass"):
            await home.carry("friend", 0, carry)
        await home.run("newcomer", protocol.Sit("", 0, "Cy"))
        with refused("no-such-pass"):
            await home.carry("friend", 0, carry)

    at_home(tmp_path, story)


def test_whoever_was_sent_away_stays_away(tmp_path: Path, game: Game) -> None:
    async def story(home: Home) -> None:
        await home.full(game)
        await home.run("host", protocol.Kick("", 0))
        with refused("sent-away"):
            await home.run("device 0", protocol.Sit("", 0, "Ada"))
        with refused("seat-taken"):  # nor does anybody look into a second hand
            await home.run("device 1", protocol.Sit("", 0, "Bo"))

    at_home(tmp_path, story)


def test_the_host_lets_somebody_come_back_who_was_sent_away(tmp_path: Path, game: Game) -> None:
    async def story(home: Home) -> None:
        await home.full(game)
        line = (await home.run("host", protocol.Kick("", 0))).seq
        with refused("only-host"):
            await home.run("device 1", protocol.Readmit("", line))
        with refused("nobody-there"):
            await home.run("host", protocol.Readmit("", line - 1))
        await home.run("host", protocol.Readmit("", line))
        await home.run("device 0", protocol.Sit("", 0, "Ada"))

    at_home(tmp_path, story)


def test_whoever_is_sent_away_loses_all_seats_and_the_host_only_stands_up(tmp_path: Path, game: Game) -> None:
    async def story(home: Home) -> None:
        await home.open(game, seats=2)
        for seat in range(2):
            await home.run("guest", protocol.Sit("", seat, f"Seat {seat}"))
        await home.run("host", protocol.Kick("", 1))
        assert (await home.room()).seats_of("guest") == []
        await home.run("host", protocol.Sit("", 0, "Ada"))
        await home.run("other", protocol.Sit("", 1, "Bo"))
        await home.run("host", protocol.Begin(""))
        await home.run("host", protocol.Kick("", 0))
        assert (await home.room()).seats_of("host") == []
        await home.run("host", protocol.Sit("", 0, "Ada"))
        assert (await home.room()).seats_of("host") == [0]

    at_home(tmp_path, story)


def test_nobody_keeps_the_host_or_others_from_asking_by_asking_much(tmp_path: Path, game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(home: Home) -> None:
        await home.full(game)
        await home.wait(WINDOW)
        for _ in range(EVENTS):
            await home.run("device 0", protocol.Lend("", 0))
        with refused("too-often"):
            await home.run("device 0", protocol.Say("", "and more"))
        await home.run("device 1", protocol.Say("", "stop it"))
        await home.run("host", protocol.Mute("", 0, True))
        room = await home.room()
        monkeypatch.setattr(rate_limit, "MOST_EVENTS", room.seq - len(room.moves))
        with refused("too-often"):
            await home.run("device 1", protocol.Say("", "stop it"))
        await home.run("host", protocol.Kick("", 0))
        await home.run("host", protocol.Close(""))
        assert room.status == CLOSED

    at_home(tmp_path, story)


def test_whoever_may_not_speak_may_not_on_another_device_either(tmp_path: Path, game: Game) -> None:
    async def story(home: Home) -> None:
        await home.full(game)
        await home.run("host", protocol.Mute("", 0, True))
        await home.carry("phone", 0, (await home.run("device 0", protocol.Lend("", 0))).carry)
        with refused("muted"):
            await home.run("phone", protocol.Say("", "hello"))
        await home.run("host", protocol.Mute("", 0, False))
        await home.run("phone", protocol.Say("", "hello"))

    at_home(tmp_path, story)


def test_the_hosts_powers_move_with_the_last_of_their_seats(tmp_path: Path, game: Game) -> None:
    async def story(home: Home) -> None:
        await home.open(game, seats=2, name="Ada")
        await home.run("host", protocol.Sit("", 1, "Bo"))
        await home.carry("friend", 1, (await home.run("host", protocol.Lend("", 1))).carry)
        with refused("only-host"):
            await home.run("friend", protocol.Begin(""))
        await home.carry("phone", 0, (await home.run("host", protocol.Lend("", 0))).carry)
        with refused("only-host"):
            await home.run("host", protocol.Begin(""))
        await home.run("phone", protocol.Begin(""))
        assert (await home.house.store.card(home.table)).host == "phone"
        assert followed(await home.room()).host == "phone"

    at_home(tmp_path, story)


def test_a_seat_that_was_left_is_taken_whatever_one_is_called(tmp_path: Path, game: Game) -> None:
    async def story(home: Home) -> None:
        room = await home.full(game)
        await home.run("device 1", protocol.Leave("", 1))
        await home.run("newcomer", protocol.Sit("", 1, room.chairs[0].name))
        assert [chair.name for chair in room.chairs[:2]] == ["Seat 0", "Seat 1"]

    at_home(tmp_path, story)


def test_around_a_table_no_more_happens_than_people_need(tmp_path: Path, game: Game) -> None:
    async def story(home: Home) -> None:
        await home.full(game)
        with refused("no-change"):
            await home.run("host", protocol.Mute("", 0, False))
        await home.wait(WINDOW)
        for number in range(EVENTS):
            await home.run("host", protocol.Mute("", 0, number % 2 == 0))
        with refused("too-often"):
            await home.run("host", protocol.Mute("", 0, True))
        await home.wait(WINDOW)
        await home.run("host", protocol.Mute("", 0, True))

    at_home(tmp_path, story)


# Talk


def test_talk_is_for_those_who_sit_and_has_a_measure(tmp_path: Path, game: Game) -> None:
    async def story(home: Home) -> None:
        await home.full(game)
        with refused("not-your-seat"):
            await home.run("passer-by", protocol.Say("", "hello"))
        with refused("no-such-phrase"):
            await home.run("device 0", protocol.SayPhrase("", "nonsense"))
        for _ in range(TALK):
            await home.run("device 0", protocol.SayPhrase("", "hurry"))
        with refused("too-much-talk"):
            await home.run("device 0", protocol.Say("", "one more"))
        home.clock.now += WINDOW
        await home.run("device 0", protocol.Say("", "one more"))

    at_home(tmp_path, story)


def test_the_same_ask_twice_is_kept_once(tmp_path: Path, game: Game) -> None:
    async def story(home: Home) -> None:
        await home.full(game)
        first = await home.run("device 0", protocol.Say("same", "hello"))
        again = await home.run("device 0", protocol.Say("same", "hello"))
        assert first == again
        other = await home.run("device 1", protocol.Say("same", "hello"))
        assert other.seq == first.seq + 1

    at_home(tmp_path, story)


def test_a_house_opened_anew_finds_everything(tmp_path: Path, game: Game) -> None:
    async def story(home: Home) -> None:
        room = await home.full(game)
        await home.run("device 0", protocol.Say("same", "hello"))
        again = Home(House(home.house.store, ask_in_process), home.clock)
        again.table, again.commands = home.table, home.commands
        found = await again.room()
        assert found.playing.table.bytes() == room.playing.table.bytes()
        assert found.card() == room.card()
        await again.run("device 0", protocol.Say("same", "hello"))
        assert (await again.room()).seq == room.seq

    at_home(tmp_path, story)


def test_a_table_of_a_newer_filon_is_left_alone(tmp_path: Path, game: Game) -> None:
    """A worker that is still to be upgraded finds such a table."""

    async def story(home: Home) -> None:
        with boxed_anew(game):
            await home.full(game)
        before = await home.house.store.read(home.table)
        again = Home(House(home.house.store, ask_in_process), home.clock)
        again.table = home.table
        with pytest.raises(StoreRefused, match=f"of {game.name} was opened by a newer Filon, with rules {game.label.rules + 1}"):
            await again.run("device 0", protocol.Say("", "hello"))
        assert await home.house.store.read(home.table) == before
        with boxed_anew(game):
            await again.run("device 0", protocol.Say("", "hello"))

    at_home(tmp_path, story)


def test_a_game_against_robots_is_played_to_its_end_and_again(tmp_path: Path, game: Game) -> None:
    async def story(home: Home) -> None:
        await home.open(game, robots=["random"] * game.label.official[0], begin=True)
        with refused("not-over"):
            await home.house.delete(home.table, Caller("host"))
        with refused("not-over"):
            await home.run("host", protocol.Rematch(""))
        while (await home.room()).status == PLAYING:
            await home.wait(500)
        room, done = await home.room(), await home.run("host", protocol.Rematch("", {}))
        assert room.status == OVER
        assert room.card().scores
        again = (await home.house.rooms.load(done.table)).room
        assert (again.status, [chair.robot for chair in again.chairs]) == (WAITING, ["random"] * len(room.chairs))
        assert (await home.run("host", protocol.Rematch("", {}))).table == done.table
        await home.house.delete(home.table, Caller("host"))
        with pytest.raises(NoSuchTable):
            await home.room()

    at_home(tmp_path, story)


def test_nonsense_opens_no_table(tmp_path: Path, game: Game) -> None:
    async def story(home: Home) -> None:
        for asked, reason in (
            (protocol.NewTable("nonsense", 2), "no-such-game"),
            (protocol.NewTable(game.name, 16), "option-refused"),
            (protocol.NewTable(game.name, 2, {"nonsense": 1}), "option-refused"),
            (protocol.NewTable(game.name, 2, robots=["nonsense"]), "no-such-robot"),
            (protocol.NewTable(game.name, 2, name="Ada", robots=["random", "random"]), "too-few-chairs"),
            (protocol.NewTable(game.name, 2, begin=True), "free-chairs"),
        ):
            with refused(reason):
                await open_table(home.house, "host", asked)
        assert await home.house.store.tables() == []

    at_home(tmp_path, story)


def has_moved_on(room: Room, seat: int) -> bool:
    """Whether Chance has thrown since this seat's move."""
    return room.playing.played[-1].seat != seat


def test_undo_is_a_line_of_the_log(tmp_path: Path, game: Game) -> None:
    """Only in games whose first move can be taken back."""

    async def story(home: Home) -> None:
        room = await home.full(game)
        subscriber, seat = await home.listen("device 0", 0), room.game.actor(room.playing.table)
        before, holder = room.playing.table.bytes(), room.chairs[seat].holder
        views = {viewer: room.playing.view(viewer) for viewer in room.playing.viewers}
        await home.play(room.playing.legal(seat)[0])
        if game.timed or has_moved_on(room, seat):
            with refused("undo-never" if game.timed else "undo-not-yours"):
                await home.run(holder, protocol.Undo(""), seat)
            return
        if any(has_learned(view, room.playing.view(viewer)) for viewer, view in views.items()):
            with refused("undo-taught"):
                await home.run(holder, protocol.Undo(""), seat)
            return
        await home.run(holder, protocol.Undo(""), seat)
        assert room.playing.table.bytes() == before
        assert (await home.hear(subscriber)).lines[-1].back_to == room.seq - 2

    at_home(tmp_path, story)


def test_taking_back_has_an_end(tmp_path: Path, game: Game) -> None:
    """Only in games whose first move can be taken back."""

    async def story(home: Home) -> None:
        room = await home.full(game)
        seat = room.game.actor(room.playing.table)
        holder, move = room.chairs[seat].holder, room.playing.legal(seat)[0]
        for number in range(MOST_UNDOS + 1):
            await home.play(move)
            if game.timed or has_moved_on(room, seat):
                return
            with refused("undo-(often|taught)") if number == MOST_UNDOS else nullcontext():
                try:
                    await home.run(holder, protocol.Undo(""), seat)
                except CommandRefused as refusal:
                    if refusal.reason == "undo-taught":
                        return
                    raise

    at_home(tmp_path, story)
