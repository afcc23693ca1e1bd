"""For all tests: no deadline on a busy machine, the same examples and the same luck each time but in a soak, which ends with its figures;
a text without one of its values is refused; in CI a skipped test is a failure."""

import os
from typing import Any

import pytest
from hypothesis import settings

from tests.luck import same_luck

__all__ = ["same_luck"]

settings.register_profile("filon", deadline=None, derandomize=not os.environ.get("FILON_SOAK"))
settings.load_profile("filon")


def pytest_xdist_auto_num_workers() -> int:
    """Twice as many as there are cores: half of the time tests wait for a browser, a child process or the sand."""
    return 2 * (os.cpu_count() or 1)


def pytest_sessionfinish(session: pytest.Session) -> None:
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("CI") and reporter and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the figures that tests recorded with record_property, in whichever process they ran."""
    reports = [report for kind in ("passed", "failed") for report in terminalreporter.stats.get(kind, []) if report.user_properties]
    if not os.environ.get("FILON_SOAK") or not reports:
        return
    terminalreporter.section("figures")
    for report in reports:
        figures: dict[str, list[Any]] = {}
        for name, value in report.user_properties:
            figures.setdefault(name, []).append(value)
        told = (f"{name} {values[0] if len(values) == 1 else f'at most {max(values)}'}" for name, values in figures.items())
        terminalreporter.write_line(f"{report.nodeid.rpartition('::')[2]}: {', '.join(told)}")
