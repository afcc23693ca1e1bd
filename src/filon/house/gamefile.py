"""A finished game as one JSON file: all that is needed to look at it again and to check it (docs/fairness.md)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from typing import Any, Literal

import msgspec

from filon.core.compiled.record import spoken, walk
from filon.core.seats import CHANCE
from filon.core.stream import Source
from filon.house import lines as log
from filon.house.lines import ENCODER, AnyLine
from filon.house.moves import AskRefused
from filon.house.room import Room, ids_of
from filon.house.table import Line, LineRefused, LiveTable, MoveRefused, UndoRefused, standing

Draw = tuple[int, int]  # below how many, and what came
Numbered = tuple[int, int, AnyLine]  # number, when, line

HIDDEN = {"sat": "holder", "carried": "holder", "lent": "digest"}  # what a file does not tell of these lines
SOMEBODY = "somebody"  # stands in for it
LEFT_OUT = {"opened", "said", "phrase"}  # kinds of lines that are no lines of a file


class GameFileRefused(ValueError):
    """A file that is no finished game: the file, where in it, what was expected, what was found."""


class Opening(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    when: int
    options: dict[str, Any]
    content: dict[str, Any]
    seats: int
    commit: str
    secret: str
    is_public: bool
    pace: str
    before: str


class GameFile(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Version 1 also stands for what fair.py and clock.py do: where they change for tables to come, so does the version."""

    filon: Literal["game"]
    version: Literal[1]
    table: str
    game: str
    rules: int
    opened: Opening
    lines: list[dict[str, Any]]  # as they were kept, each with its number and time, but for what is private
    talk: list[int]  # the numbers of the lines that are left out
    seq: int  # the number of the last line
    deal: list[Draw]
    throws: list[Draw]  # one for each move of Chance
    items: list[int]  # what lay hidden, in the order of the leaves
    scores: list[int]
    winners: list[int]
    ending: str
    moves: str  # a digest of what was played, by whom and when
    digest: str  # of the table at the end


# Writing


def game_file(room: Room) -> GameFile:
    """It takes as long as following the whole game does."""
    if room.live is None or not room.live.is_over:
        raise AskRefused("not-over")
    if room.opened.pace == log.LESSON:
        raise AskRefused("lesson")
    numbered = [(number, when, line) for number, (when, line) in enumerate([*room.log], 1)]  # people may go on talking meanwhile
    game, table, kinds = room.game, room.live.table, {number: _kind(line) for number, _, line in numbered}
    lines = [written_line(*one) for one in numbered if kinds[one[0]] not in LEFT_OUT]
    return GameFile(
        filon="game",
        version=1,
        table=room.opened.table,
        game=room.opened.game,
        rules=room.opened.rules,
        opened=_opening(room),
        lines=lines,
        talk=[number for number, kind in kinds.items() if kind in LEFT_OUT and number > 1],
        seq=len(numbered),
        deal=deal_draws(room),
        throws=list(_throws(room)),
        items=list(room.items),
        scores=list(game.scores(table)),
        winners=list(game.winners(table)),
        ending=spoken(game.ending(table)),
        moves=moves_digest(lines),
        digest=digest(table),
    )


def _kind(line: AnyLine) -> str:
    return str(line.__struct_config__.tag)


def _opening(room: Room) -> Opening:
    opened = room.opened
    return Opening(room.log[0][0], **{key: getattr(opened, key) for key in Opening.__struct_fields__ if key != "when"})


def written_line(number: int, when: int, line: AnyLine) -> dict[str, Any]:
    held = msgspec.json.decode(ENCODER.encode(line))
    return {"seq": number, "when": when, **{key: value for key, value in held.items() if key != HIDDEN.get(_kind(line))}}


def digest(table: Any) -> str:
    """Of every number that is not what an empty table has there: a field that is added later changes no digest of before."""
    held = (f"{path} {value}\n" for path, field, value in walk(table) if value != field.start)
    return hashlib.sha256("".join(held).encode()).hexdigest()


def moves_digest(lines: list[dict[str, Any]]) -> str:
    """Of the moves themselves: two of them may lead to the same table."""
    played = (line for line in lines if line["line"] in ("moved", "took-back"))
    rows = (f"{line['seq']} {line['seat']} {line['at']} {line.get('move', line.get('back_to'))}\n" for line in played)
    return hashlib.sha256("".join(rows).encode()).hexdigest()


class Limited:
    """Passes a source on and keeps its draws, each with its limit."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.draws: list[Draw] = []

    def below(self, limit: int) -> int:
        self.draws.append((limit, self.source.below(limit)))
        return self.draws[-1][1]


def deal_draws(room: Room) -> list[Draw]:
    source = Limited(room.fairness.deal())
    room.playing.setup.deal(source)
    return source.draws


def _throws(room: Room) -> Iterator[Draw]:
    game, number = room.game, 0
    table = room.playing.setup.deal(room.fairness.deal())
    for line in standing(room.playing.lines):
        game.stamp(table, line.at)
        if line.seat == CHANCE:
            limit = sum(game.odds(table, game.MOVES[move]) for move in game.legal(table, CHANCE))
            yield limit, room.fairness.throw(number).below(limit)
            number += 1
        game.apply(table, line.move)


def text_of(game: GameFile) -> str:
    """One row for each key, and one for each line of the log."""
    held = msgspec.to_builtins(game)
    rows = ",\n".join(f"  {_json(line)}" for line in held["lines"])
    keys = [f" {_json(key)}: " + (f"[\n{rows}\n ]" if key == "lines" else _json(value)) for key, value in held.items()]
    return "{\n" + ",\n".join(keys) + "\n}\n"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


# Reading


def read_game(text: str, name: str) -> GameFile:
    """Strict: what is not written as above is refused."""
    try:
        held = json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)
        _check_kind(held)
        game = msgspec.convert(held, GameFile)
        lines_of(game)
    except json.JSONDecodeError as error:
        raise GameFileRefused(f"{name}: expected JSON; found {error}") from None
    except (ValueError, RecursionError) as error:  # those of json and of msgspec are ValueErrors, and say where
        raise GameFileRefused(f"{name}: {error or type(error).__name__}") from None
    return game


def _check_kind(held: Any) -> None:
    """Before anything in it is looked at."""
    if not isinstance(held, dict) or held.get("filon") != "game":
        raise ValueError('expected a finished game, with "filon": "game"; found something else')
    if held.get("version") != 1:
        raise ValueError(f"expected a file of version 1; found {held.get('version')!r}, which this Filon does not know")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    held = dict(pairs)
    if len(held) != len(pairs):
        raise ValueError(f"expected each key once; found one twice among {', '.join(key for key, _ in pairs)[:80]}")
    return held


def _no_number(word: str) -> float:
    raise ValueError(f"expected a number; found {word}")


def lines_of(game: GameFile) -> list[Numbered]:
    """The lines after the first, with a stand-in for what is private."""
    return [_read_line(place, held) for place, held in enumerate(game.lines)]


def _read_line(place: int, held: dict[str, Any]) -> Numbered:
    where, kind = f"$.lines[{place}]", held.get("line")
    if not isinstance(kind, str) or kind in LEFT_OUT:
        raise ValueError(f"Expected a line of the game, got {kind!r} - at `{where}.line`")
    if not all(type(held.get(key)) is int for key in ("seq", "when")):
        raise ValueError(f"Expected `int` for seq and when - at `{where}`")
    more = {HIDDEN[kind]: SOMEBODY} if kind in HIDDEN else {}
    try:
        line: AnyLine = msgspec.convert({**held, **more}, AnyLine)
    except msgspec.ValidationError as error:
        raise ValueError(str(error).replace("`$", f"`{where}")) from None
    number, when = held["seq"], held["when"]
    if written_line(number, when, line) != held:
        raise ValueError(f"Expected {_json(written_line(number, when, line))[:200]}, got other keys - at `{where}`")
    return number, when, line


def opened_of(game: GameFile) -> log.Opened:
    held = {key: getattr(game.opened, key) for key in game.opened.__struct_fields__ if key != "when"}
    return log.Opened(table=game.table, game=game.game, rules=game.rules, host=SOMEBODY, invite="", **held)


# Looking at it again


def live_of(game: GameFile, name: str) -> LiveTable:
    """The table at the end, its moves numbered from one on."""
    room, live = Room(), None
    room.note(opened_of(game), game.opened.when)
    for number, when, line in lines_of(game):
        try:
            if isinstance(line, log.Began):
                live = room.dealt(line)[1]
            elif isinstance(line, log.Moved | log.TookBack) and live:
                _again(live, line)
            else:
                room.note(line, when)
        except (LineRefused, MoveRefused, UndoRefused, ArithmeticError, LookupError, TypeError, ValueError) as error:
            raise GameFileRefused(f"{name}: line {number}: {error}") from None
    if live is None or not live.is_over:
        raise GameFileRefused(f"{name}: expected a game that is over")
    return live


def _again(live: LiveTable, line: log.Moved | log.TookBack) -> None:
    if isinstance(line, log.TookBack):
        live.undo(line.seat, line.at)
    else:
        live.follow(Line(live.seq + 1, line.at, line.seat, live.game.MOVES[ids_of(live.game.name)[line.move]]))
