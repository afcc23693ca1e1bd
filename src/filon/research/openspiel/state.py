"""A table as a state of OpenSpiel: first Chance lays it out and deals what is hidden, then seats, Chance and Hand move."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from filon.core.compiled.dice import dice_of
from filon.core.compiled.rule import batch as packed
from filon.core.seats import NOBODY, SPECTATOR
from filon.core.stream import seeded
from filon.core.texts.notation import named
from filon.research.openspiel.position import Play, Position


class Deals:
    """The tables that a game may begin with: `layouts` that everybody sees, and for each `hidden` tables that look like it."""

    def __init__(self, play: Play, layouts: int, hidden: int, seed: int) -> None:
        self.play, self.layouts, self.seed = play, layouts, seed
        self.hidden = hidden if play.game.SECRET else 1

    def dealt(self, layout: int, number: int) -> Position:
        laid = self.play.begun(packed([self.play.setup.deal(seeded(self.seed * self.layouts + layout))]))
        if self.hidden == 1:
            return laid
        dice = packed([dice_of((self.seed * self.layouts + layout) * self.hidden + number)])
        return self.play.begun(laid.imagined(max(laid.mover, 0), dice).tables)

    def __deepcopy__(self, memo: object) -> Deals:
        return self


class TableState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """Until everything is dealt `position` is None. Actions of seats are those of `batch`; outcomes of chance nodes are ids of moves."""

    def __init__(self, game: Any, deals: Deals) -> None:
        super().__init__(game)
        self.deals, self.play = deals, deals.play
        self.layout: int | None = None
        self.position: Position | None = None

    def current_player(self) -> int:
        if self.position is None:
            return int(pyspiel.PlayerId.CHANCE)
        if self.position.mover == NOBODY:
            return int(pyspiel.PlayerId.TERMINAL)
        return self.position.mover if self.position.mover >= 0 else int(pyspiel.PlayerId.CHANCE)

    def is_terminal(self) -> bool:
        return self.position is not None and self.position.mover == NOBODY

    def _legal_actions(self, player: int) -> list[int]:
        if self.position is None:
            return [outcome for outcome, _ in self.chance_outcomes()]
        if self.position.mover < 0:
            return sorted(self.position.legal)
        return sorted(self.play.actions.of_id[player, self.position.legal].tolist())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        if self.position is None:
            count = self.deals.layouts if self.layout is None else self.deals.hidden
            return [(number, 1 / count) for number in range(count)]
        weighed = zip(self.position.legal, self.position.weights, strict=True)
        total = sum(self.position.weights)
        return sorted((move, weight / total) for move, weight in weighed if weight)

    def _apply_action(self, action: int) -> None:
        if self.position is not None:
            mover = self.position.mover
            self.position = self.position.after(int(self.play.actions.ids[mover, action]) if mover >= 0 else action)
        elif self.layout is None and self.deals.hidden > 1:
            self.layout = action
        else:
            layout, number = (action, 0) if self.layout is None else (self.layout, action)
            self.position = self.deals.dealt(layout, number)

    def _action_to_string(self, player: int, action: int) -> str:
        if self.position is None:
            return f"{'layout' if self.layout is None else 'deal'} {action}"
        return named(self.play.game.MOVES[self.play.actions.ids[player, action] if player >= 0 else action])

    def returns(self) -> list[float]:
        """Each seat's share of the victory, less an equal share."""
        if self.position is None:
            return [0.0] * self.play.seats
        return [share - 1 / self.play.seats for share in self.position.shares()]

    def __str__(self) -> str:
        if self.position is None:
            return "nothing is dealt" if self.layout is None else f"layout {self.layout}"
        return f"{self.play.game.name} after {len(self.history())} actions: {self.current_player()} moves"


class TableObserver:
    """Gives the row of a seat, as `batch` does. With perfect recall: all that the seat was told and saw, as a string only; without private
    information: what a spectator sees, as a string too. A row is not cut into a public and a private part."""

    def __init__(self, kind: Any, play: Play) -> None:
        private = pyspiel.PrivateInfoType
        if kind.private_info == private.ALL_PLAYERS:
            raise RuntimeError("observer: expected one with the private information of a single player, or of none; found all players")
        self.kind, self.is_public = kind, kind.private_info == private.NONE
        has_row = kind.public_info and not self.is_public and not kind.perfect_recall
        self.tensor = np.zeros(play.encoding.width, np.float32) if has_row else None
        self.dict = {} if self.tensor is None else {"row": self.tensor}

    def set_from(self, state: TableState, player: int) -> None:
        if self.tensor is not None:
            self.tensor[:] = 0 if state.position is None else state.position.row(player)

    def string_from(self, state: TableState, player: int) -> str | None:
        if not self.kind.public_info:
            return None
        viewer, who = (SPECTATOR, "everybody") if self.is_public else (player, f"seat {player}")
        if state.position is None:
            return f"{who}: nothing is dealt"
        return f"{who}: {state.position.heard(viewer).hex() if self.kind.perfect_recall else state.position.seen(viewer)}"


def resample(state: TableState, player: int, dice: Any = None) -> TableState:
    """Another state that fits what the player sees: for ISMCTSBot.set_resampler()."""
    if state.position is None:
        raise ValueError("resample: expected a state after the deal")
    found: TableState = state.clone()
    found.position = state.position.imagined(player, dice if dice is not None else LUCK)
    return found


LUCK = packed([dice_of(0)])  # the tables that resample() imagines in this process
