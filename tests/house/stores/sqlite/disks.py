"""A disk that can be full, and that forgets what was not synced when the power is cut; and files nobody may write to."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import apsw

NAME = "a disk under test"
NOBODY = 65534
Write = tuple[int, bytes | None]  # where, and what; or nothing: cut off there


class Platter:
    """A file on a disk: the synced bytes, and the writes since."""

    def __init__(self, path: str) -> None:
        self.certain = bytearray(Path(path).read_bytes() if Path(path).exists() else b"")
        self.since: list[Write] = []

    def sync(self) -> None:
        put(self.certain, self.since)
        self.since.clear()

    def cut(self, luck: Random, luckily: float) -> bytes:
        """The file after a power cut: some of the writes since the last sync, in any order, some of them torn."""
        found = bytearray(self.certain)
        put(found, [torn(write, luck) for write in self.since if luck.random() < luckily])
        return bytes(found)


def put(content: bytearray, writes: list[Write]) -> None:
    for at, data in writes:
        if data is None:
            del content[at:]
        else:
            content.extend(bytes(max(0, at - len(content))))
            content[at : at + len(data)] = data


def torn(write: Write, luck: Random) -> Write:
    at, data = write
    sectors = len(data or b"") // 512
    return (at, data) if not data or sectors < 2 or luck.random() < 0.7 else (at, data[: 512 * luck.randrange(1, sectors)])


class Disk(apsw.VFS):
    """The machine's own, watched; every connection made meanwhile uses it."""

    def __init__(self, usual: str) -> None:
        super().__init__(NAME, usual, makedefault=True)
        self.usual = usual
        self.platters: dict[str, Platter] = {}
        self.is_full = False
        self.syncs = 0
        self.watched: Callable[[], None] = lambda: None  # called before anything is written or synced

    def xOpen(self, name: Any, flags: list[int]) -> apsw.VFSFile:  # noqa: N802
        return DiskFile(self, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802
        super().xDelete(filename, syncdir)
        self.platters.pop(filename, None)

    def cut(self, luck: Random, luckily: float) -> dict[str, bytes]:
        """The files as they are found when the power is back."""
        return {Path(name).name: platter.cut(luck, luckily) for name, platter in self.platters.items()}


class DiskFile(apsw.VFSFile):
    def __init__(self, disk: Disk, name: Any, flags: list[int]) -> None:
        self.name = name.filename() if isinstance(name, apsw.URIFilename) else str(name)
        self.disk = disk
        if self.name not in disk.platters:  # only then: to close a file that is in use would drop SQLite's locks
            disk.platters[self.name] = Platter(self.name)
        self.platter = disk.platters[self.name]
        super().__init__(disk.usual, name, flags)

    def xWrite(self, data: Any, offset: int) -> None:  # noqa: N802
        if self.disk.is_full and self.name.endswith("-wal"):  # where a commit writes; elsewhere SQLite itself copes, but apsw would tell
            raise apsw.FullError
        self.disk.watched()
        super().xWrite(data, offset)
        self.platter.since.append((offset, bytes(data)))

    def xTruncate(self, newsize: int) -> None:  # noqa: N802
        self.disk.watched()
        super().xTruncate(newsize)
        self.platter.since.append((newsize, None))

    def xSync(self, flags: int) -> None:  # noqa: N802
        self.disk.watched()
        super().xSync(flags)
        self.platter.sync()
        self.disk.syncs += 1


@contextmanager
def disk() -> Iterator[Disk]:
    usual = apsw.vfs_names()[0]
    made = Disk(usual)
    try:
        yield made
    finally:
        apsw.set_default_vfs(usual)
        made.unregister()


@contextmanager
def somebody_elses_folder() -> Iterator[Path]:
    """A folder, and us without the powers that root has over it."""
    folder, root = Path(tempfile.mkdtemp()), os.geteuid() == 0
    folder.chmod(0o755)
    if root:
        os.chown(folder, NOBODY, NOBODY)
        os.seteuid(NOBODY)
    try:
        yield folder
    finally:
        if root:
            os.seteuid(0)
        folder.chmod(0o700)
        shutil.rmtree(folder)
