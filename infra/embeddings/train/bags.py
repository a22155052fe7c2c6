"""The model: a text is the weighted sum of the vectors of its stems, brought to unit length."""

import numpy as np
import torch

from vocabulary import NOTHING, cut_short, endings


def counted(rows):
    """Distinct rows of one text and how often each stands in it."""
    return np.unique(rows[rows != NOTHING], return_counts=True)


class Bags:
    def __init__(self, vocabulary, tokenizer, dimensions, seed, damping, weight):
        """`damping`: a stem that stands n times counts n ** damping. `weight`: its row starts with the length rarity ** weight."""
        self.vocabulary, self.tokenizer, self.damping = vocabulary, tokenizer, damping
        self.short, self.ending = cut_short(vocabulary.pieces), endings(vocabulary.pieces)
        generator = torch.Generator().manual_seed(seed)
        table = torch.randn(len(vocabulary.stems), dimensions, generator=generator) / dimensions**0.5
        # What is rare says more: the table starts as a random projection of tf-idf, which ranks like a lexical search.
        rarity = np.log((vocabulary.documents + 1) / (vocabulary.texts + 1))
        self.rarity = rarity / rarity.mean()
        table *= torch.tensor(self.rarity**weight, dtype=torch.float32)[:, None]
        table[NOTHING] = 0
        self.table = torch.nn.Parameter(table)

    def rows(self, texts):
        """Rows of the stems of each text, in their order, without what says nothing."""
        found = []
        for encoding in self.tokenizer.encode_batch(list(texts), add_special_tokens=False):
            ids = np.array(encoding.ids, np.int64)
            rows = self.vocabulary.rows[ids]
            rows[:-1][self.short[ids[:-1]] * self.ending[ids[1:]] == 1] = NOTHING
            found.append(rows[rows != NOTHING])
        return found

    def vectors(self, rows, drop=0.0, rng=None):
        """Unit vectors of texts given as rows. `drop`: that share of the distinct stems is left out, never all of them."""
        flat, weights, starts, at = [], [], [], 0
        for one in rows:
            names, counts = counted(one)
            if drop and len(names) > 3:
                stay = rng.random(len(names)) >= drop
                if stay.any():
                    names, counts = names[stay], counts[stay]
            flat.append(names)
            weights.append(counts**self.damping)
            starts.append(at)
            at += len(names)
        ids = torch.from_numpy(np.concatenate(flat))
        shares = torch.from_numpy(np.concatenate(weights).astype(np.float32))
        sums = torch.nn.functional.embedding_bag(ids, self.table, torch.tensor(starts), mode="sum", per_sample_weights=shares)
        return torch.nn.functional.normalize(sums, dim=-1)

    def encode(self, texts):
        """Float32 matrix of unit vectors, one row a text."""
        with torch.inference_mode():
            groups = [self.vectors(self.rows(texts[start : start + 2048])) for start in range(0, len(texts), 2048)]
        return torch.cat(groups).numpy() if groups else np.zeros((0, self.table.shape[1]), np.float32)
