"""Words, their stems and pairs of stems: the tokenizer knows whole words and spells the others, the model has a row for each stem, each pair and each run of letters."""

import re
from collections import Counter
from dataclasses import dataclass

import numpy as np
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

from measures import STOP, folded, stem

# Row 0 stands for all that says nothing: stop words, numbers and signs.
NOTHING = 0
SPECIAL = ["[PAD]", "[UNK]", "[CLS]"]
# Before each word; before a spelled one it is a piece of its own.
WORD_START = "▁"
STEM_MIN_TEXTS = 2
NUMBER_MIN_TEXTS = 20
PAIR_MIN_TEXTS = 6
WORDS = re.compile(r"[^\W_]+")
LETTERS = "abcdefghijklmnopqrstuvwxyz"
DIGITS = "0123456789"
# Known, so that each is one token; they say nothing.
SIGNS = ",.;:!?()[]{}'’‘«»“”\"-–—/°§•…%€&*+=<>"
# A spelled word is known by its runs of so many pieces, its start among them; runs share BUCKETS rows (a prime number).
RUN_PIECES = (3, 4, 5)
RUN_BASE = len(LETTERS) + 2
BUCKETS = 8_191
# More rows than stems, so that two of them make one number.
ROWS_MAX = 16_384


@dataclass
class Vocabulary:
    """`pieces` in the order of their ids; `rows[id]` is the row of the piece's stem, `letters[id]` the number of its letter (0: none); from the
    id `first_word` on the pieces have a row; `texts[row]` in how many texts a stem
    stands; `pairs`: sorted `pair_keys` of neighbours."""

    pieces: list
    rows: np.ndarray
    letters: np.ndarray
    first_word: int
    stems: list
    texts: np.ndarray
    documents: int
    pairs: np.ndarray = None


def plain(word):
    return folded(word).replace("œ", "oe").replace("æ", "ae")


def counted(texts):
    """In how many texts each spelling stands."""
    counts = Counter()
    for text in texts:
        counts.update(set(WORDS.findall(text.lower())))
    return counts


def kept(name, count):
    if len(name) < 2 or name in STOP:
        return False
    return count >= (NUMBER_MIN_TEXTS if any(c.isdigit() for c in name) else STEM_MIN_TEXTS)


def learn_vocabulary(texts):
    """The words of the texts under their stems, in alphabetical order; no pairs yet."""
    spellings = counted(texts)
    stem_texts, stem_of = Counter(), {}
    for word, count in sorted(spellings.items(), key=lambda found: (-found[1], found[0])):
        # A spelling without its accents is the commonest of those that lose them so.
        own = stem_of.setdefault(plain(word), plain(stem(word)))
        stem_texts[own] += count
    stems = ["", *sorted(name for name, count in stem_texts.items() if kept(name, count))]
    row_of = {name: row for row, name in enumerate(stems)}
    pieces = {name: NOTHING for name in [*SPECIAL, WORD_START, *LETTERS, *DIGITS]}
    letters = [LETTERS.find(piece) + 1 if len(piece) == 1 else 0 for piece in pieces]
    letters[len(SPECIAL)] = len(LETTERS) + 1
    pieces |= {WORD_START + sign: NOTHING for sign in SIGNS}
    words = [WORD_START + word for word, own in sorted(stem_of.items()) if own not in row_of and (word in STOP or len(word) == 1)]
    pieces |= dict.fromkeys(words, NOTHING)
    # What has a row comes last, so that one number tells the words that the model knows.
    first_word = len(pieces)
    pieces |= {WORD_START + word: row_of[own] for word, own in sorted(stem_of.items()) if own in row_of}
    numbers = np.zeros(len(pieces), np.int64)
    numbers[: len(letters)] = letters
    counts = np.array([0, *(stem_texts[name] for name in stems[1:])])
    return Vocabulary(list(pieces), np.array(list(pieces.values()), np.int64), numbers, first_word, stems, counts, len(texts))


def pair_keys(rows):
    """One number for each two neighbours among stems; what says nothing or is spelled stands between no two."""
    known = rows[rows != NOTHING]
    return known[:-1] * ROWS_MAX + known[1:]


def learn_pairs(vocabulary, texts):
    """`texts`: piece ids of each distinct text. Pairs that stand in enough of them, sorted."""
    counts = Counter()
    for ids in texts:
        counts.update(set(pair_keys(vocabulary.rows[ids]).tolist()))
    vocabulary.pairs = np.array(sorted(key for key, count in counts.items() if count >= PAIR_MIN_TEXTS), np.int64)


def runs_of(letters, size):
    """The bucket of every run of so many pieces that lies within one spelled word; `letters`: number of each piece's letter."""
    if len(letters) < size:
        return np.zeros(0, np.int64)
    windows = np.lib.stride_tricks.sliding_window_view(letters, size)
    whole = (windows > 0).all(1) & (windows[:, 1:] <= len(LETTERS)).all(1)
    key = np.zeros(len(windows), np.int64)
    for column in windows.T:
        key = key * RUN_BASE + column
    return key[whole] % BUCKETS


def tokenizer_of(vocabulary):
    """A tokenizer that any reader of tokenizer.json knows: no case, no accents, whole words, and letter by letter what is no known word."""
    ids = {piece: index for index, piece in enumerate(vocabulary.pieces)}
    tokenizer = Tokenizer(models.BPE(ids, [], unk_token="[UNK]", ignore_merges=True))
    tokenizer.normalizer = normalizers.Sequence(
        [
            normalizers.BertNormalizer(clean_text=True, handle_chinese_chars=False, strip_accents=True, lowercase=True),
            normalizers.Replace("œ", "oe"),
            normalizers.Replace("æ", "ae"),
        ]
    )
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.BertPreTokenizer(), pre_tokenizers.Metaspace(replacement=WORD_START, prepend_scheme="always", split=False)]
    )
    # One token that says nothing in front, so that an empty text has a token too.
    tokenizer.post_processor = processors.TemplateProcessing(single="[CLS] $A", special_tokens=[("[CLS]", ids["[CLS]"])])
    tokenizer.add_special_tokens(SPECIAL)
    return tokenizer
