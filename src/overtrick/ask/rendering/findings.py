"""The findings of audits and matches as tables to read."""

from collections.abc import Iterator

from overtrick.core import Record
from overtrick.matches.scoring import Match, Swing
from overtrick.systems.tools.findings import CONTRACTS, FORCING, HARD, HCP, LENGTHS, WORDS, Audit, Example


def audit_text(audit: Audit, most: int) -> str:
    """The findings of an audit; of each list of rules so many."""
    parts = [_heading(audit), _table_of_contracts(audit)]
    if audit.counts["calls"]:
        parts += [_openings(audit), _fallback(audit)]
    parts += ["\n".join(part) for part in (_problems(audit), _outside(audit, most), _loose(audit, most)) if part]
    return "\n\n".join(parts)


def _heading(audit: Audit) -> str:
    counts = audit.counts
    against = "" if audit.against == audit.card else f" against {audit.against}"
    rows = [
        f"{audit.card}{against}: {counts['deals']:,} deals, {counts['all calls']:,} calls",
        "",
    ]
    rows += _ranges(audit) if counts["calls"] else []
    for title, name in (
        ("illegal calls", "illegal"),
        ("forcing bids passed", "forcing bids passed"),
        ("auctions of more than 40 calls", "long auctions"),
        ("auctions that broke down", "broken"),
    ):
        rows.append(f"{title:40}{counts[name]:8,}")
    return "\n".join(rows)


def _ranges(audit: Audit) -> list[str]:
    """How many hands lie where their calls say they do."""
    counts = audit.counts
    return [
        f"{'hand among those that make the call':40}{_percent(audit.share_within(HARD), 3)}  "
        f"{counts[HARD]:,} outside (must be none)",
        f"{'hand within the stated points':40}{_percent(audit.share_within(HCP), 3)}  "
        f"{counts[HCP]:,} outside (wanted: 99 % within)",
        f"{'hand within the stated lengths':40}{_percent(audit.share_within(LENGTHS), 3)}  "
        f"{counts[LENGTHS]:,} outside (wanted: 99 % within)",
        f"{'numbers in the text against the hand':40}{counts[WORDS]:8,}    (must be none)",
        f"{'forcing in the text against the call':40}{counts[FORCING]:8,}    (must be none)",
        f"{'points stated by opening bids':40}{audit.opening_width:8.2f}    high less low, on average (at most 10)",
    ]


def _table_of_contracts(audit: Audit) -> str:
    deals = max(1, audit.counts["deals"])
    kinds = (*CONTRACTS, "doubled")
    shares = "  ".join(f"{name} {100 * audit.contracts[name] / deals:.1f} %" for name in kinds)
    return f"{shares}\n{audit.counts['all calls'] / deals:.1f} calls an auction, the longest {audit.longest}"


def _openings(audit: Audit) -> str:
    rows = ["opening bids       times   points wide"]
    rows += [f"{call:15}{times:9,}{audit.widths[call] / times:14.2f}" for call, times in audit.openings.most_common()]
    return "\n".join(rows)


def _fallback(audit: Audit) -> str:
    rows = ["natural fallback   of all calls   of bids and doubles"]
    for number, counts in audit.by_round():
        acts = _percent(counts["natural acts"] / counts["acts"]) if counts["acts"] else f"{'-':>8}"
        rows.append(f"round {number:<11}{_percent(counts['natural calls'] / max(1, counts['calls'])):>14}{acts:>22}")
    return "\n".join(rows)


def _problems(audit: Audit) -> list[str]:
    if not audit.problems:
        return []
    return ["problems", *(f"  {each.kind}: {_example(each)}" for each in audit.problems)]


def _outside(audit: Audit, most: int) -> list[str]:
    worst = audit.worst_rules()[:most]
    if not worst:
        return []
    rows = ["hands outside what they show      made   points  lengths     text   share"]
    for rule, counts in worst:
        false = counts[WORDS] + counts[FORCING]
        share = _percent(max(counts[HCP], counts[LENGTHS], false) / counts["made"])
        rows.append(f"{rule:30}{counts['made']:8,}{counts[HCP]:9,}{counts[LENGTHS]:9,}{false:9,}{share}")
        rows += [f"    {_example(each)}" for each in audit.examples_of(rule)[:2]]
    return rows


def _loose(audit: Audit, most: int) -> list[str]:
    loose = audit.loose()
    if not loose:
        return []
    rows = [f"ranges much wider than the hands that come up: {len(loose)}"]
    for each in loose[:most]:
        stated, seen = (f"{low}-{high}" for low, high in (each.stated, each.seen))
        rows.append(f"  {each.auction:28} {each.axis:3} stated {stated:6} seen {seen:6} {each.times:7,} × {each.rules}")
    return rows


def _example(each: Example) -> str:
    if not each.call:
        return f"board {each.board}, {each.deal}: {each.shown}"
    shown = f" shows {each.shown}" if each.shown else ""
    deal = f", deal {each.deal}" if each.deal else ""
    return f"{each.hand} calls {each.call} after {each.auction or 'nothing'}:{shown} (board {each.board}{deal})"


def _percent(share: float, digits: int = 1) -> str:
    return f"{100 * share:6.{digits}f} %".rjust(8)


def match_text(match: Match) -> str:
    """How a match went, and its largest swings."""
    first, second = match.names
    tied, punished = match.boards - match.won - match.lost, match.against_doublers
    rows = [
        f"{first} against {second}: {_per_board(match)} over {match.boards:,} boards",
        f"won {match.won:,}, tied {tied:,}, lost {match.lost:,}; "
        f"{match.calls / max(1, 2 * match.boards):.1f} calls an auction",
        f"with every contract that fails doubled: {punished.mean:+.3f} ± {punished.error:.3f} IMPs a board",
    ]
    for name, kinds in zip(match.names, match.contracts, strict=True):
        declared = ", ".join(f"{kind} {kinds[kind]:,}" for kind in CONTRACTS[1:])
        rows.append(f"{name} declared {kinds.total():,} of {2 * match.boards:,}: {declared}")
    if match.swings:
        rows += ["", "largest swings"]
    for swing in match.swings:
        rows += _swing(swing, match.names)
    return "\n".join(rows)


def _per_board(match: Match) -> str:
    """What the first player won, by the scoring of the match."""
    mean, error = match.per_board(match.scoring)
    if match.scoring == "matchpoints":
        return f"{0.5 + mean:.1%} ± {error:.1%} of the matchpoints ({match.mean:+.3f} ± {match.error:.3f} IMPs a board)"
    if match.scoring == "points":
        return f"{mean:+.1f} ± {error:.1f} points a board ({match.mean:+.3f} ± {match.error:.3f} IMPs)"
    return f"{mean:+.3f} ± {error:.3f} IMPs a board"


def _swing(swing: Swing, names: tuple[str, str]) -> Iterator[str]:
    board = swing.board
    width = max(map(len, names)) + len(" N-S") + 2
    yield f"board {board.number}: {swing.imps:+d} IMPs  vul {board.vulnerability}  {board.deal.text(board.dealer)}"
    for name, auction, result in zip(names, swing.auctions, swing.results, strict=True):
        yield f"    {name + ' N-S':{width}}{result!s:8}  {auction}"


def played_text(record: Record) -> str:
    """A board as it was played, in one line."""
    board = record.board
    assert record.result is not None
    score = record.result.score(board.vulnerability)
    return f"board {board.number}: {record.result!s:8} {score or 0:+5d}  vul {board.vulnerability}  {record.auction}"
