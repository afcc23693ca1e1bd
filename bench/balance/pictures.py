"""The plots of the report. What was not measured yet is not drawn."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from bench.balance.tables import TITLES, remembers, said
from filon.research.charts.svg import COLOURS, INK, save_svg

Figures = dict[str, Any]
Rows = list[dict[str, Any]]


def draw(figures: Figures, folder: Path) -> None:
    for name, (make, title) in PICTURES.items():
        with suppress(KeyError):
            save_svg(make(figures), folder / f"{name}.svg", title)


def row(one: list[float], **named: Any) -> dict[str, Any]:
    return {"value": one[0], "low": one[1], "high": one[2], **named}


def dots(rows: Rows, up: Any, title: str, by: str, legend: str, domain: Any = None) -> Any:
    """A dot with its interval for each row, in the colours of `by`."""
    import altair as alt

    axis, scale = alt.Axis(format="+%" if domain is None else "%"), alt.Scale() if domain is None else alt.Scale(domain=domain)
    colour, offset = alt.Color(f"{by}:N", title=legend, sort=None), alt.YOffset(f"{by}:N", sort=None)
    base = alt.Chart(alt.Data(values=rows), width=420, height=alt.Step(14)).encode(y=up, color=colour, yOffset=offset)
    sure = base.mark_rule(strokeWidth=2).encode(x=alt.X("low:Q", title=title, axis=axis, scale=scale), x2="high:Q")
    return sure + base.mark_point(filled=True, size=50, opacity=1).encode(x=alt.X("value:Q", title=title))


def seats(figures: Figures) -> Any:
    import altair as alt

    rows = [
        row(share, game=title, players=f"{players} players", place=place, fair=1 / int(players))
        for game, title in TITLES.items()
        for players in ("2", "3", "4")
        for place, share in enumerate(figures[f"{game}/seats"][players]["won"], 1)
    ]
    base = alt.Chart(alt.Data(values=rows), width=170, height=110).encode(
        x=alt.X("place:O", title="begins as", axis=alt.Axis(labelAngle=0))
    )
    fair = base.mark_tick(color=COLOURS[4], thickness=2, size=24).encode(y="fair:Q")
    axis = alt.Axis(format="%", tickCount=4)
    sure = base.mark_rule(strokeWidth=2).encode(
        y=alt.Y("low:Q", title="won", axis=axis, scale=alt.Scale(domain=[0.1, 0.7], clamp=True)), y2="high:Q"
    )
    every = fair + sure + base.mark_point(filled=True, size=50, opacity=1).encode(y="value:Q")
    return every.facet(row=alt.Row("game:N", title=None), column=alt.Column("players:N", title=None))


def gifts(figures: Figures) -> Any:
    import altair as alt

    held = figures["dig-mars/gifts"]
    rows = [row(one["won"], gift=name, when=when) for when in ("early", "late") for name, one in held[when].items()]
    return dots(rows, alt.Y("gift:N", title=None, sort=list(held["early"])), "more games won", "when", "given")


def throws(figures: Figures) -> Any:
    import altair as alt

    rows = [
        row(one["gain"], loot=said(tuple(one["loot"])), sand=sum(one["sand"]) / 2) for one in figures["digger/throws"]["cells"].values()
    ]
    return curves(rows, alt.X("sand:Q", title="seconds of sand left"), "loot", "tokens of loot", "points gained by throwing again")


def thefts(figures: Figures) -> Any:
    import altair as alt

    held = figures["digger/thefts"]["by_touches"]
    rows = [row(gain, touches=one["touches"], loot=name) for one in held for name, gain in one["gain"].items() if name != "any"]
    across = alt.X("touches:Q", title="touches in a hundred pulls")
    return curves(rows, across, "loot", "tokens of loot", "lead gained by stealing instead of taking")


def curves(rows: Rows, across: Any, by: str, legend: str, title: str) -> Any:
    """Lines with intervals, and a line at zero."""
    import altair as alt

    colour = alt.Color(f"{by}:N", title=legend, sort=None)
    base = alt.Chart(alt.Data(values=rows), width=520, height=260).encode(x=across, color=colour)
    zero = alt.Chart(alt.Data(values=[{"at": 0}])).mark_rule(color=INK).encode(y="at:Q")
    sure = base.mark_rule(strokeWidth=1.5).encode(y=alt.Y("low:Q", title=title), y2="high:Q")
    return zero + sure + base.mark_line(point=True).encode(y=alt.Y("value:Q", title=title))


def memory(figures: Figures) -> Any:
    import altair as alt

    held = figures["diadingo/memory"]
    rows = [
        row(one["won"], memory=remembers(name), against=against)
        for part, against in (("against_none", "nothing"), ("against_all", "all"))
        for name, one in held[part].items()
    ]
    names = [remembers(name) for name in dict.fromkeys([*held["against_all"], *held["against_none"]])]
    return dots(rows, alt.Y("memory:N", title="remembers", sort=names), "won", "against", "against who remembers", [0.2, 0.8])


def luck(figures: Figures) -> Any:
    import altair as alt

    names = {"seat": "who begins", "robots": "who plays", "deal": "the deal", "rest": "the rest"}
    rows = [
        {"game": title, "part": said_so, "share": max(0.0, figures[f"{game}/luck"][part][0]), "order": order}
        for game, title in TITLES.items()
        for order, (part, said_so) in enumerate(names.items())
    ]
    colour = alt.Color("part:N", title=None, sort=list(names.values()))
    across = alt.X("share:Q", title="part of the variance of a victory", axis=alt.Axis(format="%"), stack="normalize")
    return alt.Chart(alt.Data(values=rows), width=480, height=alt.Step(34)).mark_bar().encode(
        y=alt.Y("game:N", title=None, sort=list(TITLES.values())), x=across, color=colour, order="order:Q"
    )  # fmt: skip


def numbers(figures: Figures) -> Any:
    import altair as alt

    rows = [
        row(one["first"][:3], change=one["name"], game=title)
        for game, title in TITLES.items()
        for one in figures[f"{game}/numbers"]["changes"]
    ]
    title, axis = "more games won by the first player", alt.Axis(format="+%")
    up, colour = alt.Y("change:N", title=None, sort=None), alt.Color("game:N", title=None, sort=None)
    base = alt.Chart(alt.Data(values=rows), width=360, height=alt.Step(16)).encode(y=up, color=colour)
    zero = alt.Chart(alt.Data(values=[{"at": 0}])).mark_rule(color=INK).encode(x="at:Q")
    sure = base.mark_rule(strokeWidth=2).encode(x=alt.X("low:Q", title=title, axis=axis), x2="high:Q")
    return zero + sure + base.mark_point(filled=True, size=50, opacity=1).encode(x=alt.X("value:Q", title=title))


PICTURES: dict[str, tuple[Callable[[Figures], Any], str]] = {
    "seats": (
        seats,
        "How often greedy robots win who begin first, second, third or fourth, with 2, 3 and 4 players; a bar marks a fair share",
    ),
    "gifts": (gifts, "Dig Mars: how many more games a player wins who is given a bonus, a level or a fortune"),
    "throws": (throws, "Digger: points gained or lost by throwing once more, by seconds of sand left and tokens of loot"),
    "thefts": (thefts, "Digger: lead gained or lost by stealing instead of taking from the pool, by how often the Hand touches"),
    "memory": (memory, "Diadingo: games won by how many failed tries a player remembers"),
    "luck": (luck, "How much of a victory is who begins, who plays, the deal and the rest"),
    "numbers": (numbers, "How the first player's victories change with each printed number that we had to propose"),
}
