"""Rewordings that keep what a sentence says."""

import re

from changes import Swaps, lower_first, tidy
from parties import Party, written
from wording import AMOUNT, INFINITIVE, NUMBER_WORDS, OF_PARTICIPLE, PARTICIPLE, PRESENT, SYNONYMS, VALUE_OF, WORD_OF

SYNONYM_SWAPS = Swaps(SYNONYMS)
MAY = [(r"(?<!ne )\bpeut (?=[a-zé']*(?:er|ir|re|oir)\b)", ["a la possibilité de ", "a la faculté de ", "est en droit de ", "a le droit de ", "est libre de ", "pourra "]),
       (r"(?<!ne )\bpeuvent (?=[a-zé']*(?:er|ir|re|oir)\b)", ["ont la possibilité de ", "ont la faculté de ", "sont en droit de ", "ont le droit de ", "pourront "])]
MUST = [(r"\bdoit (?=[a-zé']*(?:er|ir|re|oir)\b)", ["a l'obligation de ", "est obligatoirement amené à ", "doit impérativement ", "devra ", "ne peut se dispenser de "]),
        (r"\bdoivent (?=[a-zé']*(?:er|ir|re|oir)\b)", ["ont l'obligation de ", "doivent impérativement ", "devront ", "ne peuvent se dispenser de "]),
        (r"\best tenue? (?:de |d')", ["doit ", "a l'obligation de "]),
        (r"\bsont tenue?s (?:de |d')", ["doivent ", "ont l'obligation de "])]
NOT = [(r"\bne peut (?=[a-zé']*(?:er|ir|re|oir)\b)(?!être)", ["n'a pas le droit de ", "n'est pas en droit de ", "ne peut pas ", "ne saurait ", "n'a pas la possibilité de "]),
       (r"\bne peuvent (?=[a-zé']*(?:er|ir|re|oir)\b)(?!être)", ["n'ont pas le droit de ", "ne sont pas en droit de ", "ne peuvent pas ", "ne sauraient "]),
       (r"\bne peut être\b", ["ne peut pas être", "ne saurait être", "ne doit pas être"]),
       (r"\bne peuvent être\b", ["ne peuvent pas être", "ne sauraient être", "ne doivent pas être"]),
       (r"\best interdite?\b", ["n'est pas permis", "est défendu"]),
       (r"\bil n'est pas\b", ["il n'est point"]), (r"\bn'est pas tenue? (?:de|d')", ["n'a pas l'obligation de ", "n'est pas obligé de "]), (r"\bne sont pas tenue?s (?:de|d')", ["n'ont pas l'obligation de "])]
BOUNDS = [(r"\bau moins\b", ["au minimum"]), (r"\bne peut excéder\b", ["est au plus de", "ne dépasse pas", "est limité à"]), (r"\bne peut être inférieure? à\b", ["est au moins de", "est d'au moins"]),
          (r"\bne peut être supérieure? à\b", ["est au plus de", "ne dépasse pas"]), (r"\bdans un délai de\b", ["dans les", "sous"]), (r"\bun an\b", ["douze mois", "une année"]), (r"\bsix mois\b", ["un semestre", "6 mois"]), (r"\btrois mois\b", ["un trimestre", "3 mois"]),
          (r"\bdeux ans\b", ["vingt-quatre mois", "2 ans"]), (r"\bla moitié\b", ["50 %"]), (r"\bvingt-quatre heures\b", ["un jour", "24 heures"]), (r"\bquarante-huit heures\b", ["deux jours", "48 heures"]), (r"\bdouze mois\b", ["un an"])]
GROUPS = [[(re.compile(pattern), new) for pattern, new in group] for group in (MAY, MUST, NOT, BOUNDS)]

REFERENCE = r"(?:l'article|aux articles|à l'article|de l'article|des articles|les articles|du présent|au présent|de la présente|à la présente|du paragraphe|au paragraphe|au point|aux points|de l'alinéa|à l'alinéa|au premier alinéa|du premier alinéa|à l'annexe|au I|au II|au III|au \d+°|aux \d+°)"
NEUTRAL = [re.compile(pattern) for pattern in (
    rf",? (?:conformément|en application|en vertu|au titre|aux termes|au sens|par application)(?: des dispositions)? (?:à |aux |de |des |du )?{REFERENCE}[^,.;]{{0,70}}(?=[,.])(?:,(?= ))?",
    rf" (?:mentionnée?s?|visée?s?|prévue?s?|définie?s?|fixée?s?|énoncée?s?|énumérée?s?|indiquée?s?|désignée?s?) (?:au|aux|à|par|dans|en) [^,.]{{3,60}}?(?= (?:peu(?:t|vent)|doi(?:t|vent)|est|sont|ne|n'|a|ont)\b)",
    rf" (?:mentionnée?s?|visée?s?|prévue?s?|définie?s?|fixée?s?|énoncée?s?|indiquée?s?) {REFERENCE}[^,.]{{0,40}}(?=[,.])",
    r",? (?:le cas échéant|notamment|en outre|également|par ailleurs|en conséquence|s'il y a lieu)(?=[ ,.])",
    r"^(?:Toutefois|En outre|Cependant|Néanmoins|Par ailleurs|De même|Dans ce cas|En conséquence|A cet effet|À cet effet|Enfin|Ainsi|Par dérogation[^,]{0,60}), ?",
    r" (?:du présent code|de la présente loi|du présent règlement|de la présente directive|du présent article)")]
LEADING = re.compile(r"^((?:Lorsqu|Quand|Si |S'il|En cas d|A défaut d|À défaut d|Dans le délai d|Dans un délai d|Dans les |Au cours d|Pour l|Pour les|Avant |Après |A l'|À l'|Au terme d|Jusqu'|Pendant |Durant |Sous réserve d|Sauf |A compter d|À compter d|Dès )[^,]{4,110}), (.{20,})\.$")
TRAILING = re.compile(r"^(.{20,}?),? ((?:lorsqu|quand |si |s'il|en cas d|à défaut d|dans un délai d|dans le délai d|dans les [a-z]+ (?:jours|mois)|sauf |à moins |sous réserve d|à compter d|dès )[^,]{6,110})\.$")
SUBJECT_MODAL = re.compile(r"^((?:L'|Le |La |Les )[^,]{3,60}?) (peut|peuvent|doit|doivent|est tenue? de|sont tenue?s de|ne peut|ne peuvent) ([a-zé']*(?:er|ir|re|oir)\b)(.*)$")
PASSIVE = re.compile(rf"^((?:L'|Le |La |Les )[^,]{{3,60}}?) (?:est|sont) ({'|'.join(sorted(OF_PARTICIPLE, key=len, reverse=True))})(?:e?s?) par ((?:le |la |l'|les )[^,.]{{3,50}})\.$")
ACTIVE = re.compile(rf"^((?:L'|Le |La )[^,]{{3,50}}?) ({'|'.join(sorted(INFINITIVE, key=len, reverse=True))}) ((?:le |la |l'|les )[^,.]{{3,50}})\.$")
TO = {"le ": "au ", "la ": "à la ", "l'": "à l'", "les ": "aux "}


def of_groups(rng, sentence, groups=GROUPS):
    found = [(match, new) for group in groups for pattern, new in group for match in pattern.finditer(sentence)]
    if not found:
        return None
    match, new = rng.choice(found)
    return tidy(sentence[: match.start()] + rng.choice(new) + sentence[match.end() :])


def modal(rng, sentence):
    return of_groups(rng, sentence, GROUPS[:3])


def bound(rng, sentence):
    return of_groups(rng, sentence, GROUPS[3:])


def synonym(rng, sentence):
    return SYNONYM_SWAPS.swap(rng, sentence)


def number(rng, sentence):
    """Digits for words or the other way round."""
    found = [match for match in AMOUNT.finditer(sentence) if match[1].lower() in VALUE_OF or (match[1].isdigit() and int(match[1]) in WORD_OF)]
    if not found:
        return None
    match = rng.choice(found)
    value = match[1]
    other = str(VALUE_OF[value.lower()]) if value.lower() in VALUE_OF else WORD_OF[int(value)]
    return tidy(sentence[: match.start()] + other + sentence[match.start(2) :])


def neutral(rng, sentence):
    """Without a reference or a connecting adverb."""
    found = [match for pattern in NEUTRAL for match in pattern.finditer(sentence)]
    if not found:
        return None
    match = rng.choice(found)
    shorter = tidy(sentence[: match.start()] + sentence[match.end() :])
    return shorter if len(shorter) > 35 else None


def reorder(rng, sentence):
    match = LEADING.match(sentence)
    if match:
        clause, main = match.groups()
        return tidy(f"{main}{rng.choice([', ', ' '])}{lower_first(clause)}.")
    match = TRAILING.match(sentence)
    return tidy(f"{match[2]}, {lower_first(match[1])}.") if match else None


def impersonal(rng, sentence):
    """"Il incombe à X de", "il est permis à X de" for "X doit", "X peut"."""
    match = SUBJECT_MODAL.match(sentence)
    if not match:
        return None
    subject, verb, infinitive, rest = match.groups()
    subject = lower_first(subject)
    if infinitive == "être":
        return None
    determiner = next((one for one in TO if subject.startswith(one)), None)
    if determiner is None:
        return None
    to = TO[determiner] + subject[len(determiner) :]
    plural = determiner == "les "
    if verb.startswith("ne"):
        forms = [f"il est interdit {to} de {infinitive}{rest}", f"il n'est pas permis {to} de {infinitive}{rest}", f"{subject} {'se voient' if plural else 'se voit'} interdire de {infinitive}{rest}"]
    elif verb.startswith("peu"):
        forms = [f"il est permis {to} de {infinitive}{rest}", f"il est possible {to} de {infinitive}{rest}", f"rien n'empêche {subject} de {infinitive}{rest}", f"il est loisible {to} de {infinitive}{rest}", f"la loi permet {to} de {infinitive}{rest}"]
    else:
        forms = [f"il incombe {to} de {infinitive}{rest}", f"il appartient {to} de {infinitive}{rest}", f"c'est {to} de {infinitive}{rest}", f"la loi oblige {subject} à {infinitive}{rest}", f"il revient {to} de {infinitive}{rest}"]
    return tidy(rng.choice(forms))


def cleft(rng, sentence):
    match = SUBJECT_MODAL.match(sentence) or ACTIVE.match(sentence)
    if not match:
        return None
    subject, verb = match[1], match[2]
    if verb.startswith("ne"):
        return None
    start = "ce sont" if subject.startswith("Les ") else "c'est"
    return tidy(f"{start} {lower_first(subject)} qui {sentence[match.start(2):]}")


def voice(rng, sentence):
    match = PASSIVE.match(sentence)
    if match:
        subject, participle, agent = match.groups()
        verb = OF_PARTICIPLE[participle]
        if agent.startswith("les "):
            infinitive = INFINITIVE[verb]
            if not infinitive.endswith("er"):
                return None
            verb = verb + "nt"
        return tidy(f"{agent} {verb} {lower_first(subject)}.")
    match = ACTIVE.match(sentence)
    if match:
        subject, verb, thing = match.groups()
        participle = PARTICIPLE[INFINITIVE[verb]]
        feminine, plural = thing.startswith("la "), thing.startswith("les ")
        return tidy(f"{thing} {'sont' if plural else 'est'} {participle}{'e' if feminine else ''}{'s' if plural else ''} par {lower_first(subject)}.")
    return None


def duty(rng, sentence):
    """What the law says in the present tense is a duty."""
    match = ACTIVE.match(sentence) or re.match(rf"^((?:L'|Le |La )[^,]{{3,50}}?) ({'|'.join(sorted(INFINITIVE, key=len, reverse=True))}) (.*)$", sentence)
    if not match or "'" in match[1][2:]:
        return None
    return tidy(f"{match[1]} {rng.choice(['doit', 'est tenu de', 'a le devoir de'])} {INFINITIVE[match[2]]} {sentence[match.end(2):].strip()}")


LIST_VERB = re.compile(r"\b(?:comprend|comprennent|comporte|comportent|contient|indique|mentionne|précise|est composée? de|sont composée?s de)\b")


def fewer(rng, sentence):
    """One member less of what a thing is made of, or one of two that may act."""
    match = re.match(r"^((?:L'|Le |La |Les )[^,]{3,40}?) ou (?:l'|le |la |les )[^,]{3,40}? (peu(?:t|vent) .*)$", sentence)
    if match:
        return tidy(f"{match[1]} {match[2]}")
    verb = LIST_VERB.search(sentence)
    if not verb:
        return None
    items = re.split(r", | et | ainsi que ", sentence[verb.end() : -1])
    if len(items) < 3 or any(len(item) > 70 for item in items):
        return None
    kept = [item for item in items if item is not rng.choice(items)] or items[:1]
    kept = kept[: max(1, rng.randint(1, len(kept)))]
    return tidy(sentence[: verb.end()] + " " + (", ".join(kept[:-1]) + " et " if len(kept) > 1 else " ") + kept[-1].strip() + ".")


def half(rng, sentence):
    """One of two main clauses."""
    parts = re.split(r" ?; ?|, et (?=(?:il|elle|ils|elles) )", sentence.rstrip("."))
    return tidy(parts[0]) if len(parts) > 1 and len(parts[0]) > 40 else None


EVERYDAY = [(re.compile(pattern), new) for pattern, new in (
    (r"^(?:Nul|Aucune personne) ne peut ", ["Personne ne peut "]), (r"^Quiconque ", ["Toute personne qui ", "Celui qui "]), (r"^Toute personne ", ["Chaque personne ", "Quiconque "]), (r"^Tout (?=\w)", ["Chaque "]), (r"^Chaque (?=\w)", ["Tout "]),
    (r"^Il est ", ["Est "]), (r"\bil ne peut être\b", ["on ne peut pas"]), (r"\bne\b(.{3,20}?)\bque\b", [r"\1 seulement"]), (r"^Le présent (?:article|règlement|code) ", ["Le texte "]))]


def everyday(rng, sentence):
    found = [(pattern, new) for pattern, new in EVERYDAY if pattern.search(sentence)]
    if not found:
        return None
    pattern, new = rng.choice(found)
    return tidy(pattern.sub(rng.choice(new), sentence, count=1))


def framed(rng, sentence, name, work, country, lands):
    """Named as the law of its text."""
    body = lower_first(sentence)
    sources = ["la loi", "le texte", "la réglementation"]
    if work:
        first = work.split(",")[0]
        sources += [f"le {lower_first(first)}" if first.startswith(("Code", "Règlement", "Arrêté")) else f"la {lower_first(first)}" if first.startswith(("Loi", "Directive", "Décision", "Charte")) else "la loi"] * 4
    source = rng.choice(sources)
    forms = [f"selon {source}, {body}", f"d'après {source}, {body}", f"aux termes de {source}, {body}", f"{source} prévoit que {body}", f"{source} dispose que {body}", f"il résulte de {source} que {body}", f"en {lands.get(country, 'droit français')}, {body}", f"au regard de {source}, {body}", f"en principe, {body}", f"il est prévu que {body}", f"juridiquement, {body}"]
    return tidy(rng.choice(forms))


# How often each is tried; the sentence is left alone where it does not apply.
REWORDINGS = [(modal, 3), (bound, 1.5), (synonym, 5), (number, 1.5), (neutral, 3), (reorder, 2), (impersonal, 2.5), (cleft, 1), (voice, 2.5), (duty, 1), (everyday, 1)]
# Those that leave something out: only where the altered place is not lost with it.
SHORTER = [(fewer, 1), (half, 1)]


def reworded(rng, sentence, times, shorter=False):
    """Up to `times` rewordings, each of another kind."""
    kinds = REWORDINGS + (SHORTER if shorter else [])
    used = set()
    for _ in range(times * 3):
        if len(used) >= times:
            break
        kind = rng.choices([one for one, _ in kinds], [weight for _, weight in kinds])[0]
        if kind in used and kind is not synonym:
            continue
        new = kind(rng, sentence)
        if new and new != sentence and 25 < len(new) < 340:
            sentence = new
            used.add(kind if kind is not synonym else (kind, len(used)))
    return sentence
