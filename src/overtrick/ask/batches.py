"""Questions answered many at a time, where that is cheaper; an error stands for each that has no answer."""

from overtrick.ask.bidding_questions import answer_policies

__all__ = ["answer_policies"]
