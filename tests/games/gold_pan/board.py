"""Gold Pan in the terminal: the die, the pan, and everybody's pouch."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from filon.core import NONE
from filon.core.texts.words import Words

from .parts import RIVER, Phase, Table
from .rules import scores, winners

FACES = " ⚀⚁⚂⚃⚄⚅"
COLOURS = ("dodger_blue1", "dark_orange", "medium_purple1", "turquoise2")  # legible on dark and on light terminals
GOLD = "bold #a37200"
WIDE = 30  # letters of a bar


def draw(view: Table, seat: int, names: list[str], words: Words, now: int) -> RenderableType:
    pan = Text.assemble((die(view), "bold"), "  ", (words.say("board.pan", n=view.pan), GOLD))
    return Group(Text(status(view, seat, names, words), "bold"), pan, "", pouches(view, seat, names, words))


def status(view: Table, seat: int, names: list[str], words: Words) -> str:
    if view.phase == Phase.OVER:
        return words.say("board.won", who=names[winners(view)[0]])
    goal = words.say("board.goal", n=view.goal)
    turn = words.say("board.your-turn") if view.turn == seat else words.say("board.turn", who=names[view.turn])
    return f"{turn} {goal}"


def die(view: Table) -> str:
    """The last wash; a wave beside the face that the river takes."""
    if view.face == NONE:
        return "▢"
    return FACES[view.face] + (" ≈≈≈" if view.face == RIVER else "")


def pouches(view: Table, seat: int, names: list[str], words: Words) -> Grid:
    grid = Grid.grid(padding=(0, 2, 0, 0))
    for other, score in enumerate(scores(view)):
        name = Text(names[other], COLOURS[other])
        if other == seat:
            name.append(f" ({words.say('board.you')})", "dim")
        grid.add_row("▶" if other == view.turn and view.phase != Phase.OVER else " ", name, bar(view, other, score), str(view.pouch[other]))
    return grid


def bar(view: Table, seat: int, score: int) -> Text:
    """A bar as long as the goal: the pouch, then the pan, then the rest."""
    kept, reached = (min(WIDE, WIDE * part // view.goal) for part in (view.pouch[seat], score))
    return Text.assemble(("█" * kept, COLOURS[seat]), ("▒" * (reached - kept), GOLD), ("·" * (WIDE - reached), "dim"))
