"""WebSockets: a window says Hello for one table and one seat, then asks; it is sent answers, and news as it happens."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

import msgspec
from starlette.websockets import WebSocket

from filon.house import wire
from filon.house.house import Hosted
from filon.house.manners import Visitor, carried, digest, phrases
from filon.house.moves import AskRefused
from filon.house.room import Room
from filon.house.store import PLAYING, NoSuchTable, StoreRefused
from filon.house.telling import Listener
from filon.server.desk import Desk, address_of, desk_of
from filon.server.limits import Bucket, Cancellable
from filon.server.outbox import ENCODER, FAILED, Outbox
from filon.server.problems import LONGEST, REFUSALS, detail_of, problem, refusal
from filon.server.trips import Trips
from filon.server.who import cookie_of, may_enter

DECODER = msgspec.json.Decoder(wire.FromClient)
REFUSED, LATER = 1008, 1013  # close codes: against the house's manners; try again in a while
MALFORMED, HELLO = 5, 5  # credits: a wrong message is a bug or a probe, and Hello is answered with a whole log
AGAIN = 1.0  # seconds before news is tried again that the store could not give


async def window(socket: WebSocket) -> None:
    """The door: strangers are sent away before anything is said."""
    desk, address = desk_of(socket), address_of(socket)
    if desk.is_foreign(socket):
        return await socket.send_denial_response(problem("foreign-origin"))
    if not desk.guests.enter(address):
        return await socket.send_denial_response(problem("too-many-windows"))
    try:
        await socket.accept()
        await Window(desk, socket).run()
    finally:
        desk.guests.leave(address)


@dataclass(frozen=True)
class Place:
    """Where a window looks from."""

    table: str
    hosted: Hosted
    listener: Listener


class Window:
    def __init__(self, desk: Desk, socket: WebSocket) -> None:
        self._desk, self._socket, self._house = desk, socket, desk.house
        self._credits = Bucket(desk.limits.credits, desk.clock)
        self._trips = Trips(desk.clock)
        self._outbox = Outbox(socket, desk.clock, desk.limits, self._news, self._ping)
        self._place: Place | None = None
        self._is_greeted = False
        self._timer: Cancellable = desk.clock.later(desk.limits.hello, self._expected_hello)

    async def run(self) -> None:
        """Whoever says the end, reading stops when the socket is closed; the writer says what it still can."""
        writer = asyncio.create_task(self._outbox.run())
        try:
            await self._read()
        except Exception as error:
            self._house.failed(error)
            self._outbox.end(FAILED)
        finally:
            self._timer.cancel()
            self._outbox.end(1000)
            try:
                await writer
            finally:
                self._leave()

    # Reading

    async def _read(self) -> None:
        while not self._outbox.is_ending:
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            await self._hear(message.get("text"))

    async def _hear(self, text: str | None) -> None:
        try:
            said, wrong = DECODER.decode("" if text is None else text), ""
        except (msgspec.MsgspecError, RecursionError) as error:
            said, wrong = None, "expected JSON as text" if text is None else str(error)[:LONGEST]
        if not self._credits.take(_cost(said)):
            self._outbox.end(REFUSED, "too many messages")
        elif said is None:
            self._refuse("", AskRefused("malformed", detail=wrong))
        else:
            await self._take(said)

    async def _take(self, said: wire.FromClient) -> None:
        match said:
            case wire.Hello():
                await self._hello(said)
            case wire.Pong():
                self._trips.pong(said.number)
            case _ if self._place is None:
                self._refuse(said.id, AskRefused("hello-first"), REFUSED)
            case _:
                await self._ask(self._place, said)

    async def _ask(self, place: Place, ask: wire.AnyAsk) -> None:
        listener = place.listener
        visitor = Visitor(listener.holder, listener.seat, self._trips.trip, place.hosted.presence.away)
        try:
            self._outbox.say(await self._house.ask(place.table, visitor, ask))
        except REFUSALS as error:
            self._refuse(ask.id, self._noted(error))

    def _noted(self, error: Exception) -> AskRefused:
        if isinstance(error, StoreRefused):
            self._house.failed(error)
        return refusal(error)

    def _refuse(self, ask: str, refused: AskRefused, code: int = 0) -> None:
        """Say why, and close if there is a code to close with."""
        self._outbox.say(wire.Refused(ask, refused.reason, refused.clause, refused.detail or detail_of(refused.reason)))
        if code:
            self._outbox.end(code, refused.reason)

    # Coming and going

    async def _hello(self, hello: wire.Hello) -> None:
        """Look from another place; a table that is not open to this device does not exist for it."""
        try:
            place = await self._entered(hello, self._holder(hello))
        except REFUSALS as error:
            refused = self._noted(error)
            return self._refuse("", refused, LATER if refused.reason == "store" else REFUSED)
        is_first = self._place is None
        self._leave()
        self._place, self._is_greeted = place, False
        self._outbox.has_news()
        if is_first:
            self._tick()

    def _holder(self, hello: wire.Hello) -> str:
        """A token says who it is by itself; a cookie counts only where a browser says whose page it is."""
        secret = hello.token or (cookie_of(self._socket) if "origin" in self._socket.headers else "")
        if not secret:
            raise AskRefused("no-device")
        return digest(secret)

    async def _entered(self, hello: wire.Hello, holder: str) -> Place:
        refused = await self._carried(hello, holder) if hello.carry else None
        async with self._house.still(hello.table) as hosted:
            if not may_enter(hosted.room, holder, hello.invite):
                raise NoSuchTable(hello.table)
            if refused:
                raise refused
        listener = Listener(holder, hello.seat, self._changed, heard=hello.after)
        return Place(hello.table, await self._house.join(hello.table, listener), listener)

    async def _carried(self, hello: wire.Hello, holder: str) -> AskRefused | None:
        """A pass is shown: the seat comes along. Shown again by the same device, it does nothing."""
        command = f"{holder[:16]}.carry-{digest(hello.carry)[:16]}"
        try:
            await self._house.keep(hello.table, command, lambda room, now: carried(room, holder, hello.seat, hello.carry, now))
        except AskRefused as refused:
            return refused
        return None

    def _leave(self) -> None:
        if self._place:
            self._house.part(self._place.table, self._place.listener)
        self._place = None

    # Writing, when there is room for it

    def _changed(self) -> None:
        """News is told at once where nothing stands in the way, else by the writer."""
        place, outbox = self._place, self._outbox
        if place is None or not self._is_greeted or not outbox.is_idle or not self._is_still(place):
            return outbox.has_news()
        try:
            outbox.tell(self._told(place.hosted, place.listener))
        except Exception as error:
            self._house.failed(error)
            outbox.end(FAILED)

    def _is_still(self, place: Place) -> bool:
        return place.hosted.is_still and self._house.hosted.get(place.table) is place.hosted

    async def _news(self) -> list[bytes]:
        """All that this window has not been told, from where it looks at the moment of telling."""
        asked = self._place
        if asked is None:
            return []
        try:
            if self._is_still(asked):
                return self._told(asked.hosted, asked.listener)
            async with self._house.still(asked.table) as hosted:
                if self._place is asked:
                    return self._told(hosted, asked.listener)
            self._outbox.has_news()
        except NoSuchTable as error:
            self._refuse("", refusal(error), REFUSED)
        except StoreRefused as error:
            self._house.failed(error)
            self._desk.clock.later(AGAIN, self._outbox.has_news)
        except Exception as error:
            self._house.failed(error)
            self._outbox.end(FAILED)
        return []

    def _told(self, hosted: Hosted, listener: Listener) -> list[bytes]:
        """Welcome first where it has not been said; no news is not told, and none to whom the host sent away."""
        if listener.holder in hosted.room.sent:
            self._refuse("", AskRefused("sent-away"), REFUSED)
            return []
        news = self._house.news(hosted, listener)
        said: list[wire.ToClient] = [] if self._is_greeted else [welcome(hosted.room, listener.seat)]
        if said or news.lines or news.around:
            said.append(news)
        if listener.heard < hosted.room.seq:
            self._outbox.has_news()
        self._is_greeted = True
        return [ENCODER.encode(one) for one in said]

    # The network

    def _ping(self) -> bytes:
        return ENCODER.encode(self._trips.ping())

    def _tick(self) -> None:
        self._timer.cancel()
        self._outbox.ping()
        limits = self._desk.limits
        self._timer = self._desk.clock.later(limits.ping_timed if self._is_timed() else limits.ping, self._tick)

    def _is_timed(self) -> bool:
        room = self._place.hosted.room if self._place else Room()
        return room.live is not None and room.game.timed and room.status == PLAYING

    def _expected_hello(self) -> None:
        self._outbox.end(REFUSED, "expected Hello")


def _cost(said: wire.FromClient | None) -> int:
    return MALFORMED if said is None else HELLO if isinstance(said, wire.Hello) else 1


def welcome(room: Room, seat: int) -> wire.Welcome:
    opened = room.opened
    return wire.Welcome(
        wire.PROTOCOL,
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
    )
