"""Sentences of law from the training pairs, each with the name of its text; sources that the quality sets name are left out."""

import gzip
import hashlib
import json
import re
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

LAW = {"sentence", "heading", "section"}
SHORTEST, LONGEST = 45, 210
VERSION = re.compile(r":\d{4}-\d{2}-\d{2}")
# A full stop after these does not end a sentence.
ABBREVIATION = re.compile(r"\b(art|L|R|D|A|n|al|no|M|Mme|p|LO|Art|cf|etc)\. (?=[\w(])")
SENTENCE_END = re.compile(r"(?<=[.;:])\s+(?=[A-ZÉÈÀÊÎÔ(«])|(?<=[.;:])(?=\d+°)|\n+|(?<=\.)\s*(?=[IVX]+\.\s?-)")
ENUMERATOR = re.compile(r"^(?:\(\d+\w*\)|[IVX]+\.?\s?(?:-|–|\.)\s?|\d+°(?: bis| ter)?|[a-z]\)|§ ?\d+\.?|\d+\.(?=\s)|«|»|-|–)\s*")
FRENCH = re.compile(r"\b(?:le|la|les|des|du|de|est|sont|une?|au|aux|par|que|qui)\b", re.I)
GERMAN = re.compile(r"\b(?:der|die|das|und|wird|werden|nicht|eine?[rnms]?)\b")
# The full stop of an abbreviation or of an enumerator is no end.
CUT_OFF = re.compile(r"(?:\b[A-Z]{1,2}|\d|n°|\bart|\bno)\s?\.$|;\s*\d+$")
COUNTRY = {"lu-legilux": "Luxembourg", "eu-eurlex": "Union européenne"}


def clean(text):
    """One kind of apostrophe, space and quotation mark."""
    text = text.replace("’", "'").replace("‘", "'").replace("\u00a0", " ").replace("\u202f", " ").replace("œ", "oe").replace("Œ", "Oe")
    return re.sub(r"\s+", " ", text).strip()


def sentences_of(text):
    text = ABBREVIATION.sub(r"\1.¤", text.replace("’", "'").replace("\u00a0", " "))
    found = []
    for piece in SENTENCE_END.split(text):
        piece = clean(piece.replace("¤", " "))
        for _ in range(2):
            piece = ENUMERATOR.sub("", piece)
        if piece:
            found.append(piece)
    return found


def is_whole(sentence):
    """A whole French sentence of a usable length."""
    if not SHORTEST <= len(sentence) <= LONGEST or sentence[-1] not in ".;" or not sentence[0].isupper():
        return False
    words = sentence.split()
    if CUT_OFF.search(sentence):
        return False
    return len(FRENCH.findall(sentence)) >= len(words) / 8 and len(GERMAN.findall(sentence)) < 3 and "( L. " not in sentence


@dataclass(frozen=True)
class Passage:
    group: str
    """Name of the text, as a citation of it begins: "Code civil, art. 38"."""
    name: str
    work: str
    country: str
    sentences: tuple


def name_of(source):
    """(name with the article, name of the work, country) of a source id of the pairs."""
    if source.split(":")[0] in COUNTRY:
        scheme, work = source.split(":")[:2]
        article = source.partition("#")[2].replace("art_", "art. ").replace("_", " ").replace("l ", "L. ") or "annexe"
        title = titled(work.split("#")[0])
        return (f"{title}, {article}" if title else article), title, COUNTRY[scheme]
    code, _, number = source.rpartition(" ")
    return f"{code.rstrip('.')}, art. {number}", code.rstrip("."), "France"


MONTHS = "janvier février mars avril mai juin juillet août septembre octobre novembre décembre".split()
EU_ACTS = {"r": "Règlement (UE)", "l": "Directive", "d": "Décision"}


def titled(work):
    """"Loi du 7 décembre 2015" for loi-2015-12-07-n1, "Règlement (UE) 2022/2554" for 32022r2554."""
    national = re.match(r"(loi|rgd|code|agd)[a-z-]*-(\d{4})-(\d{2})-(\d{2})", work)
    if national:
        kind = {"loi": "Loi", "rgd": "Règlement grand-ducal", "agd": "Arrêté grand-ducal", "code": "Code"}[national[1]]
        return f"{kind} du {int(national[4])} {MONTHS[int(national[3]) - 1]} {national[2]}"
    union = re.match(r"3(\d{4})([rld])0*(\d+)", work)
    return f"{EU_ACTS[union[2]]} {union[1]}/{union[3]}" if union else ""


def excluded_names(shared, quality):
    """Names of the provisions that the quality sets name, as the pairs name them. Claims and questions themselves are not read."""
    ids = set()
    for file in sorted((quality / "claims").glob("*.tsv")):
        ids |= {line.split("\t")[0] for line in file.read_text(encoding="utf-8").splitlines()}
    names = {VERSION.sub("", one) for one in ids}
    for file in sorted((shared / "corpus/import").glob("*.jsonl")):
        for line in file.open(encoding="utf-8"):
            record = json.loads(line)
            provision = record.get("provision")
            if record["source"]["id"] in ids and provision:
                names.add(f"{provision['work']} {provision['number']}".lower())
    works = {"civil": "Code civil", "travail": "Code du travail", "crpa": "Code des relations entre le public et l'administration"}
    for line in (quality / "questions.tsv").read_text(encoding="utf-8").splitlines():
        for one in re.split(r",\s*", line.split("\t")[0]):
            work, _, number = one.partition(" ")
            if work in works:
                names.add(f"{works[work]} {number}".lower())
            elif work in ("gdpr", "dora"):
                names.add(f"eu-eurlex:{'32016r0679' if work == 'gdpr' else '32022r2554'}#art_{number}")
    return names


def read_rows(path):
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def passage_key(text):
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def read_passages(rows, excluded):
    """(passages of whole sentences, [heading, passage]). A sentence stands in one passage only."""
    passages, headings, seen = [], [], set()
    for row in rows:
        group = VERSION.sub("", row["source"])
        if row["kind"] not in LAW or group in excluded or group.lower() in excluded:
            continue
        texts = [row["passage"]] + ([row["query"]] if row["kind"] == "sentence" else [])
        sentences = [one for text in texts for one in sentences_of(text) if is_whole(one) and one not in seen]
        seen.update(sentences)
        if not sentences:
            continue
        passage = Passage(group, *name_of(group), tuple(sentences))
        passages.append(passage)
        if row["kind"] != "sentence":
            headings.append((clean(row["query"]), passage))
    return passages, headings


def part_of(text, parts):
    """A number below `parts`, always the same for a text."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") % parts


@dataclass(frozen=True)
class Claim:
    premise: str
    hypothesis: str
    label: str
    kind: str
    source: str
    name: str
    country: str


@dataclass(frozen=True)
class Question:
    text: str
    sentence: str
    others: tuple
    source: str
    name: str


def places(rows, shared):
    """Text, name and country of each source that a written row may name."""
    found = {}
    for row in rows:
        if row["kind"] in LAW:
            name, _, country = name_of(VERSION.sub("", row["source"]))
            found["pair:" + passage_key(row["passage"])] = (row["passage"], name, country)
    for file in sorted((shared / "corpus/import").glob("*.jsonl")):
        for line in file.open(encoding="utf-8"):
            record = json.loads(line)
            title = re.sub(r"^Version consolidée applicable au \S+ : ", "", record["title"])
            country = {"FR": "France", "LU": "Luxembourg", "EU": "Union européenne", "MC": "Monaco", "AD": "Andorre"}
            found.setdefault(record["source"]["id"], (record["text"], clean(title), country.get((record.get("jurisdiction") or ["FR"])[0], "France")))
    return found


def tab_rows(folder):
    rows = []
    for file in sorted(folder.glob("*.tsv")):
        rows += [line.split("\t") for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
    return rows


def read_claims(folder, known):
    """Written claims; rows that do not fit are counted, not guessed."""
    claims, refused = [], 0
    for row in tab_rows(folder):
        if len(row) != 6 or row[0] not in known or row[3] not in "ECN":
            refused += 1
            continue
        text, name, country = known[row[0]]
        premise = clean(text[int(row[1]) : int(row[2])])
        claims.append(Claim(premise, clean(row[5]), row[3], row[4], row[0], name, country))
    return claims, refused


def read_questions(folder, known):
    questions, refused = [], 0
    for row in tab_rows(folder):
        if len(row) != 5 or row[0] not in known:
            refused += 1
            continue
        text, name, _ = known[row[0]]
        sentence = clean(text[int(row[1]) : int(row[2])])
        others = tuple(one for one in sentences_of(text) if one not in sentence and sentence not in one and len(one) > 30)
        questions.append(Question(clean(row[4]), sentence, others, row[0], name))
    return questions, refused


def by_work(passages):
    found = defaultdict(list)
    for passage in passages:
        found[passage.work].append(passage)
    return found
