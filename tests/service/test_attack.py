"""The attacks of `benchmarks/attack.py`, which are for this computer only."""

import subprocess
import sys

import pytest

from benchmarks.support.hostile import attacks


@pytest.mark.parametrize("address", ["http://192.0.2.1:8000", "https://127.0.0.1", "http://127.0.0.1.evil.example"])
def test_no_other_computer_is_attacked(address: str) -> None:
    words = [sys.executable, "-m", "benchmarks.attack", "--address", address]
    run = subprocess.run(words, capture_output=True, text=True, timeout=120, check=False)
    assert run.returncode == 2
    assert "others are not attacked" in run.stderr


def test_every_attack_has_a_name_of_its_own() -> None:
    names = [attack.name for attack in attacks()]
    assert len(names) == len(set(names)) > 70
