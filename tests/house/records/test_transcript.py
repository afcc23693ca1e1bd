"""Transcripts: a file is a game, or the reader refuses it by name."""

import contextlib
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from filon.core.game import Game
from filon.house.records.transcript import TranscriptRefused, read_transcript, transcript_of
from filon.house.robots.in_memory import Robots
from filon.house.room.live import LiveTable, UndoRefused
from filon.house.room.setup import set_up


def game_of(game: Game, lines: int = 40) -> LiveTable:
    live = LiveTable(setup := set_up(game, ["Ada", "Bram"], robots=["random"] * 2, seed=6), setup.chance())
    Robots(live, 6).play_out(lines)
    return live


def test_a_spoilt_file_is_never_anything_but_a_refusal(game: Game) -> None:
    text = transcript_of(game_of(game))

    @settings(max_examples=60, deadline=None, derandomize=True)
    @given(st.integers(0, len(text) - 1), st.integers(0, 12), st.text('{}[]",:0123456789abc -\n', max_size=6))
    def law(place: int, cut: int, put: str) -> None:
        with contextlib.suppress(TranscriptRefused):
            read_transcript(text[:place] + put + text[place + cut :], "spoilt.txt")

    law()


@pytest.mark.parametrize("key", ["game", "names", "options", "content", "robots", "seed", "rules", "deal"])
@pytest.mark.parametrize("value", ["null", "7.5", '"x"', "[]", "{}", "[1]", "true"])
def test_a_header_of_the_wrong_kind_is_refused(game: Game, key: str, value: str) -> None:
    if (key, value) in {("seed", "null"), ("seed", "true"), ("options", "{}"), ("rules", "true")}:
        return
    lines = transcript_of(game_of(game)).splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith(f' "{key}": '))
    lines[at] = f' "{key}": {value}' + ("," if lines[at].endswith(",") else "")
    with pytest.raises(TranscriptRefused):
        read_transcript("\n".join(lines), "spoilt.txt")


def test_views_under_the_lines_are_skipped_when_read(game: Game) -> None:
    live = game_of(game)
    assert read_transcript(transcript_of(live, with_views=True), "game").table == live.table


def test_a_game_with_moves_taken_back_reads_again(game: Game) -> None:
    if game.timed:
        return
    luck, live = random.Random(4), game_of(game, 0)
    for _ in range(150):
        actor = game.actor(live.table)
        if actor < 0:
            break
        live.play(actor, luck.choice(live.legal(actor)), 0)
        try:
            live.undo(actor, 0)
        except UndoRefused:
            continue
    again = read_transcript(transcript_of(live), "game")
    assert again.table == live.table
    assert transcript_of(again, with_views=True) == transcript_of(live, with_views=True)


def test_what_a_seat_may_not_see_is_a_question_mark_under_the_lines(game: Game) -> None:
    text = transcript_of(game_of(game), with_views=True)
    assert (" (table" in text) == bool(game.SECRET)
    assert ("? " in text) == bool(game.SECRET)
