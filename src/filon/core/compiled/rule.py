"""Rules that run plain or compiled from one source, and the loops that compile them."""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from filon.core.compiled.record import Record, Row, many, whole
from filon.core.shelf import outside

F = TypeVar("F", bound=Callable[..., Any])

LINE = 64  # bytes that a processor fetches at once

COMPILED = ("core", "games", "bots", "research")  # the packages that may hold rules and loops

_waiting: list[tuple[Callable[..., Any], bool]] = []  # rules that are not registered with Numba yet, and whether their indexes are checked


def rule(function: F) -> F:
    """A rule: plain Python when Python calls it, compiled when a loop does."""
    _waiting.append((function, True))
    return function


def unchecked_rule(function: F) -> F:
    """A rule whose source was written by a program, each index within a declared range: checking them would double its time."""
    _waiting.append((function, False))
    return function


def loop(function: F) -> F:
    """A compiled loop over rules, for robots and simulation; plain without Numba, and always plain as `.plain`."""

    @cache
    def ready() -> Callable[..., Any]:
        numba = _numba()
        if numba is None:
            return function
        _tell(numba)
        compiled: Callable[..., Any] = numba.njit(cache=_cache(numba), nogil=True, boundscheck=True)(function)
        return compiled

    def run(*values: Any) -> Any:
        return ready()(*values)

    run.plain = function  # type: ignore[attr-defined]
    return run  # type: ignore[return-value]


def put(tables: Any, place: int, table: Any) -> None:
    """Copy a whole record to an index: the one assignment of a record that does the same plain and compiled."""
    tables[place] = table.copy()


def fetch(records: Any, place: int) -> None:
    """Ask memory for a record that is needed soon. Beyond the last one nothing is fetched, and plain nothing at all."""


def lowest(bits: int) -> int:
    """The index of the lowest set bit; -1 if no bit is set."""
    return (bits & -bits).bit_length() - 1


def is_compiled() -> bool:
    """Whether loops run compiled here."""
    return _numba() is not None


def batch(records: Iterable[Any]) -> Any:
    """Copies for a loop: packed memory where it is compiled, ordinary objects where it is not."""
    held: list[Record] = list(records)
    if not is_compiled():
        return [record.copy() for record in held]
    return np.array([record.packed() for record in held], held[0].dtype)


def repeated(record: Record, count: int) -> Any:
    """`count` copies of one record, for a loop."""
    return np.repeat(batch([record]), count) if is_compiled() else [record.copy() for _ in range(count)]


def unbatch(kind: type[Record], held: Any) -> list[Any]:
    """The ordinary objects again."""
    return [record if isinstance(record, Record) else kind.unpacked(record) for record in held]


def numbers(count: int) -> Any:
    """A row of zeros for a loop to write into."""
    return np.zeros(count, np.int64) if is_compiled() else [0] * count


def room_for_ids(count: int) -> Any:
    """One record with a row `ids`, for a loop: Numba counts references to a plain array at every rule that receives it (decision 22)."""
    return batch([_room(count)()])


@cache
def _room(count: int) -> type[Record]:
    class Room(Record):
        ids: Row = many(count, whole(0, count - 1))

    return Room


@cache
def _numba() -> Any:
    asked = os.environ.get("FILON_PLAIN", "0")
    if asked not in ("", "0", "1"):
        raise ValueError(f"FILON_PLAIN: expected 1 to run everything plain, or 0; found {asked!r}")
    if asked == "1":
        return None
    try:
        import numba
    except ImportError:
        return None
    return numba


def _tell(numba: Any) -> None:
    """Register every rule defined so far with Numba."""
    _tell_put(numba)
    _tell_fetch(numba)
    _tell_lowest(numba)
    while _waiting:
        function, checked = _waiting.pop()
        numba.extending.register_jitable(boundscheck=checked, forceinline=True)(function)


@cache
def _tell_put(numba: Any) -> None:
    def compiled(tables: Any, place: Any, table: Any) -> Any:
        def copied(tables: Any, place: Any, table: Any) -> Any:
            tables[place] = table

        return copied

    numba.extending.overload(put)(compiled)


@cache
def _tell_fetch(numba: Any) -> None:
    def typed(typing: Any, records: Any, place: Any) -> Any:
        return numba.types.void(records, numba.types.intp), _ask_for_lines

    fetched = numba.extending.intrinsic(typed)

    def compiled(records: Any, place: Any) -> Any:
        def asked(records: Any, place: Any) -> Any:
            fetched(records, place)

        return asked

    numba.extending.overload(fetch)(compiled)


def _ask_for_lines(context: Any, builder: Any, signature: Any, values: Any) -> Any:
    """LLVM's prefetch (to read, into all caches, data) for each line of a record; any address may be asked for."""
    from llvmlite import ir

    records, word, byte = signature.args[0], ir.IntType(32), ir.IntType(8).as_pointer()
    size = records.dtype.size
    ask = builder.module.declare_intrinsic("llvm.prefetch", [byte], ir.FunctionType(ir.VoidType(), [byte, word, word, word]))
    held = builder.bitcast(context.make_array(records)(context, builder, values[0]).data, byte)
    first = builder.gep(held, [builder.mul(values[1], ir.Constant(values[1].type, size))])
    for line in range(0, size, LINE):
        builder.call(ask, [builder.gep(first, [ir.Constant(word, line)]), *(ir.Constant(word, n) for n in (0, 3, 1))])
    return context.get_dummy_value()


@cache
def _tell_lowest(numba: Any) -> None:
    from numba.cpython.unsafe import numbers

    zeros: Any = numbers.trailing_zeros

    def compiled(bits: Any) -> Any:
        def counted(bits: Any) -> Any:
            return zeros(bits) if bits != 0 else -1

        return counted

    numba.extending.overload(lowest)(compiled)


@cache
def _cache(numba: Any) -> bool:
    """Name the cache after a digest of the sources behind loops: Numba does not notice an edit in another module."""
    try:
        folder = _caches() / _digest()
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()  # else Numba would cache beside the sources, and not notice an edit
        os.utime(folder)
        _forget_old(folder.parent)
    except (OSError, RuntimeError):  # RuntimeError: there is no home
        return False
    numba.config.CACHE_DIR = str(folder)
    return True


def _caches() -> Path:
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "filon"


@cache
def sources() -> str:
    """The digest of the sources behind rules and loops."""
    return _digest()


def _digest() -> str:
    """A digest of all source that a loop can reach: the compiled cache outlives an edit in the house, the server or a game's tests."""
    digest, filon = hashlib.sha256(), Path(__file__).parents[2]
    for root in (*(filon / package for package in COMPILED), *outside()):
        for path in sorted(root.rglob("*.py")):
            if "tests" not in path.relative_to(root).parts:
                digest.update(f"{root.name}/{path.relative_to(root)}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _forget_old(caches: Path, days: int = 30) -> None:
    for folder in caches.iterdir():
        if folder.is_dir() and folder.stat().st_mtime < time.time() - days * 86400:
            shutil.rmtree(folder, ignore_errors=True)
