"""The view of a seat as a rule: everything SECRET starts UNKNOWN, by source written from the declaration; a game's show() only shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from filon.core.compiled.record import Field, Record
from filon.core.compiled.rule import put, rule, unchecked_rule
from filon.core.game import Game
from filon.core.seats import UNKNOWN

See = Callable[[Any, int, Any, int], None]  # (views, place, table, seat): write what the seat sees of the table to that place
Secret = dict[type[Record], str]


def make_see(game: Game, in_play: bool = False) -> See:
    """The rule that writes a seat's view. `in_play` writes only the record in play of many, for an encoding, which reads no other."""
    blank, show = written(blank_source(game.Table, game.SECRET, in_play)), game.show
    has_many = any(field.in_play for field in game.Table.fields.values())
    copy = written(copy_source(game.Table)) if in_play and has_many else put

    @rule
    def see(views: Any, place: int, table: Any, seat: int) -> None:
        copy(views, place, table)
        blank(views[place])
        show(views[place], table, seat)

    return see


def copy_source(table: type[Record]) -> str:
    """As put(), but of many records only the one in play."""
    lines = [line for name, field in table.fields.items() for line in _copied(name, field)]
    return "\n".join(["def copy(views, place, table):", "    view = views[place]", *lines, "    return"])


def _copied(name: str, field: Field) -> Iterator[str]:
    if field.in_play:
        yield f"    put(view.{name}, table.{field.in_play}, table.{name}[table.{field.in_play}])"
    elif field.record and not field.shape:
        for inner, one in field.record.fields.items():
            yield from _copied(f"{name}.{inner}", one)
    elif field.record:
        yield f"    for i in range({field.shape[0]}):"
        yield f"        put(view.{name}, i, table.{name}[i])"
    else:
        yield from looped(f".{name}", field, 1, lambda one, deep: [f"{'    ' * deep}view{one} = table{one}"])


def written(source: str) -> Callable[..., Any]:
    """A rule from its source, which defines one function."""
    held: dict[str, Any] = {}
    exec(compile(source, "<written rule>", "exec"), {"__name__": __name__, "put": put}, held)
    (function,) = held.values()
    return unchecked_rule(function)  # type: ignore[no-any-return]


def blank_source(table: type[Record], secret: Secret, in_play: bool = False) -> str:
    return "\n".join(["def blank(t):", *_blanked(table, secret, "t", 1, in_play), "    return"])


def _blanked(kind: type[Record], secret: Secret, held: str, depth: int, in_play: bool) -> Iterator[str]:
    hidden = secret.get(kind, "").split()
    for name, field in kind.fields.items():
        if field.record is None and name in hidden:
            yield from looped(f"{held}.{name}", field, depth, lambda one, deep: [f"{'    ' * deep}{one} = {UNKNOWN}"])
        elif field.record is not None:
            inside = dict.fromkeys(field.record.records(), "") if name not in hidden else _all_of(field.record)
            yield from _blanked_records(f"{held}.{name}", field, {**inside, **secret} if name not in hidden else inside, depth, in_play)


def _all_of(kind: type[Record]) -> Secret:
    """A record that is secret itself: all of its fields are."""
    return {one: " ".join(one.fields) for one in kind.records()}


def _blanked_records(held: str, field: Field, secret: Secret, depth: int, in_play: bool) -> Iterator[str]:
    kind = field.record
    if kind is None or not any(secret.get(one) for one in kind.records()):
        return
    if in_play and field.in_play:
        yield from _blanked(kind, secret, f"{held}[t.{field.in_play}]", depth, in_play)
    else:
        yield from looped(held, field, depth, lambda one, deep: list(_blanked(kind, secret, one, deep, in_play)))


def looped(held: str, field: Field, depth: int, body: Callable[[str, int], list[str]]) -> Iterator[str]:
    """Source that does something with each entry of a field."""
    for level, count in enumerate(field.shape):
        yield f"{'    ' * (depth + level)}for i{depth + level} in range({count}):"
    deep = depth + len(field.shape)
    yield from body(held + "".join(f"[i{depth + level}]" for level in range(len(field.shape))), deep)
