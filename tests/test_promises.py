"""Each promise of docs/promises.md names tests, and they exist."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SECTIONS = (ROOT / "docs/promises.md").read_text("utf-8").split("\n## ")
NAMED = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")


def functions_of(path: Path) -> set[str]:
    held = ast.parse(path.read_text("utf-8"))
    return {node.name for node in ast.walk(held) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}


@pytest.mark.parametrize("section", SECTIONS, ids=lambda section: section.partition("\n")[0])
def test_a_promise_names_tests_that_exist(section: str) -> None:
    named = NAMED.findall(section)
    assert named
    assert section.count("::") == len(named)
    assert [f"{path}::{test}" for path, test in named if not (ROOT / path).exists() or test not in functions_of(ROOT / path)] == []
