"""`filon verify`: check a game file."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from filon.core.texts.words import Words
from filon.terminal.commands.common import AddCommand, Refused, read_text, words_in

if TYPE_CHECKING:
    from filon.house.records.game_file import GameFile
    from filon.house.records.verify_moves import Mismatch
    from filon.house.room.live import MoveRefused, UndoRefused

EXAMPLES = """\
examples:
  filon verify game.json                           follow a finished game again, without a network
  filon verify game.json --commit 3f60…            and hold it to the commitment that the table showed you

A file proves what it says only together with what you were shown while you played: the commitment, the
leaves and what you added to chance. docs/fairness.md tells what is proved and what is not.
"""


def add(command: AddCommand) -> None:
    verify = command("verify", "check a finished game: chance, rules, hands and times", run, epilog=EXAMPLES)
    verify.add_argument("file", type=Path, metavar="FILE")
    verify.add_argument("--commit", metavar="HEX", help="the commitment that the table showed before the game began")


def run(asked: argparse.Namespace) -> int:
    from filon.house.records.verify import verify, withdrawn
    from filon.house.records.verify_moves import Mismatch

    game, words = read_file(asked.file), words_in(asked.lang)
    try:
        checks = verify(game)
        if asked.commit not in (None, game.opened.commit):
            raise Mismatch("commitment", 1, asked.commit, game.opened.commit)
    except Mismatch as mismatch:
        print(f"✗ {_sentence(mismatch, words, game.game)}")
        return 1
    for check in checks:
        print(f"✓ {words.say(f'verify.{check.name}', count=check.count)}")
    if count := withdrawn(game):
        print(f"· {words.say('verify.withdrawn', count=count)}")
    print(f"{_contributors(game, words)} {words.say('verify.fits', table=game.table, commit=game.opened.commit)}")
    return 0


def read_file(path: Path) -> GameFile:
    from filon.house.records.game_file import GameFileRefused, read_game

    try:
        return read_game(read_text(path, "a game file"), str(path))
    except GameFileRefused as error:
        raise Refused(str(error)) from None


def _sentence(mismatch: Mismatch, words: Words, game: str) -> str:
    where = {"line": mismatch.line, "what": words.say(f"verify.what.{mismatch.check}"), "found": _text(mismatch.found, words)}
    if mismatch.refused:
        return words.say("verify.refused", **where, why=_why(mismatch.refused, words, game))
    return words.say("verify.unfit", **where, expected=_text(mismatch.expected, words))


def _why(refused: MoveRefused | UndoRefused, words: Words, game: str) -> str:
    """The refusal of the rules, with its clause."""
    from filon.core.game import load
    from filon.house.room.live import MoveRefused
    from filon.terminal.sentences import Sentences

    if not isinstance(refused, MoveRefused):
        return words.say(f"refused.{refused.reason}")
    return Sentences(load(game), [], load(game).words(words.language)).refusal(refused.refusal, refused.clause)


def _text(value: Any, words: Words) -> str:
    """A value as the file writes it; a Message in words."""
    from filon.house.records.verify_moves import Message

    if value is None:
        return words.say("verify.said.nothing")
    if isinstance(value, Message):
        return words.say(f"verify.said.{value.key}", **{name: _text(one, words) for name, one in value.values.items()})
    return json.dumps(value, ensure_ascii=False) if isinstance(value, list | tuple | dict) else str(value)


def _contributors(game: GameFile, words: Words) -> str:
    """The people who added entropy, in order; the last of them need not trust anyone else."""
    from filon.house.records.verify import contributors

    names = [name or words.say("somebody") for name in contributors(game)]
    return words.say("verify.added", names=", ".join(names)) if names else words.say("verify.not-added")
