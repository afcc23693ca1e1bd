"""Every clause is in code and in a test, or says why not; nobody cites a clause that does not exist."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.check.facts import Facts, facts
from tests.check.tree import code, complaint, complaints, files, games, parsed, text_of

ROW = re.compile(r"^\| *([A-Z]{2}-A?\d+) *\|(.*)$", re.MULTILINE)
CITED = re.compile(r"\b[A-Z]{2}-A?\d+\b")
NAMED = re.compile(r"(?<=_)([a-z]{2})_(a?\d+)(?=_|$)")
FRENCH_SPACE = re.compile(r" [:;!?»]|« |(?<=[\d}#]) (?:[%$]|s(?![\w’']))")
LAST_SECTION = "## No code needed"


@dataclass(frozen=True)
class Law:
    ids: list[str]
    unneeded: dict[str, str]  # the reason why a clause needs no code
    ends_well: bool  # nothing follows the last section

    @property
    def needed(self) -> list[str]:
        return [clause for clause in self.ids if clause not in self.unneeded]


def read_law(path: Path) -> Law:
    above, _, below = text_of(path).partition(f"\n{LAST_SECTION}\n")
    reasons = {clause: rest.strip(" |") for clause, rest in ROW.findall(below)}
    return Law([clause for clause, _ in ROW.findall(above)], reasons, "\n## " not in below)


def clause_count(root: Path) -> int:
    return sum(len(read_law(folder / "clauses.md").ids) for folder in games(root))


def check_clauses(root: Path) -> list[str]:
    found = facts(root)
    laws = {folder: read_law(folder / "clauses.md") for folder in found if (folder / "clauses.md").exists()}
    prefixes = {clause[:2] for law in laws.values() for clause in law.ids}
    wrong: list[str] = []
    for folder, law in laws.items():
        wrong += complaints(root, folder / "clauses.md", _of_law(folder, law))
        wrong += [said for language in ("fr", "nl") for said in _of_translation(root, folder / f"clauses.{language}.md")]
        wrong += [said for path in sorted(folder.glob("clauses*.md")) for said in _of_readers(root, path)]
        wrong += [said for path in folder.glob("clauses.fr.md") for said in complaints(root, path, _of_spaces(path))]
        wrong += _of_citations(root, folder, law)
        wrong += _of_test_names(root, folder, law, prefixes)
        wrong += _of_facts(root, folder, law, found[folder])
    return wrong


def _of_law(folder: Path, law: Law) -> Iterator[str]:
    cited = {clause for path in code(folder) for clause in CITED.findall(text_of(path))}
    named = {clause for _, name in _tests(folder) for clause in _named(name)}
    yield from (f"{clause} stands twice" for clause in sorted({clause for clause in law.ids if law.ids.count(clause) > 1}))
    yield from (f"{clause} needs no code, but is no clause" for clause in law.unneeded if clause not in law.ids)
    yield from (f"{clause} needs no code, but gives no reason" for clause, reason in law.unneeded.items() if not reason)
    yield from (f"{clause} is in no code" for clause in law.needed if clause not in cited)
    yield from (f"{clause} is in no test's name" for clause in law.needed if clause not in named)
    if not law.ends_well:
        yield f"expected {LAST_SECTION!r} to be the last section"


def _of_translation(root: Path, path: Path) -> list[str]:
    """Both tables of a clause's id, all in the order of the English ones."""
    if not path.exists():
        return []  # the folder has its own complaint
    ours, theirs = (_order(one) for one in (path.with_name("clauses.md"), path))
    if ours == theirs:
        return []
    at = next((i for i, (one, other) in enumerate(zip(ours, theirs, strict=False)) if one != other), min(len(ours), len(theirs)))
    expected, found = (ids[at] if at < len(ids) else "the end" for ids in (ours, theirs))
    return [complaint(root, path, f"expected {expected} as in clauses.md; found {found}")]


def _of_readers(root: Path, path: Path) -> list[str]:
    """Players read them: they say in words what a table may choose."""
    return [complaint(root, path, f"expected words for players; found {code}") for code in re.findall(r"`[^`\n]*`", text_of(path))]


def _of_spaces(path: Path) -> Iterator[str]:
    """French puts a no-break space before a double sign, and between a number and its unit, so that no line begins with either."""
    for number, line in enumerate(text_of(path).splitlines(), start=1):
        if found := FRENCH_SPACE.search(line):
            yield f"line {number}: expected a no-break space; found {found[0]!r}"


def _order(path: Path) -> list[str]:
    return [clause for clause, _ in ROW.findall(text_of(path))]


def _of_citations(root: Path, folder: Path, law: Law) -> list[str]:
    return [
        complaint(root, path, f"cites {clause}, which is no clause")
        for path in files(folder, ".py")
        for clause in sorted(set(CITED.findall(text_of(path))) - set(law.ids))
    ]


def _of_test_names(root: Path, folder: Path, law: Law, prefixes: set[str]) -> list[str]:
    return [
        complaint(root, path, f"{name} names {clause}, which is no clause")
        for path, name in _tests(folder)
        for clause in _named(name)
        if clause[:2] in prefixes and clause not in law.ids
    ]


def _tests(folder: Path) -> Iterator[tuple[Path, str]]:
    """The tests that pytest finds, in their files."""
    for path in files(folder / "tests", ".py"):
        if path.name.startswith("test_"):
            yield from ((path, name) for name in _functions(parsed(path)) if name.startswith("test_"))


def _functions(scope: ast.Module | ast.ClassDef) -> Iterator[str]:
    for node in scope.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name
        elif isinstance(node, ast.ClassDef):
            yield from _functions(node)


def _named(name: str) -> list[str]:
    """test_xy_14_xy_a3_what_it_shows names XY-14 and XY-A3."""
    return [f"{prefix}-{number}".upper() for prefix, number in NAMED.findall(name)]


def _of_facts(root: Path, folder: Path, law: Law, said: Facts) -> list[str]:
    """Complaints about clauses in values that code computes, which no search of the source finds."""
    known = {*law.ids, *(clause for path in files(folder, ".py") for clause in CITED.findall(text_of(path)))}
    refusals = (f"CLAUSES gives {name} the clause {clause!r}" for name, clause in said.clauses.items() if clause not in known)
    options = (f"option {name} has the clause {clause!r}" for name, clause in said.options.items() if clause not in known)
    wrong = complaints(root, folder / "parts.py", refusals) + complaints(root, folder / "label.py", options)
    return [f"{one}, which is no clause" for one in wrong]
