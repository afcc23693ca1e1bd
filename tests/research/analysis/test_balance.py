"""The report on balance: the command measures and writes it, and docs/balance.md says what was measured."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest

from bench.balance import __main__ as command
from bench.balance.pieces import CONTENTS
from bench.balance.play import Run
from bench.balance.report import KEPT, TEXT, figures_in, filled
from bench.balance.tables import TITLES, unmeasured
from filon.core.content import Page
from filon.core.game import load
from filon.research import play_games
from filon.research.analysis.played import played_games

ROOT = Path(__file__).parents[3]
GAME = min(CONTENTS, key=lambda name: len(load(name).MOVES))


def test_the_report_says_what_was_measured() -> None:
    said = (ROOT / "docs/balance.md").read_text(encoding="utf-8")
    assert said == filled(TEXT.read_text(encoding="utf-8"), figures_in(ROOT / "docs"))
    assert "not measured yet" not in said
    pictures = re.findall(r"!\[.{20,}\]\((balance/.+\.svg)\)", said)
    assert len(pictures) == said.count("![")
    assert all((ROOT / "docs" / picture).exists() for picture in pictures)


def test_the_report_names_the_numbers_of_players_that_nobody_measured() -> None:
    every = {f"{name}/seats": {str(seats): {} for seats in load(name).label.seats} for name in TITLES}
    assert unmeasured(every) == "Every number of players was measured."
    most = load(GAME).label.seats[-1]
    del every[f"{GAME}/seats"][str(most)]
    assert unmeasured(every) == f"Not measured: {TITLES[GAME]} with {most} players."
    del every[f"{GAME}/seats"][str(most - 2)]
    assert unmeasured(every) == f"Not measured: {TITLES[GAME]} with {most - 2} or {most} players."


def test_a_piece_is_measured_kept_and_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["balance", f"{GAME}/seats", "--quick", "--to", str(tmp_path), "--games", str(tmp_path / "games")])
    command.main()
    kept = json.loads((tmp_path / KEPT).read_text(encoding="utf-8"))
    two, said = kept[f"{GAME}/seats"]["2"], (tmp_path / "balance.md").read_text(encoding="utf-8")
    assert (sum(share for share, _, _ in two["won"]), two["games"]) == (pytest.approx(1, abs=0.001), 48)
    assert f"| 2 | {100 * two['won'][0][0]:.0f} % " in said
    assert f"*not measured yet: {GAME}/options*" in said


def test_the_games_of_a_study_are_those_of_a_batch(tmp_path: Path) -> None:
    played = Run(tmp_path, seed=4).match(GAME, ["greedy", "random"], 6)
    again = played_games(GAME, play_games(GAME, ["greedy", "random"], 6, 4, {"first": 1}))
    assert played.robots == again.robots
    assert played.endings == again.endings
    assert all(np.array_equal(getattr(played, name), getattr(again, name)) for name in ("numbers", "deals", "shares", "scores"))
    assert all(map(np.array_equal, played.moves, again.moves))


@pytest.mark.parametrize("name", CONTENTS)
def test_every_changed_content_fits_its_box_and_differs_from_it(name: str) -> None:
    box, contents = load(name), dict(CONTENTS[name]())
    assert len(contents) == len(CONTENTS[name]())
    for said, content in contents.items():
        box.read_content(Page(content, said))
        assert content != box.content(), said
