"""`overtrick system …` as a user runs it."""

import json
from pathlib import Path

import pytest

from command import overtrick, overtrick_process
from overtrick.cli.systems import _is_own
from overtrick.systems.tools.check import Finding
from systems.small import SMALL, WEAK_NOTRUMP


@pytest.fixture
def card(tmp_path: Path) -> Path:
    path = tmp_path / "small.yaml"
    path.write_text(SMALL)
    return path


def test_help_lists_the_tools() -> None:
    run = overtrick("system", "--help")
    assert run.code == 0
    for command in ("check", "show", "explain", "export"):
        assert f" {command} " in run.out


def test_a_sound_card_passes_the_check(card: Path) -> None:
    run = overtrick("system", "check", str(card), "-n", "40")
    assert run.code == 0
    assert run.out.startswith("Small: 19 rules, 0 errors, 0 warnings, ")


def test_everything_that_cannot_be_read_is_told_at_once(card: Path) -> None:
    text = (
        SMALL.replace("22+ hcp", "22+ hpc")
        .replace("6-9 support", "9-6 support")
        .replace("- when: 1M\n", "- when: 1Q\n")
    )
    card.write_text(text.replace("agrees: M, forcing: invite", "agrees: M, forcng: invite"))
    run = overtrick_process("system", "check", str(card))
    assert (run.code, run.out) == (2, "")
    lines = run.err.splitlines()
    assert len(lines) == 4
    for line, number in zip(lines, (9, 39, 40, 37), strict=True):
        assert line.startswith(f"overtrick: small.yaml:{number}:")
    assert "did you mean" in lines[0]
    assert "did you mean forcing?" in lines[2]
    told = json.loads(overtrick("system", "check", str(card), "--json").out)
    assert [each["where"].split(":")[1] for each in told["errors"]] == ["9", "39", "40", "37"]


@pytest.mark.parametrize(
    ("edit", "word"),
    [
        (("define:\n", "define:\n  odd: even\n  even: odd\n"), "rest on itself"),
        (("{id: 1D,", "{id: 1D, before: 1C, after: 1C,"), "ring"),
        (("nt: 15-17", 'nt: "{nt}"'), "rest on themselves"),
        (("system: Small", "system: [Small"), "YAML"),
        (("params: {nt", "include: [nowhere]\nparams: {nt"), "no layer nowhere"),
    ],
)
def test_contradictions_and_rings_are_refused(edit: tuple[str, str], word: str, card: Path) -> None:
    assert edit[0] in SMALL
    card.write_text(SMALL.replace(*edit))
    run = overtrick("system", "check", str(card))
    assert run.code == 2
    assert word in run.err


def test_a_finding_comes_with_its_place_its_auction_and_a_hand(card: Path) -> None:
    card.write_text(SMALL.replace("  - {id: hearts,", "  - {id: again, call: 3N, hand: 9+ S}\n  - {id: hearts,"))
    run = overtrick("system", "check", str(card), "-n", "40")
    assert run.code == 1
    assert "small.yaml:34: error: 3N (again) never comes up: the calls before rule its hands out" in run.out
    assert "    after 1N P 2C P\n" in run.out
    told = json.loads(overtrick("system", "check", str(card), "-n", "40", "--json").out)
    assert told["counts"]["error"] == 1
    [finding] = [each for each in told["findings"] if each["level"] == "error"]
    assert (finding["kind"], finding["rule"], finding["where"]) == ("unreachable", "again", "small.yaml:34")


def test_warnings_alone_end_well(card: Path) -> None:
    card.write_text(SMALL.replace("open: 12}", "open: 12, spare: 3}"))
    run = overtrick("system", "check", str(card), "-n", "40")
    assert run.code == 0
    assert "small.yaml:3: warning: parameter spare is not used" in run.out


def test_the_cards_own_files_come_first_and_shipped_ones_on_request(tmp_path: Path) -> None:
    (tmp_path / "blocks").mkdir()
    rule = "{id: odd, call: 2N, hand: '13+ hcp', after: nothing}"
    (tmp_path / "blocks" / "mine.yaml").write_text(f"block: mine\nsituations:\n- when: 1M\n  rules:\n  - {rule}\n")
    card = tmp_path / "card.yaml"
    card.write_text(SMALL.replace("define:", "include: [slam]\nuse: [mine]\ndefine:"))
    own = overtrick("system", "check", str(card), "-n", "10").out
    assert "mine.yaml:5: warning: after: no rule has the id 'nothing'" in own
    assert "slam.yaml" not in own.partition("Small: ")[0]
    told = overtrick("system", "check", str(card), "-n", "10", "--all", "--verbose").out
    places = [line.split(":")[0] for line in told.splitlines() if not line.startswith((" ", "Small: "))]
    assert "slam.yaml" in places
    assert max(index for index, place in enumerate(places) if place == "mine.yaml") < places.index("slam.yaml")


def test_overlaps_only_when_asked_for(card: Path) -> None:
    assert "[overlap]" not in overtrick("system", "check", str(card), "-n", "40").out
    assert "[overlap]" in overtrick("system", "check", str(card), "-n", "40", "--verbose").out


def test_one_edit_moves_show_explain_and_export(card: Path) -> None:
    def notrump() -> list[str]:
        """The lines about 1NT in everything that is printed."""
        path = str(card)
        shown = overtrick("system", "show", path, "-n", "300", "--depth", "1").out
        explained = overtrick("system", "explain", "1N P 2N", "--system", path).out
        exported = overtrick("system", "export", path, "--to", "bboalert", "--depth", "1").out
        starts = {"| 1NT |": shown, "N     1NT": explained, ",1N,": exported}
        return [next(line for line in text.splitlines() if line.startswith(start)) for start, text in starts.items()]

    strong = notrump()
    card.write_text(WEAK_NOTRUMP)
    weak = notrump()
    for before, after in zip(strong, weak, strict=True):
        assert "15-17" in before
        assert "12-14" not in before
        assert "12-14" in after
        assert "15-17" not in after


def test_the_check_sees_what_an_edit_breaks(card: Path) -> None:
    text = SMALL.replace("  - {id: 1M,", "  - {id: 13-14, call: 2N, hand: '13-14 hcp, balanced'}\n  - {id: 1M,")
    card.write_text(text)
    assert overtrick("system", "check", str(card), "-n", "40").code == 0
    card.write_text(text.replace("nt: 15-17", "nt: 12-14"))
    run = overtrick("system", "check", str(card), "-n", "40")
    assert run.code == 1
    assert "2N (13-14) never comes up: 1N (1N, small.yaml:10) comes first" in run.out


def test_a_booklet_is_written_as_a_page(card: Path, tmp_path: Path) -> None:
    page = tmp_path / "small.html"
    run = overtrick("system", "show", str(card), "-n", "300", "--depth", "1", "--html", "-o", str(page))
    assert (run.code, run.out) == (0, "")
    assert page.read_text().startswith("<!doctype html>")
    after = overtrick("system", "show", str(card), "-n", "300", "--depth", "1", "--after", "1N P 2C P").out
    assert "## 1NT – 2♣ ?" in after
    assert "Openings" not in after


def test_an_auction_is_explained_in_a_table(card: Path) -> None:
    run = overtrick("system", "explain", "1N P 2C P", "--system", str(card), "--dealer", "E", "--vul", "NS")
    assert run.code == 0
    rows = [line.split() for line in run.out.splitlines()]
    assert rows[1][:3] == ["E", "1NT", "15-17"]
    assert rows[3][:3] == ["W", "2♣", "8+"]
    assert "E to call" in run.out
    assert "no four-card major" in run.out
    told = json.loads(overtrick("system", "explain", "1N P 2C P", "--system", str(card), "--json").out)
    assert [each["call"] for each in told["available"]] == ["2H", "2S", "2D"]
    assert told["turn"] == "N"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("explain", "1N 1C"), "auction, column 4"),
        (("explain", "1N", "--system", "precision"), "expected a system (sayc"),
        (("export", "sayc", "--to", "pdf"), "expected markdown or bboalert after --to, got 'pdf'"),
        (("show", "nowhere.yaml"), "cannot read nowhere.yaml"),
        (("check", "precision"), "expected a system (sayc"),
    ],
)
def test_bad_words_end_in_one_line_and_code_2(words: tuple[str, ...], message: str) -> None:
    run = overtrick("system", *words)
    assert run.code == 2
    assert message in run.err
    assert run.err.count("\n") == 1


def test_an_auction_that_is_over_has_no_next_calls(card: Path) -> None:
    told = json.loads(overtrick("system", "explain", "1N P P P", "--system", str(card), "--json").out)
    assert "available" not in told
    run = overtrick("system", "show", str(card), "--after", "1N P P P")
    assert run.code == 2
    assert "is over" in run.err


def test_the_shipped_card_is_exported(tmp_path: Path) -> None:
    path = tmp_path / "sayc.csv"
    assert overtrick("system", "export", "sayc", "--to", "bboalert", "--depth", "2", "-o", str(path)).code == 0
    lines = path.read_text().splitlines()
    assert lines[0] == "BBOalert,SAYC"
    assert any(line.startswith("1N--,2C,") for line in lines)


def test_which_files_are_the_cards_own(card: Path) -> None:
    (card.parent / "slam.yaml").write_text("layer: slam", encoding="utf-8")
    places = ("small.yaml:3", "standard.yaml:3", "stayman.yaml:3", "slam.yaml:3", "sayc.yaml:3")
    findings = [Finding("warning", "hole", where, "rule", "no reply") for where in places]
    assert [each.where for each in findings if _is_own(each, str(card))] == ["small.yaml:3", "slam.yaml:3"]
    assert [each.where for each in findings if _is_own(each, "SAYC")] == ["sayc.yaml:3"]
