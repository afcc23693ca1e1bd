"""Finished games played again: from a table of the server's, from a file, from anything that is neither."""

import json
import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from filon.core.game import found, load
from filon.core.seats import SPECTATOR, UNKNOWN
from filon.core.texts.notation import facts
from filon.house import protocol
from filon.house.records.game_file import game_file, live_of, read_game, text_of
from filon.house.records.transcript import read_transcript, transcript_of
from filon.house.robots.in_memory import Robots
from filon.house.room.live import LiveTable, UndoRefused
from filon.house.room.setup import set_up
from filon.research.match import match_of, play
from filon.server.access.limits import GAME_FILE_BYTES, Limits, Rate
from filon.server.http import replays
from tests.house.finished import finished
from tests.server.http.test_api import finished as played_out
from tests.server.http.test_api import reason
from tests.server.served import a_game, served

FILES = [path for name in found() for path in sorted((load(name).folder / "recorded").glob("room-*.json"))]
ELSEWHERE = "https://example.org"


def replayed(response: httpx.Response) -> protocol.Replay:
    assert response.status_code == 200, response.text
    return msgspec.json.decode(response.content, type=protocol.Replay)


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
async def test_a_file_is_played_again_to_the_same_end(path: Path, tmp_path: Path) -> None:
    text = path.read_text("utf-8")
    live = live_of(read_game(text, path.name), path.name)
    async with served(tmp_path) as server:
        for seat in (0, SPECTATOR):
            told = replayed(await server.http().post(f"/api/replay?seat={seat}", content=text))
            assert (told.seat, told.is_open, told.names) == (seat, False, live.setup.names)
            assert {**last_view(told), **told.printed} == msgspec.to_builtins(live.view(seat))
            assert (told.scores, told.winners) == (list(live.game.scores(live.table)), list(live.game.winners(live.table)))


def last_view(told: protocol.Replay) -> dict[str, Any]:
    view: dict[str, Any] = [frame.view for frame in told.frames if frame.view][-1]
    return view


@pytest.mark.parametrize("name", found())
async def test_each_line_is_told_as_it_was_with_what_was_seen_then(name: str, tmp_path: Path) -> None:
    room = finished(name, 5)
    async with served(tmp_path) as server:
        for seat in (1, SPECTATOR):
            told = replayed(await server.http().post(f"/api/replay?seat={seat}", content=text_of(game_file(room))))
            moved = [frame for frame in told.frames if frame.line.kind == "moved"]
            assert [frame.line.seq for frame in told.frames] == list(range(1, room.seq + 1))
            assert [frame.line.move for frame in moved] == [facts(line.move) for line in room.playing.told(seat) if line.back_to < 0]
            assert all(frame.view and not told.printed.keys() & frame.view.keys() for frame in moved)


@pytest.mark.parametrize("name", found())
async def test_without_a_seat_everything_lies_open(name: str, tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        told = replayed(await server.http().post("/api/replay", content=text_of(game_file(finished(name, 5)))))
        assert told.is_open
        assert not any(
            str(UNKNOWN) in json.dumps(frame.view) or '"?"' in json.dumps(getattr(frame.line, "move", None)) for frame in told.frames
        )


async def test_a_finished_table_is_played_again_for_those_who_may_know_of_it(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        ada, bo = await server.browser(), await server.outsider()
        table = await played_out(ada)
        told = replayed(await ada.http.get(f"/api/tables/{table}/replay?seat=1"))
        assert (told.table, told.frames[0].line.kind, told.frames[-1].line.kind) == (table, "opened", "moved")
        assert ada.holder not in msgspec.json.encode(told).decode()
        assert reason(await bo.http.get(f"/api/tables/{table}/replay"), 404) == "no-such-table"
        assert reason(await ada.http.get(f"/api/tables/{table}/replay?seat=7"), 409) == "no-such-seat"
        assert reason(await ada.http.get(f"/api/tables/{table}/replay?seat=me"), 400) == "malformed"


async def test_a_game_that_is_not_over_keeps_its_secrets(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        ada = await server.browser()
        made = await ada.open(next(iter(found())), name="Ada")
        assert reason(await ada.http.get(f"/api/tables/{made.table}/replay"), 409) == "not-over"


async def test_it_is_packed_for_whoever_takes_it(tmp_path: Path) -> None:
    text = FILES[0].read_text("utf-8")
    async with served(tmp_path) as server:
        plain = await server.http(**{"Accept-Encoding": "identity"}).post("/api/replay", content=text)
        packed = await server.http(**{"Accept-Encoding": "gzip"}).post("/api/replay", content=text)
        assert "content-encoding" not in plain.headers
        assert packed.headers["content-encoding"] == "gzip"
        assert packed.content == plain.content


# Transcripts, as the terminal and the arena write them


def new_transcript(name: str, robot: str = "random") -> str:
    return play(match_of(name, [robot], 2, 1), 0, with_transcript=True).text


async def replay_transcript(http: httpx.AsyncClient, text: str, seat: int | None = None) -> httpx.Response:
    return await http.post("/api/replay/transcript" + ("" if seat is None else f"?seat={seat}"), content=json.dumps({"text": text}))


@pytest.mark.parametrize("name", found())
async def test_a_game_of_the_arena_is_played_again_as_each_seat_saw_it(name: str, tmp_path: Path) -> None:
    text = new_transcript(name)
    live = read_transcript(text, "transcript")
    async with served(tmp_path) as server:
        for seat in (1, SPECTATOR):
            told = replayed(await replay_transcript(server.http(), text, seat))
            moved = [frame for frame in told.frames if frame.line.kind == "moved"]
            assert (told.seat, told.names, told.robots) == (seat, live.setup.names, live.setup.robots)
            assert [frame.line.move for frame in moved] == [facts(line.move) for line in live.told(seat)]
            assert {**last_view(told), **told.printed} == msgspec.to_builtins(live.view(seat))
            assert (told.scores, told.winners) == (list(live.game.scores(live.table)), list(live.game.winners(live.table)))
        assert replayed(await replay_transcript(server.http(), text)).is_open


def taken_back() -> LiveTable:
    """A whole game of random robots in which one move was taken back: of the first game that allows it."""
    for name in found():
        setup = set_up(load(name), ["Ada", "Bo"], robots=["random", "random"], seed=1)
        live = LiveTable(setup, setup.chance())
        robots = Robots(live, 1)
        while not live.game.timed and not live.is_over and not any(line.back_to >= 0 for line in live.played):
            robots.act(live.at)
            with suppress(UndoRefused):
                live.undo(live.played[-1].seat, live.at)
        if any(line.back_to >= 0 for line in live.played):
            robots.play_out()
            return live
    raise AssertionError("no game lets anybody take a move back")


async def test_what_was_taken_back_in_a_transcript_is_taken_back_again(tmp_path: Path) -> None:
    live = taken_back()
    async with served(tmp_path) as server:
        told = replayed(await replay_transcript(server.http(), transcript_of(live), SPECTATOR))
        assert {**last_view(told), **told.printed} == msgspec.to_builtins(live.view(SPECTATOR))
        assert [frame.line.kind for frame in told.frames].count("took-back") == 1


async def test_a_robot_of_ones_own_may_have_played(tmp_path: Path) -> None:
    text = new_transcript(a_game().name).replace('"random"', '"my_robots:Brave"')
    async with served(tmp_path) as server:
        assert replayed(await replay_transcript(server.http(), text)).robots == ["my_robots:Brave"] * 2


@pytest.mark.parametrize(
    ("change", "detail"),
    [
        (lambda text: text.replace("Filon game 1", "Chess"), "expected a file that begins with 'Filon game 1'"),
        (lambda text: "\n".join(text.splitlines()[:-3]) + "\n", "expected a game that is over"),
        (lambda text: text.replace('"content": {', '"content": {"more": 1, '), "content: more: expected only the keys"),
        (lambda text: text.replace('"dollars": [1000', '"dollars": [1100'), "content: expected that of the box"),
        (lambda text: re.sub('"game": ".*"', '"game": "chess"', text), "chess"),
        (lambda text: re.sub(r"\S+\n$", "dream\n", text), "dream"),
        (lambda text: re.sub(r'"deal": \[.*\]', '"deal": [1]', text), ""),
    ],
)
async def test_a_transcript_that_is_no_finished_game_is_refused_by_name(change: Callable[[str], str], detail: str, tmp_path: Path) -> None:
    text = new_transcript(a_game().name)
    assert change(text) != text
    async with served(tmp_path) as server:
        response = await replay_transcript(server.http(), change(text))
        assert reason(response, 409) == "file-refused"
        assert detail in response.json()["detail"]


# Files that are wrong


def without(key: str) -> Callable[[dict[str, Any]], None]:
    return lambda game: game.pop(key)


def changed(**values: Any) -> Callable[[dict[str, Any]], None]:
    return lambda game: game.update(values)


def opened(**values: Any) -> Callable[[dict[str, Any]], None]:
    return lambda game: game["opened"].update(values)


def first(kind: str, **values: Any) -> Callable[[dict[str, Any]], None]:
    return lambda game: next(line for line in game["lines"] if line["line"] == kind).update(values)


WRONG = {
    "a key is missing": (without("lines"), 400, "malformed", "lines"),
    "a game nobody has": (changed(game="chess"), 404, "no-such-game", "chess"),
    "rules of the future": (changed(rules=1_000_000), 409, "file-refused", "$.rules"),
    "seats without end": (opened(seats=10**9), 409, "file-refused", "seats"),
    "another content": (opened(content={"tray": {}}), 409, "file-refused", "$.opened.content"),
    "no secret": (opened(secret="x"), 409, "file-refused", "secret"),
    "nobody there": (first("moved", seat=-7), 409, "file-refused", "line "),
    "no such move": (first("moved", move="jump"), 409, "file-refused", "jump"),
    "no such option": (first("began", options={}, names=[]), 409, "file-refused", "line "),
    "no line": (first("moved", line="dreamt"), 409, "file-refused", "$.lines"),
    "no game at all": (changed(lines=[], talk=[]), 409, "file-refused", ""),
    "lines that are far away": (first("moved", seq=10**12), 409, "file-refused", "found 1000000000000"),
}


@pytest.mark.parametrize("path", [next(path for path in FILES if load(name).folder in path.parents) for name in found()], ids=list(found()))
@pytest.mark.parametrize("wrong", WRONG)
async def test_what_is_no_finished_game_is_refused_by_name(wrong: str, path: Path, tmp_path: Path) -> None:
    change, status, expected, detail = WRONG[wrong]
    game = json.loads(path.read_text("utf-8"))
    change(game)
    async with served(tmp_path) as server:
        response = await server.http().post("/api/replay", content=json.dumps(game))
        assert reason(response, status) == expected
        assert detail in response.json()["detail"]


async def test_a_file_that_was_cut_is_no_game_that_is_over(tmp_path: Path) -> None:
    game = json.loads(FILES[0].read_text("utf-8"))
    game["lines"] = game["lines"][:-4]
    async with served(tmp_path) as server:
        response = await server.http().post("/api/replay", content=json.dumps(game))
        assert reason(response, 409) == "file-refused"
        assert "over" in response.json()["detail"]


async def test_a_file_may_be_larger_than_other_requests_but_has_its_own_limit(tmp_path: Path) -> None:
    text = FILES[0].read_text("utf-8")
    async with served(tmp_path) as server:
        http = server.http()
        replayed(await http.post("/api/replay", content=text + " " * (GAME_FILE_BYTES - len(text.encode()))))
        response = await http.post("/api/replay", content=text + " " * GAME_FILE_BYTES)
        assert reason(response, 413) == "too-large"
        assert "2048 KB" in response.json()["detail"]


async def test_replays_are_limited_for_each_address(tmp_path: Path) -> None:
    text = FILES[0].read_text("utf-8")
    async with served(tmp_path, Limits(replays=Rate(2, 60))) as server:
        http = server.http()
        for _ in range(2):
            replayed(await http.post("/api/replay", content=text))
        assert reason(await http.post("/api/replay", content=text), 429) == "too-many-replays"
        server.hands.move(30)
        replayed(await http.post("/api/replay", content=text))


async def test_a_game_that_takes_too_long_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replays, "CPU_SECONDS", 1e-6)
    async with served(tmp_path) as server:
        response = await server.http().post("/api/replay", content=FILES[0].read_text("utf-8"))
        assert reason(response, 409) == "file-refused"
        assert "seconds" in response.json()["detail"]


async def test_a_strange_page_gets_nothing_played(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        response = await server.http(Origin=ELSEWHERE).post("/api/replay", content=FILES[0].read_text("utf-8"))
        assert reason(response, 403) == "foreign-origin"


async def test_a_private_game_is_shared_by_one_of_its_players_and_without_its_chat(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        ada, bo = await server.browser(), await server.outsider()
        made = await ada.open(next(iter(found())), seats=2, name="Ada", robots=["random"], begin=True)
        path = f"/api/tables/{made.table}"
        assert reason(await ada.http.post(f"{path}/share"), 409) == "not-over"
        window = await ada.at(made.table, 0)
        await window.does(protocol.Say, "for our ears only")
        await window.does(protocol.Robot, 0, "random")
        while window.around.status != "over":
            await window.hear()
        onlooker = f"{path}/share?invite={made.invite}"
        assert reason(await bo.http.post(f"{path}/share"), 404) == "no-such-table"
        assert reason(await bo.http.post(onlooker), 409) == "not-your-seat"
        assert reason(await bo.http.get(f"{path}/replay"), 404) == "no-such-table"
        for _ in range(2):
            assert (await ada.http.post(f"{path}/share")).status_code == 204
        shared, own = [await device.http.get(f"{path}/replay") for device in (bo, ada)]
        assert [frame.line.seq for frame in replayed(shared).frames] == [frame.line.seq for frame in replayed(own).frames]
        assert sum(frame.line.kind == "shared" for frame in replayed(own).frames) == 1
        assert "for our ears only" in own.text
        assert "for our ears only" not in shared.text
        assert made.invite not in shared.text
        assert (await bo.http.get(f"{path}/game.json")).status_code == 200
        assert reason(await bo.http.get(path), 404) == "no-such-table"
