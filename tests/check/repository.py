"""Nothing in the repository tells of the machine it was made on, or of work left undone."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

from tests.check.tree import complaints

# Written so that none of them finds itself.
REGISTRY = "regist[r]y|py[p]i|python[h]osted|npm[j]s|artifacto[r]y|nex[u]s|dev[p]i"
FORBIDDEN = {
    "a package registry": re.compile(
        rf"(?:{REGISTRY})[a-z0-9-]*(?:\.[a-z0-9-]+)*\.(?:org|com|io|net|dev|local|internal|corp)\b|//[^\s/\"']*(?:{REGISTRY})",
        re.IGNORECASE,
    ),
    "a path of one machine": re.compile(r"(?<![\w.~-])/(?:wor[k]|tm[p]|roo[t])/"),
    "work left undone": re.compile(r"\b(?:TO[D]O|FIX[M]E)\b"),
}


class NoRepository(Exception):
    """git does not list this tree."""


def tracked(root: Path) -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=root, check=False, capture_output=True)
    if listed.returncode:
        raise NoRepository(listed.stderr.decode().strip())
    paths = (root / name for name in listed.stdout.decode().split("\0") if name)
    return [path for path in paths if path.is_file()]


def check_repository(root: Path) -> list[str]:
    try:
        return [said for path in tracked(root) for said in complaints(root, path, _forbidden(path))]
    except NoRepository as error:
        return [f".: expected a git repository; found {error}"]


def _forbidden(path: Path) -> Iterator[str]:
    held = path.read_bytes()
    if b"\0" in held:
        return
    for number, line in enumerate(held.decode(errors="replace").splitlines(), start=1):
        for what, pattern in FORBIDDEN.items():
            if match := pattern.search(line):
                yield f"line {number} has {what}: {match[0]}"
