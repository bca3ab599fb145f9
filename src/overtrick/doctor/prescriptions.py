"""A proposal in the words of a system's file: the rule to add, as YAML."""

import re

from overtrick.doctor.proposals import Proposal

SITUATIONS = 16
"""Auctions for which a rule is written, the most frequent first."""
RULES = 8
"""Rules named after `before` or `after`."""
_SUIT_NAMED = re.compile(r"(cheapest|jump|game in) (mine|partner)")


def hand_text(proposal: Proposal) -> str:
    """The hands of a proposal in the card's words: what their rule asks now, and what makes the difference."""
    asked = [proposal.asked] if proposal.asked not in ("", "any") else []
    return ", ".join([*asked, *(bound.text(proposal.tried) for bound in proposal.hands)]) or "any"


def when_text(proposal: Proposal) -> str:
    """What a proposal asks of seat and vulnerability, in the card's words; empty for nothing."""
    return ", ".join(bound.text(proposal.tried) for bound in proposal.bounds if bound.of_auction)


def rule_text(proposal: Proposal, number: int) -> str:
    """The situation with the new rule, as YAML."""
    patterns = proposal.patterns[:SITUATIONS]
    when = f'"{patterns[0]}"' if len(patterns) == 1 else "[" + ", ".join(f'"{text}"' for text in patterns) + "]"
    call, conditions = _call(proposal.tried)
    conditions += [when_text(proposal)] * bool(when_text(proposal))
    parts = [f"id: doctor-{number}", f"call: {call}"]
    parts += [f'if: "{", ".join(conditions)}"'] * bool(conditions)
    parts.append(f'hand: "{hand_text(proposal)}"')
    for word, rules in (("before", proposal.before), ("after", proposal.after)):
        parts += [f"{word}: [{', '.join(rules[:RULES])}]"] * bool(rules)
    parts += [proposal.said] * bool(proposal.said)
    return f"- when: {when}\n  rules:\n  - {{{', '.join(parts)}}}\n"


def _call(tried: str) -> tuple[str, list[str]]:
    """The call of a rule, and the conditions that say which suit it is in."""
    named = _SUIT_NAMED.fullmatch(tried)
    if named is not None:
        return f"{named[1]} X", [f"X = {named[2]}"]
    if tried == "jump cue":
        return "jump X", ["X = T"]
    return tried, ["X unbid"] * tried.endswith(" X")
