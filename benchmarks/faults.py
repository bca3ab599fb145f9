"""1,000 jobs over 3 workers while one is killed every 2 s, Redis restarted once and stalled for 20 s, and a worker
frozen for 15 s: are all answered, each once, and rightly?

Run it as `python -m benchmarks.faults [JOBS]`; needs `redis-server`.
"""

import sys
import tempfile
from pathlib import Path

from benchmarks.support.redis_server import RedisServer
from benchmarks.support.storm import Faults, storm
from overtrick.service.queue.jobs import CANCELLED, DONE, FAILED


def main() -> None:
    """Let the storm blow, and say what is left."""
    jobs = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    if not RedisServer.is_installed():
        sys.exit("redis-server is not installed: apt-get install redis-server")
    with tempfile.TemporaryDirectory() as folder:
        server = RedisServer(Path(folder))
        server.start()
        try:
            outcome = storm(server, jobs, over=90, faults=Faults(stall=20, freeze=15), seconds=600)
        finally:
            server.stop()
    failed = outcome.states[FAILED] + outcome.states[CANCELLED]
    print(f"{outcome.put:,} jobs in {outcome.seconds:.0f} s, {outcome.kills} workers killed, ", end="")
    print(f"Redis restarted {outcome.restarts}, stalled {outcome.stalls}, workers frozen {outcome.freezes}")
    print(f"answered {outcome.states[DONE]:,}, failed {failed:,}, lost {outcome.lost:,}, ", end="")
    print(f"told twice {outcome.told_twice:,}, wrong {len(outcome.wrong):,}")
    for reason in outcome.reasons:
        print(reason)
    all_went_wrong = outcome.restarts and outcome.stalls and outcome.freezes
    if failed or outcome.lost or outcome.told_twice or outcome.wrong or not all_went_wrong:
        sys.exit(1)


if __name__ == "__main__":
    main()
