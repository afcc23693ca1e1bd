"""Dig Mars in the terminal: readable at every moment, in every language, for everybody, and no secret on it."""

from itertools import product

import pytest
from rich.console import Console

from filon.core import NOBODY, SPECTATOR
from filon.core.compiled.dice import below, dice_of
from filon.core.label import Value
from filon.core.texts.words import LANGUAGES
from filon.games.dig_mars.board import draw
from filon.games.dig_mars.parts import MOVES, Bonus, Ending, Phase, Table
from filon.games.dig_mars.rules import apply
from filon.games.dig_mars.secrets import view
from filon.games.dig_mars.tests.dig_mars_scene import GAME, dealt, play

NAMES = ["Ada", "Bram", "Chloé", "Anne-Sophie van der Meer"]


def together(seats: int = 2, **options: Value) -> Table:
    """Before the first turn, everybody on a1."""
    table = dealt(seats, None, 1, **options)
    play(table, *["place a1"] * seats)
    return table


def drawn(seen: Table, seat: int, language: str = "en", width: int = 80) -> str:
    console = Console(width=width, force_terminal=False, color_system=None, legacy_windows=False)
    with console.capture() as capture:
        console.print(draw(seen, seat, NAMES[: seen.seats], GAME.words(language), 0))
    return capture.get()


def first_sites(text: str) -> list[list[str]]:
    """The sites of row 1, each as its stations and its strata from the top down."""
    lines = [line.split("│")[2:6] for line in text.splitlines() if line.startswith("│")]
    return [[line[column] for line in lines[1:5]] for column in range(4)]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_moment_of_a_game_fits_the_terminal_in_every_language(seats: int) -> None:
    table, dice = dealt(seats, seed=seats), dice_of(seats)
    while GAME.actor(table) != NOBODY:
        legal = GAME.legal(table, table.turn)
        apply(table, MOVES[legal[below(dice, max(1, len(legal) - (table.actions > 0)))]])
        if below(dice, 80) == 0 or table.phase == Phase.OVER:
            viewer = [*range(seats), SPECTATOR][below(dice, seats + 1)]
            seen, before = view(table, viewer), view(table, viewer)
            for language, width in product(LANGUAGES, (80, 110)):
                text = drawn(seen, viewer, language, width)
                assert max(map(len, text.splitlines())) <= width
                assert "-12" not in text  # no blank shown as a number
            assert seen == before


def test_dm_02_of_a_pile_its_height_and_the_back_of_its_top_tile_show() -> None:
    table = together()
    table.pile[1].height, table.pile[2].height = 1, 0
    backs = table.pile[0].back[2], table.pile[1].back[0]
    strata = [site[1:] for site in first_sites(drawn(view(table, SPECTATOR), SPECTATOR))]
    air = " " * 12
    assert strata[0] == [f" ▼{backs[0]} ░░░░░░░░", "▒" * 12, "▓" * 12]
    assert strata[1] == [air, air, f" ▼{backs[1]} ▓▓▓▓▓▓▓▓"]
    assert strata[2] == [air, air, air]


def test_dm_11_of_an_explored_tile_its_front_shows() -> None:
    table = together()
    table.pile[0].explored = 1
    tile = table.tile[table.pile[0].tile[2]]
    front = first_sites(drawn(view(table, 1), 1))[0][1]
    assert f"►{tile.transport} ♦{tile.fortune}" in front
    assert "▼" not in front


def test_dm_15_only_ones_own_fortune_shows_until_the_end() -> None:
    table = together()
    table.player[0].fortune, table.player[1].fortune = 17, 23
    assert "17" in drawn(view(table, 0), 0)
    assert "23" not in drawn(view(table, 0), 0)
    assert drawn(view(table, SPECTATOR), SPECTATOR).count("?") == 2
    table.phase, table.ending = Phase.OVER, Ending.NO_ACTION
    text = drawn(view(table, 0), 0)
    assert "17" in text
    assert "★ B Bram" in text


def test_dm_a15_a_soil_sample_is_remembered_by_who_took_it() -> None:
    table = together()
    table.bonus[Bonus.SAMPLE] = 1
    play(table, "sample a1 1")
    tile = table.tile[table.pile[0].tile[0]]
    lowest = [first_sites(drawn(view(table, seat), seat))[0][3] for seat in (0, 1)]
    assert lowest[0].startswith(f"◎ ▼{tile.dig}►{tile.transport}♦{tile.fortune}")
    assert lowest[1] == "▓" * 12


def test_stations_are_letters_with_a_count() -> None:
    table = together(4)
    table.player[1].stations[0] = 2
    assert first_sites(drawn(view(table, 0), 0))[0][0].split() == ["A", "B×2", "C", "4"]


def test_a_heap_of_all_stations_still_fits() -> None:
    table = together(4)
    for player in table.player:
        player.stations[0] = 4
        player.level = [4, 4, 4]
    text = drawn(view(table, 0), 0)
    assert all(f"{letter}×4" in text for letter in "ABC4")


def test_the_turn_its_actions_and_its_bonuses_show() -> None:
    table = together()
    table.actions, table.bonus[Bonus.DIG], table.bonus[Bonus.RELOCATE] = 1, 1, 2
    text = drawn(view(table, 1), 1)
    assert "Ada’s turn · 1 action left · +▼ extra dig · +⇄ relocate ×2" in text
    assert "▶ A Ada" in text
    assert "Announce with 40 fortune or more" in text
    assert "The biggest fortune wins" in drawn(view(together(fortune="open"), 0), 0)


@pytest.mark.parametrize(("still", "is_told"), [(5, False), (6, True), (11, True)])
def test_dm_a10_after_three_rounds_without_progress_the_table_says_so(still: int, is_told: bool) -> None:
    table = together()
    table.still = still
    assert ("rounds without a dig" in drawn(view(table, 0), 0)) == is_told


def test_dm_a10_before_an_idle_round_ends_the_game_the_table_says_so() -> None:
    table, warning = together(3), "if Chloé ends the turn without one, the game ends"
    play(table, "end-turn")
    assert "game ends" not in drawn(view(table, 0), 0, width=160)
    play(table, "end-turn")
    for seat in (0, 2, SPECTATOR):
        assert warning in drawn(view(table, seat), seat, width=160)
    table.acted = 1
    assert "game ends" not in drawn(view(table, 0), 0, width=160)
    table.acted = 0
    play(table, "end-turn")
    assert table.ending == Ending.NO_ACTION
    assert "game ends" not in drawn(view(table, 0), 0, width=160)


def test_dm_a10_no_warning_where_the_last_tile_is_gone() -> None:
    table = together()
    play(table, "end-turn")
    table.tiles_left = 0
    assert "game ends" not in drawn(view(table, 0), 0, width=160)


@pytest.mark.parametrize(
    ("phase", "said"), [(Phase.SETTLING, "first station"), (Phase.PLACING, "new station"), (Phase.LAST_CALL, "Last call")]
)
def test_each_phase_is_told(phase: Phase, said: str) -> None:
    table = together()
    table.phase = phase
    assert said in drawn(view(table, 0), 0)
