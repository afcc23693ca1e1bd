"""Games as rows: each opens again as it was played, is small, and is read by others in one line."""

import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from filon.core.game import Game
from filon.house.records.transcript import read_transcript
from filon.house.room.live import LiveTable, Played, not_undone
from filon.house.room.setup import box_content
from filon.research.match import match_of, play
from filon.research.study.game_rows import RowRefused, content_digest, live_of, row_of
from filon.research.study.parquet import SCHEMA, read_games, read_live, write_games
from filon.terminal.cli import main

GAMES = 3


@pytest.fixture
def lives(game: Game) -> list[LiveTable]:
    match = match_of(game.name, ["random"], 2, GAMES, seed=5)
    return [read_transcript(play(match, number, with_transcript=True).text, "game") for number in range(GAMES)]


@pytest.fixture
def file(lives: list[LiveTable], tmp_path: Path) -> Path:
    write_games(tmp_path / "games.parquet", [row_of(live, "even", number) for number, live in enumerate(lives)], {})
    return tmp_path / "games.parquet"


def said(line: Played) -> tuple[int, int, Any]:
    return line.at, line.seat, line.move


def test_the_game_of_a_row_is_the_one_that_was_played(lives: list[LiveTable], file: Path) -> None:
    for place, live in enumerate(lives, 1):
        again = read_live(file, place)
        assert again.table == live.table
        assert [said(line) for line in again.played] == [said(line) for line in not_undone(live.played)]
        assert again.setup.robots == live.setup.robots


def test_a_game_without_a_seed_opens_from_the_draws_of_its_deal(lives: list[LiveTable]) -> None:
    live = lives[0]
    row = replace(row_of(live, "even", 0), seed=None, deal=live.deal)
    assert live_of(row, {}, "row").table == live.table


def test_another_content_is_in_the_file(game: Game, lives: list[LiveTable], tmp_path: Path) -> None:
    content = json.loads(json.dumps(box_content(game.name)))
    content["remark"] = "ours"
    digest = content_digest(content)
    row = replace(row_of(lives[0], "even", 0), content=digest)
    with pytest.raises(RowRefused, match=f"content {digest[:12]}, which neither the file nor the box of {game.name} holds"):
        live_of(row, {}, "row")
    write_games(tmp_path / "ours.parquet", [row], {digest: content})
    rows, contents = read_games(tmp_path / "ours.parquet")
    assert (rows, contents) == ([row], {digest: content})


def test_duckdb_reads_it_in_one_line(file: Path) -> None:
    rows, _ = read_games(file)
    assert duckdb.sql(f"select ending, count(*), avg(len(moves)) from '{file}' group by all order by 1").fetchall() == [
        (ending, len(moves), pytest.approx(sum(moves) / len(moves)))
        for ending in sorted({row.ending for row in rows})
        for moves in [[len(row.moves) for row in rows if row.ending == ending]]
    ]


def test_every_column_is_described() -> None:
    told = (Path(__file__).parents[3] / "docs/data.md").read_text(encoding="utf-8")
    described = [line.split("`")[1::2] for line in told.splitlines() if line.startswith("| `")]
    assert [(name, of_type) for name, of_type, *_ in described[: len(SCHEMA)]] == [
        (one.name, str(one.type).replace("item: ", "").replace("element: ", "")) for one in SCHEMA
    ]


def test_the_terminal_replays_a_row(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", f"{file}#2", "--log", "--lang", "en"]) == 0
    assert "random 1" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("place", "said"), [("#4", "expected a row from 1 to 3; found 4"), ("#0", "found 0"), ("", "expected a row of it")]
)
def test_a_row_that_is_not_there_is_refused(file: Path, place: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", f"{file}{place}", "--log"]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"moves": [-1]}, "expected ids of moves"),
        ({"moves": []}, "expected a game that is over"),
        ({"game": "chess"}, "no game is called 'chess'"),
        ({"game": None}, "Expected `str`, got `null` - at `$.game`"),
        ({"rules": 99}, "expected rules version 1 to"),
        ({"names": ["Ada"]}, "expected 2 names, one for each seat; found 1"),
        ({"options": "[1"}, "expected a game that follows the rules"),
        ({"options": '{"first": "nobody"}'}, "option first: expected one of"),
        ({"robots": ["random"] * 99}, "seats; found 99"),
        ({"seed": None, "deal": []}, "the script has run out"),
    ],
)
def test_a_row_that_is_no_game_is_refused(game: Game, lives: list[LiveTable], tmp_path: Path, change: dict[str, Any], said: str) -> None:
    path = tmp_path / "games.parquet"
    held = {**asdict(row_of(lives[0], "even", 0)), **change}
    pq.write_table(pa.Table.from_pylist([held], schema=SCHEMA), path)
    with pytest.raises(RowRefused) as refused:
        read_live(path, 1)
    assert str(refused.value).startswith(f"{path}#1: ")
    assert said in str(refused.value)


@pytest.mark.parametrize(
    ("held", "said"), [(b"", "expected a Parquet file; found something else"), (b"PAR1 and no more", "expected a Parquet file")]
)
def test_a_file_that_is_no_parquet_is_refused(tmp_path: Path, held: bytes, said: str) -> None:
    (tmp_path / "games.parquet").write_bytes(held)
    with pytest.raises(RowRefused, match=said):
        read_live(tmp_path / "games.parquet", 1)


def test_other_columns_are_refused(tmp_path: Path) -> None:
    pq.write_table(pa.table({"a": [1]}), tmp_path / "other.parquet")
    with pytest.raises(RowRefused, match="expected the columns match, number, game"):
        read_games(tmp_path / "other.parquet")
    with pytest.raises(RowRefused, match="expected a readable file"):
        read_games(tmp_path / "nowhere.parquet")
