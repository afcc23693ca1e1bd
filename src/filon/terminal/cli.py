"""`filon`: the command line."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

from filon import __version__
from filon.core.content import ContentRefused
from filon.core.game import GameRefused
from filon.core.label import OptionRefused
from filon.core.texts.visible import visible
from filon.core.texts.words import LANGUAGES
from filon.terminal.commands import arena, export, forget, info, mcp, play, replay, serve, study, verify
from filon.terminal.commands.common import INTERRUPTED, Refused

ABOUT = """\
Filon: out-of-print treasure-hunt board games, playable again by the letter of their rules.

An unofficial edition in its own words and with its own art; the games belong to their designers and publishers.
The environment variable FILON_GAMES names folders with games of your own (FILON_GAMES=folder:folder).
"""
PIPE_CLOSED = 141  # exit code of a shell after SIGPIPE


def main(arguments: list[str] | None = None) -> int:
    try:
        asked = parser().parse_args(arguments)
        code = int(asked.run(asked))
        sys.stdout.flush()
        return code
    except BrokenPipeError:  # the reader, such as `head`, has closed the pipe
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED
    except (KeyboardInterrupt, EOFError):
        print(file=sys.stderr)
        return INTERRUPTED
    except (Refused, GameRefused, OptionRefused, ContentRefused) as error:
        print(f"filon: {visible(str(error))}", file=sys.stderr)
        return 2


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(prog="filon", description=ABOUT, formatter_class=argparse.RawDescriptionHelpFormatter)
    top.add_argument("--version", action="version", version=f"filon {__version__}")
    commands = top.add_subparsers(title="commands", required=True, metavar="COMMAND")
    for module in (play, replay, info, serve, export, forget, verify, arena, study, mcp):
        module.add(partial(_command, commands))
    return top


def _command(commands: Any, name: str, help: str, run: Callable[[argparse.Namespace], int], **more: Any) -> argparse.ArgumentParser:
    made: argparse.ArgumentParser = commands.add_parser(
        name, help=help, description=more.pop("description", help), formatter_class=argparse.RawDescriptionHelpFormatter, **more
    )
    made.set_defaults(run=run)
    made.add_argument("--lang", choices=LANGUAGES, default=_language(), help="the language of the table (default: yours, here %(default)s)")
    return made


def _language() -> str:
    spoken = (os.environ.get("LC_ALL") or os.environ.get("LANG") or "")[:2]
    return spoken if spoken in LANGUAGES else "en"
