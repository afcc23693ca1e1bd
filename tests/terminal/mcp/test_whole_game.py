"""A whole game through a real MCP client over stdin and stdout, against a robot at a real server."""

import asyncio
import gzip
import json
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from mcp.client.client import Client as McpClient
from mcp.client.stdio import StdioServerParameters, stdio_client

from filon.client import Client, Table
from filon.core.game import Game, found, load
from filon.house import protocol
from tests.server.served import served

EXAMPLE = Path(__file__).parents[3] / "examples/language_model.py"


def quick_game() -> Game:
    """The one with the fewest moves that does not wait for time."""
    return min((game for game in map(load, found()) if not game.timed), key=lambda game: len(game.MOVES))


@asynccontextmanager
async def host(tmp_path: Path) -> AsyncIterator[tuple[Table, str]]:
    """A table with a free chair beside a robot, seen by its host, and the invitation to it."""
    async with served(tmp_path) as server, Client(server.origin, rate=None) as client:
        made = await client.open_table(quick_game().name, 2, ["random"], options={"first": 1})
        async with client.at(made.table) as table:
            yield table, f"{server.origin}/t/{made.table}?invite={made.invite}"


async def begun(table: Table) -> None:
    await table.until(lambda: not table.free)
    await table.send(protocol.Begin)


async def answered(model: McpClient, tool: str, **asked: Any) -> Any:
    answer = await model.call_tool(tool, asked)
    assert not answer.is_error, answer.content
    return answer.structured_content


async def read(model: McpClient, name: str) -> str:
    (held,) = (await model.read_resource(f"filon://{name}")).contents
    return held.text  # type: ignore[union-attr, no-any-return]


async def test_a_scripted_player_plays_a_whole_game(tmp_path: Path) -> None:
    """With hidden moves: what is refused is tried again, and then forfeited."""
    game, path = quick_game(), tmp_path / "game.jsonl"
    async with host(tmp_path) as (table, link):
        more = ["--name", "Ada", "--moves", "on-request", "--retries", "1", "--transcript", str(path)]
        command = ["-m", "filon", "mcp", "--table", link, "--lang", "en", *more]
        async with McpClient(stdio_client(StdioServerParameters(command=sys.executable, args=command, env=dict(os.environ)))) as model:
            await begun(table)
            assert {tool.name for tool in (await model.list_tools()).tools} == {"look", "legal_moves", "play", "wait", "say", "rules"}
            clause = next(iter(game.CLAUSES.values()))
            assert clause in await read(model, "rules")
            options = await read(model, "options")
            assert all(option.name in options for option in game.label.options)
            seen = await answered(model, "wait", seconds=60)
            assert seen["is_your_turn"]
            assert seen["board"]
            assert seen["choices"] == []
            assert (await answered(model, "say", phrase="hello"))["heard"] == ["Ada: “Hello!”"]
            assert (await model.call_tool("say", {"phrase": "no-such-phrase"})).is_error
            tried = [await answered(model, "play", move="dig the moon") for _ in range(2)]
            assert [(one["is_accepted"], one["is_forfeit"], one["retries_left"]) for one in tried] == [(False, False, 0), (False, True, 1)]
            moves = 0
            while seen["status"] == "playing":
                seen = await answered(model, "wait", seconds=60)
                choices = (await answered(model, "legal_moves"))["choices"]
                if choices:
                    moves += 1
                    played = await answered(model, "play", move=choices[-1]["move"])
                    assert (played["is_accepted"], played["played"]) == (True, choices[-1]["move"])
                    seen = played["seen"]
            late = await answered(model, "play", move=0)
            assert not late["is_accepted"]
            assert late["refusal"]
            assert (await read(model, "log")).count("\n") > moves
        await table.until(lambda: table.is_over)
        assert list(seen["scores"].values()) == table.around.scores
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    over = next(line for line in lines if line["event"] == "over")
    assert lines[0]["event"] == "joined"
    assert (over["scores"], over["winners"]) == (table.around.scores, table.around.winners)
    assert [over["counts"][key] for key in ("moves", "retries", "forfeits", "phrases")] == [moves, 1, 1, 1]
    assert over["counts"]["refusals"] == {"no-such-move": 2}


async def test_the_example_plays_a_whole_game(tmp_path: Path) -> None:
    async with host(tmp_path) as (table, link):
        pipe = asyncio.subprocess.PIPE
        model = await asyncio.create_subprocess_exec(sys.executable, str(EXAMPLE), link, "--name", "Ada", stdout=pipe, stderr=pipe)
        await begun(table)
        said, wrong = await model.communicate()
        assert (model.returncode, wrong.decode()) == (0, "")
        assert said.decode().startswith("Ada: ")
        assert str(table.around.scores[0]) in said.decode()


def test_a_transcript_of_each_game_goes_from_its_beginning_to_its_end() -> None:
    transcripts = sorted((EXAMPLE.parent / "transcripts").glob("*.jsonl.gz"))
    assert [path.name.removesuffix(".jsonl.gz") for path in transcripts] == sorted(
        name for name in found() if load(name).folder.is_relative_to(EXAMPLE.parents[1] / "src")
    )
    for path in transcripts:
        first, *_, last = map(json.loads, gzip.decompress(path.read_bytes()).decode().splitlines())
        assert (first["event"], f"{first['game']}.jsonl.gz") == ("joined", path.name)
        assert last["event"] == "over"
        assert last["counts"]["moves"] > 0
