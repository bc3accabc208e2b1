"""The types of contract 0.2.0. Written from the API document by scripts/clients.ts; do not edit."""

from typing import Literal, TypedDict

# Whose wearable a key belongs to.
Tenant = Literal["oura", "whoop", "ultrahuman", "withings", "polar", "garmin", "google-health", "apple-health"]

# What happens to a message that is not a wellness question. `strict`: 422 `out_of_scope`. `permissive`: 200 without a text and a warning.
SafetyMode = Literal["strict", "permissive"]

# What a sandbox key can ask to be answered with.
Scenario = Literal["served", "replay", "insufficient_signal", "below_platform_threshold", "below_client_threshold", "unmapped_persona", "non_uuid_request_id", "timezone_offset_mismatch", "stale_signals", "thin_evidence", "urgent_support", "seek_medical_advice", "unsupported_language", "invalid_request", "out_of_scope_self_harm", "out_of_scope_emergency", "out_of_scope_red_flag", "out_of_scope_pregnancy", "out_of_scope_diagnosis", "out_of_scope_medication", "out_of_scope_test_interpretation", "consent_not_provisioned", "consent_revoked", "rate_limited", "rate_limited_once", "internal_error", "persistence_failed", "persistence_failed_once", "service_unavailable", "service_unavailable_once"]


class UserContext(TypedDict):
    """Where the person is in her cycle and life."""

    # Phase of the menstrual cycle; not used where `life_stage` is `postmenopause`.
    cycle_phase: Literal["menstrual", "follicular", "ovulatory", "luteal"]
    # Day of the cycle; the first day of bleeding is 1.
    cycle_day: int
    # Reproductive life stage.
    life_stage: Literal["reproductive", "perimenopause", "postmenopause"]


class Citation(TypedDict):
    """A study that the text cites."""

    # Stable per source document, in every deployment and version.
    citation_id: str
    # Title of the study.
    source_title: str
    # `Baker F`, `Baker F & Driver H` or `Baker F et al.`
    authors: str
    # Year of publication.
    year: int
    # DOI without a resolver's address.
    doi: str
    # Output of the biomedical cross-encoder; a ranking within one response, not a probability.
    relevance: float


class Problem(TypedDict):
    """One fault of a request body."""

    # JSON Pointer to the member itself, also where it is missing.
    path: str
    # What is wrong; never repeats a value of the request.
    message: str
    # What to send instead.
    fix: str


class Preflight(TypedDict):
    """Who is calling, and whether a recommendation can succeed."""

    # Tenant identifier, `<environment>-<tenant>`.
    tenant_id: str
    # Tenant slug, the route segment.
    tenant: str
    # `sandbox` or `production`.
    environment: str
    # `not_provisioned`, `provisioned`, `active` or `revoked`.
    consent_state: str
    # Recommendation calls can succeed only when true.
    consent_active: bool
    # What the key may do.
    scopes: list[str]
    # Requests that one key may make in any 60 seconds.
    rate_limit_per_min: int
