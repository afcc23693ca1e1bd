"""Sentences about a game in one language: its log, its moves, its refusals and its end."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from filon.core.compiled.record import spoken
from filon.core.game import Game
from filon.core.seats import NONE, UNKNOWN
from filon.core.texts.notation import named
from filon.core.texts.words import Blank, Words
from filon.house.room.live import Played, last_player, not_undone

SQUARE = re.compile(r"[a-z]\d+")  # of a grid, which boards call A1


class Sentences:
    def __init__(self, game: Game, names: list[str], words: Words) -> None:
        self.game, self.names, self.words = game, names, words

    def of_lines(self, lines: list[Played], last: int = 0) -> Iterator[str]:
        """A sentence for each move in `lines` that was not taken back, or for the last so many."""
        held = not_undone(lines)
        first = len(held) - last if last else 0
        before = last_player(held[: max(first, 0)])
        who = self.names[before] if before >= 0 else ""
        for line in held[max(first, 0) :]:
            who = self.names[line.seat] if line.seat >= 0 else who
            if line.move is not None:
                yield self.of_move(line.move, who)

    def of_move(self, move: Any, who: str) -> str:
        """A move as it was told; `who` is in turn while the house moves."""
        return self.words.say(f"move.{self._kind(move)}", who=who, **self._values(move))

    def offer(self, view: Any, seat: int, move: Any) -> str:
        """A move as an offer, in words; made from the seat's own view, so that it tells no secret."""
        return self.words.say(f"do.{self._kind(move)}", **self._values(self.game.told(view, seat, move)))

    def refusal(self, refusal: Any, clause: str) -> str:
        return f"{self.words.say(f'refusal.{spoken(refusal)}')} [{clause}]"

    def ending(self, ending: str, winners: Sequence[int], scores: Sequence[int]) -> str:
        """How the game ended, by its name; a text may say who won and with how much."""
        return self.words.say(f"ending.{ending}", who=self.people(winners), n=scores[winners[0]])

    def people(self, seats: Sequence[int]) -> str:
        """Who sits there: one name, or a list in words."""
        names = [self.names[seat] for seat in seats]
        return self.words.say("play.and", some=", ".join(names[:-1]), last=names[-1]) if names[1:] else names[0]

    def typed(self, view: Any, seat: int, move: Any) -> set[str]:
        """Texts that a player may type for a move."""
        return {named(move), self.offer(view, seat, move).lower()}

    def _kind(self, move: Any) -> str:
        return spoken(self.game.Kind(move.kind))

    def _values(self, move: Any) -> dict[str, Any]:
        return {key: self._value(move.fields[key], getattr(move, key)) for key in move.fields if key != "kind"}

    def _value(self, field: Any, value: int) -> Any:
        if value == NONE:
            return Blank.NONE
        if value == UNKNOWN:
            return Blank.UNKNOWN
        if field.is_seat:
            return self.names[value] if value < len(self.names) else str(value + 1)
        if not field.names:
            return value
        name: str = field.name_of(value)
        return name.upper() if SQUARE.fullmatch(name) else name
