"""The description is the truth: schemathesis asks for whatever it allows and whatever it does not, and compares every answer."""

import asyncio
import os
import threading
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import httpx
import msgspec
import pytest
import schemathesis
import uvloop
from hypothesis import HealthCheck, settings

from filon.house import protocol
from filon.server.http.api import ENDPOINTS, TABLE_ID
from filon.server.http.openapi import document
from tests.server.served import TOO_LONG, a_game, served

EXAMPLES = 500 if os.environ.get("FILON_SOAK") else 5
SETTINGS = settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server in a thread of its own, for clients that cannot wait in a loop."""
    ready, stop, found, loops, wrong = threading.Event(), asyncio.Event(), [], [], []

    async def serving() -> None:
        async with served(tmp_path_factory.mktemp("served")) as server:
            found.append(server.origin)
            loops.append(asyncio.get_running_loop())
            ready.set()
            await stop.wait()

    def thread() -> None:
        try:
            with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
                runner.run(serving())
        except BaseException as error:
            wrong.append(error)
            ready.set()

    running = threading.Thread(target=thread)
    running.start()
    ready.wait()
    yield found[0]
    loops[0].call_soon_threadsafe(stop.set)
    running.join()
    assert wrong == []


class Guest(NamedTuple):
    """A device that has tables: one where robots play, one that waits."""

    token: str
    tables: list[str]
    asked: Counter[bool]  # how often it was about a table that is there


@pytest.fixture(scope="module")
def guest(address: str) -> Guest:
    with httpx.Client(base_url=address, timeout=TOO_LONG) as http:
        guest = Guest(http.post("/api/device").json()["token"], [], Counter())
        http.headers["Authorization"] = f"Bearer {guest.token}"
        for more in ({"robots": ["random", "random"], "begin": True}, {"name": "Ada"}):
            made = http.post("/api/tables", content=msgspec.json.encode(protocol.NewTable(a_game().name, 2, is_public=True, **more)))
            guest.tables.append(made.raise_for_status().json()["table"])
        return guest


def test_the_description_is_served(address: str) -> None:
    assert httpx.get(f"{address}/api/openapi.json", timeout=TOO_LONG).json() == msgspec.to_builtins(document(ENDPOINTS))


def whole(value: Any) -> Any:
    """JSON Schema calls 2.0 a whole number; we do not."""
    match value:
        case dict():
            return {key: whole(one) for key, one in value.items()}
        case list():
            return [whole(one) for one in value]
        case float() if value.is_integer():
            return int(value)
    return value


@schemathesis.openapi.from_dict(document(ENDPOINTS)).parametrize()
@SETTINGS
def test_every_answer_is_as_described(case: schemathesis.Case, address: str, guest: Guest) -> None:
    """Every other time it is about a table that is there, unless it is to be about something that is no name of a table."""
    case.body = whole(case.body)
    if TABLE_ID.fullmatch(str(case.path_parameters.get("table", ""))):
        number = guest.asked.total()
        guest.asked[is_there := number % 2 == 0] += 1
        if is_there:
            case.path_parameters["table"] = guest.tables[number // 2 % len(guest.tables)]
    response = case.call(base_url=address, headers={"Authorization": f"Bearer {guest.token}"}, timeout=TOO_LONG)
    case.validate_response(response)
