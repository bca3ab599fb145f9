"""What hands are worth and what they can make, as text."""

from overtrick.ask.evaluate import EvaluateAnswer
from overtrick.ask.tricks import ChanceAnswer, TricksAnswer
from overtrick.core import Contract, DDTable, Seat, Strain, drawing
from overtrick.strength.evaluators import EVALUATORS


def evaluate_text(valued: EvaluateAnswer) -> str:
    """What `eval` answers: every count of the hand, of partner's, and of the two."""
    mine, theirs = valued.evaluators, valued.partner_evaluators
    says = {evaluator.name: evaluator.says for evaluator in EVALUATORS}
    lines = [drawing.hand_text(valued.hand)]
    if valued.partner is not None:
        lines.append(f"{drawing.hand_text(valued.partner)}   (partner)")
    if valued.trump is not None:
        lines.append(f"trumps: {valued.trump.symbol}")
    lines.append("")
    for name, value in mine.items():
        both = "" if theirs is None or name not in theirs else f"{theirs[name]:8g}{value + theirs[name]:8g}"
        lines.append(f"{name:24}{value:8g}{both}   {says.get(name, '')}".rstrip())
    for name, pair in (valued.together or {}).items():
        tricks = "" if pair.tricks is None else f"  about {pair.tricks} tricks"
        lines.append(f"{name:24}{'together':>16}{pair.strength:8g}{tricks}")
    return "\n".join(lines)


def chance_text(answer: ChanceAnswer) -> str:
    """What `chance` answers: tricks and chances by strain and level, for either declarer."""
    lines = []
    for seat in (Seat.NORTH, Seat.SOUTH):
        lines.append(
            f"{f'{seat.name.capitalize()} declares':15} tricks" + "".join(f"{level:>8}" for level in range(1, 8))
        )
        for strain in reversed(Strain):
            tricks, made = answer.expected_tricks[seat][strain], answer.chances[seat][strain]
            lines.append(f"{strain.symbol:>10}{tricks:12.1f}" + "".join(f"{p:>8.0%}" for p in made))
        scores = (
            (score, -level, strain)
            for strain in Strain
            for level, score in enumerate(answer.expected_scores[seat][strain], 1)
        )
        score, lower, strain = max(scores)  # of two that score the same, the lower one
        lines.append(
            f"best undoubled contract {Contract(-lower, strain, seat).phrase}, {score:+.0f} on average "
            f"(vul {answer.vulnerability})\n"
        )
    return "\n".join(lines)


def likely_table(answer: TricksAnswer) -> DDTable:
    """The most likely tricks as a table."""
    return DDTable.of([[answer.tricks[seat][strain] for strain in Strain] for seat in Seat])


def tricks_text(answer: TricksAnswer) -> str:
    """The most likely tricks by declarer and strain."""
    return f"{answer.deal}\n{likely_table(answer)}"
