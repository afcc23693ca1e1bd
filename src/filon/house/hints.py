"""Hints: a robot says what it would play on a seat, from what that seat may know and nothing else."""

from __future__ import annotations

from dataclasses import replace

from filon.bots import level_of
from filon.core.game import load
from filon.house import protocol
from filon.house.commands.permissions import require_hint
from filon.house.commands.play import require_turn
from filon.house.jobs.fair_queue import Payer
from filon.house.robots import turn
from filon.house.robots.pool import Question
from filon.house.room.live import not_undone
from filon.house.room.room import Room
from filon.house.service import House

LEVEL = "strong"  # plays well, and answers at once
ONLY = "only"  # the reason for a move beside which there is no other


async def hint(house: House, table: str, holder: str, seat: int, user: str = "") -> protocol.Hint:
    """A legal move as of the last event, on the account of `user`. The room does not change, and nobody else is told."""
    async with house.rooms.locked(table) as loaded:
        asked, seq = question(loaded.room, holder, seat, house.store.now()), loaded.room.seq
    move = await house.ask_robot(replace(asked, payer=Payer(user or holder)))
    return protocol.Hint(move, seq, *reason(asked, move))


def reason(asked: Question, move: int) -> tuple[str, dict[str, int]]:
    """Why, from what the robot was asked and nothing else."""
    if len(asked.legal) == 1:
        return ONLY, {}
    game, view = load(asked.game), asked.view.copy()
    game.bot.recall(view, asked.seat, [(one.seat, one.move) for one in not_undone(asked.heard)], level_of(game, asked.level))
    return game.bot.reason(view, game.MOVES[move], asked.seat) or ("", {})


def question(room: Room, holder: str, seat: int, now: int) -> Question:
    require_hint(room, holder, seat)
    require_turn(room, seat)
    asked = turn.ask(room, seat, now)
    assert asked is not None
    return replace(asked, level=LEVEL)
