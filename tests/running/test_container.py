"""Containerfile and compose.yaml: linted everywhere, built where an engine runs."""

from __future__ import annotations

import ast
import re
import shlex
import shutil
import subprocess
import sys
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import yaml

from filon.server.settings import read_settings
from hatch_build import NODE, SETTINGS

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "Containerfile").read_text()
VERSIONED = re.compile(r"[a-z]+:[0-9]+(\.[0-9]+)*-[a-z-]+")


def instructions() -> list[tuple[str, list[str]]]:
    lines = (line for line in TEXT.replace("\\\n", " ").splitlines() if line and not line.startswith("#"))
    return [(name, shlex.split(rest)) for name, _, rest in (line.partition(" ") for line in lines)]


def compose() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())
    return loaded


def test_everything_that_is_copied_is_there() -> None:
    copied = [source for name, words in instructions() if name == "COPY" for source in words[:-1]]
    assert copied
    assert [source for source in copied if not (ROOT / source).exists()] == []
    assert [name for name in SETTINGS if name not in copied] == []  # all that the web table is built from
    ignored = (ROOT / ".containerignore").read_text().split()
    assert set(copied) & set(ignored) == set()
    assert (ROOT / ".dockerignore").read_text().split() == ignored


def test_images_and_tools_have_versions() -> None:
    images = [words[0] for name, words in instructions() if name == "FROM"]
    images += [service["image"] for service in compose()["services"].values() if "image" in service]
    assert [image for image in images if not VERSIONED.fullmatch(image)] == []
    requires = re.search(r"requires = (\[.*\])", (ROOT / "pyproject.toml").read_text())
    assert requires is not None
    assert all(tool in TEXT for tool in (NODE, *ast.literal_eval(requires[1])))


def test_the_server_is_not_root_and_says_whether_it_is_well() -> None:
    last = [name for name, _ in instructions()]
    final = instructions()[len(last) - 1 - last[::-1].index("FROM") :]
    names = [name for name, _ in final]
    assert [words for name, words in final if name == "USER"] == [["10001"]]
    assert names.index("USER") > max(number for number, name in enumerate(names) if name == "RUN")
    (health,) = [words for name, words in final if name == "HEALTHCHECK"]
    assert "/healthz" in " ".join(health)
    assert next(words for name, words in final if name == "STOPSIGNAL") == ["SIGTERM"]


def test_the_settings_of_both_are_read() -> None:
    set_here = dict(word.split("=") for name, words in instructions() if name == "ENV" for word in words)
    filon = compose()["services"]["filon"]
    said = {**filon["environment"], "FILON_ORIGIN": "https://games.example.org"}
    settings = read_settings({}, {**set_here, **said})
    assert (settings.host, settings.port, settings.browser, settings.is_shared) == ("0.0.0.0", 8001, False, True)
    (network,) = compose()["networks"]["inside"]["ipam"]["config"]
    assert settings.proxies == (str(ip_network(network["subnet"])),)
    assert filon["ports"] == [f"127.0.0.1:{settings.port}:{settings.port}"]


def test_hadolint_takes_the_containerfile() -> None:
    """It comes as a wheel for Linux on x86-64; elsewhere the tests above are all."""
    if hadolint := shutil.which("hadolint", path=Path(sys.executable).parent):
        done = subprocess.run([hadolint, "--no-color", ROOT / "Containerfile"], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout) == (0, "")


def engine() -> str:
    """A program whose engine answers, or nothing."""
    programs = (name for name in ("docker", "podman") if shutil.which(name))
    answers = (name for name in programs if subprocess.run([name, "info"], capture_output=True, check=False).returncode == 0)
    return next(answers, "")


def test_the_image_is_built_where_an_engine_runs(record_property: Any) -> None:
    name = engine()
    record_property("container engine", name or "none: the image was not built")
    if name:
        subprocess.run([name, "build", "-f", "Containerfile", "-t", "filon-test", "."], cwd=ROOT, check=True)
