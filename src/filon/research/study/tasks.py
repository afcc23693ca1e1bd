"""Tasks: some games of a match, played anywhere to the same rows."""

from __future__ import annotations

import json
import traceback
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import cache, lru_cache
from typing import Any

import numpy as np
import pyarrow as pa

from filon import __version__
from filon.core.compiled.rule import loop, rule, sources
from filon.core.game import Game, load
from filon.house.room.setup import Setup
from filon.research.arena import warm_for
from filon.research.batched import Batch, batch
from filon.research.match import MatchRefused, play_out
from filon.research.robots.whole_games import Games, games_at
from filon.research.study.game_rows import BATCH, GameRow, content_digest, row_of
from filon.research.study.parquet import SCHEMA
from filon.research.study.study_file import StudyMatch

PAUSE = 30  # hundredths of a second, of each decision in a batch where time runs


@dataclass(frozen=True)
class Task:
    of: StudyMatch
    first: int
    count: int
    sources: str  # the digest of the rules of the asker

    @property
    def key(self) -> str:
        return f"{self.of.name}-{self.first:08}"


@dataclass(frozen=True)
class Failed:
    """Why a task could not be played: errors of robots do not always travel between processes."""

    why: str


def play_task(task: Task) -> bytes | Failed:
    """The games as a file of Arrow."""
    if task.sources != sources():
        return Failed(f"expected the rules of {task.sources} on every worker; found {sources()} of Filon {__version__}")
    try:
        return packed_rows(_in_batch(task) if task.of.engine == BATCH else _at_tables(task))
    except MatchRefused as error:
        return Failed(f"{task.of.name}: {error}")
    except Exception:
        return Failed(f"{task.of.name}: {traceback.format_exc()}")


def packed_rows(rows: list[GameRow]) -> bytes:
    columns = {one.name: [getattr(row, one.name) for row in rows] for one in fields(GameRow)}
    sink = pa.BufferOutputStream()
    with pa.ipc.new_file(sink, SCHEMA, options=pa.ipc.IpcWriteOptions(compression="zstd")) as file:
        file.write_table(pa.table(columns, schema=SCHEMA))
    held: bytes = sink.getvalue().to_pybytes()
    return held


def unpacked_rows(held: bytes) -> Any:
    """The games as a table of Arrow."""
    return pa.ipc.open_file(pa.BufferReader(held)).read_all()


# At live tables


def _at_tables(task: Task) -> list[GameRow]:
    match = task.of.match
    warm_for(match)
    numbers = range(task.first, task.first + task.count)
    return [row_of(play_out(match, number)[0], task.of.name, number) for number in numbers]


# Inside a batch


def _in_batch(task: Task) -> list[GameRow]:
    match = task.of.match
    tables = _tables(match.game, min(task.of.task, match.games), len(match.robots), json.dumps([match.options, match.content]))
    games = games_at(tables, match.robots, task.count, match.seed, task.first)
    setup = match.setup(task.first)
    fixed = (json.dumps(setup.options, sort_keys=True), content_digest(setup.content))
    return [_row(task, games, place, setup, *fixed) for place in range(task.count)]


@lru_cache(maxsize=2)
def _tables(game: str, count: int, seats: int, said: str) -> Batch:
    """Dealing its pool takes as long as some dozen games."""
    options, content = json.loads(said)
    return batch(game, count, seats, options, content, see="nothing", pause=PAUSE)


def _row(task: Task, games: Games, place: int, setup: Setup, options: str, content: str) -> GameRow:
    game, match = load(task.of.match.game), task.of.match
    final, moves = game.Table.unpacked(games.final[place]), games.moves[place]
    number = task.first + place
    return GameRow(
        match=task.of.name,
        number=number,
        game=game.name,
        engine=BATCH,
        rules=setup.rules,
        options=options,
        content=content,
        seed=match.deal_seed(number),
        deal=None,
        robots=games.robots[place],
        names=None,
        shares=games.won[place].tolist(),
        scores=list(game.scores(final)),
        ending=game.Ending(game.ending(final)).name.lower(),
        moves=moves.tolist(),
        at=times(game, games.start[place : place + 1], moves) if game.timed else None,
    )


def times(game: Game, start: Any, moves: Any) -> list[int]:
    """When each move was made, in hundredths of a second."""
    at = np.zeros(len(moves), np.int64)
    _clock_of(game.name)(start.copy(), moves, PAUSE, at)
    told: list[int] = at.tolist()
    return told


@cache
def _clock_of(name: str) -> Callable[..., None]:
    game = load(name)
    MOVES, actor, ready, due, stamp, apply = game.MOVES, game.actor, game.ready, game.due, game.stamp, game.apply

    @rule
    def moment(table: Any, pause: int) -> int:
        """When the next move is made in a batch: by a player after a pause, by the house at once, by Time when it is due."""
        at = ready(table)
        if actor(table) >= 0:
            at += pause
        return min(at, due(table))

    @loop
    def clock(tables: Any, moves: Any, pause: int, at: Any) -> None:
        for n in range(len(moves)):
            at[n] = moment(tables[0], pause)
            stamp(tables[0], at[n])
            apply(tables[0], MOVES[moves[n]])

    return clock
