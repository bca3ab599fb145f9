"""The networks of "Artificial Neural Network Architecture for Solving the Double Dummy Bridge Problem" (2013).

`docs/paper-2013.md` says what the paper did, what it leaves open, and how our figures compare with its own.
"""

from overtrick.tricks.paper.connections import DESCRIBED, TABLED, Architecture
from overtrick.tricks.paper.encodings import ENCODINGS, Encoding
from overtrick.tricks.paper.learning import Resilient, back_propagate, resilient_propagate
from overtrick.tricks.paper.network import Activation, Network
from overtrick.tricks.paper.ranges import target_of, tricks_of

__all__ = [
    "DESCRIBED",
    "ENCODINGS",
    "TABLED",
    "Activation",
    "Architecture",
    "Encoding",
    "Network",
    "Resilient",
    "back_propagate",
    "resilient_propagate",
    "target_of",
    "tricks_of",
]
