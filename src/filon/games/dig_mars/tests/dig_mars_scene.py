"""Small tables for the tests of the clauses: seat 0 begins, with a station on A1; the others stand in the far corners."""

from typing import Any

from filon.core import NONE
from filon.core.content import Page
from filon.core.game import load
from filon.core.label import Value
from filon.core.stream import seeded
from filon.core.texts.notation import move_ids, named
from filon.games.dig_mars.parts import Gear, Move, Refusal, Site, Table
from filon.games.dig_mars.sites import carry, take_top, top

GAME = load("dig-mars")
IDS = move_ids(GAME.MOVES)
CORNERS = ("a1", "d4", "d1", "a4")


def dealt(seats: int = 2, content: dict[str, Any] | None = None, seed: int = 1, **options: Value) -> Table:
    """Before the first placement."""
    chosen = GAME.label.choose({"first": 1} | options, seats)
    table: Table = GAME.new(chosen, Page(content or GAME.content(), "content.toml"), seats, seeded(seed))
    return table


def begun(seats: int = 2, **options: Value) -> Table:
    """Before the first turn."""
    table = dealt(seats, None, 1, **options)
    play(table, *(f"place {site}" for site in CORNERS[:seats]))
    return table


def site_of(name: str) -> int:
    return int(Site[name.upper()])


def lay(table: Table, name: str, dig: int = 1, transport: int = 1, fortune: int = 1, bonus: int = NONE) -> None:
    """Print this on the top tile of a pile."""
    pile = table.pile[site_of(name)]
    tile = top(table, pile)
    tile.dig, tile.transport, tile.fortune, tile.bonus = dig, transport, fortune, bonus
    pile.back[pile.height - 1] = dig


def lay_open(table: Table, name: str, transport: int = 1, fortune: int = 1) -> None:
    """The same, for a tile that was dug in an earlier turn."""
    lay(table, name, transport=transport, fortune=fortune)
    table.pile[site_of(name)].explored = 1


def use_up(table: Table, *names: str, left: int = 0) -> None:
    """Take away the tiles of these sites, down to so many each."""
    for name in names:
        while table.pile[site_of(name)].height > left:
            take_top(table, table.pile[site_of(name)])


def use_up_all_but(table: Table, name: str, left: int = 1) -> None:
    use_up(table, *(site.name for site in Site if site.name != name.upper()))
    use_up(table, name, left=left)


def station(table: Table, seat: int, name: str) -> None:
    """One more station out of a seat's reserve."""
    table.player[seat].stations[site_of(name)] += 1
    table.player[seat].level[Gear.FLEET] += 1


def join(table: Table, seat: int, name: str) -> None:
    """Bring a seat's first station here."""
    carry(table.player[seat], site_of(CORNERS[seat]), site_of(name))


def move_of(name: str) -> Move:
    move: Move = GAME.MOVES[IDS[name]]
    return move


def why(table: Table, name: str) -> Refusal:
    """The reason against a move of whose turn it is."""
    return Refusal(GAME.refusal(table, GAME.actor(table), move_of(name)))


def play(table: Table, *names: str) -> None:
    for name in names:
        assert why(table, name) == Refusal.LEGAL, name
        GAME.apply(table, move_of(name))


def offers(table: Table, kind: str) -> set[str]:
    """What may be played of a kind, without the kind."""
    names = (named(GAME.MOVES[i]) for i in GAME.legal(table, GAME.actor(table)))
    return {name.removeprefix(kind).strip() for name in names if name.split()[0] == kind}


def fortunes(table: Table) -> list[int]:
    return GAME.scores(table)
