"""Whole texts, part by part, with their digest."""

import json
import os
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from io import BufferedRandom
from pathlib import Path
from typing import TypeGuard

from ._transport import Facts, Transport
from .errors import IntegrityError
from .types import ExportedText, ExportManifest, ExportQuery, RemovedText
from .verify import MerkleTree


@dataclass(frozen=True)
class Part:
    """A part of an export: lines of texts, and what the export says of itself so far."""

    texts: list[ExportedText | RemovedText]
    lines: list[bytes]
    """Without line feeds, in the canonical form that the digest is of."""
    end: bytes
    """The last line."""
    manifest: ExportManifest
    facts: Facts


@dataclass(frozen=True)
class Exported:
    """An export that is complete."""

    manifest: ExportManifest
    cost_usd: Decimal
    """Of the parts that this run asked for."""


def is_removed(text: ExportedText | RemovedText) -> TypeGuard[RemovedText]:
    """Whether nothing is left of a text but its id: it is not public any more."""
    return "removed" in text


def _part_of(body: bytes, facts: Facts) -> Part:
    *lines, end = body.removesuffix(b"\n").split(b"\n")
    last = json.loads(end)
    if "export" not in last:
        raise IntegrityError("the part is not whole: its last line is missing")
    return Part([json.loads(line) for line in lines], lines, end, last["export"], facts)


def _checked(tree: MerkleTree, part: Part) -> Part:
    for text, line in zip(part.texts, part.lines):
        tree.add(text["id"], line)
    if tree.root() != part.manifest["digest"]:
        raise IntegrityError("the lines of the export are not those that its digest is of")
    return part


class Exports(Transport):
    """Exports; see the operation `exportTexts` of the service."""

    def export_part(
        self, query: ExportQuery | None = None, *, idempotency_key: str | None = None
    ) -> Part:
        """
        One part: each of its texts costs as an article. A part that is asked for again with
        its idempotency key within a day costs nothing more.
        """
        asked = dict(query or {})
        if asked.pop("format", "jsonl") != "jsonl":
            raise ValueError("lines are in the format jsonl; take Parquet over HTTP")
        raw = self._send(
            "GET",
            "/export",
            query=asked,
            idempotency_key=idempotency_key,
            charged=True,
            accept="application/x-ndjson",
        )
        return _part_of(raw.body, raw.facts)

    def export_parts(self, query: ExportQuery | None = None) -> Iterator[Part]:
        """All parts, in order. Raises IntegrityError where the digest is not that of the lines."""
        asked: ExportQuery = {**(query or {})}
        tree = None if "after" in asked else MerkleTree()
        while True:
            part = self.export_part(asked)
            yield part if tree is None else _checked(tree, part)
            following = part.manifest["next"]
            if following is None:
                return
            asked = {**asked, "after": following}

    def export(self, query: ExportQuery | None = None) -> Iterator[ExportedText | RemovedText]:
        """All texts that pass the filters, by id, as they were at one position of the corpus."""
        for part in self.export_parts(query):
            yield from part.texts

    def export_to_file(self, path: str | os.PathLike[str], query: ExportQuery) -> Exported:
        """
        Writes all texts to a file as JSON Lines: the bytes that `pandect export` writes. The
        file gets its name when it is whole; the same call goes on with one that was broken
        off, and pays nothing twice.
        """
        file = Path(path)
        if file.exists():
            raise FileExistsError(f"there is a file {file} already")
        draft = _Draft(file, query)
        cost = Decimal(0)
        with draft.open() as lines:
            while True:
                part = self.export_part(draft.next_query(), idempotency_key=draft.key)
                cost += part.facts.cost_usd
                _checked(draft.tree, part)
                following = part.manifest["next"]
                ended = [] if following is not None else [part.end]
                lines.write(b"".join(line + b"\n" for line in [*part.lines, *ended]))
                lines.flush()
                os.fsync(lines.fileno())
                if following is None:
                    break
                draft.reached(following, lines.tell())
        draft.finish()
        return Exported(part.manifest, cost)


class _Draft:
    """What is there of an export, and where it goes on: files beside the one to be."""

    def __init__(self, file: Path, query: ExportQuery) -> None:
        self._file = file
        self._lines = file.with_name(file.name + ".draft")
        self._state = file.with_name(file.name + ".draft.json")
        self._query = query
        self._after: str | None = query.get("after")
        self._bytes = 0
        self.tree = MerkleTree()
        self.key = str(uuid.uuid4())
        """Of the part that follows: one that was paid for and lost is not paid again."""
        if "after" in query:
            raise ValueError("an export to a file begins at its beginning")
        if self._state.exists():
            self._take_up()
        else:
            self._lines.unlink(missing_ok=True)
            self._save()

    def _take_up(self) -> None:
        state = json.loads(self._state.read_text())
        if state["query"] != self._query:
            raise ValueError(
                f"another export was begun in {self._file}: repeat its query, name another "
                f"file, or remove {self._lines} and {self._state}"
            )
        self._after = state["after"]
        self._bytes = state["bytes"]
        self.key = state["key"]
        self.tree = MerkleTree(state["leaves"], state["hashes"])

    def _save(self) -> None:
        state = {
            "query": self._query,
            "after": self._after,
            "bytes": self._bytes,
            "key": self.key,
            "leaves": self.tree.leaves,
            "hashes": self.tree.hashes,
        }
        unfinished = self._state.with_name(self._state.name + ".new")
        unfinished.write_text(json.dumps(state))
        os.replace(unfinished, self._state)

    def open(self) -> BufferedRandom:
        """The file of lines, cut after the last part that is whole."""
        self._lines.touch()
        lines = self._lines.open("r+b")
        lines.truncate(self._bytes)
        lines.seek(self._bytes)
        return lines

    def next_query(self) -> ExportQuery:
        return self._query if self._after is None else {**self._query, "after": self._after}

    def reached(self, after: str, size: int) -> None:
        self._after, self._bytes, self.key = after, size, str(uuid.uuid4())
        self._save()

    def finish(self) -> None:
        os.replace(self._lines, self._file)
        self._state.unlink()
