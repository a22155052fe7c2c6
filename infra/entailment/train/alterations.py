"""Alterations that change what a sentence says, one of each kind at a time. Each gives (sentence, label, kind) or None."""

import re

from changes import Swaps, join, lower_first, tidy
from parties import put, written
from wording import ADDITIONS, AMOUNT, BODIES, INFINITIVE, INFINITIVES, LANDS, NUMBER_WORDS, OPPOSITES, SCOPES, TIMES, TITLES, UNITS, VALUE_OF, WORD_OF
from rewordings import LEADING, SUBJECT_MODAL, TRAILING

INFINITIVE_AHEAD = r"(?=(?:se |s'|en |y |le |la |les |lui |l'|être |[a-zé']*)[a-zé']*(?:er|ir|re|oir)\b)"
MODALITY = [(re.compile(pattern), new) for pattern, new in (
    (rf"(?<!ne )(?<!n')\bpeut {INFINITIVE_AHEAD}", ["doit ", "a l'obligation de ", "est tenu de ", "doit obligatoirement "]),
    (rf"(?<!ne )\bpeuvent {INFINITIVE_AHEAD}", ["doivent ", "ont l'obligation de ", "sont tenus de "]),
    (rf"(?<!ne )\bdoit {INFINITIVE_AHEAD}", ["peut ", "a la faculté de ", "peut, s'il le souhaite, ", "a la possibilité de "]),
    (rf"(?<!ne )\bdoivent {INFINITIVE_AHEAD}", ["peuvent ", "ont la faculté de ", "ont la possibilité de "]),
    (r"(?<!pas )\best tenue? (?:de |d')", ["peut ", "a la faculté de ", "est libre de "]),
    (r"(?<!pas )\bsont tenue?s (?:de |d')", ["peuvent ", "ont la faculté de "]),
    (r"\ba la faculté de\b", ["est tenu de"]), (r"\bobligatoirement\b", ["éventuellement"]), (r"\best obligatoire\b", ["est facultatif"]), (r"\best facultati(?:f|ve)\b", ["est obligatoire"]),
    (r"\bpourra\b", ["devra"]), (r"\bdevra\b", ["pourra"]), (r"\bdevront\b", ["pourront"]), (r"\bpourront\b", ["devront"]))]
NEGATION = [(re.compile(pattern), new) for pattern, new in (
    (rf"(?<!ne )(?<!n')\bpeut {INFINITIVE_AHEAD}", ["ne peut ", "ne peut pas ", "n'a pas le droit de "]),
    (rf"(?<!ne )\bpeuvent {INFINITIVE_AHEAD}", ["ne peuvent ", "ne peuvent pas ", "n'ont pas le droit de "]),
    (r"\bne peut(?: pas)? (?!que)", ["peut ", "peut toujours ", "a le droit de "]), (r"\bne peuvent(?: pas)? (?!que)", ["peuvent ", "ont le droit de "]),
    (rf"(?<!ne )\bdoit {INFINITIVE_AHEAD}", ["n'a pas à ", "n'est pas tenu de ", "ne doit pas "]), (rf"(?<!ne )\bdoivent {INFINITIVE_AHEAD}", ["n'ont pas à ", "ne sont pas tenus de ", "ne doivent pas "]),
    (r"(?<!n')\best (tenue?|soumise?|applicable|publique?|motivée?|obligatoire|compétente?|nulle?|punie?|autorisée?|fixée?|interdite?|due?|valable|recevable|notifiée?|adressée?|transmise?|prononcée?|réputée?|susceptible|rendue?|établie?|présumée?|libérée?|accordée?|signée?|exigée?|exigible|suspendue?)\b", [r"n'est pas \1"]),
    (r"(?<!ne )\bsont (tenue?s|soumise?s|applicables|publiques|motivée?s|compétente?s|nul(?:le)?s|punie?s|autorisée?s|fixée?s|interdite?s|due?s|valables|recevables|notifiée?s|adressée?s|transmise?s|réputée?s|rendue?s|établie?s|présumée?s|accordée?s|signée?s|exigibles|suspendue?s|exclue?s|nommée?s)\b", [r"ne sont pas \1"]),
    (r"\bn'est pas\b", ["est", "est toujours"]), (r"\bne sont pas\b", ["sont"]), (r"\bs'appliquent\b", ["ne s'appliquent pas"]), (r"\bne s'appliquent pas\b", ["s'appliquent"]), (r"\bs'applique\b", ["ne s'applique pas"]), (r"\bne s'applique pas\b", ["s'applique"]),
    (r"(?<!n')\ba droit\b", ["n'a pas droit"]), (r"\bn'a pas droit\b", ["a droit"]), (r"\bn'a pas\b", ["a"]), (r"\bn'ont pas\b", ["ont"]), (r"\bne fait pas obstacle\b", ["fait obstacle"]), (r"\bfait obstacle\b", ["ne fait pas obstacle"]),
    (r"\bNul ne peut\b", ["Chacun peut"]), (r"\b[Aa]ucune? (\w+) ne\b", [r"tout \1"]), (r"\bn'est (\w+) que\b", [r"est toujours \1 même hors cas où"]))]
NEGATED_VERB = re.compile(rf"(?<=[a-zé'] )({'|'.join(sorted(INFINITIVE, key=len, reverse=True))})(?= (?:le|la|l'|les|un|une|à|au|aux|sa|son|ses|de|du|des|dans|par)\b)")
OPPOSITE_SWAPS, TITLE_SWAPS, TIME_SWAPS, SCOPE_SWAPS = Swaps(OPPOSITES, both_ways=True), Swaps(TITLES), Swaps(TIMES), Swaps(SCOPES)
ARTICLE_NUMBER = re.compile(r"(?<=article )([LRDA]\. ?)?(\d+)|(?<=articles )([LRDA]\. ?)?(\d+)")
FRACTION = {"moitié": ["tiers", "totalité"], "tiers": ["quart", "moitié"], "quart": ["tiers", "dixième"], "double": ["triple"], "triple": ["double"], "premier": ["deuxième"], "deuxième": ["troisième"], "troisième": ["deuxième"], "deux tiers": ["trois quarts"], "trois quarts": ["deux tiers"]}
FRACTION_PLACE = re.compile(r"(?<![\w-])(" + "|".join(sorted(FRACTION, key=len, reverse=True)) + r")(?![\w-])(?! alinéa)")
EXCEPTION = re.compile(r",? ?(?:\b(?:sauf|hormis|excepté|à moins qu|à l'exception d|sous réserve d|sauf si|sans préjudice d)[^,.;]{4,120})(?=[,.;])", re.I)
ONLY = re.compile(r"\bne ([a-zéèê' ]{3,30}?) qu(e |')")


def chosen(rng, sentence, rules, label, kind):
    found = [(match, new) for pattern, new in rules for match in pattern.finditer(sentence)]
    if not found:
        return None
    match, new = rng.choice(found)
    return tidy(sentence[: match.start()] + match.expand(rng.choice(new)) + sentence[match.end() :]), label, kind


def modality(rng, sentence, context):
    found = chosen(rng, sentence, MODALITY, "C", "modality")
    if found or rng.random() < 0.5:
        return found
    match = re.match(rf"^((?:L'|Le |La )[^,]{{3,50}}?) ({'|'.join(sorted(INFINITIVE, key=len, reverse=True))}) (.*)$", sentence)
    return (tidy(f"{match[1]} {rng.choice(['peut', 'a la faculté de', 'peut choisir de'])} {INFINITIVE[match[2]]} {match[3]}"), "C", "modality") if match else None


def negation(rng, sentence, context):
    return chosen(rng, sentence, NEGATION, "C", "polarity")


def negated_verb(rng, sentence, context):
    match = NEGATED_VERB.search(sentence)
    return (tidy(f"{sentence[:match.start()]}ne {match[1]} pas{sentence[match.end():]}"), "C", "polarity") if match else None


def opposite(rng, sentence, context):
    new = OPPOSITE_SWAPS.swap(rng, sentence)
    return (new, "C", "polarity") if new else None


def swapped(swaps, kind, label="C"):
    def alteration(rng, sentence, context):
        new = swaps.swap(rng, sentence)
        return (new, label, kind) if new else None

    return alteration


title, time, scope_word = swapped(TITLE_SWAPS, "title"), swapped(TIME_SWAPS, "time"), swapped(SCOPE_SWAPS, "scope")


def other_value(rng, text):
    word = text.lower() in VALUE_OF
    value = VALUE_OF[text.lower()] if word else float(text.replace(" ", "").replace(",", "."))
    candidates = [value + 1, value - 1, value * 2, value / 2, value + 5, value + 10, value * 3, value * 10, 15, 30, 8, 3, 6]
    candidates = [one for one in candidates if one != value and one > 1 and (one == int(one) or "," in text)]
    new = rng.choice(candidates)
    if word and new in WORD_OF and rng.random() < 0.8:
        return WORD_OF[new]
    return f"{int(new):,}".replace(",", " ") if new == int(new) else str(new).replace(".", ",")


def number(rng, sentence, context):
    found = list(AMOUNT.finditer(sentence))
    if found and rng.random() < 0.9:
        match = rng.choice(found)
        if match[3] in UNITS and rng.random() < 0.3:
            return tidy(sentence[: match.start(3)] + rng.choice(UNITS[match[3]]) + sentence[match.end(3) :]), "C", "number"
        return tidy(sentence[: match.start(1)] + other_value(rng, match[1]) + sentence[match.end(1) :]), "C", "number"
    found = list(FRACTION_PLACE.finditer(sentence))
    if found and rng.random() < 0.7:
        match = rng.choice(found)
        return tidy(sentence[: match.start()] + rng.choice(FRACTION[match[1]]) + sentence[match.end() :]), "C", "number"
    found = list(ARTICLE_NUMBER.finditer(sentence))
    if found and rng.random() < 0.5:
        match = rng.choice(found)
        group = 2 if match[2] else 4
        return tidy(sentence[: match.start(group)] + other_value(rng, match[group]) + sentence[match.end(group) :]), "C", "number"
    return None


def order(rng, sentence, context):
    found = list(AMOUNT.finditer(sentence))
    if len(found) < 2:
        return None
    first, second = found[0], found[-1]
    a, b = sentence[first.start() : first.end()], sentence[second.start() : second.end()]
    if first[1].lower() == second[1].lower():
        return None
    return tidy(sentence[: first.start()] + b + sentence[first.end() : second.start()] + a + sentence[second.end() :]), "C", "order"


def other_party(rng, mention, context):
    """Of the same text where there is one, in the same number."""
    own = [one.party for text in context.near for one in context.parties.mentions(text)]
    own = [party for party in own if party.name.lower() != mention.party.name.lower() and party.plural == mention.party.plural]
    if own and rng.random() < 0.6:
        return rng.choice(own)
    for _ in range(20):
        party = context.parties.random(rng)
        if party.plural == mention.party.plural and party.name.lower() != mention.party.name.lower():
            return party
    return None


def bearer(rng, sentence, context):
    found = context.parties.mentions(sentence)
    if not found:
        return None
    mention = rng.choice(found)
    party = other_party(rng, mention, context)
    if party is None:
        return None
    kind = "bearer" if mention.case == "plain" and (mention.start < 3 or sentence[: mention.start].endswith(("par ", ", "))) else "recipient" if mention.case == "to" else "act"
    return tidy(put(sentence, mention, party)), "C", kind


def roles(rng, sentence, context):
    found = context.parties.mentions(sentence)
    pairs = [(a, b) for i, a in enumerate(found) for b in found[i + 1 :] if a.party.name.lower() != b.party.name.lower() and a.party.plural == b.party.plural]
    if not pairs:
        return None
    first, second = rng.choice(pairs)
    return tidy(put(put(sentence, second, first.party), first, second.party)), "C", "roles"


def condition(rng, sentence, context):
    match = LEADING.match(sentence)
    if match:
        clause, main = match.groups()
        which = rng.random()
        if which < 0.35:
            return tidy(main), "N", "condition"
        if which < 0.5:
            return tidy(f"{rng.choice(['dans tous les cas', 'en toute hypothèse', 'sans condition', 'même en dehors de ce cas'])}, {main}"), "C", "condition"
        if which < 0.7 and re.match(r"Lorsqu|Si |S'il|En cas d|Quand", clause):
            changed = re.sub(r"^(Lorsqu|Si |S'il|En cas d|Quand)", lambda m: {"Lorsqu": "Même lorsqu", "Si ": "Même si ", "S'il": "Même s'il", "En cas d": "Sauf en cas d", "Quand": "Sauf quand"}[m[1]], clause)
            return tidy(f"{changed}, {main}"), "C", "condition"
        other = context.clause(rng)
        return (tidy(f"{other}, {main}"), "N", "condition") if other and other != clause else None
    match = TRAILING.match(sentence)
    if match:
        main, clause = match.groups()
        which = rng.random()
        exception = re.match(r"sauf |à moins |sous réserve ", clause)
        kind = "exception" if exception else "condition"
        if which < 0.4:
            return tidy(main), "N", kind
        if which < 0.55:
            return tidy(f"{main}{rng.choice([' dans tous les cas', ' sans exception', ', en toutes circonstances', ', sans condition'])}"), "C", kind
        if which < 0.75 and re.match(r"lorsqu|si |s'il|en cas d|quand ", clause):
            return tidy(f"{main}, {rng.choice(['même ', 'sauf '])}{clause}"), "C", kind
        other = context.clause(rng)
        return (tidy(f"{main} {lower_first(other)}"), "N", kind) if other and lower_first(other) != clause else None
    return None


def exception(rng, sentence, context):
    found = list(EXCEPTION.finditer(sentence))
    if not found:
        return None
    match = rng.choice(found)
    if rng.random() < 0.6:
        return tidy(sentence[: match.start()] + ("" if sentence[match.end()] == "." else ",") + sentence[match.end() :]), "N", "exception"
    changed = re.sub(r"sauf si|sauf|hormis|excepté|à l'exception d(e|u|es|')", lambda m: "même si" if m[0].lower() == "sauf si" else "y compris" if m[1] is None else "y compris d" + m[1], match[0], count=1, flags=re.I)
    changed = re.sub(r"à moins qu", "même dans l'hypothèse où qu", changed, flags=re.I) if changed == match[0] else changed
    return (tidy(sentence[: match.start()] + changed + sentence[match.end() :]), "C", "exception") if changed != match[0] else None


def scope(rng, sentence, context):
    if rng.random() < 0.6:
        return scope_word(rng, sentence, context)
    match = ONLY.search(sentence)
    if match:
        return tidy(sentence[: match.start()] + match[1] + " " + ("" if match[2] == "e " else "") + sentence[match.end() :]), "N", "scope"
    match = SUBJECT_MODAL.match(sentence)
    if match and not match[2].startswith("ne"):
        start = "Seuls " if match[1].startswith("Les ") else "Seule " if match[1].startswith("La ") else "Seul "
        return tidy(f"{start}{lower_first(match[1])}{sentence[match.end(1):]}"), "N", "scope"
    return None


def extension(rng, sentence, context):
    addition = rng.choice(ADDITIONS) if rng.random() < 0.6 else lower_first(context.clause(rng) or rng.choice(ADDITIONS))
    body = sentence.rstrip(" .;")
    commas = [match.start() for match in re.finditer(r", ", body)]
    if commas and rng.random() < 0.3:
        at = rng.choice(commas)
        return tidy(f"{body[:at]} {addition}{body[at:]}"), "N", "extension"
    modal_at = re.search(r"\b(?:peut|peuvent|doit|doivent|est|sont)\b", body)
    if modal_at and rng.random() < 0.3:
        return tidy(f"{body[:modal_at.end()]}, {addition}, {body[modal_at.end():]}"), "N", "extension"
    return tidy(f"{body}{rng.choice([' ', ', '])}{addition}"), "N", "extension"


ACT = re.compile(r"(?<=[a-zé'] )(?:" + "|".join(INFINITIVES) + r")\b")
PRESENT_ACT = re.compile(rf"(?<=[a-zé'] )(?:{'|'.join(sorted(INFINITIVE, key=len, reverse=True))})(?= (?:le|la|l'|les|un|une|sa|son|ses|des|du)\b)")


def act(rng, sentence, context):
    found = [(match, INFINITIVES) for match in ACT.finditer(sentence)] + [(match, sorted(INFINITIVE)) for match in PRESENT_ACT.finditer(sentence)]
    if not found:
        return None
    match, words = rng.choice(found)
    new = rng.choice(words)
    return (join(sentence[: match.start()], new, sentence[match.end() :]), "N", "act") if new != match[0] else None


WORD = re.compile(r"(?<![\w'-])[a-zéèêàîôûç]{5,}(?![\w'-])")


def word(rng, sentence, context):
    """Another word of the same ending in the place of one."""
    found = [match for match in WORD.finditer(sentence) if context.alike(match[0])]
    if not found:
        return None
    match = rng.choice(found)
    new = rng.choice(context.alike(match[0]))
    return (join(sentence[: match.start()], new, sentence[match.end() :]), "N", "act") if new != match[0] else None


def body(rng, sentence, context):
    other = rng.choice([one for one in BODIES if one.lower() not in context.work.lower()])
    land = rng.choice([one for one in LANDS if one != context.country])
    article = "la" if other.startswith(("Charte", "Constitution")) else "le"
    text = lower_first(sentence)
    forms = [f"selon {article} {lower_first(other)}, {text}", f"{article} {lower_first(other)} prévoit que {text}", f"aux termes de {article} {lower_first(other)}, {text}", f"en {LANDS[land]}, {text}", f"le {LANDS[land]} prévoit que {text}", f"d'après {article} {lower_first(other)}, {text}"]
    return tidy(rng.choice(forms)), "N", "body"


ALTERATIONS = [(modality, 5), (negation, 4), (negated_verb, 1), (opposite, 4), (title, 2.5), (time, 3), (number, 4), (order, 4), (bearer, 4), (roles, 4), (condition, 4), (exception, 4), (scope, 3), (extension, 1.5), (act, 1.5), (word, 1.5), (body, 0.8)]


def altered(rng, sentence, context):
    for _ in range(12):
        kind = rng.choices([one for one, _ in ALTERATIONS], [weight for _, weight in ALTERATIONS])[0]
        found = kind(rng, sentence, context)
        if found and found[0] != sentence and 25 < len(found[0]) < 360:
            return found
    return None
