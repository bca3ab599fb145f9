"""Cards recovered from the auctions that they bid."""

import re
from dataclasses import replace

import pytest

from command import overtrick
from overtrick.ask.rendering.inference import inference_text
from overtrick.ask.wire import to_json
from overtrick.core import BridgeError, Record, Seat
from overtrick.systems.engine.boards import BoardBatch
from overtrick.systems.system import System
from overtrick.systems.table import Table
from overtrick.systems.tools.infer import PairInference, boards_of_pairs, infer_cards
from overtrick.systems.tools.styles import NOTRUMP, CardDraft, Style, StyleOption
from systems.small import SMALL

STRONG, MIDDLE, WEAK = NOTRUMP.options[0], NOTRUMP.options[2], NOTRUMP.options[1]
ASKED = (
    Style("1NT opening", (STRONG, WEAK, MIDDLE)),
    Style("raises", (StyleOption("played", use=("raises",)), StyleOption("not played", without=("raises",)))),
    Style("never", (StyleOption("played", use=("never",)), StyleOption("not played", without=("never",)))),
)
NAMES = dict(zip(Seat, ("Anna", "Bert", "Carl", "Dora"), strict=True))


@pytest.fixture(scope="module")
def start(tmp_path_factory: pytest.TempPathFactory) -> CardDraft:
    """A small card that plays one block of its folder, and another that does not come up."""
    folder = tmp_path_factory.mktemp("cards")
    (folder / "blocks").mkdir()
    rules = '[{id: strong, call: 3M, hand: "6+ support points M, 3+ M", agrees: M, before: [raise, limit]}]'
    for name, pattern in (("raises", "1M"), ("never", "7N")):
        (folder / "blocks" / f"{name}.yaml").write_text(
            f"block: {name}\nsituations: [{{when: {pattern}, rules: {rules}}}]"
        )
    (folder / "small.yaml").write_text(SMALL.replace("define:", "use: [raises]\ndefine:"))
    return CardDraft("small", (STRONG,), folder)


def bid(north_south: CardDraft, east_west: CardDraft, count: int = 100, seed: int = 2) -> list[Record]:
    boards = BoardBatch.random(count, seed)
    ends = boards.bid(Table(north_south.system, east_west.system).tree)
    return [Record(boards[place], boards.auction(place, end), players=NAMES) for place, end in enumerate(ends)]


@pytest.fixture(scope="module")
def records(start: CardDraft) -> list[Record]:
    return bid(start.with_choice(MIDDLE).with_choice(ASKED[1].options[1]), start)


@pytest.fixture(scope="module")
def found(start: CardDraft, records: list[Record]) -> PairInference:
    return infer_cards(records, player="Anna", starts=[start], styles=ASKED)[0]


def test_choices_that_do_not_go_together_are_left_out(start: CardDraft, records: list[Record]) -> None:
    backwards = StyleOption("backwards", params=(("nt", "18-16"),))
    assert not start.with_choice(backwards).goes_together
    styles = (Style("1NT opening", (STRONG, backwards, MIDDLE)),)
    (notrump,) = infer_cards(records, player="Anna", starts=[start], styles=styles)[0].styles
    assert notrump.value == MIDDLE.name


def test_planted_choices_are_recovered_with_the_boards_that_tell(found: PairInference) -> None:
    notrump, raises, never = found.styles
    assert found.players == ("Anna", "Carl")
    assert (notrump.value, raises.value) == ("14-16", "not played")
    assert min(notrump.sure or 0, raises.sure or 0) > 0.9
    assert notrump.boards_for
    assert not notrump.boards_against
    assert (never.value, never.sure, never.alike) == ("not played", None, ("played",))
    assert found.explained > 0.99


def test_the_card_that_is_written_plays_what_was_found(found: PairInference, start: CardDraft) -> None:
    system = System.loads(found.card, beside=start.beside)
    assert system.blocks == ()
    assert system.parameters.filled("{nt}") == "14-16"
    assert "without: [raises]" in found.card


def test_partners_with_different_ideas_are_found(start: CardDraft) -> None:
    strong, weak = bid(start, start), bid(start.with_choice(WEAK), start)
    openers = [next((seat for seat, call in each.auction or () if call.is_bid), None) for each in weak]
    # Anna, North, follows the first card; Carl the second
    mixed = [pair[opener == Seat.SOUTH] for *pair, opener in zip(strong, weak, openers, strict=True)]
    found = infer_cards(mixed, player="Anna", starts=[start], styles=ASKED[:1])[0]
    assert found.styles[0].partners == ("15-17", "12-14")


def test_a_pair_is_told_as_text_and_as_json(found: PairInference) -> None:
    text = inference_text(found)
    assert text.startswith("Anna and Carl: 100 boards, ")
    assert re.search(r"^1NT opening +14-16 +\d+\.\d%  \d+ boards for, 0 against \(rather than 15-17\)$", text, re.M)
    assert "no board tells: never (not played)" in text
    assert "disagree" not in text
    written = to_json(found)
    assert (written["base"], written["styles"][0]["value"]) == ("small", "14-16")


def test_the_command_refuses_what_it_cannot_judge() -> None:
    run = overtrick("system", "infer", "examples/match.pbn", "--least", "1000")
    assert run.code == 2
    assert run.err.startswith("overtrick: expected a pair with 1000 boards of known hands and auction, got at most ")


def test_a_pair_is_the_same_in_every_seat(records: list[Record]) -> None:
    turned = dict(zip(Seat, ("Dora", "Carl", "Bert", "Anna"), strict=True))
    pairs = boards_of_pairs([records[0], replace(records[0], players=turned)])
    assert {names: len(boards) for names, boards in pairs.items()} == {("Anna", "Carl"): 2, ("Bert", "Dora"): 2}
    dealer = records[0].board.dealer  # North: Anna deals, then Dora
    assert [board.dealer for board in pairs["Anna", "Carl"]] == [dealer, Seat.EAST]
    assert [board.dealer for board in pairs["Bert", "Dora"]] == [Seat.WEST, Seat.SOUTH]


def test_too_few_boards_are_refused(records: list[Record]) -> None:
    with pytest.raises(
        BridgeError, match="expected a pair of Emil with 20 boards of known hands and auction, got at most 100"
    ):
        infer_cards(records, 20, "Emil")


def test_the_base_is_asked_again_once_the_styles_are_known(start: CardDraft) -> None:
    """A weak notrump comes up more often than what the right base bids otherwise."""
    assert start.beside is not None
    other = (start.beside / "small.yaml").read_text().replace("open: 12", "open: 11")
    (start.beside / "other.yaml").write_text(other)
    boards = bid(start.with_choice(WEAK), start)
    wrong = CardDraft("other", (WEAK,), start.beside)
    (alone,) = infer_cards(boards, player="Anna", starts=[wrong], styles=ASKED[:1])
    (both,) = infer_cards(boards, player="Anna", starts=[start, wrong], styles=ASKED[:1])
    assert (alone.base, alone.styles[0].value) == ("other", WEAK.name)
    assert (both.base, both.styles[0].value, both.explained) == ("small", WEAK.name, 1)
    assert alone.explained < 1
