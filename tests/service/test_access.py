"""Who may use the server: hosts, origins, and clients behind proxies."""

import pytest

from asgi import HOME, OTHER, limited, request
from overtrick.core import BridgeError
from overtrick.service.access import Access


@pytest.mark.parametrize("host", ["localhost", "LocalHost:1", "127.0.0.1", HOME, "[::1]", "[::1]:8000", "[0:0::1]:9"])
def test_local_names_with_any_port_are_answered(host: str) -> None:
    assert request(limited(), ("Host", host)).status == 200


def test_other_hosts_are_refused_with_what_allows_them() -> None:
    names = "evil.example evil.example:8000 localhost.evil.example 127.0.0.1.evil.example localhost. ip6-localhost"
    for host in f"{names} 192.168.0.7 [::2] 127.1 0x7f.0.0.1 2130706433".split():
        reply = request(limited(), ("Host", host))
        assert (reply.status, reply.where) == (403, "Host"), host
        assert "127.0.0.1" in reply.message
        assert "--allow-host" in reply.message


def test_odd_hosts_are_refused() -> None:
    words = "localhost: localhost:x localhost:123456 localhost# localhost/ user@localhost localhost,evil.example"
    odd = f"{words} [::1 ::1 http://localhost".split()
    for host in (*odd, "", " ", "local host", "localhost\t", "loc\xe4lhost", "x" * 300):
        reply = request(limited(), ("Host", host))
        assert (reply.status, reply.where) == (400, "Host"), host


def test_one_host_is_needed() -> None:
    assert request(limited()).status == 400
    assert request(limited(), ("Host", HOME), ("Host", HOME)).status == 400
    assert request(limited(), ("Host", HOME), path="http://evil.example/").status == 400


def test_hosts_are_allowed_by_the_option_and_by_the_address_that_is_listened_at() -> None:
    named = limited(Access(hosts=["Bridge.example", "::5"]))
    assert [request(named, ("Host", host)).status for host in ("bridge.example:443", "[::5]", "x.bridge.example")] == [
        200,
        200,
        403,
    ]
    bound = limited(Access("192.168.0.7"))
    assert [request(bound, ("Host", host)).status for host in ("192.168.0.7:80", "192.168.0.8", "localhost")] == [
        200,
        403,
        200,
    ]


def test_a_server_at_all_addresses_answers_to_every_address_and_to_no_other_name() -> None:
    for everywhere in ("0.0.0.0", "::"):
        app = limited(Access(everywhere))
        hosts = ("192.168.0.7:8000", "[2001:db8::7]", "localhost", "evil.example", "1.2.3.4.evil.example")
        assert [request(app, ("Host", host)).status for host in hosts] == [200, 200, 200, 403, 403]


@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_requests_of_other_origins_are_refused(method: str) -> None:
    def status(origin: str) -> int:
        return request(limited(), ("Host", HOME), ("Origin", origin), method=method).status

    assert status(f"http://{HOME}") == status(f"https://{HOME}") == 200
    others = [OTHER, "null", "", "http://127.0.0.1", "http://127.0.0.1:8001", "http://localhost:8000", f"ftp://{HOME}"]
    others += [f"http://{HOME}.evil.example", f"http://evil.example/{HOME}", HOME, f"http://x@{HOME}"]
    assert [status(origin) for origin in others] == [403] * len(others)
    assert "--allow-origin" in request(limited(), ("Host", HOME), ("Origin", OTHER)).message


@pytest.mark.parametrize(
    ("site", "status"), [("cross-site", 403), ("same-site", 403), ("same-origin", 200), ("none", 200)]
)
def test_pages_of_other_sites_cannot_use_the_api(site: str, status: int) -> None:
    fields = ("Host", HOME), ("Sec-Fetch-Site", site)
    assert request(limited(), *fields).status == status
    assert request(limited(), *fields, method="POST", path="/").status == status
    assert request(limited(), *fields, path="/").status == 200, "a link to the page works from anywhere"


def test_no_page_elsewhere_may_read_an_answer_unless_its_origin_is_allowed() -> None:
    fields = ("Host", HOME), ("Origin", OTHER), ("Sec-Fetch-Site", "cross-site")
    for app in (limited(), limited(Access(origins=["https://other.example"]))):
        assert not [name for name in request(app, *fields).headers if name.startswith("access-control")]
    reply = request(limited(Access(origins=[OTHER])), *fields)
    assert (reply.status, reply.headers["access-control-allow-origin"], reply.headers["vary"]) == (200, OTHER, "origin")
    assert "access-control-allow-credentials" not in reply.headers
    assert request(limited(Access(origins=[OTHER])), ("Host", HOME)).headers["vary"] == "origin"


def test_a_browser_is_told_what_an_allowed_origin_may_send() -> None:
    fields = ("Host", HOME), ("Origin", OTHER), ("Access-Control-Request-Method", "DELETE")
    assert request(limited(), *fields, method="OPTIONS").status == 403
    reply = request(limited(Access(origins=[OTHER])), *fields, method="OPTIONS")
    assert (reply.status, reply.headers["access-control-allow-origin"]) == (204, OTHER)
    assert "DELETE" in reply.headers["access-control-allow-methods"]
    assert "content-type" in reply.headers["access-control-allow-headers"]


def test_the_words_of_a_header_stay_words() -> None:
    reply = request(limited(), ("Host", HOME), ("Origin", "\xff" * 5000))
    assert reply.status == 403
    assert len(reply.message) < 600


# Whose limits apply


@pytest.mark.parametrize(
    ("proxies", "forwarded", "client"),
    [
        ([], "1.2.3.4", "10.0.0.1"),
        (["10.0.0.0/8"], "1.2.3.4", "1.2.3.4"),
        (["10.0.0.0/8"], "9.9.9.9, 1.2.3.4, 10.0.0.2", "1.2.3.4"),
        (["10.0.0.1"], "1.2.3.4, 10.0.0.2", "10.0.0.2"),
        (["10.0.0.0/8"], "10.0.0.3, 10.0.0.2", "10.0.0.3"),
        (["10.0.0.0/8"], "1.2.3.4, nonsense", "10.0.0.1"),
        (["10.0.0.0/8"], "", "10.0.0.1"),
        (["192.168.0.1"], "1.2.3.4", "10.0.0.1"),
        (["10.0.0.0/8"], "2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
        (["10.0.0.0/8"], "1.2.3.4:52000, 10.0.0.2:80", "1.2.3.4"),
        (["10.0.0.0/8"], "[2001:db8:1:2:3::4]:52000", "2001:db8:1:2::/64"),
    ],
)
def test_only_trusted_proxies_say_who_the_client_is(proxies: list[str], forwarded: str, client: str) -> None:
    headers = {b"x-forwarded-for": forwarded.encode()}
    assert Access(proxies=proxies).client({"client": ("10.0.0.1", 4711)}, headers) == client


def test_clients_behind_a_trusted_proxy_have_a_rate_each() -> None:
    def statuses(access: Access) -> list[int]:
        app, headers = limited(access, rate=0.001), ("Host", HOME)
        addresses = ("1.1.1.1", "2.2.2.2", "1.1.1.1")
        return [request(app, headers, ("X-Forwarded-For", each), peer="10.0.0.1").status for each in addresses]

    assert statuses(Access(proxies=["10.0.0.1"])) == [200, 200, 429]
    assert statuses(Access()) == [200, 429, 429], "nobody else can claim another address"


@pytest.mark.parametrize(
    ("option", "values"),
    [("hosts", "http://x x:80 *"), ("origins", "null * x https://x/"), ("proxies", "x")],
)
def test_options_that_make_no_sense_are_refused(option: str, values: str) -> None:
    for value in values.split():
        with pytest.raises(BridgeError, match=r"expected .* got"):
            Access(**{option: [value]})  # type: ignore[arg-type]
