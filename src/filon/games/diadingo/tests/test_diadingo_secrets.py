from collections import Counter
from typing import Any

import pytest

from filon.core import NOBODY, NONE, SPECTATOR, UNKNOWN
from filon.core.compiled.dice import dice_of
from filon.core.compiled.play import make_play
from filon.core.compiled.record import walk
from filon.core.texts.notation import facts
from filon.core.texts.words import Blank
from filon.core.views import undeclared
from filon.games.diadingo.parts import Card, Kind, Outcome, Phase, Table, Tray
from filon.games.diadingo.secrets import imagine, retold, told, view
from filon.games.diadingo.tests.diadingo_dealing import GAME, a_diamond, dealt, found, hit, miss, play, ready_to_steal, stack, stack_last

PLAY = make_play(GAME)


def in_the_second_of_three(**options: Any) -> Table:
    table = dealt(games=3, **options)
    miss(table, Card.RING_1)
    stack_last(table, Card.RING_1)
    play(table, Kind.DRAW)
    play(table, Kind.LIFT, place=a_diamond(table, 0))
    return table


def test_every_field_is_declared_open_or_secret() -> None:
    assert undeclared(GAME.Table, GAME.OPEN, GAME.SECRET) == []


@pytest.mark.parametrize("seat", [0, 2, SPECTATOR])
def test_di_04_nobody_knows_which_diamonds_are_fixed(seat: int) -> None:
    seen = view(dealt(), seat)
    assert seen.tray[0].fixed == [UNKNOWN] * 42
    assert UNKNOWN not in seen.tray[0].x + seen.tray[0].y + seen.tray[0].gap


def test_di_05_the_pile_lies_face_down() -> None:
    table = dealt()
    hit(table, Card.RING_2)
    stack(table, Card.RING_3)
    play(table, Kind.DRAW)
    assert view(table, 0).tray[0].pile == [Card.RING_2, Card.RING_3] + [UNKNOWN] * 47


def test_di_11_everybody_hears_which_ring_was_drawn() -> None:
    table = dealt()
    stack(table, Card.RING_5)
    heard = told(table, SPECTATOR, found(Kind.DRAW))
    assert (heard.card, heard.dollars) == (Card.RING_5, 5000)
    stack(table, Card.THEFT)
    heard = told(table, SPECTATOR, found(Kind.DRAW))
    assert (heard.card, heard.dollars) == (Card.THEFT, NONE)


def drawn(table: Table, language: str = "en") -> str:
    """What the log tells of the next draw."""
    heard = told(table, SPECTATOR, found(Kind.DRAW))
    return GAME.words(language).say("move.draw", who="Ada", **dict.fromkeys(heard.fields, Blank.NONE) | facts(heard))


def test_di_17_everybody_is_told_why_a_theft_cannot_be_used() -> None:
    table = ready_to_steal()
    assert drawn(table) == "Ada draws a theft."
    table.player[1].set[Card.RING_3] = 0
    table.player[1].set[Card.RING_4] = 1
    fits = "nobody else has a diamond on a ring of the same value as one of Ada’s empty rings"
    assert drawn(table) == f"Ada draws a theft, but {fits}: next card."
    table.player[0].empty[Card.RING_3] = 0
    assert drawn(table) == "Ada draws a theft, but has no empty ring to put a diamond on: next card."
    assert drawn(table, "fr") == "Ada pioche un vol, sans bague vide où poser un diamant : carte suivante."
    assert drawn(table, "nl") == "Ada trekt een diefstal, maar heeft geen lege ring voor een diamant: volgende kaart."
    play(table, Kind.DRAW)
    assert (table.turn, table.phase) == (0, Phase.DRAWING)


def test_di_17_no_next_card_is_promised_from_an_empty_pile() -> None:
    table = dealt()
    stack_last(table, Card.THEFT)
    assert drawn(table) == "Ada draws a theft, but has no empty ring to put a diamond on."


def test_di_16_everybody_hears_what_was_stolen() -> None:
    table = ready_to_steal()
    play(table, Kind.DRAW)
    heard = told(table, 2, found(Kind.STEAL, victim=1, ring=Card.RING_3))
    assert (heard.victim, heard.ring, heard.dollars) == (1, Card.RING_3, 3000)


@pytest.mark.parametrize("fixed", list(Outcome))
def test_di_a13_everybody_sees_which_diamond_was_tried_and_whether_it_moved(fixed: Outcome) -> None:
    table = dealt()
    place = a_diamond(table, fixed)
    heard = told(table, 1, found(Kind.LIFT, place=place))
    assert (heard.place, heard.outcome) == (place, fixed)
    assert found(Kind.LIFT, place=place).outcome == NONE  # MOVES is constant


def test_a_view_does_not_tell_what_is_still_hidden() -> None:
    seen = view(dealt(), 0)
    drawn, lifted = told(seen, 0, found(Kind.DRAW)), told(seen, 0, found(Kind.LIFT, place=1))
    assert (drawn.card, drawn.dollars, lifted.outcome) == (UNKNOWN, UNKNOWN, UNKNOWN)


def test_di_a9_with_own_memory_no_view_shows_what_stayed() -> None:
    table = dealt(memory="own")
    before = view(table, 0).tray[0]
    miss(table, Card.RING_1)
    after = view(table, 0).tray[0]
    assert (before.fixed, before.gap, before.noted) == (after.fixed, after.gap, after.noted)


def test_di_a9_gaps_stay_visible() -> None:
    table = dealt()
    place = a_diamond(table, 0)
    hit(table, Card.RING_1)
    seen = view(table, SPECTATOR).tray[0]
    assert (seen.gap[place - 1], seen.fixed[place - 1]) == (1, 0)
    assert seen.fixed.count(UNKNOWN) == 41


def test_di_a9_with_notes_everybody_sees_what_stayed() -> None:
    table = dealt(memory="notes")
    place = a_diamond(table, 1)
    miss(table, Card.RING_1)
    seen = view(table, SPECTATOR).tray[0]
    assert (seen.noted[place - 1], seen.fixed[place - 1]) == (1, 1)
    assert seen.fixed.count(UNKNOWN) == 41


@pytest.mark.parametrize("fixed", [0, 1])
def test_di_a9_the_log_does_not_tell_which_diamond_it_was(fixed: int) -> None:
    table = dealt(memory="own")
    lift = found(Kind.LIFT, place=a_diamond(table, fixed))
    assert retold(table, 0, lift).place == UNKNOWN
    assert retold(table, 0, lift).outcome == fixed
    assert retold(dealt(memory="notes"), 0, lift) == told(table, 0, lift)
    assert retold(table, 0, found(Kind.DRAW)) == told(table, 0, found(Kind.DRAW))


def test_di_a9_until_the_game_is_over() -> None:
    table = dealt(memory="own")
    stack_last(table, Card.THEFT)
    play(table, Kind.DRAW)
    assert view(table, SPECTATOR) == table


def test_di_a10_a_game_played_is_open_and_one_to_come_is_hidden() -> None:
    table = in_the_second_of_three()
    seen = view(table, 0)
    assert seen.tray[0] == table.tray[0]
    assert seen.tray[1].fixed == [UNKNOWN] * 42
    assert seen.tray[2] == Tray.blank()
    assert seen.tray[3] == Tray()  # not agreed on


@pytest.mark.parametrize(("memory", "kind"), [("own", "fresh"), ("notes", "classic")])
def test_an_imagined_table_fits_the_view(memory: str, kind: str) -> None:
    table, ids, dice = dealt(4, memory=memory, tray=kind, games=2), [0] * len(GAME.MOVES), dice_of(5)
    while GAME.actor(table) != NOBODY:
        seen = view(table, SPECTATOR)
        imagined = seen.copy()
        imagine(imagined, SPECTATOR, dice)
        assert view(imagined, SPECTATOR) == seen
        assert all(field.holds(value) and value != UNKNOWN for _, field, value in walk(imagined))
        assert_whole(imagined, table)
        for _ in range(3):
            if GAME.actor(table) != NOBODY:
                PLAY.step(table, ids, dice)
    assert view(table, SPECTATOR) == table


def assert_whole(imagined: Table, table: Table) -> None:
    """DI-02, DI-03: no diamond and no card too many or too few."""
    for tray, real in zip(imagined.tray, table.tray, strict=True):
        assert sum(tray.fixed) == sum(real.fixed)
        assert Counter(tray.pile) == Counter(real.pile)
        assert not any(fixed and gap for fixed, gap in zip(tray.fixed, tray.gap, strict=True))


def test_what_a_robot_recalls_is_respected() -> None:
    seen = view(dealt(), 0)
    seen.tray[0].fixed[3] = seen.tray[0].fixed[20] = 1
    for seed in range(20):
        imagined = seen.copy()
        imagine(imagined, 0, dice_of(seed))
        assert imagined.tray[0].fixed[3] == imagined.tray[0].fixed[20] == 1
        assert sum(imagined.tray[0].fixed) == 16


def test_whatever_fits_is_imagined_equally_often() -> None:
    seen = view(in_the_second_of_three(), 0)
    fixed, top = Counter[int](), Counter[int]()
    for seed in range(400):
        imagined = seen.copy()
        imagine(imagined, 0, dice_of(seed))
        fixed.update(place for place in range(42) if imagined.tray[1].fixed[place])
        top[imagined.tray[1].pile[0]] += 1
    assert all(115 <= fixed[place] <= 190 for place in range(42))  # 152 on average
    assert all(30 <= top[card] <= 85 for card in Card)  # 57 on average
