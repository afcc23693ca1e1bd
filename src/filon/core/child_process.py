"""Child processes: started with a fresh interpreter and a name, without SIGINT, and ended with their parent."""

from __future__ import annotations

import multiprocessing
import os
import pkgutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import resource_tracker
from multiprocessing.connection import wait
from multiprocessing.context import SpawnContext, SpawnProcess
from pathlib import Path
from threading import Thread
from typing import Any

NAME_BYTES = 15  # that Linux shows of a process's name
RUN = "import sys; from filon.core.child_process import run_here; run_here(*sys.argv[1:])"


class ChildProcess(SpawnProcess):
    """A terminal sends Ctrl-C to all processes of a command; only the parent handles it. A forked child would hold the parent's sockets.

    When the parent ends, the child has `grace_seconds` to end by itself.
    """

    grace_seconds = 0.0

    def start(self) -> None:
        with sigint_blocked():
            super().start()  # a child inherits the mask

    def run(self) -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        _show_name(self.name)
        Thread(target=_end_with_parent, args=(self.grace_seconds,), daemon=True).start()
        super().run()


class ChildContext(SpawnContext):
    """The spawn context of a ProcessPoolExecutor; its processes get this name and niceness."""

    def __init__(self, name: str, niceness: int = 0) -> None:
        super().__init__()
        self._name, self._niceness = name, niceness

    def Process(self, target: Callable[..., object], args: tuple[Any, ...] = (), **_: Any) -> ChildProcess:  # type: ignore[override]  # noqa: N802
        return ChildProcess(target=_run_nicely, args=(self._niceness, target, args), name=self._name)


def start_child(name: str, target: Callable[..., object], *args: Any, daemon: bool = True, grace_seconds: float = 0.0) -> ChildProcess:
    """A daemon is terminated when its parent exits, and has no children of its own."""
    child = ChildProcess(target=target, args=args, name=name, daemon=daemon)
    child.grace_seconds = grace_seconds
    child.start()
    return child


def end_child(child: ChildProcess, seconds: float = 0.0) -> None:
    """Give it so many seconds to end by itself, then kill it."""
    child.join(seconds)
    if child.exitcode is None:
        child.kill()
        child.join()


def run_in_child(name: str, target: str, argument: str, niceness: int = 0) -> None:
    """Call `target`, written "package.module:function", with a text in a child process, and wait for its end.

    For callers in a program of somebody else: `start_child` would import that program's main module again.
    """
    command = [sys.executable, "-c", RUN, name, target, argument, str(niceness)]
    with sigint_blocked():
        child = subprocess.Popen(command, stdin=subprocess.PIPE)
    with child:
        child.wait()  # before its input is closed: the child takes that for the end of this process


@contextmanager
def sigint_blocked() -> Iterator[None]:
    if not hasattr(signal, "pthread_sigmask"):  # on Windows
        yield
        return
    resource_tracker.ensure_running()  # it would unblock SIGINT when the first child starts it
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# In the child


@contextmanager
def cpu_limit(seconds: float) -> Iterator[None]:
    """Raise TimeoutError in the main thread after so many seconds of this process's CPU time; without effect on Windows."""
    if not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGPROF, _out_of_time)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    except _OutOfTime:
        raise TimeoutError from None
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


class _OutOfTime(BaseException):
    """No Exception: an import that is interrupted takes an OSError, such as TimeoutError, for a missing file and goes on."""


def _out_of_time(number: int, frame: object) -> None:
    raise _OutOfTime


def limit_memory(added: int) -> None:
    """Raise MemoryError once this process holds `added` bytes of data more than now; without effect on Windows."""
    with suppress(ImportError):  # on Windows
        import resource

        used = int(Path("/proc/self/statm").read_text().split()[5]) * resource.getpagesize() if Path("/proc/self/statm").exists() else 0
        resource.setrlimit(resource.RLIMIT_DATA, (used + added, used + added))


def run_here(name: str, target: str, argument: str, niceness: str) -> None:
    """The other end of `run_in_child`."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _show_name(name)
    Thread(target=_end_with_input, daemon=True).start()
    _run_nicely(int(niceness), pkgutil.resolve_name(target), (argument,))


def _end_with_input() -> None:
    sys.stdin.read()
    os._exit(0)


def _run_nicely(niceness: int, target: Callable[..., object], args: tuple[Any, ...]) -> None:
    if niceness and hasattr(os, "nice"):
        os.nice(niceness)
    target(*args)


def _show_name(name: str) -> None:
    """In ps and top, where the system lets a process say its name."""
    with suppress(OSError):
        Path("/proc/self/comm").write_bytes(name.encode()[:NAME_BYTES])


def _end_with_parent(grace_seconds: float) -> None:
    """A parent that is killed tells its children nothing."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        time.sleep(grace_seconds)
        os._exit(0)
