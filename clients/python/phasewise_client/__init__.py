"""A client of the phasewise recommendation service."""

from .answers import Recommendation, Served, Suppressed
from .client import PhasewiseClient
from .errors import (
    ConsentError,
    GatewayError,
    NoAnswerError,
    PhasewiseError,
    ServiceError,
    UnexpectedAnswerError,
)
from .schema import Citation, Preflight, Problem, SafetyMode, Scenario, Tenant, UserContext

__all__ = [
    "Citation",
    "ConsentError",
    "GatewayError",
    "NoAnswerError",
    "PhasewiseClient",
    "PhasewiseError",
    "Preflight",
    "Problem",
    "Recommendation",
    "SafetyMode",
    "Scenario",
    "Served",
    "ServiceError",
    "Suppressed",
    "Tenant",
    "UnexpectedAnswerError",
    "UserContext",
]
