/**
 * Words and phrases that a claim may add without changing what it states. Written for this project.
 *
 * A heading names the class: `connector` (joins sentences), `attribution` (says that there is a
 * rule, or where it is written), `law` (names the body of law; neutral only if it is the source's),
 * `illustration` (opens an example), `restatement` (says again), `reference` (points back), `noun`
 * and `verb` (light words that mean nothing without their complement), `filler`. Hedges such as `en
 * principe` are not neutral: they are in `markers.ts`.
 */
export const NEUTRAL = `
# connector
ainsi
alors
aussi
également
de même
de plus
en outre
par ailleurs
en effet
or
donc
dès lors
aussi bien
par conséquent
en conséquence
de ce fait
de ce chef
c'est pourquoi
pour cette raison
pour ces motifs
partant
par suite
par là
par là même
de là
il en résulte que
il s'ensuit que
il en découle que
il suit de là que
d'une part
d'autre part
d'un côté
de l'autre
tout d'abord
d'abord
ensuite
puis
enfin
en premier lieu
en second lieu
en dernier lieu
premièrement
deuxièmement
de surcroît
qui plus est
au surplus
au demeurant
du reste
quant à
s'agissant de
concernant
en ce qui concerne
pour ce qui est de
à cet égard
à ce sujet
à ce titre
sur ce point
en la matière
en l'espèce
en l'occurrence
en définitive
en somme
au total
en conclusion
pour conclure
finalement
ainsi donc
il est vrai que
certes
effectivement
bien entendu
bien sûr
évidemment
naturellement
# attribution
il est prévu que
la loi prévoit que
le texte prévoit que
l'article prévoit que
le code prévoit que
la loi dispose que
l'article dispose que
le texte dispose que
il est disposé que
le règlement prévoit que
le décret prévoit que
la convention prévoit que
l'article énonce que
le texte énonce que
la loi énonce que
l'article précise que
le texte précise que
la loi précise que
il est précisé que
le législateur a prévu que
le législateur prévoit que
selon la loi
selon le texte
selon l'article
selon le code
selon le droit
selon les dispositions
selon la jurisprudence
selon la cour
selon l'arrêt
selon le juge
d'après la loi
d'après le texte
d'après l'article
d'après le code
d'après la jurisprudence
aux termes de
aux termes de la loi
aux termes de l'article
aux termes du texte
en vertu de la loi
en vertu de l'article
en vertu du texte
en vertu du code
en vertu de ce texte
en vertu des dispositions
en application de la loi
en application de l'article
en application du texte
en application de ce texte
conformément à la loi
conformément à l'article
conformément au texte
conformément au code
au sens de la loi
au sens de l'article
au sens du texte
au sens du code
comme le prévoit la loi
comme le prévoit l'article
comme le dit la loi
comme l'indique le texte
tel que prévu par la loi
tel que défini par la loi
visé à l'article
mentionné à l'article
prévu par la loi
prévu par l'article
prévu au code
la loi
le texte
l'article
le présent article
cet article
ce texte
cette disposition
la disposition
les dispositions
la règle est que
la règle veut que
la règle selon laquelle
le principe selon lequel
le code
la cour juge que
la cour de cassation juge que
la cour a jugé que
il a été jugé que
il est jugé que
la jurisprudence admet que
la jurisprudence considère que
la cour rappelle que
la cour décide que
la cour retient que
la cour énonce que
l'arrêt énonce que
l'arrêt retient que
le juge rappelle que
le conseil d'état juge que
le conseil constitutionnel juge que
la source indique que
le document indique que
il ressort du texte que
il résulte du texte que
il résulte de l'article
il résulte de la loi
il ressort de la loi que
il est indiqué que
il est énoncé que
il est rappelé que
il convient de noter que
il convient de rappeler que
il y a lieu de rappeler que
il faut savoir que
on sait que
on notera que
notons que
rappelons que
à noter que
il importe de préciser que
il est établi que
juridiquement
légalement
en droit
# law
en droit français
le droit français
en droit interne
en droit positif
en droit civil
en droit du travail
en droit des contrats
en droit des obligations
en droit de la famille
en droit des successions
en droit des sociétés
en droit commercial
en droit de la consommation
en droit pénal
en droit administratif
en droit fiscal
en droit public
en droit privé
en droit de la sécurité sociale
en droit de l'union européenne
en droit européen
en droit immobilier
en droit rural
en matière civile
en matière pénale
en matière commerciale
en matière contractuelle
en matière de contrats
en matière de bail
en matière de responsabilité
en matière de vente
en matière de données personnelles
en matière de protection des données
en matière fiscale
en matière sociale
en matière familiale
en matière successorale
en matière administrative
en procédure civile
en procédure pénale
en france
français
le code civil
le code du travail
le code pénal
le code de commerce
le code de la consommation
le code de procédure civile
le code de procédure pénale
le code général des impôts
le code de la sécurité sociale
le rgpd
le règlement général sur la protection des données
la loi informatique et libertés
la loi française
le législateur français
# illustration
notamment
par exemple
en particulier
entre autres
tel que
tels que
telle que
telles que
comme
à titre d'exemple
# restatement
c'est-à-dire
autrement dit
en d'autres termes
en d'autres mots
soit
à savoir
concrètement
en pratique
dans les faits
en clair
plus précisément
plus exactement
précisément
pour ainsi dire
en réalité
en fait
en résumé
en bref
bref
proprement dit
cela signifie que
ce qui signifie que
cela veut dire que
cela revient à dire que
ce qui veut dire que
en un mot
# reference
dans ce cas
dans un tel cas
en ce cas
en pareil cas
dans cette hypothèse
dans une telle hypothèse
en pareille hypothèse
dans cette situation
dans une telle situation
dans ces conditions
dans ces circonstances
à cette fin
à cet effet
pour cela
à cette occasion
à ce moment
à ce moment-là
lui-même
elle-même
eux-mêmes
elles-mêmes
celui-ci
celle-ci
ceux-ci
celles-ci
ce dernier
cette dernière
ces derniers
ledit
ladite
lesdits
lesdites
susvisé
susmentionné
précité
mentionné ci-dessus
visé ci-dessus
ci-dessus
ci-après
en question
en cause
concerné
considéré
correspondant
dont il s'agit
donné
quelconque
tel
un tel
# noun
fait
fait de
cas
situation
titre
cadre
matière
manière
façon
chose
acte de
action de
hypothèse
circonstance
point
aspect
élément
question
sujet
objet
domaine
plan
part
type
sorte
genre
espèce
forme de
nature
existence de
présence de
ensemble de
moyen de
mode de
processus
procédé
opération
activité de
démarche
mesure
effet
résultat
état
niveau
rôle
place
lieu
moment
occasion
mécanisme
dispositif
système
notion
concept
terme
mot
principe
règle
disposition
règle de droit
exercice
mise en œuvre
réalisation
survenance
intérieur
sein
contenu
# verb
être
avoir
faire
procéder à
effectuer
opérer
réaliser
accomplir
donner lieu à
faire l'objet de
être l'objet de
constituer
représenter
consister en
consister à
s'agir de
se trouver
se voir
demeurer
rester
il y a
il existe
venir à
être de nature à
avoir pour objet de
avoir pour effet de
avoir vocation à
être appelé à
être amené à
être conduit à
en venir à
se produire
avoir lieu
intervenir
se faire
s'effectuer
s'opérer
s'accomplir
porter sur
mettre en œuvre
prendre la forme de
se traduire par
se caractériser par
être constitué par
être susceptible d'être
passer à
prendre place
connaître
présenter
comporter
revêtir
entrer en jeu
trouver à s'appliquer
trouver application
recevoir application
être fait
être effectué
être réalisé
être opéré
faire en sorte que
veiller à ce que
se présenter comme
apparaître comme
exister
# filler
en tant que
en qualité de
en tant que tel
comme tel
en soi
propre
respectif
respectivement
le cas échéant
s'il y a lieu
selon le cas
selon les cas
et ce
tout en
à proprement parler
de fait
réellement
véritablement
effectif
dûment
proprement
ici
là
voire
afférent
relatif à
propre à
à la fois
de la sorte
`
