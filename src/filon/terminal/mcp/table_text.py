"""The table, the log and the rules in words for one seat, made only from what its client received."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import filon.house
from filon.client import Refused, Table, record_of
from filon.client.records import played_of
from filon.core.compiled.record import spoken
from filon.core.game import load
from filon.core.texts.notation import named
from filon.core.texts.visible import visible
from filon.core.texts.words import read_words
from filon.house import protocol
from filon.house.room.live import last_player
from filon.terminal.commands.common import words_in
from filon.terminal.mcp.answers import Choice, Seen
from filon.terminal.rulebook import Clause, clauses, search
from filon.terminal.sentences import Sentences

WIDTH = 110  # columns of the board


class TableText:
    """`now` is the time in seconds of the clock by which the table heard its news."""

    def __init__(self, table: Table, language: str, now: Callable[[], float]) -> None:
        self.table, self.language, self.now, self.game = table, language, now, load(table.game)
        self.words = read_words(Path(filon.house.__file__).parent, language) | self.game.words(language) | words_in(language)
        self._told = 0  # lines that an answer has held

    # The table

    def seen(self, is_listed: bool) -> Seen:
        """The table now, and the log since the last answer."""
        table = self.table
        lines, self._told = table.lines[self._told :], len(table.lines)
        return Seen(
            table.around.status,
            bool(table.legal),
            self.names[table.seat],
            self._turn(),
            self._board(),
            self.sentences_of(lines),
            self.choices() if is_listed else [],
            *self._result(),
        )

    @property
    def names(self) -> list[str]:
        return [self._name(seat, person) for seat, person in enumerate(self.table.around.people)]

    def _name(self, seat: int, person: protocol.Person) -> str:
        level = f"robot.{person.robot}.name"
        if person.number and level in self.words:
            return f"{self.words.say(level)} {person.number}"
        return visible(person.name) or f"{self.words.say('somebody')} {seat + 1}"

    @property
    def _sentences(self) -> Sentences:
        return Sentences(self.game, self.names, self.words)

    def _view(self) -> Any:
        return record_of(self.game.Table, self.table.view)

    def _board(self) -> str:
        from rich.console import Console

        if self.table.view is None:
            return ""
        out = io.StringIO()
        console = Console(file=out, width=WIDTH, color_system=None, force_terminal=False, legacy_windows=False)
        console.print(self.game.board.draw(self._view(), self.table.seat, self.names, self.words, self._clock()))
        return "\n".join(line.rstrip() for line in out.getvalue().rstrip().splitlines())

    def _clock(self) -> int:
        """The table's clock now, in hundredths of a second."""
        latest, since = self.table.latest, self.now() - self.table.came
        return latest.clock + int(100 * since) if self.game.timed else latest.clock

    def _turn(self) -> str:
        table = self.table
        if table.is_over:
            return ""
        if table.view is None:
            return self.words.say("mcp.waiting")
        if table.legal:
            return self.words.say("play.turn", who=self.names[table.seat])
        actor = table.latest.actor
        return self.words.say("play.thinking", who=self.names[actor]) if actor >= 0 else ""

    def _result(self) -> tuple[dict[str, int], list[str], str]:
        around, names = self.table.around, self.names
        if not around.winners:
            return {}, [], ""
        winners, sentences = [names[seat] for seat in around.winners], self._sentences
        won = self.words.say("play.won", count=len(winners), who=sentences.people(around.winners))
        ended = sentences.ending(around.ending, around.winners, around.scores)
        return dict(zip(names, around.scores, strict=True)), winners, f"{ended} {won}"

    # Moves

    def choices(self) -> list[Choice]:
        """The legal moves."""
        if not self.table.legal:
            return []
        view, seat, sentences = self._view(), self.table.seat, self._sentences
        moves = ((i, self.game.MOVES[i]) for i in self.table.legal)
        return [Choice(i, named(move), sentences.offer(view, seat, move)) for i, move in moves]

    def refusal(self, refused: Refused) -> str:
        """The reason in words: of the game, with its clause quoted, or of the house."""
        key = next((key for key in (f"refusal.{refused.reason}", f"refused.{refused.reason}") if key in self.words), "")
        said = self.words.say(key) if key else refused.reason
        quoted = " ".join(f"[{clause.id}: {clause.text}]" for clause in self.rules(refused.clause) if refused.clause == clause.id)
        return " ".join(filter(None, [said, quoted or refused.clause]))

    # The log

    def sentences_of(self, lines: list[protocol.Line]) -> list[str]:
        return [said for line in lines if (said := self._sentence(line))]

    def _sentence(self, line: protocol.Line) -> str:
        """The sentence of one line; text typed by other people is quoted."""
        match line:
            case protocol.MovedLine():
                move = played_of(self.game.Move, line).move
                return self._sentences.of_move(move, self._mover(line)) if move is not None else ""
            case protocol.TookBackLine():
                return self.words.say("mcp.took-back", who=self.names[line.seat])
            case protocol.SaidLine():
                return self.words.say("mcp.said", who=self.names[line.seat], text=visible(line.text))
            case protocol.PhraseLine():
                return self.words.say("mcp.said", who=self.names[line.seat], text=self.words.say(f"phrase.{line.phrase}"))
        return ""

    def _mover(self, line: protocol.MovedLine) -> str:
        """The name of the seat that moved; for a move of Chance or Hand, the seat that moved before it."""
        seat = last_player([one for one in self.table.lines if isinstance(one, protocol.MovedLine) and one.seq <= line.seq])
        return self.names[seat] if seat >= 0 else ""

    # The rules

    def rules(self, about: str) -> list[Clause]:
        return search(clauses(self.game, self.language), about)

    def rulebook(self) -> str:
        """All clauses, section by section."""
        sections: dict[str, list[str]] = {}
        for clause in clauses(self.game, self.language):
            sections.setdefault(clause.section, []).append(f"- **{clause.id}** {clause.text}")
        return "\n\n".join(f"## {section}\n\n" + "\n".join(held) for section, held in sections.items())

    def options(self) -> str:
        """Every option with the value in force and its clause."""
        return "\n".join(self._option(option.name, option.clause) for option in self.game.label.options)

    def _option(self, name: str, clause: str) -> str:
        held = self.table.welcome.options[name]
        values = [str(value).lower() for value in (held if isinstance(held, list) else [held])]
        said = [self.words.say(key) for value in dict.fromkeys(values) if (key := f"option.{name}.{value}") in self.words]
        return f"- **{name}** = {' / '.join(values)} [{clause}]: {self.words.say(f'option.{name}')} {' '.join(said)}".rstrip()

    def notation(self) -> str:
        """The notation of all moves of players, kind by kind."""
        kinds: dict[str, list[str]] = {}
        for move in self.game.MOVES:
            if move.kind not in self.game.OWNERS:
                kinds.setdefault(spoken(self.game.Kind(move.kind)), []).append(named(move))
        return "\n".join(f"- {kind}: {', '.join(names)}" for kind, names in kinds.items())
