"""`filon replay`: step through a saved game."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from filon.terminal.commands.common import AddCommand, Refused, new_console, read_table, words_in

if TYPE_CHECKING:
    from filon.core.texts.words import Words
    from filon.house.room.live import LiveTable


def add(command: AddCommand) -> None:
    replay = command("replay", "step through a saved game", run)
    replay.add_argument("file", type=Path, metavar="FILE")
    replay.add_argument("--seat", type=int, metavar="N", help="see it as this seat saw it, 1 being the first (default: as a spectator)")
    replay.add_argument("--log", action="store_true", help="print the whole game log and stop")


def run(asked: argparse.Namespace) -> int:
    from filon.terminal.keys import Keyboard
    from filon.terminal.replay import Replay
    from filon.terminal.screen import Screen

    live, console, words = read_table(asked.file), new_console(), words_in(asked.lang)
    live.setup = replace(live.setup, names=[name or words.say("somebody") for name in live.setup.names])
    viewer = _viewer(asked.seat, live, words)
    if asked.log:
        screen = Screen(console, live, words)
        screen.log(viewer)
        if live.is_over:
            screen.result()
        return 0
    with Keyboard() as keys:
        Replay(live, console, words, keys, viewer).run()
    return 0


def _viewer(asked: int | None, live: LiveTable, words: Words) -> int:
    from filon.core.seats import SPECTATOR

    if asked is None:
        return SPECTATOR
    if not 1 <= asked <= len(live.setup.names):
        raise Refused(f"--seat: expected 1 to {len(live.setup.names)}; found {asked}")
    if not live.is_over:
        raise Refused(f"--seat: {words.say('replay.not-over')}")
    return asked - 1
