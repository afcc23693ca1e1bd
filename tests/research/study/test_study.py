"""Studies: the same files whatever the number of workers, also where one is killed or the study stopped; wrong files are refused."""

import json
import os
import re
import signal
from pathlib import Path
from typing import Any

import pytest
from distributed import Client

from filon.core.compiled.rule import sources
from filon.core.game import Game, found, load
from filon.research.match import MatchRefused, play
from filon.research.match_result import result_of
from filon.research.study import Study, StudyRefused, play_study, read_study, study_of
from filon.research.study.game_rows import GameRow, live_of, row_of
from filon.research.study.parquet import read_games
from filon.research.study.progress import Progress
from filon.research.study.tasks import Failed, Task, play_task, unpacked_rows
from filon.terminal.cli import main

GAME = min(found(), key=lambda name: len(load(name).MOVES))
ASKED: dict[str, Any] = {"name": "even", "game": GAME, "robots": ["random", "random"], "games": 35}
UNTIL: dict[str, Any] = {"name": "narrow", "game": GAME, "robots": ["random", "random"], "until": 0.08, "most": 2000}


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The study of two matches, played in this process."""
    folder = tmp_path_factory.mktemp("alone")
    play_study(both(), folder, workers=1)
    return folder


def both() -> Study:
    return study_of({"seed": 3, "match": [ASKED, UNTIL]})


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_results_are_the_same_files_whatever_the_number_of_workers(alone: Path, client: Client, tmp_path: Path) -> None:
    play_study(both(), tmp_path / "two", scheduler=client.scheduler.address)
    assert files(tmp_path / "two") == files(alone)
    assert sorted(files(alone)) == ["even-0000.parquet", "narrow-0000.parquet", "study.json"]


def test_a_killed_worker_loses_no_game_and_plays_none_twice(alone: Path, client: Client, tmp_path: Path) -> None:
    killed = list[int]()

    def told(run: Progress) -> None:
        if run.games and not killed:
            killed.append(next(iter(client.run(os.getpid).values())))
            os.kill(killed[0], signal.SIGKILL)

    play_study(both(), tmp_path, scheduler=client.scheduler.address, told=told)
    assert killed
    assert files(tmp_path) == files(alone)


def test_a_stopped_study_goes_on_and_believes_nothing_that_is_half_written(alone: Path, tmp_path: Path) -> None:
    def stop(run: Progress) -> None:
        if run.games == 30:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_study(both(), tmp_path, workers=1, told=stop)
    parts = sorted((tmp_path / "parts").iterdir())
    assert len(parts) == 3
    parts[1].write_bytes(parts[1].read_bytes()[:-200])
    (tmp_path / "parts/.even-0000003.arrow.1").write_bytes(b"half")
    again = list[int]()
    play_study(both(), tmp_path, workers=1, told=lambda run: again.append(run.games) if run.planned.name == "even" else None)
    assert again == [20, 30, 35]
    assert files(tmp_path) == files(alone)
    play_study(both(), tmp_path, workers=1, told=lambda run: again.append(run.games))
    assert again[3:] == [35, len(read_games(alone / "narrow-0000.parquet")[0])]


def test_a_shard_that_was_cut_off_is_played_again(alone: Path, tmp_path: Path) -> None:
    play_study(both(), tmp_path, workers=1)
    (tmp_path / "even-0000.parquet").write_bytes((tmp_path / "even-0000.parquet").read_bytes()[:-10])
    play_study(both(), tmp_path, workers=1)
    assert files(tmp_path) == files(alone)


def test_a_match_ends_at_the_first_look_that_finds_its_interval_narrow_enough(alone: Path) -> None:
    told = json.loads((alone / "study.json").read_text(encoding="utf-8"))["results"]["narrow"]
    rows, _ = read_games(alone / "narrow-0000.parquet")
    low, high = told["robots"]["random"]["interval"]
    assert (high - low) / 2 <= 0.08
    assert told["games"] == len(rows)
    assert len(rows) % 100 == 0
    assert [row.number for row in rows] == list(range(len(rows)))


def test_rows_are_the_games_that_the_arena_plays(alone: Path) -> None:
    rows, _ = read_games(alone / "even-0000.parquet")
    match = both().matches[0].match
    first = play(match, 0)
    assert (rows[0].shares, rows[0].scores, rows[0].ending) == (first.shares, first.scores, first.ending)
    told = json.loads((alone / "study.json").read_text(encoding="utf-8"))
    result = result_of(match, (play(match, number) for number in range(match.games)))
    assert told["results"]["even"]["robots"]["random"]["interval"] == list(result.interval("random"))
    assert told["match"][0]["seed"] == 3


def test_a_row_of_a_batch_opens_as_any_other(game: Game) -> None:
    """Its deal is made again from the seed, each move by the rules, at its time where time runs."""
    robots = ["random"] * game.label.seats[0]
    planned = study_of({"match": [{"name": "b", "game": game.name, "robots": robots, "games": 3, "engine": "batch"}]}).matches[0]
    held = play_task(Task(planned, 0, 3, sources()))
    assert isinstance(held, bytes)
    for row in (GameRow(**one) for one in unpacked_rows(held).to_pylist()):
        live = live_of(row, {}, "row")
        assert row_of(live, "b", row.number).moves == row.moves
        assert (list(game.scores(live.table)), live.setup.robots) == (row.scores, robots)


def test_a_worker_with_other_rules_is_refused() -> None:
    failed = play_task(Task(both().matches[0], 0, 1, "others"))
    assert isinstance(failed, Failed)
    assert failed.why.startswith("expected the rules of others on every worker; found")


def test_another_study_in_the_same_folder_is_refused(alone: Path, tmp_path: Path) -> None:
    before = files(alone)
    with pytest.raises(StudyRefused, match=r"study.json: match\[0\].seed: expected 4, of the study asked for; found 3, of another one"):
        play_study(study_of({"seed": 3, "match": [{**ASKED, "seed": 4}, UNTIL]}), alone)
    with pytest.raises(StudyRefused, match=r"study.json: match: expected .*; found"):
        play_study(study_of({"seed": 3, "match": [ASKED]}), alone)
    assert files(alone) == before
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(StudyRefused, match=r"expected an empty folder, or one of this study; found mine\.txt"):
        play_study(both(), tmp_path)


def test_a_robot_that_breaks_a_game_off_is_named(tmp_path: Path) -> None:
    study = study_of({"match": [{**ASKED, "robots": ["tests.research.test_arena:Broken", "random"]}]})
    with pytest.raises(MatchRefused, match=r"even: game \d+, line \d+: tests.research.test_arena:Broken \d broke it off: MoveRefused"):
        play_study(study, tmp_path, workers=1)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"name": "A b"}, "match[0].name: expected a name of small letters, digits, - and _; found 'A b'"),
        ({"games": "ten"}, "match[0].games: expected a whole number from 1 to 1000000; found 'ten'"),
        ({"until": 0.1}, "match[0].games: expected games, or until with most; found games and until"),
        ({"until": 3, "most": 9}, "match[0].until: expected a number between 0.001 and 0.5; found 3"),
        ({"game": "chess"}, "match[0]: no game is called 'chess'"),
        ({"robots": ["hal"]}, "match[0]: no robot is called 'hal'"),
        ({"robots": []}, "match[0].robots: expected a list of robots, by seat; found []"),
        ({"robots": ["expert", "random"], "engine": "batch"}, "match[0]: expert does not play inside a batch"),
        ({"engine": "steam"}, "match[0].engine: expected table or batch; found 'steam'"),
        ({"seats": 0}, "match[0].seats: expected a whole number from 1 to 99; found 0"),
        ({"options": {"nonsense": "1"}}, "match[0]: unknown option 'nonsense'"),
        ({"content": {"nonsense": 1}}, "match[0]: content: nonsense: expected only the keys"),
        ({"speed": 1}, "match[0].speed: expected only the keys name, game"),
    ],
)
def test_a_match_that_cannot_be_played_is_refused_with_its_key(change: dict[str, Any], said: str) -> None:
    with pytest.raises(StudyRefused) as refused:
        study_of({"match": [ASKED | change]}, "my.toml")
    assert str(refused.value).startswith(f"my.toml: {said}")


@pytest.mark.parametrize(
    ("held", "said"),
    [
        ({}, "match: expected one or more tables"),
        ({"match": [ASKED, ASKED]}, "match[1].name: expected a name of its own; found 'even' again"),
        ({"match": [{"game": GAME}]}, "match[0].games: expected games, or until with most; found neither"),
        ({"match": [ASKED], "seed": -1}, "seed: expected a whole number from 0 to"),
        ({"match": [ASKED], "author": "me"}, "author: expected only the keys seed, match"),
    ],
)
def test_a_study_that_cannot_be_played_is_refused_with_its_key(held: dict[str, Any], said: str) -> None:
    with pytest.raises(StudyRefused) as refused:
        study_of(held, "my.toml")
    assert str(refused.value).startswith(f"my.toml: {said}")


@pytest.mark.parametrize("text", ["[" + "match." * 100 + "a]", "match = " + "[" * 900, '"\\u001b[2K" = 1', 'match = "\\u202e"'])
def test_a_hostile_file_is_refused_and_no_text_of_it_controls_the_terminal(text: str, tmp_path: Path) -> None:
    path = tmp_path / "my.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(StudyRefused, match=f"^{re.escape(str(path))}: .*expected") as refused:
        read_study(path)
    assert str(refused.value).isprintable()


def test_the_example_is_a_study() -> None:
    study = read_study(Path(__file__).parents[3] / "examples/study.toml")
    assert [one.engine for one in study.matches] == ["batch", "table"]


def test_the_terminal_plays_a_file_and_says_what_came_of_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "small.toml"
    path.write_text(f'[[match]]\nname = "small"\ngame = "{GAME}"\nrobots = ["random", "random"]\ngames = 4\n', encoding="utf-8")
    asked = ["study", str(path), "--out", str(tmp_path / "out"), "--workers", "1", "--lang", "en"]
    assert main(asked) == 0
    said = capsys.readouterr()
    assert "small:" in said.out
    assert f"4 games of {GAME}" in said.out
    assert "per move" not in said.out
    assert main(["replay", f"{tmp_path}/out/small-0000.parquet#4", "--log", "--lang", "en"]) == 0
    path.write_text(path.read_text(encoding="utf-8").replace("games = 4", "games = 0"), encoding="utf-8")
    assert main(asked) == 2
    assert f"filon: {path}: match[0].games: expected a whole number from 1" in capsys.readouterr().err


def test_the_terminal_names_a_scheduler_that_does_not_answer(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("filon.research.cluster.SECONDS", 1)
    path = tmp_path / "small.toml"
    path.write_text(f'[[match]]\nname = "small"\ngame = "{GAME}"\nrobots = ["random", "random"]\ngames = 4\n', encoding="utf-8")
    assert main(["study", str(path), "--out", str(tmp_path / "out"), "--scheduler", "tcp://127.0.0.1:9"]) == 2
    assert "filon: expected a scheduler at tcp://127.0.0.1:9; found" in capsys.readouterr().err
