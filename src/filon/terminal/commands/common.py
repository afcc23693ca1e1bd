"""Shared by the commands: their refusal, options, words, console and game files."""

from __future__ import annotations

import argparse
import io
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from filon.core.texts.words import Words, read_words

if TYPE_CHECKING:
    from rich.console import Console

    from filon.house.room.live import LiveTable

INTERRUPTED = 130  # exit code of a shell after SIGINT
FILE_BYTES = 16_000_000  # of a game file or a transcript: the largest recorded one has 180,375
AddCommand = Callable[..., argparse.ArgumentParser]  # name, help, run, and more for argparse


class Refused(Exception):
    """Why a command cannot be carried out, in one sentence."""


def words_in(language: str) -> Words:
    return read_words(Path(__file__).parent.parent, language)


def new_console() -> Console:
    from rich.console import Console

    return Console()


def options_of(text: str) -> dict[str, Any]:
    """`first=2,hand=steady/shaky` as names and values; a value per seat becomes a list."""
    chosen: dict[str, Any] = {}
    for pair in filter(None, text.split(",")):
        name, equals, value = pair.partition("=")
        if not equals or not value:
            raise Refused(f"--options: expected NAME=VALUE; found {pair!r}")
        chosen[name.strip()] = value.split("/") if "/" in value else value.strip()
    return chosen


def read_table(path: Path) -> LiveTable:
    """The table at the end of a transcript, of a game file, or of the game of a row: FILE.parquet#N, 1 being the first."""
    if row := re.fullmatch(r"(.+\.parquet)#(\d{1,9})", str(path)):
        return _read_row(Path(row[1]), int(row[2]))
    if path.suffix == ".parquet":
        raise Refused(f"{path}: expected a row of it, such as {path.name}#1; found none")
    from filon.house.records.game_file import GameFileRefused, live_of, read_game
    from filon.house.records.transcript import TranscriptRefused, read_transcript

    text = read_text(path, "a transcript or a game file")
    try:
        return live_of(read_game(text, str(path)), str(path)) if text.startswith("{") else read_transcript(text, str(path))
    except (TranscriptRefused, GameFileRefused) as error:
        raise Refused(str(error)) from None


def _read_row(path: Path, place: int) -> LiveTable:
    with research_needed():
        from filon.research.study.game_rows import RowRefused
        from filon.research.study.parquet import read_live

    try:
        return read_live(path, place)
    except RowRefused as error:
        raise Refused(str(error)) from None


@contextmanager
def research_needed() -> Iterator[None]:
    """Refuse what needs a library that is not installed."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise Refused(f"expected the libraries of pip install 'filon[study]'; found no {error.name}") from None


def read_text(path: Path, expected: str) -> str:
    try:
        with path.open("rb") as file:
            held = file.read(FILE_BYTES + 1)
        if len(held) > FILE_BYTES:
            raise Refused(f"{path}: expected at most {FILE_BYTES} bytes; found more")
        return io.TextIOWrapper(io.BytesIO(held), encoding="utf-8").read()
    except OSError as error:
        raise Refused(f"{path}: expected a readable file; found {error.strerror}") from None
    except UnicodeDecodeError:
        raise Refused(f"{path}: expected {expected}; found a file that is no text") from None
