"""The cards that players seem to play, as text."""

from overtrick.systems.tools.infer import PairInference, StyleFinding

_SHOWN = 8
"""Boards that are listed."""


def inference_text(pair: PairInference) -> str:
    """A pair's card: what the boards tell, then what none of them tells."""
    seen = [finding for finding in pair.styles if finding.sure is not None]
    unseen = [finding for finding in pair.styles if finding.sure is None]
    lines = [
        f"{' and '.join(pair.players)}: {pair.boards:,} boards, {pair.calls:,} calls",
        f"nearest card {pair.base}; with the choices below it makes {pair.explained:.1%} of their calls",
        "",
        *(line for finding in seen for line in _finding_lines(finding)),
    ]
    if unseen:
        lines += ["", "no board tells: " + ", ".join(f"{each.style} ({each.value})" for each in unseen)]
    split = [finding for finding in pair.styles if finding.partners]
    if split:
        lines += ["", "partners disagree", *(_split_line(finding, pair.players) for finding in split)]
    return "\n".join(lines)


def _finding_lines(finding: StyleFinding) -> list[str]:
    value = " or ".join((finding.value, *finding.alike))
    boards = f"{len(finding.boards_for)} boards for, {len(finding.boards_against)} against"
    lines = [f"{finding.style:32}{value:28}{finding.sure or 0:6.1%}  {boards} (rather than {finding.instead})"]
    for word, labels in (("for", finding.boards_for), ("against", finding.boards_against)):
        if labels:
            more = ", …" if len(labels) > _SHOWN else ""
            lines.append(f"    {word}: {', '.join(labels[:_SHOWN])}{more}")
    return lines


def _split_line(finding: StyleFinding, players: tuple[str, str]) -> str:
    assert finding.partners is not None
    who = ", ".join(f"{player} {value}" for player, value in zip(players, finding.partners, strict=True))
    return f"    {finding.style}: {who}"
