"""How the page looks: widths, colours, contrast, motion, high contrast, sizes of what is to be hit."""

import itertools
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from benchmarks.support.browsing import DESK, PLACE, VIEWS, is_settled, open_table, until

SCREENS = [
    (1400, 900),
    (1024, 768),
    (900, 900),
    (834, 1194),
    (768, 1024),
    (744, 1133),
    (700, 450),
    (390, 844),
    (320, 640),
]
"""Desks, tablets flat and upright, a desk at 200 %, phones."""
STICKING_OUT = """() => [...document.querySelectorAll(".card, header.top")].flatMap((card) => {
  const { right } = card.getBoundingClientRect();
  return [...card.querySelectorAll("*")]
    .filter((e) => e.getBoundingClientRect().right > right + 1 && !e.closest(".aloud, .scroll, .rule-list, .card-edit"))
    .map((e) => `${card.className} > ${e.tagName}.${e.className}: ${e.textContent.slice(0, 30)}`);
})"""


@pytest.mark.parametrize("view", VIEWS)
def test_nothing_sticks_out_to_the_right_at_any_width(page: Page, view: str) -> None:
    """[10]"""
    page.goto(f"/#/{view}")
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_selector(VIEWS[view], state="attached")
        if width <= 720 and view == "table":
            page.wait_for_selector(".tabs")
        until(page, "document.documentElement.scrollWidth === innerWidth")
        assert page.evaluate(STICKING_OUT) == [], width
        if (width, view) == (DESK["width"], "table"):
            assert page.evaluate("document.documentElement.scrollHeight") <= DESK["height"]


def test_at_twice_the_size_the_box_stands_under_the_auction_and_not_over_the_hand(page: Page) -> None:
    page.set_viewport_size({"width": 700, "height": 450})
    open_table(page)
    page.wait_for_selector(".mine")
    tops = [page.locator(place).bounding_box() for place in (".mine", ".auction", ".box")]
    assert all(tops)
    edges = [(box["y"], box["y"] + box["height"]) for box in tops if box]
    assert [bottom <= top for (_, bottom), (top, _) in itertools.pairwise(edges)] == [True, True]
    page.set_viewport_size({"width": 390, "height": 844})
    until(page, "getComputedStyle(document.querySelector('.box')).position === 'fixed'")


def test_the_size_of_the_text_is_a_setting_that_is_remembered(page: Page) -> None:
    open_table(page)
    height = "document.querySelector('.made').getBoundingClientRect().height"
    normal = page.evaluate(height)
    page.click("[aria-label=Menu]")
    page.select_option("dialog label:has-text('Text') select", "largest")
    until(page, f"{height} > {1.4 * normal}")
    for width in (1400, 768, 390):
        page.set_viewport_size({"width": width, "height": 900})
        until(page, "document.documentElement.scrollWidth === innerWidth")
    page.set_viewport_size({"width": 1400, "height": 900})
    page.reload()
    page.wait_for_selector("#verdict")
    until(page, f"{height} > {1.4 * normal}")
    assert page.evaluate("document.documentElement.dataset.width") == "tablet upright"


def test_every_tab_of_a_phone_fits_320_pixels(page: Page) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    open_table(page)
    out = "[...document.querySelectorAll('main *')].filter((e) => e.getBoundingClientRect().right > 320.5).length"
    for tab in ("Hidden", "Contract", "Deal"):
        page.click(f".tabs >> text={tab}")
        expect(page.locator(f".{tab.lower()}")).to_be_visible()
        expect(page.locator(".box")).to_be_hidden()
        assert page.evaluate("document.documentElement.scrollWidth") == 320, tab
        assert page.evaluate(out) == 0, tab


def test_a_phones_box_takes_two_taps_and_the_first_shows_the_meaning(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_table(page)
    page.click(".levels >> text=5")
    page.click(".strains [data-call='5D']")
    expect(page.locator(".meaning")).to_contain_text("It would show")
    expect(page.locator(".made")).to_have_count(4)
    page.click(".strains [data-call='5D']")
    expect(page.locator(".made")).to_have_count(5)


def test_on_a_phone_a_tap_on_the_map_opens_its_suit(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 800})
    open_table(page)
    page.click(".tabs >> text=Hidden")
    page.locator(".player").first.locator("[data-card=SQ]").click()
    queen = page.locator(".big-suit button", has_text="Q")
    box = queen.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
    queen.click()
    expect(page.locator(".given-list")).to_contain_text("with North")


@pytest.mark.parametrize(("width", "least"), [(1400, 24), (390, 44)])
def test_what_is_to_be_hit_is_large_enough(page: Page, width: int, least: int) -> None:
    """Its own box, or its place in a grid with the gap; on a phone that of the box and the tabs."""
    page.set_viewport_size({"width": width, "height": 844})
    open_table(page)
    which = ".box button, .tabs button" if width < 721 else "main button, header button, header a"
    small = page.evaluate(
        """([which, least]) => [...document.querySelectorAll(which)].filter((e) => e.getClientRects().length)
          .map((e) => [e.className, e.getBoundingClientRect()])
          .filter(([, box]) => Math.min(box.width, box.height) + 2 < least).map(([name, box]) => [name, box.height])""",
        [which, least],
    )
    assert small == []


CONTRASTS = """() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgba = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const linear = (v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  const light = ([r, g, b]) => 0.2126 * linear(r / 255) + 0.7152 * linear(g / 255) + 0.0722 * linear(b / 255);
  const behind = (node) => {
    for (; node; node = node.parentElement) {
      const found = rgba(getComputedStyle(node).backgroundColor);
      if (found[3] > 250) return found;
    }
    return [255, 255, 255];
  };
  const ratio = (colour, node) => {
    const [one, other] = [light(rgba(colour)), light(behind(node))].sort((a, b) => b - a);
    return (one + 0.05) / (other + 0.05);
  };
  const left = ":disabled, .aloud, [hidden], option, select";
  const low = [];
  let seen = 0;
  const walk = document.createTreeWalker(document.getElementById("page"), NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const node = walk.currentNode.parentElement;
    if (!walk.currentNode.data.trim() || node.closest(left) || !node.getClientRects().length) continue;
    const style = getComputedStyle(node);
    const found = ratio(node.namespaceURI.endsWith("svg") ? style.fill : style.color, node);
    seen += 1;
    if (found < 4.5) low.push(`${node.tagName}.${node.className} ${walk.currentNode.data} ${found.toFixed(2)}`);
  }
  for (const suit of document.querySelectorAll("main svg.suit")) {
    if (suit.closest(left) || !suit.getClientRects().length) continue;
    const found = ratio(getComputedStyle(suit).color, suit.parentElement);
    if (found < 3) low.push(`${suit.getAttribute("class")} ${found.toFixed(2)}`);
  }
  return { low, seen };
}"""
"""Texts under 4.5 and suits under 3 to 1, as WCAG AA asks, and how many texts there are."""


@pytest.mark.parametrize("view", ["table", "hand", "systems/sayc", "systems/compare/sayc/acol"])
def test_every_enabled_text_stands_out_from_its_ground(page: Page, view: str) -> None:
    """[12]"""
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"/#/{view}")
    page.wait_for_selector({"systems/compare/sayc/acol": ".compare-table tbody tr"}.get(view) or VIEWS[view])
    _require_contrasts(page)
    if view == "table":
        page.keyboard.press("t")
        expect(page.locator(".cell.z").first).to_be_visible()
        _require_contrasts(page)


def _require_contrasts(page: Page) -> None:
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    themes: tuple[Literal["light", "dark"], ...] = ("light", "dark")
    for theme in themes:
        page.emulate_media(color_scheme=theme)
        found = page.evaluate(CONTRASTS)
        assert found["low"] == []
        assert found["seen"] > 60


SUITS = """Object.fromEntries([..."SHDC"].map((suit) =>
  [suit, getComputedStyle(document.querySelector(`.deal .suit.${suit}`)).color]))"""


def test_suits_have_as_many_colours_as_the_setting_says(page: Page) -> None:
    open_table(page)
    page.click("[aria-label=Menu]")
    themes: tuple[Literal["light", "dark"], ...] = ("dark", "light")
    for setting, count in (("four", 4), ("black", 4), ("two", 2)):
        page.select_option("dialog label:has-text('Suits') select", setting)
        for theme in themes:
            page.emulate_media(color_scheme=theme)
            colours = page.evaluate(SUITS)
            assert len(set(colours.values())) == count, setting
            ink = page.evaluate("getComputedStyle(document.body).color")
            assert (colours["S"] == ink) == (setting != "four")
    assert (colours["S"], colours["H"]) == (colours["C"], colours["D"])
    page.reload()
    page.wait_for_selector("#verdict")
    assert page.evaluate(SUITS) == colours


def test_rings_ticks_and_bars_survive_forced_colours(page: Page) -> None:
    """[11]"""
    page.emulate_media(forced_colors="active")
    open_table(page)
    assert page.evaluate("matchMedia('(forced-colors: active)').matches")
    style = "(e, [name]) => getComputedStyle(e)[name]"
    assert page.locator(".cell.true").first.evaluate(style, ["boxShadow"]) != "none"
    cells = page.locator(".cell:not(.own)").evaluate_all("all => all.map((e) => getComputedStyle(e).backgroundColor)")
    assert len(set(cells)) > 3
    expect(page.locator(".candidates .tick")).to_be_visible()
    assert page.locator(".made.chosen").evaluate(style, ["outlineStyle"]) == "solid"
    fill = page.locator(".bar").first.evaluate(style, ["fill"])
    assert fill != page.evaluate("getComputedStyle(document.body).backgroundColor")


MOVING = """() => [...document.querySelectorAll("*")].filter((e) => {
  const style = getComputedStyle(e);
  return style.animationName !== "none" || style.transitionDuration.split(", ").some((each) => parseFloat(each) > 0);
}).length"""


def test_nothing_moves_for_those_who_want_no_motion(page: Page) -> None:
    open_table(page, PLACE)
    is_settled(page)
    assert page.evaluate(MOVING) > 0
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(MOVING) == 0
    page.emulate_media(reduced_motion="no-preference")
    assert page.evaluate(MOVING) > 0
    page.click("[aria-label=Menu]")
    page.select_option("dialog label:has-text('Motion') select", "none")
    assert page.evaluate(MOVING) == 0
