"""Lessons: real tables with a chance that everybody may know, and a robot that follows the game's script."""

from __future__ import annotations

from msgspec import structs

from filon.core.game import GameRefused, load
from filon.core.lesson import Lesson, lesson_of
from filon.house import protocol
from filon.house.commands.names import require_visible
from filon.house.commands.seats import SCRIPTED
from filon.house.errors import CommandRefused, Reason
from filon.house.new_table import opened
from filon.house.room import events
from filon.house.room.events import AnyEvent
from filon.house.room.fairness import commitment, new_salt
from filon.house.service import House


async def open_lesson(house: House, holder: str, name: str, asked: protocol.NewLesson) -> protocol.Made:
    """A new lesson, begun. Unfinished lessons of this device are deleted."""
    try:
        game = load(name)
    except GameRefused as refused:
        raise CommandRefused(Reason.NO_SUCH_GAME, str(refused)) from None
    require_visible(asked.name)
    await _delete_unfinished(house, holder)
    made = lesson_events(lesson_of(game), game.name, holder, asked.name)
    first = made[0]
    assert isinstance(first, events.Opened)
    await house.create(first.table, made, begin=True)
    return protocol.Made(first.table, first.invite)


def lesson_events(lesson: Lesson, game: str, holder: str, name: str) -> list[AnyEvent]:
    """The first events: those of any table, but for its secret and its pace."""
    first = opened(holder, protocol.NewTable(game, Lesson.SEATS, lesson.options))
    first = structs.replace(first, secret=lesson.secret, commit=commitment(lesson.secret), pace=events.LESSON)
    robot = lesson.robot if name != lesson.robot else f"{lesson.robot} 2"
    return [first, events.Sat(0, name, holder, salt=new_salt()), events.RobotSeated(1, SCRIPTED, robot, new_salt())]


async def _delete_unfinished(house: House, holder: str) -> None:
    for card in await house.store.cards(holder):
        if card.pace == events.LESSON:
            await house.store.delete(card.table)
            house.drop(card.table)
