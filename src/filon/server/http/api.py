"""The HTTP API: games, devices, tables, replays."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import zip_longest
from typing import Any

import msgspec
from aiohttp import web

from filon.bots import LEVELS
from filon.core.game import GameRefused, found, load
from filon.core.label import Label
from filon.core.texts.notation import facts
from filon.house import protocol
from filon.house.commands.permissions import Caller, is_sent_away, may_enter, may_look_back
from filon.house.commands.share import share, without_chat
from filon.house.errors import CommandRefused, Reason
from filon.house.hints import hint
from filon.house.jobs.users import Users
from filon.house.lessons import open_lesson
from filon.house.new_table import open_table
from filon.house.records.game_file import GameFile, require_over
from filon.house.records.replay import of_file, of_transcript, replay
from filon.house.room import events
from filon.house.room.card import Card
from filon.house.room.room import Room
from filon.house.stores.store import NoSuchTable, StoreRefused
from filon.server.access.auth import cookie_of, new_secret, set_device_cookie
from filon.server.access.limits import GAME_FILE_BYTES, limit_key
from filon.server.http import replays
from filon.server.http.endpoints import Call, Endpoint
from filon.server.http.openapi import document
from filon.server.state import address_of

LISTED, LISTED_OF_HOST, LISTED_OF_ADDRESS = 100, 2, 6  # public tables in the lobby
MayEnter = Callable[[Room, str, str], bool]  # (room, holder, invite)
HEALTH_PATH = "/healthz"  # asked for by programs that know no name of the server
UNHEALTHY_MS = 60_000  # after a failed append: then a client may try again
TABLE_ID = re.compile("[A-Za-z0-9_-]{8,32}", re.ASCII)  # protocol.TableId


class Health(msgspec.Struct, frozen=True):
    is_well: bool


async def health(call: Call) -> Health:
    """Whether the server and its store work: the last append succeeded, or failed a while ago."""
    house = call.state.house
    await house.store.next_timer()
    if house.append_failed_at and house.store.now() - house.append_failed_at < UNHEALTHY_MS:
        raise StoreRefused("the last append failed")
    return Health(True)


# Games


async def games(call: Call) -> protocol.Games:
    """All games, with their players, options and robots."""
    return protocol.Games([_card(name, label) for name, label in found().items()])


def _card(name: str, label: Label) -> protocol.GameCard:
    options = [protocol.OptionCard(one.name, list(one.values), one.default, one.clause, one.each_seat) for one in label.options]
    seats, official = list(label.seats), list(label.official)
    return protocol.GameCard(
        game=name,
        name=label.name,
        designer=label.designer,
        publisher=label.publisher,
        age=label.age,
        minutes=label.minutes,
        difficulty=label.difficulty,
        seats=seats,
        official=official,
        rules=label.rules,
        options=options,
        robots=list(LEVELS),
    )


async def moves(call: Call) -> protocol.Moves:
    """The moves of a game by their ids."""
    try:
        return _moves(load(call.request.match_info["game"]).name)
    except GameRefused:
        raise CommandRefused(Reason.NO_SUCH_GAME) from None


@cache
def _moves(name: str) -> protocol.Moves:
    game = load(name)
    return protocol.Moves(name, game.label.rules, [facts(move) for move in game.MOVES])


# Devices


async def device(call: Call) -> protocol.Device | web.Response:
    """A new device. A browser, which sends an Origin, gets a cookie, or keeps the one it has; others get a token."""
    if "Origin" not in call.request.headers:
        return protocol.Device(new_secret())
    response = web.Response(status=204)
    set_device_cookie(response, call.request, cookie_of(call.request) or new_secret())
    return response


# Tables


async def make_table(call: Call) -> protocol.Made:
    """Open a table; the caller is its host."""
    if not call.state.tables.take(address_of(call.request)):
        raise CommandRefused(Reason.TOO_MANY_TABLES)
    call.state.house.users.note(call.holder, limit_key(address_of(call.request)))
    return await open_table(call.state.house, call.holder, call.body)


async def make_lesson(call: Call) -> protocol.Made:
    """Open a lesson: a real table with a robot that follows a script, and a chance that is always the same."""
    if not call.state.tables.take(address_of(call.request)):
        raise CommandRefused(Reason.TOO_MANY_TABLES)
    return await open_lesson(call.state.house, call.holder, call.request.match_info["game"], call.body)


async def tables(call: Call) -> protocol.Tables:
    """One's own tables, and those open to everybody."""
    store, holder = call.state.house.store, call.holder
    own = [card for card in await store.cards(holder) if card.pace != events.LESSON] if holder else []
    open_to_all = [card for card in await store.cards(limit=LISTED * 10) if holder not in card.sent_away]
    public = _fair(open_to_all, call.state.house.users)
    return protocol.Tables([_listed(card, holder) for card in own], [_listed(card, holder) for card in public])


def _fair(cards: list[Card], users: Users) -> list[Card]:
    """The first cards, a few of each host and address: nobody fills the lobby alone."""
    hosts, addresses, listed = Counter[str](), Counter[str](), []
    for card in cards:
        hosts[card.host] += 1
        addresses[users.user(card.host)] += 1
        if hosts[card.host] <= LISTED_OF_HOST and addresses[users.user(card.host)] <= LISTED_OF_ADDRESS:
            listed.append(card)
    return listed[:LISTED]


async def table(call: Call) -> protocol.Listed:
    """One table, for those who may know of it."""
    return _listed((await _room(call)).card(), call.holder)


async def delete_table(call: Call) -> web.Response:
    """Forget a table that is over or closed; only its host may."""
    await _room(call)
    await call.state.house.delete(call.request.match_info["table"], Caller(call.holder))
    return web.Response(status=204)


async def ask_hint(call: Call) -> protocol.Hint:
    """The move of a strong robot for the caller's own seat, chosen from that seat's view."""
    await _room(call)
    address = address_of(call.request)
    if not call.state.hints.take(address):
        raise CommandRefused(Reason.TOO_MANY_HINTS)
    work = hint(call.state.house, call.request.match_info["table"], call.holder, call.body.seat, limit_key(address))
    return await replays.while_connected(call.request, work)


async def game_json(call: Call) -> GameFile:
    """A finished game as one file, with everything needed to check it."""
    (room, _), files = await _finished(call), call.state.files
    key = room.opened.table, *(line.name for _, line in room.log if isinstance(line, events.Sat))  # names may be withdrawn
    if key not in files:
        require_over(room)  # before a child process plays the whole game once more
        files[key] = await replays.in_child(call, replays.file_of_log, [*room.log], is_own=True)
        if len(files) > CACHED_FILES:
            del files[next(iter(files))]
    return files[key]


async def table_replay(call: Call) -> web.Response:
    """A finished game of this server's, played again."""
    (room, log), seat = await _finished(call), replays.seat_of(call)
    require_over(room)
    return await replays.replay_response(call, replay, log, seat, is_own=True)


async def share_replay(call: Call) -> web.Response:
    """Open a finished game of one's own to everybody who has its address."""
    await _room(call)
    await call.state.house.change(call.request.match_info["table"], "", lambda room, now: share(room, call.holder, now))
    return web.Response(status=204)


async def file_replay(call: Call) -> web.Response:
    """A finished game from a file, played again; the server stores nothing of it."""
    return await replays.replay_response(call, of_file, call.body, replays.seat_of(call))


async def transcript_replay(call: Call) -> web.Response:
    """A finished game from a text file of the terminal or the arena, played again; the server stores nothing of it."""
    return await replays.replay_response(call, of_transcript, call.body.text, replays.seat_of(call))


async def _room(call: Call, may: MayEnter = may_enter) -> Room:
    """A private table does not exist for those who may not know of it, and none does for a device that was sent away from it."""
    name = call.request.match_info["table"]
    if not TABLE_ID.fullmatch(name):
        raise NoSuchTable(name)
    async with call.state.house.rooms.locked(name) as loaded:
        if is_sent_away(loaded.room, call.holder) or not may(loaded.room, call.holder, _invite(call)):
            raise NoSuchTable(name)
        return loaded.room


async def _finished(call: Call) -> tuple[Room, replays.Log]:
    """A table to look back at, and its log: without the chat for those who know it only because a player shared it."""
    room = await _room(call, may_look_back)
    return room, [*room.log] if may_enter(room, call.holder, _invite(call)) else without_chat(room.log)


def _invite(call: Call) -> str:
    return call.request.query.get("invite", "")


def _listed(card: Card, holder: str) -> protocol.Listed:
    """A card without its holders' digests."""
    told = {name: getattr(card, name) for name in card.__struct_fields__ if name not in ("host", "holders", "sent_away")}
    chairs = zip_longest(card.robots, card.names, card.holders, fillvalue="")
    numbers = [0 if held else events.robot_number(level, name) for level, name, held in chairs]
    yours = [seat for seat, held in enumerate(card.holders) if holder and held == holder]
    return protocol.Listed(**told, numbers=numbers, yours=yours, is_host=bool(holder) and card.host == holder)


async def openapi(call: Call) -> dict[str, Any]:
    """This description."""
    return document(ENDPOINTS)


CACHED_FILES = 32
INVITE = {"invite": "the invitation to a table that is not public"}
SEAT = {"seat": "viewpoint: a seat's number, or -122 for a spectator; without it everything lies open"}
TABLE = "/api/tables/{table}"
ENDPOINTS = (
    Endpoint("GET", HEALTH_PATH, health, Health, own_refusals=(Reason.STORE,)),
    Endpoint("GET", "/api/games", games, protocol.Games),
    Endpoint("GET", "/api/games/{game}/moves", moves, protocol.Moves, own_refusals=(Reason.NO_SUCH_GAME,)),
    Endpoint("POST", "/api/device", device, protocol.Device, other_statuses={204: "the cookie is set"}),
    Endpoint("GET", "/api/tables", tables, protocol.Tables, device="optional", own_refusals=(Reason.STORE,)),
    Endpoint(
        "POST",
        "/api/tables",
        make_table,
        protocol.Made,
        protocol.NewTable,
        201,
        device="required",
        own_refusals=(
            Reason.NO_SUCH_GAME,
            Reason.OPTION_REFUSED,
            Reason.TOO_FEW_CHAIRS,
            Reason.FREE_CHAIRS,
            Reason.NO_SUCH_ROBOT,
            Reason.TOO_MANY_TABLES,
            Reason.STORE,
        ),
    ),
    Endpoint(
        "POST",
        "/api/lessons/{game}",
        make_lesson,
        protocol.Made,
        protocol.NewLesson,
        201,
        device="required",
        own_refusals=(Reason.NO_SUCH_GAME, Reason.TOO_MANY_TABLES, Reason.STORE),
    ),
    Endpoint("GET", TABLE, table, protocol.Listed, device="optional", query=INVITE, own_refusals=(Reason.NO_SUCH_TABLE, Reason.STORE)),
    Endpoint(
        "POST",
        f"{TABLE}/delete",
        delete_table,
        status=204,
        device="required",
        own_refusals=(Reason.NO_SUCH_TABLE, Reason.ONLY_HOST, Reason.NOT_OVER, Reason.STORE),
    ),
    Endpoint(
        "POST",
        f"{TABLE}/hint",
        ask_hint,
        protocol.Hint,
        protocol.AskHint,
        device="required",
        own_refusals=(
            Reason.NO_SUCH_TABLE,
            Reason.NOT_YOUR_SEAT,
            Reason.NO_HINTS,
            Reason.NOT_PLAYING,
            Reason.NOT_YOURS,
            Reason.TOO_MANY_HINTS,
            Reason.STORE,
        ),
    ),
    Endpoint(
        "GET",
        f"{TABLE}/game.json",
        game_json,
        GameFile,
        device="optional",
        query=INVITE,
        own_refusals=(Reason.NO_SUCH_TABLE, Reason.NOT_OVER, Reason.LESSON, Reason.TOO_MANY_REPLAYS, Reason.STORE),
    ),
    Endpoint(
        "GET",
        f"{TABLE}/replay",
        table_replay,
        protocol.Replay,
        device="optional",
        query={**INVITE, **SEAT},
        own_refusals=(
            Reason.MALFORMED,
            Reason.NO_SUCH_TABLE,
            Reason.NOT_OVER,
            Reason.NO_SUCH_SEAT,
            Reason.TOO_MANY_REPLAYS,
            Reason.STORE,
        ),
    ),
    Endpoint(
        "POST",
        f"{TABLE}/share",
        share_replay,
        status=204,
        device="required",
        query=INVITE,
        own_refusals=(Reason.NO_SUCH_TABLE, Reason.NOT_OVER, Reason.NOT_YOUR_SEAT, Reason.STORE),
    ),
    Endpoint(
        "POST",
        "/api/replay",
        file_replay,
        protocol.Replay,
        GameFile,
        query=SEAT,
        max_body_bytes=GAME_FILE_BYTES,
        own_refusals=(Reason.NO_SUCH_GAME, Reason.FILE_REFUSED, Reason.NO_SUCH_SEAT, Reason.TOO_MANY_REPLAYS),
    ),
    Endpoint(
        "POST",
        "/api/replay/transcript",
        transcript_replay,
        protocol.Replay,
        protocol.Transcript,
        query=SEAT,
        max_body_bytes=GAME_FILE_BYTES,
        own_refusals=(Reason.FILE_REFUSED, Reason.NO_SUCH_SEAT, Reason.TOO_MANY_REPLAYS),
    ),
    Endpoint("GET", "/api/openapi.json", openapi, dict[str, Any]),
)
