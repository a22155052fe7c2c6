"""From the trained encoder to the folder that transformers.js loads: one ONNX graph with 8-bit weights, tokenizer and settings."""

import hashlib
import json
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic

from encoder import HEADS, TOKENS_MAX, WIDTH
from generation import LABELS

OPSET, IR_VERSION = 17, 9
MODEL_FILE = "onnx/model_quantized.onnx"
LABEL_NAMES = {"E": "entailment", "N": "neutral", "C": "contradiction"}
EPSILON = 1e-12


class Graph:
    """Nodes and constants of a graph, each value under a name of its own."""

    def __init__(self):
        self.nodes, self.constants, self.count = [], {}, 0

    def constant(self, value, name=None):
        name = name or f"constant_{len(self.constants)}"
        self.constants[name] = numpy_helper.from_array(np.array(value, order="C"), name)
        return name

    def integers(self, *values):
        return self.constant(np.array(values, np.int64))

    def number(self, value):
        return self.constant(np.array(value, np.float32))

    def add(self, kind, *inputs, output=None, **attributes):
        self.count += 1
        output = output or f"{kind.lower()}_{self.count}"
        self.nodes.append(helper.make_node(kind, list(inputs), [output], **attributes))
        return output

    def linear(self, name, value, state, output=None, bias=True):
        weight = self.constant(state[f"{name}.weight"].T, f"{name}.weight")
        if not bias:
            return self.add("MatMul", value, weight, output=output)
        return self.add("Add", self.add("MatMul", value, weight), self.constant(state[f"{name}.bias"], f"{name}.bias"), output=output)

    def normed(self, name, value, state):
        return self.add("LayerNormalization", value, self.constant(state[f"{name}.weight"], f"{name}.weight"), self.constant(state[f"{name}.bias"], f"{name}.bias"), axis=-1, epsilon=EPSILON)

    def gelu(self, value):
        inner = self.add("Erf", self.add("Div", value, self.number(2**0.5)))
        return self.add("Mul", self.add("Mul", value, self.add("Add", inner, self.number(1))), self.number(0.5))


def marked(graph, ids, types, real):
    """What `marks_of` in encoder.py computes."""
    across = lambda value, axis: graph.add("Unsqueeze", value, graph.integers(axis))
    other = graph.add("Not", graph.add("Equal", across(types, 2), across(types, 1)))
    both = graph.add("And", across(real, 2), across(real, 1))
    same = graph.add("And", graph.add("Equal", across(ids, 2), across(ids, 1)), graph.add("And", other, both))
    numbers = graph.add("Cast", same, to=TensorProto.FLOAT)
    end = graph.integers(np.iinfo(np.int64).max, np.iinfo(np.int64).max)
    axes = graph.integers(1, 2)
    later = graph.add("Slice", numbers, graph.integers(1, 1), end, axes)
    earlier = graph.add("Slice", numbers, graph.integers(0, 0), graph.integers(-1, -1), axes)
    pairs = graph.add("ReduceMax", graph.add("Mul", later, earlier), axes=[2], keepdims=0)
    after = graph.add("Pad", pairs, graph.integers(0, 1, 0, 0))
    before = graph.add("Pad", pairs, graph.integers(0, 0, 0, 1))
    alone = graph.add("ReduceMax", numbers, axes=[2], keepdims=0)
    return graph.add("Concat", *(across(value, 2) for value in (alone, after, before)), axis=2)


def layer(graph, name, hidden, bias, state):
    def heads(part, order):
        value = graph.linear(f"{name}.{part}", hidden, state)
        return graph.add("Transpose", graph.add("Reshape", value, graph.integers(0, 0, HEADS, WIDTH // HEADS)), perm=order)

    query, key, value = heads("query", [0, 2, 1, 3]), heads("key", [0, 2, 3, 1]), heads("value", [0, 2, 1, 3])
    scores = graph.add("Div", graph.add("MatMul", query, key), graph.number((WIDTH // HEADS) ** 0.5))
    mixed = graph.add("MatMul", graph.add("Softmax", graph.add("Add", scores, bias), axis=-1), value)
    mixed = graph.add("Reshape", graph.add("Transpose", mixed, perm=[0, 2, 1, 3]), graph.integers(0, 0, WIDTH))
    hidden = graph.normed(f"{name}.attention_norm", graph.add("Add", hidden, graph.linear(f"{name}.output", mixed, state)), state)
    inner = graph.linear(f"{name}.down", graph.gelu(graph.linear(f"{name}.up", hidden, state)), state)
    return graph.normed(f"{name}.norm", graph.add("Add", hidden, inner), state)


def built(state, layers, temperatures, separator):
    """The graph with 32-bit weights; its outputs are divided by `temperatures`, so that their probabilities are calibrated."""
    state = {name: value.numpy().astype(np.float32) for name, value in state.items()}
    graph = Graph()
    ids, mask = "input_ids", "attention_mask"
    ends = graph.add("Cast", graph.add("Equal", ids, graph.integers(separator)), to=TensorProto.INT32)
    # The first end belongs to the first text.
    passed = graph.add("CumSum", ends, graph.constant(np.array(1, np.int32)), exclusive=1)
    second = graph.add("Greater", passed, graph.constant(np.array(0, np.int32)))
    real = graph.add("Cast", mask, to=TensorProto.BOOL)
    types = graph.add("Cast", graph.add("And", second, real), to=TensorProto.INT64)
    length = graph.add("Slice", graph.add("Shape", ids), graph.integers(1), graph.integers(2), graph.integers(0))
    places = graph.add("Slice", graph.constant(state["positions.weight"], "positions"), graph.integers(0), length, graph.integers(0))
    words = graph.add("Gather", graph.constant(state["words.weight"], "words"), ids)
    kinds = graph.add("Gather", graph.constant(state["types.weight"], "types"), types)
    marks = graph.linear("marks", marked(graph, ids, types, real), state, bias=False)
    hidden = graph.add("Add", graph.add("Add", graph.add("Add", words, places), kinds), marks)
    hidden = graph.normed("norm", hidden, state)
    float_mask = graph.add("Cast", mask, to=TensorProto.FLOAT)
    closed = graph.add("Mul", graph.add("Sub", graph.number(1), float_mask), graph.number(-1e4))
    bias = graph.add("Unsqueeze", closed, graph.integers(1, 2))
    for index in range(layers):
        hidden = layer(graph, f"layers.{index}", hidden, bias, state)
    claim = graph.add("Unsqueeze", graph.add("Cast", types, to=TensorProto.FLOAT), graph.integers(2))
    count = graph.add("Max", graph.add("ReduceSum", claim, graph.integers(1), keepdims=0), graph.number(1))
    mean = graph.add("Div", graph.add("ReduceSum", graph.add("Mul", hidden, claim), graph.integers(1), keepdims=0), count)
    far = graph.add("Mul", graph.add("Sub", graph.number(1), claim), graph.number(1e4))
    most = graph.add("ReduceMax", graph.add("Sub", hidden, far), axes=[1], keepdims=0)
    first = graph.add("Gather", hidden, graph.constant(np.array(0, np.int64)), axis=1)
    pooled = graph.gelu(graph.linear("pool", graph.add("Concat", first, mean, most, axis=1), state))
    graph.add("Div", graph.linear("entails", pooled, state), graph.number(temperatures["entails"]), output="logits")
    graph.add("Div", graph.linear("answers", pooled, state), graph.number(temperatures["answers"]), output="answers")
    inputs = [helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "tokens"]) for name in (ids, mask)]
    outputs = [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", 3]), helper.make_tensor_value_info("answers", TensorProto.FLOAT, ["batch", 1])]
    model = helper.make_model(helper.make_graph(graph.nodes, "entailment", inputs, outputs, list(graph.constants.values())), opset_imports=[helper.make_opsetid("", OPSET)], ir_version=IR_VERSION, producer_name="pandect")
    onnx.checker.check_model(model)
    return model


def written(model, target):
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(model.SerializeToString())
    return target


def quantised(plain, target):
    """Weights of 8 bits, one scale for each column; what is small stays as it is."""
    part = target.with_suffix(".part.onnx")
    quantize_dynamic(plain, part, weight_type=QuantType.QInt8, per_channel=True, op_types_to_quantize=["MatMul", "Gather"], extra_options={"MatMulConstBOnly": True})
    part.replace(target)
    return target


class Graphs:
    """A graph as the service runs it: one pair at a time, one thread."""

    def __init__(self, path):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        self.session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])

    def outputs(self, rows):
        entails, answers = np.zeros((len(rows), 3), np.float32), np.zeros(len(rows), np.float32)
        for at, (ids, _) in enumerate(rows):
            inputs = {"input_ids": ids[None].astype(np.int64), "attention_mask": np.ones((1, len(ids)), np.int64)}
            first, second = self.session.run(["logits", "answers"], inputs)
            entails[at], answers[at] = first[0], second[0, 0]
        return entails, answers


def sha256(path):
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()


def write_folder(out, graph, tokenizer, settings):
    """All files of the model folder; the graph last, so that a folder is never new by half."""
    (out / "onnx").mkdir(parents=True, exist_ok=True)
    config = {"architectures": ["BertModel"], "model_type": "bert", "hidden_size": WIDTH, "vocab_size": tokenizer.get_vocab_size(), "id2label": {str(at): LABEL_NAMES[label] for at, label in enumerate(LABELS)}}
    tokens = {"tokenizer_class": "PreTrainedTokenizerFast", "model_max_length": TOKENS_MAX, "unk_token": "[UNK]", "pad_token": "[PAD]", "cls_token": "[CLS]", "sep_token": "[SEP]"}
    for name, value in (("config.json", config), ("tokenizer_config.json", tokens), ("pandect.json", settings)):
        (out / name).write_text(json.dumps(value, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    tokenizer.no_truncation()
    tokenizer.no_padding()
    (out / "tokenizer.json").write_text(json.dumps(json.loads(tokenizer.to_str()), ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")
    (out / MODEL_FILE).write_bytes(graph.read_bytes())
