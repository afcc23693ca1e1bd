"""The generator finds what the law allows, bonuses in hand too: few tables of the laws' random games have any."""

import pytest

from filon.core.compiled.dice import dice_of
from filon.core.law import LEGAL
from filon.games.dig_mars.parts import MOVES, Bonus, Phase, Sample, Table
from filon.games.dig_mars.prospects import rollout
from filon.games.dig_mars.rules import apply
from filon.games.dig_mars.tests.dig_mars_scene import GAME, begun

EVERY = 9  # moves between two tables that are asked about


def generates_what_is_not_refused(table: Table) -> bool:
    allowed = [i for i, move in enumerate(MOVES) if GAME.refusal(table, table.turn, move) == LEGAL]
    return GAME.legal(table, table.turn) == allowed


@pytest.mark.parametrize("sample", Sample)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_legal_is_what_is_not_refused_with_every_bonus(seats: int, sample: Sample) -> None:
    table, dice, played = begun(seats), dice_of(seats), 0
    table.sample = sample
    while GAME.actor(table) >= 0 and table.tiles_left > 8:
        if table.phase == Phase.ACTING and played % EVERY == 0:
            for bonus in Bonus:
                lucky = table.copy()
                lucky.bonus[bonus] = 1
                assert generates_what_is_not_refused(lucky)
        legal = GAME.legal(table, table.turn)
        apply(table, MOVES[rollout(table, legal, len(legal), dice)])
        played += 1
    assert sum(pile.height == 0 for pile in table.pile) > 1
