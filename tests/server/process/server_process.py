"""A server in a process of its own, as people start it; what it prints is waited for, never slept for."""

from __future__ import annotations

import itertools
import os
import secrets
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Condition, Thread
from time import monotonic
from typing import IO

PATIENCE = 3600.0 if os.environ.get("FILON_SOAK") else 300.0  # seconds, for a machine that is busy with other tests
OPEN = "Filon is running at "
PORTS = 500  # for each process of pytest


def _own_ports() -> Iterator[int]:
    """Of this process of pytest alone, one after the other, below those that the system hands out by itself."""
    first = 20_000 + PORTS * (int(os.environ.get("PYTEST_XDIST_WORKER", "gw0")[2:]) % (10_000 // PORTS))
    start = secrets.randbelow(PORTS)  # somebody else may test on this machine
    return (first + (start + number) % PORTS for number in itertools.count())


OWN_PORTS = _own_ports()


def free_port(in_a_row: int = 1) -> int:
    """The first of so many that nobody uses, and that nobody else is told of."""
    while True:
        ports = [next(OWN_PORTS) for _ in range(in_a_row)]
        if ports[-1] - ports[0] == in_a_row - 1 and all(map(_is_free, ports)):
            return ports[0]


def _is_free(port: int) -> bool:
    with socket.socket() as sock:
        return sock.connect_ex(("127.0.0.1", port)) != 0


def environment(folder: Path, **more: str) -> dict[str, str]:
    """The environment of a test server: none of the settings of the person who runs the tests; warnings are errors."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("FILON_") or name == "FILON_GAMES"}
    usual = {"XDG_DATA_HOME": str(folder), "LC_ALL": "C.UTF-8", "FILON_BROWSER": "no", "PYTHONWARNINGS": "error"}
    return {**kept, **usual, **more}


class Doors:
    """A process with all it has said so far, on both of its mouths."""

    program: tuple[str, ...] = (sys.executable, "-m", "filon")

    def __init__(self, folder: Path, *arguments: str, **more: str) -> None:
        command = [*self.program, *arguments]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=pipe, stderr=pipe, text=True, env=environment(folder, **more), start_new_session=True
        )
        self.said: dict[str, list[str]] = {"out": [], "err": []}
        self._heard = Condition()
        mouths = {"out": self.process.stdout, "err": self.process.stderr}
        self._ears = [Thread(target=self._listen, args=(name, mouth), daemon=True) for name, mouth in mouths.items()]
        for ear in self._ears:
            ear.start()

    def _listen(self, name: str, mouth: IO[str]) -> None:
        with mouth:
            for line in mouth:
                with self._heard:
                    self.said[name].append(line.rstrip("\n"))
                    self._heard.notify_all()
        with self._heard:
            self.said.setdefault(f"{name} is shut", [])
            self._heard.notify_all()

    def until(self, words: str, name: str = "out", times: int = 1) -> str:
        """The line in which it has said so; fails when it has ended without."""
        until = monotonic() + PATIENCE
        with self._heard:
            while len(found := [line for line in self.said[name] if words in line]) < times:
                assert f"{name} is shut" not in self.said, f"it never said {words!r}: {self.said}"
                assert self._heard.wait(until - monotonic()), f"it has not said {words!r} in time: {self.said}"
        return found[-1]

    @property
    def address(self) -> str:
        return self.until(OPEN).split()[4]

    @property
    def errors(self) -> str:
        return "\n".join(self.said["err"])

    def ended(self) -> int:
        """Its exit code; all it said has been heard then."""
        code = self.process.wait(PATIENCE)
        for ear in self._ears:
            ear.join(PATIENCE)
        return code

    def stop(self, number: int = signal.SIGINT) -> int:
        self.process.send_signal(number)
        return self.ended()

    def children(self) -> list[int]:
        return [int(child) for child in Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()]

    def workers(self) -> list[int]:
        """Those of them that serve; one that was killed may go away while we look."""
        return [child for child in self.children() if b"spawn_main" in _command_of(child)]


def _command_of(process: int) -> bytes:
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return b""


@contextmanager
def doors(folder: Path, *arguments: str, kind: type[Doors] = Doors, **more: str) -> Iterator[Doors]:
    made = kind(folder, *arguments, **more)
    try:
        yield made
    finally:
        if made.process.poll() is None:
            made.process.kill()
        made.ended()


@contextmanager
def serving(folder: Path, *arguments: str, kind: type[Doors] = Doors, **more: str) -> Iterator[Doors]:
    """It is open within this."""
    with doors(folder, "serve", "--port", str(free_port()), *arguments, kind=kind, **more) as made:
        made.until(OPEN)
        yield made


def refused(folder: Path, *arguments: str, **more: str) -> str:
    """The one sentence with which it ended."""
    with doors(folder, *arguments, **more) as made:
        assert made.ended() == 2, made.said
        assert made.said["out"] == []
        (sentence,) = made.said["err"]
        return sentence
