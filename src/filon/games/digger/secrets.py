"""Digger: the hourglass is hidden, all the rest is open (DG-11, DG-A25)."""

from filon.core import NONE, UNKNOWN, rule
from filon.core.compiled.dice import Dice, below
from filon.core.compiled.record import Record
from filon.core.game import LAST_ITEM
from filon.core.views import open_view
from filon.games.digger.parts import TENTH, Kind, Move, Player, Sand, Table
from filon.games.digger.rules import due, sand_runs, time_master

OPEN: dict[type[Record], str] = {
    Table: """
        rules seats steal water river glass pace most_throws stowing no_water shift
        faces exact shortest longest air take pull stow touched
        digger phase ending clock turned free last_sand last_turn
        throws resting shown used robbed pool loot box boxed ran_dry quiet colour victim player
    """,
    Player: "crate value hand",
}
SECRET: dict[type[Record], str] = {Table: "sand"}

SHOW_THE_SAND = (Kind.STOP, Kind.STOW_ALL, Kind.TOUCHED, Kind.SAND_OUT)  # DG-A9: with the end of the turn
STOPS = (Kind.STOP, Kind.STOW_ALL)
PULLS = (Kind.CLEAN, Kind.TOUCHED, Kind.LET_GO)


def view(table: Table, seat: int) -> Table:
    seen: Table = open_view(table, OPEN)
    return seen.replace(**overrides(table, seat, seen))


def overrides(table: Table, seat: int, seen: Table, before: object = None) -> dict[str, int]:
    """DG-11: only the time master sees the sand; that there is none is no secret."""
    return {"sand": table.sand} if seat == time_master(table) or table.sand == NONE else {}


def told(table: Table, seat: int, move: Move) -> Move:
    heard = move.copy()
    if move.kind == Kind.GLASS and seat != time_master(table):
        heard.sand = UNKNOWN
    if move.kind in SHOW_THE_SAND:
        heard.sand = table.sand
    if move.kind in STOPS and table.sand != NONE:
        heard.seconds, heard.tenths = sand_left(table)
    if move.kind in PULLS:
        heard.colour, heard.victim = table.colour, table.victim
    return heard


def sand_left(table: Table) -> tuple[int, int]:
    """Seconds and tenths; unknown on the view of a seat that does not see the sand."""
    if table.sand == UNKNOWN:
        return UNKNOWN, UNKNOWN
    return divmod((due(table) - table.clock) // TENTH, 10)


@rule
def imagine(view: Table, seat: int, dice: Dice) -> None:
    """DG-A9: some glass that has not run out yet."""
    if view.sand == UNKNOWN:
        view.sand = view.exact if view.glass == Sand.EXACT else some_glass(view, dice)


@rule
def some_glass(view: Table, dice: Dice) -> int:
    least = max(view.shortest, still_running(view))
    if least > view.longest:
        return view.longest
    return least + TENTH * below(dice, (view.longest - least) // TENTH + 1)


@rule
def still_running(view: Table) -> int:
    """The shortest sand, in whole tenths, that would not be out by now."""
    if not sand_runs(view):
        return 0
    through = (view.clock - view.turned) // view.pace
    return (through // TENTH + 1) * TENTH


# For the house: whom nothing may be shown by accident, and what proves itself


def blind(table: Table) -> int:
    """DG-11: whoever digs may not see the sand, on no screen."""
    return table.digger


def bared(table: Table, seat: int, move: Move) -> tuple[int, ...]:
    """DG-A9: the glass is shown with the end of the turn."""
    return (LAST_ITEM,) if move.kind in SHOW_THE_SAND and table.sand != NONE else ()
