"""The model: a text is the weighted sum of the vectors of its stems, its pairs of stems and the letters of its unknown words, brought to unit length."""

import re

import numpy as np
import torch

from vocabulary import BUCKETS, LETTERS, NOTHING, RUN_PIECES, WORD_START, pair_keys, runs_of

# Beside a stem: what a pair and a run of letters count, and how long the row of a pair is at the start.
PAIR_SHARE = 0.6
RUN_SHARE = 0.3
PAIR_START = 0.3
PLAIN = re.compile(rf"{WORD_START}[{LETTERS}]{{3,}}")


def damped(names, share, damping):
    """Distinct names and their weights: one that stands n times counts n ** damping."""
    distinct, counts = np.unique(names, return_counts=True)
    return distinct, share * counts**damping


class Bags:
    """Units of a text are its words in their order: the piece of a known word, or a number beyond the pieces for a spelled one."""

    def __init__(self, vocabulary, tokenizer, dimensions, seed, damping, weight):
        """`damping`: what stands n times counts n ** damping. `weight`: the row of a stem starts with the length rarity ** weight."""
        self.vocabulary, self.tokenizer, self.damping = vocabulary, tokenizer, damping
        self.begins = np.array([piece.startswith(WORD_START) for piece in vocabulary.pieces])
        self.spelled, self.runs = {}, {}
        self.first_pair = len(vocabulary.stems)
        self.first_run = self.first_pair + len(vocabulary.pairs)
        # What is rare says more.
        rarity = np.log((vocabulary.documents + 1) / (vocabulary.texts + 1))
        self.rarity = rarity / rarity.mean()
        self.start(dimensions, seed, weight)

    def start(self, dimensions, seed, weight):
        """A new table: a random projection of tf-idf, which ranks like a lexical search."""
        generator = torch.Generator().manual_seed(seed)
        table = torch.randn(self.first_run + BUCKETS, dimensions, generator=generator) / dimensions**0.5
        table[: self.first_pair] *= torch.tensor(self.rarity**weight, dtype=torch.float32)[:, None]
        table[self.first_pair : self.first_run] *= PAIR_START
        table[NOTHING] = 0
        self.table = torch.nn.Parameter(table)

    def rarities(self, units):
        """How rare each unit is; a spelled one is as rare as can be."""
        rows = self.rows(units)
        return np.where(rows == NOTHING, self.rarity.max(), self.rarity[rows])

    def rows(self, units):
        """The row of each unit's stem, NOTHING for what is spelled."""
        pieces = self.vocabulary.rows
        return np.where(units < len(pieces), pieces[np.minimum(units, len(pieces) - 1)], NOTHING)

    def spelled_unit(self, letters):
        """The unit of a spelled word, given as the numbers of its letters, its start first; none for a word without a run."""
        name = tuple(letters.tolist())
        if name not in self.spelled:
            runs = self.sized_runs(letters)
            unit = len(self.vocabulary.pieces) + len(self.spelled) if len(runs) else None
            self.spelled[name] = unit
            if unit is not None:
                self.runs[unit] = runs
        return self.spelled[name]

    def sized_runs(self, letters):
        """Buckets of the runs of one word, kept apart by their size."""
        return np.concatenate([number * BUCKETS + runs_of(letters, size) for number, size in enumerate(RUN_PIECES)])

    def runs_of_unit(self, unit):
        """Runs of a unit; of a known word as if it were spelled."""
        if unit not in self.runs:
            piece = self.vocabulary.pieces[unit]
            letters = np.array([len(LETTERS) + 1, *(LETTERS.index(c) + 1 for c in piece[1:])]) if PLAIN.fullmatch(piece) else np.zeros(0, np.int64)
            self.runs[unit] = self.sized_runs(letters)
        return self.runs[unit]

    def units(self, texts):
        """The units of each text, without what says nothing."""
        found = []
        start = len(LETTERS) + 1
        for encoding in self.tokenizer.encode_batch(list(texts), add_special_tokens=False):
            ids = np.array(encoding.ids, np.int64)
            rows, letters = self.vocabulary.rows[ids], self.vocabulary.letters[ids]
            starts = np.flatnonzero(letters == start)
            if not len(starts):
                found.append(ids[rows != NOTHING])
                continue
            units = np.where(rows == NOTHING, -1, ids)
            # A word ends where the next begins.
            ends = np.append(np.flatnonzero(self.begins[ids]), len(ids))
            for at in starts:
                unit = self.spelled_unit(letters[at : ends[np.searchsorted(ends, at, side="right")]])
                if unit is not None:
                    units[at] = unit
            found.append(units[units >= 0])
        return found

    def features(self, units, spell=0.0, rng=None):
        """(rows, weights) of a text given as units. `spell`: that share of its known words is read by letters."""
        rows = self.rows(units)
        by_letters = rows == NOTHING
        if spell:
            by_letters |= rng.random(len(units)) < spell
        rows, spelled = rows[~by_letters], units[by_letters]
        stems = damped(rows, 1.0, self.damping)
        keys, pairs = pair_keys(rows), self.vocabulary.pairs
        at = np.minimum(np.searchsorted(pairs, keys), len(pairs) - 1)
        neighbours = damped(at[pairs[at] == keys], PAIR_SHARE, self.damping)
        runs = damped(np.concatenate([self.runs_of_unit(unit) for unit in spelled]), RUN_SHARE, self.damping) if len(spelled) else (np.zeros(0, np.int64), np.zeros(0))
        names = np.concatenate([stems[0], self.first_pair + neighbours[0], self.first_run + runs[0] % BUCKETS])
        return names, np.concatenate([stems[1], neighbours[1], runs[1]])

    def vectors(self, texts, drop=0.0, spell=0.0, rng=None):
        """Unit vectors of texts given as units. `drop`: that share of what they hold is left out, never all of it; `spell`: as in `features`."""
        flat, weights, starts, at = [], [], [], 0
        for units in texts:
            names, shares = self.features(units, spell if len(units) > 3 else 0.0, rng)
            if drop and len(names) > 3:
                stay = rng.random(len(names)) >= drop
                if stay.any():
                    names, shares = names[stay], shares[stay]
            flat.append(names)
            weights.append(shares)
            starts.append(at)
            at += len(names)
        ids = torch.from_numpy(np.concatenate(flat))
        shares = torch.from_numpy(np.concatenate(weights).astype(np.float32))
        sums = torch.nn.functional.embedding_bag(ids, self.table, torch.tensor(starts), mode="sum", per_sample_weights=shares)
        return torch.nn.functional.normalize(sums, dim=-1)

    def encode(self, texts):
        """Float32 matrix of unit vectors, one row a text."""
        with torch.inference_mode():
            groups = [self.vectors(self.units(texts[start : start + 2048])) for start in range(0, len(texts), 2048)]
        return torch.cat(groups).numpy() if groups else np.zeros((0, self.table.shape[1]), np.float32)
