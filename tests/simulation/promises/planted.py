"""Faults that are planted in the real code, each against one promise: a simulation that does not find them proves nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from msgspec import structs

from filon.core.seats import SPECTATOR, TIME
from filon.house import protocol, run_timers, service
from filon.house.commands import dispatch
from filon.house.commands.permissions import Caller
from filon.house.errors import CommandRefused
from filon.house.jobs.fair_queue import FairQueue
from filon.house.room import events
from filon.house.room.outcome import Outcome, add_events
from filon.house.room.room import Room
from filon.house.rooms import LoadedRoom
from filon.house.service import House
from filon.house.stalls import Heartbeat
from filon.house.stores.store import StoreRefused
from filon.house.timers import advance
from filon.house.updates import updates
from filon.house.updates.updates import Subscriber, viewpoint_of
from tests.simulation.promises.check import ACKNOWLEDGED, REFUSED, SECRETS, TOLD
from tests.simulation.promises.hourglass import HOURGLASS, STALL
from tests.simulation.promises.shares import SHARES

Plant = Callable[[pytest.MonkeyPatch], None]


def acknowledge_before_append(patch: pytest.MonkeyPatch) -> None:
    async def append(store: Any, *what: Any) -> None:
        with suppress(StoreRefused):
            await store.append(*what)

    async def begin(house: House, *what: Any) -> None:
        house.begin_task(append(house.store, *what))

    patch.setattr(House, "_store", begin)


def run_a_repeated_command_again(patch: pytest.MonkeyPatch) -> None:
    change = House.change

    async def without_id(house: House, table: str, command_id: str, *what: Any, **more: Any) -> tuple[Outcome, int]:
        return await change(house, table, "", *what, **more)

    patch.setattr(House, "change", without_id)


def show_a_spectator_a_seat(patch: pytest.MonkeyPatch) -> None:
    def wrong(room: Room, subscriber: Subscriber) -> int:
        seat = viewpoint_of(room, subscriber)
        return 0 if seat == SPECTATOR and room.live is not None else seat

    patch.setattr(updates, "viewpoint_of", wrong)


def name_the_devices(patch: pytest.MonkeyPatch) -> None:
    around = updates.around

    def careless(room: Room, holder: str, *what: Any) -> protocol.Around:
        return structs.replace(around(room, holder, *what), invite=room.host)

    patch.setattr(updates, "around", careless)


def call_a_sand_twice(patch: pytest.MonkeyPatch) -> None:
    def twice(room: Room, now: int) -> Outcome:
        outcome = advance(room, now)
        called = [line for line in outcome.events if isinstance(line, events.Moved) and line.seat == TIME]
        return Outcome(outcome.events + add_events(room, [*called], now).events)

    patch.setattr(run_timers, "advance", twice)


def call_a_sand_early(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(run_timers, "advance", lambda room, now: advance(room, now + 1_000))
    patch.setattr(service, "timers_of", lambda *asked: {kind: at - 1_000 for kind, at in run_timers.timers_of(*asked).items()})


def forget_a_sand(patch: pytest.MonkeyPatch) -> None:
    async def nothing(*asked: Any) -> None: ...

    patch.setattr(service, "run_time", nothing)


def lose_a_line_on_return(patch: pytest.MonkeyPatch) -> None:
    subscribe = House.subscribe

    async def forgetful(house: House, table: str, subscriber: Subscriber) -> LoadedRoom:
        subscriber.heard += subscriber.heard > 0
        return await subscribe(house, table, subscriber)

    patch.setattr(House, "subscribe", forgetful)


def trust_every_notification(patch: pytest.MonkeyPatch) -> None:
    async def nothing(house: House) -> None:
        await asyncio.sleep(0)

    patch.setattr(House, "catch_up", nothing)


def store_a_refused_command(patch: pytest.MonkeyPatch) -> None:
    run = dispatch.run

    def careless(room: Room, caller: Caller, command: protocol.AnyCommand, now: int) -> Outcome:
        try:
            return run(room, caller, command, now)
        except CommandRefused as refused:
            said = [events.Said(0, command.text)] if isinstance(command, protocol.Say) else []
            return Outcome(add_events(room, [*said], now).events, refused)

    patch.setattr(dispatch, "run", careless)


def charge_a_stall(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Heartbeat, "stalled", lambda _: 0)


def forgive_twice_the_stall(patch: pytest.MonkeyPatch) -> None:
    stalled = Heartbeat.stalled
    patch.setattr(Heartbeat, "stalled", lambda heart: 2 * stalled(heart))


def serve_in_order_of_arrival(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(FairQueue, "_rank", lambda _, slot: (slot.payer.is_last, slot.order))


def charge_nothing_for_work(patch: pytest.MonkeyPatch) -> None:
    give_back = FairQueue.give_back
    patch.setattr(FairQueue, "give_back", lambda queue, slot, _: give_back(queue, slot, 0.0))


def let_nobody_come_last(patch: pytest.MonkeyPatch) -> None:
    rank = FairQueue._rank
    patch.setattr(FairQueue, "_rank", lambda queue, slot: rank(queue, slot)[1:])


PLANTED: dict[Plant, str] = {
    acknowledge_before_append: ACKNOWLEDGED,
    run_a_repeated_command_again: ACKNOWLEDGED,
    show_a_spectator_a_seat: SECRETS,
    name_the_devices: SECRETS,
    call_a_sand_twice: HOURGLASS,
    call_a_sand_early: HOURGLASS,
    forget_a_sand: HOURGLASS,
    lose_a_line_on_return: TOLD,
    trust_every_notification: TOLD,
    store_a_refused_command: REFUSED,
    charge_a_stall: STALL,
    forgive_twice_the_stall: STALL,
    serve_in_order_of_arrival: SHARES,
    charge_nothing_for_work: SHARES,
    let_nobody_come_last: SHARES,
}
