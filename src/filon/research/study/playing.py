"""Playing a study: the same games, and the same files, whatever the number of workers, also where it is stopped and goes on."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import version
from itertools import chain
from pathlib import Path
from typing import Any

from filon import __version__
from filon.bots import UNBOUNDED
from filon.core.compiled.rule import sources
from filon.core.game import load
from filon.house.room.setup import box_content
from filon.research.cluster import Players, players
from filon.research.match import MatchRefused
from filon.research.match_result import MatchResult
from filon.research.study.game_rows import content_digest
from filon.research.study.progress import Progress
from filon.research.study.study_file import Study, StudyMatch, StudyRefused
from filon.research.study.tasks import Failed, Task, play_task

Told = Callable[[Progress], None]  # after each task that ended


@dataclass(frozen=True)
class StudyResult:
    """A study that has been played; results by the name of the match."""

    folder: Path
    matches: dict[str, MatchResult]


def play_study(
    study: Study,
    folder: Path | str,
    workers: int = 0,
    scheduler: str = "",
    told: Told | None = None,
    begun: Callable[[str], None] | None = None,
) -> StudyResult:
    """Play what is not there yet. MatchRefused names a game that a robot broke off; Ctrl-C keeps what was played.

    `told` hears of each task that ended, `begun` the address of the cluster's dashboard.
    """
    place = Path(folder)
    said = _begin(study, place)
    runs = {one.name: Progress(one, place) for one in study.matches}
    for run in runs.values():
        run.load()
        if told:
            told(run)
    tasks = (task for run in runs.values() for task in run.tasks())
    if first := next(tasks, None):
        with players(workers, scheduler) as playing:
            if begun:
                begun(playing.link)
            _play(playing, chain([first], tasks), runs, told)
    (place / "parts").rmdir()
    results = {name: run.result for name, run in runs.items()}
    _write(place, {**said, "results": {name: _result(one) for name, one in results.items()}})
    return StudyResult(place, results)


def _play(playing: Players, tasks: Iterator[Task], runs: dict[str, Progress], told: Told | None) -> None:
    for task, held in playing.played(play_task, tasks):
        if isinstance(held, Failed):
            raise MatchRefused(held.why)
        run = runs[task.of.name]
        run.take(task.first, held)
        if told:
            told(run)


# study.json


def _begin(study: Study, folder: Path) -> dict[str, Any]:
    """Create the folder, or find this study begun there."""
    said = _said(study)
    path = folder / "study.json"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            if found := sorted(one.name for one in folder.iterdir()):
                raise StudyRefused(f"{folder}: expected an empty folder, or one of this study; found {found[0]}")
            _write(folder, said)
        held = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise StudyRefused(f"{folder}: expected a folder that can be written; found {error.strerror}") from None
    except json.JSONDecodeError:
        raise StudyRefused(f"{path}: expected the description of a study; found something else") from None
    for where, asked, found in _differences("", said, {key: held.get(key) for key in said} if isinstance(held, dict) else held):
        raise StudyRefused(f"{path}: {where}: expected {asked}, of the study asked for; found {found}, of another one")
    return said


def _differences(where: str, asked: Any, found: Any) -> Iterator[tuple[str, Any, Any]]:
    if isinstance(asked, dict) and isinstance(found, dict) and asked.keys() == found.keys():
        for key in asked:
            yield from _differences(f"{where}.{key}" if where else key, asked[key], found[key])
    elif isinstance(asked, list) and isinstance(found, list) and len(asked) == len(found):
        for place, (one, other) in enumerate(zip(asked, found, strict=True)):
            yield from _differences(f"{where}[{place}]", one, other)
    elif asked != found:
        yield where, json.dumps(asked), json.dumps(found)


def _said(study: Study) -> dict[str, Any]:
    """The description of all that decides the games: the same one gives the same files."""
    return {
        "match": [_match(one) for one in study.matches],
        "versions": {
            "filon": __version__,
            "rules": sources(),
            "python": platform.python_version(),
            **{name: version(name) for name in ("numpy", "numba")},
        },
    }


def _match(planned: StudyMatch) -> dict[str, Any]:
    match = planned.match
    return {
        "name": planned.name,
        "game": match.game,
        "rules": load(match.game).label.rules,
        "engine": planned.engine,
        "robots": match.robots,
        "options": match.setup(0).options,
        "content": content_digest(match.content or box_content(match.game)),
        "seed": match.seed,
        "iterations": None if match.iterations == UNBOUNDED else match.iterations,
        "until": planned.until,
        "games" if planned.until is None else "most": match.games,
    }


def _result(result: MatchResult) -> dict[str, Any]:
    """The figures of a match but for thinking, which rows do not tell."""
    told = result.as_json()
    robots = {name: {key: one for key, one in side.items() if key != "choices"} for name, side in told["robots"].items()}
    return {**{key: told[key] for key in ("games", "moves", "endings")}, "robots": robots}


def _write(folder: Path, said: dict[str, Any]) -> None:
    half = folder / f".study.json.{os.getpid()}"
    half.write_text(json.dumps(said, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    os.replace(half, folder / "study.json")
