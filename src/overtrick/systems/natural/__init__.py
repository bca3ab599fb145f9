"""Natural bidding where the system is silent: lines from what all four hands have shown.

The lines follow those of the system in one list, so that they explain the calls as well as make them.
"""

from overtrick.systems.natural.bidder import natural_lines

__all__ = ["natural_lines"]
