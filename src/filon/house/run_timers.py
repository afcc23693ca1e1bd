"""Due timers: Time moves, or a robot speaks or is asked in another process and its answer goes the way of every command."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from filon.house.errors import CommandRefused
from filon.house.robots import phrases, turn
from filon.house.robots.pool import Question
from filon.house.room.card import PLAYING
from filon.house.room.outcome import Outcome
from filon.house.room.room import Room
from filon.house.rooms import LoadedRoom
from filon.house.stores.store import ROBOT, StoreRefused, Timer
from filon.house.timers import advance, timers_of

if TYPE_CHECKING:
    from filon.house.service import House

MOST_FAILURES = 3  # of a robot at one move, before the house plays any legal move for it


class NotDueYet(CommandRefused):
    """A pause of the server has put off the robot's move since the robot was asked."""


async def run_time(house: House, timer: Timer) -> None:
    await house.change(timer.table, "", lambda room, now: advance(room, max(now, timer.at)), by_timer=True)


async def run_robot(house: House, timer: Timer) -> None:
    if house.store.is_shared:
        await house.rooms.catch_up(timer.table)
    async with house.rooms.locked(timer.table) as loaded:
        room, number, now = loaded.room, len(loaded.room.moves), max(house.store.now(), timer.at)
        if timers_of(room, house.pause_factor, house.untimed_pause).get(ROBOT, now + 1) > now:
            return  # claimed twice: the first worker has moved, and the next turn has a timer of its own
        speaks, seat = phrases.is_due(room, now), turn.seat_to_move(room)
        question = turn.ask(room, seat, now) if seat is not None and not speaks else None
    if speaks:
        await _speak(house, timer)
    elif seat is not None and (timer.table, number) not in house.robots_asked:
        await _move(house, loaded, timer, number, seat, question)


async def _speak(house: House, timer: Timer) -> None:
    """A robot says a phrase; its move comes with the next timer."""

    def change(room: Room, now: int) -> Outcome:
        return Outcome(phrases.say(room, max(now, timer.at)) if room.status == PLAYING else [])

    await house.change(timer.table, "", change, by_timer=True)


async def _move(house: House, loaded: LoadedRoom, timer: Timer, number: int, seat: int, question: Question | None) -> None:
    try:
        choice = await _choice(house, loaded, timer.table, number, question)
        await _store_move(house, timer, number, seat, choice)
    except StoreRefused:
        raise
    except Exception:
        loaded.robot_failures = number, 1 + _failures(loaded, number)
        raise


async def _choice(house: House, loaded: LoadedRoom, table: str, number: int, question: Question | None) -> int:
    """The robot's choice; one that fails again and again does not stop its table."""
    if question is None:
        return 0
    if _failures(loaded, number) >= MOST_FAILURES:
        return turn.any_move(question)
    house.robots_asked.add((table, number))
    try:
        return await house.ask_robot(replace(question, payer=house.users.payer_of(loaded.room)))
    finally:
        house.robots_asked.discard((table, number))


async def _store_move(house: House, timer: Timer, number: int, seat: int, choice: int) -> None:
    def change(room: Room, now: int) -> Outcome:
        at = max(now, timer.at)
        if len(room.moves) != number or room.status != PLAYING or turn.seat_to_move(room) != seat:
            return Outcome()
        if room.clock.when_at(turn.due(room, seat, house.pause_factor, house.untimed_pause)) > at:
            raise NotDueYet(None)
        return turn.answer(room, seat, choice, at)

    with suppress(NotDueYet):  # the timer that is stored with the pause asks again
        await house.change(timer.table, f"robot.{number}", change, by_timer=True)


def _failures(loaded: LoadedRoom, number: int) -> int:
    return loaded.robot_failures[1] if loaded.robot_failures[0] == number else 0
