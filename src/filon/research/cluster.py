"""Players of tasks: this process, processes of this machine, or the workers of a Dask cluster."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any, Protocol, TypeVar

from filon.core.child_process import sigint_blocked
from filon.research.match import MatchRefused

T = TypeVar("T")
R = TypeVar("R")
DIED = "a process that played died several times at the same games: perhaps there is too little memory; fewer workers need less"
AHEAD = 2  # tasks for each worker that wait or are played
SECONDS = 20  # for a scheduler to answer
QUIET = {  # what Dask does by the clock in each process, whatever is played
    "distributed.worker.profile.enabled": False,
    "distributed.admin.tick.interval": "1s",
    "distributed.admin.system-monitor.interval": "2s",
}
DESERTED = 120  # seconds without a worker, after which none of ours is expected to come back


class ClusterRefused(MatchRefused):
    """A cluster that cannot be reached, or that has gone."""


class Players(Protocol):
    link: str  # to the dashboard; "" where there is none

    def played(self, play: Callable[[T], R], tasks: Iterator[T]) -> Iterator[tuple[T, R]]:
        """Tasks with their results, in the order in which they end; the next task is asked for when there is room."""


class Here:
    """This process, one task after another."""

    link = ""

    def played(self, play: Callable[[T], R], tasks: Iterator[T]) -> Iterator[tuple[T, R]]:
        return ((task, play(task)) for task in tasks)


class Workers:
    """The workers of a Dask cluster. A task whose worker is killed is played by another one."""

    def __init__(self, client: Any, is_ours: bool = False) -> None:
        self.client, self.is_ours = client, is_ours
        self.link = client.dashboard_link if find_spec("bokeh") else ""

    def played(self, play: Callable[[T], R], tasks: Iterator[T]) -> Iterator[tuple[T, R]]:
        from concurrent.futures import CancelledError

        from distributed.scheduler import KilledWorker

        going = dict[Any, T]()
        try:
            self._submit(play, tasks, going)
            while going:
                for future in self._ended(list(going)):
                    yield going.pop(future), future.result()
                self._submit(play, tasks, going)
        except KilledWorker:
            raise MatchRefused(DIED) from None
        except (CancelledError, OSError) as error:
            raise ClusterRefused(f"expected the scheduler to stay; it has gone: {error}") from None

    def _ended(self, going: list[Any]) -> set[Any]:
        """Some tasks that have ended. Dask does not replace a worker of ours that dies while it starts; if all have, nobody would play."""
        from distributed import wait

        while True:
            try:
                return set(wait(going, timeout=DESERTED, return_when="FIRST_COMPLETED").done)
            except TimeoutError:
                if self.is_ours and not self.client.nthreads():
                    raise MatchRefused(DIED) from None

    def _submit(self, play: Callable[[T], R], tasks: Iterator[T], going: dict[Any, T]) -> None:
        room = AHEAD * max(1, sum(self.client.nthreads().values())) - len(going)
        for _, task in zip(range(room), tasks, strict=False):
            going[self.client.submit(play, task, pure=False)] = task


@contextmanager
def players(workers: int = 0, scheduler: str = "") -> Iterator[Players]:
    """One worker plays in this process, several in processes of this machine (0: one for each core), or those of a scheduler."""
    count = workers or os.cpu_count() or 1
    if scheduler:
        with _connected(scheduler) as client:
            yield Workers(client)
    elif count == 1:
        yield Here()
    else:
        with local(count) as client:
            yield Workers(client, is_ours=True)


@contextmanager
def _connected(scheduler: str) -> Iterator[Any]:
    from distributed import Client

    try:
        client = Client(scheduler, timeout=SECONDS)
    except (OSError, ValueError) as error:
        raise ClusterRefused(f"expected a scheduler at {scheduler}; found {error}") from None
    with client:
        yield client


@contextmanager
def local(count: int) -> Iterator[Any]:
    """Processes of this machine. Only this one hears Ctrl-C: threads and processes that start while it is blocked do not."""
    import dask
    from distributed import Client, LocalCluster

    where = {"dashboard_address": "127.0.0.1:0", "host": "127.0.0.1"}
    with sigint_blocked(), dask.config.set(QUIET):
        cluster = LocalCluster(n_workers=count, threads_per_worker=1, memory_limit=0, silence_logs=logging.CRITICAL, **where)
        client = Client(cluster)
    try:
        yield client
    finally:
        client.close()
        cluster.close()
