"""Laws of every game, over seeds, seats and options."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from filon.core.compiled.dice import dice_of
from filon.core.compiled.play import make_play
from filon.core.compiled.record import walk
from filon.core.compiled.rule import batch, is_compiled, room_for_ids, unbatch
from filon.core.game import Game
from filon.core.law import LEGAL
from filon.core.seats import HOUSE, NOBODY, SPECTATOR, UNKNOWN
from filon.core.texts.notation import named
from filon.core.views import private
from tests.laws.asked import EXAMPLES, LIMIT, SOAK, dealt, moved, setups, steps


def test_pieces_are_conserved(game: Game) -> None:
    @given(setups(game))
    def law(setup: object) -> None:
        pieces = None
        for table in steps(game, setup):
            pieces = pieces or game.pieces(table)
            assert game.pieces(table) == pieces

    law()


def test_every_field_stays_in_its_range(game: Game) -> None:
    @given(setups(game))
    def law(setup: object) -> None:
        for table in steps(game, setup, every=13):
            assert [(path, value) for path, field, value in walk(table) if not field.holds(value)] == []

    law()


def test_legal_is_what_is_not_refused(game: Game) -> None:
    @given(setups(game))
    def law(setup: object) -> None:
        for table in steps(game, setup, every=41):
            game.stamp(table, game.ready(table))
            for seat in (*range(len(setup.names)), *HOUSE):
                asked = [i for i, move in enumerate(game.MOVES) if game.refusal(table, seat, move) == LEGAL]
                assert game.legal(table, seat) == asked

    law()


def test_a_seats_own_view_tells_what_is_legal_for_it(game: Game) -> None:
    @given(setups(game))
    def law(setup: object) -> None:
        for table in steps(game, setup, every=23):
            game.stamp(table, game.ready(table))
            if game.due(table) > game.ready(table):
                for seat in range(len(setup.names)):
                    assert game.legal(game.view(table, seat), seat) == game.legal(table, seat)

    law()


def test_somebody_can_always_move_until_the_end(game: Game) -> None:
    @given(setups(game))
    def law(setup: object) -> None:
        for table in steps(game, setup, every=5):
            actor = game.actor(table)
            game.stamp(table, game.ready(table))
            assert actor == NOBODY or game.legal(table, actor) or game.due(table) <= game.ready(table)

    law()


def test_asking_changes_nothing(game: Game) -> None:
    @given(setups(game))
    def law(setup: object) -> None:
        for table in steps(game, setup, every=59):
            before = table.bytes()
            for seat in range(len(setup.names)):
                game.legal(table, seat)
                game.view(table, seat)
                for move in game.MOVES:
                    game.refusal(table, seat, move)
            assert table.bytes() == before

    law()


def test_what_views_share_is_the_same_in_all_of_them(game: Game) -> None:
    """Asked once for everybody (`own`), written once for everybody (what is not private), told once (what hides nothing)."""
    may_differ = private(game.Table, game.SECRET)

    @given(setups(game))
    def law(setup: object) -> None:
        earlier, owned = None, dict.fromkeys(range(len(setup.names)))
        for table, moves in moved(game, setup, every=3):
            seen = game.view(table, SPECTATOR)
            everybody = earlier = game.seen_by_all(table, earlier, moves) if game.seen_by_all else seen
            assert everybody == seen
            before = seen.bytes()
            for seat in range(len(setup.names)):
                view = game.view(table, seat)
                owned[seat] = everybody, game.overrides(table, seat, everybody, owned[seat])
                assert seen.replace(**game.overrides(table, seat, seen)) == everybody.replace(**owned[seat][1]) == view
                assert all(getattr(view, name) == getattr(seen, name) for name in game.Table.fields if name not in may_differ)
                for move in game.legal(table, game.actor(table)):
                    hears_the_same(game, table, seat, game.MOVES[move])
            assert seen.bytes() == before

    law()


def hears_the_same(game: Game, table: Any, seat: int, move: Any) -> None:
    heard = game.told(table, SPECTATOR, move)
    if heard is not None and UNKNOWN not in heard.packed():
        assert game.told(table, seat, move) == heard
        assert game.bared(table, seat, move) == game.bared(table, SPECTATOR, move)


def test_a_view_imagined_and_seen_again_is_the_same(game: Game) -> None:
    """And so two tables that differ only in what a seat may not know give it the same bytes."""

    @given(setups(game), st.integers(0, 2**32))
    def law(setup: object, seed: int) -> None:
        dice = dice_of(seed)
        for table in steps(game, setup, every=23):
            for seat in (*range(len(setup.names)), SPECTATOR):
                view = game.view(table, seat)
                other = view.copy()
                game.imagine(other, seat, dice)
                assert game.view(other, seat).bytes() == view.bytes()
                assert game.pieces(other) == game.pieces(table)
                assert [(path, value) for path, field, value in walk(other) if not field.holds(value)] == []

    law()


def test_what_is_known_is_true(game: Game) -> None:
    @given(setups(game))
    def law(setup: object) -> None:
        for table in steps(game, setup, every=23):
            for seat in (*range(len(setup.names)), SPECTATOR):
                pairs = zip(walk(game.view(table, seat)), walk(table), strict=True)
                assert [path for (path, _, seen), (_, _, held) in pairs if seen not in (UNKNOWN, held)] == []

    law()


def test_a_spectator_knows_no_more_than_any_seat(game: Game) -> None:
    @given(setups(game))
    def law(setup: object) -> None:
        for table in steps(game, setup, every=31):
            spectator = list(walk(game.view(table, SPECTATOR)))
            for seat in range(len(setup.names)):
                pairs = zip(spectator, walk(game.view(table, seat)), strict=True)
                assert [path for (path, _, other), (_, _, seen) in pairs if other != UNKNOWN and seen == UNKNOWN] == []

    law()


def test_plain_equals_compiled(game: Game) -> None:
    """Thousands of games, each played in both worlds from the same dice."""
    assert is_compiled()
    play, count = make_play(game), 4000 if SOAK else 400

    @given(setups(game))
    def law(setup: object) -> None:
        games = count // EXAMPLES
        first, ids = dealt(setup), [0] * len(game.MOVES)
        plain = [first.copy() for _ in range(games)]
        tables = batch(plain)
        moves = sum(play.playout(table, ids, dice_of(i), LIMIT) for i, table in enumerate(plain))
        assert play.playouts(tables, room_for_ids(len(ids)), batch(dice_of(i) for i in range(games)), LIMIT) == moves
        assert unbatch(game.Table, tables) == plain

    law()


def test_every_random_game_ends(game: Game) -> None:
    play = make_play(game)

    @given(setups(game))
    def law(setup: object) -> None:
        games, far = 500, 1_000_000  # one game without an end would play on alone until far
        tables = batch([dealt(setup)] * games)
        assert play.playouts(tables, room_for_ids(len(game.MOVES)), batch(dice_of(i) for i in range(games)), far) < far

    law()


def test_the_order_of_moves_is_pinned(game: Game) -> None:
    """Ids live in memory and on the wire: a new move goes where it changes no other's id, or the file changes with it."""
    pinned = (game.folder / "recorded" / "moves.txt").read_text(encoding="utf-8").splitlines()
    assert [named(move) for move in game.MOVES] == pinned
