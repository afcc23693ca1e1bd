"""docs/protocol.md says what the server does: its session is played again, its lists are held against the code."""

import ast
import re
import textwrap
from pathlib import Path
from typing import Any, get_args

import httpx
import msgspec
import pytest

from filon.client import Client
from filon.house import protocol
from filon.house.commands.rate_limit import TALK, WINDOW
from filon.house.errors import Reason
from filon.house.room import events
from filon.house.room.clock import MOVE_CREDIT, TURN_CREDIT
from filon.server.access.limits import BODY_BYTES, GAME_FILE_BYTES, Limits
from filon.server.http.api import ENDPOINTS
from filon.server.http.problems import detail_of
from filon.server.ws.round_trip import SAMPLES
from filon.server.ws.session import HELLO_COST, MALFORMED_COST
from tests.server.served import served
from tests.types.session import DOC, LINE, blocks, message_of, rewritten
from tests.types.source import ROOT

TEXT = DOC.read_text("utf-8")


def part(title: str) -> str:
    """The text under a heading, up to the next of its level."""
    level, _, _ = title.partition(" ")
    return re.split(rf"^{level} ", TEXT.split(f"\n{title}\n")[1], flags=re.MULTILINE)[0]


def listed(text: str) -> set[str]:
    """The names in the first column of a part's tables."""
    return {name for row in re.findall(r"^\| (`.*?`) \|", text, re.MULTILINE) for name in re.findall(r"`([^`]+)`", row)}


# The session


def test_the_session_is_what_a_server_really_says() -> None:
    """Asked with one line falsified, to see that it would be found."""
    wrong = TEXT.replace('"credit": 8', '"credit": 9', 1)
    assert wrong != TEXT
    assert rewritten(wrong, is_check=True) == TEXT, "look at what has changed, then run `python -m tests.types.session`"


def test_every_message_in_the_session_is_of_its_type() -> None:
    said: dict[str, list[Any]] = {"→": [], "←": []}
    for line in (line for block in blocks(TEXT) for line in block):
        held, message = LINE.fullmatch(line), message_of(line)
        assert held
        if message is not None:
            said[held["way"]].append(typed(message, protocol.FromClient if held["way"] == "→" else protocol.ToClient))
    assert {type(one) for one in said["←"]} == set(get_args(protocol.ToClient))
    assert {protocol.Hello, protocol.Pong, protocol.Sit, protocol.Begin, protocol.Play, protocol.Say} <= {type(one) for one in said["→"]}
    assert said["→"].count(None) == len([one for one in said["←"] if isinstance(one, protocol.Refused) and one.reason == "malformed"])


def typed(message: Any, kind: Any) -> Any:
    """Nothing where a client says what it should not."""
    try:
        return msgspec.convert(message, kind)
    except msgspec.ValidationError:
        assert "says" not in message
        return None


async def test_the_python_in_it_runs(tmp_path: Path) -> None:
    (code,) = re.findall(r"^```python\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
    async with served(tmp_path) as server:
        here: dict[str, Any] = {"Client": lambda address: Client(address.replace("http://localhost:8000", server.origin), rate=None)}
        exec(f"async def main():\n{textwrap.indent(code, '    ')}", here)
        await here["main"]()
        (room,) = [loaded.room for loaded in server.house.rooms.loaded.values()]
        assert room.status == "over"


# Its lists


def test_every_command_and_every_kind_of_line_is_told() -> None:
    assert listed(part("## At a table")) == {
        kind.__struct_config__.tag for kind in get_args(protocol.AnyCommand) + get_args(events.AnyEvent)
    }
    assert listed(part("### Lines")) == {kind.__struct_config__.tag for kind in get_args(events.AnyEvent)}


def test_every_way_over_http_is_told() -> None:
    assert listed(part("## Over HTTP")) == {f"{one.method} {one.path}" for one in ENDPOINTS}


def reasons() -> set[str]:
    """All that the house and its server may refuse for, as the code says it."""
    found: set[str] = set(Reason)
    for path in (ROOT / "src/filon/games").rglob("*.py"):
        found |= {f"pull-{text}" for call in _calls(path, "PullRefused") for text in _texts(call)}
    return found


def _calls(path: Path, *names: str) -> list[ast.Call]:
    nodes = ast.walk(ast.parse(path.read_text("utf-8")))
    return [node for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names]


def _texts(call: ast.Call) -> list[str]:
    """The literals a reason may be: of a choice each branch, its question not."""
    first: Any = call.args[0]
    asked = [first.body, first.orelse] if isinstance(first, ast.IfExp) else first.values if isinstance(first, ast.JoinedStr) else [first]
    return [one.value for one in asked if isinstance(one, ast.Constant) and isinstance(one.value, str)]


def test_every_reason_is_told_and_no_other() -> None:
    assert listed(part("## Reasons")) == reasons()


def test_every_reason_says_more_than_its_name() -> None:
    with_detail = {"malformed", "file-refused", "option-refused", "no-such-robot", "no-such-move"}  # of their own, each time
    assert [reason for reason in sorted(reasons() - with_detail) if detail_of(reason) == reason.replace("-", " ")] == []


@pytest.mark.parametrize(
    "said",
    [
        f"| {protocol.MESSAGE} bytes |",
        f"| {BODY_BYTES} bytes |",
        f"| {Limits().messages.most} at once, refilled within {Limits().messages.seconds} s; Hello and malformed ones count {HELLO_COST} |",
        f"| {Limits().connections_per_address} |",
        f"| {Limits().tables.most} in {Limits().tables.seconds} s |",
        f"| {Limits().hints.most} in {Limits().hints.seconds} s |",
        f"| {Limits().replays.most} in {Limits().replays.seconds} s |",
        f"| {GAME_FILE_BYTES // 2**20} MB |",
        f"until Hello | {Limits().hello_seconds} s |",
        f"has left | {Limits().write_seconds} s |",
        f"| {TALK} lines in {WINDOW // 1000} s |",
    ],
)
def test_every_limit_is_told(said: str) -> None:
    assert said in part("## Limits")
    assert HELLO_COST == MALFORMED_COST


def test_the_credit_for_lag_is_told() -> None:
    text = " ".join(part("## Time").split())
    assert f"at most {MOVE_CREDIT * 10} ms for a move and at most {TURN_CREDIT // 100} s for all moves" in text
    assert f"pings every {Limits().ping_seconds} s, every {Limits().ping_seconds_timed} s where sand runs" in text
    assert SAMPLES == 5
    assert "the last five answers" in text


def test_every_link_leads_somewhere() -> None:
    headings = {re.sub(r"[^a-z0-9 -]", "", title.lower()).replace(" ", "-") for title in re.findall(r"^#+ (.*)$", TEXT, re.MULTILINE)}
    for link in re.findall(r"\]\(([^)]+)\)", TEXT):
        assert link[1:] in headings if link.startswith("#") else (DOC.parent / link).exists(), link


async def test_openapi_is_where_it_says(tmp_path: Path) -> None:
    async with served(tmp_path) as server, httpx.AsyncClient(base_url=server.origin) as asking:
        assert set((await asking.get("/api/openapi.json")).json()["paths"]) == {one.path for one in ENDPOINTS}
