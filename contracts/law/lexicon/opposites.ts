/**
 * Terms that exclude each other: a claim that puts one where the source has another states a
 * different rule. Written for this project.
 *
 * A heading names the kind of the lines below it: `antonym`, `title` (legal qualifications,
 * sanctions and measures mistaken for each other), `party`, `time`, `quantity`, `scope`. Each line
 * is a group; `|` parts the terms that exclude each other, a comma those on the same side.
 */
export const OPPOSITES = `
# antonym
valable, valide | nul, invalide
valablement | nullement valable, irrégulièrement
validité | nullité, invalidité
accepter, agréer | refuser, décliner
acceptation | refus
accepté | refusé
accueillir, faire droit à | rejeter, débouter
accueilli | rejeté, débouté
admettre | rejeter, exclure
admission | rejet, exclusion
admis | rejeté, exclu
accorder, octroyer, allouer | refuser, retirer
accordé, octroyé, alloué | refusé, retiré
octroi | refus, retrait
confirmer | infirmer, réformer
confirmation | infirmation, réformation
maintenir | supprimer, retirer, annuler
maintenu | supprimé, retiré, annulé, abrogé
maintien | suppression, retrait, annulation
conserver, garder | supprimer, effacer, détruire, perdre
conservé | supprimé, effacé, détruit, perdu
conservation | suppression, effacement, destruction, perte
acquérir | perdre
acquisition | perte
inclure, comprendre | exclure
inclusion | exclusion
inclus, compris | exclu
appliquer | écarter
applicable | inapplicable
application | inapplication
s'appliquer | être écarté
autoriser, permettre | interdire, prohiber, défendre
autorisation, permission | interdiction, prohibition
autorisé, permis | interdit, prohibé, défendu
obligatoire, impératif | facultatif
obligatoire | interdit
obligatoirement | facultativement
imposer, obliger | dispenser, exempter
obligation | dispense, exemption
obligation | interdiction
obligation | faculté
licite | illicite
légal | illégal
légalité | illégalité
légitime | illégitime
régulier | irrégulier
régularité | irrégularité
recevable | irrecevable
recevabilité | irrecevabilité
fondé, justifié | infondé, mal fondé, injustifié
compétent | incompétent
compétence | incompétence
capable | incapable
capacité | incapacité
solvable | insolvable
solvabilité | insolvabilité
opposable | inopposable
opposabilité | inopposabilité
cessible | incessible
cessibilité | incessibilité
transmissible | intransmissible
saisissable | insaisissable
aliénable | inaliénable
prescriptible | imprescriptible
divisible | indivisible
divisibilité | indivisibilité
disponible | indisponible
exécutoire | non exécutoire
révocable | irrévocable
révocabilité | irrévocabilité
réversible | irréversible
réfragable, simple | irréfragable
susceptible de recours | insusceptible de recours
susceptible d'appel | insusceptible d'appel
déductible | non déductible
imposable | exonéré, non imposable
imposition | exonération
imposer | exonérer
assujetti | exonéré
remboursable | non remboursable
renouvelable | non renouvelable
renouvellement | non-renouvellement
renouveler | mettre fin, résilier
renouvelé, reconduit | résilié, résolu
prévisible | imprévisible
résistible, surmontable | irrésistible, insurmontable
évitable | inévitable
possible | impossible
possibilité | impossibilité
certain | incertain, éventuel, hypothétique
certitude | incertitude
déterminé | indéterminé
déterminable | indéterminable
durée déterminée | durée indéterminée
à durée déterminée | à durée indéterminée
contrat à durée déterminée, cdd | contrat à durée indéterminée, cdi
direct | indirect
directement | indirectement
médiat | immédiat
exprès, explicite | tacite, implicite
expressément, explicitement | tacitement, implicitement
exprès | présumé
formel | informel
écrit | oral, verbal
par écrit | oralement, verbalement
écrite | orale, verbale
signé | non signé
motivé | non motivé
public | privé
public | secret, confidentiel
publiquement | secrètement
audience publique | huis clos
publicité | confidentialité, secret
divulguer, révéler | garder secret, taire
publier | garder secret
personne physique | personne morale
personne publique | personne privée
domaine public | domaine privé
droit public | droit privé
secteur public | secteur privé
bonne foi | mauvaise foi
de bonne foi | de mauvaise foi
loyal | déloyal
loyauté | déloyauté
loyalement | déloyalement
équitable | inéquitable
juste | injuste
honnête | malhonnête
sincère | mensonger
vrai, véridique | faux, mensonger
exact | inexact, erroné
exactitude | inexactitude
correct | incorrect, erroné
complet | incomplet
complet, total, intégral | partiel
totalement, entièrement, intégralement | partiellement
totalité, intégralité | partie, fraction
total | nul
entier | partiel
gratuit | payant, onéreux
à titre gratuit | à titre onéreux
gratuitement, sans frais | moyennant paiement, à titre payant
bénévole | rémunéré
rémunéré | non rémunéré
avec indemnité | sans indemnité
avec préavis | sans préavis
avec effet | sans effet
avec accord | sans accord
avec motif | sans motif
avec délai | sans délai
avec sursis | sans sursis, ferme
volontaire | involontaire
volontairement | involontairement
intentionnel, délibéré | non intentionnel, involontaire
intentionnellement, sciemment | par imprudence, par inadvertance
prémédité | spontané
libre | contraint, forcé
librement | sous la contrainte
volontaire | forcé
amiable | judiciaire, contentieux
à l'amiable | en justice, devant le juge
spontané | forcé
exécution volontaire | exécution forcée
spontanément | sur demande
d'office | à la demande, sur demande
d'office | sur requête
sur demande | sans demande
unilatéral | bilatéral, synallagmatique
unilatéralement | d'un commun accord
unilatéral | conjoint
individuel | collectif
seul | ensemble, conjointement
singulier | pluriel
biens communs | biens propres
exclusif | commun, partagé
exclusif | non exclusif
divis | indivis
indivision | partage
séparé | commun
séparément | conjointement, ensemble
joindre, réunir | séparer, disjoindre
jonction | disjonction
union | séparation
mariage | divorce
marié | célibataire, divorcé
se marier | divorcer
conclure | rompre, résilier
conclusion | rupture, résiliation
former | rompre
formation | rupture
commencer, débuter | finir, cesser, se terminer
début, commencement | fin, terme
ouvrir | fermer, clore
ouverture | clôture, fermeture
naître | mourir, s'éteindre
naissance | décès, mort
vivant, en vie | mort, décédé
vie | mort
survivre | décéder
entre vifs | à cause de mort
créer | supprimer
création | suppression
construire, bâtir | démolir, détruire
construction | démolition
édifier | démolir
meuble, bien meuble | immeuble, bien immeuble
mobilier | immobilier
meublé | non meublé, nu, vide
corporel | incorporel
matériel | immatériel
matériel | moral
patrimonial | extrapatrimonial
fongible | non fongible
consomptible | non consomptible
bâti | non bâti
neuf | usagé, d'occasion
nouveau | ancien
récent | ancien
moderne | ancien
actif | passif
activité | inactivité
agir | s'abstenir
faire | ne pas faire, s'abstenir
obligation de moyens | obligation de résultat
obligation de faire | obligation de ne pas faire
positif | négatif
favorable | défavorable
avis favorable | avis défavorable
avantageux | désavantageux
avantage | désavantage, inconvénient
bénéfice, gain, profit | perte, déficit
bénéficiaire | déficitaire
gagner | perdre
gagnant | perdant
actif | retraité
présent | absent
présence | absence
apparent | caché, occulte
visible | invisible
vice apparent | vice caché
défaut apparent | défaut caché
conforme | non conforme
conformité | non-conformité, défaut de conformité
respecter, observer | violer, méconnaître, enfreindre
respect, observation | violation, méconnaissance, non-respect
exécuter, accomplir | inexécuter, manquer à
exécution | inexécution, non-exécution
exécuté | inexécuté
payé, acquitté | impayé, dû
paiement | non-paiement, impayé, défaut de paiement
solder | laisser impayé
livraison | défaut de livraison
livrer | retenir
restituer, rendre | conserver, garder
restitution | conservation, rétention
donner | recevoir
remettre | recevoir
envoyer, expédier | recevoir
envoi | réception
émettre | recevoir
émission | réception
offre | acceptation
offrir | accepter
vendre | acheter
vente | achat
prêter | emprunter
prêt | emprunt
louer, donner à bail | vendre
location | vente
importer | exporter
importation | exportation
embaucher, recruter | licencier, renvoyer
embauche, recrutement | licenciement
employé | sans emploi, au chômage
activité | chômage
nommer | révoquer
nomination | révocation
élire | révoquer
promouvoir | rétrograder
promotion | rétrogradation
récompenser | punir, sanctionner
récompense | punition, sanction
punir | récompenser, gracier
condamner | relaxer, acquitter
condamnation | relaxe, acquittement
condamné | relaxé, acquitté
coupable | innocent
culpabilité | innocence
responsable | irresponsable
responsabilité | irresponsabilité
responsable | exonéré
engager la responsabilité | exonérer de responsabilité
punissable | non punissable
incarcérer, emprisonner | libérer, remettre en liberté
incarcération | libération
détenu | libre
détention | liberté
arrêter | relâcher
aggraver | atténuer, alléger
aggravation | atténuation, allègement
circonstance aggravante | circonstance atténuante
grave | léger, bénin
gravité | légèreté
lourd | léger
sévère | clément
majeur | mineur
âgé | jeune
adulte | enfant
protégé | non protégé
protection | absence de protection
protéger | exposer
garanti | non garanti
assuré | non assuré
couvert | non couvert, exclu
représenté | non représenté
assisté | non assisté, seul
avec avocat | sans avocat
avec l'assistance d'un avocat | sans avocat
informé | non informé
informer | dissimuler, cacher
information | dissimulation
révéler | dissimuler
déclarer | dissimuler, omettre
déclaré | dissimulé, non déclaré
mentionner | omettre
mention | omission
connaître, savoir | ignorer
connaissance | ignorance
connu | inconnu, ignoré
se souvenir | oublier
prouver | réfuter
avouer, reconnaître | nier, contester
aveu | dénégation
reconnaissance | contestation, dénégation
reconnaître | désavouer
approuver | désapprouver, rejeter
approbation | désapprobation, rejet
consentir | refuser
consentement | refus, opposition
consentement | contrainte
accord | désaccord, opposition
d'accord | en désaccord
favorable à | opposé à
vote pour | vote contre
adhérer | se retirer
adhésion | retrait
entrée | sortie
entrer | sortir
entrée en vigueur | abrogation, fin de vigueur
en vigueur | abrogé
promulguer | abroger
adopter | rejeter, abroger
adoption | rejet
instituer | abolir
rétablir | supprimer
rétablissement | suppression
attribuer | retirer
attribution | retrait
délivrer | retirer
délivrance | retrait
principal | accessoire, subsidiaire
à titre principal | à titre subsidiaire
principal | secondaire
essentiel | accessoire
nécessaire | superflu, inutile
nécessaire | facultatif
utile | inutile
suffisant | insuffisant
suffire | ne pas suffire
suffisance | insuffisance
adéquat, approprié | inadéquat, inapproprié
adapté | inadapté
apte | inapte
aptitude | inaptitude
proportionné | disproportionné
équilibre | déséquilibre
raisonnable | déraisonnable, excessif
modéré | excessif
normal | anormal
normalement | anormalement, exceptionnellement
ordinaire | extraordinaire, exceptionnel
habituel | exceptionnel, occasionnel
fréquent | rare
fréquemment, souvent | rarement
toujours | jamais
toujours | parfois
systématiquement | exceptionnellement
régulièrement | occasionnellement
continu | discontinu, intermittent
permanent | temporaire, provisoire
définitif | provisoire, temporaire
définitivement | provisoirement, temporairement
perpétuel | temporaire
perpétuité | à temps
durable | éphémère
stable | précaire
urgent | non urgent
rapide | lent
clair | obscur, ambigu
clarté | obscurité
précis | vague, imprécis
précision | imprécision
lisible | illisible
intelligible | inintelligible
détaillé | sommaire
long | court, bref
identique | différent
égal | inégal
égalité | inégalité
égalité | discrimination
semblable | différent
ressemblance | différence
pareil | contraire
équivalent | différent
distinct | confondu
compatible | incompatible
compatibilité | incompatibilité
cumulable | non cumulable
cumuler | choisir
cumulativement | alternativement
dépendant | indépendant
dépendance | indépendance
subordination | indépendance
salarié | indépendant
autonome | subordonné
partial | impartial
partialité | impartialité
neutre | partisan
neutralité | partialité
laïc | religieux
civil | pénal
civil | commercial
administratif | judiciaire
judiciaire | extrajudiciaire
contractuel | extracontractuel, délictuel
contractuelle | extracontractuelle, délictuelle
national | international
interne | international
intérieur | extérieur
interne | externe
local | national
urbain | rural
européen | national
sédentaire | nomade
résident | non-résident
avec domicile fixe | sans domicile fixe
occupé | vacant, libre
occupation | vacance
habité | inhabité
habitable | inhabitable
salubre | insalubre
décent | indécent
sécurité | danger, insécurité
inoffensif | dangereux
sain | malade
malade | en bonne santé
santé | maladie
valide | invalide, handicapé
curable | incurable
humain | animal
automatisé | manuel
automatique | manuel
électronique | papier
dématérialisé | papier
à distance | en personne, en présence
à distance | sur place
présentiel | distanciel
anonyme | nominatif
anonymisé | identifiable
identifié | anonyme
chiffré | en clair
sensible | ordinaire
adéquation | inadéquation
accessible | inaccessible
autoriser l'accès | refuser l'accès
accès | refus d'accès
collecter | effacer
enregistrer | effacer
inscrire | radier
inscription | radiation
immatriculation | radiation
immatriculé | radié
affilier | radier
intégrer | exclure
adhérent | non-adhérent
syndiqué | non syndiqué
gréviste | non-gréviste
cadre | non-cadre
travailler | chômer
travail | repos
travaillé | chômé
de jour | de nuit
diurne | nocturne
temps plein, temps complet | temps partiel
à temps plein, à temps complet | à temps partiel
brut | net
salaire brut | salaire net
fixe | variable
rémunération fixe | rémunération variable
forfaitaire | réel
forfait | frais réels
frais réels | frais forfaitaires
certain | aléatoire
commutatif | aléatoire
nommé | innommé
consensuel | solennel
consensuel | réel
de gré à gré | d'adhésion
à exécution instantanée | à exécution successive
pur et simple | conditionnel
sans condition | sous condition
inconditionnel | conditionnel
avec réserve | sans réserve
responsabilité limitée | responsabilité illimitée
limitativement | de façon non limitative
limitatif, exhaustif | indicatif, non exhaustif
étendu | restreint
large | strict, étroit
interprétation large | interprétation stricte
strictement | largement
étendre | restreindre, limiter
extension | restriction, limitation
général | spécial, particulier
général | individuel
abstrait | concret
subjectif | objectif
in concreto | in abstracto
faciliter | entraver
encourager | décourager, dissuader
améliorer | aggraver, dégrader
amélioration | dégradation, détérioration
plus favorable | moins favorable
réparer | détruire, dégrader
entretenir | laisser se dégrader
réparation | dégradation
chance | malchance
succès | échec
réussir | échouer
aboutir | échouer
gagner son procès | perdre son procès
suspensif | non suspensif
effet suspensif | absence d'effet suspensif
dévolutif | non dévolutif
contradictoire | non contradictoire
contradictoire | par défaut
collégial | juge unique
en formation collégiale | à juge unique
unanime | majoritaire
unanimité | majorité
majorité simple | majorité absolue | majorité qualifiée | unanimité
voix délibérative | voix consultative
délibératif | consultatif
avis conforme | avis simple, avis consultatif
décisionnel, contraignant | consultatif
contraignant | non contraignant, indicatif
impératif | supplétif
d'ordre public | supplétif
règle impérative | règle supplétive
ordre public de direction | ordre public de protection
tenir compte de | ignorer, négliger
prendre en compte | négliger
actuel | futur
né et actuel | éventuel
certain et liquide | contesté
exigible | non exigible
liquide | non liquide
échu | à échoir, non échu
garantie d'éviction | garantie des vices cachés
nue-propriété | pleine propriété
propriété | possession | détention
propriété | location
propriété | jouissance
fonds dominant | fonds servant
partie commune | partie privative
parties communes | parties privatives
mitoyen | privatif
indivis | privatif
urbanisable | inconstructible
constructible | inconstructible
réfutable | irréfutable
contestable | incontestable
contesté | incontesté
discutable | indiscutable
sérieux | fantaisiste
discrétionnaire | lié, encadré
pouvoir discrétionnaire | compétence liée
souverainement | sous le contrôle
pouvoir souverain | pouvoir contrôlé
adhérer à | dénoncer
dénoncer | reconduire
dénonciation | reconduction
tacite reconduction | reconduction expresse
ratifier | désavouer
ratification | désaveu
opter | renoncer
acceptation pure et simple | acceptation à concurrence de l'actif net | renonciation
accepter la succession | renoncer à la succession
exercer un droit | renoncer à un droit
renoncer | exiger, maintenir
renonciation | maintien
acquis | perdu
droit acquis | simple expectative
apparaître | disparaître
apparition | disparition
subsister | disparaître
exister | disparaître, être inexistant
existence | inexistence
existant | inexistant
rester | partir, quitter
demeurer | partir
maintenir dans les lieux | expulser
maintien dans les lieux | expulsion
rester en fonction | quitter ses fonctions
réintégrer | exclure
réintégration | exclusion, éviction
proposer | imposer
proposition | injonction
inviter | ordonner
demander | ordonner
recommander | imposer
recommandation | obligation
suggérer | imposer
solliciter | renoncer
attaquer | défendre
attaque | défense
accuser | disculper
en demande | en défense
à charge | à décharge
lésé | responsable
subir | causer
aider | entraver
complicité | coaction
rapprocher | éloigner
éloigner | maintenir
croissant | décroissant
premier | dernier
priorité | postériorité
prioritaire | subsidiaire
passer avant | passer après
prévaloir, primer, l'emporter | céder
emporter | céder
supérieur hiérarchique | subordonné
supérieur | subordonné
lucratif | non lucratif
à but lucratif | à but non lucratif
commercial | non commercial
professionnel | non professionnel
à des fins professionnelles | à des fins personnelles
usage professionnel | usage privé, usage personnel
domicile | lieu de travail
scolaire | extrascolaire
imputable | non imputable
imputabilité | absence d'imputabilité
causal | sans lien
lié à | étranger à, sans lien avec
avec lien | sans lien
prouvé, établi | non prouvé, allégué
présumé | prouvé
présomption | preuve
présomption d'innocence | présomption de culpabilité
présumé innocent | présumé coupable
présomption simple | présomption irréfragable
renverser la charge de la preuve | conserver la charge de la preuve
avec faute | sans faute
responsabilité pour faute | responsabilité sans faute
faute prouvée | faute présumée
fautif | non fautif
autoriser à | empêcher de
permettre | empêcher
favoriser | empêcher, entraver
habiliter | priver
donner droit | priver du droit
avoir droit à | être privé de, perdre
bénéficier de | être privé de, être exclu de
bénéficiaire | exclu
éligible | inéligible
éligibilité | inéligibilité
électeur | éligible
ouvrir droit | faire perdre
valoir acceptation | valoir rejet, valoir refus
silence vaut acceptation | silence vaut rejet

# title
réviser | renégocier
révision | renégociation
hypothèque | cautionnement
avertissement | blâme | exclusion temporaire
préavis | délai de prévenance
posséder | détenir
nul | inopposable | caduc | résolu | résilié | rescindé
nul | annulable
nul | réputé non écrit
nul | irrecevable
nul | inexistant
nullité | inopposabilité | caducité | résolution | résiliation | rescision
nullité | irrecevabilité
annuler | résilier | résoudre | abroger
annulation | résiliation | résolution | abrogation
nullité de plein droit | nullité facultative
résolution | résiliation | révocation
résolution judiciaire | résolution unilatérale | clause résolutoire
révocation | rétractation | résiliation
rétractation | résiliation | rétrocession
réputé non écrit | résilié | caduc
irrecevable | mal fondé
irrecevabilité | rejet au fond
incompétence | irrecevabilité
fin de non-recevoir | exception de procédure | défense au fond
exception d'incompétence | fin de non-recevoir
solidaire | conjoint
solidaire | divisible
solidairement | conjointement, divisément
solidarité | division
obligation solidaire | obligation conjointe | obligation in solidum
crime | délit | contravention
criminel | correctionnel | contraventionnel
cour d'assises | tribunal correctionnel | tribunal de police
réclusion | emprisonnement | amende
emprisonnement | travail d'intérêt général
peine principale | peine complémentaire | peine accessoire
amende | dommages et intérêts
amende pénale | amende civile | amende administrative
amende | astreinte
garde à vue | contrôle judiciaire | détention provisoire
assignation à résidence | rétention
libération conditionnelle | sursis
prescription de l'action publique | prescription de la peine
prescription de l'action | prescription de la peine
réhabilitation | amnistie | grâce
meurtre | assassinat
homicide volontaire | homicide involontaire
meurtre | homicide involontaire
vol | escroquerie | abus de confiance | recel
injure | diffamation
viol | agression sexuelle | harcèlement sexuel
auteur | complice | receleur
auteur principal | complice
tentative | infraction consommée
infraction intentionnelle | infraction non intentionnelle
récidive | réitération | concours d'infractions
relaxe | acquittement | non-lieu
non-lieu | classement sans suite
plainte | dénonciation
plainte simple | plainte avec constitution de partie civile
prévenu | accusé | mis en examen | témoin assisté
témoin | témoin assisté
suspect | prévenu
légitime défense | état de nécessité | contrainte
réquisitoire | plaidoirie
acceptation | rejet
décision d'acceptation | décision de rejet
décision implicite | décision expresse
avis | accord
avis | autorisation
avis | décision
consultation | autorisation
consultation | accord
information | consultation
information | autorisation
notification | publication
notification | signification
notifier | publier
notifier | signifier
déclaration | autorisation
régime de déclaration | régime d'autorisation
agrément | déclaration
recommandation | injonction
avertissement | mise en demeure
mise en demeure | assignation
mise en demeure | amende
rappel à l'ordre | amende
lettre simple | lettre recommandée
acte authentique | acte sous signature privée, acte sous seing privé
acte notarié | acte sous signature privée
original | copie
dol | erreur | violence
erreur | lésion
dolosif | erroné
lésion | imprévision
force majeure | imprévision
force majeure | cas fortuit
force majeure | faute de la victime
suspension | interruption
suspendre | interrompre
suspendu | interrompu
suspensif | interruptif | résolutoire
condition suspensive | condition résolutoire
terme suspensif | terme extinctif
prescription | forclusion
prescription | péremption
prescrit | forclos
prescription acquisitive | prescription extinctive
délai de prescription | délai de forclusion | délai butoir
déchéance | prescription
démission | licenciement | rupture conventionnelle
démissionner | licencier
prise d'acte | démission
prise d'acte | résiliation judiciaire
rupture conventionnelle | licenciement | départ négocié
licenciement individuel | licenciement collectif
licenciement pour motif personnel | licenciement pour motif économique
motif personnel | motif économique
motif disciplinaire | motif économique
licenciement disciplinaire | licenciement pour inaptitude
licenciement nul | licenciement sans cause réelle et sérieuse
licenciement irrégulier | licenciement sans cause réelle et sérieuse
faute simple | faute grave | faute lourde
faute légère | faute grave
faute inexcusable | faute intentionnelle
réintégration | indemnité
indemnité de licenciement | indemnité compensatrice de préavis | indemnité de congés payés
indemnité légale | indemnité conventionnelle
indemnité de licenciement | dommages et intérêts
indemnité de précarité | indemnité de licenciement
préavis | délai de réflexion
période d'essai | préavis
période d'essai | période probatoire
mise à pied disciplinaire | mise à pied conservatoire
avertissement | mise à pied | licenciement
blâme | révocation
mutation | licenciement
congé maternité, congé de maternité | congé parental | congé paternité, congé de paternité
congé payé, congés payés | congé sans solde
congé maladie | congé maternité
maladie | accident du travail
maladie professionnelle | accident du travail | maladie non professionnelle
accident du travail | accident de trajet
accident du travail | accident de droit commun
inaptitude | invalidité | incapacité
inaptitude professionnelle | inaptitude non professionnelle
origine professionnelle | origine non professionnelle
incapacité temporaire | incapacité permanente
chômage partiel, activité partielle | chômage total
heures supplémentaires | heures complémentaires
repos quotidien | repos hebdomadaire
repos compensateur | congé payé
jours ouvrables | jours ouvrés | jours calendaires | jours francs
jour ouvrable | jour ouvré | jour calendaire | jour franc
ouvrable | ouvré | calendaire | franc
harcèlement moral | harcèlement sexuel
harcèlement | discrimination
discrimination directe | discrimination indirecte
convention collective | accord d'entreprise
accord de branche | accord d'entreprise
convention collective | règlement intérieur
règlement intérieur | contrat de travail
usage d'entreprise | accord collectif
modification du contrat | changement des conditions de travail
élection | désignation
titulaire | suppléant
contrat | délit
contrat | quasi-contrat
responsabilité contractuelle | responsabilité délictuelle
responsabilité civile | responsabilité pénale
civilement | pénalement
responsabilité civile | responsabilité administrative
dommage matériel | dommage corporel | dommage moral
préjudice matériel | préjudice moral | préjudice corporel
préjudice direct | préjudice par ricochet
perte subie | gain manqué
réparation en nature | réparation par équivalent
exécution en nature | dommages et intérêts
exception d'inexécution | résolution
réduction du prix | résolution
clause pénale | clause limitative de responsabilité
clause pénale | clause de dédit
arrhes | acompte
promesse unilatérale | promesse synallagmatique
promesse de vente | vente
promesse | pacte de préférence
promesse | offre
vente | échange | donation | prêt | bail
vente | louage
bail | prêt à usage, commodat
bail commercial | bail d'habitation | bail professionnel | bail rural
location meublée | location nue
location vide | location meublée
sous-location | cession de bail
congé pour vendre | congé pour reprise
congé | résiliation
dépôt de garantie | loyer
dépôt de garantie | caution, cautionnement
loyer | charges
mandat | contrat de travail
contrat de travail | contrat d'entreprise
dépôt | prêt
prêt à usage | prêt de consommation
crédit à la consommation | crédit immobilier
cautionnement simple | cautionnement solidaire
cautionnement | garantie autonome
gage | hypothèque | nantissement
hypothèque | privilège
sûreté réelle | sûreté personnelle
droit réel | droit personnel
cession de créance | délégation | novation | subrogation
cession de créance | cession de dette
cession de contrat | cession de créance
compensation | confusion
remise de dette | paiement
subrogation | cession
donation | legs
donation entre époux | donation au dernier vivant
testament olographe | testament authentique | testament mystique
testament | contrat
legs universel | legs à titre universel | legs particulier
réserve héréditaire, réserve | quotité disponible
indivision | copropriété
usufruit | nue-propriété | droit d'usage et d'habitation
usufruit | bail
servitude | mitoyenneté
servitude légale | servitude conventionnelle
expropriation | réquisition | préemption
accession | usucapion
mariage | pacte civil de solidarité, pacs | concubinage
divorce | séparation de corps
divorce par consentement mutuel | divorce pour faute | divorce accepté
divorce pour faute | divorce pour altération définitive du lien conjugal
altération définitive du lien conjugal | consentement mutuel
prestation compensatoire | pension alimentaire
pension alimentaire | dommages et intérêts
adoption plénière | adoption simple
filiation biologique | filiation adoptive
reconnaissance | adoption
présomption de paternité | reconnaissance
action en recherche de paternité | action en contestation de paternité
autorité parentale | tutelle
autorité parentale | garde
résidence alternée | résidence habituelle
droit de visite | droit d'hébergement
tutelle | curatelle | sauvegarde de justice
tutelle | curatelle | habilitation familiale
assistance | représentation
assister | représenter
émancipation | majorité
communauté légale | séparation de biens | participation aux acquêts | communauté universelle
séparation de biens | communauté
acquêts | biens propres
appel | pourvoi, pourvoi en cassation
appel | opposition | tierce opposition
appel principal | appel incident
cassation | appel
cassation | infirmation
cour d'appel | cour de cassation
premier ressort | dernier ressort
en premier ressort | en dernier ressort
recours gracieux | recours hiérarchique | recours contentieux
recours pour excès de pouvoir | recours de plein contentieux, plein contentieux
référé | procédure au fond
référé | requête
ordonnance sur requête | ordonnance de référé
ordonnance | jugement | arrêt
jugement avant dire droit | jugement définitif
jugement contradictoire | jugement par défaut | jugement réputé contradictoire
jugement | avis
arrêt | arrêté
force de chose jugée | autorité de la chose jugée
autorité de la chose jugée | force exécutoire
désistement d'instance | désistement d'action
désistement | acquiescement
péremption | caducité
interruption de l'instance | suspension de l'instance
médiation | conciliation | arbitrage
médiateur | arbitre
conciliation | jugement
arbitrage | jugement
transaction | jugement
expertise | consultation | constatation
preuve littérale | témoignage
aveu judiciaire | aveu extrajudiciaire
serment décisoire | serment supplétoire
écrit | témoignage
saisie conservatoire | saisie-attribution | saisie-vente
mesure conservatoire | mesure d'exécution
mesure provisoire | décision définitive
exécution provisoire | exécution définitive
astreinte | dommages et intérêts
dépens | frais irrépétibles
tribunal judiciaire | tribunal de commerce | conseil de prud'hommes | tribunal administratif
tribunal administratif | cour administrative d'appel | conseil d'état
juge administratif | juge judiciaire
juridiction administrative | juridiction judiciaire
juge civil | juge pénal
juge d'instruction | juge des libertés et de la détention
cour de cassation | conseil d'état | conseil constitutionnel
chambre civile | chambre sociale | chambre criminelle | chambre commerciale
assemblée plénière | chambre mixte
loi | décret | arrêté
loi | règlement
décret | arrêté | circulaire
loi organique | loi ordinaire
constitution | loi
règlement | directive
règlement | recommandation
ordonnance | décret
décret en conseil d'état | décret simple
acte réglementaire | acte individuel
retrait | abrogation
retirer | abroger
arrêté municipal | arrêté préfectoral | arrêté ministériel
contrat administratif | contrat de droit privé
marché public | concession, délégation de service public
permis de construire | déclaration préalable
certificat d'urbanisme | permis de construire
licence | brevet
brevet | marque | droit d'auteur | dessin et modèle
contrefaçon | concurrence déloyale
marque | nom commercial | enseigne
parasitisme | dénigrement
entente | abus de position dominante
société à responsabilité limitée, sarl | société anonyme, sa | société par actions simplifiée, sas
société civile | société commerciale
société en nom collectif | société en commandite
dissolution | liquidation
fusion | scission
sauvegarde | redressement judiciaire | liquidation judiciaire
cessation des paiements | insolvabilité
apport en numéraire | apport en nature | apport en industrie
assemblée générale ordinaire | assemblée générale extraordinaire
assemblée ordinaire | assemblée extraordinaire
conseil d'administration | conseil de surveillance | directoire
conseil d'administration | assemblée générale
lettre de change | billet à ordre | chèque
fonds de commerce | droit au bail
garantie légale | garantie commerciale
garantie légale de conformité | garantie des vices cachés
garantie décennale | garantie biennale | garantie de parfait achèvement
pratique trompeuse | pratique agressive
vente à distance | vente hors établissement
impôt | taxe | redevance
impôt direct | impôt indirect
impôt sur le revenu | impôt sur les sociétés
exonération | déduction | abattement
crédit d'impôt | réduction d'impôt
déduction | réduction d'impôt
dégrèvement | exonération
taxe foncière | taxe d'habitation
évasion fiscale | fraude fiscale
pension d'invalidité | pension de retraite | pension de réversion
rente | capital
indemnités journalières | pension
cotisation patronale | cotisation salariale
régime général | régime agricole
retraite de base | retraite complémentaire
allocation | prêt
visa | titre de séjour
carte de séjour temporaire | carte de résident
réfugié | apatride
protection subsidiaire | statut de réfugié
expulsion | extradition
naturalisation | déclaration de nationalité
droit d'accès | droit de rectification | droit à l'effacement | droit d'opposition | droit à la portabilité
droit à la limitation | droit à l'effacement
accès | rectification | effacement | portabilité
anonymisation | pseudonymisation
anonymiser | pseudonymiser
anonyme | pseudonyme
consentement | intérêt légitime | obligation légale | mission d'intérêt public
consentement exprès, consentement explicite | consentement tacite, consentement implicite
opt-in | opt-out
analyse d'impact | registre
donnée sensible | donnée ordinaire
concession | affermage
fonctionnaire | agent contractuel
détachement | mise à disposition | disponibilité
mutation | détachement
révocation | suspension
exclusion temporaire | révocation
obligation alimentaire | devoir de secours
subvention | prêt
don | prêt
copropriétaire | locataire
assurance de dommages | assurance de personnes
assurance vie | assurance décès
franchise | plafond
déchéance | exclusion de garantie
déchéance de garantie | nullité du contrat
réduction proportionnelle | nullité
expropriation | vente amiable

# party
employeur | salarié, employé, travailleur
employeur | syndicat
employeur | inspecteur du travail, inspection du travail
employeur | médecin du travail
employeur | comité social et économique
médecin du travail | médecin traitant
médecin du travail | inspecteur du travail
médecin traitant | médecin conseil
salarié | syndicat
salarié | médecin du travail
entreprise utilisatrice | entreprise de travail temporaire
entreprise de travail temporaire | salarié temporaire, intérimaire
maître d'apprentissage | apprenti
stagiaire | organisme d'accueil | établissement d'enseignement
délégué syndical | représentant de section syndicale
délégué syndical | comité social et économique
bailleur, propriétaire | locataire, preneur
bailleur | sous-locataire
locataire principal | sous-locataire
créancier | débiteur
créancier | caution
débiteur principal | caution
débiteur | tiers
débiteur | garant
créancier chirographaire | créancier privilégié
vendeur | acheteur, acquéreur
professionnel | consommateur
fournisseur | client
prestataire | client
commerçant | consommateur
fabricant, producteur | consommateur
fabricant, producteur | distributeur
producteur | fournisseur
mandant | mandataire
mandataire | tiers
représenté | représentant
commettant | préposé
demandeur | défendeur
appelant | intimé
demandeur au pourvoi | défendeur au pourvoi
saisissant | saisi
juge | parties
juge | avocat
juge | ministère public, procureur
juge | expert
juge | arbitre
juge | greffier
avocat | notaire | huissier
avocat | partie
notaire | commissaire de justice, huissier de justice
procureur | juge d'instruction
procureur | partie civile
officier de police judiciaire | procureur
président du tribunal | tribunal
premier président | procureur général
bâtonnier | président du tribunal
juge aux affaires familiales | juge des enfants | juge des tutelles
juge de l'exécution | juge des référés
juge du fond | juge des référés
juge du fond | juge de cassation
victime | auteur, auteur du dommage
victime | responsable
victime | témoin
victime | prévenu
partie civile | prévenu
partie civile | ministère public
plaignant | mis en cause
ministre | préfet | maire
préfet | président du conseil départemental
maire | conseil municipal
maire | président du conseil départemental
premier ministre | président de la république
gouvernement | parlement
assemblée nationale | sénat
président de l'assemblée nationale | président du sénat
conseil municipal | conseil départemental | conseil régional
commune | département | région | état
collectivité | état
administration | administré, usager
administration | particulier
administration | juge
administration | contribuable
administration fiscale | contribuable
fonctionnaire | usager
agent | supérieur hiérarchique
autorité de nomination | conseil de discipline
commission | ministre
responsable du traitement | sous-traitant | personne concernée | autorité de contrôle | délégué à la protection des données
responsable du traitement | destinataire
responsable du traitement | tiers
responsable conjoint | sous-traitant
cnil | responsable du traitement
cnil | délégué à la protection des données
cnil | personne concernée
cnil | conseil d'état
cnil | défenseur des droits
comité européen de la protection des données | autorité de contrôle | commission européenne
hébergeur | éditeur
hébergeur | utilisateur
opérateur | abonné
promettant | bénéficiaire
offrant | destinataire de l'offre, acceptant
cédant | cessionnaire | cédé
stipulant | promettant | tiers bénéficiaire
délégant | délégué | délégataire
subrogeant | subrogé
prêteur | emprunteur
banque | client
banque | emprunteur
déposant | dépositaire
constituant | fiduciaire | bénéficiaire
assureur | assuré
assureur | souscripteur
souscripteur | bénéficiaire
assuré | tiers responsable
assuré | victime
caisse | assuré
caisse | employeur
médecin | patient
médecin | infirmier
établissement de santé | patient
personne de confiance | représentant légal
mari | femme, épouse
époux | parents
époux | enfants
époux | concubin | partenaire
époux | héritiers
conjoint survivant | enfants
conjoint survivant | défunt
parents, père et mère | enfant
père | mère
père | fils
mère | fille
frère | sœur
parent | tiers
parents | grands-parents
ascendant | descendant
enfant | petit-enfant
adoptant | adopté
tuteur | majeur protégé, mineur
tuteur | curateur
tuteur | subrogé tuteur
tuteur | juge des tutelles
tuteur | conseil de famille
curateur | curatélaire, majeur en curatelle
mineur | représentant légal
mineur | parents
héritier | défunt
héritier | légataire
héritier | notaire
héritier | créancier
donateur | donataire
testateur | légataire
testateur | héritier
exécuteur testamentaire | héritier
usufruitier | nu-propriétaire
propriétaire | usufruitier
propriétaire | possesseur
propriétaire | voisin
propriétaire | occupant
propriétaire | squatteur
propriétaire du fonds dominant | propriétaire du fonds servant
expropriant | exproprié
expropriant | juge de l'expropriation
syndic | copropriétaire
syndic | syndicat des copropriétaires
syndic | conseil syndical
syndic | assemblée générale
maître d'ouvrage, maître de l'ouvrage | entrepreneur
maître d'ouvrage | maître d'œuvre, architecte
maître d'ouvrage | sous-traitant
entrepreneur | sous-traitant
entrepreneur principal | sous-traitant
pouvoir adjudicateur, acheteur public | titulaire du marché
concédant | concessionnaire
franchiseur | franchisé
auteur | éditeur
auteur | exploitant
titulaire de la marque | contrefacteur
breveté | licencié
concédant | licencié
employeur | organisme de sécurité sociale
actionnaire | dirigeant
associé | gérant
associé | créancier
gérant | commissaire aux comptes
société | associé
société | dirigeant
société mère | filiale
président | directeur général
administrateur judiciaire | mandataire judiciaire | liquidateur
liquidateur | débiteur
administrateur judiciaire | débiteur
transporteur | expéditeur | destinataire
transporteur | voyageur, passager
organisateur de voyages | voyageur
conducteur | piéton
conducteur | passager
conducteur | propriétaire du véhicule
gardien | propriétaire
gardien | victime
enseignant | élève
école | parents
élève | parents
détenu | surveillant
étranger | préfet
étranger | français, national
demandeur d'asile | réfugié
électeur | candidat
élu | électeur
député | sénateur
candidat | employeur
recruteur | candidat
arbitre | partie
médiateur | partie
expert | partie
témoin | partie
tiers | partie
cocontractant | tiers
partie forte | partie faible
dirigeant | salarié
garant | bénéficiaire
tireur | tiré
agent immobilier | notaire
gérant | associé unique
parlement européen | conseil de l'union européenne | commission européenne
cour de justice | cour européenne des droits de l'homme
directeur de publication | journaliste
lanceur d'alerte | employeur
défenseur des droits | juge
fournisseur | distributeur
caution | sous-caution
codébiteur | caution
accusation | défense
accusé | victime
accusé | jury
époux demandeur | époux défendeur
époux créancier | époux débiteur
débiteur d'aliments | créancier d'aliments
parent gardien | parent non gardien
adoptant | parents d'origine

# time
avant | après
avant | pendant
pendant, durant | après
antérieur | postérieur, ultérieur
antérieurement | postérieurement, ultérieurement
antériorité | postériorité
précédent | suivant
précédemment | ultérieurement
précéder | suivre
préalable | postérieur, ultérieur
préalablement | postérieurement, ultérieurement
préalablement | simultanément
a priori | a posteriori
ex ante | ex post
avant la naissance | après la naissance
avant l'accouchement | après l'accouchement
avant le mariage | pendant le mariage, après le mariage
avant le décès | après le décès
avant l'échéance | après l'échéance
avant l'audience | après l'audience
avant l'expiration | après l'expiration
avant la conclusion | après la conclusion
avant la rupture | après la rupture
prénatal | postnatal
passé | futur, avenir
rétroactif | prospectif, non rétroactif
rétroactif | pour l'avenir
rétroactivement | pour l'avenir seulement
rétroactivité | non-rétroactivité
ex tunc | ex nunc
pour le passé | pour l'avenir
immédiat | différé
immédiatement | ultérieurement, plus tard
immédiat | à terme
au comptant | à terme, à crédit
tôt | tard
au plus tôt | au plus tard
à compter de, à partir de | jusqu'à
depuis | jusqu'à
dès | jusqu'à
au début | à la fin
premier jour | dernier jour
jour de la réception | jour de l'envoi
date de réception | date d'envoi
date de notification | date de signature
date de conclusion | date d'exécution
date de signature | date d'effet
date de la décision | date de la demande
date du dommage | date de la manifestation du dommage
date de publication | date de notification
à compter de la réception | à compter de l'envoi
à compter de la notification | à compter de la publication
à compter de la signature | à compter de la remise
à compter de la découverte | à compter de la vente
à compter de la livraison | à compter de la commande
au jour de la demande | au jour de la décision
an, année | mois | semaine | jour | heure
annuel | mensuel | hebdomadaire | quotidien, journalier
annuel | trimestriel | semestriel
annuel | biennal | triennal | quinquennal | décennal
annuellement | mensuellement
trimestre | semestre
semestriel | mensuel
trimestriel | mensuel
chaque année | chaque mois
par an | par mois | par semaine | par jour
mensualité | annuité
ponctuel | tardif
à temps, dans le délai | hors délai, en retard
dans le délai | après l'expiration du délai
en temps utile | tardivement
court terme | long terme
proroger, prolonger | abréger, écourter
prolongation, prorogation | abrègement, réduction
allonger | raccourcir, abréger
renouveler | expirer
commencer à courir | expirer
courir | être suspendu
avancer | reporter, différer
anticipé | différé, tardif
par anticipation | à l'échéance
d'avance | à terme échu
terme à échoir | terme échu
viager, à vie | temporaire
matin | soir
jour ouvrable | jour férié
jours ouvrables | jours fériés
naissance | conception
simultanément | successivement
simultané | successif
instantané | successif
sans délai | après un délai
vivant | posthume
préélectoral | postélectoral
primaire | définitif
initial | final
initial | ultérieur
ancien | futur
actuellement | autrefois

# quantity
maximum | minimum
maximal | minimal
au maximum, au plus | au moins, au minimum
plafond | plancher
plafonner | déplafonner
plafonné | illimité, sans plafond
plus de | moins de
supérieur | inférieur
au-dessus de | au-dessous de, en dessous de
excéder, dépasser | être inférieur à
augmenter, accroître, majorer | diminuer, réduire, baisser, minorer
augmentation, hausse, majoration | diminution, baisse, réduction, minoration
augmenté, majoré | diminué, réduit, minoré
hausser | baisser
élever | abaisser
élevé | faible, bas
haut | bas
cher | bon marché
coûteux | économique
excédent | déficit
excédentaire | déficitaire
crédit | débit
créditer | débiter
ajouter | retrancher, déduire
addition | soustraction
inclure | déduire
plus-value | moins-value
multiplier | diviser
double | moitié
doubler | diviser par deux
double | simple
triple | tiers
moitié | tiers | quart
la moitié | la totalité
un tiers | deux tiers
majorité | minorité
majoritaire | minoritaire
beaucoup | peu
nombreux | rare
considérable | minime
notable | négligeable
étendu | limité
plusieurs | un seul
tous | aucun
tous | certains
chacun | aucun
unique | multiple
unique | double
suffisant | excessif
par personne | au total
par salarié | par entreprise
par foyer | par personne
hors taxes | toutes taxes comprises
hors taxe | ttc
euros | pour cent
taux | montant
pourcentage | somme
proportionnel | forfaitaire
proportionnel | progressif
progressif | dégressif
croître | décroître
égal à | supérieur à | inférieur à
au moins égal à | au plus égal à
à parts égales | à proportion
par parts égales | au prorata
par tête | par souche
petite entreprise | grande entreprise

# scope
absolu | relatif
absolument | relativement
nullité absolue | nullité relative
majorité absolue | majorité relative
incompatibilité absolue | incompatibilité relative
secret absolu | secret relatif
erga omnes | inter partes
à l'égard de tous | entre les parties
entre les parties | à l'égard des tiers
général | limité
règle | exception
principe | exception
principe | dérogation
de principe | d'exception
par principe | par exception
droit commun | droit spécial
de droit commun | dérogatoire
norme | dérogation
conforme au droit commun | dérogatoire
universel | particulier
universel | restreint
illimité | limité
fermé | ouvert
liste limitative | liste indicative
tous les salariés | certains salariés
toutes les entreprises | certaines entreprises
de plein droit, automatique | judiciaire
de plein droit | sur décision du juge
de plein droit | sur demande
de plein droit | facultativement
automatiquement | sur demande
automatiquement | sur décision
automatique | discrétionnaire
automatique | facultatif
systématique | exceptionnel
systématique | facultatif
inconditionnellement | sous condition
dans tous les cas | dans certains cas
en toute circonstance | dans certains cas
en aucun cas | dans tous les cas
sans exception | sauf exception
sans dérogation | sauf dérogation
sans distinction | selon
indépendamment de | selon, en fonction de
quel que soit | selon
cumulatif | alternatif
exclusivement | notamment
uniquement | notamment
seulement | notamment
exclusivement | principalement
uniquement | également
pur | mixte
simple | qualifié
simple | aggravé
simple | solidaire
spécifique | général
principalement | accessoirement
à titre exclusif | à titre principal
profession principale | activité accessoire
résidence principale | résidence secondaire
matériel | territorial
compétence matérielle | compétence territoriale
compétence exclusive | compétence concurrente
territoire national | étranger
en france | à l'étranger
métropole | outre-mer
dans l'union européenne | hors de l'union européenne
état membre | pays tiers, état tiers
ressortissant européen | ressortissant de pays tiers
secteur privé | fonction publique
personnes physiques | personnes morales
majeurs | mineurs
professionnels | consommateurs
salariés | indépendants
salariés | fonctionnaires
copropriétaires | locataires
immeubles | meubles
en matière civile | en matière pénale
matière civile | matière pénale
matière contractuelle | matière délictuelle
matière commerciale | matière civile
matière immobilière | matière mobilière
en première instance | en appel
devant le juge civil | devant le juge pénal
devant le juge administratif | devant le juge judiciaire
action personnelle | action réelle
action individuelle | action collective, action de groupe
intérêt privé | intérêt général
intérêt individuel | intérêt collectif
intérêt personnel | intérêt collectif
au profit de | au détriment de, à l'encontre de
en faveur de | contre, au détriment de
dans l'intérêt de | au détriment de
à la charge de | au profit de
à l'initiative de l'employeur | à l'initiative du salarié
à la demande de l'employeur | à la demande du salarié
aux torts de l'employeur | aux torts du salarié
à la charge du bailleur | à la charge du locataire
à la charge du vendeur | à la charge de l'acheteur
pour le compte propre | pour le compte d'autrui
en son nom | au nom d'autrui
en nom propre | pour le compte d'autrui
pour soi | pour autrui
à titre personnel | à titre professionnel
à titre individuel | à titre collectif
à titre provisoire | à titre définitif
à titre temporaire | à titre permanent
à titre principal | à titre incident
faits matériels | actes juridiques
acte juridique | fait juridique
actes d'administration | actes de disposition
acte d'administration | acte de disposition
acte d'administration | acte conservatoire
administrer | disposer
capital | intérêts
fond | forme
règle de fond | règle de forme
condition de fond | condition de forme
vice de fond | vice de forme
nullité de fond | nullité de forme
fond | procédure
en droit | en fait
question de droit | question de fait
erreur de droit | erreur de fait
substantiel | accessoire
avec exceptions | sans exception
pour tous | pour certains
collectivement | individuellement
partout | nulle part
quelconque | déterminé
`
