"""10,000 malformed bodies, and requests made up from the schema: does the server ever break, and does it grow?

Run it as `python -m benchmarks.fuzz [COUNT] [EXAMPLES]`: so many malformed bodies, and so many examples an operation (a
tenth for slow ones), each with as many that break the schema.
"""

import os
import sys
import time
import warnings
from collections import Counter

import httpx

from benchmarks.support.by_schema import answers, is_broken
from benchmarks.support.live import running
from benchmarks.support.malformed import malformed
from benchmarks.support.processes import resident
from overtrick.service.server import application


def main() -> None:
    """Send them all."""
    count, examples = (int(word) for word in [*sys.argv[1:], *["10000", "100"][len(sys.argv) - 1 :]])
    warnings.simplefilter("ignore")
    with running(application(workers=1, rate=0)) as client:
        broken = [*send_malformed(client, count), *send_by_schema(client, examples)]
    if broken:
        sys.exit(f"broken: {broken}")


def send_malformed(client: httpx.Client, count: int) -> list[int]:
    """Statuses that are no refusals."""
    statuses: Counter[int] = Counter()
    headers = {"content-type": "application/json"}
    started, sizes = time.monotonic(), []
    for number, (route, body) in enumerate(malformed(count, seed=1)):
        statuses[client.post(f"/v1/{route}?job=false", content=body, headers=headers).status_code] += 1
        if number % (count // 10 or 1) == 0:
            sizes.append(resident(os.getpid()) / 1e6)
    print(f"{count:,} malformed bodies in {time.monotonic() - started:.0f} s: {dict(statuses)}")
    print("server, MB: " + " ".join(f"{size:.0f}" for size in sizes), flush=True)
    return [status for status in statuses if not 400 <= status < 500]


def send_by_schema(client: httpx.Client, examples: int) -> list[str]:
    """Operations that were answered with a server error."""
    total: Counter[int] = Counter()
    broken = []
    for label, statuses in answers(str(client.base_url), examples, examples // 10):
        print(f"{label:34}{dict(sorted(statuses.items()))}", flush=True)
        total += statuses
        broken += [label] * any(map(is_broken, statuses))
    print(f"{total.total():,} requests by the schema: {dict(sorted(total.items()))}")
    return broken


if __name__ == "__main__":
    main()
