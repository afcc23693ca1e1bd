"""A window of the load generator: one WebSocket, on picows."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect  # type: ignore[import-not-found]

if TYPE_CHECKING:
    from bench.load import Table


class Client(WSListener):  # type: ignore[misc]
    """One window at one seat."""

    def __init__(self, table: Table, seat: int) -> None:
        self.table, self.seat, self.transport = table, seat, None
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport
        self.table.connected(self)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.PING:
            transport.send_pong(frame.get_payload_as_bytes())
        elif frame.msg_type == WSMsgType.TEXT:
            self.table.heard(self, frame.get_payload_as_bytes())

    def send(self, text: bytes) -> None:
        self.transport.send(WSMsgType.TEXT, text)  # type: ignore[attr-defined]


async def open_window(table: Table, seat: int, url: str) -> Client:
    _, client = await ws_connect(lambda: Client(table, seat), url)
    assert isinstance(client, Client)
    return client
