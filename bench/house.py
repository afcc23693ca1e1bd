"""The server under load beside boardgame.io, in one run; rewrites bench/house.md. `make bench-house` runs it.

The server has one core to itself, the load generator another. It takes about ten minutes.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import aiohttp
import psutil
import uvloop

from bench.load import SEATS, BoardgameIo, Filon, Robots, Table, Tally, closed, memory, now, paced
from tests.house.stores.postgres.postgres_server import Server, programs
from tests.server.process.server_process import free_port

GAME, LEVEL, ROBOTS = "dig-mars", "expert", 8
TABLES, WARM, SECONDS, ROUNDS = 60, 3.0, 5.0, 9
PEER = Path(__file__).parent / "peer"
SERVER_CORE, LOAD_CORE = 0, 1


@contextmanager
def served(store: str, port: int, *more: str) -> Iterator[int]:
    """A server on a core of its own; its process id."""
    command = [
        sys.executable,
        "-m",
        "bench.patient",
        "serve",
        "--store",
        store,
        "--port",
        str(port),
        "--no-browser",
        "--log-level",
        "error",
        *more,
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
        _pinned(process.pid, SERVER_CORE)
        try:
            _wait_for(process, b"Filon is running")
            yield process.pid
        finally:
            process.terminate()


def fetch_peer(folder: str) -> None:
    """boardgame.io from the npm registry, in a scratch folder."""
    for file in ("package.json", "server.js"):
        shutil.copy(PEER / file, folder)
    subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund", "--no-package-lock"], cwd=folder, check=True)


@contextmanager
def peer(folder: str, port: int) -> Iterator[int]:
    environment = {**os.environ, "NODE_ENV": "production"}
    with subprocess.Popen(["node", "server.js", str(port)], cwd=folder, stdout=subprocess.PIPE, env=environment) as process:
        _pinned(process.pid, SERVER_CORE)
        try:
            _wait_for(process, b"ready")
            yield process.pid
        finally:
            process.terminate()


def _pinned(pid: int, core: int) -> None:
    if (os.cpu_count() or 1) > 1:
        psutil.Process(pid).cpu_affinity([core])


def _wait_for(process: subprocess.Popen[bytes], words: bytes) -> None:
    assert process.stdout is not None
    for line in process.stdout:
        if words in line:
            return
    raise SystemExit("the server did not start")


async def filon_tables(count: int, port: int, tally: Tally, is_closed: bool) -> list[Table]:
    http = aiohttp.ClientSession(f"http://127.0.0.1:{port}")
    tables: list[Table] = [Filon(tally, is_closed, port, GAME, http) for _ in range(count)]
    for first in range(0, count, 10):
        await asyncio.gather(*(table.open() for table in tables[first : first + 10]))  # type: ignore[attr-defined]
    return tables


async def peer_tables(count: int, port: int, tally: Tally) -> list[Table]:
    tables: list[Table] = [BoardgameIo(tally, True, port) for _ in range(count)]
    await asyncio.gather(*(table.open() for table in tables))  # type: ignore[attr-defined]
    return tables


async def fastest(port: int, pid: int, is_filon: bool = True) -> dict[str, Any]:
    """The greatest number of moves a second on one core."""
    tally = Tally()
    await (filon_tables(TABLES, port, tally, True) if is_filon else peer_tables(TABLES, port, tally))
    return await closed(tally, pid, WARM, SECONDS)


async def prompt(port: int, pid: int, rate: float, tables: int = 120) -> dict[str, Any]:
    """The delay until others get the news of a move, at a steady rate."""
    tally = Tally()
    moving = asyncio.ensure_future(paced(await filon_tables(tables, port, tally, False), rate))
    measured = await closed(tally, pid, WARM, SECONDS)
    moving.cancel()
    return measured


async def thinking(port: int, pid: int, measured: Callable[[int, int], Coroutine[Any, Any, dict[str, Any]]]) -> dict[str, Any]:
    """The same while eight of the best robots want to think all the time, on the cores that the server leaves free."""
    http = aiohttp.ClientSession(f"http://127.0.0.1:{port}")
    await asyncio.gather(*(Robots(port, GAME, LEVEL, http).open() for _ in range(ROBOTS)))
    for child in psutil.Process(pid).children(recursive=True):
        _pinned(child.pid, LOAD_CORE)
    return await measured(port, pid)


async def crowded(port: int, pid: int, idle: int = 4_500, rate: float = 200) -> dict[str, Any]:
    """Many who only sit there, while some play on."""
    before, quiet = memory(pid), Tally()
    for _ in range(idle // SEATS // 150):
        await filon_tables(150, port, quiet, False)
    held = memory(pid)
    measured = await prompt(port, pid, rate)
    return {"idle": idle, "kb_per_connection": round((held - before) / 1024 / idle, 1), **measured}


def fsync_ms(folder: str) -> float:
    """The median time of an fsync on this disk, in milliseconds."""
    times = []
    with open(f"{folder}/probe", "wb", buffering=0) as file:
        for _ in range(200):
            file.write(b"x" * 4096)
            start = now()
            os.fsync(file.fileno())
            times.append(now() - start)
    return round(statistics.median(times) * 1000, 2)


# Each question in a process of its own, on the load generator's core, so that nothing is left over from the one before


QUESTIONS: dict[str, Callable[[int, int], Coroutine[Any, Any, dict[str, Any]]]] = {
    "fastest": fastest,
    "peer": lambda port, pid: fastest(port, pid, False),
    "prompt": lambda port, pid: prompt(port, pid, 500),
    "fastest-thinking": lambda port, pid: thinking(port, pid, fastest),
    "prompt-thinking": lambda port, pid: thinking(port, pid, QUESTIONS["prompt"]),
    "crowded": crowded,
}


def asked(question: str, port: int, pid: int) -> dict[str, Any]:
    command = [sys.executable, "-m", "bench.house", question, str(port), str(pid)]
    ended = subprocess.run(command, check=True, capture_output=True, text=True)
    answered: dict[str, Any] = json.loads(ended.stdout.splitlines()[-1])
    _progress(f"{question}: {answered}")
    return answered


def answer(question: str, port: int, pid: int) -> None:
    _pinned(os.getpid(), LOAD_CORE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    print(json.dumps(uvloop.run(QUESTIONS[question](port, pid))))
    sys.stdout.flush()
    os._exit(0)  # thousands of sockets need not be closed one by one


def main(rounds: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        _progress("fetching boardgame.io")
        fetch_peer(folder)
        fsync = fsync_ms(folder)
        ours, theirs = zip(*(_round(folder, number, rounds) for number in range(rounds)), strict=True)
        steady, many = _served(f"{folder}/prompt.db", "prompt"), _served(f"{folder}/crowded.db", "crowded")
        robots = [_served(f"{folder}/{question}.db", question) for question in ("fastest-thinking", "prompt-thinking")]
        text = written(list(ours), list(theirs), fsync, steady, robots, many, _workers())
    Path(__file__).with_name("house.md").write_text(text, encoding="utf-8")
    print(text)


def _progress(said: str) -> None:
    print(said, file=sys.stderr, flush=True)


def _round(folder: str, number: int, rounds: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """One after the other, so that a busy machine slows both."""
    _progress(f"round {number + 1} of {rounds}")
    ours, port = _served(f"{folder}/round{number}.db", "fastest"), free_port()
    with peer(folder, port) as pid:
        return ours, asked("peer", port, pid)


def _served(store: str, question: str) -> dict[str, Any]:
    port = free_port()
    with served(store, port) as pid:
        return asked(question, port, pid)


def _workers() -> list[dict[str, Any]]:
    """One and two workers on one PostgreSQL: here all of them share the two cores with the load generator."""
    found = programs()
    if not found:
        return []
    server = Server(found)
    server.start()
    try:
        return [_with_workers(server.url, count) for count in (1, 2)]
    finally:
        server.stop()


def _with_workers(url: str, count: int) -> dict[str, Any]:
    with ExitStack() as stack:
        ports = [free_port() for _ in range(count)]
        pids = [stack.enter_context(served(url, port)) for port in ports]
        for pid in pids:
            psutil.Process(pid).cpu_affinity(list(range(os.cpu_count() or 1)))
        return _together(ports, pids)


def _together(ports: list[int], pids: list[int]) -> dict[str, Any]:
    """The fastest() of all workers together, each with as many tables."""
    with ThreadPoolExecutor(len(pids)) as pool:
        answers = list(pool.map(lambda port, pid: asked("fastest", port, pid), ports, pids))
    return {**answers[0], "moves_per_s": sum(answer["moves_per_s"] for answer in answers)}


def written(
    ours: list[dict[str, Any]],
    theirs: list[dict[str, Any]],
    fsync: float,
    steady: dict[str, Any],
    robots: list[dict[str, Any]],
    many: dict[str, Any],
    workers: list[dict[str, Any]],
) -> str:
    def middle(rounds: list[dict[str, Any]], key: str) -> float:
        return statistics.median(one[key] for one in rounds)

    pairs = list(zip(ours, theirs, strict=True))
    ratios = [one["moves_per_s"] / two["moves_per_s"] for one, two in pairs]
    cpu_ratio = statistics.median(two["cpu_us_per_move"] / one["cpu_us_per_move"] for one, two in pairs)
    rows = [
        "# The server under load",
        "",
        f"`make bench-house`, {len(ours)} rounds that take turns, medians; {TABLES} tables of {SEATS} clients. The server has one core,",
        "the load generator the other. Filon plays Dig Mars and stores every move on disk; boardgame.io 0.50.2 plays a small game of its",
        "own in memory. A move counts when all three clients have received it. In Dig Mars the clients end a turn only when nothing else",
        f"can be done, so that games last, as they do in the other game. Python {platform.python_version()}.",
        "",
        "| | moves/s | CPU a move | of it in the kernel | p50 | p99 | bytes of news |",
        "|---|---|---|---|---|---|---|",
    ]
    for name, rounds in (("Filon", ours), ("boardgame.io", theirs)):
        keys = ("moves_per_s", "cpu_us_per_move", "of_which_system", "p50_ms", "p99_ms", "bytes_per_news")
        moves, micro, kernel, half, slowest, size = (middle(rounds, key) for key in keys)
        rows.append(f"| {name} | {moves:.0f} | {micro:.0f} us | {kernel:.0f} us | {half:.1f} ms | {slowest:.1f} ms | {size:.0f} |")
    rows += [
        "",
        f"Filon to boardgame.io, median over the rounds: {statistics.median(ratios):.2f} by moves/s,"
        f" between {min(ratios):.2f} and {max(ratios):.2f}, {cpu_ratio:.2f} by CPU a move.",
        "",
        f"At 500 moves/s, from a client's move to the others' news: p50 {steady['p50_ms']} ms, p99 {steady['p99_ms']} ms"
        f" ({steady['moves_per_s']} moves/s done); one fsync of this disk takes {fsync} ms (median).",
        "",
        f"With {ROBOTS} {LEVEL} robots thinking, on the core of the load generator: {robots[0]['moves_per_s']} moves/s"
        f" (without: {middle(ours, 'moves_per_s'):.0f}); at 500 moves/s p50 {robots[1]['p50_ms']} ms, p99 {robots[1]['p99_ms']} ms"
        f" ({robots[1]['moves_per_s']} moves/s done).",
        "",
        f"{many['idle']} idle connections and 200 moves/s: {many['moves_per_s']} moves/s done, p99 {many['p99_ms']} ms,"
        f" {many['kb_per_connection']} KB of memory for each connection, its share of its table included.",
    ]
    if workers:
        one, two = (answer["moves_per_s"] for answer in workers)
        rows += ["", f"PostgreSQL, all on the same two cores: one worker {one} moves/s, two workers {two} moves/s ({two / one:.2f})."]
    return "\n".join(rows) + "\n\n" + Path(__file__).with_name("profile.md").read_text(encoding="utf-8")


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog="python -m bench.house", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--rounds", type=int, default=ROUNDS, metavar="N", help="of Filon and boardgame.io in turn (default: %(default)s)")
    made.add_argument("question", nargs="?", choices=QUESTIONS, help="measure only this, on a server that runs, and print it as JSON")
    made.add_argument("port", nargs="?", type=int, help="of that server")
    made.add_argument("pid", nargs="?", type=int, help="of that server")
    return made


if __name__ == "__main__":
    given = parser().parse_args()
    if given.question is None:
        main(given.rounds)
    elif given.port and given.pid:
        answer(given.question, given.port, given.pid)
    else:
        parser().error("expected QUESTION PORT PID, or none of them")
