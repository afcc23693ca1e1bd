"""Every way to ask over HTTP, and every way to be refused."""

import json
import re
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from filon.bots import LEVELS
from filon.core.game import found, load
from filon.core.texts.notation import facts
from filon.house import protocol
from filon.server.access.limits import BODY_BYTES, Limits, Rate
from filon.server.http import pages
from filon.server.http.api import ENDPOINTS, UNHEALTHY_MS
from filon.server.http.openapi import document
from tests.house.stores.sqlite.disks import disk
from tests.server.devices import Device
from tests.server.served import a_game, served

GAME = a_game().name
JSON = "application/json"


def reason(response: httpx.Response, status: int) -> str:
    """Of a refusal, which is always a Problem and says something."""
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == JSON
    problem = msgspec.json.decode(response.content, type=protocol.Problem)
    assert problem.detail
    return problem.reason


async def finished(device: Device, **asked: Any) -> str:
    """A table where robots have played to the end."""
    made = await device.open(GAME, robots=["random", "random"], begin=True, **asked)
    window = await device.at(made.table)
    while window.around.status != "over":
        await window.hear()
    return made.table


# Games


async def test_the_games_on_the_shelf_are_told(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        told = msgspec.json.decode((await server.http().get("/api/games")).content, type=protocol.Games)
        assert [card.game for card in told.games] == list(found())
        for card, label in zip(told.games, found().values(), strict=True):
            assert (card.name, card.seats, card.robots) == (label.name, list(label.seats), list(LEVELS))
            assert [option.name for option in card.options] == [option.name for option in label.options]


async def test_the_moves_of_every_game_are_told_by_id(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        for name in found():
            told = msgspec.json.decode((await server.http().get(f"/api/games/{name}/moves")).content, type=protocol.Moves)
            assert told.moves == [facts(move) for move in load(name).MOVES]
        assert reason(await server.http().get("/api/games/nobody-has-this/moves"), 404) == "no-such-game"


# Devices


async def test_a_browser_gets_a_cookie_that_no_script_can_read(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        response = await server.http(Origin=server.origin).post("/api/device")
        assert response.status_code == 204
        name, *flags = response.headers["set-cookie"].split("; ")
        assert name.startswith("filon=")
        assert len(name) == len("filon=") + 43
        assert {flag.lower() for flag in flags} == {"httponly", "samesite=lax", "path=/", f"max-age={400 * 24 * 3600}"}


async def test_over_https_the_cookie_is_bound_to_this_host(tmp_path: Path) -> None:
    async with served(tmp_path, origins=("https://filon.example",), proxies=("127.0.0.1",)) as server:
        behind_proxy = server.http(**{"Origin": "https://filon.example", "X-Forwarded-Proto": "https"})
        response = await behind_proxy.post("/api/device")
        name, *flags = response.headers["set-cookie"].split("; ")
        assert name.startswith("__Host-filon=")
        assert "Secure" in flags
        assert "Path=/" in flags
        assert not any(flag.lower().startswith("domain") for flag in flags)
        made = await behind_proxy.post("/api/tables", content=new_table(), headers={"Cookie": name})
        assert made.status_code == 201
        plain = server.http(Origin=server.origin, Cookie=name)
        assert reason(await plain.post("/api/tables", content=new_table()), 401) == "no-device"


async def test_a_browser_keeps_the_device_it_has(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        ada = await server.browser()
        before = ada.secret
        assert (await ada.http.post("/api/device")).status_code == 204
        assert ada.secret == before


async def test_others_get_a_token_and_no_cookie(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        response = await server.http().post("/api/device")
        assert response.status_code == 200
        assert "set-cookie" not in response.headers
        assert len(msgspec.json.decode(response.content, type=protocol.Device).token) == 43


@pytest.mark.parametrize("given", ["Bearer short", "Basic YTpi", "Bearer", f"Bearer {'ä' * 43}", f"Bearer {'x' * 44}"])
async def test_a_wrong_token_is_refused_wherever_it_could_matter(tmp_path: Path, given: str) -> None:
    async with served(tmp_path) as server:
        http = server.http()
        headers = {"Authorization": given.encode()}
        refused = await http.get("/api/tables", headers=headers)
        assert reason(refused, 401) == "no-device"
        assert refused.headers["www-authenticate"] == "Bearer"
        assert reason(await http.post("/api/tables", content=new_table(), headers=headers), 401) == "no-device"


# Where changes come from


def new_table(**asked: Any) -> bytes:
    return msgspec.json.encode({"game": GAME, "seats": 2, **asked})


@pytest.mark.parametrize("path", ["/api/device", "/api/tables", "/api/tables/whatever1/delete"])
@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:1", "HTTP://127.0.0.1", ""])
async def test_a_foreign_page_changes_nothing(tmp_path: Path, path: str, origin: str) -> None:
    async with served(tmp_path) as server:
        ada = await server.browser()
        refused = await ada.http.post(path, content=new_table(), headers={"Origin": origin})
        assert reason(refused, 403) == "foreign-origin"
        assert "set-cookie" not in refused.headers
        assert await server.house.store.tables() == []


async def test_a_token_does_not_excuse_a_foreign_page(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        bo = await server.outsider()
        refused = await bo.http.post("/api/tables", content=new_table(), headers={"Origin": "https://evil.example"})
        assert reason(refused, 403) == "foreign-origin"


async def test_a_cookie_without_an_origin_changes_nothing(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        ada = await server.browser()
        del ada.http.headers["Origin"]
        assert reason(await ada.http.post("/api/tables", content=new_table()), 401) == "no-device"
        assert (await ada.http.get("/api/tables")).status_code == 200


async def test_a_page_of_a_named_origin_may_change_things(tmp_path: Path) -> None:
    async with served(tmp_path, origins=("https://other.example/",)) as server:
        bo = await server.outsider()
        assert (await bo.http.post("/api/tables", content=new_table(), headers={"Origin": "https://other.example"})).status_code == 201


async def test_without_a_device_no_table_is_made(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        for http in (server.http(), server.http(Origin=server.origin)):
            assert reason(await http.post("/api/tables", content=new_table()), 401) == "no-device"


# Tables


async def test_a_table_is_made_and_listed_for_those_who_may_know_of_it(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        ada, bo = await server.browser(), await server.outsider()
        private = await ada.open(GAME, name="Ada")
        public = await ada.open(GAME, 3, name="Ada", is_public=True, pace="post", robots=["random"])
        own = msgspec.json.decode((await ada.http.get("/api/tables")).content, type=protocol.Tables)
        assert {listed.table for listed in own.own} == {private.table, public.table}
        assert all(listed.is_host and listed.yours == [0] for listed in own.own)
        others = msgspec.json.decode((await bo.http.get("/api/tables")).content, type=protocol.Tables)
        assert others.own == []
        (listed,) = others.public
        assert (listed.table, listed.pace, listed.yours, listed.is_host) == (public.table, "post", [], False)
        assert listed.robots == ["", "", "random"]
        nobody = msgspec.json.decode((await server.http().get("/api/tables")).content, type=protocol.Tables)
        assert nobody == others


async def test_no_digest_of_a_device_leaves_the_server(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        ada = await server.browser()
        made = await ada.open(GAME, name="Ada", is_public=True)
        for path in ("/api/tables", f"/api/tables/{made.table}"):
            told = (await ada.http.get(path)).text
            assert ada.holder not in told
            assert ada.secret not in told
            assert "holders" not in told


async def test_a_private_table_does_not_exist_for_strangers(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        ada, bo = await server.browser(), await server.outsider()
        made = await ada.open(GAME, name="Ada")
        strange = [await bo.http.get(f"/api/tables/{made.table}"), await bo.http.get(f"/api/tables/{made.table}?invite=wrong")]
        strange += [await server.http().get(f"/api/tables/{made.table}"), await bo.http.get("/api/tables/nowhere-at-all")]
        assert {reason(response, 404) for response in strange} == {"no-such-table"}
        assert len({response.text for response in strange}) == 1
        for path in ("delete", "game.json"):
            ask = bo.http.post if path == "delete" else bo.http.get
            assert (await ask(f"/api/tables/{made.table}/{path}")).text == strange[0].text
        for http, query in ((ada.http, ""), (bo.http, f"?invite={made.invite}"), (server.http(), f"?invite={made.invite}")):
            response = await http.get(f"/api/tables/{made.table}{query}")
            assert msgspec.json.decode(response.content, type=protocol.Listed).table == made.table


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({"game": "nobody-has-this"}, "no-such-game"),
        ({"seats": 16}, "option-refused"),
        ({"options": {"nonsense": 1}}, "option-refused"),
        ({"options": {"first": [1, {"a": []}]}}, "option-refused"),
        ({"robots": ["random"] * 3}, "too-few-chairs"),
        ({"robots": ["nobody"]}, "no-such-robot"),
        ({"robots": ["lesson"]}, "no-such-robot"),
        ({"name": "Ada", "begin": True}, "free-chairs"),
    ],
)
async def test_a_table_that_the_house_does_not_offer_is_refused(tmp_path: Path, asked: dict[str, Any], why: str) -> None:
    async with served(tmp_path) as server:
        ada = await server.browser()
        assert reason(await ada.http.post("/api/tables", content=new_table(**asked)), 404 if why == "no-such-game" else 409) == why
        assert await server.house.store.tables() == []


@pytest.mark.parametrize(
    ("sent", "named"),
    [
        (b"", "truncated"),
        (b"{", "truncated"),
        (b"[]", "object"),
        (b"\xff\xfe", "malformed"),
        (b'{"game": "x"}', "`seats`"),
        (new_table(seats="2"), "$.seats"),
        (new_table(seats=17), "$.seats"),
        (new_table(name=" Ada"), "$.name"),
        (new_table(name="x" * 25), "$.name"),
        (new_table(name="Ada\n"), "$.name"),
        (new_table(name="Ada\x1b[2J"), "$.name"),
        (new_table(name="\u202eadA"), "$.name"),
        (new_table(nonsense=1), "`nonsense`"),
        (new_table(pace="never"), "$.pace"),
        (new_table(robots=["UPPER"]), "$.robots[0]"),
        pytest.param(b'{"game": "x", "seats": 2, "options": {"a": ' + b"[" * 20_000 + b"]" * 20_000 + b"}}", "", id="deep"),
        pytest.param(b'{"game": "x", "seats": 2, "options": {"a": ' + b"9" * 20_000 + b"}}", "", id="huge"),
    ],
)
async def test_what_is_not_understood_is_refused_with_the_field_named(tmp_path: Path, sent: bytes, named: str) -> None:
    async with served(tmp_path) as server:
        response = await (await server.browser()).http.post("/api/tables", content=sent)
        assert reason(response, 400) == "malformed"
        assert named in response.json()["detail"]


async def test_a_body_is_at_most_64_kb(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        ada = await server.browser()
        room = BODY_BYTES - len(new_table(entropy=""))
        assert reason(await ada.http.post("/api/tables", content=new_table(entropy="x" * room)), 400) == "malformed"
        assert reason(await ada.http.post("/api/tables", content=new_table(entropy="x" * (room + 1))), 413) == "too-large"
        assert reason(await ada.http.post("/api/device", content=b"x" * (BODY_BYTES + 1)), 413) == "too-large"


async def test_new_tables_are_limited_for_each_address(tmp_path: Path) -> None:
    async with served(tmp_path, Limits(tables=Rate(3, 60)), proxies=("127.0.0.1",)) as server:
        ada, bo = await server.browser(), await server.outsider()
        for device in (ada, bo, ada):
            await device.open(GAME)
        for device in (ada, bo):
            assert reason(await device.http.post("/api/tables", content=new_table()), 429) == "too-many-tables"
        elsewhere = await bo.http.post("/api/tables", content=new_table(), headers={"X-Forwarded-For": "192.0.2.7"})
        assert elsewhere.status_code == 201
        server.hands.move(20)
        await ada.open(GAME)
        assert reason(await bo.http.post("/api/tables", content=new_table()), 429) == "too-many-tables"


@pytest.mark.parametrize("proxies", [(), ("127.0.0.2",), ("127.0.0.0/24",)])
async def test_a_proxy_elsewhere_is_believed_if_it_was_named(tmp_path: Path, proxies: tuple[str, ...]) -> None:
    async with served(tmp_path, Limits(tables=Rate(1, 60)), proxies=proxies) as server:
        ada = await server.outsider()
        async with httpx.AsyncClient(transport=httpx.AsyncHTTPTransport(local_address="127.0.0.2"), base_url=server.origin) as proxy:
            answers = [
                await proxy.post("/api/tables", content=new_table(), headers={**ada.http.headers, "X-Forwarded-For": f"192.0.2.{number}"})
                for number in range(2)
            ]
        assert [answer.status_code for answer in answers] == [201, 201 if proxies else 429]


async def test_a_finished_game_can_be_kept_as_a_file_and_not_before(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        ada, bo = await server.browser(), await server.outsider()
        made = await ada.open(GAME, name="Ada")
        assert reason(await ada.http.get(f"/api/tables/{made.table}/game.json"), 409) == "not-over"
        table = await finished(ada)
        kept = (await ada.http.get(f"/api/tables/{table}/game.json")).json()
        assert kept["table"] == table
        assert ada.holder not in json.dumps(kept)
        assert reason(await bo.http.get(f"/api/tables/{table}/game.json"), 404) == "no-such-table"


async def test_only_the_host_forgets_a_table_and_only_when_it_is_over(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        ada, bo = await server.browser(), await server.outsider()
        made = await ada.open(GAME, is_public=True)
        assert reason(await ada.http.post(f"/api/tables/{made.table}/delete"), 409) == "not-over"
        table = await finished(ada, is_public=True)
        watching = await bo.at(table)
        assert reason(await bo.http.post(f"/api/tables/{table}/delete"), 403) == "only-host"
        assert (await ada.http.post(f"/api/tables/{table}/delete")).status_code == 204
        assert (await watching.refusal()).reason == "no-such-table"
        assert (await watching.closed()).code == 1008
        assert reason(await ada.http.get(f"/api/tables/{table}"), 404) == "no-such-table"
        assert await server.house.store.tables() == [made.table]


# Everything else


async def test_files_are_limited_like_replays_until_they_are_made(tmp_path: Path) -> None:
    async with served(tmp_path, Limits(replays=Rate(1, 60))) as server:
        ada = await server.browser()
        first, second = [await finished(ada) for _ in range(2)]
        for _ in range(3):
            assert (await ada.http.get(f"/api/tables/{first}/game.json")).status_code == 200
        assert reason(await ada.http.get(f"/api/tables/{second}/game.json"), 429) == "too-many-replays"
        server.hands.move(60)
        assert (await ada.http.get(f"/api/tables/{second}/game.json")).status_code == 200


async def test_health_is_that_of_the_store_too(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        assert (await server.http().get("/healthz")).status_code == 200
        await server.house.store.close()
        ada = await server.browser()
        asked = [await ada.http.get(path) for path in ("/healthz", "/api/tables", "/api/tables/some-table")]
        asked.append(await ada.http.post("/api/tables", content=new_table()))
        assert {reason(response, 503) for response in asked} == {"store"}
        assert all(str(tmp_path) not in response.text for response in asked)
        assert len(server.failures) >= len(asked)
        await server.house.store.open()
        server.failures.clear()
        assert (await ada.http.post("/api/tables", content=new_table())).status_code == 201
        assert (await server.http().get("/healthz")).status_code == 200


async def test_health_is_that_of_the_disk_too(tmp_path: Path) -> None:
    with disk() as watched:
        async with served(tmp_path) as server:
            ada = await server.browser()
            watched.is_full = True
            assert reason(await ada.http.post("/api/tables", content=new_table()), 503) == "store"
            assert reason(await ada.http.get("/healthz"), 503) == "store"
            watched.is_full = False
            server.failures.clear()
            assert (await ada.http.post("/api/tables", content=new_table())).status_code == 201
            assert (await ada.http.get("/healthz")).status_code == 200


async def test_an_old_failure_to_keep_something_makes_nobody_ill_for_ever(tmp_path: Path) -> None:
    with disk() as watched:
        async with served(tmp_path) as server:
            ada = await server.browser()
            watched.is_full = True
            assert reason(await ada.http.post("/api/tables", content=new_table()), 503) == "store"
            watched.is_full = False
            server.failures.clear()
            server.later += UNHEALTHY_MS
            assert (await ada.http.get("/healthz")).status_code == 200


async def test_unknown_paths_and_wrong_methods_are_problems(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        http = server.http()
        for path in ("/nowhere", "/api", "/api/tables/", "/api/tables/a/b/c", "/ws", "/..%2f..%2fetc"):
            assert reason(await http.get(path), 404) == "no-such-page"
        refused = await http.request("PUT", "/api/tables")
        assert reason(refused, 405) == "wrong-method"
        assert {method.strip() for method in refused.headers["allow"].split(",")} == {"GET", "HEAD", "POST"}
        assert reason(await http.get("/api/device"), 405) == "wrong-method"


async def test_people_at_an_unknown_address_see_a_page(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        browser = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
        found = await server.http().get("/nowhere", headers=browser)
        assert (found.status_code, found.headers["content-type"].split(";")[0]) == (404, "text/html")
        assert found.text == (await server.http().get("/")).text
        assert reason(await server.http().get("/api/nowhere", headers=browser), 404) == "no-such-page"
        assert reason(await server.http().request("PUT", "/", headers=browser), 405) == "wrong-method"


async def test_a_mistake_of_ours_is_noted_and_not_shown(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        server.house.store.next_timer = None  # type: ignore[assignment,method-assign]
        response = await server.http().get("/healthz")
        assert reason(response, 503) == "failed"
        assert "Traceback" not in response.text
        assert response.headers["x-content-type-options"] == "nosniff"
        assert server.failures
        del server.house.store.next_timer  # type: ignore[attr-defined]
        server.failures.clear()


@pytest.mark.parametrize("path", ["/", "/healthz", "/api/games", "/api/tables", "/nowhere", "/api/device", "/api/tables/none-such"])
async def test_every_answer_carries_the_same_guards(tmp_path: Path, path: str) -> None:
    async with served(tmp_path) as server:
        headers = (await server.http().get(path)).headers
        policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
        assert policy["default-src"] == policy["script-src"] == "'self'"
        assert policy["frame-ancestors"] == policy["base-uri"] == policy["object-src"] == "'none'"
        assert policy["connect-src"].split()[:2] == ["'self'", f"ws://127.0.0.1:{server.settings.port}"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cache-control"] == ("no-cache" if path == "/" else "no-store")
        assert "access-control-allow-origin" not in headers


async def test_a_host_that_is_no_host_is_not_repeated(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        headers = (await server.http().get("/", headers={"Host": "x; script-src *"})).headers
        assert "script-src *" not in headers["content-security-policy"]


async def test_the_page_has_no_script_or_style_of_its_own(tmp_path: Path) -> None:
    """The policy allows neither: both come as files."""
    async with served(tmp_path) as server:
        page = (await server.http().get("/")).text
        assert re.findall(r"<script(?![^>]* src=)|<style|style=", page) == []
        assert all("/assets/" in source for source in re.findall(r"<script[^>]*>", page))


async def test_every_built_file_is_sent_as_what_it_is_and_nothing_else_is(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        http = server.http()
        script = re.findall(r'src="(/assets/[^"]+)"', (await http.get("/")).text)[0]
        plain = await http.get(script, headers={"Accept-Encoding": "identity"})
        packed = await http.get(script)
        assert (plain.status_code, packed.headers["content-encoding"], plain.content) == (200, "gzip", packed.content)
        assert plain.headers["content-type"].startswith("text/javascript")
        assert "immutable" in plain.headers["cache-control"]
        for path in ("/assets/nothing.js", "/assets/..%2findex.html", "/.stamp", "/unbuilt.html", "/assets/%2e%2e/%2e%2e/app.py"):
            assert reason(await http.get(path), 404) == "no-such-page"


async def test_where_the_web_table_is_not_built_a_page_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "_files", frozenset)
    async with served(tmp_path) as server:
        page = (await server.http().get("/t/anything1")).text
        assert "<script" not in page
        assert "/api/openapi.json" in page


async def test_head_is_answered_without_a_body(tmp_path: Path) -> None:
    async with served(tmp_path) as server:
        response = await server.http().head("/api/games")
        assert (response.status_code, response.content) == (200, b"")


def test_every_endpoint_is_described_with_all_that_it_may_refuse() -> None:
    told = document(ENDPOINTS)
    assert {(path, method) for path, methods in told["paths"].items() for method in methods} == {
        (one.path, one.method.lower()) for one in ENDPOINTS
    }
    made = told["paths"]["/api/tables"]["post"]
    assert set(made["responses"]) == {"201", "400", "401", "403", "404", "409", "413", "421", "429", "503"}
    assert made["requestBody"]["content"][JSON]["schema"] == {"$ref": "#/components/schemas/NewTable"}
    assert set(told["components"]["schemas"]) >= {"NewTable", "Made", "Tables", "Listed", "Games", "Moves", "Problem", "GameFile"}
