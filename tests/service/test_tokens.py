"""The token: who has it is answered, who has not is told what to do, and nothing repeats it."""

import pytest

from asgi import HOME, OTHER, Reply, limited, request
from overtrick.core import BridgeError
from overtrick.service.access import Access
from overtrick.service.tokens import AccessToken

SECRET = "s3cret-token"
APP = limited(Access(token=AccessToken(SECRET), origins=[OTHER], proxies=["10.0.0.1"]))


def asked(*fields: tuple[str, str], path: str = "/v1/status", method: str = "GET", peer: str = "::1") -> Reply:
    return request(APP, ("Host", HOME), *fields, path=path, method=method, peer=peer)


def opened(query: str, *fields: tuple[str, str], peer: str = "::1") -> Reply:
    return asked(("Accept", "text/html,*/*"), *fields, path=f"/?{query}", peer=peer)


def test_programs_send_the_token_with_every_request() -> None:
    for path in ("/v1/status", "/v1/jobs/1/events", "/metrics", "/docs", "/openapi.json", "/first.json", "/"):
        assert asked(("Authorization", f"Bearer {SECRET}"), path=path).status == 200
        reply = asked(path=path)
        assert (reply.status, reply.where) == (401, "Authorization"), path
        assert "Bearer" in reply.message
        assert reply.headers["www-authenticate"].startswith("Bearer")
    assert asked(method="POST").status == asked(method="DELETE").status == 401


@pytest.mark.parametrize(
    "value",
    ["Bearer", "Bearer ", SECRET, "Bearer wrong-token", f"Bearer {SECRET}x", f"Bearer  {SECRET}", f"Basic {SECRET}"],
)
def test_another_token_is_none(value: str) -> None:
    assert asked(("Authorization", value)).status == 401


def test_health_and_files_of_the_page_need_none() -> None:
    assert [asked(path=path).status for path in ("/healthz", "/main.js", "/css/layout.css", "/icon.svg")] == [200] * 4
    assert [asked(path=path).status for path in ("/", "/metrics", "/docs", "/openapi.json", "/index.html")] == [401] * 5
    assert asked(path="/v1/systems/x.js").status == 401
    assert asked(path="/healthz", method="POST").status == 401


def test_a_browser_opens_the_token_once_and_has_a_cookie_from_then_on() -> None:
    reply = opened(f"token={SECRET}")
    assert (reply.status, reply.headers["location"]) == (303, "./")
    cookie, *attributes = reply.headers["set-cookie"].split("; ")
    assert {"HttpOnly", "SameSite=Strict"} <= set(attributes)
    assert cookie.startswith("overtrick-8000=")
    assert SECRET not in cookie
    assert asked(("Cookie", f"a=b; {cookie}; c=d")).status == 200
    assert asked(("Cookie", cookie), method="POST").status == 200
    assert asked(("Cookie", cookie + "0")).status == 401
    assert asked(("Cookie", f"overtrick-8000={SECRET}")).status == 401
    assert asked(("Cookie", cookie.replace("8000", "8001"))).status == 401, "the cookie of a server at another port"
    other = limited(Access(token=AccessToken("another-token")))
    assert request(other, ("Host", HOME), ("Cookie", cookie)).status == 401


def test_a_cookie_that_came_over_https_stays_there() -> None:
    forwarded = ("X-Forwarded-Proto", "https")
    assert "Secure" in opened(f"token={SECRET}", forwarded, peer="10.0.0.1").headers["set-cookie"]
    assert "Secure" not in opened(f"token={SECRET}", forwarded).headers["set-cookie"]


def test_a_page_without_the_token_says_what_to_do() -> None:
    for query in ("", "token=", "token=wrong", "token=%ff", f"token=wrong&token={SECRET}"):
        reply = opened(query)
        assert reply.status == 401
        assert "set-cookie" not in reply.headers
        assert reply.headers["content-type"].startswith("text/html")
        assert "token" in reply.body
    assert asked(("Accept", "text/html"), path=f"/v1/status?token={SECRET}").status == 401, "the API has no page"


def test_a_link_on_another_site_opens_the_page_but_not_the_api() -> None:
    link = ("Sec-Fetch-Site", "cross-site"), ("Accept", "text/html")
    assert asked(*link, path="/").status == 200
    assert asked(*link, path="/docs").status == 401
    assert asked(*link, path="/v1/status").status == 403


def test_an_allowed_origin_needs_the_token_too_and_may_ask_how_to_send_it() -> None:
    origin = ("Origin", OTHER)
    preflight = asked(origin, ("Access-Control-Request-Method", "POST"), method="OPTIONS")
    assert preflight.status == 204
    assert "authorization" in preflight.headers["access-control-allow-headers"]
    assert asked(("Access-Control-Request-Method", "POST"), method="OPTIONS").status == 401, "without an origin"
    refused = asked(origin, method="POST")
    assert (refused.status, refused.headers["access-control-allow-origin"]) == (401, OTHER)
    assert asked(origin, ("Authorization", f"bearer {SECRET}"), method="POST").status == 200


def test_no_answer_repeats_the_token_or_may_be_stored() -> None:
    for reply in (opened(f"token={SECRET}"), opened("token=x"), asked(), asked(("Authorization", f"Bearer {SECRET}"))):
        assert SECRET not in reply.body + str(reply.headers)
        assert reply.headers["cache-control"] == "no-store"
        assert reply.headers["referrer-policy"] == "no-referrer"


def test_tokens_are_long_and_can_stand_in_an_address() -> None:
    assert len({AccessToken("auto").value for _ in range(3)}) == 3
    assert len(AccessToken("auto").value) >= 32
    for value in ("", "short", "with spaces in", "semi;colon", "x" * 201, "sl/ash/es", "\u00e4" * 9):
        with pytest.raises(BridgeError, match="8 to 200") as error:
            AccessToken(value)
        assert not value or value not in str(error.value)
