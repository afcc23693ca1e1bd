"""Replays: a finished game line by line from one viewpoint, for a page that knows no rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from msgspec import UNSET, structs

from filon.core.compiled.record import spoken
from filon.core.content import Page
from filon.core.game import GameRefused, load
from filon.core.label import OptionRefused
from filon.core.seats import SPECTATOR
from filon.core.stream import ScriptRefused
from filon.core.texts.notation import named
from filon.house import protocol
from filon.house.errors import CommandRefused, Reason
from filon.house.records.game_file import SOMEBODY, GameFile, check_length, events_of, opened_of, require_over
from filon.house.records.transcript import TranscriptRefused, parse
from filon.house.room import events
from filon.house.room.card import OVER
from filon.house.room.events import ENCODER, AnyEvent, Entry
from filon.house.room.fairness import Fairness
from filon.house.room.live import LiveTable, MoveRefused, Played, PlayedRefused, UndoRefused, replayed
from filon.house.room.moves import leaf_of
from filon.house.room.room import Room, RoomBroken
from filon.house.room.setup import Setup, box_content
from filon.house.updates.public_lines import public_line

When = tuple[int, AnyEvent]
UNFOLLOWED = (PlayedRefused, MoveRefused, UndoRefused, RoomBroken, ArithmeticError, LookupError, TypeError, ValueError)


def of_room(room: Room, seat: int | None) -> protocol.Replay:
    """Replay a finished table of this house from a seat, as a spectator, or with everything open."""
    require_over(room)
    return replay(room.log, seat)


def of_file(game: GameFile, seat: int | None) -> protocol.Replay:
    """Replay a game file from anywhere; it may be wrong on purpose."""
    try:
        _check_game(game)
        return replay(_file_events(game), seat)
    except GameRefused as refused:
        raise CommandRefused(Reason.NO_SUCH_GAME, str(refused)) from None
    except (OptionRefused, *UNFOLLOWED) as error:
        raise CommandRefused(Reason.FILE_REFUSED, str(error) or type(error).__name__) from None


def of_transcript(text: str, seat: int | None) -> protocol.Replay:
    """Replay a transcript of the terminal or the arena; it proves nothing."""
    try:
        setup, deal, played = parse(text, "file")
        _check_content(setup.game, setup.content)
        return replay(_transcript_events(setup, played), seat, TranscriptRoom(setup, deal))
    except (TranscriptRefused, ScriptRefused, *UNFOLLOWED) as error:
        raise CommandRefused(Reason.FILE_REFUSED, str(error) or type(error).__name__) from None


class TranscriptRoom(Room):
    """A room whose deal comes from a transcript and not from a secret; its hidden items are counted all the same."""

    def __init__(self, setup: Setup, deal: list[int]) -> None:
        super().__init__()
        self.setup, self.draws = setup, deal

    def deal(self, event: events.Began) -> tuple[Fairness, LiveTable]:
        return Fairness("0" * 64, "", {}, []), replayed(self.setup, self.draws, [], self.setup.chance())

    def add(self, event: AnyEvent, when: int) -> None:
        if isinstance(event, events.Moved):
            last = len(self.playing.played) - 1
            event = structs.replace(event, leaf=leaf_of(self, last, self.playing.played[last]))
        super().add(event, when)


def _transcript_events(setup: Setup, played: list[Played]) -> Iterator[When]:
    """The log that a table of this house would have: opening, seats, START, moves."""
    seats = len(setup.names)
    yield 0, events.Opened("", setup.game, setup.rules, setup.options, setup.content, seats, SOMEBODY, commit="", secret="", invite="")
    for seat, (name, robot) in enumerate(zip(setup.names, setup.robots, strict=True)):
        yield 0, events.RobotSeated(seat, robot, name) if robot else events.Sat(seat, name, SOMEBODY, "")
    yield 0, events.Began(setup.names, setup.options, [])
    for one in played:
        taken_back = events.TookBack(one.seat, one.at, one.back_to + seats + 2)
        yield 10 * one.at, events.Moved(one.seat, one.at, named(one.move)) if one.move else taken_back


def _check_game(game: GameFile) -> None:
    check_length(len(game.lines) + len(game.talk))
    box = load(game.game)
    box.label.check_seats(game.opened.seats)
    if not 1 <= game.rules <= box.label.rules:
        raise ValueError(f"$.rules: expected 1 to {box.label.rules}; found {game.rules}")
    _check_content(game.game, game.opened.content, "$.opened.")


def _check_content(game: str, content: dict[str, Any], where: str = "") -> None:
    """Only what the box prints, or printed before its file got another key: a game with another content may never end."""
    printed, held = (load(game).read_content(Page(data, f"{where}content")) for data in (box_content(game), content))
    if held != printed:
        raise ValueError(f"{where}content: expected that of the box; a game with another can be looked at with `filon replay`")


def _file_events(game: GameFile) -> Iterator[When]:
    """The log of the file, with an empty line of talk wherever one was omitted."""
    yield game.opened.when, opened_of(game)
    expected, talk = 2, set(game.talk)
    for number, when, event in events_of(game):
        while expected in talk and expected < number:
            yield when, events.Said(SPECTATOR, "")
            expected += 1
        if number != expected:
            raise ValueError(f"$.lines: expected line {expected}; found {number}")
        yield when, event
        expected += 1


def replay(log: Iterable[When], seat: int | None, empty: Room | None = None) -> protocol.Replay:
    """Follow the log from the viewpoint of `seat`; without a seat everything is open, since the game is over."""
    room, frames = empty or Room(), []
    for when, event in log:
        _follow(room, event, when)
        if seat is not None and not (seat == SPECTATOR or 0 <= seat < len(room.chairs)):
            raise CommandRefused(Reason.NO_SUCH_SEAT)
        frames.append(protocol.Frame(public_line(room, room.seq, seat, 0), _seen(room, event, seat)))
    if room.status != OVER and not (room.live and room.live.is_over):
        raise ValueError("expected a game that is over")
    return _whole(room, seat, frames)


def _follow(room: Room, event: AnyEvent, when: int) -> None:
    try:
        room.replay(Entry(room.seq + 1, when, "", [event]))
    except UNFOLLOWED as error:
        raise PlayedRefused(f"line {room.seq + 1}: {error or type(error).__name__}") from None


def _seen(room: Room, event: AnyEvent, seat: int | None) -> Any:
    """The view after an event that changed the table, without the printed content, which is sent once."""
    if room.live is None or not isinstance(event, events.Began | events.Moved | events.TookBack):
        return None
    view = room.live.view(seat)
    return msgspec.Raw(ENCODER.encode(view.replace(**dict.fromkeys(room.game.PRINTED.split(), UNSET))))


def _whole(room: Room, seat: int | None, frames: list[protocol.Frame]) -> protocol.Replay:
    game, table, opened = room.game, room.playing.table, room.opened
    return protocol.Replay(
        table=opened.table,
        game=opened.game,
        rules=opened.rules,
        options=room.playing.setup.options,
        content=opened.content,
        names=room.playing.setup.names,
        robots=[chair.robot for chair in room.chairs],
        numbers=[chair.number for chair in room.chairs],
        seat=SPECTATOR if seat is None else seat,
        is_open=seat is None,
        printed={name: getattr(table, name) for name in game.PRINTED.split()},
        frames=frames,
        scores=list(game.scores(table)),
        winners=list(game.winners(table)),
        ending=spoken(game.ending(table)),
    )
