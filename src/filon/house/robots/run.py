"""Runs a robot's timer: the robot speaks, or it is asked beside the table and its answer goes the way of every command."""

from __future__ import annotations

from typing import TYPE_CHECKING

from filon.house.robots import phrases, turn
from filon.house.robots.pool import Question
from filon.house.room.outcome import Outcome
from filon.house.room.room import Room
from filon.house.stores.store import PLAYING, ROBOT, StoreRefused, Timer
from filon.house.timers import timers_of

if TYPE_CHECKING:
    from filon.house.service import House, LoadedRoom

MOST_FAILURES = 3  # of a robot at one move, before the house plays any legal move for it


async def run_robot(house: House, wake: Timer) -> None:
    if house.store.is_shared:
        await house.catch_up(wake.table)
    async with house.still(wake.table) as hosted:
        room, number, now = hosted.room, len(hosted.room.moves), max(house.store.now(), wake.at)
        if timers_of(room, house.pause, house.calm).get(ROBOT, now + 1) > now:
            return  # claimed twice: the first worker has moved, and the next turn has a timer of its own
        speaks, seat = phrases.is_due(room, now), turn.seat_to_move(room)
        question = turn.ask(room, seat, now) if seat is not None and not speaks else None
    if speaks:
        await _speak(house, wake)
    elif seat is not None and (wake.table, number) not in house.pondering:
        await _move(house, hosted, wake, number, seat, question)


async def _speak(house: House, wake: Timer) -> None:
    """A robot says a phrase; its move comes with the next timer."""

    def answer(room: Room, now: int) -> Outcome:
        return Outcome(phrases.say(room, max(now, wake.at)) if room.status == PLAYING else [])

    await house.keep(wake.table, "", answer, is_woken=True)


async def _move(house: House, hosted: LoadedRoom, wake: Timer, number: int, seat: int, question: Question | None) -> None:
    try:
        choice = await _choice(house, hosted, wake.table, number, question)
        await _store_move(house, wake, number, seat, choice)
    except StoreRefused:
        raise
    except Exception:
        hosted.robot_failures = number, 1 + _failures(hosted, number)
        raise


async def _choice(house: House, hosted: LoadedRoom, table: str, number: int, question: Question | None) -> int:
    """The robot's choice; one that fails again and again does not stop its table."""
    if question is None:
        return 0
    if _failures(hosted, number) >= MOST_FAILURES:
        return turn.any_move(question)
    house.pondering.add((table, number))
    try:
        return await house.think(question)
    finally:
        house.pondering.discard((table, number))


async def _store_move(house: House, wake: Timer, number: int, seat: int, choice: int) -> None:
    def answer(room: Room, now: int) -> Outcome:
        if len(room.moves) != number or room.status != PLAYING or turn.seat_to_move(room) != seat:
            return Outcome()
        return turn.answer(room, seat, choice, max(now, wake.at))

    await house.keep(wake.table, f"robot.{number}", answer, is_woken=True)


def _failures(hosted: LoadedRoom, number: int) -> int:
    return hosted.robot_failures[1] if hosted.robot_failures[0] == number else 0
