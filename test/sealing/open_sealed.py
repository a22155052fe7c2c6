"""Opens sealed facts as contracts/conventions/sealing.md says, with no code of the service.

Reads one JSON object from standard input:
  {pepper, values: [{about, sealed, wrapped}]}
in which `sealed` and `wrapped` are in base64. Prints the opened values as a JSON list of strings.
"""

import base64
import json
import sys
import zlib

from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.keywrap import aes_key_unwrap

PLAIN, DEFLATED = 1, 2


def key_encryption_key(pepper: str) -> bytes:
    """The key that wraps the others."""
    info = b"pandect key encryption 1"
    return HKDF(SHA256(), 32, salt=b"", info=info).derive(pepper.encode())


def open_value(key: bytes, sealed: bytes, about: str) -> bytes:
    """One byte of format, 12 of nonce, the ciphertext, 16 of tag."""
    head, nonce, body = sealed[:1], sealed[1:13], sealed[13:]
    opened = AESGCM(key).decrypt(nonce, body, head + about.encode())
    if head[0] == PLAIN:
        return opened
    if head[0] == DEFLATED:
        return zlib.decompress(opened, wbits=-zlib.MAX_WBITS)
    raise ValueError(f"unknown format {head[0]}")


def main() -> None:
    given = json.load(sys.stdin)
    wrapping = key_encryption_key(given["pepper"])
    opened = []
    for one in given["values"]:
        key = aes_key_unwrap(wrapping, base64.b64decode(one["wrapped"]))
        value = open_value(key, base64.b64decode(one["sealed"]), one["about"])
        opened.append(value.decode())
    json.dump(opened, sys.stdout)


main()
