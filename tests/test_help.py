"""Every command answers --help at once and starts no work."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import metadata, packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
PLACES = ("bench", "examples", "scripts", "src", "tests", "hatch_build.py")
SCRIPTS = (
    "bench/run.py",
    "examples/language_model.py",
    "examples/robot.py",
    "hatch_build.py",
    "scripts/audit.py",
    "scripts/sbom.py",
    "tests/check/describe.py",
)  # run by their path

FOR_PLAYERS = (("src/filon/__main__.py",), ("src/filon/__main__.py", "study"), ("examples/language_model.py",), ("examples/robot.py",))
WITHOUT = """
import runpy, sys
_, modules, path, *sys.argv[1:] = sys.argv
sys.modules.update(dict.fromkeys(modules.split(",")))  # import refuses a module that is None
runpy.run_path(path, run_name="__main__")
"""  # the arguments are these modules, a script, and its own arguments
FILON = (("-m", "filon"), ("-m", "bench.patient"))  # the command line of filon


def is_main(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) == "__name__ == '__main__'"


def has_main(source: bytes) -> bool:
    return b"__main__" in source and any(map(is_main, ast.parse(source).body))  # parsing every file takes a second


def commands() -> Iterator[tuple[str, ...]]:
    """Every file of this repository that does something when it is run, as it is run."""
    for name in subprocess.run(["git", "ls-files", *PLACES], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split():
        if name in SCRIPTS:
            yield (name,)
        elif name.endswith("/__main__.py") or (name.endswith(".py") and has_main((ROOT / name).read_bytes())):
            yield "-m", name.removeprefix("src/").removesuffix(".py").removesuffix("/__main__").replace("/", ".")


COMMANDS = list(commands())
RESULTS = [path for folder in ("bench", "docs") for path in (ROOT / folder).rglob("*.md")]


def test_commands_are_found() -> None:
    modules = {"filon", "bench.house", "bench.load", "tests.check", "tests.types.session", "tests.house.stores.sqlite.measured"}
    assert {("-m", module) for module in modules} | {(script,) for script in SCRIPTS} <= set(COMMANDS)


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_help_says_what_a_command_does_and_starts_nothing(command: tuple[str, ...]) -> None:
    before = [path.stat().st_mtime_ns for path in RESULTS]
    done = subprocess.run([sys.executable, *command, "--help"], cwd=ROOT, capture_output=True, text=True, check=False, timeout=300)
    assert (done.returncode, done.stderr) == (0, "")
    named = "filon" if command in FILON else " ".join(("python", *command))
    assert done.stdout.startswith((f"usage: {named} ", f"usage: {named}\n"))
    assert [path.stat().st_mtime_ns for path in RESULTS] == before


def optional() -> list[str]:
    """The modules of all optional dependencies."""
    names = {canonicalize_name(Requirement(one).name) for one in metadata("filon").get_all("Requires-Dist", []) if "extra ==" in one}
    owned = packages_distributions().items()
    return [module for module, owners in owned if (names - {"filon"}) & {canonicalize_name(one) for one in owners}]


@pytest.mark.parametrize("command", FOR_PLAYERS, ids=" ".join)
def test_help_for_players_needs_no_optional_dependency(command: tuple[str, ...]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT, ",".join(optional()), *command, "--help"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("usage: ")


@pytest.mark.parametrize("module", ["bench.figure", "bench.thinking.searching", "bench.thinking.yardstick"])
def test_a_module_without_a_command_does_nothing(module: str) -> None:
    done = subprocess.run([sys.executable, "-m", module], cwd=ROOT, capture_output=True, text=True, check=False, timeout=300)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize("script", sorted(path.name for path in (ROOT / "scripts").glob("*.sh")))
def test_a_shell_script_says_what_it_installs_and_installs_nothing(script: str) -> None:
    done = subprocess.run(
        ["sh", ROOT / "scripts" / script, "--help"], env={"PATH": "/usr/bin:/bin"}, capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith(f"usage: sh scripts/{script}\nInstalls ")
    assert done.stderr == ""
