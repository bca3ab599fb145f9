"""The token of a server that others can reach: a program sends it with every request, a browser opens it once."""

import hmac
import re
import secrets
from typing import Any
from urllib.parse import parse_qs

from overtrick.core import BridgeError
from overtrick.service.responses import Headers, HttpReply, Refused

VARIABLE = "OVERTRICK_TOKEN"
"""The environment variable that may hold it: other users of a computer can read a command line."""
AUTO = "auto"

_TOKEN = re.compile(r"[A-Za-z0-9._~-]{8,200}")
_CHALLENGE = (b"www-authenticate", b'Bearer realm="overtrick"')
_PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Overtrick: token needed</title>
<meta name="viewport" content="width=device-width">
<h1>This server needs its token</h1>
<p>Open the address with <code>/?token=…</code> that <code>overtrick serve</code> printed, or ask whoever runs this
server for its token and put it there. Once is enough until the browser or the server is closed.</p>
<p>Programs send it with every request: <code>Authorization: Bearer …</code></p>
"""


class AccessToken:
    """A server's token; `auto` makes a new one."""

    def __init__(self, value: str) -> None:
        self.is_new = value == AUTO
        self.value = secrets.token_urlsafe(24) if self.is_new else value
        if not _TOKEN.fullmatch(self.value):
            raise BridgeError(
                "expected a token of 8 to 200 letters, digits and . _ ~ -, or auto, after --token or in " + VARIABLE
            )
        self._bearer = f"bearer {self.value}".encode()
        self._cookie = hmac.digest(self.value.encode(), b"overtrick cookie", "sha256").hex().encode()

    def reply(self, scope: Any, headers: Headers, *, is_page_load: bool) -> HttpReply | None:
        """None for a request with the token; a cookie for a page opened with it; else a refusal."""
        name = b"overtrick-%d" % (scope["server"][1] or 0)  # a cookie is for all ports of a host
        if is_page_load and (given := _in_query(scope["query_string"])) is not None:
            if _same(given, self.value.encode()):
                cookie = b"%s=%s; HttpOnly; SameSite=Strict; Path=/" % (name, self._cookie)
                cookie += b"; Secure" if scope["scheme"] == "https" else b""
                return HttpReply(303, [(b"location", b"./"), (b"set-cookie", cookie)])
        elif self._has(name, headers) or (is_page_load and _is_open(scope, headers)):
            return None
        if is_page_load and b"text/html" in headers.get(b"accept", b""):
            return HttpReply(401, [_CHALLENGE, (b"content-type", b"text/html; charset=utf-8")], _PAGE.encode())
        raise Refused(
            401,
            f"expected this server's token: open /?token=… once, or send Authorization: Bearer … ({VARIABLE})",
            "Authorization",
            [_CHALLENGE],
        )

    def _has(self, name: bytes, headers: Headers) -> bool:
        scheme, _, value = headers.get(b"authorization", b"").partition(b" ")
        if _same(scheme.lower() + b" " + value, self._bearer):
            return True
        cookies = (part.strip().partition(b"=") for part in headers.get(b"cookie", b"").split(b";"))
        return any(key == name and _same(value, self._cookie) for key, _, value in cookies)


def _is_open(scope: Any, headers: Headers) -> bool:
    """Whether anybody may have this: the state of the server, and the files of the page, which are no secret.

    The page itself only after a link on another site, with which browsers send no cookie; they do when the page asks.
    """
    path: str = scope["path"]
    if path == "/":
        return headers.get(b"sec-fetch-site") in (b"cross-site", b"same-site")
    return path == "/healthz" or path.endswith((".js", ".css", ".svg"))


def _in_query(query: bytes) -> bytes | None:
    if b"token=" not in query:
        return None
    values = parse_qs(query.decode("latin-1"), keep_blank_values=True).get("token")
    return values[0].encode("utf-8", "replace") if values else None


def _same(given: bytes, expected: bytes) -> bool:
    return hmac.compare_digest(given, expected)
