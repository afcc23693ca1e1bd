"""`filon forget`: erase a person from finished games."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from filon.core.texts.words import Words
from filon.terminal.commands.common import AddCommand, Refused, words_in
from filon.terminal.commands.serve import STORE, progress_bar, refusals, settings_of

if TYPE_CHECKING:
    from filon.house.records.erasing import Erased
    from filon.house.stores.store import Store
    from filon.server.settings import Settings

EXAMPLES = """\
examples:
  filon forget --name Ada                          at every table of your store where somebody sat as Ada
  filon forget --table kX3b9QwErTyU --seat 2       at one table, those who sat on the second seat
  filon forget --name Ada --yes --store postgresql://filon@db/filon

It shows the tables first, and asks. Name and talk are erased; moves, scores and what was added to chance stay,
and `filon verify` says that one name was withdrawn. Tables opened before names were hashed have the name in
their proof: they are left alone unless you add --breaks-proof.
Stop `filon serve` first if games are kept in a file; with PostgreSQL the server may run.
Backups and files that people have saved are not changed. docs/erasing.md tells more.
"""


def add(command: AddCommand) -> None:
    forget = command("forget", "erase a person from finished games", run, epilog=EXAMPLES)
    forget.add_argument("--name", metavar="NAME", help="the person's name, as it was written")
    forget.add_argument("--table", metavar="ID", help="only this table (default: all)")
    forget.add_argument("--seat", type=int, metavar="N", help="only this seat of the table, 1 being the first")
    forget.add_argument("--breaks-proof", action="store_true", help="also at tables that cannot be verified any more afterwards")
    forget.add_argument("--yes", action="store_true", help="do not ask")
    forget.add_argument("--store", metavar="STORE", help=STORE)


def run(asked: argparse.Namespace) -> int:
    words = words_in(asked.lang)
    if asked.seat is not None and not asked.table:
        raise Refused("--seat: expected --table with it; found none")
    if asked.name is None and asked.seat is None:
        raise Refused("expected --name NAME, or --table ID --seat N; found neither")
    with refusals():
        settings = settings_of(asked)
        if not settings.is_shared and not Path(settings.store).exists():
            raise Refused(f"{settings.store}: expected a store; found no such file")
        return asyncio.run(_forget(settings, asked, words))


async def _forget(settings: Settings, asked: argparse.Namespace, words: Words) -> int:
    from filon.server.process.stores import store_of

    store = store_of(settings)
    await store.open(for_backup=settings.is_shared)  # a file is locked: its server would go on with what it has in memory
    try:
        found = await _found(store, asked, words)
        if not _may_go_on(found, asked, words):
            return 1
        with progress_bar(words.say("forget.erasing")) as progress:
            await _store_all(store, found, progress)
    finally:
        await store.close()
    print(words.say("forget.done", count=len(found)))
    return 0


async def _found(store: Store, asked: argparse.Namespace, words: Words) -> list[Erased]:
    """Every table without the person. A table in play is named and left out, unless it was asked for by its name."""
    from filon.house.records.erasing import EraseRefused, erase
    from filon.house.stores.store import NoSuchTable

    found: list[Erased] = []
    tables = [asked.table] if asked.table else await store.tables()
    with progress_bar(words.say("forget.looking")) as progress:
        for done, table in enumerate(tables, 1):
            try:
                if erased := await erase(store, table, _chooses(asked)):
                    found.append(erased)
            except EraseRefused as refused:
                if asked.table:
                    raise Refused(str(refused)) from None
                print(words.say("forget.in-play", table=table), file=sys.stderr)
            except NoSuchTable:
                if asked.table:
                    raise Refused(f"--table: expected a table of this store; found {asked.table!r}") from None
            progress(done, len(tables))
    return found


def _chooses(asked: argparse.Namespace) -> Callable[[int, str], bool]:
    return lambda seat, name: asked.name in (None, name) and asked.seat in (None, seat + 1)


def _may_go_on(found: list[Erased], asked: argparse.Namespace, words: Words) -> bool:
    if not found:
        print(words.say("forget.nobody"))
        return False
    for erased in found:
        seats = ", ".join(str(seat + 1) for seat in erased.seats)
        proof = f" {words.say('forget.breaks-proof')}" if erased.breaks_proof else ""
        print(words.say("forget.table", table=erased.card.table, game=erased.card.game, seats=seats) + proof)
    if not asked.breaks_proof and (broken := sum(erased.breaks_proof for erased in found)):
        raise Refused(
            f"expected --breaks-proof for {broken} of these tables, which cannot be verified afterwards; found none, and changed nothing"
        )
    if asked.yes or input(words.say("forget.sure", count=len(found)) + " ").strip().lower() == words.say("forget.yes"):
        return True
    print(words.say("forget.left"))
    return False


async def _store_all(store: Store, found: list[Erased], progress: Callable[[int, int], None]) -> None:
    from filon.house.stores.store import Conflict, NoSuchTable

    for done, erased in enumerate(found, 1):
        try:
            await store.rewrite(erased.card.table, erased.entries, erased.card)
        except (Conflict, NoSuchTable):
            raise Refused(
                f"table {erased.card.table}: something happened there meanwhile; {done - 1} of {len(found)} are done: run it again"
            ) from None
        progress(done, len(found))
    await store.scrub()
