"""Recipes: what is read, and what is said of mistakes."""

from dataclasses import replace
from pathlib import Path

import pytest

from overtrick import BridgeError
from overtrick.training.bidding.bidding_recipe import BiddingRecipe
from overtrick.training.contract.contract_recipe import ContractRecipe, ContractSchedule
from overtrick.training.recipe import Recipe, differences
from overtrick.training.tricks.trick_recipe import TrickRecipe, TwoHandSizes

ROOMS: tuple[type[Recipe], ...] = (TrickRecipe, BiddingRecipe, ContractRecipe)


def test_the_shipped_recipes_are_read() -> None:
    shipped = {recipes.room: recipes.shipped() for recipes in ROOMS}
    assert {"four_hands", "smoke"} <= set(shipped["tricks"])
    assert {"bidding", "bidding_smoke"} <= set(shipped["bidding"])
    assert shipped["contract"] == ["forest", "ours", "paper", "plain", "utility"]
    for recipes in ROOMS:
        for name in recipes.shipped():
            assert recipes.load(name).says
    assert TrickRecipe.load("four_hands").random_deals == 90_000


def test_the_contract_models_differ_as_the_paper_says() -> None:
    paper, plain, ours, utility, forest = map(ContractRecipe.load, ("paper", "plain", "ours", "utility", "forest"))
    assert paper.training == replace(plain.training, augmented=True)
    assert ours.training == ContractSchedule(shown_again=0.2)
    assert utility.training == ContractSchedule(utility=True)
    assert paper.net == plain.net == ours.net == utility.net
    assert (forest.is_forest, forest.forest.trees, paper.is_forest) == (True, 100, False)


def test_a_recipe_says_the_kind_of_network_and_how_much_of_a_batch_is_taught() -> None:
    four, two, tuned = (TrickRecipe.load(name) for name in ("four_hands_distilled", "two_hands", "two_hands_tuned"))
    assert (four.kind, two.kind, tuned.kind) == ("four_hands", "two_hands", "two_hands")
    assert (four.taught, two.taught, tuned.taught) == (768, 993, 0)
    assert two.net == tuned.net == TwoHandSizes(96, 32, 96, 5)


def test_what_a_recipe_does_not_say_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("[net]\nchannels = 64\n[training]\nadam_rate = 1\nspots = { 4 = 0.5, 6 = 0.5 }\n")
    recipe = TrickRecipe.load(str(path))
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
        TrickRecipe.loads(text, "mine")


@pytest.mark.parametrize(
    "text",
    [
        "[training]\nsteps = 1",
        "[training]\ndropout = 0",
        "[training]\ndropout = 0.9",
        "[net]\nturn = 96",
        "random_deals = 0",
    ],
)
def test_the_limits_of_numbers_are_allowed_themselves(text: str) -> None:
    TrickRecipe.loads(text, "mine")


@pytest.mark.parametrize(
    ("recipes", "text", "says"),
    [
        (BiddingRecipe, "[net]\nwindow = 2", "mine: expected a window of 1 or 4 calls, got 2"),
        (BiddingRecipe, "[net]\nlegality = 1", "mine: expected true or false for 'legality', got 1"),
        (BiddingRecipe, "[net]\nreader = 8\n[training]\nreader_only = 1", "expected true or false for 'reader_only'"),
        (BiddingRecipe, "[net]\nhiden = 8", "got 'hiden'"),
        (BiddingRecipe, "[training]\nsteps = 0", "mine: steps: expected a whole number of 1 or more, got 0"),
        (BiddingRecipe, "net", "mine: expected TOML"),
        (BiddingRecipe, "[training]\nreader_only = true", r"expected a 'reader' in \[net\]"),
        (BiddingRecipe, "systems = ['sayc', 'sayc']", "expected up to 8 different systems"),
        (ContractRecipe, "[net]\nhiden = [3]", r"mine, \[net\]: expected settings such as hidden, got 'hiden'"),
        (ContractRecipe, "[net]\nhidden = [3.5]", r"expected sizes such as \[1224, 612\], got \[3.5\]"),
        (ContractRecipe, "[training]\nutility = 'yes'", "expected true or false for 'utility', got 'yes'"),
    ],
)
def test_mistakes_in_other_rooms_are_named_alike(recipes: type[Recipe], text: str, says: str) -> None:
    with pytest.raises(BridgeError, match=says):
        recipes.loads(text, "mine")


def test_differences_are_named() -> None:
    before, now = {"seed": 1, "same": [2], "gone": 3}, {"seed": 2, "same": [2], "new": None}
    assert differences(before, now) == [
        "seed was 1 and is now 2",
        "gone was 3 and is now not set",
        "new was not set and is now None",
    ]


def test_an_unknown_name_gets_the_close_ones() -> None:
    with pytest.raises(BridgeError, match=r"expected a recipe such as four_hands, .*or a TOML file, got 'for_hands'"):
        TrickRecipe.load("for_hands")
