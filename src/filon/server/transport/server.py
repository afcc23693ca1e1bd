"""The runner of an application whose TCP connections are Handlers."""

from __future__ import annotations

import asyncio
from typing import Any

from aiohttp import web

from filon.server.state import STATE, AppState
from filon.server.transport.descriptors import usable_descriptors
from filon.server.transport.handler import Handler


class Server(web.Server):
    """Makes a Handler for each connection."""

    def __init__(self, server: web.Server, state: AppState, options: dict[str, Any]) -> None:
        super().__init__(server.request_handler, request_factory=server.request_factory)
        self.state, self.descriptors, self._options = state, usable_descriptors(), options

    def __call__(self) -> Handler:
        return Handler(self, loop=asyncio.get_running_loop(), **self._options)


class Runner(web.AppRunner):
    """`_make_server` and `_kwargs` are aiohttp's own: it has no other place to name the class of connections."""

    async def _make_server(self) -> Server:
        return Server(await super()._make_server(), self.app[STATE], self._kwargs)
