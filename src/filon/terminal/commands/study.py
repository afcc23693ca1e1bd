"""`filon study`: the matches of a file, on this machine or on many."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from filon.core.texts.visible import visible
from filon.core.texts.words import Words
from filon.terminal.commands.arena import show_result
from filon.terminal.commands.common import AddCommand, Refused, research_needed, words_in

if TYPE_CHECKING:
    from filon.research.study import Study, StudyResult
    from filon.research.study.progress import Progress as MatchProgress

EXAMPLES = """\
examples:
  filon study examples/study.toml                        results in the folder study, beside where you are
  filon study memory.toml --out results --workers 4
  filon study memory.toml --scheduler tcp://head:8786    on the workers of a Dask cluster

A study that was stopped goes on with the same command. The same file gives the same games, whatever the
number of workers. docs/research.md describes the file, docs/data.md the results.
"""


def add(command: AddCommand) -> None:
    study = command("study", "play the matches of a file, on this machine or on many", run, epilog=EXAMPLES)
    study.add_argument("file", type=Path, metavar="FILE.toml")
    study.add_argument("--out", type=Path, metavar="DIR", help="where the results go (default: a folder with the name of the file)")
    study.add_argument("--workers", type=int, default=0, metavar="N", help="processes that play (default: one for each core)")
    study.add_argument(
        "--scheduler", default="", metavar="ADDRESS", help="play on the workers of this Dask scheduler, such as tcp://head:8786"
    )


def run(asked: argparse.Namespace) -> int:
    words = words_in(asked.lang)
    if asked.workers < 0:
        raise Refused(f"--workers: expected 0 or more; found {asked.workers}")
    with research_needed():
        from filon.research.study import StudyRefused, read_study

        try:
            study = read_study(asked.file)
            return _played(study, asked.out or Path(asked.file.stem), asked, words)
        except StudyRefused as error:
            raise Refused(str(error)) from None


def _played(study: Study, folder: Path, asked: argparse.Namespace, words: Words) -> int:
    from filon.research.match import MatchRefused

    try:
        result = _watched(study, folder, asked, words)
    except KeyboardInterrupt:
        print(words.say("study.stopped", path=folder), file=sys.stderr)
        return 130
    except MatchRefused as error:
        print(f"filon: {visible(str(error))}", file=sys.stderr)
        return 2
    for name, one in result.matches.items():
        print(f"{name}:")
        show_result(one, words)
    print(words.say("study.written", path=folder))
    return 0


def _watched(study: Study, folder: Path, asked: argparse.Namespace, words: Words) -> StudyResult:
    """Play the study, with a progress bar on stderr if it is a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from filon.research.study import play_study

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        bars = {one.name: progress.add_task(one.name, total=one.match.games) for one in study.matches}

        def told(run: MatchProgress) -> None:
            progress.update(bars[run.planned.name], completed=run.games, total=run.most)

        def begun(link: str) -> None:
            if link:
                console.print(words.say("study.dashboard", link=link), highlight=False)

        return play_study(study, folder, asked.workers, asked.scheduler, told, begun)
