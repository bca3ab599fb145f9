"""Two small cards for tests of whole auctions, in files as users have them."""

from pathlib import Path

STRONG = """
system: Strong
situations:
- when: opening
  rules:
  - {id: 2C, call: 2C, hand: 22+ hcp, artificial: true, forcing: to 2N}
  - {id: 1N, call: 1N, hand: "15-17 hcp, balanced"}
  - {id: 1M, call: 1M, hand: "12+ hcp, 5+ M, M >= OM"}
  - {id: 1D, call: 1D, hand: "12+ hcp, 4+ D"}
  - {id: 1C, call: 1C, hand: 12+ hcp}
- when: 1N
  rules:
  - {id: transfer, call: cheapest below M, hand: "5+ M, M >= OM", tags: [transfer to M], artificial: true}
  - {id: game, call: 3N, hand: "10+ hcp"}
  - {id: pass, call: P, hand: any}
- when: 1N <transfer to M>
  rules:
  - {id: done, call: cheapest M, hand: any}
"""
WEAK = STRONG.replace("Strong", "Weak").replace("15-17 hcp", "12-14 hcp").replace("10+ hcp", "13+ hcp")


def card_files(folder: Path) -> tuple[str, str]:
    """The paths of the strong and the weak notrump card."""
    for name, text in (("strong.yaml", STRONG), ("weak.yaml", WEAK)):
        (folder / name).write_text(text)
    return str(folder / "strong.yaml"), str(folder / "weak.yaml")
