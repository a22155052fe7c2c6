"""Writes MODEL-CARD.md of the model folder from metrics.json and from what check.ts printed."""

import argparse
import json
from pathlib import Path

HERE = Path(__file__).parent


def summary(row):
    parts = [f"{row['claims']} claims, {row['true']} of them true; area under the curve {row['area']}"]
    if "accuracy" in row:
        parts.append(f"label right {row['accuracy']}, calibration error of entailment {row['calibrationError']}, called contradicted and so labelled {row['contradictedRight']}, true ones called contradicted {row['trueContradicted']}")
    parts += [f"above {at['threshold']}: kept {at['trueKept']}, passed {at['falsePassed']}" for at in row["at"]]
    return "; ".join(parts) + "."


def kinds_table(row):
    lines = ["| kind | claims | label right | above the first threshold |", "|---|---|---|---|"]
    lines += [f"| {kind} | {one['claims']} | {one['labelRight']:.2f} | {one['aboveThreshold']:.2f} |" for kind, one in row["kinds"].items()]
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--node", type=Path, required=True)
    options = parser.parse_args()
    metrics = json.loads((HERE / "metrics.json").read_text(encoding="utf-8"))
    settings = json.loads((options.model / "pandect.json").read_text(encoding="utf-8"))
    node = json.loads(options.node.read_text(encoding="utf-8"))
    asked = metrics["asked"]
    card = (HERE / "card.md").read_text(encoding="utf-8")
    texts = {
        "name": settings["name"],
        "version": settings["version"],
        "maxTokens": settings["maxTokens"],
        "size": f"{metrics['bytes'] / 1e6:.1f} MB",
        "sha256": metrics["sha256"],
        "layers": metrics["options"]["layers"],
        "temperatureEntails": round(metrics["temperatures"]["entails"], 2),
        "temperatureAnswers": round(metrics["temperatures"]["answers"], 2),
        "pieces": metrics["data"]["pieces"],
        "sentences": metrics["data"]["sentences"],
        "claims": metrics["data"]["claims"],
        "questions": metrics["data"]["questions"],
        "options": ", ".join(f"{key} {value}" for key, value in metrics["options"].items()),
        "training": (HERE / "training.md").read_text(encoding="utf-8").strip(),
        "judgement": (HERE / "judgement.md").read_text(encoding="utf-8").strip(),
        "written": summary(metrics["written"]),
        "writtenKinds": kinds_table(metrics["written"]),
        "generated": summary(metrics["generated"]),
        "generatedKinds": kinds_table(metrics["generated"]),
        "quality": summary(metrics["qualityOpen"]),
        "asked": f"{asked['questions']} questions, {asked['sentences']} sentences; the answer first {asked['firstRight']}, mean reciprocal rank {asked['reciprocalRank']}, area {asked['area']}, calibration error {asked['calibrationError']}.",
        "quantised": f"the same label {metrics['quantised']['sameLabel']:.3f}, mean difference of a logit {metrics['quantised']['meanDifference']:.3f}",
        "node": f"a pair of about 90 tokens {node['pairMs']['median']} ms (95 %: {node['pairMs']['p95']}), eight together {node['eightPairsMs']} ms, {node['rssMiB']['model']} MiB of memory",
    }
    for key, text in texts.items():
        card = card.replace("{" + key + "}", str(text))
    (options.model / "MODEL-CARD.md").write_text(card, encoding="utf-8")


if __name__ == "__main__":
    main()
