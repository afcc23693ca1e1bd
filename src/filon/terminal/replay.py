"""Stepping through a saved game."""

from __future__ import annotations

from rich.console import Console

from filon.core.texts.words import Words
from filon.house.room.live import LiveTable, replayed
from filon.terminal.keys import Keys
from filon.terminal.screen import Screen

POLL = 0.5  # seconds


class Replay:
    """Enter or a number goes on, a minus goes back, a name changes the viewpoint."""

    def __init__(self, live: LiveTable, console: Console, words: Words, keys: Keys, viewer: int) -> None:
        self.live, self.console, self.words, self.keys, self.viewer = live, console, words, keys, viewer
        self.shown, self.answered = 0, ""

    def run(self) -> None:
        while True:
            screen = self._show()
            self.console.print(self.answered, style="yellow", markup=False)
            screen.say("replay.prompt", "dim", line=self.shown, lines=len(self.live.played))
            try:
                answer = self._asked()
            except EOFError:
                return
            if answer in ("q", "quit"):
                return
            self._go(answer, screen)

    def _show(self) -> Screen:
        held = replayed(self.live.setup, self.live.deal, self.live.played[: self.shown], self.live.source)
        screen = Screen(self.console, held, self.words, told_from=0 if self.live.is_over else self.shown)
        screen.board(self.viewer, held.at)
        if held.is_over:
            screen.result()
        return screen

    def _asked(self) -> str:
        while True:
            line = self.keys.line(POLL)
            if line is not None:
                return line

    def _go(self, answer: str, screen: Screen) -> None:
        names, self.answered = [name.lower() for name in self.live.setup.names], ""
        if answer.lower() in names and not self.live.is_over:
            self.answered = screen.words.say("replay.not-over")
        elif answer.lower() in names:
            self.viewer = names.index(answer.lower())
        elif answer in ("", "+"):
            self._to(self.shown + 1)
        elif answer == "-":
            self._to(self.shown - 1)
        elif answer.lstrip("+-").isdigit():
            self._to(self.shown + int(answer) if answer[0] in "+-" else int(answer))
        else:
            self.answered = screen.words.say("replay.unknown", typed=answer)

    def _to(self, line: int) -> None:
        self.shown = min(max(line, 0), len(self.live.played))
