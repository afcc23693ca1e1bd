"""A small client for Filon servers: `async with Client("http://localhost:8000") as client`. What is said is told in docs/protocol.md."""

from filon.client.client import Client
from filon.client.connection import Lost, OtherProtocol, Refused
from filon.client.link import Link, LinkRefused, link_of
from filon.client.records import RecordRefused, move_of, record_of
from filon.client.robots import seat_robot
from filon.client.table import Table

__all__ = [
    "Client",
    "Link",
    "LinkRefused",
    "Lost",
    "OtherProtocol",
    "RecordRefused",
    "Refused",
    "Table",
    "link_of",
    "move_of",
    "record_of",
    "seat_robot",
]
