"""What needs no service of its own: errors, retries, digests. `python -m unittest` runs it."""

import json
import tempfile
import threading
import unittest
from collections.abc import Callable
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from unittest import mock

from pandect_client import (
    Client,
    ConnectionFailed,
    IntegrityError,
    MerkleTree,
    RateLimited,
    ServiceFault,
    SpendCapExceeded,
    TimedOut,
    Unauthorized,
    _transport,
)

# Status, headers and body of an answer; None: the connection breaks off.
Scripted = tuple[int, dict[str, str], bytes] | None
Script = Callable[[str, dict[str, str]], Scripted]


class Service:
    """A service that answers as a script says."""

    def __init__(self, script: Script) -> None:
        self.asked: list[tuple[str, dict[str, str]]] = []
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                headers = {name.lower(): value for name, value in self.headers.items()}
                service.asked.append((self.path, headers))
                answer = script(self.path, headers)
                if answer is None:
                    self.connection.close()
                    return
                status, more, body = answer
                self.send_response(status)
                for name, value in more.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            do_POST = do_GET

            def log_message(self, *_: Any) -> None:
                return

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()

    @property
    def base_url(self) -> str:
        host, port = self._server.server_address[:2]
        return f"http://{str(host)}:{port}/api/v1"

    @property
    def client(self) -> Client:
        return Client(self.base_url, "a key", retries=2)

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


def refusal(status: int, **body: object) -> Scripted:
    return status, {"Retry-After": "0"}, json.dumps({"message": "no", **body}).encode()


class Quick(unittest.TestCase):
    """Pauses between attempts are short."""

    def run(self, result: unittest.TestResult | None = None) -> unittest.TestResult | None:
        with mock.patch("pandect_client._transport._FIRST_PAUSE", 0.001):
            return super().run(result)


class Calls(Quick):
    def serve(self, script: Script) -> Service:
        service = Service(script)
        self.addCleanup(service.close)
        return service

    def test_a_broken_call_is_repeated_under_one_idempotency_key(self) -> None:
        answers: list[Scripted] = [
            None,
            refusal(503, error="overloaded"),
            (200, {"X-Service-Cost-USD": "0.015"}, b'{"hits": []}'),
        ]
        service = self.serve(lambda *_: answers.pop(0))
        answer = service.client.search_unified({"text": "bail"})
        self.assertEqual(answer.facts.cost_usd, Decimal("0.015"))
        keys = {headers["idempotency-key"] for _, headers in service.asked}
        self.assertEqual((len(service.asked), len(keys)), (3, 1))

    def test_refusals_are_errors_of_their_kind(self) -> None:
        for status, body, kind, calls in [
            (401, {"error": "unauthorized"}, Unauthorized, 1),
            (429, {"error": "rate_limit"}, RateLimited, 3),
            (429, {"error": "rate_limit", "reason": "spend_cap_exceeded"}, SpendCapExceeded, 1),
            (500, {"error": "internal_error"}, ServiceFault, 3),
        ]:
            service = self.serve(lambda *_, s=status, b=body: refusal(s, **b))
            with self.assertRaises(kind):
                service.client.get_coverage()
            self.assertEqual(len(service.asked), calls, kind)

    def test_a_service_that_is_away_and_a_redirect_keep_the_key(self) -> None:
        service = self.serve(lambda *_: None)
        client = service.client
        with self.assertRaises(ConnectionFailed) as failed:
            client.get_coverage()
        self.assertNotIn("a key", f"{failed.exception}{client!r}")
        other = self.serve(lambda *_: refusal(200))
        to_other = {"Location": f"{other.client._base_url}/coverage"}
        redirecting = self.serve(lambda *_: (302, to_other, b""))
        with self.assertRaises(Exception):
            redirecting.client.get_coverage()
        self.assertEqual(other.asked, [])

    def test_a_call_without_an_answer_is_told_from_a_broken_one(self) -> None:
        answered = threading.Event()
        self.addCleanup(answered.set)

        def silent(*_: Any) -> Scripted:
            answered.wait()
            return None

        service = self.serve(silent)
        client = Client(service.base_url, "a key", timeout=0.05, retries=1)
        with self.assertRaises(TimedOut):
            client.get_coverage()
        self.assertEqual(len(service.asked), 2)
        with self.assertRaises(ConnectionFailed) as failed:
            self.serve(lambda *_: None).client.get_coverage()
        self.assertNotIsInstance(failed.exception, TimedOut)

    def test_a_call_has_a_minute_unless_its_client_sets_another_time(self) -> None:
        service = self.serve(lambda *_: (200, {}, b"{}"))
        opener = _transport._OPENER
        with mock.patch.object(opener, "open", side_effect=opener.open) as opened:
            Client(service.base_url, "a key").get_coverage()
            Client(service.base_url, "a key", timeout=90).get_coverage()
        given = [call.kwargs["timeout"] for call in opened.call_args_list]
        self.assertEqual(given, [60, 90])

    def test_a_caller_who_aborts_gets_the_own_exception_at_once(self) -> None:
        def aborted(*_: Any, **__: Any) -> Any:
            raise KeyboardInterrupt

        with mock.patch.object(_transport._OPENER, "open", side_effect=aborted) as opened:
            with self.assertRaises(KeyboardInterrupt):
                Client("http://127.0.0.1/api/v1", "a key").get_coverage()
        self.assertEqual(opened.call_count, 1)

    def test_values_of_a_path_and_a_query_are_encoded(self) -> None:
        service = self.serve(lambda *_: (200, {}, b"{}"))
        service.client.get_article("a/../b?c", as_of="2020-01-01")
        service.client.scan_texts(jurisdictions=["FR", "LU"], limit=5)
        self.assertEqual(
            [path for path, _ in service.asked],
            [
                "/api/v1/articles/a%2F..%2Fb%3Fc?asOf=2020-01-01",
                "/api/v1/scan?limit=5&jurisdictions=FR%2CLU",
            ],
        )


LINES = [b'{"id":"%d"}' % number for number in range(7)]


def exporting(limit: int, broken_at: int | None = None) -> tuple[Script, list[str]]:
    """A service that exports the lines; it breaks off for good at a part."""
    keys: list[str] = []

    def answer(path: str, headers: dict[str, str]) -> Scripted:
        start = int(path.split("after=")[1].split("&")[0]) if "after=" in path else 0
        keys.append(headers["idempotency-key"])
        if broken_at is not None and start >= broken_at:
            return None
        tree = MerkleTree()
        for number, line in enumerate(LINES[: start + limit]):
            tree.add(str(number), line)
        after = start + limit
        manifest = {
            "texts": tree.leaves,
            "digest": tree.root(),
            "next": str(after) if after < len(LINES) else None,
        }
        body = [*LINES[start:after], json.dumps({"export": manifest}).encode()]
        cost = {"X-Service-Cost-USD": str(Decimal("0.06") * (len(body) - 1))}
        return 200, cost, b"\n".join(body) + b"\n"

    return answer, keys


class Export(Quick):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = Path(folder.name) / "export.jsonl"

    def client(self, script: Script) -> Client:
        service = Service(script)
        self.addCleanup(service.close)
        return service.client

    def test_one_that_is_broken_off_is_taken_up_again_and_pays_nothing_twice(self) -> None:
        script, broken = exporting(2, broken_at=4)
        with self.assertRaises(ConnectionFailed):
            self.client(script).export_to_file(self.file, {"limit": 2})
        self.assertFalse(self.file.exists())
        # A part that was written, but not noted, is cut off.
        draft = self.file.with_name(self.file.name + ".draft")
        draft.write_bytes(draft.read_bytes() + b'{"id":')
        whole, taken = exporting(2)
        client = self.client(whole)
        with self.assertRaisesRegex(ValueError, "another export"):
            client.export_to_file(self.file, {"limit": 3})
        made = client.export_to_file(self.file, {"limit": 2})
        self.assertEqual(made.cost_usd, Decimal("0.18"))
        self.assertEqual(self.file.read_bytes().splitlines()[:-1], LINES)
        self.assertEqual(broken[-1], taken[0])
        with self.assertRaises(FileExistsError):
            client.export_to_file(self.file, {"limit": 2})

    def test_a_line_that_was_changed_is_found(self) -> None:
        script, _ = exporting(3)

        def changed(path: str, headers: dict[str, str]) -> Scripted:
            answer = script(path, headers)
            if answer is None or "after=3" not in path:
                return answer
            return answer[0], answer[1], answer[2].replace(b'{"id":"4"}', b'{"id":"9"}')

        with self.assertRaises(IntegrityError):
            list(self.client(changed).export())

    def test_a_part_that_is_cut_short_is_found(self) -> None:
        script, _ = exporting(3)

        def cut(path: str, headers: dict[str, str]) -> Scripted:
            answer = script(path, headers)
            return answer and (answer[0], answer[1], answer[2][:15])

        with self.assertRaises((IntegrityError, ValueError)):
            list(self.client(cut).export())


if __name__ == "__main__":
    unittest.main()
