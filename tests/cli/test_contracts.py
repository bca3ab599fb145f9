"""`overtrick contract` as a user runs it."""

import json
from pathlib import Path

import pytest

from command import overtrick, overtrick_process
from contract.small_net import random_predictor
from overtrick.cli import contracts
from overtrick.solver import SolverError

NORTH, SOUTH = "AQ32.K4.KJ32.A32", "KJ54.A3.AQ4.9876"
WEAK_NORTH, WEAK_SOUTH = "2.KJT983.Q5.JT84", "T3.Q765.KJ92.K76"
BOARDS = """\
[Board "7"]
[North "Bill"]
[South "Anna"]
[Dealer "S"]
[Vulnerable "All"]
[Deal "N:AQ32.K4.KJ32.A32 T9.QJT9.T987.QT5 KJ54.A3.AQ4.9876 876.87652.65.KJ4"]
[Auction "S"]
1C Pass 1D Pass
1S Pass 2S AP

[Board "8"]
[Dealer "W"]
[Vulnerable "None"]
[Deal "N:AQ32.K4.KJ32.A32 T9.QJT9.T987.QT5 KJ54.A3.AQ4.9876 876.87652.65.KJ4"]

[Board "9"]
[Dealer "N"]
[Vulnerable "EW"]
[Deal "N:AQ32.K4.KJ32.A32 T9.QJT9.T987.QT5 KJ54.A3.AQ4.9876 876.87652.65.KJ4"]
[Auction "N"]
1N Pass 3N AP
"""
"""Board 8 has no auction."""


@pytest.fixture(scope="module")
def net(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The folder of a network with random weights."""
    return str(random_predictor(tmp_path_factory.mktemp("net")))


def test_two_hands_get_a_grid_and_the_best_contracts() -> None:
    run = overtrick("contract", "-N", NORTH, "-S", SOUTH, "--vul", "All")
    assert run.code == 0
    assert "North declares" in run.out
    assert "South declares" in run.out
    points = next(line for line in run.out.splitlines() if line.startswith("points"))
    assert points.split()[1] in ("3NT", "4♠")
    assert "not vulnerable:" in run.out


def test_a_sacrifice_is_weighed() -> None:
    run = overtrick("contract", "-N", WEAK_NORTH, "-S", WEAK_SOUTH, "--vul", "EW", "--against", "4S")
    assert run.code == 0
    assert run.out.splitlines()[-1].startswith("4♠ makes ")
    assert "5♥x" in run.out.splitlines()[-1]
    assert "bid on" in run.out.splitlines()[-1]


def test_the_protocol_of_contract() -> None:
    pair = {"north": WEAK_NORTH, "south": WEAK_SOUTH, "vul": "EW"}
    lines = [
        json.dumps({"id": 1, "north": NORTH, "south": SOUTH, "vul": "All"}),
        "rubbish",
        json.dumps({"id": 3} | pair | {"against": "4SX", "their_chance": 0.0}),
        json.dumps({"id": 4} | pair | {"against": "4S", "their_chance": "often"}),
        json.dumps({"id": 5} | pair | {"against": "4SN"}),
        json.dumps({"id": 6} | pair | {"against": "whist"}),
        json.dumps({"id": 6, "hand": "AQ32.K4.KJ32.A3", "auction": "1N P"}),
        json.dumps({"id": 6, "north": NORTH, "south": "KJ54.A3.AQ4.987"}),
        json.dumps({"id": 7, "north": NORTH, "south": NORTH}),
        json.dumps({"id": 8}),
        json.dumps({"id": 9, "hand": NORTH, "auction": "1N AP"}),
        json.dumps({"id": 10, "hand": NORTH, "auction": "1N 1C"}),
    ]
    run = overtrick_process("contract", "-", "--json", stdin="\n".join(lines))
    answers = [json.loads(line) for line in run.out.splitlines()]
    found, rubbish, failing, often, ours, whist, twelve, short, same, nothing, over, illegal = answers
    assert found["contract"] == found["best"]["points"]["contract"]
    assert found["contract"][:2] in ("4S", "3N")
    assert len(found["chances"]["N"]["S"]) == 7
    assert found["doubled_scores"]["N"]["S"][0] is None
    assert found["doubled_scores"]["N"]["H"][6] < found["expected_scores"]["N"]["H"][6] < 0
    assert found["ranked"][0]["imps"] >= found["ranked"][1]["imps"]
    assert "error" in rubbish
    assert failing["id"] == 3
    assert (failing["sacrifice"]["defending"], failing["sacrifice"]["bid_on"]) == (200, False)
    assert often["error"]["where"] == "their_chance"
    assert "East-West" in ours["error"]["message"]
    assert whist["error"]["where"] == "against"
    assert twelve["error"]["message"] == "expected a hand of 13 cards, got 12: AQ32.K4.KJ32.A3"
    assert short["error"] == {"message": "expected a hand of 13 cards, got 12: KJ54.A3.AQ4.987", "where": "south"}
    assert "held by two players" in same["error"]["message"]
    assert nothing["id"] == 8
    assert "north" in nothing["error"]["message"]
    assert "ended in 1NT by North" in over["error"]["message"]
    assert "higher than 1N" in illegal["error"]["message"]


def test_a_hand_and_an_auction_get_ranked_contracts_and_why(net: str) -> None:
    run = overtrick("contract", NORTH, "-a", "1S P 2C P", "--why", "--seed", "3", "--net", net)
    assert run.code == 0
    ranked, why = run.out.split("\n\n")
    title, *ranks = ranked.splitlines()
    assert title == "how likely each is the best end of the auction, says the network"
    chances = [float(line.split()[1].rstrip("%")) for line in ranks]
    assert min(chances) > 0
    assert chances == sorted(chances, reverse=True)
    heading, *rows = why.splitlines()
    assert heading.split()[:5] == ["fit", "points", "tricks", "makes", "score"]
    assert "60 layouts that agree with the auction" in heading
    assert [row.split()[0] for row in rows] == [line.split()[0] for line in ranks[:3]]


def test_the_protocol_of_positions(net: str) -> None:
    position = {"hand": NORTH, "dealer": "N", "vul": "NS", "auction": "1S P", "system": "sayc"}
    lines = [
        json.dumps({"id": 1} | position),
        "[1]",
        json.dumps({"id": 3} | position | {"auction": "6N P"}),
        json.dumps({"id": 4} | position | {"why": True, "seed": 5}),
        json.dumps({"id": 5} | position | {"system": "nonsense"}),
        json.dumps({"id": 6} | position | {"hand": None}),
        json.dumps({"id": 7} | position),
    ]
    run = overtrick("contract", "-", "--json", "--net", net, stdin="\n".join(lines))
    first, array, strange, explained, nonsense, empty, again = map(json.loads, run.out.splitlines())
    assert first["contract"] == first["ranked"][0]["contract"]
    assert all(set(each) == {"contract", "p"} for each in first["ranked"])
    assert first["ranked"][0]["p"] >= first["ranked"][1]["p"]
    assert (first["by"], first["meaning"], first["system"]) == ("S", "known", "SAYC")
    assert "object" in array["error"]["message"]
    assert strange["meaning"] == "unknown"
    assert {each["contract"] for each in strange["ranked"]} <= {"Pass", "X", "7C", "7D", "7H", "7S", "7N"}
    assert explained["ranked"] == first["ranked"]
    assert [each["contract"] for each in explained["why"]] == [each["contract"] for each in first["ranked"][:3]]
    assert (explained["layouts"], explained["seed"]) == (60, 5)
    assert nonsense["error"]["where"] == "system"
    assert "neither" in empty["error"]["message"]  # null is not given
    assert again == first | {"id": 7}


def test_a_position_without_meaning_says_so(net: str) -> None:
    run = overtrick("contract", NORTH, "-a", "6N P", "--net", net)
    assert run.out.splitlines()[-1].startswith("meaning unknown")


def test_boards_say_what_their_bidding_cost(net: str, tmp_path: Path) -> None:
    path = tmp_path / "boards.pbn"
    path.write_text(BOARDS)
    run = overtrick("contract", str(path), "--net", net, "--layouts", "20")
    assert (run.code, run.err) == (1, "overtrick: 1 board without an auction left out\n")
    heading, seven, nine, total = run.out.splitlines()
    assert heading.startswith("board   reached")
    assert seven.startswith("7       2♠ by South       N-S: ")
    assert seven.split()[5] in ("4♠", "3NT", "6♠", "6NT")
    assert seven.endswith("Pass by Anna")
    assert nine.startswith("9       3NT by North      ")
    assert total.startswith("2 boards: IMPs a board lost in the bidding ")
    path.write_text(next(part for part in BOARDS.split("\n\n") if '"7"' in part))
    alone = overtrick("contract", str(path), "--net", net, "--layouts", "20").out.splitlines()[-1]
    assert alone.startswith("IMPs lost in the bidding ")
    assert "±" not in alone, "one board has no error over boards"


def test_a_file_without_auctions_says_so_in_one_line(net: str) -> None:
    without = "\n\n".join([next(part for part in BOARDS.split("\n\n") if "Auction" not in part)] * 3)
    run = overtrick("contract", "-", "--net", net, stdin=without)
    assert (run.code, run.out, run.err.count("\n")) == (2, "", 1)
    assert "`overtrick bid` bids its boards" in run.err


def test_boards_from_standard_input_are_solved_and_a_wrong_table_is_not_used(net: str) -> None:
    with_auctions = "\n\n".join(part for part in BOARDS.split("\n\n") if "Auction" in part)
    wrong = with_auctions.replace(
        "[Auction", '[DoubleDummyTricks "********************"]\n[Auction'.replace("*", "7"), 1
    )
    run = overtrick("contract", "-", "--net", net, "--lies", "20", stdin=wrong)
    assert (run.code, run.err.count("\n")) == (0, 1)
    assert run.err.startswith("overtrick: board 7: the file's double-dummy table is wrong and not used: 7 tricks for ")
    assert run.out.splitlines()[-1].startswith("2 boards")
    assert run.out.endswith(" (exact tricks)\n")


def test_without_the_solver_tricks_are_estimated_and_it_is_said(net: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise SolverError("there is none")

    monkeypatch.setattr(contracts, "solve_tables", refuse)
    run = overtrick("contract", "-", "--net", net, "--lies", "20", stdin=BOARDS)
    assert run.out.endswith(" (estimated tricks, without the solver)\n")


def test_boards_of_a_file_are_one_object_each(net: str, tmp_path: Path) -> None:
    path = tmp_path / "boards.pbn"
    path.write_text(BOARDS)
    run = overtrick("contract", str(path), "--json", "--net", net, "--layouts", "20", "--seed", "2")
    seven, nine = map(json.loads, run.out.splitlines())
    assert (seven["board"], seven["contract"], seven["side"], nine["contract"]) == (7, "2SS", "NS", "3NN")
    assert seven["imps_lost"]["expected"] > 5  # a vulnerable game
    assert set(seven["predicted"]) == {"choice", "p", "contract", "imps_won"}
    assert seven["auction"] == "1C P 1D P 1S P 2S P P P"
    assert (seven["place"], seven["call"], seven["by"], seven["players"]) == (8, "P", "S", {"N": "Bill", "S": "Anna"})
    assert seven["lost"]["NS"] == pytest.approx(seven["imps_lost"]["expected"])


def test_mistakes_are_one_line(net: str) -> None:
    for words, says in (
        (("-N", NORTH), "expected two hands"),
        (("-N", NORTH, "-S", "KJ54.A3.AQ4.987"), "south: expected a hand of 13 cards, got 12"),
        ((NORTH, "-a", "1N AP"), "auction: expected an auction with a call to come"),
        ((NORTH, "-a", "1N 1C"), "auction, column 4: expected a bid higher than 1N"),
        (("AQ32.K4.KJ32.A3", "-a", "1N P"), "hand: expected a hand of 13 cards, got 12"),
        ((NORTH, "-a", "1N P", "--system", "whist", "--net", net), "system: "),
        ((NORTH, "-a", "1N P", "--net", "nowhere"), "cannot read nowhere/config.json"),
    ):
        run = overtrick("contract", *words)
        assert run.code == 2
        assert says in run.err
        assert run.err.count("\n") == 1
