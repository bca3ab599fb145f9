"""Every route of the API, asked over HTTP."""

import json
from typing import Any

import httpx
import pytest

from benchmarks.support.live import events, wait_for
from benchmarks.support.malformed import GOOD
from overtrick.ask import QUESTIONS
from overtrick.formats import files

DEAL = "N:63.8.KJT932.AK63 Q2.AJT92.Q854.JT AKJT985.6.A76.84 74.KQ7543..Q9752"
SOUTH = "AKJT985.6.A76.84"
POSITION = {"hand": SOUTH, "auction": "1D 1H 1S 4H P P", "dealer": "N", "vul": "NS"}
CARD = "system: Mine\nsituations:\n- when: opening\n  rules:\n  - {call: 1N, hand: 12-14 hcp, text: our weak notrump}\n"


ROUTE_PATHS = [*GOOD, "systems", "systems/{name}", "status"]


def ask(client: httpx.Client, path: str, expected: Any = 200, **asked: Any) -> dict[str, Any]:
    answer = client.post(f"/v1/{path}", json=asked)
    assert answer.status_code == expected, answer.text
    found: dict[str, Any] = answer.json()
    return found


def refused(client: httpx.Client, path: str, **asked: Any) -> dict[str, Any]:
    error: dict[str, Any] = ask(client, path, 422, **asked)["error"]
    return error


def test_texts_are_read_as_boards(client: httpx.Client) -> None:
    found = ask(client, "parse", text=DEAL)
    assert [board["deal"] for board in found["boards"]] == [DEAL]
    link = "https://www.bridgebase.com/tools/handviewer.html?n=sakqhakqdakqcakqj&d=n&v=o&a=1np2cpp"
    assert ask(client, "parse", text=link)["boards"][0]["auction"] == "1N P 2C P P"
    assert ask(client, "parse", text=SOUTH)["boards"][0]["deal"] == f"N:- - {SOUTH} -"


def test_a_broken_paste_names_the_place_in_the_parsers_words(client: httpx.Client) -> None:
    error = refused(client, "parse", text=DEAL.replace("Q854", "Z854"))
    assert error == {
        "message": "expected cards (AKQJT98765432), got 'Z'",
        "where": "text:1:29",
        "field": "text",
        "line": 1,
        "column": 29,
    }
    assert refused(client, "parse", text="  AKJT985.6.A7x6.84")["column"] == 15


@pytest.mark.parametrize(
    ("calls", "came"), [("1N P 3N P P", "1N P 3N P P with a call to come"), ("P P P P", "passed out")]
)
def test_a_lead_is_refused_before_it_becomes_a_job(client: httpx.Client, calls: str, came: str) -> None:
    error = refused(client, "lead", hand="QJT73.A42.863.95", auction=calls)
    assert error["field"] == "auction"
    assert error["message"].endswith(came)


def test_damaged_boards_are_told_beside_the_good_ones(client: httpx.Client) -> None:
    text = f'[Board "1"]\n[Deal "{DEAL}"]\n\n[Board "2"]\n[Deal "N:63.8.KJT932"]\n'
    found = ask(client, "parse", text=text)
    assert len(found["boards"]) == 1
    assert found["errors"][0]["line"] == 5


def test_boards_are_converted(client: httpx.Client) -> None:
    found = ask(client, "convert", text=DEAL, to="lin")
    assert found["text"].startswith("st||md|")
    assert [str(record.board.deal) for record in files.parse_records(found["text"])] == [DEAL]  # type: ignore[union-attr]


def test_deals_are_repeated_by_their_seed(client: httpx.Client) -> None:
    wanted = {"count": 2, "condition": "hcp(south) >= 15 && balanced(south)", "seed": 3}
    first, second = ask(client, "deal", **wanted), ask(client, "deal", **wanted)
    assert first["boards"] == second["boards"]
    assert len(first["boards"]) == 2
    assert ask(client, "deal")["boards"] != ask(client, "deal")["boards"]
    assert refused(client, "deal", condition="hcp(south) >= 15 &&& x")["field"] == "condition"


def test_one_who_sees_a_hand_alone_hears_nothing_of_the_others(client: httpx.Client) -> None:
    wanted = {"count": 3, "condition": "hcp(north) >= 15", "seed": 8, "dealer": "W", "vul": "EW", "system": "acol"}
    seen, whole = (ask(client, "deal", **wanted, **more)["boards"] for more in ({"see": "S"}, {}))
    for board, known in zip(seen, whole, strict=True):
        south = known["deal"].removeprefix("N:").split()[2]
        assert board["deal"] == f"N:- - {south} -"
        assert (board["dealer"], board["vul"], len(board["auction"].split())) == ("W", "EW", 3)
        assert set(board) == {"version", "board", "dealer", "vul", "deal", "auction"}
        assert "auction" not in known
    calls = [
        QUESTIONS["bid"].answer_json(
            {"hand": whole[0]["deal"].removeprefix("N:").split()[3], "system": "acol", "dealer": "W"}
        )["call"]
    ]
    assert seen[0]["auction"].split()[:1] == calls, "West is the dealer and bids its own hand"
    assert ask(client, "deal", see="E", dealer="E")["boards"][0]["auction"] == ""


def test_one_who_sees_a_hand_alone_may_go_on_to_the_end_of_the_auction(client: httpx.Client) -> None:
    wanted = {"seed": 11, "dealer": "W", "see": "S", "condition": "hcp(north) >= 16 && hcp(south) >= 11"}
    board = ask(client, "deal", **wanted)["boards"][0]
    auction = board["auction"]
    turns = 0
    while len(auction.split()) % 4 == 3 and not auction.endswith("P P P"):
        made = ask(client, "bid", hand=board["deal"].split()[2], dealer="W", auction=auction)["call"]
        further = ask(client, "deal", **wanted, auction=f"{auction} {made}")["boards"][0]
        assert further["deal"] == board["deal"]
        assert further["auction"].startswith(f"{auction} {made}")
        auction = further["auction"]
        turns += 1
    assert turns >= 2
    assert auction.endswith("P P P")
    assert ask(client, "deal", **wanted, auction=auction)["boards"][0]["auction"] == auction, "nothing comes after it"
    assert refused(client, "deal", **wanted, auction="1N 1C")["field"] == "auction"


def test_a_brief_call_tells_no_more_than_the_table_hears(client: httpx.Client) -> None:
    brief, full = ask(client, "bid", **POSITION, brief=True), ask(client, "bid", **POSITION)
    assert {name: full[name] for name in brief} == brief
    assert not {"requires", "passed_over", "hand_text"} & set(brief)
    assert "yours" in json.dumps(full)
    assert "yours" not in json.dumps(brief)


def test_tricks_are_exact_or_estimated(client: httpx.Client) -> None:
    exact = ask(client, "dd", deal=DEAL, vul="NS")
    assert exact["tricks"]["N"]["D"] == 12
    assert exact["par"]["score"] == 500
    estimated = ask(client, "tricks", deal=DEAL, probabilities=True)
    assert abs(estimated["tricks"]["N"]["D"] - 12) <= 1
    assert len(estimated["probabilities"]["N"]["D"]) == 14
    assert (exact["kind"], estimated["kind"]) == ("exact", "learned")
    assert "missing" in refused(client, "dd", deal="N:63.8.KJT932.AK63 - - -")["message"]


def test_hands_are_valued(client: httpx.Client) -> None:
    assert ask(client, "eval", hand=SOUTH)["evaluators"]["hcp"] == 12
    chances = ask(client, "chance", north="63.8.KJT932.AK63", south=SOUTH)["chances"]
    assert chances["S"]["D"][3] > chances["S"]["C"][3]
    assert ask(client, "contract", north="63.8.KJT932.AK63", south=SOUTH)["contract"][1] in "DS"
    assert refused(client, "contract")["message"] == 'expected "north" and "south", or "hand", got neither'


def test_a_call_is_the_command_lines(client: httpx.Client) -> None:
    found = ask(client, "bid", **POSITION)
    assert found == json.loads(json.dumps(QUESTIONS["bid"].answer_json(POSITION | {"passed_over": True})))
    by_network = ask(client, "bid", **POSITION, net=True)
    assert sum(by_network["probabilities"].values()) == pytest.approx(1, abs=0.01)
    assert by_network["model"].startswith("improved")


def test_auctions_are_explained_with_what_may_come(client: httpx.Client) -> None:
    found = ask(client, "explain", auction="1N P")
    assert found["calls"][0]["hcp"] == [15, 17]
    assert "2C" in [call["call"] for call in found["available"]]
    error = refused(client, "explain", auction="1N 1C")
    assert (error["field"], error["column"]) == ("auction", 4)


def test_hidden_hands_come_with_their_prior(client: httpx.Client) -> None:
    found = ask(client, "posterior", **POSITION, layouts=50)
    assert set(found["players"]) == {"lho", "partner", "rho"}
    partner = found["players"]["partner"]
    assert len(partner["hcp"]) == len(partner["prior"]["hcp"]) == 38
    known = ask(client, "posterior", **POSITION, layouts=50, **{"with": ["partner:SQ"]})
    assert known["players"]["partner"]["cards"]["SQ"] == 1
    assert known["players"]["lho"]["cards"]["SQ"] == 0


def test_advice_streams_policy_then_posterior_then_imps_then_done(client: httpx.Client) -> None:
    job = ask(client, "advise", 202, **POSITION, layouts=100, seed=5)
    heard = events(client, job["events"])
    names = [name for _, name, _ in heard]
    assert names[:2] == ["policy", "posterior"]
    assert names[-1] == "done"
    assert set(names[2:-1]) <= {"imps"}
    assert [number for number, _, _ in heard] == list(range(len(heard)))
    policy, posterior, *_, done = (json.loads(data) for _, _, data in heard)
    assert policy["candidates"][0]["imps"] is None
    assert posterior["posterior"]["players"]["partner"]["prior"]
    assert done["expected_imps"]
    later = events(client, job["events"], **{"Last-Event-ID": "0"})
    assert [name for _, name, _ in later] == names[1:]
    status = client.get(job["status"]).json()
    assert status["state"] == "done"
    assert status["result"] == done
    assert client.get(f"/v1/results/{job['hash']}").json() == done
    assert ask(client, "advise", 202, **POSITION, layouts=100, seed=5)["job"] == job["job"], "asked once, answered once"


def test_a_job_can_be_cancelled(client: httpx.Client) -> None:
    job = ask(client, "advise", 202, **POSITION, layouts=2000, seed=6)
    assert client.delete(job["status"]).json()["cancelled"] is True
    assert client.get(job["status"]).json()["state"] == "cancelled"
    assert [name for _, name, _ in events(client, job["events"])][-1] == "cancelled"
    assert client.delete(job["status"]).json()["cancelled"] is False


def test_a_mistake_in_a_job_is_its_last_event(client: httpx.Client) -> None:
    assert refused(client, "advise", **(POSITION | {"auction": "1D 1C"}))["field"] == "auction", "refused at once"
    job = ask(client, "advise", 202, **(POSITION | {"auction": "P P P P"}))
    ((_, name, data),) = events(client, job["events"])
    assert name == "failed"
    assert json.loads(data)["error"]["field"] == "auction"
    assert client.get(job["status"]).json()["error"]["field"] == "auction"


def test_any_question_can_be_a_job(client: httpx.Client) -> None:
    job = client.post("/v1/eval?job=true", json={"hand": SOUTH})
    assert job.status_code == 202
    assert json.loads(events(client, job.json()["events"])[-1][2])["evaluators"]["hcp"] == 12


def test_unknown_jobs_results_and_pages_are_not_found(client: httpx.Client) -> None:
    for path in ("/v1/jobs/nobody", "/v1/jobs/nobody/events", "/v1/results/x", "/v1/systems/mine", "/nowhere.js"):
        assert client.get(path).status_code == 404, path
    assert client.get("/../pyproject.toml").status_code == 404
    assert client.get("/..%2f..%2f__init__.py").status_code == 404


def test_a_match_is_played(client: httpx.Client) -> None:
    found = ask(client, "match", first="sayc", second="sayc", count=2)
    assert (found["boards"], found["imps_per_board"]) == (2, 0)
    assert "system" in refused(client, "match", first="/etc/passwd")["message"]


def test_files_are_annotated(client: httpx.Client) -> None:
    text = f'[Dealer "N"]\n[Deal "{DEAL}"]\n[Auction "N"]\n1D 1H 1S 4H AP\n'
    found = ask(client, "annotate", text=text)
    (record,) = files.parse_records(found["text"])
    assert len(record.notes) >= 4  # type: ignore[union-attr]


def test_systems_are_listed_and_shown(client: httpx.Client) -> None:
    assert [each["id"] for each in client.get("/v1/systems").json()["systems"]] == ["sayc", "two_over_one", "acol"]
    shown = client.get("/v1/systems/2/1").json()
    assert shown["text"].startswith("system:")
    assert shown["situations"][0]["rules"]
    sections = ask(client, "systems/tree", after="1N P", deals=100)["sections"]
    assert "2C" in [call["call"] for call in sections[0]["calls"]]


def test_a_card_is_checked_with_line_and_column(client: httpx.Client) -> None:
    found = ask(client, "systems/check", text=CARD.replace("12-14 hcp", "12-14 hpc"), deals=0)
    assert not found["ok"]
    assert (found["errors"][0]["line"], found["errors"][0]["column"]) == (5, 28)
    assert ask(client, "systems/check", text=CARD, deals=0)["ok"]


def test_a_posted_card_bids(client: httpx.Client) -> None:
    asked = {"hand": "KQ84.A97.A762.T6"}
    assert ask(client, "bid", **asked)["call"] == "1D"
    found = ask(client, "bid", **asked, card=CARD)
    assert (found["call"], found["system"]) == ("1N", "Mine")
    error = refused(client, "bid", **asked, card="system: [")
    assert error["field"] == "card"


def test_a_card_cannot_name_files_or_grow_for_ever(client: httpx.Client) -> None:
    found = ask(client, "systems/check", text="system: X\ninclude: [../../etc/passwd]\n", deals=0)
    assert "small letters" in found["errors"][0]["message"]
    deep = "system: X\nsituations: " + "[" * 500 + "]" * 500
    assert "nesting" in ask(client, "systems/check", text=deep, deals=0)["errors"][0]["message"]
    bomb = "system: X\na: &a [x, x]\nb: [*a, *a]\n"
    assert "anchors" in ask(client, "systems/check", text=bomb, deals=0)["errors"][0]["message"]
    assert refused(client, "systems/check", text="x" * 200_001)["field"] == "text"
    assert refused(client, "bid", hand=SOUTH, system="/etc/passwd")["field"] == "system"


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'"x"',
        b'{"hand": 3}',
        b'{"hand": null}',
        b"{}",
        b'{"hand": "\\ud800"}',
        b"\xff\xfe",
        b"[" * 10_000,
    ],
)
def test_malformed_bodies_are_refused(client: httpx.Client, body: bytes) -> None:
    answer = client.post("/v1/bid", content=body, headers={"content-type": "application/json"})
    assert answer.status_code in (400, 422)
    assert answer.json()["error"]["message"]


def test_a_body_that_is_too_large_is_refused(client: httpx.Client) -> None:
    assert client.post("/v1/parse", content=b"x" * 1_300_000).status_code == 413
    chunks = (b"x" * 100_000 for _ in range(14))
    assert client.post("/v1/parse", content=chunks).status_code == 413


def test_health_metrics_status_and_documents(client: httpx.Client) -> None:
    assert client.get("/healthz").json()["ok"]
    ask(client, "eval", hand=SOUTH)
    wait_for(lambda: "overtrick_worker_model{worker=" in client.get("/metrics").text)
    metrics = client.get("/metrics").text
    assert 'overtrick_queue_length{lane="interactive"} 0' in metrics
    assert 'overtrick_answers_total{kind="eval",status="200"}' in metrics
    status = client.get("/v1/status").json()
    assert len(status["workers"]) == 1
    docs = client.get("/docs").text
    assert "POST /v1/advise" in docs
    assert "<script" not in docs
    paths = client.get("/openapi.json").json()["paths"]
    assert {"/v1/parse", "/v1/convert", "/v1/deal", "/v1/dd", "/v1/posterior", "/v1/jobs/{job_id}/events"} <= set(paths)


@pytest.mark.parametrize("path", ROUTE_PATHS)
def test_every_answer_matches_the_schema_of_its_route(client: httpx.Client, path: str) -> None:
    jsonschema = pytest.importorskip("jsonschema_rs")
    description = client.get("/openapi.json").json()
    route = description["paths"][f"/v1/{path}"]
    method = "post" if "post" in route else "get"
    for more in [{}, {"net": False}] if path == "bid" else [{}]:
        answer = client.request(
            method, f"/v1/{path}".replace("{name}", "acol"), json=GOOD.get(path, {}) | more, params={"job": False}
        )
        assert answer.status_code == 200, answer.text
        schema = route[method]["responses"]["200"]["content"]["application/json"]["schema"]
        whole = schema | {"components": description["components"]}
        jsonschema.Draft202012Validator(whole).validate(answer.json())


def test_every_route_is_described_with_its_body_and_answers(client: httpx.Client) -> None:
    for path, methods in client.get("/openapi.json").json()["paths"].items():
        for method, route in methods.items():
            assert "requestBody" in route or method != "post", path
            if not path.endswith("/events"):
                assert route["responses"]["200"]["content"]["application/json"]["schema"], path


def test_every_answer_keeps_the_browser_to_this_origin(client: httpx.Client) -> None:
    for path in ("/healthz", "/docs", "/nowhere"):
        policy = client.get(path).headers["content-security-policy"]
        assert policy.startswith("default-src 'self';")
        assert "unsafe" not in policy


def test_a_broken_card_is_the_askers_mistake_also_for_the_network(client: httpx.Client) -> None:
    assert refused(client, "bid", **POSITION, net=True, their_card="#")["field"] == "their_card"
