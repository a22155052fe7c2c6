"""Figures of the model as it is served: calibration, and what a threshold keeps and lets through, by kind of change."""

import json
from collections import defaultdict

import numpy as np
from scipy.optimize import minimize_scalar

from generation import ENTAILS, Example
from learning import encoded
from texts import clean, sentences_of

FALSE_SHARES = (0.02, 0.04)
BINS = 10
QUALITY_SENTENCES = 40


def softmax(logits):
    weights = np.exp(logits - logits.max(1, keepdims=True))
    return weights / weights.sum(1, keepdims=True)


def sigmoid(logits):
    return 1 / (1 + np.exp(-logits))


def temperature_of_claims(logits, labels):
    loss = lambda log: -np.log(softmax(logits / np.exp(log))[np.arange(len(labels)), labels] + 1e-12).mean()
    return float(np.exp(minimize_scalar(loss, bounds=(-2, 2), method="bounded").x))


def temperature_of_answers(logits, labels):
    def loss(log):
        chance = sigmoid(logits / np.exp(log))
        return -(labels * np.log(chance + 1e-12) + (1 - labels) * np.log(1 - chance + 1e-12)).mean()

    return float(np.exp(minimize_scalar(loss, bounds=(-2, 2), method="bounded").x))


def calibration_error(chance, right):
    """Mean distance between what is stated and what is right, over ten bins of the stated chance."""
    bins = np.minimum((chance * BINS).astype(int), BINS - 1)
    return float(sum((bins == one).mean() * abs(chance[bins == one].mean() - right[bins == one].mean()) for one in range(BINS) if (bins == one).any()))


def area(right, wrong):
    return float((right[:, None] > wrong[None]).mean() + 0.5 * (right[:, None] == wrong[None]).mean()) if len(right) and len(wrong) else None


def threshold_for(chance, is_true, share):
    """The lowest chance of which at most `share` of the false claims are above."""
    false = np.sort(chance[~is_true])[::-1]
    return float(false[int(len(false) * share)]) if len(false) else 1.0


def rounded(value, digits=3):
    return None if value is None else round(float(value), digits)


def entailment_figures(examples, logits, thresholds=None):
    """`thresholds`: {share of false ones: threshold} chosen on another set; without, on this one."""
    chance = softmax(logits)
    labels = np.array([one.label for one in examples])
    is_true, entails = labels == 0, chance[:, 0]
    figures = {"claims": len(labels), "true": int(is_true.sum()), "accuracy": rounded((chance.argmax(1) == labels).mean()), "area": rounded(area(entails[is_true], entails[~is_true]))}
    figures["calibrationError"] = rounded(calibration_error(entails, is_true.astype(float)))
    denied = chance.argmax(1) == 2
    figures["contradictedRight"] = rounded((labels[denied] == 2).mean()) if denied.any() else None
    figures["trueContradicted"] = rounded(denied[is_true].mean()) if is_true.any() else None
    thresholds = thresholds or {share: threshold_for(entails, is_true, share) for share in FALSE_SHARES}
    figures["at"] = [{"share": share, "threshold": rounded(value, 4), "trueKept": rounded((entails[is_true] > value).mean()), "falsePassed": rounded((entails[~is_true] > value).mean())} for share, value in thresholds.items()]
    kinds, lowest = defaultdict(lambda: [0, 0, 0]), thresholds[FALSE_SHARES[0]]
    for at, one in enumerate(examples):
        key = ("true " if one.label == 0 else "false ") + one.kind
        kinds[key][0] += 1
        kinds[key][1] += int(chance[at].argmax() == one.label)
        kinds[key][2] += int(entails[at] > lowest)
    figures["kinds"] = {key: {"claims": n, "labelRight": rounded(right / n), "aboveThreshold": rounded(above / n)} for key, (n, right, above) in sorted(kinds.items())}
    return figures, thresholds


def answer_figures(examples, logits):
    """Questions of held-out sources among the sentences of their text; the kind of an example is its question."""
    labels, chance = np.array([one.label for one in examples]), sigmoid(logits)
    groups = defaultdict(list)
    for at, one in enumerate(examples):
        groups[one.kind].append(at)
    firsts, ranks = [], []
    for places in groups.values():
        if len(places) < 2 or not labels[places].any():
            continue
        rank = 1 + int((logits[places][labels[places] == 0] >= logits[places][labels[places] == 1].max()).sum())
        firsts.append(rank == 1)
        ranks.append(1 / rank)
    return {"questions": len(firsts), "sentences": len(labels), "area": rounded(area(chance[labels == 1], chance[labels == 0])), "firstRight": rounded(np.mean(firsts)), "reciprocalRank": rounded(np.mean(ranks)), "calibrationError": rounded(calibration_error(chance, labels.astype(float)))}


def quality_open(folder, shared):
    """The open half of the quality claims against every sentence of their text: [(claim, examples)]. Never trained on; the sealed half is not read further than its hash."""
    import hashlib

    texts = {}
    for file in sorted((shared / "corpus/import").glob("*.jsonl")):
        for line in file.open(encoding="utf-8"):
            record = json.loads(line)
            texts.setdefault(record["source"]["id"], record)
    found = []
    for file in sorted((folder / "claims").glob("*.tsv")):
        for line in file.read_text(encoding="utf-8").splitlines():
            source, truth, kind, claim = line.split("\t")
            if int(hashlib.sha256(claim.encode()).hexdigest()[0], 16) >= 8 or source not in texts:
                continue
            record = texts[source]
            sentences = [one for one in sentences_of(record["text"]) if len(one) > 25][:QUALITY_SENTENCES] or [clean(record["text"])[:600]]
            title = clean(record["title"])
            found.append((kind, truth == "T", [Example(ENTAILS, f"{title}. {one}", clean(claim), 0, kind) for one in sentences]))
    return found


def quality_figures(folder, shared, tokenizer, outputs, temperature, thresholds):
    """Each claim by its best sentence."""
    claims = quality_open(folder, shared)
    examples = [one for _, _, some in claims for one in some]
    entails, _ = outputs(encoded(tokenizer, examples))
    chance = softmax(entails / temperature)[:, 0]
    best, at = [], 0
    for _, _, some in claims:
        best.append(chance[at : at + len(some)].max())
        at += len(some)
    best, is_true = np.array(best), np.array([true for _, true, _ in claims])
    figures = {"claims": len(best), "true": int(is_true.sum()), "area": rounded(area(best[is_true], best[~is_true]))}
    figures["at"] = [{"threshold": rounded(value, 4), "trueKept": rounded((best[is_true] > value).mean()), "falsePassed": rounded((best[~is_true] > value).mean())} for value in thresholds.values()]
    figures["kept at own share"] = [{"share": share, "trueKept": rounded((best[is_true] > threshold_for(best, is_true, share)).mean())} for share in FALSE_SHARES]
    return figures
