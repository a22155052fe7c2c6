"""The model: layers of the base over French pieces, marks of what stands in both texts, and two heads."""

import torch
from torch import nn
from torch.nn import functional

HEADS = 12
WIDTH = 384
TOKENS_MAX = 256
# Marks of a piece: not in the other text, there, there with its left neighbour, with its right one, with both; and 5 more for padding and signs of no text.
MARKS = 4


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.query, self.key, self.value, self.output = (nn.Linear(WIDTH, WIDTH) for _ in range(4))
        self.attention_norm, self.norm = nn.LayerNorm(WIDTH, eps=1e-12), nn.LayerNorm(WIDTH, eps=1e-12)
        self.up, self.down = nn.Linear(WIDTH, 4 * WIDTH), nn.Linear(4 * WIDTH, WIDTH)

    def forward(self, hidden, bias, drop):
        batch, length, _ = hidden.shape
        split = lambda x: x.view(batch, length, HEADS, WIDTH // HEADS).transpose(1, 2)
        found = functional.scaled_dot_product_attention(split(self.query(hidden)), split(self.key(hidden)), split(self.value(hidden)), attn_mask=bias)
        found = found.transpose(1, 2).reshape(batch, length, WIDTH)
        hidden = self.attention_norm(hidden + functional.dropout(self.output(found), drop, self.training))
        inner = self.down(functional.gelu(self.up(hidden)))
        return self.norm(hidden + functional.dropout(inner, drop, self.training))


def marks_of(ids, types, mask):
    """
    For each piece whether it stands in the other text, whether it stands there after the same piece, and whether before the same piece: three numbers of 0 or 1 as [batch, pieces, 3]. Short words repeat: what
    is left and right of them says which is which.
    """
    real = mask.bool()
    other = (types[:, :, None] != types[:, None, :]) & real[:, None, :] & real[:, :, None]
    same = (ids[:, :, None] == ids[:, None, :]) & other
    pairs = same[:, 1:, 1:] & same[:, :-1, :-1]
    after = functional.pad(pairs.any(2), (1, 0))
    before = functional.pad(pairs.any(2), (0, 1))
    return torch.stack([same.any(2), after, before], 2).float()


class Encoder(nn.Module):
    def __init__(self, pieces, layers):
        super().__init__()
        self.words = nn.Embedding(pieces, WIDTH)
        self.positions = nn.Embedding(TOKENS_MAX, WIDTH)
        self.types = nn.Embedding(2, WIDTH)
        self.marks = nn.Linear(3, WIDTH, bias=False)
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.layers = nn.ModuleList(Layer() for _ in range(layers))
        self.pool = nn.Linear(3 * WIDTH, WIDTH)
        self.entails = nn.Linear(WIDTH, 3)
        self.answers = nn.Linear(WIDTH, 1)

    def forward(self, ids, types, mask, drop=0.0):
        places = torch.arange(ids.shape[1])
        hidden = self.words(ids) + self.positions(places)[None] + self.types(types) + self.marks(marks_of(ids, types, mask))
        hidden = functional.dropout(self.norm(hidden), drop, self.training)
        bias = (1.0 - mask[:, None, None, :].float()) * -1e4
        for layer in self.layers:
            hidden = layer(hidden, bias, drop)
        claim = (types * mask)[:, :, None].float()
        mean = (hidden * claim).sum(1) / claim.sum(1).clamp(min=1)
        most = (hidden - (1 - claim) * 1e4).amax(1)
        pooled = functional.gelu(self.pool(torch.cat([hidden[:, 0], mean, most], 1)))
        pooled = functional.dropout(pooled, drop, self.training)
        return self.entails(pooled), self.answers(pooled)


def from_base(base, rows, layers):
    """`base`: state of all-MiniLM-L6-v2; `rows`: first rows of the French pieces."""
    model = Encoder(len(rows), layers)
    state = model.state_dict()
    state["words.weight"] = torch.tensor(rows)
    state["positions.weight"] = base["embeddings.position_embeddings.weight"][:TOKENS_MAX].clone()
    state["types.weight"] = base["embeddings.token_type_embeddings.weight"].clone()
    for part in ("weight", "bias"):
        state[f"norm.{part}"] = base[f"embeddings.LayerNorm.{part}"]
        for index in range(layers):
            start = f"encoder.layer.{index}."
            for ours, theirs in (("query", "attention.self.query"), ("key", "attention.self.key"), ("value", "attention.self.value"), ("output", "attention.output.dense"), ("attention_norm", "attention.output.LayerNorm"), ("up", "intermediate.dense"), ("down", "output.dense"), ("norm", "output.LayerNorm")):
                state[f"layers.{index}.{ours}.{part}"] = base[f"{start}{theirs}.{part}"]
    model.load_state_dict(state)
    nn.init.normal_(model.marks.weight, std=0.05)
    return model
