"""The questions as routes, and their OpenAPI description: bodies and answers as `ask.wire` reads and writes them."""

from typing import Any, NamedTuple

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from overtrick.ask import QUESTIONS
from overtrick.ask.wire import JsonObject, schema
from overtrick.ask.wire.codecs import ERROR_SCHEMA


class Route(NamedTuple):
    """A question's POST route under /v1: its kind, what it is for, and whether it is a job unless told otherwise."""

    path: str
    kind: str
    summary: str
    is_job: bool = False


ROUTES = (
    Route("/parse", "parse", "Boards from PBN, LIN, a BBO link, JSON, a deal or hands"),
    Route("/convert", "convert", "Boards in another format"),
    Route("/deal", "deal", "Random deals, or deals that meet a condition; `see` shows one hand alone"),
    Route("/dd", "dd", "Exact double dummy, and par"),
    Route("/cards", "cards", "The tricks that every card of a position leaves, and where a play gave some up"),
    Route("/tricks", "tricks", "Double-dummy tricks as the network estimates them"),
    Route("/eval", "eval", "What a hand is worth by every count"),
    Route("/chance", "chance", "The chance of every contract with two hands"),
    Route("/contract", "contract", "The best contract"),
    Route("/explain", "explain", "What the calls of an auction mean, and which may come next"),
    Route("/bid", "bid", "Which call, by which rule; with `net` the network's"),
    Route("/posterior", "posterior", "What the hidden hands may be"),
    Route("/advise", "advise", "Which call, and why: a job with events policy, posterior, imps, done", is_job=True),
    Route("/lead", "lead", "Which card to lead: a job with events imps, done", is_job=True),
    Route("/review", "review", "A board that was bid: every call graded, par, luck"),
    Route("/systems/played", "played", "The shipped card that each pair of some boards bids like"),
    Route("/play", "play", "A board against the machine: South's calls in, South's hand out; all at the end"),
    Route("/match", "match", "A short duplicate match"),
    Route("/annotate", "annotate", "Boards with a note to every call, as PBN"),
    Route("/systems/check", "check", "What is wrong with a card's text"),
    Route("/systems/tree", "tree", "A system as a tree of calls, with shares and sample hands"),
)
_GETS = {"/v1/systems": "systems", "/v1/systems/{name}": "system"}
_REFUSALS = {
    "401": "The server needs its token.",
    "403": "The request is for another host, or from a page of another site.",
    "409": "The job was cancelled.",
    "413": "The body is too large.",
    "422": "The question makes no sense; in the parser's words, with the place.",
    "429": "Too many questions; Retry-After says when to come back.",
    "503": "The queue cannot be reached; Retry-After says when to come back.",
    "504": "The answer took too long.",
}
_JOB: JsonObject = {
    "type": "object",
    "description": "A job that was accepted: where to ask for its state, and where its events are.",
    "properties": {name: {"type": "string"} for name in ("job", "hash", "status", "events")},
    "required": ["job", "hash", "status", "events"],
}
_REFUSAL: JsonObject = {"type": "object", "properties": {"error": ERROR_SCHEMA}, "required": ["error"]}
_EVENTS: JsonObject = {
    "description": "Server-sent events: id, event, and data of one line of JSON.",
    "content": {"text/event-stream": {"schema": {"type": "string"}}},
}
_NET: JsonObject = {"type": "boolean", "default": False, "description": "The network's call, with the chances of all."}


def describe(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI description of all routes, with the schemas of every question and answer."""
    whole = get_openapi(title=app.title, version=app.version, summary=app.summary, routes=app.routes)
    schemas = whole.setdefault("components", {}).setdefault("schemas", {})
    schemas |= {"Job": _JOB, "Refusal": _REFUSAL}
    for path, methods in whole["paths"].items():
        for route in methods.values():
            if path.startswith("/v1/"):
                statuses = ("401", "403", "404", "503") if "{" in path else _REFUSALS
                route["responses"] |= {status: _refusal(status) for status in statuses}
    for path, kind, *_ in ROUTES:
        route = whole["paths"][f"/v1{path}"]["post"]
        question = _named(QUESTIONS[kind].question, schemas)
        route["requestBody"] = {"required": True, "content": {"application/json": {"schema": question}}}
        route["responses"] |= {"200": _answer(kind, schemas), "202": _response("Job", "A job (with `job`).")}
    for path, kind in _GETS.items():
        whole["paths"][path]["get"]["responses"]["200"] = _answer(kind, schemas)
    whole["paths"]["/v1/results/{content}"]["get"]["responses"]["200"] = _object("The answer, as its own route has it.")
    whole["paths"]["/v1/jobs/{job_id}/events"]["get"]["responses"]["200"] = _EVENTS
    schemas["BidQuestion"] = schemas["BidQuestion"] | {
        "properties": schemas["BidQuestion"]["properties"] | {"net": _NET},
    }
    return whole


def _named(kind: Any, schemas: dict[str, Any]) -> JsonObject:
    """A reference to a type's schema, which is put among the others."""
    schemas[kind.__name__] = schema(kind)
    return {"$ref": f"#/components/schemas/{kind.__name__}"}


def _answer(kind: str, schemas: dict[str, Any]) -> JsonObject:
    """The answer of a kind, or one of several."""
    types = [QUESTIONS[name].answer_type for name in ((kind, "policy") if kind == "bid" else (kind,))]
    types = [option for answer in types for option in getattr(answer, "__args__", (answer,))]
    references = [_named(option, schemas) for option in types]
    answer = references[0] if len(references) == 1 else {"anyOf": references}
    return {"description": "The answer.", "content": {"application/json": {"schema": answer}}}


def _object(description: str) -> JsonObject:
    return {"description": description, "content": {"application/json": {"schema": {"type": "object"}}}}


def _refusal(status: str) -> JsonObject:
    return _response("Refusal", _REFUSALS.get(status, "There is no such thing."))


def _response(name: str, description: str) -> JsonObject:
    content = {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}}
    return {"description": description, "content": content}
