"""The connection alone, against a door that does what a test wants."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import aiohttp
import msgspec
import pytest
from msgspec import structs
from websockets.asyncio.server import ServerConnection, serve

from filon.client.connection import Connection, Lost, OtherProtocol, Refused
from filon.client.rate_limit import BURST, RateLimit
from filon.house import protocol
from tests.server.served import told

WELCOME = protocol.Welcome(protocol.PROTOCOL, "abcdefgh", "any", 1, {}, {}, 0, "live", True, "", [], 1, False, {})
NEWS = protocol.News(1, [], protocol.Around("waiting", []))
Door = Callable[[ServerConnection, int], Awaitable[None]]


async def say(socket: ServerConnection, *messages: Any) -> None:
    for message in messages:
        await socket.send(msgspec.json.encode(message), text=True)


async def hear(socket: ServerConnection) -> Any:
    return msgspec.json.decode(await socket.recv(), type=protocol.FromClient)


async def welcomed(socket: ServerConnection) -> None:
    assert isinstance(await hear(socket), protocol.Hello)
    await say(socket, WELCOME, NEWS)


def at(door: Door, story: Callable[[Connection], Awaitable[None]], tries: int = 3) -> int:
    """The story of a connection through this door, which is told how often it was opened before; how often it was in all."""
    opened = 0

    async def opening(socket: ServerConnection) -> None:
        nonlocal opened
        opened += 1
        await door(socket, opened - 1)

    async def whole() -> None:
        async with serve(opening, "127.0.0.1", 0) as server, aiohttp.ClientSession() as http:
            port = next(iter(server.sockets)).getsockname()[1]
            connection = Connection(http, f"ws://127.0.0.1:{port}", lambda: protocol.Hello("abcdefgh"), lambda _: None, tries, None)
            try:
                await story(connection)
            finally:
                await connection.close()

    told(whole())
    return opened


def test_a_ping_is_answered_with_its_number() -> None:
    answers = []

    async def door(socket: ServerConnection, _: int) -> None:
        await welcomed(socket)
        await say(socket, protocol.Ping(4711))
        answers.append(await hear(socket))
        command = await hear(socket)
        await say(socket, protocol.Done(command.id, 1))

    async def story(connection: Connection) -> None:
        await connection.greet()
        await connection.send(protocol.Begin("a.1"))

    at(door, story)
    assert answers == [protocol.Pong(4711)]


def test_a_server_of_another_protocol_is_named_and_not_tried_again() -> None:
    other = structs.replace(WELCOME, protocol=protocol.PROTOCOL + 1)

    async def door(socket: ServerConnection, _: int) -> None:
        await hear(socket)
        await say(socket, other, NEWS)
        await socket.wait_closed()

    async def story(connection: Connection) -> None:
        for waiting in (connection.greet(), connection.send(protocol.Begin("a.1"))):
            with pytest.raises(OtherProtocol, match=f"expected a server of protocol {WELCOME.protocol}; found {other.protocol}"):
                await waiting

    assert at(door, story) == 1


def test_what_was_not_answered_is_sent_again_word_for_word() -> None:
    heard = []

    async def door(socket: ServerConnection, before: int) -> None:
        await welcomed(socket)
        heard.append(await hear(socket))
        if before == 2:
            await say(socket, protocol.Done(heard[-1].id, 7))
            await hear(socket)

    async def story(connection: Connection) -> None:
        assert (await connection.send(protocol.Say("a.1", text="Hello"))).seq == 7

    assert at(door, story) == 3
    assert heard == [protocol.Say("a.1", text="Hello")] * 3


def test_tries_count_in_a_row_and_begin_anew_with_each_welcome() -> None:
    async def often_shut(socket: ServerConnection, before: int) -> None:
        if before % 3 == 2:
            await welcomed(socket)
        if before == 8:
            await say(socket, protocol.Done((await hear(socket)).id, 1))
            await hear(socket)

    async def story(connection: Connection) -> None:
        await connection.send(protocol.Begin("a.1"))

    assert at(often_shut, story, tries=3) == 9


@pytest.mark.parametrize("tries", [0, 2])
def test_it_is_lost_after_so_many_tries(tries: int) -> None:
    async def shut(socket: ServerConnection, _: int) -> None:
        await socket.close(1011)

    async def story(connection: Connection) -> None:
        with pytest.raises(Lost):
            await connection.greet()

    assert at(shut, story, tries) == tries + 1


def test_a_door_shut_on_purpose_is_not_tried_again() -> None:
    async def shut(socket: ServerConnection, _: int) -> None:
        await welcomed(socket)
        await socket.close(1008, "too many messages")

    async def story(connection: Connection) -> None:
        with pytest.raises(Lost, match="too many messages"):
            await connection.send(protocol.Begin("a.1"))

    assert at(shut, story) == 1


def test_a_refusal_at_the_door_is_said_unless_it_may_pass() -> None:
    async def door(socket: ServerConnection, before: int) -> None:
        await hear(socket)
        await say(socket, protocol.Refused("", "no-such-table" if before else "store"))
        await socket.close(1008 if before else 1013)

    async def story(connection: Connection) -> None:
        with pytest.raises(Refused, match="no-such-table"):
            await connection.greet()

    assert at(door, story) == 2


def test_a_refused_ask_says_why() -> None:
    async def door(socket: ServerConnection, _: int) -> None:
        await welcomed(socket)
        await say(socket, protocol.Refused((await hear(socket)).id, "not-yours", "XX-01", "wait"), protocol.Done("of nobody", 1))
        await hear(socket)

    async def story(connection: Connection) -> None:
        with pytest.raises(Refused) as refused:
            await connection.send(protocol.Begin("a.1"))
        assert (refused.value.reason, refused.value.clause, refused.value.detail) == ("not-yours", "XX-01", "wait")
        assert str(refused.value) == "not-yours (XX-01) wait"

    at(door, story)


def test_who_leaves_says_goodbye() -> None:
    codes = []

    async def door(socket: ServerConnection, _: int) -> None:
        await welcomed(socket)
        await socket.wait_closed()
        codes.append(socket.close_code)

    async def story(connection: Connection) -> None:
        await connection.greet()

    assert at(door, story) == 1
    assert codes == [1000]


def test_asks_wait_where_the_server_would_close(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []

    async def story() -> None:
        async def noted(seconds: float) -> None:
            waited.append(seconds)

        monkeypatch.setattr(asyncio, "sleep", noted)
        pace = RateLimit(0.001)
        for _ in range(BURST + 2):
            await pace.wait()
        await RateLimit(None).wait()

    asyncio.run(story())
    assert len(waited) == 2
    assert 900 < waited[0] <= 1000 < 1900 < waited[1] <= 2000
