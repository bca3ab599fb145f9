"""Who may use the server: the hosts and origins that are allowed, and the client's address behind proxies."""

import re
from collections.abc import Sequence
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any

from overtrick.core import BridgeError
from overtrick.service.responses import Field, Headers, HttpReply, Refused
from overtrick.service.tokens import AccessToken

LOCAL_HOSTS = ("localhost", "127.0.0.1", "::1")
ALL_ADDRESSES = ("0.0.0.0", "::", "")
MOST_HOPS = 20
"""Proxies between a client and the server."""
LONGEST_FORWARDED = 1_000
"""Characters of X-Forwarded-For that are looked at, the last ones: more than so many proxies write."""
MOST_CACHED = 10_000
"""Hosts, and chains of addresses, that are remembered: 12 MB at most."""

_HOST = re.compile(r"(\[[0-9a-f:.]{2,45}\]|[a-z0-9_.-]{1,253})(:[0-9]{1,5})?", re.IGNORECASE | re.ASCII)
_ORIGIN = re.compile(rf"[a-z][a-z0-9+.-]*://{_HOST.pattern}", re.IGNORECASE | re.ASCII)
_OTHER_SITES = (b"cross-site", b"same-site")
_OWN_PAGE = "expected a request from this server's own page, got one from"
_PREFLIGHT = [
    (b"access-control-allow-methods", b"GET, POST, DELETE"),
    (b"access-control-allow-headers", b"authorization, content-type, last-event-id"),
    (b"access-control-max-age", b"600"),
]
_EXPOSED = (b"access-control-expose-headers", b"location, retry-after, x-content-hash")
_VARY = (b"vary", b"origin")


class Access:
    """The rules of a server that listens at an address."""

    def __init__(
        self,
        listens_at: str = "127.0.0.1",
        *,
        hosts: Sequence[str] = (),
        origins: Sequence[str] = (),
        proxies: Sequence[str] = (),
        token: AccessToken | None = None,
    ) -> None:
        names = [*LOCAL_HOSTS, *([] if listens_at in ALL_ADDRESSES else [listens_at]), *map(_checked_host, hosts)]
        self._hosts = dict.fromkeys(map(_normal, names))
        self._every_address = listens_at in ALL_ADDRESSES
        address = _address(listens_at)
        self.is_local = listens_at == "localhost" or (address is not None and address.is_loopback)
        """Whether only programs on this computer reach the server."""
        self._origins = {_checked_origin(origin) for origin in origins}
        self._proxies = [_checked_network(proxy) for proxy in proxies]
        self.token = token
        self._check_host = lru_cache(MOST_CACHED)(self._require_allowed)  # a refusal is not cached
        self._client = lru_cache(MOST_CACHED)(self._find_client)

    def reply(self, scope: Any, headers: Headers) -> HttpReply | None:
        """Refuse a request for another host, from a page of another site, or without the token.

        A reply stands in place of the application's: to a browser that asks what it may send, or opens the token.
        """
        if scope["path"][:1] != "/":
            raise Refused(400, "expected a path that begins with /")
        host = headers.get(b"host")
        if host is None:
            raise Refused(400, "expected a Host header", "Host")
        self._check_host(host)
        is_page_load = scope["method"] in ("GET", "HEAD") and not scope["path"].startswith("/v1")
        is_allowed = self._check_origin(host, headers, is_page_load=is_page_load)
        if is_allowed and scope["method"] == "OPTIONS" and b"access-control-request-method" in headers:
            return HttpReply(204, _PREFLIGHT)
        if self.token is None:
            return None
        if headers.get(b"x-forwarded-proto") == b"https" and scope["client"] and self.is_proxy(scope["client"][0]):
            scope["scheme"] = "https"
        return self.token.reply(scope, headers, is_page_load=is_page_load)

    def _require_allowed(self, host: bytes) -> None:
        match = _HOST.fullmatch(host.decode("latin-1"))
        if match is None:
            raise Refused(400, f"expected a host name or address, perhaps with a port, got {_shown(host)}", "Host")
        name = _normal(match[1])
        if name not in self._hosts and not (self._every_address and _address(name)):
            expected = "an address or " if self._every_address else ""
            expected += " or ".join(self._hosts)
            raise Refused(403, f"expected {expected}, got {name[:100]!r} (serve --allow-host allows another)", "Host")

    def _check_origin(self, host: bytes, headers: Headers, *, is_page_load: bool) -> bool:
        """Whether the request comes from another origin, one that is allowed."""
        origin = headers.get(b"origin")
        if origin is None:
            if not is_page_load and headers.get(b"sec-fetch-site") in _OTHER_SITES:
                raise Refused(403, f"{_OWN_PAGE} another (serve --allow-origin allows it)", "Sec-Fetch-Site")
            return False
        if origin.lower() in self._origins:
            return True
        scheme, _, place = origin.lower().partition(b"://")
        if scheme not in (b"http", b"https") or place != host.lower():
            raise Refused(403, f"{_OWN_PAGE} {_shown(origin)} (serve --allow-origin allows it)", "Origin")
        return False

    def cross_origin_headers(self, headers: Headers) -> list[Field]:
        """What tells a browser that a page of an allowed origin may read the answer."""
        if not self._origins:
            return []
        origin = headers.get(b"origin", b"")
        if origin.lower() not in self._origins:
            return [_VARY]
        return [_VARY, (b"access-control-allow-origin", origin), _EXPOSED]

    # Proxies

    def is_proxy(self, address: str) -> bool:
        """Whether this is the address of a trusted proxy."""
        known = _address(address)
        return known is not None and any(known in network for network in self._proxies)

    def client(self, scope: Any, headers: Headers) -> str:
        """Whose limits apply: the address of the peer; behind trusted proxies, of the one that they name."""
        peer = scope.get("client")
        forwarded = headers.get(b"x-forwarded-for", b"")[-LONGEST_FORWARDED:] if self._proxies else b""
        return self._client(peer[0] if peer else "", forwarded)

    def _find_client(self, peer: str, forwarded: bytes) -> str:
        """The last address, from the right, that no trusted proxy has; a whole /64 network counts as one client."""
        client = peer
        for hop in reversed(forwarded.decode("latin-1").rsplit(",", MOST_HOPS)):
            address = _address_of_hop(hop.strip())
            if address is None or not self.is_proxy(client):
                break
            client = str(address)
        known = _address(client)
        return str(ip_network((known, 64), strict=False)) if isinstance(known, IPv6Address) else client


def _address(text: str) -> IPv4Address | IPv6Address | None:
    try:
        address = ip_address(text.strip("[]"))
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def _address_of_hop(text: str) -> IPv4Address | IPv6Address | None:
    """An address as proxies write it, perhaps with a port: 10.0.0.1, 10.0.0.1:52000, [::1]:52000, ::1."""
    match = _HOST.fullmatch(text)
    return _address(match[1] if match else text)


def _normal(host: str) -> str:
    """A host's name in small letters, or its address in its shortest form, without brackets."""
    return str(_address(host) or host.lower())


def _shown(value: bytes) -> str:
    return repr(value[:100].decode("latin-1"))


def _checked_host(host: str) -> str:
    match = _HOST.fullmatch(host)
    if _address(host) is None and (match is None or match[2]):
        raise BridgeError(f"expected a host name such as bridge.example after --allow-host, got {host!r}")
    return host


def _checked_origin(origin: str) -> bytes:
    if not _ORIGIN.fullmatch(origin):
        raise BridgeError(f"expected an origin such as https://bridge.example after --allow-origin, got {origin!r}")
    return origin.lower().encode()


def _checked_network(proxy: str) -> Any:
    try:
        return ip_network(proxy, strict=False)
    except ValueError:
        raise BridgeError(
            f"expected an address or network such as 10.0.0.0/8 after --behind-proxy, got {proxy!r}"
        ) from None
