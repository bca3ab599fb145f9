"""A trained network as a folder: weights, configuration, a card that says how it was made, golden answers.

`weights.npz` holds plain arrays (never pickle), `config.json` what is needed to build the network,
`card.json` data, command, metrics and date, and the checksum of the weights; `golden.npz` a few inputs
with the answers they must give, which are replayed when the network is loaded.
"""

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays.npz import load_arrays, save_arrays
from overtrick.core import BridgeError
from overtrick.storage import locked, make_folder, write_errors, write_text

Arrays = Mapping[str, NDArray[Any]]

TOLERANCE = 1e-4
"""How far a probability may lie from its golden answer: another BLAS adds up in another order."""
MOST_NETWORKS = 4
"""Networks of one kind, of at most 10 MB each, that stay loaded: the shipped ones, and those of two folders more."""

_NEW = ".new"


class ArtifactError(BridgeError):
    """A folder that does not hold the network it should hold."""


@dataclass(frozen=True)
class Artifact:
    """A trained network: what kind it is, its configuration and weights, and its card."""

    kind: str
    config: Mapping[str, Any]
    weights: Arrays
    card: Mapping[str, Any]
    golden: tuple[NDArray[Any], NDArray[np.float32]]
    """Inputs, and the probabilities they must give."""

    def save(self, folder: Path) -> None:
        """Write the folder; weights are stored as they are, so give float16 where that is enough.

        All files are written under new names first, the card last; from then on the new network is the one that is
        read, also where a kill comes before they have their names.
        """
        make_folder(folder)
        with locked(folder / "artifact.lock", str(folder)):
            save_arrays(folder / f"weights.npz{_NEW}", self.weights)
            save_arrays(folder / f"golden.npz{_NEW}", {"inputs": self.golden[0], "answers": self.golden[1]})
            _write_json(folder / f"config.json{_NEW}", {"kind": self.kind, **self.config})
            digest = hashlib.sha256((folder / f"weights.npz{_NEW}").read_bytes()).hexdigest()
            _write_json(folder / f"card.json{_NEW}", {**self.card, "sha256": digest})
            with write_errors(folder):
                for name in ("weights.npz", "golden.npz", "config.json", "card.json"):
                    (folder / f"{name}{_NEW}").replace(folder / name)

    @classmethod
    def load(cls, folder: Traversable, *kinds: str) -> "Artifact":
        """Read and check a folder; ArtifactError with the reason when it is damaged or of none of these kinds."""
        config, card = (_read_json(_newest(folder, name)) for name in ("config.json", "card.json"))
        kind = config.get("kind")
        if not isinstance(kind, str) or kind not in kinds:
            wanted = " or ".join(map(repr, kinds))
            raise ArtifactError(f"expected a network of kind {wanted} in {folder}, got {kind!r}")
        data = _read_bytes(_newest(folder, "weights.npz"))
        digest = hashlib.sha256(data).hexdigest()
        if digest != card.get("sha256"):
            raise ArtifactError(
                f"{folder / 'weights.npz'} is damaged: checksum {digest[:12]}…, its card says otherwise"
            )
        golden = _read_arrays(_read_bytes(_newest(folder, "golden.npz")), folder / "golden.npz")
        if not {"inputs", "answers"} <= golden.keys():
            raise ArtifactError(f"expected inputs and answers in {folder / 'golden.npz'}, got {sorted(golden)}")
        weights = _read_arrays(data, folder / "weights.npz")
        rest = {key: value for key, value in config.items() if key != "kind"}
        return cls(kind, rest, weights, card, (golden["inputs"], golden["answers"]))

    def check(self, probabilities: Callable[[NDArray[Any]], NDArray[np.float32]]) -> None:
        """Replay the golden inputs; ArtifactError when the network answers something else."""
        inputs, answers = self.golden
        try:
            given = probabilities(inputs)
            off = float(np.abs(given - answers).max()) if given.shape == answers.shape else np.inf
        except (IndexError, ValueError, KeyError) as error:
            raise ArtifactError(f"the network does not run on its golden inputs: {error}") from None
        if not off <= TOLERANCE:
            raise ArtifactError(f"the network misses its golden answers by {off:g}, more than {TOLERANCE:g}")


def _newest(folder: Traversable, name: str) -> Traversable:
    """A file of the folder, or the new one, where the new card is there but a kill came before they had their names."""
    new = folder / f"{name}{_NEW}"
    return new if new.is_file() and (folder / f"card.json{_NEW}").is_file() else folder / name


def _write_json(path: Path, data: Mapping[str, Any]) -> None:
    write_text(json.dumps(data, indent=2, ensure_ascii=False) + "\n", path)


def _read_bytes(path: Traversable) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise ArtifactError(f"cannot read {path}: {error.strerror or error}") from None


def _read_json(path: Traversable) -> dict[str, Any]:
    try:
        data = json.loads(_read_bytes(path))
    except ValueError as error:
        raise ArtifactError(f"expected JSON in {path}: {error}") from None
    if not isinstance(data, dict):
        raise ArtifactError(f"expected a JSON object in {path}, got {type(data).__name__}")
    return data


def _read_arrays(data: bytes, path: Traversable) -> dict[str, NDArray[Any]]:
    try:
        return load_arrays(data, "arrays", path)
    except BridgeError as error:
        raise ArtifactError(error.message) from None
