"""The two calls of a partner."""

import json
import uuid
from collections.abc import Mapping
from typing import cast

from .answers import Recommendation, recommendation_of
from .errors import Reply, UnexpectedAnswerError, error_of, parsed
from .exchange import Send, send
from .schema import Preflight, SafetyMode, Scenario, Tenant, UserContext

# A little more than the service's own deadline of 10 seconds.
TIMEOUT_S = 12.0
ATTEMPTS = 4


class PhasewiseClient:
    """Asks one service with one key, which belongs to one wearable.

    `timeout_s` is how long one try waits for the next byte.
    """

    def __init__(
        self,
        base_url: str,
        api_key: str,
        tenant: Tenant,
        *,
        timeout_s: float = TIMEOUT_S,
        attempts: int = ATTEMPTS,
    ) -> None:
        self._base = base_url.rstrip("/")
        self._key = api_key
        self._tenant = tenant
        self._timeout_s = timeout_s
        self._attempts = attempts

    def recommend(
        self,
        records: Mapping[str, object],
        *,
        timezone: str,
        safety_mode: SafetyMode,
        minimum_confidence: float,
        user_context: UserContext,
        query: str | None = None,
        client_trace_id: str | None = None,
        request_id: str | None = None,
        scenario: Scenario | None = None,
    ) -> Recommendation:
        """Asks for a recommendation.

        `records` are the vendor's lists as they are, by name. The call is tried again with the
        same `request_id` after 429, 502, 503, a timeout or a lost connection.
        Raises PhasewiseError.
        """
        request = {
            "request_id": request_id or str(uuid.uuid4()),
            "timezone": timezone,
            "safety_mode": safety_mode,
            "minimum_confidence": minimum_confidence,
            "user_context": user_context,
            "query": query,
            "client_trace_id": client_trace_id,
            self._tenant: records,
        }
        headers = {"Content-Type": "application/json"}
        if scenario is not None:
            headers["X-Sandbox-Scenario"] = scenario
        body = json.dumps(request, allow_nan=False).encode()
        reply = self._send(f"/v1/{self._tenant}/recommendation", "POST", headers, body)
        return recommendation_of(reply)

    def preflight(self) -> Preflight:
        """Tells the key's tenant, consent state, scopes and rate limit. Raises PhasewiseError."""
        reply = self._send("/v1/health/me", "GET", {}, None)
        body = parsed(reply.text)
        if "tenant_id" not in body:
            raise UnexpectedAnswerError(reply)
        return cast(Preflight, body)

    def _send(
        self, path: str, method: str, headers: Mapping[str, str], body: bytes | None
    ) -> Reply:
        signed = {**headers, "Authorization": f"ApiKey {self._key}"}
        reply = send(
            Send(self._base + path, method, signed, body, self._timeout_s, self._attempts)
        )
        if reply.status != 200:
            raise error_of(reply)
        return reply
