"""Imports go one way: core <- games <- bots <- house <- server <- terminal; client and research stand beside server."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.check.tree import SHELVES, complaints, files, parsed

PACKAGE = "filon"  # what it holds itself, such as its version, is open to all above the games
HOUSE = (  # each may import those before it; `house` stands for its modules outside these packages
    "house/errors",
    "house/protocol",
    "house/room",
    "house/stores",
    "house/commands",
    "house/updates",
    "house/jobs",
    "house/robots",
    "house/records",
    "house",
)
SERVER = (
    "server/settings",
    "server/access",
    "server/observe",
    "server/state",
    "server/http",
    "server/transport",
    "server/ws",
    "server",
    "server/process",
)


def _in_layers(layers: tuple[str, ...], below: set[str]) -> dict[str, set[str]]:
    return {layer: {*below, *layers[: number + 1]} for number, layer in enumerate(layers)}


MAY_IMPORT = {
    PACKAGE: {PACKAGE},
    "core": {"core"},
    "games": {"core", "games"},
    "bots": {PACKAGE, "core", "bots"},
    **_in_layers(HOUSE, {PACKAGE, "core", "bots"}),
    **_in_layers(SERVER, {PACKAGE, "core", "bots", *HOUSE}),
    "terminal": {PACKAGE, "core", "bots", *HOUSE, "client", "research", *SERVER, "terminal"},
    "client": {PACKAGE, "core", "bots", *HOUSE, "client"},
    "research": {PACKAGE, "core", "bots", *HOUSE, "research"},
}
DOOR = (PACKAGE, "__main__.py")  # leads to the terminal
A_GAME = {"core"}
ITS_TESTS = {"core", "bots", *HOUSE}


def check_arrows(root: Path) -> list[str]:
    source, *outside = root / "src", *(root / shelf for shelf in SHELVES[1:])
    at = {path: path.relative_to(source).parts for path in files(source / PACKAGE, ".py")}
    at |= {path: (PACKAGE, "games", *path.relative_to(shelf).parts) for shelf in outside for path in files(shelf, ".py")}
    return [said for path, parts in at.items() for said in complaints(root, path, _backwards(path, parts))]


def _backwards(path: Path, at: tuple[str, ...]) -> Iterator[str]:
    """Imports that this file may not have; `at` is where Python finds it."""
    home = _room(at[:-1] if path.stem == "__init__" else (*at[:-1], path.stem))
    allowed = _allowed(home, at)
    if not allowed:
        yield f"nothing says what {home} may import"
        return
    for line, module in _imports(parsed(path), at[:-1]):
        if module[0] == PACKAGE and _goal(module) not in allowed:
            yield f"line {line} imports {'.'.join(module)}, but {home} may import only {', '.join(sorted(allowed))}"


def _room(module: tuple[str, ...]) -> str:
    """The package or layer a module belongs to; every game is one of its own."""
    if module[1:2] == ("games",):
        return "/".join(module[1:3])
    layer = "/".join(module[1:3])
    return layer if layer in MAY_IMPORT else module[1] if len(module) > 1 else PACKAGE


def _goal(module: tuple[str, ...]) -> str:
    room = _room(module)
    return room if room in MAY_IMPORT or room.startswith("games/") else PACKAGE


def _allowed(home: str, at: tuple[str, ...]) -> set[str]:
    if home.startswith("games/"):
        return {home} | (ITS_TESTS if "tests" in at[3:-1] else A_GAME)
    return MAY_IMPORT["terminal"] if at == DOOR else MAY_IMPORT.get(home, set())


def _imports(tree: ast.Module, package: tuple[str, ...]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Every module that is imported, wherever in the file; of `from a import b`, a.b."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, tuple(alias.name.split("."))) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = _base(node, package)
            yield from ((node.lineno, (*base, alias.name)) for alias in node.names)


def _base(node: ast.ImportFrom, package: tuple[str, ...]) -> tuple[str, ...]:
    named = tuple(node.module.split(".")) if node.module else ()
    return (*package[: len(package) - node.level + 1], *named) if node.level else named
