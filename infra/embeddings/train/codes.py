"""Rows in few bytes: a byte names one of 256 points, which stands for two or three neighbouring numbers of a row (product quantisation, Jégou et al. 2011)."""

import numpy as np
from scipy.cluster.vq import kmeans2, vq

POINTS = 256
LEARNT_FROM = 200_000
ROUNDS = 30


def coded(rows, width, seed):
    """
    (codes of [rows, numbers / width], points of [256, width], scales of [rows, 1]). A row is about its scale times the points that its codes name; every row has its own scale, the one
    with the least error, so that it is a channel of its own. A row of nought has the scale 0.
    """
    rng = np.random.default_rng(seed)
    lengths = np.sqrt((rows**2).mean(1, keepdims=True))
    groups = (rows / np.where(lengths == 0, 1, lengths)).reshape(-1, width)
    filled = np.repeat(lengths[:, 0] > 0, rows.shape[1] // width)
    chosen = rng.choice(int(filled.sum()), min(LEARNT_FROM, int(filled.sum())), replace=False)
    learnt_from = groups[filled][chosen].astype(np.float64)
    first = learnt_from[rng.choice(len(learnt_from), POINTS, replace=False)]
    points = kmeans2(learnt_from, first, iter=ROUNDS, minit="matrix")[0].astype(np.float32)
    codes, _ = vq(groups, points)
    codes = codes.astype(np.uint8).reshape(len(rows), -1)
    named = points[codes].reshape(rows.shape)
    scales = (rows * named).sum(1, keepdims=True) / (named * named).sum(1, keepdims=True)
    return codes, points, scales.astype(np.float32)
