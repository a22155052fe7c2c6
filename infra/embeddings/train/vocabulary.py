"""A French WordPiece vocabulary of the base's size; a new piece starts from the mean of its old pieces."""

import json

import torch
from tokenizers import Tokenizer, models, trainers

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
MIN_FREQUENCY = 3


def train_vocabulary(base_tokenizer, texts, size):
    """Pieces learned from the texts under the base's own normaliser (lower case, accents stripped), specials first."""
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.normalizer = base_tokenizer.normalizer
    tokenizer.pre_tokenizer = base_tokenizer.pre_tokenizer
    trainer = trainers.WordPieceTrainer(
        vocab_size=size, min_frequency=MIN_FREQUENCY, special_tokens=SPECIAL, continuing_subword_prefix="##", show_progress=False
    )
    tokenizer.train_from_iterator(texts, trainer)
    learned = tokenizer.get_vocab()
    # The trainer numbers pieces in an order that is not promised to be stable; length and text are.
    pieces = sorted((p for p in learned if p not in SPECIAL), key=lambda p: (len(p), p))
    return SPECIAL + pieces


def with_vocabulary(base_tokenizer, pieces):
    """The base tokenizer with another vocabulary; its template must name the new ids of [CLS] and [SEP]."""
    spec = json.loads(base_tokenizer.to_str())
    ids = {piece: index for index, piece in enumerate(pieces)}
    spec["model"]["vocab"] = ids
    for token in spec["added_tokens"]:
        token["id"] = ids[token["content"]]
    for name, special in spec["post_processor"].get("special_tokens", {}).items():
        special["ids"] = [ids[name]]
    for name in ("sep", "cls"):
        if name in spec["post_processor"]:
            word = spec["post_processor"][name][0]
            spec["post_processor"][name] = [word, ids[word]]
    return Tokenizer.from_str(json.dumps(spec))


def old_pieces(piece, vocabulary):
    """Greedy longest match of one piece in the old vocabulary, as WordPiece does it; [] where it does not fit."""
    start, word, found = 0, piece.removeprefix("##"), []
    inside = piece.startswith("##")
    while start < len(word):
        for end in range(len(word), start, -1):
            candidate = ("##" if inside or start > 0 else "") + word[start:end]
            if candidate in vocabulary:
                found.append(vocabulary[candidate])
                start = end
                break
        else:
            return []
    return found


def start_embeddings(weights, base_vocabulary, pieces):
    """Rows for the new pieces: the old row where the piece exists, the mean of its old pieces otherwise."""
    rows = torch.empty(len(pieces), weights.shape[1])
    kept = 0
    for index, piece in enumerate(pieces):
        if piece in base_vocabulary:
            rows[index] = weights[base_vocabulary[piece]]
            kept += 1
            continue
        old = old_pieces(piece, base_vocabulary)
        rows[index] = weights[old].mean(0) if old else weights[base_vocabulary["[UNK]"]]
    return rows, kept
