"""For all tests: no deadline on a busy machine, the same examples each time but in a soak, and in CI a skipped test is a failure."""

import os

import pytest
from hypothesis import settings

settings.register_profile("filon", deadline=None, derandomize=not os.environ.get("FILON_SOAK"))
settings.load_profile("filon")


def pytest_sessionfinish(session: pytest.Session) -> None:
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("CI") and reporter and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
