"""For all tests: no deadline on a busy machine, and in CI a skipped test is a failure, for everything it needs can be installed there."""

import os

import pytest
from hypothesis import settings

settings.register_profile("filon", deadline=None)
settings.load_profile("filon")


def pytest_sessionfinish(session: pytest.Session) -> None:
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("CI") and reporter and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
