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
# More names than any table has, so that a text and a name make one number.
NAMES_MAX = 1 << 20
CLASS = "PreTrainedTokenizerFast"


def with_nothing(rows):
    """A row of nought in front."""
    return np.concatenate([np.zeros((1, rows.shape[1]), rows.dtype), rows])


def in_levels(keys):
    """
    Sorted keys as three levels of about the cube root of their count, so that three short comparisons find one: the first key of each block of blocks, the first of each block,
    and all of them; filled up with what no key reaches.
    """
    size = int(np.ceil(len(keys) ** (1 / 3)))
    filled = np.full(size**3, np.iinfo(np.int32).max, np.int64)
    filled[: len(keys)] = keys
    last = filled.reshape(size * size, size)
    return last[::size, 0], last[:, 0].reshape(size, size), last


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
    top, middle, keys = in_levels(vocabulary.pairs)
    integers = {
        "row_of_piece": vocabulary.rows,
        "letter_of_piece": vocabulary.letters,
        "keys_top": top,
        "keys_middle": middle,
        "keys_last": keys,
        "level_size": np.array(len(top)),
        "place_in_level": np.arange(1, len(top) + 1),
        "rows_max": np.array(ROWS_MAX),
        "run_base": np.array(RUN_BASE),
        "buckets": np.array(BUCKETS),
        "start_letter": np.array(len(LETTERS) + 1),
        "names_max": np.array(NAMES_MAX),
        "nought": np.array(0),
        "unit": np.array(1),
        "none": np.array([0]),
        "one": np.array([1]),
        "to_end": np.array([np.iinfo(np.int64).max]),
        "beyond": np.array([0, 0, 0, max(RUN_PIECES) - 1]),
    }
    integers["row_shape"] = np.array([0, bags.table.shape[1]])
    integers |= {f"from_{at}": np.array([at]) for at in range(max(RUN_PIECES))}
    integers |= {f"to_{at}": np.array([at - max(RUN_PIECES) + 1 or np.iinfo(np.int64).max]) for at in range(max(RUN_PIECES))}
    # Runs of another size are other names, in the same rows.
    integers |= {f"first_of_{size}": np.array(1 + number * BUCKETS) for number, size in enumerate(RUN_PIECES)}
    numbers = {"damping": bags.damping - 1, "pair_share": PAIR_SHARE, "run_share": RUN_SHARE, "tiny": 1e-12}
    values = row_constants(bags, small)
    values |= {name: np.asarray(value, np.int64) for name, value in integers.items()}
    values |= {name: np.array(value, np.float32) for name, value in numbers.items()}
    return [numpy_helper.from_array(value, name) for name, value in values.items()]


make = helper.make_node


def present_in(name, names, width):
    """
    `{name}_names`: what `names` of [texts, tokens] holds in its order, without the noughts; the first token of a text, which has none, is kept, so that there is always something.
    `{name}_texts`: the text of each. `width`: the axis to cut at.
    """
    n = lambda part: f"{name}_{part}"
    return [
        make("Slice", [names, "none", "one", width], [n("first")]),
        make("Slice", [names, "one", "to_end", width], [n("others")]),
        make("GreaterOrEqual", [n("first"), "nought"], [n("first_present")]),
        make("Greater", [n("others"), "nought"], [n("others_present")]),
        make("Concat", [n("first_present"), n("others_present")], [n("present")], axis=-1),
        make("NonZero", [n("present")], [n("spots_across")]),
        make("Transpose", [n("spots_across")], [n("spots")], perm=[1, 0]),
        make("GatherND", [names, n("spots")], [n("names")]),
    ]


def sum_of_rows(name, table, rows, share, small):
    """
    Sum of the rows of a table, each by (how often its name, one of `{name}_names`, stands in its text) ** (damping - 1) and by `share`; ends in `{name}_sum` of [texts, dimensions].
    `rows`: the row of each name.
    """
    n = lambda part: f"{name}_{part}"
    weighed = [
        make("Mul", [n("texts"), "names_max"], [n("before_text")]),
        make("Add", [n("before_text"), n("names")], [n("own_names")]),
        make("Unsqueeze", [n("own_names"), "one"], [n("down")]),
        make("Equal", [n("down"), n("own_names")], [n("same")]),
        make("Cast", [n("same")], [n("same_float")], to=TensorProto.FLOAT),
        make("ReduceSum", [n("same_float"), "one"], [n("counts")], keepdims=0),
        make("Pow", [n("counts"), "damping"], [n("shares")]),
        make("Mul", [n("shares"), share], [n("weights")]) if share else make("Identity", [n("shares")], [n("weights")]),
        make("Equal", [n("texts"), "texts_down"], [n("is_of_text")]),
        make("Cast", [n("is_of_text")], [n("of_text")], to=TensorProto.FLOAT),
        make("Mul", [n("of_text"), n("weights")], [n("weights_of_text")]),
    ]
    if small:
        looked_up = [
            make("Gather", [f"{table}_scales", rows], [n("own_scales")]),
            make("Gather", [f"{table}_codes", rows], [n("own_codes")]),
            make("Cast", [n("own_codes")], [n("own_points")], to=TensorProto.INT32),
            make("Gather", [f"{table}_points", n("own_points")], [n("groups")]),
            make("Reshape", [n("groups"), "row_shape"], [n("unscaled")]),
            make("Mul", [n("unscaled"), n("own_scales")], [n("numbers")]),
        ]
    else:
        looked_up = [make("Gather", [f"{table}_rows", rows], [n("numbers")])]
    return [*weighed, *looked_up, make("MatMul", [n("weights_of_text"), n("numbers")], [n("sum")])]


def texts_in_order():
    """`texts_down`: the numbers of the texts, each in a row of its own."""
    return [
        make("Shape", ["input_ids"], ["texts"], start=0, end=1),
        make("Squeeze", ["texts"], ["text_count"]),
        make("Range", ["nought", "text_count", "unit"], ["text_numbers"]),
        make("Unsqueeze", ["text_numbers", "one"], ["texts_down"]),
    ]


def text_of(name):
    """`{name}_texts`: the text of each of `{name}_names`, cut out of a matrix of texts."""
    return [make("Gather", [f"{name}_spots_across", "nought"], [f"{name}_texts"], axis=0)]


def stems():
    """`stem_names`: the rows of the known pieces, text after text, before each text a nought."""
    return [
        make("Gather", ["row_of_piece", "input_ids"], ["known"]),
        make("Mul", ["known", "attention_mask"], ["rows"]),
        *present_in("stem", "rows", "one"),
        *text_of("stem"),
    ]


def level(name, keys, above):
    """`{name}_place`: how many of `keys` are at most the key that is looked up, less one; `above`: the place among the levels before it."""
    chosen = [make("Gather", [keys, above], [f"{name}_keys"])] if above else [make("Identity", [keys], [f"{name}_keys"])]
    return [
        *chosen,
        make("GreaterOrEqual", ["key_column", f"{name}_keys"], [f"{name}_is_past"]),
        make("Cast", [f"{name}_is_past"], [f"{name}_past"], to=TensorProto.INT64),
        make("ReduceSum", [f"{name}_past", "one"], [f"{name}_count"], keepdims=0),
        make("Sub", [f"{name}_count", "unit"], [f"{name}_below"]),
        make("Max", [f"{name}_below", "nought"], [f"{name}_place"]),
    ]


def pairs_of_neighbours():
    """
    `pair_names`: the row of each pair of neighbours that is one of ours. No pair of ours has a nought, so that the nought before each text parts it from the text before.
    """
    return [
        make("Slice", ["stem_names", "one", "to_end", "none"], ["later_stems"]),
        make("Concat", ["later_stems", "none"], ["next_stems"], axis=0),
        make("Mul", ["stem_names", "rows_max"], ["high"]),
        make("Add", ["high", "next_stems"], ["keys"]),
        make("Unsqueeze", ["keys", "one"], ["key_column"]),
        *level("top", "keys_top", None),
        *level("middle", "keys_middle", "top_place"),
        make("Mul", ["top_place", "level_size"], ["before_top"]),
        make("Add", ["before_top", "middle_place"], ["block"]),
        make("Gather", ["keys_last", "block"], ["keys_of_block"]),
        make("Equal", ["keys_of_block", "key_column"], ["is_pair"]),
        make("Cast", ["is_pair"], ["pair_found"], to=TensorProto.INT64),
        make("Mul", ["pair_found", "place_in_level"], ["pair_places"]),
        make("ReduceSum", ["pair_places", "one"], ["pair_place"], keepdims=0),
        make("Mul", ["block", "level_size"], ["before_block"]),
        make("Add", ["before_block", "pair_place"], ["pair_row"]),
        make("Greater", ["pair_place", "nought"], ["has_pair"]),
        make("Where", ["has_pair", "pair_row", "nought"], ["pairs"]),
        *present_in("pair", "pairs", "none"),
        make("GatherND", ["stem_texts", "pair_spots"], ["pair_texts"]),
    ]


def runs_of_letters():
    """`run_names`: the runs of letters, those of each size after the others; `run_rows`: their rows."""
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
                make("Add", [f"bucket_{at + 1}", f"first_of_{at + 1}"], [f"name_{at + 1}"]),
                make("Where", [f"whole_{at}", f"name_{at + 1}", "nought"], [f"runs_{at + 1}"]),
            ]
    return [
        *found,
        make("Concat", [f"runs_{size}" for size in RUN_PIECES], ["runs"], axis=1),
        *present_in("run", "runs", "one"),
        *text_of("run"),
        make("Sub", ["run_names", "unit"], ["runs_from_nought"]),
        make("Mod", ["runs_from_nought", "buckets"], ["run_buckets"]),
        make("Add", ["run_buckets", "unit"], ["bucket_rows"]),
        make("Greater", ["run_names", "nought"], ["is_run"]),
        make("Where", ["is_run", "bucket_rows", "nought"], ["run_rows"]),
    ]


def nodes(small):
    """
    Stems, pairs of stems and runs of letters, each summed by itself; the sum of all, of unit length. The service computes these steps by itself (`infra/embeddings/rows/bag-of-rows.ts`) and knows
    them by their hash: after a change here it runs the graph until that file is changed, too, and a test fails.
    """
    return [
        *texts_in_order(),
        *stems(),
        *sum_of_rows("stem", "stem", "stem_names", None, small),
        *pairs_of_neighbours(),
        *sum_of_rows("pair", "pair", "pair_names", "pair_share", small),
        *runs_of_letters(),
        *sum_of_rows("run", "run", "run_rows", "run_share", small),
        make("Sum", ["stem_sum", "pair_sum", "run_sum"], ["sum"]),
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
