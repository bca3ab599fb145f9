"""A match that is asked for, by whoever asks."""

import pytest

from overtrick.ask import QUESTIONS
from overtrick.ask.match import MatchQuestion
from overtrick.core import BridgeError


@pytest.mark.parametrize("player", ["ext:cat", "ext:sayc", "ext:cat net:sayc", "ext:", "EXT:sayc"])
def test_no_question_starts_a_program(player: str) -> None:
    with pytest.raises(BridgeError, match="expected"):
        MatchQuestion(first=player)


def test_a_match_has_what_a_board_was_worth_by_every_scoring() -> None:
    found = QUESTIONS["match"].answer_json({"first": "sayc", "second": "acol", "count": 12, "scoring": "points"})
    assert found["scoring"] == "points"
    assert found["per_board"]["imps"] == {"mean": found["imps_per_board"], "error": found["standard_error"]}
    assert set(found["per_board"]) == {"imps", "matchpoints", "points"}
    assert abs(found["per_board"]["matchpoints"]["mean"]) <= 0.5
