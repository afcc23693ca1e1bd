"""A light load generator: tables of three clients each, over WebSockets, for Filon and for boardgame.io alike.

A move counts when all three clients of its table have been told of it.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import secrets
import time
from typing import TYPE_CHECKING, Any

import aiohttp
import msgspec
import psutil

if TYPE_CHECKING:
    from bench.window import Client

SEATS = 3
now = time.perf_counter


class Told(msgspec.Struct):
    """The fields of a News that a fast player reads."""

    says: str = ""
    seq: int = 0
    legal: list[int] = []
    number: int = 0


TOLD = msgspec.json.Decoder(Told)


class Tally:
    def __init__(self) -> None:
        self.is_on = False
        self.moves = self.frames = self.bytes = self.refused = 0
        self.delays: list[float] = []  # from a client's move to the news at another

    def quantile(self, share: float) -> float | None:
        held = sorted(self.delays)
        return round(held[min(len(held) - 1, int(len(held) * share))] * 1000, 2) if held else None


async def connected(table: Table, seat: int, url: str) -> Client:
    """picows comes with the extra `bench`: a run needs it, `--help` does not."""
    from bench.window import open_window

    return await open_window(table, seat, url)


class Table:
    """The base of both kinds of table: the time of the latest move, and the seats that have not heard of it yet."""

    def __init__(self, tally: Tally, is_closed: bool) -> None:
        self.tally, self.is_closed = tally, is_closed
        self.clients: list[Client] = []
        self.mover, self.began, self.missing = 0, 0.0, set[int]()
        self.is_over = False

    def moved(self, seat: int) -> None:
        self.mover, self.began, self.missing = seat, now(), set(range(SEATS))

    def told(self, seat: int, size: int) -> None:
        """This seat has been told of the latest move."""
        tally = self.tally
        if seat not in self.missing:
            return
        self.missing.discard(seat)
        if tally.is_on:
            tally.frames, tally.bytes = tally.frames + 1, tally.bytes + size
            if seat != self.mover:
                tally.delays.append(now() - self.began)
            tally.moves += not self.missing
        if not self.missing and self.is_closed:
            self.move()

    def move(self) -> None:
        raise NotImplementedError

    def connected(self, client: Client) -> None:
        raise NotImplementedError

    def heard(self, client: Client, text: bytes) -> None:
        raise NotImplementedError


class Filon(Table):
    """A game of Filon, and another one at a new table when it is over."""

    def __init__(self, tally: Tally, is_closed: bool, port: int, game: str, http: aiohttp.ClientSession) -> None:
        super().__init__(tally, is_closed)
        self.port, self.game, self.http = port, game, http
        self.seq, self.sent, self.legal, self.before = 0, 0, [[0]] * SEATS, 0

    async def open(self) -> None:
        self.tokens = [secrets.token_urlsafe(32) for _ in range(SEATS)]  # new people: one host may have few unfinished tables
        self.id, self.invite = await opened(self.http, {"game": self.game, "seats": SEATS}, self.tokens[0])
        self.clients = []
        for seat in range(SEATS):
            client = await connected(self, seat, f"ws://127.0.0.1:{self.port}/ws")
            self.clients.append(client)
            await client.ready
        self.send(0, command="begin")

    def send(self, seat: int, **fields: Any) -> None:
        self.sent += 1
        self.clients[seat].send(msgspec.json.encode({"id": f"a{self.sent}", **fields}))

    def connected(self, client: Client) -> None:
        hello = {"command": "hello", "table": self.id, "seat": client.seat, "token": self.tokens[client.seat], "invite": self.invite}
        client.send(msgspec.json.encode(hello))

    def heard(self, client: Client, text: bytes) -> None:
        told = TOLD.decode(text)
        if told.says == "ping":
            client.send(b'{"command":"pong","number":%d}' % told.number)
        elif told.says == "welcome":
            client.send(b'{"command":"sit","id":"s%d","seat":%d,"name":"Seat %d"}' % (client.seat, client.seat, client.seat))
        elif told.says == "done" and not client.ready.done():
            client.ready.set_result(None)
        elif told.says == "refused":
            self.tally.refused += 1
        elif told.says == "news":
            self._news(client.seat, told, len(text), b'"status":"over"' in text)

    def _news(self, seat: int, told: Told, size: int, is_over: bool) -> None:
        self.legal[seat] = told.legal
        if is_over and not self.is_closed:
            return self.reopen()
        if told.seq > self.before:
            self.told(seat, size)
        if told.seq > self.seq:
            self.seq = told.seq
        if self.before == 0 and told.legal:
            self.before, self.is_over = told.seq, False
            if self.is_closed:
                self.move()

    def move(self) -> None:
        seat = next((seat for seat in range(SEATS) if self.legal[seat]), None)
        if seat is None:
            return self.reopen()
        move = random.choice(self.legal[seat][:-1] or self.legal[seat])  # a turn is ended when nothing else can be done: ids are in order
        self.before, self.legal = self.seq, [[]] * SEATS
        self.moved(seat)
        self.send(seat, command="play", move=move)

    def reopen(self) -> None:
        """Another table, once: the game counts as over until the next one offers a move."""
        if not self.is_over:
            self.is_over, self.missing = True, set()
            self.reopening = asyncio.ensure_future(self.again())

    async def again(self) -> None:
        for client in self.clients:
            client.transport.disconnect()  # type: ignore[attr-defined]
        self.seq, self.before, self.legal = 0, 0, [[]] * SEATS
        await self.open()


async def opened(http: aiohttp.ClientSession, asked: dict[str, Any], token: str) -> tuple[str, str]:
    """A new table and its invitation."""
    async with http.post("/api/tables", json=asked, headers={"Authorization": f"Bearer {token}"}, raise_for_status=True) as response:
        made = await response.json()
        return made["table"], made["invite"]


class Robots(Table):
    """A game that robots play among themselves, and one window that looks on."""

    WARM = 12  # lines after which they have begun to think in earnest

    def __init__(self, port: int, game: str, level: str, http: aiohttp.ClientSession) -> None:
        super().__init__(Tally(), False)
        self.port, self.http, self.token = port, http, secrets.token_urlsafe(32)
        self.asked = {"game": game, "seats": 2, "robots": [level] * 2, "begin": True}

    async def open(self) -> None:
        """Until they have warmed up."""
        self.id, self.invite = await opened(self.http, self.asked, self.token)
        client = await connected(self, -1, f"ws://127.0.0.1:{self.port}/ws")
        await client.ready

    def connected(self, client: Client) -> None:
        client.send(msgspec.json.encode({"command": "hello", "table": self.id, "token": self.token, "invite": self.invite}))

    def heard(self, client: Client, text: bytes) -> None:
        told = TOLD.decode(text)
        if told.says == "ping":
            client.send(b'{"command":"pong","number":%d}' % told.number)
        elif told.seq >= self.WARM and not client.ready.done():
            client.ready.set_result(None)


class BoardgameIo(Table):
    def __init__(self, tally: Tally, is_closed: bool, port: int) -> None:
        super().__init__(tally, is_closed)
        self.port, self.id, self.state = port, f"m{random.randrange(10**12)}", 0

    async def open(self) -> None:
        for seat in range(SEATS):
            url = f"ws://127.0.0.1:{self.port}/socket.io/?EIO=4&transport=websocket"
            client = await connected(self, seat, url)
            self.clients.append(client)
            await client.ready
        self.move()

    def connected(self, client: Client) -> None:
        pass

    def heard(self, client: Client, text: bytes) -> None:
        if text[:1] == b"0":
            client.send(b"40/cells,")
        elif text[:1] == b"2":
            client.send(b"3")
        elif text[:3] == b"40/":
            client.send(f'42/cells,["sync","{self.id}","{client.seat}",null,{SEATS}]'.encode())
        elif (at := text.find(b'"_stateID":')) >= 0:
            self._state(client, int(text[at + 11 :].split(b",", 1)[0].split(b"}", 1)[0]), len(text))

    def _state(self, client: Client, state: int, size: int) -> None:
        if not client.ready.done():
            client.ready.set_result(None)
        if state > self.state:
            self.told_of(client.seat, state, size)

    def told_of(self, seat: int, state: int, size: int) -> None:
        if len(self.missing) == 1 and seat in self.missing:
            self.state = state
        self.told(seat, size)

    def move(self) -> None:
        seat = self.tally_turn()
        payload = {"type": "put", "args": [random.randrange(60), random.randrange(1000)], "playerID": str(seat), "credentials": None}
        update = ["update", {"type": "MAKE_MOVE", "payload": payload}, self.state, self.id, str(seat)]
        self.moved(seat)
        self.clients[seat].send(b"42/cells," + msgspec.json.encode(update))

    def tally_turn(self) -> int:
        self.turn = (getattr(self, "turn", -1) + 1) % SEATS
        return self.turn


# Measuring


def processes(pid: int) -> list[psutil.Process]:
    whole = psutil.Process(pid)
    return [whole, *whole.children(recursive=True)]


def cpu(pid: int) -> float:
    return sum(sum(process.cpu_times()[:2]) for process in processes(pid))


def system(pid: int) -> float:
    return sum(process.cpu_times().system for process in processes(pid))


def memory(pid: int) -> int:
    return sum(process.memory_full_info().pss for process in processes(pid))


async def closed(tally: Tally, pid: int, warm: float, seconds: float) -> dict[str, Any]:
    """Every table moves as fast as it is told; what the server needs for a move."""
    await asyncio.sleep(warm)
    own, before, kernel, start = psutil.Process(), cpu(pid), system(pid), now()
    generator = sum(own.cpu_times()[:2])
    tally.is_on = True
    await asyncio.sleep(seconds)
    tally.is_on = False
    took = now() - start
    return {
        "moves_per_s": round(tally.moves / took),
        "cpu_us_per_move": round((cpu(pid) - before) * 1e6 / max(1, tally.moves)),
        "of_which_system": round((system(pid) - kernel) * 1e6 / max(1, tally.moves)),
        "server_cores": round((cpu(pid) - before) / took, 2),
        "generator_cores": round((sum(own.cpu_times()[:2]) - generator) / took, 2),
        "p50_ms": tally.quantile(0.5),
        "p99_ms": tally.quantile(0.99),
        "bytes_per_news": round(tally.bytes / max(1, tally.frames)),
        "refused": tally.refused,
    }


async def paced(tables: list[Table], rate: float) -> None:
    """So many moves a second, over all tables in turn."""
    due, turn = now(), 0
    while True:
        due += 1 / rate
        await asyncio.sleep(max(0.0, due - now()))
        for _ in range(len(tables)):
            turn = (turn + 1) % len(tables)
            if not tables[turn].missing and not tables[turn].is_over:
                tables[turn].move()
                break


if __name__ == "__main__":
    used_by = "Used by bench.house; does nothing alone."
    argparse.ArgumentParser(prog="python -m bench.load", description=__doc__, epilog=used_by).parse_args()
