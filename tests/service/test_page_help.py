"""Help on the page: the tour, the words, what a word means where it stands, and answers without a solver."""

import re

import pytest
from playwright.sync_api import Page, expect

from benchmarks.support.browsing import open_table, press, until

GLOSSARY = "async () => (await import('./drawing/glossary.js')).GLOSSARY"


def test_a_question_mark_opens_tour_words_and_keys_at_their_beginning(page: Page) -> None:
    open_table(page)
    press(page, "?")
    dialog = page.locator("dialog")
    for head in ("A short tour", "Words", "Keys"):
        expect(dialog.locator(f"h2:text-is('{head}')")).to_be_visible()
    for word in ("layouts", "effective", "well known", "shift", "support points", "true"):
        expect(dialog.locator(f"dt:text-is('{word}')")).to_be_visible()
    assert dialog.evaluate("e => e.scrollTop") == 0
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def test_every_word_that_is_marked_has_an_entry(page: Page) -> None:
    open_table(page)
    glossary = page.evaluate(GLOSSARY)
    page.keyboard.press("t")
    terms = page.evaluate("[...document.querySelectorAll('dfn')].map((e) => e.dataset.term)")
    assert {"system", "network", "IMPs", "layouts", "effective", "well known", "true", "support points"} <= set(terms)
    assert set(terms) <= glossary.keys()
    assert all(text.endswith(".") for text in glossary.values())


@pytest.mark.parametrize("word", ["dfn[data-term=effective]", "button[data-term=shift]", "dfn[data-term=true]"])
def test_a_word_is_explained_to_the_pointer_and_to_the_focus(page: Page, word: str) -> None:
    open_table(page)
    glossary = page.evaluate(GLOSSARY)
    term = page.locator(word)
    text = glossary[term.get_attribute("data-term")]
    tip = page.locator(".tip")
    term.hover()
    expect(tip).to_have_text(text)
    tip.hover()
    expect(tip).to_have_text(text)
    page.mouse.move(1, 1)
    expect(tip).to_have_count(0)
    page.keyboard.press("Tab")
    term.focus()
    expect(tip).to_have_text(text)
    expect(page.locator("#live")).to_have_text(text)
    inside = "(({ left, right, top, bottom }) => left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight)"
    until(page, f"{inside}(document.querySelector('.tip').getBoundingClientRect())")
    page.keyboard.press("Escape")
    expect(tip).to_have_count(0)


def test_a_count_of_the_hand_says_what_it_counts(page: Page) -> None:
    page.goto("/#/hand")
    page.locator(".how:text-is('opening points')").hover()
    expect(page.locator(".tip")).to_contain_text("singleton 2")


def test_without_a_solver_the_tricks_are_estimates_and_say_so(page: Page) -> None:
    error = {"error": {"message": "exact double dummy needs the DDS library", "where": ""}}
    page.route("**/v1/dd", lambda route: route.fulfill(status=422, json=error))
    open_table(page)
    press(page, "v")
    kind = page.locator(".contract dfn[data-term=estimated]")
    expect(kind).to_have_text("Estimated, not solved")
    expect(page.locator(".exact td.makes").first).to_have_text(re.compile(r"\d+"))
    expect(page.locator(".contract .error")).to_have_count(0)
    kind.hover()
    expect(page.locator(".tip")).to_contain_text("needs the DDS library")
