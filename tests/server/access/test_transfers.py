"""A page opened by 127.0.0.1 goes on at localhost, and the browser's device with it."""

from __future__ import annotations

import socket
from pathlib import Path

import httpx
import pytest

from filon.server.access.transfers import CODE_SECONDS, MAX_CODES
from filon.server.settings import Settings
from tests.server.devices import Device
from tests.server.process.server_process import serving
from tests.server.served import Served, a_game, served

GAME = a_game().name
PAGE = {"Accept": "text/html"}


def localhost(server: Served) -> str:
    return f"http://localhost:{server.settings.port}"


def named(server: Served) -> dict[str, str]:
    """A browser at localhost, on the socket that the test listens on."""
    return {**PAGE, "Host": f"localhost:{server.settings.port}"}


async def with_table(server: Served) -> tuple[Device, str]:
    """A browser at 127.0.0.1 that has a table, and the address where the server sends it."""
    ada = await server.browser()
    await ada.open(GAME, name="Ada")
    return ada, (await ada.http.get("/rules/x?y=1", headers=PAGE)).headers["Location"]


async def test_the_device_comes_along_once_and_its_secret_is_in_no_address(tmp_path: Path) -> None:
    async with served(tmp_path, host="localhost") as server:
        ada, first = await with_table(server)
        assert first.startswith(f"{localhost(server)}/from-address/")
        assert ada.secret not in first
        path = first.removeprefix(localhost(server))
        async with server.http(**named(server)) as browser:
            arrived = await browser.get(path)
            assert (arrived.status_code, arrived.headers["Location"]) == (307, f"{localhost(server)}/rules/x?y=1")
            assert f"filon={ada.secret};" in arrived.headers["Set-Cookie"]
            assert "HttpOnly" in arrived.headers["Set-Cookie"]
        async with server.http(**named(server)) as another:
            again = await another.get(path)
            assert again.headers["Location"] == "/"
            assert "Set-Cookie" not in again.headers


async def test_a_code_is_too_old_after_a_minute_and_many_codes_push_out_the_oldest(tmp_path: Path) -> None:
    async with served(tmp_path, host="localhost") as server:
        ada, old = await with_table(server)
        server.hands.move(CODE_SECONDS)
        assert "Set-Cookie" not in (await server.http(**named(server)).get(old.removeprefix(localhost(server)))).headers
        codes = [(await ada.http.get("/", headers=PAGE)).headers["Location"].removeprefix(localhost(server)) for _ in range(MAX_CODES + 1)]
        taken = ["Set-Cookie" in (await server.http(**named(server)).get(code)).headers for code in (codes[0], codes[1], codes[-1])]
        assert taken == [False, True, True]


async def test_without_a_table_there_is_nothing_to_take_along(tmp_path: Path) -> None:
    async with served(tmp_path, host="localhost") as server:
        ada = await server.browser()
        for browser in (ada.http, server.http()):
            moved = await browser.get("/t/abcdefgh?invite=x%20y", headers=PAGE)
            assert (moved.status_code, moved.headers["Location"]) == (307, f"{localhost(server)}/t/abcdefgh?invite=x%20y")


async def test_a_browser_with_tables_at_both_keeps_both(tmp_path: Path) -> None:
    async with served(tmp_path, host="localhost") as server:
        ada, first = await with_table(server)
        other = await server.browser()
        await other.open(GAME, name="Bo")
        own = other.http.cookies["filon"]
        back = await server.http(**named(server), Cookie=f"filon={own}").get(first.removeprefix(localhost(server)))
        assert back.headers["Location"] == f"{server.origin}/rules/x?y=1"
        assert "Set-Cookie" not in back.headers
        assert (await ada.http.get("/rules/x?y=1", headers=PAGE)).status_code == 200
        assert (await other.http.get("/", headers=PAGE)).status_code == 307


async def test_a_device_without_tables_at_localhost_gives_way(tmp_path: Path) -> None:
    async with served(tmp_path, host="localhost") as server:
        ada, first = await with_table(server)
        own = (await server.browser()).http.cookies["filon"]
        arrived = await server.http(**named(server), Cookie=f"filon={own}").get(first.removeprefix(localhost(server)))
        assert f"filon={ada.secret};" in arrived.headers["Set-Cookie"]


@pytest.mark.parametrize(
    "headers",
    [
        {"X-Forwarded-For": "192.0.2.7"},
        {"X-Forwarded-Proto": "https"},
        {"Host": "games.example.org"},
        {"Host": "localhost:1"},
        {"Accept": "application/json"},
    ],
)
async def test_others_stay_where_they_are(tmp_path: Path, headers: dict[str, str]) -> None:
    """Behind a proxy, by another name, and programs."""
    async with served(
        tmp_path, host="localhost", proxies=("127.0.0.1",), origins=("http://games.example.org", "http://localhost:1")
    ) as server:
        ada, code = await with_table(server)
        assert (await ada.http.get("/", headers={**PAGE, **headers})).status_code == 200
        if headers.keys() != {"Accept"}:
            arrived = await server.http(**{**named(server), **headers}).get(code.removeprefix(localhost(server)))
            assert "Set-Cookie" not in arrived.headers


@pytest.mark.parametrize("how", [{"host": "127.0.0.1"}, {"host": "localhost", "workers": 2}])
async def test_where_localhost_is_not_served_or_workers_share_no_codes_pages_stay(tmp_path: Path, how: dict[str, object]) -> None:
    async with served(tmp_path, **how) as server:
        ada = await server.browser()
        await ada.open(GAME, name="Ada")
        assert (await ada.http.get("/", headers=PAGE)).status_code == 200


def test_localhost_is_served_by_both_of_its_addresses(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        assert server.address.startswith("http://localhost:")
        port = server.address.rpartition(":")[2]
        addresses = [f"127.0.0.1:{port}", *([f"[::1]:{port}"] if _has_ipv6() else [])]
        for address in addresses:
            assert httpx.get(f"http://{address}/healthz").json() == {"is_well": True}
            moved = httpx.get(f"http://{address}/", headers=PAGE)
            assert moved.headers["Location"] == f"{server.address}/"
        assert httpx.get(f"{server.address}/", headers=PAGE).status_code == 200


def _has_ipv6() -> bool:
    return (
        socket.has_ipv6
        and Path("/proc/net/if_inet6").exists()
        and "00000000000000000000000000000001" in Path("/proc/net/if_inet6").read_text()
    )


def test_the_default_is_localhost() -> None:
    assert Settings("filon.db").host == "localhost"
