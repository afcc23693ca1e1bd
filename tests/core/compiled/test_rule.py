"""Rules and loops: one source in two worlds, with or without Numba, and a cache that is never stale."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
from enum import IntEnum
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import filon
from filon.core import NONE, UNKNOWN, Record, Row, loop, many, one_of, rule, whole
from filon.core.compiled.dice import dice_of
from filon.core.compiled.record import Numbers
from filon.core.compiled.rule import batch, is_compiled, lowest, numbers, room_for_ids, unbatch

compiled = pytest.mark.skipif(not is_compiled(), reason="Numba is not here, or not wanted")
rules = import_module("filon.core.compiled.rule")


class Step(IntEnum):
    ADD = 0
    DOUBLE = 1
    CLEAR = 2
    CARRY = 3


class Move(Record):
    step: Step = one_of(Step)
    shelf: int = whole(0, 1)
    place: int = whole(0, 2)


MOVES = Move.rows((step, shelf, place) for step in Step for shelf in range(2) for place in range(3))
GAIN = Numbers.of([[1, 2, 3], [4, 5, 6]])


class Shelf(Record):
    stock: Row = many(3, whole(0, 10**6))
    grid: list[Row] = many(2, many(3, whole(0, 10**6)))


class Store(Record):
    before: int = whole(0, 99)
    shelf: list[Shelf] = many(2, Shelf)
    count: int = whole(0, 10**6)
    after: int = whole(0, 99)


@rule
def do(store: Store, move: Move) -> None:
    shelf = store.shelf[move.shelf]
    store.count += 1
    match move.step:
        case Step.ADD:
            shelf.stock[move.place] += GAIN[move.shelf][move.place]
        case Step.DOUBLE | Step.CLEAR:
            shelf.stock[move.place] = shelf.stock[move.place] * 2 % 1009 if move.step == Step.DOUBLE else 0
        case _:
            shelf.grid[1 - move.shelf][move.place] += total(store)


@rule
def total(store: Store) -> int:
    count = 0
    for i in range(2):
        for j in range(3):
            count += store.shelf[i].stock[j]
    return count


@loop
def do_all(stores: Any, ids: Any) -> int:
    count = 0
    for i in range(len(stores)):
        for j in range(len(ids)):
            do(stores[i], MOVES[ids[j]])
            count += total(stores[i])
    return count


IDS = [0, 1, 4, 5, 0, 9, 10, 18, 22, 7, 3, 0, 14, 23, 19, 20, 21, 6, 18]


def store(stock: int) -> Store:
    held = Store()
    held.shelf[1].stock[0] = stock
    return held


def row(ids: list[int]) -> Any:
    held = numbers(len(ids))
    for i, value in enumerate(ids):
        held[i] = value
    return held


def by_python(stores: list[Store]) -> int:
    """The result of do_all, step by step in plain Python."""
    count = 0
    for held in stores:
        for i in IDS:
            do(held, MOVES[i])
            count += total(held)
    return count


def test_a_rule_is_the_plain_function() -> None:
    def plain() -> int:
        return 3

    assert rule(plain) is plain


def test_the_moves_do_what_they_say() -> None:
    held = store(5)
    for step, shelf, place in ((Step.ADD, 1, 0), (Step.DOUBLE, 1, 0), (Step.CARRY, 0, 2), (Step.CLEAR, 0, 1)):
        (move,) = (move for move in MOVES if move == Move(step, shelf, place))
        do(held, move)
    assert held.shelf[1].stock == [18, 0, 0]
    assert held.shelf[0].grid == [[0, 0, 0], [0, 0, 18]]
    assert held.count == 4


@compiled
def test_one_source_gives_the_same_in_both_worlds() -> None:
    plain = [store(5), store(900), store(0)]
    packed = batch(plain)
    assert isinstance(packed, np.ndarray)
    count = do_all(packed, row(IDS))
    assert count == by_python(plain)
    assert unbatch(Store, packed) == plain
    assert plain[0] != plain[1]
    assert [record.tobytes() for record in packed] == [held.bytes() for held in plain]


@compiled
def test_a_loop_runs_compiled() -> None:
    """Python never steps into the rule."""
    seen = []

    @rule
    def look(n: int) -> int:
        return n + 1

    @loop
    def looks(n: int) -> int:
        return look(n)

    before = sys.getprofile()
    sys.setprofile(lambda frame, event, _: seen.append(frame.f_code) if event == "call" else None)
    try:
        assert looks(1) == look(1) == 2
    finally:
        sys.setprofile(before)
    assert seen.count(look.__code__) == 1  # the plain call


@rule
def taken(held: Store, shelf: int, place: int) -> int:
    return held.shelf[shelf].stock[place]


@rule
def laid(held: Store, shelf: int, place: int) -> int:
    held.shelf[shelf].stock[place] = 77
    return 0


@rule
def crossed(held: Store, line: int, place: int) -> int:
    held.shelf[0].grid[line][place] += 77
    return 0


@rule
def moved(held: Store, index: int, place: int) -> int:
    return MOVES[index].place + GAIN[0][place]


@rule
def gained(held: Store, line: int, place: int) -> int:
    return GAIN[line][place]


@loop
def takes(held: Any, a: int, b: int) -> int:
    return taken(held[0], a, b)


@loop
def lays(held: Any, a: int, b: int) -> int:
    return laid(held[0], a, b)


@loop
def crosses(held: Any, a: int, b: int) -> int:
    return crossed(held[0], a, b)


@loop
def moves(held: Any, a: int, b: int) -> int:
    return moved(held[0], a, b)


@loop
def gains(held: Any, a: int, b: int) -> int:
    return gained(held[0], a, b)


@loop
def inside(held: Any, a: int, b: int) -> int:
    """The index is in the loop itself, not in a rule."""
    return held[a].shelf[0].stock[b]


def inside_plain(held: Store, a: int, b: int) -> int:
    return [held][a].shelf[0].stock[b]


PAIRS = {
    "read a nested row": (taken, takes, [(2, 0), (0, 3)]),
    "write a nested row": (laid, lays, [(2, 0), (0, 3)]),
    "write a grid": (crossed, crosses, [(2, 0), (0, 3)]),
    "read rows": (moved, moves, [(len(MOVES), 0), (0, 3)]),
    "read numbers": (gained, gains, [(2, 0), (0, 3)]),
    "read in the loop": (inside_plain, inside, [(1, 0), (0, 3)]),
}
BLANKS = [(UNKNOWN, 0), (0, UNKNOWN), (NONE, 0), (0, NONE)]


@pytest.mark.parametrize("name", PAIRS)
def test_an_index_out_of_range_raises_in_plain_python(name: str) -> None:
    plain, _, wrong = PAIRS[name]
    plain(Store(), 0, 0)
    for a, b in wrong + BLANKS:
        held = Store()
        with pytest.raises(IndexError):
            plain(held, a, b)
        assert held == Store()


@compiled
@pytest.mark.parametrize("name", PAIRS)
def test_an_index_out_of_range_raises_compiled(name: str) -> None:
    plain, looped, wrong = PAIRS[name]
    assert looped(batch([Store()]), 0, 0) == plain(Store(), 0, 0)
    for a, b in wrong + BLANKS:
        held = batch([Store()])
        with pytest.raises(IndexError):
            looped(held, a, b)
        assert unbatch(Store, held) == [Store()]


@rule
def misread(held: Any) -> int:
    return held.shelf[0].stocks[0]


@rule
def miswritten(held: Any) -> int:
    held.cuont = 1
    return 0


@rule
def misnested(held: Any) -> int:
    held.shelf[0].gird = 1
    return 0


@pytest.mark.parametrize("wrong", [misread, miswritten, misnested])
def test_a_misspelt_field_raises_in_plain_python(wrong: Any) -> None:
    with pytest.raises(AttributeError):
        wrong(Store())


@compiled
@pytest.mark.parametrize(("wrong", "name"), [(misread, "stocks"), (miswritten, "cuont"), (misnested, "gird")])
def test_a_misspelt_field_is_refused_by_the_compiler(wrong: Any, name: str) -> None:
    """By name: as a TypingError in one Numba, as a KeyError in another."""
    from numba.core.errors import TypingError

    @loop
    def run(held: Any) -> int:
        return wrong(held[0])

    with pytest.raises((TypingError, KeyError), match=name):
        run(batch([Store()]))


def test_a_batch_is_a_copy_in_both_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    for here in (is_compiled(), False):
        monkeypatch.setattr(rules, "is_compiled", lambda here=here: here)
        mine = [store(5)]
        held = batch(mine)
        held[0].count = 3
        held[0].shelf[1].stock[0] = 6
        assert mine == [store(5)]
        assert [(one.count, one.shelf[1].stock) for one in unbatch(Store, held)] == [(3, [6, 0, 0])]


def test_a_batch_takes_any_iterable() -> None:
    assert unbatch(Store, batch(store(i) for i in range(3))) == [store(0), store(1), store(2)]


@loop
def lowest_of_each(rows: Any, places: Any) -> None:
    for i in range(len(rows)):
        places[i] = lowest(rows[i])


@compiled
def test_the_lowest_bit_is_the_same_in_both_worlds() -> None:
    rows = [0, 1, 6, 40, 0b1010 << 14, 1 << 62, -1, -8]
    places = numbers(len(rows))
    lowest_of_each(np.array(rows), places)
    assert list(places) == [lowest(row) for row in rows] == [-1, 0, 1, 3, 15, 62, 0, 3]


@compiled
def test_two_contents_play_side_by_side_at_compiled_speed(toy: SimpleNamespace, play: Any) -> None:
    contents = [((1, 2, 3), 12), ((9, 0, 5), 12), ((1, 2, 3), 20)]
    tables = [toy.new(*content) for content in contents]
    packed, room = batch(tables), room_for_ids(len(toy.MOVES))
    play.playouts(packed, room, batch(dice_of(4) for _ in tables), 500)
    one, other, longer = unbatch(toy.Table, packed)
    assert one.player[0].taken == other.player[0].taken
    assert [one.rolls, other.rolls, longer.rolls] == [12, 12, 20]
    for table, (worth, _) in zip((one, other, longer), contents, strict=True):
        for player in table.player:
            assert player.points == sum(a * b for a, b in zip(worth, player.taken, strict=True))
    assert [player.points for player in one.player] != [player.points for player in other.player]


# In another process, with a package of its own.

CONSTS = """
from filon.core import rule

GAIN = 3


@rule
def grown(n):
    return n + GAIN
"""

RULES = """
from enum import IntEnum

from filon.core import Record, loop, many, rule, whole
from filon.core.toy_consts import GAIN, grown


class Kind(IntEnum):
    GROW = 0
    SPREAD = 1


class Move(Record):
    kind: int = whole(0, 1)
    place: int = whole(0, 2)


MOVES = Move.rows((kind, place) for kind in Kind for place in range(3))


class Field(Record):
    rate: int = whole(0, 9)
    plant: list[int] = many(3, whole(0, 10**6))


@rule
def do(field, move):
    match move.kind:
        case Kind.GROW:
            field.plant[move.place] = grown(field.plant[move.place]) * field.rate
        case _:
            field.plant[move.place] += field.plant[move.place - 1] + GAIN


@loop
def season(fields, times):
    total = 0
    for i in range(len(fields)):
        for t in range(times):
            do(fields[i], MOVES[t * 5 % 6])
        total += fields[i].plant[2]
    return total


def make(effect):
    @rule
    def twice(n):
        return effect(effect(n))

    @loop
    def seasons(times):
        n = 0
        for _ in range(times):
            n = twice(n)
        return n

    return seasons
"""

RUN = """
import json, sys
{before}
import filon
from filon.core.compiled.record import Record
from filon.core.compiled.rule import batch, is_compiled, numbers, unbatch
from filon.core.toy_consts import grown
from filon.core.toy_rules import Field, make, season

mine = [Field(2, [1, 2, 3]), Field(1, [0, 0, 0])]
held = batch(mine)
total = season(held, 7)
print(json.dumps(dict(
    place=filon.__file__,
    compiled=is_compiled(),
    numba=sys.modules.get("numba") is not None,
    plain=isinstance(held, list) and all(isinstance(one, Field) for one in held) and isinstance(numbers(3), list),
    total=total,
    fields=[one.plant for one in unbatch(Field, held)],
    untouched=mine == [Field(2, [1, 2, 3]), Field(1, [0, 0, 0])],
    made=make(grown)(5),
)))
"""


def season_by_hand(gain: int, extra: int = 0) -> dict[str, Any]:
    """The same season, worked out without filon."""
    fields = []
    for rate, plant in ((2, [1, 2, 3]), (1, [0, 0, 0])):
        for t in range(7):
            kind, place = divmod(t * 5 % 6, 3)
            if kind == 0:
                plant[place] = (plant[place] + gain + extra) * rate
            else:
                plant[place] += plant[place - 1] + gain
        fields.append(plant)
    return {"total": sum(plant[2] for plant in fields), "fields": fields, "made": 10 * (gain + extra)}


class Copy:
    """A copy of filon with a tiny game in it, run in processes of their own."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.caches = folder / "src", folder / "caches"
        source = Path(filon.__file__).parent
        shutil.copytree(source / "core", self.folder / "filon" / "core", ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(source / "__init__.py", self.folder / "filon")
        self.write("toy_consts.py", CONSTS)
        self.write("toy_rules.py", RULES)

    def write(self, name: str, text: str) -> None:
        (self.folder / "filon" / "core" / name).write_text(text, encoding="utf-8")

    def run(self, before: str = "", **more: str) -> dict[str, Any]:
        wanted = {key: value for key, value in os.environ.items() if not key.startswith(("FILON", "NUMBA", "PYTHON", "XDG"))}
        here = {"PYTHONPATH": str(self.folder), "PYTHONDONTWRITEBYTECODE": "1", "XDG_CACHE_HOME": str(self.caches)}
        command = [sys.executable, "-W", "error", "-c", RUN.format(before=before)]
        done = subprocess.run(command, env=wanted | here | more, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        said: dict[str, Any] = json.loads(done.stdout)
        assert Path(said.pop("place")).is_relative_to(self.folder)
        assert said.pop("untouched")
        return said

    def saved(self, where: Path) -> list[Path]:
        return sorted(where.rglob("*.nbc"))


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    return Copy(tmp_path)


IN_NUMBA = {"compiled": True, "numba": True, "plain": False}
IN_PYTHON = {"compiled": False, "numba": False, "plain": True}


@compiled
def test_the_cache_is_used_and_never_stale(copy: Copy) -> None:
    assert copy.run() == IN_NUMBA | season_by_hand(3)
    saved = {path: path.stat().st_mtime_ns for path in copy.saved(copy.caches)}
    assert len(saved) == 2

    assert copy.run(PYTHONHASHSEED="7") == IN_NUMBA | season_by_hand(3)
    assert {path: path.stat().st_mtime_ns for path in copy.saved(copy.caches)} == saved

    copy.write("toy_consts.py", CONSTS.replace("GAIN = 3", "GAIN = 4"))
    assert copy.run() == IN_NUMBA | season_by_hand(4)
    assert len(copy.saved(copy.caches)) == 4

    copy.write("toy_consts.py", CONSTS.replace("n + GAIN", "n + GAIN + 1"))
    assert copy.run() == IN_NUMBA | season_by_hand(3, extra=1)

    copy.write("toy_consts.py", CONSTS)
    assert copy.run() == IN_NUMBA | season_by_hand(3)
    assert len(copy.saved(copy.caches)) == 6
    assert copy.saved(copy.folder) == []


@pytest.mark.parametrize(
    ("before", "more"),
    [("sys.modules['numba'] = None", {}), ("", {"FILON_PLAIN": "1"})],
    ids=["not installed", "not wanted"],
)
def test_without_numba_the_same_loop_gives_the_same(copy: Copy, before: str, more: dict[str, str]) -> None:
    assert copy.run(before, **more) == IN_PYTHON | season_by_hand(3)
    assert not copy.caches.exists()


@compiled
def test_where_the_cache_cannot_be_made_loops_are_still_compiled(copy: Copy) -> None:
    copy.caches.write_text("a file stands where the folder should be", encoding="utf-8")
    assert copy.run() == IN_NUMBA | season_by_hand(3)
    assert copy.saved(copy.folder) == []


@compiled
def test_where_the_cache_cannot_be_written_loops_are_still_compiled(copy: Copy) -> None:
    """Numba would fall back to a cache beside the sources, which does not notice an edit in another module."""
    assert copy.run() == IN_NUMBA | season_by_hand(3)
    (folder,) = (copy.caches / "filon").iterdir()
    shutil.rmtree(folder)
    folder.symlink_to("/proc/self")  # there, and takes no file from anybody
    assert copy.run() == IN_NUMBA | season_by_hand(3)
    assert copy.saved(copy.folder) == []


# The folder of the cache.


@pytest.fixture
def cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """The question itself, asked afresh, with a Numba that only has a setting."""
    monkeypatch.undo()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    numba = SimpleNamespace(config=SimpleNamespace(CACHE_DIR=""))
    return lambda: (rules._cache.__wrapped__(numba), numba.config.CACHE_DIR)


def test_the_cache_is_named_after_the_sources(cache: Any, tmp_path: Path) -> None:
    assert cache() == (True, str(tmp_path / "filon" / rules._digest()))


def test_only_packages_behind_the_caches_name_hold_rules_and_loops() -> None:
    """An edit elsewhere keeps the cache, so that a rule there could be stale."""
    package, made = Path(filon.__file__).parent, re.compile(r"^\s*@(unchecked_rule|rule|loop)$", re.MULTILINE)
    holding = {path.relative_to(package).parts[0] for path in package.rglob("*.py") if made.search(path.read_text(encoding="utf-8"))}
    assert holding == set(rules.COMPILED)


def test_the_cache_is_in_the_home_without_xdg(cache: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "home")
    assert cache() == (True, str(tmp_path / "home" / ".cache" / "filon" / rules._digest()))


def test_without_a_home_nothing_is_cached(cache: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setattr(Path, "home", homeless)
    assert cache() == (False, "")


def test_in_a_folder_that_takes_no_file_nothing_is_cached(cache: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def unwritable(dir: Path) -> Any:
        raise PermissionError(13, "Permission denied", str(dir))

    monkeypatch.setattr(rules.tempfile, "TemporaryFile", unwritable)
    assert cache() == (False, "")


def test_caches_of_old_sources_are_forgotten_after_a_month(cache: Any, tmp_path: Path) -> None:
    now, day = time.time(), 86400
    for name, days in (("recent", 29), ("old", 31), (rules._digest(), 31)):
        (tmp_path / "filon" / name).mkdir(parents=True)
        (tmp_path / "filon" / name / "code.nbc").touch()
        os.utime(tmp_path / "filon" / name, (now - days * day, now - days * day))
    cache()
    assert {path.name for path in (tmp_path / "filon").iterdir()} == {"recent", rules._digest()}
    assert (tmp_path / "filon" / rules._digest() / "code.nbc").exists()
