"""The numbers by which the natural bidder judges, each with its name.

Points are total points of both hands together unless a name says otherwise: high cards, and cards beyond the fourth
in a suit or shortness opposite it. Where no source is named the number is the judgement of the authors, in the range
that textbooks give, and was checked as a whole with `benchmarks/par.py`, which plays the bidder against itself and
compares with par: no single number was fitted.
"""

# What contracts need

SUIT_NEED = {1: 17, 2: 20, 3: 23, 4: 24.5, 5: 29, 6: 31, 7: 36}
"""By level, points of both hands with eight trumps. Textbooks: 26 for a major game, 29 for a minor one, 33 for a small
slam in support points; ours are lower because partner's range counts with its mean."""
NOTRUMP_NEED = {1: 20, 2: 23, 3: 25, 4: 28, 5: 30, 6: 33, 7: 37}
"""By level, high-card points of both hands, for 6NT with length; 25 for game and 37 for the grand slam are the
textbook's numbers, 33 with length made 6NT on 78 % of 338 solved deals, 32 on 64 % of 250."""
SLAM_INTEREST = 31
"""Points with which game is not all there is to say."""
MOST_MISSING = 30
"""Points that no hand is going to have beyond what it has shown: with more needed, slam is not looked for."""

# What they have shown

THEIR_LENGTH_POINTS = 1.5
"""The part of their total points that is length, on average."""

# Fits

LONG_ON_AVERAGE = 3.6
"""Cards of partner's on average from which a suit is worth a look."""
EIGHT_ON_AVERAGE = 7.75
"""Cards together on average that count as eight."""
SHORT_ON_AVERAGE = 2.7
"""Cards of partner's on average below which notrump needs a half stopper of mine."""

# Competing

LAW_FLOOR = {1: 14, 2: 16, 3: 18, 4: 20, 5: 22}
"""By level, points below which the law of total tricks is not trusted."""
OWN_SUIT_LENGTH = {1: 5, 2: 6, 3: 7, 4: 8}
"""By level, cards of a new suit of mine over their bid."""
OWN_SUIT_NEED = {1: 16, 2: 18, 3: 21, 4: 23}
"""By level, points of both hands for it."""
OWN_SUIT_LEAST = {1: 8, 2: 10, 3: 12, 4: 14}
"""By level, total points of mine for it at least."""

# Doubles

HIGHEST_TAKEOUT = 20
"""The index of 4♥: higher doubles are for penalties."""
TAKEOUT_NEED = {1: 18, 2: 20, 3: 22, 4: 24}
"""By level of their bid, points of both hands for a takeout double."""
TAKEOUT_LEAST = {1: 11, 2: 12, 3: 14, 4: 15}
"""By level, high-card points of mine for it at least."""
STRONG_TAKEOUT = 18
"""High-card points that double with any shape."""
LIMITED = 3
"""A hand shown within this many points has told what it has."""
NOTRUMP_DOUBLE_NEED = {1: 24, 2: 23, 3: 22, 4: 20, 5: 19, 6: 18, 7: 17}
"""By level, high-card points of both hands that double their notrump for penalties."""
PENALTY_DOUBLE_NEED = {3: 27, 4: 24, 5: 22, 6: 20, 7: 18}
"""By level, high-card points of both hands that double their suit contract for penalties."""
PENALTY_DOUBLE_TRUMPS = {3: 3, 4: 2, 5: 0, 6: 0, 7: 0}
"""By level, cards in their suit that such a double asks for."""
TRUMP_STACK_NEED = {2: 24, 3: 22, 4: 20, 5: 18, 6: 17, 7: 16}
"""By level, high-card points of both hands for a penalty double with length and honours in their suit."""
LEAVING_IN = {1: (6, 3), 2: (5, 5), 3: (5, 4), 4: (4, 4), 5: (4, 3), 6: (3, 2), 7: (0, 0)}
"""By level of their doubled bid, cards and high-card points in their suit with which partner's takeout double is
passed."""

# Opening where the system has no opening bids

NOTRUMP_OPENING = (15, 17)
"""High-card points."""
RULE_OF = 20
"""High-card points and cards of the two longest suits for an opening bid: the rule of twenty (Marty Bergen)."""
