"""Players are tried with every game that is found."""

import pytest

from filon.core.game import found, load


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", [load(name) for name in found()], ids=list(found()))
