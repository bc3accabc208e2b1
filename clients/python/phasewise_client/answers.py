"""The answer as a partner reads it: served or suppressed, with what its headers say."""

from dataclasses import dataclass
from typing import cast

from .errors import Reply, UnexpectedAnswerError, parsed
from .schema import Citation


@dataclass(frozen=True, kw_only=True)
class _Answer:
    request_id: str
    recommendation_confidence: float
    suggested_questions: list[str]
    # New codes may appear.
    warnings: list[str]
    trace_id: str
    served_at: str
    model_version: str
    # Whether the answer was given before (`X-Service-Cache: hit`).
    replayed: bool
    # The header `zp-rid`.
    request_rid: str | None
    # How many requests it took.
    attempts: int
    # Since when the operation is deprecated (`Deprecation`); None while it is not.
    deprecation: str | None
    # When the operation may stop answering (`Sunset`); None while no end is announced.
    sunset: str | None


@dataclass(frozen=True, kw_only=True)
class Served(_Answer):
    """An answer with a text to show."""

    recommendation: str
    citations: list[Citation]


@dataclass(frozen=True, kw_only=True)
class Suppressed(_Answer):
    """An answer without a text. It is no error. New reasons may appear."""

    suppression_reason: str


Recommendation = Served | Suppressed


def recommendation_of(reply: Reply) -> Recommendation:
    """Raises UnexpectedAnswerError."""
    body = parsed(reply.text)
    text, reason = body.get("recommendation"), body.get("suppression_reason")
    confidence = body.get("recommendation_confidence")
    if not isinstance(confidence, (int, float)):
        raise UnexpectedAnswerError(reply)
    common = _Answer(
        request_id=str(body.get("request_id")),
        recommendation_confidence=confidence,
        suggested_questions=cast(list[str], body.get("suggested_questions", [])),
        warnings=cast(list[str], body.get("warnings", [])),
        trace_id=str(body.get("trace_id")),
        served_at=str(body.get("served_at")),
        model_version=str(body.get("model_version")),
        replayed=reply.headers.get("x-service-cache") == "hit",
        request_rid=reply.headers.get("zp-rid"),
        attempts=reply.attempts,
        deprecation=reply.headers.get("deprecation"),
        sunset=reply.headers.get("sunset"),
    )
    if isinstance(text, str) and reason is None:
        citations = cast(list[Citation], body.get("citations", []))
        return Served(recommendation=text, citations=citations, **vars(common))
    return Suppressed(suppression_reason=str(reason or "unknown"), **vars(common))
