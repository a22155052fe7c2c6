"""One training run of the table: in-batch negatives over cosine × SCALE. The order of everything depends on the seed only."""

import time

import numpy as np
import torch

from data import EUROVOC
from vocabulary import NOTHING

SCALE = 20.0
WARM_UP_STEPS = 50
FALL_TO = 0.02
LOG_EVERY = 50
CHECKPOINT_EVERY = 100
# A made query is a run of a passage's words, or words picked from all over it by how rare they are: a sentence, or keywords.
RUN_WORDS = (4, 14)
PICKED_WORDS = (3, 10)
MADE_FROM_WORDS = 16
# Of the glossary a query is one or two phrases of a matter, its passage one or more of the law's.
SAID_PHRASES = 2


def ranking_loss(queries, passages):
    """Both directions: each query must find its passage and each passage its query."""
    scores = SCALE * queries @ passages.T
    target = torch.arange(len(scores))
    return (torch.nn.functional.cross_entropy(scores, target) + torch.nn.functional.cross_entropy(scores.T, target)) / 2


class Epochs:
    """An endless seeded stream of pair numbers; no two equal queries, passages or sources in one batch."""

    def __init__(self, pairs, members, rng):
        self.pairs, self.members, self.rng, self.queue = pairs, np.array(members), rng, []

    def batch(self, size):
        taken, texts, passed = [], set(), []
        while len(taken) < size:
            if not self.queue:
                self.queue = self.rng.permutation(self.members).tolist()
            number = self.queue.pop()
            pair = self.pairs[number]
            own = {pair.query.lower(), pair.passage, pair.group}
            if own & texts:
                passed.append(number)
                if len(passed) > size:
                    break
                continue
            texts |= own
            taken.append(number)
        return taken


def made_query(units, bags, rng, keep):
    """(query, passage) out of one passage: a run of words or picked ones; `keep`: how often the passage keeps them too."""
    if rng.random() < 0.5:
        size = int(rng.integers(*RUN_WORDS))
        start = int(rng.integers(0, len(units) - size + 1)) if len(units) > size else 0
        query, rest = units[start : start + size], np.concatenate([units[:start], units[start + size :]])
    else:
        names = np.unique(units)
        size = min(len(names) // 2, int(rng.integers(*PICKED_WORDS)))
        rarity = bags.rarities(names)
        query = rng.choice(names, size, replace=False, p=rarity / rarity.sum())
        rest = units[~np.isin(units, query)]
    return query, units if len(rest) < 4 or rng.random() < keep else rest


def pick(phrases, most, rng):
    """One to `most` of the phrases, in any order, as the units of one text."""
    size = int(rng.integers(1, min(most, len(phrases)) + 1))
    return np.concatenate([phrases[number] for number in rng.permutation(len(phrases))[:size]])


def glossary_units(bags, glossary):
    """The units of each side's phrases, of the matters that have some on both sides."""
    sides = [[[units for units in bags.units(phrases) if len(units)] for phrases in matter] for matter in glossary]
    return [side for side in sides if all(side)]


def save(checkpoint, state):
    part = checkpoint.with_suffix(".part")
    torch.save(state, part)
    part.replace(checkpoint)


def train(bags, pairs, units, glossary, settings, log, checkpoint):
    """`units`: of the queries and of the passages. Goes on from the checkpoint; each batch of terms brings the whole glossary. settings: steps, batch, rate, drop, made (share of made queries), keep, spell, terms_every, seed."""
    rng = np.random.default_rng(settings["seed"])
    queries, passages = units
    matters = glossary_units(bags, glossary)
    usable = [i for i in range(len(pairs)) if len(queries[i]) and len(passages[i])]
    members = [i for i in usable if pairs[i].kind not in EUROVOC]
    law = Epochs(pairs, members, rng)
    terms = Epochs(pairs, [i for i in usable if pairs[i].kind in EUROVOC], rng)
    steps = torch.optim.Adam([bags.table], lr=settings["rate"])
    left_out = (settings["drop"], settings["spell"])
    losses, first, spent = [], 0, 0.0
    if checkpoint.exists():
        state = torch.load(checkpoint, weights_only=False)
        bags.table.data.copy_(state["table"])
        steps.load_state_dict(state["steps"])
        rng.bit_generator.state, law.queue, terms.queue = state["rng"], state["law"], state["terms"]
        losses, first, spent = state["losses"], state["next"], state["spent"]
        log(f"resumed at step {first} of {settings['steps']}")
    began = time.monotonic() - spent
    for number in range(first, settings["steps"]):
        share = min((number + 1) / WARM_UP_STEPS, max(FALL_TO, 1 - number / settings["steps"]))
        for group in steps.param_groups:
            group["lr"] = settings["rate"] * share
        of_terms = number % settings["terms_every"] == settings["terms_every"] - 1
        batch = (terms if of_terms else law).batch(settings["batch"])
        q, p = [queries[i] for i in batch], [passages[i] for i in batch]
        if not of_terms:
            for at in range(len(batch)):
                if len(p[at]) >= MADE_FROM_WORDS and rng.random() < settings["made"]:
                    q[at], p[at] = made_query(p[at], bags, rng, settings["keep"])
        else:
            q += [pick(said, SAID_PHRASES, rng) for said, _ in matters]
            p += [pick(law_words, len(law_words), rng) for _, law_words in matters]
        loss = ranking_loss(bags.vectors(q, *left_out, rng), bags.vectors(p, *left_out, rng))
        steps.zero_grad(set_to_none=True)
        loss.backward()
        bags.table.grad[NOTHING] = 0
        steps.step()
        losses.append(loss.item())
        if (number + 1) % LOG_EVERY == 0:
            log(f"step {number + 1}/{settings['steps']} loss {np.mean(losses[-LOG_EVERY:]):.4f} seconds {time.monotonic() - began:.0f}")
        if (number + 1) % CHECKPOINT_EVERY == 0 or number + 1 == settings["steps"]:
            state = {"table": bags.table.data, "steps": steps.state_dict(), "rng": rng.bit_generator.state}
            state |= {"law": law.queue, "terms": terms.queue, "losses": losses, "next": number + 1, "spent": time.monotonic() - began}
            save(checkpoint, state)
        spent = time.monotonic() - began
    return {"seconds": round(spent), "losses": [round(float(np.mean(losses[i : i + LOG_EVERY])), 4) for i in range(0, len(losses), LOG_EVERY)]}
