"""10,000 malformed bodies: how many get something else than a refusal, and how much the server grows.

Run it as `python benchmarks/fuzz.py [COUNT]`.
"""

import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from overtrick.service.server import application
from service.live import running
from service.malformed import malformed


def memory() -> float:
    """Megabytes that this process holds, which is the server."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 1e6


def main() -> None:
    """Send them all."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    statuses: Counter[int] = Counter()
    headers = {"content-type": "application/json"}
    with running(application(workers=1, rate=0)) as client:
        started, sizes = time.monotonic(), []
        for number, (route, body) in enumerate(malformed(count, seed=1)):
            statuses[client.post(f"/v1/{route}?job=false", content=body, headers=headers).status_code] += 1
            if number % (count // 10 or 1) == 0:
                sizes.append(memory())
        seconds = time.monotonic() - started
    print(f"{count:,} malformed bodies in {seconds:.0f} s: {dict(statuses)}")
    print("server, MB: " + " ".join(f"{size:.0f}" for size in sizes))
    if any(not 400 <= status < 500 for status in statuses):
        sys.exit(1)


if __name__ == "__main__":
    main()
