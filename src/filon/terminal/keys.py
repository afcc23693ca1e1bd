"""The keyboard, as lines or single keys with a timeout, and the clock."""

from __future__ import annotations

import os
import select
import sys
import time
from types import TracebackType
from typing import Protocol, Self

try:
    import termios
    import tty
except ImportError:  # where there is no such terminal, whole lines are read
    termios = None  # type: ignore[assignment]


class SessionClock(Protocol):
    def now(self) -> int:
        """Hundredths of a second since the table was opened."""
        ...


class WallClock:
    def __init__(self, start: int = 0) -> None:
        self._start = time.monotonic() - start / 100

    def now(self) -> int:
        return int((time.monotonic() - self._start) * 100)


class Keys(Protocol):
    """The source of a person's typed answers."""

    def line(self, seconds: float) -> str | None:
        """A typed line, or None when the time is up first."""
        ...

    def key(self, seconds: float) -> str | None:
        """One key, or None when the time is up first."""
        ...

    def forget(self) -> None:
        """Drop what was typed ahead."""
        ...


class Keyboard:
    """The real one. Raises EOFError when there is nothing more to come."""

    def __init__(self) -> None:
        self._descriptor = sys.stdin.fileno()
        self._is_terminal = sys.stdin.isatty() and termios is not None
        self._typed = ""

    def __enter__(self) -> Self:
        if self._is_terminal:
            self._before = termios.tcgetattr(self._descriptor)
            tty.setcbreak(self._descriptor)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._is_terminal:
            termios.tcsetattr(self._descriptor, termios.TCSADRAIN, self._before)

    def line(self, seconds: float) -> str | None:
        if "\n" not in self._typed:
            read = self._arrived(seconds) or ""
            self._echo(read)
            self._typed = self._edited(self._typed + read)
        if "\n" not in self._typed:
            return None
        line, _, self._typed = self._typed.partition("\n")
        return line.strip()

    def key(self, seconds: float) -> str | None:
        if not self._typed:
            read = self._arrived(seconds) or ""
            self._typed = "" if len(read) > 1 and read.startswith("\x1b") else read  # an arrow or function key is no letter
        key, self._typed = self._typed[:1], self._typed[1:]
        return key or None

    def forget(self) -> None:
        self._typed = ""
        if self._is_terminal:
            termios.tcflush(self._descriptor, termios.TCIFLUSH)

    def _arrived(self, seconds: float) -> str | None:
        if not select.select([self._descriptor], [], [], seconds)[0]:
            return None
        read = os.read(self._descriptor, 1024).decode(errors="replace").replace("\r", "\n")
        if not read or "\x04" in read:
            raise EOFError
        return read

    def _echo(self, read: str) -> None:
        if self._is_terminal:
            sys.stdout.write(read.replace("\x7f", "\b \b").replace("\x15", "\r\x1b[K").replace("\x1b", ""))
            sys.stdout.flush()

    def _edited(self, typed: str) -> str:
        """Backspace takes a letter back, Control-U the whole line."""
        kept = ""
        for letter in typed.rpartition("\x15")[2]:
            kept = kept[:-1] if letter in "\x7f\b" else kept + letter
        return kept
