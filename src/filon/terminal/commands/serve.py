"""`filon serve`, `backup` and `restore`."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from filon.core.texts.words import Words
from filon.terminal.commands.common import AddCommand, Refused, words_in

if TYPE_CHECKING:
    from filon.house.stores.store import Store
    from filon.server.settings import Settings

STORE = "where games are kept: a file, or postgresql://user:password@host/database (default: filon.db in your data folder)"
SERVE = """\
examples:
  filon serve                                      for this machine; your browser opens
  filon serve --lan                                for everybody in the house: shows the address and a QR code
  filon serve --port 8080 --no-browser --origin https://games.example.org --proxy 127.0.0.1
                                                   behind a proxy that speaks https; on another machine, with its
                                                   address: --host 0.0.0.0 --proxy 10.0.0.2
  filon serve --store postgresql://filon@db/filon --workers 4 --metrics-port 9100
                                                   four processes on one database

Ctrl-C stops it; every game goes on when it is started again. To copy the store use `filon backup`: beside a SQLite
file stands one that ends in -wal, and a copy without it can lack every game since the start.

Each option can be given by an environment variable too: FILON_STORE, FILON_HOST, FILON_PORT, FILON_LAN,
FILON_WORKERS, FILON_ORIGIN, FILON_PROXY, FILON_LOG_LEVEL, FILON_METRICS_PORT, FILON_KEEP_DAYS, FILON_ROBOTS,
FILON_BROWSER. The command line goes first.
"""
BACKUP = """\
examples:
  filon backup tonight.filon                       all tables, while people play on
  filon backup all.filon --store postgresql://filon@db/filon

The file holds what is secret at the tables: keep it as you keep the store. A copy of a SQLite store's own file
is no backup: its latest tables may be in the file beside it that ends with -wal.
"""
RESTORE = """\
examples:
  filon restore tonight.filon                      into your own store; a server may be running
  filon restore all.filon --store new.db           to move from one store to another

Every game in the file is followed to its end first, which takes about as long as its moves took the rules. If one
of them cannot be followed, nothing is taken in. Tables that are there already stay as they are.
"""


def add(command: AddCommand) -> None:
    _serve_parser(command("serve", "serve tables to browsers, here or in your network", run_serve, epilog=SERVE))
    for name, help, run, examples in (
        ("backup", "write all tables to a file, also while a server runs", run_backup, BACKUP),
        ("restore", "take in the tables of a backup, also while a server runs", run_restore, RESTORE),
    ):
        made = command(name, help, run, epilog=examples)
        made.add_argument("file", type=Path, metavar="FILE")
        made.add_argument("--store", metavar="STORE", help=STORE)


def _serve_parser(serve: argparse.ArgumentParser) -> None:
    """Values stay text here: server/settings.py reads them together with the environment."""
    serve.add_argument("--store", metavar="STORE", help=STORE)
    _add_network(serve)
    _add_running(serve)


def _add_network(serve: argparse.ArgumentParser) -> None:
    serve.add_argument("--host", metavar="HOST", help="the address to listen on (default: localhost, this machine alone)")
    serve.add_argument("--port", metavar="N", help="the port (default: 8000)")
    serve.add_argument("--lan", action="store_const", const="yes", help="open to the local network; shows the address with a QR code")
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
        help="the address of a proxy, or a network of them, whose X-Forwarded-For is believed (default: none); may be repeated",
    )


def _add_running(serve: argparse.ArgumentParser) -> None:
    serve.add_argument("--workers", metavar="N", help="processes that serve (default: 1); more than one need PostgreSQL")
    serve.add_argument("--log-level", metavar="LEVEL", help="debug, info, warning, error or critical (default: info)")
    serve.add_argument(
        "--metrics-port", metavar="N", help="let Prometheus ask on this port of 127.0.0.1, worker 2 on the next, and so on (default: none)"
    )
    serve.add_argument(
        "--keep-days",
        metavar="N",
        help="forget tables where no game goes on, and unfinished lessons, so many days after their last change; only days count on which "
        "a server ran, so that a wrong clock forgets nothing (default: 0, never)",
    )
    serve.add_argument("--robots", metavar="PACE", help="how long robots take where no time runs: normal or quick (default: normal)")
    serve.add_argument("--no-browser", dest="browser", action="store_const", const="no", help="do not open the browser")


# What each command does


def run_serve(asked: argparse.Namespace) -> int:
    words = words_in(asked.lang)
    with refusals():
        settings = settings_of(asked)
        from filon.server.process.main import serve  # takes a second: a wrong setting is refused before

        code = serve(settings, lambda addresses: _announce(addresses, settings, words))
    print(words.say("serve.stopped"), flush=True)
    return code


def run_backup(asked: argparse.Namespace) -> int:
    from filon.house.stores.backup import back_up

    words = words_in(asked.lang)
    with refusals():
        settings = settings_of(asked)
        _check_backup(asked.file, settings)
        with progress_bar(words.say("backup.writing")) as progress:
            count = asyncio.run(_with_store(settings, lambda store: back_up(store, asked.file, progress)))
    print(words.say("backup.done", count=count, path=asked.file))
    return 0


def run_restore(asked: argparse.Namespace) -> int:
    from filon.house.stores.backup import check

    words = words_in(asked.lang)
    with refusals():
        check(asked.file)  # before a store is created for it
        taken, there = asyncio.run(_with_store(settings_of(asked), lambda store: _restored(store, asked.file, words)))
    print(words.say("restore.done", count=taken, there=there))
    return 0


async def _restored(store: Store, file: Path, words: Words) -> tuple[int, int]:
    from filon.house.stores.backup import restore
    from filon.house.stores.follow_backup import follow

    with progress_bar(words.say("restore.following")) as progress:
        follow(file, store.now(), progress)
    with progress_bar(words.say("restore.reading")) as progress:
        return await restore(store, file, progress)


# What they share


def settings_of(asked: argparse.Namespace) -> Settings:
    from filon.server.settings import read_settings

    repeated = {name: ",".join(said) for name in ("origin", "proxy") if (said := getattr(asked, name, None))}
    return read_settings({**vars(asked), **repeated}, os.environ)


@contextmanager
def refusals() -> Iterator[None]:
    from filon.house.stores.backup import BackupRefused
    from filon.house.stores.store import StoreRefused
    from filon.server.settings import SettingRefused

    try:
        yield
    except (SettingRefused, StoreRefused, BackupRefused) as error:
        raise Refused(str(error)) from None


@contextmanager
def progress_bar(what: str) -> Iterator[Callable[[int, int], None]]:
    """Show a progress bar on stderr if it is a terminal; call the result with the tables done and their total."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


async def _with_store(settings: Settings, work: Callable[[Store], Any]) -> Any:
    """Open the store for a backup or a restore; a server may be running on it."""
    from filon.server.process.stores import store_of

    store = store_of(settings)
    await store.open(for_backup=True)
    try:
        return await work(store)
    finally:
        await store.close()


def _check_backup(file: Path, settings: Settings) -> None:
    """Refuse a missing store, which opening would create, and a backup onto the store itself."""
    if settings.is_shared:
        return
    store = Path(settings.store)
    if not store.exists():
        raise Refused(f"{store}: expected a store to back up; found no such file")
    if file.resolve() == store.resolve():
        raise Refused(f"{file}: expected a file for the backup; found the store itself")


# When the server is ready


def _announce(addresses: list[str], settings: Settings, words: Words) -> None:
    own, *near = addresses
    print(words.say("serve.open", address=own), flush=True)
    if settings.lan:
        for address in near:
            print(words.say("serve.lan", address=address))
        print(qr_code(near[0], sys.stdout.isatty()) if near else words.say("serve.no-lan"), flush=True)
    if settings.browser and has_browser(os.environ):
        _open_browser(own)


def qr_code(address: str, is_terminal: bool) -> str:
    """A QR code as text; on a terminal in black on white, whatever its colours are."""
    import io

    import segno

    drawn = io.StringIO()
    segno.make(address, micro=False).terminal(drawn, border=2, compact=True)
    before, after = ("\x1b[97;40m", "\x1b[0m") if is_terminal else ("", "")
    return "\n".join(f"{before}{line}{after}" for line in drawn.getvalue().splitlines())


def has_browser(environment: Mapping[str, str], system: str = sys.platform) -> bool:
    """Whether a person at this machine can see a browser."""
    if environment.get("CI"):
        return False
    return system in ("darwin", "win32") or bool(environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"))


def _open_browser(address: str) -> None:
    """In a thread: some browsers start slowly."""
    import threading
    import webbrowser

    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
