"""Prints a software bill of materials: what an installed Filon runs with, and what its web table was built from, as CycloneDX JSON."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
Component = dict[str, str]


def bill() -> dict[str, object]:
    own, *others = python_components("filon")
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": own},
        "components": [*others, *web_components()],
    }


def python_components(first: str) -> list[Component]:
    """The distribution, and all that it needs at run time on this machine."""
    found: dict[str, Component] = {}
    waiting = [first]
    while waiting:
        name = canonicalize_name(waiting.pop())
        if name not in found:
            found[name] = _component("pypi", name, distribution(name).version)
            waiting += _needed(name)
    return list(found.values())


def _needed(name: str) -> Iterator[str]:
    for requirement in map(Requirement, distribution(name).requires or ()):
        if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
            yield requirement.name


def web_components() -> list[Component]:
    """Of package-lock.json, without the tools of the tests."""
    packages = json.loads((ROOT / "package-lock.json").read_text())["packages"]
    shipped = {path.rpartition("node_modules/")[2]: held["version"] for path, held in packages.items() if path and not held.get("dev")}
    return [_component("npm", name, version) for name, version in sorted(shipped.items())]


def _component(kind: str, name: str, version: str) -> Component:
    purl = f"pkg:{kind}/{name.replace('@', '%40')}@{version}"
    return {"type": "library", "bom-ref": purl, "name": name, "version": version, "purl": purl}


if __name__ == "__main__":
    argparse.ArgumentParser(prog="python scripts/sbom.py", description=__doc__).parse_args()
    json.dump(bill(), sys.stdout, indent=2)
    print()
