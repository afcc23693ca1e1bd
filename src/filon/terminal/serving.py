"""`filon serve`, `backup` and `restore`: what is asked for on the command line, and what is said about it."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from filon.core.texts.words import Words, read_words

if TYPE_CHECKING:
    from filon.house.store import Store
    from filon.server.settings import Settings

Command = Callable[..., argparse.ArgumentParser]

STORE = "where games are kept: a file, or postgresql://user:password@host/database (default: filon.db in your data folder)"
SERVE = """\
examples:
  filon serve                                      for this machine; your browser opens
  filon serve --lan                                for everybody in the house: shows the address and a QR code
  filon serve --port 8080 --no-browser --origin https://games.example.org
                                                   behind a proxy that speaks https; on another machine, with its
                                                   address: --host 0.0.0.0 --proxy 10.0.0.2
  filon serve --store postgresql://filon@db/filon --workers 4 --metrics-port 9100
                                                   four processes on one database

Ctrl-C stops it; every game goes on when it is started again. Each option can be given by an environment
variable too: FILON_STORE, FILON_HOST, FILON_PORT, FILON_LAN, FILON_WORKERS, FILON_ORIGIN, FILON_PROXY,
FILON_LOG_LEVEL, FILON_METRICS_PORT, FILON_KEEP_DAYS, FILON_ROBOTS, FILON_BROWSER. The command line goes first.
"""
BACKUP = """\
examples:
  filon backup tonight.filon                       all tables, while people play on
  filon backup all.filon --store postgresql://filon@db/filon

The file holds what is secret at the tables: keep it as you keep the store.
"""
RESTORE = """\
examples:
  filon restore tonight.filon                      into your own store; a server may be running
  filon restore all.filon --store new.db           to move from one store to another

Tables that are there already stay as they are.
"""


class ServingRefused(Exception):
    """Why nothing is served, written or restored: one clear sentence."""


def add_commands(command: Command) -> None:
    _serve_parser(command("serve", "serve tables to browsers, here or in your network", run_serve, epilog=SERVE))
    for name, help, run, examples in (
        ("backup", "write all tables to a file, also while a server runs", run_backup, BACKUP),
        ("restore", "take in the tables of a backup, also while a server runs", run_restore, RESTORE),
    ):
        made = command(name, help, run, epilog=examples)
        made.add_argument("file", type=Path, metavar="FILE")
        made.add_argument("--store", metavar="STORE", help=STORE)


def _serve_parser(serve: argparse.ArgumentParser) -> None:
    """Values are read with the environment's (server/settings.py), and refused in the same words."""
    serve.add_argument("--store", metavar="STORE", help=STORE)
    serve.add_argument("--host", metavar="HOST", help="the address to listen on (default: 127.0.0.1, this machine alone)")
    serve.add_argument("--port", metavar="N", help="the port (default: 8000)")
    serve.add_argument("--lan", action="store_const", const="yes", help="open to the local network; shows the address with a QR code")
    serve.add_argument("--workers", metavar="N", help="processes that serve (default: 1); more than one need PostgreSQL")
    serve.add_argument(
        "--origin",
        action="append",
        metavar="ORIGIN",
        help="pages from here may speak to the server too, such as https://games.example.org; may be repeated",
    )
    serve.add_argument(
        "--proxy",
        action="append",
        metavar="ADDRESS",
        help="a proxy on another machine, or a network of them, that says whom it speaks for (default: this machine); may be repeated",
    )
    serve.add_argument("--log-level", metavar="LEVEL", help="debug, info, warning, error or critical (default: info)")
    serve.add_argument(
        "--metrics-port", metavar="N", help="let Prometheus ask on this port of 127.0.0.1, worker 2 on the next, and so on (default: none)"
    )
    serve.add_argument(
        "--keep-days",
        metavar="N",
        help="forget tables where no game goes on, and unfinished lessons, so many days after their last change (default: 0, never)",
    )
    serve.add_argument("--robots", metavar="PACE", help="how long robots take where no time runs: normal or quick (default: normal)")
    serve.add_argument("--no-browser", dest="browser", action="store_const", const="no", help="do not open the browser")


# What each command does


def run_serve(asked: argparse.Namespace) -> int:
    words = read_words(Path(__file__).parent, asked.lang)
    with _one_sentence():
        settings = _settings(asked)
        from filon.server.serve import serve  # takes a second: a wrong setting is told before

        code = serve(settings, lambda addresses: _opened(addresses, settings, words))
    print(words.say("serve.stopped"), flush=True)
    return code


def run_backup(asked: argparse.Namespace) -> int:
    from filon.house.backup import back_up

    with _one_sentence():
        settings = _settings(asked)
        _check_backup(asked.file, settings)
        count = asyncio.run(_aside(settings, lambda store: back_up(store, asked.file)))
    print(read_words(Path(__file__).parent, asked.lang).say("backup.done", count=count, path=asked.file))
    return 0


def run_restore(asked: argparse.Namespace) -> int:
    from filon.house.backup import check, restore

    with _one_sentence():
        check(asked.file)  # before a store is made for it
        taken, there = asyncio.run(_aside(_settings(asked), lambda store: restore(store, asked.file)))
    print(read_words(Path(__file__).parent, asked.lang).say("restore.done", count=taken, there=there))
    return 0


# What they share


def _settings(asked: argparse.Namespace) -> Settings:
    from filon.server.settings import read_settings

    repeated = {name: ",".join(said) for name in ("origin", "proxy") if (said := getattr(asked, name, None))}
    return read_settings({**vars(asked), **repeated}, os.environ)


@contextmanager
def _one_sentence() -> Iterator[None]:
    from filon.house.backup import BackupRefused
    from filon.house.store import StoreRefused
    from filon.server.settings import SettingRefused

    try:
        yield
    except (SettingRefused, StoreRefused, BackupRefused) as error:
        raise ServingRefused(str(error)) from None


async def _aside(settings: Settings, do: Callable[[Store], Any]) -> Any:
    """Beside a server that may be running."""
    from filon.server.stores import store_of

    store = store_of(settings)
    await store.open(aside=True)
    try:
        return await do(store)
    finally:
        await store.close()


def _check_backup(file: Path, settings: Settings) -> None:
    """A store that is not there would be made, and one that is written over would be lost."""
    if settings.is_shared:
        return
    store = Path(settings.store)
    if not store.exists():
        raise ServingRefused(f"{store}: expected a store to back up; found no such file")
    if file.resolve() == store.resolve():
        raise ServingRefused(f"{file}: expected a file for the backup; found the store itself")


# What is said when the doors open


def _opened(addresses: list[str], settings: Settings, words: Words) -> None:
    own, *near = addresses
    print(words.say("serve.open", address=own), flush=True)
    if settings.lan:
        for address in near:
            print(words.say("serve.lan", address=address))
        print(qr_code(near[0], sys.stdout.isatty()) if near else words.say("serve.no-lan"), flush=True)
    if settings.browser and has_browser(os.environ):
        _open_browser(own)


def qr_code(address: str, is_terminal: bool) -> str:
    """To be pointed a phone at; on a terminal in its right colours, whatever the terminal's are."""
    import io

    import segno

    drawn = io.StringIO()
    segno.make(address, micro=False).terminal(drawn, border=2, compact=True)
    before, after = ("\x1b[97;40m", "\x1b[0m") if is_terminal else ("", "")
    return "\n".join(f"{before}{line}{after}" for line in drawn.getvalue().splitlines())


def has_browser(environment: Mapping[str, str], system: str = sys.platform) -> bool:
    """Somebody sits here who can see one."""
    if environment.get("CI"):
        return False
    return system in ("darwin", "win32") or bool(environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"))


def _open_browser(address: str) -> None:
    """Beside the server: some browsers take their time."""
    import threading
    import webbrowser

    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
