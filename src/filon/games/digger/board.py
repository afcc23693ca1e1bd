"""Digger in the terminal: the river, the dice, the loot, the hourglass, and a crate for everybody."""

from __future__ import annotations

from rich.align import Align
from rich.box import DOUBLE, HEAVY, ROUNDED
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from filon.core import NONE, UNKNOWN
from filon.core.compiled.record import spoken
from filon.core.texts.words import Words
from filon.games.digger.parts import (
    DICE,
    GEMS,
    SEATS,
    SPOTS,
    TOKENS,
    UNLIMITED,
    Colour,
    Ended,
    Phase,
    Player,
    Refusal,
    Table,
)
from filon.games.digger.rules import cannot_steal, cannot_take, due, sand_runs, scores, time_master, what_is_busy, winners
from filon.games.digger.turn import patience

SIGNS = {
    Colour.WATER: "≈",
    Colour.GOLD: "▬",
    Colour.RUBY: "▼",
    Colour.EMERALD: "■",
    Colour.DIAMOND: "◆",
    Colour.BLACK: "∞",  # a mask
}
INKS = {
    Colour.WATER: "#2f7fd6",
    Colour.GOLD: "#a87400",
    Colour.RUBY: "#e0364f",
    Colour.EMERALD: "#16895c",
    Colour.DIAMOND: "#7d8894",
    Colour.BLACK: "#857780",
}
CHIPS = {
    Colour.WATER: "bold white on #1f5fae",
    Colour.GOLD: "bold black on #e6ac2f",
    Colour.RUBY: "bold white on #a91d33",
    Colour.EMERALD: "bold black on #2fae7d",
    Colour.DIAMOND: "bold black on #e3eaef",
    Colour.BLACK: "bold white on #5b4b55",
}
WOOD = "#b07a3f"
HARD = "\N{NO-BREAK SPACE}"  # keeps a chip in one piece
DIGGER, TIME_MASTER = "►", "∴"
MOST_DRAWN = 10  # tokens of one colour; further ones only count
LEAST_HIGH = 4  # the room above a crate, in tokens
RIVER_WIDE, GLASS_WIDE, HIGH = 26, 18, 12  # of the upper panels
HANDS = ("╔════════╗", "╭────╮╭────╮", "├────┤├────┤", "├────┤├────┤", "├────┤├────┤", "╰────╯╰────╯", "╚════════╝")
CHAMBER = (7, 5, 3)  # grains in each row of half a glass, from its wide end to its neck


def draw(view: Table, seat: int, names: list[str], words: Words, now: int) -> RenderableType:
    middle = Grid.grid(expand=True)
    middle.add_column(width=RIVER_WIDE)
    middle.add_column(ratio=1)
    middle.add_column(width=GLASS_WIDE)
    middle.add_row(_river(view, words), Group(_tray(view, words, now), _loot(view, words)), _hourglass(view, names, words, now))
    return Group(_status(view, seat, names, words, now), *_notices(view, names, words), middle, _crates(view, seat, names, words))


# What goes on


def _status(view: Table, seat: int, names: list[str], words: Words, now: int) -> Text:
    phase, who = spoken(Phase(view.phase)), names[view.digger]
    victim = names[view.victim] if view.victim >= 0 else ""
    mine = seat == view.digger and view.phase != Phase.OVER
    said = words.say("board.yours", phase=phase, victim=victim) if mine else words.say("board.theirs", phase=phase, who=who, victim=victim)
    line = Text(f"{DIGGER} {said}", "bold reverse" if mine else "bold")
    if sand_runs(view):
        line.append(f"  {_throws(view, words)}", "not bold not reverse dim")
    return line


def _throws(view: Table, words: Words) -> str:
    if view.pace == 1:
        return words.say("board.throw", n=view.throws)
    return words.say("board.throw-of", n=view.throws, most=view.most_throws)


def _notices(view: Table, names: list[str], words: Words) -> list[Text]:
    """How the last turn ended, and that the game may end for want of water (DG-A26)."""
    lines = []
    if view.last_turn != Ended.NOT_YET and view.throws == 0:
        who = names[time_master(view)]  # who has just dug (DG-24)
        lines.append(words.say("board.last-turn", who=who, ended=spoken(Ended(view.last_turn))) + _last_glass(view, words))
    rounds = view.quiet // view.seats
    if rounds >= patience(view) // 2:
        lines.append(words.say("board.quiet", rounds=rounds, last=patience(view)))
    return [Text(line, "dim") for line in lines]


def _last_glass(view: Table, words: Words) -> str:
    if view.last_sand in (NONE, UNKNOWN):
        return ""
    seconds, rest = divmod(view.last_sand * view.pace, 100)
    return " " + words.say("board.last-glass", seconds=seconds, tenths=rest // 10)


# The river, the dice and the loot


def _river(view: Table, words: Words) -> Panel:
    rows = Grid.grid(padding=(0, 1, 0, 0))
    rows.add_column(no_wrap=True)
    rows.add_column(no_wrap=True)
    rows.add_column(justify="right")
    for colour in TOKENS:
        drawn = SIGNS[colour] * min(view.pool[colour], MOST_DRAWN)
        rows.add_row(_name(colour, words), Text(drawn.ljust(MOST_DRAWN, "·"), INKS[colour]), str(view.pool[colour]))
    box = Text(f"{SIGNS[Colour.WATER]} ", INKS[Colour.WATER]).append(words.say("board.box", n=view.box), "default")
    return Panel(Group(rows, Text(), box), title=words.say("board.river"), box=ROUNDED, border_style=INKS[Colour.WATER], height=HIGH)


def _name(colour: Colour, words: Words) -> Text:
    return Text(words.say("board.colour", colour=spoken(colour)), INKS[colour])


def _tray(view: Table, words: Words, now: int) -> Panel:
    """DG-14: what shows exactly once and may still be used stands in double lines."""
    in_the_air = view.phase == Phase.ROLLING or (now < view.free and what_is_busy(view) == Refusal.DICE_IN_THE_AIR)
    shown = [colour for colour in Colour for _ in range(view.shown[colour])]
    dice = Grid.grid(padding=(0, 1, 0, 0))
    dice.add_row(*(_die(view, colour, in_the_air) for colour in shown), *[_blank_die()] * (DICE - len(shown)))
    offers = Text(words.say("board.in-the-air"), "dim", justify="center") if in_the_air else _offers(view, words)
    return Panel(Group(Align.center(dice), offers), title=words.say("board.dice"), box=ROUNDED, border_style="dark_green", height=7)


def _die(view: Table, colour: Colour, in_the_air: bool) -> Text:
    single = not in_the_air and _is_of_use(view, colour)
    top, side, bottom = ("╔═══╗", "║", "╚═══╝") if single else ("╭───╮", "│", "╰───╯")
    edge = "bold" if single else "dim"
    die = Text(f"{top}\n{side}", edge)
    die.append(f" {SIGNS[colour]} ", CHIPS[colour] if single or in_the_air else INKS[colour])
    return die.append(f"{side}\n{bottom}", edge)


def _blank_die() -> Text:
    return Text("╭╌╌╌╮\n┆   ┆\n╰╌╌╌╯", "dim")


def _is_of_use(view: Table, colour: int) -> bool:
    if view.phase not in (Phase.DIGGING, Phase.REACHING):
        return False
    if colour == Colour.BLACK:
        return any(_may_be_stolen(view, gem) for gem in GEMS)
    return cannot_take(view, colour) == Refusal.LEGAL or _may_be_stolen(view, colour)


def _may_be_stolen(view: Table, colour: int) -> bool:
    from_somebody = any(cannot_steal(view, colour, victim) == Refusal.LEGAL for victim in range(view.seats))
    return view.shown[Colour.BLACK] == 1 and from_somebody


def _offers(view: Table, words: Words) -> Text:
    if not sand_runs(view):
        return Text()
    colours = [words.say("board.colour", colour=spoken(colour)) for colour in TOKENS if _is_of_use(view, colour)]
    if not colours:
        return Text(words.say("board.no-singles"), "dim", justify="center")
    line = Text(words.say("board.singles", colours=", ".join(colours)), "bold", justify="center")
    return line.append(f"\n{words.say('board.may-steal')}") if _is_of_use(view, Colour.BLACK) else line


def _loot(view: Table, words: Words) -> Panel:
    chips = Text(" ").join(_chip(colour) for colour in TOKENS for _ in range(view.loot[colour]))
    held = chips if chips.plain else Text(words.say("board.no-loot"), "dim")
    return Panel(held, title=words.say("board.loot"), box=ROUNDED, border_style=WOOD, height=None if len(chips) > 60 else HIGH - 7)


def _chip(colour: int) -> Text:
    return Text(f"{HARD}{SIGNS[Colour(colour)]}{HARD}", CHIPS[Colour(colour)])


# The hourglass


def _hourglass(view: Table, names: list[str], words: Words, now: int) -> Panel:
    """DG-11: drawn for those who see the sand; the others see the hands around it."""
    glass = Align.center(Group(*_glass(view, names, words, now)), vertical="middle")
    return Panel(glass, title=words.say("board.hourglass"), box=ROUNDED, border_style=WOOD, height=HIGH)


def _glass(view: Table, names: list[str], words: Words, now: int) -> list[Text]:
    if view.pace == UNLIMITED:
        return [Text(words.say("board.no-sand"), "dim", justify="center")]
    if view.sand == UNKNOWN:
        hidden = words.say("board.hidden", who=names[time_master(view)])
        return [*(Text(row, WOOD, justify="center") for row in HANDS), Text(hidden, justify="center")]
    if view.phase == Phase.OVER:
        return _sand(0, 1)
    if not sand_runs(view):
        return [*_sand(1, 1), Text(words.say("board.sand-waits"), justify="center")]
    left = max(0, due(view) - now)
    return [*_sand(left, view.sand * view.pace), Text(words.say("board.sand-left", n=-(-left // 100)), "bold", justify="center")]


def _sand(left: int, length: int) -> list[Text]:
    """Grains in the upper half sink from its wide end, those below pile up from theirs."""
    grains = sum(CHAMBER)
    above = -(-grains * left // length)
    falling = "·" if 0 < left < length else " "
    upper = [f"╲{_filled(wide, above - sum(CHAMBER[i + 1 :]))}╱" for i, wide in enumerate(CHAMBER)]
    lower = [f"╱{_filled(wide, grains - above - sum(CHAMBER[:i]), falling)}╲" for i, wide in enumerate(CHAMBER)]
    rows = ["╔═════════╗", *upper, *reversed(lower), "╚═════════╝"]
    return [Text(row, INKS[Colour.GOLD], justify="center") for row in rows]


def _filled(wide: int, grains: int, falling: str = " ") -> str:
    held = "▒" * max(0, min(wide, grains))
    return held.center(wide) if held else falling.center(wide)


# The crates


def _crates(view: Table, seat: int, names: list[str], words: Words) -> Grid:
    high = max(LEAST_HIGH, *(min(count, MOST_DRAWN) for player in view.player[: view.seats] for count in player.crate))
    row = Grid.grid(expand=True)
    for _ in range(view.seats):
        row.add_column(ratio=1)
    row.add_row(*(_crate(view, owner, seat, names, words, high) for owner in range(view.seats)))
    return row


def _crate(view: Table, owner: int, seat: int, names: list[str], words: Words, high: int) -> Panel:
    player, gap = view.player[owner], Text("" if view.seats == SEATS else " ")
    pulled = view.colour if view.victim == owner else NONE
    around = sorted(GEMS, key=lambda gem: (gem - 1 + view.shift[gem]) % SPOTS)
    stacks = [_layer(player, around, level, pulled, gap) for level in range(high, 0, -1)]
    digs = owner == view.digger and view.phase != Phase.OVER
    return Panel(
        Group(_role(view, owner, seat, words), Align.center(Text("\n").join([*stacks, *_spots(player, around, gap)]))),
        title=Text(f"{owner + 1} {names[owner]}", "bold" if digs or owner == seat else "default", overflow="ellipsis"),
        subtitle=words.say("board.points", n=scores(view)[owner]),
        box=DOUBLE if owner == seat else HEAVY if digs else ROUNDED,
        border_style=f"bold {INKS[Colour.GOLD]}" if digs else WOOD,
    )


def _role(view: Table, owner: int, seat: int, words: Words) -> Text:
    you = words.say("board.you") if owner == seat else ""
    if view.phase == Phase.OVER:
        return Text(f"★ {words.say('board.winner')}" if owner in winners(view) else you, "bold", justify="center")
    if owner == view.digger:
        return Text(f"{DIGGER} {you or words.say('board.digger')}", f"bold {INKS[Colour.GOLD]}", justify="center")
    if owner == time_master(view) and view.pace != UNLIMITED:
        return Text(f"{TIME_MASTER} {you or words.say('board.time-master')}", justify="center")
    return Text(you, justify="center")


def _layer(player: Player, around: list[Colour], level: int, pulled: int, gap: Text) -> Text:
    """One token of each stack, as high above the floor."""
    return gap.join(_token(gem, player.crate[gem], level, pulled == gem) for gem in around)


def _token(gem: Colour, count: int, level: int, is_pulled: bool) -> Text:
    if level > count:
        return Text("   ")
    has_fingers = is_pulled and level == min(count, MOST_DRAWN)
    return Text(f"({SIGNS[gem]})" if has_fingers else f" {SIGNS[gem]} ", CHIPS[gem])


def _spots(player: Player, around: list[Colour], gap: Text) -> list[Text]:
    """The floor, how many stand on each spot, what each is worth, and the ring that makes the ends neighbours (DG-A20)."""
    counts = gap.join(Text(f"{SIGNS[gem]}{player.crate[gem]:<2}", INKS[gem]) for gem in around)
    values = gap.join(Text(f"×{player.value[gem]:<2}", "bold") for gem in around)
    side = "─" * (2 + len(gap))
    return [Text("▔" * len(counts), WOOD), counts, values, Text(f" ╰{side}┴{side}┴{side}╯ ", WOOD)]
