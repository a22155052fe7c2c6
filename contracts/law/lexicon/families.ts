/**
 * Words of one derivational family whose meaning is the same act, state or quality, so that a
 * claim may say with a noun what the source says with a verb. Stemming does not join most of them.
 * Written for this project.
 *
 * One family a line under `# same`. Under `# agent`, the first word names the act and the others
 * the person who does it: the same act, but not the same thing, so a consumer must not take the
 * one for the other.
 */
export const FAMILIES = `
# same
licencier, licenciement, licencié
payer, paiement, payable, payé
impayé, impayer, non-paiement
rompre, rupture, rompu
interrompre, interruption, interruptif
corrompre, corruption, corrompu
conclure, conclusion, conclu
exclure, exclusion, exclu
inclure, inclusion, inclus, inclusivement
résoudre, résolution, résolutoire, résolu
dissoudre, dissolution, dissous
absoudre, absolution, absous
résilier, résiliation, résiliable
choisir, choix, choisi
durer, durée, durable, durablement
nuire, nuisible, nuisance
prévoir, prévision, prévu
prévisible, prévisibilité
imprévu, imprévisible, imprévisibilité
naître, naissance, né
renaître, renaissance
tenir, tenue, tenu
détenir, détention
retenir, retenue, rétention
maintenir, maintien, maintenu
soutenir, soutien
obtenir, obtention, obtenu
contenir, contenu
entretenir, entretien
abstenir, abstention
appartenir, appartenance
convenir, convention, conventionnel, convenu
intervenir, intervention
prévenir, prévention, préventif
survenir, survenance
subvenir, subvention
provenir, provenance
élire, élection, électif, élu, électoral
réélire, réélection
inéligible, inéligibilité
éligible, éligibilité
lire, lecture, lisible
écrire, écriture, écrit
inscrire, inscription, inscrit
prescrire, prescription, prescrit, prescriptible
souscrire, souscription, souscrit
transcrire, transcription
proscrire, proscription
circonscrire, circonscription
décrire, description, descriptif
juger, jugement, jugé
préjuger, préjugé
adjuger, adjudication
décider, décision, décisif, décisoire
arrêter, arrêt, arrestation
ordonner, ordonnance
commander, commande, commandement
enjoindre, injonction
joindre, jonction, joint
adjoindre, adjonction, adjoint
disjoindre, disjonction
contraindre, contrainte, contraignant
restreindre, restriction, restrictif
astreindre, astreinte
éteindre, extinction, extinctif, éteint
atteindre, atteinte
craindre, crainte
plaindre, plainte
vendre, vente, vendu
rendre, reddition
défendre, défense, défensif
suspendre, suspension, suspensif, suspendu
dépendre, dépendance, dépendant
étendre, extension, extensif, étendu, étendue
prétendre, prétention
entendre, audition, auditionner
attendre, attente
répondre, réponse
correspondre, correspondance, correspondant
confondre, confusion
perdre, perte, perdu
prendre, prise, pris
reprendre, reprise
entreprendre, entreprise
comprendre, compréhension, compréhensible
surprendre, surprise
apprendre, apprentissage
méprendre, méprise
mettre, mise
remettre, remise
admettre, admission, admissible, admis
permettre, permission, permis
transmettre, transmission, transmissible, transmis
soumettre, soumission, soumis
commettre, commission, commis
omettre, omission, omis
émettre, émission, émis
promettre, promesse, promis
démissionner, démission, démissionnaire
compromettre, compromis, compromission
faire, fait
satisfaire, satisfaction, satisfaisant
refaire, réfection
défaire, défait
agir, action, agissement
réagir, réaction
interagir, interaction
rédiger, rédaction, rédactionnel
diriger, direction
corriger, correction, corrigé, corrigible
exiger, exigence, exigible, exigibilité
transiger, transaction, transactionnel
obliger, obligation, obligatoire, obligatoirement
abroger, abrogation, abrogé
déroger, dérogation, dérogatoire
proroger, prorogation
interroger, interrogatoire, interrogation
subroger, subrogation, subrogatoire
prolonger, prolongation
charger, charge
décharger, décharge
changer, changement
échanger, échange
partager, partage, partagé
dédommager, dédommagement
endommager, dommage, dommageable
engager, engagement
dégager, dégagement
héberger, hébergement
loger, logement
allonger, allongement
abréger, abrègement, abrégé
alléger, allègement
protéger, protection, protecteur, protégé
siéger, siège
voyager, voyage
purger, purge
ménager, ménage
aménager, aménagement
déménager, déménagement
envisager, envisageable
léguer, legs
déléguer, délégation
reléguer, relégation
alléguer, allégation
divulguer, divulgation
promulguer, promulgation
distinguer, distinction, distinct, distinctif
homologuer, homologation
acquérir, acquisition, acquisitif, acquis
requérir, requête
réquisition, réquisitionner
courir, cours
recourir, recours
encourir, encouru
concourir, concours
parcourir, parcours
secourir, secours
mourir, mort, mortel
décéder, décès, décédé
offrir, offre, offert
souffrir, souffrance
ouvrir, ouverture, ouvert
couvrir, couverture
découvrir, découverte
recouvrer, recouvrement
servir, service
desservir, desserte
partir, départ
répartir, répartition
mentir, mensonge, mensonger
consentir, consentement, consensuel
ressentir, ressentiment
vêtir, vêtement
investir, investissement
avertir, avertissement
convertir, conversion
divertir, divertissement
garantir, garantie, garanti
bâtir, bâtiment, bâti
établir, établissement
rétablir, rétablissement
abolir, abolition
démolir, démolition
affaiblir, affaiblissement
accomplir, accomplissement
punir, punition, punissable, punitif
définir, définition
finir, fin, final
unir, union
réunir, réunion
fournir, fourniture
bannir, bannissement
nourrir, nourriture
périr, péril
guérir, guérison
dépérir, dépérissement
saisir, saisie, saisine, saisissable, saisi
dessaisir, dessaisissement
enrichir, enrichissement
appauvrir, appauvrissement
élargir, élargissement
avilir, avilissement
vieillir, vieillissement
frauder, fraude, frauduleux, frauduleusement
tromper, tromperie, trompeur
abuser, abus, abusif, abusivement
user, usage, usager
excéder, excès, excessif, excessivement
accéder, accès, accessible, accession
céder, cession, cessible
concéder, concession
succéder, succession, successoral
précéder, précédent
posséder, possession, possessoire
déposséder, dépossession
rétrocéder, rétrocession
aliéner, aliénation, aliénable
grever, grèvement
dégrever, dégrèvement
cesser, cessation
oppresser, oppression
agresser, agression, agressif
progresser, progression, progressif
transgresser, transgression
adresser, adresse
blesser, blessure, blessé
verser, versement
renverser, renversement
rembourser, remboursement, remboursable
débourser, débours
dispenser, dispense
compenser, compensation, compensatoire
récompenser, récompense
recenser, recensement
censurer, censure
dépenser, dépense
causer, cause, causal, causalité
accuser, accusation
récuser, récusation
excuser, excuse, excusable
refuser, refus
opposer, opposition, opposable, opposabilité
inopposable, inopposabilité
imposer, imposition, imposable, impôt
exposer, exposition, exposé
proposer, proposition
disposer, disposition
composer, composition
déposer, dépôt, déposition
supposer, supposition
reposer, repos
indisposer, indisposition
entreposer, entrepôt
apposer, apposition
présupposer, présupposition
analyser, analyse
paralyser, paralysie
autoriser, autorisation
caractériser, caractérisation, caractère, caractéristique
maîtriser, maîtrise
légaliser, légalisation
légal, légalité, légalement
illégal, illégalité, illégalement
régulariser, régularisation
régulier, régularité, régulièrement
irrégulier, irrégularité, irrégulièrement
naturaliser, naturalisation
nationaliser, nationalisation
privatiser, privatisation
organiser, organisation
réaliser, réalisation
utiliser, utilisation
minimiser, minimisation, minimal
maximiser, maximum, maximal
anonymiser, anonymisation, anonyme, anonymat
pseudonymiser, pseudonymisation, pseudonyme
indemniser, indemnisation, indemnité, indemnitaire
harmoniser, harmonisation
sécuriser, sécurité, sécurisation
banaliser, banalisation
préciser, précision, précis, précisément
aviser, avis
diviser, division, divisible
indivis, indivision, indivisible, indivisibilité
réviser, révision, révisable
superviser, supervision
improviser, improvisation
mépriser, mépris
réserver, réserve, réservation
conserver, conservation, conservatoire
observer, observation
préserver, préservation
motiver, motivation, motif
aggraver, aggravation, grave, gravité, gravement
entraver, entrave
prouver, preuve, probatoire, probant
approuver, approbation
réprouver, réprobation
éprouver, épreuve
améliorer, amélioration
sauver, sauvetage
réparer, réparation, réparable
séparer, séparation, séparé, séparément
préparer, préparation, préparatoire
comparer, comparaison, comparable
comparaître, comparution
apparaître, apparition, apparent, apparence
disparaître, disparition, disparu
paraître, parution
reconnaître, reconnaissance
connaître, connaissance, connu
méconnaître, méconnaissance
déclarer, déclaration, déclaratif
pénétrer, pénétration
administrer, administration, administratif
enregistrer, enregistrement
célébrer, célébration
libérer, libération, libératoire
délibérer, délibération, délibéré
opérer, opération
coopérer, coopération
récupérer, récupération, récupérable
tolérer, tolérance
transférer, transfert
différer, différence, différent
préférer, préférence, préférentiel
conférer, conférence
référer, référence
inférer, inférence
ingérer, ingérence
gérer, gestion
suggérer, suggestion
exagérer, exagération
adhérer, adhésion
acquiescer, acquiescement
insérer, insertion
rémunérer, rémunération, rémunéré
énumérer, énumération
générer, génération
régénérer, régénération
altérer, altération
réitérer, réitération
procurer, procuration
mesurer, mesure
assurer, assurance
rassurer, réassurance
demeurer, demeure
figurer, figure
jurer, serment
injurier, injure, injurieux
murer, mur
capturer, capture
facturer, facture, facturation
structurer, structure
clôturer, clôture
fermer, fermeture
confirmer, confirmation, confirmatif
infirmer, infirmation, infirmatif
affirmer, affirmation
former, formation
réformer, réformation, réforme
informer, information
transformer, transformation
conformer, conformité, conforme, conformément
déformer, déformation
nommer, nomination
consommer, consommation
dénommer, dénomination
présumer, présomption, présumé
résumer, résumé
exprimer, expression
exprès, expressément
supprimer, suppression
réprimer, répression, répressif
imprimer, impression
comprimer, compression
estimer, estimation
légitimer, légitimation, légitime, légitimité
intimer, intimation
réclamer, réclamation
proclamer, proclamation
diffamer, diffamation, diffamatoire
programmer, programme
primer, primauté
armer, arme
condamner, condamnation, condamné
abandonner, abandon
pardonner, pardon
donner, donation, don
subordonner, subordination, subordonné
coordonner, coordination
mentionner, mention
sanctionner, sanction
conditionner, condition, conditionnel
questionner, question
fonctionner, fonctionnement, fonction
stationner, stationnement
perfectionner, perfectionnement
additionner, addition, additionnel
proportionner, proportion, proportionnel, proportionnalité
disproportionner, disproportion, disproportionné
missionner, mission
provisionner, provision
emprisonner, emprisonnement, prison
raisonner, raison, raisonnement
gouverner, gouvernement
concerner, concerné
discerner, discernement
hospitaliser, hospitalisation, hôpital
interner, internement
alterner, alternance, alternatif
détourner, détournement
retourner, retour
séjourner, séjour
ajourner, ajournement
borner, bornage, borne
examiner, examen
déterminer, détermination, déterminé
terminer, terme, terminaison
éliminer, élimination
discriminer, discrimination, discriminatoire
incriminer, incrimination
dominer, domination
entraîner, entraînement
désigner, désignation
assigner, assignation
consigner, consignation, consigne
signer, signature, signataire
soigner, soin
témoigner, témoignage
éloigner, éloignement
accompagner, accompagnement
épargner, épargne
gagner, gain
enseigner, enseignement
renseigner, renseignement
ruiner, ruine, ruineux
communiquer, communication
notifier, notification
signifier, signification
publier, publication
modifier, modification, modificatif
rectifier, rectification, rectificatif
vérifier, vérification
justifier, justification, justificatif
identifier, identification, identité
qualifier, qualification
classifier, classification
falsifier, falsification
ratifier, ratification
simplifier, simplification
spécifier, spécification, spécifique
certifier, certification, certificat
bénéficier, bénéfice
officier, office
apprécier, appréciation
négocier, négociation
renégocier, renégociation
dissocier, dissociation
dénoncer, dénonciation
énoncer, énonciation, énoncé
prononcer, prononcé
renoncer, renonciation
annoncer, annonce
exercer, exercice
renforcer, renforcement
menacer, menace
remplacer, remplacement
placer, placement, place
déplacer, déplacement
effacer, effacement
financer, financement
avancer, avance
violenter, violence, violent
commencer, commencement
recommencer, recommencement
recommander, recommandation
demander, demande
sommer, sommation
convoquer, convocation
révoquer, révocation, révocable
évoquer, évocation
invoquer, invocation
provoquer, provocation
impliquer, implication, implicite, implicitement
expliquer, explication, explicatif
expliciter, explicite, explicitement
appliquer, application, applicable
pratiquer, pratique
fabriquer, fabrication
indiquer, indication, indicatif
revendiquer, revendication
critiquer, critique
attaquer, attaque
manquer, manquement, manque
marquer, marque
remarquer, remarque
débarquer, débarquement
embarquer, embarquement
bloquer, blocage
masquer, masque
risquer, risque
confisquer, confiscation
éduquer, éducation, éducatif
vivre, vie, vivant
survivre, survie
poursuivre, poursuite
inculper, inculpation
anticiper, anticipation
participer, participation
émanciper, émancipation
développer, développement
occuper, occupation
grouper, groupement, groupe
usurper, usurpation
équiper, équipement
appeler, appel
rappeler, rappel
interpeller, interpellation
renouveler, renouvellement, renouvelable
révéler, révélation
receler, recel
harceler, harcèlement
morceler, morcellement
geler, gel
annuler, annulation, nullité
caduc, caducité
stipuler, stipulation
cumuler, cumul, cumulatif
calculer, calcul
dissimuler, dissimulation
simuler, simulation
spéculer, spéculation
circuler, circulation
réguler, régulation
formuler, formulation
accumuler, accumulation
valoir, valeur
valable, valablement
évaluer, évaluation
prévaloir, prévalence
vouloir, volonté, volontaire, volontairement
possible, possibilité
devoir, dette
recevoir, réception, reçu
percevoir, perception
concevoir, conception
décevoir, déception
recevable, recevabilité
irrecevable, irrecevabilité
contrôler, contrôle
violer, violation
voler, vol
voter, vote
installer, installation
travailler, travail
surveiller, surveillance
conseiller, conseil
veiller, vigilance
dépouiller, dépouillement
fouiller, fouille
exiler, exil
assimiler, assimilation
mutiler, mutilation
profiler, profilage
affilier, affiliation
réconcilier, réconciliation
concilier, conciliation
oublier, oubli
allier, alliance
multiplier, multiplication
exempter, exemption
accepter, acceptation
adopter, adoption, adoptif
opter, option, optionnel
adapter, adaptation, adapté
capter, captation
excepter, exception
exceptionnel, exceptionnellement
compter, compte, comptable
escompter, escompte
tenter, tentative
intenter, intention, intentionnel, intentionnellement
attenter, attentat
contenter, contentement
contester, contestation, contestable
attester, attestation
manifester, manifestation
protester, protestation
détester, détestation
rester, reste
assister, assistance
résister, résistance
consister, consistance
subsister, subsistance
exister, existence, existant
inexistant, inexistence
persister, persistance
désister, désistement
insister, insistance
ajuster, ajustement
constater, constat, constatation
relater, relation
dater, date
mandater, mandat
traiter, traitement
exploiter, exploitation
habiter, habitation
cohabiter, cohabitation
débiter, débit
créditer, crédit
éditer, édition
méditer, méditation
hériter, héritage, héréditaire
mériter, mérite
limiter, limitation, limite, limitatif
délimiter, délimitation
inviter, invitation
éviter, évitement
citer, citation
solliciter, sollicitation
faciliter, facilité
habiliter, habilitation
réhabiliter, réhabilitation
profiter, profit
visiter, visite
hésiter, hésitation
nécessiter, nécessité, nécessaire, nécessairement
acquitter, acquittement, acquit
permuter, permutation
muter, mutation
imputer, imputation, imputable, imputabilité
réputer, réputation
discuter, discussion
exécuter, exécution, exécutoire, exécutif
inexécuter, inexécution
persécuter, persécution
débuter, début
augmenter, augmentation
cimenter, ciment
documenter, documentation, document
expérimenter, expérience
fréquenter, fréquentation
présenter, présentation, présence
représenter, représentation, représentatif
absenter, absence, absent
tourmenter, tourment
réglementer, réglementation, règlement, réglementaire
argumenter, argument, argumentation
alimenter, alimentation
compléter, complément, complémentaire
complet, complètement
inquiéter, inquiétude
interpréter, interprétation
acheter, achat
racheter, rachat
projeter, projet
rejeter, rejet
prêter, prêt
emprunter, emprunt
enquêter, enquête
fêter, fête
confronter, confrontation
affronter, affrontement
monter, montée
raconter, récit
exporter, exportation
importer, importation, importance
reporter, report
transporter, transport
supporter, support
apporter, apport
rapporter, rapport
comporter, comportement
déporter, déportation
emporter, emport
porter, port
concerter, concertation
déserter, désertion
contracter, contrat, contractuel, contractuellement
rétracter, rétractation
respecter, respect
inspecter, inspection
détecter, détection
collecter, collecte
affecter, affectation
infecter, infection
objecter, objection
injecter, injection
connecter, connexion
lutter, lutte
acter, acte
impacter, impact
construire, construction, constructible
détruire, destruction, destructif
instruire, instruction
produire, production, produit, productif
reproduire, reproduction
réduire, réduction
déduire, déduction, déductible
introduire, introduction, introductif
conduire, conduite
traduire, traduction
séduire, séduction
induire, induction
croire, croyance
accroître, accroissement
croître, croissance
décroître, décroissance
extraire, extraction, extrait
soustraire, soustraction
distraire, distraction
abstraire, abstraction
dire, dit
interdire, interdiction, interdit
contredire, contradiction, contradictoire
suffire, suffisant, suffisance, suffisamment
insuffisant, insuffisance, insuffisamment
récidiver, récidive
dériver, dérive
archiver, archivage, archive
délivrer, délivrance
livrer, livraison
enivrer, ivresse
intégrer, intégration
réintégrer, réintégration
dégrader, dégradation
rétrograder, rétrogradation
évader, évasion
persuader, persuasion
dissuader, dissuasion, dissuasif
valider, validation, validité, valide, validement
invalider, invalidation, invalidité
liquider, liquidation
présider, présidence
résider, résidence
aider, aide
plaider, plaidoirie, plaidoyer
fonder, fondement, fondation, fondé
accorder, accord
aborder, abord
déborder, débordement
garder, garde
regarder, regard
retarder, retard
tarder, tardif, tardivement
sauvegarder, sauvegarde
tomber, chute
absorber, absorption
perturber, perturbation
prohiber, prohibition
empêcher, empêchement
pêcher, pêche
chercher, rechercher, recherche
reprocher, reproche
rapprocher, rapprochement
attacher, attachement
détacher, détachement
embaucher, embauche
débaucher, débauchage
afficher, affichage, affiche
reclasser, reclassement
classer, classement
déclasser, déclassement
expulser, expulsion
inspirer, inspiration
expirer, expiration
aspirer, aspiration
respirer, respiration
tirer, tirage
retirer, retrait
attirer, attrait
désirer, désir
admirer, admiration
louer, location, louage, locatif
sous-louer, sous-location
avouer, aveu
allouer, allocation
jouer, jeu
échouer, échec
attribuer, attribution, attributif
contribuer, contribution, contributif
distribuer, distribution
rétribuer, rétribution
restituer, restitution
instituer, institution
constituer, constitution, constitutif
substituer, substitution
prostituer, prostitution
destituer, destitution
situer, situation
diminuer, diminution
continuer, continuation, continuité, continu
atténuer, atténuation
évoluer, évolution
polluer, pollution
effectuer, effectif
évacuer, évacuation
créer, création
recréer, récréation
agréer, agrément
suppléer, suppléance
procréer, procréation
marier, mariage, matrimonial
divorcer, divorce
concubin, concubinage
adultère, adultérin
filial, filiation
parent, parenté, parental
tuteur, tutelle
curateur, curatelle
orphelin, orphelinat
veuf, veuvage
varier, variation, variable
contrarier, contrariété, contraire
parier, pari
trier, tri
expatrier, expatriation
rapatrier, rapatriement
copier, copie
envoyer, envoi
renvoyer, renvoi
employer, emploi
essayer, essai
appuyer, appui
nettoyer, nettoyage
relayer, relais
octroyer, octroi
libre, liberté, librement
égal, égalité
inégal, inégalité
équitable, équité, équitablement
juste, justice
injuste, injustice
responsable, responsabilité
irresponsable, irresponsabilité
solidaire, solidarité, solidairement
solvable, solvabilité
insolvable, insolvabilité
capable, capacité
incapable, incapacité
apte, aptitude
inapte, inaptitude
coupable, culpabilité
innocent, innocence
fautif, faute
négligence, négligent, négligemment
prudent, prudence
imprudent, imprudence, imprudemment
diligent, diligence
loyal, loyauté, loyalement
déloyal, déloyauté, déloyalement
licite, licéité
illicite, illicéité
compétent, compétence
incompétent, incompétence
urgent, urgence
absolu, absolument
relatif, relativité
total, totalité, totalement
intégral, intégralité, intégralement
entier, entièrement
partiel, partiellement, partie
gratuit, gratuité, gratuitement
onéreux, onérosité
ancien, ancienneté
majeur, majorité
mineur, minorité
malade, maladie
enceinte, grossesse
handicapé, handicap
vulnérable, vulnérabilité
dangereux, danger, dangerosité
sûr, sûreté
sain, santé, sanitaire
salubre, salubrité
insalubre, insalubrité
public, publicité, publiquement
confidentiel, confidentialité
secret, secrètement
personnel, personnellement, personne
collectif, collectivement, collectivité
individuel, individuellement, individu
familial, famille
communal, commune
municipal, municipalité
départemental, département
régional, région
national, nation, nationalité
étatique, état
préfectoral, préfecture
ministériel, ministère
parlementaire, parlement
législatif, législation, loi
judiciaire, judiciairement
juridictionnel, juridiction
jurisprudentiel, jurisprudence
constitutionnel, constitutionnalité
fiscal, fiscalité, fiscalement
social, socialement
patronal, patronat
salarial, salaire, salariat
syndical, syndicat
commercial, commerce
industriel, industrie
artisanal, artisanat
agricole, agriculture
rural, ruralité
bancaire, banque
monétaire, monnaie
pécuniaire, pécuniairement
financier, finance
budgétaire, budget
électronique, électroniquement
numérique, numériquement
automatique, automatiquement, automatisation, automatisé
médical, médecine, médicalement
pénal, pénalement, peine
civil, civilement
criminel, crime
délictuel, délit
contraventionnel, contravention
disciplinaire, discipline
dolosif, dol
hypothécaire, hypothèque
testamentaire, testament
immobilier, immeuble
mobilier, meuble
foncier, fonds
mitoyen, mitoyenneté
contigu, contiguïté
usufruitier, usufruit
viager, viagèrement
annuel, annuellement, année, an
mensuel, mensuellement, mensualité, mois
hebdomadaire, semaine
journalier, jour, journée
quotidien, quotidiennement
horaire, heure
nocturne, nuit
périodique, période, périodicité
temporaire, temporairement
provisoire, provisoirement
définitif, définitivement
immédiat, immédiatement
préalable, préalablement
antérieur, antérieurement, antériorité
postérieur, postérieurement
ultérieur, ultérieurement
rétroactif, rétroactivité, rétroactivement
ponctuel, ponctualité
successif, successivement
simultané, simultanément, simultanéité
tacite, tacitement
oral, oralement
verbal, verbalement
unilatéral, unilatéralement
conjoint, conjointement
amiable, amiablement
impartial, impartialité
indépendant, indépendance
autonome, autonomie
neutre, neutralité
laïc, laïcité
digne, dignité
intègre, intégrité
intime, intimité
impossible, impossibilité
probable, probabilité
certain, certitude, certainement
incertain, incertitude
éventuel, éventualité, éventuellement
suspecter, suspicion, suspect
utile, utilité, utilement
efficace, efficacité
rapide, rapidité, rapidement
lent, lenteur
bref, brièveté
clair, clarté, clairement
vrai, vérité
faux, fausseté
exact, exactitude, exactement
inexact, inexactitude
sincère, sincérité
évident, évidence
manifeste, manifestement
pertinent, pertinence
proche, proximité
distant, distance
haut, hauteur
large, largeur
long, longueur
profond, profondeur
fréquent, fréquence, fréquemment
rare, rareté, rarement
abondant, abondance
pauvre, pauvreté
riche, richesse
faible, faiblesse
fort, force
jeune, jeunesse
vieux, vieillesse
seul, seulement
exclusif, exclusivité, exclusivement
principal, principalement
accessoire, accessoirement
subsidiaire, subsidiairement
essentiel, essentiellement
spécial, spécialement, spécialité
général, généralement, généralité
particulier, particulièrement, particularité
habituel, habitude, habituellement
normal, normalement
anormal, anormalement, anomalie
ordinaire, ordinairement
notoire, notoriété
patrimonial, patrimoine
litigieux, litige
procédural, procédure
processuel, procès
urbanistique, urbanisme
environnemental, environnement
aliment, alimentaire
scolaire, école, scolarité
universitaire, université
associer, association, associatif
mutualiste, mutualité
coopératif, coopérative
concurrentiel, concurrence
technique, technicité
priver, privation
unique, uniquement
forclore, forclusion, forclos
abattre, abattage
débattre, débat
combattre, combat
relever, relèvement
prélever, prélèvement
enlever, enlèvement
achever, achèvement
parachever, parachèvement
promouvoir, promotion
pourvoir, pourvoi
surseoir, sursis
échoir, échéance, échu
déchoir, déchéance, déchu
équivaloir, équivalence, équivalent
accueillir, accueil
recueillir, recueil
fuir, fuite
affranchir, affranchissement
amortir, amortissement
nantir, nantissement
anéantir, anéantissement
assujettir, assujettissement, assujetti
éclaircir, éclaircissement
durcir, durcissement
obéir, obéissance
désobéir, désobéissance
jouir, jouissance
réfléchir, réflexion
réussir, réussite
blanchir, blanchiment
régir, régime
rétrécir, rétrécissement
ralentir, ralentissement
contrefaire, contrefaçon
requalifier, requalification
réembaucher, réembauchage, réembauche
télétravailler, télétravail
mensualiser, mensualisation
annualiser, annualisation
capitaliser, capitalisation
indexer, indexation
plafonner, plafonnement, plafond
déplafonner, déplafonnement
encadrer, encadrement
majorer, majoration
minorer, minoration
forfait, forfaitaire, forfaitairement
exonérer, exonération
taxer, taxation, taxe
sous-traiter, sous-traitance
cautionner, cautionnement
exhéréder, exhérédation
désavouer, désaveu
empiéter, empiètement
élaguer, élagage
enclaver, enclave, enclavé
préempter, préemption
squatter, squat
rénover, rénovation
vétuste, vétusté
démarcher, démarchage
prospecter, prospection
étiqueter, étiquetage
chiffrer, chiffrement
crypter, cryptage
pirater, piratage
consulter, consultation, consultatif
codifier, codification
décréter, décret
édicter, édiction
amender, amendement
candidater, candidature
exproprier, expropriation
affermer, affermage
titulariser, titularisation
radier, radiation
extrader, extradition
reconduire, reconduite
réfugier, refuge
incarcérer, incarcération
écrouer, écrou
perquisitionner, perquisition
relaxer, relaxe
gracier, grâce
amnistier, amnistie
séquestrer, séquestration
torturer, torture
escroquer, escroquerie
outrager, outrage
calomnier, calomnie, calomnieux
prédécéder, prédécès
inhumer, inhumation
intéresser, intérêt
désintéresser, désintéressement
expertiser, expertise
départager, départage
arbitrer, arbitrage, arbitral
périmer, péremption
# agent
employer > employeur
travailler > travailleur
vendre > vendeur
acheter > acheteur
acquérir > acquéreur
louer > loueur, locataire
bail > bailleur
créance > créancier
dette > débiteur
prêter > prêteur
emprunter > emprunteur
donner > donateur, donataire
léguer > légataire
tester > testateur
hériter > héritier
assurer > assureur, assuré
souscrire > souscripteur
mandater > mandant, mandataire
céder > cédant, cessionnaire
promettre > promettant
bénéficier > bénéficiaire
stipuler > stipulant
demander > demandeur
défendre > défendeur, défenseur
appeler > appelant
juger > juge
arbitrer > arbitre
concilier > conciliateur
médiation > médiateur
expertise > expert
témoigner > témoin
représenter > représentant
administrer > administrateur, administré
gérer > gérant, gestionnaire
diriger > dirigeant, directeur
présider > président
liquider > liquidateur
contrôler > contrôleur
inspecter > inspecteur
instruire > instructeur
élire > élu, électeur
candidature > candidat
voter > votant
produire > producteur
fabriquer > fabricant
distribuer > distributeur
consommer > consommateur
fournir > fournisseur
transporter > transporteur
voyager > voyageur
conduire > conducteur
héberger > hébergeur
éditer > éditeur
construire > constructeur
entreprendre > entrepreneur
sous-traiter > sous-traitant
posséder > possesseur
détenir > détenteur
occuper > occupant
usufruit > usufruitier
tutelle > tuteur
curatelle > curateur
adopter > adoptant, adopté
voler > voleur
receler > receleur
escroquer > escroc
complicité > complice
punir > condamné
accuser > accusateur, accusé
plaindre > plaignant
poursuivre > poursuivant
harceler > harceleur
contrefaire > contrefacteur
franchiser > franchiseur, franchisé
déposer > déposant, dépositaire
garder > gardien
cautionner > caution
garantir > garant
subroger > subrogé
déléguer > délégant, délégué
traiter > responsable du traitement
requérir > requérant
réclamer > réclamant
notariat > notaire
syndicat > syndiqué
grève > gréviste
enseigner > enseignant
soigner > soignant
chômage > chômeur
retraite > retraité
démissionner > démissionnaire
signer > signataire
rédiger > rédacteur
envoyer > expéditeur
recevoir > destinataire
offrir > offrant
accepter > acceptant
exproprier > expropriant, exproprié
saisir > saisissant, saisi
exploiter > exploitant
utiliser > utilisateur
cotiser > cotisant
imposer > contribuable
`
