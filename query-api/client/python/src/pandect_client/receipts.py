"""Read and check receipts without the service. Needs `pip install pandect-client[receipts]`."""

import base64
import binascii
import hashlib
import hmac
import json
import urllib.parse
import urllib.request
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

import rfc8785
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from ._transport import TIMEOUT
from .errors import IntegrityError
from .types import CitedTextInput, Receipt

_PROFILE = "receipt/1"
_KEYS_PATH = "/receipts/keys.json"


@dataclass(frozen=True)
class ReadReceipt:
    """A receipt whose signature is right."""

    receipt: Receipt
    salt: bytes | None
    """Keys the hashes of request and answer; None: its holder cut it off."""

    def is_of_request(self, method: str, path: str, body: object = None) -> bool:
        """Whether it is of this request. `path` has the base path and the query."""
        asked = {"method": method, "path": path, "body": body}
        return self._covers(self.receipt["request"], rfc8785.dumps(cast(Any, asked)))

    def is_of_answer(self, answer: bytes) -> bool:
        """Whether it is of this answer, byte for byte, before any compression."""
        return self._covers(self.receipt["answer"], answer)

    def _covers(self, stated: str | None, content: bytes) -> bool:
        if self.salt is None or stated is None:
            return False
        return hmac.new(self.salt, content, hashlib.sha256).hexdigest() == stated


def fetch_receipt_keys(base_url: str, timeout: float = TIMEOUT) -> list[dict[str, str]]:
    """The public keys of a service; keep them with the receipts."""
    url = urllib.parse.urljoin(base_url, _KEYS_PATH)
    with urllib.request.urlopen(url, timeout=timeout) as answer:
        keys: list[dict[str, str]] = json.load(answer)["keys"]
    return keys


def _printed(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def _bytes_of(text: str) -> bytes:
    """Raises IntegrityError unless the text is base64url in its one spelling."""
    try:
        content = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except (binascii.Error, ValueError) as error:
        raise IntegrityError("this is not a receipt") from error
    if _printed(content) != text:
        raise IntegrityError("the receipt was altered")
    return content


def _head_of(kid: str) -> str:
    return _printed(rfc8785.dumps({"alg": "EdDSA", "kid": kid, "typ": "receipt+jws"}))


def read_receipt(printed: str, keys: Sequence[Mapping[str, str]]) -> ReadReceipt:
    """
    Checks the header `X-Service-Receipt` of an answer with the public keys. Raises
    IntegrityError where it was altered, or where none of the keys signed it.
    """
    jws, has_salt, salt_text = printed.partition("~")
    parts = jws.split(".")
    if len(parts) != 3:
        raise IntegrityError("this is not a receipt")
    head, content, signature = parts
    key = next((one for one in keys if _head_of(one["kid"]) == head), None)
    if key is None:
        raise IntegrityError("none of these keys signed the receipt")
    public = Ed25519PublicKey.from_public_bytes(_bytes_of(key["x"]))
    try:
        public.verify(_bytes_of(signature), f"{head}.{content}".encode())
    except (InvalidSignature, UnicodeEncodeError) as error:
        raise IntegrityError("the receipt was altered") from error
    receipt: Receipt = json.loads(_bytes_of(content))
    if receipt["profile"] != _PROFILE:
        raise IntegrityError(f"this version reads {_PROFILE}, not {receipt['profile']}")
    if not has_salt:
        return ReadReceipt(receipt, None)
    salt = _bytes_of(salt_text)
    if hashlib.sha256(salt).hexdigest() != receipt["salt"]:
        raise IntegrityError("the receipt was altered")
    return ReadReceipt(receipt, salt)


def _visit(value: object, around: object, found: dict[bytes, CitedTextInput]) -> None:
    if isinstance(value, list):
        for one in value:
            _visit(one, around, found)
    elif isinstance(value, dict):
        slug = value["slug"] if isinstance(value.get("slug"), str) else around
        version, hashed = value.get("version"), value.get("sha256Hash")
        if isinstance(slug, str) and isinstance(version, str) and isinstance(hashed, str):
            member = "sequence" if value.get("type") == "headnote" else "headnoteSequence"
            cited: CitedTextInput = {
                "slug": slug,
                "version": version,
                "sha256Hash": hashed,
                "headnoteSequence": value.get(member),
            }
            found.setdefault(rfc8785.dumps(cast(Any, cited)), cited)
        for one in value.values():
            _visit(one, slug, found)


def cited_texts(answer: object) -> list[CitedTextInput]:
    """
    What an answer cites, each text once, in the order of its JSON. Send it with a receipt
    that had no room for the whole list.
    """
    found: dict[bytes, CitedTextInput] = {}
    _visit(answer, None, found)
    return list(found.values())


def hash_of_citations(citations: Sequence[Mapping[str, object]]) -> str:
    """`cites.sha256` of a receipt over this list."""
    return hashlib.sha256(rfc8785.dumps(cast(Any, list(citations)))).hexdigest()
