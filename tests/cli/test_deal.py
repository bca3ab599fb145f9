"""`overtrick deal` as a user runs it."""

import json
from pathlib import Path

from command import overtrick, overtrick_process
from overtrick import Deal, Seat


def test_the_same_seed_gives_the_same_deals_and_another_seed_others() -> None:
    once = overtrick_process("deal", "-n", "5", "--seed", "7").out
    again, other = (overtrick("deal", "-n", "5", "--seed", seed).out for seed in ("7", "8"))
    assert once == again != other
    assert all(Deal.parse(line).is_complete for line in once.splitlines())
    assert len(once.splitlines()) == 5


def test_deals_meet_their_condition_and_the_report_is_honest() -> None:
    run = overtrick("deal", "-n", "20", "-c", "hcp(south)>=15 && hcp(south)<=17 && balanced(south)", "--report")
    deals = [Deal.parse(line) for line in run.out.splitlines()]
    assert all(15 <= deal[Seat.SOUTH].hcp <= 17 and deal[Seat.SOUTH].is_balanced for deal in deals)
    assert "20 of 20 deals found" in run.err
    assert "rejects most" in run.err


def test_pbn_and_json_carry_dealer_and_vulnerability(tmp_path: Path) -> None:
    path = tmp_path / "deals.pbn"
    assert overtrick("deal", "-n", "3", "--seed", "1", "-o", str(path)).code == 0
    boards = [json.loads(line) for line in overtrick("convert", str(path), "--to", "json").out.splitlines()]
    assert [(board["dealer"], board["vul"]) for board in boards] == [("N", "None"), ("E", "NS"), ("S", "EW")]
    same = [json.loads(line) for line in overtrick("deal", "-n", "3", "--seed", "1", "--json").out.splitlines()]
    assert [board["deal"] for board in same] == [board["deal"] for board in boards]


def test_a_script_is_carried_out(tmp_path: Path) -> None:
    path = tmp_path / "weak.dl"
    path.write_text('predeal north SAKQ\nproduce 4\ncondition hearts(south) >= 6\naction average "points" hcp(south)\n')
    run = overtrick("deal", "-f", str(path), "--seed", "3")
    deals = [Deal.parse(line) for line in run.out.splitlines()]
    assert len(deals) == 4
    assert all(deal[Seat.SOUTH].lengths[2] >= 6 and str(deal[Seat.NORTH]).startswith("AKQ") for deal in deals)
    assert "average points:" in run.err


def test_mistakes_point_at_the_word() -> None:
    run = overtrick("deal", "-c", "hcp(sotuh) > 5")
    assert run.code == 2
    assert "--condition:1:5" in run.err
    assert "did you mean south?" in run.err
    assert overtrick("deal", "-c", "hcp(south) > 40").code == 2
    assert overtrick("deal", "-f", "no-such-script").code == 2
