"""Words and their stems: the tokenizer knows words and beginnings of words, the model has one row a stem."""

import re
from collections import Counter
from dataclasses import dataclass

import numpy as np
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

from measures import STOP, folded, stem

# Row 0 stands for all that says nothing: unknown words, stop words, single letters and the ends of cut words.
NOTHING = 0
SPECIAL = ["[PAD]", "[UNK]", "[CLS]"]
STEM_MIN_TEXTS = 2
NUMBER_MIN_TEXTS = 20
# An unknown word may be known by its beginning; a shorter one is shared by words of unlike meaning.
BEGINNING_MIN_LETTERS = 4
WORD_LETTERS_MAX = 60
WORDS = re.compile(r"[^\W_]+")
ENDINGS = "abcdefghijklmnopqrstuvwxyz0123456789"


@dataclass
class Vocabulary:
    """`pieces` in the order of their ids; `rows[id]` is the row of the piece's stem; `texts[row]` in how many texts it stands."""

    pieces: list
    rows: np.ndarray
    stems: list
    texts: np.ndarray
    documents: int


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
    """The words of the texts under their stems, in alphabetical order, and then the stems that begin a word."""
    spellings = counted(texts)
    stem_texts, stem_of = Counter(), {}
    for word, count in sorted(spellings.items(), key=lambda found: (-found[1], found[0])):
        # A spelling without its accents is the commonest of those that lose them so.
        own = stem_of.setdefault(plain(word), plain(stem(word)))
        stem_texts[own] += count
    stems = ["", *sorted(name for name, count in stem_texts.items() if kept(name, count))]
    row_of = {name: row for row, name in enumerate(stems)}
    pieces = {name: NOTHING for name in SPECIAL}
    pieces |= {word: row_of.get(own, NOTHING) for word, own in sorted(stem_of.items()) if own in row_of or word in STOP}
    for name in stems[1:]:
        if len(name) >= BEGINNING_MIN_LETTERS and name.isalpha():
            pieces.setdefault(name, row_of[name])
    pieces |= {"##" + letter: NOTHING for letter in ENDINGS}
    counts = np.array([0, *(stem_texts[name] for name in stems[1:])])
    return Vocabulary(list(pieces), np.array(list(pieces.values()), np.int64), stems, counts, len(texts))


def cut_short(pieces):
    """1 for each piece that says nothing where an ending follows: `bl` of `blorf` is no word, and 122 of 1225 another number."""
    return np.array([len(piece) < BEGINNING_MIN_LETTERS or not piece.isalpha() for piece in pieces], np.int64)


def endings(pieces):
    """1 for each piece that ends a cut word."""
    return np.array([piece.startswith("##") for piece in pieces], np.int64)


def tokenizer_of(vocabulary):
    """A tokenizer that any reader of tokenizer.json knows: no case, no accents, whole words, then beginnings of words."""
    ids = {piece: index for index, piece in enumerate(vocabulary.pieces)}
    tokenizer = Tokenizer(models.WordPiece(ids, unk_token="[UNK]", max_input_chars_per_word=WORD_LETTERS_MAX))
    tokenizer.normalizer = normalizers.Sequence(
        [
            normalizers.BertNormalizer(clean_text=True, handle_chinese_chars=False, strip_accents=True, lowercase=True),
            normalizers.Replace("œ", "oe"),
            normalizers.Replace("æ", "ae"),
        ]
    )
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    # One token that says nothing in front, so that an empty text has a token too.
    tokenizer.post_processor = processors.TemplateProcessing(single="[CLS] $A", special_tokens=[("[CLS]", ids["[CLS]"])])
    tokenizer.add_special_tokens(SPECIAL)
    return tokenizer
