"""The screen: the board, the log as sentences, the moves, the rules."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich.columns import Columns
from rich.console import Console
from rich.markdown import Markdown
from rich.markup import escape
from rich.rule import Rule
from rich.table import Table as Grid

from filon.core.compiled.record import spoken
from filon.core.level import LEVELS
from filon.core.texts.notation import named
from filon.core.texts.visible import visible
from filon.core.texts.words import Words
from filon.house.room.live import LiveTable, Played
from filon.terminal.rulebook import clauses, search
from filon.terminal.sentences import Sentences

LEAST_SENTENCES, MOST_SENTENCES = 6, 20  # under the board: as many as happened since the viewer's own move, within these
LISTED = 36  # with more legal moves than this, only their kinds are listed


class Screen:
    def __init__(self, console: Console, live: LiveTable, words: Words, told_from: int = 0) -> None:
        """Lines after `told_from` are shown as they happened; earlier ones as the log may tell them."""
        self.console, self.live, self.told_from = console, live, told_from
        self.words = live.game.words(words.language) | words
        self.names = [visible(name) for name in live.setup.names]
        self.sentences = Sentences(live.game, self.names, self.words)

    def say(self, key: str, style: str = "", **values: Any) -> None:
        self.console.print(escape(self.words.say(key, **values)), style=style, highlight=False, soft_wrap=True)

    def name_and_level(self, seat: int) -> str:
        """A player's name; that of a robot with its level."""
        level = self.live.setup.robots[seat]
        return (
            self.words.say("play.robot", who=self.names[seat], level=self.words.say(f"robot.{level}.name"))
            if level in LEVELS
            else self.names[seat]
        )

    def clear(self) -> None:
        """Clear the screen and its scrollback: another player may look at it next."""
        if self.console.is_terminal:
            self.console.clear()
            self.console.file.write("\x1b[3J")

    def board(self, viewer: int, now: int) -> None:
        self.clear()
        self.console.print(self.live.game.board.draw(self.live.view(viewer), viewer, self.names, self.words, now))
        own = max(self.told_from, self._own(viewer))
        since = self.live.told(viewer)[own:]
        self._tell([*self.live.log(viewer)[:own], *since], max(LEAST_SENTENCES, min(len(since), MOST_SENTENCES)))

    def _own(self, viewer: int) -> int:
        """The number of the viewer's own last move; a spectator has seen all but the last line."""
        onlooker = max(0, len(self.live.played) - 1)
        return next((one.seq for one in reversed(self.live.played) if one.seat == viewer), 0 if viewer >= 0 else onlooker)

    def log(self, viewer: int) -> None:
        self._tell(self.live.log(viewer), 0)

    def _tell(self, lines: list[Played], last: int) -> None:
        for sentence in self.sentences.of_lines(lines, last):
            self.console.print(f"  {escape(sentence)}", style="dim", highlight=False)

    def offers(self, seat: int, chosen: dict[str, int], whole: bool = False) -> None:
        """List the legal moves with their keys; more than LISTED as kinds, unless `whole`."""
        ids = list(chosen.values()) or self.live.legal(seat)
        if len(ids) > LISTED and not whole:
            return self._kinds(ids)
        view, moves = self.live.view(seat), self.live.game.MOVES
        texts = [f"[bold]{escape(key)}[/] {escape(self.sentences.offer(view, seat, moves[i]))}" for key, i in chosen.items()]
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

    def ending(self) -> str:
        game, table = self.live.game, self.live.table
        return self.sentences.ending(spoken(game.Ending(game.ending(table))), list(game.winners(table)), game.scores(table))

    def result(self) -> None:
        game, table, names = self.live.game, self.live.table, self.names
        scores, winners = game.scores(table), list(game.winners(table))
        self.console.print(Rule())
        self.console.print(escape(self.ending()), style="bold", highlight=False)
        grid = Grid(show_header=False, box=None)
        for seat in sorted(range(len(names)), key=lambda seat: -scores[seat]):
            grid.add_row("★" if seat in winners else " ", escape(self.name_and_level(seat)), str(scores[seat]))
        self.console.print(grid)
        self.say("play.won", "bold", count=len(winners), who=self.sentences.people(winners))


def show_guide(console: Console, parts: Iterable[tuple[str, list[str]]]) -> None:
    for heading, paragraphs in parts:
        if heading:
            console.print(f"[bold]{escape(heading)}[/]")
        console.print(*map(escape, paragraphs), "", sep="\n")


def show_clauses(console: Console, held: list[Any]) -> None:
    section = ""
    for clause in held:
        if clause.section != section:
            section = clause.section
            console.print(Rule(escape(section)))
        grid = Grid(show_header=False, box=None, padding=(0, 1))
        grid.add_row(f"[bold]{clause.id}[/]", Markdown(clause.text))
        console.print(grid)


def see_the_same(live: LiveTable, people: list[int]) -> bool:
    """Whether all people at this keyboard have the same view."""
    return all(live.view(seat) == live.view(people[0]) for seat in people[1:])
