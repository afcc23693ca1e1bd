"""Write every file that is made from types; with --check only say which are stale."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from filon.core.game import found, load
from tests.types import games, protocol
from tests.types.source import ROOT


def made(root: Path = ROOT) -> dict[Path, str]:
    """The text of each generated file; a game's types stand with its board."""
    texts = {root / "docs/protocol/protocol.schema.json": protocol.schema(), root / "web/src/protocol.ts": protocol.typescript()}
    boards = {root / load(name).folder.relative_to(ROOT) / "table/types.ts": games.typescript(load(name)) for name in found()}
    return texts | boards


def stale(root: Path = ROOT) -> list[str]:
    return [path.relative_to(root).as_posix() for path, text in made(root).items() if not path.exists() or path.read_text("utf-8") != text]


def write(root: Path = ROOT) -> None:
    for path, text in made(root).items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.types", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; name the files that are stale")
    if not parser.parse_args(arguments).check:
        write()
        return 0
    wrong = stale()
    print("\n".join(f"{name} is stale: run `make types`" for name in wrong) or "everything made from types is fresh")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
