"""Moves at a table: by its seats, by their hands, by the house when its time has come. Each gives the lines to be kept."""

from __future__ import annotations

from itertools import takewhile
from typing import Any

import msgspec

from filon.bots import level_of
from filon.core.pull import GOES_ON, Chunk, PullRefused
from filon.core.seats import CHANCE, HAND, NEVER, NOBODY, SPECTATOR, UNKNOWN
from filon.core.stream import Source, seeded
from filon.core.texts.notation import named
from filon.house import lines as log
from filon.house import wire
from filon.house.heckling import next_heckle
from filon.house.lines import AnyLine
from filon.house.room import Pulling, Room, ids_of
from filon.house.store import PLAYING, ROBOT, TIME, Wakes
from filon.house.table import Line, LineRefused, LiveTable, MoveRefused, UndoRefused
from filon.house.thinking import Question

UNDOS = 20  # in a row: each makes the log longer, and the game slower to read again


class AskRefused(Exception):
    """Why an ask changes nothing: a key of the house's words, or of the game's with its clause."""

    def __init__(self, reason: str, clause: str = "", detail: str = "") -> None:
        super().__init__(reason)
        self.reason, self.clause, self.detail = reason, clause, detail


class Outcome(msgspec.Struct):
    """The lines to be kept, even where the ask itself was refused: Time may have moved first."""

    lines: list[AnyLine] = []
    refused: AskRefused | None = None
    done: dict[str, Any] = {}  # what else the asker is told


def play(room: Room, seat: int, move: int, now: int, trip: int = 0) -> Outcome:
    """A seat's move, then whatever the house does about it."""
    live = _playing(room)
    if live.actor != seat:  # before Time is asked: probing tells nothing, and costs nobody credit
        raise AskRefused("not-yours", room.game.CLAUSES[room.game.Refusal["NOT_YOURS"]])
    return _played(room, seat, move, now, trip)


def _playing(room: Room) -> LiveTable:
    if room.status != PLAYING:
        raise AskRefused("not-playing")
    return room.playing


def _played(room: Room, seat: int, move: int, now: int, trip: int, extra: dict[str, Any] | None = None) -> Outcome:
    live = room.playing
    due = room.game.due(live.table)
    arrived = room.clock.time(now, due)
    credit = room.clock.credit(trip) if due != NEVER else 0
    at = max(room.clock.at, min(arrived, room.game.ready(live.table)), arrived - credit)
    outcome, before = Outcome(), _begin_lines(room, live)
    try:
        live.play(seat, move, at)
    except MoveRefused as refused:
        outcome.refused = AskRefused(refused.refusal.name.lower().replace("_", "-"), refused.clause)
    except LineRefused as refused:
        raise AskRefused("no-such-move", detail=str(refused)) from None
    timing = {"arrived": arrived, "credit": max(0, arrived - at), "trip": trip} if due != NEVER else {}
    outcome.lines = _new_lines(room, before, now, {**timing, **(extra or {})}, seat)
    return outcome


def _begin_lines(room: Room, live: LiveTable) -> int:
    """As the log says and nothing else: what was refused since, or looked at too early, is no line and moves no clock."""
    live.seq, live.at, room.throws.used = room.seq, room.clock.at, room.chances
    return len(live.lines)


def _new_lines(room: Room, before: int, now: int, extra: dict[str, Any], asker: int = NOBODY) -> list[AnyLine]:
    """The live table's new lines as the log keeps them, noted; the extra belongs to the asker's own."""
    kept = []
    for index, line in enumerate(room.playing.lines[before:], before):
        kept.append(_kept(room, index, line, extra if line.seat == asker else {}))
        room.note(kept[-1], now)
    return kept


def _kept(room: Room, index: int, line: Line, extra: dict[str, Any]) -> AnyLine:
    if line.back_to >= 0:
        return log.TookBack(line.seat, line.at, line.back_to)
    return log.Moved(line.seat, line.at, named(line.move), leaf=leaf_of(room, index, line), **extra)


def leaf_of(room: Room, index: int, line: Line) -> str:
    """Of what Chance did and does not show to everybody."""
    if line.seat != CHANCE or UNKNOWN not in room.playing.told(SPECTATOR)[index].move.packed():
        return ""
    return room.fairness.leaf(len(room.items), ids_of(room.game.name)[named(line.move)])


def undo(room: Room, seat: int, now: int) -> Outcome:
    live = _playing(room)
    before = _begin_lines(room, live)
    if sum(line.back_to >= 0 for line in takewhile(lambda line: line.seat == seat, reversed(live.lines))) >= UNDOS:
        raise AskRefused("undo-often")
    try:
        live.undo(seat, room.clock.time(now, NEVER))
    except UndoRefused as refused:
        raise AskRefused(str(refused).replace(".", "-")) from None
    return Outcome(_new_lines(room, before, now, {}))


# Hands


def mover(room: Room) -> int:
    """Whose turn goes on: the player who moved last."""
    return next(line.seat for line in reversed(room.playing.lines) if line.seat >= 0)


def _reaching(room: Room, seat: int) -> LiveTable:
    live = _playing(room)
    if live.actor != HAND or mover(room) != seat:
        raise AskRefused("no-pull")
    return live


def grab(room: Room, seat: int, now: int) -> Outcome:
    """The hand takes hold: only now is its tremor known, and only to this player."""
    live, attempt = _reaching(room, seat), room.refused_pulls  # letting go and grabbing again does not choose another tremor
    room.pulling = Pulling(seat, attempt, now, room.fairness.tremor(room.pulls, attempt))
    return Outcome(done={"attempt": attempt, "pull": room.game.hand.seen(live.table, room.pulling.seed)})


def pull(room: Room, seat: int, ask: wire.Pull, now: int, trip: int) -> Outcome:
    """A piece of the path. A malformed path costs nothing but time: the pull is tried again."""
    live, pulling = _reaching(room, seat), room.pulling
    if pulling is not None and pulling.last == ask.id:  # asked again, it is still one piece
        return Outcome()
    if pulling is None or pulling.attempt != ask.attempt or pulling.verdict != GOES_ON:
        raise AskRefused("no-pull")
    pulling.chunks.append(Chunk(max(0, now - pulling.began), ask.samples, ask.is_last))
    pulling.trip, pulling.last = trip, ask.id
    try:
        pulling.verdict = room.game.hand.judge(live.table, pulling.chunks, trip, pulling.seed)
    except PullRefused as refused:
        room.pulling, room.refused_pulls = None, room.refused_pulls + 1
        raise AskRefused(f"pull-{refused.why}") from None
    return Outcome() if pulling.verdict == GOES_ON else decide(room, now, trip)


def decide(room: Room, now: int, trip: int = 0) -> Outcome:
    """Hand's move. A hand that was too quick for the law is waited for."""
    pulling, due = room.pulling, room.game.due(room.playing.table)
    if pulling is None or pulling.verdict == GOES_ON:
        return Outcome()
    outcome = _played(room, HAND, pulling.verdict, now, trip, _path(pulling.attempt, pulling.chunks, pulling.trip))
    is_early = room.clock.time(now, due) < room.game.ready(room.playing.table)
    if outcome.lines or not is_early:
        room.pulling = None
    outcome.refused = None
    return outcome


def robot_pull(room: Room, seat: int, source: Source, now: int) -> Outcome:
    """A robot's hand is judged like anybody's; it has one try, so that nobody can choose a lucky one for it."""
    live, attempt = _reaching(room, seat), 0
    hand, seed = room.game.hand, room.fairness.tremor(room.pulls, attempt)
    level = level_of(room.game, room.chairs[seat].robot)
    samples = hand.reach(hand.seen(live.table, seed), level.skill or hand.AVERAGE, source)
    chunk = Chunk(samples[-1][0], samples, True)
    verdict = hand.judge(live.table, [chunk], 0, seed)
    return _played(room, HAND, verdict, now, 0, _path(attempt, [chunk], 0))


def question(room: Room, seat: int, now: int) -> Question | None:
    """What a robot is asked that will play now; nothing where only its hand is needed."""
    live, game = room.playing, room.game
    if live.actor == HAND:
        return None
    seed = room.fairness.robot(seat, len(room.moves))
    latest = live.news(seat, len(live.lines))
    at = max(live.at, latest.ready, room.clock.time(now, game.due(live.table)))
    return Question(game.name, room.chairs[seat].robot, seat, seed, list(live.told(seat)), latest.view, latest.legal, at)


def any_move(question: Question) -> int:
    """For a robot that cannot tell: one of the legal moves, by its seed."""
    return question.legal[seeded(question.seed).below(len(question.legal))]


def robot_moves(room: Room, seat: int, choice: int, now: int) -> Outcome:
    """A robot that thought until its time was out is refused like anybody, and that is nobody's mistake."""
    if room.playing.actor == HAND:
        outcome = robot_pull(room, seat, seeded(room.fairness.robot(seat, len(room.moves))), now)
    else:
        outcome = play(room, seat, choice, now)
    return Outcome(outcome.lines, None if outcome.lines else outcome.refused, outcome.done)


def _path(attempt: int, chunks: list[Chunk], trip: int) -> dict[str, Any]:
    """What the log keeps of a pull, so that it can be judged again."""
    return {"attempt": attempt, "trip": trip, "path": [(chunk.arrived, chunk.is_last, chunk.samples) for chunk in chunks]}


# The house by itself


def wake(room: Room, now: int) -> Outcome:
    """Time moves if the sand is out, Chance if it waited for a hand, Hand if it was too quick before."""
    if room.status != PLAYING:
        return Outcome()
    live = room.playing
    before = _begin_lines(room, live)
    live.tick(room.clock.time(now, room.game.due(live.table)))
    outcome = Outcome(_new_lines(room, before, now, {}))
    if live.actor == HAND:
        outcome.lines += decide(room, now).lines
    return outcome


def wakes(room: Room, pause: float = 1.0, calm: int = 0) -> Wakes:
    """When the house moves by itself next, and when a robot moves or speaks; `pause` stretches a robot's thinking, `calm` see House."""
    found: Wakes = {}
    if room.status != PLAYING:
        return found
    live = room.playing
    moment, table = live.moment(), live.table
    if moment != NEVER:
        found[TIME] = room.clock.when_at(moment + (_allowance(room) if moment == room.game.due(table) else 0))
    if room.pulling and room.pulling.verdict != GOES_ON:
        ready = room.clock.when_at(room.game.ready(table))
        found[TIME] = min(found.get(TIME, ready), ready)
    if not [chair for chair in room.chairs if chair.robot]:
        return found
    seat = robot_to_move(room)
    if seat is not None:
        found[ROBOT] = room.clock.when_at(_robot_at(room, seat, pause, calm))
    if heckle := next_heckle(room):
        found[ROBOT] = min(found.get(ROBOT, NEVER * 1000), room.clock.when_at(heckle.at))
    return found


def _allowance(room: Room) -> int:
    """A move may still be on its way when the sand is out; robots have no network."""
    return 0 if room.chairs[mover(room)].robot else room.clock.unspent


def waited_for(room: Room) -> int:
    """The seat that must act, with a move or with its hand; or whoever of the house it is."""
    actor = room.playing.actor
    return mover(room) if actor == HAND else actor


def robot_to_move(room: Room) -> int | None:
    """The seat whose robot must act."""
    seat = waited_for(room)
    return seat if seat >= 0 and room.chairs[seat].robot else None


def _robot_at(room: Room, seat: int, pause: float, calm: int) -> int:
    live, game = room.playing, room.game
    if live.actor == HAND:
        return game.ready(live.table)
    level = level_of(game, room.chairs[seat].robot)
    thinks = int(pause * game.bot.pause(live.view(seat), seat, level)) if game.timed else calm
    return max(live.at, game.ready(live.table)) + thinks
