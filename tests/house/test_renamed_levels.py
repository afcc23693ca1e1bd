"""Two levels of robots had other names once: stores, backups, game files, transcripts and commands with those names are still read."""

import asyncio
import gzip
import json
from pathlib import Path

import apsw
import msgspec
import pytest

from filon.bots import RobotRefused, known, level_of, robot_for
from filon.core.game import Game
from filon.core.level import LEVELS, RENAMED
from filon.house import protocol
from filon.house.records.game_file import read_game, text_of
from filon.house.records.replay import of_file, of_transcript
from filon.house.records.transcript import read_transcript, transcript_of
from filon.house.records.verify import verify
from filon.house.robots.pool import ask_in_process
from filon.house.room import events
from filon.house.room.card import Card
from filon.house.service import House
from filon.house.stores.backup import restore
from filon.house.updates.public_lines import public_line
from filon.terminal.cli import main
from tests.house.at_home import Hands, Home
from tests.house.earlier import EXPECTED, FOLDER
from tests.house.stores.sqlite.embedded import opened


def renamed(text: str) -> str:
    """The text of an earlier Filon, as if its robots had played at the levels that have another name today."""
    text = text.replace('"level":"random"', '"level":"keen"').replace('"level":"casual"', '"level":"newcomer"')
    return text.replace('"random"]', '"keen"]').replace('"casual"]', '"newcomer"]')


def today(robots: list[str]) -> list[str]:
    return [{"random": "strong", "casual": "beginner"}.get(robot, robot) for robot in robots]


def test_every_earlier_name_is_the_name_of_a_level(game: Game) -> None:
    for earlier, name in RENAMED.items():
        assert name in LEVELS
        assert known(earlier) == name
        assert level_of(game, earlier) is game.bot.LEVELS[name]
        assert robot_for(game, earlier, 0, 1).level == game.bot.LEVELS[name]
    with pytest.raises(RobotRefused, match="'hal'"):
        known("hal")


@pytest.mark.parametrize("table", EXPECTED)
def test_a_stored_table_is_served_with_the_names_of_today(tmp_path: Path, table: str) -> None:
    async def work() -> None:
        async with opened(tmp_path / "filon.db") as store:
            home = Home(House(store, ask_in_process), Hands())
            home.table = table
            room = await home.room()
            robots = today(EXPECTED[table]["robots"])
            lines = [public_line(room, number, 0, 0) for number in range(1, room.seq + 1)]
            told = [line.level for line in lines if isinstance(line, protocol.RobotLine | protocol.VacatedLine)]
            assert [chair.robot for chair in room.chairs] == room.card().robots == robots
            assert (await store.export_table(table)).card.robots == robots
            assert not {*told} & {*RENAMED}

    db = apsw.Connection(str(tmp_path / "filon.db"))
    with db:
        db.execute(renamed((FOLDER / "store.sql").read_text()))
    db.close()
    asyncio.run(work())


def test_a_backup_is_restored(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path / "store.db") as store:
            assert await restore(store, tmp_path / "backup.gz") == (5, 0)

    text = gzip.decompress((FOLDER / "backup.gz").read_bytes()).decode()
    assert renamed(text) != text
    (tmp_path / "backup.gz").write_bytes(gzip.compress(renamed(text).encode()))
    asyncio.run(work())


def test_a_game_file_is_verified_replayed_and_kept_as_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = renamed((FOLDER / "game-file.txt").read_text())
    assert '"level":"keen"' in text
    game = read_game(text, "game-file.txt")
    assert text_of(game) == text
    assert {check.name: check.count for check in verify(game)} == EXPECTED[game.table]["checks"]
    assert of_file(game, None).robots == today(EXPECTED[game.table]["robots"])
    (tmp_path / "game.json").write_text(text)
    assert main(["verify", str(tmp_path / "game.json")]) == 0
    assert "Everything fits" in capsys.readouterr().out


def test_a_transcript_is_read_and_replayed() -> None:
    text = renamed((FOLDER / "transcript.txt").read_text())
    live = read_transcript(text, "transcript.txt")
    assert live.setup.robots[-1] == "newcomer"
    assert transcript_of(live) == text.replace('"first": ', '"standstill": "ends", "first": ')  # an option since then
    assert of_transcript(text, None).robots[-1] == "beginner"


def test_the_arena_plays_the_levels_of_today(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", game.name, "newcomer", "beginner", "--games", "1", "--processes", "1", "--json"]) == 0
    assert [*json.loads(capsys.readouterr().out)["robots"]] == ["beginner"]


@pytest.mark.parametrize(
    ("level", "name", "number"),
    [
        ("newcomer", "Newcomer", 1),
        ("beginner", "Newcomer 2", 2),
        ("strong", "Keen", 1),
        ("strong", "Strong 3", 3),
        ("strong", "Newcomer", 0),
        ("", "Keen", 0),
    ],
)
def test_a_robot_that_was_named_after_its_level_has_its_number(level: str, name: str, number: int) -> None:
    assert events.RobotSeated(0, level, name).number == number


def test_a_card_and_a_line_are_stored_as_before() -> None:
    card = msgspec.json.decode(msgspec.json.encode(Card("t", "g", "over", 2, ["Ada", "Keen"], ["", "keen"], True, "live", 0)), type=Card)
    assert card.robots == ["", "strong"]
    assert msgspec.json.encode(events.Vacated(1, "keen")) == b'{"line":"vacated","seat":1,"level":"keen"}'
