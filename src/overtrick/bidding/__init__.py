"""The bidding network at the table: calls, the posterior of the hidden hands, advice, matches."""
