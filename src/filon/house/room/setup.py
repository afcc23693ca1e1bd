"""How a table was set up: the first thing in its log."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from filon.core.content import Page
from filon.core.game import Game, load
from filon.core.stream import Source, Stream, fair, seeded


class SetupRefused(ValueError):
    """A table that cannot be set up as asked."""


@dataclass(frozen=True)
class Setup:
    game: str
    names: list[str]  # by seat
    options: dict[str, Any]  # every option with its value
    content: dict[str, Any]
    robots: list[str]  # by seat: the robot's name, or "" for a person
    seed: int | None = None  # None: Chance is fair
    rules: int = 1

    def deal(self, source: Source) -> Any:
        """A new table by the rules of version `self.rules`, which may be older than the version in the game's label."""
        table = load(self.game).new(self.options, Page(self.content, "content"), len(self.names), source)
        table.rules = self.rules
        return table

    def chance(self, line: int = 0) -> Stream:
        """Chance from this line of the log on."""
        if self.seed is None:
            return fair()
        return seeded(self.seed) if line == 0 else Stream(f"seed {self.seed} from line {line}".encode())


@cache
def box_content(game: str) -> dict[str, Any]:
    """The content file in the game's box, read once."""
    return load(game).content()


def set_up(
    game: Game,
    names: list[str],
    options: dict[str, Any] | None = None,
    content: dict[str, Any] | None = None,
    robots: list[str] | None = None,
    seed: int | None = None,
) -> Setup:
    """A set-up that fits the game, or a named refusal."""
    game.label.check_seats(len(names))
    if not all(names):
        raise SetupRefused(f"expected a name for each seat; found an empty one among {', '.join(names)}")
    if len(set(names)) != len(names):
        raise SetupRefused(f"expected a different name for each seat; found {', '.join(names)}")
    chosen = game.label.choose(options or {}, len(names))
    held = game.content() if content is None else content
    return Setup(game.name, names, chosen, held, robots or [""] * len(names), seed, game.label.rules)
