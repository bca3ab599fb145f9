"""Questions to the bidding network as they come in JSON: which call, with what odds, and what others may hold."""

from collections.abc import Iterator, Sequence
from typing import Any

from overtrick.advice.advice import POSTERIOR, advise
from overtrick.ask.bidding_answers import advice_answer, policy_answer, posterior_answer
from overtrick.ask.fields import hand_of, parse_field, table_of, text_field, texts_field, whole_field
from overtrick.ask.system_questions import table_asked
from overtrick.core import BridgeError, Call, Position, Seat
from overtrick.layouts.known_cards import barred_cards
from overtrick.layouts.posterior import Posterior, sample
from overtrick.systems.network import IMPROVED, TRUE_TO_CARD, Network, bidding_network
from overtrick.systems.views import View, policies

FEWEST, MOST = 10, 10_000
"""Layouts that may be asked for."""


def answer_advise(asked: dict[str, Any]) -> dict[str, Any]:
    """The answer to a question for advice, when all is simulated."""
    *_, (_, answer) = advice_stages(asked)
    return answer


def advice_stages(asked: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The same by stages, each with its name; that of the posterior has the hidden hands along."""
    made = None if asked.get("made") is None else parse_field("made", text_field(asked, "made"), Call.parse)
    view = _view(asked)
    about = _system_dict(view)
    for advice in advise(view, made, _layouts(asked), seed=whole_field(asked, "seed", 0)):
        answer = advice_answer(advice) | about
        if advice.stage == POSTERIOR and advice.posterior is not None:
            answer["posterior"] = posterior_answer(advice.posterior) | about
        yield advice.stage, answer


def answer_policy(asked: dict[str, Any]) -> dict[str, Any]:
    """The answer to a question for the network's call."""
    view = _view(asked, to_call=True)
    return policy_answer(view) | _system_dict(view)


def answer_policies(asked: Sequence[dict[str, Any]]) -> list[dict[str, Any] | BridgeError]:
    """The same for many at once: the network runs over all of them together. An error stands for what has no answer."""
    found = [_view_or_error(each) for each in asked]
    views = [each for each in found if isinstance(each, View)]
    chances = iter(policies(views))
    return [
        policy_answer(each, next(chances)) | _system_dict(each) if isinstance(each, View) else each
        for question, each in zip(asked, found, strict=True)
    ]


def _view_or_error(asked: dict[str, Any]) -> View | BridgeError:
    try:
        return _view(asked, to_call=True)
    except BridgeError as error:
        return error


def answer_posterior(asked: dict[str, Any]) -> dict[str, Any]:
    """The answer to a question for the hidden hands."""
    found = posterior_of(asked)
    return posterior_answer(found) | _system_dict(found.view)


def posterior_of(asked: dict[str, Any]) -> Posterior:
    """The posterior that is asked for."""
    view = _view(asked)
    barred = barred_cards(view.hand, view.seat, texts_field(asked, "with"), texts_field(asked, "without"))
    return sample(view, _layouts(asked), seed=whole_field(asked, "seed", 0), barred=barred)


def _view(asked: dict[str, Any], *, to_call: bool = False) -> View:
    hand = hand_of(asked)
    auction, vulnerability = table_of(asked)
    if to_call and auction.is_over:
        raise BridgeError("expected an auction with a call to come, got one that is over").at(source="auction")
    seat = auction.turn if asked.get("seat") is None else parse_field("seat", text_field(asked, "seat"), Seat.parse)
    return View.of(_network(asked), table_asked(asked, seat), Position(hand, auction, vulnerability), seat)


def _network(asked: dict[str, Any]) -> Network:
    """One of the shipped networks: nobody names a file here."""
    name = text_field(asked, "network", TRUE_TO_CARD)
    if name not in (TRUE_TO_CARD, IMPROVED):
        raise BridgeError(f"expected {TRUE_TO_CARD} or {IMPROVED}, got {name!r}").at(source="network")
    return bidding_network(name)


def _system_dict(view: View) -> dict[str, Any]:
    system = view.table.system_of(view.seat)
    return {"system": system.name, "system_hash": system.fingerprint}


def _layouts(asked: dict[str, Any]) -> int:
    return whole_field(asked, "layouts", 400, FEWEST, MOST)
