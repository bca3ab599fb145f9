"""The answers of `overtrick contract` as people read them."""

from collections.abc import Sequence
from dataclasses import replace

from overtrick.ask.contract import (
    MEASURES,
    CostAnswer,
    PairContractAnswer,
    PositionContractAnswer,
    SacrificeAnswer,
)
from overtrick.contract.cost import BiddingCost, CostTotals
from overtrick.contract.outcomes import MeanAndError
from overtrick.core import Call, Contract, Doubling, ParseError, Seat, Side, Strain
from overtrick.systems.engine.meaning import range_text

_LEAST = 0.0005
"""The chance below which a contract would be printed with 0.0 %."""
_WORDS = {"points": "points", "imps": "IMPs", "matchpoints": "matchpoints"}


# One hand and an auction


def position_text(answer: PositionContractAnswer) -> str:
    """The ranked contracts that have a chance, and why when that was asked for."""
    lines = ["how likely each is the best end of the auction, says the network"]
    lines += [f"{_symbols(ranked.contract):>8}{ranked.p:>8.1%}" for ranked in answer.ranked if ranked.p >= _LEAST]
    if answer.meaning == "unknown":
        lines.append("meaning unknown: the system has no meaning for some of the calls")
    return "\n".join(lines if answer.why is None else [*lines, "", *_why_lines(answer)])


def _why_lines(answer: PositionContractAnswer) -> list[str]:
    agree = "that agree with the auction" if answer.layouts_agree else "at random: none was found that agrees"
    head = f"{'':>8}{'fit':>7}{'points':>9}{'tricks':>8}{'makes':>8}{'score':>8}   {answer.layouts} layouts {agree}"
    lines = [head]
    for why in answer.why or ():
        fit = "" if why.fit is None else range_text(why.fit, 13)
        cells = f"{_symbols(why.choice):>8}{fit:>7}{range_text(why.points, 40):>9}"
        if why.contract is None:
            lines.append(f"{cells}{why.score:>+24.0f}   nobody has bid")
        else:
            figures = f"{why.tricks:>8.1f}{why.chance:>8.0%}{why.score:>+8.0f}"
            lines.append(f"{cells}{figures}   {_name(why.contract)}")
    return lines


def _symbols(choice: str) -> str:
    """A choice as people print it: `4♠`, `Pass`, `X`."""
    return Call.parse(choice).symbol if choice[0].isdigit() else choice


# Two hands


def pair_text(answer: PairContractAnswer) -> str:
    """Both declarers' contracts in a grid, the best ones, and whether to bid on when that was asked."""
    lines = [_grid_text(answer, seat) for seat in Side.NORTH_SOUTH.seats]
    lines.append(f"{'best for':14}{'contract':16}{'makes':>6}{'points':>8}{'IMPs':>7}{'matchpoints':>13}")
    for measure in MEASURES:
        best = answer.best[measure]
        lines.append(
            f"{_WORDS[measure]:14}{_name(best.contract):16}{best.chance:>6.0%}{best.expected:>+8.0f}"
            f"{best.imps:>+7.2f}{best.matchpoints:>13.0%}"
        )
    for words, contracts in answer.by_vulnerability.items():
        lines.append(f"{words}: {', '.join(f'{_name(contracts[each])} for {_WORDS[each]}' for each in MEASURES)}")
    if answer.sacrifice is not None:
        lines += ["", _sacrifice_text(answer.sacrifice)]
    return "\n".join(lines)


def _grid_text(answer: PairContractAnswer, seat: Seat) -> str:
    """Chances and expected scores of one declarer's contracts; x marks what the opponents would double."""
    lines = [f"{seat.name.capitalize()} declares" + "".join(f"{level:>12}" for level in range(1, 8))]
    for strain in reversed(Strain):
        grids = (answer.chances, answer.expected_scores, answer.doubled_scores)
        cells = [
            f"{chance:.0%} {plain:+.0f}" if doubled is None else f"{chance:.0%} {doubled:+.0f}x"
            for chance, plain, doubled in zip(*(grid[seat][strain] for grid in grids), strict=True)
        ]
        lines.append(f"{strain.symbol:>14}" + "".join(f"{cell:>12}" for cell in cells))
    return "\n".join(lines) + "\n"


def _sacrifice_text(weighed: SacrificeAnswer) -> str:
    theirs = f"{_theirs(weighed.against)} makes {weighed.their_chance:.0%}; defending scores {weighed.defending:+.0f}"
    if weighed.contract is None or weighed.gain is None:
        return f"{theirs}; nothing outranks it"
    ours = f"{_name(weighed.contract)} scores {weighed.bidding_on:+.0f}"
    advice = "bid on" if weighed.bid_on else "defend"
    return f"{theirs}; {ours}: {advice} ({abs(weighed.gain):.0f} points better)"


def _theirs(text: str) -> str:
    """Their contract as people write it; the declarer may be left open: `4♠x`, `4♠ by East`."""
    try:
        return Contract.parse(text).phrase
    except ParseError:
        return Contract.parse(f"{text}E").phrase.removesuffix(" by East")


def _name(contract: Contract | None) -> str:
    return "Pass" if contract is None else contract.phrase


# Boards

HEADING = f"{'board':8}{'reached':18}{'better':30}{'IMPs lost':>14}{'on deal':>9}   the call"


def cost_text(cost: BiddingCost, place: int) -> str:
    """One line a board; without a number it goes by its place in the source."""
    start = f"{cost.record.board.number or place:<8}{_phrase(cost.reached):18}"
    if cost.place is None:
        return f"{start}nothing clearly better"
    seat, call = list(cost.record.require_auction())[cost.place]
    who = cost.record.players.get(seat) or seat.name.capitalize()
    lost = f"{_mean_text(cost.lost.over_layouts):>14}{cost.lost.on_deal:>+9}"
    return f"{start}{_better(cost):30}{lost}   {call.symbol} by {who}"


def _better(cost: BiddingCost) -> str:
    """What the side should have done, in words."""
    side, best = cost.side.symbol, cost.best
    if best is None:
        return f"{side}: pass it out"
    if best.side is cost.side:
        return f"{side}: {best.phrase}"
    plain = replace(best, doubling=Doubling.UNDOUBLED)
    return f"{side}: {'defend' if best == plain else 'double'} {plain.phrase}"


def _phrase(contract: Contract | None) -> str:
    return "passed out" if contract is None else contract.phrase


def _mean_text(mean: MeanAndError) -> str:
    return f"{mean.value + 0.0:.2f} ± {mean.error:.2f}"


def totals_text(answers: Sequence[CostAnswer]) -> str:
    """IMPs a board, with standard errors over the boards, and where the tricks are from."""
    totals = CostTotals.of([answer.cost for answer in answers])
    together = totals.boards * totals.lost.value
    kinds = {answer.tricks for answer in answers}
    tricks = "exact tricks" if kinds == {"exact"} else "estimated tricks, without the solver"
    if totals.boards == 1:
        return (
            f"IMPs lost in the bidding {together:.1f}, on the deal as it is {totals.lost_on_deal.value:.0f} ({tricks})"
        )
    return (
        f"{totals.boards:,} boards: IMPs a board lost in the bidding {_mean_text(totals.lost)} ({together:.1f} "
        f"together), on the deals as they are {_mean_text(totals.lost_on_deal)} ({tricks})"
    )
