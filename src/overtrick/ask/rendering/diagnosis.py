"""The findings of `overtrick system doctor` as text, as a web page and for programs."""

import html

from overtrick.doctor.auction_patterns import situation_words
from overtrick.doctor.prescriptions import hand_text, rule_text, when_text
from overtrick.doctor.proposals import Diagnosis, Gain, Proposal
from overtrick.doctor.treatment import Proof
from overtrick.systems.tools.findings import HCP, LENGTHS


def diagnosis_text(diagnosis: Diagnosis, most: int) -> str:
    """The proposals, the most valuable first, each with its rule to add."""
    lines = list(_heading(diagnosis))
    for number, proposal in enumerate(diagnosis.proposals[:most], 1):
        title, *figures = _proposal_lines(proposal)
        lines += ["", f"{number}. {title}", *(f"   {line}" for line in figures)]
        lines += [f"   {line}" for line in rule_text(proposal, number).splitlines()]
    return "\n".join(lines)


def _heading(diagnosis: Diagnosis) -> list[str]:
    count = len(diagnosis.findings)
    return [
        f"{diagnosis.trials:,} trials on {diagnosis.boards:,} boards. {diagnosis.places:,} places looked at, {count} "
        f"proposal{'s' * (count != 1)}; a card without faults would give about {diagnosis.false:.1f} by chance.",
        "What the trials won had no part in finding a proposal; ± is one standard error.",
    ]


def _proposal_lines(proposal: Proposal) -> list[str]:
    conditions = when_text(proposal)
    exact = f" (exact tricks: {_gain(proposal.exact, 1)})" if proposal.exact is not None else ""
    samples = ", ".join(f"{sample.hand} ({sample.gain:+.0f})" for sample in proposal.samples)
    return [
        f"{situation_title(proposal)}: {proposal.tried} instead of {proposal.usual} with {hand_text(proposal)}"
        + f", if {conditions}" * bool(conditions),
        situation_sentence(proposal),
        f"{_gain(proposal.a_board, 4)} IMPs a board; {_gain(proposal.each, 1)} each time{exact}, "
        f"once in {1 / proposal.times:,.0f} boards; {proposal.trials:,} trials",
        f"now by {proposal.rule}; for example {samples}",
    ]


def situation_title(proposal: Proposal) -> str:
    """The auctions of a proposal, in short."""
    more = len(proposal.patterns) - 1
    if proposal.kind:
        return f"{proposal.kind} ({more + 1} auctions, such as {proposal.patterns[0]})"
    return proposal.patterns[0] + (f" and {more} more auction{'s' * (more > 1)}" if more else "")


def situation_sentence(proposal: Proposal) -> str:
    """The most frequent auction of a proposal in words."""
    often = "Most often: " * (len(proposal.patterns) > 1)
    return f"{often}{situation_words(proposal.patterns[0])}"


def _gain(gain: Gain, digits: int) -> str:
    return f"{gain.mean:+.{digits}f} ± {gain.error:.{digits}f}"


def diagnosis_rules(diagnosis: Diagnosis, most: int) -> str:
    """The rules of the proposals as a patch for `--apply`; what is not accepted can be deleted."""
    parts = ["# Delete what you do not accept, then: overtrick system doctor CARD --apply THIS -o NEW.yaml\n"]
    for number, proposal in enumerate(diagnosis.proposals[:most], 1):
        parts += [f"\n# {number}. {_gain(proposal.a_board, 4)} IMPs a board. {situation_sentence(proposal)}\n"]
        parts += [rule_text(proposal, number)]
    return "".join(parts)


def proof_text(proof: Proof, target: str) -> str:
    """What was found of a card with accepted proposals."""
    found = [str(finding) for finding in proof.new_findings] or ["check finds nothing new"]
    points, lengths = (f"{100 * proof.audit.share_within(kind):.2f} %" for kind in (HCP, LENGTHS))
    verdict = f"Proved: written to {target}." if proof.holds else "Not proved: nothing is written."
    return "\n".join(
        [
            *found,
            f"audit: {points} of the hands within the stated points, {lengths} within the lengths, "
            f"{proof.audit.faults} faults (wanted: 99.9 %, none)",
            f"match on {proof.boards:,} fresh deals, exact tricks: {proof.match.mean:+.4f} ± {proof.match.error:.4f} "
            "IMPs a board against the old card (wanted: two standard errors)",
            verdict,
        ]
    )


def proof_json(proof: Proof) -> dict[str, object]:
    """The same for programs."""
    return {
        "proved": proof.holds,
        "new_findings": [str(finding) for finding in proof.new_findings],
        "audit": {kind: proof.audit.share_within(kind) for kind in (HCP, LENGTHS)} | {"faults": proof.audit.faults},
        "match": {"boards": proof.boards, "mean": proof.match.mean, "error": proof.match.error},
    }


def diagnosis_json(diagnosis: Diagnosis, most: int) -> dict[str, object]:
    """The proposals for programs."""
    return {
        "boards": diagnosis.boards,
        "trials": diagnosis.trials,
        "places": diagnosis.places,
        "by_chance": round(diagnosis.false, 2),
        "proposals": [
            _proposal_json(proposal, number) for number, proposal in enumerate(diagnosis.proposals[:most], 1)
        ],
    }


def _proposal_json(proposal: Proposal, number: int) -> dict[str, object]:
    gains = {"each": proposal.each, "a_board": proposal.a_board, "exact": proposal.exact}
    return {
        "number": number,
        "situation": situation_title(proposal),
        "words": situation_sentence(proposal),
        "auctions": list(proposal.patterns),
        "rule": proposal.rule,
        "now": proposal.usual,
        "better": proposal.tried,
        "hand": hand_text(proposal),
        "if": when_text(proposal),
        "times": round(proposal.times, 6),
        "trials": proposal.trials,
        **{name: _gain_json(gain) for name, gain in gains.items()},
        "hands": [
            {"board": sample.board, "hand": str(sample.hand), "gain": round(sample.gain, 1)}
            for sample in proposal.samples
        ],
        "yaml": rule_text(proposal, number),
    }


def _gain_json(gain: Gain | None) -> dict[str, float] | None:
    return None if gain is None else {"mean": round(gain.mean, 5), "error": round(gain.error, 5)}


_STYLE = """body{font:15px/1.45 system-ui,sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.2rem .5rem;border-bottom:1px solid #ddd}
td:nth-child(n+5){text-align:right;white-space:nowrap}pre{background:#f6f6f4;padding:.6rem;overflow-x:auto}"""
_HEAD = ("", "situation", "now", "better", "IMPs a board", "each time", "once in")


def diagnosis_page(diagnosis: Diagnosis, most: int, card: str) -> str:
    """The proposals as one HTML page: a table, then each with its hands and its rule."""
    name = html.escape(card)
    lines = [f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Doctor: {name}</title>']
    lines += [f"<style>{_STYLE}</style><h1>What {name} could do better</h1>"]
    lines += [f"<p>{html.escape(line)}</p>" for line in _heading(diagnosis)]
    lines.append(f"<table><tr>{''.join(f'<th>{word}</th>' for word in _HEAD)}</tr>")
    proposals = list(enumerate(diagnosis.proposals[:most], 1))
    for number, proposal in proposals:
        cells = [
            f'<a href="#{number}">{number}</a>',
            *map(html.escape, (proposal.patterns[0], proposal.usual, f"{proposal.tried} with {hand_text(proposal)}")),
            *(_gain(proposal.a_board, 4), _gain(proposal.each, 1), f"{1 / proposal.times:,.0f}"),
        ]
        lines.append("<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>")
    lines.append("</table>")
    for number, proposal in proposals:
        title, *figures = _proposal_lines(proposal)
        lines.append(f'<h2 id="{number}">{number}. {html.escape(title)}</h2>')
        lines += [f"<p>{html.escape(line)}</p>" for line in figures]
        lines.append(f"<pre>{html.escape(rule_text(proposal, number))}</pre>")
    return "\n".join([*lines, "</html>", ""])
