"""Access: origins, devices, invitations, passes; and rate limits of refused requests."""

import asyncio
import contextlib
import itertools
from pathlib import Path

import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from filon.core.seats import SPECTATOR
from filon.house import protocol
from filon.server import app
from filon.server.access.limits import Limits, Rate
from filon.server.state import STATE
from filon.server.ws.sockets import SOCKETS
from tests.server.devices import Closed, Device, Window
from tests.server.served import AMPLE, Served, a_game, served

GAME = a_game().name
UPGRADE = (
    b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


async def knocked(server: Served, **headers: str) -> int:
    """The status a handshake is answered with."""
    try:
        async with connect(server.socket, additional_headers=headers, compression=None):
            return 101
    except InvalidStatus as refused:
        response = refused.response
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert msgspec.json.decode(response.body, type=protocol.Problem).detail
    return response.status_code


async def shut(window: Window, hello: protocol.Hello) -> tuple[str, int]:
    """Of a Hello that is refused: why, and how the window was closed."""
    await window.say(hello)
    refused = await window.refusal()
    assert refused.id == ""
    return refused.reason, (await window.closed()).code


# Origins


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "http://127.0.0.1", "http://127.0.0.1:1", "http://localhost.evil.example"]
)
async def test_a_foreign_page_is_sent_away_before_the_handshake(tmp_path: Path, origin: str) -> None:
    async with served(tmp_path) as server:
        ada = await server.browser()
        assert await knocked(server, Origin=origin, Cookie=f"filon={ada.secret}") == 403


async def test_own_pages_and_programs_are_let_in(tmp_path: Path) -> None:
    async with served(tmp_path, origins=("https://filon.example",)) as server:
        port = server.settings.port
        for origin in (f"http://localhost:{port}", f"http://127.0.0.1:{port}", "https://filon.example"):
            assert await knocked(server, Origin=origin) == 101
        assert await knocked(server) == 101


# Devices


async def test_a_program_says_who_it_is_with_its_token(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        bo = await server.outsider()
        made = await bo.open(GAME, name="Bo")
        window = await bo.at(made.table, 0)
        assert window.around.people[0].is_yours


async def test_without_an_origin_a_cookie_does_not_count(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        ada = await server.browser()
        made = await ada.open(GAME, is_public=True)
        for headers in ({}, {"Cookie": f"filon={ada.secret}"}):
            async with connect(server.socket, additional_headers=headers, compression=None) as socket:
                assert await shut(Window(socket), protocol.Hello(made.table)) == ("no-device", 1008)


async def test_a_browser_without_a_device_is_told_so(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        made = await (await server.browser()).open(GAME, is_public=True)
        for headers in ({}, {"Cookie": "filon=forged"}):
            async with connect(server.socket, origin=server.origin, additional_headers=headers, compression=None) as socket:
                assert await shut(Window(socket), protocol.Hello(made.table)) == ("no-device", 1008)


# Tables


async def test_a_private_table_cannot_be_told_from_none(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        ada, bo = await server.browser(), await server.outsider()
        made = await ada.open(GAME, name="Ada")
        tries = [
            protocol.Hello("no-such-table-here", token=bo.token),
            protocol.Hello(made.table, token=bo.token),
            protocol.Hello(made.table, 0, token=bo.token),
            protocol.Hello(made.table, token=bo.token, invite="wrong"),
            protocol.Hello(made.table, 0, token=bo.token, carry="no pass at all"),
            protocol.Hello("no-such-table-here", 0, token=bo.token, carry="no pass at all"),
        ]
        said = set()
        for hello in tries:
            window = await bo.window()
            await window.say(hello)
            said.add((await window.refusal(), str(await window.closed())))
        assert said == {(protocol.Refused("", "no-such-table", detail="no table of this name is open to you"), "1008 no-such-table")}


async def test_an_invitation_opens_the_door_and_gives_no_seat(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        ada, bo = await server.browser(), await server.outsider()
        made = await ada.open(GAME, name="Ada")
        guest = await bo.at(made.table, 0, invite=made.invite)
        assert not any(person.is_yours for person in guest.around.people)
        assert guest.around.invite == ""
        assert await guest.is_refused(protocol.Leave, 0) == "not-your-seat"
        await guest.does(protocol.Sit, 1, "Bo")
        again = await bo.at(made.table, 1)
        assert again.around.people[1].is_yours
        assert again.around.invite == made.invite


async def test_welcome_says_what_never_changes(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        ada = await server.browser()
        made = await ada.open(GAME, name="Ada", is_public=True)
        welcome = (await ada.at(made.table, 0)).welcome
        assert welcome
        assert (welcome.protocol, welcome.table, welcome.game, welcome.seat) == (protocol.PROTOCOL, made.table, GAME, 0)
        assert (welcome.rules, welcome.is_public, welcome.pace, welcome.seq) == (a_game().label.rules, True, "live", 2)
        assert welcome.content == a_game().content()
        assert "hello" in welcome.phrases


# Passes


async def test_a_seat_is_carried_to_another_device_and_the_old_one_loses_it(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        ada, phone = await server.browser(), await server.outsider()
        made = await ada.open(GAME, name="Ada")
        old = await ada.at(made.table, 0)
        carry = (await old.does(protocol.Lend, 0)).carry
        new = await phone.at(made.table, 0, carry=carry)
        assert new.around.people[0].is_yours
        await old.told(new.news[-1].seq)
        assert not old.around.people[0].is_yours
        assert await old.is_refused(protocol.Leave, 0) == "not-your-seat"
        assert carry not in str(new.lines)
        again = await phone.at(made.table, 0, carry=carry)  # the page is loaded again, with the pass in its address
        assert again.around.people[0].is_yours
        thief = await server.outsider()
        assert await shut(await thief.window(), protocol.Hello(made.table, 0, token=thief.token, carry=carry)) == ("no-such-table", 1008)


async def test_a_wrong_pass_is_named_to_those_who_may_come_in(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        ada = await server.outsider()
        made = await ada.open(GAME, name="Ada", is_public=True)
        carry = (await (await ada.at(made.table, 0)).does(protocol.Lend, 0)).carry
        for seat, shown in ((0, "nonsense"), (1, carry)):
            hello = protocol.Hello(made.table, seat, token=ada.token, carry=shown)
            assert await shut(await ada.window(), hello) == ("no-such-pass", 1008)


# The first message


async def test_hello_is_waited_for_ten_seconds(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        ada = await server.browser()
        made = await ada.open(GAME)
        slow, quick = await ada.window(), await ada.at(made.table)
        await slow.raw("nonsense")
        assert (await slow.refusal()).reason == "malformed"
        server.hands.move(9.9)
        await slow.raw("nonsense")
        assert (await slow.refusal()).reason == "malformed"
        server.hands.move(0.2)
        assert str(await slow.closed()) == "1008 expected Hello"
        await quick.does(protocol.Close)


async def test_asking_before_hello_ends_it(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        window = await (await server.browser()).window()
        assert await window.is_refused(protocol.Begin) == "hello-first"
        assert (await window.closed()).code == 1008


@pytest.mark.parametrize(
    ("sent", "named"),
    [
        (b"\x00\x01", "JSON as text"),
        ("", "truncated"),
        ("[]", "object"),
        ('{"command": "nothing"}', "nothing"),
        ('{"command": "play", "id": "a"}', "`move`"),
        ('{"command": "play", "id": "a", "move": "1"}', "$.move"),
        ('{"command": "play", "id": "a", "move": 1, "more": 1}', "`more`"),
        ('{"command": "play", "id": "ä", "move": 1}', "$.id"),
        ('{"command": "say", "id": "a", "text": "  "}', "$.text"),
        ('{"command": "say", "id": "a", "text": "clear the screen: \\u001b[2J"}', "$.text"),
        ('{"command": "hello", "table": "12345678", "seat": 1e99}', "$.seat"),
        ('{"command": "hello", "table": "12345678", "seat": 99999999999999999999999999}', "$.seat"),
        ('{"command": "hello", "table": "12345678", "token": "short"}', "$.token"),
        ('{"command": "rematch", "id": "a", "options": {"a": ' + "[" * 4000 + "]" * 4000 + "}}", ""),
    ],
)
async def test_what_is_not_understood_is_refused_and_told_why(tmp_path: Path, sent: str | bytes, named: str) -> None:
    async with served(tmp_path) as server:
        ada = await server.browser()
        window = await ada.at((await ada.open(GAME)).table)
        await window.raw(sent)
        refused = await window.refusal()
        assert (refused.id, refused.reason) == ("", "malformed")
        assert named in refused.detail
        await window.does(protocol.Close)


# What it costs


async def test_a_message_is_at_most_8_kb(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        ada = await server.browser()
        made = await ada.open(GAME)
        window = await ada.at(made.table)
        await window.raw(" " * protocol.MESSAGE)
        assert (await window.refusal()).reason == "malformed"
        await window.raw(" " * (protocol.MESSAGE + 1))
        assert (await window.closed()).code == 1009
        in_pieces = await ada.at(made.table)
        await in_pieces.socket.send([" " * 5000, " " * 5000])
        assert (await in_pieces.closed()).code == 1009


async def answered(window: Window, message: str) -> int:
    """The number of answers before the server closed the connection."""
    for times in itertools.count():
        await window.raw(message)
        try:
            await window.refusal()
        except Closed as closed:
            return times if str(closed) == "1008 too many messages" else -1
    raise AssertionError


async def test_credits_are_spent_and_come_back_evenly(tmp_path: Path) -> None:
    async with served(tmp_path, Limits(messages=Rate(100, 20))) as server:
        ada = await server.browser()
        made = await ada.open(GAME)
        begin = msgspec.json.encode(protocol.Begin("again")).decode()
        left = 100 - 5 - 1  # a Hello, a Pong
        assert await answered(await ada.at(made.table), begin) == left
        assert await answered(await ada.at(made.table), "nonsense") == left // 5
        patient = await ada.at(made.table)
        for _ in range(200):
            server.hands.move(0.2)
            await patient.raw(begin)
            assert (await patient.refusal()).reason == "free-chairs"


async def test_connections_are_limited_for_each_address(tmp_path: Path) -> None:
    async with served(tmp_path, Limits(connections_per_address=3), proxies=("127.0.0.1",)) as server:
        ada = await server.browser()
        windows = [await ada.window() for _ in range(3)]
        assert await knocked(server, Origin=server.origin) == 429
        assert await knocked(server, **{"X-Forwarded-For": "192.0.2.7"}) == 101
        await windows[0].socket.close()
        while await knocked(server) == 429:  # closing takes a moment on the server's side
            pass


async def test_a_window_that_leaves_is_forgotten(tmp_path: Path) -> None:
    async with served(tmp_path, AMPLE) as server:
        ada, bo = await server.browser(), await server.browser()
        made = await ada.open(GAME, name="Ada", is_public=True)
        window, watching = await ada.at(made.table, 0), await bo.at(made.table)
        assert watching.around.people[0].is_here
        await window.socket.close()
        while watching.around.people[0].is_here:
            await watching.hear()
        (subscriber,) = server.house.rooms.loaded[made.table].subscribers
        assert (subscriber.holder, subscriber.seat) == (bo.holder, SPECTATOR)


async def test_no_secret_is_ever_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    async with served(tmp_path) as server:
        ada: Device = await server.outsider()
        made = await ada.open(GAME, name="Ada")
        window = await ada.at(made.table, 0)
        carry = (await window.does(protocol.Lend, 0)).carry
        await (await server.browser()).http.get(f"/api/tables/{made.table}?invite={made.invite}")
        ours = [record.getMessage() for record in caplog.records if not record.name.startswith(("httpx", "httpcore", "websockets.client"))]
        for secret in (ada.secret, carry, made.invite):
            assert not any(secret in said for said in ours)


async def test_whoever_connects_and_says_nothing_is_hung_up_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before the first request, in the middle of its head, and in the middle of the head of a second one."""
    monkeypatch.setattr(app, "KEEPALIVE_SECONDS", 0.05)
    head = b"GET /healthz HTTP/1.1\r\nHost: x\r\n"
    async with served(tmp_path) as server:
        for begun in (b"", head, head + b"\r\n" + head):
            reader, writer = await asyncio.open_connection("127.0.0.1", server.settings.port)
            writer.write(begun)
            with contextlib.suppress(ConnectionResetError):
                assert (await reader.read()).count(b"HTTP/1.1 200 OK") == begun.count(b"\r\n\r\n")
            writer.close()


# Gone before they were let in


async def test_a_client_that_goes_away_during_the_handshake_is_not_counted(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        for _ in range(20):
            _, writer = await asyncio.open_connection("127.0.0.1", server.settings.port)
            writer.write(UPGRADE % server.settings.port)
            writer.transport.abort()
        state = server.app[STATE]
        assert await knocked(server) == 101
        while len(state.connections) or server.app[SOCKETS].sessions:
            await asyncio.sleep(0)
