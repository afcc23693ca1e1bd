"""One match of a study while it is played: which tasks are left, what is known of those that are here."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow.compute as pc

from filon.core.compiled.rule import sources
from filon.research.match import GameResult
from filon.research.match_result import MatchResult
from filon.research.study.game_rows import BATCH, TABLE
from filon.research.study.shards import Shards
from filon.research.study.study_file import StudyMatch
from filon.research.study.tasks import Task, unpacked_rows

LOOK = {TABLE: 10, BATCH: 4}  # tasks between two looks at the interval: always at the same games


class Progress:
    """One match: what was played, and what is still to be played."""

    def __init__(self, planned: StudyMatch, folder: Path) -> None:
        self.planned, self.shards, self.result = planned, Shards(folder, planned), MatchResult(planned.match)
        self.end = -(-planned.match.games // planned.task)  # tasks, at most
        self.next, self.here, self.finished = 0, 0, 0  # tasks handed out; added to the result; in shards
        self.waiting: dict[int, list[GameResult]] = {}  # by task: played, but not all before them

    def load(self) -> None:
        for task, games in self.shards.stored():
            self.waiting[task] = _results(games)
        self._add()

    def tasks(self) -> Iterator[Task]:
        """The next of those that nobody has played; none once the interval is narrow enough."""
        size, most = self.planned.task, self.planned.match.games
        while self.next < self.end:
            task, self.next = self.next, self.next + 1
            if task >= self.here and task not in self.waiting:
                yield Task(self.planned, task * size, min(size, most - task * size), sources())

    def take(self, first: int, held: bytes) -> None:
        task = first // self.planned.task
        if task < self.end:
            self.shards.store(task, held)
            self.waiting[task] = _results(unpacked_rows(held))
            self._add()

    def _add(self) -> None:
        """Games are added in the order of their numbers, not of their ends, so that looks are taken at the same games."""
        while self.here < self.end and self.here in self.waiting:
            for one in self.waiting.pop(self.here):
                self.result.add(one)
            self.here += 1
            if self.here % LOOK[self.planned.engine] == 0 and self._is_narrow():
                self.end = self.here
        self._finish()

    def _is_narrow(self) -> bool:
        widths = [high - low for low, high in map(self.result.interval, self.result.sides)]
        return self.planned.until is not None and max(widths) / 2 <= self.planned.until

    def _finish(self) -> None:
        """Shards whose games are all here; of a match that has ended, nothing else stays."""
        size = self.shards.tasks
        while self.finished < self.here and (self.here == self.end or self.here >= self.finished + size):
            last = min(self.finished + size, self.end)
            self.shards.finish(self.finished // size, range(self.finished, last))
            self.finished = last
        if self.here == self.end:
            self.shards.forget(range(self.end, max([self.next, *(task + 1 for task in self.waiting)])))
            self.waiting.clear()

    @property
    def most(self) -> int:
        """Games of this match, as far as is known by now."""
        return min(self.end * self.planned.task, self.planned.match.games)

    @property
    def games(self) -> int:
        return self.result.games + sum(map(len, self.waiting.values()))


def _results(games: Any) -> list[GameResult]:
    lengths = pc.list_value_length(games["moves"]).to_pylist()
    rows = zip(*(games[name].to_pylist() for name in ("number", "robots", "shares", "scores", "ending")), lengths, strict=True)
    return [
        GameResult(number, robots, shares, scores, ending, length, [0] * len(robots), [0.0] * len(robots))
        for number, robots, shares, scores, ending, length in rows
    ]
