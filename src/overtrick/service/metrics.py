"""Answers, latencies, queues and workers as numbers that Prometheus reads."""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from overtrick import __version__
from overtrick.service.queue.transport import QueueStatus

BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)


class Metrics:
    """Counts of answers by kind and status, and how long they took."""

    def __init__(self) -> None:
        self.answers: Counter[tuple[str, int]] = Counter()
        self._seconds: dict[str, list[int]] = defaultdict(lambda: [0] * (len(BOUNDS) + 1))
        self._total: dict[str, float] = defaultdict(float)

    def count(self, kind: str, status: int, seconds: float) -> None:
        """Count an answer."""
        self.answers[kind, status] += 1
        self._seconds[kind][bisect_left(BOUNDS, seconds)] += 1
        self._total[kind] += seconds

    def text(self, status: QueueStatus) -> str:
        """All of it in Prometheus' text format."""
        return "".join(f"{line}\n" for line in self._lines(status))

    def _lines(self, status: QueueStatus) -> Iterator[str]:
        yield from _family("overtrick_info", "gauge", "The version.", [({"version": __version__}, 1)])
        for name, about, by_lane in (
            ("overtrick_queue_length", "Jobs that wait, by lane.", status.waiting),
            ("overtrick_jobs_held", "Jobs that a worker has, by lane.", status.held),
        ):
            yield from _family(name, "gauge", about, [({"lane": lane}, count) for lane, count in by_lane.items()])
        yield from _family("overtrick_dead_letters_total", "counter", "Jobs given up.", [({}, status.dead)])
        yield from _family(
            "overtrick_answers_total",
            "counter",
            "Answers by kind and status.",
            [({"kind": kind, "status": status}, count) for (kind, status), count in sorted(self.answers.items())],
        )
        yield from self._latencies()
        yield from _workers(status.workers)

    def _latencies(self) -> Iterator[str]:
        name = "overtrick_answer_seconds"
        yield f"# HELP {name} Seconds from question to answer."
        yield f"# TYPE {name} histogram"
        for kind, counts in sorted(self._seconds.items()):
            below = 0
            for bound, count in zip((*BOUNDS, "+Inf"), counts, strict=True):
                below += count
                yield f"{name}_bucket{_labels({'kind': kind, 'le': bound})} {below}"
            yield f"{name}_sum{_labels({'kind': kind})} {self._total[kind]:.6f}"
            yield f"{name}_count{_labels({'kind': kind})} {below}"


def _workers(workers: dict[str, dict[str, Any]]) -> Iterator[str]:
    yield from _family("overtrick_workers", "gauge", "Workers that are alive.", [({}, len(workers))])
    for name, kind, field, about in (
        ("overtrick_worker_jobs_total", "counter", "jobs", "Jobs answered, by worker."),
        ("overtrick_worker_batches_total", "counter", "batches", "Batches answered, by worker."),
        ("overtrick_worker_largest_batch", "gauge", "largest_batch", "The largest batch, by worker."),
        ("overtrick_worker_memory_bytes", "gauge", "memory", "Memory of the answering process, by worker."),
        ("overtrick_worker_restarts_total", "counter", "restarts", "Answering processes replaced for their memory."),
        ("overtrick_worker_busy_seconds_total", "counter", "busy_seconds", "Seconds at work, by worker."),
    ):
        yield from _family(
            name, kind, about, [({"worker": who}, report.get(field, 0)) for who, report in workers.items()]
        )
    models = [
        ({"worker": who, "name": name, "model": model}, 1)
        for who, report in workers.items()
        for name, model in report.get("models", {}).items()
    ]
    yield from _family("overtrick_worker_model", "gauge", "The networks of each worker.", models)


def _family(name: str, kind: str, about: str, rows: Sequence[tuple[dict[str, Any], float]]) -> Iterator[str]:
    yield f"# HELP {name} {about}"
    yield f"# TYPE {name} {kind}"
    for labels, value in rows:
        yield f"{name}{_labels(labels)} {value}"


def _labels(labels: dict[str, Any]) -> str:
    if not labels:
        return ""
    return "{" + ",".join(f'{key}="{_escaped(str(value))}"' for key, value in labels.items()) + "}"


def _escaped(text: str) -> str:
    return text.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")
