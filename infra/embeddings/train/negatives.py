"""Hard negatives: for each pair the pairs whose passages a ranking confuses with its own."""

import numpy as np

from data import EUROVOC
from measures import Bm25

# The very first ranks hold other versions of the same rule: false negatives. Further down they are merely near.
SKIP, KEEP = 1, 3
TOO_LIKE = 0.95
BLOCK = 1024
MAX_QUERY_CHARACTERS = 160


def law(pairs):
    return [i for i, p in enumerate(pairs) if p.kind not in EUROVOC]


def nearest(scores, own, count):
    """The `count` best columns of each row, without the row's own."""
    top = np.argpartition(-scores, count, axis=1)[:, : count + 1]
    order = np.take_along_axis(-scores, top, axis=1).argsort(axis=1, kind="stable")
    return [[int(c) for c in row if c != mine][:count] for row, mine in zip(np.take_along_axis(top, order, axis=1), own)]


def by_model(pairs, members, encode):
    """Neighbours of each member's query among the members' passages, near copies of the right passage left out."""
    queries = encode([pairs[i].query for i in members])
    passages = encode([pairs[i].passage for i in members])
    found = {}
    for start in range(0, len(members), BLOCK):
        own = np.arange(start, min(start + BLOCK, len(members)))
        likeness = passages[own] @ passages.T
        scores = np.where(likeness > TOO_LIKE, -1.0, queries[own] @ passages.T)
        for mine, near in zip(own, nearest(scores, own, SKIP + KEEP)):
            found[members[mine]] = [members[c] for c in near[SKIP:]]
    return found


def by_bm25(pairs, members):
    index = Bm25([pairs[i].passage for i in members])
    found = {}
    for start in range(0, len(members), BLOCK):
        own = np.arange(start, min(start + BLOCK, len(members)))
        scores = index.scores([pairs[members[i]].query[:MAX_QUERY_CHARACTERS] for i in own])
        for mine, near in zip(own, nearest(scores, own, SKIP + KEEP)):
            found[members[mine]] = [members[c] for c in near[SKIP:]]
    return found
