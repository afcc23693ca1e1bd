"""Other printed numbers than those of the box: each content with a name, changed from the box in one place."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

from filon.house.room.setup import box_content

Content = dict[str, Any]
Named = tuple[str, Content]


def changed(game: str, name: str, change: Callable[[Content], Any]) -> Named:
    content = deepcopy(box_content(game))
    change(content)
    return name, content


# Dig Mars: the tiles are ours (DM-02); goals and costs are printed


def without(bonus: str) -> Named:
    return changed(
        "dig-mars", f"no {bonus}", lambda box: each(box, lambda row: row.update(bonus="none") if row["bonus"] == bonus else None)
    )


def each(box: Content, change: Callable[[Content], Any]) -> None:
    for row in box["tiles"]["row"]:
        change(row)


def adding(box: Content, what: str, more: int, where: Callable[[Content], bool]) -> None:
    most = 4 if what in ("dig", "transport") else 20
    each(box, lambda row: row.update({what: min(most, max(1, row[what] + more))}) if where(row) else None)


def no_bonuses(box: Content) -> None:
    each(box, lambda row: row.update(bonus="none"))


def more_bonuses(box: Content) -> None:
    """Ten of the 28 tiles without a bonus get one, kind by kind."""
    plain = [row for row in box["tiles"]["row"] if row["bonus"] == "none" and row["copies"] == 1]
    for place, row in enumerate(plain):
        row["bonus"] = ("dig", "transport", "relocate", "point", "sample")[place % 5]


def dig_mars() -> list[Named]:
    light, heavy = (lambda row: row["dig"] <= 2), (lambda row: row["dig"] >= 3)
    made = [
        ("tiles of dig 1 and 2 worth 1 more", lambda box: adding(box, "fortune", 1, light)),
        ("tiles of dig 3 and 4 worth 1 more", lambda box: adding(box, "fortune", 1, heavy)),
        ("tiles of dig 3 and 4 worth 1 less", lambda box: adding(box, "fortune", -1, heavy)),
        ("transport 1 harder on dig 1 and 2", lambda box: adding(box, "transport", 1, light)),
        ("transport 1 easier on dig 3 and 4", lambda box: adding(box, "transport", -1, heavy)),
        ("dig 3 and 4 are 1 easier to dig", lambda box: adding(box, "dig", -1, heavy)),
        ("no bonus at all", no_bonuses),
        ("more bonuses", more_bonuses),
    ]
    return [changed("dig-mars", name, change) for name, change in made]


# Digger: crates, times and the odds of the Hand are ours; tokens and thirty seconds are printed


def digger() -> list[Named]:
    made: list[tuple[str, Callable[[Content], Any]]] = [
        ("white crates 4-1-2-1", lambda box: box["crates"]["white"].update(gold=4)),
        ("white crates 2-1-2-1", lambda box: box["crates"]["white"].update(gold=2)),
        ("white crates 1-1-1-1", lambda box: box["crates"]["white"].update(gold=1, emerald=1)),
        ("two black faces, no diamond", lambda box: box["dice"].update(black=2, diamond=0)),
        ("glass of 25 to 35 s", lambda box: box["sand"].update(shortest=25.0, longest=35.0)),
        ("dice 1 s in the air", lambda box: box["pace"].update(air=1.0)),
        ("dice 3 s in the air", lambda box: box["pace"].update(air=3.0)),
        ("stowing 0.25 s", lambda box: box["pace"].update(stow=0.25)),
        ("stowing 1 s", lambda box: box["pace"].update(stow=1.0)),
        ("a hand that touches in 5 %", lambda box: box["hand"].update(touched=0.05)),
        ("a hand that touches in 22 %", lambda box: box["hand"].update(touched=0.22)),
        ("gold across from ruby", lambda box: box["crates"].update(around=["gold", "emerald", "ruby", "diamond"])),
    ]
    return [changed("digger", name, change) for name, change in made]


# Diadingo: the values of the rings are ours, and where the pegs stand


def diadingo() -> list[Named]:
    made: list[tuple[str, Callable[[Content], Any]]] = [
        ("rings nearly alike, 2950 to 3050", lambda box: box["rings"].update(dollars=[2950, 2970, 2990, 3010, 3030, 3050])),
        ("rings doubling, 500 to 16000", lambda box: box["rings"].update(dollars=[500, 1000, 2000, 4000, 8000, 16000])),
        ("more cheap rings", lambda box: box["rings"].update(copies=[12, 10, 8, 6, 4, 2])),
        ("more dear rings", lambda box: box["rings"].update(copies=[2, 4, 6, 8, 10, 12])),
        ("three values of 14 rings", lambda box: box["rings"].update(copies=[0, 14, 14, 14, 0, 0])),
    ]
    return [changed("diadingo", name, change) for name, change in made]
