"""The built wheel, installed into a fresh environment on a machine without Node and without a compiler, serves a game."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from filon import __version__
from filon.client import Client
from tests.server.process.server_process import Doors, environment, serving
from tests.server.served import a_game

ROOT = Path(__file__).parents[2]
GAME = a_game().name
TOOLS = ("node", "npm", "gcc", "cc", "make")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built with the tools that are here; the web table is built already."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)], cwd=ROOT, check=True, capture_output=True
    )
    (made,) = folder.iterdir()
    return made


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with its programs. Nothing may be compiled; versions are those of pins.txt."""
    folder = tmp_path_factory.mktemp("fresh")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    options = ["--quiet", "--no-compile", "--only-binary", ":all:", "-c", str(ROOT / "pins.txt")]
    pip = [sys.executable, "-m", "pip", "--python", str(folder / "bin/python"), "install", *options, str(wheel)]
    subprocess.run(pip, cwd=folder, env={**os.environ, "PATH": path(folder)}, check=True)
    return folder / "bin"


def path(folder: Path) -> str:
    """Programs of the fresh environment and an empty folder: no Node, no compiler."""
    empty = folder / "no-programs"
    empty.mkdir(exist_ok=True)
    held = os.pathsep.join([str(folder / "bin"), str(empty)])
    assert not [tool for tool in TOOLS if shutil.which(tool, path=held)]
    return held


def test_it_holds_the_web_table_and_no_tests(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert wheel.name == f"filon-{__version__}-py3-none-any.whl"
    assert "filon/server/static/index.html" in names
    assert [name for name in names if name.startswith("filon/server/static/assets/") and name.endswith(".js")]
    assert not [name for name in names if not name.startswith(("filon/", "filon-"))]
    assert not [name for name in names if {"tests", "recorded", "node_modules"} & set(name.split("/"))]


async def test_it_serves_a_game_without_node_or_a_compiler(installed: Path, tmp_path: Path) -> None:
    kind = type("Installed", (Doors,), {"program": (str(installed / "filon"),)})
    bare = path(installed.parent)
    listed = subprocess.run(
        [installed / "filon", "games"], cwd=tmp_path, env=environment(tmp_path, PATH=bare), capture_output=True, text=True, check=True
    )
    assert f"{GAME}:" in listed.stdout
    with serving(tmp_path, kind=kind, PATH=bare) as server:
        async with Client(server.address, rate=None) as client:
            async with client.http.get(server.address, headers={"Accept": "text/html"}) as page:
                assert "/assets/" in await page.text()
            made = await client.open_table(GAME, 2, ["random"], name="Ada", begin=True)
            async with client.at(made.table) as table:
                for _ in range(3):
                    await table.until(lambda: bool(table.legal) or table.is_over)
                    if not table.is_over:
                        await table.play(table.legal[0])
        assert server.stop() == 0
    assert "Traceback" not in server.errors
