"""Whole sittings at the keyboard."""

import random
from collections.abc import Iterator
from itertools import chain, count, cycle, repeat
from pathlib import Path

import pytest

from filon.core.compiled.record import spoken
from filon.core.game import Game, found
from filon.core.seats import CHANCE, SPECTATOR
from filon.core.texts.notation import named
from filon.core.texts.words import LANGUAGES
from filon.house.records.transcript import read_transcript, transcript_of
from filon.terminal.commands.common import words_in
from filon.terminal.screen import LISTED, Screen
from filon.terminal.sentences import Sentences
from filon.terminal.session import Left
from tests.terminal.at_keyboard import Patient, sitting


def anything(seed: int) -> Iterator[str]:
    luck = random.Random(seed)
    return (luck.choice("1111223456tso \x1b") for _ in count())


def test_a_whole_game_is_played_against_robots(game: Game, tmp_path: Path) -> None:
    language = LANGUAGES[list(found()).index(game.name) % len(LANGUAGES)]
    session, printed = sitting(game, anything(1), tmp_path / "kept.txt", language)
    session.run()
    assert session.live.is_over
    assert session.screen.ending() in printed.getvalue()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_ending_may_say_who_won_and_with_how_much(game: Game, language: str) -> None:
    sentences = Sentences(game, ["Ada", "Bram"], game.words(language) | words_in(language))
    for ending in game.Ending:
        if ending:
            assert "{" not in sentences.ending(spoken(ending), [1, 0], [7, 7])


def test_people_alone_at_one_keyboard_play_to_the_end(game: Game, tmp_path: Path) -> None:
    session, _ = sitting(game, anything(2), tmp_path / "kept.txt", people=2, seats=2, typist=Patient)
    session.run()
    assert session.live.is_over


def test_robots_alone_play_to_the_end(game: Game, tmp_path: Path) -> None:
    session, printed = sitting(game, repeat(""), tmp_path / "kept.txt", people=0)
    session.run()
    assert session.live.is_over
    assert "★" in printed.getvalue()


def test_robots_are_seen_thinking_where_somebody_watches(game: Game, tmp_path: Path) -> None:
    session, printed = sitting(game, chain([""] * 30, ["quit"] * 9), tmp_path / "kept.txt", people=0, options={"first": 2}, quick=False)
    with pytest.raises(Left):
        session.run()
    assert "Bram is thinking …" in printed.getvalue()


def test_what_is_typed_ahead_is_not_forgotten_when_chance_throws_within_ones_turn(game: Game, tmp_path: Path) -> None:
    """Against the sand single keys are read, and a hand forgets those typed before it."""
    if game.timed or CHANCE not in game.OWNERS.values():
        return
    session, _ = sitting(game, cycle(["1"]), tmp_path / "kept.txt", seats=2)
    forgotten: list[int] = []  # who had moved last
    session.keys.forget = lambda: forgotten.append(session.live.last_player)
    session.run()
    players = [line.seat for line in session.live.played]
    assert (0, CHANCE, 0) in zip(players, players[1:], players[2:], strict=False)
    assert forgotten
    assert 0 not in forgotten


def lines_until_left(game: Game, tmp_path: Path, *answers: str, **more: int) -> tuple[object, str]:
    """The session and its output while a person types these answers at the first turn, then leaves."""
    asked = [[":", answer, ""] if game.timed else [answer] for answer in answers]  # against the sand, what is shown stays until Enter
    keys = chain(*asked, cycle([":", "quit"] if game.timed else ["quit"]))
    session, printed = sitting(game, keys, tmp_path / "kept.txt", options={"first": 1}, **more)
    with pytest.raises(Left):
        session.run()
    return session, printed.getvalue()


def test_commands_answer_in_english_and_in_ones_own_language(game: Game, tmp_path: Path) -> None:
    _, printed = lines_until_left(game, tmp_path, "help", "rules A1", "log", "rules xyzzy")
    assert "read the rules" in printed
    assert "-A1" in printed
    assert "No results for “xyzzy”" in printed


def test_save_writes_a_game_that_reads_again(game: Game, tmp_path: Path) -> None:
    session, printed = lines_until_left(game, tmp_path, f"save {tmp_path / 'mine.txt'}")
    again = read_transcript((tmp_path / "mine.txt").read_text(encoding="utf-8"), "mine.txt")
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
    legal = session.live.legal(0)
    refused = next(move for i, move in enumerate(game.MOVES) if i not in legal)
    clause = game.CLAUSES[game.refusal(session.live.table, 0, refused)]
    session, printed = lines_until_left(game, tmp_path, named(refused))
    assert f"[{clause}]" in printed
    assert session.live.played == []


def test_a_move_is_played_by_its_words_or_their_beginning(game: Game, tmp_path: Path) -> None:
    if game.timed:
        return
    session, _ = sitting(game, iter([]), tmp_path / "kept.txt", options={"first": 1})
    move = game.MOVES[session.live.legal(0)[0]]
    session, _ = lines_until_left(game, tmp_path, named(move).upper())
    assert session.live.played[0].move == move


def test_between_two_people_whose_views_differ_there_is_a_curtain(game: Game, tmp_path: Path) -> None:
    session, printed = sitting(game, anything(3), tmp_path / "kept.txt", people=2, seats=2)
    needed, drawn = 0, session._curtain

    def watched(seat: int) -> None:
        nonlocal needed
        needed += session.at_keyboard != seat and session.live.view(0) != session.live.view(1)
        drawn(seat)

    session._curtain = watched  # type: ignore[method-assign]
    session.run()
    assert printed.getvalue().count("Pass the keyboard to") == needed


def test_against_the_sand_s_is_stop(game: Game, tmp_path: Path) -> None:
    if game.timed:
        session, _ = sitting(game, iter([]), tmp_path / "kept.txt")
        assert named(game.MOVES[session._keyed(list(range(len(game.MOVES))))["s"]]) == "stop"


def test_a_number_that_was_not_listed_is_no_move(game: Game, tmp_path: Path) -> None:
    """When only kinds are listed, a number means the move whose name ends in it, or nothing."""
    session, _ = sitting(game, iter([]), tmp_path / "kept.txt", options={"first": 1})
    luck = random.Random(2)
    while not session.live.is_over:
        actor = game.actor(session.live.table)
        legal = session.live.legal(actor) if actor >= 0 else []
        if len(legal) > LISTED:
            number = named(game.MOVES[legal[-1]]).split()[-1]
            if number.isdigit():
                session.keys.answers = iter([number])
                session._by_line(actor, session._numbered(legal))
                assert session.live.played[-1].move == game.MOVES[legal[-1]]
            return
        at = max(session.live.at, game.ready(session.live.table))
        session.live.play(actor, luck.choice(game.legal(session.live.stamped(at), actor)), at)


def test_what_was_seen_once_is_not_shown_again_to_who_looks_later(game: Game, tmp_path: Path) -> None:
    """A spectator who opens an unfinished game is told only what a log may tell."""
    session, printed = sitting(game, iter([]), tmp_path / "kept.txt", people=0)
    session.robots.play_out(30)
    again = read_transcript(transcript_of(session.live), "game")
    screen = Screen(session.screen.console, again, session.screen.words, told_from=len(again.played))
    screen.board(SPECTATOR, again.at)
    hidden = set(screen.sentences.of_lines(again.told(SPECTATOR))) - set(screen.sentences.of_lines(again.log(SPECTATOR)))
    assert all(sentence not in printed.getvalue() for sentence in hidden)
    assert bool(hidden) == (game.retold is not None)
