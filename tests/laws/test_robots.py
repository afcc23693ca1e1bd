"""Laws of every robot of every game: it plays by what its seat may know, and by nothing else."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from filon.bots import LEVELS, ROBOTS, Robot, level_of, robot_for
from filon.bots.robot import Heard
from filon.core.compiled.dice import dice_of
from filon.core.game import Game
from filon.core.level import Spoken
from filon.core.stream import seeded
from filon.core.texts.words import LANGUAGES
from filon.house.commands.chat import phrases
from filon.house.robots.in_memory import Robots, Seated
from filon.house.room.live import LiveTable
from filon.house.room.setup import Setup
from tests.laws.asked import LIGHTLY, setups

MOST = 60  # iterations: the law asks where a robot looks, not how far


@pytest.mark.parametrize("name", [*LEVELS, *ROBOTS])
def test_what_a_seat_may_not_know_never_changes_its_robots_move_whatever_is_said(game: Game, name: str) -> None:
    said = st.tuples(st.integers(0, 4000), st.integers(0, 4), st.sampled_from(phrases(game.name)))

    @given(setups(game), st.integers(0, 120), st.integers(0, 2**16), st.lists(said, max_size=3))
    def law(setup: Setup, lines: int, seed: int, talk: list[tuple[int, int, str]]) -> None:
        live = LiveTable(setup, setup.chance())
        Robots(live, setup.seed or 0, LIGHTLY).play_out(lines)
        actor = game.actor(live.table)
        if actor < 0 or len(live.legal(actor)) < 2:
            return
        heard = [Spoken(live.at - ago, seat, phrase) for ago, seat, phrase in talk]
        chosen = choice(live, name, actor, seed, heard)
        assert chosen in live.legal(actor)
        other = live.view(actor).copy()
        game.imagine(other, actor, dice_of(seed))
        live.put(other)
        assert choice(live, name, actor, seed, heard) == chosen

    law()


def test_what_a_seat_may_not_know_never_changes_what_its_robot_says(game: Game) -> None:
    next_phrase = game.bot.next_phrase

    @given(setups(game), st.integers(0, 120), st.integers(0, 2**16), st.sampled_from(LEVELS))
    def law(setup: Setup, lines: int, seed: int, name: str) -> None:
        live = LiveTable(setup, setup.chance())
        Robots(live, setup.seed or 0, LIGHTLY).play_out(lines)
        for seat in range(len(setup.names)):
            seen, other = live.view(seat), live.view(seat).copy()
            game.imagine(other, seat, dice_of(seed))
            says = [next_phrase(game.view(table, seat), seat, level_of(game, name), 0, seeded(seed)) for table in (seen, other)]
            assert says[0] == says[1]
            talk = [Spoken(live.at, by, phrase) for by in range(len(setup.names)) if by != seat for phrase in phrases(game.name)]
            answers = [game.bot.answer(game.view(table, seat), seat, level_of(game, name), talk) for table in (seen, other)]
            assert answers[0] == answers[1]

    law()


def test_why_a_move_is_suggested_is_said_in_each_language_and_tells_nothing_that_its_seat_may_not_know(game: Game) -> None:
    @given(setups(game), st.integers(0, 120), st.integers(0, 2**16))
    def law(setup: Setup, lines: int, seed: int) -> None:
        live = LiveTable(setup, setup.chance())
        Robots(live, setup.seed or 0).play_out(lines)
        actor = game.actor(live.table)
        if actor < 0:
            return
        seen, other = live.view(actor), live.view(actor).copy()
        game.imagine(other, actor, dice_of(seed))
        for move in live.legal(actor):
            why = game.bot.reason(seen, game.MOVES[move], actor)
            assert why == game.bot.reason(game.view(other, actor), game.MOVES[move], actor)
            if why:
                assert all(words.say(f"reason.{why[0]}", **why[1]) for words in map(game.words, LANGUAGES))

    law()


def choice(live: LiveTable, name: str, seat: int, seed: int, talk: Sequence[Spoken] = ()) -> int:
    """A new robot's, which remembers nothing but what its seat heard."""
    robot = robot_for(live.game, name, seat, seed, MOST)
    robot.seconds, robot.talk = None, talk
    return robot.choose(live.told(seat), live.view(seat), live.legal(seat), live.at)


def test_a_robot_leaves_what_it_was_shown_as_it_was(game: Game) -> None:
    @given(setups(game), st.integers(0, 120), st.sampled_from(LEVELS))
    def law(setup: Setup, lines: int, name: str) -> None:
        live = LiveTable(setup, setup.chance())
        Robots(live, setup.seed or 0, LIGHTLY).play_out(lines)
        actor = game.actor(live.table)
        if actor >= 0:
            before = live.view(actor).bytes(), live.table.bytes(), list(live.legal(actor))
            choice(live, name, actor, 1)
            assert (live.view(actor).bytes(), live.table.bytes(), live.legal(actor)) == before

    law()


class Scribbling(Robot):
    """Takes what it is given for its own, and would like to play anything."""

    def choose(self, heard: Sequence[Heard], view: Any, legal: list[int], at: int) -> int:
        self.game.imagine(view, self.seat, self.dice)
        legal[:] = range(len(self.game.MOVES))
        return legal[0]


def test_whatever_a_robot_writes_on_what_it_was_given_the_table_and_the_law_stay(game: Game) -> None:
    @given(setups(game), st.integers(0, 120))
    def law(setup: Setup, lines: int) -> None:
        live = LiveTable(setup, setup.chance())
        Robots(live, setup.seed or 0, LIGHTLY).play_out(lines)
        actor = game.actor(live.table)
        if actor >= 0:
            before = live.view(actor).bytes(), live.table.bytes(), list(live.legal(actor))
            Seated(Scribbling(game, actor, 1)).answer(live, live.at)
            assert (live.view(actor).bytes(), live.table.bytes(), live.legal(actor)) == before

    law()


def test_every_game_has_the_four_levels_in_each_language(game: Game) -> None:
    assert list(game.bot.LEVELS) == list(LEVELS)
    assert len({id(level_of(game, name)) for name in LEVELS}) == len(LEVELS)
    for words in map(game.words, LANGUAGES):
        assert len({words.say(f"robot.{name}.{what}") for name in LEVELS for what in ("name", "says")}) == 2 * len(LEVELS)
