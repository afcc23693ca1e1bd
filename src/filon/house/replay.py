"""A finished game played again, line by line, as one pair of eyes saw it: what a page needs that knows no rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec
from msgspec import UNSET, structs

from filon.core.compiled.record import spoken
from filon.core.game import GameRefused, load
from filon.core.label import OptionRefused
from filon.core.seats import SPECTATOR
from filon.core.stream import ScriptRefused
from filon.core.texts.notation import facts, named
from filon.house import lines as log
from filon.house import wire
from filon.house.fair import Fairness
from filon.house.gamefile import SOMEBODY, GameFile, lines_of, opened_of
from filon.house.lines import AnyLine, Entry
from filon.house.moves import AskRefused, leaf_of
from filon.house.opening import boxed
from filon.house.paper import PaperRefused, read_sheet
from filon.house.room import Room, RoomBroken
from filon.house.setup import Setup
from filon.house.store import OVER
from filon.house.table import Line, LineRefused, LiveTable, MoveRefused, UndoRefused, replayed
from filon.house.telling import heard

When = tuple[int, AnyLine]
UNFOLLOWED = (LineRefused, MoveRefused, UndoRefused, RoomBroken, ArithmeticError, LookupError, TypeError, ValueError)


def of_room(room: Room, seat: int | None) -> wire.Replay:
    """Of a table of this house."""
    if room.live is None or not room.live.is_over:
        raise AskRefused("not-over")
    return replay(room.log, seat)


def of_file(game: GameFile, seat: int | None, hurry: Callable[[], None]) -> wire.Replay:
    """Of a file from anywhere: it may be wrong on purpose. `hurry` is called before each line, and raises when it takes too long."""
    try:
        _check_box(game)
        return replay(_lines(game), seat, hurry)
    except GameRefused as refused:
        raise AskRefused("no-such-game", detail=str(refused)) from None
    except (OptionRefused, *UNFOLLOWED) as error:
        raise AskRefused("file-refused", detail=str(error) or type(error).__name__) from None


def of_paper(text: str, seat: int | None, hurry: Callable[[], None]) -> wire.Replay:
    """Of a game on paper, as the terminal and the arena write it: it may be looked at, but proves nothing."""
    try:
        setup, deal, lines = read_sheet(text, "file")
        _check_content(setup.game, setup.content)
        return replay(_of_sheet(setup, lines), seat, hurry, Dealt(setup, deal))
    except (PaperRefused, ScriptRefused, *UNFOLLOWED) as error:
        raise AskRefused("file-refused", detail=str(error) or type(error).__name__) from None


class Dealt(Room):
    """A room whose deal is written down, and follows from no secret; what lay hidden is counted all the same."""

    def __init__(self, setup: Setup, deal: list[int]) -> None:
        super().__init__()
        self.setup, self.deal = setup, deal

    def dealt(self, line: log.Began) -> tuple[Fairness, LiveTable]:
        return Fairness("0" * 64, "", {}, []), replayed(self.setup, self.deal, [], self.setup.chance())

    def note(self, line: AnyLine, when: int) -> None:
        if isinstance(line, log.Moved):
            last = len(self.playing.lines) - 1
            line = structs.replace(line, leaf=leaf_of(self, last, self.playing.lines[last]))
        super().note(line, when)


def _of_sheet(setup: Setup, lines: list[Line]) -> Iterator[When]:
    """With what a table of the house has before its first move."""
    seats = len(setup.names)
    yield 0, log.Opened("", setup.game, setup.rules, setup.options, setup.content, seats, SOMEBODY, commit="", secret="", invite="")
    for seat, (name, robot) in enumerate(zip(setup.names, setup.robots, strict=True)):
        yield 0, log.Robot(seat, robot, name) if robot else log.Sat(seat, name, SOMEBODY, "")
    yield 0, log.Began(setup.names, setup.options, [])
    for line in lines:
        taken_back = log.TookBack(line.seat, line.at, line.back_to + seats + 2)
        yield 10 * line.at, log.Moved(line.seat, line.at, named(line.move)) if line.move else taken_back


def _check_box(game: GameFile) -> None:
    box = load(game.game)
    box.label.check_seats(game.opened.seats)
    if not 1 <= game.rules <= box.label.rules:
        raise ValueError(f"$.rules: expected 1 to {box.label.rules}; found {game.rules}")
    _check_content(game.game, game.opened.content, "$.opened.")


def _check_content(game: str, content: dict[str, Any], where: str = "") -> None:
    """Only what is in the box is dealt for strangers: other contents may never come to an end."""
    if content != boxed(game):
        raise ValueError(f"{where}content: expected that of the box; a game with another can be looked at with `filon replay`")


def _lines(game: GameFile) -> Iterator[When]:
    """With a silent line wherever there was talk."""
    yield game.opened.when, opened_of(game)
    expected, talk = 2, set(game.talk)
    for number, when, line in lines_of(game):
        while expected in talk and expected < number:
            yield when, log.Said(SPECTATOR, "")
            expected += 1
        if number != expected:
            raise ValueError(f"$.lines: expected line {expected}; found {number}")
        yield when, line
        expected += 1


def replay(lines: Iterable[When], seat: int | None, hurry: Callable[[], None] = lambda: None, empty: Room | None = None) -> wire.Replay:
    """Without a seat everything lies open, as it may when the game is over."""
    room, frames = empty or Room(), []
    for when, line in lines:
        hurry()
        _follow(room, line, when)
        if seat is not None and not (seat == SPECTATOR or 0 <= seat < len(room.chairs)):
            raise AskRefused("no-such-seat")
        frames.append(wire.Frame(_heard(room, seat), _seen(room, line, seat)))
    if room.status != OVER and not (room.live and room.live.is_over):
        raise ValueError("expected a game that is over")
    return _whole(room, seat, frames)


def _follow(room: Room, line: AnyLine, when: int) -> None:
    try:
        room.follow(Entry(room.seq + 1, when, "", [line]))
    except UNFOLLOWED as error:
        raise LineRefused(f"line {room.seq + 1}: {error or type(error).__name__}") from None


def _heard(room: Room, seat: int | None) -> wire.Heard:
    told = heard(room, room.seq, SPECTATOR if seat is None else seat, 0)
    line = room.log[-1][1]
    if seat is None and isinstance(line, log.Moved):
        return structs.replace(told, move=facts(room.playing.lines[-1].move))
    return told


def _seen(room: Room, line: AnyLine, seat: int | None) -> Any:
    """The table after a line that changed it, without what is printed: that is sent once."""
    if room.live is None or not isinstance(line, log.Began | log.Moved | log.TookBack):
        return None
    view = room.live.table if seat is None else room.live.view(seat)
    return msgspec.Raw(msgspec.json.encode(view.replace(**dict.fromkeys(room.game.PRINTED.split(), UNSET))))


def _whole(room: Room, seat: int | None, frames: list[wire.Frame]) -> wire.Replay:
    game, table, opened = room.game, room.playing.table, room.opened
    return wire.Replay(
        table=opened.table,
        game=opened.game,
        rules=opened.rules,
        options=room.playing.setup.options,
        content=opened.content,
        names=room.playing.setup.names,
        robots=[chair.robot for chair in room.chairs],
        seat=SPECTATOR if seat is None else seat,
        is_open=seat is None,
        printed={name: getattr(table, name) for name in game.PRINTED.split()},
        frames=frames,
        scores=list(game.scores(table)),
        winners=list(game.winners(table)),
        ending=spoken(game.ending(table)),
    )
