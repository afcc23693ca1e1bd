"""Digger in a real browser: by mouse, by finger, by keyboard."""

from __future__ import annotations

import json
import re
from functools import partial

import pytest
from playwright.sync_api import Page, WebSocket, WebSocketRoute, expect

from filon.core.seats import UNKNOWN
from filon.house import protocol
from tests.play.boards.digging import AIR, PULL, STOW, TAKE, Digger
from tests.play.steps.commands import plays, run_command
from tests.play.steps.dealing import deal
from tests.play.steps.page_checks import DESKTOP, PHONE, TABLET, at_sizes, axe, fits, looked_at, middle, roams, shot
from tests.play.steps.serving import Serving
from tests.play.steps.visiting import DOOR, Visit

BOXES = "(all) => all.map((one) => JSON.stringify(one.getBoundingClientRect()))"
TAB_STOPS = "(all) => all.filter((one) => one.tabIndex === 0).length"
TOO_SMALL = """(all) => all.map((one) => [one.dataset.anchor, one.getBoundingClientRect()])
  .filter(([, box]) => box.width < 44 || box.height < 44).map(([name]) => name)"""
TOKENS = ("water", "gold", "ruby", "emerald", "diamond")
SLOW = {"pace": 10, "throws": 8}  # sand for five minutes
SOON = 4_000  # milliseconds: before a refusal goes away by itself


def test_a_whole_game_by_keyboard(visit: Visit, server: Serving) -> None:
    ada = Digger(visit, server, options=SLOW)
    while not ada.is_over:
        for _ in range(4):
            if ada.is_mine:
                ada.does(partial(ada.page.keyboard.press, "t"), AIR)
            takes_by_keys(ada)
        while ada.find(".cell.isLit").count():
            ada.stows(partial(ada.page.keyboard.press, "w"))
        if ada.is_mine:
            ada.does(partial(ada.page.keyboard.press, "x"), 0)
        ada.waits()
    room = server.does(server.served.house.rooms.load(ada.table)).room
    shot(ada.page, "digger-over")
    total = ada.page.locator("tr.total td")
    expect(total).to_have_count(3)
    assert sorted(map(int, total.all_inner_texts())) == sorted(room.game.scores(room.playing.table))
    assert ada.page.locator("tbody tr").count() == 4 + 2  # a row for each gem, the total and the rank
    shot(ada.page, "digger-result")


def takes_by_keys(ada: Digger) -> None:
    while ada.find(".heap.isLit").count():
        gem = str(ada.find(".heap.isLit").first.get_attribute("data-anchor")).removeprefix("pool:")
        ada.does(partial(ada.page.keyboard.press, str(TOKENS.index(gem) + 1)), TAKE)


def test_a_turn_by_finger(visit: Visit, server: Serving) -> None:
    ada = Digger(visit, server, size=PHONE, touch=True)
    fits(ada.page)
    ada.does(ada.find(".throw").tap, AIR)
    while not ada.find(".heap.isLit").count():
        ada.does(ada.find(".throw").tap, AIR)
    ada.does(ada.find(".heap.isLit").first.tap, TAKE)
    shot(ada.page, "digger-phone-turn")
    ada.stows(ada.find(".cell.isLit").tap)
    expect(ada.find(".throw")).to_be_disabled()
    ada.does(ada.find(".stop.isLit").tap, 0)
    assert not ada.is_mine


def test_a_token_is_dragged_to_the_loot_and_into_the_crate(visit: Visit, server: Serving) -> None:
    ada = Digger(visit, server, options=SLOW)
    ada.throws()
    while not ada.find(".heap.isLit:not(.dg-water)").count():
        ada.throws()
    heap = ada.find(".heap.isLit:not(.dg-water)").first
    gem = str(heap.get_attribute("data-anchor")).removeprefix("pool:")
    ada.page.mouse.move(**middle(heap))
    ada.page.mouse.down()
    ada.page.mouse.move(**middle(spot := ada.find(f'[data-drop="crate:{gem}"]')), steps=2)
    assert ada.page.locator(".ghost").evaluate("(one) => [one.offsetWidth, one.firstElementChild.clientWidth]") == [46, 46]
    expect(ada.page.locator("[data-over]")).to_have_count(0)
    ada.page.mouse.move(**middle(ada.find('[data-anchor="box"]')))
    expect(ada.find(".loot[data-over]")).to_have_count(1)  # the box inside it takes stowed water alone
    ada.does(ada.page.mouse.up, TAKE)
    ada.does(lambda: ada.find(f'[data-anchor="loot:{gem}"]').drag_to(spot), STOW)
    assert str(spot.get_attribute("aria-label")).startswith("1 ")


def test_clicks_that_come_too_soon_are_kept(visit: Visit, server: Serving) -> None:
    """Three heaps in a row, while the hand is still busy with the first."""
    ada = Digger(visit, server, options=SLOW)
    ada.throws()
    while (count := ada.find(".heap.isLit").count()) < 3:
        ada.throws()
    heaps = [str(ada.find(".heap.isLit").nth(i).get_attribute("data-anchor")) for i in range(count)]
    for heap in heaps:
        ada.find(f'[data-anchor="{heap}"]').click()
    for heap in heaps:  # time is left to itself: were it pushed on here and at the server while news is on its way, the two would disagree
        expect(ada.find(f'[data-anchor="{heap.replace("pool", "loot")}"]')).to_contain_class("isLit")


def test_a_second_click_on_throw_is_no_second_throw(visit: Visit, server: Serving) -> None:
    ada = Digger(visit, server, options=SLOW)
    ada.find(".throw").dblclick()
    expect(ada.find(".tray .says")).to_have_text("still rolling …")
    ada.find(".throw").click()
    ada.passes(AIR)
    expect(ada.find(".tray .says")).to_have_text("throw 1 of 8")
    ada.throws()
    expect(ada.find(".tray .says")).to_have_text("throw 2 of 8")


LOW = ((1280, 600), (1366, 657), (1024, 600), (844, 390), (720, 450), (320, 568), PHONE)


@pytest.mark.parametrize("first", [1, 2], ids=["digs", "looks-on"])
def test_the_board_is_whole_in_every_window(visit: Visit, server: Serving, first: int) -> None:
    """Also on a small phone, at 200 % zoom, and for the time master with the phrases."""
    ada = Digger(visit, server, seats=5, options={**SLOW, "first": first}, size=LOW[0])
    if first == 1:
        ada.throws()
        ada.takes()
    buttons = ada.find(":is(.throw, .stop)" if first == 1 else ".phrases")
    for width, _ in at_sizes(ada.page, LOW):
        shot(ada.page, f"digger-low-{first}-{width}")
        for part in (*ada.find(":is(.crate, .loot, .tray, .river)").all(), *buttons.all()):
            expect(part).to_be_in_viewport(ratio=0.95 if width <= PHONE[0] else 0.99)
        assert ada.board.evaluate("(one) => one.scrollHeight - one.clientHeight") <= 1
    if first == 1:
        asks_without_a_jump(ada)


def asks_without_a_jump(ada: Digger) -> None:
    """The question before the first stow moves nothing under the finger that answers it, and stays while somebody speaks."""
    parts = ada.find(":is(.crate, .loot, .mat, .throw, .stop, .tray)")
    before = [parts.evaluate_all(BOXES) for _ in at_sizes(ada.page, LOW)]
    ada.find(".cell.isLit").first.click()
    ada.find(".loot .asks").wait_for()
    assert [parts.evaluate_all(BOXES) for _ in at_sizes(ada.page, LOW)] == before
    seq = ada.seq
    run_command(ada.server, ada.table, 0, protocol.SayPhrase, phrase="plenty")
    ada.heard_more(seq)
    expect(ada.find(".loot .asks")).to_be_visible()


@pytest.mark.parametrize("size", [PHONE, TABLET, DESKTOP], ids=["phone", "tablet", "desktop"])
def test_a_refusal_is_in_nobodys_way_and_goes_with_the_next_move(visit: Visit, server: Serving, size: tuple[int, int]) -> None:
    """While the sand runs nobody has time to close it."""
    ada = Digger(visit, server, size=size)
    ada.find(".stop").click()
    toast = ada.page.get_by_role("region", name="Not possible")
    expect(toast).to_contain_text("Throw first")
    ada.find(".stop").click(trial=True, timeout=SOON)
    ada.find(".throw").click(timeout=SOON)
    expect(toast).to_be_hidden(timeout=SOON)


def test_a_turn_by_keyboard(visit: Visit, server: Serving) -> None:
    ada = Digger(visit, server, options=SLOW)
    keys = ada.page.keyboard
    ada.does(lambda: keys.press("t"), AIR)
    while not ada.find(".heap.isLit").count():
        ada.does(lambda: keys.press("t"), AIR)
    lit = str(ada.find(".heap.isLit").first.get_attribute("data-anchor"))
    number = TOKENS.index(lit.removeprefix("pool:")) + 1
    ada.does(lambda: keys.press(str(number)), TAKE)
    ada.stows(lambda: keys.press("w"))
    ada.does(lambda: keys.press("x"), 0)
    expect(ada.find(".drama.stopped")).to_contain_text("You stop, and keep it all.")
    expect(ada.find(".drama.stopped")).to_contain_text(re.compile(r"\d\.\d\ss of sand were left\."))
    assert not ada.is_mine


def test_whoever_was_at_a_button_goes_on_at_those_of_the_next_turn(visit: Visit, server: Serving) -> None:
    ada = Digger(visit, server)
    ada.find(".throw").focus()
    ada.does(lambda: ada.page.keyboard.press("Enter"), AIR)
    expect(ada.find(".throw")).to_be_focused()
    ada.find(".stop").focus()
    ada.does(lambda: ada.page.keyboard.press("Enter"), 0)
    expect(ada.find(".phrases button").first).to_be_focused()
    ada.waits()
    expect(ada.find(".throw")).to_be_focused()


def test_a_throw_is_told_in_one_sentence(visit: Visit, server: Serving) -> None:
    ada = Digger(visit, server)
    ada.throws()
    expect(ada.page.get_by_role("button", name=re.compile(r"^Dice: (\w+, ){4}\w+\.$"))).to_have_count(1)


def test_one_tab_stop_and_arrows_over_the_whole_board(visit: Visit, server: Serving) -> None:
    ada = Digger(visit, server)
    assert ada.find("[data-place]").evaluate_all(TAB_STOPS) == 1
    ada.find('[data-anchor="pool:gold"]').focus()
    ada.page.keyboard.press("ArrowRight")
    assert _focused(ada.page) == "pool:ruby"
    ada.page.keyboard.press("ArrowUp")
    assert _focused(ada.page).startswith("crate:")
    assert ada.find("[data-place]").evaluate_all(TAB_STOPS) == 1


def _focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.dataset.anchor"))


# A hand in somebody's crate


def _last(ada: Digger, server: Serving) -> str:
    """The hand's last verdict, once there is one."""
    for _ in range(10_000):
        room = server.does(server.served.house.rooms.load(ada.table)).room
        kinds = [room.game.Kind(line.move.kind).name for line in room.playing.played]
        if found := [kind for kind in kinds if kind in ("CLEAN", "TOUCHED", "LET_GO")]:
            return found[-1]
    raise AssertionError("no hand has moved")


def test_a_theft_by_mouse_is_clean_straight_up_the_middle(visit: Visit, server: Serving) -> None:
    ada = Digger(visit, server, options=SLOW)
    ada.reaches()
    ada.pulls(lambda: ada.drags(0, 1000))
    expect(ada.theft).to_have_count(0)
    assert _last(ada, server) == "CLEAN"


BURST = """() => {
    const look = () => {
        window.spark ||= document.querySelector('dialog .spark') !== null;
        window.burst ||= document.querySelector('.crate.isShaken .burst') !== null;
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true });
}"""


def test_a_theft_by_mouse_that_touches_ends_the_turn(visit: Visit, server: Serving) -> None:
    ada = Digger(visit, server, options=SLOW)
    ada.reaches()
    shot(ada.page, "digger-theft")
    to = 1 if ada.theft.locator("[data-side='1'] .frame").count() else -1
    ada.page.evaluate(BURST)
    ada.pulls(lambda: ada.drags(300 * to, 0))
    expect(ada.theft).to_have_count(0)
    assert ada.page.evaluate("window.spark && window.burst")  # in the close-up, then at the crate
    assert _last(ada, server) == "TOUCHED"
    assert not ada.is_mine


def test_a_token_let_go_inside_the_crate_stays_there(visit: Visit, server: Serving) -> None:
    ada = Digger(visit, server, options=SLOW)
    ada.reaches()
    ada.pulls(lambda: _lets_go(ada))
    expect(ada.theft).to_have_count(0)
    assert _last(ada, server) == "LET_GO"
    assert ada.is_mine


def _lets_go(ada: Digger) -> None:
    ada.drags(0, 200)
    ada.page.mouse.up()


def test_a_pull_no_hand_could_make_is_tried_again(visit: Visit, server: Serving) -> None:
    ada = Digger(visit, server, options=SLOW)
    ada.reaches()
    ada.drags(0, 1000, steps=2)
    expect(ada.theft.get_by_role("status")).to_contain_text("Try again")
    ada.page.mouse.up()
    ada.pulls(lambda: ada.drags(0, 1000))
    assert _last(ada, server) == "CLEAN"


@pytest.mark.parametrize("is_safe", [True, False])
def test_a_theft_by_keyboard_is_a_marker_to_be_stopped(visit: Visit, server: Serving, is_safe: bool) -> None:
    ada = Digger(visit, server, options=SLOW)
    ada.reaches(lambda spot: (spot.focus(), ada.page.keyboard.press("Enter")))
    ada.theft.locator(".bar").wait_for()
    shot(ada.page, "digger-marker")
    ada.pulls(lambda: _stop_when(ada, is_safe))
    expect(ada.theft).to_have_count(0)
    assert _last(ada, server) == ("CLEAN" if is_safe else "TOUCHED")


def _stop_when(ada: Digger, is_safe: bool) -> None:
    """The page's clock stands still but for what the test lets pass, as much as at the server: so the marker waits for the key."""
    last = ada.pauses()
    place = "[...document.querySelectorAll('.bar i')].map((one) => [parseFloat(one.style.left), parseFloat(one.style.width)])"
    for _ in range(500):
        last = ada.follows(last)
        (left, wide), (at, _) = ada.page.evaluate(place)
        inside = min(at - left, left + wide - at)
        if inside > 2 if is_safe else inside < -5:
            ada.page.keyboard.press("Enter")
            return ada.page.clock.resume()
    raise AssertionError("the marker never came there")


def test_a_hand_that_cannot_take_hold_says_why_and_may_try_again(visit: Visit, server: Serving) -> None:
    ada, is_busy = Digger(visit, server, options=SLOW), [True]

    def on_the_way(page: WebSocketRoute) -> None:
        line = page.connect_to_server()

        def hears(said: str | bytes) -> None:
            command = json.loads(said)
            if command.get("command") == "grab" and is_busy:
                return page.send(json.dumps({"says": "refused", "id": command["id"], "reason": "too-busy"}))
            return line.send(said)

        page.on_message(hears)

    ada.page.route_web_socket("**/ws", on_the_way)
    ada.page.reload()
    ada.board.wait_for()
    ada.reaches()
    expect(ada.theft.get_by_role("alert")).to_contain_text("Try again")
    shot(ada.page, "digger-theft-refused")
    ada.theft.get_by_role("button", name="Close").click()
    expect(ada.theft).to_have_count(0)
    is_busy.clear()
    ada.find(".acts").get_by_role("button", name="Try again").click()
    ada.pulls(lambda: ada.drags(0, 1000))
    assert _last(ada, server) == "CLEAN"


def test_chance_reaches_in_where_a_seat_wants_it(visit: Visit, server: Serving) -> None:
    ada = Digger(visit, server, options={**SLOW, "hand": "roll"})
    ada.reaches()
    assert ada.theft.count() == 0
    ada.passes(PULL)
    assert _last(ada, server) in ("CLEAN", "TOUCHED")


STAGES = ((1440, 900), (844, 390), (390, 844), (320, 568), (720, 450))


def test_the_close_up_of_a_theft_is_whole_in_every_window(visit: Visit, server: Serving) -> None:
    ada = Digger(visit, server, options=SLOW)
    ada.reaches()
    for width, _ in at_sizes(ada.page, STAGES):
        shot(ada.page, f"digger-theft-{width}")
        for part in (ada.theft.locator(".tweezers"), *ada.theft.locator(".frame, .edge, .acts").all()):
            expect(part).to_be_in_viewport()
        for part in ada.theft.locator(".frame, .edge, .btn").all():
            expect(part).to_be_in_viewport(ratio=0.97)
        assert ada.theft.evaluate("(one) => one.scrollHeight - one.clientHeight") <= 1


def test_what_somebody_says_covers_no_stack(visit: Visit, server: Serving) -> None:
    """It may be robbed meanwhile."""
    ada = Digger(visit, server, options={**SLOW, "first": 2})
    ada.find(".phrases button").last.click()
    said = ada.find(".mine .says").bounding_box()
    wells = ada.find(".mine .spots").bounding_box()
    assert said
    assert wells
    assert said["y"] + said["height"] <= wells["y"] + 3


# The end


def test_a_river_that_nobody_empties_is_said_to_end_the_game(visit: Visit, server: Serving) -> None:
    page = visit(DOOR)
    table = deal(server, page, "digger", 2, 2, options={"first": 1, "pace": "unlimited"})
    page.goto(f"/t/{table}?seat=0")
    said = page.get_by_text("6 rounds without water for the box: after 12 the game ends.")  # DG-A26
    for _ in range(12):
        expect(said).to_have_count(0)
        plays(server, table, "throw")
        server.pass_time(AIR)
        plays(server, table, "stop")
    expect(said).to_be_visible()
    axe(page)


# The sand


def test_the_sand_is_nowhere_in_the_diggers_page(visit: Visit, server: Serving) -> None:
    heard: list[str] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: heard.append(str(frame)))

    ada = Digger(visit, server, on_socket=listen)
    ada.throws()
    ada.takes()
    news = [said for said in map(json.loads, heard) if said["says"] == "news"]
    assert {said["view"]["sand"] for said in news} == {UNKNOWN}
    told = [line["move"] for said in news for line in said["lines"] if line.get("move", {}).get("kind") == "glass"]
    assert told == [{"kind": "glass", "sand": "?"}]
    assert ada.find(".isSeen").count() == 0
    assert "s left" not in ada.page.content()


def test_the_time_master_sees_the_sand_run_and_may_say_anything(visit: Visit, server: Serving) -> None:
    ada = Digger(visit, server, options={"first": 2})
    expect(ada.find("figure.isSeen")).to_have_count(1)
    seconds = []
    while not ada.is_mine and len(seconds) < 3:
        ada.passes(3)
        if "s left" in (said := ada.find("figcaption b").inner_text()):
            seconds.append(int(said.split()[0]))
    assert seconds
    assert seconds == sorted(seconds, reverse=True)
    assert len(seconds) < 3 or seconds[0] > seconds[2]  # of two clocks that are put on in turn: a step may show later
    ada.find(".phrases button").first.click()
    expect(ada.find(".crate.isNear .says")).to_have_text("Plenty of time!")
    shot(ada.page, "digger-time-master")


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_when_the_sand_is_out_the_loot_goes_back(visit: Visit, server: Serving, motion: str) -> None:
    ada = Digger(visit, server, reduced_motion=motion)
    ada.does(ada.find(".throw").click, AIR)
    seq = ada.seq
    server.pass_time(40)
    ada.heard_more(seq)
    expect(ada.find(".drama.sand-out")).to_contain_text("The hourglass ran")
    shot(ada.page, "digger-sand-out")
    assert not ada.is_mine


# Eyes


def test_it_can_be_read_by_everybody(visit: Visit, server: Serving) -> None:
    ada = Digger(visit, server, seats=4)
    ada.throws()
    ada.takes()
    for _ in at_sizes(ada.page):
        looked_at(ada.page, "digger")
        roams(ada.board)
        assert ada.find("[data-place]").evaluate_all(TOO_SMALL) == []
        expect(ada.find(".throw")).to_be_in_viewport(ratio=1)
        expect(ada.find(".crate h2").first).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("language", ["fr", "nl"])
def test_it_speaks_your_language(visit: Visit, server: Serving, language: str) -> None:
    ada = Digger(visit, server, seats=5, options={"crates": "black"}, language=language, size=PHONE)
    ada.throws()
    fits(ada.page)
    shot(ada.page, f"digger-{language}")
    assert ada.find(".stop").inner_text().startswith("STOP")
    assert not [text for text in ada.find("[data-place]").all_inner_texts() if "table." in text]


def test_it_can_be_read_while_stealing(visit: Visit, server: Serving) -> None:
    ada = Digger(visit, server, options=SLOW, size=PHONE)
    ada.reaches()
    axe(ada.page, "dialog")
    fits(ada.page)
    shot(ada.page, "digger-theft-phone")
