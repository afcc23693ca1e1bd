"""Every command answers --help at once and starts no work."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MODULES = (
    "filon",
    "bench.counted",
    "bench.frames",
    "bench.ladder",
    "bench.memory",
    "bench.patient",
    "bench.robots",
    "bench.run",
    "tests.check",
    "tests.lesson_seed",
    "tests.record",
    "tests.simulation",
    "tests.types",
    "tests.types.session",
)
COMMANDS = [*(("-m", module) for module in MODULES), ("bench/run.py",), ("examples/robot.py",)]
RESULTS = [path for folder in ("bench", "docs") for path in (ROOT / folder).rglob("*.md")]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_help_says_what_a_command_does_and_starts_nothing(command: tuple[str, ...]) -> None:
    before = [path.stat().st_mtime_ns for path in RESULTS]
    done = subprocess.run([sys.executable, *command, "--help"], cwd=ROOT, capture_output=True, text=True, check=False, timeout=300)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("usage: ")
    assert [path.stat().st_mtime_ns for path in RESULTS] == before


@pytest.mark.parametrize("module", ["bench.figure", "bench.searching", "bench.yardstick"])
def test_a_module_without_a_command_does_nothing(module: str) -> None:
    done = subprocess.run([sys.executable, "-m", module], cwd=ROOT, capture_output=True, text=True, check=False, timeout=300)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
