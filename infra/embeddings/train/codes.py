"""Rows in few bytes: a byte names one of 256 points, which stands for two or three neighbouring numbers of a row (product quantisation, Jégou et al. 2011)."""

import numpy as np
from scipy.spatial import cKDTree

POINTS = 256
LEARNT_FROM = 200_000
ROUNDS = 30


def nearest_points(groups, rng):
    """256 points that lie close to the groups of numbers they were learnt from (k-means)."""
    points = groups[rng.choice(len(groups), POINTS, replace=False)].astype(np.float64)
    for _ in range(ROUNDS):
        _, own = cKDTree(points).query(groups)
        counts = np.bincount(own, minlength=POINTS)
        sums = np.stack([np.bincount(own, weights=column, minlength=POINTS) for column in groups.T], axis=1)
        points = np.where(counts[:, None] > 0, sums / np.maximum(counts, 1)[:, None], points)
    return points.astype(np.float32)


def coded(rows, width, seed):
    """
    (codes of [rows, numbers / width], points of [256, width], scales of [rows, 1]). A row is about its scale times the points that its codes name; every row has its own scale, the one
    with the least error, so that it is a channel of its own. A row of nought has the scale 0.
    """
    rng = np.random.default_rng(seed)
    lengths = np.sqrt((rows**2).mean(1, keepdims=True))
    groups = (rows / np.where(lengths == 0, 1, lengths)).reshape(-1, width)
    filled = np.repeat(lengths[:, 0] > 0, rows.shape[1] // width)
    learnt_from = groups[filled]
    points = nearest_points(learnt_from[rng.choice(len(learnt_from), min(LEARNT_FROM, len(learnt_from)), replace=False)], rng)
    _, codes = cKDTree(points).query(groups)
    codes = codes.astype(np.uint8).reshape(len(rows), -1)
    named = points[codes].reshape(rows.shape)
    scales = (rows * named).sum(1, keepdims=True) / (named * named).sum(1, keepdims=True)
    return codes, points, scales.astype(np.float32)
