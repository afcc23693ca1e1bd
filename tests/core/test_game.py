"""Boxes on the shelf are found, opened or refused; Numba is not needed for that."""

from __future__ import annotations

import subprocess
import sys
from types import SimpleNamespace

import pytest

from filon.core import CHANCE, HAND, NOBODY, NONE, SPECTATOR, TIME, UNKNOWN
from filon.core.game import GameRefused, _asked, found, load, typed
from filon.core.label import Label
from filon.core.seats import HOUSE

LOOKED = """
import pkgutil, sys
import filon.core
for module in pkgutil.walk_packages(filon.core.__path__, "filon.core."):
    __import__(module.name)
from filon.core.game import found
assert found()
assert "numba" not in sys.modules, "Numba was imported"
"""


def test_core_and_the_shelf_are_there_without_importing_numba() -> None:
    done = subprocess.run([sys.executable, "-c", LOOKED], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_boxes_are_found_by_the_name_people_type() -> None:
    assert found()
    assert list(found()) == sorted(typed(name) for name in found())
    assert all(isinstance(label, Label) and "_" not in name for name, label in found().items())
    assert typed("two_words") == "two-words"


def test_a_game_nobody_has_is_refused_with_those_there_are() -> None:
    with pytest.raises(GameRefused) as refused:
        load("no-such-game")
    assert str(refused.value) == f"no game is called 'no-such-game': expected one of {', '.join(found())}"


def test_a_box_that_lacks_a_part_is_refused_by_name() -> None:
    module = SimpleNamespace(__name__="filon.games.toy.rules", actor=len)
    assert _asked(module, "actor") is len
    with pytest.raises(GameRefused) as refused:
        _asked(module, "apply")
    assert str(refused.value) == "filon.games.toy.rules: expected it to define apply"


def test_seats_of_the_house_and_blanks_are_distinct_and_never_seats() -> None:
    odd = (UNKNOWN, NONE, CHANCE, HAND, TIME, NOBODY, SPECTATOR)
    assert len(set(odd)) == len(odd)
    assert max(odd) < -100
    assert HOUSE == (CHANCE, HAND, TIME)
