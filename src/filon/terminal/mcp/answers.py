"""Answers of the tools, each as data and as text."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Choice:
    """A legal move: its id, how it is written, what it means."""

    id: int
    move: str
    label: str


@dataclass(frozen=True)
class Seen:
    """The table as the seat may know it."""

    status: str  # waiting, playing, over or closed
    is_your_turn: bool
    you: str
    turn: str  # whose turn it is, in words
    board: str
    heard: list[str]  # what happened since the last answer
    choices: list[Choice]  # empty unless legal moves are listed
    scores: dict[str, int] = field(default_factory=dict)  # at the end
    winners: list[str] = field(default_factory=list)
    result: str = ""  # how the game ended, in words

    @property
    def text(self) -> str:
        listed = Choices(self.choices).text
        return "\n\n".join(filter(None, [self.board, "\n".join(self.heard), self.turn, listed, self.result]))


@dataclass(frozen=True)
class Answer:
    """The outcome of a move."""

    is_accepted: bool
    refusal: str  # why not, in words
    clause: str  # the rule behind it
    played: str  # the move that was played, as it is written
    is_forfeit: bool  # chosen by Filon, after too many refusals
    retries_left: int  # for this decision
    seen: Seen

    @property
    def text(self) -> str:
        return "\n\n".join(filter(None, [self.refusal, self.seen.text]))


@dataclass(frozen=True)
class Choices:
    choices: list[Choice]

    @property
    def text(self) -> str:
        return "\n".join(f"{choice.id}: {choice.label} ({choice.move})" for choice in self.choices)
