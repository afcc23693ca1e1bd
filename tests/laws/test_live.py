"""Laws of every game at a live table."""

from itertools import cycle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from filon.core.game import Game
from filon.core.seats import HOUSE
from filon.core.texts.words import LANGUAGES
from filon.house.records.transcript import read_transcript, transcript_of
from filon.house.robots.in_memory import Robots
from filon.house.room.live import LiveTable, MoveRefused
from filon.house.room.setup import Setup
from filon.terminal.sentences import Sentences
from tests.laws.asked import LIGHTLY, setups

SOON = 200  # lines


def begun(setup: Setup, lines: int = SOON) -> LiveTable:
    live = LiveTable(setup, setup.chance())
    Robots(live, setup.seed or 0, LIGHTLY).play_out(lines)
    return live


def test_a_refused_move_changes_nothing(game: Game) -> None:
    @given(setups(game), st.integers(0, 120), st.data())
    def law(setup: Setup, lines: int, data: st.DataObject) -> None:
        live = begun(setup, lines)
        before, heard = live.table.bytes(), [len(live.told(seat)) for seat in live.viewers]
        seat = data.draw(st.sampled_from([*range(len(setup.names)), *HOUSE]))
        legal = game.legal(live.stamped(live.at), seat)
        refused = [i for i in range(len(game.MOVES)) if i not in legal]
        if live.is_over or not refused:
            return
        with pytest.raises(MoveRefused) as error:
            live.play(seat, data.draw(st.sampled_from(refused)), live.at)
        assert error.value.refusal
        assert error.value.clause == game.CLAUSES[error.value.refusal]
        assert live.table.bytes() == before
        assert [len(live.told(seat)) for seat in live.viewers] == heard

    law()


def test_a_log_replayed_gives_the_same_bytes(game: Game) -> None:
    @given(setups(game))
    def law(setup: Setup) -> None:
        live = begun(setup)
        again = read_transcript(transcript_of(live), "game")
        assert again.table.bytes() == live.table.bytes()
        assert [again.view(seat).bytes() for seat in live.viewers] == [live.view(seat).bytes() for seat in live.viewers]
        assert transcript_of(again) == transcript_of(live)

    law()


def test_a_whole_game_is_told_in_each_language(game: Game) -> None:
    @given(setups(game))
    def law(setup: Setup) -> None:
        live = begun(setup)
        for seat, language in zip(live.viewers, cycle(LANGUAGES), strict=False):
            told = Sentences(game, setup.names, game.words(language))
            sentences = [*told.of_lines(live.told(seat)), *told.of_lines(live.log(seat))]
            sentences += [told.offer(live.view(seat), seat, game.MOVES[i]) for i in live.legal(seat)]
            assert all(sentence and "{" not in sentence and "unknown" not in sentence for sentence in sentences)

    law()
