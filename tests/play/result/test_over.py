"""The end of a game in a real browser: the result, what is kept of it, and the rematch."""

from __future__ import annotations

import json
import re
import struct
from collections import Counter
from pathlib import Path

from playwright.sync_api import Page, expect

from filon.core.texts.notation import facts
from filon.house import protocol
from tests.play.steps.commands import finished, made, room_of, run_command
from tests.play.steps.page_checks import DESKTOP, PHONE, SHOTS, at_sizes, axe, looked_at, shot
from tests.play.steps.serving import Serving
from tests.play.steps.visiting import DOOR, Visit


def over(visit: Visit, server: Serving, seats: int = 2, **how: object) -> tuple[Page, str]:
    """A finished game that robots have played to its end for everybody."""
    page = visit(DOOR, **how)
    table = made(page, game="dig-mars", seats=seats, name="Ada", robots=["casual"] * (seats - 1), begin=True).table
    run_command(server, table, 0, protocol.Robot, seat=0, level="casual")
    finished(server, table)
    page.goto(f"/t/{table}")
    page.locator("#result").wait_for()
    return page, table


def test_the_result_is_explained(visit: Visit, server: Serving) -> None:
    page, table = over(visit, server)
    live = room_of(server, table).playing
    total = page.get_by_role("row", name="Total").get_by_role("cell")
    assert sorted(map(int, total.all_inner_texts())) == sorted(live.game.scores(live.table))
    expect(page.get_by_role("img", name="Scores from the first move to the last")).to_be_visible()
    page.get_by_role("button", name="Look at the board").click()
    page.locator("[data-anchor]").first.wait_for()
    page.get_by_role("button", name="Result").click()
    expect(page.get_by_role("row", name="Place")).to_be_visible()


def test_everybodys_points_are_in_sight_on_a_phone(visit: Visit, server: Serving) -> None:
    page, _ = over(visit, server, seats=4, size=PHONE, language="fr")
    last = page.get_by_role("row", name="Total").get_by_role("cell").last.bounding_box()
    assert last
    assert last["x"] + last["width"] <= PHONE[0]


def test_a_game_ends_while_one_watches(visit: Visit, server: Serving) -> None:
    page = visit(DOOR)
    table = made(page, game="dig-mars", seats=2, name="Ada", robots=["casual"], begin=True).table
    page.goto(f"/t/{table}")
    page.locator("[data-place]").first.wait_for()
    run_command(server, table, 0, protocol.Robot, seat=0, level="casual")
    finished(server, table)
    page.get_by_role("heading", name=re.compile("wins?\\b")).wait_for()


def test_the_game_is_kept_as_a_file_and_leads_to_its_replay(visit: Visit, server: Serving) -> None:
    page, table = over(visit, server)
    with page.expect_download() as download:
        page.get_by_role("link", name="Download").click()
    assert json.loads(download.value.path().read_text("utf-8"))["table"] == table
    page.get_by_role("link", name="Verify this game").click()
    expect(page.get_by_text("Yes: everything checks out.")).to_be_visible()


def test_one_click_begins_a_rematch_against_robots(visit: Visit, server: Serving) -> None:
    page, table = over(visit, server)
    page.get_by_role("button", name="Rematch", exact=True).click()
    page.wait_for_url(lambda url: table not in url)
    page.locator("[data-place]").first.wait_for()
    assert room_of(server, page.url.rpartition("/")[2]).chairs[0].entropy


def test_a_rematch_against_robots_by_other_rules_and_other_windows_follow(visit: Visit, server: Serving) -> None:
    page, table = over(visit, server)
    other = visit(f"/t/{table}", beside=page)
    page.get_by_role("button", name="Rematch with other options").click()
    page.get_by_label("Open: everyone sees all fortunes").check()
    page.get_by_text("Why? Rule DM-A", exact=False).first.click()
    expect(page.locator("dialog details[open] p").first).not_to_be_empty()
    axe(page)
    page.get_by_role("dialog").get_by_role("button", name="Start the game").click()
    page.wait_for_url(lambda url: table not in url)
    page.locator("[data-place]").first.wait_for()
    assert room_of(server, page.url.rpartition("/")[2]).opened.options["fortune"] == "open"
    other.get_by_role("link", name="Join the rematch").click()
    other.locator("[data-place]").first.wait_for()
    assert other.url.split("?")[0] == page.url


def test_a_rematch_of_people_says_who_is_missing_and_takes_chat_and_spectators_along(visit: Visit, server: Serving) -> None:
    page = visit("/rules/dig-mars")
    first = made(page, game="dig-mars", seats=2, name="Ada")
    link = f"/t/{first.table}?invite={first.invite}"
    guest = visit(link)
    guest.get_by_label("Your name").fill("Bram")
    guest.get_by_role("button", name="Join", exact=True).click()
    guest.get_by_label("Write a message").fill("good luck")
    guest.get_by_role("button", name="Send").click()
    expect(guest.get_by_text("good luck")).to_be_visible()
    onlooker = visit(link)
    run_command(server, first.table, 0, protocol.Begin)
    for seat in (0, 1):
        run_command(server, first.table, seat, protocol.Robot, seat=seat, level="casual")
    finished(server, first.table)
    page.goto(link)
    page.get_by_role("button", name="Rematch", exact=True).click()
    page.wait_for_url(lambda url: first.table not in url)
    expect(page.get_by_text("Bram is not here yet.").first).to_be_visible()
    expect(page.get_by_text("Everyone is here", exact=False)).to_have_count(0)
    expect(page.get_by_text("good luck")).to_be_visible()
    guest.get_by_text("A rematch has been created.").wait_for()
    shot(guest, "result-rematch", whole=True)
    guest.get_by_role("link", name="Join the rematch").click()
    expect(page.get_by_text("Everyone is here. Start when you like.").first).to_be_visible()
    onlooker.get_by_role("link", name="Watch the rematch").click()
    expect(onlooker.get_by_role("heading", name="Waiting for players")).to_be_attached()


def test_the_result_is_open_to_everybody(visit: Visit, server: Serving) -> None:
    page, _ = over(visit, server)
    page.get_by_role("img", name="Scores from the first move to the last").wait_for()
    lobby = page.get_by_role("link", name="Back to the lobby", exact=True)
    for _ in at_sizes(page, (PHONE, DESKTOP)):
        lobby.scroll_into_view_if_needed()  # or a phone's bar lies over a button halfway down
        looked_at(page, "result", whole=True)


def test_titles_are_told_from_the_log_and_the_best_move_leads_into_the_replay(visit: Visit, server: Serving) -> None:
    page, table = over(visit, server)
    live = room_of(server, table).playing
    dug = Counter(line.seat for line in live.played if line.move and facts(line.move)["kind"] == "dig")
    (best, most), (_, fewer) = dug.most_common(2)
    assert most > fewer
    name = page.get_by_role("columnheader").nth(1 + sorted(range(2), key=lambda seat: -live.game.scores(live.table)[seat]).index(best))
    shown = page.get_by_role("list", name="Titles").get_by_role("listitem").filter(has_text=f"Digging champion: {most} tiles dug")
    expect(shown).to_contain_text(name.locator(".name").inner_text())
    page.get_by_role("link", name=re.compile(r"Best move: .*, \+\d")).click()
    page.wait_for_url(re.compile(r"/replay/.*move=\d+&view=open"))
    expect(page.get_by_label("View as")).to_have_value("open")


def test_a_picture_of_the_result_is_drawn_to_be_sent(visit: Visit, server: Serving, tmp_path: Path) -> None:
    page, _ = over(visit, server, seats=4)
    page.get_by_role("list", name="Titles").wait_for()
    assert page.get_by_role("button", name="Send a picture").bounding_box()["y"] < 657  # type: ignore[index]
    with page.expect_download() as download:
        page.get_by_role("button", name="Send a picture").click()
    assert download.value.suggested_filename == "filon-dig-mars.png"
    picture = download.value.path().read_bytes()
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", picture[16:24]) == (1200, 630)
    assert len(picture) > 20_000  # a plain sheet has some thousand bytes
    if SHOTS.exists():
        (SHOTS / "result-picture.png").write_bytes(picture)
