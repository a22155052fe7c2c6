"""How one wording takes the place of another in a sentence."""

import re


def place_pattern(words):
    start = r"(?<![\w-])" if words[0].isalnum() else ""
    end = "" if words.endswith("'") else r"(?![\w-])"
    return re.compile(start + re.escape(words) + end, re.I)


class Swaps:
    """Pairs of wordings; `swap` puts the second for the first at one place of a sentence."""

    def __init__(self, pairs, both_ways=False):
        pairs = list(pairs) + ([(b, a) for a, b in pairs] if both_ways else [])
        self.by_first = {}
        for first, second in pairs:
            self.by_first.setdefault(first.lower(), []).append(second)
        longest_first = sorted(self.by_first, key=lambda one: (-len(one), one))
        parts = [("(?<![\\w-])" + re.escape(one) + ("" if one.endswith("'") else "(?![\\w-])")) for one in longest_first]
        self.pattern = re.compile("|".join(parts), re.I)

    def swap(self, rng, sentence, others=lambda match, sentence: True):
        found = [match for match in self.pattern.finditer(sentence) if others(match, sentence)]
        if not found:
            return None
        match = rng.choice(found)
        new = rng.choice(self.by_first[match[0].lower()])
        return join(sentence[: match.start()], new, sentence[match.end() :], match[0][0].isupper())


ELISIONS = re.compile(r"\b(d|l|qu|s|n|j|m|t|c|lorsqu|puisqu|jusqu)' (?=\w)", re.I)


def join(before, new, after, capital=False):
    if capital or not before.strip():
        new = new[0].upper() + new[1:]
    return tidy(before + new + after)


CONTRACTIONS = [(r"\bde le\b", "du"), (r"\bde les\b", "des"), (r"\bà le\b", "au"), (r"\bà les\b", "aux"), (r"\bde (?=un\b|une\b|[aeiouéèêhyAEIOUÉ]\w)", "d'"), (r"\bque (?=il|elle|on\b|un)", "qu'"), (r"\bne (?=[aeiouéèêAEIOUÉ])", "n'")]
CONTRACTIONS = [(re.compile(pattern), new) for pattern, new in CONTRACTIONS]


def tidy(sentence):
    for pattern, new in CONTRACTIONS:
        sentence = pattern.sub(new, sentence)
    sentence = ELISIONS.sub(r"\1'", sentence)
    sentence = re.sub(r"\s+([,.])", r"\1", re.sub(r"\s+", " ", sentence))
    sentence = re.sub(r",\s*,", ",", re.sub(r",\s*\.", ".", sentence)).strip(" ,;")
    sentence = sentence[0].upper() + sentence[1:] if sentence else sentence
    return sentence if sentence.endswith(".") else sentence + "."


def lower_first(text):
    """Lower case of the first letter, unless the word is a name."""
    return text[0].lower() + text[1:] if re.match(r"[A-ZÉÈÀÊ](?:[a-zéèêà']|$)", text) else text
