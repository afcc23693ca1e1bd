"""Game files: a finished game as one JSON file with all that replaying and verifying it needs (docs/fairness.md)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from typing import Any, Literal

import msgspec

from filon.core.compiled.record import spoken, walk
from filon.core.seats import CHANCE
from filon.core.stream import Source
from filon.house.errors import CommandRefused, Reason
from filon.house.room import events
from filon.house.room.events import ENCODER, AnyEvent
from filon.house.room.live import LiveTable, MoveRefused, Played, PlayedRefused, UndoRefused, not_undone
from filon.house.room.room import Room, RoomBroken, ids_of

Draw = tuple[int, int]  # limit, and the number drawn below it
Numbered = tuple[int, int, AnyEvent]  # number, milliseconds since 1970, event

PRIVATE_FIELDS = {
    "sat": "holder",
    "carried": "holder",
    "lent": "digest",
    "rematch": "invite",
}  # by kind of line: the field that a file omits
SOMEBODY = "somebody"  # the value of a private field after reading
MOST_LINES = 50_000  # of one game, with its talk: the longest recorded game has 1,354
OMITTED_KINDS = {"opened", "said", "phrase"}  # of lines: the opening has a field of its own, talk stays private


class GameFileRefused(ValueError):
    """A file that is no finished game: file, place, expected, found."""


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
    """The version covers fairness.py and clock.py too: a change of theirs for new tables needs a new version."""

    filon: Literal["game"]
    version: Literal[1, 2]  # the version of its fairness: the key of version 2 has hashes of names and not names
    table: str
    game: str
    rules: int
    opened: Opening
    lines: list[dict[str, Any]]  # of the log, each with its number and time, without private fields
    talk: list[int]  # the numbers of omitted lines
    seq: int  # the number of the last line
    deal: list[Draw]
    throws: list[Draw]  # one for each move of Chance
    items: list[int]  # hidden items, in the order of the leaves
    scores: list[int]
    winners: list[int]
    ending: str
    moves: str  # a digest of all moves, with seat and time
    digest: str  # of the table at the end


# Writing


def require_over(room: Room) -> LiveTable:
    if room.live is None or not room.live.is_over:
        raise CommandRefused(Reason.NOT_OVER)
    return room.live


def game_file(room: Room) -> GameFile:
    """Replays the whole game, which takes as long."""
    live = require_over(room)
    if room.opened.pace == events.LESSON:
        raise CommandRefused(Reason.LESSON)
    numbered = [(number, when, event) for number, (when, event) in enumerate([*room.log], 1)]  # a copy: people may go on talking
    game, table, kinds = room.game, live.table, {number: _kind(event) for number, _, event in numbered}
    lines = [encode_event(*one) for one in numbered if kinds[one[0]] not in OMITTED_KINDS]
    return GameFile(
        filon="game",
        version=_version(room),
        table=room.opened.table,
        game=room.opened.game,
        rules=room.opened.rules,
        opened=_opening(room),
        lines=lines,
        talk=[number for number, kind in kinds.items() if kind in OMITTED_KINDS and number > 1],
        seq=len(numbered),
        deal=deal_draws(room),
        throws=list(_throws(room)),
        items=list(room.items),
        scores=list(game.scores(table)),
        winners=list(game.winners(table)),
        ending=spoken(game.ending(table)),
        moves=moves_digest(lines),
        digest=table_digest(table),
    )


def _version(room: Room) -> Literal[1, 2]:
    return 1 if room.opened.fairness == 1 else 2


def _kind(event: AnyEvent) -> str:
    return str(event.__struct_config__.tag)


def _opening(room: Room) -> Opening:
    """As the log begins: what the host changed later has lines of its own."""
    when, opened = room.log[0]
    return Opening(when, **{key: getattr(opened, key) for key in Opening.__struct_fields__ if key != "when"})


def encode_event(number: int, when: int, event: AnyEvent) -> dict[str, Any]:
    held = msgspec.json.decode(ENCODER.encode(event))
    return {"seq": number, "when": when, **{key: value for key, value in held.items() if key != PRIVATE_FIELDS.get(_kind(event))}}


def table_digest(table: Any) -> str:
    """SHA-256 of every number that differs from its start value: a field added later changes no earlier digest."""
    held = (f"{path} {value}\n" for path, field, value in walk(table) if value != field.start)
    return hashlib.sha256("".join(held).encode()).hexdigest()


def moves_digest(lines: list[dict[str, Any]]) -> str:
    """SHA-256 of the moves and take-backs: different moves may lead to the same table."""
    played = (line for line in lines if line["line"] in ("moved", "took-back"))
    rows = (f"{line['seq']} {line['seat']} {line['at']} {line.get('move', line.get('back_to'))}\n" for line in played)
    return hashlib.sha256("".join(rows).encode()).hexdigest()


class RecordedSource:
    """A source of chance that records its draws, each with its limit."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.draws: list[Draw] = []

    def below(self, limit: int) -> int:
        self.draws.append((limit, self.source.below(limit)))
        return self.draws[-1][1]


def deal_draws(room: Room) -> list[Draw]:
    source = RecordedSource(room.fairness.deal())
    room.playing.setup.deal(source)
    return source.draws


def _throws(room: Room) -> Iterator[Draw]:
    game, number = room.game, 0
    table = room.playing.setup.deal(room.fairness.deal())
    for played in not_undone(room.playing.played):
        game.stamp(table, played.at)
        if played.seat == CHANCE:
            limit = sum(game.odds(table, game.MOVES[move]) for move in game.legal(table, CHANCE))
            yield limit, room.fairness.throw(number).below(limit)
            number += 1
        game.apply(table, played.move)


def text_of(game: GameFile) -> str:
    """The file's text: one row for each key, and one for each line of the log."""
    held = msgspec.to_builtins(game)
    rows = ",\n".join(f"  {_json(line)}" for line in held["lines"])
    keys = [f" {_json(key)}: " + (f"[\n{rows}\n ]" if key == "lines" else _json(value)) for key, value in held.items()]
    return "{\n" + ",\n".join(keys) + "\n}\n"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


# Reading


def read_game(text: str, name: str) -> GameFile:
    """Refuse every text that `text_of` would not write."""
    try:
        held = json.loads(text, object_pairs_hook=_unique_keys, parse_constant=_refuse_constant)
        _check_kind(held)
        game = msgspec.convert(held, GameFile)
        check_length(len(game.lines) + len(game.talk))
        events_of(game)
    except json.JSONDecodeError as error:
        raise GameFileRefused(f"{name}: expected JSON; found {error}") from None
    except (ValueError, RecursionError) as error:  # errors of json and msgspec are ValueErrors and name the place
        raise GameFileRefused(f"{name}: {error or type(error).__name__}") from None
    return game


def _check_kind(held: Any) -> None:
    """Check what the file says it is before its content."""
    if not isinstance(held, dict) or held.get("filon") != "game":
        raise ValueError('expected a finished game, with "filon": "game"; found something else')
    if held.get("version") not in (1, 2):
        raise ValueError(f"expected a file of version 1 or 2; found {held.get('version')!r}, which this Filon does not know")


def check_length(lines: int) -> None:
    if lines > MOST_LINES:
        raise ValueError(f"expected at most {MOST_LINES} lines, with talk; found {lines}")


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    held = dict(pairs)
    if len(held) != len(pairs):
        raise ValueError(f"expected each key once; found one twice among {', '.join(key for key, _ in pairs)[:80]}")
    return held


def _refuse_constant(word: str) -> float:
    raise ValueError(f"expected a number; found {word}")


def events_of(game: GameFile) -> list[Numbered]:
    """The lines of the file as events; private fields hold SOMEBODY."""
    return [_decode_event(place, held) for place, held in enumerate(game.lines)]


def _decode_event(place: int, held: dict[str, Any]) -> Numbered:
    where, kind = f"$.lines[{place}]", held.get("line")
    if not isinstance(kind, str) or kind in OMITTED_KINDS:
        raise ValueError(f"Expected a line of the game, got {kind!r} - at `{where}.line`")
    if not all(type(held.get(key)) is int for key in ("seq", "when")):
        raise ValueError(f"Expected `int` for seq and when - at `{where}`")
    private = {PRIVATE_FIELDS[kind]: SOMEBODY} if kind in PRIVATE_FIELDS else {}
    try:
        event: AnyEvent = msgspec.convert({**held, **private}, AnyEvent)
    except msgspec.ValidationError as error:
        raise ValueError(str(error).replace("`$", f"`{where}")) from None
    number, when = held["seq"], held["when"]
    if encode_event(number, when, event) != held:
        raise ValueError(f"Expected {_json(encode_event(number, when, event))[:200]}, got other keys - at `{where}`")
    return number, when, event


def opened_of(game: GameFile) -> events.Opened:
    held = {key: getattr(game.opened, key) for key in game.opened.__struct_fields__ if key != "when"}
    return events.Opened(table=game.table, game=game.game, rules=game.rules, host=SOMEBODY, invite="", fairness=game.version, **held)


# Replaying


def live_of(game: GameFile, name: str) -> LiveTable:
    """Replay the file; the table at its end, with moves numbered from 1."""
    room, live = Room(), None
    room.add(opened_of(game), game.opened.when)
    for number, when, event in events_of(game):
        try:
            if isinstance(event, events.Began):
                live = room.deal(event)[1]
            elif isinstance(event, events.Moved | events.TookBack) and live:
                _follow(live, event)
            else:
                room.add(event, when)
        except (PlayedRefused, MoveRefused, UndoRefused, RoomBroken, ArithmeticError, LookupError, TypeError, ValueError) as error:
            raise GameFileRefused(f"{name}: line {number}: {error}") from None
    if live is None or not live.is_over:
        raise GameFileRefused(f"{name}: expected a game that is over")
    return live


def _follow(live: LiveTable, event: events.Moved | events.TookBack) -> None:
    if isinstance(event, events.TookBack):
        live.undo(event.seat, event.at)
    else:
        live.follow(Played(len(live.played) + 1, event.at, event.seat, live.game.MOVES[ids_of(live.game.name)[event.move]]))
