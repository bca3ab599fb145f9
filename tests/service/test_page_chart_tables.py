"""Every chart can be read as a table, spoken, and kept as CSV; the numbers are the same everywhere."""

import csv
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from benchmarks.support.browsing import first_answers, open_table

PLAYERS = {"partner": "Partner, North", "lho": "Left, West", "rho": "Right, East"}
SUITS = "SHDC"


def _table(page: Page, caption: str) -> list[list[str]]:
    rows = page.locator(f".figures:has(caption:text-is('{caption}')) tbody tr")
    expect(rows.first).to_be_visible()
    return [row.locator("th, td").all_inner_texts() for row in rows.all()]


def _percents(cells: list[str]) -> list[int]:
    return [int(cell.rstrip("%")) for cell in cells]


def _rounded(values: list[float]) -> Any:
    return pytest.approx([100 * value for value in values], abs=0.51)


def test_the_tables_of_the_hidden_hands_have_the_numbers_of_the_charts(page: Page) -> None:
    """[13]"""
    players = first_answers(page)["advise"]["posterior"]["players"]
    open_table(page)
    page.click(".hidden >> text=Read as a table")
    expect(page.locator(".hidden .figures")).to_have_count(9)
    for player, known in players.items():
        _require_same_hand(page, player, known)


def _require_same_hand(page: Page, player: str, known: dict[str, Any]) -> None:
    for points, now, before in _table(page, f"{PLAYERS[player]}: high-card points"):
        value = int(points)
        assert _percents([now, before]) == _rounded([known["hcp"][value], known["prior"]["hcp"][value]])
    for suit, (_, *cells) in zip(SUITS, _table(page, f"{PLAYERS[player]}: lengths"), strict=True):
        lengths = known["lengths"][suit]
        assert _percents(cells) == _rounded([*lengths[:8], sum(lengths[8:])])
    for suit, (_, *cells) in zip(SUITS, _table(page, f"{PLAYERS[player]}: cards"), strict=True):
        assert _percents(cells) == _rounded([known["cards"].get(suit + rank, 0) for rank in "AKQJT98765432"])


def test_the_tables_of_the_contracts_have_the_numbers_of_the_grid(page: Page) -> None:
    """[13]"""
    first = first_answers(page)
    open_table(page)
    page.click(".contract >> text=As a table")
    rows = _table(page, "Chance to make, South plays")
    assert [row[0] for row in rows] == ["notrump", "spades", "hearts", "diamonds", "clubs"]
    for strain, (_, *cells) in zip("NSHDC", rows, strict=True):
        assert _percents(cells) == _rounded(first["chance"]["chances"]["S"][strain])
    for strain, (_, *cells) in zip("NSHDC", _table(page, "Tricks, all four hands seen"), strict=True):
        assert [int(cell) for cell in cells] == [first["dd"]["tricks"][seat][strain] for seat in "NSEW"]


def test_the_pointer_reads_a_bar_and_a_card(page: Page) -> None:
    known = first_answers(page)["advise"]["posterior"]["players"]["partner"]
    open_table(page)
    partner = page.locator(".player").first
    partner.locator(".points .bar").nth(9).hover(force=True)
    title = partner.locator(".points .bar").nth(9).locator("title")
    expect(title).to_have_text(re.compile(f"^9 HCP: {100 * known['hcp'][9]:.0f}%, before"))
    bar = partner.locator(".length svg[role=img]").first.locator(".bar").nth(5)
    bar.hover(force=True)
    expect(bar.locator("title")).to_have_text(f"5 spades: {100 * known['lengths']['S'][5]:.0f}%")
    card = partner.locator("[data-card=HA]")
    card.hover()
    expect(card).to_have_attribute("title", re.compile(r"^ace of hearts: \d+%, before"))


def test_charts_say_what_they_show(page: Page) -> None:
    known = first_answers(page)["advise"]
    open_table(page)
    partner = page.locator(".player").first
    mean = known["posterior"]["players"]["partner"]["mean_hcp"]
    rounded = "|".join(f"{mean + tip:.1f}" for tip in (-0.001, 0.001))  # a half may be rounded either way
    expect(partner.locator(".points")).to_have_attribute("aria-label", re.compile(f"({rounded}) on average"))
    page.locator(".player .points").first.focus()
    page.keyboard.press("ArrowRight")
    expect(partner.locator(".points")).to_have_attribute("aria-label", re.compile(r"0 points \d+%, before \d+%"))
    expect(partner.locator(".length svg[role=img]").first).to_have_attribute(
        "aria-label", re.compile(r"spades: \d\.\d")
    )
    expect(page.locator(".strip")).to_have_attribute("aria-label", re.compile(r"The network: 3 spades \d+%"))
    page.click(".chances [aria-label^='6 diamonds']")
    expect(page.locator(".mini")).to_have_attribute("aria-label", re.compile(r"12 tricks \d+%"))


def test_the_csv_has_the_numbers_of_every_chart(page: Page) -> None:
    """[17]"""
    first = first_answers(page)
    open_table(page)
    page.click("[aria-label=Menu]")
    with page.expect_download() as kept:
        page.click("dialog button:text-is('CSV')")
    with kept.value.path().open(encoding="utf-8") as file:
        rows = {(row["table"], row["player"], row["what"]): row for row in csv.DictReader(file)}
    advice = first["advise"]
    for player, known in advice["posterior"]["players"].items():
        assert float(rows["hcp", player, "10"]["now"]) == known["hcp"][10]
        assert float(rows["hcp", player, "10"]["before"]) == known["prior"]["hcp"][10]
        assert float(rows["length H", player, "5"]["now"]) == known["lengths"]["H"][5]
        assert float(rows["card", player, "SQ"]["now"]) == known["cards"]["SQ"]
        shape = known["shapes"][0]
        assert float(rows["shape", player, shape["shape"]]["now"]) == shape["p"]
    for candidate in advice["candidates"]:
        assert float(rows["call", "", candidate["call"]]["now"]) == candidate["probability"]
        assert float(rows["imps", "", candidate["call"]]["now"]) == candidate["imps"]["mean"]
    assert float(rows["contract", "S", "6D"]["now"]) == first["chance"]["chances"]["S"]["D"][5]
    assert int(rows["tricks", "E", "H"]["now"]) == first["dd"]["tricks"]["E"]["H"]
