"""The files of deploy/ fit the server: systemd accepts the units, the metrics are exported, docs/running.md names the files."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from prometheus_client import generate_latest

from filon.house import protocol
from filon.house.errors import CommandRefused, Reason
from filon.house.stores.store import StoreRefused
from filon.server.observe.logs import ALLOWED_KEYS
from filon.server.observe.metrics import Metrics
from filon.server.settings import NAMES, read_settings

ROOT = Path(__file__).parents[2]
DEPLOY, RUNNING = ROOT / "deploy", (ROOT / "docs/running.md").read_text()
UNITS = ("filon@.service", "filon-backup.service", "filon-backup.timer")
EXPOSURE = 20  # tenths, of 100: systemd's own measure, "OK" below 50
METRIC = re.compile(r"\b(?:filon|process)_[a-z_]+")
OPTION = re.compile(r"filon serve ([^\n`]*)")


def queries() -> Iterator[str]:
    board = json.loads((DEPLOY / "grafana-dashboard.json").read_text())
    yield from (target["expr"] for panel in board["panels"] for target in panel["targets"])
    yield from (rule["expr"] for rule in rules())


def rules() -> list[dict[str, Any]]:
    return [rule for group in yaml.safe_load((DEPLOY / "alerts.yml").read_text())["groups"] for rule in group["rules"]]


def exported() -> str:
    """The page that Prometheus reads, after every kind of outcome."""
    metrics, undo = Metrics(), protocol.Undo("x")
    for error in (None, StoreRefused("full"), CommandRefused(Reason.TOO_OFTEN), RuntimeError()):
        metrics.command_run(undo, error)
    return generate_latest(metrics.registry).decode()


# Metrics


@pytest.mark.parametrize("query", list(queries()))
def test_every_metric_of_the_dashboard_and_the_alerts_is_exported(query: str) -> None:
    names = set(re.findall(r"^([a-z_]+)[{ ]", exported(), re.MULTILINE))
    asked = set(METRIC.findall(query)) or {query}
    assert asked <= names or query == 'up{job="filon"} == 0'


def test_every_outcome_that_an_alert_asks_for_happens() -> None:
    asked = {outcome for query in queries() for outcome in re.findall(r'outcome="([a-z-]+)"', query)}
    assert asked == {outcome for outcome in asked if f'outcome="{outcome}"' in exported()} != set()


def test_every_metric_of_our_own_is_on_the_dashboard() -> None:
    own = {re.sub("_(bucket|sum|count)$", "", name) for name in re.findall(r"^(filon_[a-z_]+)[{ ]", exported(), re.MULTILINE)}
    asked = {re.sub("_(bucket|sum|count)$", "", name) for query in queries() for name in METRIC.findall(query)}
    assert own - asked == set()


def test_promtool_takes_the_rules() -> None:
    """promtool, if installed, accepts the rules; the checks of their form run everywhere."""
    for rule in rules():
        assert {"alert", "expr", "labels", "annotations"} <= rule.keys() <= {"alert", "expr", "for", "labels", "annotations"}
        assert rule["labels"]["severity"] in ("page", "ticket")
        assert rule["alert"] in RUNNING
    if promtool := shutil.which("promtool"):
        subprocess.run([promtool, "check", "rules", str(DEPLOY / "alerts.yml")], check=True, capture_output=True)


# Units


@pytest.fixture
def units(tmp_path: Path) -> list[Path]:
    """With the program that is installed here; without the users and files of a server."""
    made = []
    for name in UNITS:
        text = (DEPLOY / name).read_text().replace("/opt/filon/bin/filon", str(Path(sys.executable).parent / "filon"))
        path = tmp_path / name.replace("@.", "@1.")
        path.write_text(text)
        made.append(path)
    return made


def test_systemd_takes_the_units(units: list[Path]) -> None:
    done = subprocess.run(["systemd-analyze", "verify", "--man=no", *units], capture_output=True, text=True, check=False)
    assert [line for line in done.stderr.splitlines() if any(unit.name in line for unit in units)] == []


def test_the_unit_is_hardened(units: list[Path]) -> None:
    arguments = ["security", "--offline=true", "--no-pager", f"--threshold={EXPOSURE}", str(units[0])]
    done = subprocess.run(["systemd-analyze", *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-400:]


# The page


def test_the_page_names_every_file_every_log_field_and_only_real_options() -> None:
    assert [path.name for path in DEPLOY.iterdir() if f"deploy/{path.name}" not in RUNNING] == []
    assert [key for key in ALLOWED_KEYS if f"`{key}`" not in RUNNING] == []
    known = {f"--{name.replace('_', '-')}" for name in NAMES} | {"--no-browser", "--help"}
    unit = (DEPLOY / "filon@.service").read_text()
    used = {option for line in OPTION.findall(RUNNING + unit) for option in re.findall(r"--[a-z-]+", line)}
    assert used - known == set()
    assert used


def test_the_settings_of_the_page_are_read() -> None:
    """The block that becomes /etc/filon.env."""
    (block,) = re.findall(r"```ini\n# /etc/filon.env\n(.*?)```", RUNNING, re.DOTALL)
    settings = read_settings({}, dict(line.split("=", 1) for line in block.splitlines() if line))
    assert (settings.origins, settings.proxies, settings.is_shared) == (("https://games.example.org",), ("127.0.0.1",), True)


def test_links_of_the_page_lead_somewhere() -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", RUNNING)
    assert links
    assert [link for link in links if not (ROOT / "docs" / link).exists()] == []


@pytest.mark.parametrize("block", re.findall(r"```sh\n(.*?)```", RUNNING, re.DOTALL))
def test_every_shell_block_is_shell_and_copies_files_that_are_there(block: str) -> None:
    assert subprocess.run(["sh", "-n"], input=block, text=True, check=False, capture_output=True).stderr == ""
    assert [name for name in re.findall(r"\bdeploy/\S+", block) if not (ROOT / name).is_file()] == []


@pytest.mark.parametrize("page", ["README.md", "docs/running.md"])
def test_whoever_reads_of_the_store_reads_how_to_copy_it(page: str) -> None:
    """After a crash all tables may be in the second file, and a server starts without it."""
    paragraphs = " ".join((ROOT / page).read_text().split("\n")).split("  ")
    assert [one for one in paragraphs if "`-wal`" in one and ("filon backup" in one or "filon-backup" in one or "filon restore" in one)]
