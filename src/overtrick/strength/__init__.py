"""What a hand, or a pair of hands, is worth: evaluators, formulas, and how well they tell tricks."""
