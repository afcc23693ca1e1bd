"""A seat that cannot be taken is refused in one sentence; a seat that is left passes to a robot, and its transcript is complete."""

import asyncio
import json
import signal
import socket
import sys
from pathlib import Path

import pytest

from filon.client import Client
from filon.house import protocol
from filon.terminal.cli import main
from tests.server.served import a_game, served

LINK = "http://localhost:8000/t/abc?invite=x"


@pytest.mark.parametrize("link", ["games.example.org/t/abc", "http://localhost:8000/", "http://localhost:8000/t/abc?seat=x", "ftp://a/t/b"])
def test_a_text_that_is_no_link_is_refused(link: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mcp", "--table", link]) == 2
    said = capsys.readouterr().err
    assert said == f"filon: --table: expected a link to a table, such as http://localhost:8000/t/TABLE?invite=…; found {link!r}\n"


def test_a_server_that_is_not_there_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        address = f"http://127.0.0.1:{free.getsockname()[1]}"
    assert main(["mcp", "--table", f"{address}/t/abc"]) == 2
    assert capsys.readouterr().err.startswith(f"filon: --table: expected a server at {address}; found that none answers (")


def test_an_earlier_transcript_is_not_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "game.jsonl").write_text("held")
    assert main(["mcp", "--table", LINK, "--transcript", str(tmp_path / "game.jsonl")]) == 2
    assert "expected a new file" in capsys.readouterr().err
    assert (tmp_path / "game.jsonl").read_text() == "held"


def test_retries_are_a_whole_number(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["mcp", "--table", LINK, "--retries", "-1"])
    assert "expected a whole number from 0 on; found '-1'" in capsys.readouterr().err


async def test_a_table_that_cannot_be_joined_says_why(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with served(tmp_path) as server, Client(server.origin, rate=None) as client:
        full = await client.open_table(a_game().name, 2, ["random"], name="Ada")
        closed = await client.open_table(a_game().name, 2, ["random"], name="Ada")
        async with client.at(closed.table) as table:
            await table.send(protocol.Close)
        expected = {
            f"{full.table}?invite={full.invite}": "expected a free chair; found none",
            f"{closed.table}?invite={closed.invite}": "expected a game to play; found one that is over",
            f"{full.table}?invite=wrong": "This table does not exist, or you have no access to it.",
            f"{full.table}?invite={full.invite}&seat=0&carry=used": "This link has already been used.",
        }
        for link, why in expected.items():
            assert await asyncio.to_thread(main, ["mcp", "--lang", "en", "--table", f"{server.origin}/t/{link}"]) == 2
            assert f"filon: --table: {why}" in capsys.readouterr().err


@pytest.mark.parametrize(("sign", "code"), [(None, 0), (signal.SIGINT, 130)])
async def test_a_seat_that_is_left_in_play_gets_a_robot(tmp_path: Path, sign: signal.Signals | None, code: int) -> None:
    """At the end of stdin, and when somebody interrupts."""
    path = tmp_path / "game.jsonl"
    async with served(tmp_path) as server, Client(server.origin, rate=None) as client:
        made = await client.open_table(a_game().name, 2, options={"first": 1}, name="Ada")
        async with client.at(made.table) as table:
            link = f"{server.origin}/t/{made.table}?invite={made.invite}"
            command = [sys.executable, "-m", "filon", "mcp", "--table", link, "--transcript", str(path)]
            pipe = asyncio.subprocess.PIPE
            model = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, stderr=pipe)
            await table.until(lambda: not table.free)
            await table.send(protocol.Begin)
            while not path.exists() or not path.read_text():
                await asyncio.sleep(0.01)  # another process writes it
            assert model.stdin
            assert model.stdout
            assert model.stderr
            model.send_signal(sign) if sign else model.stdin.close()
            assert await asyncio.gather(model.stdout.read(), model.stderr.read(), model.wait()) == [b"", b"", code]
            await table.until(lambda: table.around.people[1].is_vacant)
    assert [json.loads(line)["event"] for line in path.read_text(encoding="utf-8").splitlines()] == ["joined", "left"]
