"""New tables, as a person asks for them."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from filon.core.content import ContentRefused
from filon.core.game import GameRefused, load
from filon.core.label import OptionRefused
from filon.house import protocol
from filon.house.commands.names import require_visible
from filon.house.commands.seats import free_robot_name, level_called
from filon.house.errors import CommandRefused, Reason
from filon.house.room import events
from filon.house.room.card import PLAYING, WAITING
from filon.house.room.events import AnyEvent
from filon.house.room.fairness import FAIRNESS, commitment, new_salt
from filon.house.room.setup import box_content

if TYPE_CHECKING:
    from filon.house.service import House

MOST_OPEN = 50  # tables of one host that wait or play


async def open_table(house: House, holder: str, asked: protocol.NewTable) -> protocol.Made:
    """A new table, with the caller as its host."""
    await _require_few_tables(house, holder)
    first = opened(holder, asked)
    made: list[AnyEvent] = [first, *_taken(asked, holder)]
    if asked.begin and len(made) <= asked.seats:
        raise CommandRefused(Reason.FREE_CHAIRS)
    await house.create(first.table, made, asked.begin)
    return protocol.Made(first.table, first.invite)


async def _require_few_tables(house: House, holder: str) -> None:
    own = [card for card in await house.store.cards(holder, MOST_OPEN * 2) if card.host == holder]
    if sum(card.status in (WAITING, PLAYING) and card.pace != events.LESSON for card in own) >= MOST_OPEN:
        raise CommandRefused(Reason.TOO_MANY_TABLES)


def opened(holder: str, asked: protocol.NewTable, before: str = "") -> events.Opened:
    """The first event. The server draws its secret and commits to it now, before anybody sits."""
    try:
        game = load(asked.game)
        game.label.check_seats(asked.seats)
        options = game.label.choose(asked.options, asked.seats)
        content = box_content(game.name)
    except GameRefused as refused:
        raise CommandRefused(Reason.NO_SUCH_GAME, str(refused)) from None
    except (OptionRefused, ContentRefused) as refused:
        raise CommandRefused(Reason.OPTION_REFUSED, str(refused)) from None
    secret = secrets.token_hex(32)
    return events.Opened(
        table=secrets.token_urlsafe(9),
        game=game.name,
        rules=game.label.rules,
        options=options,
        content=content,
        seats=asked.seats,
        host=holder,
        commit=commitment(secret),
        secret=secret,
        invite=secrets.token_urlsafe(16),
        is_public=asked.is_public,
        pace=asked.pace,
        before=before,
        fairness=FAIRNESS,
        hints=len(asked.robots) == asked.seats - 1 if asked.hints is None else asked.hints,
    )


def _taken(asked: protocol.NewTable, holder: str) -> list[AnyEvent]:
    """The host on the first chair, robots on the last."""
    people = 0 if asked.name is None else 1
    if people + len(asked.robots) > asked.seats:
        raise CommandRefused(Reason.TOO_FEW_CHAIRS)
    if asked.name is not None:
        require_visible(asked.name)
    made: list[AnyEvent] = [] if asked.name is None else [events.Sat(0, asked.name, holder, asked.entropy, salt=new_salt())]
    names = [asked.name or ""]
    for seat, level in enumerate(asked.robots, asked.seats - len(asked.robots)):
        names.append(free_robot_name(level_called(level), names))
        made.append(events.RobotSeated(seat, level_called(level), names[-1], new_salt()))
    return made
