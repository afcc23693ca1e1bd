"""Print every complaint about this repository, or what was checked."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from tests.check.arrows import check_arrows
from tests.check.clauses import check_clauses, clause_count
from tests.check.folders import check_folders
from tests.check.names import check_names
from tests.check.repository import check_repository, tracked
from tests.check.tree import files, games
from tests.check.views import check_views
from tests.check.words import check_words, sentence_count

ROOT = Path(__file__).parents[2]
CHECKS: dict[str, Callable[[Path], list[str]]] = {
    "folders": check_folders,
    "clauses": check_clauses,
    "arrows": check_arrows,
    "names": check_names,
    "words": check_words,
    "views": check_views,
    "repository": check_repository,
}


def counts(root: Path) -> str:
    modules = len(files(root / "src/filon", ".py"))
    return (
        f"{len(games(root))} games, {clause_count(root)} clauses, {sentence_count(root)} sentences, "
        f"{modules} modules, {len(tracked(root))} tracked files"
    )


def main(root: Path = ROOT) -> int:
    wrong = [f"{name}: {said}" for name, check in CHECKS.items() for said in check(root)]
    for said in wrong:
        print(said)
    print(f"{len(wrong)} complaints" if wrong else f"all checks passed: {counts(root)}")
    return 1 if wrong else 0


if __name__ == "__main__":
    argparse.ArgumentParser(prog="python -m tests.check", description=__doc__).parse_args()
    sys.exit(main())
