"""`overtrick bid` and `overtrick explain` as a user, or another program, runs them."""

import json
from pathlib import Path

import pytest

from command import overtrick, overtrick_process
from overtrick import Auction, Record, Seat
from overtrick.ask import QUESTIONS
from overtrick.core import BridgeError
from overtrick.formats import files
from systems.small import SMALL, WEAK_NOTRUMP

FILES = Path(__file__).parents[1] / "formats" / "files"
HAND = "KQ84.A97.A762.T6"  # 13 points, four spades
LINK = "https://www.bridgebase.com/tools/handviewer.html?n=sakqhakqdakqcakqj&d=n&v=o&a=1np2cpp"
BOARDS = """\
[Board "1"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:A85.KQ6.A96.K763 J62.J53.K82.J952 KQ74.A974.75.T84 T93.T82.QJT43.AQ"]

[Board "2"]
[Dealer "E"]
[Vulnerable "NS"]
[Deal "N:A85.KQ6.A96.K763 J62.J53.K82.J952 KQ74.A974.75.T84 T93.T82.QJT43.AQ"]
"""


@pytest.fixture
def card(tmp_path: Path) -> str:
    path = tmp_path / "small.yaml"
    path.write_text(SMALL)
    return str(path)


answer_bid, answer_explain = QUESTIONS["bid"].answer_json, QUESTIONS["explain"].answer_json


def records(text: str) -> list[Record]:
    found = list(files.parse_records(text))
    assert all(isinstance(each, Record) for each in found), found
    return [each for each in found if isinstance(each, Record)]


def test_a_hand_gets_its_call_the_rule_and_the_reasons(card: str) -> None:
    run = overtrick_process("bid", HAND, "-a", "1N P", "--system", card)
    assert run.code == 0
    first, shows, *why = run.out.splitlines()
    assert first == "2♣   Stayman (small.yaml:23)"
    assert "8+ hcp" in shows
    assert "forcing; artificial; Stayman" in shows
    assert [line[8:] for line in why[:2]] == ["8+ hcp (yours: 13)", "4 ♠ (yours: 4)"]


def test_alerts_follow_the_regulation() -> None:
    told = [
        json.loads(overtrick("explain", "1N P 2C", "--json", *words).out)["calls"][2]
        for words in ([], ["--regulation", "ebu"])
    ]
    assert [call["alerts"] for call in told] == [told[0]["alerts"]] * 2
    assert [call["alert"] for call in told] == [
        told[0]["alerts"][name] in ("alert", "announce") for name in ("acbl", "ebu")
    ]
    assert overtrick("explain", "1N P 2C", "--regulation", "wbf").code == 2


def test_what_the_hand_missed_is_told(card: str) -> None:
    run = overtrick("bid", "KQ84.A97.J762.T6", "--system", card)  # ten points
    assert run.out.startswith("Pass ")
    assert "12+ hcp (yours: 10)" in run.out
    explained = overtrick("bid", HAND, "-a", "1N P", "--system", card, "--explain").out
    assert "shown so far" in explained


def test_dealer_and_their_card_count(card: str, tmp_path: Path) -> None:
    weak = tmp_path / "weak.yaml"
    weak.write_text(WEAK_NOTRUMP)
    asked = {"hand": HAND, "dealer": "E", "auction": "P P P", "system": card, "their_system": str(weak)}
    assert answer_bid(asked)["by"] == "N"
    assert answer_bid(asked)["call"] == "1D"
    assert answer_bid(asked | {"auction": "P P", "hand": "KQ8.A97.A762.T63"})["call"] == "1D"  # West, `system` is his
    explained = answer_explain({"auction": "P 1N", "system": card, "their_system": str(weak)})
    assert explained["calls"][1]["hcp"] == [12, 14]  # East plays the other card
    assert answer_explain({"auction": "1N", "system": card, "their_system": str(weak)})["calls"][0]["hcp"] == [15, 17]


def test_answers_have_the_keys_of_the_protocol(card: str) -> None:
    answer = answer_bid({"hand": HAND, "auction": "1N P", "system": card})
    assert (answer["call"], answer["rule"], answer["kind"]) == ("2C", "stayman", "rule")
    said = answer["meaning"]
    assert said["forcing"] == "1 round"
    assert said["artificial"] is True
    assert said["text"] == "Stayman"
    assert list(said["lengths"]) == ["S", "H", "D", "C"]
    assert said["hcp"][0] == 8
    explained = answer_explain({"auction": "1N P 2D P", "system": card})
    assert [(each["call"], each["by"]) for each in explained["calls"]] == [
        ("1N", "N"),
        ("P", "E"),
        ("2D", "S"),
        ("P", "W"),
    ]
    assert explained["calls"][0]["lengths"] == {suit: [2, 5] for suit in "SHDC"}
    assert set(explained["shown"]) == set("NESW")
    assert explained["shown"]["S"]["lengths"]["H"][0] == 5
    assert explained["shown"]["N"]["hcp"] == [15, 17]


BAD: list[tuple[dict[str, object], str, str]] = [
    ({"hand": "KQ84.A97.A762.T"}, "expected a hand of 13 cards, got 12: KQ84.A97.A762.T", "hand"),
    ({"hand": 7}, "expected a text in 'hand', got 7", "hand"),
    ({}, "expected a text in 'hand', got nothing", "hand"),
    (
        {"hand": HAND, "auction": "1N 1C"},
        "expected a bid higher than 1N, a pass or a double, got 1C",
        "auction, column 4",
    ),
    ({"hand": HAND, "auction": "1N P P P"}, "got one that ended in 1NT by North", "auction"),
    ({"hand": HAND, "auction": "P P P P"}, "got one that was passed out", "auction"),
    ({"hand": HAND, "vul": "maybe"}, "'maybe'", "vul"),
    ({"hand": HAND, "dealer": "Z"}, "'Z'", "dealer"),
    ({"hand": HAND, "system": "precision"}, "expected a system (sayc, 2/1", "system"),
    ({"hand": HAND, "their_system": "nowhere.yaml"}, "nowhere.yaml", "their_system"),
]


NO_QUESTIONS = [
    "{",
    '{"id": "\\ud800"}',
    '{"id": NaN}',
    '{"id": 1e999}',
    "[" * 100_000,
    f'{{"id": {"9" * 5_000}}}',
    "[1]",
]


def test_json_lines_answer_in_order_and_go_on_after_errors(card: str) -> None:
    good = {"hand": HAND, "auction": "1N P", "id": "last"}
    lines = [*(json.dumps(asked | {"id": number}) for number, (asked, _, _) in enumerate(BAD)), *NO_QUESTIONS]
    lines.append(json.dumps(good))
    run = overtrick_process("bid", "-", "--json", "--system", card, stdin="\n".join(lines))
    assert (run.code, run.err) == (0, "")
    answers = [json.loads(line) for line in run.out.splitlines()]
    assert len(answers) == len(BAD) + len(NO_QUESTIONS) + 1
    for number, (_, message, where) in enumerate(BAD):
        assert answers[number]["id"] == number
        assert message in answers[number]["error"]["message"]
        assert answers[number]["error"]["where"].startswith(where)
    for answer in answers[len(BAD) : -1]:
        assert answer.keys() == {"error"}
        assert answer["error"]["message"].startswith("expected ")
    assert (answers[-1]["id"], answers[-1]["call"]) == ("last", "2C")


def test_explain_answers_json_lines(card: str) -> None:
    asked = [
        {"auction": "1N P", "id": 1},
        {"auction": "1N 1C"},
        {"auction": "", "dealer": "W"},
        {"auction": "1H P 2H AP"},
    ]
    run = overtrick("explain", "-", "--json", "--system", card, stdin="\n".join(map(json.dumps, asked)))
    first, second, third, fourth = (json.loads(line) for line in run.out.splitlines())
    assert (first["id"], len(first["calls"])) == (1, 2)
    assert second["error"]["where"].startswith("auction")
    assert third["calls"] == []
    assert len(fourth["calls"]) == 6
    assert fourth["shown"]["S"]["lengths"]["H"][0] == 3


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("KQ84.A97.A762.T",), "hand: expected a hand of 13 cards, got 12"),
        (("KQ84.A97.A762",), "hand"),
        (("nonsense.pbn",), "expected a deal, a link or a file, and there is no file 'nonsense.pbn'"),
        ((HAND, "-a", "1N 1C"), "auction, column 4: expected a bid higher than 1N"),
        ((HAND, "-a", "1N P P P"), "auction: expected an auction with a call to come"),
        ((HAND, "--system", "precision"), "system: expected a system (sayc"),
        ((HAND, "--vul", "maybe"), "vul, column 1: expected a vulnerability"),
    ],
)
def test_bad_input_ends_in_one_line_and_code_2(words: tuple[str, ...], message: str, card: str) -> None:
    run = overtrick("bid", "--system", card, *words)
    assert (run.code, run.out) == (2, "")
    assert run.err.startswith(f"overtrick: {message}")


def test_a_broken_card_is_refused_with_every_place(tmp_path: Path) -> None:
    path = tmp_path / "broken.yaml"
    path.write_text(SMALL.replace("4+ D", "4+ Q").replace("forcing: invite", "forcing: maybe"))
    run = overtrick("bid", HAND, "--system", str(path))
    assert run.code == 2
    assert "broken.yaml:12:" in run.err
    assert run.err.count("broken.yaml:") >= 3
    answers = overtrick("bid", "-", "--json", "--system", str(path), stdin=json.dumps({"hand": HAND})).out
    assert "broken.yaml:12:" in json.loads(answers)["error"]["message"]


def test_boards_are_bid_to_the_end_with_notes(card: str, tmp_path: Path) -> None:
    out = tmp_path / "bid.pbn"
    source = tmp_path / "boards.pbn"
    source.write_text(BOARDS)
    run = overtrick("bid", str(source), "--system", card, "-o", str(out))
    assert (run.code, run.out) == (0, "")
    first, second = records(out.read_text())
    assert first.auction is not None
    assert str(first.auction).startswith("1N P 2C P 2")
    assert first.auction.is_over
    assert set(first.notes) == set(range(len(first.auction)))
    assert first.notes[0].text == "15-17 hcp, balanced"
    assert first.notes[2].alerted
    assert first.notes[2].text.startswith("Stayman")
    assert second.auction is not None
    assert second.auction.dealer is Seat.EAST
    assert str(second.auction).startswith("P P P 1N")


def test_boards_come_out_as_json_too(card: str) -> None:
    run = overtrick("bid", "-", "--system", card, stdin=BOARDS)
    assert "[Note " in run.out
    path_free = overtrick("bid", BOARDS.splitlines()[3][7:-2], "--system", card, "--json")
    answer = json.loads(path_free.out)
    assert answer["auction"].startswith("1N P 2C")
    assert answer["contract"] == str(Auction.parse(answer["auction"]).contract)
    assert len(answer["calls"]) == len(answer["auction"].split())


def test_a_deal_with_missing_cards_is_left_out(card: str) -> None:
    run = overtrick("bid", "-", "--system", card, stdin=BOARDS.replace("T84 T93", "T8 T93", 1))
    assert run.code == 1
    assert "board 1" in run.err
    assert [each.board.number for each in records(run.out)] == [2]


def test_a_match_is_annotated_and_what_the_players_said_stays(card: str, tmp_path: Path) -> None:
    written = tmp_path / "explained.pbn"
    run = overtrick("explain", str(FILES / "match.lin"), "--system", card, "-o", str(written))
    assert (run.code, run.out) == (0, "")
    first, *_ = records(written.read_text())
    assert first.auction is not None
    assert set(first.notes) == set(range(len(first.auction)))
    assert first.notes[0].text == "strong: 22+ hcp; forcing to 2N; artificial [at the table: strong, any]"
    before, *_ = (each for each in files.read_records(FILES / "match.lin") if isinstance(each, Record))
    assert (first.board, first.auction, first.play) == (before.board, before.auction, before.play)


def test_a_link_is_explained(card: str) -> None:
    link = LINK.replace("n=sakqhakqdakqcakqj", "n=sa85hkq6da96ck763&e=sj62hj53dk82cj952&s=skq74ha974d75ct84")
    run = overtrick("explain", link, "--system", card, "--json")
    assert run.code == 0
    answer = json.loads(run.out)
    assert [each["text"] for each in answer["calls"][:3:2]] == ["15-17 hcp, balanced", "Stayman"]
    assert answer["auction"] == "1N P 2C P P"


def test_boards_without_auctions_are_reported_in_one_line(card: str) -> None:
    run = overtrick("explain", "-", "--system", card, stdin=BOARDS)
    assert (run.code, run.out, run.err.count("\n")) == (2, "", 1)
    assert "`overtrick bid` bids its boards" in run.err


def test_explained_boards_are_drawn(card: str) -> None:
    bid = BOARDS.replace("\n\n", '\n[Auction "N"]\n1N Pass Pass Pass\n\n', 1)
    run = overtrick("explain", "-", "--system", card, stdin=bid)
    assert (run.code, run.err) == (1, "overtrick: 1 board without an auction left out\n")
    assert "¹ 15-17 hcp, balanced" in run.out


def test_one_edit_moves_the_call_and_the_explanation(card: str, tmp_path: Path) -> None:
    hand = "KQ8.A97.A762.T63"  # 13 points, balanced
    assert answer_bid({"hand": hand, "system": card})["call"] == "1D"
    before = answer_explain({"auction": "1N P 2N", "system": card})
    Path(card).write_text(WEAK_NOTRUMP)
    after = answer_explain({"auction": "1N P 2N", "system": card})  # the same file, read again
    assert answer_bid({"hand": hand, "system": card})["call"] == "1N"
    assert [each["calls"][0]["hcp"] for each in (before, after)] == [[15, 17], [12, 14]]
    assert [each["calls"][2]["hcp"] for each in (before, after)] == [[8, 9], [11, 12]]
    assert before["system_hash"] != after["system_hash"]


def test_the_shipped_card_answers() -> None:
    assert answer_bid({"hand": "AQ5.KJ4.KQ32.J76"})["call"] == "1N"
    stayman = answer_bid({"hand": "KQ84.A7.A762.T63", "auction": "1N P"})
    assert (stayman["call"], stayman["meaning"]["artificial"]) == ("2C", True)
    with pytest.raises(BridgeError):
        answer_bid({"hand": "AQ5.KJ4.KQ32.J7"})
