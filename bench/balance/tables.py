"""The tables of the report, in Markdown."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from filon.core.game import load

Figures = dict[str, Any]
TITLES = {"digger": "Digger", "diadingo": "Diadingo", "dig-mars": "Dig Mars"}
PLACES = ("first", "second", "third", "fourth")


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    heads = list(head)
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def percent(one: list[float], digits: int = 0) -> str:
    return f"{100 * one[0]:.{digits}f} % ({100 * one[1]:.{digits}f} to {100 * one[2]:.{digits}f})"


def points(one: list[Any]) -> str:
    """A difference of shares, in points of a hundred; bold where it is sure."""
    return signed([100 * share for share in one[:3]] + one[3:], 0)


def signed(one: list[Any], digits: int = 1) -> str:
    value, low, high = (f"{round(figure, digits) + 0.0:+.{digits}f}" for figure in one[:3])
    said = f"{value} ({low} to {high})" if (low, high) != (value, value) else value
    return f"**{said}**" if len(one) > 3 and one[3] else said


def number(one: list[float], digits: int = 1) -> str:
    return f"{one[0]:.{digits}f} ({one[1]:.{digits}f} to {one[2]:.{digits}f})"


def seats(game: str, figures: Figures) -> str:
    held = figures[f"{game}/seats"]
    rows = []
    for players in ("2", "3", "4"):
        one = held[players]
        won = [percent(share) for share in one["won"]] + [""] * (4 - len(one["won"]))
        rows.append([players, *won, f"{100 / int(players):.0f} %", f"{one['games']:,}"])
    return table(["players", *PLACES, "fair", "games"], rows)


def lengths(game: str, figures: Figures) -> str:
    held = figures[f"{game}/seats"]
    rows = []
    for players in ("2", "3", "4"):
        one = held[players]
        low, _, high = one["rounds_from_to"]
        ends = ", ".join(f"{name.replace('_', ' ')} {100 * share[0]:.1f} %" for name, share in one["ends"].items())
        rows.append([players, number(one["rounds"]), f"{low:.0f} to {high:.0f}", number(one["choices"], 0), number(one["score"], 0),
                     number(one["lead"], 0), ends])  # fmt: skip
    return table(
        ["players", "rounds", "nine games of ten", "choices of all players", "winner's score", "lead over the second", "ends"], rows
    )


def changes(piece: str, figures: Figures) -> str:
    rows = [
        [
            one["name"],
            percent(one["went_otherwise"]),
            percent(one["other_winner"]),
            points(one["first"]),
            signed(one["length"]),
            points(one["again"]),
            points(one["usual_end"]),
        ]
        for one in figures[piece]["changes"]
    ]
    ending = figures[piece]["changes"][0]["ending"].replace("_", " ")
    heads = ["changed", "went otherwise", "another winner", "first player", "rounds", "same winner again", f"ends: {ending}"]
    return table(heads, rows)


def gifts(figures: Figures) -> str:
    held = figures["dig-mars/gifts"]
    rows = [[name, points(held["early"][name]["won"]), points(held["late"][name]["won"])] for name in held["early"]]
    return table(["given at the beginning of a turn", "early", "late"], rows)


def winners(figures: Figures) -> str:
    held = {name: one for name, one in figures["dig-mars/winners"].items() if isinstance(one, dict)}
    return table(
        ["who had more …", "won", "games in which somebody had more"],
        [[name, percent(one["won"]), f"{one['games']:,}"] for name, one in held.items()],
    )


def throws(figures: Figures) -> str:
    cells = {(tuple(one["loot"]), tuple(one["sand"])): one["gain"] for one in figures["digger/throws"]["cells"].values()}
    sands, loots = (sorted({key[place] for key in cells}) for place in (1, 0))
    rows = [[said(loot), *(signed(cells[loot, sand]) if (loot, sand) in cells else "" for sand in sands)] for loot in loots]
    return table(["tokens of loot", *(f"{least} to {end} s" for least, end in sands)], rows)


def said(loot: tuple[int, int]) -> str:
    return f"{loot[0]} or more" if loot[1] > 20 else f"{loot[0]} or {loot[1]}"


def thefts(figures: Figures) -> str:
    held = figures["digger/thefts"]["by_touches"]
    names = list(held[0]["gain"])
    rows = [[f"{one['touches']} %", *(signed(one["gain"][name]) for name in names), percent(one["fouls"])] for one in held]
    return table(["the Hand touches in", *(f"loot: {name}" for name in names), "turns it cost"], rows)


def memory(figures: Figures) -> str:
    held = figures["diadingo/memory"]
    names = list(dict.fromkeys([*held["against_all"], *held["against_none"]]))
    rows = []
    for name in names:
        none, every = held["against_none"].get(name), held["against_all"].get(name)
        rows.append(
            [
                remembers(name),
                percent(none["won"]) if none else "",
                signed(none["dollars"], 0) if none else "",
                percent(every["won"]) if every else "",
            ]
        )
    return table(["remembers the latest …", "wins against who remembers nothing", "dollars more", "wins against who remembers all"], rows)


def remembers(name: str) -> str:
    return {"0": "nothing", "1": "1 failed try", "42": "all failed tries"}.get(name, f"{name} failed tries")


def luck(figures: Figures) -> str:
    rows = []
    for game, robots in (("dig-mars", "beginner, casual, greedy"), ("digger", "beginner, strong"), ("diadingo", "memory of none, 4, all")):
        held = figures[f"{game}/luck"]
        rows.append([TITLES[game], robots, *(percent(held[part]) for part in ("seat", "robots", "deal", "rest")), f"{held['games']:,}"])
    return table(["game, two players", "robots", "who begins", "who plays", "the deal", "the rest", "games"], rows)


def again(figures: Figures) -> str:
    rows = []
    for game, title in TITLES.items():
        held = figures[f"{game}/seats"]
        rows.append([title, *(percent(held[players]["same_again"]) for players in ("2", "3", "4"))])
    return table(["the same winner again", "2 players (chance: 50 %)", "3 players (33 %)", "4 players (25 %)"], rows)


def unmeasured(figures: Figures) -> str:
    """The numbers of players with which each game may be played, but was not."""
    left = {
        title: [str(seats) for seats in load(game).label.seats if str(seats) not in figures[f"{game}/seats"]]
        for game, title in TITLES.items()
    }
    said = [
        f"{title} with {' or '.join(filter(None, [', '.join(seats[:-1]), seats[-1]]))} players" for title, seats in left.items() if seats
    ]
    return f"Not measured: {', '.join(said)}." if said else "Every number of players was measured."


PIECES = {f"{game}/{kind}": partial(changes, f"{game}/{kind}") for game in TITLES for kind in ("options", "numbers", "bonuses")}
TABLES: dict[str, Callable[[Figures], str]] = {
    **{f"{game}/seats": partial(seats, game) for game in TITLES},
    **{f"{game}/lengths": partial(lengths, game) for game in TITLES},
    **PIECES,
    "gifts": gifts,
    "winners": winners,
    "throws": throws,
    "thefts": thefts,
    "memory": memory,
    "luck": luck,
    "again": again,
    "unmeasured": unmeasured,
}
