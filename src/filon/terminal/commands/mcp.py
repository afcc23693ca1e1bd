"""`filon mcp`: a seat for a language model."""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
from contextlib import AsyncExitStack, closing, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import filon.house
from filon.core.texts.words import read_words
from filon.terminal.commands.common import INTERRUPTED, AddCommand, Refused

if TYPE_CHECKING:
    from filon.client import Client, Link, Table
    from filon.terminal.mcp.seat import Seat
    from filon.terminal.mcp.transcript import Transcript

MCP = """\
It speaks over stdin and stdout: name this command where your client asks for the command of a server.

  filon mcp --table 'http://localhost:8000/t/TABLE?invite=…' --name Ada
  filon mcp --table LINK --moves hidden --retries 0 --transcript game.jsonl

It sits down on a free chair, or takes the seat of the link if the link moves one (seat=N&carry=…). The host begins the
game. When stdin ends before the game does, a robot plays on. Examples: examples/language_model.py; docs/research.md.
"""
SHOWN = ("listed", "on-request", "hidden")
GOODBYE_SECONDS = 1.0  # MCP clients end a server that goes on for two seconds


def add(command: AddCommand) -> None:
    mcp = command("mcp", "serve a seat to a language model, by the Model Context Protocol", run_mcp, epilog=MCP)
    mcp.add_argument("--table", required=True, metavar="LINK", help="the invitation to a table of a running server")
    mcp.add_argument("--name", default="Model", help="the player's name (default: %(default)s)")
    mcp.add_argument("--moves", choices=SHOWN, default=SHOWN[0], help="whether legal moves are listed (default: %(default)s)")
    retries = "how often a refused move may be tried again (default: %(default)s); then the first legal move is played, a forfeit"
    mcp.add_argument("--retries", type=_count, default=3, metavar="N", help=retries)
    mcp.add_argument("--transcript", type=Path, metavar="FILE", help="write all that is asked and answered here, as JSON lines")


def _count(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"expected a whole number from 0 on; found {text!r}")
    return int(text)


def run_mcp(asked: argparse.Namespace) -> int:
    from filon.client import LinkRefused, link_of

    if find_spec("mcp") is None:
        raise Refused("filon mcp needs the package mcp: pip install 'filon[mcp]'")
    if asked.transcript and asked.transcript.exists():
        raise Refused(f"--transcript {asked.transcript}: expected a new file; found one that is there already")
    try:
        return asyncio.run(_serve(asked, link_of(asked.table)))
    except LinkRefused as error:
        raise Refused(f"--table: {error}") from None


async def _serve(asked: argparse.Namespace, link: Link) -> int:
    from filon.client import Client
    from filon.terminal.mcp.seat import Seat
    from filon.terminal.mcp.server import server_of

    async with AsyncExitStack() as stack:
        client = await stack.enter_async_context(Client(link.address))
        table = await _joined(client, link, asked, stack)
        transcript = stack.enter_context(closing(_opened(asked.transcript)))
        stopped = _stopped_by_signals()
        seat = Seat(table, asked.lang, asked.moves, asked.retries, transcript)
        is_interrupted = await _served(seat, asyncio.create_task(server_of(seat).run_stdio_async()), stopped)
    if is_interrupted:
        os._exit(INTERRUPTED)  # a thread still reads stdin, and cannot be ended otherwise
    return 0


async def _joined(client: Client, link: Link, asked: argparse.Namespace, stack: AsyncExitStack) -> Table:
    """Join the table and take a seat of it, or refuse with the reason."""
    from aiohttp import ClientError

    from filon.client import Lost, OtherProtocol
    from filon.client import Refused as NotTaken

    try:
        await client.games()  # tells at once whether a server is there, where a table would try again for long
        table = await stack.enter_async_context(client.at(link.table, link.seat if link.carry else None, link.invite, carry=link.carry))
        await _seated(table, link, asked.name)
        return table
    except NotTaken as refused:
        said = read_words(Path(filon.house.__file__).parent, asked.lang)
        key = f"refused.{refused.reason}"
        raise Refused(f"--table: {said.say(key) if key in said else refused}") from None
    except OtherProtocol as error:
        raise Refused(f"--table: {error}") from None
    except (ClientError, Lost, OSError, TimeoutError) as error:
        raise Refused(f"--table: expected a server at {link.address}; found that none answers ({error or type(error).__name__})") from None


async def _seated(table: Table, link: Link, name: str) -> None:
    if table.is_over:
        raise Refused("--table: expected a game to play; found one that is over")
    if table.own:
        return
    if not table.free:
        raise Refused("--table: expected a free chair; found none")
    await table.sit(name, link.seat)


def _opened(path: Path | None) -> Transcript:
    from filon.terminal.mcp.transcript import Transcript

    try:
        return Transcript(path)
    except OSError as error:
        raise Refused(f"--transcript {path}: expected a file that can be written; found {error.strerror}") from None


def _stopped_by_signals() -> asyncio.Event:
    stopped, loop = asyncio.Event(), asyncio.get_running_loop()
    for sign in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # on Windows
            loop.add_signal_handler(sign, stopped.set)
    return stopped


async def _served(seat: Seat, serving: asyncio.Task[None], stopped: asyncio.Event) -> bool:
    """Serve until stdin ends or a signal arrives; True after a signal."""
    stopping = asyncio.create_task(stopped.wait())
    await asyncio.wait({serving, stopping}, return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    with suppress(ConnectionError, TimeoutError):  # a server that is gone needs no goodbye
        await asyncio.wait_for(seat.leave(), GOODBYE_SECONDS)
    if serving.done():
        serving.result()
    return not serving.done()
