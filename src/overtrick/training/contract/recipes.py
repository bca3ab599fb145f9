"""The contract models that are compared, by name."""

from overtrick.training.contract.network import NetworkRecipe
from overtrick.training.contract.tables import PAPER
from overtrick.training.contract.validation import FOREST

MODELS: dict[str, NetworkRecipe | None] = {
    PAPER: NetworkRecipe(augmented=0.2),
    "plain": NetworkRecipe(),
    FOREST: None,
    "utility": NetworkRecipe(utility=True),
}
"""`paper`: the published settings, augmented; `plain`: not augmented; `utility`: ours, which learns to win IMPs."""
