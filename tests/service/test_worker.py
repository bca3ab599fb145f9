"""Workers and the processes that answer for them."""

import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.support.live import wait_for
from overtrick.parallel import TimeLimitReached
from overtrick.service.queue.jobs import BATCH, DONE, FAILED, INTERACTIVE, Event, Job
from overtrick.service.queue.memory import MemoryTransport
from overtrick.service.queue.process import Clerk, ClerkDied, dumped
from overtrick.service.queue.worker import Worker, portions

HAND = {"hand": "AKJT985.6.A76.84"}
ADVICE = HAND | {"auction": "1D 1H", "layouts": 2000}


@pytest.fixture(scope="module")
def clerk() -> Iterator[Clerk]:
    clerk = Clerk()
    yield clerk
    clerk.kill()


def body(asked: object) -> bytes:
    return json.dumps(asked).encode()


def test_questions_of_a_kind_are_answered_together_each_in_its_place(clerk: Clerk) -> None:
    deal = "N:63.8.KJT932.AK63 Q2.AJT92.Q854.JT AKJT985.6.A76.84 74.KQ7543..Q9752"
    bodies = [body({"deal": deal}), body({"deal": "N:- - - -"}), body({"deal": deal, "probabilities": True})]
    ((first, second, third),) = clerk.ask("tricks", bodies, 120)
    assert [each.place for each in (first, second, third)] == [0, 1, 2]
    assert [each.name for each in (first, second, third)] == [DONE, FAILED, DONE]
    assert json.loads(second.data)["status"] == 422
    assert "probabilities" in json.loads(third.data)


def test_many_policies_at_once_are_those_of_one_at_a_time(clerk: Clerk) -> None:
    auctions = ["", "1D", "1D 1H", "1D 1H 1S 4H P P", "P P P"]
    bodies = [body(HAND | {"auction": auction, "vul": vul}) for auction in auctions for vul in ("None", "NS")]
    (together,) = clerk.ask("policy", bodies, 120)
    alone = [json.loads(next(iter(clerk.ask("policy", [each], 120)))[0].data) for each in bodies]
    for said, other in zip(together, alone, strict=True):
        found = json.loads(said.data)
        assert found.pop("probabilities") == pytest.approx(other.pop("probabilities"), abs=2e-4)
        assert found == other


def test_only_the_first_stage_is_for_the_interactive_lane(clerk: Clerk) -> None:
    stages = [said[0].name for said in clerk.ask("advise", [body(ADVICE)], 120, first_only=True)]
    assert stages == ["policy"]


def test_somebody_who_stops_listening_stops_the_work(clerk: Clerk) -> None:
    asked = clerk.ask("advise", [body(ADVICE)], 120)
    assert next(asked)[0].name == "policy"
    asked.close()  # type: ignore[attr-defined]
    ((said,),) = clerk.ask("eval", [body(HAND)], 120)
    assert said.name == DONE


def test_what_takes_too_long_is_killed_and_says_so(clerk: Clerk) -> None:
    with pytest.raises(TimeLimitReached, match="time-out"):
        list(clerk.ask("advise", [body(ADVICE)], 0.01))
    ((said,),) = clerk.ask("eval", [body(HAND)], 120)
    assert json.loads(said.data)["evaluators"]["hcp"] == 12


def test_a_process_that_dies_is_told_and_replaced(clerk: Clerk) -> None:
    clerk.start()
    asked = clerk.ask("advise", [body(ADVICE)], 120)
    next(asked)
    os.kill(clerk._process.pid, signal.SIGKILL)
    with pytest.raises(ClerkDied):
        list(asked)
    ((said,),) = clerk.ask("eval", [body(HAND)], 120)
    assert said.name == DONE


def test_numbers_that_json_cannot_say_become_null() -> None:
    assert json.loads(dumped({"low": float("-inf"), "rows": [1.5, float("nan")]})) == {"low": None, "rows": [1.5, None]}


def test_jobs_are_grouped_by_kind_and_those_that_broke_a_batch_go_alone() -> None:
    kinds = ["bid", "eval", "bid", "eval", "dd"]
    jobs = [Job.of(kind, body({"number": number}), INTERACTIVE, 60) for number, kind in enumerate(kinds)]
    jobs += [Job.of("bid", body({"number": number}), INTERACTIVE, 60).taken(1) for number in (7, 8)]
    found = [[(job.kind, job.tries) for job in portion] for portion in portions(jobs)]
    assert found == [[("bid", 0)] * 2, [("dd", 0)], [("eval", 0)] * 2, [("bid", 1)], [("bid", 1)]]


def test_a_worker_answers_and_on_leaving_hands_back_what_it_has_not_done() -> None:
    transport = MemoryTransport()
    worker = Worker(transport, warm=())
    quick, slow = Job.of("eval", body(HAND), INTERACTIVE, 300), Job.of("advise", body(ADVICE), BATCH, 300)
    transport.put([quick])
    worker.start()
    wait_for(lambda: state(transport, quick) == DONE)
    transport.put([slow])
    wait_for(lambda: transport.census().held[BATCH] == 1)
    worker.stop(grace=0.2)
    assert state(transport, slow) == "queued"
    assert transport.census().workers == {}
    (again,) = transport.pull("another", [BATCH], 1, 0)
    assert again.tries == 0, "what was handed back was not tried"
    assert transport.post([(again, Event(99, DONE, b"{}"))]) == [True]


def state(transport: MemoryTransport, job: Job) -> str:
    progress = transport.progress(job.id)
    assert progress is not None
    return progress.state


def test_the_answering_process_has_one_blas_thread(clerk: Clerk) -> None:
    clerk.start()
    if not Path(f"/proc/{clerk._process.pid}/environ").exists():
        pytest.skip("looks into /proc")
    environment = Path(f"/proc/{clerk._process.pid}/environ").read_bytes().split(b"\0")
    assert b"OPENBLAS_NUM_THREADS=1" in environment
