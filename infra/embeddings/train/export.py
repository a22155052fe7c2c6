"""From the trained table to the folder that transformers.js loads: one ONNX graph of coded rows, tokenizer and settings."""

import hashlib
import json
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

from bags import PAIR_SHARE, RUN_SHARE
from codes import coded
from vocabulary import BUCKETS, LETTERS, ROWS_MAX, RUN_BASE, RUN_PIECES

OPSET, IR_VERSION = 17, 9
MODEL_FILE = "onnx/model_quantized.onnx"
# How many numbers of a row one byte stands for: a text is never made of pairs alone, so that pairs may be coarser.
WIDTHS = {"stem": 2, "pair": 3, "run": 2}
CODES_SEED = 7
CLASS = "PreTrainedTokenizerFast"


def with_nothing(rows):
    """A row of nought in front."""
    return np.concatenate([np.zeros((1, rows.shape[1]), rows.dtype), rows])


def in_blocks(keys):
    """Sorted keys in blocks of about the square root of their count, so that two comparisons find one; filled up with what no key reaches."""
    size = int(np.ceil(len(keys) ** 0.5))
    blocks = np.full((-(-len(keys) // size), size), np.iinfo(np.int64).max, np.int64)
    blocks.ravel()[: len(keys)] = keys
    return blocks


def row_constants(bags, small):
    """Rows of stems, pairs and runs, plain or coded; row 0 of each is nothing."""
    table = bags.table.detach().numpy().astype(np.float32)
    stems, pairs, runs = np.split(table, [bags.first_pair, bags.first_run])
    values = {}
    for name, rows in (("stem", stems), ("pair", with_nothing(pairs)), ("run", with_nothing(runs))):
        if small:
            values[name + "_codes"], values[name + "_points"], values[name + "_scales"] = coded(rows, WIDTHS[name], CODES_SEED)
        else:
            values[name + "_rows"] = rows
    return values


def constants(bags, small):
    vocabulary = bags.vocabulary
    blocks = in_blocks(vocabulary.pairs)
    integers = {
        "row_of_piece": vocabulary.rows,
        "letter_of_piece": vocabulary.letters,
        "pair_blocks": blocks,
        "pair_heads": blocks[:, 0],
        "block_size": np.array(blocks.shape[1]),
        "place_in_block": np.arange(1, blocks.shape[1] + 1),
        "rows_max": np.array(ROWS_MAX),
        "run_base": np.array(RUN_BASE),
        "buckets": np.array(BUCKETS),
        "start_letter": np.array(len(LETTERS) + 1),
        "nought": np.array(0),
        "unit": np.array(1),
        "one": np.array([1]),
        "two": np.array([2]),
        "to_end": np.array([np.iinfo(np.int64).max]),
        "beyond": np.array([0, 0, 0, max(RUN_PIECES) - 1]),
    }
    integers["row_shape"] = np.array([0, bags.table.shape[1]])
    integers |= {f"from_{at}": np.array([at]) for at in range(max(RUN_PIECES))}
    integers |= {f"to_{at}": np.array([at - max(RUN_PIECES) + 1 or np.iinfo(np.int64).max]) for at in range(max(RUN_PIECES))}
    numbers = {"damping": bags.damping - 1, "pair_share": PAIR_SHARE, "run_share": RUN_SHARE, "tiny": 1e-12}
    values = row_constants(bags, small)
    values |= {name: np.asarray(value, np.int64) for name, value in integers.items()}
    values |= {name: np.array(value, np.float32) for name, value in numbers.items()}
    return [numpy_helper.from_array(value, name) for name, value in values.items()]


make = helper.make_node


def sum_of_rows(name, table, rows, share, small):
    """
    Sum of the rows `rows` of [texts, tokens] of a table, each by (how often it stands in the text) ** (damping - 1) and by `share`; ends in `{name}_sum`. Only tokens that have a row
    are looked up, and the first one, which has none, so that there is always something to add.
    """
    n = lambda part: f"{name}_{part}"
    weighed = [
        make("Unsqueeze", [rows, "two"], [n("down")]),
        make("Unsqueeze", [rows, "one"], [n("across")]),
        make("Equal", [n("down"), n("across")], [n("same")]),
        make("Cast", [n("same")], [n("same_float")], to=TensorProto.FLOAT),
        make("ReduceSum", [n("same_float"), "two"], [n("counts")], keepdims=0),
        make("Pow", [n("counts"), "damping"], [n("shares")]),
        make("Mul", [n("shares"), share], [n("own_shares")]) if share else make("Identity", [n("shares")], [n("own_shares")]),
    ]
    chosen = [
        make("Slice", [rows, "from_0", "one", "one"], [n("first")]),
        make("Slice", [rows, "one", "to_end", "one"], [n("others")]),
        make("GreaterOrEqual", [n("first"), "nought"], [n("first_present")]),
        make("Greater", [n("others"), "nought"], [n("others_present")]),
        make("Concat", [n("first_present"), n("others_present")], [n("present")], axis=1),
        make("NonZero", [n("present")], [n("spots_across")]),
        make("Transpose", [n("spots_across")], [n("spots")], perm=[1, 0]),
        make("GatherND", [rows, n("spots")], [n("names")]),
        make("GatherND", [n("own_shares"), n("spots")], [n("weights")]),
        make("Gather", [n("spots_across"), "nought"], [n("text_of_name")], axis=0),
        make("Unsqueeze", [n("text_of_name"), "from_0"], [n("text_across")]),
        make("Equal", [n("text_across"), "texts_down"], [n("is_of_text")]),
        make("Cast", [n("is_of_text")], [n("of_text")], to=TensorProto.FLOAT),
        make("Mul", [n("of_text"), n("weights")], [n("weights_of_text")]),
    ]
    if small:
        looked_up = [
            make("Gather", [f"{table}_scales", n("names")], [n("own_scales")]),
            make("Gather", [f"{table}_codes", n("names")], [n("own_codes")]),
            make("Cast", [n("own_codes")], [n("own_points")], to=TensorProto.INT32),
            make("Gather", [f"{table}_points", n("own_points")], [n("groups")]),
            make("Reshape", [n("groups"), "row_shape"], [n("unscaled")]),
            make("Mul", [n("unscaled"), n("own_scales")], [n("numbers")]),
        ]
    else:
        looked_up = [make("Gather", [f"{table}_rows", n("names")], [n("numbers")])]
    return [*weighed, *chosen, *looked_up, make("MatMul", [n("weights_of_text"), n("numbers")], [n("sum")])]


def texts_in_order():
    """`texts_down`: the numbers of the texts, each in a row of its own."""
    return [
        make("Shape", ["input_ids"], ["texts"], start=0, end=1),
        make("Squeeze", ["texts"], ["text_count"]),
        make("Range", ["nought", "text_count", "unit"], ["text_numbers"]),
        make("Unsqueeze", ["text_numbers", "one"], ["texts_down"]),
    ]


def pairs_of_neighbours():
    """`pairs`: for each known piece the row of its pair with the next known one, 0 where it is none of ours."""
    return [
        make("Greater", ["rows", "nought"], ["is_known"]),
        make("Cast", ["is_known"], ["known_number"], to=TensorProto.INT64),
        make("CumSum", ["known_number", "unit"], ["running"]),
        make("Mul", ["running", "known_number"], ["place"]),
        make("Add", ["running", "unit"], ["next_place"]),
        make("Unsqueeze", ["next_place", "two"], ["next_down"]),
        make("Unsqueeze", ["place", "one"], ["place_across"]),
        make("Equal", ["next_down", "place_across"], ["is_next"]),
        make("Cast", ["is_next"], ["next_float"], to=TensorProto.FLOAT),
        make("Cast", ["rows"], ["row_float"], to=TensorProto.FLOAT),
        make("Unsqueeze", ["row_float", "two"], ["row_column"]),
        make("MatMul", ["next_float", "row_column"], ["next_column"]),
        make("Squeeze", ["next_column", "two"], ["next_row_float"]),
        make("Cast", ["next_row_float"], ["next_row"], to=TensorProto.INT64),
        make("Mul", ["rows", "rows_max"], ["high"]),
        make("Add", ["high", "next_row"], ["keys"]),
        make("Unsqueeze", ["keys", "two"], ["key_column"]),
        make("GreaterOrEqual", ["key_column", "pair_heads"], ["is_past"]),
        make("Cast", ["is_past"], ["past"], to=TensorProto.INT64),
        make("ReduceSum", ["past", "two"], ["blocks_past"], keepdims=0),
        make("Sub", ["blocks_past", "unit"], ["block_below"]),
        make("Max", ["block_below", "nought"], ["block"]),
        make("Gather", ["pair_blocks", "block"], ["keys_of_block"]),
        make("Equal", ["keys_of_block", "key_column"], ["is_pair"]),
        make("Cast", ["is_pair"], ["pair_found"], to=TensorProto.INT64),
        make("Mul", ["pair_found", "place_in_block"], ["pair_places"]),
        make("ReduceSum", ["pair_places", "two"], ["pair_place"], keepdims=0),
        make("Mul", ["block", "block_size"], ["before_block"]),
        make("Add", ["before_block", "pair_place"], ["pair_row"]),
        make("Greater", ["pair_place", "nought"], ["has_pair"]),
        make("Where", ["has_pair", "pair_row", "nought"], ["pairs"]),
    ]


def runs_of_letters():
    """`runs_{size}`: for each piece the row of the run of letters that begins there, 0 where none does."""
    found = [
        make("Gather", ["letter_of_piece", "input_ids"], ["all_letters"]),
        make("Mul", ["all_letters", "attention_mask"], ["letters"]),
        make("Pad", ["letters", "beyond"], ["letters_and_none"]),
    ]
    for at in range(max(RUN_PIECES)):
        found.append(make("Slice", ["letters_and_none", f"from_{at}", f"to_{at}", "one"], [f"letter_{at}"]))
        found.append(make("Greater", [f"letter_{at}", "nought"], [f"present_{at}"]))
        if at:
            found += [
                make("Less", [f"letter_{at}", "start_letter"], [f"inside_{at}"]),
                make("And", [f"present_{at}", f"inside_{at}"], [f"goes_on_{at}"]),
                make("And", [f"whole_{at - 1}", f"goes_on_{at}"], [f"whole_{at}"]),
                make("Mul", [f"key_{at - 1}", "run_base"], [f"shifted_key_{at}"]),
                make("Add", [f"shifted_key_{at}", f"letter_{at}"], [f"key_{at}"]),
            ]
        else:
            found += [make("Identity", ["present_0"], ["whole_0"]), make("Identity", ["letter_0"], ["key_0"])]
        if at + 1 in RUN_PIECES:
            found += [
                make("Mod", [f"key_{at}", "buckets"], [f"bucket_{at + 1}"]),
                make("Add", [f"bucket_{at + 1}", "unit"], [f"bucket_row_{at + 1}"]),
                make("Where", [f"whole_{at}", f"bucket_row_{at + 1}", "nought"], [f"runs_{at + 1}"]),
            ]
    return found


def nodes(small):
    """Stems, pairs of stems and runs of letters, each summed by itself; the sum of all, of unit length."""
    found = [
        *texts_in_order(),
        make("Gather", ["row_of_piece", "input_ids"], ["known"]),
        make("Mul", ["known", "attention_mask"], ["rows"]),
        *sum_of_rows("stem", "stem", "rows", None, small),
        *pairs_of_neighbours(),
        *sum_of_rows("pair", "pair", "pairs", "pair_share", small),
        *runs_of_letters(),
    ]
    for size in RUN_PIECES:
        found += sum_of_rows(f"run_{size}", "run", f"runs_{size}", "run_share", small)
    sums = ["stem_sum", "pair_sum", *(f"run_{size}_sum" for size in RUN_PIECES)]
    return [
        *found,
        make("Sum", sums, ["sum"]),
        make("ReduceL2", ["sum"], ["length"], axes=[1], keepdims=1),
        make("Max", ["length", "tiny"], ["safe_length"]),
        make("Div", ["sum", "safe_length"], ["sentence_embedding"]),
    ]


def write_onnx(bags, path, small):
    """The graph at `path`: `input_ids` and `attention_mask` of [texts, tokens] in, `sentence_embedding` of [texts, dimensions] out."""
    inputs = [helper.make_tensor_value_info(name, TensorProto.INT64, ["texts", "tokens"]) for name in ("input_ids", "attention_mask")]
    output = helper.make_tensor_value_info("sentence_embedding", TensorProto.FLOAT, ["texts", bags.table.shape[1]])
    steps = nodes(small)
    used = {name for step in steps for name in step.input}
    graph = helper.make_graph(steps, "bags", inputs, [output], [value for value in constants(bags, small) if value.name in used])
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
