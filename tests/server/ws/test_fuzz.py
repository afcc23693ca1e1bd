"""Nonsense of every kind: nothing breaks, nothing changes, and everything is answered."""

import hashlib
import json
import os
import random
from collections.abc import Callable, Iterator
from itertools import count, islice
from pathlib import Path
from typing import Any, get_args

import msgspec
from msgspec import structs

from filon.house import protocol
from filon.house.room.events import ENCODER
from filon.house.room.room import Room
from filon.server.ws.session import DECODER
from tests.server.devices import Window
from tests.server.served import Served, a_game, served

SOAK = bool(os.environ.get("FILON_SOAK"))
MESSAGES = 10_000_000 if SOAK else 2_000  # of both kinds that change nothing
PLAYED = MESSAGES // 100 if SOAK else 500  # while time runs: each is waited for
AT_ONCE = 50
FENCE = "fence"
Note = Callable[[str, object], None]  # a figure that a soak prints
ODD: list[Any] = [None, True, -1, 0, 1, 15, 16, 2**31, 2**63, 2**64, 10**40, 0.5, 1e300, "", " ", "a", "é" * 50, "\x00", "\u202e"]
ODD += [[], {}, [[]], {"a": 1}, "x" * 300, "hello", "../../etc/passwd", "' or 1=1 --", "<script>", -(10**30)]


def lucky(note: Note, seed: int) -> random.Random:
    """New luck in a soak, with its seed among the figures."""
    if SOAK:
        seed = random.SystemRandom().getrandbits(32)
    note("seed", seed)
    return random.Random(seed)


def commands(table: str) -> list[dict[str, Any]]:
    """One of every kind, as it should be."""
    made: list[Any] = [
        protocol.Hello(table),
        protocol.Pong(1),
        protocol.Play("a", 0),
        protocol.Undo("a"),
        protocol.Grab("a"),
        protocol.Sit("a", 1, "Eve"),
    ]
    made += [
        protocol.Pull("a", 1, [(0, 0, 0)]),
        protocol.Leave("a", 0),
        protocol.Robot("a", 0, "random"),
        protocol.Return("a", 0),
        protocol.Begin("a"),
        protocol.Change("a", {"first": 1}, 2, False, "live", True),
    ]
    made += [
        protocol.Say("a", "hi"),
        protocol.SayPhrase("a", "hello"),
        protocol.Kick("a", 0),
        protocol.Readmit("a", 1),
        protocol.Mute("a", 0, True),
        protocol.Close("a"),
        protocol.Lend("a", 0),
    ]
    made += [protocol.Rematch("a")]
    return [msgspec.to_builtins(one) for one in made]


def test_every_command_is_tried() -> None:
    assert {one["command"] for one in commands("table")} == {kind.__struct_config__.tag for kind in get_args(protocol.FromClient)}


def mutants(table: str, luck: random.Random) -> Iterator[str | bytes]:
    """Wrong in one place, in several, or altogether."""
    kinds = commands(table)
    while True:
        message = json.loads(json.dumps(luck.choice(kinds)))
        match luck.randrange(6):
            case 0:
                message[luck.choice(list(message))] = luck.choice(ODD)
            case 1:
                del message[luck.choice(list(message))]
            case 2:
                message[luck.choice(["more", "id", "seat", "own", "options", "token", "samples"])] = luck.choice(ODD)
            case 3:
                message = luck.choice([ODD, message, [message], {"command": message}])
            case 4:
                message["command"] = luck.choice(kinds)["command"]
        text = json.dumps(message)
        if luck.random() < 0.3:
            text = scrambled(text, luck)
        yield luck.randbytes(luck.randrange(200)) if luck.random() < 0.05 else text[: protocol.MESSAGE // 4]


def scrambled(text: str, luck: random.Random) -> str:
    letters = list(text)
    for _ in range(luck.randrange(1, 6)):
        at = luck.randrange(len(letters) + 1)
        letters[at : at + luck.randrange(3)] = luck.choice(['"', "{", "}", "[", "\\", "\\u0000", "\ud7ff", "0", ",", "é", ""])
    return "".join(letters)


def is_understood(message: str | bytes) -> bool:
    try:
        DECODER.decode(message)
    except (msgspec.MsgspecError, RecursionError):
        return False
    return isinstance(message, str)


async def digest(server: Served, table: str) -> str:
    entries = await server.house.store.read(table)
    room = server.house.rooms.loaded[table].room
    assert room.seq == entries[-1].last
    return hashlib.sha256(ENCODER.encode(entries) + room.playing.table.bytes()).hexdigest()


async def nonsense(window: Window, messages: list[str | bytes]) -> None:
    """Everything but a Pong is answered: by a refusal, or by news for a Hello."""
    for message in messages:
        await window.raw(message)
    await window.raw(json.dumps({"command": "begin", "id": FENCE}))
    while (await window.refusal()).id != FENCE:
        pass


def batch(source: Iterator[str | bytes], is_left_out: Callable[[str | bytes], bool]) -> list[str | bytes]:
    """The next AT_ONCE messages that are not left out."""
    return list(islice((one for one in source if not is_left_out(one)), AT_ONCE))


async def test_a_stranger_says_anything_at_all(tmp_path: Path, record_property: Note) -> None:
    """A guest without a seat, at a full table: whatever is understood is refused."""
    async with served(tmp_path) as server:
        ada, eve = await server.browser(), await server.outsider()
        made = await ada.open(a_game().name, name="Ada", is_public=True)
        seated = await ada.at(made.table, 0)
        await seated.does(protocol.Sit, 1, "Bo")
        await seated.does(protocol.Begin)
        before = await digest(server, made.table)
        source = mutants(made.table, lucky(record_property, 20))
        for _ in range(MESSAGES // 2 // AT_ONCE):
            window = await eve.at(made.table)
            await nonsense(window, batch(source, is_hello))
            await window.socket.close()
        assert await digest(server, made.table) == before
        assert (await server.http().get("/healthz")).status_code == 200
        again = await ada.at(made.table, 0)  # the first window has read nothing meanwhile: after much news it is hung up on
        assert await again.is_refused(protocol.Begin) == "has-begun"
        record_property("messages", MESSAGES // 2)


def is_hello(message: str | bytes) -> bool:
    """A well-formed Hello that leads elsewhere ends a window; that has its own tests."""
    return is_understood(message) and isinstance(DECODER.decode(message), protocol.Hello)


async def test_a_player_says_what_cannot_be_understood(tmp_path: Path, record_property: Note) -> None:
    async with served(tmp_path) as server:
        ada = await server.browser()
        made = await ada.open(a_game().name, name="Ada")
        window = await ada.at(made.table, 0)
        await window.does(protocol.Sit, 1, "Bo")
        await window.does(protocol.Begin)
        before = await digest(server, made.table)
        source = mutants(made.table, lucky(record_property, 21))
        for _ in range(MESSAGES // 2 // AT_ONCE):
            await nonsense(window, batch(source, is_understood))
            server.hands.move(0.001)  # what it has said is forgotten at the rate of OFTEN
        assert await digest(server, made.table) == before
        assert await window.is_refused(protocol.Begin) == "has-begun"
        record_property("messages", MESSAGES // 2)


NUMBERS = count()
LATER = (0, 0, 10, 300, 2_000, 40_000)  # milliseconds that pass before the next message


def meant(window: Window, source: Iterator[str | bytes], luck: random.Random) -> str | bytes:
    """Each with an id of its own, and some of them legal; none leads to another table."""
    commands = [
        protocol.Grab("a"),
        protocol.Pull("a", luck.randrange(2), [(0, 0, 0), (luck.randrange(900), 0, luck.randrange(1500))], luck.random() < 0.3),
    ]
    commands += [protocol.Play("a", move) for move in window.legal]
    if luck.random() < 0.5:
        return ENCODER.encode(structs.replace(luck.choice(commands), id=f"m{next(NUMBERS)}")).decode()
    message = next(one for one in source if not is_hello(one))
    return message.replace('"id": "a"', f'"id": "m{next(NUMBERS)}"') if isinstance(message, str) else message


async def test_a_player_says_anything_at_all_while_time_runs(tmp_path: Path, record_property: Note) -> None:
    """Whatever becomes of the table: nothing fails, and its log can be followed to where it stands."""
    luck = lucky(record_property, 22)
    async with served(tmp_path) as server:
        for _ in range(PLAYED // AT_ONCE):
            ada = await server.browser()  # of one's own: a host has so many unfinished tables
            made = await ada.open(a_game(is_timed=True).name, name="Ada", robots=["random"], begin=True, options={"first": 1})
            window, source = await ada.at(made.table, 0), mutants(made.table, luck)
            for _ in range(AT_ONCE):
                server.later += luck.choice(LATER)
                server.house.wakeup.set()
                await nonsense(window, [meant(window, source, luck)])
            async with server.house.rooms.locked(made.table) as loaded:
                entries, again = await server.house.store.read(made.table), Room()
                for entry in entries:
                    again.replay(entry)
                assert again.playing.table.bytes() == loaded.room.playing.table.bytes()
                assert again.seq == loaded.room.seq
            await window.socket.close()
        record_property("messages", PLAYED)
