"""Schedules of the simulation keep every promise, can be repeated, and find what is planted."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable

import pytest

from tests.simulation.__main__ import main
from tests.simulation.promises.check import check
from tests.simulation.promises.hourglass import Broken
from tests.simulation.promises.planted import PLANTED, Plant
from tests.simulation.run import results
from tests.simulation.schedule import Schedule

SCHEDULES = 3_000 if os.environ.get("FILON_SOAK") else 60
WITHIN = 40  # schedules, in which a planted fault is found


def test_every_schedule_keeps_every_promise(record_property: Callable[[str, object], None]) -> None:
    assert main(["--seeds", f"0:{SCHEDULES}"]) == 0
    record_property("schedules", SCHEDULES)


@pytest.mark.parametrize("plant", PLANTED, ids=lambda plant: plant.__name__)
def test_a_planted_fault_is_found(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    for seed in range(WITHIN):
        try:
            check(Schedule(seed).run())
        except Broken as broken:
            if broken.promise == PLANTED[plant]:
                return
    pytest.fail(f"{plant.__name__} was not found within {WITHIN} schedules")


@pytest.mark.parametrize("seed", [7])
def test_a_seed_is_one_schedule(seed: int) -> None:
    """In any process, whatever the seed of its hashes."""
    script = f"from tests.simulation.schedule import Schedule; print(Schedule({seed}).run().trace.digest)"
    digests = {
        subprocess.run(
            [sys.executable, "-c", script], env={**os.environ, "PYTHONHASHSEED": hashes}, capture_output=True, text=True, check=True
        ).stdout
        for hashes in ("1", "2")
    }
    assert digests == {Schedule(seed).run().trace.digest + "\n"}


def test_several_processes_run_the_same_schedules_in_order() -> None:
    one, two = ([(ran.seed, ran.counts) for ran in results(range(4), processes, False)] for processes in (1, 2))
    assert one == two


def test_a_failing_seed_says_how_to_run_it_again(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    next(plant for plant in PLANTED if plant.__name__ == "show_a_spectator_a_seat")(monkeypatch)
    assert main(["--seeds", "0:5"]) == 1
    assert "run it again: python -m tests.simulation --seeds 0:1 --trace" in capsys.readouterr().err


@pytest.mark.parametrize("seeds", ["5", "5:5", "b:c", "9:1"])
def test_wrong_seeds_are_refused(seeds: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--seeds", seeds])
    assert "expected two numbers" in capsys.readouterr().err
