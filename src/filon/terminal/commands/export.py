"""`filon export`: the finished games of a server as rows of a Parquet file."""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from filon.core.texts.words import Words
from filon.terminal.commands.common import AddCommand, Refused, research_needed, words_in
from filon.terminal.commands.serve import STORE, progress_bar, refusals, settings_of

if TYPE_CHECKING:
    from filon.house.room.live import LiveTable
    from filon.house.stores.store import Store
    from filon.server.settings import Settings

EXAMPLES = """\
examples:
  filon export games.parquet                       every finished game of your store
  filon export games.parquet --names --store postgresql://filon@db/filon
  filon replay games.parquet#17                    open the 17th of them

One row is one game: options, deal, moves, result. Names and the ids of tables are left out unless you ask
for them; talk, devices and times of day are never in it. docs/data.md describes the columns.
The server may run meanwhile.
"""


def add(command: AddCommand) -> None:
    export = command("export", "write the finished games of a server to a Parquet file", run, epilog=EXAMPLES)
    export.add_argument("file", type=Path, metavar="FILE.parquet")
    export.add_argument("--names", action="store_true", help="with the names of people and the ids of tables")
    export.add_argument("--store", metavar="STORE", help=STORE)


def run(asked: argparse.Namespace) -> int:
    words = words_in(asked.lang)
    if asked.file.exists():
        raise Refused(f"{asked.file}: expected a new file; found one that is there")
    if not asked.file.parent.is_dir():
        raise Refused(f"{asked.file}: expected a file in a folder that is there; found no folder {asked.file.parent}")
    with research_needed(), refusals():
        settings = settings_of(asked)
        if not settings.is_shared and not Path(settings.store).exists():
            raise Refused(f"{settings.store}: expected a store; found no such file")
        count = asyncio.run(_exported(settings, asked, words))
    print(words.say("export.done", count=count, path=asked.file))
    return 0


async def _exported(settings: Settings, asked: argparse.Namespace, words: Words) -> int:
    from filon.research.study.game_rows import content_digest, row_of
    from filon.research.study.parquet import write_games
    from filon.server.process.stores import store_of

    store = store_of(settings)
    await store.open(for_backup=True)
    try:
        games = await _finished(store, words)
    finally:
        await store.close()
    rows = [row_of(live, table if asked.names else None, number, asked.names) for number, (table, live) in enumerate(games)]
    try:
        write_games(asked.file, rows, {content_digest(live.setup.content): live.setup.content for _, live in games})
    except OSError as error:
        raise Refused(f"{asked.file}: expected a file that can be written; found {error.strerror}") from None
    return len(rows)


async def _finished(store: Store, words: Words) -> list[tuple[str, LiveTable]]:
    """Finished games in the order of their tables' ids, which does not tell when they were opened; lessons are left out."""
    from filon.house.room.room import RoomBroken
    from filon.house.stores.store import NoSuchTable

    found: list[tuple[str, LiveTable]] = []
    tables = sorted(await store.tables())
    with progress_bar(words.say("export.reading")) as progress:
        for done, table in enumerate(tables, 1):
            try:
                if live := await _game(store, table):
                    found.append((table, live))
            except NoSuchTable:
                pass  # it was deleted meanwhile
            except RoomBroken as error:
                print(words.say("export.broken", table=table, why=error), file=sys.stderr)
            progress(done, len(tables))
    return found


async def _game(store: Store, table: str) -> LiveTable | None:
    from filon.house.room.card import CLOSED, OVER
    from filon.house.room.events import LESSON
    from filon.house.room.room import Room

    if (await store.card(table)).status not in (OVER, CLOSED):
        return None
    room = Room()
    for entry in await store.read(table):
        room.replay(entry)
    return room.live if room.live and room.live.is_over and room.opened.pace != LESSON else None
