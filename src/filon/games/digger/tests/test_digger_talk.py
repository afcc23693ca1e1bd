"""What Digger's robots say of the time: only as time master, by their own honesty, and never when they know something."""

from dataclasses import replace
from itertools import pairwise, product
from pathlib import Path

import pytest

from filon.core.game import load
from filon.core.level import LEVELS, PLAIN, Level
from filon.core.seats import UNKNOWN
from filon.core.stream import seeded
from filon.core.texts.notation import move_ids
from filon.games.digger import bot
from filon.games.digger.parts import MOVES, Colour, Phase, Table
from filon.games.digger.robots.talk import CLAIMS, DISTRACTIONS, next_phrase
from filon.games.digger.rules import due, stamp
from filon.games.digger.secrets import view
from filon.games.digger.tests.scene import fresh, give, play, throw
from filon.house.commands import play as commands
from filon.house.commands.start import start
from filon.house.protocol import PhraseLine
from filon.house.robots.phrases import next_phrase as robot_phrase
from filon.house.robots.phrases import say
from filon.house.room import events
from filon.house.room.outcome import add_events
from filon.house.room.room import Room
from filon.house.updates.presence import Presence
from filon.house.updates.updates import Subscriber, news
from tests.house.at_home import Home, at_home, seen
from tests.house.rooms import WHEN, next_time, room_of

DIGGER = load("digger")
IDS = move_ids(MOVES)
MASTER = 2  # of three, when seat 0 digs (DG-11)
SANDS = range(2800, 3201, 50)
NEVER_SPOKE = -300


def running(sand: int = 3000, pace: int = 1) -> Table:
    table = fresh(pace=pace)
    throw(table, "gold ruby emerald black black", sand)
    return table


def all_said(table: Table, level: Level, seed: int) -> list[tuple[int, str]]:
    """A whole turn in which nothing else happens."""
    heard: list[tuple[int, str]] = []
    while (next_one := next_phrase(view(table, MASTER), MASTER, level, heard[-1][0] if heard else NEVER_SPOKE, seeded(seed))) is not None:
        heard.append(next_one)
        stamp(table, next_one[0])
    return heard


def is_true(table: Table, at: int, phrase: str) -> bool:
    least, most = CLAIMS[phrase]
    return least <= 100 * (due(table) - at) // (table.sand * table.pace) <= most


# Who speaks, and when


def test_dg_11_only_the_time_master_speaks_of_the_sand_and_only_while_it_runs() -> None:
    table = running()
    assert [next_phrase(view(table, seat), seat, PLAIN, NEVER_SPOKE, seeded(1)) is not None for seat in range(3)] == [False, False, True]
    still = fresh()
    play(still, "glass 3000")
    assert next_phrase(view(still, MASTER), MASTER, PLAIN, NEVER_SPOKE, seeded(1)) is None


def test_dg_a9_without_sand_there_is_nothing_to_say_of_it() -> None:
    table = fresh(pace="unlimited")
    throw(table, "gold ruby emerald black black")
    assert next_phrase(view(table, MASTER), MASTER, PLAIN, NEVER_SPOKE, seeded(1)) is None


def test_a_turn_hears_three_phrases_and_then_the_sand() -> None:
    heard = all_said(running(), PLAIN, 1)
    assert len(heard) == 3
    assert all(later - earlier >= 400 for (earlier, _), (later, _) in pairwise(heard))


def test_dg_a9_a_slower_table_hears_them_as_much_later() -> None:
    usual, slow = all_said(running(), PLAIN, 1), all_said(running(pace=4), PLAIN, 1)
    assert [(4 * at, phrase) for at, phrase in usual] == slow


def test_what_could_not_be_said_in_time_is_not_said_any_more() -> None:
    table = running()
    (first, _), *rest = all_said(table.copy(), PLAIN, 1)
    stamp(table, first + 99)
    assert next_phrase(view(table, MASTER), MASTER, PLAIN, NEVER_SPOKE, seeded(1)) is not None
    stamp(table, first + 100)
    assert next_phrase(view(table, MASTER), MASTER, PLAIN, NEVER_SPOKE, seeded(1)) == rest[0]


# What they say


@pytest.mark.parametrize("honesty", [0, 100, *(bot.LEVELS[name].honesty for name in LEVELS)])
def test_dg_a25_as_many_phrases_are_true_as_the_level_says(honesty: int) -> None:
    level, found = replace(PLAIN, honesty=honesty), []
    for sand, seed in product(SANDS, range(60)):
        table = running(sand)
        found += [is_true(table, at, phrase) for at, phrase in all_said(table.copy(), level, 1000 * sand + seed)]
    share = 100 * sum(found) / len(found)
    assert share == pytest.approx(honesty, abs=0 if honesty in (0, 100) else 3)


def test_levels_differ_in_honesty_and_the_first_is_the_most_honest() -> None:
    honesty = [bot.LEVELS[name].honesty for name in LEVELS]
    assert honesty == sorted(honesty, reverse=True)
    assert len(set(honesty)) == len(LEVELS)


def test_dg_11_when_something_is_said_tells_nothing_of_the_sand() -> None:
    for name, seed in product(LEVELS, range(20)):
        moments = {tuple(at for at, _ in all_said(running(sand), bot.LEVELS[name], seed)) for sand in SANDS}
        assert len(moments) == 1


def test_dg_11_what_is_said_tells_no_more_than_which_phrases_are_true() -> None:
    """Two glasses of which the same phrases hold at every moment hear the same."""
    for name, seed in product(LEVELS, range(20)):
        heard: dict[tuple[tuple[bool, ...], ...], list[tuple[int, str]]] = {}
        for sand in SANDS:
            table = running(sand)
            said = all_said(table.copy(), bot.LEVELS[name], seed)
            holds = tuple(tuple(is_true(table, at, phrase) for phrase in CLAIMS) for at, _ in said)
            assert heard.setdefault(holds, said) == said


def test_dg_17_a_hand_in_a_crate_is_distracted_and_hears_nothing_of_the_sand() -> None:
    table = fresh()
    give(table, 1, Colour.GOLD, Colour.RUBY)
    throw(table, "gold black ruby ruby emerald")
    play(table, "steal gold 1")
    assert table.phase == Phase.REACHING
    heard = {next_phrase(view(table, MASTER), MASTER, PLAIN, NEVER_SPOKE, seeded(seed)) for seed in range(20)}
    assert {said[1] for said in heard if said} == set(DISTRACTIONS)


def test_every_phrase_a_robot_knows_is_one_that_people_have() -> None:
    words = DIGGER.words("en")
    assert {words.say(f"phrase.{phrase}") for phrase in (*CLAIMS, *DISTRACTIONS)} == {
        text for key, text in words.messages.items() if key.startswith("phrase.")
    }


# At a live table


async def turned(home: Home, sand: int) -> Room:
    """Ada digs, a robot of each of two levels beside her, and this much sand has begun to run."""
    await home.open(DIGGER, 3, name="Ada", robots=["strong", "beginner"], options={"first": 1}, begin=True)
    room = await home.room()
    await home.play(IDS["throw"])
    room.playing.table.sand = sand
    room.playing.cache.clear()
    return room


def phrases(room: Room) -> list[tuple[int, str]]:
    return [(line.seat, line.phrase) for _, line in room.log if isinstance(line, events.Phrase)]


def test_a_robot_that_hides_the_glass_speaks_to_all_and_the_sand_stays_hidden(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        room = await turned(home, 3000)
        ada = await home.listen("host", 0)
        for number in range(1, 4):
            expected = robot_phrase(room)
            assert expected is not None
            await home.wait(room.clock.when_at(expected.at) - home.clock.now - 10)
            assert len(phrases(room)) == number - 1
            await home.wait(10)
            assert phrases(room)[-1] == (MASTER, expected.phrase)
            heard = await home.hear(ada)
            assert [line.phrase for line in heard.lines if isinstance(line, PhraseLine)][-1] == expected.phrase
            assert seen(heard)["sand"] == UNKNOWN
        assert robot_phrase(room) is None

    at_home(tmp_path, story)


def alike(sand: int) -> tuple[Room, int]:
    """The same table, dice, robots and luck again, and another glass; and when it was turned."""
    room = room_of(DIGGER, 3, {"first": 1}, begin=False)
    robots = [events.RobotSeated(seat, level, f"Robot {seat}") for seat, level in ((1, "strong"), (2, "beginner"))]
    add_events(room, [events.Left(1), events.Left(2), *robots], WHEN)
    start(room, WHEN)
    now = next_time(room)
    commands.play(room, 0, IDS["throw"], now)
    room.playing.table.sand = sand
    room.playing.cache.clear()
    return room, now


def test_dg_11_two_glasses_sound_alike_to_all_others_as_long_as_the_same_is_said() -> None:
    """From the first throw to the end of the shorter one, every message to the digger is the same, to the byte."""
    told: dict[int, list[bytes]] = {}
    for sand in (3000, 3010):
        room, turned = alike(sand)
        subscriber = Subscriber("device 0", 0, lambda: None)
        news(room, subscriber, Presence(), 0)  # each table has an invitation of its own
        for now in range(turned, turned + 10 * 3000, 100):
            say(room, now)
            subscriber.heard = room.seq - 1  # so that there is something to tell
            told.setdefault(sand, []).append(news(room, subscriber, Presence(), now))
        assert len(phrases(room)) == 3
    assert told[3000] == told[3010]
