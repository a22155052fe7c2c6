"""Several tables of one vocabulary become one: what they agree on stays, what is chance in each fades."""

import numpy as np
import torch

# Texts that the directions are taken from.
TEXTS = 24_000
# Directions that all texts share say little: each is shortened by its strength to this power (halved, since both texts have it).
EVENING = 0.15
# A pair is seen seldom while a table is trained, so that its row ends too short: all of them are made longer.
PAIRS_LONGER = 1.4
TEXTS_AT_ONCE = 2_048


def second_moment(bags, texts):
    """Σ vᵀv over the unit vectors of texts given as units."""
    width = bags.table.shape[1]
    moment = np.zeros((width, width))
    with torch.inference_mode():
        for start in range(0, len(texts), TEXTS_AT_ONCE):
            vectors = bags.vectors(texts[start : start + TEXTS_AT_ONCE]).numpy().astype(np.float64)
            moment += vectors.T @ vectors
    return moment


def merge(bags, tables, texts, dimensions, seed):
    """
    Side by side the tables give the mean of their cosines. Of that wide table the strongest `dimensions` directions are kept (principal components of the training texts), shortened a
    little where they are strong, and turned at random, so that no number of a row is larger than others by its place: few points stand for them then.
    """
    rng = np.random.default_rng(seed)
    wide = torch.cat(tables, dim=1)
    wide[bags.first_pair : bags.first_run] *= PAIRS_LONGER
    bags.table = torch.nn.Parameter(wide)
    chosen = [texts[i] for i in sorted(rng.permutation(len(texts))[:TEXTS])]
    strengths, directions = np.linalg.eigh(second_moment(bags, chosen))
    strengths, directions = strengths[::-1][:dimensions], directions[:, ::-1][:, :dimensions]
    turned, _ = np.linalg.qr(rng.standard_normal((dimensions, dimensions)))
    narrow = directions * (strengths / strengths[0]) ** (-EVENING / 2) @ turned
    bags.table = torch.nn.Parameter(bags.table.detach() @ torch.from_numpy(narrow.astype(np.float32)))
