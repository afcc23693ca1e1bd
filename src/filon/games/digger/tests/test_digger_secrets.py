"""Digger's secrets: the sand, and nothing else."""

import pytest

from filon.core import NEVER, NONE, SPECTATOR, UNKNOWN
from filon.core.compiled.dice import dice_of
from filon.core.compiled.record import walk
from filon.core.stream import seeded
from filon.core.texts.notation import facts
from filon.core.texts.words import Blank
from filon.core.views import undeclared
from filon.games.digger.parts import Colour, Kind, Table
from filon.games.digger.rules import due, stamp
from filon.games.digger.secrets import OPEN, SECRET, imagine, told, view
from filon.games.digger.tests.scene import GAME, IDS, fresh, give, move_of, play, throw
from filon.house.room.live import LiveTable
from filon.house.room.setup import set_up

EVERYBODY = [0, 1, 2, SPECTATOR]
IN_THE_DARK = [0, 1, SPECTATOR]  # seat 2 is the time master


def digging(sand: int = 3000, pace: int = 1) -> Table:
    table = fresh(pace=pace)
    give(table, 1, Colour.GOLD, Colour.RUBY)
    throw(table, "gold black water water ruby", sand)
    return table


def test_every_field_is_declared_open_or_secret() -> None:
    assert undeclared(Table, OPEN, SECRET) == []


def test_dg_11_only_the_time_master_sees_the_sand() -> None:
    table = digging()
    assert view(table, 2).sand == 3000
    assert {view(table, seat).sand for seat in IN_THE_DARK} == {UNKNOWN}


def test_dg_11_in_every_other_view_the_end_of_the_sand_never_comes() -> None:
    table = digging()
    assert due(view(table, 2)) == 3000
    assert {due(view(table, seat)) for seat in IN_THE_DARK} == {NEVER}


def test_dg_11_the_glass_is_told_to_the_time_master_alone() -> None:
    table, glass = fresh(), move_of("glass 2900")
    assert told(table, 2, glass).sand == 2900
    assert {told(table, seat, glass).sand for seat in IN_THE_DARK} == {UNKNOWN}


def test_dg_11_two_glasses_look_the_same_to_everybody_else() -> None:
    for seat in IN_THE_DARK:
        assert view(digging(2800), seat).bytes() == view(digging(3200), seat).bytes()


@pytest.mark.parametrize("seat", EVERYBODY)
def test_dg_a25_all_but_the_hourglass_is_open(seat: int) -> None:
    table = digging()
    seen = {path: value for path, _, value in walk(view(table, seat))}
    assert all(seen[path] == value for path, _, value in walk(table) if path != "sand")


@pytest.mark.parametrize("name", ["stop", "stow-all", "touched", "sand-out"])
def test_dg_a9_the_sand_is_shown_when_the_turn_is_over(name: str) -> None:
    table = digging(2930)
    play(table, "steal gold 1")
    assert {told(table, seat, move_of(name)).sand for seat in EVERYBODY} == {2930}
    play(table, "touched")
    assert {view(table, seat).last_sand for seat in EVERYBODY} == {2930}


LEFT = {
    "en": "Ada calls STOP with 17.6\u00a0s of sand left.",
    "fr": "Ada annonce STOP avec encore 17,6\u00a0s de sable.",
    "nl": "Ada roept STOP met nog 17,6\u00a0s zand.",
}


def stopped(table: Table, at: int, name: str = "stop", language: str = "en", seat: int = SPECTATOR) -> str:
    """What the log tells this seat of a STOP at this time."""
    stamp(table, at)
    heard = told(table, seat, move_of(name))
    return GAME.words(language).say(f"move.{name}", who="Ada", **dict.fromkeys(heard.fields, Blank.NONE) | facts(heard))


@pytest.mark.parametrize("seat", EVERYBODY)
@pytest.mark.parametrize("language", LEFT)
def test_dg_a9_everybody_is_told_what_stop_left_in_the_glass(seat: int, language: str) -> None:
    assert stopped(digging(2930), 1165, language=language, seat=seat) == LEFT[language]


def test_dg_a9_a_slower_pace_leaves_more_and_without_sand_nothing_is_left() -> None:
    assert stopped(digging(2930, pace=2), 1165) == "Ada calls STOP with 46.9\u00a0s of sand left."
    assert stopped(digging(2930), 2930, "stow-all") == "Ada stows the whole loot and calls STOP with 0.0\u00a0s of sand left."
    table = fresh(pace="unlimited")
    throw(table, "gold black water water ruby")
    assert stopped(table, 500) == "Ada calls STOP."


def test_dg_11_the_digger_cannot_work_out_the_sand_from_an_offer_to_stop() -> None:
    heard = told(view(digging(), 0), 0, move_of("stop"))
    assert (heard.sand, heard.seconds, heard.tenths) == (UNKNOWN, UNKNOWN, UNKNOWN)


def test_dg_a9_a_live_table_tells_what_was_left_at_the_time_of_the_stop() -> None:
    live = LiveTable(set_up(GAME, ["Ada", "Bram", "Chloé"], {"first": 1, "sand": "exact"}), seeded(1))
    live.play(0, IDS["throw"], 100)
    live.play(0, IDS["stop"], 1100)
    heard = next(line.move for line in live.told(1) if line.move.kind == Kind.STOP)
    assert (heard.seconds, heard.tenths) == (20, 0)


@pytest.mark.parametrize("name", ["clean", "touched", "let-go"])
def test_dg_a25_everybody_hears_what_was_pulled_and_from_whom(name: str) -> None:
    table = digging()
    play(table, "steal gold 1")
    heard = [told(table, seat, move_of(name)) for seat in EVERYBODY]
    assert {(move.colour, move.victim) for move in heard} == {(Colour.GOLD, 1)}


def test_dg_a25_a_move_told_is_a_copy() -> None:
    told(digging(), 0, move_of("stop"))
    assert move_of("stop").sand == NONE


def moments() -> list[Table]:
    filling, ready, unlimited, over = fresh(), fresh(), fresh(pace="unlimited"), fresh(river="once-dry")
    play(ready, "glass 3000")
    throw(unlimited, "gold water ruby black black")
    over.box, over.pool[Colour.WATER] = 9, 1
    throw(over, "water gold gold black black")
    play(over, "take water", "sand-out")
    reaching = digging()
    play(reaching, "steal gold 1")
    late = digging(pace=3)
    stamp(late, 8999)
    exact = fresh(sand="exact")
    throw(exact, "gold water ruby black black")
    return [filling, ready, unlimited, over, digging(), reaching, late, exact]


@pytest.mark.parametrize("table", moments())
@pytest.mark.parametrize("seat", EVERYBODY)
def test_an_imagined_table_is_whole_and_gives_the_same_view(table: Table, seat: int) -> None:
    seen = view(table, seat)
    for seed in range(10):
        imagined = seen.copy()
        imagine(imagined, seat, dice_of(seed))
        assert view(imagined, seat) == seen
        assert all(field.holds(value) for _, field, value in walk(imagined))
        assert due(imagined) > imagined.clock


def imagined_sands(table: Table) -> set[int]:
    sands = set()
    for seed in range(300):
        seen = view(table, 0)
        imagine(seen, 0, dice_of(seed))
        sands.add(seen.sand)
    return sands


def test_dg_a9_any_glass_is_imagined_that_has_not_run_out() -> None:
    table = digging(3200)
    assert imagined_sands(table) == set(range(2800, 3201, 10))
    stamp(table, 3150)
    assert imagined_sands(table) == {3160, 3170, 3180, 3190, 3200}
    stamp(table, 3200)
    assert imagined_sands(table) == {3200}


def test_dg_a9_an_imagined_glass_knows_the_pace() -> None:
    table = digging(3200, pace=2)
    stamp(table, 6379)
    assert imagined_sands(table) == {3190, 3200}
    stamp(table, 6380)
    assert imagined_sands(table) == {3200}


def test_dg_a9_exact_sand_is_imagined_exactly() -> None:
    table = fresh(sand="exact")
    throw(table, "gold water ruby black black")
    assert imagined_sands(table) == {3000}
