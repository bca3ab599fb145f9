"""Workers and the processes that answer for them."""

import json
import os
import signal
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from benchmarks.support.live import wait_for
from overtrick.ask import QUESTIONS
from overtrick.parallel import TimeLimitReached
from overtrick.service.queue.jobs import BATCH, DONE, FAILED, INTERACTIVE, Job, JobEvent
from overtrick.service.queue.memory import MOST_ALONE, MemoryTransport
from overtrick.service.queue.process import AnswerProcess, ProcessDied, dumped
from overtrick.service.queue.transport import MOST_FAILURES, Transport
from overtrick.service.queue.worker import Worker, batches, seconds_for
from service.conftest import Make

HAND = {"hand": "AKJT985.6.A76.84"}
ADVICE = HAND | {"auction": "1D 1H", "layouts": 2000}


@pytest.fixture(scope="module")
def process() -> Iterator[AnswerProcess]:
    process = AnswerProcess()
    yield process
    process.kill()


def body(asked: object) -> bytes:
    return json.dumps(asked).encode()


def test_questions_of_a_kind_are_answered_together_each_in_its_place(process: AnswerProcess) -> None:
    deal = "N:63.8.KJT932.AK63 Q2.AJT92.Q854.JT AKJT985.6.A76.84 74.KQ7543..Q9752"
    bodies = [body({"deal": deal}), body({"deal": "N:- - - -"}), body({"deal": deal, "probabilities": True})]
    ((first, second, third),) = process.ask("tricks", bodies, 120)
    assert [each.question for each in (first, second, third)] == [0, 1, 2]
    assert [each.name for each in (first, second, third)] == [DONE, FAILED, DONE]
    assert json.loads(second.data)["status"] == 422
    assert "probabilities" in json.loads(third.data)


def test_many_policies_at_once_are_those_of_one_at_a_time(process: AnswerProcess) -> None:
    auctions = ["", "1D", "1D 1H", "1D 1H 1S 4H P P", "P P P"]
    bodies = [body(HAND | {"auction": auction, "vul": vul}) for auction in auctions for vul in ("None", "NS")]
    (together,) = process.ask("policy", bodies, 120)
    alone = [json.loads(next(iter(process.ask("policy", [each], 120)))[0].data) for each in bodies]
    for reply, other in zip(together, alone, strict=True):
        found = json.loads(reply.data)
        assert found.pop("probabilities") == pytest.approx(other.pop("probabilities"), abs=2e-4)
        assert found == other


def test_only_the_first_stage_is_for_the_interactive_lane(process: AnswerProcess) -> None:
    asked = body(ADVICE | {"layouts": 40, "seed": 3})
    (((first),),) = process.ask("advise", [asked], 120, first_only=True)
    assert first.name == "policy"
    others = [replies[0] for replies in process.ask("advise", [first.rest], 120)]
    assert (others[0].name, others[-1].name) == ("posterior", DONE), "the policy is there already"
    at_once = [replies[0] for replies in process.ask("advise", [asked], 120)]
    assert [json.loads(reply.data) for reply in at_once] == [json.loads(reply.data) for reply in [first, *others]]


def test_a_signal_to_all_processes_leaves_the_answering_one_time_to_finish(process: AnswerProcess) -> None:
    """As when a service manager stops a server with everything it has started."""
    process.start()
    os.kill(process._process.pid, signal.SIGTERM)
    ((reply,),) = process.ask("eval", [body(HAND)], 120)
    assert reply.name == DONE
    process.kill()


def test_somebody_who_stops_listening_stops_the_work(process: AnswerProcess) -> None:
    asked = process.ask("advise", [body(ADVICE)], 120)
    assert next(asked)[0].name == "policy"
    asked.close()  # type: ignore[attr-defined]
    ((reply,),) = process.ask("eval", [body(HAND)], 120)
    assert reply.name == DONE


def test_what_takes_too_long_is_killed_and_says_so(process: AnswerProcess) -> None:
    with pytest.raises(TimeLimitReached, match="time-out"):
        list(process.ask("advise", [body(ADVICE)], 0.01))
    ((reply,),) = process.ask("eval", [body(HAND)], 120)
    assert json.loads(reply.data)["evaluators"]["hcp"] == 12


class Pauses:
    """A pipe on which nothing comes for some polls, however long each of them took."""

    def __init__(self, polls: int) -> None:
        self._left = polls

    def poll(self, seconds: float) -> bool:
        self._left -= 1
        return self._left < 0

    def recv(self) -> str:
        return "answer"


def test_a_pause_in_which_the_worker_itself_was_frozen_counts_little_against_the_time_limit() -> None:
    """With its process it cannot have worked; without it, the process is late."""
    process = AnswerProcess()
    process._pipe = Pauses(19)
    assert process._receive(10) == "answer"
    process._pipe = Pauses(21)
    with pytest.raises(TimeLimitReached, match="10 s"):
        process._receive(10)


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="only Linux tells and limits the address space")
def test_a_question_that_takes_too_much_memory_is_refused_and_the_process_replaced() -> None:
    process = AnswerProcess(address_room=15_000_000)
    deal = "N:63.8.KJT932.AK63 Q2.AJT92.Q854.JT AKJT985.6.A76.84 74.KQ7543..Q9752"
    try:
        (first, second), *_ = process.ask("parse", [body({"text": f"[{'{},' * 330_000}"}), body({"text": deal})], 120)
        assert (first.name, second.name) == (FAILED, DONE)
        assert json.loads(first.data)["status"] == 422
        assert "more memory than an answer may use" in json.loads(first.data)["error"]["message"]
        before = process._process.pid
        process.limit_memory()
        assert (process.restarts, process._process.pid != before) == (1, True)
        ((reply,),) = process.ask("eval", [body(HAND)], 120)
        assert reply.name == DONE
    finally:
        process.kill()


def test_a_process_that_dies_is_told_and_replaced(process: AnswerProcess) -> None:
    process.start()
    asked = process.ask("advise", [body(ADVICE)], 120)
    next(asked)
    os.kill(process._process.pid, signal.SIGKILL)
    with pytest.raises(ProcessDied):
        list(asked)
    ((reply,),) = process.ask("eval", [body(HAND)], 120)
    assert reply.name == DONE


def test_numbers_that_json_cannot_say_become_null() -> None:
    assert json.loads(dumped({"low": float("-inf"), "rows": [1.5, float("nan")]})) == {"low": None, "rows": [1.5, None]}


def test_jobs_are_grouped_by_kind_and_those_that_broke_a_batch_go_alone() -> None:
    kinds = ["bid", "eval", "bid", "eval", "dd"]
    jobs = [Job.of(kind, body({"number": number}), INTERACTIVE, 60) for number, kind in enumerate(kinds)]
    jobs += [Job.of("bid", body({"number": number}), INTERACTIVE, 60)._replace(tries=1) for number in (7, 8)]
    found = [[(job.kind, job.tries) for job in batch] for batch in batches(jobs)]
    assert found == [[("bid", 0)] * 2, [("dd", 0)], [("eval", 0)] * 2, [("bid", 1)], [("bid", 1)]]


def test_a_batch_has_the_time_of_its_kind_and_no_longer_than_its_askers_wait() -> None:
    kind = QUESTIONS["eval"]

    def seconds(*left: float) -> float:
        return seconds_for(kind, [Job.of("eval", body(HAND), INTERACTIVE, each) for each in left])

    assert seconds(kind.seconds + 1000) == kind.seconds
    assert kind.seconds / 4 < seconds(kind.seconds / 2, 0.1) <= kind.seconds / 2
    assert seconds(-5) == 0.1


def test_a_worker_that_is_stopped_gives_its_job_back_once_and_untried(make: Make) -> None:
    transport = make()
    slow = Job.of("advise", body(ADVICE), BATCH, 300)
    transport.put([slow])
    for _ in range(MOST_FAILURES - 1):
        (taken,) = transport.pull("another", [BATCH], 1, 1)
        transport.begin([taken])
        transport.retry(taken, "bad luck")
    worker = Worker(transport, warm=())
    worker.start()
    wait_for(lambda: "policy" in names(transport, slow))
    worker.stop(grace=0)
    wait_for(lambda: not transport.status().workers)
    assert state(transport, slow) == "queued", "this was its last try, had it been one"
    status = transport.status()
    assert (status.waiting[BATCH], status.held[BATCH], status.dead, status.workers) == (1, 0, 0, {})
    (again,) = transport.pull("another", [BATCH], 10, 1)
    assert again.tries == MOST_FAILURES - 1
    assert transport.post([(again, JobEvent(99, DONE, b"{}"))]) == [True]


def test_a_process_past_its_memory_limit_is_replaced_between_batches_and_no_job_is_lost() -> None:
    transport = MemoryTransport()
    worker = Worker(transport, warm=(), memory_limit=1)
    worker.start()
    first, second = (Job.of("eval", body(HAND | {"number": number}), INTERACTIVE, 300) for number in (1, 2))
    for job in (first, second):
        transport.put([job])
        wait_for(lambda: state(transport, job) == DONE)  # noqa: B023
    wait_for(lambda: worker.about()["restarts"] >= 1)
    worker.stop()


def names(transport: Transport, job: Job) -> list[str]:
    progress = transport.progress(job.id)
    assert progress is not None
    return [event.name for event in progress.events]


def state(transport: Transport, job: Job) -> str:
    progress = transport.progress(job.id)
    assert progress is not None
    return progress.state


def test_the_answering_process_has_one_blas_thread(process: AnswerProcess) -> None:
    process.start()
    if not Path(f"/proc/{process._process.pid}/environ").exists():
        pytest.skip("looks into /proc")
    environment = Path(f"/proc/{process._process.pid}/environ").read_bytes().split(b"\0")
    assert b"OPENBLAS_NUM_THREADS=1" in environment


def test_quick_questions_go_before_those_answered_one_by_one() -> None:
    jobs = [Job.of(kind, body(HAND | {"n": n}), INTERACTIVE, 60, "anna") for n, kind in enumerate(("advise", "bid"))]
    assert [[job.kind for job in batch] for batch in batches(jobs)] == [["bid"], ["advise"]]


def test_one_asker_of_much_advice_does_not_hold_up_another() -> None:
    transport = MemoryTransport()
    flood = [Job.of("advise", body(HAND | {"n": n}), INTERACTIVE, 60, "anna") for n in range(100)]
    transport.put([*flood, Job.of("bid", body(HAND), INTERACTIVE, 60, "bert")])
    kinds = [job.kind for job in transport.pull("w", (INTERACTIVE,), 64, 0.1)]
    assert kinds == ["advise"] * MOST_ALONE + ["bid"]
    assert len(transport.pull("w", (INTERACTIVE,), 64, 0.1)) == MOST_ALONE
    transport.close()


def test_a_worker_has_its_process_back_before_it_takes_another_job(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("overtrick.service.queue.worker.seconds_for", lambda kind, jobs: 0.01)
    taken: list[bool] = []

    class Watched(MemoryTransport):
        def pull(self, worker: str, lanes: Sequence[str], most: int, wait: float) -> list[Job]:
            process = answering._process._process
            taken.append(process is not None and process.is_alive())
            return super().pull(worker, lanes, most, wait)

    transport = Watched()
    answering = Worker(transport, warm=())
    late = Job.of("advise", body(ADVICE), BATCH, 600)
    transport.put([late])
    try:
        answering._process.start()
        answering._answer_waiting()
        progress = transport.progress(late.id)
        assert progress is not None
        assert progress.state == FAILED
        answering._answer_waiting()
        assert taken == [True, True]
    finally:
        answering._process.kill()
        transport.close()
