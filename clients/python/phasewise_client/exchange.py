"""One request and its tries: when to try again is what the contract says, and nothing else."""

import http.client
import random
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from email.message import Message

from .errors import NoAnswerError, Reply

# After a 502, a timeout or a lost connection; each further wait is twice as long.
FIRST_WAIT_S = 1.0
UNAVAILABLE_WAIT_S = 2.0
# Beyond this an answer that was given is replayed no longer, so nobody waits for it.
LONGEST_WAIT_S = 300.0
# Spreads the next tries of callers that were refused together.
SPREAD = 0.2


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect would take the key and the data to another address."""

    def redirect_request(self, *_: object, **__: object) -> None:
        return None


_OPENER = urllib.request.build_opener(_NoRedirect)


@dataclass(frozen=True)
class Send:
    """What is sent, the same bytes in each try."""

    url: str
    method: str
    headers: Mapping[str, str]
    body: bytes | None
    timeout_s: float
    attempts: int


def send(request: Send) -> Reply:
    """Sends until there is an answer that another try would not change.

    Raises NoAnswerError where no try got one.
    """
    attempts = 1
    while True:
        tried = _try_once(request, attempts)
        if isinstance(tried, Exception):
            wait_s: float | None = _backoff_s(attempts)
        else:
            wait_s = _wait_after_s(tried, attempts)
        if wait_s is None or attempts >= request.attempts:
            if isinstance(tried, Exception):
                raise NoAnswerError(attempts) from tried
            return tried
        time.sleep(wait_s * (1 + SPREAD * random.random()))
        attempts += 1


def _try_once(request: Send, attempts: int) -> Reply | Exception:
    """A timeout or a lost connection is returned as the exception that it was."""
    asked = urllib.request.Request(
        request.url, request.body, dict(request.headers), method=request.method
    )
    try:
        try:
            with _OPENER.open(asked, timeout=request.timeout_s) as answer:
                return _reply(answer.status, answer.headers, answer.read(), attempts)
        except urllib.error.HTTPError as refusal:
            with refusal:
                return _reply(refusal.code, refusal.headers, refusal.read(), attempts)
    except (OSError, http.client.HTTPException) as failure:
        return failure


def _reply(status: int, headers: Message, body: bytes, attempts: int) -> Reply:
    return Reply(status, headers, body.decode("utf-8", "replace"), attempts)


def _wait_after_s(reply: Reply, attempts: int) -> float | None:
    """None where another try would get the same answer."""
    if reply.status == 502:
        return _backoff_s(attempts)
    if reply.status not in (429, 503):
        return None
    told = reply.headers.get("Retry-After", "")
    wait_s = float(told) if told.isdecimal() and int(told) > 0 else UNAVAILABLE_WAIT_S
    return wait_s if wait_s <= LONGEST_WAIT_S else None


def _backoff_s(attempts: int) -> float:
    return FIRST_WAIT_S * float(2 ** (attempts - 1))
