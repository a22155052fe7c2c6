"""Writes MODEL-CARD.md of a model folder from metrics.json and from what check.ts printed."""

import argparse
import json
from pathlib import Path

COLUMNS = ("R@10", "R@100", "MRR@10", "nDCG@10")
TITLES = {
    "held_out": "held-out pairs",
    "themes_headnote": "themes → headnote",
    "themes_ruling": "themes → ruling",
    "service_public": "questions → practice note",
    "lu_eu": "Luxembourg and EU law (its provisions were training passages)",
}
BRANCHES = (
    ("BM25, French stems", ("lexical",)),
    ("published base", ("base", "semantic")),
    ("published base, passages in context", ("baseInContext", "semantic")),
    ("this model, passages alone", ("alone", "semantic")),
    ("**this model, passages in context**", ("trained", "semantic")),
    ("RRF of BM25 and the base", ("base", "fused")),
    ("**RRF of BM25 and this model**", ("trained", "fused")),
)


def set_table(name, row):
    lines = [f"{TITLES[name]}: {row['queries']} queries, {row['documents']} documents", "", "| ranking | " + " | ".join(COLUMNS) + " |", "|---|---|---|---|---|"]
    for title, path in BRANCHES:
        found = row
        for key in path:
            found = found[key]
        lines.append(f"| {title} | " + " | ".join(f"{found[c]:.3f}" for c in COLUMNS) + " |")
    return "\n".join(lines)


def meaning_table(cases):
    lines = ["| case | base: rank among its 6 texts / among all 60 | this model |", "|---|---|---|"]
    for name, own in cases["trained"].items():
        base = cases["base"][name]
        lines.append(f"| {name} | {base['own']} / {base['all']} | {own['own']} / {own['all']} |")
    return "\n".join(lines)


def meaning_score(cases):
    first = {name: sum(c["own"] == 1 for c in found.values()) for name, found in cases.items()}
    return f"At rank 1 among its own six texts: base {first['base']} of 10, this model {first['trained']} of 10."


def blind_score(blind):
    first, second = ([blind[name][who] for who in ("base", "trained")] for name in ("first", "second"))
    return (
        f"of the first forty, first scored while the glossary was half as long, the base finds {first[0]} and this model {first[1]}; of the second forty, first scored for the last two "
        f"trials of 1.1.0, the base finds {second[0]} and this model {second[1]}. Both were scored again for every trial after it, but not chosen by: no longer unseen, though nothing was written for them."
    )


def percentiles(row):
    return ", ".join(f"p{p} {v}" for p, v in row.items())


def node_figures(found):
    if not found:
        return "not measured"
    return (
        f"a query takes {found['queryMs']['median']} ms at the median ({found['queryMs']['p95']} ms p95), {found['passagesPerSecond']} passages of {found['meanCharacters']} characters a second through the "
        f"embedding thread, {found['rssMiB']['embedder']} MiB more memory than without an embedder ({found['rssMiB']['before']} MiB resident before, {found['rssMiB']['after']} MiB at most). Measured on two cores"
    )


def trial_table(path):
    rows = json.loads(path.read_text(encoding="utf-8"))
    lines = ["| trial | held out | headnote | ruling | notes | LU, EU | kept |", "|---|---|---|---|---|---|---|"]
    return "\n".join(lines + ["| " + " | ".join([row["trial"], *("–" if x is None else f"{x:.3f}" for x in row["figures"]), row["kept"]]) + " |" for row in rows])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--metrics", type=Path, default=Path(__file__).with_name("metrics.json"))
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--node", type=Path, help="what check.ts printed; kept in the metrics")
    options = parser.parse_args()
    metrics = json.loads(options.metrics.read_text(encoding="utf-8"))
    if options.node:
        metrics["node"] = json.loads(options.node.read_text())
        options.metrics.write_text(json.dumps(metrics, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    settings = json.loads((options.model / "pandect.json").read_text(encoding="utf-8"))
    parts = Path(__file__).with_name("card.md").read_text(encoding="utf-8")
    sets = {k: v for k, v in metrics["sets"].items() if k in TITLES}
    average = metrics["sets"]["average"]
    values = {
        "name": settings["name"],
        "version": settings["version"],
        "dimensions": str(settings["dimensions"]),
        "damping": str(metrics["options"]["damping"]),
        "stems": f"{metrics['stems']:,}",
        "pairs": f"{metrics['pairs']:,}",
        "firstWordId": str(settings["firstWordId"]),
        "pieces": f"{metrics['pieces']:,}",
        "sha256": metrics["sha256"],
        "size": f"{(options.model / 'onnx/model_quantized.onnx').stat().st_size / 1e6:.1f} MB",
        "training": Path(__file__).with_name("training.md").read_text(encoding="utf-8").strip(),
        "trials": trial_table(Path(__file__).with_name("trials.json")),
        "repeated": metrics.get("repeated", "Two whole runs were not compared."),
        "sets": "\n\n".join(set_table(k, v) for k, v in sets.items()),
        "meaning": meaning_table(metrics["sets"]["byMeaning"]),
        "meaningScore": meaning_score(metrics["sets"]["byMeaning"]),
        "glossary": str(metrics["glossary"]),
        "blind": blind_score(metrics["sets"]["blind"]),
        "gain": f"{average['fair']['meanGainNdcg']:+.1%}",
        "gainAlone": f"{average['fairBothAlone']['meanGainNdcg']:+.0%}",
        "gainBoth": f"{average['fairBothInContext']['meanGainNdcg']:+.0%}",
        "gainAll": f"{average['all']['meanGainNdcg']:+.0%}",
        "gains": ", ".join(f"{TITLES[k]} {g:+.0%}" for k, g in average["all"]["gains"].items()),
        "floor": str(settings["similarityFloor"]),
        "without": f"{metrics['floor']['nonsenseWithoutVector']:.1%}",
        "nonsense": percentiles(metrics["floor"]["nonsenseTop1"]),
        "unrelated": percentiles(metrics["floor"]["unrelatedTop1"]),
        "questions": percentiles(metrics["floor"]["questionTop1"]),
        "quantised": f"worst {metrics['quantised']['worst']}, mean {metrics['quantised']['mean']} over {metrics['quantised']['passages']} passages",
        "maxTokens": str(settings["maxTokens"]),
        "options": ", ".join(f"{k} {v}" for k, v in metrics["options"].items()),
        "node": node_figures(metrics.get("node")),
    }
    for name, value in values.items():
        parts = parts.replace("{" + name + "}", value)
    (options.model / "MODEL-CARD.md").write_text(parts, encoding="utf-8")


if __name__ == "__main__":
    main()
