"""The networks of "Artificial Neural Network Architecture for Solving the Double Dummy Bridge Problem" (2013).

`docs/paper-2013.md` says what the paper did, what it leaves open, and how our figures compare with its own.
"""

from overtrick.papers.tricks_2013.connections import DESCRIBED, TABLED, Architecture
from overtrick.papers.tricks_2013.encodings import ENCODINGS, Encoding
from overtrick.papers.tricks_2013.learning import Resilient, back_propagate, resilient_propagate
from overtrick.papers.tricks_2013.network import Activation, PaperNetwork
from overtrick.papers.tricks_2013.ranges import target_of, tricks_of

__all__ = [
    "DESCRIBED",
    "ENCODINGS",
    "TABLED",
    "Activation",
    "Architecture",
    "Encoding",
    "PaperNetwork",
    "Resilient",
    "back_propagate",
    "resilient_propagate",
    "target_of",
    "tricks_of",
]
