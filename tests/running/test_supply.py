"""The bill of materials lists what is installed; the audit tells "nothing found" from "nothing asked"."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from filon import __version__
from scripts.audit import NoAnswer, python_findings, web_findings

ROOT = Path(__file__).parents[2]
SAFE = {"name": "apsw", "version": "1", "vulns": []}
BOUNDED = {"aiohttp", "asyncpg", "msgspec", "uvloop"}  # decision 47
SKIPPED = {"name": "numpy", "skip_reason": "not found"}


def test_the_bill_lists_what_runs_and_no_tool_of_the_tests() -> None:
    printed = subprocess.run([sys.executable, "scripts/sbom.py"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    bill = json.loads(printed)
    assert (bill["bomFormat"], bill["metadata"]["component"]["version"]) == ("CycloneDX", __version__)
    components = {one["name"]: one for one in bill["components"]}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    needed = {Requirement(said).name.replace("_", "-") for said in project["dependencies"]}
    assert needed <= components.keys()
    assert {"llvmlite", "yarl", "svelte", "@noble/hashes"} <= components.keys()
    assert not {"pytest", "mypy", "vitest", "typescript"} & components.keys()
    assert components["@noble/hashes"]["purl"].startswith("pkg:npm/%40noble/hashes@")
    assert len({one["bom-ref"] for one in bill["components"]}) == len(bill["components"])


def test_libraries_whose_private_parts_we_use_have_an_upper_bound() -> None:
    needed = [Requirement(said) for said in tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]]
    assert {one.name for one in needed if any(bound.operator == "<" for bound in one.specifier)} >= BOUNDED


def test_found_vulnerabilities_are_named() -> None:
    assert python_findings({"dependencies": [SAFE, SKIPPED]}) == []
    bad = {"name": "aiohttp", "version": "1.0", "vulns": [{"id": "CVE-1"}, {"id": "CVE-2"}]}
    assert python_findings({"dependencies": [SAFE, bad]}) == ["aiohttp 1.0: CVE-1, CVE-2"]
    assert web_findings({"vulnerabilities": {}}) == []
    assert web_findings({"vulnerabilities": {"vite": {"range": "<1", "severity": "high"}}}) == ["vite <1: high"]


def test_a_service_that_knows_nothing_has_not_answered() -> None:
    with pytest.raises(NoAnswer, match="none of the packages"):
        python_findings({"dependencies": [SKIPPED]})
    with pytest.raises(NoAnswer, match="405"):
        web_findings({"message": "405 Method Not Allowed"})
