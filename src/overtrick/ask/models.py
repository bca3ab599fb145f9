"""The networks that a worker runs: loaded before the first question comes, and named in its heartbeats."""

from collections.abc import Callable, Sequence
from contextlib import suppress

from overtrick import __version__
from overtrick.ask import QUESTIONS
from overtrick.core import BridgeError


def load_models(chosen: str = "numpy", warm: Sequence[str] = ()) -> dict[str, str]:
    """Load some networks, by name; the names of all that could be, each with its checksum."""
    from overtrick.nets.backend import use_backend

    use_backend(chosen)
    for kind in QUESTIONS.values():
        kind.load()
    found = {"overtrick": __version__, "backend": chosen}
    for name in warm:
        with suppress(BridgeError, OSError):  # one that is not installed says so when it is asked
            found[name] = _LOADERS[name]()
    return found


def _bidding() -> str:
    from overtrick.ask.explain import ExplainQuestion, answer
    from overtrick.systems.network import bidding_network

    answer(ExplainQuestion())
    return bidding_network().model


def _four_hands() -> str:
    from overtrick.tricks.estimators import four_hands

    return four_hands().model


def _two_hands() -> str:
    from overtrick.tricks.estimators import two_hands

    return two_hands().model


def _contract() -> str:
    from overtrick.contract.predictor import contract_predictor

    return contract_predictor().model


_LOADERS: dict[str, Callable[[], str]] = {
    "bidding": _bidding,
    "four_hands": _four_hands,
    "two_hands": _two_hands,
    "contract": _contract,
}
ALL = tuple(_LOADERS)
