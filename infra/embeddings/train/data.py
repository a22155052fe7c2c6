"""The training pairs: read, cleaned and split by source."""

import gzip
import hashlib
import json
import re
from dataclasses import dataclass
from pathlib import Path

HELD_OUT_ONE_IN = 50
EUROVOC = {"synonym", "translation", "definition"}
VERSION = re.compile(r":\d{4}-\d{2}-\d{2}")
WORD = re.compile(r"[^\W\d_]{4,}")
NOTE_OF_CHANGE = re.compile(r"^\(?\s*L\.\s")


@dataclass(frozen=True)
class Pair:
    query: str
    passage: str
    kind: str
    group: str


def read_pairs(path):
    """All usable pairs of a gzipped JSON Lines file, in file order."""
    pairs = []
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            query, passage = row["query"].strip(), row["passage"].strip()
            law = row["kind"] not in EUROVOC
            if law and (not WORD.search(query) or NOTE_OF_CHANGE.match(query)):
                continue
            pairs.append(Pair(query, passage, row["kind"], VERSION.sub("", row["source"])))
    return pairs


def read_glossary(path=Path(__file__).with_name("glossary.txt")):
    """(what people say, what the law says) of each matter: two lists of phrases."""
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    return [tuple([phrase.strip() for phrase in side.split(";")] for side in line.split("|")) for line in lines]


def bucket(text, size):
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") % size


def split(pairs):
    """(training, held out). Held out by source without its version; no held-out passage text stays in training."""
    held = [p for p in pairs if bucket(p.group, HELD_OUT_ONE_IN) == 0]
    passages = {p.passage for p in held}
    rest = [p for p in pairs if bucket(p.group, HELD_OUT_ONE_IN) != 0 and p.passage not in passages]
    return rest, held
