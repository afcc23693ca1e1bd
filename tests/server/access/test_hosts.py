"""A request calls the server by a name of its own, or by an address: a page whose name is made to point here learns nothing."""

import socket
from pathlib import Path

import pytest

from filon.server.access.hosts import host_names, is_known
from filon.server.access.origins import allowed_origins, lan_hosts
from filon.server.settings import Settings
from tests.server.served import a_game, served

GAME = a_game().name
FOREIGN = [
    "evil.example",
    "evil.example:8000",
    "localhost.evil.example",
    "127.0.0.1.evil.example",
    "",
    "[evil]",
    "games.example.org.evil.example",
]


@pytest.mark.parametrize("host", FOREIGN)
async def test_a_name_that_was_made_to_point_here_learns_nothing(tmp_path: Path, host: str) -> None:
    async with served(tmp_path, origins=("https://games.example.org",)) as server:
        ada = await server.browser()
        await ada.open(GAME, is_public=True)
        for path in ("/", "/api/tables", "/api/games", "/api/nothing", "/nothing"):
            answer = await server.http().get(path, headers={"Host": host, "Accept": "text/html"})
            assert (answer.status_code, answer.json()["reason"]) == (421, "unknown-host")
        assert (await server.http().post("/api/device", headers={"Host": host})).status_code == 421
        upgrade = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "A" * 22 + "=="}
        assert (await server.http().get("/ws", headers={**upgrade, "Host": host})).status_code == 421
        assert (await server.http().get("/healthz", headers={"Host": host})).status_code == 200


@pytest.mark.parametrize(
    "host",
    ["localhost", "LOCALHOST:1", "localhost.", "127.0.0.1", "[::1]:8000", "192.168.1.7:8000", "games.example.org", "games.example.org:443"],
)
async def test_own_names_and_addresses_are_served(tmp_path: Path, host: str) -> None:
    async with served(tmp_path, origins=("https://games.example.org",)) as server:
        assert (await server.http().get("/api/games", headers={"Host": host})).status_code == 200


def test_in_a_local_network_the_machines_names_are_known() -> None:
    near, alone = (host_names(allowed_origins(Settings("x", host="0.0.0.0", lan=lan))) for lan in (True, False))
    for host in lan_hosts():
        assert is_known(f"[{host}]:8000" if ":" in host else f"{host}:8000", near)
    assert is_known(socket.gethostname(), near)
    assert not is_known(f"{socket.gethostname()}.local", alone)
