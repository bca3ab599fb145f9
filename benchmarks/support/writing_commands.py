"""Every command of the program: how it writes, or that it only prints, and small files for it to read."""

import inspect
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from typer.main import get_command

from overtrick.arrays import random_deals
from overtrick.cli.app import app
from overtrick.nets.artifact import Artifact
from overtrick.strength.pairs import SolvedPairs

HAND = "AQ32.K4.KJ32.A32"
BOARD = """[Board "1"]
[Dealer "N"]
[Vulnerable "EW"]
[Deal "N:AQ32.K4.KJ32.A32 T9.QJT9.T987.QT5 KJ54.A3.AQ4.9876 876.87652.65.KJ4"]
[Auction "N"]
1N Pass 2C Pass
2S Pass 4S AP
"""
RECIPES = {
    "bidding.toml": "[net]\nhidden = 8\nhead = 8\n[training]\nsteps = 6\npiece = 16\npieces = 1\nevaluate_every = 2\n"
    "save_every = 2\nheld_out = 16\n",
    "tricks.toml": "[net]\nchannels = 8\nturn = 4\nhidden = 8\nblocks = 1\n[training]\nsteps = 6\nbatch = 64\n"
    "evaluate_every = 2\nsave_every = 2\n[teaching]\ndeals = 60\nshare = 0.5\n",
    "contract.toml": "[net]\nhidden = [16]\n[training]\nbatch = 64\nepochs = 2\n",
}
READ = {"script", "net", "library", "data", "pairs", "deals", "auctions", "boards", "vugraph", "start_from"}
READ |= {"artifact", "decided", "teacher", "file", "apply"}
"""Options that name files to read; every other one that is a path names what is written."""


@dataclass(frozen=True)
class Case:
    """A command that writes, in a folder of its own, which stands for {folder}."""

    words: str
    writes: tuple[str, ...]
    """The options."""
    made: str
    """What is there in the end: a file, or a folder of a run."""
    goes_on: bool = False
    """Whether a run that was cut short goes on."""
    is_artifact: bool = False
    is_slow: bool = False
    """Whether a run compiles networks: then at fewer moments."""
    patches: dict[str, int] = field(default_factory=dict)


CASES = {
    "deal": Case("deal -n 40 --seed 1 -o {folder}/a.pbn", ("output",), "a.pbn"),
    "dd": Case("dd {boards} -o {folder}/a.txt", ("output",), "a.txt"),
    "convert": Case("convert {boards} {folder}/a.lin", ("target",), "a.lin"),
    "show": Case("show {boards} --html -o {folder}/a.html", ("output",), "a.html"),
    "tricks estimate": Case("tricks estimate {boards} -o {folder}/a.txt", ("output",), "a.txt"),
    "bid": Case("bid {boards} -o {folder}/a.pbn", ("output",), "a.pbn"),
    "explain": Case("explain {boards} -o {folder}/a.pbn", ("output",), "a.pbn"),
    "review": Case("review {boards} --layouts 10 -j 1 --html {folder}/a.html", ("html",), "a.html", goes_on=True),
    "posterior": Case("posterior {hand} -n 20 --svg {folder}/a.svg", ("svg",), "a.svg"),
    "match": Case("match sayc acol -n 20 -j 1 --swings {folder}/a.pbn", ("swings",), "a.pbn"),
    "system show": Case("system show sayc -d 1 -n 100 -o {folder}/a.md", ("output",), "a.md"),
    "system export": Case("system export sayc -d 1 -o {folder}/a.md", ("output",), "a.md"),
    "system schema": Case("system schema -o {folder}/a.json", ("output",), "a.json"),
    "system worth": Case(
        "system worth sayc -n 20 -j 1 --block gerber --html {folder}/a.html --rows {folder}/rows",
        ("html", "rows"),
        "a.html",
    ),
    "system infer": Case("system infer {boards} --least 1 --player N -o {folder}/a.yaml", ("output",), "a.yaml"),
    "system compare": Case("system compare sayc acol -n 20 -j 1 -o {folder}/a.pbn", ("output",), "a.pbn"),
    "system doctor": Case(
        "system doctor sayc -n 60 -j 1 --exact 0 --trials {folder}/a.npz --html {folder}/a.html "
        "--rules {folder}/a.yaml",
        ("html", "rules", "trials", "output"),  # the card of --apply is written whole, once it is proved
        "a.npz",
        goes_on=True,
        patches={"overtrick.doctor.examination.CHUNK": 20},
    ),
    "strength fit": Case("strength fit H --pairs {pairs} --method lsq -o {folder}/a.toml", ("output",), "a.toml"),
    "strength table": Case(
        "strength table --pairs {pairs} --generations 1 --html {folder}/a.html", ("html",), "a.html"
    ),
    "paper": Case(
        "paper 2022 --quick --html {folder}/a.html",
        ("html", "run"),  # the folds of 2025 are those of `train contract-report`
        "a.html",
        patches={"overtrick.papers.bidding_2022.bidding_tables.QUICK_AUCTIONS": 40},
    ),
    "strength pairs": Case("strength pairs -n 6 --layouts 1 -o {folder}/a.npz", ("output",), "a.npz", goes_on=True),
    "data deals": Case("data deals -n 9 -j 2 -o {folder}/a.npz", ("output",), "a.npz", goes_on=True),
    "data auctions": Case(
        "data auctions -n 300 --systems sayc -j 1 -o {folder}/a.npz",
        ("output",),
        "a.npz",
        goes_on=True,
        patches={"overtrick.training.data.bid_deals.GROUP": 1000},
    ),
    "data contracts": Case(
        "data contracts --auctions {auctions} -n 30 -j 1 -o {folder}/a.npz",
        ("output",),
        "a.npz",
        goes_on=True,
        patches={"overtrick.training.data.decisions.TASK": 10},
    ),
    "train bidding": Case(
        "train bidding {recipes}/bidding.toml --auctions {auctions} --run {folder}/run --export {folder}/net",
        ("run", "export"),
        "run",
        goes_on=True,
        is_slow=True,
    ),
    "train tricks": Case(
        "train tricks {recipes}/tricks.toml --library {library} --run {folder}/run --lessons {folder}/run/lessons "
        "--export {folder}/net --teacher {teacher}",
        ("run", "export", "lessons"),
        "run",
        goes_on=True,
        is_slow=True,
        patches={"overtrick.training.data.lessons.CHUNK": 20},
    ),
    "train contract": Case(
        "train contract --decided {decided} --model {recipes}/contract.toml --export {folder}/net",
        ("export",),
        "net",
        is_artifact=True,
        is_slow=True,
    ),
    "train contract-report": Case(
        "train contract-report --decided {decided} --models {recipes}/contract.toml --folds 3 --run {folder}/run",
        ("run",),
        "run",
        goes_on=True,
        is_slow=True,
    ),
}
ONLY_PRINTED = {
    "advise": "advise {hand} -n 20",
    "contract": "contract {hand} -a 1N",
    "lead": "lead {hand} -a '1C P 1N P P P' --dealer W --layouts 10",
    "chance": "chance -N {hand} -S KJ54.A3.AQ4.9876",
    "eval": "eval {hand}",
    "data describe": "data describe {auctions}",
    "par": "par {boards}",
    "tricks paper": "tricks paper --deals 8 --train 0 --test 2 --epochs 1",
    "system check": "system check sayc -n 5",
    "system explain": "system explain 1N",
    "system audit": "system audit sayc -n 20 -j 1 --calls-only",
    "strength bench": "strength bench {pairs}",
}
NOT_RUN = {
    "serve": "benchmarks/faults.py",
    "worker": "benchmarks/faults.py",
    "status": "asks a server",
    "seat": "needs a table manager; writes its boards as `match` writes swings",
    "train bidding-report": "prints what `train bidding` prints",
    "train contract-test": "prints what `train contract` prints",
    "train report": "prints what `train tricks` prints",
}


def commands_that_write() -> dict[str, tuple[str, ...]]:
    """Every command of the program, with its options that name a file or folder to write."""

    def walk(command: Any, words: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...]]]:
        if hasattr(command, "list_commands"):
            for name in command.list_commands(None):
                yield from walk(command.get_command(None, name), (*words, name))
            return
        options = inspect.signature(command.callback, eval_str=True).parameters.values()
        paths = (option.name for option in options if "Path" in str(option.annotation))
        yield " ".join(words), tuple(name for name in paths if name not in READ)

    return dict(walk(get_command(app), ()))


def forgotten() -> list[str]:
    """Commands, or their options, that no row of the tables tests."""
    missing = []
    for name, options in commands_that_write().items():
        if name in NOT_RUN:
            continue
        tested = CASES[name].writes if name in CASES else ()
        if name not in CASES and name not in ONLY_PRINTED:
            missing.append(name)
        missing += [f"{name} --{option}" for option in options if option not in tested]
    return missing


def make_inputs(folder: Path) -> dict[str, str]:
    """Small files for the commands to read."""
    for name, text in RECIPES.items():
        (folder / name).write_text(text)
    (folder / "boards.pbn").write_text(BOARD)
    rng = np.random.default_rng(1)
    deals = random_deals(300, rng)
    tricks = rng.integers(0, 14, (300, 4, 5), np.uint8)
    np.savez_compressed(folder / "library.npz", hands=deals.masks, tricks=tricks, seed=np.int64(1))
    hands, of_pairs = random_deals(1500, rng).holdings[:, [0, 2]], rng.integers(7, 14, (1500, 2, 5))
    SolvedPairs(hands, of_pairs.astype(np.float32), 1).save(folder / "pairs.npz")  # enough for every fit
    overtrick = [sys.executable, "-m", "overtrick"]
    auctions, decided = str(folder / "auctions.npz"), str(folder / "decided.npz")
    for words in (
        ["data", "auctions", "-n", "300", "--systems", "sayc", "-j", "1", "-o", auctions],
        ["data", "contracts", "--auctions", auctions, "-n", "150", "-j", "1", "-o", decided],
    ):
        subprocess.run([*overtrick, *words], check=True, stdout=subprocess.DEVNULL)
    names = {name: str(folder / f"{name}.npz") for name in ("library", "pairs", "auctions", "decided")}
    teacher = Path(inspect.getfile(Artifact)).parents[1] / "tricks" / "artifacts" / "four_hands_fast"
    return names | {"hand": HAND, "boards": str(folder / "boards.pbn"), "recipes": str(folder), "teacher": str(teacher)}
