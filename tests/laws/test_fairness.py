"""Laws of every game's hidden items: each is proved when it may be known, to nobody earlier, and its leaf tells nothing before."""

import re
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from filon.core.compiled.dice import dice_of
from filon.core.game import Game
from filon.core.seats import CHANCE, SPECTATOR
from filon.house import protocol
from filon.house.room.fairness import leaf
from filon.house.room.room import Room
from filon.house.room.setup import Setup
from filon.house.updates.presence import Presence
from filon.house.updates.updates import Subscriber, news
from tests.house.at_home import NEWS
from tests.house.rooms import is_playing, next_time, room_of, step
from tests.laws.asked import setups, steps

SOON = 80  # lines


def told_as_it_happens(room: Room, seed: int, lines: int = SOON) -> dict[int, list[protocol.Line]]:
    """Everything that each seat and a spectator is told, while so many lines are played at random."""
    rng, subscribers = Random(seed), [Subscriber(f"device {seat}", seat, lambda: None) for seat in [*range(len(room.chairs)), SPECTATOR]]
    heard: dict[int, list[protocol.Line]] = {subscriber.seat: [] for subscriber in subscribers}
    while True:
        for subscriber in subscribers:
            told = news(room, subscriber, Presence({subscriber.holder}), next_time(room))
            heard[subscriber.seat] += NEWS.decode(told).lines if told else []
        if not is_playing(room) or room.seq >= lines:
            return heard
        step(room, rng.choice)


def published(heard: list[protocol.Line]) -> list[str]:
    """All leaves, in the order of their items."""
    dealt = [one for line in heard if isinstance(line, protocol.BeganLine) for one in line.leaves]
    return dealt + [line.leaf for line in heard if isinstance(line, protocol.MovedLine) and line.leaf]


def test_every_proof_told_fits_the_leaf_published_before(game: Game) -> None:
    proofs = 0

    @given(setups(game), st.integers(0, 2**16))
    def law(setup: Setup, seed: int) -> None:
        nonlocal proofs
        room = room_of(game, len(setup.names), setup.options, seed)
        for heard in told_as_it_happens(room, seed).values():
            for number, line in enumerate(heard):
                before = published(heard[:number])
                for proof in line.proofs if isinstance(line, protocol.MovedLine) else ():
                    proofs += 1
                    assert before[proof.item] == leaf(proof.item, proof.value, proof.salt)
                    assert room.items[proof.item] == proof.value

    law()
    assert proofs > 20 or not game.SECRET


def test_a_proof_tells_a_seat_nothing_that_it_is_not_told_anyway(game: Game) -> None:
    """If another value was possible for this seat, its move or the view after it tells the two values apart."""

    compared = 0

    @given(setups(game), st.integers(0, 2**16))
    def law(setup: Setup, seed: int) -> None:
        nonlocal compared
        for table in steps(game, setup, every=13):
            game.stamp(table, game.ready(table))
            for seat in [*range(len(setup.names)), SPECTATOR]:
                other = game.view(table, seat)
                game.imagine(other, seat, dice_of(seed))
                legal = game.legal(table, game.actor(table))
                compared += sum(_is_told_anyway(game, table, other, seat, game.MOVES[move]) for move in legal)

    law()
    assert compared > 50 or not game.items(room_of(game, game.label.seats[0]).playing.table)


def _is_told_anyway(game: Game, table: Any, other: Any, seat: int, move: Any) -> bool:
    """Whether there was anything to compare."""
    shown = game.bared(table, seat, move)
    assert game.bared(other, seat, move) == shown
    if all(game.items(table)[item] == game.items(other)[item] for item in shown if item >= 0):
        return False
    if game.told(table, seat, move) == game.told(other, seat, move):
        after, after_other = table.copy(), other.copy()
        game.apply(after, move)
        game.apply(after_other, move)
        assert game.view(after, seat) != game.view(after_other, seat)
    return True


def test_what_chance_hid_is_told_with_its_proof(game: Game) -> None:
    if CHANCE not in game.OWNERS.values():
        return

    @given(setups(game), st.integers(0, 2**16))
    def law(setup: Setup, seed: int) -> None:
        room = room_of(game, len(setup.names), setup.options, seed)
        lines = told_as_it_happens(room, seed)[SPECTATOR]
        moved = [line for line in lines if isinstance(line, protocol.MovedLine)]
        dealt, hidden = len(published(lines[: 2 + len(setup.names)])), [line.move for line in moved if line.leaf]
        for line in moved:
            for proof in line.proofs:
                if proof.item >= dealt:
                    blanks = {key for key, value in hidden[proof.item - dealt].items() if value == "?"}
                    assert blanks
                    assert all(line.move[key] == getattr(game.MOVES[proof.value], key) for key in blanks)

    law()


def test_leaves_tell_nothing_without_their_salts(game: Game) -> None:
    """A salt has 128 bits and none is another's; leaves are as many and as long whatever lies hidden, and no two are alike."""

    @given(setups(game), st.integers(0, 2**16))
    def law(setup: Setup, seed: int) -> None:
        room, other = (room_of(game, len(setup.names), setup.options, one) for one in (seed, seed + 1))
        salts = [room.fairness.salt(item) for item in range(len(room.items))]
        leaves, others = (published(told_as_it_happens(one, seed, 0)[SPECTATOR]) for one in (room, other))
        assert all(re.fullmatch("[0-9a-f]{32}", salt) for salt in salts)
        assert len(set(salts)) == len(salts)
        assert len(leaves) == len(others) == len(set(leaves))
        assert not set(leaves) & set(others)
        for item, value in enumerate(room.items[:50]):
            assert leaves[item] not in {leaf(item, value, salt) for salt in ["", *salts[:item], *salts[item + 1 :]]}

    law()
