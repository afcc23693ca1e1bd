"""A game at one keyboard: whose turn it is, what they answer, and the time that passes meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from filon.core.dice import below, dice_of
from filon.core.notation import move_ids
from filon.core.seats import HAND, SPECTATOR
from filon.house.paper import written
from filon.house.robots import Robots
from filon.house.table import LiveTable, MoveRefused, UndoRefused
from filon.terminal.keys import Clock, Keys
from filon.terminal.screen import Screen, everybody_alike

GLANCE = 0.05  # seconds between two looks at the clock
LETTERS = "123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
ESCAPE = "\x1b"


class Left(Exception):
    """The player has left the table."""


class Session:
    """One sitting at the keyboard."""

    def __init__(self, live: LiveTable, robots: Robots, screen: Screen, keys: Keys, clock: Clock, saves: Path, delay: int) -> None:
        self.live, self.robots, self.screen = live, robots, screen
        self.keys, self.clock, self.saves, self.delay = keys, clock, saves, delay
        self.people = [seat for seat, robot in enumerate(live.setup.robots) if not robot]
        self.at_keyboard = self.people[0] if len(self.people) == 1 else SPECTATOR
        self.dice = dice_of(len(live.lines))

    def run(self) -> None:
        """Until the game is over; whatever happens, nothing is left half done."""
        while not self.live.is_over:
            self.live.tick(self.clock.now())
            actor = self.live.game.actor(self.live.table)
            if self.live.is_over:
                break
            if actor in self.people:
                self._person(actor)
            elif actor == HAND and self._mover() in self.people:
                self._hand()
            else:
                self._robot()
        self.screen.board(SPECTATOR if len(self.people) != 1 else self.people[0], self.clock.now())
        self.screen.result()

    def _mover(self) -> int:
        return next(line.seat for line in reversed(self.live.lines) if line.seat >= 0)

    # Robots

    def _robot(self) -> None:
        """Show the table, wait until the robot has thought, let it move."""
        if self.delay:
            self.screen.board(self.at_keyboard, self.clock.now())
        wake = max(self.robots.wake(), self.clock.now() + self.delay)
        length = len(self.live.lines)
        while self.clock.now() < wake and len(self.live.lines) == length:
            self._commanded(self.keys.line(min(GLANCE, (wake - self.clock.now()) / 100)))
            self.live.tick(self.clock.now())
        if len(self.live.lines) == length:
            self.robots.act(max(self.clock.now(), self.robots.wake()))

    def _commanded(self, line: str | None) -> None:
        if line:
            self._command(self.at_keyboard, line)

    # People

    def _person(self, seat: int) -> None:
        self._curtain(seat)
        self.screen.board(seat, self.clock.now())
        self.screen.say("play.turn", "bold", who=self.live.setup.names[seat])
        ids = self.live.news(seat).legal
        if self.live.game.timed:
            return self._by_key(seat, ids)
        keys = [str(number) for number in range(1, len(ids) + 1)]
        self.screen.offers(seat, ids, keys)
        self.screen.say("play.prompt", "dim")
        self._by_line(seat, ids)

    def _curtain(self, seat: int) -> None:
        """Between two people, where one may see what the other may not."""
        if self.at_keyboard not in (seat, SPECTATOR) and not everybody_alike(self.live, self.people):
            self.screen.console.clear()
            self.screen.say("play.curtain", "bold", who=self.live.setup.names[seat])
            self._wait(self.keys.line)
        self.at_keyboard = seat

    def _wait(self, read: Callable[[float], str | None]) -> str | None:
        """What is typed next; None when the table has moved on by itself."""
        length = len(self.live.lines)
        while True:
            answer = read(GLANCE)
            self.live.tick(self.clock.now())
            if answer is not None:
                return answer
            if len(self.live.lines) != length:
                return None

    def _by_line(self, seat: int, ids: list[int]) -> None:
        """A number, a move in words, or a command."""
        length = len(self.live.lines)
        while len(self.live.lines) == length:
            line = self._wait(self.keys.line)
            if line is None:
                return
            if line.isdigit() and 0 < int(line) <= len(ids):
                self._play(seat, ids[int(line) - 1])
            elif line and not self._command(seat, line):
                ids = self._in_words(seat, line, ids)

    def _in_words(self, seat: int, line: str, ids: list[int]) -> list[int]:
        """Play the one move that is meant; list those that could be; say why it may not be played."""
        moves, teller, view = self.live.game.MOVES, self.screen.teller, self.live.view(seat)
        meant = " ".join(line.lower().split())
        legal = self.live.news(seat).legal
        typed = {i: teller.typed(view, seat, moves[i]) for i in legal}
        exact = [i for i in legal if meant in typed[i]]
        near = [i for i in legal if any(text.startswith(meant) for text in typed[i])]
        if len(exact) == 1 or len(near) == 1:
            self._play(seat, (exact or near)[0])
        elif near:
            self.screen.offers(seat, near, [str(number) for number in range(1, len(near) + 1)])
            return near
        elif meant in move_ids(moves):
            self._play(seat, move_ids(moves)[meant])
        else:
            self.screen.say("play.unknown", "yellow", typed=line)
        return ids

    def _play(self, seat: int, move: int) -> None:
        try:
            self.live.play(seat, move, self.clock.now())
        except MoveRefused as refused:
            self.screen.console.print(self.screen.teller.refusal(refused.refusal, refused.clause), style="yellow", markup=False)

    # Against the sand: one key, one move

    def _by_key(self, seat: int, ids: list[int]) -> None:
        chosen = self._keyed(ids)
        self.screen.offers(seat, list(chosen.values()), list(chosen))
        self.screen.say("play.keys", "dim")
        length = len(self.live.lines)
        while len(self.live.lines) == length:
            key = self._wait(self.keys.key)
            if key in chosen:
                self._play(seat, chosen[key])
            elif key == ":":
                self.screen.say("play.prompt", "dim")
                self._commanded(self._wait(self.keys.line))

    def _keyed(self, ids: list[int]) -> dict[str, int]:
        """A key for each move: a letter of its name where it is the only one of its kind, else a number."""
        moves = self.live.game.MOVES
        kinds = [move.kind for move in moves]
        keys: dict[str, int] = {}
        for name, i in move_ids(moves).items():
            letter = next(letter for letter in name if letter not in keys) if kinds.count(moves[i].kind) == 1 else ""
            if letter and moves[i].kind not in self.live.game.OWNERS:
                keys[letter] = i
        rest = [i for i in ids if i not in keys.values()]
        free = [letter for letter in LETTERS if letter not in keys]
        return {key: i for key, i in keys.items() if i in ids} | dict(zip(free, rest, strict=False))

    def _hand(self) -> None:
        """The steady hand: a marker to stop in time, or escape to let go."""
        live, start, seed = self.live, self.clock.now(), below(self.dice, 2**31 - 1)
        while live.game.actor(live.table) == HAND:
            elapsed = self.clock.now() - start
            bar = live.game.hand.draw(live.view(self._mover()), elapsed, seed, self.screen.words)
            self.screen.console.print(bar, end="\r" if self.screen.console.is_terminal else "\n")
            key = self.keys.key(GLANCE)
            live.tick(self.clock.now())
            if key and live.game.actor(live.table) == HAND:
                self._pulled(key, self.clock.now() - start, seed)

    def _pulled(self, key: str, elapsed: int, seed: int) -> None:
        hand = self.live.game.hand
        verdict = hand.let_go() if key == ESCAPE else hand.judge(self.live.table, elapsed, seed)
        at = max(self.clock.now(), self.live.game.ready(self.live.table))
        while self.clock.now() < at and self.live.game.actor(self.live.table) == HAND:
            self.keys.key(min(GLANCE, (at - self.clock.now()) / 100))
            self.live.tick(self.clock.now())
        if self.live.game.actor(self.live.table) == HAND:
            self._play(HAND, verdict)

    # Commands

    def _command(self, seat: int, line: str) -> bool:
        """Whether the line was a command; its name in English or in the player's language."""
        word, _, rest = line.partition(" ")
        known = {"rules": self._rules, "log": self._log, "undo": self._undo, "save": self._save, "help": self._help, "quit": self._quit}
        said = {self.screen.words.say(f"command.{name}"): name for name in known}
        name = said.get(word.lower(), word.lower())
        if name in known:
            known[name](seat, rest.strip())
        return name in known

    def _rules(self, seat: int, rest: str) -> None:
        self.screen.rules(rest)

    def _log(self, seat: int, rest: str) -> None:
        self.screen.story(seat)

    def _undo(self, seat: int, rest: str) -> None:
        try:
            self.live.undo(seat, self.clock.now())
        except UndoRefused as refused:
            self.screen.say(str(refused), "yellow")

    def _save(self, seat: int, rest: str) -> None:
        path = Path(rest) if rest else self.saves
        try:
            self.save(path)
        except OSError as error:
            self.screen.say("save.failed", "yellow", path=path, why=error.strerror or str(error))
        else:
            self.screen.say("save.done", path=path)

    def save(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(written(self.live), encoding="utf-8")

    def _help(self, seat: int, rest: str) -> None:
        self.screen.say("play.help")

    def _quit(self, seat: int, rest: str) -> None:
        raise Left
