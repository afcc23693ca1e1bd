"""Paths in the documents lead somewhere."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TOPS = ("", "src/filon/", "web/src/", "tests/")  # a path begins at one of these
FOLDERS = "bench|bots|client|core|deploy|docs|examples|games|house|research|scripts|server|src|terminal|tests|web"
PATH = re.compile(rf"`((?:{FOLDERS})/[\w./*-]+)(?:::\w+)?`")
PLACEHOLDER = "/NAME/"
DOCUMENTS = sorted(path for place in (".", "docs", "docs/decisions", "bench") for path in (ROOT / place).glob("*.md"))


def is_history(text: str) -> bool:
    """A decision that no longer holds names files of its time."""
    return "Superseded by" in text[:400]


def dead(text: str) -> list[str]:
    named = [path for path in PATH.findall(text) if PLACEHOLDER not in path]
    return [path for path in named if not any(list(ROOT.glob(f"{top}{path}".rstrip("/"))) for top in TOPS)]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_path_in_a_document_leads_somewhere(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    assert is_history(text) or dead(text) == []


def test_a_dead_path_is_found() -> None:
    assert dead("See `tests/nowhere.py::test_it` and `house/service.py`.") == ["tests/nowhere.py"]
