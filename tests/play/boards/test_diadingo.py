"""Diadingo's board in a real browser: by mouse, by finger, by keyboard; what it shows and what it never does."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import Page, expect

from filon.games.diadingo.parts import CARDS, FIXED, PLACES, Phase
from tests.play.boards.diadingo import TO_DO, Play, a_ring_first, acts, diamond, draw, lift, two_alike_then_a_theft
from tests.play.steps.page_checks import PHONE, at_sizes, axe, fills, looked_at, middle, roams, shot
from tests.play.steps.serving import Serving
from tests.play.steps.visiting import Visit

LOW, ZOOMED = (844, 390), (683, 328)  # a phone held sideways; a laptop at 200 %
LAPTOPS = (1280, 600), (1366, 657)
SPILLED = """(all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.dataset.anchor)"""


@pytest.fixture
def play(server: Serving, visit: Visit) -> Callable[..., Play]:
    return partial(Play, server, visit)


TRAY = "JSON.stringify(document.querySelector('.tray')?.getBoundingClientRect() ?? '').replaceAll('\"\"', '')"


# Whole games and turns


def test_the_pile_and_the_tray_are_whole_in_a_low_window(play: Callable[..., Play]) -> None:
    [page] = play(seats=4, size=LOW).pages
    for width, height in at_sizes(page, (LOW, ZOOMED, *LAPTOPS)):
        shot(page, f"diadingo-low-{width}")
        expect(page.locator(".pile")).to_be_in_viewport(ratio=1)
        expect(page.locator(".tray")).to_be_in_viewport(ratio=0.98)
        assert page.locator(".tray").evaluate("(one) => one.clientWidth") >= height * (0.8 if width > 1000 else 0.5)
        assert page.locator(".plaque").evaluate_all(SPILLED) == []


def test_a_game_against_robots_by_keyboard(play: Callable[..., Play]) -> None:
    game = play(seats=2)
    [page] = game.pages
    page.locator(".pile").focus()
    trays = {page.evaluate(TRAY)}
    while not acts(page, by_key=True):
        trays.add(page.evaluate(TRAY))
    assert len(trays - {""}) == 1  # what players remember stays where it is
    table = game.table
    assert table.phase == Phase.OVER
    shot(page, "diadingo-result")
    page.get_by_role("button", name="Look at the board").click()
    expect(page.locator(".spot.stays")).to_have_count(FIXED)
    expect(page.locator(".spot.gap")).to_have_count(table.lifted)
    expect(page.locator(".pile")).to_have_text(str(CARDS - table.drawn))
    shot(page, "diadingo-over")


def test_a_diamond_comes_off_and_is_set_on_the_ring(play: Callable[..., Play]) -> None:
    game = play(seats=2, wanted=a_ring_first)
    [page] = game.pages
    place = game.a_place(fixed=0)
    draw(page)
    lift(page, place)
    expect(diamond(page, place)).to_have_class(re.compile("gap"))
    expect(diamond(page, place)).to_have_accessible_name(f"Empty place of diamond {place}")
    expect(page.locator(".plaque.own .ring:not(.empty)")).to_have_count(1)


def test_a_double_click_is_one_move(play: Callable[..., Play]) -> None:
    game = play(seats=2, people=2, wanted=a_ring_first, reduced_motion="no-preference")
    page, _ = game.pages
    page.locator(".pile.lit").dblclick()
    page.locator(".tray.lit").wait_for()
    assert not page.get_by_role("region", name="Not possible").count()
    diamond(page, game.a_place(fixed=1)).dblclick()
    expect(page.locator(".tray.lit")).to_have_count(0)
    assert not page.get_by_role("region", name="Not possible").count()
    assert game.table.drawn == 1


def test_a_diamond_can_be_dragged(play: Callable[..., Play]) -> None:
    game = play(seats=2, wanted=a_ring_first, reduced_motion="no-preference")
    [page] = game.pages
    place = game.a_place(fixed=0)
    draw(page)
    page.locator(".tray.lit").wait_for()
    at = middle(diamond(page, place))
    page.mouse.move(**at)
    page.mouse.down()
    page.mouse.move(at["x"] + 40, at["y"] - 70, steps=5)
    expect(diamond(page, place)).to_have_class(re.compile("held"))
    assert diamond(page, place).locator(".gem").evaluate("(gem) => gem.style.translate") != ""
    shot(page, "diadingo-pull")
    page.mouse.up()
    expect(diamond(page, place)).to_have_class(re.compile("gap"))


def test_a_turn_by_keyboard(play: Callable[..., Play]) -> None:
    game = play(seats=2, wanted=a_ring_first)
    [page] = game.pages
    place = game.a_place(fixed=0)
    assert tab_stops(page) == 1
    page.locator(".pile").focus()
    page.keyboard.press("End")
    expect(diamond(page, PLACES)).to_be_focused()
    page.keyboard.press("Home")
    expect(page.locator(".pile")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".spot:focus")).to_have_count(1)  # the ring is drawn: on to the tray
    before = page.locator(".spot:focus").get_attribute("aria-label")
    page.keyboard.press("ArrowUp")
    assert page.locator(".spot:focus").get_attribute("aria-label") != before
    page.keyboard.type(str(place))
    expect(diamond(page, place)).to_be_focused()
    page.keyboard.press("Enter")
    expect(diamond(page, place)).to_have_class(re.compile("gap"))
    expect(diamond(page, place)).to_be_focused()
    assert tab_stops(page) == 1


def tab_stops(page: Page) -> int:
    return int(page.locator(".board [data-place]").evaluate_all("(places) => places.filter((one) => one.tabIndex === 0).length"))


def test_a_turn_by_touch(play: Callable[..., Play]) -> None:
    game = play(seats=2, wanted=a_ring_first, size=PHONE, touch=True)
    [page] = game.pages
    place = game.a_place(fixed=0)
    page.locator(".pile.lit").tap()
    page.locator(".tray.lit").wait_for()
    diamond(page, place).tap()
    expect(diamond(page, place)).to_have_class(re.compile("gap"))


def test_a_finger_slides_to_the_right_diamond(play: Callable[..., Play]) -> None:
    """On a phone diamonds are smaller than fingers: what is under one shows beside it, and it may slide before it lets go."""
    game = play(seats=2, wanted=a_ring_first, size=PHONE, touch=True)
    [page] = game.pages
    wrong, right = game.a_place(fixed=1), game.a_place(fixed=0)
    page.locator(".pile.lit").tap()
    page.locator(".tray.lit").wait_for()
    finger = page.context.new_cdp_session(page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [middle(diamond(page, wrong))]})
    expect(page.locator(".loupe b")).to_have_text(str(wrong))
    finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [middle(diamond(page, right))]})
    expect(page.locator(".loupe b")).to_have_text(str(right))
    shot(page, "diadingo-loupe")
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(diamond(page, right)).to_have_class(re.compile("gap"))
    assert sum(game.table.player[0].set) == 1


def test_what_is_out_of_turn_is_said_and_changes_nothing(play: Callable[..., Play]) -> None:
    game = play(seats=2)
    [page] = game.pages
    diamond(page, 7).click()
    expect(page.get_by_text("Draw a card first.").first).to_be_visible()
    assert game.table.drawn == 0
    expect(diamond(page, 7)).to_have_class(re.compile("there"))


# The thief


@pytest.mark.parametrize("by", ["picker", "ring"])
def test_a_theft_chosen_by_mouse(play: Callable[..., Play], by: str) -> None:
    game = play(seats=2, people=2, wanted=two_alike_then_a_theft)
    thief, victim = game.pages
    draw(thief)
    lift(thief, game.a_place(fixed=1))
    draw(victim)
    lift(victim, game.a_place(fixed=0))
    draw(thief)
    choice = thief.get_by_role("button", name=re.compile("^Rob Otto: the diamond on a "))
    expect(choice).to_have_count(1)
    shot(thief, f"diadingo-theft-{by}")
    axe(thief)
    (choice if by == "picker" else thief.locator('[data-anchor="seat-1"] [data-rob]')).click()
    expect(choice).to_have_count(0)
    expect(thief.locator(".plaque.own .ring:not(.empty)")).to_have_count(1)
    expect(victim.locator(".plaque.own .ring.empty")).to_have_count(1)
    expect(victim.locator(".pile.lit")).to_have_count(1)  # DI-18


def test_a_theft_can_be_set_aside_by_keyboard(play: Callable[..., Play]) -> None:
    game = play(seats=2, people=2, wanted=two_alike_then_a_theft, size=PHONE)
    thief, victim = game.pages
    draw(thief)
    lift(thief, game.a_place(fixed=1))
    draw(victim)
    lift(victim, game.a_place(fixed=0))
    thief.locator(".pile.lit").focus()
    thief.keyboard.press("Enter")
    expect(thief.locator("[data-theft]").first).to_be_focused()
    shot(thief, "diadingo-theft-phone")
    thief.keyboard.press("ArrowDown")
    expect(thief.get_by_role("button", name="Discard the theft")).to_be_focused()
    thief.keyboard.press("Enter")
    expect(thief.locator(".pile")).to_be_focused()  # DI-A2: one draws again
    assert game.table.turn == 0


# Options


def test_debts_in_the_game_for_professionals(play: Callable[..., Play]) -> None:
    game = play(seats=2, options={"debts": True}, wanted=a_ring_first)
    [page] = game.pages
    draw(page)
    lift(page, game.a_place(fixed=1))
    owed = game.table.value[game.table.tray[0].pile[0]]
    expect(page.locator(".plaque.own b").first).to_have_text(f"−${owed:,}")
    expect(page.locator(".plaque.own .ring.empty b")).to_have_text(f"−{owed}")


WATCH = """(board) => {
    window.tried = [];
    const note = ({ target }) => target.classList.contains('tried') && window.tried.push(target.dataset.anchor);
    new MutationObserver((all) => all.forEach(note)).observe(board, { subtree: true, attributeFilter: ['class'] });
}"""


@pytest.mark.parametrize("memory", ["own", "notes"])
def test_a_try_is_marked_only_by_notes(play: Callable[..., Play], memory: str) -> None:
    game = play(seats=2, people=2, options={"memory": memory}, wanted=a_ring_first)
    page, _ = game.pages
    place = game.a_place(fixed=1)
    draw(page)
    page.locator(".board").evaluate(WATCH)
    lift(page, place)
    page.wait_for_function("window.tried.length")
    assert page.evaluate("[...new Set(window.tried)]") == [f"diamond-{place}"]  # shown once, as it happens
    expect(page.locator(".spot.tried")).to_have_count(0)
    assert diamond(page, place).evaluate("(one) => one.classList.contains('stays')") == (memory == "notes")


def test_several_games_keep_a_running_score(play: Callable[..., Play]) -> None:
    game = play(seats=2, options={"games": 2})
    [page] = game.pages
    expect(page.get_by_text("Game 1 of 2").first).to_be_visible()
    while game.table.game == 0:
        acts(page)
    expect(page.get_by_text("Game 2 of 2").first).to_be_visible()
    expect(page.locator(".spot.there")).to_have_count(PLACES - sum(game.table.tray[1].gap))
    earned = game.table.player[0].dollars
    expect(page.locator(".plaque.own b").first).to_have_text(f"${earned:,}")
    expect(page.locator(".plaque.own .now")).to_have_text("this game $0")
    shot(page, "diadingo-second-game")


# What nobody may know


def test_the_story_forgets_which_diamond_was_tried(play: Callable[..., Play]) -> None:
    """DI-A9: it was shown once, and said once to those who listen."""
    game = play(seats=2, people=2, wanted=a_ring_first)
    page, other = game.pages
    place = game.a_place(fixed=1)
    draw(page)
    lift(page, place)
    expect(other.locator("[aria-live=polite]").filter(has_text=f"Nora tries diamond {place}: it is stuck.")).to_have_count(1)
    story = other.get_by_role("list", name="Game log")
    expect(story).to_contain_text("Nora tries a diamond: it is stuck.")
    expect(story).not_to_contain_text("tries diamond")


LIKENESS = """(spots) => new Set(spots.map((one) => {
    const copy = one.cloneNode(true);
    copy.removeAttribute('tabindex');
    return copy.outerHTML.replace(/-?[0-9.]+(px|%)?/g, '');
}))"""


def test_nothing_on_the_page_tells_fixed_from_loose(play: Callable[..., Play]) -> None:
    """DI-02: they look alike, before a try and after one that failed (DI-A9)."""
    game = play(seats=2, people=2, wanted=a_ring_first)
    page, _ = game.pages
    alike = f"(spots) => [...({LIKENESS})(spots)].length"
    assert page.locator(".spot").evaluate_all(alike) == 1
    draw(page)
    lift(page, game.a_place(fixed=1))
    expect(page.locator(".spot.tried")).to_have_count(0)
    page.reload()
    page.locator(".spot").first.wait_for()
    assert page.locator(".spot").evaluate_all(alike) == 1


# Looks


def test_eight_seats(play: Callable[..., Play]) -> None:
    game = play(seats=8, options={"debts": True})
    [page] = game.pages
    for _ in range(4):
        acts(page)
    page.locator(TO_DO).first.wait_for()
    expect(page.locator(".spot.tried")).to_have_count(0)
    for size in at_sizes(page):
        looked_at(page, "diadingo-8", whole=True)
        if size != PHONE:
            fills(page)
        roams(page.locator(".board"))
    for _ in at_sizes(page, LAPTOPS):
        for plaque in page.locator(".plaque").all():
            expect(plaque).to_be_in_viewport(ratio=0.95)
