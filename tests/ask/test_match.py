"""A match that is asked for, by whoever asks."""

import pytest

from overtrick.ask.match import MatchQuestion
from overtrick.core import BridgeError


@pytest.mark.parametrize("player", ["ext:cat", "ext:sayc", "ext:cat net:sayc", "ext:", "EXT:sayc"])
def test_no_question_starts_a_program(player: str) -> None:
    with pytest.raises(BridgeError, match="expected"):
        MatchQuestion(first=player)
