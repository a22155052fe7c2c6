"""One command: pairs and written claims in, model folder and figures out. Each stage is kept in the work folder, and a second call goes on from there."""

import argparse
import functools
import json
import multiprocessing
import random
import time
from pathlib import Path

import numpy as np
import torch
from tokenizers import Tokenizer
from transformers import BertModel, logging

from encoder import TOKENS_MAX as SERVED_TOKENS
from encoder import Encoder, from_base
from export import MODEL_FILE, Graphs, built, quantised, sha256, write_folder, written
from figures import answer_figures, entailment_figures, quality_figures, temperature_of_answers, temperature_of_claims
from generation import ANSWERS, ENTAILS, LABELS, Example, Generator
from learning import TOKENS_MAX, encoded, outputs, with_limit, work
from texts import VERSION, excluded_names, part_of, passage_key, places, read_claims, read_passages, read_questions, read_rows
from vocabulary import base_folder, first_rows, learn_tokenizer
from written import is_dev, of_claims, of_questions

HERE = Path(__file__).parent
NAME = "pandect-fr-law-entailment"
VERSION_OF_MODEL = "1.1.0"
HELD_OUT_ONE_IN = 40
# Generated examples made at a time, and the share of the written ones that goes with them.
POOL = 2_000
WRITTEN_SHARE = 0.2
GENERATED_FOR_WRITTEN = 0.25
DEV_GENERATED = 2_000
# Of each set, while training goes on.
MEASURED = 320


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="pairs.jsonl.gz")
    parser.add_argument("--out", type=Path, required=True, help="model folder to write once all is done")
    parser.add_argument("--shared", type=Path, default=None, help="folder with corpus/ (default: two above --data)")
    parser.add_argument("--quality", type=Path, default=HERE.parents[2] / "test/quality", help="its sources are left out of training")
    parser.add_argument("--work", type=Path, default=Path.home() / ".cache/pandect/train/entailment/work")
    parser.add_argument("--metrics", type=Path, default=HERE / "metrics.json")
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--layers", type=int, default=4)
    parser.add_argument("--general-steps", type=int, default=64)
    parser.add_argument("--general-rate", type=float, default=3e-4)
    parser.add_argument("--written-steps", type=int, default=2_832)
    parser.add_argument("--written-rate", type=float, default=2.5e-4)
    parser.add_argument("--general-minutes", type=float, default=None, help="end the stage earlier; another number gives another model")
    parser.add_argument("--written-minutes", type=float, default=None)
    parser.add_argument("--processes", type=int, default=2, help="each trains on one thread; another number gives another model")
    parser.add_argument("--stage", choices=["general", "all"], default="all", help="general: stop before the written claims")
    return parser.parse_args()


def logger(path):
    def log(line):
        text = f"{time.strftime('%H:%M:%S', time.gmtime())} {line}"
        print(text, flush=True)
        with path.open("a", encoding="utf-8") as lines:
            lines.write(text + "\n")

    return log


class Data:
    """All texts, split by source; what a process needs is that of the process it was forked from."""

    def __init__(self, options):
        shared = options.shared or options.data.parent.parent
        rows = read_rows(options.data)
        excluded = excluded_names(shared, options.quality)
        known = places(rows, shared)
        self.claims, self.refused_claims = read_claims(HERE / "claims", known)
        self.questions, self.refused_questions = read_questions(HERE / "questions", known)
        dev_keys = {one.source.removeprefix("pair:") for one in [*self.claims, *self.questions] if is_dev(one.source)}
        dev_groups = {VERSION.sub("", row["source"]) for row in rows if passage_key(row["passage"]) in dev_keys}
        passages, headings = read_passages(rows, excluded)
        held = lambda passage: part_of(passage.group, HELD_OUT_ONE_IN) == 0
        self.passages = [one for one in passages if not held(one) and one.group not in dev_groups]
        self.held = [one for one in passages if held(one)]
        self.headings = [one for one in headings if not held(one[1]) and one[1].group not in dev_groups]
        self.held_headings = [one for one in headings if held(one[1])]
        self.translations = [(row["query"].lower(), row["passage"].lower()) for row in rows if row["kind"] == "translation" and " " not in row["query"] and " " not in row["passage"]]
        self.sentences = [one for passage in passages for one in passage.sentences]


def tokenizer_and_rows(data, work_folder, log):
    """French vocabulary and first rows, kept in the work folder."""
    files = work_folder / "tokenizer.json", work_folder / "rows.npy"
    if not all(file.exists() for file in files):
        glossary = (HERE.parents[1] / "embeddings/train/glossary.txt").read_text(encoding="utf-8").splitlines()
        train = lambda items: [text for one in items if not is_dev(one.source) for text in ((one.hypothesis,) if hasattr(one, "hypothesis") else (one.text,))]
        texts = data.sentences + glossary + [heading for heading, _ in data.headings] + 3 * (train(data.claims) + train(data.questions))
        tokenizer = learn_tokenizer(texts)
        folder = base_folder()
        base_words = Tokenizer.from_file(str(folder / "tokenizer.json")).get_vocab()
        base_rows = BertModel.from_pretrained(folder, add_pooling_layer=False).embeddings.word_embeddings.weight.detach().numpy()
        rows, anchors = first_rows(tokenizer, texts, base_words, base_rows, data.translations)
        tokenizer.save(str(files[0]))
        np.save(files[1], rows)
        log(f"{len(rows)} pieces, {anchors} of them anchored in the base")
    return Tokenizer.from_file(str(files[0])), np.load(files[1])


def stage_examples(kind, data, generator, tokenizer, seed, epoch):
    """Examples of one epoch of a process, with their rows."""
    if kind == "general":
        examples = generator.examples(seed, POOL)
    else:
        rng = random.Random(seed)
        some = lambda items: rng.sample(items, max(1, int(len(items) * WRITTEN_SHARE))) if items else []
        claims = some([one for one in data.claims if not is_dev(one.source)])
        questions = some([one for one in data.questions if not is_dev(one.source)])
        examples = of_claims(rng, claims, generator.context) + of_questions(rng, questions, generator.context)
        examples += generator.examples(seed, int(len(examples) * GENERATED_FOR_WRITTEN))
        rng.shuffle(examples)
    return examples, encoded(tokenizer, examples)


def dev_sets(data, tokenizer, generated_count=DEV_GENERATED):
    """{name: (examples, rows)}: generated ones of held-out texts, written ones of held-out sources."""
    held = Generator(data.held, data.held_headings)
    claims = [Example(ENTAILS, f"{one.name}. {one.premise}", one.hypothesis, LABELS.index(one.label), one.kind) for one in data.claims if is_dev(one.source)]
    generated = held.examples(5, generated_count)
    questions = [one for one in data.questions if is_dev(one.source)]
    asked = []
    for question in questions:
        title = lambda text: f"{question.name}. {text}"
        asked.append(Example(ANSWERS, question.text, title(question.sentence), 1, question.text))
        asked += [Example(ANSWERS, question.text, title(one), 0, question.text) for one in question.others[:8]]
    sets = {"written": claims, "generated": [one for one in generated if one.task == ENTAILS], "asked": asked}
    return {name: (examples, encoded(tokenizer, examples)) for name, examples in sets.items() if examples}


def short_figures(model, sets):
    """One line: accuracy, and the share of true claims kept where at most 2 and 5 % of the false ones pass."""
    parts = []
    for name, (examples, rows) in sets.items():
        entails, _ = outputs(model, rows)
        labels = np.array([one.label for one in examples])
        chance = np.exp(entails - entails.max(1, keepdims=True))
        chance = chance[:, 0] / chance.sum(1)
        false = np.sort(chance[labels != 0])[::-1]
        kept = [float((chance[labels == 0] > false[int(len(false) * share)]).mean()) for share in (0.02, 0.05, 0.1)]
        parts.append(f"{name} accuracy {(entails.argmax(1) == labels).mean():.3f}, AUC {auc(chance[labels == 0], false):.3f}, kept at 2/5/10 % {kept[0]:.2f}/{kept[1]:.2f}/{kept[2]:.2f} of {len(labels)}")
    return "; ".join(parts)


def auc(right, wrong):
    return float((right[:, None] > wrong[None]).mean() + 0.5 * (right[:, None] == wrong[None]).mean())


def run_stage(options, stage, start, target, kind, data, generator, tokenizer, log):
    target.with_suffix(".meeting").unlink(missing_ok=True)
    sets = {name: (examples, rows) for name, (examples, rows) in dev_sets(data, tokenizer, MEASURED).items() if name != "asked"}
    rng = random.Random(options.seed)
    chosen = {name: sorted(rng.sample(range(len(examples)), min(MEASURED, len(examples)))) for name, (examples, _) in sets.items()}
    sets = {name: ([examples[at] for at in chosen[name]], [rows[at] for at in chosen[name]]) for name, (examples, rows) in sets.items()}
    measure = functools.partial(short_figures, sets=sets)
    context = multiprocessing.get_context("fork")
    make = lambda seed, epoch: stage_examples(kind, data, generator, tokenizer, seed, epoch)
    processes = [context.Process(target=work, args=(rank, options.processes, stage, start, target, make, measure if rank == 0 else None, log)) for rank in range(options.processes)]
    for one in processes:
        one.start()
    for one in processes:
        one.join()
        if one.exitcode != 0:
            raise SystemExit(f"a training process ended with {one.exitcode}")
    return torch.load(target, weights_only=False)["model"]


def is_done(target):
    return target.exists() and torch.load(target, weights_only=False)["done"]


def main():
    options = arguments()
    options.work.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)
    logging.set_verbosity_error()
    log = logger(options.work / "train.log")
    data = Data(options)
    log(f"{len(data.sentences)} sentences, {len(data.claims)} written claims ({data.refused_claims} refused), {len(data.questions)} questions ({data.refused_questions} refused)")
    tokenizer, rows = tokenizer_and_rows(data, options.work, log)
    with_limit(tokenizer, TOKENS_MAX)
    generator = Generator(data.passages, data.headings)
    start = from_base(base_state(), rows, options.layers).state_dict()
    general = {"name": "general", "steps": options.general_steps, "rate": options.general_rate, "warm": 100, "seed": options.seed, "decays": False, "minutes": options.general_minutes, "layers": options.layers}
    target = options.work / "general.pt"
    if not is_done(target):
        run_stage(options, general, start, target, "general", data, generator, tokenizer, log)
    state = torch.load(target, weights_only=False)["model"]
    if options.stage == "general":
        return
    final = {"name": "written", "steps": options.written_steps, "rate": options.written_rate, "warm": 40, "seed": options.seed + 1, "decays": True, "minutes": options.written_minutes, "layers": options.layers}
    target = options.work / "written.pt"
    if not is_done(target):
        run_stage(options, final, state, target, "written", data, generator, tokenizer, log)
    finish(options, torch.load(target, weights_only=False)["model"], data, tokenizer, log)


def finish(options, state, data, tokenizer, log):
    """Temperatures from the graph with 8-bit weights, the model folder, and the figures of what is in it."""
    separator = tokenizer.token_to_id("[SEP]")
    export = lambda name, temperatures: quantised(written(built(state, options.layers, temperatures, separator), options.work / f"{name}.onnx"), options.work / f"{name}-8.onnx")
    sets = dev_sets(data, tokenizer)
    raw = export("raw", {"entails": 1.0, "answers": 1.0})
    served = {name: Graphs(raw).outputs(rows) for name, (_, rows) in sets.items()}
    labels = {name: np.array([one.label for one in examples]) for name, (examples, _) in sets.items()}
    temperatures = {"entails": temperature_of_claims(served["written"][0], labels["written"]), "answers": temperature_of_answers(served["asked"][1], labels["asked"])}
    log(f"temperatures {temperatures}")
    small = export("model", temperatures)
    graph = Graphs(small)
    report = {"temperatures": temperatures, "options": {key: value for key, value in vars(options).items() if not isinstance(value, Path) and value is not None}}
    report["data"] = {"sentences": len(data.sentences), "claims": len(data.claims), "devClaims": sum(is_dev(one.source) for one in data.claims), "questions": len(data.questions), "devQuestions": sum(is_dev(one.source) for one in data.questions), "pieces": tokenizer.get_vocab_size()}
    model = Encoder(state["words.weight"].shape[0], options.layers)
    model.load_state_dict(state)
    model.eval()
    examples, rows = sets["written"]
    plain = outputs(model, rows[:400])[0]
    report["quantised"] = {"sameLabel": float((plain.argmax(1) == served["written"][0][:400].argmax(1)).mean()), "meanDifference": float(np.abs(plain - served["written"][0][:400]).mean())}
    report["written"], thresholds = entailment_figures(examples, served["written"][0] / temperatures["entails"])
    report["generated"], _ = entailment_figures(sets["generated"][0], served["generated"][0] / temperatures["entails"], thresholds)
    report["asked"] = answer_figures(sets["asked"][0], served["asked"][1] / temperatures["answers"])
    report["qualityOpen"] = quality_figures(options.quality, options.shared or options.data.parent.parent, tokenizer, graph.outputs, 1.0, thresholds)
    settings = {"name": NAME, "version": VERSION_OF_MODEL, "maxTokens": SERVED_TOKENS}
    write_folder(options.out, small, tokenizer, settings)
    report["bytes"], report["sha256"] = small.stat().st_size, sha256(options.out / MODEL_FILE)
    options.metrics.write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    log(f"written {options.out}, SHA-256 {report['sha256']}")


def base_state():
    """Weights of the base under names without a prefix."""
    return BertModel.from_pretrained(base_folder(), add_pooling_layer=False, dtype=torch.float32).state_dict()


if __name__ == "__main__":
    main()
