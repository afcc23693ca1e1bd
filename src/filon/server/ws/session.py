"""WebSockets: a window says Hello for one table and one seat, then asks; it is sent answers, and news as it happens."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

import msgspec
from starlette.websockets import WebSocket

from filon.house import protocol
from filon.house.commands.chat import phrases
from filon.house.commands.permissions import Caller, may_enter
from filon.house.commands.seats import carried, digest
from filon.house.errors import CommandRefused, Reason
from filon.house.room.room import Room
from filon.house.rooms import LoadedRoom
from filon.house.stores.store import PLAYING, NoSuchTable, StoreRefused
from filon.house.updates.updates import Subscriber
from filon.server.access.auth import cookie_of
from filon.server.access.limits import Bucket, Cancellable
from filon.server.http.problems import LONGEST, REFUSALS, detail_of, problem, refusal
from filon.server.state import Desk, address_of, desk_of
from filon.server.ws.link import FAILED, Link
from filon.server.ws.outbox import ENCODER, Outbox
from filon.server.ws.round_trip import Trips
from filon.server.ws.stack import EXTENSION

DECODER = msgspec.json.Decoder(protocol.FromClient)
REFUSED, LATER = 1008, 1013  # close codes: against the house's manners; try again in a while
MALFORMED, HELLO = 5, 5  # credits: a wrong message is a bug or a probe, and Hello is answered with a whole log
AGAIN = 1.0  # seconds before news is tried again that the store could not give


async def window(socket: WebSocket) -> None:
    """The door: strangers are sent away before anything is said. Whoever is let in needs nothing more of this request."""
    desk, address = desk_of(socket), address_of(socket)
    if desk.is_foreign(socket):
        return await socket.send_denial_response(problem("foreign-origin"))
    if not desk.guests.enter(address):
        return await socket.send_denial_response(problem("too-many-windows"))
    try:
        await socket.accept()
        link: Link = socket.scope["extensions"][EXTENSION]()
    except BaseException:
        desk.guests.leave(address)
        raise
    link.open(Window(desk, link, address, _device(socket)))


def _device(socket: WebSocket) -> str:
    """The digest of the cookie, which counts only where a browser says whose page it is."""
    secret = cookie_of(socket) if "origin" in socket.headers else ""
    return digest(secret) if secret else ""


class Place(NamedTuple):
    """Where a window looks from."""

    table: str
    hosted: LoadedRoom
    subscriber: Subscriber


class Window(Outbox):
    __slots__ = (
        "_address",
        "_credits",
        "_desk",
        "_device",
        "_house",
        "_is_asking",
        "_is_greeted",
        "_is_lost",
        "_place",
        "_timer",
        "_trips",
        "_waiting",
    )

    def __init__(self, desk: Desk, link: Link, address: str, device: str) -> None:
        super().__init__(link, desk.clock, desk.limits)
        self._desk, self._house, self._address, self._device = desk, desk.house, address, device
        self._credits = Bucket(desk.limits.credits, desk.clock)
        self._trips = Trips(desk.clock)
        self._place: Place | None = None
        self._is_greeted = self._is_asking = self._is_lost = False
        self._waiting: asyncio.Task[None] | None = None  # for a room that is at work
        self._timer: Cancellable = desk.clock.later(desk.limits.hello, self._expected_hello)

    def failed(self, error: Exception) -> None:
        self._house.failed(error)
        self.end(FAILED)

    def lost(self) -> None:
        self._is_lost = True
        self._timer.cancel()
        self._rest()
        self._leave()
        self._desk.guests.leave(self._address)

    # Reading

    def heard(self, text: str | None) -> None:
        if self._end:
            return
        try:
            said, wrong = DECODER.decode("" if text is None else text), ""
        except (msgspec.MsgspecError, RecursionError) as error:
            said, wrong = None, "expected JSON as text" if text is None else str(error)[:LONGEST]
        if not self._credits.take(_cost(said)):
            self.end(REFUSED, "too many messages")
        elif said is None:
            self._refuse("", CommandRefused(Reason.MALFORMED, wrong))
        else:
            self._take(said)

    def _take(self, said: protocol.FromClient) -> None:
        match said:
            case protocol.Hello():
                self._link.begin(self._hello(said))
            case protocol.Pong():
                self._trips.pong(said.number)
            case _ if self._place is None:
                self._refuse(said.id, CommandRefused(Reason.HELLO_FIRST), REFUSED)
            case _:
                self._link.begin(self._ask(self._place, said))

    async def _ask(self, place: Place, ask: protocol.AnyAsk) -> None:
        """The answer, and the news of what was asked for, leave in one piece."""
        subscriber = place.subscriber
        caller = Caller(subscriber.holder, subscriber.seat, self._trips.trip, place.hosted.presence.away)
        self._is_asking = True
        try:
            answer: protocol.Done | protocol.Refused = await self._house.run(place.table, caller, ask)
        except REFUSALS as error:
            answer = _refused(ask.id, self._noted(error))
        finally:
            self._is_asking = False
        self.say(answer)

    def _noted(self, error: Exception) -> CommandRefused:
        if isinstance(error, StoreRefused):
            self._house.failed(error)
        return refusal(error)

    def _refuse(self, ask: str, refused: CommandRefused, code: int = 0) -> None:
        """Say why, and close if there is a code to close with."""
        self.say(_refused(ask, refused))
        if code:
            self.end(code, refused.reason)

    # Coming and going

    async def _hello(self, hello: protocol.Hello) -> None:
        """Look from another place; a table that is not open to this device does not exist for it."""
        try:
            place = await self._entered(hello, self._holder(hello))
        except REFUSALS as error:
            refused = self._noted(error)
            return self._refuse("", refused, LATER if refused.reason == "store" else REFUSED)
        if self._is_lost:  # while the door was opened
            return self._house.unsubscribe(place.table, place.subscriber)
        is_first = self._place is None
        self._leave()
        self._place, self._is_greeted = place, False
        self.has_news()
        if is_first:
            self._tick()

    def _holder(self, hello: protocol.Hello) -> str:
        """A token says who it is by itself."""
        holder = digest(hello.token) if hello.token else self._device
        if not holder:
            raise CommandRefused(Reason.NO_DEVICE)
        return holder

    async def _entered(self, hello: protocol.Hello, holder: str) -> Place:
        refused = await self._carried(hello, holder) if hello.carry else None
        async with self._house.rooms.locked(hello.table) as hosted:
            if not may_enter(hosted.room, holder, hello.invite):
                raise NoSuchTable(hello.table)
            if refused:
                raise refused
        subscriber = Subscriber(holder, hello.seat, self._changed, heard=hello.after)
        return Place(hello.table, await self._house.subscribe(hello.table, subscriber), subscriber)

    async def _carried(self, hello: protocol.Hello, holder: str) -> CommandRefused | None:
        """A pass is shown: the seat comes along. Shown again by the same device, it does nothing."""
        command = f"{holder[:16]}.carry-{digest(hello.carry)[:16]}"
        try:
            await self._house.change(hello.table, command, lambda room, now: carried(room, holder, hello.seat, hello.carry, now))
        except CommandRefused as refused:
            return refused
        return None

    def _leave(self) -> None:
        if self._place:
            self._house.unsubscribe(self._place.table, self._place.subscriber)
        self._place = None

    # Writing, when there is room for it

    def _changed(self) -> None:
        """What one asked for oneself is told with the answer."""
        self._has_news = True
        if not self._is_asking:
            self.send()

    def _news(self) -> list[bytes]:
        """All that this window has not been told, from where it looks at the moment of telling."""
        place = self._place
        if place is None:
            return []
        if not place.hosted.is_idle or self._house.rooms.loaded.get(place.table) is not place.hosted:
            if self._waiting is None:
                self._waiting = asyncio.ensure_future(self._wait(place))
            return []
        try:
            return self._told(place.hosted, place.subscriber)
        except Exception as error:
            self.failed(error)
            return []

    async def _wait(self, place: Place) -> None:
        """Until nobody is at work in the room: then there may be news."""
        try:
            async with self._house.rooms.locked(place.table):
                pass
            self._waiting = None
            self.has_news()
        except NoSuchTable as error:
            if self._place is place:
                self._refuse("", refusal(error), REFUSED)
        except StoreRefused as error:
            self._house.failed(error)
            self._desk.clock.later(AGAIN, self.has_news)
        except Exception as error:
            self.failed(error)
        finally:
            self._waiting = None

    def _told(self, hosted: LoadedRoom, subscriber: Subscriber) -> list[bytes]:
        """Welcome first where it has not been said; no news is not told, and none to whom the host sent away."""
        if subscriber.holder in hosted.room.sent:
            self._refuse("", CommandRefused(Reason.SENT_AWAY), REFUSED)
            return []
        said = [] if self._is_greeted else [ENCODER.encode(welcome(hosted.room, subscriber.seat))]
        self._is_greeted = True
        if news := self._house.news(hosted, subscriber, self._house.store.now()):
            said.append(news)
        if subscriber.heard < len(hosted.room.log):
            self.has_news()
        return said

    # The network

    def _ping(self) -> bytes:
        return ENCODER.encode(self._trips.ping())

    def _tick(self) -> None:
        self._timer.cancel()
        self.ping()
        limits = self._desk.limits
        pause = limits.ping_timed if self._is_timed() else limits.ping
        self._link.passed(pause)
        self._timer = self._desk.clock.later(pause, self._tick)

    def _is_timed(self) -> bool:
        room = self._place.hosted.room if self._place else Room()
        return room.live is not None and room.game.timed and room.status == PLAYING

    def _expected_hello(self) -> None:
        self.end(REFUSED, "expected Hello")


def _refused(ask: str, refused: CommandRefused) -> protocol.Refused:
    return protocol.Refused(ask, refused.reason, refused.clause, refused.detail or detail_of(refused.reason))


def _cost(said: protocol.FromClient | None) -> int:
    return MALFORMED if said is None else HELLO if isinstance(said, protocol.Hello) else 1


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
    )
