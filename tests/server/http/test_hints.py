"""Hints: what a robot would play on a seat whose move it is, where the table allows it."""

from pathlib import Path

import httpx
import msgspec
import pytest

from filon.core.game import found, load
from filon.core.seats import SPECTATOR
from filon.house import protocol
from filon.house.hints import LEVEL, question
from filon.server.access.limits import Limits, Rate
from tests.server.devices import Device
from tests.server.http.test_api import reason
from tests.server.served import a_game, served

GAMES = list(found())


async def asked(device: Device, table: str, seat: int = 0) -> httpx.Response:
    return await device.http.post(f"/api/tables/{table}/hint", content=msgspec.json.encode(protocol.AskHint(seat)))


async def mine(device: Device, game: str, **more: object) -> protocol.Made:
    """A table with a robot, at which this device begins."""
    return await device.open(game, name="Ada", options={"first": 1}, **more)


@pytest.mark.parametrize("game", GAMES)
async def test_a_hint_is_a_legal_move_and_changes_nothing(game: str, tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        ada = await server.browser()
        table = (await mine(ada, game, robots=["casual"], begin=True)).table
        window = await ada.at(table, 0)
        assert window.welcome
        assert window.welcome.hints
        hint = msgspec.json.decode((await asked(ada, table)).content, type=protocol.Hint)
        assert hint.move in window.news[-1].legal
        if hint.reason or len(window.news[-1].legal) == 1:
            assert load(game).words("en").say(f"reason.{hint.reason}", **hint.values)
        assert hint.seq == window.news[-1].seq == (await server.house.rooms.load(table)).room.seq


@pytest.mark.parametrize("game", GAMES)
async def test_the_robot_is_asked_with_what_the_seat_may_know(game: str, tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        ada = await server.browser()
        table = (await mine(ada, game, robots=["casual"], begin=True)).table
        room = (await server.house.rooms.load(table)).room
        about = question(room, ada.holder, 0, room.log[-1][0])
        assert (about.level, about.seat) == (LEVEL, 0)
        assert about.view == load(game).view(room.playing.table, 0)
        assert about.heard == room.playing.told(0)


async def test_there_are_hints_where_all_others_are_robots_or_where_the_host_wants_them(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        ada, game = await server.browser(), a_game().name
        robot = {"robots": ["casual"]}
        for expected, more in ((True, robot), (False, {}), (True, {"hints": True}), (False, {**robot, "hints": False})):
            window = await ada.at((await mine(ada, game, **more)).table, SPECTATOR)
            assert window.welcome
            assert window.welcome.hints is expected


async def test_who_may_not_ask_is_told_why(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        ada, bo = await server.browser(), await server.outsider()
        game = a_game().name
        waiting = (await mine(ada, game, hints=True)).table
        assert reason(await asked(ada, waiting), 409) == "not-playing"
        assert reason(await asked(ada, waiting, 1), 409) == "not-your-seat"
        assert reason(await asked(bo, waiting), 404) == "no-such-table"
        silent = (await mine(ada, game, robots=["casual"], begin=True, hints=False)).table
        assert reason(await asked(ada, silent), 409) == "no-hints"
        made = await mine(ada, game, hints=True)
        await (await bo.at(made.table, invite=made.invite)).does(protocol.Sit, 1, "Bo")
        await (await ada.at(made.table, 0)).does(protocol.Begin)
        assert reason(await asked(bo, made.table, 1), 409) == "not-yours"
        assert (await asked(ada, made.table)).status_code == 200


async def test_hints_are_limited_for_each_address(tmp_path: Path) -> None:
    async with served(tmp_path, Limits(hints=Rate(1, 60))) as server:
        ada = await server.browser()
        table = (await mine(ada, a_game().name, robots=["casual"], begin=True)).table
        assert (await asked(ada, table)).status_code == 200
        assert reason(await asked(ada, table), 429) == "too-many-hints"
        server.hands.move(60)
        assert (await asked(ada, table)).status_code == 200
