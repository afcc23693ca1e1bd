"""Clients are tried with every game that is found; tests that are coroutines run in the loop that serves."""

import pytest

from filon.core.game import found, load
from tests.server.conftest import pytest_pyfunc_call

__all__ = ["pytest_generate_tests", "pytest_pyfunc_call"]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", [load(name) for name in found()], ids=list(found()))
