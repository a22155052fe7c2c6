"""Words that the generated rewordings and alterations share: verbs, numbers, synonyms, opposites."""

import re

# Third person, infinitive, participle.
VERBS = """fixe fixer fixé|notifie notifier notifié|adresse adresser adressé|informe informer informé|désigne désigner désigné|établit établir établi
transmet transmettre transmis|communique communiquer communiqué|délivre délivrer délivré|nomme nommer nommé|prononce prononcer prononcé|convoque convoquer convoqué
publie publier publié|remet remettre remis|détermine déterminer déterminé|exerce exercer exercé|assure assurer assuré|présente présenter présenté|dépose déposer déposé
vérifie vérifier vérifié|examine examiner examiné|arrête arrêter arrêté|constate constater constaté|ordonne ordonner ordonné|autorise autoriser autorisé|refuse refuser refusé
accorde accorder accordé|approuve approuver approuvé|annule annuler annulé|suspend suspendre suspendu|retire retirer retiré|contrôle contrôler contrôlé|organise organiser organisé
verse verser versé|paie payer payé|rembourse rembourser remboursé|supporte supporter supporté|conserve conserver conservé|signe signer signé|rédige rédiger rédigé
propose proposer proposé|prépare préparer préparé|avise aviser avisé|saisit saisir saisi|entend entendre entendu|consulte consulter consulté|demande demander demandé
modifie modifier modifié|définit définir défini|précise préciser précisé|applique appliquer appliqué|déclare déclarer déclaré|évalue évaluer évalué|calcule calculer calculé
prescrit prescrire prescrit|rend rendre rendu|reçoit recevoir reçu|dirige diriger dirigé|représente représenter représenté|gère gérer géré|tient tenir tenu|met mettre mis
produit produire produit|fournit fournir fourni|soumet soumettre soumis|élit élire élu|révoque révoquer révoqué|recrute recruter recruté|inscrit inscrire inscrit"""
VERBS = [tuple(one.split()) for one in re.split(r"[|\n]", VERBS)]
INFINITIVE = {present: infinitive for present, infinitive, _ in VERBS}
PRESENT = {infinitive: present for present, infinitive, _ in VERBS}
PARTICIPLE = {infinitive: participle for _, infinitive, participle in VERBS}
OF_PARTICIPLE = {participle: present for present, _, participle in VERBS}
INFINITIVES = [infinitive for _, infinitive, _ in VERBS]

NUMBER_WORDS = "deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize".split()
WORD_OF = {index + 2: word for index, word in enumerate(NUMBER_WORDS)} | {20: "vingt", 30: "trente", 40: "quarante", 50: "cinquante", 60: "soixante", 100: "cent", 45: "quarante-cinq", 18: "dix-huit", 48: "quarante-huit", 21: "vingt et un", 25: "vingt-cinq", 24: "vingt-quatre"}
VALUE_OF = {word: value for value, word in WORD_OF.items()}
NUMBER = r"(?:" + "|".join(sorted(VALUE_OF, key=len, reverse=True)) + r"|\d{1,3}(?: \d{3})+|\d+(?:,\d+)?)"
UNIT = r"(?:jours?|mois|ans?|années?|semaines?|heures?|minutes?|euros?|%|p\. 100|pour cent|francs|membres|mètres|kilomètres|fois|personnes|exemplaires|salariés|voix|habitants)"
AMOUNT = re.compile(rf"(?<![\w.,/-])({NUMBER})( (?:derniers |premiers )?)({UNIT})(?!\w)", re.I)
UNITS = {"jours": ["mois", "semaines", "ans"], "mois": ["ans", "jours", "semaines"], "ans": ["mois", "jours"], "semaines": ["jours", "mois"], "heures": ["jours", "minutes"], "années": ["mois", "semaines"], "jour": ["mois", "an"], "an": ["mois"], "minutes": ["heures"]}

# Each side may stand for the other.
SYNONYMS = """en cas de|dans l'hypothèse de
dans un délai de|dans les
à compter de|à partir de
à compter du|à partir du
lorsque|quand
lorsqu'|quand
si le|dans le cas où le
si la|dans le cas où la
dans le cas où|si
à l'exception de|hormis
sauf|excepté
à moins que|sauf si
sans délai|immédiatement
sans délai|aussitôt
par écrit|sous forme écrite
à titre gratuit|gratuitement
sans frais|gratuitement
chaque année|tous les ans
annuellement|chaque année
au moins|au minimum
au plus|au maximum
avant le|préalablement au
avant la|préalablement à la
est puni de|encourt
est nul|est frappé de nullité
sont nuls|sont frappés de nullité
est nulle|est frappée de nullité
afin de|en vue de
afin de|pour
en vue de|dans le but de
relatif à|concernant
relative à|concernant
relatives à|concernant
relatifs à|concernant
en application de|en vertu de
conformément à|selon
notamment|en particulier
par l'intermédiaire de|par
procède à|effectue
ainsi que|et
en outre|de plus
toutefois|cependant
cependant|néanmoins
dispose de|a
résilier|mettre fin à
résiliation|rupture
la durée|le temps
est interdit|est défendu
il est interdit de|on ne peut pas
est autorisé à|a le droit de
sont autorisés à|ont le droit de
sous réserve de|à condition de respecter
à peine de|sous peine de
rémunération|paie
les dommages et intérêts|une indemnisation
verser|payer
verse|paie
acquitter|payer
s'acquitte de|paie
informer|avertir
informe|avertit
avise|informe
aviser|prévenir
transmet|envoie
transmettre|envoyer
adresse|envoie
adresser|envoyer
remet|donne
notifie|communique
notifier|faire connaître
désigné|choisi
désigne|choisit
nommé|désigné
nomme|désigne
détermine|fixe
déterminé|fixé
déterminée|fixée
déterminées|fixées
définies|fixées
prévues|fixées
prévue|fixée
prévu|fixé
saisi|appelé à se prononcer
solliciter|demander
requérir|demander
sollicite|demande
demeure|reste
demeurent|restent
domicile|lieu d'habitation
le logement|l'habitation
cesse|prend fin
obtenir|recevoir
bénéficier de|profiter de
élaborer|préparer
exerce|assure
le salarié|le travailleur
l'employeur|le patron
le locataire|l'occupant
les époux|les personnes mariées
le créancier|celui à qui la somme est due
le débiteur|celui qui doit la somme
le propriétaire|celui à qui le bien appartient
le vendeur|celui qui vend
l'acheteur|l'acquéreur
l'acquéreur|celui qui achète
l'assureur|la compagnie d'assurance
le bailleur|le propriétaire qui loue
le mineur|l'enfant mineur
l'héritier|celui qui hérite
le requérant|l'auteur de la demande
le demandeur|celui qui forme la demande
la juridiction|le tribunal
le tribunal|la juridiction
le juge|le magistrat
la demande|la requête
décède|meurt
décès|mort
préalable|donné d'avance
préalablement|d'avance
ultérieurement|par la suite
mensuel|de chaque mois
annuel|de chaque année
au terme de|à la fin de
à l'expiration de|à la fin de
à l'issue de|au terme de
lors de|à l'occasion de
en raison de|à cause de
en l'absence de|faute de
à défaut de|faute de
dès lors que|quand
le cas échéant|s'il y a lieu
de plein droit|automatiquement
d'office|de sa propre initiative
le montant|la somme
est fixé à|s'élève à
sont fixés à|s'élèvent à
peut être prorogé|peut être prolongé
prorogé|prolongé
prorogation|prolongation
prorogée|prolongée
peine|sanction
ne peut excéder|ne peut dépasser
ne peuvent excéder|ne peuvent dépasser
ne peut excéder|est limité à
excède|dépasse
supérieur à|de plus de
inférieur à|de moins de
supérieure à|de plus de
inférieure à|de moins de
octroi|attribution
octroyer|accorder
accorder|donner
délivrance|remise
délivré|remis
délivrée|remise
délivre|remet
convention|accord
litige|différend
différend|conflit
en matière de|s'agissant de
contracter|s'engager
exiger|imposer
exige|impose
comporte|contient
comprend|comporte
comprend|contient
mentionne|indique
indique|précise
énonce|indique
véhicule|voiture
aliéner|céder
céder|transférer
vendre|céder
est subordonné à|dépend de
est subordonnée à|dépend de
sont soumis à|relèvent de
tout intéressé|toute personne intéressée
quiconque|toute personne qui
est réputé|est considéré comme
est réputée|est considérée comme
sont réputés|sont considérés comme
lettre recommandée avec demande d'avis de réception|courrier recommandé avec accusé de réception
incombe à|pèse sur
incombe au|pèse sur le
est à la charge de|est supporté par
sont à la charge de|sont supportés par
est compétent|a compétence
est recevable|peut être reçu
prend fin|se termine
débute|commence
commence à courir|court
par voie de|au moyen de
au moyen de|grâce à
ladite|cette
ledit|ce
susvisé|précité
susmentionnée|précitée
mentionné à|visé à
mentionnée à|visée à
mentionnés à|visés à
mentionnées à|visées à
ces dispositions|ces règles
les dispositions|les règles
modalités|conditions
dépense|frais
dépenses|frais
inopposable aux tiers|sans effet envers les tiers
licencier|renvoyer
licenciement|renvoi
congé|période d'absence
accomplir|remplir
accompli|effectué
effectué|réalisé
effectuée|réalisée
effectuer|réaliser
majorité des membres|plus de la moitié des membres
à l'unanimité|avec l'accord de tous
motivée|accompagnée de ses motifs
motivé|assorti de motifs
faire l'objet de|donner lieu à
font l'objet de|donnent lieu à
fait l'objet de|donne lieu à"""
SYNONYMS = [tuple(line.split("|")) for line in SYNONYMS.splitlines()]
# Too short or too common to be read the other way round.
ONE_WAY = {"a", "et", "par", "pour", "si", "paie", "sous", "le temps", "dans les", "frais", "donne", "des", "même"}
SYNONYMS += [(second, first) for first, second in SYNONYMS if second not in ONE_WAY]

# Each side denies the other. Everything here changes what a sentence says.
OPPOSITES = """accepte|refuse
acceptation|refus
accepter|refuser
accorde|refuse
accorder|refuser
autorisé|interdit
autorise|interdit
autoriser|interdire
autorisation|interdiction
valable|nul
valide|nul
licite|illicite
recevable|irrecevable
recevables|irrecevables
compris|exclu
comprise|exclue
y compris|à l'exception de
sauf|y compris
sauf|même
avec|sans
sans|avec
favorable|défavorable
supérieur|inférieur
supérieure|inférieure
supérieurs|inférieurs
au moins|au plus
au minimum|au maximum
maximum|minimum
maximale|minimale
maximal|minimal
onéreux|gratuit
gratuitement|à titre onéreux
majeur|mineur
majeurs|mineurs
augmenté|réduit
augmentée|réduite
augmentation|réduction
suspend|maintient
suspendu|maintenu
acquiert|perd
acquérir|perdre
perdre|conserver
perd|conserve
cesse|continue
prend fin|se poursuit
oblige|dispense
obligatoire|facultatif
obligatoire|facultative
obligatoirement|facultativement
applicable|inapplicable
applicables|inapplicables
présence|absence
en présence de|en l'absence de
en l'absence de|en présence de
écrit|oral
par écrit|oralement
expressément|tacitement
expresse|tacite
exprès|tacite
divisible|indivisible
publique|non publique
publiques|secrètes
public|privé
individuelle|collective
individuel|collectif
personnel|réel
meubles|immeubles
mobilier|immobilier
motivée|non motivée
compétent|incompétent
suffisant|insuffisant
régulière|irrégulière
régulier|irrégulier
bonne foi|mauvaise foi
conforme|contraire
connu|ignoré
premier|dernier
première|dernière
même|autre
identique|différent
temporaire|permanent
temporaire|définitif
provisoire|définitif
provisoirement|définitivement
à titre provisoire|à titre définitif
totalité|moitié
directement|indirectement
volontaire|forcée
à la charge|au profit
au profit de|à la charge de
contre|en faveur de
pour|contre
approuve|rejette
approuvé|rejeté
approbation|rejet
confirme|infirme
inférieur à|supérieur à
augmente|diminue
vendeur|acheteur
créancier|débiteur
débiteur|créancier
bailleur|locataire
employeur|salarié
mandant|mandataire
demandeur|défendeur
acheter|vendre
achat|vente
constitue|ne constitue pas
emporte|n'emporte pas
interdit|autorisé
interdite|autorisée
interdits|autorisés
interdites|autorisées
dispensé de|tenu de
exonéré|redevable
exclut|comprend
rejette|accueille
rejet|admission
admis|rejeté
admise|refusée
admet|refuse
retire|maintient
éteint|laisse subsister
annule|confirme
annulation|confirmation
aggraver|atténuer
peut seul|ne peut
suspensif|non suspensif
susceptible|insusceptible"""
OPPOSITES = [tuple(line.split("|")) for line in OPPOSITES.splitlines()]

TITLES = """nullité absolue|nullité relative
nullité relative|nullité absolue
à peine de nullité|à peine d'irrecevabilité
à peine d'irrecevabilité|à peine de nullité
à peine de nullité|sans sanction particulière
à peine de caducité|à peine de nullité
à peine de forclusion|à peine d'amende
caduc|nul
caduque|nulle
nul|inopposable
nulle|inopposable
nul|annulable
réputée non écrite|nulle
réputé non écrit|résilié
inopposable|nulle
inopposables|nuls
délit|contravention
contravention|délit
crime|délit
réclusion|emprisonnement
emprisonnement|réclusion
amende|emprisonnement
un emprisonnement|une amende
résolution|résiliation
résiliation|nullité
rescision|résiliation
prescription|forclusion
forclusion|prescription
solidairement|conjointement
solidaires|conjoints
appel|pourvoi en cassation
pourvoi|appel
opposition|appel
ordonnance|jugement
jugement|ordonnance
décret en Conseil d'Etat|simple arrêté
décret|arrêté ministériel
arrêté|décret
règlement grand-ducal|règlement ministériel
avis conforme|avis simple
sur avis de|sur avis conforme de
après avis|sans avis
usufruit|nue-propriété
propriété|possession
servitude|hypothèque
hypothèque|gage
donation|vente
bail|vente
vente|location
cession|location
mandat|dépôt
vaut acceptation|vaut rejet
vaut rejet|vaut acceptation
vaut décision de rejet|vaut décision d'acceptation
décision implicite de rejet|décision implicite d'acceptation
réputé accordé|réputé refusé
réputée accordée|réputée refusée
réputé favorable|réputé défavorable
responsabilité civile|responsabilité pénale
conseil municipal|conseil départemental
majorité absolue|majorité simple
majorité des deux tiers|majorité simple
à la majorité|à l'unanimité
à l'unanimité|à la majorité
indemnité|amende
dommages et intérêts|une peine d'amende
présomption simple|présomption irréfragable
jusqu'à preuve contraire|sans preuve contraire possible
agrément|simple déclaration
autorisation préalable|déclaration préalable
déclaration préalable|autorisation préalable
autorisation|déclaration
déclaration|autorisation"""
TITLES = [tuple(line.split("|")) for line in TITLES.splitlines()]

TIMES = """avant|après
après|avant
à compter de|jusqu'à
à compter du|jusqu'au
à partir de|jusqu'à
à partir du|jusqu'au
jusqu'à|à partir de
jusqu'au|à partir du
à l'expiration de|au début de
à l'expiration du|au début du
à l'issue de|au début de
à l'issue du|avant le
au terme de|au début de
préalablement|postérieurement
préalablement à|postérieurement à
préalable|ultérieur
antérieure|postérieure
antérieur|postérieur
antérieurs|postérieurs
antérieurement|postérieurement
postérieurement|antérieurement
dans un délai de|après un délai de
dans le délai de|à l'expiration du délai de
dans les|après les
pendant|après
durant|avant
immédiatement|dans un délai raisonnable
sans délai|dans un délai raisonnable
au plus tard|au plus tôt
début|fin
dès|un mois après
lors de|après
la réception|l'envoi
réception|envoi
la notification|la signature
la notification|la demande
la publication|la signature
la date de la demande|la date de la décision
la date du jugement|la date de l'assignation
la date de la décision|la date de la demande
le jour de|le lendemain de
le lendemain|la veille
précédant|suivant
précédent|suivant
suivant|précédant
suivante|précédente
qui suit|qui précède
qui précède|qui suit
quinze jours avant|quinze jours après
annuel|mensuel
annuelle|mensuelle
chaque année|tous les deux ans
chaque année|chaque mois
trimestriel|annuel
l'ouverture|la clôture
la clôture|l'ouverture"""
TIMES = [tuple(line.split("|")) for line in TIMES.splitlines()]

SCOPES = """notamment|uniquement
notamment|exclusivement
tout ou partie|la totalité
une partie|la totalité
tous les|certains
toutes les|certaines
toute personne|toute personne majeure
toute personne|seule une personne physique
tout|seul un
toute|seule une
chaque|un
l'ensemble des|une partie des
en tout ou partie|en totalité
au moins|exactement
partiellement|intégralement
partielle|totale
partiel|total
en principe|toujours
principalement|exclusivement
exclusivement|notamment
uniquement|notamment
seul|même
seule|même
seuls|également
seulement|toujours
et|ou
ou|et
soit|à la fois
personne morale|personne physique
personnes morales|personnes physiques
personne physique|personne morale
personnes physiques|personnes morales
étranger|national
national|européen
nationale|européenne
départemental|national
local|national"""
SCOPES = [tuple(line.split("|")) for line in SCOPES.splitlines()]

ADDITIONS = """à titre gratuit
sans frais
par lettre recommandée avec demande d'avis de réception
en présence de deux témoins
à peine de nullité
sous peine d'amende
sous peine de dommages et intérêts
après avis conforme du conseil
avec l'accord du ministre
avec l'autorisation du juge
dans un délai d'un mois
dans un délai de huit jours
dans les quarante-huit heures
sans avoir à en justifier
sans motif
par décision motivée
pour une durée d'un an renouvelable
pour une durée de trois ans
même en cas d'urgence
y compris les jours fériés
sous le contrôle du procureur de la République
à la demande de tout intéressé
aux frais de l'Etat
à ses frais
avec effet rétroactif
et cette décision est susceptible d'appel
et cette décision n'est susceptible d'aucun recours
et a droit à une indemnité
et doit en informer le préfet
et en informe sans délai l'intéressé
et ce pendant cinq ans
sur présentation d'une pièce d'identité
par voie électronique
par acte notarié
au moins une fois par an
pour motif grave
sous astreinte
en chambre du conseil
devant le tribunal judiciaire
tous les trois mois
de plein droit
d'office
avant la fin de l'année
après une mise en demeure restée sans effet
et le silence vaut acceptation
et le silence vaut rejet
même à l'égard des tiers
même sans faute
sauf convention contraire
sauf urgence
sauf décision contraire du juge
sauf force majeure""".splitlines()

BODIES = """Code civil|Code du travail|Code de commerce|Code pénal|Code de procédure civile|Code de procédure pénale|Code de la consommation|Code des assurances|Code monétaire et financier|Code rural et de la pêche maritime|Code de l'environnement|Code général des impôts|Code de la santé publique|Code de la sécurité sociale|Code des relations entre le public et l'administration|Règlement général sur la protection des données|Charte des droits fondamentaux|Constitution""".split("|")
LANDS = {"France": "droit français", "Luxembourg": "droit luxembourgeois", "Union européenne": "droit de l'Union européenne", "Monaco": "droit monégasque", "Andorre": "droit andorran", "Belgique": "droit belge", "Suisse": "droit suisse"}
