"""The session in docs/protocol.md: what clients say there is said to a real server, and what it answers is written down.

`python -m tests.types.session` rewrites the server's lines; the clients' are the author's. Chance and clocks are fixed, so that it
comes out the same each time. Lines are `Ada → …` and `Ada ← …`, with HTTP or a message; `Ada ✕` hangs up; `· 80 ms on the way` and
`· 2000 ms at the table` let time pass. Content is left out, and of a view all that has not changed.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import random
import re
import secrets
import tempfile
from base64 import urlsafe_b64encode
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from filon.house.stalls import Heartbeat
from tests.server import served as serving
from tests.server.served import Served, served, told
from tests.types.source import ROOT

DOC = ROOT / "docs/protocol.md"
BLOCK = re.compile(r"^```session\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINE = re.compile(r"^(?:(?P<who>\w+) (?P<way>[→←✕]) ?|· (?P<ms>\d+) ms (?P<where>.*))(?P<what>.*)$", re.DOTALL)
ANSWER = re.compile(r"\w+ ← \d{3} ")
HTTP = re.compile(r"(?P<method>GET|POST) (?P<path>\S+) ?(?P<body>.*)", re.DOTALL)
START = 1_800_000_000_000  # the store's time when it begins
QUIET = 0.4  # seconds in which nothing more comes
TOO_LONG = 20.0  # seconds for what must come
WIDTH = 130
REST = {"…": "…"}


# Reading


def blocks(text: str) -> list[list[str]]:
    """Each block's lines; a line that goes on is indented."""
    return [re.split(r"\n(?=\S)", held.rstrip("\n")) for held in BLOCK.findall(text)]


def message_of(line: str) -> Any:
    """The message in a line, or None."""
    held = LINE.match(line)
    what = held["what"] if held and held["way"] in ("→", "←") else ""
    return json.loads(what) if what.startswith("{") else None


class Shortened:
    """Messages without what was shown before: of Welcome what does not change, of a view what has not."""

    def __init__(self) -> None:
        self.shown: dict[str, Any] = {}  # of the first Welcome
        self.views: dict[str, dict[str, Any]] = {}  # the latest, by who saw it

    def said(self, name: str, said: dict[str, Any]) -> dict[str, Any]:
        if said["says"] == "welcome":
            before, self.shown = self.shown, self.shown or {**said}
            said["content"] = REST
            said |= {key: REST if key == "options" else ["…"] for key in ("options", "phrases") if before.get(key) == said[key]}
        if "view" in said:
            said["view"] = self._changes(name, said["view"])
        return said

    def _changes(self, name: str, view: dict[str, Any]) -> dict[str, Any]:
        """Since this window's view before, or beside the first that anybody had."""
        before = self.views.get(name) or next(iter(self.views.values()), {})
        self.views[name] = view
        return {key: value for key, value in view.items() if before.get(key) != value} | (REST if before else {})


# Playing it


class Person:
    def __init__(self, server: Served) -> None:
        self.server, self.http = server, server.http()
        self.socket: ClientConnection | None = None

    async def says(self, what: str) -> list[str]:
        """The answer over HTTP; what comes over the socket is heard later."""
        if asked := HTTP.fullmatch(what):
            return [self._answered(await self.http.request(asked["method"], asked["path"], content=asked["body"]))]
        if self.socket is None:
            self.socket = await connect(self.server.socket, compression=None, max_size=None, ping_interval=None)
        await self.socket.send(json.dumps(json.loads(what)))
        return []

    def _answered(self, response: httpx.Response) -> str:
        said = response.json()
        if "token" in said:
            self.http.headers["Authorization"] = f"Bearer {said['token']}"
        return f"{response.status_code} {json.dumps(said, ensure_ascii=False)}"

    async def hangs_up(self) -> None:
        if self.socket:
            await self.socket.close()
        self.socket = None

    async def hears(self, expected: int | None) -> list[dict[str, Any]]:
        """So many messages; where nobody knows how many, everything until it is quiet."""
        heard: list[dict[str, Any]] = []
        while self.socket and len(heard) != expected:
            try:
                heard.append(json.loads(await asyncio.wait_for(self.socket.recv(), QUIET if expected is None else TOO_LONG)))
            except (TimeoutError, ConnectionClosed):
                break
        return heard


class Session:
    """Played anew, or checked: then no more is waited for than the document says."""

    def __init__(self, server: Served, is_check: bool) -> None:
        self.server, self.is_check = server, is_check
        self.people, self.short = dict[str, Person](), Shortened()

    async def played(self, lines: list[str]) -> list[str]:
        """A block again, with what was heard after each line that was said."""
        written: list[str] = []
        for number, line in enumerate(lines):
            if (held := LINE.fullmatch(line)) and held["way"] != "←":
                answers = itertools.takewhile(lambda later: " ← " in later[:20], lines[number + 1 :])
                self.expected = Counter(answer.split()[0] for answer in answers if not ANSWER.match(answer))
                written += [line, *await self._one(held)]
        return written

    async def _one(self, line: re.Match[str]) -> list[str]:
        if line["ms"]:
            self._pass(int(line["ms"]), line["where"])
            return await self._heard("")
        person = self.people.setdefault(line["who"], Person(self.server))
        answered: list[str] = []
        if line["way"] == "✕":
            await person.hangs_up()
        else:
            answered = await person.says(line["what"])
        return [wrapped(f"{line['who']} ← {said}") for said in answered] + await self._heard(line["who"])

    def _pass(self, ms: int, where: str) -> None:
        if where == "on the way":
            return self.server.hands.move(ms / 1000)
        self.server.later += ms
        self.server.house.wakeup.set()

    async def heard_still(self) -> list[str]:
        """Messages that no step expected."""
        self.is_check = False
        return await self._heard("")

    async def _heard(self, first: str) -> list[str]:
        """Messages to everybody, first to the one who spoke."""
        names = sorted(self.people, key=lambda name: name != first)
        heard = await asyncio.gather(*(self.people[name].hears(self.expected[name] if self.is_check else None) for name in names))
        told = [(name, self.short.said(name, said)) for name, messages in zip(names, heard, strict=True) for said in messages]
        return [wrapped(f"{name} ← {json.dumps(said, ensure_ascii=False)}") for name, said in told]


def wrapped(line: str) -> str:
    """Broken between fields where it is long; a line that goes on is indented."""
    lines = [""]
    for part in re.split(r"(?<=,) (?=[\"{\[])", line):
        if len(lines[-1]) + len(part) + 1 <= WIDTH:
            lines[-1] += f" {part}" if lines[-1] else part
        else:
            lines.append(f"    {part}")
    return "\n".join(lines)


@contextmanager
def fixed() -> Iterator[None]:
    """The same secrets, numbers and time again."""
    urls, hexes, numbers = (random.Random(seed) for seed in ("urls", "hexes 5", "numbers"))
    with ExitStack() as stack:
        for name, value in {
            "token_urlsafe": lambda count: urlsafe_b64encode(urls.randbytes(count)).rstrip(b"=").decode(),
            "token_hex": lambda count: hexes.randbytes(count).hex(),
            "randbelow": numbers.randrange,
        }.items():
            stack.enter_context(patch.object(secrets, name, value))
        stack.enter_context(patch.object(serving, "steady_clock", lambda: lambda: START))
        stack.enter_context(patch.object(Heartbeat, "stalled", lambda _: 0))  # a busy machine stalls at other moments each time
        yield


async def _replayed(text: str, is_check: bool) -> list[list[str]]:
    with tempfile.TemporaryDirectory() as folder:
        async with served(Path(folder)) as server:
            session = Session(server, is_check)
            written = [await session.played(lines) for lines in blocks(text)]
            written[-1] += await session.heard_still()
            for person in session.people.values():
                await person.hangs_up()
    return written


def rewritten(text: str, is_check: bool = False) -> str:
    """The document with what a server really says."""
    made: list[list[str]] = []

    async def story() -> None:
        made.extend(await _replayed(text, is_check))

    with fixed():
        told(story())
    fresh = iter(made)
    return BLOCK.sub(lambda _: "```session\n" + "\n".join(next(fresh)) + "\n```", text)


if __name__ == "__main__":
    argparse.ArgumentParser(prog="python -m tests.types.session", description=__doc__).parse_args()
    DOC.write_text(rewritten(DOC.read_text("utf-8")), "utf-8")
