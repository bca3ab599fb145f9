"""Advice by stages: the first at once, the others from where it ended."""

from overtrick import Hand
from overtrick.ask import QUESTIONS
from overtrick.ask.advise import AdviseQuestion
from overtrick.ask.wire import to_json

QUESTION = AdviseQuestion(hand=Hand.parse("AKJT985.6.A76.84"), layouts=20)


def test_the_rest_goes_on_from_the_first_stage_without_the_network() -> None:
    kind = QUESTIONS["advise"]
    whole = [to_json(answer) for answer in kind.stages(QUESTION)]
    first, rest = kind.first_stage(QUESTION)
    again = kind.read(to_json(rest))
    assert again == rest
    assert [to_json(first), *(to_json(answer) for answer in kind.stages(again))] == whole
    assert [answer["stage"] for answer in whole] == ["policy", "posterior", "done"]
