"""Digger's one hidden item at a time: the glass, shown to everybody with the end of the turn (docs/fairness.md)."""

import pytest

from filon.core import CHANCE, SPECTATOR
from filon.core.content import Page
from filon.core.game import LAST_ITEM
from filon.core.stream import Noted, seeded
from filon.core.texts.notation import facts, named
from filon.games.digger.parts import MOVES, Colour, Kind, read_content
from filon.games.digger.secrets import bared, told
from filon.games.digger.tests.scene import GAME, IDS, fresh, give, move_of, play, throw
from filon.house.commands import play as commands
from filon.house.commands.start import start
from filon.house.protocol import MovedLine
from filon.house.room import events
from filon.house.room.fairness import commitment, leaf
from filon.house.room.outcome import add_events
from filon.house.room.room import Room
from filon.house.timers import advance, timers_of
from filon.house.updates.public_lines import public_lines

EVERYBODY = [0, 1, 2, SPECTATOR]
ENDS = {"stop": (), "touched": ("steal gold 1",), "sand-out": ()}
SECRET = "5f" * 32


@pytest.mark.parametrize("name", ENDS)
def test_dg_a9_the_glass_is_shown_to_everybody_with_the_end_of_the_turn(name: str) -> None:
    table = fresh()
    give(table, 1, Colour.GOLD, Colour.RUBY)
    throw(table, "gold black water water ruby", 2900)
    play(table, *ENDS[name])
    assert {bared(table, seat, move_of(name)) for seat in EVERYBODY} == {(LAST_ITEM,)}
    assert {told(table, seat, move_of(name)).sand for seat in EVERYBODY} == {2900}


def test_dg_a9_stowing_all_at_once_shows_it_too_and_nothing_else_does() -> None:
    table = fresh(stowing="whole")
    throw(table, "gold ruby water water black", 2900)
    play(table, "take gold")
    shown = {Kind(move.kind) for move in MOVES for seat in EVERYBODY if bared(table, seat, move)}
    assert shown == {Kind.STOP, Kind.STOW_ALL, Kind.TOUCHED, Kind.SAND_OUT}


def test_dg_a9_without_sand_there_is_nothing_to_show() -> None:
    table = fresh(pace="unlimited")
    throw(table, "gold ruby water water black")
    assert {bared(table, seat, move) for seat in EVERYBODY for move in MOVES} == {()}


def test_dg_a9_the_proof_is_of_this_turns_glass() -> None:
    """The value is the number of the glass: how many tenths of a second it runs longer than 25 seconds."""
    room = dug(turns=4)
    lines = [line for line in public_lines(room, 0, room.seq, SPECTATOR, room.seq) if isinstance(line, MovedLine)]
    leaves = [line.leaf for line in lines if line.leaf]
    ends = [line for line in lines if line.proofs]
    assert len(leaves) == 5
    assert [proof.item for line in ends for proof in line.proofs] == [0, 1, 2, 3]
    for line in ends:
        (proof,) = line.proofs
        assert leaf(proof.item, proof.value, proof.salt) == leaves[proof.item]
        assert 2500 + 10 * proof.value == line.move["sand"] == facts(MOVES[proof.value])["sand"]


def test_dg_01_dg_05_dg_33_deal_and_throws_are_as_documented() -> None:
    """docs/fairness.md: black crates are shuffled and dealt in order, then who begins; glasses and colours by their weights."""
    noted = Noted(seeded(8))
    table = GAME.new(GAME.label.choose({"crates": "black"}, 3), Page(GAME.content(), "content.toml"), 3, noted)
    black = read_content(Page(GAME.content(), "content.toml")).black
    for place, other in zip(range(4, 0, -1), noted.draws, strict=False):
        black[place], black[other] = black[other], black[place]
    assert [player.value for player in table.player[:3]] == black[:3]
    assert table.digger == noted.draws[4]
    assert [named(MOVES[i]) for i in GAME.legal(table, CHANCE)][::40] == ["glass 2800", "glass 3200"]
    play(table, "glass 3000", "throw")
    colours = [MOVES[i] for i in GAME.legal(table, CHANCE)]
    assert sum(GAME.odds(table, die) for die in colours) == 6
    assert [die.colour for die in colours] == sorted(Colour)


def test_dg_a11_a_rolled_pull_is_thrown_as_documented() -> None:
    """docs/fairness.md: below 100, clean before touched."""
    table = fresh(hand="roll")
    give(table, 1, Colour.GOLD, Colour.RUBY)
    throw(table, "gold black water water ruby")
    play(table, "steal gold 1")
    GAME.stamp(table, GAME.ready(table))
    pulls = [MOVES[i] for i in GAME.legal(table, CHANCE)]
    assert [named(pull) for pull in pulls] == ["clean", "touched"]
    assert sum(GAME.odds(table, pull) for pull in pulls) == 100


def dug(turns: int) -> Room:
    """So many turns of one throw each, the sand running out."""
    room = Room()
    opened = events.Opened("the-table", GAME.name, 1, GAME.label.choose({}, 2), GAME.content(), 2, "", commitment(SECRET), SECRET, "")
    add_events(room, [opened, events.Sat(0, "Ada", "a"), events.Sat(1, "Bram", "b")], 0)
    start(room, 0)
    now = 0
    for _ in range(turns):
        commands.play(room, GAME.actor(room.playing.table), IDS["throw"], now)
        now = timers_of(room)["time"]
        advance(room, now)
    return room
