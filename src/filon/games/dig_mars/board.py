"""Dig Mars in the terminal: the canyon as strata, and every player's equipment beside it."""

from __future__ import annotations

from rich.box import HEAVY, ROUNDED, SQUARE
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from filon.core.compiled.record import spoken
from filon.core.texts.words import Words
from filon.games.dig_mars.parts import DEEP, SIDE, TOP_LEVEL, Bonus, Fortune, Gear, Phase, Pile, Table, Tile
from filon.games.dig_mars.rules import is_last_idle, is_stuck, winners
from filon.games.dig_mars.turn import patience

COLOURS = ("dodger_blue1", "dark_orange", "medium_purple1", "turquoise2")
ROCK = ("#b5533c on #3d1a10", "#b5533c on #5a2716", "#d9774f on #7a351d")  # from the lowest stratum up
TEXTURE = "▓▒░"
FRONT = "bold black on #f0dcb4"
WIDE = 12  # letters in a site: "◎ ▼4►4♦20+⇄"
PANEL = 24
SIGNS = {Gear.DIG: "▼", Gear.TRANSPORT: "►", Gear.FLEET: "▲"}
FORTUNE = "♦"
SAMPLED = "◎"
EXTRAS = {Bonus.DIG: "+▼", Bonus.TRANSPORT: "+►", Bonus.RELOCATE: "+⇄", Bonus.POINT: "+♦", Bonus.SAMPLE: "+◎"}


def draw(view: Table, seat: int, names: list[str], words: Words, now: int) -> RenderableType:
    letters = _letters(names[: view.seats])
    side_by_side = Grid.grid(padding=(0, 1, 0, 0))
    players = [_player(view, player, seat, names, letters, words) for player in range(view.seats)]
    side_by_side.add_row(_canyon(view, letters), Group(*players))
    return Group(_status(view, names, words), side_by_side, *_notices(view, names[view.turn], words), _legend(words))


def _letters(names: list[str]) -> list[str]:
    """A letter for each player: the initial, or the seat's number where somebody else has it."""
    letters: list[str] = []
    for number, name in enumerate(names, 1):
        initial = name[:1].upper()
        letters.append(initial if initial.isalpha() and initial not in letters else str(number))
    return letters


def _chip(letter: str, seat: int) -> Text:
    return Text(letter, f"bold black on {COLOURS[seat]}")


# What happens


def _status(view: Table, names: list[str], words: Words) -> Group:
    now = [Text(_moment(view, names[view.turn], words), "bold")]
    if view.phase in (Phase.ACTING, Phase.PLACING):
        now.append(Text(words.say("board.actions", n=view.actions)))
        now += [_held(bonus, view.bonus[bonus], words) for bonus in Bonus if view.bonus[bonus] > 0]
    goal = view.goal[view.seats - 2]
    aim = words.say("board.goal-open") if view.fortune == Fortune.OPEN else words.say("board.goal", goal=goal)
    return Group(Text(" · ").join(now), Text(f"{words.say('board.tiles', n=view.tiles_left)} · {aim}"))


def _moment(view: Table, who: str, words: Words) -> str:
    match view.phase:
        case Phase.SETTLING:
            return words.say("board.settling", who=who)
        case Phase.PLACING:
            return words.say("board.placing", who=who)
        case Phase.LAST_CALL:
            return words.say("board.last-call", who=who)
        case Phase.OVER:
            return words.say("board.over")
        case _:
            return words.say("board.turn", who=who)


def _held(bonus: Bonus, count: int, words: Words) -> Text:
    many = f" ×{count}" if count > 1 else ""
    return Text(f"{EXTRAS[bonus]} {words.say('board.bonus', bonus=spoken(bonus))}{many}", "bold")


def _notices(view: Table, who: str, words: Words) -> list[Text]:
    """DM-A10: before an idle round ends the game, and after the third round without progress, the table says so."""
    said = [words.say("board.idle", who=who)] if is_last_idle(view) else []
    if view.phase != Phase.OVER and is_stuck(view):
        said.append(words.say("board.still", rounds=view.still // view.seats, last=patience(view)))
    return [Text(f"! {one}", "bold reverse") for one in said]


def _legend(words: Words) -> Columns:
    """What the signs on the tiles mean."""
    said = [f"{SIGNS[gear]} {words.say('board.difficulty', gear=spoken(gear))}" for gear in (Gear.DIG, Gear.TRANSPORT)]
    said += [f"{FORTUNE} {words.say('board.fortune')}", f"{SAMPLED} {words.say('board.remembered')}"]
    said += [f"{EXTRAS[bonus]} {words.say('board.bonus', bonus=spoken(bonus))}" for bonus in Bonus]
    return Columns([Text(piece, "dim") for piece in said], padding=(0, 2))


# The canyon


def _canyon(view: Table, letters: list[str]) -> Grid:
    grid = Grid(box=SQUARE, show_lines=True, padding=0, border_style="#8a3c20", header_style="bold")
    grid.add_column(vertical="middle", style="bold")
    for letter in "abcd":
        grid.add_column(Text(letter, justify="center"), width=WIDE)
    for row in range(SIDE):
        sites = range(row * SIDE, row * SIDE + SIDE)
        grid.add_row(str(row + 1), *(_site(view, site, letters) for site in sites))
    return grid


def _site(view: Table, site: int, letters: list[str]) -> Group:
    strata = [_stratum(view, view.pile[site], depth) for depth in reversed(range(DEEP))]
    return Group(_stations(view, site, letters), *strata)


def _stations(view: Table, site: int, letters: list[str]) -> Text:
    counts = [(seat, view.player[seat].stations[site]) for seat in range(view.seats)]
    chips = [_chip(letters[seat] if count == 1 else f"{letters[seat]}×{count}", seat) for seat, count in counts if count > 0]
    return Text(" ", justify="center").join(chips) if chips else Text(" ")


def _stratum(view: Table, pile: Pile, depth: int) -> Text:
    """One tile, or the air where it was: its front if it is explored or remembered, else its back if that can be seen."""
    if depth >= pile.height:
        return Text(" ")
    is_known, is_top = pile.tile[depth] >= 0, depth == pile.height - 1
    if is_known and is_top and pile.explored:
        return Text(f" {_front(view.tile[pile.tile[depth]], ' ')}".ljust(WIDE), FRONT)
    if is_known:
        mark = " " if view.phase == Phase.OVER else SAMPLED
        return _remembered(view.tile[pile.tile[depth]], depth, mark)
    back = f" {SIGNS[Gear.DIG]}{pile.back[depth]} " if pile.back[depth] > 0 else ""
    return Text(back, f"bold white {ROCK[depth].partition(' ')[2]}").append(TEXTURE[depth] * (WIDE - len(back)), ROCK[depth])


def _remembered(tile: Tile, depth: int, mark: str) -> Text:
    """DM-A15; at the end everybody's."""
    faces = f"{mark} {SIGNS[Gear.DIG]}{tile.dig}{_front(tile, '')}"
    return Text(faces.ljust(WIDE), f"italic #f0dcb4 {ROCK[depth].partition(' ')[2]}")


def _front(tile: Tile, gap: str) -> str:
    extra = [EXTRAS[Bonus(tile.bonus)]] if tile.bonus >= 0 else []
    return gap.join([f"{SIGNS[Gear.TRANSPORT]}{tile.transport}", f"{FORTUNE}{tile.fortune}", *extra])


# The players


def _player(view: Table, player: int, seat: int, names: list[str], letters: list[str], words: Words) -> Panel:
    is_over = view.phase == Phase.OVER
    mark = "★ " if is_over and player in winners(view) else "▶ " if not is_over and player == view.turn else ""
    name = f" {names[player]}" + (f" ({words.say('board.you')})" if player == seat else "")
    title = Text(mark).append_text(_chip(letters[player], player)).append(name)
    title.truncate(PANEL - 6, overflow="ellipsis")
    box = HEAVY if mark else ROUNDED
    return Panel(
        _equipment(view, player, letters[player], words),
        title=title,
        title_align="left",
        width=PANEL,
        box=box,
        border_style=COLOURS[player],
    )


def _equipment(view: Table, player: int, letter: str, words: Words) -> Grid:
    held = view.player[player]
    rows = Grid.grid(padding=(0, 1, 0, 0))
    rows.add_row(FORTUNE, words.say("board.fortune"), Text(str(held.fortune) if held.fortune >= 0 else "?", "bold"))
    for gear in Gear:
        placed = sum(held.stations) if gear == Gear.FLEET else 0
        rows.add_row(SIGNS[gear], words.say("board.gear", gear=spoken(gear)), _track(held.level[gear], placed, letter, player))
    return rows


def _track(level: int, placed: int, letter: str, seat: int) -> Text:
    """Levels reached and still to reach; in the fleet's, the letters are stations on the grid."""
    steps = "■" * (level - placed) + "□" * (TOP_LEVEL - level)
    return Text().append_text(_chip(letter * placed, seat)).append(steps, COLOURS[seat]).append(f" {level}", "bold")
