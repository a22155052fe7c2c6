"""Written claims and questions as examples: reworded like the generated ones, and altered in their turn."""

from alterations import altered
from generation import ANSWERS, ENTAILS, LABELS, Example, named
from rewordings import reworded
from texts import Passage, part_of

DEV_ONE_IN = 5
WEIGHT = 2.0
REWORDED_SHARE = 0.35
ALTERED_SHARE = 0.5
TITLED_SHARE = 0.6
# Claims beside the premise of another: their style alone gives no label away.
OTHERS_SHARE = 0.1


def is_dev(source):
    return part_of(source, DEV_ONE_IN) == 0


def of_claims(rng, claims, context):
    """Every claim once, some reworded; true ones altered, too: a change within a free wording."""
    examples = []
    for claim in claims:
        premise = f"{claim.name}. {claim.premise}" if rng.random() < TITLED_SHARE or claim.kind == "body" else claim.premise
        text = reworded(rng, claim.hypothesis, 1) if rng.random() < REWORDED_SHARE else claim.hypothesis
        examples.append(Example(ENTAILS, premise, text, LABELS.index(claim.label), claim.kind, WEIGHT))
        if claim.label == "E" and rng.random() < ALTERED_SHARE:
            context.near, context.work, context.country = (), claim.name, claim.country
            change = altered(rng, claim.hypothesis, context)
            if change and change[2] not in ("act", "body"):
                examples.append(Example(ENTAILS, premise, change[0], LABELS.index(change[1]), change[2], 1.0))
        if rng.random() < OTHERS_SHARE:
            other = rng.choice(claims)
            if other.source != claim.source:
                examples.append(Example(ENTAILS, premise, other.hypothesis, 1, "other", 1.0))
    return examples


def of_questions(rng, questions, context):
    """The answer, and sentences of the same text or like it that are none."""
    examples = []
    for question in questions:
        named_text = (lambda text: f"{question.name}. {text}") if rng.random() < TITLED_SHARE else (lambda text: text)
        examples.append(Example(ANSWERS, question.text, named_text(question.sentence), 1, "written", WEIGHT))
        others = rng.sample(question.others, min(len(question.others), 2))
        near = context.neighbour(rng, question.sentence)
        others += [near] if near else []
        if rng.random() < 0.5:
            others.append(rng.choice(questions).sentence)
        examples += [Example(ANSWERS, question.text, named_text(other), 0, "written", WEIGHT / 2) for other in others if other != question.sentence]
    return examples
