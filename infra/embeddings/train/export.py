"""From the trained encoder to the folder that transformers.js loads: ONNX, int8 per channel, tokenizer and settings."""

import hashlib
import json
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic

OPSET = 17
MODEL_FILE = "onnx/model_quantized.onnx"


class HiddenState(torch.nn.Module):
    """The body with the three named inputs of a BERT feature extractor; pooling stays with the caller."""

    def __init__(self, body):
        super().__init__()
        self.body = body

    def forward(self, input_ids, attention_mask, token_type_ids):
        hidden = self.body.embeddings(input_ids=input_ids, token_type_ids=token_type_ids)
        closed = (1.0 - attention_mask[:, None, None, :].to(hidden.dtype)) * -10_000.0
        for layer in self.body.encoder.layer:
            hidden = attended(layer, hidden, closed)
        return hidden


def attended(layer, hidden, closed):
    """One BERT layer written out, so that the graph does not depend on how the library picks its attention."""
    own = layer.attention.self
    batch, length, size = hidden.shape
    heads = own.num_attention_heads

    def split(x):
        return x.view(batch, length, heads, size // heads).transpose(1, 2)

    query, key, value = split(own.query(hidden)), split(own.key(hidden)), split(own.value(hidden))
    weights = torch.softmax(query @ key.transpose(-1, -2) / (size // heads) ** 0.5 + closed, dim=-1)
    mixed = (weights @ value).transpose(1, 2).reshape(batch, length, size)
    hidden = layer.attention.output.LayerNorm(layer.attention.output.dense(mixed) + hidden)
    inner = torch.nn.functional.gelu(layer.intermediate.dense(hidden))
    return layer.output.LayerNorm(layer.output.dense(inner) + hidden)


def write_onnx(encoder, folder):
    """fp32 and int8 graphs in `folder`; returns both paths."""
    folder.mkdir(parents=True, exist_ok=True)
    plain, small = folder / "model.onnx", folder / "model_quantized.onnx"
    example = torch.ones(2, 16, dtype=torch.long)
    names = ["input_ids", "attention_mask", "token_type_ids"]
    axes = {name: {0: "batch", 1: "length"} for name in [*names, "last_hidden_state"]}
    torch.onnx.export(
        HiddenState(encoder.body.cpu().eval()),
        (example, example, torch.zeros_like(example)),
        str(plain),
        input_names=names,
        output_names=["last_hidden_state"],
        dynamic_axes=axes,
        opset_version=OPSET,
        dynamo=False,
    )
    quantize_dynamic(str(plain), str(small), per_channel=True, reduce_range=True, weight_type=QuantType.QInt8)
    onnx.checker.check_model(str(small))
    return plain, small


class OnnxEncoder:
    """The exported graph under the same pooling, for figures of what is shipped."""

    def __init__(self, path, encoder, threads):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        self.session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        self.encoder = encoder

    def encode(self, texts, max_tokens):
        rows = self.encoder.ids(texts, max_tokens)
        out = np.zeros((len(rows), self.encoder.body.config.hidden_size), np.float32)
        for group in self.encoder.chunks(rows):
            length = len(rows[group[0]])
            ids, mask = np.zeros((len(group), length), np.int64), np.zeros((len(group), length), np.int64)
            for line, i in enumerate(group):
                ids[line, : len(rows[i])], mask[line, : len(rows[i])] = rows[i], 1
            feed = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
            hidden = self.session.run(None, feed)[0]
            mean = (hidden * mask[:, :, None]).sum(1) / mask.sum(1)[:, None]
            out[group] = mean / np.linalg.norm(mean, axis=1, keepdims=True)
        return out


def sha256(path):
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()


def write_folder(encoder, small, out, settings):
    """The finished folder: everything is written beside it first, so that no half-made model is ever found there."""
    part = out.with_name(out.name + ".part")
    (part / "onnx").mkdir(parents=True, exist_ok=True)
    (part / MODEL_FILE).write_bytes(Path(small).read_bytes())
    tokenizer = encoder.tokenizer
    tokenizer.enable_truncation(settings["maxTokens"])
    tokenizer.save(str(part / "tokenizer.json"))
    config = encoder.body.config.to_dict() | {"architectures": ["BertModel"], "model_type": "bert"}
    config = {k: v for k, v in config.items() if not k.startswith("_") and k not in ("transformers_version", "dtype")}
    special = {"unk_token": "[UNK]", "sep_token": "[SEP]", "pad_token": "[PAD]", "cls_token": "[CLS]", "mask_token": "[MASK]"}
    tokens = special | {
        "do_lower_case": True,
        "strip_accents": None,
        "tokenize_chinese_chars": True,
        "model_max_length": settings["maxTokens"],
        "tokenizer_class": "BertTokenizer",
    }
    for name, value in (("config.json", config), ("tokenizer_config.json", tokens), ("pandect.json", settings)):
        (part / name).write_text(json.dumps(value, indent=2, ensure_ascii=False, sort_keys=name == "config.json") + "\n", encoding="utf-8")
    for name in ("config.json", "tokenizer.json", "tokenizer_config.json", "pandect.json", MODEL_FILE):
        target = out / name
        target.parent.mkdir(parents=True, exist_ok=True)
        (part / name).replace(target)
