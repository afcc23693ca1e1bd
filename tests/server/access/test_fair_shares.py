"""One user cannot take from another: robots, replays, the lobby and the log (findings M1, M2 and L2 of the security review)."""

import asyncio
import json
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from filon.house import protocol
from filon.house.jobs.fair_queue import Payer
from filon.house.records.game_file import game_file, text_of
from filon.house.robots.pool import Question, choose_move
from filon.house.room.card import PLAYING
from filon.server.access.limits import Limits, Rate
from tests.house.finished import finished
from tests.server.http.test_api import reason
from tests.server.served import OFTEN, REPLAYS, a_game, served

GAME = a_game().name
FILE = text_of(game_file(finished(GAME, 5)))


def undone_for_ever() -> str:
    """A hostile file: moves that are taken back again and again."""
    game: dict[str, Any] = json.loads(FILE)
    return json.dumps({**game, "lines": list(islice(cycle(game["lines"]), 12_000))})


async def test_m1_robots_play_on_the_account_of_the_hosts_address(tmp_path: Path) -> None:
    payers: list[Payer] = []

    async def noted(question: Question) -> int:
        payers.append(question.payer)
        return choose_move(question)

    async with served(tmp_path) as server:
        server.house.ask_robot = noted
        alone, person = await server.browser(), await server.browser()
        robots = ["random"] * a_game().label.official[0]
        await alone.open(GAME, seats=len(robots), robots=robots, begin=True)
        while not payers:
            await asyncio.sleep(0)
        assert set(payers) == {Payer("127.0.0.1", is_last=True)}
        payers.clear()
        made = await person.open(GAME, seats=2, name="Ada", robots=["random"], begin=True, options={"first": 2})
        while Payer("127.0.0.1") not in payers:
            await asyncio.sleep(0)
        assert (await server.house.rooms.load(made.table)).room.status == PLAYING


async def test_m2_replays_are_charged_by_their_seconds_and_few_wait(tmp_path: Path) -> None:
    async with served(tmp_path, Limits(replays=Rate(3, 60))) as server:
        http = server.http()
        slot = await REPLAYS.queue.take(Payer("somebody"))
        waiting = [asyncio.ensure_future(http.post("/api/replay", content=FILE)) for _ in range(2)]
        while len(REPLAYS.queue) < 2:
            await asyncio.sleep(0)
        assert reason(await http.post("/api/replay", content=FILE), 429) == "too-many-replays"
        REPLAYS.queue.give_back(slot, 0.1)
        assert [answer.status_code for answer in await asyncio.gather(*waiting)] == [200, 200]


async def test_m2_a_replay_ends_when_its_client_is_gone(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        slot = await REPLAYS.queue.take(Payer("somebody"))
        gone = server.http()
        request = asyncio.ensure_future(gone.post("/api/replay", content=FILE))
        while not len(REPLAYS.queue):
            await asyncio.sleep(0)
        request.cancel()
        await gone.aclose()
        while len(REPLAYS.queue):
            await asyncio.sleep(0)
        REPLAYS.queue.give_back(slot, 0.1)


async def test_m2_a_hostile_file_is_given_up_and_named(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        answer = await server.http().post("/api/replay", content=undone_for_ever())
        assert reason(answer, 409) == "file-refused"


async def test_l2_the_lobby_lists_two_tables_of_a_host_and_finds_everybody_elses(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        honest, griefer = await server.browser(), await server.browser()
        mine = await honest.open(GAME, is_public=True)
        server.house.users.note(next(iter(server.house.rooms.loaded.values())).room.opened.host, "192.0.2.7")
        for _ in range(40):
            await griefer.open(GAME, is_public=True)
        listed = (await server.http().get("/api/tables")).json()["public"]
        assert len(listed) == 3
        assert mine.table in [one["table"] for one in listed]


async def test_l2_a_host_has_so_many_unfinished_tables_and_no_more(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        host = await server.browser()
        for _ in range(50):
            await host.open(GAME)
        answer = await host.http.post("/api/tables", content=json.dumps({"game": GAME, "seats": 2}))
        assert reason(answer, 429) == "too-many-tables"
        await (await server.browser()).open(GAME)


async def test_l2_lines_beside_the_game_are_limited_for_each_address(tmp_path: Path) -> None:
    async with served(tmp_path, Limits(lines=Rate(3, 60), messages=OFTEN)) as server:
        ada = await server.browser()
        made = await ada.open(GAME, name="Ada", seats=2, robots=["random"], begin=True)
        window = await ada.at(made.table, seat=0)
        for _ in range(3):
            await window.does(protocol.Say, text="hello")
        assert await window.is_refused(protocol.Say, text="hello") == "too-often"
