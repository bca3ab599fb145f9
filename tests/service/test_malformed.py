"""Whatever is sent, the answer is a refusal, and the server goes on."""

import httpx
import pytest

from benchmarks.support.malformed import GOOD, malformed


def test_bodies_that_make_no_sense_are_refused_and_nothing_breaks(client: httpx.Client) -> None:
    for route, body in malformed(200):
        answer = client.post(f"/v1/{route}?job=false", content=body, headers={"content-type": "application/json"})
        assert 400 <= answer.status_code < 500, (route, body, answer.text)
        assert answer.json()["error"]["message"], (route, body)
    assert client.post("/v1/eval", json=GOOD["eval"]).status_code == 200


@pytest.mark.filterwarnings("ignore")
def test_no_request_made_up_from_the_schema_breaks_the_server(client: httpx.Client) -> None:
    pytest.importorskip("schemathesis")
    from benchmarks.support.by_schema import answers, is_broken

    found = dict(answers(str(client.base_url), examples=5, slow_examples=0))
    assert "POST /v1/bid" in found
    assert not {label: statuses for label, statuses in found.items() if any(map(is_broken, statuses))}
