"""The law of a game: which moves a seat may play, made from actor, untimely and unlawful."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from filon.core.compiled.record import Numbers
from filon.core.compiled.rule import rule
from filon.core.seats import NOBODY, NONE, TIME

LEGAL, NOT_YOURS, GAME_OVER = 0, 1, 2


@dataclass(frozen=True)
class Law:
    refusal: Callable[[Any, int, Any], int]
    legal: Callable[[Any, int, Any], int]
    by_law: Callable[[Any, int, Any], int]  # the same without the game's generator, for loops that need it to compile fast


def first_ids(game: Any) -> list[int]:
    """The index in MOVES at which each kind begins, and the length of MOVES; MOVES is grouped by kind."""
    kinds = [move.kind for move in game.MOVES]
    if kinds != sorted(kinds) or set(kinds) != set(game.Kind):
        raise ValueError(f"{game.name}: expected MOVES grouped in the order of Kind, each kind present")
    return [kinds.index(kind) for kind in game.Kind] + [len(kinds)]


def make_bad_moment(game: Any) -> Callable[[Any, int, int], int]:
    OWNERS = Numbers.of([game.OWNERS.get(kind, NONE) for kind in game.Kind])
    actor = game.actor
    untimely: Callable[[Any, int], int] = game.untimely

    @rule
    def not_theirs(table: Any, seat: int, kind: int) -> int:
        """House moves sent by a seat are refused before anything else is looked at."""
        owner = OWNERS[kind]
        if (owner == NONE) != (seat >= 0) or (owner == TIME) != (seat == TIME):
            return NOT_YOURS
        now = actor(table)
        if now == NOBODY:
            return GAME_OVER
        return LEGAL if seat == now or owner == TIME else NOT_YOURS

    @rule
    def bad_moment(table: Any, seat: int, kind: int) -> int:
        reason = not_theirs(table, seat, kind)
        return reason if reason != LEGAL else untimely(table, kind)

    return bad_moment


def make_law(game: Any) -> Law:
    MOVES, FIRST, KINDS = game.MOVES, Numbers.of(first_ids(game)), len(game.Kind)
    bad_moment = make_bad_moment(game)
    unlawful: Callable[[Any, Any], int] = game.unlawful

    @rule
    def refusal(table: Any, seat: int, move: Any) -> int:
        reason = bad_moment(table, seat, move.kind)
        return reason if reason != LEGAL else unlawful(table, move)

    @rule
    def legal(table: Any, seat: int, ids: Any) -> int:
        """Write the ids of this seat's legal moves, kind by kind; return how many."""
        count = 0
        for kind in range(KINDS):
            if bad_moment(table, seat, kind) == LEGAL:
                for i in range(FIRST[kind], FIRST[kind + 1]):
                    if unlawful(table, MOVES[i]) == LEGAL:
                        ids[count] = i
                        count += 1
        return count

    return Law(refusal, faster(legal, game.generate, game.actor) if game.generate else legal, legal)


def faster(legal: Callable[[Any, int, Any], int], generate: Callable[[Any, Any], int], actor: Callable[[Any], int]) -> Any:
    """`legal` by the game's own generator for the seat whose turn it is, be it a player's, Chance or Hand; by `legal` for all others."""

    @rule
    def generated(table: Any, seat: int, ids: Any) -> int:
        if seat != NOBODY and seat == actor(table):
            return generate(table, ids)
        return legal(table, seat, ids)

    return generated
