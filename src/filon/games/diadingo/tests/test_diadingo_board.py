"""Diadingo's table in the terminal."""

import re
from io import StringIO
from math import pi
from typing import Any

import pytest
from rich.console import Console

from filon.core import SPECTATOR, UNKNOWN
from filon.core.compiled.dice import dice_of
from filon.core.compiled.play import make_play
from filon.core.texts.words import LANGUAGES
from filon.games.diadingo.board import DIAMOND, LIFTED, MARKS, STAYED, WIDE, at, draw, ground, spots, tray_text, turned
from filon.games.diadingo.parts import MOVES, PLACES, Card, Phase, Table
from filon.games.diadingo.secrets import view
from filon.games.diadingo.tests.diadingo_dealing import GAME, a_diamond, dealt, hit, miss, ready_to_steal, tray_of

NAMES = ["Anneke", "Bram", "Chloé", "Djibril", "Esmeralda-Josephine", "Fatima", "Gus", "Hélène"]


def shown(table: Table, seat: int = 0, language: str = "en", width: int = 80) -> str:
    console = Console(width=width, record=True, file=StringIO())
    console.print(draw(view(table, seat), seat, NAMES, GAME.words(language), 0))
    return console.export_text()


def played(moves: int, seats: int, seed: int = 1, **options: Any) -> Table:
    table, play, dice = dealt(seats, seed, **options), make_play(GAME), dice_of(seed)
    play.playout(table, [0] * len(MOVES), dice, moves)
    return table


def numbers_on(tray: str, sign: str) -> list[int]:
    return sorted(int(number) for number in re.findall(rf"{sign}(\d+)", tray))


# The tray


@pytest.mark.parametrize("seats", range(2, 9))
def test_di_02_every_seat_can_read_and_type_all_42_diamonds(seats: int) -> None:
    for seed in range(3):
        table = dealt(seats, seed)
        for seat in range(seats):
            assert numbers_on(tray_text(view(table, seat), seat).plain, DIAMOND) == list(range(1, PLACES + 1))


def test_diamonds_stand_near_their_places_and_never_overlap() -> None:
    table = dealt(5)
    angle = 2 * pi * 2 / 5
    found = spots(table.tray[0], ground(angle), angle)
    for (row, column), x, y in zip(found, table.tray[0].x, table.tray[0].y, strict=True):
        there, here = turned(x, y, angle), at((row, column))
        assert abs(there[0] - here[0]) + abs(there[1] - here[1]) < 5 * WIDE
    assert all(a[0] != b[0] or abs(a[1] - b[1]) > 3 for i, a in enumerate(found) for b in found[:i])


def test_each_seat_sees_the_tray_from_its_own_side() -> None:
    table = dealt(4)
    for seat in range(4):
        lines = tray_text(view(table, seat), seat).plain.splitlines()
        left, right = (seat + 1) % 4, (seat + 3) % 4  # DI-A11: the left neighbour plays next
        assert MARKS[seat] in lines[-1]
        assert MARKS[(seat + 2) % 4] in lines[0]
        assert any(line.strip().startswith(MARKS[left]) and line.strip().endswith(MARKS[right]) for line in lines)


def test_di_a9_a_gap_stays_visible_and_a_fixed_diamond_is_marked_only_with_notes() -> None:
    for memory in ("own", "notes"):
        table = dealt(memory=memory)
        loose, fixed = a_diamond(table, 0), a_diamond(table, 1)
        hit(table, Card.RING_1)
        miss(table, Card.RING_2)
        tray = tray_text(view(table, 2), 2).plain
        assert tray.count(LIFTED) == 1
        assert loose not in numbers_on(tray, DIAMOND)
        assert numbers_on(tray, STAYED) == ([fixed] if memory == "notes" else [])


def test_the_others_keep_their_cells_when_a_diamond_is_lifted() -> None:
    table = dealt()
    before = tray_text(view(table, 0), 0).plain
    place = a_diamond(table, 0)
    hit(table, Card.RING_1)
    assert tray_text(view(table, 0), 0).plain == before.replace(f"{DIAMOND}{place:<2}", f" {LIFTED} ")


def test_when_all_is_over_the_fixed_diamonds_are_shown() -> None:
    table = played(1000, 3)
    fixed = [place for place in range(1, PLACES + 1) if tray_of(table).fixed[place - 1]]
    assert numbers_on(tray_text(view(table, 0), 0).plain, STAYED) == fixed


# Cards, rings and dollars


def test_the_pile_and_the_card_just_drawn_are_shown() -> None:
    table = dealt()
    assert "░ 49 ░" in shown(table)
    hit(table, Card.RING_4)
    table.phase = int(Phase.TRYING)
    assert "░ 48 ░" in shown(table)
    assert "4000   │" in shown(table)
    thief = ready_to_steal()
    thief.card, thief.phase = int(Card.THEFT), int(Phase.STEALING)
    assert "theft" in shown(thief)
    assert "Your turn: steal, or discard the theft." in shown(thief, 0, width=120)
    assert "Anneke is choosing whom to rob." in shown(thief, 1, width=120)


def test_di_31_di_32_rings_dollars_debts_and_totals_are_shown() -> None:
    table = dealt(2, debts=True, games=2)
    table.player[1].set[Card.RING_3], table.player[1].empty[Card.RING_6], table.player[1].dollars = 2, 1, -1500
    above, below = shown(table, 1).split("■ Bram")[1].splitlines()[:2]
    assert above.split() == [f"{DIAMOND}2", "6000", "-1500"]
    assert below.split() == ["you", "○1", "-6000"]
    assert "Game 1 of 2" in shown(table)


def test_the_winners_are_named() -> None:
    table = dealt(3)
    table.phase = int(Phase.OVER)
    table.player[1].set[Card.RING_1] = 1
    assert "Bram wins!" in shown(table)
    table.player[2].set[Card.RING_1] = 1
    assert "Bram, Chloé win together!" in shown(table)


# Every terminal


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [80, 110])
def test_eight_seats_fit_in_every_language_at_every_moment(language: str, width: int) -> None:
    for moves in (0, 40, 130, 2000):
        table = played(moves, 8, games=3, debts=True, memory="notes")
        for seat in (0, 5, SPECTATOR):
            text = shown(table, seat, language, width)
            assert all(len(line) <= width for line in text.splitlines())
            assert str(UNKNOWN) not in text
            assert all(name in text for name in NAMES if len(name) < 12)
            assert "Esmeralda-J…" in text


def test_a_wide_terminal_has_the_rings_beside_the_tray() -> None:
    table = played(40, 8)
    assert len(shown(table, width=110).splitlines()) < len(shown(table, width=80).splitlines())
