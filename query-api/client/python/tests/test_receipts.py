"""A receipt that the service made, checked with another language and library."""

import json
import unittest

from pandect_client import IntegrityError
from pandect_client.receipts import cited_texts, hash_of_citations, read_receipt

KEYS = [
    {
        "kty": "OKP",
        "crv": "Ed25519",
        "x": "1y1PRHJjnAE8pvFHVAwe3D8-EyiXkqVuniZ-Al8rhbE",
        "kid": "TotpTiNYEfqSHRlsfqg4PFDMdBmw7IirRgYGg1SDRQY",
    }
]
ANSWER = json.dumps(
    {
        "hits": [
            {
                "type": "headnote",
                "slug": "bail-commercial-1",
                "version": "1.0.0",
                "sha256Hash": "ab" * 32,
                "sequence": 2,
            }
        ]
    },
    separators=(",", ":"),
)
REQUEST = {"limit": 3, "text": "prêt"}
PRINTED = (
    "eyJhbGciOiJFZERTQSIsImtpZCI6IlRvdHBUaU5ZRWZxU0hSbHNmcWc0UEZETWRCbXc3SWlyUmdZR2cxU0RS"
    "UVkiLCJ0eXAiOiJyZWNlaXB0K2p3cyJ9.eyJhbnN3ZXIiOiI0ODM3Y2NmMGIwOGNlNDJmNGFjMTk3NTMzYTU"
    "xZjY2MmY3ZjhiZjFiZDRmYTUxNWNjNzU4NmQwYzVjNThiYTc0IiwiY2l0ZXMiOnsiY291bnQiOjEsImxpc3R"
    "lZCI6W3siaGVhZG5vdGVTZXF1ZW5jZSI6Miwic2hhMjU2SGFzaCI6ImFiYWJhYmFiYWJhYmFiYWJhYmFiYWJ"
    "hYmFiYWJhYmFiYWJhYmFiYWJhYmFiYWJhYmFiYWJhYmFiYWJhYmFiYWIiLCJzbHVnIjoiYmFpbC1jb21tZXJ"
    "jaWFsLTEiLCJ2ZXJzaW9uIjoiMS4wLjAifV0sInNoYTI1NiI6IjRjN2RiYTdlNDg0MTliZjI2ZjkwNjgwOTc"
    "2ZjQ4YjNlN2ZmNTUzMmRkMjFhYTE4YjFjYTY3MWZjNzljZTg4YzYifSwiZ2VuZXJhdGlvbiI6MywibW9kZWx"
    "zIjpbImVtYmVkZGVyQDEiXSwib3BlcmF0aW9uIjoic2VhcmNoIiwicG9zaXRpb24iOiIwMDAwMDAwMDAwMDQ"
    "3MTEiLCJwcmljZVVzZCI6IjAuMDE1IiwicHJvZmlsZSI6InJlY2VpcHQvMSIsInJlcXVlc3QiOiI3NzU5ZGJ"
    "hYzZkODA1MTRmMThlMmE1NDliYTY1Yjk0NWE3MGUxZjAyYjFiMzEyYTk3MWFlMDIyNzRlNDJlMDhlIiwic2F"
    "sdCI6IjdlZTEwODhjOGFlNmRmYmIyOGFjYzljNGUzNGM4ZmIyMjM0MTc2YThlYzJmMDZlOTJkMzc4NTM0YTU"
    "yNDYzYWUiLCJ0aW1lIjoiMjAyNi0wMS0wMVQwMDowMDowMC4wMDBaIiwidXNhZ2VJZCI6ImNkY2RjZGNkY2R"
    "jZGNkY2RjZGNkY2RjZGNkY2RjZGNkY2RjZGNkY2RjZGNkY2RjZGNkY2RjZGNkY2RjZGNkY2QifQ._dWNkOzy"
    "tKFnrCZfFDLTNKJ_pnV9_E1-Q9zhxM0pgtNFZqeZwT8dIw9Z60ssT2NXJINoNCrIVOnlgF6Ap1a-Cg~5ws8I"
    "3judnx2akv-eq9SAuwLfxoRRlrQ3Pn1lLb1leQ"
)


class Receipts(unittest.TestCase):
    def test_is_read_with_the_public_key_alone(self) -> None:
        read = read_receipt(PRINTED, KEYS)
        self.assertEqual(read.receipt["priceUsd"], "0.015")
        self.assertTrue(read.is_of_request("POST", "/api/v1/search", REQUEST))
        self.assertTrue(read.is_of_answer(ANSWER.encode()))
        self.assertFalse(read.is_of_request("POST", "/api/v1/search", {"text": "prêt"}))
        self.assertFalse(read.is_of_answer(ANSWER.encode() + b" "))

    def test_says_what_the_answer_cites(self) -> None:
        cites = read_receipt(PRINTED, KEYS).receipt["cites"]
        assert cites is not None
        cited = cited_texts(json.loads(ANSWER))
        self.assertEqual(cites["listed"], cited)
        self.assertEqual(cites["sha256"], hash_of_citations(cited))

    def test_proves_no_request_without_its_salt(self) -> None:
        read = read_receipt(PRINTED.split("~")[0], KEYS)
        self.assertIsNone(read.salt)
        self.assertFalse(read.is_of_request("POST", "/api/v1/search", REQUEST))

    def test_is_refused_wherever_it_is_altered(self) -> None:
        for place, character in enumerate(PRINTED):
            other = "B" if character == "A" else "A"
            with self.subTest(place=place), self.assertRaises(IntegrityError):
                read_receipt(PRINTED[:place] + other + PRINTED[place + 1 :], KEYS)
        for text in ("", "..", "é.é.é", PRINTED + "~", PRINTED[:-1]):
            with self.subTest(text=text[:5]), self.assertRaises(IntegrityError):
                read_receipt(text, KEYS)

    def test_is_refused_without_its_key(self) -> None:
        with self.assertRaises(IntegrityError):
            read_receipt(PRINTED, [])


if __name__ == "__main__":
    unittest.main()
