"""A session: a game at one keyboard, with turns, typed moves, commands and time."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from pathlib import Path

from filon.core.compiled.dice import below, dice_of
from filon.core.seats import HAND, NEVER, SPECTATOR
from filon.core.texts.notation import move_ids, named
from filon.house.records.transcript import is_transcript, transcript_of
from filon.house.robots.in_memory import Robots
from filon.house.room.live import LiveTable, MoveRefused, UndoRefused
from filon.terminal.keys import Keys, SessionClock
from filon.terminal.screen import LISTED, Screen, see_the_same

ROBOT_DELAY = 120  # hundredths of a second, so that people can follow the robots
POLL = 0.05  # seconds between two looks at the clock
MOVE_KEYS = "123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
ESCAPE = "\x1b"


def folded(text: str) -> str:
    """Typed text without capitals, accents and curly quotes, its spaces single."""
    plain = unicodedata.normalize("NFKD", text.replace("’", "'").lower())
    return " ".join("".join(letter for letter in plain if not unicodedata.combining(letter)).split())


class Left(Exception):
    """The player has left the table."""


class Session:
    """One sitting at the keyboard."""

    def __init__(self, live: LiveTable, robots: Robots, screen: Screen, keys: Keys, clock: SessionClock, saves: Path, quick: bool) -> None:
        self.live, self.robots, self.screen = live, robots, screen
        self.keys, self.clock, self.saves, self.quick = keys, clock, saves, quick
        self.delay = 0 if quick or live.game.timed else ROBOT_DELAY  # in a timed game robots take their own time
        self.people = [seat for seat, robot in enumerate(live.setup.robots) if not robot]
        self.at_keyboard = self.people[0] if len(self.people) == 1 else SPECTATOR
        self.dice = dice_of(robots.seed)
        self.watched = SPECTATOR  # whose turn was last put on the screen

    def run(self) -> None:
        """Play until the game is over."""
        while not self.live.is_over:
            self.live.tick(self.clock.now())
            actor = self.live.actor
            if self.live.is_over:
                break
            if actor in self.people:
                self._person(actor)
            elif actor == HAND and self.live.last_player in self.people:
                self._hand()
            else:
                self._robot()
        self.screen.board(SPECTATOR if len(self.people) != 1 else self.people[0], self.clock.now())
        self.screen.result()

    # Robots

    def _robot(self) -> None:
        """Show the table, wait for the robot's time, let it move."""
        actor, length = self.live.actor, len(self.live.played)
        if not self.quick or (self.live.game.timed and actor != self.watched):
            self.screen.board(self.at_keyboard, self.clock.now())
            if actor in self.robots.seated:
                self.screen.say("play.thinking", "dim", who=self.screen.name_and_level(actor))
        self.watched = actor
        wake = max(self.robots.due(), self.clock.now() + self.delay)
        while self.clock.now() < wake and len(self.live.played) == length:
            self._commanded(self.keys.line(min(POLL, (wake - self.clock.now()) / 100)))
            self.live.tick(self.clock.now())
        if len(self.live.played) == length:
            self.robots.act(max(self.clock.now(), self.robots.due()))

    def _commanded(self, line: str | None) -> None:
        """Run a command typed out of turn; its output stays until Enter."""
        if not line:
            return
        if not self._command(self.at_keyboard, line):
            self.screen.say("play.unknown", "yellow", typed=line)
        self.screen.say("play.enter", "dim")
        self._wait(self.keys.line)

    # People

    def _person(self, seat: int) -> None:
        self._curtain(seat)
        if self.live.last_player != seat:
            self.keys.forget()  # a line typed before one's turn is no move
        self.watched = seat
        self.screen.board(seat, self.clock.now())
        self.screen.say("play.turn", "bold", who=self.live.setup.names[seat])
        ids = self.live.legal(seat)
        if self.live.game.timed:
            return self._by_key(seat, self._keyed(ids))
        chosen = self._numbered(ids)
        self.screen.offers(seat, chosen)
        self.screen.say("play.prompt", "dim")
        self._by_line(seat, chosen)

    def _curtain(self, seat: int) -> None:
        """Hide the screen between two people whose views differ."""
        if self.at_keyboard != seat and not see_the_same(self.live, self.people):
            self.screen.clear()
            self.screen.say("play.curtain", "bold", who=self.live.setup.names[seat])
            self.keys.forget()
            self._wait(self.keys.line)
        self.at_keyboard = seat

    def _wait(self, read: Callable[[float], str | None], until: int = NEVER) -> str | None:
        """The next input; None after the table has moved by itself, or after `until`."""
        length = len(self.live.played)
        while True:
            answer = read(POLL)
            self.live.tick(self.clock.now())
            if answer is not None:
                return answer
            if len(self.live.played) != length or self.clock.now() >= until:
                return None

    def _numbered(self, ids: list[int]) -> dict[str, int]:
        """A number for each move: the one its name ends in where that tells them apart, else its place in the list."""
        own = [named(self.live.game.MOVES[i]).split()[-1] for i in ids]
        if all(number.isdigit() for number in own) and len(set(own)) == len(own):
            return dict(zip(own, ids, strict=True))
        return {str(number): i for number, i in enumerate(ids, 1)} if len(ids) <= LISTED else {}

    def _by_line(self, seat: int, chosen: dict[str, int]) -> None:
        """A number, a move in words, or a command."""
        length = len(self.live.played)
        while len(self.live.played) == length:
            line = self._wait(self.keys.line)
            if line is None:
                return
            if line in chosen:
                self._play(seat, chosen[line])
            elif line and not self._command(seat, line):
                chosen = self._in_words(seat, line) or chosen

    def _in_words(self, seat: int, line: str) -> dict[str, int]:
        """Play the one move that is meant; list those that could be; say why it may not be played."""
        moves, sentences, view = self.live.game.MOVES, self.screen.sentences, self.live.view(seat)
        meant = folded(line)
        legal = self.live.legal(seat)
        typed = {i: {folded(text) for text in sentences.typed(view, seat, moves[i])} for i in legal}
        exact = [i for i in legal if meant in typed[i]]
        near = [i for i in legal if any(text.startswith(meant) for text in typed[i])]
        if len(exact) == 1 or len(near) == 1:
            self._play(seat, (exact or near)[0])
        elif near:
            chosen = {str(number): i for number, i in enumerate(near, 1)}
            self.screen.offers(seat, chosen, whole=True)
            return chosen
        elif meant in move_ids(moves):
            self._play(seat, move_ids(moves)[meant])
        else:
            self.screen.say("play.unknown", "yellow", typed=line)
        return {}

    def _play(self, seat: int, move: int) -> None:
        try:
            self.live.play(seat, move, self.clock.now())
        except MoveRefused as refused:
            self.screen.console.print(self.screen.sentences.refusal(refused.refusal, refused.clause), style="yellow", markup=False)

    # Timed games: one key, one move

    def _by_key(self, seat: int, chosen: dict[str, int]) -> None:
        """Read keys until a move is played, the table moves by itself, or the dice have landed."""
        self.screen.offers(seat, chosen)
        self.screen.say("play.keys", "dim")
        length, ready = len(self.live.played), self.live.game.ready(self.live.table)
        until = ready if self.clock.now() < ready else NEVER
        while len(self.live.played) == length and self.clock.now() < until:
            key = self._wait(self.keys.key, until)
            if key in chosen:
                self._play(seat, chosen[key])
            elif key == ":":
                self.screen.say("play.commands", "dim")
                return self._commanded(self._wait(self.keys.line))

    def _keyed(self, ids: list[int]) -> dict[str, int]:
        """A key for each move: a letter of its name where it is the only one of its kind, else a number."""
        moves = self.live.game.MOVES
        kinds = [move.kind for move in moves]
        keys: dict[str, int] = {}
        for name, i in sorted(move_ids(moves).items(), key=lambda pair: len(pair[0])):
            letter = next(letter for letter in name if letter not in keys) if kinds.count(moves[i].kind) == 1 else ""
            if letter and moves[i].kind not in self.live.game.OWNERS:
                keys[letter] = i
        rest = [i for i in ids if i not in keys.values()]
        free = [letter for letter in MOVE_KEYS if letter not in keys]
        return {key: i for key, i in keys.items() if i in ids} | dict(zip(free, rest, strict=False))

    def _hand(self) -> None:
        """The steady hand: a marker to stop in time, or escape to let go."""
        live, start, seed = self.live, self.clock.now(), below(self.dice, 2**31 - 1)
        self.screen.board(self.live.last_player, start)
        self.screen.say("play.hand", "bold")
        self.keys.forget()
        while live.actor == HAND:
            bar = live.game.hand.draw(live.view(self.live.last_player), 10 * (self.clock.now() - start), seed, self.screen.words)
            self.screen.console.print(bar, end="\r" if self.screen.console.is_terminal else "\n")
            key = self.keys.key(POLL)
            live.tick(self.clock.now())
            if key and live.actor == HAND:
                self._pulled(key, 10 * (self.clock.now() - start), seed)

    def _pulled(self, key: str, ms: int, seed: int) -> None:
        """A touch counts at once; a clean pull takes its time."""
        hand = self.live.game.hand
        verdict = hand.let_go() if key == ESCAPE else hand.stop(self.live.table, ms, seed)
        while self.live.actor == HAND:
            if verdict in self.live.game.legal(self.live.stamped(self.clock.now()), HAND):
                return self._play(HAND, verdict)
            self.keys.key(POLL)
            self.live.tick(self.clock.now())

    # Commands

    def _command(self, seat: int, line: str) -> bool:
        """Run the line if it is a command, named in English or in the player's language; whether it was one."""
        word, _, rest = line.partition(" ")
        known = {"rules": self._rules, "log": self._log, "undo": self._undo, "save": self._save, "help": self._help, "quit": self._quit}
        said = {folded(self.screen.words.say(f"command.{name}")): name for name in known}
        name = said.get(folded(word), folded(word))
        if name in known:
            known[name](seat, rest.strip())
        return name in known

    def _rules(self, seat: int, rest: str) -> None:
        self.screen.rules(rest)

    def _log(self, seat: int, rest: str) -> None:
        self.screen.log(seat)

    def _undo(self, seat: int, rest: str) -> None:
        """Undo the last move of a person, also out of turn: people at one keyboard agree aloud."""
        last = self.live.last_player
        try:
            self.live.undo(last if last in self.people else seat, self.clock.now())
        except UndoRefused as refused:
            self.screen.say(f"refused.{refused.reason}", "yellow")

    def _save(self, seat: int, rest: str) -> None:
        path = Path(rest).expanduser() if rest else self.saves
        if path.is_file() and not is_transcript(path):
            self.screen.say("save.failed", "yellow", path=path, why=self.screen.words.say("save.foreign"))
        else:
            self.save_and_say("save.done", path)

    def save_and_say(self, said: str, path: Path | None = None) -> None:
        """Save and say so, or say why saving failed."""
        path = path or self.saves
        try:
            self.save(path)
        except OSError as error:
            self.screen.say("save.failed", "yellow", path=path, why=error.strerror or str(error))
        else:
            self.screen.say(said, path=path)

    def save(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(transcript_of(self.live), encoding="utf-8")

    def _help(self, seat: int, rest: str) -> None:
        self.screen.say("play.help")

    def _quit(self, seat: int, rest: str) -> None:
        raise Left
