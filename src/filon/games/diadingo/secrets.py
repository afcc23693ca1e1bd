"""Diadingo: what each seat may see, and how to imagine the rest. Everybody sees the same."""

from filon.core import UNKNOWN, Row, rule
from filon.core.compiled.dice import Dice, below
from filon.core.compiled.record import Record
from filon.core.views import open_view
from filon.games.diadingo.parts import (
    CARDS,
    FIXED,
    PLACES,
    THEFTS,
    Card,
    Kind,
    Memory,
    Move,
    Outcome,
    Phase,
    Player,
    Table,
    Tray,
    Unusable,
)
from filon.games.diadingo.rules import can_steal

OPEN: dict[type[Record], str] = {
    Table: "rules seats debts decline tray_kind memory games value copies game began turn phase ending drawn card lifted tray player",
    Player: "set empty dollars rings_set rings_empty",
    Tray: "",
}
SECRET: dict[type[Record], str] = {Tray: "x y fixed gap noted pile"}  # shown game by game


def overrides(table: Table, seat: int, seen: Table, before: object = None) -> dict[str, object]:
    """Nothing is hidden from one seat alone."""
    return {}


def view(table: Table, seat: int) -> Table:
    seen: Table = open_view(table, OPEN)
    for game, tray in enumerate(seen.tray):
        if game <= table.game or game >= table.games:  # not those of games still to come
            show_tray(table.tray[game], tray)
            show_fixed(table, game, tray)
            show_pile(table, game, tray)
    return seen


def show_tray(tray: Tray, seen: Tray) -> None:
    """DI-A9: gaps stay visible; tried diamonds are marked only with "notes"."""
    seen.x, seen.y = tray.x[:], tray.y[:]
    seen.gap, seen.noted = tray.gap[:], tray.noted[:]


def show_fixed(table: Table, game: int, seen: Tray) -> None:
    """DI-04: nobody knows which are fixed; a lifted diamond was loose, a marked one is not."""
    fixed = table.tray[game].fixed
    if is_played(table, game):
        seen.fixed[:] = fixed
        return
    for place in range(PLACES):
        if seen.gap[place] or seen.noted[place]:
            seen.fixed[place] = fixed[place]


def show_pile(table: Table, game: int, seen: Tray) -> None:
    """DI-05, DI-11: face down, but for the cards drawn."""
    drawn = CARDS if is_played(table, game) else table.drawn
    seen.pile[:drawn] = table.tray[game].pile[:drawn]


def is_played(table: Table, game: int) -> bool:
    """Whether nothing about this game is a secret any more."""
    return game != table.game or table.phase == Phase.OVER


def told(table: Table, seat: int, move: Move) -> Move:
    """Everybody sees the card (DI-11), whether the diamond moved (DI-A9, DI-A13) and what was stolen (DI-16)."""
    heard = move.copy()
    match move.kind:
        case Kind.DRAW:
            heard.card = table.tray[table.game].pile[table.drawn]
            if heard.card == Card.THEFT:
                tell_use(heard, table)
            else:
                heard.dollars = table.value[heard.card] if heard.card != UNKNOWN else UNKNOWN
        case Kind.LIFT:
            heard.outcome = outcome(table.tray[table.game].fixed[move.place - 1])
        case Kind.STEAL:
            heard.dollars = table.value[move.ring]
    return heard


def tell_use(heard: Move, table: Table) -> None:
    """DI-17: why nobody can be robbed with this theft; everybody sees all rings."""
    if not can_steal(table):
        has_empty = any(table.player[table.turn].empty)
        heard.unusable = Unusable.NO_DIAMOND_THAT_FITS if has_empty else Unusable.NO_EMPTY_RING
        heard.left = CARDS - table.drawn - 1


def outcome(fixed: int) -> int:
    """On a view it may be unknown yet."""
    return UNKNOWN if fixed == UNKNOWN else int(Outcome.FIXED if fixed else Outcome.LOOSE)


def retold(table: Table, seat: int, move: Move) -> Move:
    """DI-A9: with "own" memory the log of a game in play does not tell which diamond it was."""
    heard = told(table, seat, move)
    if move.kind == Kind.LIFT and table.memory == Memory.OWN:
        heard.place = UNKNOWN
    return heard


@rule
def imagine(view: Table, seat: int, dice: Dice) -> None:
    for game in range(view.game, view.games):
        imagine_places(view.tray[view.game], view.tray[game])
        imagine_fixed(view.tray[game], dice)
        imagine_pile(view, view.tray[game], dice)


@rule
def imagine_places(now: Tray, tray: Tray) -> None:
    """A tray still to come: untouched, and its places as good as those of the tray in play."""
    for place in range(PLACES):
        if tray.gap[place] == UNKNOWN:
            tray.x[place] = now.x[place]
            tray.y[place] = now.y[place]
            tray.gap[place] = 0
            tray.noted[place] = 0


@rule
def imagine_fixed(tray: Tray, dice: Dice) -> None:
    """DI-02: 16 in all, whatever is known of some of them."""
    missing = FIXED - count(tray.fixed, 1)
    unknown = count(tray.fixed, UNKNOWN)
    for place in range(PLACES):
        if tray.fixed[place] == UNKNOWN:
            tray.fixed[place] = 1 if below(dice, unknown) < missing else 0
            missing -= tray.fixed[place]
            unknown -= 1


@rule
def imagine_pile(view: Table, tray: Tray, dice: Dice) -> None:
    """DI-03, DI-05: the cards not seen yet, shuffled."""
    drawn = CARDS - count(tray.pile, UNKNOWN)
    place = drawn
    for card in range(Card.THEFT + 1):
        for _ in range(copies(view, card) - count(tray.pile, card)):
            tray.pile[place] = card
            place += 1
    shuffle(tray, drawn, dice)


@rule
def copies(view: Table, card: int) -> int:
    return THEFTS if card == Card.THEFT else view.copies[card]


@rule
def shuffle(tray: Tray, first: int, dice: Dice) -> None:
    """Fisher and Yates, from the last card up to the first that was not seen."""
    for last in range(CARDS - 1, first, -1):
        other = first + below(dice, last - first + 1)
        card = tray.pile[last]
        tray.pile[last] = tray.pile[other]
        tray.pile[other] = card


@rule
def count(row: Row, value: int) -> int:
    found = 0
    for i in range(len(row)):
        found += row[i] == value
    return found


# For the house: what lies hidden after the set-up, and which move shows it to whom (docs/fairness.md)

EACH_GAME = PLACES + CARDS  # so many items


def items(table: Table) -> list[int]:
    """DI-A10: for every game agreed on whether each diamond is fixed (DI-04), then the pile from the top (DI-05)."""
    return [value for tray in table.tray[: table.games] for value in (*tray.fixed, *tray.pile)]


def bared(table: Table, seat: int, move: Move) -> tuple[int, ...]:
    """DI-11: the card drawn; DI-13, DI-14: whether the diamond tried was fixed. Never where it is only `retold` (DI-A9)."""
    first = table.game * EACH_GAME
    if move.kind == Kind.DRAW:
        return (first + PLACES + table.drawn,)
    if move.kind == Kind.LIFT:
        return (first + move.place - 1,)
    return ()
