"""Whom a proxy speaks for: believed only of proxies that the settings name, and only the last hop that is not one of them."""

import io
import json
from pathlib import Path

import pytest

from filon.server.access.limits import Limits, Rate
from filon.server.access.proxies import Proxies
from filon.server.observe import logs
from filon.server.observe.connections import ConnectionLog
from filon.server.observe.metrics import Metrics
from tests.server.http.test_api import new_table
from tests.server.served import a_game, served

GAME = a_game().name
ONE_TABLE = Limits(tables=Rate(1, 60))


async def statuses(folder: Path, proxies: tuple[str, ...], *forwarded: str) -> list[int]:
    """Of new tables, of which one address may open one."""
    async with served(folder, ONE_TABLE, proxies=proxies) as server:
        ada = await server.outsider()
        asked = [await ada.http.post("/api/tables", content=new_table(), headers={"X-Forwarded-For": said}) for said in forwarded]
    return [answer.status_code for answer in asked]


async def test_without_a_setting_nobody_is_believed_not_even_this_machine(tmp_path: Path) -> None:
    assert await statuses(tmp_path, (), "192.0.2.1", "192.0.2.2") == [201, 429]


async def test_a_named_proxy_is_believed(tmp_path: Path) -> None:
    assert await statuses(tmp_path, ("127.0.0.1",), "192.0.2.1", "192.0.2.2", "192.0.2.1") == [201, 201, 429]


async def test_what_a_client_says_of_itself_before_the_proxy_does_not_count(tmp_path: Path) -> None:
    """The proxy appends the address that it sees; all before it came from the client."""
    forwarded = [f"198.51.100.{number}, 127.0.0.1, 192.0.2.1" for number in range(3)]
    assert await statuses(tmp_path, ("127.0.0.1",), *forwarded) == [201, 429, 429]


@pytest.mark.parametrize("peer", ["127.0.0.1", "::1", "10.0.0.2", "192.0.2.1", ""])
def test_no_address_is_a_proxys_by_default(peer: str) -> None:
    assert not Proxies().believes(peer)


async def test_a_proxy_that_no_setting_names_is_logged_once(tmp_path: Path) -> None:
    written = io.StringIO()
    logs.set_up("info", written)
    async with served(tmp_path, observer=ConnectionLog(Metrics())) as server:
        for number in range(5):
            await server.http().get("/healthz", headers={"X-Forwarded-For": f"192.0.2.{number}"})
    lines = [json.loads(line) for line in written.getvalue().splitlines()]
    assert [(line["event"], line["address"]) for line in lines] == [("X-Forwarded-For ignored: no --proxy names its sender", "127.0.0.1")]
