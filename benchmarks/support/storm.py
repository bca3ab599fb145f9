"""Jobs over several workers while they are killed and frozen, and Redis is restarted and stalled."""

import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from benchmarks.support.redis_server import RedisServer
from overtrick.service.queue.jobs import BATCH, DONE, FAILED, FINAL, INTERACTIVE, Job, Notification
from overtrick.service.queue.redis import RedisTransport
from overtrick.service.queue.transport import BrokerUnreachable, PutResult

WORKER_TIMEOUT = 3.0
_WORKER = """
import signal, sys
from overtrick.service.queue.redis import RedisTransport
from overtrick.service.queue.worker import Worker
timeout = float(sys.argv[2])
worker = Worker(RedisTransport(sys.argv[1], worker_timeout=timeout), worker_timeout=timeout, warm=())
worker.start()
worker.join()
"""


@dataclass
class Outcome:
    """What the asker heard."""

    put: int
    heard: Counter[str] = field(default_factory=Counter)
    """By job, how many last events."""
    states: Counter[str] = field(default_factory=Counter)
    kills: int = 0
    restarts: int = 0
    stalls: int = 0
    freezes: int = 0
    seconds: float = 0.0
    wrong: list[str] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)
    """Why jobs failed."""

    @property
    def lost(self) -> int:
        return self.put - len(self.heard)

    @property
    def told_twice(self) -> int:
        return sum(times > 1 for times in self.heard.values())


class Workers:
    """Worker processes; a killed one is replaced at once."""

    def __init__(self, count: int, url: str) -> None:
        self._url, self._frozen = url, 0
        self._thawing = threading.Timer(0, lambda: None)
        self._running = [self._start() for _ in range(count)]

    def _start(self) -> subprocess.Popen[bytes]:
        words = [sys.executable, "-c", _WORKER, self._url, str(WORKER_TIMEOUT)]
        environment = os.environ | {"OPENBLAS_NUM_THREADS": "1"}
        return subprocess.Popen(words, stderr=subprocess.DEVNULL, env=environment, start_new_session=True)

    def _victim(self, ready: set[int]) -> subprocess.Popen[bytes] | None:
        victims = [each for each in self._running if each.pid in ready - {self._frozen}]
        return random.choice(victims) if victims else None

    def kill_one(self, ready: set[int]) -> bool:
        """Kill one of those that are at work, and start another in its place; False when none is."""
        victim = self._victim(ready)
        if victim is None:
            return False
        victim.send_signal(signal.SIGKILL)
        victim.wait()
        self._running[self._running.index(victim)] = self._start()
        return True

    def freeze_one(self, ready: set[int], seconds: float) -> bool:
        """Stop one of those that are at work, with its answering process, for some seconds; False when none is."""
        victim = self._victim(ready)
        if victim is None:
            return False
        self._frozen = victim.pid
        os.killpg(victim.pid, signal.SIGSTOP)
        self._thawing = threading.Timer(seconds, self._thaw)
        self._thawing.start()
        return True

    def _thaw(self) -> None:
        os.killpg(self._frozen, signal.SIGCONT)
        self._frozen = 0

    def wait_for_late_answers(self) -> None:
        """Until the frozen one has gone on for a while."""
        if self._thawing.is_alive():
            self._thawing.join()
            time.sleep(WORKER_TIMEOUT)

    def stop(self) -> None:
        for each in self._running:
            each.kill()
            each.wait()


@dataclass(frozen=True)
class Faults:
    """What goes wrong, besides one restart of Redis."""

    kill_every: float = 2.0
    kills: int = 1000
    stall: float = 0.0
    """Seconds for which Redis is stopped, once."""
    freeze: float = 0.0
    """Seconds for which a worker is stopped, once."""


def storm(
    server: RedisServer, jobs: int, workers: int = 3, *, over: float = 30.0, faults: Faults, seconds: float = 300
) -> Outcome:
    """Ask so many questions, evenly over some seconds, until every job has ended.

    Nothing goes wrong any more after `seconds`, and all is over after twice that.
    """
    asker = RedisTransport(server.url, lane_size=10 * jobs, worker_timeout=WORKER_TIMEOUT, keep_seconds=3600)
    outcome, started = Outcome(jobs), time.monotonic()
    questions = [question(number) for number in range(jobs)]
    expected = {job.id: points for job, points in questions}
    done = threading.Event()

    def hear(news: list[Notification]) -> None:
        for job_id, event in news:
            if event.name in FINAL:
                outcome.heard[job_id] += 1
                outcome.states[event.name] += 1
                if event.name == FAILED:
                    outcome.reasons.append(event.data.decode())
                if event.name == DONE and not _is_right(event.data, expected[job_id]):
                    outcome.wrong.append(job_id)
        if len(outcome.heard) == jobs:
            done.set()

    deaf = asker.listen(hear)
    hands = Workers(workers, server.url)
    asking = threading.Thread(target=_put, args=(asker, [job for job, _ in questions], over))
    asking.start()
    try:
        while not done.wait(faults.kill_every) and time.monotonic() - started < 2 * seconds:
            if time.monotonic() - started < seconds:
                with suppress(BrokerUnreachable):
                    _go_wrong(faults, outcome, server, hands, _at_work(asker))
        asking.join()
        hands.wait_for_late_answers()
    finally:
        server.signal(signal.SIGCONT)
        hands.stop()
        deaf()
        asker.close()
    outcome.seconds = time.monotonic() - started
    return outcome


def _go_wrong(faults: Faults, outcome: Outcome, server: RedisServer, hands: Workers, ready: set[int]) -> None:
    """A restart after a quarter of the jobs, a frozen worker after 40 %, a stall after 60 %; kills always."""
    answered = len(outcome.heard) / outcome.put
    if outcome.kills < faults.kills:
        outcome.kills += hands.kill_one(ready)
    if not outcome.restarts and answered > 0.25:
        server.stop()
        server.start()
        outcome.restarts += 1
    if faults.freeze and not outcome.freezes and answered > 0.4:
        outcome.freezes += hands.freeze_one(ready, faults.freeze)
    if faults.stall and not outcome.stalls and answered > 0.6:
        server.signal(signal.SIGSTOP)
        time.sleep(faults.stall)
        server.signal(signal.SIGCONT)
        outcome.stalls += 1


def _at_work(asker: RedisTransport) -> set[int]:
    """The processes of the workers that have answered something."""
    return {about["pid"] for about in asker.status().workers.values() if about["jobs"]}


def question(number: int) -> tuple[Job, int]:
    """A question for the points of a hand, or for every tenth one the tricks of a deal, and what has to come of it."""
    cards = random.Random(number).sample(range(52), 52)
    lane = BATCH if number % 2 else INTERACTIVE
    if number % 10 == 0:
        deal = "N:" + " ".join(_hand(cards[start : start + 13]) for start in (0, 13, 26, 39))
        return Job.of("dd", _body({"deal": deal}), lane, 3600), 20
    points = sum(max(0, card % 13 - 8) for card in cards[:13])
    return Job.of("eval", _body({"hand": _hand(cards[:13]), "number": number}), lane, 3600), points


def _body(asked: dict[str, Any]) -> bytes:
    return json.dumps(asked).encode()


def _hand(cards: list[int]) -> str:
    ranked = sorted(cards, reverse=True)
    return ".".join(
        "".join("23456789TJQKA"[card % 13] for card in ranked if card // 13 == suit) for suit in (3, 2, 1, 0)
    )


def _is_right(data: bytes, expected: int) -> bool:
    answer = json.loads(data)
    if "tricks" in answer:
        return sum(map(len, answer["tricks"].values())) == expected
    return bool(answer["evaluators"]["hcp"] == expected)


def _put(asker: RedisTransport, jobs: list[Job], over: float) -> None:
    """Put the jobs evenly over some seconds, through any trouble."""
    steps = max(1, int(over / 0.2))
    for step in range(steps):
        some = jobs[step * len(jobs) // steps : (step + 1) * len(jobs) // steps]
        while some:
            try:
                assert all(isinstance(each, PutResult) for each in asker.put(some))
                break
            except BrokerUnreachable:
                time.sleep(0.2)
        time.sleep(0.2)
