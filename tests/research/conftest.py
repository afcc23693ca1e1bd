"""Every game found plays in the arena; one cluster plays for all tests that need several processes."""

from collections.abc import Iterator

import pytest
from distributed import Client, LocalCluster

from filon.core.game import found, load


@pytest.fixture(scope="session")
def client() -> Iterator[Client]:
    """A Dask cluster of two workers."""
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, memory_limit=0, dashboard_address=":0", silence_logs=50) as cluster,
        Client(cluster) as client,
    ):
        yield client


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", [load(name) for name in found()], ids=list(found()))
