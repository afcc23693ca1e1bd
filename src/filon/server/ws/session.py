"""One client's session: it says Hello for one table and one seat, then sends commands; it is sent answers, and updates as they happen."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

import msgspec
from aiohttp import WSMessage, WSMsgType

from filon.house import protocol
from filon.house.commands.chat import phrases
from filon.house.commands.permissions import Caller, is_sent_away, may_enter
from filon.house.commands.seats import carried, digest
from filon.house.errors import CommandRefused, Reason
from filon.house.room.card import PLAYING
from filon.house.room.events import ENCODER
from filon.house.room.room import Room
from filon.house.rooms import LoadedRoom
from filon.house.stores.store import NoSuchTable, StoreRefused
from filon.house.updates.updates import Subscriber
from filon.server.access.limits import Cancellable, limit_key
from filon.server.http.problems import DETAIL_LENGTH, REFUSALS, detail_of, refusal
from filon.server.state import AppState
from filon.server.transport.frames import FRAME_COST
from filon.server.ws.connection import FAILED, GOING_AWAY, REFUSED, TRY_LATER, Connection
from filon.server.ws.round_trip import RoundTrip
from filon.server.ws.send_queue import SendQueue

DECODER = msgspec.json.Decoder(protocol.FromClient)
GAME_COMMANDS = protocol.Play | protocol.Undo | protocol.Grab | protocol.Pull  # commands of the game: it ends, and its log with it
# Tokens, of which the frame took one: a malformed message is a bug or a probe, and Hello is answered with a log.
MALFORMED_COST, HELLO_COST = 5, 5
SILENT_SECONDS, DEAD_SECONDS = 20, 40  # without a frame from the client: then it is sent a ping frame; then it is closed
RETRY_SECONDS = 1.0  # before an update is tried again that the store could not give


class Subscription(NamedTuple):
    table: str
    loaded: LoadedRoom
    subscriber: Subscriber
    invite: str


class Session:
    __slots__ = (
        "_address",
        "_connection",
        "_device",
        "_house",
        "_is_busy",
        "_queue",
        "_round_trip",
        "_silent",
        "_state",
        "_subscription",
        "_timer",
        "_waiting",
        "_welcomed",
    )

    def __init__(self, state: AppState, connection: Connection, device: str, address: str) -> None:
        self._state, self._house, self._connection, self._device, self._address = state, state.house, connection, device, address
        self._round_trip = RoundTrip(state.clock)
        self._queue = SendQueue(connection, state.clock, state.limits, self._make_update, self._round_trip.ping)
        self._subscription: Subscription | None = None
        self._is_busy = False
        self._welcomed = -1  # the set-up of the room that the last Welcome told; -1 before the first
        self._silent = 0.0  # seconds without a frame from the client
        self._waiting: asyncio.Task[None] | None = None  # for a room that is locked
        self._timer: Cancellable = state.clock.later(state.limits.hello_seconds, self._expected_hello)

    async def run(self) -> None:
        """Serve until the connection ends. A command is answered before the next one is read."""
        try:
            while message := await self._connection.receive():
                self._silent = 0.0
                await self._received(message)
        except Exception as error:
            self._fail(error)
        finally:
            self._end()
            await self._connection.ended()

    def shut_down(self) -> None:
        """Close the connection because the server stops."""
        self._connection.fail(GOING_AWAY)

    def _fail(self, error: Exception) -> None:
        self._house.failed(error)
        self._queue.close(FAILED)

    def _end(self) -> None:
        self._timer.cancel()
        if self._waiting is not None:
            self._waiting.cancel()
        self._queue.stop()
        self._unsubscribe()

    # Receiving

    async def _received(self, message: WSMessage) -> None:
        if message.type in (WSMsgType.TEXT, WSMsgType.BINARY):
            await self._decode(message.data)
        elif message.type is WSMsgType.PING:
            self._connection.pong(message.data)

    async def _decode(self, sent: str | bytes) -> None:
        try:
            said, wrong = DECODER.decode(sent if isinstance(sent, str) else ""), ""
        except (msgspec.MsgspecError, RecursionError) as error:
            said, wrong = None, str(error)[:DETAIL_LENGTH] if isinstance(sent, str) else "expected JSON as text"
        if (cost := _cost(said)) > FRAME_COST and not self._connection.frames.tokens.take(cost - FRAME_COST):
            self._connection.fail(REFUSED, "too many messages")
        elif self._queue.closing:
            return
        elif said is None:
            self._refuse("", CommandRefused(Reason.MALFORMED, wrong))
        else:
            await self._handle(said)

    async def _handle(self, said: protocol.FromClient) -> None:
        if isinstance(said, protocol.Pong):
            return self._round_trip.pong(said.number)
        self._is_busy = True
        try:
            if isinstance(said, protocol.Hello):
                await self._hello(said)
            elif self._subscription is None:
                self._refuse(said.id, CommandRefused(Reason.HELLO_FIRST), REFUSED)
            else:
                await self._run_command(self._subscription, said)
        except Exception as error:
            self._fail(error)
        finally:
            self._is_busy = False

    async def _run_command(self, subscription: Subscription, command: protocol.AnyCommand) -> None:
        subscriber = subscription.subscriber
        caller = Caller(subscriber.holder, subscriber.seat, self._round_trip.milliseconds, subscription.loaded.presence.away)
        try:
            if not isinstance(command, GAME_COMMANDS) and not self._state.lines.take(self._address):
                raise CommandRefused(Reason.TOO_OFTEN)
            answer: protocol.Done | protocol.Refused = await self._house.run(subscription.table, caller, command)
        except REFUSALS as error:
            answer = _refused(command.id, self._logged(error))
        self._queue.answer(answer)

    def _logged(self, error: Exception) -> CommandRefused:
        if isinstance(error, StoreRefused):
            self._house.failed(error)
        return refusal(error)

    def _refuse(self, command_id: str, refused: CommandRefused, code: int = 0) -> None:
        """Answer with the reason, and close the connection if there is a close code."""
        self._queue.answer(_refused(command_id, refused))
        if code:
            self._queue.close(code, refused.key)

    # Subscribing

    async def _hello(self, hello: protocol.Hello) -> None:
        """Subscribe to another table or seat; a table that this device may not enter does not exist for it."""
        try:
            subscription = await self._subscribe(hello, self._holder(hello))
        except REFUSALS as error:
            refused = self._logged(error)
            return self._refuse("", refused, TRY_LATER if refused.reason == Reason.STORE else REFUSED)
        is_first = self._subscription is None
        self._unsubscribe()
        self._subscription, self._welcomed = subscription, -1
        self._queue.update()
        if is_first:
            self._tick()

    def _holder(self, hello: protocol.Hello) -> str:
        holder = digest(hello.token) if hello.token else self._device
        if not holder:
            raise CommandRefused(Reason.NO_DEVICE)
        return holder

    async def _subscribe(self, hello: protocol.Hello, holder: str) -> Subscription:
        refused = await self._carry(hello, holder) if hello.carry else None
        async with self._house.rooms.locked(hello.table) as loaded:
            if not may_enter(loaded.room, holder, hello.invite):
                raise NoSuchTable(hello.table)
            if refused:
                raise refused
        self._house.users.note(holder, limit_key(self._address))
        subscriber = Subscriber(holder, hello.seat, self._changed, heard=hello.after)
        return Subscription(hello.table, await self._house.subscribe(hello.table, subscriber), subscriber, hello.invite)

    async def _carry(self, hello: protocol.Hello, holder: str) -> CommandRefused | None:
        """Move a seat to this device by its pass. The same pass from the same device changes nothing the second time."""
        command = f"{holder[:16]}.carry-{digest(hello.carry)[:16]}"
        try:
            await self._house.change(hello.table, command, lambda room, now: carried(room, holder, hello.seat, hello.carry, now))
        except CommandRefused as refused:
            return refused
        return None

    def _unsubscribe(self) -> None:
        if self._subscription:
            self._house.unsubscribe(self._subscription.table, self._subscription.subscriber)
        self._subscription = None

    # Updates

    def _changed(self) -> None:
        """The update that follows from the client's own command leaves with its answer."""
        self._queue.update(is_held=self._is_busy)

    def _make_update(self) -> list[bytes]:
        """All that the client has not been sent, from its seat at this moment; later if the room is locked."""
        subscription = self._subscription
        if subscription is None:
            return []
        if not subscription.loaded.is_idle or self._house.rooms.loaded.get(subscription.table) is not subscription.loaded:
            self._waiting = self._waiting or asyncio.ensure_future(self._wait(subscription))
            return []
        try:
            return self._updates(*subscription[1:])
        except Exception as error:
            self._fail(error)
            return []

    async def _wait(self, subscription: Subscription) -> None:
        """Wait until the room is unlocked: then there may be an update, perhaps of another subscription."""
        try:
            async with self._house.rooms.locked(subscription.table) as current:
                pass
            self._waiting = None
            if self._subscription is subscription and subscription.loaded is not current:
                self._queue.close(TRY_LATER)  # its log was rewritten: the client comes back to the room as it is now
            else:
                self._queue.update()
        except NoSuchTable as error:
            self._waiting = None
            if self._subscription is subscription:
                self._refuse("", refusal(error), REFUSED)
            else:
                self._queue.update()
        except StoreRefused as error:
            self._waiting = None
            self._house.failed(error)
            self._state.clock.later(RETRY_SECONDS, self._queue.update)
        except Exception as error:
            self._fail(error)

    def _updates(self, loaded: LoadedRoom, subscriber: Subscriber, invite: str) -> list[bytes]:
        """Welcome before the first update, after a change of the set-up and at START; nothing for a device that may not be here now."""
        room, messages = loaded.room, []
        if is_sent_away(room, subscriber.holder):
            self._refuse("", CommandRefused(Reason.SENT_AWAY), REFUSED)
            return []
        if self._welcomed != room.setups:
            if not may_enter(room, subscriber.holder, invite):  # the host made it private
                self._refuse("", CommandRefused(Reason.NO_SUCH_TABLE), REFUSED)
                return []
            self._welcomed = room.setups
            messages.append(ENCODER.encode(welcome(room, subscriber.seat)))
        if news := self._house.news(loaded, subscriber, self._house.store.now()):
            messages.append(news)
        if subscriber.heard < len(loaded.room.log):
            self._queue.update()
        return messages

    # Timers

    def _tick(self) -> None:
        """Measure the round trip, and look whether the client is still there."""
        self._timer.cancel()
        limits = self._state.limits
        seconds = limits.ping_seconds_timed if self._is_timed() else limits.ping_seconds
        self._queue.ping()
        self._check_alive(seconds)
        self._timer = self._state.clock.later(seconds, self._tick)

    def _check_alive(self, seconds: float) -> None:
        self._silent += 0 if self._is_busy else seconds
        if self._silent >= DEAD_SECONDS:
            self._queue.close(FAILED, "expected an answer to a ping")
        elif self._silent >= SILENT_SECONDS:
            self._connection.ping()

    def _is_timed(self) -> bool:
        room = self._subscription.loaded.room if self._subscription else Room()
        return room.live is not None and room.game.timed and room.status == PLAYING

    def _expected_hello(self) -> None:
        self._queue.close(REFUSED, "expected Hello")


def _refused(command_id: str, refused: CommandRefused) -> protocol.Refused:
    return protocol.Refused(command_id, refused.key, refused.clause, refused.detail or detail_of(refused.key))


def _cost(said: protocol.FromClient | None) -> int:
    return MALFORMED_COST if said is None else HELLO_COST if isinstance(said, protocol.Hello) else FRAME_COST


def welcome(room: Room, seat: int) -> protocol.Welcome:
    opened = room.opened
    return protocol.Welcome(
        protocol.PROTOCOL,
        opened.table,
        opened.game,
        opened.rules,
        opened.options,
        opened.content,
        seat,
        opened.pace,
        opened.is_public,
        opened.commit,
        list(phrases(opened.game)),
        room.seq,
        opened.hints,
        room.live.cache.printed() if room.live else {},
    )
