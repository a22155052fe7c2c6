"""Generated pairs: each altered claim has faithful twins that went through the same rewordings."""

import random
import re
from collections import Counter, defaultdict
from dataclasses import dataclass

from alterations import altered, body
from changes import lower_first, tidy
from parties import Parties
from rewordings import LEADING, TRAILING, framed, reworded
from wording import AMOUNT, LANDS, PRESENT

LABELS = "ENC"
ENTAILS, ANSWERS = "entails", "answers"
REVERSIBLE = {"modality", "polarity", "title", "time", "number", "order", "bearer", "recipient", "roles"}
ENDING = 4
WORD = re.compile(r"(?<![\w'-])[a-zéèêàîôûç]{5,}(?![\w'-])")
WORD_TEXTS = 12
# Sentences with a modal verb, a number, a condition or an exception are altered more often.
TELLING = re.compile(rf"\b(?:peu(?:t|vent)|doi(?:t|vent)|tenue?s?|sauf|moins|lorsqu\w*|si|avant|après|compter|nul\w*|seule?s?|sous réserve)\b|{AMOUNT.pattern}", re.I)
OTHERS_KEPT = 0.35


@dataclass(frozen=True)
class Example:
    """`first`: premise or question; `second`: claim or sentence; `label`: place among LABELS, or 1 for an answer and 0 for none."""

    task: str
    first: str
    second: str
    label: int
    kind: str
    weight: float = 1.0


@dataclass
class Context:
    """What alterations draw on: other sentences of the text, parties, clauses and words of all texts."""

    parties: Parties
    clauses: list
    words: dict
    near: tuple = ()
    work: str = ""
    country: str = "France"

    def clause(self, rng):
        return rng.choice(self.clauses) if self.clauses else None

    def alike(self, word):
        return self.words.get((word[-ENDING:], word[0] in "aeiouhéè"), [])


def context_of(passages):
    sentences = [one for passage in passages for one in passage.sentences]
    clauses = [match[1] for one in sentences if (match := LEADING.match(one)) and len(match[1]) < 70]
    counts = Counter(word for one in sentences for word in set(WORD.findall(one)))
    words = defaultdict(list)
    for word, count in sorted(counts.items()):
        if count >= WORD_TEXTS:
            words[(word[-ENDING:], word[0] in "aeiouhéè")].append(word)
    return Context(Parties(sentences), clauses, {key: found for key, found in words.items() if len(found) > 1})


def premise_of(rng, sentence, passage, bare=False):
    """The sentence as evidence is shown: mostly after the name of its text, at times beside a neighbour."""
    text = sentence
    if not bare and len(passage.sentences) > 1 and rng.random() < 0.12 and len(text) < 170:
        other = rng.choice([one for one in passage.sentences if one != sentence])
        text = f"{other} {text}" if rng.random() < 0.5 else f"{text} {other}"
    return f"{passage.name}. {text}" if rng.random() < 0.6 else text


TIMES = ([0, 1, 2, 3, 4], [2, 3, 3, 2, 1])


def times_of(rng):
    return rng.choices(*TIMES)[0]


def named(rng, text, passage):
    return framed(rng, text, passage.work, passage.work, passage.country, LANDS) if rng.random() < 0.12 else text


def entailment_examples(rng, passage, sentence, context):
    """Two or three examples of one sentence, of which one is faithful."""
    context.near, context.work, context.country = tuple(one for one in passage.sentences if one != sentence), passage.work, passage.country
    rewording = lambda text, shorter=False: named(rng, reworded(rng, text, times_of(rng), shorter), passage)
    found = [Example(ENTAILS, premise_of(rng, sentence, passage), rewording(sentence, True), 0, "paraphrase")]
    change = altered(rng, sentence, context)
    if change:
        text, label, kind = change
        if kind == "body":
            found.append(Example(ENTAILS, f"{passage.name}. {sentence}", reworded(rng, text, 0), LABELS.index(label), kind))
        elif kind in REVERSIBLE and rng.random() < 0.25:
            found.append(Example(ENTAILS, premise_of(rng, text, passage, True), rewording(sentence), LABELS.index(label), kind))
            if rng.random() < 0.5:
                found.append(Example(ENTAILS, premise_of(rng, text, passage, True), rewording(text), 0, "paraphrase"))
        else:
            found.append(Example(ENTAILS, premise_of(rng, sentence, passage), rewording(text), LABELS.index(label), kind))
    if rng.random() < 0.1:
        others = [one for one in passage.sentences if one != sentence]
        other = rng.choice(others) if others and rng.random() < 0.7 else context.neighbour(rng, sentence)
        if other:
            found.append(Example(ENTAILS, premise_of(rng, sentence, passage, True), rewording(other), 1, "other"))
    return found


QUESTION_WORDS = [
    (re.compile(r"^((?:L'|Le |La )[^,]{3,60}?) (peut|doit) ([^,]{10,120})\.$"), lambda rng, m: rng.choice([f"Qui {m[2]} {m[3]} ?", f"{m[1]} {m[2]}-il {m[3]} ?", f"Est-ce que {lower_first(m[1])} {m[2]} {m[3]} ?", f"Que {m[2]} faire {lower_first(m[1])} ?"])),
    (re.compile(r"^((?:Les )[^,]{3,60}?) (peuvent|doivent) ([^,]{10,120})\.$"), lambda rng, m: rng.choice([f"Qui {'peut' if m[2] == 'peuvent' else 'doit'} {m[3]} ?", f"{m[1]} {m[2]}-ils {m[3]} ?"])),
    (re.compile(r"^((?:L'|Le |La )[^,]{3,60}?) est ([a-zé]+) par ([^,]{4,60})\.$"), lambda rng, m: rng.choice([f"Par qui {lower_first(m[1])} est-il {m[2]} ?", f"Comment {lower_first(m[1])} est-il {m[2]} ?", f"Qui a compétence pour que {lower_first(m[1])} soit {m[2]} ?"])),
    (re.compile(r"^((?:L'|Le |La |Les )[^,]{3,60}?) (?:est|sont) (?:composée?s? d|puni|nul|responsable|réputée?|tenue?s?)(.*)$"), lambda rng, m: rng.choice([f"Que se passe-t-il pour {lower_first(m[1])} ?", f"Quel est le régime applicable à {lower_first(m[1])} ?"])),
    (re.compile(r"^((?:Lorsqu|Si |S'il|En cas d|A défaut d)[^,]{4,100}), (.{20,})$"), lambda rng, m: rng.choice([f"Que se passe-t-il {lower_first(m[1])} ?", f"Quelles sont les conséquences {lower_first(m[1])} ?", f"{m[1]}, que prévoit la loi ?"])),
]
DELAY = re.compile(rf",? (?:dans (?:un délai de|les)|pendant|pour une durée de|au moins|dans le délai de) {AMOUNT.pattern}(?: (?:à compter|suivant|à partir)[^,.]{{0,60}})?", re.I)
NOT_GIVEN = "not given"


def answer_examples(rng, passage, sentence, context, heading=None):
    """A question of a sentence or of a heading: the sentence answers it, others do not."""
    question, wrong = None, []
    delay = DELAY.search(sentence)
    if heading:
        question = rng.choice([heading, heading, f"{heading} ?", f"Quelles sont les règles sur {lower_first(heading)} ?"])
    elif delay and rng.random() < 0.8:
        without = tidy(sentence[: delay.start()] + sentence[delay.end() :])
        question = rng.choice([f"Dans quel délai {lower_first(without.rstrip('.'))} ?", f"Combien de temps {lower_first(without.rstrip('.'))} ?", f"Quel délai : {lower_first(without.rstrip('.'))} ?"])
        wrong = [without]
    else:
        forms = [(match, form) for pattern, form in QUESTION_WORDS if (match := pattern.match(sentence))]
        if not forms:
            return []
        match, form = rng.choice(forms)
        question = form(rng, match)
    others = [one for one in passage.sentences if one != sentence]
    # A heading says what its whole provision is about: its other sentences may answer, too.
    wrong += [] if heading else rng.sample(others, min(len(others), 1))
    for _ in range(2 if not wrong else 1):
        near = context.neighbour(rng, sentence)
        if near:
            wrong.append(near)
    right = reworded(rng, sentence, rng.choice([0, 0, 1]))
    weight = 0.5 if heading else 1.0
    return [Example(ANSWERS, question, right, 1, "heading" if heading else "asked", weight)] + [Example(ANSWERS, question, one, 0, "heading" if heading else "asked", weight) for one in wrong[:2]]


class Neighbours:
    """Sentences of the same work that share rare words."""

    def __init__(self, passages, most=40):
        self.holders = defaultdict(list)
        for passage in passages:
            for sentence in passage.sentences:
                for word in set(WORD.findall(sentence)):
                    self.holders[word].append(sentence)
        self.most = most

    def find(self, rng, sentence):
        words = [word for word in set(WORD.findall(sentence)) if 1 < len(self.holders.get(word, ())) <= 400]
        if not words:
            return None
        words.sort(key=lambda word: (len(self.holders[word]), word))
        shared = Counter(one for word in words[:4] for one in self.holders[word][: self.most])
        shared.pop(sentence, None)
        best = shared.most_common(6)
        return rng.choice(best)[0] if best else None


class Generator:
    """All that a process needs to generate examples; the same seed gives the same examples."""

    def __init__(self, passages, headings):
        self.passages, self.headings = passages, headings
        self.context = context_of(passages)
        neighbours = Neighbours(passages)
        self.context.neighbour = neighbours.find
        self.weights = [len(passage.sentences) for passage in passages]

    def examples(self, seed, count, answers=0.25):
        rng = random.Random(seed)
        found = []
        while len(found) < count:
            if rng.random() < answers * 0.3:
                heading, passage = rng.choice(self.headings)
                found += answer_examples(rng, passage, passage.sentences[0], self.context, heading)
                continue
            passage = rng.choices(self.passages, cum_weights=self.cumulative)[0]
            sentence = rng.choice(passage.sentences)
            if not TELLING.search(sentence) and rng.random() > OTHERS_KEPT:
                continue
            if rng.random() < answers * 0.7:
                found += answer_examples(rng, passage, sentence, self.context)
            else:
                found += entailment_examples(rng, passage, sentence, self.context)
        return found[:count]

    @property
    def cumulative(self):
        if not hasattr(self, "_cumulative"):
            total = 0
            self._cumulative = []
            for weight in self.weights:
                total += weight
                self._cumulative.append(total)
        return self._cumulative
