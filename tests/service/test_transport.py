"""What every transport promises, asked of both."""

import json
import threading
import time
from types import SimpleNamespace
from typing import Any

import pytest

from benchmarks.support.live import wait_for
from overtrick.service.queue import jobs, memory
from overtrick.service.queue.jobs import (
    BATCH,
    BULK,
    CANCELLED,
    DONE,
    FAILED,
    INTERACTIVE,
    LANES,
    Job,
    JobEvent,
    Notification,
)
from overtrick.service.queue.transport import MOST_BATCH, MOST_FAILURES, MOST_TRIES, PutResult, QueueFull, Transport
from service.conftest import Make

WORKER, OTHER = "anna", "bert"


def job(number: int = 0, lane: str = INTERACTIVE, seconds: float = 60.0) -> Job:
    return Job.of("bid", b'{"number": %d}' % number, lane, seconds)


def put(transport: Transport, *jobs: Job) -> list[PutResult]:
    placed = transport.put(jobs)
    assert all(isinstance(each, PutResult) for each in placed), placed
    return [each for each in placed if isinstance(each, PutResult)]


def pull(transport: Transport, worker: str = WORKER, most: int = 10, wait: float = 0.2) -> list[Job]:
    return transport.pull(worker, LANES, most, wait)


def done(number: int = 0, **answer: Any) -> JobEvent:
    return JobEvent(number, DONE, json.dumps(answer).encode())


def pull_until_there(transport: Transport, worker: str = OTHER) -> list[Job]:
    """What is there once some worker's time has run out."""
    for _ in range(1000):
        if pulled := transport.pull(worker, LANES, 10, 0.05):
            return pulled
    pytest.fail("nothing came")


def state(transport: Transport, job: Job) -> str:
    progress = transport.progress(job.id)
    assert progress is not None
    return progress.state


def error(transport: Transport, job_id: str) -> dict[str, Any]:
    progress = transport.progress(job_id)
    assert progress is not None
    assert progress.state == FAILED
    said: dict[str, Any] = json.loads(progress.events[-1].data)
    return said


def test_what_has_queued_up_is_taken_together_in_order(make: Make) -> None:
    transport = make()
    put(transport, *(job(number) for number in range(5)))
    assert [json.loads(each.body)["number"] for each in pull(transport, most=3)] == [0, 1, 2]
    assert [json.loads(each.body)["number"] for each in pull(transport)] == [3, 4]
    assert pull(transport, wait=0.01) == []


def test_a_job_arrives_as_it_was_put(make: Make) -> None:
    transport = make()
    sent = Job.of("bid", '{"hand": "♠ ä \\n"}'.encode(), BATCH, 60)
    put(transport, sent)
    (came,) = pull(transport)
    assert (came.id, came.kind, came.body, came.lane, came.hash) == (sent.id, "bid", sent.body, BATCH, sent.hash)
    assert came.deadline == pytest.approx(sent.deadline, abs=30), "some seconds on the way, on a busy machine"
    assert came.tries == 0


def test_interactive_questions_go_before_batches(make: Make) -> None:
    transport = make()
    put(transport, job(1, BATCH), job(2, BATCH), job(3, INTERACTIVE))
    assert [each.lane for each in pull(transport, most=1)] == [INTERACTIVE]
    assert [each.lane for each in pull(transport)] == [BATCH, BATCH]


def test_a_worker_takes_only_from_its_lanes(make: Make) -> None:
    transport = make()
    put(transport, job(1, BATCH))
    assert transport.pull(WORKER, [INTERACTIVE], 10, 0.01) == []
    assert len(transport.pull(WORKER, [BATCH], 10, 0.2)) == 1


def test_somebody_who_waits_gets_a_job_as_soon_as_it_comes(make: Make) -> None:
    transport = make()
    pulled: list[Job] = []
    waiting = threading.Thread(target=lambda: pulled.extend(transport.pull(WORKER, LANES, 10, 150)))
    waiting.start()
    put(transport, job())
    waiting.join(150)
    assert len(pulled) == 1


def test_identical_questions_are_one_job(make: Make) -> None:
    transport = make()
    first, second = put(transport, job(7), job(7))
    assert (first.is_new, second.is_new) == (True, False)
    assert second.id == first.id
    (taken,) = pull(transport)
    transport.post([(taken, done(call="P"))])
    third = put(transport, job(7))[0]
    assert third == (first.id, False)
    progress = transport.progress(third.id)
    assert progress is not None
    assert progress.state == DONE
    assert transport.find(taken.hash) == first.id


def test_a_question_that_failed_is_asked_anew(make: Make) -> None:
    transport = make()
    (first,) = put(transport, job(8))
    (taken,) = pull(transport)
    transport.post([(taken, JobEvent(0, FAILED, b'{"status": 500, "error": {}}'))])
    (second,) = put(transport, job(8))
    assert second.is_new
    assert second.id != first.id


def test_a_full_lane_refuses_and_the_other_does_not(make: Make) -> None:
    transport = make(lane_size=2)
    placed = transport.put([job(1), job(2), job(3), job(4, BATCH)])
    assert [type(each) for each in placed] == [PutResult, PutResult, QueueFull, PutResult]
    (taken, _) = transport.pull(WORKER, [INTERACTIVE], 2, 0.2)
    assert isinstance(transport.put([job(5)])[0], QueueFull), "what a worker holds counts"
    transport.post([(taken, done())])
    assert isinstance(transport.put([job(6)])[0], PutResult)


def test_an_asker_with_much_in_the_batch_lane_goes_behind_the_others(make: Make) -> None:
    transport = make()
    many = [job(number, BATCH)._replace(asker="anna") for number in range(MOST_BATCH + 3)]
    put(transport, *many, job(100, BATCH)._replace(asker="bert"))
    assert transport.status().waiting == {INTERACTIVE: 0, BATCH: MOST_BATCH + 1, BULK: 3}
    first = pull(transport, most=100)
    assert [json.loads(each.body)["number"] for each in first] == [*range(MOST_BATCH), 100]
    put(transport, job(101, BATCH)._replace(asker="anna"))
    assert transport.status().waiting[BULK] == 4, "what a worker holds counts"
    transport.post([(each, done()) for each in first])
    put(transport, job(102, BATCH)._replace(asker="anna"))
    assert [json.loads(each.body)["number"] for each in pull(transport)] == [102]
    assert [json.loads(each.body)["number"] for each in pull(transport)] == [MOST_BATCH], "of bulk one at a time"


def test_what_goes_on_in_the_batch_lane_counts_for_its_asker_too(make: Make) -> None:
    transport = make()
    put(transport, *(job(number)._replace(asker="anna") for number in range(MOST_BATCH + 2)))
    for taken in pull(transport):
        transport.requeue(taken._replace(lane=BATCH, body=b'{"rest": true}', stage=1))
    assert transport.status().waiting == {INTERACTIVE: 0, BATCH: MOST_BATCH, BULK: 2}
    (first, *_) = transport.pull(WORKER, [BATCH], 10, 1)
    transport.retry(first, "the roof fell in")
    assert transport.status().waiting == {INTERACTIVE: 0, BATCH: 1, BULK: 2}, "it has its place already"


def test_listeners_hear_every_event_once_and_in_order(make: Make) -> None:
    asker, worker = make(), make()
    heard: list[Notification] = []
    deaf = asker.listen(heard.extend)
    (placed,) = put(asker, job())
    (taken,) = pull(worker)
    assert worker.post([(taken, JobEvent(0, "policy", b'{"call": "P"}'))]) == [True]
    assert worker.post([(taken, JobEvent(0, "policy", b"{}")), (taken, JobEvent(1, "imps", b"{}"))]) == [True, True]
    assert worker.post([(taken, done(2, call="P"))]) == [True]
    put(asker, job(1))
    worker.post([(pull(worker)[0], done(call="after all the others"))])
    wait_for(lambda: any(each.job != placed.id for each in heard))
    deaf()
    heard.pop()
    assert [each.job for each in heard] == [placed.id] * 3
    assert [(each.event.number, each.event.name) for each in heard] == [(0, "policy"), (1, "imps"), (2, DONE)]
    assert heard[0].event.data == b'{"call": "P"}'
    progress = asker.progress(placed.id)
    assert progress is not None
    assert [each.event for each in heard] == progress.events


def test_only_one_last_event_counts(make: Make) -> None:
    transport = make()
    put(transport, job())
    (taken,) = pull(transport)
    assert transport.post([(taken, done(call="1C")), (taken, done(1, call="1D"))]) == [True, False]
    progress = transport.progress(taken.id)
    assert progress is not None
    assert [json.loads(event.data) for event in progress.events] == [{"call": "1C"}]


def test_what_a_silent_worker_held_goes_to_another(make: Make) -> None:
    one, other = make(worker_timeout=0.1), make(worker_timeout=0.1)
    put(one, job())
    (held,) = pull(one)
    (again,) = pull_until_there(other)
    assert (again.id, again.tries) == (held.id, 0), "what was not begun was not tried"
    assert other.post([(again, done(call="1C"))]) == [True]
    assert one.post([(held, done(call="1D"))]) == [False], "the first one comes too late"


def test_a_heartbeat_keeps_what_is_held(make: Make) -> None:
    one, other = make(worker_timeout=1.0), make(worker_timeout=1.0)
    put(one, job(1), job(2))
    kept, lost = pull(one)
    pulled: list[Job] = []
    while not pulled:
        one.heartbeat(WORKER, {"models": {"bidding": "x"}}, [kept])
        pulled = pull(other, OTHER, wait=0.01)
    assert [each.id for each in pulled] == [lost.id]
    assert one.post([(kept, done())]) == [True]


def test_after_some_tries_a_job_is_a_dead_letter_with_the_reason(make: Make) -> None:
    transport = make()
    put(transport, job())
    for number in range(MOST_FAILURES):
        (taken,) = pull(transport)
        assert taken.tries == number
        transport.begin([taken])
        transport.retry(taken, "the roof fell in")
    assert pull(transport, wait=0.01) == []
    said = error(transport, taken.id)
    assert said["status"] == 500
    assert said["error"]["message"] == f"given up after {MOST_FAILURES} tries: the roof fell in"
    assert transport.status().dead == 1


def test_workers_that_died_are_not_the_jobs_failures(make: Make) -> None:
    transport = make(worker_timeout=0.02)
    put(transport, job())
    for number in range(2 * MOST_FAILURES):
        (taken,) = pull_until_there(transport, f"worker {number}")
        transport.begin([taken])
    transport.retry(taken, "the roof fell in")
    (again,) = pull_until_there(transport)
    assert (again.tries, again.failures) == (2 * MOST_FAILURES, 1)


def test_a_job_whose_workers_keep_dying_is_given_up(make: Make) -> None:
    transport = make(worker_timeout=0.02)
    put(transport, job())
    for number in range(MOST_TRIES):
        (taken,) = pull_until_there(transport, f"worker {number}")
        assert taken.tries == number
        transport.begin([taken])
    wait_for(lambda: not pull(transport, wait=0.03) and state(transport, taken) == FAILED)
    assert "fell silent" in error(transport, taken.id)["error"]["message"]


@pytest.mark.parametrize("hours", [-1, 1])
def test_a_clock_that_is_an_hour_off_changes_nothing(make: Make, monkeypatch: pytest.MonkeyPatch, hours: int) -> None:
    asker, worker = make(), make()
    put(asker, job(1), job(2, seconds=-0.1))
    right = time.time
    monkeypatch.setattr(time, "time", lambda: right() + 3600 * hours)
    (taken,) = pull(worker)
    assert json.loads(taken.body) == {"number": 1}
    assert 0 < taken.seconds_left <= 60
    worker.heartbeat(WORKER, {}, [taken])
    assert asker.status().workers[WORKER]["silent"] < 30
    assert worker.post([(taken, done())]) == [True]


def test_a_job_given_back_many_times_was_never_tried(make: Make) -> None:
    transport = make()
    put(transport, job())
    for number in range(2 * MOST_TRIES):
        (taken,) = pull(transport, f"worker {number}")
        assert taken.tries == 0
        transport.begin([taken])
        transport.requeue(taken)
    assert transport.post([(pull(transport)[0], done())]) == [True]


def test_a_try_that_is_reported_twice_counts_once(make: Make) -> None:
    if (transport := make()).is_local:
        pytest.skip("nothing is sent that could be repeated")
    put(transport, job())
    (taken,) = pull(transport)
    transport.begin([taken])
    transport.begin([taken])
    transport.retry(taken, "the roof fell in")
    assert [each.tries for each in pull(transport)] == [1]


def test_a_job_that_comes_too_late_says_so(make: Make) -> None:
    transport = make()
    late, early = job(1, seconds=-0.1), job(2)
    put(transport, late, early)
    assert [each.id for each in pull(transport)] == [early.id]
    said = error(transport, late.id)
    assert said["status"] == 504
    assert "time-out" in said["error"]["message"]


def test_a_job_goes_on_in_the_other_lane_with_the_rest_of_its_question(make: Make) -> None:
    transport = make()
    put(transport, job())
    (taken,) = pull(transport)
    transport.begin([taken])
    transport.post([(taken, JobEvent(0, "policy", b"{}"))])
    transport.requeue(taken._replace(lane=BATCH, body=b'{"rest": true}', stage=1))
    assert transport.status().waiting == {INTERACTIVE: 0, BATCH: 1, BULK: 0}
    (again,) = transport.pull(OTHER, [BATCH], 10, 1)
    assert (again.id, again.lane, again.body, again.stage) == (taken.id, BATCH, b'{"rest": true}', 1)
    assert again.tries == 0, "the first stage was no failed try"
    assert again.hash == taken.hash, "it is still the answer to the question that was asked"
    transport.begin([again])
    transport.retry(again, "the worker died")
    (third,) = transport.pull(OTHER, [BATCH], 10, 1)
    assert (third.body, third.stage, third.tries) == (b'{"rest": true}', 1, 1)
    assert transport.post([(third, JobEvent(0, "policy", b"{}")), (third, done(1))]) == [True, True]
    progress = transport.progress(taken.id)
    assert progress is not None
    assert [event.name for event in progress.events] == ["policy", DONE]


def test_who_has_lost_a_job_cannot_give_it_back(make: Make) -> None:
    one, other = make(worker_timeout=0.1), make(worker_timeout=0.1)
    put(one, job())
    (lost,) = pull(one)
    (again,) = pull_until_there(other)
    other.begin([again])
    other.post([(again, JobEvent(0, "policy", b"{}"))])
    other.requeue(again._replace(lane=BATCH, body=b'{"rest": true}', stage=1))
    one.requeue(lost)
    one.retry(lost, "thawed too late")
    status = one.status()
    assert (status.waiting, status.held) == ({INTERACTIVE: 0, BATCH: 1, BULK: 0}, dict.fromkeys(LANES, 0))
    (rest,) = pull(other, OTHER)
    assert (rest.body, rest.stage, rest.tries) == (b'{"rest": true}', 1, 0)


def test_a_job_is_cancelled_when_all_askers_have_lost_interest(make: Make) -> None:
    transport = make()
    (first, _) = put(transport, job(), job())
    (taken,) = pull(transport)
    assert transport.cancel(first.id)
    assert transport.post([(taken, JobEvent(0, "policy", b"{}"))]) == [True]
    assert transport.cancel(first.id)
    assert transport.post([(taken, done(1))]) == [False]
    progress = transport.progress(first.id)
    assert progress is not None
    assert progress.state == CANCELLED
    assert [event.name for event in progress.events] == ["policy", CANCELLED]
    assert not transport.cancel(first.id)
    assert not transport.cancel("nobody")
    assert transport.status().held[INTERACTIVE] == 0


def test_who_asks_again_later_is_waited_for(make: Make) -> None:
    transport = make()
    (first,) = put(transport, job(seconds=5.0))
    assert put(transport, job(seconds=500.0)) == [PutResult(first.id, False)]
    assert put(transport, job(seconds=5.0)) == [PutResult(first.id, False)]
    (taken,) = pull(transport)
    assert 100 < taken.seconds_left <= 500


def test_a_cancelled_job_that_waits_is_not_taken(make: Make) -> None:
    transport = make()
    (placed, _) = put(transport, job(1), job(2))
    transport.cancel(placed.id)
    assert [json.loads(each.body)["number"] for each in pull(transport)] == [2]


def test_the_status_counts_and_names(make: Make) -> None:
    transport = make()
    put(transport, job(1), job(2), job(3, BATCH))
    held = transport.pull(WORKER, [INTERACTIVE], 1, 0.2)
    transport.heartbeat(WORKER, {"models": {"bidding": "x"}}, held)
    status = transport.status()
    assert (status.waiting, status.held) == (
        {INTERACTIVE: 1, BATCH: 1, BULK: 0},
        {INTERACTIVE: 1, BATCH: 0, BULK: 0},
    )
    assert status.workers[WORKER]["models"] == {"bidding": "x"}
    assert status.workers[WORKER]["silent"] < 60
    transport.leave(WORKER)
    assert transport.status().workers == {}


def test_a_job_that_is_not_known_has_no_progress(make: Make) -> None:
    transport = make()
    assert transport.progress("nobody") is None
    assert transport.find("nothing") is None


def test_who_closes_has_nobody_listen_any_more(make: Make) -> None:
    transport = make()
    before = set(threading.enumerate())
    transport.listen(lambda events: None)
    listeners = set(threading.enumerate()) - before
    transport.close()
    for listener in listeners:
        listener.join(10)
        assert not listener.is_alive()


def test_many_workers_share_the_work_and_each_job_is_told_once(make: Make) -> None:
    asker = make()
    heard: list[Notification] = []
    deaf = asker.listen(heard.extend)
    placed = put(asker, *(job(number) for number in range(60)))

    def work(name: str) -> None:
        transport = make()
        while jobs := pull(transport, name, most=4):
            transport.post([(each, done(by=name)) for each in jobs])

    threads = [threading.Thread(target=work, args=(f"worker {number}",)) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(150)
    wait_for(lambda: len(heard) >= 60)
    deaf()
    assert sorted(each.job for each in heard) == sorted(each.id for each in placed)


def test_other_questions_have_other_names(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = [("bid", b"{}"), ("bid", b"[]"), ("explain", b"{}"), ("bi", b"d{}")]
    hashes = [Job.of(kind, body, INTERACTIVE, 60).hash for kind, body in asked]
    assert len(set(hashes)) == 4
    assert [Job.of(kind, body, BATCH, 1).hash for kind, body in asked] == hashes, "who asks, and when, does not matter"
    monkeypatch.setattr(jobs, "__version__", "another")
    assert Job.of(*asked[0], INTERACTIVE, 60).hash not in hashes, "another version may answer something else"


@pytest.mark.parametrize(
    ("name", "bound", "seconds"), [("MOST_RESULTS", 2, 0), ("MOST_RESULT_BYTES", 250, 0), ("KEEP_SECONDS", 900, 40)]
)
def test_finished_jobs_are_forgotten_when_they_are_too_many_too_large_or_old(
    monkeypatch: pytest.MonkeyPatch, name: str, bound: int, seconds: float
) -> None:
    """Four jobs of 100 bytes, one after the other; the last two are remembered."""
    monkeypatch.setattr(memory, name, bound)
    now, transport = 1000.0, memory.MemoryTransport(keep_seconds=100)
    monkeypatch.setattr(memory, "time", SimpleNamespace(monotonic=lambda: now))
    asked = [job(number) for number in range(4)]
    for each in asked:
        put(transport, each)
        (taken,) = pull(transport)
        transport.post([(taken, JobEvent(0, DONE, bytes(100 - len(taken.body))))])
        now += seconds
    put(transport, job(4))
    assert [transport.progress(each.id) is not None for each in asked] == [False, False, True, True]
    assert [transport.find(each.hash) for each in asked] == [None, None, asked[2].id, asked[3].id]
    assert [put(transport, job(number))[0].is_new for number in (0, 3)] == [True, False]
