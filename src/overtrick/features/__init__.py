"""What a hand or an auction looks like, as numbers; nothing here knows a deal's solution."""
