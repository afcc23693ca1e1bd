"""`filon verify`: what is asked for on the command line, and what is said about each check."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from filon.core.texts.words import Words, read_words

if TYPE_CHECKING:
    from filon.house.gamefile import GameFile
    from filon.house.table import MoveRefused, UndoRefused
    from filon.house.verify_moves import Unfit

VERIFY = """\
examples:
  filon verify game.json                           follow a finished game again, without a network
  filon verify game.json --commit 3f60…            and hold it to the commitment that the table showed you

A file proves what it says only together with what you were shown while you played: the commitment, the
leaves and what you added to chance. docs/fairness.md tells what is proved and what is not.
"""


class VerifyingRefused(Exception):
    """Why a file cannot even be looked at."""


def add_verify(command: Callable[..., argparse.ArgumentParser]) -> None:
    verify = command("verify", "check a finished game: chance, rules, hands and times", run_verify, epilog=VERIFY)
    verify.add_argument("file", type=Path, metavar="FILE")
    verify.add_argument("--commit", metavar="HEX", help="the commitment that the table showed before the game began")


def run_verify(asked: argparse.Namespace) -> int:
    from filon.house.verify import verify
    from filon.house.verify_moves import Unfit

    game, words = read_file(asked.file), read_words(Path(__file__).parent, asked.lang)
    try:
        checks = verify(game)
        if asked.commit not in (None, game.opened.commit):
            raise Unfit("commitment", 1, asked.commit, game.opened.commit)
    except Unfit as unfit:
        print(f"✗ {_misfit(unfit, words, game.game)}")
        return 1
    for check in checks:
        print(f"✓ {words.say(f'verify.{check.name}', count=check.count)}")
    print(f"{_added(game, words)} {words.say('verify.fits', table=game.table, commit=game.opened.commit)}")
    return 0


def read_file(path: Path) -> GameFile:
    from filon.house.gamefile import GameFileRefused, read_game

    try:
        return read_game(path.read_text(encoding="utf-8"), str(path))
    except OSError as error:
        raise VerifyingRefused(f"{path}: expected a readable file; found {error.strerror}") from None
    except UnicodeDecodeError:
        raise VerifyingRefused(f"{path}: expected a finished game; found something that is no text") from None
    except GameFileRefused as error:
        raise VerifyingRefused(str(error)) from None


def _misfit(unfit: Unfit, words: Words, game: str) -> str:
    where = {"line": unfit.line, "what": words.say(f"verify.what.{unfit.check}"), "found": _told(unfit.found, words)}
    if unfit.refused:
        return words.say("verify.refused", **where, why=_why(unfit.refused, words, game))
    return words.say("verify.unfit", **where, expected=_told(unfit.expected, words))


def _why(refused: MoveRefused | UndoRefused, words: Words, game: str) -> str:
    """The law's own words."""
    from filon.core.game import load
    from filon.house.table import MoveRefused
    from filon.terminal.teller import Teller

    if not isinstance(refused, MoveRefused):
        return words.say(str(refused))
    return Teller(load(game), [], load(game).words(words.language)).refusal(refused.refusal, refused.clause)


def _told(value: Any, words: Words) -> str:
    """As it stands in a file; what is no value of a file, in words."""
    from filon.house.verify_moves import Said

    if value is None:
        return words.say("verify.said.nothing")
    if isinstance(value, Said):
        return words.say(f"verify.said.{value.key}", **{name: _told(one, words) for name, one in value.values.items()})
    return json.dumps(value, ensure_ascii=False) if isinstance(value, list | tuple | dict) else str(value)


def _added(game: GameFile, words: Words) -> str:
    """Who added to chance, the last one last: that one need trust nobody."""
    from filon.house.verify import stirrers

    names = stirrers(game)
    return words.say("verify.added", names=", ".join(names)) if names else words.say("verify.not-added")
