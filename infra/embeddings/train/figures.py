"""Figures of the finished model: rankings on every set, coded rows against 32 bits, and the similarity floor."""

import json
import string

import numpy as np

from base import Base
from export import OnnxEncoder
from measures import figures, lexical_rankings, report, semantic_rankings
from sets import all_passages, blind_cases, by_meaning, first_passages, held_out_set, lu_eu, service_public, themes_to_headnote, themes_to_ruling

BASE_TOKENS = 256
QUANTISED_PASSAGES = 1_000
NONSENSE_QUERIES = 400
# Most nonsense has no vector at all; the floor is set by what it must not lose.
FLOOR_PERCENTILE = 1
# Short everyday questions lie far below those of practice notes: the ten cases by meaning have cosines from 0.13 on.
FLOOR_SHARE = 0.5
FLOOR_PASSAGES = 1_000
UNRELATED = [
    "recette de la tarte aux pommes",
    "comment accorder une guitare",
    "distance entre la Terre et Jupiter",
    "meilleure ouverture aux échecs",
    "tailler les rosiers au printemps",
    "résultat du match de football d'hier soir",
    "symptômes du rhume des foins",
    "apprendre à nager le crawl",
    "accord de la septième au piano",
    "quelle est la capitale de l'Australie",
    "température de cuisson du saumon",
    "histoire des dinosaures du Crétacé",
    "tricoter une écharpe en laine",
    "réparer la chaîne d'un vélo",
    "peindre à l'aquarelle un coucher de soleil",
    "how to bake sourdough bread",
    "best hiking trails in Patagonia",
    "python list comprehension example",
    "couleur des plumes du perroquet",
    "jouer de l'accordéon sans partition",
]


def nonsense(rng):
    """Queries of one to three words of random letters, and two fixed ones."""
    letters = list(string.ascii_lowercase)
    words = lambda: "".join(rng.choice(letters, rng.integers(3, 10)))
    return ["zxqvw blorf", "qsdf jklm"] + [" ".join(words() for _ in range(rng.integers(1, 4))) for _ in range(NONSENSE_QUERIES - 2)]


def floor_figures(bags, small, shared, options):
    """Best cosine of nonsense, of unrelated and of real questions over the same passages of practice notes and rulings."""
    rng = np.random.default_rng(options.seed)
    questions = service_public(shared)
    texts = all_passages([questions, themes_to_ruling(shared)])
    chosen = [texts[i] for i in sorted(rng.permutation(len(texts))[:FLOOR_PASSAGES])]
    shipped = OnnxEncoder(small, bags.tokenizer, options.threads, options.serve_tokens)
    vectors = shipped.encode(chosen)
    best = lambda queries: (shipped.encode(queries) @ vectors.T).max(1)
    none, other, real = best(nonsense(rng)), best(UNRELATED), best(questions.queries)
    return {
        "floor": round(float(np.percentile(real, FLOOR_PERCENTILE)) * FLOOR_SHARE, 3),
        "nonsenseWithoutVector": round(float((none == 0).mean()), 3),
        "nonsenseTop1": {str(p): round(float(np.percentile(none, p)), 3) for p in (50, 95, 99, 99.9)},
        "unrelatedTop1": {str(p): round(float(np.percentile(other, p)), 3) for p in (5, 50, 95)},
        "questionTop1": {str(p): round(float(np.percentile(real, p)), 3) for p in (1, 5, 50, 95)},
        "passages": len(chosen),
    }


def quantisation_figures(bags, plain, small, held, options):
    """Cosine of coded rows to 32-bit ones over passages, and of the 32-bit graph to the training side."""
    texts = [text for text in dict.fromkeys(p.passage for p in held) if bags.encode([text]).any()][:QUANTISED_PASSAGES]
    one, two = (OnnxEncoder(p, bags.tokenizer, options.threads, options.serve_tokens).encode(texts) for p in (plain, small))
    cosines = (one * two).sum(1)
    return {
        "passages": len(texts),
        "worst": round(float(cosines.min()), 4),
        "mean": round(float(cosines.mean()), 4),
        "graphToTraining": round(float((one * bags.encode(texts)).sum(1).min()), 4),
    }


def meaning_ranks(encode, cases):
    """Rank of each case's text among its own distractors, and among the texts of all cases."""
    everything = [t for c in cases for t in (c["text"], *c["distractors"])]
    cosines = encode([c["query"] for c in cases]) @ encode(everything).T
    ranks, position = {}, 0
    for row, case in zip(cosines, cases):
        size = 1 + len(case["distractors"])
        own = row[position : position + size]
        ranks[case["id"]] = {"own": int((own > own[0]).sum()) + 1, "all": int((row > own[0]).sum()) + 1, "cosine": round(float(own[0]), 3)}
        position += size
    return ranks


def found_first(encode, cases):
    """In how many cases the text is at rank 1 among its own six."""
    return sum(found["own"] == 1 for found in meaning_ranks(encode, cases).values())


def averages(sets, model="trained", base="base"):
    gains = [s[model]["semantic"]["nDCG@10"] / s[base]["semantic"]["nDCG@10"] - 1 for s in sets.values()]
    return {"meanGainNdcg": round(float(np.mean(gains)), 3), "gains": dict(zip(sets, [round(float(g), 3) for g in gains]))}


def all_sets(shared, held):
    return [held_out_set(held), themes_to_headnote(shared), themes_to_ruling(shared), service_public(shared), first_passages(lu_eu(shared))]


def kept(path, make):
    """What `make` gives, kept as JSON, so that a second call costs nothing."""
    if not path.exists():
        path.write_text(json.dumps(make()))
    return json.loads(path.read_text())


def model_figures(bags, small, shared, held, options, log):
    """Lexical, semantic and fused figures of the published base (bfloat16) and of the shipped file."""
    sets = all_sets(shared, held)
    base = Base(BASE_TOKENS)
    shipped = OnnxEncoder(small, bags.tokenizer, options.threads, options.serve_tokens)
    result = {}
    for one_set in sets:
        lexical = lexical_rankings(one_set)
        row = {"queries": len(one_set.queries), "documents": len(one_set.documents), "lexical": figures(lexical, one_set)}
        # The base does not change: its figures are kept in the work folder.
        row["base"] = kept(options.work / f"base-{one_set.name}.json", lambda: report(one_set, lexical, semantic_rankings(one_set, base.encode)))
        row["baseInContext"] = kept(
            options.work / f"base-context-{one_set.name}.json", lambda: report(one_set, lexical, semantic_rankings(one_set, base.encode, context=True))
        )
        row["alone"] = report(one_set, lexical, semantic_rankings(one_set, shipped.encode))
        row["trained"] = report(one_set, lexical, semantic_rankings(one_set, shipped.encode, context=True))
        result[one_set.name] = row
        log(f"{one_set.name} {row}")
    fair = {k: v for k, v in result.items() if k != "lu_eu"}
    average = {
        "fair": averages(fair),
        "all": averages(result),
        "fairBothAlone": averages(fair, "alone"),
        "fairBothInContext": averages(fair, base="baseInContext"),
    }
    meaning = {"base": meaning_ranks(base.encode, by_meaning()), "trained": meaning_ranks(shipped.encode, by_meaning())}
    blind = {name: {who: found_first(encoder.encode, cases) for who, encoder in (("base", base), ("trained", shipped))} for name, cases in blind_cases().items()}
    log(f"{average} {meaning} {blind}")
    return result | {"average": average, "byMeaning": meaning, "blind": blind}
