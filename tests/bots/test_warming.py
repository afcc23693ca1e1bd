"""Compiling a search in the background."""

import os
import subprocess
import sys
from pathlib import Path

from filon.bots import warm_for
from filon.bots.searcher import _warm, has_search
from filon.bots.warming import _begun
from filon.core.child_process import RUN
from filon.core.game import found, load
from filon.core.level import Level

TOO_LONG = 600  # seconds: whatever hangs fails
SEARCHED = next(name for name in found() if has_search(load(name)))


def test_only_a_level_that_searches_needs_it() -> None:
    before = _begun.cache_info().misses
    warm_for(load(SEARCHED), Level("greedy"))
    assert _begun.cache_info().misses == before


def test_the_process_that_fills_the_cache_ends_with_its_parent(tmp_path: Path) -> None:
    """Its input is closed when the parent ends: it does not wait until everything is compiled, and the cache stays empty."""
    command = [sys.executable, "-c", RUN, "filon-compile", "filon.bots.searcher:warm", SEARCHED, "0"]
    elsewhere = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    done = subprocess.run(command, stdin=subprocess.DEVNULL, env=elsewhere, capture_output=True, timeout=TOO_LONG)
    assert (done.returncode, done.stderr) == (0, b"")
    assert not list(tmp_path.rglob("*.nbc"))


def test_without_numba_nothing_is_warmed_and_the_search_runs_plain(tmp_path: Path) -> None:
    code = f"from filon.bots import warm; from filon.bots.searcher import _warm; warm({SEARCHED!r}); assert not _warm"
    subprocess.run([sys.executable, "-c", code], env={**os.environ, "FILON_PLAIN": "1"}, check=True)
    assert isinstance(_warm, set)


FIRST = """
import sys
from filon.core.game import load
from filon.house.room.setup import set_up
from filon.house.room.live import LiveTable
from filon.house.robots.pool import Question, choose_move, load_games

live = LiveTable(setup := set_up(load(sys.argv[1]), ["Ada", "Bram"], seed=1), setup.chance())
seat = live.actor
load_games()
assert choose_move(Question(sys.argv[1], "expert", seat, 1, live.told(seat), live.view(seat), live.legal(seat), 0)) in live.legal(seat)
assert "numba" not in sys.modules
"""


def test_a_first_answer_does_not_wait_for_numba() -> None:
    subprocess.run([sys.executable, "-c", FIRST, SEARCHED], check=True)
