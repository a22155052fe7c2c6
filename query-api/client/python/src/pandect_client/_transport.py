"""Calls over HTTP: the key, retries that are charged once, errors."""

import gzip
import http.client
import json
import random
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Generic, TypeVar

from .errors import (
    ApiError,
    Conflict,
    ConnectionFailed,
    RateLimited,
    ServiceFault,
    SpendCapExceeded,
    TimedOut,
    error_of,
)

T = TypeVar("T")


@dataclass(frozen=True)
class Facts:
    """What the headers of an answer say of the call."""

    status: int
    cost_usd: Decimal
    """Charged for this call; a repeat names the price of the first one."""
    usage_id: str | None
    """The charge in the ledger; None: the call was free."""
    receipt: str | None
    """What the answer was, signed: `pandect_client.receipts` checks it."""
    corpus_position: str | None
    """Up to which event the answer knows the corpus."""
    cap_warning: str | None
    """Present where the monthly cap is exceeded."""
    rate_limit: str | None
    """What is left of the limit: `"rest";r=57;t=23`."""
    request_id: str | None
    etag: str | None


@dataclass(frozen=True)
class Answer(Generic[T]):
    """The data of an answer, and what the call was."""

    data: T
    facts: Facts


@dataclass(frozen=True)
class Raw:
    """An answer as bytes."""

    body: bytes
    facts: Facts


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect would hand the key to another address."""

    def redirect_request(self, *_: Any) -> None:
        return None


_OPENER = urllib.request.build_opener(_NoRedirect)
_BROKEN = (urllib.error.URLError, http.client.HTTPException, OSError, EOFError)
_FIRST_PAUSE = 0.5
TIMEOUT = 60.0
"""Seconds that a call has for an answer, unless its client sets another time."""


def segment(value: str) -> str:
    """A value as one segment of a path."""
    return urllib.parse.quote(value, safe="")


def _printed(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return ",".join(_printed(one) for one in value)
    return str(value)


def _facts_of(status: int, headers: Mapping[str, str]) -> Facts:
    return Facts(
        status=status,
        cost_usd=Decimal(headers.get("x-service-cost-usd", "0")),
        usage_id=headers.get("x-service-usage-id"),
        receipt=headers.get("x-service-receipt"),
        corpus_position=headers.get("x-service-corpus-position"),
        cap_warning=headers.get("x-service-cap-warning"),
        rate_limit=headers.get("ratelimit"),
        request_id=headers.get("x-request-id"),
        etag=headers.get("etag"),
    )


def _parsed(body: bytes) -> Mapping[str, Any]:
    try:
        found = json.loads(body)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


class Transport:
    """Sends calls of one key to one service. Safe to use from several threads."""

    def __init__(
        self,
        base_url: str,
        key: str,
        *,
        timeout: float = TIMEOUT,
        retries: int = 3,
        max_wait: float = 60.0,
    ) -> None:
        """
        `base_url` has the version, such as `http://127.0.0.1:8080/api/v1`. A call is given up
        after `timeout` seconds without an answer, and tried again at most `retries` times,
        unless the service asks to wait longer than `max_wait` seconds. Where the time of the
        last attempt ran out, the call raises `TimedOut`.
        """
        if not base_url.startswith(("http://", "https://")):
            raise ValueError("base_url begins with https:// or http://")
        self._base_url = base_url.rstrip("/")
        self._key = key
        self._timeout = timeout
        self._retries = retries
        self._max_wait = max_wait

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._base_url!r})"

    def _once(self, request: urllib.request.Request) -> Raw:
        """Raises ApiError, or what `urllib` raises where the service was not reached."""
        try:
            with _OPENER.open(request, timeout=self._timeout) as response:
                status, headers, body = response.status, response.headers, response.read()
        except urllib.error.HTTPError as refused:
            with refused:
                status, headers, body = refused.code, refused.headers, refused.read()
        lower = {name.lower(): value for name, value in headers.items()}
        if lower.get("content-encoding") == "gzip":
            body = gzip.decompress(body)
        if not 200 <= status < 300:
            raise error_of(status, _parsed(body), lower)
        return Raw(body, _facts_of(status, lower))

    def _failed(self, broken: Exception, attempts: int) -> ConnectionFailed:
        # urllib wraps what happens while it connects, and nothing that happens later.
        cause = broken.reason if isinstance(broken, urllib.error.URLError) else broken
        if isinstance(cause, TimeoutError):
            return TimedOut(
                f"{self._base_url} gave no answer within {self._timeout:g} s"
                f" in the last of {attempts} attempts"
            )
        return ConnectionFailed(f"{self._base_url} was not reached in {attempts} attempts")

    def _pause(self, error: ApiError | None, attempt: int) -> float | None:
        """Seconds before the next attempt; None: another one would not help."""
        backoff: float = _FIRST_PAUSE * 2**attempt * random.uniform(0.5, 1.5)
        if error is None:
            return backoff
        if isinstance(error, SpendCapExceeded):
            return None
        is_open = isinstance(error, Conflict) and error.code == "request_in_progress"
        if not (is_open or isinstance(error, (RateLimited, ServiceFault))):
            return None
        wait = backoff if error.retry_after is None else float(error.retry_after)
        return wait if wait <= self._max_wait else None

    def _send(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, object] | None = None,
        body: object = None,
        idempotency_key: str | None = None,
        charged: bool = False,
        accept: str = "application/json",
    ) -> Raw:
        """
        One call, tried again where that can help. A charged call has an idempotency key, so
        that all its attempts are charged once.
        """
        asked = {name: _printed(one) for name, one in (query or {}).items() if one is not None}
        url = self._base_url + path + (f"?{urllib.parse.urlencode(asked)}" if asked else "")
        headers = {
            "Accept": accept,
            "Accept-Encoding": "gzip",
            "Authorization": f"Bearer {self._key}",
            "User-Agent": "pandect-client-python",
        }
        if charged:
            headers["Idempotency-Key"] = idempotency_key or str(uuid.uuid4())
        data = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            data = json.dumps(body, ensure_ascii=False).encode()
        attempt = 0
        while True:
            request = urllib.request.Request(url, data=data, headers=headers, method=method)
            try:
                return self._once(request)
            except ApiError as error:
                pause = self._pause(error, attempt)
                if pause is None or attempt >= self._retries:
                    raise
            except _BROKEN as broken:
                pause = self._pause(None, attempt)
                if pause is None or attempt >= self._retries:
                    raise self._failed(broken, attempt + 1) from broken
            time.sleep(pause)
            attempt += 1

    def _json(self, method: str, path: str, **options: Any) -> Answer[Any]:
        raw = self._send(method, path, **options)
        return Answer(json.loads(raw.body), raw.facts)

    def _text(self, method: str, path: str, **options: Any) -> Answer[str]:
        raw = self._send(method, path, accept="*/*", **options)
        return Answer(raw.body.decode(), raw.facts)
