"""Lexical, semantic and fused rankings and their figures."""

import re
import unicodedata

import numpy as np
import snowballstemmer
from scipy import sparse

from sets import PASSAGE_CHARACTERS, passages_of

K1, B, RRF_K = 1.2, 0.75, 60
DEPTH = 1000
# How much of its document a passage takes on, measured on the sets; the number of contracts/search/context.ts.
CONTEXT_SHARE = 1.3
STOP = set(
    "a à au aux avec ce ces cet cette dans de des du elle elles en et eux il ils je la le les leur leurs lui ma mais me même mes mon ne nos "
    "notre nous on ou où par pas pour qu que qui sa se ses son sont sur ta te tes toi ton tu un une vos votre vous c d j l m n s t y est été "
    "être ont a quel quelle quels quelles comment".split()
)
WORDS = re.compile(r"\w+")
stemmer = snowballstemmer.stemmer("french")
known_stems = {}


def folded(text):
    return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))


def stem(word):
    if word not in known_stems:
        known_stems[word] = folded(stemmer.stemWord(word))
    return known_stems[word]


def stems(text):
    return [stem(w) for w in WORDS.findall(text.lower().replace("’", "'")) if w not in STOP]


class Bm25:
    def __init__(self, texts):
        self.terms = {}
        rows, columns, lengths = [], [], []
        for row, text in enumerate(texts):
            tokens = stems(text)
            lengths.append(len(tokens))
            for token in tokens:
                rows.append(row)
                columns.append(self.terms.setdefault(token, len(self.terms)))
        shape = (len(texts), len(self.terms))
        counts = sparse.csr_matrix((np.ones(len(rows), np.float32), (rows, columns)), shape=shape)
        counts.sum_duplicates()
        present = np.bincount(counts.indices, minlength=shape[1])
        idf = np.log(1 + (shape[0] - present + 0.5) / (present + 0.5))
        length = np.asarray(lengths, np.float32) / max(1.0, float(np.mean(lengths)))
        norm = np.repeat(K1 * (1 - B + B * length), np.diff(counts.indptr))
        counts.data = (counts.data * (K1 + 1) / (counts.data + norm) * idf[counts.indices]).astype(np.float32)
        self.weights = counts.T.tocsr()

    def queries(self, texts):
        rows, columns = [], []
        for row, text in enumerate(texts):
            for token in set(stems(text)):
                if token in self.terms:
                    rows.append(row)
                    columns.append(self.terms[token])
        return sparse.csr_matrix((np.ones(len(rows), np.float32), (rows, columns)), shape=(len(texts), len(self.terms)))

    def scores(self, texts):
        return (self.queries(texts) @ self.weights).toarray()


def ranking(scores, positive_only):
    """Document numbers, best first, ties by number; a lexical ranking ends where the score is nought."""
    order = np.argsort(-scores, kind="stable")[:DEPTH]
    return [int(i) for i in order if not positive_only or scores[i] > 0]


def fused(first, second):
    points = {}
    for one in (first, second):
        for rank, document in enumerate(one):
            points[document] = points.get(document, 0.0) + 1 / (RRF_K + rank + 1)
    return sorted(points, key=lambda d: (-points[d], d))


def figures(rankings, one_set):
    """R@10, R@100, MRR@10 and nDCG@10, with one gain a work (the best ranked of its documents)."""
    totals = np.zeros(4)
    for ranked, relevant in zip(rankings, one_set.relevant):
        works = list(dict.fromkeys(one_set.works[d] for d in ranked))
        hits = [rank for rank, work in enumerate(works[:100]) if work in relevant]
        ideal = sum(1 / np.log2(i + 2) for i in range(min(10, len(relevant))))
        gain = sum(1 / np.log2(r + 2) for r in hits if r < 10) / ideal
        first = 1 / (hits[0] + 1) if hits and hits[0] < 10 else 0.0
        totals += (sum(r < 10 for r in hits) / len(relevant), len(hits) / len(relevant), first, gain)
    return dict(zip(("R@10", "R@100", "MRR@10", "nDCG@10"), (totals / max(1, len(rankings))).round(4).tolist()))


def lexical_rankings(one_set):
    scores = Bm25([f"{title} {text}" for title, text in one_set.documents]).scores(one_set.queries)
    return [ranking(row, True) for row in scores]


def in_context(vectors, starts, owner):
    """Each passage with a share of its whole document in it, of unit length (contracts/search/context.ts does it in the service)."""
    whole = np.add.reduceat(vectors, starts)
    whole /= np.maximum(np.linalg.norm(whole, axis=1, keepdims=True), 1e-12)
    mixed = vectors + CONTEXT_SHARE * whole[owner]
    return mixed / np.maximum(np.linalg.norm(mixed, axis=1, keepdims=True), 1e-12)


def semantic_rankings(one_set, encode, characters=PASSAGE_CHARACTERS, titled=True, context=False):
    """encode(texts) gives unit vectors. A document scores as its best passage; `context`: a passage has a share of its document in it."""
    texts, owner = [], []
    for number, (title, text) in enumerate(one_set.documents):
        pieces = passages_of(title if titled else "", text, characters)
        texts += pieces
        owner += [number] * len(pieces)
    starts = np.flatnonzero(np.diff([-1, *owner]))
    vectors = encode(texts)
    if context:
        vectors = in_context(vectors, starts, owner)
    cosines = encode(one_set.queries) @ vectors.T
    return [ranking(np.maximum.reduceat(row, starts), False) for row in cosines]


def report(one_set, lexical, semantic):
    both = [fused(a, b) for a, b in zip(lexical, semantic)]
    return {"semantic": figures(semantic, one_set), "fused": figures(both, one_set)}
