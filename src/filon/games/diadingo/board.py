"""Diadingo in the terminal: the tray seen from one's own side, the cards, and everybody's rings."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from math import cos, dist, pi, sin, sqrt

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.measure import Measurement
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from filon.core import NONE
from filon.core.compiled.record import spoken
from filon.core.texts.words import Words
from filon.games.diadingo.parts import CARDS, HALF, PLACES, VALUES, Card, Phase, Player, Table, Tray
from filon.games.diadingo.rules import scores, winners

WIDE, TALL = 48, 96  # what one cell of the terminal covers of the tray
ROWS, COLUMNS = 25, 49
NAME = 15  # the widest a player's name and marks may be
MARKS = "●■▲▼♠♥♣★"
# Legible on dark and on light terminals alike; the tray brings its own ground.
COLOURS = ("#2f7ab8", "#b86400", "#9a5fc0", "#0b8580", "#857a00", "#cc4455", "#548a1f", "#7a746d")
GOLD, PLUM, RED, FAINT = "#a37200", "#a8607f", "#cc4455", "dim"
VELVET, WOOD = "on #4b1b32", "#a8763e on #5f3d1c"
SHINE, STUCK, GAP = f"bold #cfe5ef {VELVET}", f"bold #ffb38a {VELVET}", f"#c08aa6 {VELVET}"
DIAMOND, STAYED, LIFTED, EMPTY = "◆", "×", "·", "○"

Spot = tuple[int, int]  # a cell of the terminal: row, column
Cells = dict[Spot, tuple[str, str]]  # what stands in a cell, and its style


def draw(view: Table, seat: int, names: list[str], words: Words, now: int) -> RenderableType:
    said = Group(status(view, seat, names, words), "", legend(view, words))
    return Board(tray_text(view, max(seat, 0)), cards(view, words), said, rings(view, seat, names, words))


class Board:
    """The rings go beside the tray where the terminal is wide enough, and below it elsewhere."""

    def __init__(self, tray: Text, cards: Grid, said: Group, rings: Grid) -> None:
        self.tray, self.cards, self.said, self.rings = tray, cards, said, rings

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        needed = COLUMNS + 1 + Measurement.get(console, options, self.rings).maximum
        if needed <= options.max_width:
            yield side_by_side(self.tray, Group(side_by_side(self.cards, self.said), "", self.rings))
        else:
            yield side_by_side(self.tray, Group(self.cards, "", self.said))
            yield Group("", self.rings)


def side_by_side(*parts: RenderableType) -> Grid:
    """What stands left keeps its width; what stands right wraps."""
    grid = Grid.grid(padding=(0, 1, 0, 0), pad_edge=False)
    for part in parts:
        grid.add_column(no_wrap=part is not parts[-1])
    grid.add_row(*parts)
    return grid


def tray_text(view: Table, seat: int) -> Text:
    """The octagon with its 42 diamonds, turned so that this seat's side is below."""
    angle = 2 * pi * seat / view.seats
    cells = ground(angle)
    for other in range(view.seats):
        mark_side(cells, other, angle - 2 * pi * other / view.seats)
    for place, spot in enumerate(spots(view.tray[view.game], cells, angle), start=1):
        put_diamond(cells, spot, view.tray[view.game], place)
    lines = [Text.assemble(*(cells[row, column] for column in range(COLUMNS))) for row in range(ROWS)]
    return Text("\n").join(line for line in lines if line.plain.strip())


def turned(x: float, y: float, angle: float) -> tuple[float, float]:
    return x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle)


def at(spot: Spot) -> tuple[float, float]:
    """Where a cell lies on the tray: x to the right, y away from the player."""
    return (spot[1] - COLUMNS // 2) * WIDE, (ROWS // 2 - spot[0]) * TALL


def ground(angle: float) -> Cells:
    return {spot: ground_at(*turned(*at(spot), -angle)) for spot in product(range(ROWS), range(COLUMNS))}


def ground_at(x: float, y: float) -> tuple[str, str]:
    """Velvet, the wooden rim of the octagon, or nothing."""
    beyond = max(abs(x), abs(y), (abs(x) + abs(y)) / sqrt(2)) - HALF
    if beyond > TALL:
        return " ", ""
    return ("▒", WOOD) if beyond > 0 else (" ", VELVET)


def nearest(x: float, y: float, free: Iterable[Spot]) -> Spot:
    return min(free, key=lambda spot: dist(at(spot), (x, y)))


def mark_side(cells: Cells, seat: int, angle: float) -> None:
    """Each seat's mark stands on the rim, where its player sits."""
    rim = [spot for spot, (_, style) in cells.items() if style == WOOD]
    style = f"bold #ffffff on {COLOURS[seat]}"
    cells[nearest(*turned(0, -HALF - TALL / 2, angle), rim)] = (MARKS[seat], style)


def spots(tray: Tray, cells: Cells, angle: float) -> list[Spot]:
    """The middle cell for each diamond's three, as near to its place as the others leave room; gaps keep theirs."""
    free = {(row, column) for row, column in cells if all(cells.get((row, column + i)) == (" ", VELVET) for i in (-1, 0, 1))}
    found: list[Spot] = []
    for x, y in zip(tray.x, tray.y, strict=True):
        row, column = nearest(*turned(x, y, angle), free)
        free -= {(row, column + i) for i in range(-3, 4)}
        found.append((row, column))
    return found


def put_diamond(cells: Cells, spot: Spot, tray: Tray, place: int) -> None:
    """A sign and the number to type; a gap has none."""
    row, column = spot
    if tray.gap[place - 1] == 1:
        cells[spot] = (LIFTED, GAP)
        return
    sign, style = (STAYED, STUCK) if stays(tray, place - 1) else (DIAMOND, SHINE)
    for i, letter in enumerate(f"{sign}{place:<2}", start=-1):
        cells[row, column + i] = (letter, style)


def stays(tray: Tray, index: int) -> bool:
    """Marked by the notes, or shown when all is over."""
    return tray.noted[index] == 1 or tray.fixed[index] == 1


def cards(view: Table, words: Words) -> Grid:
    """The pile, and the card just drawn."""
    left = CARDS - view.drawn
    back = Text(f"░░░░░░░░░░\n{f' {left} ':░^10}\n░░░░░░░░░░" if left else "\n0", justify="center")
    lit = GOLD if view.phase in (Phase.TRYING, Phase.STEALING) else FAINT
    return side_by_side(card(back, words.say("board.pile"), PLUM), card(face(view, words), words.say("board.card"), lit))


def card(shown: Text, title: str, style: str) -> Panel:
    return Panel(shown, title=title, width=12, height=5, padding=0, style=style)


def face(view: Table, words: Words) -> Text:
    if view.card == NONE:
        return Text()
    if view.card == Card.THEFT:
        return Text(f"◖◉ ◉◗\n\n{words.say('board.theft')}", style="bold", justify="center")
    return Text(f"◇\n{EMPTY}\n{view.value[view.card]}", style="bold", justify="center")


def status(view: Table, seat: int, names: list[str], words: Words) -> Text:
    said = Text(words.say("board.game", n=view.game + 1, games=view.games) + "\n") if view.games > 1 else Text()
    if view.phase == Phase.OVER:
        best = winners(view)
        return said.append(words.say("board.won", n=len(best), names=", ".join(names[one] for one in best)), "bold")
    phase = spoken(Phase(view.phase))
    if view.turn == seat:
        return said.append(words.say("board.you-play", phase=phase), "bold")
    return said.append(words.say("board.plays", who=names[view.turn], phase=phase))


def legend(view: Table, words: Words) -> Text:
    tray = view.tray[view.game]
    gaps = sum(gap == 1 for gap in tray.gap)
    stuck = sum(stays(tray, index) for index in range(PLACES))
    lines = [Text.assemble((DIAMOND, SHINE), " ", words.say("board.standing", n=PLACES - gaps))]
    if stuck:
        lines.append(Text.assemble((STAYED, STUCK), " ", words.say("board.stayed", n=stuck)))
    if gaps:
        lines.append(Text.assemble((LIFTED, GAP), " ", words.say("board.lifted", n=gaps)))
    return Text("\n").join(lines)


def rings(view: Table, seat: int, names: list[str], words: Words) -> Grid:
    """Two lines for each player: the rings with a diamond and what they earn; below, the empty ones and what they cost."""
    caption = Text.assemble((DIAMOND, "bold"), f" {words.say('board.set')}   ", (EMPTY, GOLD), f" {words.say('board.empty')}")
    grid = Grid(box=None, padding=(0, 1, 0, 0), pad_edge=False, caption=caption, caption_justify="left")
    grid.add_column(words.say("board.rings"), no_wrap=True)
    for title in [*map(str, view.value), words.say("board.dollars"), *([words.say("board.total")] if has_totals(view) else [])]:
        grid.add_column(title, justify="right", no_wrap=True)
    for other, score in enumerate(scores(view)):
        you = words.say("board.you") if other == seat else ""
        total = [Text(f"{score}", style="bold")] if has_totals(view) else []
        grid.add_row(who(view, other, names[other], you), *held(view.player[other]), earned(view, view.player[other]), *total)
    return grid


def has_totals(view: Table) -> bool:
    return view.games > 1 or view.debts == 1


def who(view: Table, seat: int, name: str, you: str) -> Text:
    on_turn = view.turn == seat and view.phase != Phase.OVER
    line = Text.assemble("▶" if on_turn else " ", (MARKS[seat], COLOURS[seat]), f" {name}", style="bold" if on_turn else "")
    line.truncate(NAME, overflow="ellipsis")
    return line.append(f"\n   {you}", style=FAINT)


def held(player: Player) -> list[Text]:
    """The rings of each value, set above and empty below."""
    return [Text.assemble(count(DIAMOND, player.set[i], "bold"), "\n", count(EMPTY, player.empty[i], GOLD)) for i in range(VALUES)]


def count(sign: str, number: int, style: str) -> tuple[str, str]:
    return (f"{sign}{number}" if number else "", style)


def earned(view: Table, player: Player) -> Text:
    """The dollars of this game; the professionals' debts (DI-32) below."""
    text = Text(f"{sum(n * value for n, value in zip(player.set, view.value, strict=True))}")
    debts = sum(n * value for n, value in zip(player.empty, view.value, strict=True))
    return text.append(f"\n-{debts}", style=RED) if view.debts and debts else text
