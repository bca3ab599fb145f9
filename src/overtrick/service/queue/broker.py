"""The connection to a Redis server: its address without secrets, its time limits, and its errors in our words."""

import re
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar
from urllib.parse import SplitResult, parse_qsl, urlencode, urlsplit

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from overtrick.core import BridgeError
from overtrick.service.queue.redis_scripts import RedisScript
from overtrick.service.queue.transport import BrokerUnreachable

ANSWER_SECONDS = 5.0
"""Time that Redis may take for an answer, or for a connection; no command blocks longer."""
RECONNECT_SECONDS = 3.0
"""Time for which a broken connection is made again and again: a Redis that is restarted is soon there again."""
SILENCE_SECONDS = 1.0
"""After no answer came, time for which nothing more is asked, so that those who wait in line hear it at once."""
PREFIX = "overtrick"
_PREFIX = re.compile("[A-Za-z0-9._:-]{1,64}")
EXAMPLE = "redis://127.0.0.1:6379"
_IN_PASSWORDS = "in a password / is written %2F, ? %3F, # %23 and @ %40"

T = TypeVar("T")


class GroupMissing(BrokerUnreachable):
    """A stream has no consumer group: the broker is new, or has lost its data."""


class Broker:
    """A Redis server, and the prefix of all keys there."""

    def __init__(self, url: str, prefix: str | None = None) -> None:
        address, in_address, self._name, options = _parsed(url)
        self.prefix = prefix or in_address
        self.redis: Any = redis.Redis.from_url(
            address,
            socket_timeout=ANSWER_SECONDS,
            socket_connect_timeout=ANSWER_SECONDS,
            socket_keepalive=True,
            health_check_interval=30,
            retry=Retry(NoBackoff(), 0),
            **options,
        )
        self._silent_until = 0.0

    def __str__(self) -> str:
        return self._name

    def __repr__(self) -> str:
        return f"Broker({self._name!r})"

    def ask(self, command: Callable[..., T], *values: Any, repeat: bool = True, **options: Any) -> T:
        """What Redis answers to a command that may be repeated; BrokerUnreachable when it does not, or refuses."""
        until, pause = time.monotonic() + RECONNECT_SECONDS * repeat, 0.05
        while True:
            if time.monotonic() < self._silent_until:
                raise BrokerUnreachable(f"the broker {self} does not answer")
            try:
                return command(*values, **options)
            except (redis.AuthenticationError, redis.exceptions.AuthorizationError, redis.ResponseError) as error:
                kind = GroupMissing if str(error).startswith("NOGROUP") else BrokerUnreachable
                raise kind(f"the broker {self} refuses: {error}") from None
            except redis.ConnectionError as error:
                if time.monotonic() + pause > until:
                    raise self._silence(error) from None
            except (redis.RedisError, OSError, ValueError, AttributeError) as error:  # the last two: closed meanwhile
                raise self._silence(error) from None
            time.sleep(pause)
            pause *= 2

    def _silence(self, error: Exception) -> BrokerUnreachable:
        self._silent_until = time.monotonic() + SILENCE_SECONDS
        return BrokerUnreachable(f"the broker {self} does not answer: {error}")

    def run(self, script: RedisScript, values: list[Any], *, repeat: bool = True) -> list[Any]:
        """What a script returns."""

        def ask() -> list[Any]:
            try:
                answers: list[Any] = self.redis.evalsha(script.sha, 0, self.prefix, *values)
            except redis.exceptions.NoScriptError:  # not run since the broker was started
                answers = self.redis.eval(script.text, 0, self.prefix, *values)
            return answers

        return self.ask(ask, repeat=repeat)

    def close(self) -> None:
        """End all connections."""
        with suppress(redis.RedisError, OSError):
            self.redis.close()


def _parsed(url: str) -> tuple[str, str, str, dict[str, Any]]:
    """An address for redis-py, the prefix, the address without secrets, and options."""
    parts, query = _checked(url)
    prefix, ca = query.pop("prefix", PREFIX), query.pop("ca", None)
    if not _PREFIX.fullmatch(prefix):
        raise BridgeError(f"expected letters, digits and - _ . : as the prefix of a broker's keys, got {prefix!r}")
    if ca is not None and parts.scheme != "rediss":
        raise BridgeError("expected rediss:// before a broker with an option ca")
    options = {"ssl_check_hostname": True, "ssl_ca_certs": ca} if parts.scheme == "rediss" else {}
    address = f"{parts.scheme}://{parts.netloc}{parts.path}?{urlencode(query)}"
    place = parts.netloc.rpartition("@")[2] + parts.path
    shown = "" if prefix == PREFIX else f"?prefix={prefix}"
    return address, prefix, f"{parts.scheme}://{place}{shown}", options


def _checked(url: str) -> tuple[SplitResult, dict[str, str]]:
    """The parts of an address and its options; no error repeats any of it, as a password may be anywhere."""
    try:
        parts = urlsplit(url)
        query = dict(parse_qsl(parts.query, keep_blank_values=True, strict_parsing=bool(parts.query)))
        is_number = parts.scheme == "unix" or parts.port is None or parts.port > 0
    except ValueError:
        is_number = False
    if not is_number or parts.scheme not in ("redis", "rediss", "unix"):
        raise BridgeError(f"expected a broker such as {EXAMPLE} (or rediss://, unix://); {_IN_PASSWORDS}")
    has_database = parts.scheme == "unix" or re.fullmatch("/?[0-9]*", parts.path)
    if parts.fragment or not has_database or not set(query) <= {"prefix", "ca", "db"}:
        raise BridgeError(
            f"expected a broker such as {EXAMPLE}/0?prefix=name, no options but prefix, ca and db; {_IN_PASSWORDS}"
        )
    if not query.get("db", "0").isdigit():
        raise BridgeError("expected a number as the option db of a broker")
    return parts, query
