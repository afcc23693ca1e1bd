"""The transcript of one game: a JSON object a line, for each thing that was asked and answered."""

from __future__ import annotations

import json
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TextIO


@dataclass
class Counts:
    """Counts of a model's actions. A retry follows a refusal; a forfeit is a move that Filon played in its place."""

    moves: int = 0  # that the model chose
    retries: int = 0
    forfeits: int = 0
    phrases: int = 0
    refusals: Counter[str] = field(default_factory=Counter)  # by reason
    clauses: Counter[str] = field(default_factory=Counter)  # the same by clause, where one is behind the refusal

    def as_data(self) -> dict[str, Any]:
        return {**vars(self), "refusals": dict(self.refusals), "clauses": dict(self.clauses)}


class Transcript:
    """The file of questions and answers, as JSON lines; an existing file is refused. Without a path nothing is written."""

    def __init__(self, path: Path | None) -> None:
        self._file: TextIO | None = path.open("x", encoding="utf-8") if path else None
        self._began = time.monotonic()
        self._is_complete = False

    def write(self, event: str, **held: Any) -> None:
        if self._file is not None:
            line = {"event": event, "seconds": round(time.monotonic() - self._began, 3), **held}
            self._file.write(json.dumps(line, ensure_ascii=False) + "\n")
            self._file.flush()

    def end(self, event: str, **held: Any) -> None:
        """The last line, once."""
        if not self._is_complete:
            self._is_complete = True
            self.write(event, **held)

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
