"""Digger's table in the terminal."""

from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console

from filon.core import NOBODY, SPECTATOR, UNKNOWN
from filon.core.compiled.dice import dice_of
from filon.core.compiled.play import make_play
from filon.core.label import Value
from filon.core.texts.words import LANGUAGES
from filon.games.digger.board import INKS, SIGNS, WOOD, draw
from filon.games.digger.parts import GEMS, MOVES, Colour, Phase, Table
from filon.games.digger.rules import actor, time_master
from filon.games.digger.secrets import view
from filon.games.digger.tests.scene import GAME, fresh, give, play, throw

WATER, GOLD, RUBY, EMERALD, DIAMOND = list(Colour)[:5]
NAMES = ["Ada", "Bram", "Chloé", "Djibril", "Esmeralda-Josephine"]
CRATE_TOP = ("╭", "╔", "┏")


def shown(table: Table, seat: int = 0, language: str = "en", width: int = 80, now: int | None = None) -> str:
    console = Console(width=width, record=True, file=StringIO())
    at = table.clock if now is None else now
    console.print(draw(view(table, seat), seat, NAMES[: table.seats], GAME.words(language), at))
    return console.export_text()


def crates(drawing: str) -> str:
    """The rows with the stacks: below the upper panels, above the crates' floor."""
    rows = drawing.splitlines()
    floor = next(i for i, row in enumerate(rows) if "▔" in row)
    top = max(i for i in range(floor) if rows[i].startswith(CRATE_TOP))
    return "\n".join(rows[top:floor])


def moments(seats: int, seed: int, **options: Any) -> Iterator[Table]:
    """A random game, now and then."""
    table, step, dice = fresh(seats, seed=seed, **options), make_play(GAME).step, dice_of(seed)
    for played in range(3000):
        if actor(table) == NOBODY:
            break
        if played % 61 == 0:
            yield table
        step(table, [0] * len(MOVES), dice)
    yield table


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("seats", "width"), [(2, 80), (3, 110), (4, 80), (5, 80), (5, 120)])
def test_every_moment_fits_the_terminal_for_every_viewer(language: str, seats: int, width: int) -> None:
    for number, table in enumerate(moments(seats, seats, crates="black" if seats == 4 else "white")):
        seat = [*range(seats), SPECTATOR][number % (seats + 1)]
        rows = shown(table, seat, language, width).splitlines()
        assert all(cell_len(row.rstrip()) <= width for row in rows)
        assert sum(table.player[owner].crate[gem] for owner in range(seats) for gem in GEMS) == sum(
            crates("\n".join(rows)).count(SIGNS[gem]) for gem in GEMS
        )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("pace", ["unlimited", 3])
def test_dg_a9_other_paces_show_how_many_throws_there_are(language: str, pace: Value) -> None:
    for table in moments(3, 8, pace=pace, throws=4):
        assert shown(table, 0, language)
    table = fresh(pace=pace, throws=4)
    throw(table, "gold gold gold gold gold")
    assert "throw 1 of 4" in shown(table)


def test_dg_11_only_the_time_master_sees_how_much_sand_is_left() -> None:
    table = fresh()
    throw(table, "gold gold ruby black water")
    assert "25\u00a0s left" in shown(table, time_master(table), now=table.turned + 500)
    for seat in (0, 1, SPECTATOR):
        assert "s left" not in shown(table, seat)
        assert "hidden by" in shown(table, seat)


def test_dg_11_the_others_see_the_same_whatever_the_sand() -> None:
    table = fresh()
    throw(table, "gold gold ruby black water")
    other = table.copy()
    other.sand = 2800
    for seat in (0, 1, SPECTATOR):
        assert view(table, seat).sand == UNKNOWN
        assert shown(table, seat) == shown(other, seat)
    assert shown(table, 2) != shown(other, 2)


def test_dg_12_the_sand_runs_down_grain_by_grain() -> None:
    table = fresh()
    assert "not started" in shown(table, 2)
    throw(table, "gold gold ruby black water")
    pictures = [shown(table, 2, now=table.turned + at) for at in range(0, 3001, 200)]
    assert len(set(pictures)) == len(pictures)
    assert all(picture.count("▒") == pictures[0].count("▒") for picture in pictures)
    assert "0\u00a0s left" in pictures[-1]


def test_dg_14_what_may_be_used_stands_in_double_lines() -> None:
    table = fresh()
    give(table, 1, EMERALD)
    throw(table, "gold gold ruby black water")
    assert "still rolling" in shown(table)
    landed = shown(table, now=table.free)
    assert landed.count("║ ≈ ║") == landed.count("║ ▼ ║") == 1
    assert landed.count("│ ▬ │") == 2
    assert landed.count("│ ∞ │") == 1  # nobody has a ruby to steal
    assert "once: water, ruby" in landed
    play(table, "take ruby")
    assert "│ ▼ │" in shown(table, now=table.free)


def test_dg_17_a_single_black_says_that_you_may_steal() -> None:
    table = fresh()
    give(table, 1, RUBY, RUBY)
    throw(table, "gold gold ruby black water")
    assert "║ ∞ ║" in shown(table, now=table.free)
    assert "you may steal" in shown(table, now=table.free)
    play(table, "steal ruby 1")
    assert crates(shown(table)).count("(▼)") == 1


def test_dg_16_the_loot_lies_apart() -> None:
    table = fresh()
    throw(table, "gold ruby emerald diamond water")
    play(table, "take gold", "take diamond")
    assert "▬   ◆" in shown(table).replace("\N{NO-BREAK SPACE}", " ")


def test_dg_24_what_ended_the_last_turn_is_told_with_its_glass() -> None:
    table = fresh()
    throw(table, "gold gold ruby black water", sand=2830)
    play(table, "stop", "glass 3100")
    assert "Ada’s turn ended with STOP. The hourglass ran 28.3\u00a0s." in shown(table, 1)
    assert "28,3\u00a0s" in shown(table, 1, "fr")


def test_dg_a26_the_board_warns_when_nobody_takes_water() -> None:
    table = fresh()
    table.quiet = 7 * table.seats
    assert "7 rounds without water" in shown(table)


def test_dg_32_the_winners_are_named_at_the_end() -> None:
    table = fresh()
    give(table, 1, GOLD)
    table.phase = int(Phase.OVER)
    assert crates(shown(table)).count("winner") == 1
    assert "The game is over." in shown(table)


@pytest.mark.parametrize("page", [0x000000, 0x1E1E1E, 0xFFFFFF])
def test_every_ink_is_legible_on_dark_and_on_light_pages(page: int) -> None:
    for ink in (*INKS.values(), WOOD):
        darker, lighter = sorted((brightness(int(ink[1:], 16)), brightness(page)))
        assert (lighter + 0.05) / (darker + 0.05) >= 3, ink


def brightness(colour: int) -> float:
    """Relative luminance, as WCAG defines it."""
    parts = [(colour >> shift & 255) / 255 for shift in (16, 8, 0)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
