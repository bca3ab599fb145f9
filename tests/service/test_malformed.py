"""Whatever is sent, the answer is a refusal, and the server goes on."""

import httpx
import pytest

from service.malformed import GOOD, malformed


def test_bodies_that_make_no_sense_are_refused_and_nothing_breaks(client: httpx.Client) -> None:
    for route, body in malformed(200):
        answer = client.post(f"/v1/{route}?job=false", content=body, headers={"content-type": "application/json"})
        assert 400 <= answer.status_code < 500, (route, body, answer.text)
        assert answer.json()["error"]["message"], (route, body)
    assert client.post("/v1/eval", json=GOOD["eval"]).status_code == 200


@pytest.mark.filterwarnings("ignore")
def test_no_request_that_fits_the_schema_breaks_the_server(client: httpx.Client) -> None:
    schemathesis = pytest.importorskip("schemathesis")
    from hypothesis import HealthCheck, given, settings
    from schemathesis.checks import CHECKS

    schema = schemathesis.openapi.from_url(f"{client.base_url}/openapi.json")
    quick = schema.include(path_regex="^/v1/(parse|convert|eval|chance|explain|bid|jobs|results|status)")
    checks = [check for check in CHECKS.get_all() if check.__name__ == "not_a_server_error"]
    assert checks

    for operation in quick.get_all_operations():

        @given(case=operation.ok().as_strategy())
        @settings(max_examples=5, deadline=None, suppress_health_check=list(HealthCheck), database=None)
        def ask(case: object) -> None:
            case.call_and_validate(base_url=str(client.base_url), checks=checks, timeout=120)  # type: ignore[attr-defined]

        ask()
