"""The arena: fair seats, the same games again, nothing lost, and named refusals."""

import json
import os
import random
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from distributed import Client

from filon.bots import Robot, RobotRefused
from filon.bots.robot import Heard
from filon.bots.searcher import has_search
from filon.core.game import Game, found, load
from filon.core.label import OptionRefused
from filon.house.records.transcript import read_transcript
from filon.research import arena, cluster
from filon.research.match import GameResult, Match, MatchRefused, match_of, play
from filon.research.match_result import MatchResult, result_of, wilson
from filon.terminal.cli import main

GAME = min(found(), key=lambda name: len(load(name).MOVES))


class Broken(Robot):
    """Plays what nobody may."""

    def choose(self, heard: Sequence[Heard], view: Any, legal: list[int], at: int) -> int:
        return next(i for i in range(len(self.game.MOVES)) if i not in legal)


def test_everybody_has_every_seat_equally_often_and_plays_each_deal_there(game: Game) -> None:
    match = match_of(game.name, ["greedy", "random"], 3, 9)
    assert match.robots == ["greedy", "random", "random"]
    assert Counter(match.lineup(number).index("greedy") for number in range(9)) == {0: 3, 1: 3, 2: 3}
    assert [match.setup(number).seed for number in range(6)] == [match.setup(0).seed] * 3 + [match.setup(3).seed] * 3


def test_the_same_seed_gives_the_same_result_whatever_the_number_of_processes(game: Game, client: Client) -> None:
    match = match_of(game.name, ["casual", "random"], 2, 7, seed=3, iterations=20)
    games = [list(arena.played(match, 1)), list(arena.played(match, scheduler=client.scheduler.address))]
    assert [sorted(one.number for one in played) for played in games] == [list(range(7))] * 2
    results = [{**result_of(match, played).as_json(), "seconds": 0} for played in games]
    assert results[0] == results[1]
    other = match_of(game.name, ["casual", "random"], 2, 7, seed=4, iterations=20)
    assert {**result_of(other, arena.played(other, 1)).as_json(), "seconds": 0, "seed": 3} != results[0]


@pytest.mark.parametrize("searched", [name for name in found() if has_search(load(name))])
def test_robots_that_search_think_the_same_in_whatever_process(searched: str, client: Client) -> None:
    match = match_of(searched, ["expert", "random"], 2, 2, iterations=30)
    games = [arena.played(match, 1), arena.played(match, scheduler=client.scheduler.address)]
    results = [{**result_of(match, played).as_json(), "seconds": 0} for played in games]
    assert results[0] == results[1]


def test_what_is_saved_opens_again(game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", game.name, "random", "greedy", "--games", "2", "--processes", "1", "--save", str(tmp_path), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    saved = sorted(tmp_path.iterdir())
    assert [path.name for path in saved] == [f"{game.name}-00001.txt", f"{game.name}-00002.txt"]
    lives = [read_transcript(path.read_text(encoding="utf-8"), path.name) for path in saved]
    assert all(live.is_over for live in lives)
    won = sum(
        (live.setup.robots[seat] == "greedy") / len(live.game.winners(live.table))
        for live in lives
        for seat in live.game.winners(live.table)
    )
    assert told["robots"]["greedy"]["won"] == pytest.approx(won, abs=1e-5)
    assert main(["replay", str(saved[0]), "--log"]) == 0
    kept = [path.read_bytes() for path in saved]
    capsys.readouterr()
    assert main(["arena", game.name, "random", "greedy", "--games", "1", "--seed", "9", "--processes", "1", "--save", str(tmp_path)]) == 2
    assert f"expected a folder without games of an earlier match; found {game.name}-00001.txt" in capsys.readouterr().err
    assert [path.read_bytes() for path in saved] == kept


def test_a_game_of_somebodys_own_robot_opens_where_it_is_not_known_and_goes_on_where_it_is_named(
    game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.txt"
    path.write_text(
        play(match_of(game.name, ["random"], 2, 1), 0, with_transcript=True).text.replace('"random"', '"nowhere:Brave"'), "utf-8"
    )
    assert main(["replay", str(path), "--log"]) == 0
    assert main(["play", "--from", str(path)]) == 2
    assert f"{path}: no robot is called 'nowhere:Brave'" in capsys.readouterr().err


def test_a_table_says_who_won_how_often_where_and_how_long_it_thought(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", game.name, "random", "greedy", "--games", "2", "--processes", "1", "--lang", "en"]) == 0
    said = capsys.readouterr().out
    for word in ("won", "95 %", "equal", "seat", "per", "move", "greedy", "random", "50.0 %", f"2 games of {game.name}"):
        assert word in said
    assert "…" not in said
    assert "21–100" in said or "0–79" in said or "9–91" in said  # one game on each seat: won, lost, or shared


def test_shares_add_up_and_seats_are_told_apart() -> None:
    match = Match("any", ["a", "b"], 2)
    result = MatchResult(match)
    result.add(_played(0, ["a", "b"], [1.0, 0.0]))
    result.add(_played(1, ["b", "a"], [0.5, 0.5]))
    assert (result.share("a"), result.share("b"), result.equal("a")) == (0.75, 0.25, 0.5)
    assert [result.sides["a"].share_on(seat) for seat in (0, 1)] == [1.0, 0.5]
    told = result.as_json()
    assert told["robots"]["a"]["by_seat"] == [1.0, 0.5]
    assert told["robots"]["a"]["interval_by_seat"] == [wilson(1.0, 1), wilson(0.5, 1)]


def test_an_interval_goes_by_games_however_many_seats_a_robot_has() -> None:
    result = MatchResult(Match("any", ["a", "b", "b"], 3))
    for number, seated in enumerate((["a", "b", "b"], ["b", "a", "b"], ["b", "b", "a"])):
        result.add(_played(3 * number, seated, [1.0, 0.0, 0.0]))
    assert result.share("b") == pytest.approx(2 / 3)
    assert result.interval("b") == pytest.approx(wilson(2 / 3, 3))
    assert result.sides["b"].interval_on(0) == wilson(1.0, 2)


def dealt(shares: list[list[float]], seats: int = 2) -> MatchResult:
    """A match of "a" against "b" with the shares that "a" won, deal by deal."""
    result = MatchResult(Match("any", ["a", *["b"] * (seats - 1)], seats * len(shares)))
    for deal, won in enumerate(shares):
        for turn, share in enumerate(won):
            lineup = result.match.lineup(turn)
            shares_of = {"a": share, "b": (1 - share) / (seats - 1)}
            result.add(_played(seats * deal + turn, lineup, [shares_of[name] for name in lineup]))
    return result


def test_games_of_one_deal_count_as_one_where_they_go_together() -> None:
    together, apart = [[1.0, 1.0]] * 30 + [[0.0, 0.0]] * 10, [[1.0, 0.0]] * 20 + [[1.0, 1.0]] * 20
    assert dealt(together).interval("a") == pytest.approx(wilson(0.75, 40), abs=0.003)
    assert dealt(together).interval("b") == pytest.approx(wilson(0.25, 40), abs=0.003)
    assert dealt(apart).interval("a") == wilson(0.75, 80)  # never narrower than if all games were independent
    assert dealt(together[:1]).interval("a") == wilson(1.0, 1)
    assert dealt(together[:30]).interval("a") == wilson(1.0, 30)
    assert dealt([*together, [1.0]]).interval("a") == pytest.approx(wilson(61 / 81, 41), abs=0.003)
    assert MatchResult(Match("any", ["a", "b"], 1)).interval("a") == (0.0, 1.0)
    thrice = dealt([[1.0] * 3] * 20 + [[0.0] * 3] * 20, seats=3)
    assert thrice.interval("b") == pytest.approx(wilson(0.5, 40), abs=0.003)


def test_a_robot_that_has_a_seat_twice_in_a_deal_is_counted_by_deal_there_too() -> None:
    result = MatchResult(Match("any", ["a", "b", "b"], 120))
    for deal in range(40):
        won = float(deal % 2)
        result.add(_played(3 * deal, ["a", "b", "b"], [0.0, won, 1 - won]))
        result.add(_played(3 * deal + 2, ["b", "b", "a"], [1 - won, won, 0.0]))
    assert result.sides["b"].interval_on(1) == pytest.approx(wilson(0.5, 40), abs=0.003)


@pytest.mark.parametrize(("correlation", "seats", "naive"), [(0.0, 2, 1.0), (1.0, 2, 0.88), (0.5, 4, 0.85)])
def test_an_interval_holds_the_truth_as_often_as_it_says_however_games_of_a_deal_go_together(
    correlation: float, seats: int, naive: float
) -> None:
    luck, truth, held, taken = random.Random(seats), 0.7, 0, 0
    for _ in range(400):
        result = dealt([_of_deal(luck, truth, correlation, seats) for _ in range(40)], seats)
        (low, high), (bottom, top) = result.interval("a"), wilson(result.share("a"), result.games)
        held, taken = held + (low <= truth <= high), taken + (bottom <= truth <= top)
    assert 0.925 <= held / 400 <= 0.98
    assert taken / 400 <= naive  # Wilson's interval of all games, as if they were independent


def _of_deal(luck: random.Random, truth: float, correlation: float, games: int) -> list[float]:
    """Victories in the games of one deal, of which some decide all of them alike."""
    one = float(luck.random() < truth)
    return [one] * games if luck.random() < correlation else [float(luck.random() < truth) for _ in range(games)]


def test_a_victory_is_shared_by_all_who_won(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    shared = replace(game, winners=lambda _: [0, 2])
    monkeypatch.setattr("filon.house.room.live.load", lambda _: shared)
    assert play(match_of(game.name, ["random"], 3, 1), 0).shares == [0.5, 0.0, 0.5]


def test_a_program_is_told_how_much_was_thought(game: Game) -> None:
    assert MatchResult(match_of(game.name, ["random"], 2, 1)).as_json()["iterations"] is None
    assert MatchResult(match_of(game.name, ["random"], 2, 1, iterations=70)).as_json()["iterations"] == 70


def _played(number: int, robots: list[str], shares: list[float]) -> GameResult:
    return GameResult(number, robots, shares, [0] * len(robots), "over", 10, [5] * len(robots), [0.1] * len(robots))


def test_wilsons_interval_is_the_published_one() -> None:
    """Newcombe 1998, table I: 81 of 263 and 0 of 20."""
    assert wilson(81 / 263, 263) == pytest.approx((0.2553, 0.3662), abs=1e-4)
    assert wilson(0, 20) == pytest.approx((0.0, 0.1611), abs=1e-4)
    assert wilson(0.5, 0) == (0.0, 1.0)


def test_a_robot_that_breaks_a_game_off_is_named(game: Game) -> None:
    match = match_of(game.name, ["tests.research.test_arena:Broken"], 2, 1)
    with pytest.raises(MatchRefused, match=r"game 1, line \d+: tests.research.test_arena:Broken \d broke it off: MoveRefused"):
        play(match, 0)


class Tiring(Robot):
    """Plays for a game or more, and then cannot go on."""

    choices = 0

    def choose(self, heard: Sequence[Heard], view: Any, legal: list[int], at: int) -> int:
        Tiring.choices += 1
        if Tiring.choices == 1500:
            raise TimeoutError("too tired")
        return legal[self.luck.below(len(legal))]


def test_games_before_one_that_was_broken_off_count_and_that_one_can_be_looked_at(
    game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Tiring.choices = 0
    asked = ["tests.research.test_arena:Tiring", "--games", "100000", "--processes", "1", "--save", str(tmp_path)]
    assert main(["arena", game.name, *asked, "--json"]) == 2
    said, saved = capsys.readouterr(), sorted(tmp_path.iterdir())
    assert 1 <= json.loads(said.out)["games"] == len(saved) - 1
    assert "broke it off: TimeoutError: too tired" in said.err
    broken = read_transcript(saved[-1].read_text(encoding="utf-8"), "broken")
    assert not broken.is_over
    assert f"game {len(saved)}, line {len(broken.played) + 1}:" in said.err


class Dying(Robot):
    def choose(self, heard: Sequence[Heard], view: Any, legal: list[int], at: int) -> int:
        os._exit(1)


def test_a_process_that_dies_again_and_again_is_named_and_nobody_waits_for_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "DESERTED", 5)
    assert main(["arena", GAME, "tests.research.test_arena:Dying", "--games", "100000", "--processes", "2"]) == 2
    assert "filon: a process that played died several times at the same games" in capsys.readouterr().err


def test_several_processes_need_the_extra_and_one_does_not(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena, "find_spec", lambda _: None)
    assert main(["arena", GAME, "random", "--games", "4", "--processes", "2"]) == 2
    assert "expected the libraries of pip install 'filon[study]' to play in several processes" in capsys.readouterr().err
    assert main(["arena", GAME, "random", "--games", "4", "--processes", "1"]) == 0


@pytest.mark.parametrize(
    ("robots", "asked", "said"),
    [
        (["hal"], {}, "no robot is called 'hal'"),
        (["random"] * 3, {"seats": 2}, "expected 1 to 2 robots for 2 seats; found 3"),
        (["random"], {"seats": 99}, "seats; found 99"),
        (["random"], {"games": 0}, "games: expected 1 or more; found 0"),
        (["random"], {"iterations": 0}, "iterations: expected 1 or more; found 0"),
        (["random"], {"options": {"nonsense": "1"}}, "unknown option 'nonsense'"),
    ],
)
def test_a_match_that_cannot_be_is_refused_before_anybody_plays(game: Game, robots: list[str], asked: dict[str, Any], said: str) -> None:
    with pytest.raises((MatchRefused, RobotRefused, OptionRefused), match=said):
        match_of(game.name, robots, **{"seats": 2, "games": 1} | asked)


class Stopping(Robot):
    """Stops the arena, as Ctrl-C does, once it has chosen often enough for a game or more."""

    choices = 0

    def choose(self, heard: Sequence[Heard], view: Any, legal: list[int], at: int) -> int:
        Stopping.choices += 1
        if Stopping.choices == 1500:
            raise KeyboardInterrupt
        return legal[self.luck.below(len(legal))]


def test_stopping_keeps_what_was_played(game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Stopping.choices = 0
    asked = ["tests.research.test_arena:Stopping", "--games", "100000", "--processes", "1", "--save", str(tmp_path)]
    assert main(["arena", game.name, *asked, "--json", "--lang", "en"]) == 130
    said = capsys.readouterr()
    told = json.loads(said.out)
    assert 1 <= told["games"] < told["asked"] == 100000
    assert f"Stopped after {told['games']} of 100000 games." in said.err
    assert len(list(tmp_path.iterdir())) == told["games"]


def test_ctrl_c_with_several_processes_keeps_what_was_played_and_says_nothing_else(tmp_path: Path) -> None:
    asked = ["tests.research.interrupting:Interrupting", "--games", "100000", "--processes", "2", "--save", str(tmp_path), "--json"]
    foreground = partial(signal.signal, signal.SIGINT, signal.default_int_handler)  # whatever the tests themselves were started with
    told = subprocess.run(
        [sys.executable, "-m", "filon", "arena", GAME, *asked, "--lang", "en"],
        capture_output=True,
        text=True,
        check=False,
        start_new_session=True,
        preexec_fn=foreground,
    )
    assert told.returncode == 130, told.stderr
    found = json.loads(told.stdout)
    assert 1 <= found["games"] < found["asked"]
    assert told.stderr == f"Stopped after {found['games']} of 100000 games.\n"
    assert len(list(tmp_path.iterdir())) == found["games"]


def test_the_terminal_says_whether_a_robot_is_better(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["arena", GAME, "greedy", "random", "--is-better", "--processes", "1", "--lang", "en"]
    assert main([*asked, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["is_better"], told["asked"]) == (True, 20_000)
    assert 20 <= told["games"] < 200
    assert main([*asked, "--games", "4"]) == 0
    assert "These games do not show whether greedy is better than random." in capsys.readouterr().out
    assert main(["arena", GAME, "greedy", "--is-better"]) == 2
    assert "--is-better: expected two different robots; found greedy" in capsys.readouterr().err
