"""
A typed client of Pandect.

    from pandect_client import Client

    client = Client("http://127.0.0.1:8080/api/v1", key)
    found = client.search_unified({"text": "clause de non-concurrence", "limit": 3})
    print(found.facts.cost_usd, [hit["slug"] for hit in found.data["hits"]])

Every operation of the service is a method, named after its operation id.
"""

from collections.abc import Iterator

from ._export import Exported, Exports, Part, is_removed
from ._operations import Operations
from ._transport import Answer, Facts
from .errors import (
    ApiError,
    Conflict,
    ConnectionFailed,
    InsufficientScope,
    IntegrityError,
    NotFound,
    PandectError,
    RateLimited,
    ServiceFault,
    SpendCapExceeded,
    TimedOut,
    Unauthorized,
    ValidationFailed,
)
from .types import ScanQuery, ScanResponse
from .verify import MerkleTree, hash_of, is_authentic

__all__ = [
    "Answer",
    "ApiError",
    "Client",
    "Conflict",
    "ConnectionFailed",
    "Exported",
    "Facts",
    "InsufficientScope",
    "IntegrityError",
    "MerkleTree",
    "NotFound",
    "PandectError",
    "Part",
    "RateLimited",
    "ServiceFault",
    "SpendCapExceeded",
    "TimedOut",
    "Unauthorized",
    "ValidationFailed",
    "hash_of",
    "is_authentic",
    "is_removed",
]

__version__ = "1.0.0"


class Client(Operations, Exports):
    """All operations, iterators over whole result sets, and exports."""

    def scan_pages(self, query: ScanQuery | None = None) -> Iterator[Answer[ScanResponse]]:
        """
        The pages of a scan: every text that passes the filters, without its content, at one
        position. Each page costs as a search.
        """
        asked: ScanQuery = {**(query or {})}
        while True:
            page: Answer[ScanResponse] = self._json("GET", "/scan", query=asked, charged=True)
            yield page
            following = page.data["next"]
            if following is None:
                return
            asked = {**asked, "after": following}
