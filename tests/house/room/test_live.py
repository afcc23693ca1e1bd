"""The live table: one writer, lines per seat, time handed in, undo by policy."""

import os
import random
from contextlib import suppress

import pytest

from filon.bots import Robot, RobotRefused, custom_robot, robot_for
from filon.core.game import Game
from filon.core.seats import CHANCE, HAND, NEVER, SPECTATOR, TIME
from filon.core.stream import Script as ScriptSource
from filon.core.stream import ScriptRefused, seeded
from filon.house.robots.in_memory import Robots
from filon.house.room.live import LiveTable, MoveRefused, Played, PlayedRefused, UndoRefused, not_undone, replayed
from filon.house.room.setup import SetupRefused, set_up

SOAK = bool(os.environ.get("FILON_SOAK"))


def table_of(game: Game, seats: int = 3, seed: int = 4, robots: str = "random", **options: object) -> LiveTable:
    setup = set_up(game, ["Ada", "Bram", "Chloé"][:seats], options, robots=[robots] * seats, seed=seed)
    return LiveTable(setup, setup.chance())


def at_random(live: LiveTable, luck: random.Random) -> int:
    """Play one legal move of the actor; return the actor."""
    game = live.game
    actor, at = game.actor(live.table), max(live.at, game.ready(live.table))
    live.play(actor, luck.choice(game.legal(live.stamped(at), actor)), at)
    return actor


def test_each_seat_is_told_each_line_once_and_in_order(game: Game) -> None:
    live, heard = table_of(game), {seat: [] for seat in (0, 1, 2, SPECTATOR)}
    for lines in range(0, 200, 7):
        Robots(live, 1).play_out(lines)
        for seat, told in heard.items():
            told += live.told(seat)[len(told) :]
    assert all([line.seq for line in told] == list(range(1, len(live.played) + 1)) for told in heard.values())


def test_a_spectator_may_play_nothing(game: Game) -> None:
    live = table_of(game)
    assert live.legal(SPECTATOR) == []
    for move in range(len(game.MOVES)):
        with pytest.raises(MoveRefused) as refused:
            live.play(SPECTATOR, move, 0)
        assert refused.value.refusal.name in ("NOT_YOURS", "GAME_OVER")


def test_moves_of_the_house_sent_by_a_seat_are_not_theirs(game: Game) -> None:
    live = table_of(game)
    Robots(live, 1).play_out(30)
    for i, move in enumerate(game.MOVES):
        if move.kind in game.OWNERS:
            for seat in range(3):
                with pytest.raises(MoveRefused) as refused:
                    live.play(seat, i, live.at)
                assert refused.value.refusal.name == "NOT_YOURS"


def test_time_moves_at_due_before_anything_later(game: Game) -> None:
    if not game.timed:
        assert game.due(table_of(game).table) == NEVER
        return
    live, luck = table_of(game, first=1), random.Random(3)
    while game.due(live.table) == NEVER:
        at_random(live, luck)
    due, length = game.due(live.table), len(live.played)
    live.tick(due - 1)
    assert len(live.played) == length
    with pytest.raises(MoveRefused):
        live.play(game.actor(live.table), 0, due + 500)
    line = live.played[length]
    assert (line.seat, line.at) == (TIME, due)


def test_a_clock_that_jumps_back_changes_no_line(game: Game) -> None:
    live = table_of(game)
    Robots(live, 1).play_out(40)
    at = live.at
    live.tick(0)
    assert live.at == at
    assert [line.at for line in live.played] == sorted(line.at for line in live.played)


def test_a_line_that_cannot_have_been_written_is_refused(game: Game) -> None:
    live = table_of(game)
    Robots(live, 1).play_out(40)
    for move in (-1, len(game.MOVES)):
        with pytest.raises(PlayedRefused, match="expected the id of a move"):
            live.play(0, move, live.at)
    if live.at:
        with pytest.raises(PlayedRefused, match="expected a time from"):
            live.follow(Played(len(live.played) + 1, live.at - 1, 0, game.MOVES[0]))


def test_an_undo_to_another_line_than_it_says_is_refused(game: Game) -> None:
    for seed in range(6):
        live, luck = table_of(game, seed=seed), random.Random(seed)
        for _ in range(60):
            if live.is_over:
                break
            seat = at_random(live, luck)
            again = replayed(live.setup, live.deal, live.played, live.source)
            try:
                again.undo(seat, again.at)
            except UndoRefused:
                continue
            with pytest.raises(PlayedRefused, match="expected undo"):
                live.follow(Played(len(live.played) + 1, live.at, seat, back_to=len(live.played) + 5))
            return


def test_nobody_hears_the_sands_end_before_its_time(game: Game) -> None:
    """In a timed game due is NEVER in all views but one at most; no legal move depends on it."""
    live = table_of(game)
    for lines in range(5, 200, 5):
        Robots(live, 1).play_out(lines)
        if game.due(live.table) != NEVER:
            knowing = [seat for seat in live.viewers if game.due(live.view(seat)) != NEVER]
            assert len(knowing) == 1
            assert knowing[0] not in (game.actor(live.table), SPECTATOR)


def test_chance_from_the_same_seed_is_the_same(game: Game) -> None:
    first, second, other = table_of(game, seed=8), table_of(game, seed=8), table_of(game, seed=9)
    for live in (first, second, other):
        Robots(live, 1).play_out(60)
    assert first.table.bytes() == second.table.bytes()
    assert first.deal == second.deal != other.deal


def test_chance_from_a_script_is_what_it_says(game: Game) -> None:
    live = table_of(game, seed=8)
    again = LiveTable(live.setup, ScriptSource(live.deal), settled=False)
    assert again.table.bytes() == live.setup.deal(seeded(8)).bytes()
    with pytest.raises(ScriptRefused):
        LiveTable(live.setup, ScriptSource(live.deal[:-1]))


def test_fair_chance_is_never_the_same_twice(game: Game) -> None:
    setup = set_up(game, ["Ada", "Bram", "Chloé"])
    first, second = ([chance.below(1000) for _ in range(20)] for chance in (setup.chance(), setup.chance()))
    assert first != second


# Undo


def test_undo_takes_back_ones_own_move_to_the_same_bytes(game: Game) -> None:
    """Over random games: whenever undo is granted, the table is what it was, and the line stays in the log."""
    undone = 0
    for seed in range(6):
        live, luck = table_of(game, seed=seed), random.Random(seed)
        for _ in range(120):
            before = live.table.bytes()
            if live.is_over:
                break
            seat = at_random(live, luck) if game.actor(live.table) != HAND else HAND
            if seat == HAND:
                at_random(live, luck)
                continue
            try:
                live.undo(seat, live.at)
            except UndoRefused:
                continue
            undone += 1
            assert live.table.bytes() == before
            assert live.played[-1].back_to == live.played[-2].seq - 1
            assert len(not_undone(live.played)) == len(live.played) - 2 * undone_in(live)
            at_random(live, luck)
    assert bool(undone) == (not game.timed and can_undo(game))


def undone_in(live: LiveTable) -> int:
    return sum(line.back_to >= 0 for line in live.played)


def can_undo(game: Game) -> bool:
    """A game has moves to take back where some move teaches nobody anything, does not end the game and asks nothing of Chance."""
    for seed in range(6):
        live, luck = table_of(game, seed=seed), random.Random(seed)
        for _ in range(120):
            if live.is_over:
                break
            seen = [live.view(viewer) for viewer in live.viewers]
            actor = at_random(live, luck)
            known = [live.view(viewer) for viewer in live.viewers]
            bared = [live.told(viewer)[-1].bared for viewer in live.viewers]
            taught = any(bared) or any(_taught(a, b) for a, b in zip(seen, known, strict=True))
            if not live.is_over and live.played[-1].seat == actor and not taught:
                return True
    return False


def _taught(before: object, after: object) -> bool:
    from filon.core.compiled.record import walk
    from filon.core.seats import UNKNOWN

    return any(old == UNKNOWN and new != UNKNOWN for (_, _, old), (_, _, new) in zip(walk(before), walk(after), strict=True))


def test_undo_takes_back_what_ended_a_turn_only_until_the_next_move(game: Game) -> None:
    """Over random games: nothing shown to anybody is taken back, nor anything once another has moved, even if they took it back."""
    for seed in range(4):
        live, luck = table_of(game, seed=seed), random.Random(seed)
        for _ in range(100):
            if live.is_over:
                break
            mover, bared = at_random(live, luck), [live.told(viewer)[-1].bared for viewer in live.viewers]
            if live.is_over or live.actor in (mover, HAND) or live.played[-1].seat != mover:
                continue
            if game.timed or any(bared):
                with pytest.raises(UndoRefused):
                    live.undo(mover, live.at)
            elif (other := at_random(live, luck)) >= 0 and not live.is_over:
                with suppress(UndoRefused):
                    live.undo(other, live.at)
                with pytest.raises(UndoRefused, match="undo-not-yours"):
                    live.undo(mover, live.at)


def test_undo_of_nothing_or_of_somebody_elses_move_is_refused(game: Game) -> None:
    live, luck = table_of(game, first=1), random.Random(1)
    for seat in range(3):
        with pytest.raises(UndoRefused):
            live.undo(seat, 0)
    mover = at_random(live, luck)
    length = len(live.played)
    with pytest.raises(UndoRefused):
        live.undo((mover + 1) % 3, 0)
    assert len(live.played) == length


# Robots and set-up


def test_an_unknown_robot_is_refused_by_name(game: Game) -> None:
    with pytest.raises(RobotRefused, match="no robot is called 'hal': expected one of beginner, casual, strong, expert, greedy, random"):
        robot_for(game, "hal", 0, 0)
    with pytest.raises(RobotRefused, match=r"nowhere:Hal: expected module:Class of a robot of your own; found No module named 'nowhere'$"):
        custom_robot("nowhere:Hal")
    with pytest.raises(RobotRefused, match=r"expected a class made from filon\.bots\.Robot; found <class 'collections\.Counter'>"):
        custom_robot("collections:Counter")
    with pytest.raises(RobotRefused, match="does not say how it chooses"):
        Robot(None, 0, 0).choose([], None, [0], 0)  # type: ignore[arg-type]


def test_two_seats_need_two_names(game: Game) -> None:
    with pytest.raises(SetupRefused, match="expected a different name for each seat; found Ada, Ada"):
        set_up(game, ["Ada", "Ada"])
    with pytest.raises(SetupRefused, match="expected a name for each seat; found an empty one"):
        set_up(game, ["Ada", ""])


def test_chance_never_waits(game: Game) -> None:
    live = table_of(game)
    for lines in range(0, 120, 3):
        Robots(live, 1).play_out(lines)
        assert game.actor(live.table) != CHANCE
