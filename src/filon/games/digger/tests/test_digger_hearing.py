"""What Digger's robots make of the time master's words, and of nobody else's."""

from typing import Any

import pytest

from filon.bots import robot_for
from filon.core.game import load
from filon.core.level import LEVELS as NAMES
from filon.core.level import Spoken
from filon.games.digger.bot import LEVELS
from filon.games.digger.parts import MOVES, Kind, Phase, Table
from filon.games.digger.robots.hearing import BELIEVED, DOUBTED, answer, believes
from filon.games.digger.robots.talk import CLAIMS
from filon.games.digger.secrets import view
from filon.games.digger.tests.test_digger_plan import digging

GAME = load("digger")
DIGGER, OTHER, MASTER = 0, 1, 2  # of three (DG-11)
NOW = 1800


def midway() -> Table:
    """Much of the sand has run; there is loot, and a throw offers nothing."""
    table = digging(gold=2, ruby=3)
    table.loot, table.clock, table.free = [0, 3, 2, 2, 1], NOW, NOW
    return table


def kind(table: Table, level: str, talk: list[Spoken], seat: int = DIGGER) -> Kind:
    robot, seen = robot_for(GAME, level, seat, 1), view(table, seat)
    robot.talk = talk
    return Kind(MOVES[robot.choose([], seen, GAME.legal(seen, seat), table.clock)].kind)


def words(level: str, is_believed: bool, phrase: str = "grains", seat: int = MASTER) -> Spoken:
    """Such words, said at a moment at which this level believes them, or does not."""
    trust = LEVELS[level].parameters.trust
    moments = (Spoken(at, seat, phrase) for at in range(NOW - 100, NOW))
    return next(said for said in moments if believes(said, DIGGER, trust) == is_believed)


@pytest.mark.parametrize("level", NAMES)
def test_dg_a25_who_believes_that_the_sand_is_out_stows_and_who_doubts_it_throws_again(level: str) -> None:
    assert kind(midway(), level, []) == Kind.THROW
    assert kind(midway(), level, [words(level, True)]) in (Kind.STOW, Kind.STOP)
    assert kind(midway(), level, [words(level, False)]) == Kind.THROW


@pytest.mark.parametrize("level", NAMES)
def test_nothing_but_the_time_masters_latest_words_of_this_turn_counts(level: str) -> None:
    said = words(level, True)
    for talk in (
        [said._replace(seat=OTHER)],
        [said._replace(seat=DIGGER)],
        [said._replace(at=-1)],
        [said._replace(phrase="sneeze")],
        [said, words(level, False, "plenty")],
    ):
        assert kind(midway(), level, talk) == Kind.THROW


def test_the_better_a_level_plays_the_less_it_believes() -> None:
    believed = [sum(believes(Spoken(at, MASTER, "half"), DIGGER, LEVELS[name].parameters.trust) for at in range(400)) for name in NAMES]
    assert believed == sorted(believed, reverse=True)
    assert believed[-1] > 0


def test_without_talk_every_level_chooses_as_if_it_heard_nothing() -> None:
    """Matches between robots have no talk: their strength stays as measured."""
    deaf: dict[str, Any] = {name: level.parameters for name, level in LEVELS.items()}
    for phase in (Phase.DIGGING, Phase.STOWING):
        for clock in range(300, 3000, 300):
            table = midway()
            table.phase, table.clock, table.free = int(phase), clock, clock
            for level in deaf:
                assert kind(table, level, []) == kind(table, level, [Spoken(clock, OTHER, phrase) for phrase in CLAIMS])


def test_the_digger_answers_the_time_master_once() -> None:
    seen, level = view(midway(), DIGGER), LEVELS["casual"]
    believed, doubted = words("casual", True), words("casual", False)
    assert answer(seen, DIGGER, level, []) is None
    assert answer(seen, OTHER, level, [believed]) is None
    for said, phrase in ((believed, BELIEVED), (doubted, DOUBTED)):
        found = answer(seen, DIGGER, level, [said])
        assert found is not None
        assert found[1] == phrase
        assert found[0] > said.at
        assert answer(seen, DIGGER, level, [said, Spoken(found[0], DIGGER, phrase)]) is None
