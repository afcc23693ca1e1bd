"""A server in a process of its own, as people start it; what it prints is waited for, never slept for."""

from __future__ import annotations

import os
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

PATIENCE = 60.0  # seconds, for a machine that is busy with other tests
OPEN = "Filon is open at "


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


def environment(folder: Path, **more: str) -> dict[str, str]:
    """Nothing of whoever runs the tests; warnings are errors here too."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("FILON_")}
    usual = {"XDG_DATA_HOME": str(folder), "LC_ALL": "C.UTF-8", "FILON_BROWSER": "no", "PYTHONWARNINGS": "error"}
    return {**kept, **usual, **more}


class Doors:
    """A process with all it has said so far, on both of its mouths."""

    def __init__(self, folder: Path, *arguments: str, **more: str) -> None:
        command = [sys.executable, "-m", "filon", *arguments]
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


@contextmanager
def doors(folder: Path, *arguments: str, **more: str) -> Iterator[Doors]:
    made = Doors(folder, *arguments, **more)
    try:
        yield made
    finally:
        if made.process.poll() is None:
            made.process.kill()
        made.ended()


@contextmanager
def serving(folder: Path, *arguments: str, **more: str) -> Iterator[Doors]:
    """It is open within this."""
    with doors(folder, "serve", "--port", str(free_port()), *arguments, **more) as made:
        made.until(OPEN)
        yield made


def refused(folder: Path, *arguments: str, **more: str) -> str:
    """The one sentence with which it ended."""
    with doors(folder, *arguments, **more) as made:
        assert made.ended() == 2, made.said
        assert made.said["out"] == []
        (sentence,) = made.said["err"]
        return sentence
