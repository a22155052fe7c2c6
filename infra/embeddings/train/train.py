"""One command: pairs in, model folder and figures out. Each stage is kept in the work folder, and a second call goes on from there."""

import argparse
import json
import multiprocessing
import os
import time
from pathlib import Path

import numpy as np
import torch

from bags import Bags
from data import read_glossary, read_pairs, split
from export import MODEL_FILE, sha256, write_folder, write_onnx
from figures import floor_figures, model_figures, quantisation_figures
from learning import train
from merging import merge
from vocabulary import learn_pairs, learn_vocabulary, tokenizer_of

NAME = "pandect-fr-law"
VERSION = "2.1.1"
# A stem needs two texts to have a row.
GLOSSARY_COUNTS = 2
# Between the seeds of the tables of one number of steps and those of the next.
SEEDS_APART = 14
SETTINGS = ("batch", "rate", "drop", "made", "keep", "spell", "terms_every")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="pairs.jsonl.gz")
    parser.add_argument("--out", type=Path, required=True, help="model folder to write once all is done")
    parser.add_argument("--shared", type=Path, default=None, help="folder with relevance/ and corpus/ (default: two above --data)")
    parser.add_argument("--work", type=Path, default=Path.home() / ".cache/pandect/train/bags")
    parser.add_argument("--metrics", type=Path, default=Path(__file__).with_name("metrics.json"))
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--steps", type=int, nargs="+", default=[300, 450], help="of the tables; those that go on for longer err in other places")
    parser.add_argument("--members", type=int, default=4, help="tables trained for each number of steps, each from a seed of its own; all are merged into one")
    parser.add_argument("--processes", type=int, default=min(2, os.cpu_count() or 1), help="tables in training at the same time; changes no figure")
    parser.add_argument("--batch", type=int, default=1_024)
    parser.add_argument("--dimensions", type=int, default=672)
    parser.add_argument("--table-dimensions", type=int, default=384, help="of each table before they are merged")
    parser.add_argument("--rate", type=float, default=0.005)
    parser.add_argument("--drop", type=float, default=0.1, help="share of the rows left out of a text in training")
    parser.add_argument("--made", type=float, default=0.4, help="share of queries made out of their own passage")
    parser.add_argument("--keep", type=float, default=0.6, help="how often the passage keeps what its made query took")
    parser.add_argument("--spell", type=float, default=0.05, help="share of the known words read by their letters in training")
    parser.add_argument("--damping", type=float, default=0.5, help="what stands n times counts n ** damping")
    parser.add_argument("--weight", type=float, default=0.25, help="the row of a stem starts with the length rarity ** weight")
    parser.add_argument("--terms-every", type=int, default=5, help="every n-th batch is of EuroVoc")
    parser.add_argument("--serve-tokens", type=int, default=512, help="tokens read of a text when serving")
    parser.add_argument("--threads", type=int, default=1)
    return parser.parse_args()


def logger(path):
    def log(line):
        text = f"{time.strftime('%H:%M:%S', time.gmtime())} {line}"
        print(text, flush=True)
        with path.open("a", encoding="utf-8") as lines:
            lines.write(text + "\n")

    return log


def started(options, pairs, glossary):
    """The untrained model: random rows by rarity. Each word of the glossary is a word of the model."""
    texts = list(dict.fromkeys(text for pair in pairs for text in (pair.query, pair.passage)))
    texts += GLOSSARY_COUNTS * [" ".join([*said, *law]) for said, law in glossary]
    vocabulary = learn_vocabulary(texts)
    tokenizer = tokenizer_of(vocabulary)
    learn_pairs(vocabulary, [np.array(found.ids, np.int64) for found in tokenizer.encode_batch(texts, add_special_tokens=False)])
    bags = Bags(vocabulary, tokenizer, options.table_dimensions, options.seed, options.damping, options.weight)
    return bags


def train_table(number):
    """One table, kept in the work folder with its report; what it needs is that of the process it was forked from."""
    options, (bags, pairs, units, glossary), log = given
    group, member = divmod(number, options.members)
    seed = options.seed + SEEDS_APART * group + member
    settings = {name: getattr(options, name) for name in SETTINGS} | {"steps": options.steps[group], "seed": seed}
    bags.start(options.table_dimensions, seed, options.weight)
    tell = lambda line: log(f"table {number + 1} of {len(options.steps) * options.members}: {line}")
    found = train(bags, pairs, units, glossary, settings, tell, options.work / f"table-{number}.pt")
    return {"seed": seed, "steps": settings["steps"]} | found


def trained(options, *rest):
    """Reports and tables in their order. The processes are forked, so that all have the texts without reading them anew."""
    global given
    given = (options, *rest)
    numbers = range(len(options.steps) * options.members)
    with multiprocessing.get_context("fork").Pool(options.processes) as pool:
        reports = pool.map(train_table, numbers, chunksize=1)
    return reports, [torch.load(options.work / f"table-{number}.pt", weights_only=False)["table"] for number in numbers]


def main():
    options = arguments()
    shared = options.shared or options.data.parent.parent
    options.work.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    log = logger(options.work / "train.log")
    pairs, held = split(read_pairs(options.data))
    glossary = read_glossary()
    bags = started(options, pairs, glossary)
    log(f"{len(pairs)} pairs to train on, {len(held)} held out; {len(bags.vocabulary.stems)} stems, {len(bags.vocabulary.pairs)} pairs, {len(bags.vocabulary.pieces)} pieces")
    report = {"stems": len(bags.vocabulary.stems), "pairs": len(bags.vocabulary.pairs), "pieces": len(bags.vocabulary.pieces), "glossary": len(glossary)}
    units = tuple(bags.units(texts) for texts in ([p.query for p in pairs], [p.passage for p in pairs]))
    report["training"], tables = trained(options, (bags, pairs, units, glossary), log)
    merge(bags, tables, [found for side in units for found in side if len(found)], options.dimensions, options.seed)
    plain = write_onnx(bags, options.work / "model.onnx", small=False)
    small = write_onnx(bags, options.work / "model_quantized.onnx", small=True)
    report["quantised"] = quantisation_figures(bags, plain, small, held, options)
    report["floor"] = floor_figures(bags, small, shared, options)
    log(f"quantised {report['quantised']} floor {report['floor']}")
    report["sets"] = model_figures(bags, small, shared, held, options, log)
    serving = {
        "name": NAME,
        "version": VERSION,
        "dimensions": options.dimensions,
        "similarityFloor": report["floor"]["floor"],
        "maxTokens": options.serve_tokens,
        "firstWordId": bags.vocabulary.first_word,
    }
    write_folder(bags, small, options.out, serving)
    report["options"] = {k: v for k, v in vars(options).items() if not isinstance(v, Path) and v is not None}
    report["sha256"] = sha256(options.out / MODEL_FILE)
    options.metrics.write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    log(f"written {options.out}, SHA-256 {report['sha256']}")


if __name__ == "__main__":
    main()
