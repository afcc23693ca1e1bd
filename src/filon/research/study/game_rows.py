"""Games as rows: what is known of a finished game, and the game again from it."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, fields, replace
from typing import Any

from filon.core.content import ContentRefused
from filon.core.game import Game, GameRefused, load
from filon.core.label import OptionRefused
from filon.core.stream import ScriptRefused, seeded
from filon.house.records.game_file import check_length
from filon.house.room.live import LiveTable, MoveRefused, Played, PlayedRefused, not_undone, replayed
from filon.house.room.setup import Setup, SetupRefused, box_content, set_up
from filon.research.study.batch_deal import dealt_in_batch

TABLE, BATCH = "table", "batch"  # engines: at live tables, by any robot; inside a batch, by robots that play there


class RowRefused(ValueError):
    """A row that is no finished game: file, row, expected, found."""


@dataclass(frozen=True)
class GameRow:
    """One finished game; the columns of a file, in their order (docs/data.md)."""

    match: str | None  # its name in the study; of a server's table, its id where names were asked for
    number: int  # of the game in its match, from 0
    game: str
    engine: str
    rules: int
    options: str  # JSON
    content: str  # SHA-256 of the printed numbers
    seed: int | None
    deal: list[int] | None  # the draws of the deal, where no seed gives them
    robots: list[str]  # by seat; "" for a person
    names: list[str] | None
    shares: list[float]  # of the victory, by seat
    scores: list[int]
    ending: str
    moves: list[int]  # ids of all moves that stand, the house's among them
    at: list[int] | None  # hundredths of a second on the table's clock, where time runs


COLUMNS = [field.name for field in fields(GameRow)]
Contents = dict[str, dict[str, Any]]  # by digest


def content_digest(content: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(content, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


def row_of(live: LiveTable, match: str | None, number: int, with_names: bool = False) -> GameRow:
    game, setup, lines, winners = live.game, live.setup, not_undone(live.played), live.game.winners(live.table)
    return GameRow(
        match=match,
        number=number,
        game=setup.game,
        engine=TABLE,
        rules=setup.rules,
        options=json.dumps(setup.options, sort_keys=True),
        content=content_digest(setup.content),
        seed=setup.seed,
        deal=live.deal if setup.seed is None else None,
        robots=setup.robots,
        names=setup.names if with_names else None,
        shares=[1 / len(winners) if seat in winners else 0.0 for seat in range(len(setup.names))],
        scores=list(game.scores(live.table)),
        ending=game.Ending(game.ending(live.table)).name.lower(),
        moves=[move_numbers(game)[line.move.packed()] for line in lines],
        at=[line.at for line in lines] if game.timed else None,
    )


_NUMBERS: dict[str, dict[tuple[Any, ...], int]] = {}


def move_numbers(game: Game) -> dict[tuple[Any, ...], int]:
    """The id of each move."""
    if game.name not in _NUMBERS:
        _NUMBERS[game.name] = {move.packed(): number for number, move in enumerate(game.MOVES)}
    return _NUMBERS[game.name]


# The game again


def live_of(row: GameRow, contents: Contents, name: str) -> LiveTable:
    """The table at the end of the game, followed by the rules from its deal on."""
    try:
        live = _dealt(row, _content(row, contents))
        for number, move in enumerate(_checked_moves(row, live.game)):
            chosen = live.game.MOVES[move]
            seat = live.game.OWNERS.get(chosen.kind, live.actor)
            live.follow(Played(number + 1, row.at[number] if row.at else 0, seat, chosen))
    except (GameRefused, OptionRefused, SetupRefused, ContentRefused, ScriptRefused, PlayedRefused, MoveRefused) as error:
        raise RowRefused(f"{name}: {error}") from None
    except (ArithmeticError, LookupError, TypeError, ValueError, AttributeError) as error:
        raise RowRefused(f"{name}: expected a game that follows the rules; found {error}") from None
    if not live.is_over:
        raise RowRefused(f"{name}: expected a game that is over")
    return live


def _content(row: GameRow, contents: Contents) -> dict[str, Any]:
    box = box_content(load(row.game).name)
    found = contents.get(row.content, box)
    if content_digest(found) != row.content:
        raise ValueError(f"content {row.content[:12]}, which neither the file nor the box of {row.game} holds")
    return found


def _dealt(row: GameRow, content: dict[str, Any]) -> LiveTable:
    setup = _setup(row, content)
    if row.engine == BATCH:
        return LiveTable(dealt_in_batch(setup), setup.chance(), settled=False)
    deal = LiveTable(setup, seeded(row.seed), settled=False).deal if row.seed is not None else row.deal
    return replayed(setup, deal or [], [], setup.chance())


def _setup(row: GameRow, content: dict[str, Any]) -> Setup:
    """A robot is named after its level; a person without a name stays nameless."""
    game, seats = load(row.game), len(row.robots)
    if row.names is not None and len(row.names) != seats:
        raise SetupRefused(f"expected {seats} names, one for each seat; found {len(row.names)}")
    known = row.names or [f"{robot} {seat + 1}" if robot else "" for seat, robot in enumerate(row.robots)]
    setup = set_up(game, [f"{seat}" for seat in range(seats)], json.loads(row.options), content, row.robots, row.seed)
    if not 1 <= row.rules <= setup.rules:
        raise SetupRefused(f"expected rules version 1 to {setup.rules}; found {row.rules}")
    return replace(setup, names=known, rules=row.rules)


def _checked_moves(row: GameRow, game: Game) -> list[int]:
    check_length(len(row.moves))
    if wrong := [move for move in row.moves if not 0 <= move < len(game.MOVES)]:
        raise PlayedRefused(f"expected ids of moves, 0 to {len(game.MOVES) - 1}; found {wrong[0]}")
    return row.moves
