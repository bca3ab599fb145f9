"""Networks run on one BLAS thread, and leave the user's own NumPy as it was."""

import os
import subprocess
import sys

import pytest

START = """
import numpy as np
from threading import Barrier, Thread
from threadpoolctl import threadpool_info
from overtrick.nets.dense import DenseNet
from overtrick.nets.threads import one_thread

def threads():
    return [each["num_threads"] for each in threadpool_info() if each["user_api"] == "blas"]

inside, before = [], threads()
"""

NETWORK = """
class Net(DenseNet):
    def _scores(self, inputs):
        inside.extend(threads())
        return super()._scores(inputs)

weights = {"0.weight": np.ones((3, 2)), "0.bias": np.ones(2), "mean": np.zeros(3), "scale": np.ones(3)}
Net({"layers": 1}, weights).scores(np.ones((4, 3)))
"""

NESTED = """
with one_thread:
    with one_thread:
        pass
    inside.extend(threads())
"""

OVERLAPPING = """
both_in, first_out, seen = Barrier(2), Barrier(2), Barrier(2)

def first():
    with one_thread:
        both_in.wait(100)
    first_out.wait(100)
    seen.wait(100)  # alive until the other has left

def last():
    with one_thread:
        both_in.wait(100)
        first_out.wait(100)
        inside.extend(threads())
    after.extend(threads())
    seen.wait(100)

after = []
started = [Thread(target=each) for each in (first, last)]
for each in started:
    each.start()
for each in started:
    each.join()
assert after == before, after
"""

END = """
assert len(inside) == len(before) and set(inside) <= {1}, inside
assert threads() == before, threads()
"""


@pytest.mark.parametrize("calls", [NETWORK, NESTED, OVERLAPPING], ids=["a network", "nested", "overlapping"])
def test_a_library_user_who_set_nothing_gets_one_thread_inside_and_the_old_number_after(calls: str) -> None:
    environment = {name: value for name, value in os.environ.items() if not name.endswith("_NUM_THREADS")}
    subprocess.run([sys.executable, "-c", START + calls + END], env=environment, check=True, timeout=300)
