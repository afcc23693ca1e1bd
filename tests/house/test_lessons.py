"""Every game's lesson, played through the house to its last step: none of them can rot unnoticed."""

from copy import copy
from pathlib import Path

import pytest
from msgspec import structs

from filon.core.game import Game, found, load
from filon.core.lesson import Lesson, Step, is_like, lesson_of
from filon.core.seats import HAND
from filon.core.stream import seeded
from filon.core.texts.notation import named
from filon.core.texts.words import LANGUAGES
from filon.house import protocol
from filon.house.errors import CommandRefused
from filon.house.lessons import open_lesson
from filon.house.records.game_file import game_file
from filon.house.room import events
from filon.house.room.live import not_undone
from filon.house.room.room import Room
from tests.house.at_home import Home, at_home
from tests.house.finished import finished

GAMES = list(found())
LEARNER, ROBOT = 0, 1
WAIT = 5_000  # milliseconds: longer than any robot takes over a move


async def begun(home: Home, game: str, name: str = "Ada") -> Room:
    made = await open_lesson(home.house, "learner", game, protocol.NewLesson(name))
    home.table, home.invite = made.table, made.invite
    return await home.room()


async def until_asked(home: Home, room: Room) -> None:
    """The robot plays until the learner may move, and the learner's hand is free."""
    for _ in range(50):
        await home.wait(WAIT)
        if room.game.actor(room.playing.table) == LEARNER:
            return
    raise AssertionError("the learner is never asked")


async def pulled(home: Home, room: Room) -> None:
    """A hand of average skill."""
    done = await home.run("learner", protocol.Grab(""), LEARNER)
    assert room.pulling
    hand, seed = room.game.hand, room.pulling.seed
    samples = hand.reach(hand.seen(room.playing.table, seed), hand.AVERAGE, seeded(1))
    home.clock.now += samples[-1][0]
    await home.run("learner", protocol.Pull("", done.attempt, samples, True), LEARNER)


async def taken(home: Home, room: Room, step: Step) -> None:
    """A step as the learner takes it: what is asked for must be legal, and must lead on."""
    before = len(room.playing.played)
    if step.do:
        await until_asked(home, room)
        before = len(room.playing.played)
        moves = [move for move in room.playing.legal(LEARNER) if is_like(room.game.MOVES[move], step.do)]
        assert len(moves) == 1, step
        await home.run("learner", protocol.Play("", moves[0]), LEARNER)
    while room.game.actor(room.playing.table) == HAND and not room.chairs[LEARNER].robot and step.until:
        await pulled(home, room)
        await home.wait(WAIT)
    if step.watch:
        await until_asked(home, room)
    if step.done_by:
        assert any(is_like(line.move, step.done_by) for line in room.playing.played[before:]), step


@pytest.mark.parametrize("name", GAMES)
def test_a_lesson_can_be_played_to_its_last_step(name: str, tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        lesson, room = lesson_of(load(name)), await begun(home, name)
        for step in lesson.steps:
            await taken(home, room, step)
        robots = [named(line.move) for line in not_undone(room.playing.played) if line.seat == ROBOT]
        assert tuple(robots[: len(lesson.script)]) == lesson.script

    at_home(tmp_path, story)


@pytest.mark.parametrize("name", GAMES)
def test_chance_is_the_same_for_everybody_whatever_their_name(name: str, tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        one = await begun(home, name, "Ada")
        other = await begun(home, name, lesson_of(load(name)).robot)
        assert one.opened.table != other.opened.table
        assert one.playing.table == other.playing.table
        assert one.fairness.key == other.fairness.key
        assert len({chair.name for chair in other.chairs}) == Lesson.SEATS

    at_home(tmp_path, story)


def test_a_lesson_is_marked_and_its_forerunners_are_forgotten(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        first = await begun(home, GAMES[0])
        second = await begun(home, GAMES[1])
        cards = await home.house.store.cards("learner")
        assert [(card.table, card.pace) for card in cards] == [(second.opened.table, events.LESSON)]
        assert first.opened.table not in home.house.rooms.loaded

    at_home(tmp_path, story)


def test_there_is_no_lesson_in_a_game_that_nobody_has(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        with pytest.raises(CommandRefused, match="no-such-game"):
            await begun(home, "chess")

    at_home(tmp_path, story)


@pytest.mark.parametrize("name", GAMES)
def test_every_step_has_its_words_and_a_way_to_go_on(name: str) -> None:
    game: Game = load(name)
    lesson = lesson_of(game)
    assert not lesson.steps[-1].do
    assert not lesson.steps[-1].watch
    for language in LANGUAGES:
        keys = {key for key in game.words(language).messages if key.startswith("lesson.")}
        assert keys == {f"lesson.{number}" for number in range(1, len(lesson.steps) + 1)}


def test_there_is_no_file_of_a_lesson() -> None:
    room = copy(finished(GAMES[0], 5))
    room.opened = structs.replace(room.opened, pace=events.LESSON)
    with pytest.raises(CommandRefused, match="lesson"):
        game_file(room)
