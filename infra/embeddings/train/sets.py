"""The sets that figures are taken on: queries, documents, and which document answers which query."""

import gzip
import json
import re
from dataclasses import dataclass, field
from pathlib import Path

PASSAGE_CHARACTERS = 900
OPENING_CHARACTERS = 300
SENTENCE_END = re.compile(r"(?<=[.;:!?])\s+|\n+")


@dataclass
class RelevanceSet:
    name: str
    queries: list = field(default_factory=list)
    relevant: list = field(default_factory=list)
    documents: list = field(default_factory=list)
    works: list = field(default_factory=list)


def json_lines(path):
    with (gzip.open if path.suffix == ".gz" else open)(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines if line.strip()]


def passages_of(title, text, characters=PASSAGE_CHARACTERS):
    """Cut at sentence ends into pieces of about `characters`, each under its title."""
    pieces, piece = [], ""
    for sentence in SENTENCE_END.split(text):
        for start in range(0, len(sentence), characters):
            part = sentence[start : start + characters].strip()
            if piece and len(piece) + len(part) + 1 > characters:
                pieces.append(piece)
                piece = ""
            piece = f"{piece} {part}".strip()
    if piece or not pieces:
        pieces.append(piece)
    return [f"{title}\n{p}" if title else p for p in pieces]


def service_public(shared):
    documents = json_lines(shared / "relevance/service_public_documents.jsonl.gz")
    queries = json_lines(shared / "relevance/service_public_queries.jsonl")
    return RelevanceSet(
        "service_public",
        [q["query"] for q in queries],
        [set(q["relevant"]) for q in queries],
        [(d["title"] or "", d["text"]) for d in documents],
        [d["id"] for d in documents],
    )


def lu_eu(shared):
    """Its provisions are training passages: reported, never tuned on. Relevance is by work."""
    documents = json_lines(shared / "relevance/lu_eu_documents.jsonl.gz")
    queries = [q for q in json_lines(shared / "relevance/lu_eu_queries.jsonl") if q["relevant"]]
    return RelevanceSet(
        "lu_eu",
        [q["query"] for q in queries],
        [set(q["relevant"]) for q in queries],
        [(" – ".join(x for x in (d["title"], d["num"], d["heading"]) if x), d["text"]) for d in documents],
        [d["work"] for d in documents],
    )


def themes_of(record):
    return " ; ".join(", ".join(chain) for chain in record["judicialDecision"].get("themes", []))


def without_headnotes(record):
    """The text without any headnote or theme line that stands in it word for word."""
    text = record["text"]
    for headnote in record.get("headnotes", []):
        text = text.replace(headnote["summary"], " ")
    for chain in record["judicialDecision"].get("themes", []):
        text = text.replace(" - ".join(chain), " ")
    return text


def themes_to_headnote(shared):
    records = [r for r in json_lines(shared / "corpus/import/headnotes_fr.jsonl") if themes_of(r)]
    ids = [r["source"]["id"] for r in records]
    documents = [("", " ".join(h["summary"] for h in r["headnotes"])) for r in records]
    return RelevanceSet("themes_headnote", [themes_of(r) for r in records], [{i} for i in ids], documents, ids)


def themes_to_ruling(shared):
    records = [r for r in json_lines(shared / "corpus/import/decisions_fr.jsonl") if themes_of(r)]
    ids = [r["source"]["id"] for r in records]
    documents = [(r["title"], without_headnotes(r)) for r in records]
    return RelevanceSet("themes_ruling", [themes_of(r) for r in records], [{i} for i in ids], documents, ids)


def held_out_set(pairs):
    """Held-out pairs as a ranking task: each distinct query against every distinct held-out passage."""
    passages = list(dict.fromkeys(p.passage for p in pairs))
    answers = {}
    for pair in pairs:
        answers.setdefault(pair.query, set()).add(pair.passage)
    return RelevanceSet("held_out", list(answers), list(answers.values()), [("", p) for p in passages], passages)


def all_passages(sets):
    return [p for s in sets for title, text in s.documents for p in passages_of(title, text)]


CASES = Path(__file__).resolve().parents[3] / "test/relevance"


def by_meaning():
    """The ten cases written before training."""
    return json.loads((CASES / "by-meaning.json").read_text(encoding="utf-8"))["cases"]


def blind_cases():
    """Two lists of forty cases by one who knew neither model nor glossary."""
    found = json.loads((CASES / "by-meaning-blind.json").read_text(encoding="utf-8"))
    return {name: found[name] for name in ("first", "second")}


def first_passages(one_set):
    """The set with the opening of each document only: enough where a set is a check and not a target."""
    documents = [("", passages_of(title, text, OPENING_CHARACTERS)[0]) for title, text in one_set.documents]
    return RelevanceSet(one_set.name, one_set.queries, one_set.relevant, documents, one_set.works)
