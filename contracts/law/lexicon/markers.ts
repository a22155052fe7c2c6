/**
 * The words by which a French sentence says that an act is due, allowed, forbidden or not required,
 * that it denies, restricts or generalises, and those that open an exception, a condition or a
 * time. Written for this project.
 *
 * A heading names the class. `…` stands for the words between two parts. Verbs are infinitives
 * without `ne` and `pas`, except in `prohibition`, `exemption` and `negation`. A term may be of two
 * classes: `facultatif` permits, and says that the act is not due.
 */
export const MARKERS = `
# obligation
devoir
être tenu de
être tenu à
être obligé de
être contraint de
être astreint à
être dans l'obligation de
avoir l'obligation de
avoir le devoir de
avoir à
avoir la charge de
être redevable de
être soumis à
être assujetti à
être subordonné à
être débiteur de
il faut
falloir
il faut que
il est nécessaire de
il est nécessaire que
il est obligatoire de
il est impératif de
il est exigé que
il est requis
il incombe
incomber à
il appartient à
appartenir à … de
il revient à
revenir à … de
peser sur
être à la charge de
mettre à la charge de
il y a lieu de
il convient de
il importe de
s'imposer
imposer
obliger
contraindre
astreindre
exiger
requérir
nécessiter
commander
ordonner
enjoindre
prescrire de
mettre en demeure de
faire obligation à
faire obligation de
à peine de
sous peine de
à peine de nullité
sous peine d'amende
obligation
obligation de
devoir de
obligatoire
obligatoirement
impératif
impérativement
nécessaire
nécessairement
requis
exigé
indispensable
forcément
contraignant
de rigueur
d'ordre public
être indispensable
ne pouvoir se dispenser de
ne pouvoir se soustraire à
ne pouvoir refuser
ne pouvoir qu'
être chargé de
avoir pour mission de
répondre de
être responsable de
est de droit
veiller à
s'assurer de
s'engager à
s'obliger à
must
shall
has to
is required to
deure
ha de
# permission
pouvoir
avoir le droit de
être en droit de
être autorisé à
avoir la faculté de
avoir la possibilité de
avoir le pouvoir de
être libre de
être fondé à
être habilité à
être admis à
être recevable à
être à même de
être loisible de
il est loisible à
il est possible de
il est permis de
il est autorisé
il est libre de
être possible
être permis
être licite
permettre
permettre à … de
autoriser
habiliter
laisser la faculté de
laisser le choix
offrir la possibilité de
ouvrir la possibilité de
donner la faculté de
faculté de
possibilité de
possible
facultatif
facultativement
autorisé
permis
licite
loisible
libre
librement
à son gré
au choix de
à la discrétion de
s'il le souhaite
s'il le veut
s'il l'estime utile
avoir le choix
à volonté
éventuellement
susceptible de
être susceptible de
may
can
is allowed to
is entitled to
poder
pot
# prohibition
ne pouvoir
ne peut pas
ne pas pouvoir
ne pouvoir en aucun cas
ne … en aucun cas
ne … sous aucun prétexte
ne saurait
ne pas avoir le droit de
ne pas être en droit de
ne pas être autorisé à
ne pas avoir la faculté de
ne pas être permis
ne pas être possible
ne pas être libre de
ne devoir pas
ne pas devoir
ne doit pas
nul ne peut
nul ne doit
aucun ne peut
personne ne peut
il est interdit de
il est défendu de
il est prohibé
il n'est pas permis de
il n'est pas possible de
être interdit
être prohibé
être défendu
être proscrit
être exclu
être illicite
être illégal
interdire
interdire à … de
défendre de
prohiber
proscrire
empêcher
faire obstacle à
s'opposer à
faire défense de
avoir l'interdiction de
interdiction
interdiction de
prohibition
défense de
interdit
interdite
prohibé
défendu
proscrit
illicite
illégal
impossible
être impossible
s'abstenir de
devoir s'abstenir de
se garder de
sans pouvoir
must not
shall not
may not
cannot
is prohibited
# exemption
ne pas être tenu de
ne pas être tenu à
n'être pas tenu de
ne pas être obligé de
ne pas être contraint de
ne pas avoir à
ne pas avoir l'obligation de
ne pas avoir besoin de
ne pas être soumis à
ne pas être assujetti à
ne pas être subordonné à
ne pas être nécessaire
ne pas être obligatoire
ne pas être requis
ne pas être exigé
il n'est pas nécessaire de
il n'est pas obligatoire de
il n'y a pas lieu de
il n'est pas besoin de
nul n'est tenu de
être dispensé de
être exempté de
être exonéré de
être affranchi de
être déchargé de
être libéré de
dispenser
dispenser de
exempter
exonérer
affranchir
dispense
exemption
exonération
pas besoin
sans avoir à
sans être tenu de
sans obligation de
sans qu'il soit besoin de
sans qu'il soit nécessaire de
sans avoir besoin de
sans formalité
sans condition
pas obligé
pas obligatoire
non obligatoire
facultatif
facultativement
exempt
dispensé
optionnel
libre de ne pas
pouvoir ne pas
pouvoir s'abstenir de
need not
is not required to
# right
avoir droit à
avoir droit au
avoir un droit à
avoir le droit à
bénéficier de
bénéficier
bénéficier d'un droit
jouir de
pouvoir prétendre à
pouvoir obtenir
pouvoir exiger
pouvoir réclamer
pouvoir demander
être éligible à
être fondé à obtenir
être créancier de
être titulaire de
être bénéficiaire de
disposer de
disposer d'un droit
ouvrir droit à
donner droit à
donner lieu à indemnité
conférer le droit de
conférer un droit
accorder le droit de
reconnaître le droit de
garantir à
recevoir
percevoir
obtenir
obtenir de plein droit
être dû à
être acquis à
droit à
droit de
prérogative
être recevable
être protégé
être garanti
se voir accorder
se voir attribuer
profiter à
profiter de
# negation
ne
ne … pas
ne … point
ne … plus
ne … jamais
ne … aucun
ne … aucune
ne … nul
ne … personne
ne … rien
ne … guère
ne … ni
ne … nullement
ne … aucunement
pas
point de
non
non pas
non plus
ni
ni … ni
aucun
aucune
nul
nulle
personne ne
rien
jamais
nullement
aucunement
en aucun cas
en aucune manière
en aucune façon
pas du tout
pas davantage
pas non plus
pas même
loin de
sans
sans que
hors de
absence de
en l'absence de
absence
défaut de
à défaut de
manque de
faute de
dépourvu de
dénué de
privé de
exempt de
cesser de
cesser
refuser
refuser de
refus de
exclure
exclure que
exclu
écarter
rejeter
dispenser
empêcher
faire obstacle à
s'opposer à
interdire
nier
dénier
s'abstenir de
omettre de
négliger de
échouer à
perdre
perdre le droit de
être déchu de
priver de
renoncer à
supprimer
mettre fin à
être dépourvu de
être insuffisant
être inapplicable
ne pas suffire
ne suffit pas
ne pas constituer
au lieu de
plutôt que
not
no
never
without
sense
cap
# restriction
seul
seule
seuls
seules
seulement
uniquement
exclusivement
strictement
limitativement
ne … que
ne … pas d'autre que
ne … aucun autre que
n'est … que si
n'est … que lorsque
rien d'autre que
limité à
limité aux
restreint à
réservé à
réservé aux
être limité à
être réservé à
se limiter à
se borner à
se réduire à
le seul
la seule
les seuls
unique
exclusif
à l'exclusion de
à l'exclusion de tout autre
à titre exclusif
dans la limite de
dans les limites de
dans la stricte mesure
dans la seule mesure
dans la seule hypothèse
dans le seul cas
dans ce seul cas
à la seule condition
sous la seule condition
au seul profit de
aux seules fins de
à ces seules conditions
pour les seuls
purement
simplement
strict
limitatif
limitative
ne concerne que
ne vaut que
ne s'applique qu'
only
solely
exclusively
nomes
# universality
tout
toute
tous
toutes
tout le monde
chaque
chacun
chacune
quiconque
toute personne
tout individu
n'importe quel
n'importe qui
l'ensemble de
la totalité de
l'intégralité de
toujours
à tout moment
en tout temps
à toute époque
en permanence
quel que soit
quelle que soit
quels que soient
quelles que soient
quoi qu'il arrive
quoi qu'il en soit
peu importe
peu importe que
indépendamment de
sans considération de
sans distinction
sans égard à
dans tous les cas
en tout cas
en tous les cas
dans toutes les hypothèses
en toute hypothèse
en toute circonstance
en toutes circonstances
en tout état de cause
en tout point
en toute matière
systématiquement
systématique
automatiquement
automatique
de plein droit
d'office
sans exception
sans aucune exception
sans dérogation
sans condition
sans réserve
sans limite
sans restriction
sans limitation
inconditionnellement
absolument
absolu
entièrement
totalement
intégralement
pleinement
invariablement
constamment
universellement
même
même si
même en cas de
même lorsque
même sans
y compris
y compris si
y compris lorsque
partout
jamais
en aucun cas
aucune exception
indistinctement
pour tous
tous les
toutes les
always
every
all
sempre
# hedge
en principe
par principe
en général
généralement
de manière générale
d'une manière générale
de façon générale
le plus souvent
la plupart du temps
dans la plupart des cas
souvent
fréquemment
habituellement
normalement
ordinairement
d'ordinaire
d'habitude
en règle générale
usuellement
communément
sauf exception
sauf exceptions
sauf cas particulier
sauf circonstances exceptionnelles
peut-être
sans doute
probablement
vraisemblablement
possiblement
éventuellement
parfois
quelquefois
dans certains cas
dans certaines hypothèses
dans certaines conditions
sous certaines conditions
sous certaines réserves
à certaines conditions
dans une certaine mesure
dans la mesure du possible
autant que possible
a priori
théoriquement
en théorie
il semble que
sembler
il semblerait que
paraître
tendre à
avoir tendance à
environ
approximativement
à peu près
presque
quasiment
plutôt
principalement
essentiellement
surtout
exceptionnellement
rarement
usually
generally
# exception
sauf
sauf à
sauf si
sauf que
sauf lorsque
sauf quand
sauf en cas de
sauf dans le cas de
sauf pour
sauf accord
sauf accord contraire
sauf convention contraire
sauf clause contraire
sauf stipulation contraire
sauf disposition contraire
sauf preuve contraire
sauf motif légitime
sauf motif grave
sauf urgence
sauf dérogation
sauf faute grave
sauf dispositions particulières
sauf disposition plus favorable
sauf opposition
hormis
hors
hors le cas
hors les cas
hors cas de
hormis le cas
excepté
excepté si
exception faite de
à l'exception de
à l'exception du
à l'exception des
à l'exclusion de
par exception
par exception à
à moins que
à moins de
à moins d'
si ce n'est
sinon
sous réserve de
sous réserve des
sous réserve que
sous les réserves
sans préjudice de
sans préjudice des
toutefois
cependant
néanmoins
mais
pourtant
en revanche
par contre
à titre exceptionnel
exceptionnellement
par dérogation
par dérogation à
en dérogation de
dérogation
déroger à
il peut être dérogé
il est fait exception
il en va autrement
il en va autrement si
il en est autrement
il n'en va pas ainsi
il n'en va autrement que
ne s'applique pas
ne s'appliquent pas
n'est pas applicable
ne sont pas applicables
n'est pas applicable à
ne fait pas obstacle à
ne concerne pas
ne vise pas
font exception
fait exception
unless
except
however
llevat
tret
# condition
si
s'il
lorsque
quand
dès que
dès lors que
dès l'instant que
du moment que
au cas où
dans le cas où
dans les cas où
dans le cas de
dans l'hypothèse où
dans l'hypothèse de
dans l'éventualité où
pour le cas où
en cas de
en cas d'
en présence de
en l'absence de
en l'absence d'accord
à condition que
à condition de
à la condition que
à la condition de
à la double condition
à la seule condition
sous condition
sous condition de
sous la condition que
sous réserve de
sous réserve que
pourvu que
moyennant
moyennant quoi
dans la mesure où
pour autant que
pour peu que
autant que
à supposer que
à défaut
à défaut de
à défaut d'accord
faute de
faute d'accord
faute pour
sauf à
à charge de
à charge pour
à charge d'appel
selon que
suivant que
que … ou non
soit que
tant que
aussi longtemps que
chaque fois que
toutes les fois que
une fois que
après que
après avoir
avant de
sur demande de
sur requête de
à la demande de
à l'initiative de
sur autorisation de
après autorisation de
avec l'accord de
avec l'autorisation de
sur justification de
sur présentation de
sur décision de
après avis de
après consultation de
après mise en demeure
après enquête
en raison de
pour motif de
pour un motif
pour cause de
compte tenu de
eu égard à
au vu de
s'il y a lieu
le cas échéant
s'il est établi que
s'il est prouvé que
être subordonné à
être conditionné par
dépendre de
supposer
supposer que
exiger que
conditionner
subordonner
condition
conditions
if
when
provided that
in case of
# time
avant
avant que
avant de
avant le
avant la fin de
préalablement à
antérieurement à
après
après que
après le
à la suite de
postérieurement à
ultérieurement
au-delà de
passé ce délai
passé le délai de
dans les
dans le mois
dans l'année
dans la semaine
dans un délai de
dans le délai de
dans le délai d'
dans un délai maximal de
dans un délai raisonnable
dans un délai d'au moins
sous
sous un délai de
en moins de
au bout de
à l'expiration de
à l'issue de
au terme de
à la fin de
à compter de
à compter du
à partir de
à partir du
à dater de
à compter du jour où
à partir du jour où
à partir du moment où
au plus tard
au plus tôt
jusqu'à
jusqu'au
jusqu'à ce que
dès
dès que
dès lors
depuis
depuis que
pendant
pendant que
durant
tout au long de
au cours de
lors de
à l'occasion de
au moment de
au moment où
au jour de
au jour où
au jour du
le jour de
le jour où
à la date de
à la date du
au début de
en fin de
en cours de
à tout moment
à l'avance
par avance
d'avance
au moins … avant
au plus … après
immédiatement
sans délai
sans attendre
aussitôt
aussitôt que
sur-le-champ
dans les plus brefs délais
dans les meilleurs délais
en temps utile
à terme
à l'échéance
par an
par mois
par semaine
par jour
chaque année
chaque mois
tous les ans
tous les mois
périodiquement
une fois par an
pour une durée de
pour une période de
d'une durée de
pendant une durée de
pour une durée maximale de
pour une durée minimale de
pendant au moins
pendant au plus
l'année suivante
le lendemain
la veille
entre-temps
ensuite
puis
désormais
à l'avenir
par la suite
before
after
within
from
until
during
`
