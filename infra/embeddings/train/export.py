"""From the trained table to the folder that transformers.js loads: one ONNX graph of 8-bit rows, tokenizer and settings."""

import hashlib
import json
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

OPSET, IR_VERSION = 17, 9
MODEL_FILE = "onnx/model_quantized.onnx"
INT8_MAX = 127
CLASS = "PreTrainedTokenizerFast"


def quantised(table):
    """Eight bits a number and one scale a row: a row is a channel of its own."""
    scales = np.abs(table).max(1, keepdims=True) / INT8_MAX
    rows = np.round(table / np.where(scales == 0, 1, scales)).astype(np.int8)
    return rows, scales.astype(np.float32)


def constants(bags, small):
    table = bags.table.detach().numpy().astype(np.float32)
    rows, scales = quantised(table) if small else (table, np.ones((len(table), 1), np.float32))
    values = {
        "row_of_piece": bags.vocabulary.rows.astype(np.int32),
        "table": rows,
        "scales": scales,
        "damping": np.array(bags.damping - 1, np.float32),
        "short": bags.short.astype(np.int32),
        "ending": bags.ending.astype(np.int32),
        "unit": np.array(1, np.int32),
        "last": np.array([1], np.int64),
        "far": np.array([2**31 - 1], np.int64),
        "pad": np.array([0, 0, 0, 1], np.int64),
        "one": np.array([1], np.int64),
        "two": np.array([2], np.int64),
        "tiny": np.array(1e-12, np.float32),
    }
    return [numpy_helper.from_array(value, name) for name, value in values.items()]


def nodes():
    """Rows of the pieces, each weighted by (how often its stem stands in the text) ** (damping - 1), summed, of unit length."""
    make = helper.make_node
    return [
        make("Cast", ["attention_mask"], ["mask"], to=TensorProto.INT32),
        make("Gather", ["row_of_piece", "input_ids"], ["known"]),
        make("Gather", ["ending", "input_ids"], ["is_ending"]),
        make("Slice", ["is_ending", "last", "far", "one"], ["next_but_last"]),
        make("Pad", ["next_but_last", "pad"], ["next_is_ending"]),
        make("Gather", ["short", "input_ids"], ["is_short"]),
        make("Mul", ["is_short", "next_is_ending"], ["cut"]),
        make("Sub", ["unit", "cut"], ["whole"]),
        make("Mul", ["known", "mask"], ["unmasked"]),
        make("Mul", ["unmasked", "whole"], ["rows"]),
        make("Unsqueeze", ["rows", "two"], ["down"]),
        make("Unsqueeze", ["rows", "one"], ["across"]),
        make("Equal", ["down", "across"], ["same"]),
        make("Cast", ["same"], ["same_float"], to=TensorProto.FLOAT),
        make("ReduceSum", ["same_float", "two"], ["counts"], keepdims=0),
        make("Pow", ["counts", "damping"], ["shares"]),
        make("Gather", ["scales", "rows"], ["row_scales"]),
        make("Squeeze", ["row_scales", "two"], ["flat_scales"]),
        make("Mul", ["shares", "flat_scales"], ["weights"]),
        make("Unsqueeze", ["weights", "one"], ["weight_rows"]),
        make("Gather", ["table", "rows"], ["bytes"]),
        make("Cast", ["bytes"], ["numbers"], to=TensorProto.FLOAT),
        make("MatMul", ["weight_rows", "numbers"], ["sums"]),
        make("Squeeze", ["sums", "one"], ["sum"]),
        make("ReduceL2", ["sum"], ["length"], axes=[1], keepdims=1),
        make("Max", ["length", "tiny"], ["safe_length"]),
        make("Div", ["sum", "safe_length"], ["sentence_embedding"]),
    ]


def write_onnx(bags, path, small):
    """The graph at `path`: `input_ids` and `attention_mask` of [texts, tokens] in, `sentence_embedding` of [texts, dimensions] out."""
    inputs = [helper.make_tensor_value_info(name, TensorProto.INT64, ["texts", "tokens"]) for name in ("input_ids", "attention_mask")]
    output = helper.make_tensor_value_info("sentence_embedding", TensorProto.FLOAT, ["texts", bags.table.shape[1]])
    graph = helper.make_graph(nodes(), "stems", inputs, [output], constants(bags, small))
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=IR_VERSION, producer_name="pandect")
    onnx.checker.check_model(model)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(model.SerializeToString(deterministic=True))
    return path


class OnnxEncoder:
    """The exported graph, for figures of what is shipped."""

    def __init__(self, path, tokenizer, threads, tokens):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        self.session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        self.tokenizer, self.tokens = tokenizer, tokens

    def encode(self, texts):
        found = []
        for encoding in self.tokenizer.encode_batch(list(texts)):
            ids = np.array([encoding.ids[: self.tokens]], np.int64)
            found.append(self.session.run(None, {"input_ids": ids, "attention_mask": np.ones_like(ids)})[0][0])
        return np.array(found, np.float32)


def sha256(path):
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()


def write_folder(bags, small, out, settings):
    """The finished folder: everything is written beside it first, so that no half-made model is ever found there."""
    part = out.with_name(out.name + ".part")
    (part / "onnx").mkdir(parents=True, exist_ok=True)
    (part / MODEL_FILE).write_bytes(Path(small).read_bytes())
    bags.tokenizer.save(str(part / "tokenizer.json"), pretty=False)
    config = {"architectures": ["BertModel"], "model_type": "bert", "hidden_size": settings["dimensions"], "vocab_size": len(bags.vocabulary.pieces)}
    tokens = {"tokenizer_class": CLASS, "model_max_length": settings["maxTokens"], "unk_token": "[UNK]", "pad_token": "[PAD]", "cls_token": "[CLS]"}
    for name, value in (("config.json", config), ("tokenizer_config.json", tokens), ("pandect.json", settings)):
        (part / name).write_text(json.dumps(value, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    for name in ("config.json", "tokenizer.json", "tokenizer_config.json", "pandect.json", MODEL_FILE):
        target = out / name
        target.parent.mkdir(parents=True, exist_ok=True)
        (part / name).replace(target)
    (part / "onnx").rmdir()
    part.rmdir()
