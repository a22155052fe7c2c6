"""The training pairs: read, cleaned, split by source and laid out in batches."""

import gzip
import hashlib
import json
import re
from dataclasses import dataclass

import numpy as np

HELD_OUT_ONE_IN = 50
# A heading such as "Dispositions finales" stands over hundreds of unlike provisions and teaches nothing after a few.
MAX_PAIRS_PER_QUERY = 3
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


def bucket(text, size):
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") % size


def split(pairs):
    """(training, held out). Held out by source without its version; no held-out passage text stays in training."""
    held = [p for p in pairs if bucket(p.group, HELD_OUT_ONE_IN) == 0]
    passages = {p.passage for p in held}
    rest = [p for p in pairs if bucket(p.group, HELD_OUT_ONE_IN) != 0 and p.passage not in passages]
    return rest, held


def capped(pairs, rng):
    """A shuffled epoch in which one query text of the law occurs at most MAX_PAIRS_PER_QUERY times."""
    seen, kept = {}, []
    for index in rng.permutation(len(pairs)):
        pair = pairs[index]
        key = pair.query.lower()
        seen[key] = seen.get(key, 0) + 1
        if seen[key] <= MAX_PAIRS_PER_QUERY:
            kept.append(int(index))
    return kept


class Stream:
    """An endless seeded stream of indexes, reshuffled each epoch; a taken index is not given again in the epoch."""

    def __init__(self, pairs, members, rng):
        self.pairs, self.members, self.rng = pairs, members, rng
        self.queue, self.taken = [], set()

    def refill(self):
        own = [self.pairs[i] for i in self.members]
        self.queue = [self.members[i] for i in capped(own, self.rng)][::-1]
        self.taken = set()

    def next(self):
        while True:
            if not self.queue:
                self.refill()
            index = self.queue.pop()
            if index not in self.taken:
                return index

    def take(self, index):
        if index in self.taken:
            return False
        self.taken.add(index)
        return True


def fill(stream, size, neighbours):
    """One batch without two equal queries or passages. With neighbours, each seed pair brings its hard ones along."""
    batch, texts = [], set()

    def add(index):
        pair = stream.pairs[index]
        if len(batch) >= size or pair.query.lower() in texts or pair.passage in texts or pair.group in texts:
            return
        if stream.take(index):
            batch.append(index)
            texts.update((pair.query.lower(), pair.passage, pair.group))

    while len(batch) < size:
        seed = stream.next()
        add(seed)
        for near in neighbours.get(seed, ()) if neighbours else ():
            add(near)
    return batch


def batches(pairs, steps, size, seed, terms_every, terms_size, neighbours=None):
    """The whole schedule of a run as lists of indexes: it depends on the seed only, so a resumed run goes on with it.

    Every `terms_every`th batch holds `terms_size` EuroVoc pairs: labels are short, so that it costs a fraction of a batch of provisions.
    """
    rng = np.random.default_rng(seed)
    law = Stream(pairs, [i for i, p in enumerate(pairs) if p.kind not in EUROVOC], rng)
    terms = Stream(pairs, [i for i, p in enumerate(pairs) if p.kind in EUROVOC], rng)
    return [
        fill(terms, terms_size, None) if step % terms_every == terms_every - 1 else fill(law, size, neighbours)
        for step in range(steps)
    ]
