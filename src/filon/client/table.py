"""A table at a server: the latest view, all lines so far, and commands that the server runs once."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Self

import msgspec
from msgspec import structs

from filon.client.connection import Connection, Lost, Refused
from filon.core.seats import SPECTATOR
from filon.house import protocol
from filon.house.room.card import CLOSED, OVER, PLAYING
from filon.house.room.events import ENCODER

if TYPE_CHECKING:
    from filon.client.client import Client


class Table:
    """Made by Client.at. Without a seat it takes one that is ours already, or looks on."""

    welcome: protocol.Welcome
    around: protocol.Around
    moves: list[dict[str, Any]]  # what each id stands for

    def __init__(self, client: Client, hello: protocol.Hello, is_any_seat: bool, tries: int) -> None:
        self.client, self.tries = client, tries
        self.seq = hello.after  # the last line heard
        self.lines: list[protocol.Line] = []  # all that were heard
        self.latest = protocol.News(hello.after, [])
        self.came = 0.0  # when, on the loop's clock
        self._hello, self._is_any_seat = hello, is_any_seat
        self._news = self._read = self._read_lines = 0  # how often there was news, and what `async for` has had of it
        self._read_around: protocol.Around | None = None
        self._changed = asyncio.Event()
        self._id, self._sent = secrets.token_hex(6), 0

    async def __aenter__(self) -> Self:
        self._connection = Connection(self.client.http, self.client.socket, self._greeting, self._hear, self.tries, self.client.rate)
        try:
            await self._connection.greet()
            self.moves = (await self.client.moves(self.game)).moves
            if self._is_any_seat and self.own:
                await self.look_from(self.own[0])
        except BaseException:
            await self._connection.close()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._connection.close()

    # What is known

    @property
    def game(self) -> str:
        return self.welcome.game

    @property
    def seat(self) -> int:
        """The seat we look from and play for, or SPECTATOR."""
        return self.welcome.seat

    @property
    def own(self) -> list[int]:
        """The seats this device holds."""
        return [seat for seat, person in enumerate(self.around.people) if person.is_yours]

    @property
    def free(self) -> list[int]:
        return [seat for seat, person in enumerate(self.around.people) if not person.is_held and not person.robot]

    @property
    def view(self) -> Any:
        """The table as our seat sees it, in plain JSON; None before the game begins."""
        return self.latest.view

    @property
    def legal(self) -> list[int]:
        return self.latest.legal

    @property
    def is_playing(self) -> bool:
        return self.around.status == PLAYING

    @property
    def is_over(self) -> bool:
        return self.around.status in (OVER, CLOSED)

    def seconds_until_ready(self, second: float = 1.0) -> float:
        """Until the legal moves may be played; `second` is how long a second of the table's clock lasts."""
        since = asyncio.get_running_loop().time() - self.came
        return max(0.0, (self.latest.ready - self.latest.clock) / 100 * second - since)

    def named(self, move: int) -> str:
        """A move as people write it: 'steal gold 2'."""
        return " ".join(map(str, self.moves[move].values()))

    # News

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> protocol.News:
        """All that happened since the last time, in one: every line, what is around if it changed, the latest view."""
        try:
            await self.until(lambda: self._news > self._read)
        except Lost:
            if self._connection.is_closed:
                raise StopAsyncIteration from None
            raise
        lines, around = self.lines[self._read_lines :], None if self.around == self._read_around else self.around
        self._read, self._read_lines, self._read_around = self._news, len(self.lines), self.around
        now = self.latest
        return structs.replace(now, seq=self.seq, lines=lines, around=around)

    async def until(self, is_true: Callable[[], bool]) -> None:
        """Wait until the news makes this true."""
        while not is_true():
            self._changed.clear()
            await self._connection.until(self._changed.wait())

    def _hear(self, message: protocol.Welcome | protocol.News) -> None:
        if isinstance(message, protocol.Welcome):
            self.welcome = message
            return
        if message.view is not None:
            message = structs.replace(message, view={**message.view, **self.welcome.printed})
        self.lines += [line for line in message.lines if line.seq > self.seq]
        self.seq, self.latest, self.came = message.seq, message, asyncio.get_running_loop().time()
        self.around = message.around or self.around
        self._news += 1
        self._changed.set()

    # Commands

    async def send(self, command: type[protocol.Command] | protocol.Command, **fields: Any) -> protocol.Done:
        """One command, `send(protocol.Say, text="Well dug!")`, with an id of our own; returns when what it changed has been heard."""
        whole = command if isinstance(command, protocol.Command) else command(self._new_id(), **fields)
        done = await self._connection.send(_checked(whole))
        await self.until(lambda: self.seq >= done.seq)
        return done

    def _new_id(self) -> str:
        self._sent += 1
        return f"{self._id}.{self._sent}"

    async def play(self, move: int | str) -> protocol.Done:
        """A move by its id, or by its name as people write it."""
        return await self.send(protocol.Play, move=self._move(move) if isinstance(move, str) else move)

    def _move(self, name: str) -> int:
        wanted = " ".join(name.lower().split())
        for move in range(len(self.moves)):
            if self.named(move) == wanted:
                return move
        raise Refused("no-such-move", detail=name)

    async def sit(self, name: str, seat: int | None = None, **fields: Any) -> int:
        """Sit down, on the first free chair unless another is named, and look from there."""
        if seat is None and not self.free:
            raise Refused("seat-taken")
        chosen = self.free[0] if seat is None else seat
        await self.send(protocol.Sit, seat=chosen, name=name, **fields)
        await self.look_from(chosen)
        return chosen

    async def look_from(self, seat: int = SPECTATOR) -> None:
        """Look from, and play for, another seat of our own."""
        before, self._hello = self._hello, _with_seat(self._hello, seat)
        try:
            await self._connection.greet()
        except Refused:
            self._hello = before
            raise

    def _greeting(self) -> protocol.Hello:
        hello = self._hello
        return protocol.Hello(hello.table, hello.seat, self.seq, self.client.token, hello.invite, hello.carry)


def _checked(command: protocol.Command) -> protocol.Command:
    """The server could not even say which command was malformed."""
    sent = ENCODER.encode(command)
    if len(sent) > protocol.MESSAGE:
        raise Refused("malformed", detail=f"expected at most {protocol.MESSAGE} bytes; found {len(sent)}")
    try:
        return msgspec.json.decode(sent, type=type(command))
    except msgspec.ValidationError as error:
        raise Refused("malformed", detail=str(error)) from None


def _with_seat(hello: protocol.Hello, seat: int) -> protocol.Hello:
    """A pass is shown once."""
    return protocol.Hello(hello.table, seat, hello.after, hello.token, hello.invite)
