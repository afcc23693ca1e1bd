"""Looking back at finished games, and verifying them, in a real browser."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from filon.core.game import found
from filon.house import protocol
from filon.house.records.game_file import game_file, text_of
from filon.research.match import match_of, play
from tests.house.finished import finished
from tests.play.steps.commands import finished as finished_by_robots
from tests.play.steps.commands import made, run_command
from tests.play.steps.page_checks import PHONE, at_sizes, axe, fits, looked_at, shot
from tests.play.steps.serving import Serving
from tests.play.steps.visiting import CUT, DOOR, Visit
from tests.server.served import a_game

GAMES = list(found())
SAID = {
    "en": ("Verify this game", "Was the shuffle fair?"),
    "fr": ("Vérifier cette partie", "Le tirage était-il équitable"),
    "nl": ("Controleer dit spel", "Is alles eerlijk verlopen?"),
}


ENTRY_WIDTH = """(list) => {
  const pen = document.createElement('canvas').getContext('2d');
  pen.font = getComputedStyle(list).font;
  const { paddingLeft, paddingRight } = getComputedStyle(list);
  return pen.measureText(list.selectedOptions[0].text).width + parseFloat(paddingLeft) + parseFloat(paddingRight);
}"""  # in CSS pixels, of the chosen entry


@cache
def written(name: str) -> str:
    return text_of(game_file(finished(name, 5)))


def chosen(page: Page, folder: Path, text: str) -> None:
    path = folder / "game.json"
    path.write_text(text, "utf-8")
    page.locator("input[type=file]").set_input_files(path)


def stands(page: Page, line: int) -> None:
    expect(page.get_by_role("slider", name="Move")).to_have_value(str(line))


@pytest.mark.parametrize("name", GAMES)
def test_a_file_is_looked_at_line_by_line(name: str, visit: Visit, tmp_path: Path) -> None:
    page = visit("/replay")
    chosen(page, tmp_path, written(name))
    stands(page, 0)
    for key, line in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("Home", 0)):
        page.keyboard.press(key)
        stands(page, line)
    page.keyboard.press("End")
    slider = page.get_by_role("slider", name="Move")
    expect(slider).to_have_value(slider.get_attribute("max") or "")
    expect(page.get_by_role("button", name="Next move")).to_be_disabled()
    page.keyboard.press("Home")
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(slider).to_have_value(re.compile("[2-9]"))
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


@pytest.mark.parametrize("name", GAMES)
def test_a_game_of_the_arena_is_looked_at_in_the_same_way_and_has_nothing_to_verify(name: str, visit: Visit, tmp_path: Path) -> None:
    page = visit("/replay")
    chosen(page, tmp_path, play(match_of(name, ["random"], 2, 1), 0, with_transcript=True).text)
    stands(page, 0)
    page.keyboard.press("End")
    expect(page.get_by_role("button", name="Next move")).to_be_disabled()
    expect(page.locator("aside ol button").first).to_be_visible()
    expect(page.get_by_role("button", name=SAID["en"][0])).to_have_count(0)


@pytest.mark.parametrize("name", GAMES)
def test_the_log_goes_along_and_leads_to_its_lines(name: str, visit: Visit, tmp_path: Path) -> None:
    page = visit("/replay")
    chosen(page, tmp_path, written(name))
    lines = page.locator("aside ol button")
    lines.nth(7).click()
    expect(lines.nth(7)).to_have_attribute("aria-current", "step")
    page.get_by_role("button", name="Previous move").click()
    expect(lines.nth(7)).not_to_have_attribute("aria-current", "step")


def test_on_a_phone_the_log_scrolls_by_itself(visit: Visit, tmp_path: Path) -> None:
    page = visit("/replay", size=PHONE)
    chosen(page, tmp_path, written(GAMES[0]))
    stands(page, 0)
    page.keyboard.press("End")
    here = page.locator("aside ol [aria-current=step]")
    here.wait_for()
    assert here.evaluate("(line) => line.closest('ol').clientHeight < innerHeight / 2")
    assert here.evaluate("(line) => line.closest('ol').scrollTop > 0")


def test_on_a_phone_every_button_is_in_sight_and_the_bar_stays_small(visit: Visit, tmp_path: Path) -> None:
    page = visit("/replay", size=PHONE)
    chosen(page, tmp_path, written("digger"))
    stands(page, 0)
    expect(page.get_by_text("not started yet")).to_be_visible()  # the sand, which is not "no time limit"
    bar = page.get_by_role("banner")
    for _, height in at_sizes(page, (PHONE, (320, 568))):
        for what in (*bar.get_by_role("button").all(), bar.get_by_role("combobox")):
            if what.is_visible():
                expect(what).to_be_in_viewport(ratio=1)
        assert bar.evaluate("(one) => one.clientHeight") < height / 5
    axe(page)
    for width, height in at_sizes(page, ((844, 390), (720, 450), (320, 568))):
        shot(page, f"replay-low-{width}")
        fits(page)
        assert page.locator(".board").first.evaluate("(one) => one.clientHeight") > height / 2
        for what in page.locator(".controls :is(button, select)").all():
            expect(what).to_be_in_viewport(ratio=0.99)


def test_another_viewpoint_stays_at_the_line(visit: Visit, tmp_path: Path) -> None:
    page = visit("/replay")
    chosen(page, tmp_path, written(a_game().name))
    stands(page, 0)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    eyes = page.get_by_label("View as")
    for seen in ("everything open", "Person 1", "spectator"):
        with page.expect_response("**/api/replay?*"):
            eyes.select_option(label=seen)
        stands(page, 2)


def test_a_finished_table_has_its_replay_and_its_file(visit: Visit, server: Serving) -> None:
    page = visit(DOOR)
    made = page.evaluate(
        """async (game) => {
            await fetch('/api/device', { method: 'POST' });
            const body = JSON.stringify({ game, seats: 2, robots: ['random', 'random'], begin: true });
            return (await (await fetch('/api/tables', { method: 'POST', body })).json()).table;
        }""",
        a_game().name,
    )
    hosted = server.does(server.served.house.rooms.load(made))
    while hosted.room.status != "over":
        server.does(server.served.house.settled())
    page.goto("/replay")
    page.locator(f'a[href="/replay/{made}"]').click()
    stands(page, 0)
    with page.expect_download() as download:
        page.get_by_role("button", name="Download").click()
    assert json.loads(download.value.path().read_text("utf-8"))["table"] == made
    page.get_by_role("button", name="Verify this game").click()
    expect(page.get_by_text("Yes: everything checks out.")).to_be_visible()


def test_a_game_is_verified_without_the_server_and_without_webcrypto(visit: Visit, tmp_path: Path) -> None:
    page = visit("/replay", nearby=True)
    assert page.evaluate("!window.isSecureContext && !crypto.subtle")
    chosen(page, tmp_path, written(GAMES[-1]))
    page.get_by_role("button", name="Verify this game").click()
    expect(page.get_by_text("Yes: everything checks out.")).to_be_visible()
    expect(page.get_by_text("These people added to the shuffle, in this order: Person 0, Person 1.")).to_be_visible()
    page.get_by_role("button", name="Close").click()
    page.context.set_offline(True)
    page.get_by_role("button", name="Verify this game").click()
    expect(page.get_by_text("Yes: everything checks out.")).to_be_visible()


def test_a_game_is_verified_from_a_cold_start_without_a_network(visit: Visit, tmp_path: Path) -> None:
    visit.wants(*CUT)
    page = visit("/replay", offline=True)
    page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
    page.context.set_offline(True)
    page.reload()
    chosen(page, tmp_path, written(GAMES[-1]))
    expect(page.get_by_text("Yes: everything checks out.")).to_be_visible()
    axe(page)


def test_a_game_with_another_secret_is_said_not_to_fit(visit: Visit, tmp_path: Path) -> None:
    game = json.loads(written(GAMES[-1]))
    game["opened"]["commit"] = "0" * 64
    page = visit("/replay")
    chosen(page, tmp_path, json.dumps(game))
    page.get_by_role("button", name="Verify this game").click()
    expect(page.get_by_text("No: something does not match.")).to_be_visible()
    expect(page.get_by_text("Log entry 1, the fingerprint of the secret:")).to_be_visible()


def cut_short() -> str:
    game = json.loads(written(GAMES[0]))
    return json.dumps({**game, "lines": game["lines"][:-5]})


@pytest.mark.parametrize("text", [cut_short, lambda: "dear diary", lambda: "[]"], ids=["cut short", "a letter", "something else"])
def test_a_file_that_is_no_game_is_refused_kindly(visit: Visit, tmp_path: Path, text: Callable[[], str]) -> None:
    visit.wants("a status of 400", "a status of 409")  # the browser notes every answer that is no 200
    page = visit("/replay")
    chosen(page, tmp_path, text())
    expect(page.get_by_role("alert")).to_contain_text("not a Filon game that can be replayed here")
    chosen(page, tmp_path, written(GAMES[0]))
    stands(page, 0)


def test_looking_back_is_open_to_everybody(visit: Visit, tmp_path: Path) -> None:
    page = visit("/replay")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    for _ in at_sizes(page):
        looked_at(page, "replay-choose")
    chosen(page, tmp_path, written(GAMES[2]))
    stands(page, 0)
    page.keyboard.press("End")
    page.get_by_role("button", name="Verify this game").click()
    expect(page.get_by_text("Yes: everything checks out.")).to_be_visible()
    for _ in at_sizes(page):
        looked_at(page, "replay", whole=True)


@pytest.mark.parametrize("language", SAID)
def test_looking_back_speaks_three_languages(language: str, visit: Visit, tmp_path: Path) -> None:
    page = visit("/replay", language=language, size=PHONE)
    chosen(page, tmp_path, written(GAMES[0]))
    page.get_by_role("button", name=SAID[language][0]).click()
    expect(page.get_by_role("heading", name=SAID[language][1])).to_be_visible()
    fits(page)


@pytest.mark.parametrize("name", GAMES)
def test_with_everything_open_the_log_misses_no_value(name: str, visit: Visit, tmp_path: Path) -> None:
    page = visit("/replay")
    chosen(page, tmp_path, written(name))
    stands(page, 0)
    eyes = page.get_by_label("View as")
    with page.expect_response("**/api/replay?*"):
        eyes.select_option(value="open")
    stands(page, 0)
    entries = page.locator("aside ol")
    expect(entries).not_to_contain_text("–")  # what a text shows where a value is missing
    expect(entries).not_to_contain_text(re.compile(r"\bnone\b"))
    if name == "dig-mars":
        expect(page.locator(".face text.fortune")).to_have_count(16)
    page.evaluate("document.fonts.ready.then(() => undefined)")
    assert eyes.evaluate(ENTRY_WIDTH) <= eyes.evaluate("(list) => list.clientWidth")
    shot(page, f"replay-open-{name}")


def test_a_private_game_is_shared_with_move_and_viewpoint_once_a_player_says_so(visit: Visit, server: Serving) -> None:
    page = visit("/rules/dig-mars")
    first = made(page, game="dig-mars", seats=2, name="Ada", robots=["casual"], begin=True)
    run_command(server, first.table, 0, protocol.Robot, seat=0, level="casual")
    finished_by_robots(server, first.table)
    visit.wants("404")
    stranger = visit(f"/replay/{first.table}")
    expect(stranger.get_by_role("alert")).to_have_text(
        "This replay is not available. Perhaps the game is private, and nobody who played has shared it."
    )
    onlooker = visit(f"/replay/{first.table}?invite={first.invite}")
    onlooker.get_by_role("button", name="Share", exact=True).click()
    expect(onlooker.get_by_text("Only somebody who played it can share it.")).to_be_visible()
    page.goto(f"/replay/{first.table}")
    page.get_by_label("View as").select_option("everything open")
    page.get_by_role("slider", name="Move").fill("6")
    page.get_by_role("button", name="Share", exact=True).click()
    axe(page)
    shot(page, "replay-share-ask")
    page.get_by_role("button", name="Share this game").click()
    link = page.get_by_label("Link to this replay").input_value()
    assert link.endswith(f"/replay/{first.table}?move=7&view=open")
    axe(page)
    shot(page, "replay-share")
    stranger.goto(link)
    stands(stranger, 6)
    expect(stranger.get_by_label("View as")).to_have_value("open")
    stranger.get_by_role("button", name="Share", exact=True).click()
    expect(stranger.get_by_label("Link to this replay")).to_have_value(link)
