"""Recipes: what is read, and what is said of mistakes."""

from pathlib import Path

import pytest

from overtrick import BridgeError
from overtrick.training.recipe import PairSizes, Recipe, load_recipe, shipped_recipes


def test_the_shipped_recipes_are_read() -> None:
    assert {"four_hands", "smoke"} <= set(shipped_recipes())
    for name in shipped_recipes():
        assert load_recipe(name).says
    assert load_recipe("four_hands").random_deals == 90_000


def test_a_recipe_says_the_kind_of_network_and_how_much_of_a_batch_is_taught() -> None:
    four, two, tuned = (load_recipe(name) for name in ("four_hands_distilled", "two_hands", "two_hands_tuned"))
    assert (four.kind, two.kind, tuned.kind) == ("four_hands", "two_hands", "two_hands")
    assert (four.taught, two.taught, tuned.taught) == (768, 993, 0)
    assert two.net == tuned.net == PairSizes(96, 32, 96, 5)


def test_what_a_recipe_does_not_say_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("[net]\nchannels = 64\n[training]\nadam_rate = 1\nspots = { 4 = 0.5, 6 = 0.5 }\n")
    recipe = load_recipe(str(path))
    assert (recipe.name, recipe.net.channels, recipe.net.blocks) == ("mine", 64, 6)
    assert recipe.training.adam_rate == 1.0
    assert recipe.training.spots == ((4, 0.5), (6, 0.5))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[net", "mine: expected TOML"),
        ("[net]\nchanels = 3", r"mine, \[net\]: expected settings such as channels, got 'chanels'"),
        ("[trainin]\nsteps = 3", "expected settings such as training, .*got 'trainin'"),
        ("[training]\nstep = 3", "expected settings such as steps, .*got 'step'"),
        ("[training]\nsteps = 0", "mine: steps: expected a whole number of 1 or more, got 0"),
        ("[training]\nsteps = 1.5", "expected a whole number of 1 or more, got 1.5"),
        ("[training]\ndropout = 1", "dropout: expected a number from 0 to 0.9, got 1"),
        ("[training]\nadam_rate = 'fast'", "adam_rate: expected a number of 0 or more, got 'fast'"),
        ("[training]\nadam_rate = inf", "expected a number of 0 or more, got inf"),
        ("[training]\nbatch = 100", "expected a batch in multiples of 64, got 100"),
        ("[net]\nturn = 97", "expected turn up to the 96 channels, got 97"),
        ("[training]\nspots = 4", "expected spots such as"),
        ("[training]\nspots = { 4 = 0.5 }", "expected chances that sum to 1"),
        ("net = 3", r"expected a section \[net\], got net = 3"),
        ("says = 3", "expected a text for 'says', got 3"),
        ("kind = 'three_hands'", "mine: expected the kind four_hands or two_hands, got 'three_hands'"),
        ("kind = 2", "expected the kind four_hands or two_hands, got 2"),
        ("kind = 'two_hands'\n[net]\nturn = 3", r"mine, \[net\]: expected settings such as .*, got 'turn'"),
        ("kind = 'two_hands'\n[net]\ngap = 97", "expected gap up to the 96 channels, got 97"),
        ("[teaching]\nshare = 2", "share: expected a number from 0 to 1, got 2"),
        ("random_deals = -1", "random_deals: expected a whole number of 0 or more, got -1"),
    ],
)
def test_mistakes_are_named(text: str, says: str) -> None:
    with pytest.raises(BridgeError, match=says):
        Recipe.loads(text, "mine")


def test_an_unknown_name_gets_the_close_ones() -> None:
    with pytest.raises(BridgeError, match=r"expected a recipe such as four_hands, .*or a TOML file, got 'for_hands'"):
        load_recipe("for_hands")
