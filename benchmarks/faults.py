"""1,000 jobs over 3 workers while one is killed every 2 s and Redis is restarted: are all answered, and each once?

Run it as `python -m benchmarks.faults [JOBS]`; needs `redis-server`.
"""

import sys
import tempfile
from pathlib import Path

from benchmarks.support.redis_server import RedisServer
from benchmarks.support.storm import storm


def main() -> None:
    """Let the storm blow, and say what is left."""
    jobs = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    if not RedisServer.is_installed():
        sys.exit("redis-server is not installed: apt-get install redis-server")
    with tempfile.TemporaryDirectory() as folder:
        server = RedisServer(Path(folder))
        server.start()
        try:
            found = storm(server, jobs, seconds=600)
        finally:
            server.stop()
    print(
        f"{found.put:,} jobs in {found.seconds:.0f} s, {found.kills} workers killed, {found.restarts} restart of Redis"
    )
    print(f"answered {found.states['done']:,}, failed {found.states['failed']:,}, lost {found.lost:,}, ", end="")
    print(f"told twice {found.told_twice:,}, wrong {len(found.wrong):,}")
    if found.lost or found.told_twice or found.wrong or not found.restarts:
        sys.exit(1)


if __name__ == "__main__":
    main()
