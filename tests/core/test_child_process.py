"""Child processes: named, without SIGINT, and ended with their parent however that ends."""

import json
import os
import select
import signal
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing.connection import Connection, Pipe
from pathlib import Path

import pytest

from filon.core.child_process import ChildContext, cpu_limit, end_child, run_in_child, start_child

TOO_LONG = 300  # seconds
needs_proc = pytest.mark.skipif(not Path("/proc/self/comm").exists(), reason="needs /proc")
needs_pidfd = pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="needs pidfd_open")


def echo(line: Connection) -> None:
    """Sends back what it is sent, until the line is closed."""
    try:
        while True:
            line.send(line.recv())
    except EOFError:
        pass


def state() -> tuple[str, int, list[str]]:
    """Name, niceness, and the signals that this process blocks or ignores."""
    status = dict(line.split(":\t", 1) for line in Path("/proc/self/status").read_text().splitlines())
    return Path("/proc/self/comm").read_text().strip(), os.nice(0), [status["SigBlk"], status["SigIgn"]]


@needs_proc
def test_a_child_has_its_name_and_does_not_hear_ctrl_c() -> None:
    ours, theirs = Pipe()
    child = start_child("filon-test-with-a-long-name", echo, theirs)
    theirs.close()
    assert child.pid
    os.kill(child.pid, signal.SIGINT)  # while it starts
    ours.send("started")
    assert ours.recv() == "started"
    os.kill(child.pid, signal.SIGINT)
    ours.send("alive")
    assert ours.recv() == "alive"
    assert Path(f"/proc/{child.pid}/comm").read_text() == "filon-test-with\n"
    ours.close()
    end_child(child, TOO_LONG)
    assert child.exitcode == 0


def test_a_child_that_does_not_end_by_itself_is_killed() -> None:
    ours, theirs = Pipe()
    child = start_child("filon-test", echo, theirs)
    end_child(child)
    assert child.exitcode == -signal.SIGKILL
    ours.close()


def test_the_parent_hears_ctrl_c_again_once_a_child_has_started() -> None:
    ours, theirs = Pipe()
    child = start_child("filon-test", echo, theirs)
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, [])
    end_child(child)
    ours.close()


@needs_proc
def test_processes_of_a_pool_have_a_name_and_a_niceness() -> None:
    bit = 1 << (signal.SIGINT - 1)
    with ProcessPoolExecutor(1, ChildContext("filon-pool", niceness=3)) as pool:
        name, niceness, masks = pool.submit(state).result(TOO_LONG)
    assert (name, niceness) == ("filon-pool", os.nice(0) + 3)
    assert any(int(mask, 16) & bit for mask in masks)


def write_state(path: str) -> None:
    Path(path).write_text(json.dumps(state()))


@needs_proc
def test_a_function_named_by_its_module_runs_in_a_child(tmp_path: Path) -> None:
    bit = 1 << (signal.SIGINT - 1)
    run_in_child("filon-test", "tests.core.test_child_process:write_state", str(tmp_path / "state"), niceness=3)
    name, niceness, masks = json.loads((tmp_path / "state").read_text())
    assert (name, niceness) == ("filon-test", os.nice(0) + 3)
    assert all(int(mask, 16) & bit for mask in masks)  # blocked while it starts, ignored from then on
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, [])


SCRIPT = """
from filon.core.child_process import run_in_child
print("began", flush=True)
run_in_child("filon-test", "tests.core.test_child_process:write_state", "state")
"""


@needs_proc
def test_a_script_without_a_guard_runs_once(tmp_path: Path) -> None:
    """A script without `if __name__ == "__main__"`, as after reading only about `seat_robot`."""
    (tmp_path / "script.py").write_text(SCRIPT)
    environment = {**os.environ, "PYTHONPATH": os.getcwd()}
    command = [sys.executable, "script.py"]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=TOO_LONG, check=True)
    assert (done.stdout, done.stderr) == ("began\n", "")
    assert (tmp_path / "state").exists()


PARENT = """
import sys
from multiprocessing.connection import Pipe
from filon.core.child_process import start_child
from tests.core.test_child_process import echo

if __name__ == "__main__":
    ours, theirs = Pipe()
    child = start_child("filon-test", echo, theirs)
    ours.send("ready")
    ours.recv()
    print(child.pid, flush=True)
    sys.stdin.read()
"""


@needs_pidfd
@pytest.mark.parametrize("is_killed", [True, False])
def test_a_child_ends_with_its_parent(tmp_path: Path, is_killed: bool) -> None:
    """Killed, or at its end without a word to the child."""
    (tmp_path / "parent.py").write_text(PARENT)
    environment = {**os.environ, "PYTHONPATH": os.getcwd()}
    with subprocess.Popen(
        [sys.executable, str(tmp_path / "parent.py")], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
    ) as parent:
        assert parent.stdin
        assert parent.stdout
        child = os.pidfd_open(int(parent.stdout.readline()))
        if is_killed:
            parent.kill()
        else:
            parent.stdin.close()
        assert select.select([child], [], [], TOO_LONG)[0]
        os.close(child)


def spin(seconds: float) -> None:
    """As an import does: an OSError within is taken for a missing file."""
    until = time.process_time() + seconds
    while time.process_time() < until:
        try:
            os.stat("/")
            sum(range(1000))
        except OSError:
            pass


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs setitimer")
def test_the_end_of_cpu_time_is_not_taken_for_a_missing_file() -> None:
    with pytest.raises(TimeoutError), cpu_limit(0.01):
        spin(1)
