"""The answers of `overtrick contract` as people read them."""

from typing import Any

from overtrick.ask.contract_answers import MEASURES, contract_name
from overtrick.contract.cost import BiddingCost, CostTotals, ImpsWon, MeanAndError
from overtrick.core import Contract, ParseError, Strain
from overtrick.systems.engine.meaning import range_text

_WORDS = {"points": "points", "imps": "IMPs", "matchpoints": "matchpoints"}


# One hand and an auction


def position_text(answer: dict[str, Any]) -> str:
    """The ranked contracts, and why when that was asked for."""
    lines = [f"{_symbols(each['contract']):>8}{each['p']:>8.1%}" for each in answer["ranked"]]
    if answer["meaning"] == "unknown":
        lines.append("meaning unknown: the system has no meaning for some of the calls")
    if "why" in answer:
        lines += ["", _why_text(answer)]
    return "\n".join(lines)


def _why_text(answer: dict[str, Any]) -> str:
    agree = "that agree with the auction" if answer["layouts_agree"] else "at random: none was found that agrees"
    lines = [
        f"{'':>8}{'fit':>7}{'points':>9}{'tricks':>8}{'makes':>8}{'score':>8}   {answer['layouts']} layouts {agree}"
    ]
    for each in answer["why"]:
        fit = "" if each["fit"] is None else range_text(each["fit"], 13)
        cells = f"{fit:>7}{range_text(each['points'], 40):>9}"
        if each["played"] is None:
            lines.append(f"{_symbols(each['contract']):>8}{cells}{each['score']:>+24.0f}   nobody has bid")
            continue
        cells += f"{each['tricks']:>8.1f}{each['chance']:>8.0%}{each['score']:>+8.0f}"
        lines.append(f"{_symbols(each['contract']):>8}{cells}   {_name(each['played'])}")
    return "\n".join(lines)


def _symbols(choice: str) -> str:
    """A choice as people print it: `4♠`, `Pass`, `X`."""
    return Contract.parse(f"{choice}N").bid.symbol if choice[0].isdigit() else choice


# Two hands


def pair_text(answer: dict[str, Any]) -> str:
    """Both declarers' contracts in a grid, the best ones, and whether to bid on when that was asked."""
    lines = [_grid_text(answer, seat) for seat in ("N", "S")]
    lines.append(f"{'best for':14}{'contract':10}{'makes':>6}{'points':>8}{'IMPs':>7}{'matchpoints':>13}")
    for measure in MEASURES:
        each = answer["best"][measure]
        lines.append(
            f"{_WORDS[measure]:14}{_name(each['contract']):10}{each['chance']:>6.0%}{each['expected']:>+8.0f}"
            f"{each['imps']:>+7.2f}{each['matchpoints']:>13.0%}"
        )
    for words, best in answer["by_vulnerability"].items():
        lines.append(f"{words}: {', '.join(f'{_name(best[each])} for {_WORDS[each]}' for each in MEASURES)}")
    if "sacrifice" in answer:
        lines += ["", _sacrifice_text(answer["sacrifice"])]
    return "\n".join(lines)


def _grid_text(answer: dict[str, Any], seat: str) -> str:
    """Chances and expected scores of one declarer's contracts; x marks what the opponents would double."""
    lines = [f"{seat} declares" + "".join(f"{level:>12}" for level in range(1, 8))]
    for strain in reversed(Strain):
        chances, undoubled, doubled = (
            answer[name][seat][str(strain)] for name in ("chances", "expected_scores", "doubled_scores")
        )
        cells = [
            f"{chance:.0%} {plain:+.0f}" if stakes is None else f"{chance:.0%} {stakes:+.0f}x"
            for chance, plain, stakes in zip(chances, undoubled, doubled, strict=True)
        ]
        lines.append(f"{strain.symbol:>10}" + "".join(f"{cell:>12}" for cell in cells))
    return "\n".join(lines) + "\n"


def _sacrifice_text(weighed: dict[str, Any]) -> str:
    theirs = f"{weighed['against']} makes {weighed['their_chance']:.0%}; defending scores {weighed['defending']:+.0f}"
    if weighed["contract"] is None:
        return f"{theirs}; nothing outranks it"
    ours = f"{_name(weighed['contract'])} scores {weighed['bidding_on']:+.0f}"
    advice = "bid on" if weighed["bid_on"] else "defend"
    return f"{theirs}; {ours}: {advice} ({abs(weighed['gain']):.0f} points better)"


def _name(text: str) -> str:
    """A contract as people print it: `4♠ N`."""
    try:
        found = Contract.parse(text)
    except ParseError:
        return text
    return f"{found.bid.symbol}{'x' * (len(str(found.doubling)))} {found.declarer}"


# Boards

_ON_DEAL = f"{'on deal':>9}"
HEADING = (
    f"{'board':8}{'reached':10}{'best':10}{'IMPs lost':>13}{_ON_DEAL}   {'predicted':16}{'IMPs won':>13}{_ON_DEAL}"
)


def judged_text(judged: BiddingCost, place: int) -> str:
    """One line a board; without a number it goes by its place in the source."""
    said = f"{_name(contract_name(judged.predicted.contract))} {judged.predicted.p:.0%}"
    return (
        f"{judged.record.board.number or place:<8}{_name(contract_name(judged.reached)):10}"
        f"{_name(contract_name(judged.best)):10}{_compared_text(judged.lost)}   {said:16}"
        f"{_compared_text(judged.predicted.won)}"
    )


def _compared_text(compared: ImpsWon) -> str:
    return f"{_mean_text(compared.over_layouts):>13}{compared.on_deal:>+9}"


def _mean_text(mean: MeanAndError) -> str:
    return f"{mean.value + 0.0:+.2f} ± {mean.error:.2f}"


def totals_text(totals: CostTotals) -> str:
    """IMPs a board, with standard errors over the boards."""
    sum_lost = totals.boards * totals.lost.value
    return (
        f"{totals.boards:,} boards: IMPs a board lost in the bidding {_mean_text(totals.lost)} ({sum_lost:+.1f} "
        f"together), on the deals as they are {_mean_text(totals.lost_on_deal)};\n"
        f"the predicted contracts win {_mean_text(totals.won)} a board, on the deals as they are "
        f"{_mean_text(totals.won_on_deal)}"
    )
