"""Texts for a language model: two tables that differ only in secrets of its seat give the same texts."""

import asyncio
from random import Random
from typing import Any

import msgspec
import pytest

from filon.client import Client, Refused, Table
from filon.core.compiled.record import spoken
from filon.core.game import Game
from filon.core.texts.notation import facts
from filon.house import protocol
from filon.house.room.live import LiveTable
from filon.house.room.room import Room
from filon.terminal.mcp.table_text import TableText
from tests.house.rooms import followed, is_playing, room_of, step
from tests.laws.test_streams import ASKS, _both_move, _hidden, listener_of, secretly_other, stream

TABLES, STEPS = 6, 8
DECODER = msgspec.json.Decoder(protocol.News)


class Leaked(Exception):
    """A seat was told what it may not know."""


class Listener:
    """A client that hears what the house would send to this seat, and tells it in words."""

    def __init__(self, room: Room, seat: int) -> None:
        self.room, self.subscriber = room, listener_of(room, seat)
        opened, game = room.opened, room.game
        self.table = Table(Client(), protocol.Hello(opened.table, seat, room.seq), False, 1)
        self.table.moves = [facts(move) for move in game.MOVES]
        told = opened.table, game.name, opened.rules, opened.options, {}, seat, opened.pace, False, "", [], room.seq, False
        self.table.welcome = protocol.Welcome(protocol.PROTOCOL, *told, msgspec.to_builtins(room.playing.cache.printed()))
        self.text = TableText(self.table, "en", lambda: self.table.came)

    def answers(self, refused: list[Refused]) -> list[Any]:
        """Everything that the tools would answer now."""
        if sent := stream(self.room, self.subscriber):
            self.table._hear(DECODER.decode(sent))
        text = self.text
        seen = text.seen(is_listed=True)
        return [seen, seen.text, text.choices(), text.options(), text.notation(), *map(text.refusal, refused)]


def refused(room: Room, seat: int, rng: Random) -> list[Refused]:
    """Why some moves are refused that are not offered to this seat."""
    game, table = room.game, room.playing.stamped(room.game.ready(room.playing.table))
    moves = [move for move in range(len(game.MOVES)) if move not in room.playing.legal(seat)]
    reasons = [game.refusal(table, seat, game.MOVES[move]) for move in rng.sample(moves, min(len(moves), ASKS))]
    return [Refused(spoken(reason), game.CLAUSES[reason]) for reason in reasons if reason]


async def compared(room: Room, seat: int, seed: int) -> int:
    """The number of equal answers until the seat has learned what sets the two tables apart."""
    one, other, rng = Listener(followed(room), seat), Listener(secretly_other(room, seat, seed), seat), Random(seed)
    for count in range(STEPS):
        asked = rng.randrange(2**16)
        if one.answers(refused(one.room, seat, Random(asked))) != other.answers(refused(other.room, seat, Random(asked))):
            raise Leaked(room.game.name, seat, seed, count)
        if not is_playing(one.room) or not _both_move(one.room, other.room, rng) or not is_playing(one.room):
            return count
        if one.room.game.view(one.room.playing.table, seat) != one.room.game.view(other.room.playing.table, seat):
            return count
    return STEPS


async def many_compared(game: Game) -> int:
    count = 0
    for seed in range(TABLES):
        room, rng = room_of(game, game.label.official[0], seed=seed), Random(seed)
        while is_playing(room) and room.seq < 7 * seed:
            step(room, rng.choice)
        count += await compared(room, seed % game.label.official[0], seed) if is_playing(room) else 0
    return count


def test_two_tables_that_differ_in_secrets_only_tell_a_model_the_same(game: Game) -> None:
    assert asyncio.run(many_compared(game)) >= TABLES


def test_a_leak_in_what_is_offered_is_caught(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    if not game.SECRET:
        return  # nothing can leak
    legal = LiveTable.legal

    def careless(live: LiveTable, seat: int) -> list[int]:
        return legal(live, seat)[_hidden(game, live.table, seat) % 2 :] if seat >= 0 else []

    monkeypatch.setattr(LiveTable, "legal", careless)
    with pytest.raises(Leaked):
        asyncio.run(many_compared(game))
