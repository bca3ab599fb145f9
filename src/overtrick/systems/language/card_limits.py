"""How much a card may ask for: every limit on a file of a system, in one place.

The shipped cards use half of any at most. Cards come from strangers (posted to the service, or inside a link), so
nothing in one may grow past what it says.
"""

MOST_CHARACTERS = 1_000_000
"""Of one file."""
LONGEST_TEXT = 5_000
"""Characters of any one text in a file."""
DEEPEST_YAML = 40
"""Levels of lists and mappings."""
MOST_FILES = 100
"""Layers and blocks that one system may consist of, each counted as often as it is used."""
MOST_RULES = 6_000
MOST_RULE_USES = 15_000
"""Rules, each counted for every pattern of its situation."""
MOST_MOVED_RULES = 500
"""Rules with `before:` or `after:`."""
MOST_RULE_LETTERS = 4
"""Suit letters in a rule that its pattern may leave open: a rule is a line for every way to fill them in."""
MOST_LISTED = 100
"""Tags of a rule, and rules it comes before or after."""
MOST_MISTAKES = 100
"""Mistakes that are reported; then reading stops."""

DEEPEST_PARAMETER = 8
LONGEST_FILLED = 500
"""Characters that parameters may add to one text."""

LONGEST_CONDITION = 2_000
"""Characters of a condition on hands."""
LONGEST_IF = 500
"""Characters of a condition on the auction."""
MOST_BRACKETS = 40
"""Brackets and negations inside one another."""

MOST_DEFINITIONS = 30
DEEPEST_DEFINITION = 12
"""How many definitions may rest on one another."""
MOST_ATOMS = 500
"""Elementary conditions that a definition, or the condition of a rule, may come to."""

LONGEST_PATTERN = 30
"""Calls of a pattern."""
MOST_GAPS = 4
"""Times that `...` may stand in a pattern."""
MOST_CHOICES = 40
"""Alternatives for one call of a pattern."""
MOST_TAG_LETTERS = 3
"""Suit letters in one tag: each stands for up to four suits."""
