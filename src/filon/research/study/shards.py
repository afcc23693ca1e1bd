"""The files of a study in its folder: parts while it is played, one for each task, and shards of 20,000 games."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa

from filon.research.study.game_rows import RowRefused
from filon.research.study.parquet import GROUP, read_arrow, write_table
from filon.research.study.study_file import StudyMatch
from filon.research.study.tasks import unpacked_rows

SUMMED = ["match", "number", "robots", "shares", "scores", "ending", "moves"]


class Shards:
    """The files of one match. A file is there whole or not at all: it is written under another name first."""

    def __init__(self, folder: Path, planned: StudyMatch) -> None:
        self.folder, self.planned = folder, planned
        self.tasks = max(1, GROUP // planned.task)  # in each shard
        (folder / "parts").mkdir(exist_ok=True)
        self._forget_halves()

    def store(self, task: int, held: bytes) -> None:
        path = self._part(task)
        half = path.with_name(f".{path.name}.{os.getpid()}")
        half.write_bytes(held)
        os.replace(half, path)

    def stored(self) -> Iterator[tuple[int, Any]]:
        """The tasks that are here with their games, shard by shard; what is not whole is not believed."""
        tasks = -(-self.planned.match.games // self.planned.task)
        for shard in range(-(-tasks // self.tasks)):
            yield from self._of_shard(shard) or self._of_parts(shard)

    def _of_shard(self, shard: int) -> list[tuple[int, Any]]:
        try:
            games = read_arrow(self._shard(shard))[0].select(SUMMED)
        except RowRefused:
            return []
        first, size = shard * self.tasks, self.planned.task
        count = -(-len(games) // size)
        if not self._are(games, first, count):
            return []
        return [(first + place, games.slice(place * size, size)) for place in range(count)]

    def _of_parts(self, shard: int) -> Iterator[tuple[int, Any]]:
        for task in range(shard * self.tasks, (shard + 1) * self.tasks):
            if (games := self._read(task)) is not None:
                yield task, games.select(SUMMED)

    def _read(self, task: int) -> Any:
        try:
            games = unpacked_rows(self._part(task).read_bytes())
        except (OSError, pa.ArrowException):
            return None
        return games if self._are(games, task, 1) else None

    def _are(self, games: Any, first: int, count: int) -> bool:
        """Whether these are all games of so many tasks."""
        size, most = self.planned.task, self.planned.match.games
        expected = list(range(first * size, min((first + count) * size, most)))
        told: list[int] = games["number"].to_pylist()
        return told == expected and set(games["match"].to_pylist()) == {self.planned.name}

    def finish(self, shard: int, tasks: range) -> None:
        """Write the shard of these tasks from their parts; where some are no longer there, it was written before."""
        if all(self._part(task).exists() for task in tasks):
            games = pa.concat_tables([self._read(task) for task in tasks])
            content = self.planned.match.content
            write_table(self._shard(shard), games, {} if content is None else {games["content"][0].as_py(): content})
        self.forget(tasks)

    def forget(self, tasks: range) -> None:
        for task in tasks:
            self._part(task).unlink(missing_ok=True)

    def _forget_halves(self) -> None:
        """Removes files that a killed run left under other names."""
        for path in [*self.folder.glob(f".{self.planned.name}-*"), *(self.folder / "parts").glob(f".{self.planned.name}-*")]:
            path.unlink()

    def _shard(self, shard: int) -> Path:
        return self.folder / f"{self.planned.name}-{shard:04}.parquet"

    def _part(self, task: int) -> Path:
        return self.folder / "parts" / f"{self.planned.name}-{task:07}.arrow"
