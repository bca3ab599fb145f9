"""How many planted choices `overtrick system infer` recovers from boards bid by known cards.

`python benchmarks/infer_cards.py --tables 4 --boards 200`: at every table two cards drawn at random (a shipped card
with other ranges, styles and conventions) bid random deals; both are then inferred. A choice is right where the
inferred value is the planted one, untold where no board tells the two apart (a convention that never came up, 6-10
without a hand of 5 or 11 points), wrong otherwise.
"""

import argparse
import random
from collections import Counter

from overtrick.core import Record
from overtrick.systems.engine.boards import BoardBatch
from overtrick.systems.table import Table
from overtrick.systems.tools.infer import PairInference, infer_cards
from overtrick.systems.tools.styles import BASES, NOT_PLAYED, PLAYED, STYLES, CardDraft, StyleOption

FLIPPED = 0.3
"""The chance that a convention is played where its card does not, or the other way round."""


def planted(rng: random.Random) -> tuple[CardDraft, dict[str, StyleOption]]:
    """A card, and the option it plays in every style."""
    draft = CardDraft(rng.choice([*BASES]))
    chosen = {}
    for style in STYLES:
        options = {option.name: option for option in style.options}
        if options.keys() == {PLAYED, NOT_PLAYED}:
            (block,) = options[PLAYED].use
            plays = (block in draft.system.blocks) != (rng.random() < FLIPPED)
            option = options[PLAYED if plays else NOT_PLAYED]
        else:
            option = rng.choice(style.options)
        chosen[style.name] = option
    card = CardDraft(draft.base, tuple(chosen.values()))
    return (card, chosen) if card.goes_together else planted(rng)


def judged(draft: CardDraft, chosen: dict[str, StyleOption], found: PairInference) -> tuple[Counter[str], list[str]]:
    """How many choices were right, untold and wrong, and the wrong ones in words."""
    counts: Counter[str] = Counter()
    wrong = []
    if found.base != BASES[draft.base]:
        wrong.append(f"card: {found.base}, planted {BASES[draft.base]}")
    counts["wrong" if wrong else "right"] += 1
    for finding in found.styles:
        name = chosen[finding.style].name
        untold = finding.sure is None or name in finding.alike
        kind = "untold" if untold else "right" if finding.value == name else "wrong"
        counts[kind] += 1
        if kind == "wrong":
            wrong.append(f"{finding.style}: {finding.value} ({finding.sure or 0:.0%}), planted {name}")
    return counts, wrong


def main() -> None:
    """Print a line for every card, and the sums."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--tables", type=int, default=4)
    options.add_argument("--boards", type=int, default=200)
    options.add_argument("--seed", type=int, default=1)
    asked = options.parse_args()
    total: Counter[str] = Counter()
    for number in range(asked.tables):
        rng = random.Random(f"{asked.seed} {number}")
        cards = [planted(rng), planted(rng)]
        boards = BoardBatch.random(asked.boards, asked.seed, number)
        ends = boards.bid(Table(cards[0][0].system, cards[1][0].system).tree)
        records = [Record(boards[place], boards.auction(place, end)) for place, end in enumerate(ends)]
        for (draft, chosen), found in zip(cards, sorted(infer_cards(records), key=_seats), strict=True):
            counts, wrong = judged(draft, chosen, found)
            total += counts
            kinds = ", ".join(f"{kind} {counts[kind]}" for kind in ("right", "untold", "wrong"))
            print(f"{BASES[draft.base]}: {kinds}; {found.explained:.1%} of the calls explained", flush=True)
            for line in wrong:
                print(f"    {line}", flush=True)
    told = total["right"] + total["wrong"]
    print(f"{total['right']} of {told} choices that the boards tell recovered ({total['right'] / told:.1%}), ", end="")
    print(f"{total['untold']} of {told + total['untold']} told by no board")


def _seats(found: PairInference) -> bool:
    return found.players != ("N", "S")


if __name__ == "__main__":
    main()
