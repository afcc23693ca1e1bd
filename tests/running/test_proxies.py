"""Behind the proxies of deploy/: real https and wss, and the limits of the real client's address, whatever a header says."""

from __future__ import annotations

from collections.abc import Iterator

import aiohttp
import pytest

from filon.client import Refused
from filon.server.access.auth import SECURE_COOKIE
from filon.server.access.limits import Limits
from tests.running.proxies import PROXIES, Proxy, Visitor
from tests.server.process.server_process import doors, free_port
from tests.server.served import a_game

GAME = a_game().name
TABLES = Limits().tables.most
FORGED = {"X-Forwarded-For": "203.0.113.9"}


@pytest.fixture(params=PROXIES, scope="module")
def behind(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Proxy, int]]:
    """A proxy in front of a real server, and the server's own port; the second server of deploy/ is missing."""
    folder, port = tmp_path_factory.mktemp(request.param), free_port()
    with PROXIES[request.param](folder, (port, free_port())) as proxy:
        arguments = "serve", "--port", str(port), "--proxy", "127.0.0.1", "--origin", proxy.address
        with doors(folder, *arguments) as server:
            server.until("Filon is running")
            yield proxy, port
            assert server.stop() == 0
        assert "Traceback" not in server.errors


async def test_a_game_is_played_by_wss(behind: tuple[Proxy, int]) -> None:
    async with Visitor(behind[0], "127.0.0.4") as ada:
        made = await ada.open_table(GAME, 2, ["random"], name="Ada", begin=True)
        async with ada.at(made.table) as table:
            assert ada.socket.startswith("wss://")
            for _ in range(3):
                await table.until(lambda: bool(table.legal) or table.is_over)
                if not table.is_over:
                    await table.play(table.legal[0])
            assert table.seq > 3


async def test_a_browser_gets_a_cookie_for_https_alone_and_foreign_pages_are_refused(behind: tuple[Proxy, int]) -> None:
    proxy = behind[0]
    async with Visitor(proxy, "127.0.0.5") as browser:
        async with browser.http.post("device", headers={"Origin": proxy.address}) as answer:
            assert answer.status == 204
            assert answer.cookies[SECURE_COOKIE]["secure"]
        async with browser.http.post("device", headers={"Origin": "https://evil.example"}) as answer:
            assert answer.status == 403
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await browser.http.ws_connect(browser.socket, origin="https://evil.example")


async def test_limits_are_those_of_the_real_client_and_an_invented_address_is_not_believed(behind: tuple[Proxy, int]) -> None:
    async with Visitor(behind[0], "127.0.0.2") as greedy:
        for _ in range(TABLES):
            await greedy.open_table(GAME, 2)
        await is_refused(greedy)
    for header in (FORGED, {"X-Forwarded-For": "127.0.0.1"}, {"Forwarded": "for=203.0.113.9"}, {"X-Real-IP": "203.0.113.9"}):
        async with Visitor(behind[0], "127.0.0.2", **header) as liar:
            await is_refused(liar)
    async with Visitor(behind[0], "127.0.0.3") as other:
        await other.open_table(GAME, 2)


async def test_only_the_proxy_is_believed(behind: tuple[Proxy, int]) -> None:
    """Somebody who reaches the server beside the proxy has one address, whatever they say."""
    beside = Proxy(f"http://127.0.0.1:{behind[1]}")
    for number in range(TABLES):
        async with Visitor(beside, "127.0.0.6", **{"X-Forwarded-For": f"203.0.113.{number}"}) as liar:
            await liar.open_table(GAME, 2)
    async with Visitor(beside, "127.0.0.6", **FORGED) as liar:
        await is_refused(liar)


async def is_refused(client: Visitor) -> None:
    with pytest.raises(Refused) as refused:
        await client.open_table(GAME, 2)
    assert refused.value.reason == "too-many-tables"
