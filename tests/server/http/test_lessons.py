"""Lessons over the network: opened with one request, played like any table, listed nowhere, proving nothing."""

from pathlib import Path

import msgspec
import pytest

from filon.core.game import found
from filon.house import protocol
from filon.server.access.limits import Limits, Rate
from tests.server.http.test_api import reason
from tests.server.served import served

GAMES = list(found())
ADA = msgspec.json.encode(protocol.NewLesson("Ada"))


@pytest.mark.parametrize("game", GAMES)
async def test_a_lesson_has_begun_when_it_is_opened(game: str, tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        ada = await server.browser()
        response = await ada.http.post(f"/api/lessons/{game}", content=ADA)
        assert response.status_code == 201
        made = msgspec.json.decode(response.content, type=protocol.Made)
        window = await ada.at(made.table, 0)
        assert window.welcome
        assert (window.welcome.game, window.welcome.pace) == (game, "lesson")
        assert window.around.people[0].name == "Ada"
        assert window.news[-1].legal
        told = msgspec.json.decode((await ada.http.get("/api/tables")).content, type=protocol.Tables)
        assert told == protocol.Tables([], [])


async def test_a_lesson_is_for_the_device_that_opened_it_and_there_is_no_file_of_it(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        ada, bo = await server.browser(), await server.outsider()
        table = (await ada.http.post(f"/api/lessons/{GAMES[0]}", content=ADA)).json()["table"]
        assert reason(await bo.http.get(f"/api/tables/{table}"), 404) == "no-such-table"
        assert reason(await ada.http.get(f"/api/tables/{table}/game.json"), 409) == "not-over"
        assert reason(await server.http().post(f"/api/lessons/{GAMES[0]}", content=ADA), 401) == "no-device"


async def test_what_is_no_lesson_is_refused(tmp_path: Path) -> None:
    async with served(tmp_path, Limits(tables=Rate(2, 600))) as server:
        ada = await server.browser()
        assert reason(await ada.http.post("/api/lessons/chess", content=ADA), 404) == "no-such-game"
        assert reason(await ada.http.post(f"/api/lessons/{GAMES[0]}", content=b'{"name": ""}'), 400) == "malformed"
        assert (await ada.http.post(f"/api/lessons/{GAMES[0]}", content=ADA)).status_code == 201
        assert reason(await ada.http.post(f"/api/lessons/{GAMES[0]}", content=ADA), 429) == "too-many-tables"
