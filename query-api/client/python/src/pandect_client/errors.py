"""What can go wrong. Every error of this package is a PandectError."""

from collections.abc import Mapping
from typing import Any


class PandectError(Exception):
    """Any error of this client."""


class ConnectionFailed(PandectError):
    """The service was not reached, or broke off, at every attempt."""


class TimedOut(ConnectionFailed):
    """The last attempt got no answer within the time that the client gives it."""


class IntegrityError(PandectError):
    """What was received is not what its hash or digest says."""


class ApiError(PandectError):
    """The service refused a call. `code` is stable; `detail` says what to do."""

    def __init__(self, status: int, body: Mapping[str, Any], headers: Mapping[str, str]) -> None:
        self.status = status
        self.code: str = str(body.get("error", "unknown"))
        self.message: str = str(body.get("message", "The service gave no reason"))
        self.detail: str | None = body.get("detail")
        """What to do, in a sentence."""
        self.reason: str | None = body.get("reason")
        """A more exact code, such as `spend_cap_exceeded`."""
        self.details: list[dict[str, Any]] = body.get("details") or []
        """Each fault of the request: path, code, message, and where known the closest value."""
        self.body = body
        self.request_id: str | None = headers.get("x-request-id")
        """Name it when you ask the operators about this call."""
        wait = headers.get("retry-after", "")
        self.retry_after: int | None = int(wait) if wait.isdigit() else None
        """Seconds after which the call may succeed."""
        super().__init__(f"{status} {self.code}: {self.detail or self.message}{self._hint()}")

    @property
    def hint(self) -> str | None:
        """The closest value that would have been taken, or what to do."""
        for one in self.details:
            if one.get("closest"):
                return f"did you mean {one['closest']}?"
        return self.detail

    def _hint(self) -> str:
        faults = [f"{one.get('path')}: {one.get('message')}" for one in self.details]
        return f" ({'; '.join(faults)})" if faults else ""


class ValidationFailed(ApiError):
    """400: the request is malformed; `details` names each fault."""


class Unauthorized(ApiError):
    """401: the key is missing, unknown, revoked or expired."""


class InsufficientScope(ApiError):
    """403: the key may not do this."""


class NotFound(ApiError):
    """404: there is no such public text or resource."""


class Conflict(ApiError):
    """409 or 422: the idempotency key is in use, or came with another request."""


class RateLimited(ApiError):
    """429: too many requests; `retry_after` says when to go on."""


class SpendCapExceeded(RateLimited):
    """429: the call would exceed the key's hard monthly cap."""


class ServiceFault(ApiError):
    """5xx: a fault on the side of the service, or too much to do."""


_BY_STATUS: dict[int, type[ApiError]] = {
    400: ValidationFailed,
    401: Unauthorized,
    403: InsufficientScope,
    404: NotFound,
    409: Conflict,
    422: Conflict,
    429: RateLimited,
}


def error_of(status: int, body: Mapping[str, Any], headers: Mapping[str, str]) -> ApiError:
    """The error of an answer."""
    if status == 429 and body.get("reason") == "spend_cap_exceeded":
        return SpendCapExceeded(status, body, headers)
    kind = ServiceFault if status >= 500 else _BY_STATUS.get(status, ApiError)
    return kind(status, body, headers)
