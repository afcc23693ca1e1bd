"""What happens at a table when it is woken: Time moves, a robot speaks or moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from filon.house.commands import play
from filon.house.commands.play import Outcome
from filon.house.robots.phrases import heckled, is_due
from filon.house.robots.pool import Question
from filon.house.room.room import Room
from filon.house.stores.store import PLAYING, ROBOT, StoreRefused, Wake

if TYPE_CHECKING:
    from filon.house.service import House, LoadedRoom

STUMBLES = 3  # times that a robot may fail at one move


async def time_wakes(house: House, wake: Wake) -> None:
    await house.keep(wake.table, "", lambda room, now: play.wake(room, max(now, wake.at)), is_woken=True)


async def robot_wakes(house: House, wake: Wake) -> None:
    """A robot hears its news, thinks beside the table, and answers through the same door."""
    if house.store.is_shared:
        await house.catch_up(wake.table)
    async with house.still(wake.table) as hosted:
        room, number, now = hosted.room, len(hosted.room.moves), max(house.store.now(), wake.at)
        if play.wakes(room, house.pause, house.calm).get(ROBOT, now + 1) > now:
            return  # lent twice: whoever had it first has moved, and what comes next waits for its own time
        speaks, seat = is_due(room, now), play.robot_to_move(room)
        question = play.question(room, seat, now) if seat is not None and not speaks else None
    if speaks:
        await _speak(house, wake)
    elif seat is not None and (wake.table, number) not in house.pondering:
        await _move(house, hosted, wake, number, seat, question)


async def _speak(house: House, wake: Wake) -> None:
    """A robot says something; what it does comes after."""

    def answer(room: Room, now: int) -> Outcome:
        return Outcome(heckled(room, max(now, wake.at)) if room.status == PLAYING else [])

    await house.keep(wake.table, "", answer, is_woken=True)


async def _move(house: House, hosted: LoadedRoom, wake: Wake, number: int, seat: int, question: Question | None) -> None:
    try:
        choice = await _choice(house, hosted, wake.table, number, question)
        await _keep_move(house, wake, number, seat, choice)
    except StoreRefused:
        raise
    except Exception:
        hosted.stumbled = number, 1 + _stumbles(hosted, number)
        raise


async def _choice(house: House, hosted: LoadedRoom, table: str, number: int, question: Question | None) -> int:
    """What a robot would do; one that fails again and again does not stop its table."""
    if question is None:
        return 0
    if _stumbles(hosted, number) >= STUMBLES:
        return play.any_move(question)
    house.pondering.add((table, number))
    try:
        return await house.think(question)
    finally:
        house.pondering.discard((table, number))


async def _keep_move(house: House, wake: Wake, number: int, seat: int, choice: int) -> None:
    def answer(again: Room, now: int) -> Outcome:
        if len(again.moves) != number or again.status != PLAYING or play.robot_to_move(again) != seat:
            return Outcome()
        moved = play.robot_moves(again, seat, choice, max(now, wake.at))
        return Outcome(moved.lines) if moved.lines else moved  # if the sand was quicker, that is nobody's mistake

    await house.keep(wake.table, f"robot.{number}", answer, is_woken=True)


def _stumbles(hosted: LoadedRoom, number: int) -> int:
    return hosted.stumbled[1] if hosted.stumbled[0] == number else 0
