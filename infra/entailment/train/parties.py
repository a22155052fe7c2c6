"""Persons and bodies of the law: found in sentences, and written with the article or preposition that each needs."""

import re
from collections import Counter
from dataclasses import dataclass

HEADS = """commission ministre juge président préfet tribunal autorité parties partie conseil autorités juridiction établissement
établissements assureur demandeur acheteur exploitant employeur consommateur propriétaire candidat candidats état états maire intéressé intéressés
fonctionnaire étranger agence débiteur créancier créanciers comité société sociétés procureur avocat prêteur office médiateur assuré
institut militaire commissaire directeur professionnel constructeur agent agents gouvernement électeur électeurs commune communes collège
bénéficiaire titulaire vérificateur bailleur personne personnes greffier greffe organisme organismes entreprise entreprises salarié salariés représentant
opérateur opérateurs tuteur curateur concessionnaire huissier prestataire prestataires membre membres parlement vendeur preneur locataire élève cour émetteur
mandataire mandant rapporteur requérant association mineur souscripteur producteur emprunteur officier stagiaire expert experts
mutuelle conjoint conjoints époux fabricant conducteur parents employé auteur promoteur responsable liquidateur éditeur dépositaire redevable
fournisseur acquéreur médecin héritier héritiers gestionnaire caution défendeur victime prévenu notaire testateur donateur
légataire usufruitier transporteur expéditeur destinataire patient contribuable déclarant enfant père mère associé associés administration
magistrat jury ordre syndicat fonds caisse région département collectivité assemblée bureau secrétaire délégué chef importateur distributeur""".split()
ENDINGS = {"de", "du", "des", "d", "la", "le", "l", "et", "ou", "à", "aux", "au", "en", "chargé", "chargée", "qui", "que", "ne", "par", "dans", "pour", "sur", "ainsi", "s", "y", "se"}
FORMS = {
    "plain": {"m": "le ", "f": "la ", "v": "l'", "p": "les "},
    "to": {"m": "au ", "f": "à la ", "v": "à l'", "p": "aux "},
    "of": {"m": "du ", "f": "de la ", "v": "de l'", "p": "des "},
}
DETERMINER = {"le ": ("plain", "m"), "la ": ("plain", "f"), "l'": ("plain", "v"), "les ": ("plain", "p"), "au ": ("to", "m"), "à la ": ("to", "f"), "à l'": ("to", "v"), "aux ": ("to", "p")}
DETERMINER |= {"du ": ("of", "m"), "de la ": ("of", "f"), "de l'": ("of", "v"), "des ": ("of", "p")}
SUBJECT = re.compile(r"(?:^|[.;:,] )((?:[Ll]es? |[Ll]a |[Ll]'))([\w' -]{3,45}?) (?:ne |n'|se |s'|lui |en |y )?(?:peu(?:t|vent)|doi(?:t|vent)|est|sont|a|ont|dispose|statue|fixe|transmet|adresse|notifie|informe|établi[rt]|exerce)\b")


@dataclass(frozen=True)
class Party:
    name: str
    form: str

    @property
    def plural(self):
        return self.form == "p"


@dataclass(frozen=True)
class Mention:
    start: int
    end: int
    case: str
    party: Party


class Parties:
    """Parties that stand as subjects in the texts."""

    def __init__(self, sentences):
        counts = Counter()
        for sentence in sentences:
            for found in SUBJECT.finditer(sentence):
                words = re.split(r"[ ']", found[2])
                if words[0].lower() in HEADS and words[-1] not in ENDINGS and len(words) <= 5 and not re.search(r"\d", found[2]):
                    counts[Party(found[2], DETERMINER[found[1].lower()][1])] += 1
        self.all = [party for party, count in sorted(counts.items(), key=lambda one: (-one[1], one[0].name, one[0].form)) if count >= 2]
        self.weights = [min(counts[party], 60) for party in self.all]
        self.known = {party.name.lower(): party for party in reversed(self.all)}
        names = "|".join(re.escape(name) for name in sorted(self.known, key=lambda name: (-len(name), name)))
        self.pattern = re.compile(rf"(?<![\w'])(de la |de l'|à la |à l'|du |des |aux? |les? |la |l')({names})(?![\w-])", re.I)

    def mentions(self, sentence):
        found = []
        for match in self.pattern.finditer(sentence):
            case, form = DETERMINER[match[1].lower()]
            found.append(Mention(match.start(), match.end(), case, Party(match[2], form)))
        return found

    def random(self, rng):
        return rng.choices(self.all, self.weights)[0]


def written(party, case, capital=False):
    text = FORMS[case][party.form] + party.name
    return text[0].upper() + text[1:] if capital else text


def put(sentence, mention, party):
    """The sentence with another party in the place of a mention."""
    return sentence[: mention.start] + written(party, mention.case, mention.start == 0 or sentence[mention.start].isupper()) + sentence[mention.end :]
