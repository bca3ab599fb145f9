"""A small card for the tests of what looks cards over, prints and exports them."""

SMALL = """\
system: Small
text: A card for tests.
params: {nt: 15-17, open: 12}
define:
  good X: 2 of top 3 in X or 3 of top 5 in X
situations:
- when: opening
  rules:
  - {id: 2C, call: 2C, hand: 22+ hcp, artificial: true, forcing: to 2N, text: strong}
  - {id: 1N, call: 1N, hand: "{nt} hcp, balanced", announce: "{nt}"}
  - {id: 1M, call: 1M, for: {M: [S, H]}, hand: "{open}+ hcp, 5+ M, M >= OM"}
  - {id: 1D, call: 1D, hand: "{open}+ hcp, 4+ D"}
  - {id: 1C, call: 1C, hand: "{open}+ hcp"}
  - {id: 2X, call: 2X, for: {X: [D, H, S]}, hand: "5-11 hcp, 6 X, good X", tags: [preempt], text: weak two}
- when: 2C
  rules:
  - {id: waiting, call: 2D, hand: any, artificial: true, forcing: 1 round, text: waiting}
- when: 2C 2D
  rules:
  - {id: balanced, call: 2N, hand: any}
- when: 1N
  rules:
  - {id: stayman, call: 2C, hand: "{25 - top(nt)}+ hcp, 4 H or 4 S", artificial: true, forcing: 1 round, text: Stayman}
  - {id: transfer, call: cheapest below M, hand: "5+ M, M >= OM", tags: [transfer to M], artificial: true,
     forcing: 1 round, text: transfer to M}
  - {id: invite, call: 2N, hand: "{25 - top(nt)}-{24 - bottom(nt)} hcp", forcing: invite}
  - {id: game, call: 3N, hand: "{25 - bottom(nt)}+ hcp", forcing: signoff}
  - {id: stay, call: P, hand: any}
- when: 1N <transfer to M>
  rules:
  - {id: done, call: cheapest M, hand: any}
- when: 1N 2C
  rules:
  - {id: hearts, call: 2H, hand: 4+ H}
  - {id: spades, call: 2S, hand: 4+ S}
  - {id: none, call: 2D, hand: any, artificial: true, text: no four-card major}
- when: 1M
  rules:
  - {id: raise, call: 2M, hand: "6-9 support points M, 3+ M", agrees: M}
  - {id: limit, call: 3M, hand: "10-12 support points M, 3+ M", agrees: M, forcing: invite}
"""

WEAK_NOTRUMP = SMALL.replace("nt: 15-17", "nt: 12-14")
"""The same card after one edit."""
