"""What is raised: one class for each shape of refusal, and two for answers that are none."""

import json
from dataclasses import dataclass
from email.message import Message
from typing import cast

from .schema import Problem


@dataclass(frozen=True)
class Reply:
    """A whole answer: its body has arrived."""

    status: int
    headers: Message
    text: str
    # How many requests it took.
    attempts: int


class PhasewiseError(Exception):
    """Any failed call. `status` is None where no answer came."""

    def __init__(self, message: str, status: int | None, attempts: int) -> None:
        super().__init__(message)
        self.status = status
        self.attempts = attempts


class AnsweredError(PhasewiseError):
    """An answer that is no 200, with the header `zp-rid` for support."""

    def __init__(self, message: str, reply: Reply) -> None:
        super().__init__(message, reply.status, reply.attempts)
        self.request_rid: str | None = reply.headers.get("zp-rid")


class GatewayError(AnsweredError):
    """The gateway refused: 400, 401, 403, 404, 405 or 429. New codes may appear."""

    def __init__(self, code: str, reply: Reply) -> None:
        super().__init__(code, reply)
        self.code = code


class ConsentError(AnsweredError):
    """The operation has no consent in this environment: 403."""

    def __init__(self, code: str, reply: Reply) -> None:
        super().__init__(code, reply)
        self.code = code


class ServiceError(AnsweredError):
    """The service refused: 413, 415, 422, 500, 502 or 503. New codes may appear.

    `problems` has the faults after `invalid_request`, `categories` those after `out_of_scope`.
    """

    def __init__(self, error: dict[str, object], trace_id: str, reply: Reply) -> None:
        super().__init__(str(error["message"]), reply)
        self.code = str(error["code"])
        self.trace_id = trace_id
        details = error.get("details")
        listed = details if isinstance(details, list) else []
        items = [each for each in listed if isinstance(each, dict)]
        self.problems = [cast(Problem, each) for each in items if "path" in each]
        self.categories = [str(each["category"]) for each in items if "category" in each]


class UnexpectedAnswerError(AnsweredError):
    """An answer that is none of the contract's, such as a proxy's page."""

    def __init__(self, reply: Reply) -> None:
        super().__init__(f"an answer that the contract does not have: {reply.status}", reply)
        self.text = reply.text


class NoAnswerError(PhasewiseError):
    """No try got an answer: a timeout or a lost connection. `__cause__` is that of the last try."""

    def __init__(self, attempts: int) -> None:
        super().__init__(f"no answer after {attempts} tries", None, attempts)


def error_of(reply: Reply) -> PhasewiseError:
    """The error of an answer that is not a 200."""
    body = parsed(reply.text)
    detail, error = body.get("detail"), body.get("error")
    if isinstance(detail, str) and "trace" in body:
        return GatewayError(detail, reply)
    if isinstance(error, dict) and "code" in error and "message" in error:
        return ServiceError(error, str(body.get("trace_id")), reply)
    if isinstance(detail, str) and reply.status == 403:
        return ConsentError(detail, reply)
    return UnexpectedAnswerError(reply)


def parsed(text: str) -> dict[str, object]:
    """Empty where the text is no JSON object."""
    try:
        body = json.loads(text)
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}
