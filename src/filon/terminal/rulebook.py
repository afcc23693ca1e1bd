"""A game on one page; its clauses, to read and to search."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from filon.core.game import Game
from filon.core.texts.words import Words

ROW = re.compile(r"^\| *([A-Z]{2}-A?\d+) *\| *(.*?) *\|$")


@dataclass(frozen=True)
class Clause:
    id: str
    text: str
    section: str


def clauses(game: Game, language: str = "en") -> list[Clause]:
    """The clauses in the order of the rulebook; those that need no code are not listed twice."""
    name = "clauses.md" if language == "en" else f"clauses.{language}.md"
    found: dict[str, Clause] = {}
    section = ""
    for line in (game.folder / name).read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            section = line[3:]
        elif row := ROW.match(line):
            found.setdefault(row[1], Clause(row[1], row[2].replace(" | ", " — "), section))
    return list(found.values())


def search(held: list[Clause], asked: str) -> list[Clause]:
    """The clause of that number, or every clause with that word; all of them for nothing."""
    exact = [clause for clause in held if clause.id.lower() == asked.lower()]
    return exact or [clause for clause in held if asked.lower() in f"{clause.id} {clause.text} {clause.section}".lower()]


def guide(words: Words) -> Iterator[tuple[str, list[str]]]:
    """A game on one page, as headings and paragraphs; the story has no heading."""
    yield "", [words.say("guide.story")]
    yield words.say("guide.heading.aim"), [words.say("guide.aim")]
    yield words.say("guide.heading.turn"), list(_turn(words))
    yield words.say("guide.heading.end"), [words.say("guide.end"), words.say("guide.credits")]


def _turn(words: Words) -> Iterator[str]:
    step = 1
    while (key := f"guide.turn.{step}") in words:
        yield f"{step}. {words.say(key)}"
        step += 1
