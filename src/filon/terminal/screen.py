"""What the terminal shows: the board, the story so far, the moves, the rules."""

from __future__ import annotations

from typing import Any

from rich.columns import Columns
from rich.console import Console
from rich.markdown import Markdown
from rich.markup import escape
from rich.rule import Rule
from rich.table import Table as Grid

from filon.core.notation import named
from filon.core.record import spoken
from filon.core.words import Words
from filon.house.table import Line, LiveTable
from filon.terminal.rulebook import clauses, search
from filon.terminal.teller import Teller

STORY, LONG_STORY = 6, 20  # sentences kept in sight; more of them when more happened since one's own move
LISTED = 36  # with more legal moves than this, only their kinds are listed


class Screen:
    def __init__(self, console: Console, live: LiveTable, words: Words) -> None:
        self.console, self.live = console, live
        self.words = live.game.words(words.language) | words
        self.teller = Teller(live.game, live.setup.names, self.words)

    def say(self, key: str, style: str = "", **values: Any) -> None:
        self.console.print(escape(self.words.say(key, **values)), style=style, highlight=False)

    def board(self, viewer: int, now: int) -> None:
        if self.console.is_terminal:
            self.console.clear()
        names = self.live.setup.names
        self.console.print(self.live.game.board.draw(self.live.view(viewer), viewer, names, self.words, now))
        own = self._own(viewer)
        since = self.live.news(viewer, own).lines
        self._tell([*self.live.log(viewer)[:own], *since], max(STORY, min(len(since), LONG_STORY)))

    def _own(self, viewer: int) -> int:
        """The viewer's last own move: what came after it is told as it happened, what came before as it may be told again."""
        return next((line.seq for line in reversed(self.live.lines) if line.seat == viewer), 0)

    def story(self, viewer: int) -> None:
        self._tell(self.live.log(viewer), 0)

    def _tell(self, lines: list[Line], last: int) -> None:
        for sentence in self.teller.story(lines, last):
            self.console.print(f"  {escape(sentence)}", style="dim", highlight=False)

    def offers(self, seat: int, ids: list[int], keys: list[str]) -> None:
        """The legal moves, each with the key that plays it."""
        if len(ids) > LISTED:
            return self._kinds(ids)
        view, moves = self.live.view(seat), self.live.game.MOVES
        texts = [f"[bold]{escape(key)}[/] {escape(self.teller.offer(view, seat, moves[i]))}" for key, i in zip(keys, ids, strict=True)]
        self.console.print(Columns(texts, padding=(0, 3)), highlight=False)

    def _kinds(self, ids: list[int]) -> None:
        moves, Kind = self.live.game.MOVES, self.live.game.Kind
        for kind in Kind:
            held = [i for i in ids if moves[i].kind == kind]
            if held:
                self.say("play.kind", word=spoken(kind), count=len(held), example=named(moves[held[0]]))

    def rules(self, asked: str) -> None:
        held = search(clauses(self.live.game, self.words.language), asked)
        if not held:
            return self.say("rules.none", asked=asked)
        show_clauses(self.console, held)

    def result(self) -> None:
        game, table, names = self.live.game, self.live.table, self.live.setup.names
        self.console.print(Rule(escape(self.teller.ending(table))))
        grid = Grid(show_header=False, box=None)
        for seat in sorted(range(len(names)), key=lambda seat: -game.scores(table)[seat]):
            grid.add_row("★" if seat in game.winners(table) else " ", names[seat], str(game.scores(table)[seat]))
        self.console.print(grid)
        winners = [names[seat] for seat in game.winners(table)]
        self.say("play.won", "bold", count=len(winners), who=", ".join(winners))


def show_clauses(console: Console, held: list[Any]) -> None:
    section = ""
    for clause in held:
        if clause.section != section:
            section = clause.section
            console.print(Rule(escape(section)))
        grid = Grid(show_header=False, box=None, padding=(0, 1))
        grid.add_row(f"[bold]{clause.id}[/]", Markdown(clause.text))
        console.print(grid)


def everybody_alike(live: LiveTable, people: list[int]) -> bool:
    """Whether all people at this keyboard may see the same."""
    return all(live.view(seat) == live.view(people[0]) for seat in people[1:])
