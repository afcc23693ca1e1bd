"""A language model at a table: `python examples/language_model.py 'http://localhost:8000/t/TABLE?invite=…'` sits down and plays.

Replace `choose`: ask your model there, with any library. The rest is the Model Context Protocol.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # of the extra `mcp`: --help needs none
    from mcp.client.client import Client


def choose(view: str, choices: list[dict[str, Any]]) -> int | str:
    """The id of one of the choices, each with `id`, `move` and `label`; or a move as it is written. This one plays at random."""
    return int(random.choice(choices)["id"])


async def play(command: list[str]) -> dict[str, Any]:
    """One game; what the seat sees at its end."""
    from mcp.client.client import Client
    from mcp.client.stdio import StdioServerParameters, stdio_client

    server = StdioServerParameters(command=command[0], args=command[1:], env=dict(os.environ))
    async with Client(stdio_client(server)) as client:
        seen = await asked(client, "wait")
        while seen["status"] in ("waiting", "playing"):
            if not seen["is_your_turn"]:
                seen = await asked(client, "wait")
                continue
            answer = await asked(client, "play", move=choose(seen["text"], seen["choices"]))
            seen = {**answer["seen"], "text": answer["text"]}  # after a refusal it begins with the reason
        return seen


async def asked(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    """The answer of a tool as data; `text` is the same in words."""
    answer = await client.call_tool(tool, arguments)
    text = "".join(part.text for part in answer.content if part.type == "text")
    if answer.is_error or answer.structured_content is None:
        raise RuntimeError(text)
    return {**answer.structured_content, "text": text}


if __name__ == "__main__":
    given = argparse.ArgumentParser(
        prog="python examples/language_model.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    given.add_argument("link", help="the invitation to a table")
    given.add_argument("more", nargs=argparse.REMAINDER, help="options of filon mcp, such as --name Ada --transcript game.jsonl")
    link, more = given.parse_args().link, given.parse_args().more

    from mcp import MCPError

    try:
        end = asyncio.run(play([sys.executable, "-m", "filon", "mcp", "--table", link, *more]))
        print(f"{end['you']}: {end['result']} {end['scores']}")
    except (MCPError, RuntimeError) as error:
        given.error(f"{error}")
