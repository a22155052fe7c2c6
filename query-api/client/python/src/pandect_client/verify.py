"""Check what was received: the hash of a text, the digest of an export."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

import rfc8785

_MEMBERS = (
    "slug",
    "title",
    "abstract",
    "contentClean",
    "language",
    "contentType",
    "doctrineSubtype",
)
_POINT = ("sequence", "summary", "sourceText", "legalRuleType")
_DECISION = ("ecli", "identifiers", "courtCode", "decisionDate", "solution", "type")
_PROFILE = "article/1"


def _by_utf16(values: Sequence[str]) -> list[str]:
    """A set, in the order of UTF-16 code units."""
    return sorted(set(values), key=lambda value: value.encode("utf-16-be"))


def hashed_form(article: Mapping[str, Any]) -> dict[str, Any]:
    """The members that the hash profile `article/1` covers."""
    profile = article.get("hashProfile", _PROFILE)
    if profile != _PROFILE:
        raise ValueError(f"this version computes {_PROFILE}, not {profile}")
    decision = article["judicialDecision"]
    headnotes = [{name: note[name] for name in _POINT} for note in article["headnotes"]]
    return {
        **{name: article[name] for name in _MEMBERS},
        "jurisdiction": _by_utf16(article["jurisdiction"]),
        "legalDomain": _by_utf16(article["legalDomain"]),
        "headnotes": sorted(headnotes, key=lambda note: int(note["sequence"])),
        "concepts": _by_utf16(
            [one["id"] for one in article["concepts"] if one["assignedBy"] != "machine"]
        ),
        "judicialDecision": None
        if decision is None
        else {name: decision[name] for name in _DECISION},
    }


def hash_of(article: Mapping[str, Any]) -> str:
    """SHA-256 of the canonical form (RFC 8785) of an article or of a line of an export."""
    return hashlib.sha256(rfc8785.dumps(hashed_form(article))).hexdigest()


def is_authentic(article: Mapping[str, Any]) -> bool:
    """Whether the text is the one that its `sha256Hash` is of."""
    return hash_of(article) == str(article["sha256Hash"])


class MerkleTree:
    """The digest of an export (RFC 6962, SHA-256), one hash a level."""

    def __init__(self, leaves: int = 0, hashes: Sequence[str] = ()) -> None:
        """Begins with the state of another tree."""
        bits = bin(leaves)[2:]
        heights = [len(bits) - 1 - at for at, bit in enumerate(bits) if bit == "1"]
        if len(heights) != len(hashes):
            raise ValueError("not a state of a Merkle tree")
        self._full = [(height, bytes.fromhex(one)) for height, one in zip(heights, hashes)]
        self.leaves = leaves

    @property
    def hashes(self) -> list[str]:
        """Its full subtrees, from left to right."""
        return [one.hex() for _, one in self._full]

    def add(self, text_id: str, line: bytes) -> None:
        """Adds a line, without its line feed."""
        height, found = 0, hashlib.sha256(b"\0article/" + text_id.encode() + b"\n" + line).digest()
        while self._full and self._full[-1][0] == height:
            left = self._full.pop()[1]
            height, found = height + 1, hashlib.sha256(b"\1" + left + found).digest()
        self._full.append((height, found))
        self.leaves += 1

    def root(self) -> str:
        """64 hex digits."""
        if not self._full:
            return hashlib.sha256().hexdigest()
        root = self._full[-1][1]
        for _, left in reversed(self._full[:-1]):
            root = hashlib.sha256(b"\1" + left + root).digest()
        return root.hex()
