"""Whole sittings at the keyboard."""

import random
from collections.abc import Iterator
from itertools import chain, count, cycle, repeat
from pathlib import Path

import pytest

from filon.core.game import Game, found
from filon.core.notation import named
from filon.core.words import LANGUAGES
from filon.house.paper import read
from filon.terminal.play import Left
from tests.terminal.at_keyboard import Patient, sitting


def anything(seed: int) -> Iterator[str]:
    luck = random.Random(seed)
    return (luck.choice("1111223456tso \x1b") for _ in count())


def test_a_whole_game_is_played_against_robots(game: Game, tmp_path: Path) -> None:
    language = LANGUAGES[list(found()).index(game.name) % len(LANGUAGES)]
    session, printed = sitting(game, anything(1), tmp_path / "kept.txt", language)
    session.run()
    assert session.live.is_over
    assert session.screen.teller.ending(session.live.table) in printed.getvalue()


def test_people_alone_at_one_keyboard_play_to_the_end(game: Game, tmp_path: Path) -> None:
    session, _ = sitting(game, anything(2), tmp_path / "kept.txt", people=2, seats=2, typist=Patient)
    session.run()
    assert session.live.is_over


def test_robots_alone_play_to_the_end(game: Game, tmp_path: Path) -> None:
    session, printed = sitting(game, repeat(""), tmp_path / "kept.txt", people=0)
    session.run()
    assert session.live.is_over
    assert "★" in printed.getvalue()


def lines_until_left(game: Game, tmp_path: Path, *answers: str, **more: int) -> tuple[object, str]:
    """What is printed while these are typed at a person's first turn; then they leave."""
    typed = [":" + answer if game.timed else answer for answer in answers]
    keys = chain(*(([":", answer[1:]] if game.timed else [answer]) for answer in typed), cycle([":", "quit"] if game.timed else ["quit"]))
    session, printed = sitting(game, keys, tmp_path / "kept.txt", options={"first": 1}, **more)
    with pytest.raises(Left):
        session.run()
    return session, printed.getvalue()


def test_commands_answer_in_english_and_in_ones_own_language(game: Game, tmp_path: Path) -> None:
    _, printed = lines_until_left(game, tmp_path, "help", "rules A1", "log", "rules xyzzy")
    assert "read the clauses" in printed
    assert "-A1" in printed
    assert "No clause says anything about “xyzzy”" in printed


def test_save_writes_a_game_that_reads_again(game: Game, tmp_path: Path) -> None:
    session, printed = lines_until_left(game, tmp_path, f"save {tmp_path / 'mine.txt'}")
    again = read((tmp_path / "mine.txt").read_text(encoding="utf-8"), "mine.txt")
    assert again.table == session.live.table
    assert "Saved" in printed


def test_save_where_nothing_can_be_written_says_so(game: Game, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    _, printed = lines_until_left(game, tmp_path, f"save {tmp_path / 'file' / 'mine.txt'}")
    assert "Not saved" in printed


def test_nonsense_is_answered_kindly(game: Game, tmp_path: Path) -> None:
    if not game.timed:
        _, printed = lines_until_left(game, tmp_path, "frobnicate", "99999")
        assert "“frobnicate” is no move" in printed
        assert "“99999” is no move" in printed


def test_a_refused_move_is_answered_with_its_clause(game: Game, tmp_path: Path) -> None:
    if game.timed:
        return
    session, _ = sitting(game, iter([]), tmp_path / "kept.txt", options={"first": 1})
    legal = session.live.news(0).legal
    refused = next(move for i, move in enumerate(game.MOVES) if i not in legal)
    clause = game.CLAUSES[game.refusal(session.live.table, 0, refused)]
    session, printed = lines_until_left(game, tmp_path, named(refused))
    assert f"[{clause}]" in printed
    assert session.live.lines == []


def test_a_move_is_played_by_its_words_or_their_beginning(game: Game, tmp_path: Path) -> None:
    if game.timed:
        return
    session, _ = sitting(game, iter([]), tmp_path / "kept.txt", options={"first": 1})
    move = game.MOVES[session.live.news(0).legal[0]]
    session, _ = lines_until_left(game, tmp_path, named(move).upper())
    assert session.live.lines[0].move == move


def test_what_one_may_not_know_is_not_on_the_screen_of_two(game: Game, tmp_path: Path) -> None:
    """Between two people whose views differ there is a curtain."""
    session, printed = sitting(game, anything(3), tmp_path / "kept.txt", people=2, seats=2)
    differed = False
    real = session._curtain

    def watched(seat: int) -> None:
        nonlocal differed
        changes = session.at_keyboard not in (seat, session.people[0] - 100) and session.at_keyboard >= 0
        differed |= changes and session.live.view(0) != session.live.view(1)
        real(seat)

    session._curtain = watched  # type: ignore[method-assign]
    session.run()
    assert differed == ("Pass the keyboard to" in printed.getvalue())
