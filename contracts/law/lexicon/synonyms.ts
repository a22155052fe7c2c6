/**
 * Words and expressions that say the same thing in a legal text, in the language of the law and in
 * everyday French. Written for this project.
 *
 * One cluster a line. In a plain line all terms are exchangeable everywhere, and no term is in two
 * such lines. A line that opens with `~` holds terms that are exchangeable in most contexts: a
 * weaker match, and one that must not be chained (`~ a, b` and `~ b, c` say nothing of a and c).
 * Terms whose difference is an error of law (`nul` and `annulable`) are never in one line.
 */
export const SYNONYMS = `
# Personnes et acteurs
salarié, employé, travailleur salarié, employee
~ salarié, travailleur, worker, treballador
~ salarié, personnel, collaborateur
~ salariés, personnel, effectif
~ employeur, patron, entreprise
~ employeur, chef d'entreprise
employeur, employer
~ employeur, société qui emploie
~ entreprise, société, company
~ entreprise, établissement
~ entreprise, firme, maison
~ société, personne morale
personne physique, particulier, individu
~ personne, individu, person, persona
~ personne, intéressé
intéressé, personne concernée par la mesure, personne en cause
locataire, preneur, preneur à bail
~ locataire, occupant
bailleur, loueur
vendeur, seller
acheteur, acquéreur, buyer
~ acheteur, client
~ consommateur, client, particulier
~ professionnel, commerçant, vendeur professionnel
commerçant, marchand
créancier, creditor
débiteur, debtor
~ débiteur, personne qui doit la somme
caution, fidéjusseur
~ victime, personne lésée
victime, victim
personne lésée, personne qui a subi le dommage
auteur du dommage, responsable du dommage
~ auteur du dommage, responsable
responsable, liable
mineur, enfant de moins de 18 ans, personne de moins de dix-huit ans, personne âgée de moins de 18 ans
~ mineur, enfant
enfant, child
personne majeure, majeur, personne de dix-huit ans révolus, adulte
mari, époux de sexe masculin
épouse, femme mariée
partenaire, partenaire lié par un pacte civil de solidarité, partenaire de pacs, pacsé
pacte civil de solidarité, pacs
concubin, compagnon, personne vivant en concubinage
concubinage, union libre
père et mère, parents
~ parent, père ou mère
descendants, lignée descendante
ascendant, parent en ligne directe ascendante
~ ascendants, parents et grands-parents
fratrie, frères et sœurs
~ proche, membre de la famille
famille, family
~ héritier, successeur, successible
~ héritier, ayant droit
ayant droit, ayant cause
défunt, personne décédée
~ défunt, de cujus, auteur de la succession
testateur, auteur du testament
donateur, auteur de la donation
donataire, bénéficiaire de la donation
légataire, bénéficiaire du legs
huissier de justice, commissaire de justice, huissier
~ avocat, conseil de la partie, défenseur
~ avocat, conseil
~ défenseur, conseil
~ juge, tribunal, juridiction
juridiction, instance judiciaire
~ juge, magistrat, jutge, judge
juridiction du fond, juge du fond
cour d'appel, juridiction d'appel, juge d'appel, juridiction du second degré
tribunal de première instance, juridiction du premier degré, premier juge
cour de cassation, haute juridiction judiciaire, juge de cassation
conseil d'état, haute juridiction administrative
conseil constitutionnel, juge constitutionnel
tribunal administratif, juge administratif du premier degré
conseil de prud'hommes, juridiction prud'homale, prud'hommes, cph
juge aux affaires familiales, jaf
~ juge des tutelles, juge des contentieux de la protection
juge de l'exécution, jex
cour de justice de l'union européenne, cjue, juge de l'union
cour européenne des droits de l'homme, cedh, cour de strasbourg
procureur de la république, parquet, ministère public, procureur
partie civile, victime constituée partie civile
~ demandeur, requérant, auteur de la demande
auteur de la demande, celui qui demande, personne qui fait la demande
~ requérant, auteur du recours
auteur du recours, personne qui exerce le recours
appelant, partie qui fait appel, auteur de l'appel
défendeur, partie défenderesse, partie assignée
plaideur, partie au procès, justiciable, partie à l'instance
partie, parties, party
adversaire, partie adverse
tiers, personne étrangère au contrat, personne étrangère à l'acte
cocontractant, autre partie au contrat, partenaire contractuel
~ cocontractant, autre partie, partie adverse
~ contractant, partie, partie au contrat
contractant, partie contractante
expert, technicien commis par le juge
~ témoin, personne entendue
prévenu, personne poursuivie devant le tribunal correctionnel
mis en examen, personne mise en examen
~ prévenu, personne poursuivie
condamné, personne condamnée
délinquant, auteur de l'infraction, auteur des faits
détenu, prisonnier, personne incarcérée, personne détenue
administration, autorité administrative, services administratifs
~ administration, pouvoirs publics, autorités publiques
pouvoirs publics, autorités publiques
~ administré, usager, particulier
usager, usager du service public
fonctionnaire, agent titulaire
agent contractuel, agent non titulaire
préfet, représentant de l'état dans le département
~ préfet, représentant de l'état
~ maire, premier magistrat de la commune
gouvernement, pouvoir exécutif, exécutif
parlement, pouvoir législatif
législateur, auteur de la loi
commission nationale de l'informatique et des libertés, cnil
commission européenne, exécutif européen
inspecteur du travail, inspection du travail, agent de contrôle de l'inspection du travail
médecin du travail, service de santé au travail
~ médecin du travail, service de prévention et de santé au travail
comité social et économique, cse
~ comité social et économique, comité d'entreprise
délégué syndical, représentant du syndicat dans l'entreprise
organisation syndicale, syndicat
organisation patronale, organisation professionnelle d'employeurs, syndicat patronal
représentant du personnel, élu du personnel
~ partenaires sociaux, organisations syndicales et patronales
médecin, docteur, praticien
patient, malade
assuré, personne assurée
assureur, compagnie d'assurance, société d'assurance
souscripteur, preneur d'assurance
caisse, organisme de sécurité sociale
~ caisse primaire d'assurance maladie, cpam, caisse
caisse d'allocations familiales, caf
urssaf, organisme de recouvrement
travailleur indépendant, travailleur non salarié, indépendant
~ indépendant, autonome
demandeur d'emploi, chômeur, personne sans emploi
contribuable, redevable de l'impôt, assujetti à l'impôt
~ contribuable, redevable
administration fiscale, fisc, services fiscaux, service des impôts
actionnaire, titulaire d'actions
gérant, dirigeant de la société à responsabilité limitée
~ dirigeant, gérant, mandataire social
mandataire social, dirigeant social
commissaire aux comptes, contrôleur légal des comptes
mandataire, représentant conventionnel
~ mandataire, représentant
mandant, représenté
responsable du traitement, responsable de traitement, controller
sous-traitant, processor
personne concernée, personne dont les données sont traitées, titulaire des données
délégué à la protection des données, dpo, dpd
~ destinataire des données, destinataire
autorité de contrôle, autorité de protection des données
tuteur, personne chargée de la tutelle
majeur protégé, adulte sous protection juridique
maître d'ouvrage, maître de l'ouvrage, donneur d'ordre des travaux
entrepreneur, constructeur, locateur d'ouvrage
architecte, maître d'œuvre
syndic, syndic de copropriété
syndicat des copropriétaires, collectivité des copropriétaires
copropriétaire, propriétaire d'un lot
assemblée générale, assemblée des copropriétaires
~ indivisaire, copropriétaire
nu-propriétaire, titulaire de la nue-propriété
usufruitier, titulaire de l'usufruit
possesseur, celui qui possède
voisin, riverain, propriétaire voisin
~ étranger, ressortissant étranger
~ étranger, personne de nationalité étrangère
ressortissant, national
électeur, votant
élu, titulaire d'un mandat électif
candidat, postulant
conducteur, chauffeur, automobiliste
piéton, personne à pied
transporteur, voiturier
~ passager, voyageur
hébergeur, fournisseur d'hébergement
éditeur, directeur de la publication
~ fabricant, producteur
distributeur, revendeur
banque, établissement de crédit, établissement bancaire
~ prêteur, banque, organisme de crédit
emprunteur, bénéficiaire du prêt
stagiaire, personne en stage
apprenti, jeune en apprentissage
intérimaire, salarié temporaire, travailleur temporaire
entreprise de travail temporaire, agence d'intérim, société d'intérim
~ cadre, personnel d'encadrement
commettant, donneur d'ordre
~ préposé, subordonné
~ membre, adhérent
~ membre, participant
~ titulaire, détenteur
~ titulaire, bénéficiaire
bénéficiaire, personne qui en bénéficie
propriétaire, maître du bien
personne vulnérable, personne fragile
personne handicapée, personne en situation de handicap, travailleur handicapé
femme enceinte, salariée enceinte, salariée en état de grossesse
doctor, doctora

# Rapport de travail
licenciement, congédiement, dismissal
licencier, congédier, mettre à la porte
~ licencier, renvoyer
~ licencier, rompre le contrat de travail
~ licenciement, rupture du contrat de travail à l'initiative de l'employeur
démissionner, donner sa démission, remettre sa démission
démission, rupture à l'initiative du salarié
~ démissionner, quitter son emploi
~ rupture conventionnelle, rupture d'un commun accord, rupture amiable
embauche, recrutement, engagement du salarié
embaucher, recruter, engager comme salarié
~ embaucher, engager
période d'essai, essai
rompre l'essai, mettre fin à la période d'essai
contrat de travail, contrat du salarié
contrat à durée déterminée, cdd, contrat de travail à durée déterminée
contrat à durée indéterminée, cdi, contrat de travail à durée indéterminée
contrat de travail temporaire, contrat de mission, contrat d'intérim
salaire, paie, traitement du salarié, wage
~ salaire, appointements
salaire minimum, smic, salaire minimum de croissance
~ salaire brut, rémunération brute
bulletin de paie, fiche de paie, feuille de paie, bulletin de salaire
prime, gratification, bonus
heures supplémentaires, heures effectuées au-delà de la durée légale
durée légale du travail, trente-cinq heures
temps de travail, durée du travail
temps plein, temps complet
temps partiel, temps réduit
repos, rest
repos hebdomadaire, repos de la semaine
repos quotidien, repos journalier
congés payés, vacances, congés annuels
~ congé, absence autorisée
congé maternité, congé de maternité
congé paternité, congé de paternité et d'accueil de l'enfant
congé parental, congé parental d'éducation
~ arrêt de travail, arrêt maladie
~ arrêt de travail, absence pour maladie
maladie, état pathologique
~ maladie, raison de santé
grossesse, maternité, état de grossesse, pregnancy
accouchement, naissance de l'enfant
accident du travail, accident professionnel
maladie professionnelle, affection d'origine professionnelle
~ accident, sinistre
inaptitude, inaptitude physique au poste
reclassement, proposition d'un autre emploi
reclasser, proposer un autre poste
~ reclasser, affecter à un autre poste
télétravail, travail à distance, travail à domicile par voie électronique
lieu de travail, local professionnel
~ poste, emploi, fonction, job
emploi, travail rémunéré
~ fonctions, attributions
~ fonction, mission, tâche
tâche, besogne
qualification, niveau professionnel
préavis, délai-congé
indemnité de licenciement, prime de licenciement
indemnité compensatrice de préavis, indemnité de préavis
cause réelle et sérieuse, motif réel et sérieux
~ sans cause réelle et sérieuse, injustifié
motif économique, raison économique, cause économique
motif personnel, motif inhérent à la personne
faute grave, faute rendant impossible le maintien dans l'entreprise
faute lourde, faute commise avec l'intention de nuire
entretien préalable, entretien précédant le licenciement
lettre de licenciement, courrier de licenciement
solde de tout compte, reçu pour solde de tout compte
certificat de travail, attestation d'emploi
~ mise à pied, suspension disciplinaire
sanction disciplinaire, mesure disciplinaire
règlement intérieur, règlement de l'entreprise
accord d'entreprise, accord collectif d'entreprise
accord collectif, convention ou accord collectif
harcèlement moral, mobbing, agissements répétés de harcèlement
~ harcèlement moral, mise au placard
discrimination, traitement discriminatoire, différence de traitement illicite
lien de subordination, subordination juridique
grève, cessation concertée du travail
gréviste, salarié en grève
clause de non-concurrence, interdiction de concurrence
clause de mobilité, mobilité géographique
salarié protégé, représentant du personnel protégé
visite médicale, examen médical
document unique, évaluation des risques professionnels
équipement de protection, protection individuelle
travail de nuit, travail nocturne
jour férié, jour de fête légale
astreinte, période d'astreinte
ancienneté, années de service
~ ancienneté, durée de présence dans l'entreprise
licenciement collectif, licenciement pour motif économique de plusieurs salariés
plan de sauvegarde de l'emploi, pse, plan social
prise d'acte, rupture aux torts de l'employeur
travail dissimulé, travail au noir, travail non déclaré
~ travailler, exercer une activité professionnelle
~ travail, activité professionnelle, work
activité, occupation
profession, métier
allocation chômage, allocation d'aide au retour à l'emploi, assurance chômage
chômage, privation d'emploi
formation, apprentissage de compétences
carrière, parcours professionnel
mutation, changement d'affectation
promotion, avancement
retraite, pension de vieillesse
~ retraite, cessation définitive d'activité
prendre sa retraite, partir à la retraite, faire valoir ses droits à la retraite

# Contrats et obligations
contrat, convention, contract
~ contrat, accord
~ clause, stipulation, disposition contractuelle
clause, stipulation
stipuler, prévoir au contrat
conclure, passer, signer un contrat
~ conclure, signer, souscrire
~ contracter, conclure
contracter, s'engager par contrat
~ s'engager, promettre, s'obliger
s'obliger, prendre l'engagement
~ engagement, obligation
obligation, devoir juridique
~ obligation, devoir
obligation contractuelle, obligation née du contrat
consentement, assentiment, volonté de contracter
consentir, donner son consentement, donner son assentiment, consent
~ accord, consentement, assentiment
avoir le consentement de, être d'accord
offre, pollicitation, proposition de contracter
~ offrir, proposer
accepter, agréer, donner son acceptation
acceptation, agrément
~ accepter, consentir
rétracter, revenir sur
~ se rétracter, renoncer au contrat, changer d'avis
rétractation, droit de changer d'avis
~ révoquer, retirer, revoke, withdraw
~ révocation, retrait
négociation, pourparlers
négocier, discuter les termes
bonne foi, loyauté
mauvaise foi, déloyauté
~ dol, manœuvres, tromperie
dol, deceit
dolosif, constitutif de dol
~ dolosif, intentionnel
~ tromper, induire en erreur
induire en erreur, égarer
~ mensonge, fausse déclaration
erreur, fausse représentation de la réalité
violence, contrainte exercée sur le contractant
vice du consentement, consentement vicié
nul, frappé de nullité, entaché de nullité, atteint de nullité
~ nul, sans valeur, nul et non avenu
~ nul, de nul effet
nullité, sanction de nullité
non écrit, réputé non écrit
~ réputé non écrit, censé ne pas exister
annuler, prononcer la nullité, prononcer l'annulation, annul
~ annuler, mettre à néant
valable, valide, régulier en la forme et au fond
~ valable, licite
validité, caractère valable
~ valablement, régulièrement
~ inopposable, sans effet à l'égard
résoudre le contrat, prononcer la résolution
résilier, prononcer la résiliation, mettre fin pour l'avenir
résiliation, fin du contrat pour l'avenir
~ résilier, mettre fin
~ résiliation, rupture
~ rompre, mettre fin, terminate
rompre, opérer la rupture
rupture, termination
~ fin du contrat, cessation du contrat, expiration du contrat
renouveler, reconduire
renouvellement, reconduction
tacite reconduction, renouvellement automatique, renouvellement tacite
~ proroger, prolonger
prolonger, allonger la durée
exécuter, accomplir, perform
~ exécuter, remplir, honorer
exécution, accomplissement, performance
~ exécuter, respecter, satisfaire à
inexécution, défaut d'exécution, non-exécution, breach
~ inexécution, manquement
manquement, inobservation, non-respect, méconnaissance
~ manquement, violation, infraction, infringement
~ manquer à, ne pas respecter, violer, méconnaître
violer, enfreindre, transgresser, contrevenir à, ne pas respecter
mettre en demeure, sommer
mise en demeure, sommation
~ mise en demeure, interpellation, rappel formel
force majeure, événement de force majeure
~ force majeure, événement imprévisible et irrésistible
irrésistible, insurmontable
imprévision, changement de circonstances imprévisible
prévisible, que l'on pouvait prévoir, foreseeable
imprévisible, que l'on ne pouvait prévoir
~ imprévu, imprévisible
~ onéreux, à titre onéreux
~ onéreux, coûteux, cher
~ excessivement onéreux, ruineux, trop coûteux
gratuit, à titre gratuit, sans contrepartie
~ gratuit, sans frais, sans payer
bénévole, non rémunéré
contrepartie, prestation réciproque
dérisoire, illusoire
~ dérisoire, infime, minime
prix, price, preu
~ prix, montant, coût
somme, somme d'argent
~ somme, montant
montant, quantum
dette, somme due, passif
~ dette, obligation
créance, somme à recouvrer
~ échéance, terme convenu, date d'exigibilité
~ échéance, date de paiement
exigible, dont le paiement peut être demandé
échu, arrivé à échéance, venu à échéance
~ payer, verser, régler, acquitter, pay
payer, verser
~ paiement, versement, règlement
paiement, versement
~ s'acquitter de, payer
~ rembourser, restituer, rendre
restituer, rendre
restitution, remise en l'état antérieur
~ remboursement, restitution
rembourser, repay
~ acompte, avance sur le prix
arrhes, somme permettant le dédit
~ compensation, extinction réciproque des dettes
subrogation, substitution dans les droits
~ délégation, pouvoir délégué
cession, transmission
~ céder, transférer, transmettre
~ cession, transfert, transfer
cession de créance, transport de créance
novation, substitution d'une obligation nouvelle
solidaire, tenu pour le tout
solidairement, chacun pour le tout
solidarité, obligation solidaire
quote-part, part contributive
clause pénale, pénalité contractuelle
~ clause pénale, indemnité forfaitaire
clause abusive, clause créant un déséquilibre significatif
déséquilibre significatif, disproportion manifeste
contrat d'adhésion, contrat non négocié
contrat de gré à gré, contrat négocié
~ promesse unilatérale, option
pacte de préférence, droit de priorité contractuel
bail, contrat de location, louage de choses
~ bail, location, lease
~ bail commercial, location commerciale
bail d'habitation, contrat de location du logement
loyer, prix du bail, prix de la location
~ loyer, redevance
~ dépôt de garantie, caution locative
charges locatives, charges récupérables
état des lieux, constat d'état
donner congé, délivrer congé
~ louer, donner à bail
~ louer, prendre à bail
sous-louer, donner en sous-location
~ meublé, garni
vente, sale
~ vendre, aliéner, sell
~ acheter, acquérir
acheter, faire l'achat
achat, acquisition à titre onéreux
~ achat, acquisition
~ acquérir, devenir propriétaire
livrer, délivrer la chose
livraison, délivrance de la chose
vice caché, défaut caché, défaut non apparent
~ vice, défaut, défectuosité
~ défectueux, vicié
conforme, en conformité
non-conformité, défaut de conformité
garantie des vices cachés, garantie contre les défauts cachés
garantie, guarantee
garantie d'éviction, garantie contre l'éviction
~ prêt, crédit
emprunter, souscrire un prêt
prêter, consentir un prêt
mandat, procuration, pouvoir de représentation
~ mandat, pouvoir
cautionnement, engagement de caution
nantissement, gage sans dépossession
sûreté, garantie du créancier
hypothèque, sûreté immobilière conventionnelle
~ privilège, droit de préférence
assurance, contrat d'assurance
prime d'assurance, cotisation d'assurance
sinistre, réalisation du risque
police d'assurance, document d'assurance
donation, libéralité entre vifs
~ don, donation
transaction, accord mettant fin au litige
~ concessions réciproques, sacrifices mutuels
~ prestation, service fourni
prestataire, fournisseur de services
fournir, procurer
~ fournir, remettre, donner
~ marché, contrat de la commande publique

# Responsabilité
responsabilité, liability
dommage, préjudice, damage, harm
~ dommage, tort, mal
réparer, indemniser, dédommager, compensate
réparation, indemnisation, dédommagement
~ indemnité, dommages et intérêts, dommages-intérêts
dommages et intérêts, dommages-intérêts
~ indemnité, allocation, somme versée
~ perte, privation
gain manqué, manque à gagner
perte de chance, chance perdue
~ faute, comportement fautif
fautif, constitutif d'une faute
négligence, défaut d'attention
imprudence, défaut de précaution
intentionnel, délibéré, volontaire
intentionnellement, délibérément, sciemment, volontairement
causer, provoquer, occasionner
~ causer, entraîner, être à l'origine de
lien de causalité, lien de cause à effet, rapport causal
cause, origine
~ cause, motif, raison
répondre de, être responsable de, assumer la responsabilité de
~ être responsable, être tenu de réparer
responsabilité délictuelle, responsabilité extracontractuelle
fait des choses, fait d'une chose
exonérer, décharger de responsabilité, libérer de la responsabilité
~ exonérer, libérer, liberate
exonération, cause d'exonération, décharge
trouble anormal de voisinage, nuisance excessive pour les voisins
~ nuisance, trouble, gêne
préjudice moral, dommage moral, préjudice extrapatrimonial
dommage corporel, préjudice corporel, atteinte à l'intégrité physique
blessure, lésion
~ blessé, atteint dans son intégrité physique
produit défectueux, produit n'offrant pas la sécurité attendue
réparation intégrale, indemnisation totale
~ risque, danger, péril, risk
dangereux, présentant un risque
~ évaluer, estimer, apprécier
~ évaluation, estimation, appréciation
estimer, chiffrer

# Procédure
procès, instance, litige porté devant le juge, trial
~ litige, différend, contestation, conflit
différend, désaccord
~ contentieux, procès, litige
action en justice, action judiciaire, demande en justice
agir en justice, intenter une action, saisir le juge, aller en justice
~ agir, intenter une action, exercer une action
~ poursuivre, attaquer en justice, agir contre
~ action, recours, claim
recours, voie de recours
former un recours, exercer un recours, introduire un recours
~ saisir, porter l'affaire devant, s'adresser à
saisine, fait de saisir
assigner, citer à comparaître par acte d'huissier
assignation, citation en justice
requête, demande écrite au juge
~ requête, demande
~ demande, prétention
prétention, objet de la demande
demande reconventionnelle, contre-demande
~ moyen, argument de droit
~ argument, raison, motif
fin de non-recevoir, cause d'irrecevabilité
recevable, admissible en justice
irrecevable, non recevable
irrecevabilité, caractère irrecevable
bien-fondé, caractère fondé
~ fondé, justifié
~ mal fondé, infondé, injustifié
compétent, ayant compétence
compétence, pouvoir de juger l'affaire
~ compétence territoriale, ressort
incompétent, sans compétence
débats, discussion à l'audience
audience, séance du tribunal
comparaître, se présenter devant le juge
contradictoire, dans le respect de la contradiction
principe du contradictoire, principe de la contradiction
preuve, proof, evidence
~ preuve, élément de preuve, justificatif
prouver, rapporter la preuve, faire la preuve, prove
~ prouver, établir, démontrer, justifier
démontrer, mettre en évidence
charge de la preuve, fardeau de la preuve, burden of proof
présomption, déduction légale
présumer, tenir pour établi
présumé, supposé par la loi
présomption simple, présomption réfragable, présomption qui admet la preuve contraire
présomption irréfragable, présomption absolue, présomption qui n'admet pas la preuve contraire
~ réputé, considéré comme, censé, regardé comme
réputé, censé, tenu pour
considéré comme, regardé comme
aveu, reconnaissance d'un fait contre soi
témoignage, déposition, attestation de témoin
~ témoigner, déposer
constat, constatation matérielle
~ constater, relever, observer
expertise, mesure d'expertise
jugement, décision du tribunal
~ jugement, décision, sentence
~ arrêt, décision de la cour
décision de justice, décision juridictionnelle, décision judiciaire
~ ordonnance, décision du juge
ordonnance de référé, décision de référé
référé, procédure d'urgence
~ statuer, juger, décider, se prononcer, trancher
statuer, se prononcer
trancher, départager
trancher le litige, vider le litige, régler le différend
~ retenir, estimer, considérer, juger
estimer que, considérer que, être d'avis que
dispositif, partie décisoire du jugement
motiver, indiquer les motifs, donner les raisons, expliquer les raisons
motivation, exposé des motifs, énoncé des motifs
~ motif, raison, reason, ground
motif légitime, raison valable
~ motif, justification
motivé, assorti de motifs
par défaut, en l'absence du défendeur
appel, appeal
faire appel, interjeter appel, relever appel
faire opposition, former opposition
~ opposition, voie de recours contre un jugement par défaut
tierce opposition, recours du tiers contre le jugement
pourvoi, pourvoi en cassation, recours en cassation
se pourvoir, former un pourvoi, se pourvoir en cassation
casser, censurer, quash
~ casser, annuler l'arrêt
cassation, censure
~ infirmer, réformer
~ infirmation, réformation
confirmer, maintenir la décision attaquée
confirmation, maintien de la décision
accueillir la demande, faire droit à la demande, donner satisfaction au demandeur
~ accueillir, faire droit à, admettre
~ débouter, rejeter la demande, rejeter
rejeter, écarter la demande, ne pas faire droit à
rejet, refus de faire droit
~ rejeter, refuser
~ rejet, refus
condamner, prononcer une condamnation contre
~ condamner à payer, ordonner le paiement
~ ordonner, commander
~ ordonner, enjoindre, prescrire de
injonction, ordre du juge
enjoindre, donner l'ordre
astreinte judiciaire, somme par jour de retard
dépens, frais de justice légalement taxés
~ dépens, frais de procédure, frais du procès
frais, coûts, dépenses, cost
~ coût, dépense, charge financière
autorité de la chose jugée, chose jugée
force exécutoire, caractère exécutoire
exécutoire, susceptible d'exécution forcée
exécution provisoire, exécution malgré le recours
exécution forcée, contrainte légale
titre exécutoire, acte permettant l'exécution forcée
~ définitif, insusceptible de recours suspensif
~ définitif, irrévocable
provisoire, temporaire, à titre provisoire
~ provisoire, transitoire
urgence, situation urgente
urgent, pressant
saisie-attribution, saisie des sommes sur compte
saisie des rémunérations, saisie sur salaire, saisie du salaire
signifier, notifier par acte d'huissier, notifier par acte de commissaire de justice
signification, notification par acte de commissaire de justice
~ notifier, faire savoir, porter à la connaissance, informer
notifier, notify
notification, communication officielle de l'acte
désistement, abandon de la demande
se désister, abandonner sa demande
~ renoncer, abandonner
renonciation, abandon d'un droit
péremption, extinction de l'instance par inaction
conciliation, recherche d'un accord avec l'aide d'un conciliateur
~ règlement amiable, solution amiable, accord amiable
à l'amiable, sans procès, de manière amiable
arbitrage, règlement par un arbitre
clause compromissoire, clause d'arbitrage
sentence arbitrale, décision de l'arbitre
aide juridictionnelle, aide de l'état aux frais de procès
huis clos, audience non publique
publicité des débats, audience publique
impartialité, absence de parti pris
impartial, neutre, sans parti pris
droits de la défense, garanties de la défense
récusation, mise à l'écart du juge
dessaisir, retirer l'affaire
~ renvoi, envoi de l'affaire devant une autre juridiction
~ jonction, réunion des instances
sursis à statuer, suspension de l'instance
surseoir à statuer, attendre avant de juger
avocat obligatoire, représentation obligatoire
question préjudicielle, question posée à une autre juridiction
question prioritaire de constitutionnalité, qpc
intérêt à agir, intérêt au succès de la prétention
qualité pour agir, qualité à agir

# Délais et temps
~ délai, durée, période, period
délai, laps de temps
durée, étendue dans le temps
dans un délai de, dans le délai de, sous un délai de
~ dans un délai de, dans les, sous
~ dans un délai de, en moins de, au plus tard dans les
~ délai de, pendant
à compter de, à partir de, à dater de
~ à compter de, dès, depuis
à compter du jour où, à partir du moment où, à partir du jour où
~ à compter de, après, suivant
point de départ, début du délai, départ du délai
courir, commencer à courir
~ courir, commencer, débuter, partir
commencer, débuter, démarrer, start, begin
~ commencer, prendre effet
début, commencement
prendre effet, produire effet à partir de
entrer en vigueur, devenir applicable, commencer à s'appliquer
entrée en vigueur, prise d'effet de la loi
en vigueur, actuellement applicable
expirer, arriver à son terme
~ expirer, prendre fin, s'achever, cesser
prendre fin, finir, se terminer, s'achever
~ cesser, prendre fin, s'arrêter
~ fin, terme, expiration, issue
expiration, échéance du délai
à l'expiration de, à l'issue de, au terme de, à la fin de
~ à l'issue de, après
cessation, arrêt définitif
jusqu'à, until
~ jusqu'à, avant la fin de
au plus tard, dernier délai
au plus tôt, pas avant
~ avant, préalablement à, antérieurement à
avant, before
préalablement, au préalable, d'abord
préalable, antérieur et nécessaire
antérieur, précédent
~ antérieur, ancien
antérieurement, précédemment
après, after
~ après, postérieurement à, à la suite de, suivant
postérieur, ultérieur, subséquent
ultérieurement, plus tard, par la suite
pendant, durant, au cours de, during
lors de, à l'occasion de, au moment de
~ lorsque, quand, au moment où
lorsque, quand
~ lorsque, si, dès lors que, when
dès que, aussitôt que, sitôt que
immédiatement, aussitôt, sur-le-champ, tout de suite
~ immédiatement, sans délai, sans attendre
sans délai, sans retard, dans les meilleurs délais
~ promptement, rapidement, dans les plus brefs délais, quick
rapide, prompt
retard, late
tardif, hors délai, en retard, tardivement
à temps, dans le délai, en temps utile
chaque année, tous les ans, annuellement, par an
annuel, de chaque année
chaque mois, tous les mois, mensuellement, par mois
mensuel, de chaque mois
mensualité, échéance mensuelle
par semaine, chaque semaine, hebdomadairement
hebdomadaire, de la semaine, weekly
quotidien, journalier, par jour, chaque jour, quotidiennement
an, année, year
mois, month
semaine, setmana, week
jour, journée, day
heure, hour
consécutif, successif, d'affilée
~ consécutif, ininterrompu, continu
~ sans interruption, de façon continue
périodiquement, à intervalles réguliers
régulièrement, de manière régulière
fréquemment, souvent
rarement, peu souvent
permanent, durable
~ permanent, constant
à tout moment, à n'importe quel moment
d'avance, à l'avance, par anticipation
prescription, extinction du droit d'agir par l'écoulement du temps
prescrit, atteint par la prescription
~ prescription, délai pour agir
se prescrire, s'éteindre par prescription
forclusion, perte du droit d'agir dans le délai préfix
forclos, frappé de forclusion
~ interrompre, faire courir un nouveau délai
suspendre, arrêter temporairement
suspension, arrêt temporaire
report, ajournement
~ reporter, différer, repousser
différer, remettre à plus tard
~ date, jour exact
~ date, jour
échelonner, étaler
délai de grâce, report accordé par le juge
délai de réflexion, temps de réflexion
~ actuel, en cours, présent
actuellement, à l'heure actuelle, aujourd'hui
désormais, dorénavant, à l'avenir
rétroactif, avec effet rétroactif, applicable au passé
rétroactivement, avec effet dans le passé
en même temps, simultanément

# Modalités, verbes de la règle
~ devoir, être tenu de, être obligé de, être dans l'obligation de, must, shall
être tenu de, être obligé de, avoir l'obligation de, être dans l'obligation de, être contraint de
il faut, il est nécessaire, il convient
~ obligatoire, requis, exigé, nécessaire, required
obligatoire, impératif
~ obligatoire, contraignant
~ indispensable, nécessaire, essentiel
essentiel, primordial, fondamental
obligatoirement, impérativement
~ nécessairement, obligatoirement
~ exiger, requérir, require
~ exiger, imposer
imposer, mettre à la charge
~ obliger, contraindre, imposer
contraindre, forcer
incomber à, peser sur, être à la charge de, revenir à, appartenir à
~ incomber à, être de la responsabilité de
à la charge de, aux frais de, supporté par
~ supporter, assumer, prendre en charge
~ pouvoir, avoir la faculté de, avoir le droit de, être en droit de, may, can
avoir la faculté de, être en droit de, avoir le droit de, être libre de, être fondé à
~ permettre, autoriser, allow
permettre, rendre possible
autoriser, donner l'autorisation, permit
~ autorisation, permission
~ autorisation, accord préalable
possible, envisageable, réalisable
~ possibilité, faculté
~ facultatif, optionnel, non obligatoire
~ facultatif, libre
interdit, prohibé, défendu, prohibited, forbidden
interdire, prohiber, défendre de, forbid
interdiction, prohibition, défense de faire
~ interdit, illégal, illicite
~ interdit, proscrit, banni
illicite, contraire au droit
~ illicite, contraire à la loi
licite, permis par la loi
~ légal, licite, conforme à la loi
légal, prévu par la loi
dispenser, exempter
~ exempt, dispensé, exonéré
dispense, exemption
avoir droit à, pouvoir prétendre à, être éligible à
~ avoir droit à, bénéficier de
~ obtenir, recevoir, bénéficier de, get
obtenir, se voir accorder
recevoir, se voir remettre
~ percevoir, toucher, recevoir
~ toucher, encaisser
~ bénéficier de, jouir de, profiter de
~ droit, prérogative, faculté
droit, prérogative, right, dret
ouvrir droit à, donner droit à
~ entraîner, emporter, avoir pour conséquence, produire
entraîner, avoir pour conséquence, avoir pour effet, aboutir à
~ engendrer, créer, faire naître
emporter, impliquer
~ impliquer, supposer
~ supposer, nécessiter, requérir
nécessiter, rendre nécessaire
empêcher, faire obstacle à, mettre obstacle à, s'opposer à la réalisation, prevent
~ s'opposer à, faire obstacle à, empêcher
~ s'opposer à, refuser
obstacle, empêchement
résulter de, découler de, provenir de
~ résulter de, être la conséquence de, être dû à
conséquence, suite, consequence
produire effet, avoir effet, être efficace
dépendre de, être subordonné à, être fonction de, être conditionné par
~ être soumis à, être subordonné à, relever de
~ subordonner, conditionner
condition, exigence posée par la loi
~ condition, exigence
~ sous réserve de, à condition de
à condition que, pourvu que, sous réserve que, sous condition que, si et seulement si
~ si, à condition que
en cas de, en présence de, dans l'hypothèse de, dans le cas d'un
~ en cas de, lorsqu'il y a, s'il y a
à défaut de, faute de, en l'absence de
~ à défaut, sinon, autrement
sauf, excepté, hormis, à l'exception de, hors, except
sauf si, à moins que, excepté si, unless
~ sauf, sous réserve de
~ toutefois, cependant, néanmoins, however
toutefois, cependant, néanmoins, pourtant
par dérogation à, par exception à
déroger à, écarter l'application de
dérogation, exception à la règle
~ exception, dérogation
nonobstant, malgré, en dépit de
même si, quand bien même, alors même que
sans préjudice de, sans que cela fasse obstacle à
afin de, dans le but de, en vue de, aux fins de
~ pour, afin de, en vue de
~ but, objectif, finalité, fin, purpose
objectif, but
parce que, puisque, étant donné que
~ parce que, car
~ en raison de, du fait de, à cause de, pour cause de
en raison de, à cause de, du fait de, because of
selon, suivant, d'après
~ selon, conformément à, en application de
conformément à, en application de, en conformité avec, en vertu de
~ en fonction de, selon
au moyen de, à l'aide de, grâce à
~ par, au moyen de, par l'intermédiaire de
par l'intermédiaire de, par le biais de, via
ainsi que, de même que, et également
~ également, aussi
~ ou, ou bien, soit
envers, à l'égard de, vis-à-vis de
~ contre, à l'encontre de
concernant, relatif à, portant sur, en ce qui concerne, au sujet de
~ relatif à, afférent à
en matière de, dans le domaine de
notamment, en particulier, entre autres, par exemple
sur proposition de, proposé par
au profit de, en faveur de
au lieu de, à la place de, en remplacement de
avec l'accord de, avec le consentement de
sans l'accord de, sans le consentement de
d'un commun accord, de concert, par accord mutuel
unilatéralement, de sa seule volonté, par volonté unilatérale
conjointement, ensemble
séparément, chacun de son côté
d'office, de sa propre initiative
de plein droit, automatiquement, par le seul effet de la loi
~ de plein droit, sans formalité
sans formalité, sans démarche
directement, sans intermédiaire
~ exclusivement, uniquement, seulement, only
uniquement, seulement, exclusivement, solely
~ seul, unique, exclusif
~ unique, sole
toujours, en toute circonstance, dans tous les cas, always
jamais, en aucun cas, à aucun moment, never
en principe, en règle générale
généralement, habituellement, le plus souvent, d'ordinaire
manifestement, de toute évidence, à l'évidence
manifeste, évident, flagrant
~ expressément, de façon expresse, explicitement
expressément, de manière expresse, de façon expresse
explicite, exprès
tacite, implicite
tacitement, implicitement
librement, à son gré
~ librement, volontairement
entièrement, totalement, intégralement, en totalité
total, intégral, complet, entier, whole
partiellement, en partie
particulièrement, spécialement
suffisamment, assez
notable, important, significatif
~ substantiel, important, essentiel
gravement, de façon grave
~ grave, sérieux, serious
sérieux, réel et important
léger, de faible gravité

# Quantités
au moins, au minimum, pas moins de, at least
~ au moins, minimum
au maximum, au plus, pas plus de, tout au plus, at most
~ maximum, plafond, limite supérieure
~ dans la limite de, sans dépasser, sans excéder
dépasser, excéder, aller au-delà de
~ excéder, être supérieur à
supérieur à, plus de, au-dessus de
inférieur à, moins de, en dessous de, au-dessous de
égal à, équivalent à
~ identique, égal, même
plusieurs, plus d'un
la moitié, 50 %, cinquante pour cent
un quart, 25 %
le double, deux fois
~ seuil, minimum, limite
plafonner, limiter à un maximum
plafond, montant maximal
~ limiter, réduire, restreindre
restreindre, limiter, borner, limit
~ diminuer, réduire, baisser
réduire, diminuer, abaisser
réduction, diminution, baisse
augmenter, accroître, majorer, élever
augmentation, hausse, majoration, accroissement
~ ensemble de, totalité de, intégralité de
part, fraction, quotité
excédent, surplus
~ excédent, solde
forfaitaire, fixé au forfait
proportionnel, en proportion
proportionné, adapté au but
proportionnellement, au prorata
excessif, exagéré, démesuré
disproportionné, hors de proportion
suffisant, enough, sufficient
insuffisant, trop faible
nombre, quantité
environ, approximativement, à peu près

# Forme et communication
écrit, par écrit, forme écrite, written
~ écrit, document écrit
~ écrit, acte écrit, document
document, pièce
~ document, acte, titre
oral, verbal, de vive voix
oralement, verbalement
lettre, courrier, letter
lettre recommandée avec demande d'avis de réception, lettre recommandée avec accusé de réception, lrar
~ lettre recommandée, courrier recommandé, recommandé
lettre recommandée, courrier recommandé, pli recommandé
courriel, courrier électronique, e-mail, mail, message électronique
par voie électronique, par internet, en ligne, de manière dématérialisée
~ acte authentique, acte notarié
acte sous signature privée, acte sous seing privé
signer, apposer sa signature, sign
signature, seing
formalité, exigence de forme
~ formalité, démarche
démarche, diligence à accomplir
~ prévenir, informer, avertir, aviser, inform
informer, avertir, aviser, renseigner, mettre au courant
~ information, renseignement
renseignement, indication
~ avertissement, mise en garde
mettre en garde, alerter
~ signaler, déclarer, faire connaître
signaler, porter à l'attention
déclarer, faire une déclaration
~ indiquer, mentionner, préciser
mentionner, faire mention de
indiquer, faire état de
préciser, spécifier
précis, détaillé, circonstancié
~ mention, indication, énoncé
énoncer, formuler
~ énumérer, lister
énumérer, dresser la liste de
~ désigner, nommer, choisir
nommer, désigner
nomination, désignation
~ communiquer, transmettre, remettre
transmettre, faire parvenir
envoyer, adresser, expédier, send
~ envoyer, transmettre
envoi, expédition
remettre, donner en main propre
~ remise, délivrance
délivrer, établir et remettre
~ délivrer, accorder
publier, rendre public, faire paraître
publication, parution
~ afficher, porter à la connaissance du public
divulguer, révéler, dévoiler
divulgation, révélation
confidentiel, secret, tenu secret
~ confidentialité, secret
expliquer, donner des explications, explain
explication, éclaircissement
consulter, demander l'avis de, recueillir l'avis de
avis consultatif, avis simple
avis conforme, avis qui lie l'autorité
~ entendre, recueillir les observations de
~ répondre, donner une réponse, answer
réponse, resposta
demander, solliciter, ask
~ demander, réclamer, requérir, solliciter
réclamer, exiger le paiement de
réclamation, plainte adressée au professionnel
~ réclamation, contestation
contester, remettre en cause, mettre en cause la validité de
contestation, remise en cause
~ contester, attaquer
convoquer, inviter à se présenter
convocation, invitation à se présenter
~ invoquer, se prévaloir de, faire valoir, alléguer
se prévaloir de, invoquer
~ soutenir, prétendre, affirmer
~ affirmer, assurer que
~ opposer, invoquer contre
nier, dénier
reconnaître, admettre
~ reconnaître, avouer
connaître, avoir connaissance de, know
connaissance, fait de savoir
ignorer, ne pas connaître, ne pas savoir
ignorance, défaut de connaissance
découvrir, avoir connaissance pour la première fois
~ découvrir, apprendre, se rendre compte
~ vérifier, contrôler, s'assurer
vérifier, s'assurer de
contrôler, inspecter
contrôle, vérification
~ surveiller, contrôler, superviser
~ examiner, étudier
~ examen, étude, analyse
rechercher, s'enquérir de
chercher, search
mesurer, prendre la mesure de
~ observation, remarque
registre, livre officiel
inscrire, porter au registre, enregistrer
inscription, enregistrement
attestation, certificat
attester, certifier
copie, duplicata, double du document
original, exemplaire d'origine
traduction, version dans une autre langue
lisible, déchiffrable
clair, compréhensible, intelligible
obscur, ambigu, équivoque
vague, imprécis
~ vague, général
interpréter, donner un sens à
interprétation, sens donné
en double exemplaire, en deux exemplaires
photographie, cliché

# Famille, personnes, successions
mariage, union conjugale
se marier, contracter mariage, épouser
célébration du mariage, cérémonie du mariage
divorce, dissolution du mariage par divorce
divorcer, mettre fin au mariage par divorce
divorce par consentement mutuel, divorce d'un commun accord
séparation de corps, relâchement du lien conjugal
prestation compensatoire, compensation de la disparité créée par le divorce
devoir de fidélité, obligation de fidélité
devoir de secours, aide matérielle entre époux
communauté de vie, vie commune
~ vie commune, cohabitation
régime matrimonial, statut patrimonial des époux
communauté réduite aux acquêts, régime légal
biens communs, biens de la communauté
biens propres, biens personnels de l'époux
contrat de mariage, convention matrimoniale
filiation, lien de filiation, lien juridique de parenté
~ reconnaissance, reconnaissance de l'enfant
adoption, création d'une filiation adoptive
adopter, prendre pour enfant adoptif
autorité parentale, droits et devoirs des parents
résidence habituelle, lieu de vie habituel
~ résidence, lieu de vie
pension alimentaire, contribution à l'entretien et à l'éducation de l'enfant
obligation alimentaire, dette d'aliments
aliments, subsides
éducation, instruction et formation de l'enfant
garde de l'enfant, résidence de l'enfant
droit de visite et d'hébergement, droit de visite
élever un enfant, assurer son éducation
naître, venir au monde
naissance, venue au monde
décès, mort, death
décéder, mourir
~ décéder, disparaître
~ au décès, à la mort, après le décès
de son vivant, pendant sa vie
vivant, en vie
état civil, registres de l'état civil
nom de famille, patronyme
prénom, nom de baptême
nationalité, lien avec l'état
~ domicile, lieu du principal établissement
~ domicile, résidence, logement
~ demeurer, habiter, résider
habiter, résider, loger
capacité juridique, aptitude à être titulaire de droits
capable, ayant la capacité
incapacité, défaut de capacité
émancipation, capacité anticipée du mineur
tutelle, protection complète du majeur
curatelle, assistance du majeur
sauvegarde de justice, protection temporaire du majeur
vulnérabilité, fragilité
succession, héritage, inheritance
~ succession, patrimoine du défunt
hériter, recueillir la succession, succéder
testament, dispositions de dernières volontés
~ tester, faire un testament
testament olographe, testament écrit à la main
~ testament authentique, testament notarié
legs, libéralité par testament
léguer, transmettre par testament
libéralité, acte à titre gratuit
réserve héréditaire, part réservée aux héritiers
quotité disponible, part dont on peut disposer librement
héritier réservataire, héritier à réserve
indivision, copropriété indivise
partage, répartition des biens
partager, répartir, diviser
~ partager, diviser par moitié
ouverture de la succession, moment du décès
recel successoral, dissimulation de biens de la succession
droits de succession, droits de mutation par décès
renoncer à la succession, refuser la succession
~ conjoint survivant, époux survivant, veuf, veuve
veuf, époux survivant, conjoint survivant
vie privée, intimité de la vie privée
droit à l'image, droit sur sa propre image
corps humain, personne physique dans son corps
dignité, respect dû à la personne
intégrité physique, intégrité corporelle
~ volonté, intention
~ intention, but poursuivi

# Biens
bien, chose susceptible d'appropriation
~ bien, chose
meuble, bien mobilier, bien meuble
immeuble, bien immobilier, bien immeuble
~ immeuble, bâtiment, construction
logement, habitation, lieu d'habitation, lodging
~ habitation, demeure
appartement, logement en immeuble collectif
terrain, fonds de terre, parcelle
~ fonds, terrain
bâtiment, édifice
construire, édifier, bâtir
construction, édification
~ ouvrage, construction réalisée
travaux, ouvrage à réaliser
réception des travaux, réception de l'ouvrage
propriété, droit de propriété
possession, maîtrise de fait
posséder, avoir la possession
détenir, avoir entre les mains
~ usufruit, droit d'usage et de jouissance
jouissance, usage et perception des fruits
~ jouissance, usage
~ usage, utilisation
utiliser, user de, se servir de, employer à un usage
~ utiliser, recourir à
servitude, charge grevant un fonds
fonds dominant, fonds auquel profite la servitude
fonds servant, fonds grevé de la servitude
enclavé, sans accès à la voie publique
droit de passage, servitude de passage
mitoyen, commun aux deux fonds
mitoyenneté, propriété commune du mur
bornage, délimitation des fonds
~ limite, borne, limite séparative
clôturer, clore
expropriation, cession forcée pour cause d'utilité publique
~ utilité publique, intérêt général
intérêt général, intérêt public
domaine public, dépendances affectées à l'usage du public
usucapion, prescription acquisitive
~ accession, incorporation
trésor, chose cachée ou enfouie
copropriété, immeuble en copropriété
parties communes, éléments communs
parties privatives, lots privatifs
règlement de copropriété, statut conventionnel de l'immeuble
tantièmes, quote-part des parties communes
voie publique, rue
~ expulsion, éviction du logement
expulser, contraindre à quitter les lieux
quitter les lieux, libérer les lieux, vider les lieux
~ quitter, partir de, libérer
détruire, démolir
destruction, démolition
dégradation, détérioration
dégrader, détériorer, endommager
entretien, maintien en bon état
entretenir, maintenir en bon état
réparer un bien, remettre en état
insalubre, dangereux pour la santé
décent, conforme aux normes de décence
~ patrimoine, ensemble des biens et des dettes
revenus, ressources
~ ressources, moyens financiers
~ fruits, produits périodiques du bien
œuvre, création de l'esprit
~ auteur, créateur
droit d'auteur, propriété littéraire et artistique
marque, signe distinctif enregistré
brevet, titre de propriété industrielle
contrefaçon, reproduction illicite
~ exploitation, mise en valeur

# Sociétés et commerce
entreprise individuelle, entreprise en nom propre
société à responsabilité limitée, sarl
société anonyme, sa
société par actions simplifiée, sas
société civile immobilière, sci
statuts, pacte social
siège social, siège
immatriculation, inscription au registre du commerce
registre du commerce et des sociétés, rcs
~ capital social, capital
~ apport, mise d'un associé
~ action, titre de capital
part sociale, droit d'associé
dividende, part de bénéfice distribuée
bénéfice, profit, gain
~ bénéfice, avantage
~ pertes, déficit
comptes annuels, comptes sociaux
~ dissolution, fin de la société
~ dissoudre, mettre fin à la société
liquidation, apurement du passif
~ fusion, absorption de société
fonds de commerce, fonds commercial
clientèle, ensemble des clients
~ concurrence, compétition entre entreprises
concurrence déloyale, acte déloyal de concurrence
concurrent, entreprise rivale
entente, accord anticoncurrentiel
abus de position dominante, exploitation abusive d'une position dominante
cessation des paiements, impossibilité de faire face au passif exigible avec l'actif disponible
redressement judiciaire, procédure de redressement
liquidation judiciaire, procédure de liquidation
procédure collective, procédure d'insolvabilité
~ insolvable, hors d'état de payer
~ faillite, procédure collective
déclarer sa créance, produire sa créance
convoquer l'assemblée, réunir l'assemblée
vote, scrutin, suffrage
voter, se prononcer par un vote
~ voix, suffrage
majorité, plus grand nombre de voix
unanimité, accord de tous
à l'unanimité, unanimement
adopter une décision, voter une décision
quorum, nombre minimal de présents
ordre du jour, liste des questions à débattre
publicité, communication commerciale
publicité trompeuse, pratique commerciale trompeuse
~ démarchage, sollicitation commerciale
démarchage téléphonique, prospection téléphonique
contrat conclu à distance, vente à distance
contrat conclu hors établissement, vente à domicile
établissement commercial, magasin, boutique
commande, ordre d'achat
facture, note à payer
marchandise, produit vendu
~ produit, marchandise
service après-vente, assistance après la vente
lettre de change, traite
chèque, ordre de paiement tiré sur une banque
compte bancaire, compte de dépôt
intérêt, loyer de l'argent
taux d'intérêt, loyer annuel de l'argent en pourcentage
taux annuel effectif global, taeg
usure, prêt à taux excessif
surendettement, impossibilité manifeste de payer ses dettes
remboursement anticipé, paiement avant terme
pénalités de retard, intérêts de retard

# Données personnelles
données à caractère personnel, données personnelles, personal data
~ données, informations
donnée, data, dades
données sensibles, catégories particulières de données
~ traitement, opération sur des données, processing
~ traiter, utiliser des données
collecter, recueillir
collecte, recueil
~ fichier, ensemble structuré de données
conserver, garder, stocker, keep
conservation, stockage
durée de conservation, période de conservation
~ garder, conserver, maintenir
effacer, erase, delete
~ effacer, supprimer
effacement, erasure
~ effacement, suppression
droit à l'effacement, droit à l'oubli
~ supprimer, retirer
rectifier, corriger
rectification, correction
droit de rectification, droit de faire corriger
accéder à, avoir accès à
accès, access
droit d'accès, droit d'obtenir copie de ses données
portabilité, transmission des données à un autre responsable
violation de données, violation de données à caractère personnel
~ violation de données, faille de sécurité
~ finalité, but du traitement
~ minimisation, limitation aux données nécessaires
anonymisation, suppression irréversible du lien avec la personne
profilage, évaluation automatisée d'aspects personnels
décision automatisée, décision prise sans intervention humaine
analyse d'impact, analyse d'impact relative à la protection des données, aipd
registre des activités de traitement, registre des traitements
règlement général sur la protection des données, rgpd, gdpr
loi informatique et libertés, loi du 6 janvier 1978
transfert hors union, transfert vers un pays tiers
pays tiers, pays hors de l'union européenne
intérêt légitime, intérêt légitimement poursuivi
prospection commerciale, sollicitation commerciale électronique
traceur, cookie, témoin de connexion
vidéosurveillance, vidéoprotection
sécurité des données, protection contre l'accès non autorisé
~ mesures appropriées, mesures adéquates
approprié, adéquat, adapté, suitable
~ pertinent, adéquat
interopérable, lisible par machine
gratuitement, sans frais, à titre gracieux
~ consentement explicite, consentement exprès
retirer son consentement, revenir sur son consentement
s'opposer au traitement, refuser le traitement

# Droit pénal
infraction, fait punissable, offence
~ commettre, perpétrer, se rendre coupable de
commettre, perpétrer
punir, réprimer, punish
~ punir, sanctionner
~ sanction, punition
~ sanction, peine, pénalité
peine, châtiment légal
puni de, passible de
encourir, risquer comme peine
~ amende, peine pécuniaire, fine
emprisonnement, prison, peine d'emprisonnement
incarcérer, emprisonner, écrouer
incarcération, mise en prison, écrou
réclusion criminelle, réclusion
sursis, dispense conditionnelle d'exécution de la peine
récidive, nouvelle infraction après condamnation
récidiviste, en état de récidive
tentative, commencement d'exécution
complicité, aide à la commission de l'infraction
complice, personne qui aide à commettre
coauteur, auteur avec d'autres
légitime défense, riposte nécessaire et proportionnée
état de nécessité, danger actuel ou imminent
trouble mental, trouble psychique
discernement, capacité de comprendre et de vouloir
coupable, déclaré coupable
culpabilité, fait d'être coupable
innocent, non coupable
présomption d'innocence, réputé innocent
relaxer, relaxe prononcée
acquitter l'accusé, prononcer l'acquittement
vol, soustraction frauduleuse de la chose d'autrui
voler, soustraire frauduleusement
escroquerie, tromperie en vue d'une remise
abus de confiance, détournement d'une chose remise
recel, détention d'une chose provenant d'une infraction
meurtre, homicide volontaire
assassinat, meurtre avec préméditation
homicide involontaire, mort causée par imprudence
violences, coups
viol, pénétration sexuelle imposée
agression sexuelle, atteinte sexuelle imposée
harceler, soumettre à des agissements répétés
menacer, faire des menaces
menace, intimidation
injure, expression outrageante
diffamation, allégation portant atteinte à l'honneur
~ honneur, réputation, considération
~ faux, altération frauduleuse de la vérité
fraude, manœuvre frauduleuse, fraud
frauduleux, commis en fraude
frauduleusement, par fraude
détournement, usage à une autre fin
~ détournement, abus
~ plainte, dépôt de plainte
porter plainte, déposer plainte
~ dénoncer, signaler une infraction
enquête, investigation
enquête préliminaire, enquête sous la direction du procureur
~ instruction, information judiciaire
garde à vue, mesure de rétention par la police
gardé à vue, personne placée en garde à vue
détention provisoire, incarcération avant jugement
contrôle judiciaire, obligations imposées avant jugement
perquisition, fouille du domicile
interroger, questionner
interrogatoire, audition du mis en cause
~ audition, interrogatoire
arrestation, interpellation de la personne
arrêter une personne, interpeller
poursuites, action publique
poursuivre pénalement, exercer l'action publique
classement sans suite, décision de ne pas poursuivre
non-lieu, décision de ne pas renvoyer en jugement
casier judiciaire, relevé des condamnations
libération conditionnelle, libération anticipée sous conditions
remettre en liberté, libérer le détenu
travail d'intérêt général, tig
confiscation, dévolution du bien à l'état
confisquer, prononcer la confiscation
circonstance aggravante, cause d'aggravation
aggraver, rendre plus sévère
~ atténuer, réduire la gravité
arme, instrument conçu pour tuer ou blesser
stupéfiants, drogue
alcool, boisson alcoolique
permis de conduire, droit de conduire
conduite en état d'ivresse, conduite sous l'empire d'un état alcoolique
excès de vitesse, dépassement de la vitesse autorisée
jury, jurés
~ police, forces de l'ordre

# Administration, étrangers, libertés
acte administratif, décision de l'administration
décret, acte réglementaire du premier ministre
~ arrêté, décision d'une autorité administrative
circulaire, instruction administrative
retirer un acte, faire disparaître rétroactivement
~ abroger, supprimer pour l'avenir
abrogation, suppression pour l'avenir
recours pour excès de pouvoir, rep
excès de pouvoir, illégalité de l'acte
recours gracieux, recours devant l'auteur de la décision
recours hiérarchique, recours devant le supérieur
silence de l'administration, absence de réponse de l'administration
silence gardé, défaut de réponse
vaut décision, équivaut à une décision
~ valoir, équivaloir à, tenir lieu de
décision implicite, décision née du silence
service public, activité d'intérêt général
collectivité territoriale, collectivité locale
commune, ville
département, circonscription départementale
conseil municipal, assemblée communale
conseil départemental, assemblée départementale
conseil régional, assemblée régionale
~ état, puissance publique
~ ministre, autorité ministérielle
ministère, département ministériel
subvention, aide publique
~ aide, assistance
~ aide, soutien, appui
permis de construire, autorisation de construire
urbanisme, droit des sols
plan local d'urbanisme, plu
installation classée, installation classée pour la protection de l'environnement
environnement, milieu naturel
pollution, contamination du milieu
polluer, contaminer
déchets, détritus
commande publique, marchés publics
marché public, contrat de commande publique
délégation de service public, concession de service public
appel d'offres, mise en concurrence
réquisition, ordre de fournir un bien ou un service
visa, autorisation d'entrée
titre de séjour, carte de séjour, permis de séjour
séjour, présence sur le territoire
obligation de quitter le territoire français, oqtf
éloignement, renvoi hors du territoire
asile, protection internationale
réfugié, bénéficiaire de l'asile
rétention administrative, placement en centre de rétention
élection, scrutin électif
élire, choisir par un vote
manifestation, rassemblement sur la voie publique
liberté, freedom
~ liberté, droit
libre, sans contrainte
liberté d'expression, liberté de communication des idées
liberté de réunion, droit de se réunir
droits fondamentaux, libertés fondamentales
droits de l'homme, droits humains
égalité, traitement égal
ordre public, paix publique et sécurité
bonnes mœurs, morale publique
laïcité, neutralité religieuse de l'état
culte, religion
association, groupement à but non lucratif
réunion, rassemblement
document administratif, pièce détenue par l'administration
motif d'intérêt général, raison d'intérêt général
fonction publique, emplois publics
concours, épreuves de recrutement
traité, convention internationale
règlement européen, règlement de l'union européenne
directive, directive européenne
union européenne, ue
territoire national, france
~ loi, texte, disposition législative
loi, texte législatif, law, llei
~ disposition, règle, texte
règle, norme, rule
~ prescrire, prévoir, disposer
~ prévoir, disposer, énoncer
prévoir, organiser par une règle
~ légal, législatif
~ usage, coutume, custom
jurisprudence, décisions des tribunaux
doctrine, opinion des auteurs
abroger, supprimer un texte
promulguer, rendre exécutoire la loi
modifier, changer
modification, changement
~ réviser, modifier, revoir
~ révision, modification
code de procédure civile, cpc
code de procédure pénale, cpp
code général des impôts, cgi
protection, mesure protectrice
protéger, mettre à l'abri
~ sauvegarder, protéger

# Fiscalité et sécurité sociale
impôt, imposition
~ impôt, contribution
taxe sur la valeur ajoutée, tva
impôt sur le revenu, ir
impôt sur les sociétés, is
contribution sociale généralisée, csg
imposable, soumis à l'impôt, taxable
imposer un revenu, taxer
exonéré d'impôt, non imposable
exonération fiscale, exemption d'impôt
déduire, retrancher
~ déductible, qui peut être déduit
abattement, déduction forfaitaire
crédit d'impôt, réduction d'impôt remboursable
foyer fiscal, ménage imposé ensemble
assiette, base de calcul
~ assiette, base imposable
taux, pourcentage
barème, grille de calcul
déclaration de revenus, déclaration d'impôt
redressement fiscal, rectification fiscale
contrôle fiscal, vérification fiscale
fraude fiscale, soustraction frauduleuse à l'impôt
recouvrement, perception des sommes dues
recouvrer, percevoir la somme due
dégrèvement, remise d'impôt
cotisations sociales, charges sociales
cotiser, payer des cotisations
cotisation, contribution versée au régime
prestation sociale, aide sociale
indemnités journalières, ij
~ pension, rente
~ rente, versement périodique
invalidité, réduction de la capacité de travail
revenu de solidarité active, rsa
allocation, prestation en argent
allouer, octroyer
~ accorder, octroyer, allouer, attribuer, give
attribuer, conférer
attribution, octroi
régime général, régime des salariés
complémentaire santé, mutuelle
~ soins, traitement médical
remboursement des soins, prise en charge des soins
affiliation, rattachement au régime
affilier, rattacher à un régime
personne à charge, personne dont on assume l'entretien
hospitalisation, séjour à l'hôpital
hôpital, établissement public de santé
santé, état de santé, health
médical, relatif à la santé, medical
dossier médical, dossier de santé du patient
traitement médical, thérapie

# Verbes généraux
avoir, disposer de
~ avoir, posséder
~ avoir, détenir
exister, être présent
~ comporter, contenir, comprendre, inclure
contenir, renfermer
inclure, intégrer
~ composer, former, constituer
~ constituer, être, représenter
être constitué de, se composer de, être composé de
~ fixer, déterminer, arrêter, définir
fixer, arrêter le montant
délimiter, tracer les limites
~ établir, créer, instituer
instituer, mettre en place
~ créer, faire naître, constituer
élaborer, mettre au point
rédiger, mettre par écrit
faire, réaliser
~ réaliser, effectuer, accomplir, exécuter
effectuer, procéder à
~ prendre, adopter
adopter une mesure, prendre une mesure
mettre en œuvre, appliquer concrètement
~ appliquer, mettre en œuvre
applicable, qui s'applique
s'appliquer, être applicable
~ s'appliquer, concerner, viser, valoir pour
viser, concerner
~ concerner, toucher, intéresser
~ écarter, exclure, laisser de côté
exclure, mettre à l'écart
~ choisir, opter, préférer
choisir, opter pour
choix, option
changer d'avis, revenir sur sa décision
~ garantir, protéger, préserver
préserver, sauvegarder
conforter, renforcer
affaiblir, fragiliser
demeurer, rester, remain
~ subsister, demeurer, continuer
continuer, poursuivre
poursuite, continuation
~ se poursuivre, continuer, se prolonger
arrêter, interrompre l'activité
cesser, s'arrêter
~ disparaître, s'éteindre, cesser d'exister
s'éteindre, prendre fin juridiquement
extinction, disparition du droit
remplacer, substituer
remplacement, substitution
remplaçant, suppléant
~ succéder, remplacer
aider, assister, porter assistance, seconder
accompagner, assister à l'entretien
participer, prendre part
participation, fait de prendre part
contribuer, participer financièrement
favoriser, encourager, promouvoir
améliorer, rendre meilleur
faciliter, rendre plus facile
entraver, gêner, faire obstacle au fonctionnement
retarder, ralentir
accélérer, hâter
refuser, opposer un refus
refus, réponse négative
~ retirer, reprendre
retrait, reprise
perdre, être privé de, lose
priver de, faire perdre
~ être déchu de, perdre
acquérir un droit, devenir titulaire d'un droit
~ trouver, obtenir après recherche
montrer, faire apparaître
~ apparaître, se révéler
figurer, être mentionné, apparaître dans le texte
~ intervenir, survenir, se produire
survenir, se produire, arriver
~ avoir lieu, se dérouler, se tenir
se dérouler, avoir lieu
organiser, mettre sur pied
~ compter, dénombrer
calculer, faire le calcul
calcul, mode de calcul
~ prendre en compte, tenir compte de, considérer
tenir compte de, prendre en compte, prendre en considération
~ négliger, omettre
~ omettre, oublier
omission, oubli
oublier, ne pas penser à
tenter, essayer
réussir, parvenir à
échouer, ne pas parvenir à
échec, insuccès
retourner, renvoyer la chose
~ revenir, retourner, return
revenir, rentrer
entrer, pénétrer
~ sortir, quitter
se rendre, aller
déménager, changer de logement
~ exercer, pratiquer
exercer un droit, faire usage d'un droit, user d'un droit
exercer une profession, pratiquer un métier
user, faire usage
~ abuser, faire un usage abusif
~ abus, usage abusif, abuse
abusif, excessif au regard du droit
~ abusif, injustifié
nuire à, porter préjudice à, porter atteinte à, léser
~ porter atteinte à, violer, compromettre
atteinte, violation d'un droit
nuisible, dommageable
compromettre, mettre en péril
menacer un droit, mettre en danger
respecter, se conformer à
~ respecter, observer
respect, observation de la règle
obéir, se soumettre à un ordre
tenir sa promesse, respecter sa parole
confier, remettre à la charge de
~ charger, confier à, donner mission de
représenter, agir au nom de
représentation, action au nom d'autrui
au nom de, pour le compte de
~ agir pour le compte de, représenter
diriger, conduire
~ gérer, administrer, diriger
gérer, administrer
gestion, conduite des affaires
décider, prendre une décision
décision, résolution adoptée
~ décision, mesure
convenir de, se mettre d'accord sur, s'accorder sur, s'entendre sur
se mettre d'accord, parvenir à un accord
~ accord, entente
juger, rendre un jugement
approuver, donner son approbation
~ approuver, accepter, valider
approbation, accord donné à l'acte
ratifier, confirmer l'acte accompli
valider, entériner
~ considérer, envisager
penser, croire
~ comprendre, saisir le sens de
distinguer, différencier
distinct, différent, different
différence, distinction
ressembler, être semblable
semblable, similaire, analogue, comparable, similar
~ voisin, proche, similaire
commun, partagé
~ spécial, particulier, spécifique
spécifique, propre à
~ général, commun
habituel, usuel, courant, ordinaire
exceptionnel, hors du commun, extraordinaire
normal, conforme à l'usage
anormal, contraire à la normale
nouveau, new
ancien, vieux
~ récent, nouveau
~ principal, essentiel
accessoire, secondaire
~ supplémentaire, additionnel, complémentaire
additionnel, ajouté
ajouter, adjoindre
compléter, rendre complet
manquer, faire défaut
absence, défaut de présence
~ absence, défaut, manque
absent, non présent
présent, qui assiste
~ nécessité, besoin
avoir besoin de, nécessiter pour soi
~ utile, profitable
utilement, avec utilité
efficace, qui produit l'effet voulu
~ valeur, prix estimé
~ majeur, important
certain, établi avec certitude
~ éventuel, hypothétique, possible
probable, vraisemblable
impossible, irréalisable
impossibilité, fait de ne pas pouvoir
~ incapable de, dans l'impossibilité de
être dans l'impossibilité de, ne pas pouvoir
~ raisonnable, sensé, mesuré
prudent, avisé
prudence, précaution
~ diligence, soin
vigilance, attention soutenue
personnellement, en personne
~ propre, personnel
autrui, les autres
quiconque, toute personne qui, celui qui, whoever
~ toute personne, chacun, quiconque, everyone
chacun, chaque personne
~ tout, chaque
aucune personne, nul ne, personne ne, nobody
~ quelconque, n'importe quel
quel que soit, peu importe, indépendamment de, sans considération de
même montant, somme égale
double, deux fois plus
~ lien, rapport, relation
rapport, relation
~ situation, état, condition de fait
nature, caractère
~ origine, source
étape, phase
~ procédure, processus
moyen matériel, instrument
~ manière, façon, modalité
façon, manière
modalités, conditions pratiques
~ catégorie, type, sorte, espèce
catégorie, classe
~ endroit, lieu, emplacement
endroit, lieu
~ étranger à, sans lien avec
extérieur, externe
transport, acheminement
~ véhicule, automobile, voiture
accident de la circulation, accident de la route
aéronef, avion
équitable, juste
équité, justice naturelle
~ tribunal judiciaire, tribunal de grande instance
animal, être vivant doué de sensibilité

# Anglais et catalan
~ employee, worker, treballador, treballadora
~ droit, right, dret, drets
~ loi, law, legislation, llei
~ règle, rule, norma
~ violation, breach, infringement, vulneració
~ prouver, prove, provar
~ preuve, proof, evidence, prova
~ préjudice, harm, damage, dany
~ payer, pay, pagar
~ tribunal, jutjat
~ informer, inform, comunicar
~ écrit, written, escrit
~ réponse, answer, resposta
~ enfant, child, fill, menor
~ coutume, custom, costum
~ logement, housing, habitatge
~ défaut, defect, defecte
~ succession, inheritance, herència
~ année, year, any
~ médecin, doctor, metge
~ grossesse, pregnancy, embaràs
~ annuler, annul, cancel, anul·lar
~ interdire, forbid, prohibit, prohibir
~ refuser, refuse, refusar
~ accepter, accept, acceptar
~ obligation, duty, obligació
~ effacer, erase, delete, esborrar
~ consentement, consent, consentiment
~ traitement, processing, tractament
~ retirer, withdraw, retirar
~ responsable, controller, liable
~ amende, fine, multa
~ délai, period, termini
~ demande, request, sol·licitud
~ entreprise, company, empresa
~ bail, lease, arrendament
~ vendeur, seller, venedor
~ acheteur, buyer, comprador
~ débiteur, debtor, deutor
~ employeur, employer, ocupador
~ licenciement, dismissal, acomiadament
~ salaire, wage, salari

# Termes de l'ancienne liste
~ paie, rémunération, salaire
~ réparer, compenser
~ prévenir, signaler, aviser
~ communiquer, adresser, envoyer
~ soumettre, remettre, transmettre
~ juger, décider, estimer, retenir
~ recherche, tentative
~ offre, proposition
~ exonérer, décharger, libérer
~ extérieur, étranger
~ agir, saisir, assigner, poursuivre
~ fonder, justifier
~ rapide, bref
~ découvrir, révéler
~ citer, mentionner, nommer
~ convenir, s'entendre
~ adapté, suffisant
~ confidentiel, caché
~ danger, menace
~ conséquence, résultat, effet
~ sommaire, bref, succinct
~ vérification, contrôle, examen
~ finalité, but, objet
~ moment, instant, date
~ ordonner, imposer

époux, personne mariée
~ époux, conjoint
remise de dette, abandon de créance
~ propriétaire, bailleur
~ consentement, acceptation
~ conventionnel, contractuel

# Compléments : travail et sécurité sociale
~ patron, chef d'entreprise
main-d'œuvre, force de travail
débaucher, inciter à quitter l'entreprise
contrat saisonnier, emploi saisonnier
terme du contrat, fin du contrat à durée déterminée
terme précis, date d'échéance connue
requalifier en cdi, requalifier en contrat à durée indéterminée
requalification, nouvelle qualification par le juge
indemnité de précarité, prime de précarité, indemnité de fin de contrat
rupture anticipée, rupture avant le terme
~ droit de retrait, droit de se retirer d'une situation dangereuse
danger grave et imminent, péril imminent
obligation de sécurité, devoir de protéger la santé des travailleurs
convention de forfait, forfait en heures ou en jours
forfait en jours, forfait jours
modulation, aménagement du temps de travail
amplitude, durée entre le début et la fin de la journée de travail
pause, temps de pause
trajet, déplacement entre le domicile et le lieu de travail
déplacement professionnel, mission professionnelle
frais professionnels, dépenses engagées pour le travail
avantage en nature, prestation en nature fournie par l'employeur
~ pourboire, gratification du client
participation aux résultats, participation aux bénéfices
épargne salariale, intéressement et participation
~ mutuelle d'entreprise, complémentaire santé collective
acquisition des congés, naissance du droit à congé
prise des congés, départ en congé
jour de carence, délai de carence
subrogation de l'employeur, avance des indemnités par l'employeur
salaire différé, rémunération reportée
retenue sur salaire, prélèvement sur salaire
saisissable, susceptible de saisie
non-discrimination, interdiction des discriminations
égalité de rémunération, égalité salariale
à travail égal salaire égal, même salaire pour un même travail
licenciement pour inaptitude, licenciement du salarié inapte
inapte, dans l'incapacité de tenir son poste
apte, capable de tenir son poste
avis d'inaptitude, constat d'inaptitude par le médecin du travail
ordre des licenciements, critères d'ordre des licenciements
priorité de réembauche, priorité de réembauchage
contrat de sécurisation professionnelle, csp
transfert d'entreprise, changement d'employeur
reprise du contrat, poursuite du contrat avec le nouvel employeur
élections professionnelles, élection du comité social et économique
heures de délégation, crédit d'heures
délit d'entrave, entrave au fonctionnement des institutions représentatives
licenciement d'un salarié protégé, licenciement soumis à autorisation
autorisation administrative de licenciement, autorisation de l'inspecteur du travail
action prud'homale, saisine du conseil de prud'hommes
bureau de conciliation, bureau de conciliation et d'orientation
départage, audience de départage
barème macron, barème d'indemnisation du licenciement
indemnité minimale, plancher d'indemnisation
indemnité maximale, plafond d'indemnisation
mise à disposition, prêt de main-d'œuvre
marchandage, prêt illicite de main-d'œuvre
service minimum, continuité du service
lanceur d'alerte, personne qui signale des faits illicites
représailles, mesure de rétorsion
compte personnel de formation, cpf
validation des acquis de l'expérience, vae
entretien professionnel, entretien d'évolution professionnelle
harcèlement sexuel, agissements à connotation sexuelle
agissement sexiste, comportement sexiste
taux plein, retraite sans décote
âge légal de départ, âge d'ouverture des droits à la retraite
pension de réversion, réversion
rachat de trimestres, versement pour la retraite
allocataire, bénéficiaire d'une allocation
indu, somme versée à tort
paiement indu, paiement de l'indu
trop-perçu, somme reçue en trop
répétition de l'indu, restitution de l'indu
avance sur salaire, acompte sur salaire

# Compléments : contrats, biens, famille
avant-contrat, contrat préparatoire
condition suspensive, condition dont dépend la naissance de l'obligation
condition résolutoire, condition dont l'accomplissement anéantit l'obligation
~ clause résolutoire, clause de résiliation de plein droit
exception d'inexécution, refus d'exécuter tant que l'autre n'exécute pas
obligation de résultat, engagement sur le résultat
obligation de moyens, engagement de faire son possible
obligation d'information, devoir d'information
obligation précontractuelle d'information, devoir d'informer avant le contrat
devoir de conseil, obligation de conseil
devoir de mise en garde, obligation de mise en garde
abus de dépendance, exploitation de l'état de dépendance
réticence dolosive, dissimulation intentionnelle d'une information
qualité essentielle, caractéristique déterminante
erreur inexcusable, erreur due à une faute grossière
ratification du mandat, approbation après coup
promesse de porte-fort, engagement qu'un tiers accomplira un acte
stipulation pour autrui, clause au profit d'un tiers
~ simulation, acte apparent contredit par un acte secret
contre-lettre, acte secret
effet relatif, absence d'effet à l'égard des tiers
force obligatoire, obligation de respecter le contrat
~ les contrats tiennent lieu de loi, le contrat oblige
exécution de bonne foi, exécution loyale
cause étrangère, événement extérieur au débiteur
enrichissement injustifié, enrichissement sans cause
gestion d'affaires, intervention spontanée dans les affaires d'autrui
imputation des paiements, affectation d'un paiement à une dette
lieu du paiement, endroit où la dette est payée
~ dette portable, dette payable au domicile du créancier
dette quérable, dette payable au domicile du débiteur
déchéance du terme, exigibilité immédiate de la dette
intérêts moratoires, intérêts dus pour le retard
capitalisation des intérêts, anatocisme
action oblique, exercice des droits du débiteur par le créancier
action paulienne, action contre les actes faits en fraude des droits du créancier
action directe, action contre le débiteur de son débiteur
droit de rétention, droit de retenir la chose jusqu'au paiement
réserve de propriété, clause de réserve de propriété
pacte commissoire, attribution de la chose au créancier impayé
bénéfice de discussion, droit d'exiger que le débiteur soit poursuivi d'abord
bénéfice de division, droit de n'être poursuivi que pour sa part
mention manuscrite, mention écrite de la main
congé pour vendre, congé donné en vue de la vente
congé pour reprise, reprise pour habiter
droit au maintien dans les lieux, droit de rester dans le logement
droit au renouvellement, droit d'obtenir un nouveau bail
indemnité d'éviction, indemnité due en cas de refus de renouvellement
révision du loyer, indexation du loyer
encadrement des loyers, plafonnement des loyers
zone tendue, zone de tension du marché locatif
trêve hivernale, période sans expulsion en hiver
réparations locatives, réparations à la charge du locataire
grosses réparations, réparations à la charge du propriétaire
vétusté, usure normale
colocation, location à plusieurs
garant du locataire, caution du locataire
diagnostic technique, dossier de diagnostic
~ servitude de vue, ouverture sur le fonds voisin
empiètement, construction débordant sur le terrain d'autrui
élagage, coupe des branches
mur mitoyen, mur commun aux deux voisins
action en revendication, action du propriétaire pour reprendre son bien
bonne foi du possesseur, ignorance du vice du titre
juste titre, titre qui aurait transféré la propriété
lot de copropriété, part d'un copropriétaire
charges de copropriété, charges communes
majorité absolue, majorité des voix de tous les copropriétaires
fiançailles, promesse de mariage
empêchement à mariage, obstacle au mariage
opposition à mariage, acte faisant obstacle à la célébration
bans, publication du mariage
logement de la famille, domicile conjugal, résidence de la famille
contribution aux charges du mariage, participation aux dépenses du ménage
dettes ménagères, dettes pour l'entretien du ménage
communauté, patrimoine commun des époux
acquêts, biens acquis pendant le mariage
récompense entre patrimoines, somme due entre la communauté et un époux
attribution préférentielle, attribution d'un bien par priorité
droit temporaire au logement, droit du conjoint de rester un an dans le logement
altération définitive du lien conjugal, séparation durable des époux
torts exclusifs, faute d'un seul époux
torts partagés, faute des deux époux
intérêt de l'enfant, intérêt supérieur de l'enfant
audition de l'enfant, fait d'entendre l'enfant
résidence alternée, garde alternée
possession d'état, apparence d'un lien de filiation
présomption de paternité, le mari est réputé père
contestation de paternité, action contestant la paternité
assistance médicale à la procréation, procréation médicalement assistée, pma
gestation pour autrui, gpa, mère porteuse
accouchement sous x, accouchement dans le secret
adoption plénière, adoption qui rompt le lien d'origine
adoption simple, adoption qui conserve le lien d'origine
retrait de l'autorité parentale, déchéance de l'autorité parentale
assistance éducative, protection de l'enfant en danger
mandat de protection future, désignation par avance de son protecteur
habilitation familiale, pouvoir donné à un proche de représenter
vocation successorale, droit de succéder
représentation successorale, fait de succéder à la place d'un parent prédécédé
indignité successorale, exclusion de la succession pour faute
acceptation pure et simple, acceptation sans limite des dettes
acceptation à concurrence de l'actif net, acceptation limitée à l'actif
rapport des donations, réintégration des donations dans le partage
réduction des libéralités, diminution des libéralités excessives
exécuteur testamentaire, personne chargée d'exécuter le testament
donation-partage, partage anticipé
absence de postérité, absence de descendants
ordre des héritiers, ordre de succession
~ degré de parenté, proximité de parenté
prédécès, décès antérieur

# Compléments : procédure, peine, administration
~ être débouté, perdre son procès
partie perdante, partie qui succombe
partie gagnante, partie qui obtient gain de cause
succomber, perdre le procès
obtenir gain de cause, gagner le procès
~ appel, recours devant la cour d'appel
délai d'appel, délai pour faire appel
délai de recours, délai pour former un recours
effet suspensif, effet qui arrête l'exécution
effet dévolutif, transfert du litige au juge d'appel
~ évoquer, juger l'affaire entière en appel
statuer sur, se prononcer sur
statuer au fond, juger le fond
dire droit, trancher en droit
~ donner acte, constater
sursis à exécution, arrêt de l'exécution
nul n'est censé ignorer la loi, ignorance de la loi non admise
droit au juge, droit d'accès au tribunal
procès équitable, droit à un procès équitable
délai raisonnable, durée non excessive
commission rogatoire, délégation donnée par le juge
mandat d'arrêt, ordre d'arrestation
mandat de dépôt, ordre d'incarcération
mandat d'amener, ordre de conduire devant le juge
flagrance, flagrant délit
~ fouille, recherche sur une personne
dépistage, test de dépistage
droit au silence, droit de se taire
comparution immédiate, jugement aussitôt après les faits
citation directe, saisine directe du tribunal par la victime
ordonnance pénale, condamnation sans débat
composition pénale, mesure acceptée à la place de poursuites
médiation pénale, rencontre entre l'auteur et la victime
amende forfaitaire, amende fixée d'avance
cumul des peines, addition des peines
confusion des peines, exécution d'une seule des peines
interdiction de séjour, défense de paraître en certains lieux
inéligibilité, interdiction d'être élu
suspension du permis, retrait temporaire du permis
~ annulation du permis, perte du permis
~ retrait de points, perte de points
délit de fuite, fuite après un accident
non-assistance à personne en danger, omission de porter secours
mise en danger d'autrui, exposition d'autrui à un risque immédiat
abus de faiblesse, exploitation frauduleuse de la faiblesse
abus de biens sociaux, usage des biens de la société contre son intérêt
~ corruption, obtention d'un avantage contre un acte de la fonction
prise illégale d'intérêts, conflit d'intérêts pénalement sanctionné
blanchiment, dissimulation de l'origine illicite de fonds
usurpation d'identité, usage de l'identité d'un tiers
atteinte à la vie privée, violation de la vie privée
violation de domicile, intrusion dans le domicile
secret professionnel, obligation de se taire liée à la profession
secret médical, secret du médecin
secret des correspondances, confidentialité des échanges
dénonciation calomnieuse, accusation mensongère
faux témoignage, déposition mensongère
outrage, offense à un agent
rébellion, résistance violente à un agent
dégradation volontaire, destruction volontaire du bien d'autrui
motivation obligatoire, obligation d'indiquer les motifs
procédure contradictoire préalable, faculté de présenter des observations avant la décision
observations écrites, remarques écrites
accusé de réception, récépissé
demande incomplète, dossier incomplet
décision défavorable, décision qui fait grief
décision créatrice de droits, décision donnant un droit à son bénéficiaire
rapporter une décision, revenir sur une décision
médiation administrative, recours au médiateur
enquête publique, consultation du public avant un projet
déclaration d'utilité publique, dup
droit de préemption, priorité d'achat
alignement, limite de la voie publique
occupation du domaine public, utilisation privative du domaine public
~ redevance, somme payée pour un service ou une occupation
~ régie, gestion directe par la collectivité
pouvoir de police, police administrative
arrêté d'interdiction, mesure de police interdisant
état d'urgence, régime d'exception
naturalisation, acquisition de la nationalité par décret
regroupement familial, venue de la famille de l'étranger
reconduite à la frontière, exécution de l'éloignement
carte nationale d'identité, cni, carte d'identité
permis à points, permis de conduire à points

# Compléments : consommation, données, impôts
formulaire de rétractation, bordereau de rétractation
frais de retour, coût du renvoi du bien
pratique commerciale déloyale, pratique déloyale
pratique agressive, pression exercée sur le consommateur
vente forcée, envoi sans commande préalable
vente liée, vente subordonnée à un autre achat
~ prix barré, prix de référence
~ soldes, vente à prix réduit en période fixée
étiquetage, indication sur le produit
date limite de consommation, dlc
rappel de produit, retrait du marché d'un produit vendu
garantie légale de conformité, garantie de conformité
garantie commerciale, garantie contractuelle
réparabilité, possibilité de réparer
pièces détachées, pièces de rechange
obsolescence programmée, réduction délibérée de la durée de vie
~ médiateur de la consommation, médiation de la consommation
action de groupe, recours collectif
crédit à la consommation, prêt à la consommation
crédit immobilier, prêt immobilier
offre préalable de crédit, offre de contrat de crédit
~ capacité de remboursement, solvabilité
~ inscription au fichier des incidents, fichage bancaire
licéité du traitement, base légale du traitement
mission d'intérêt public, tâche d'intérêt public
sauvegarde des intérêts vitaux, protection de la vie d'une personne
limitation du traitement, gel des données
opposition au traitement, refus du traitement
données de santé, informations de santé
données biométriques, empreintes et traits du corps
pseudonymisation, remplacement des identifiants
chiffrement, cryptage
privacy by design, protection des données dès la conception
protection par défaut, réglage protecteur par défaut
responsables conjoints, responsables conjoints du traitement
clauses contractuelles types, clauses types
décision d'adéquation, reconnaissance d'un niveau de protection adéquat
notification de la violation, signalement de la violation
amende administrative, sanction pécuniaire de l'autorité
mise en conformité, adaptation aux règles
introduire une réclamation, saisir l'autorité de contrôle
fait générateur, événement qui crée l'impôt
exigibilité, date à laquelle la somme peut être réclamée
résidence fiscale, domicile fiscal
double imposition, imposition dans deux états
plus-value, gain en capital
quotient familial, parts du foyer fiscal
prélèvement à la source, retenue à la source
taxe foncière, impôt foncier
taxe d'habitation, impôt sur l'occupation du logement
~ droits d'enregistrement, droits de mutation
pénalité fiscale, majoration fiscale
délai de reprise, délai de rectification de l'impôt
réclamation fiscale, réclamation contentieuse
proposition de rectification, proposition de redressement
taxation d'office, imposition d'office
abus de droit fiscal, montage artificiel
rescrit, prise de position de l'administration
avis d'imposition, avis d'impôt
~ assujetti, soumis à la taxe
~ franchise de taxe, dispense de taxe pour les petits montants

# Compléments : mots généraux
~ suffire, être suffisant
être suffisant, satisfaire à l'exigence
~ éviter, empêcher
~ assurer, garantir
~ améliorer, augmenter
améliorer le sort de, favoriser la situation de
~ dommageable, préjudiciable
préjudiciable, défavorable à ses intérêts
~ favorable, avantageux
avantageux, profitable
~ défavorable, désavantageux
avantage, bénéfice retiré
~ inconvénient, désavantage
équivaloir à, valoir
~ équivalent, comparable
en proportion de, proportionnellement à
~ à proportion de, au prorata de
répartition, ventilation
~ ordre, rang
~ rang, place dans l'ordre
priorité, préférence
prioritaire, passant en premier
prévaloir, l'emporter, primer
~ supérieur, plus élevé
~ inférieur, moins élevé
~ primer, passer avant
hiérarchie, ordre de valeur
~ lien, attache
~ attaché à, lié à
être lié à, dépendre directement de
~ découler, résulter, naître
~ fondé sur, reposant sur, basé sur
reposer sur, être fondé sur
se fonder sur, s'appuyer sur
~ s'étendre à, couvrir, concerner
couvrir, prendre en garantie
~ s'ajouter à, compléter
se cumuler, s'additionner
cumul, addition
~ cumulable, pouvant s'ajouter
alternativement, au choix
~ à son choix, à son gré
~ volontaire, libre
~ être au courant de, avoir connaissance de, savoir
~ à l'insu de, sans que la personne le sache
~ avec l'accord de, avec l'autorisation de, avec le consentement de
~ sans l'accord de, contre la volonté de
contre sa volonté, malgré lui
en secret, clandestinement
~ publiquement, devant tous
~ en personne, physiquement
~ par représentation, par mandataire
par procuration, par l'intermédiaire d'un mandataire
~ formellement, expressément
~ strict, rigoureux
~ largement, amplement
~ progressif, graduel
progressivement, petit à petit
~ définitivement, pour toujours
~ temporairement, provisoirement, momentanément
momentané, passager
~ anticipé, avancé
anticipation, fait d'agir à l'avance
~ antérieur à, précédant
~ postérieur à, suivant
~ survenir avant, précéder
~ contemporain, concomitant
concomitant, simultané
~ dernier, ultime
~ final, dernier en date
~ premier, initial
initial, d'origine
originairement, initialement
~ isolé, unique
~ répété, réitéré
réitérer, répéter
répétition, réitération
~ plusieurs fois, à plusieurs reprises
à plusieurs reprises, de façon répétée
nombreux, en grand nombre
~ considérable, important
~ minime, faible
~ élevé, important
modique, peu élevé
raisonnablement, de façon raisonnable
~ justifier, motiver
~ justifié, légitime
légitime, fondé en droit
légitimement, à bon droit
à tort, sans droit
indûment, sans être dû
~ irrégulier, illégal
irrégularité, vice de procédure
~ erroné, inexact, faux
inexact, non conforme à la réalité
~ exact, conforme à la réalité
véritable, réel
~ effectif, réel
effectivement, réellement
~ apparent, visible
visible, que l'on peut voir
dissimuler, cacher
~ dissimulation, fait de cacher
occulte, clandestin
~ taire, dissimuler
supplément, complément
~ reste, solde
~ surplus, reste
~ dépense, frais
dépenser, exposer des frais
~ exposer des frais, engager des dépenses
~ économique, financier
financer, payer le coût de
~ s'enrichir, tirer profit
~ vivre, habiter
~ se rendre à, aller à
~ lieu, place
~ local, pièce
~ outil, instrument de travail
~ entretien, entrevue
entrevue, rendez-vous
~ réunion, séance
délégué, représentant désigné
~ suppléer, remplacer
~ collaborer, coopérer
coopération, collaboration
~ protéger, défendre
~ surveiller, veiller à
veiller à, faire attention à
~ veiller à, assurer
~ prendre soin de, s'occuper de
s'occuper de, prendre en main
~ charge, responsabilité
~ pouvoir, compétence
~ prérogative, pouvoir
~ attribution, compétence
~ ressort, compétence
~ domaine, matière
~ secteur, branche
branche, secteur d'activité
~ projet, plan
~ programme, plan
~ but, intention
~ essai, test
~ avertir, mettre en garde
~ conseil, recommandation
recommander, conseiller
~ recommander, inviter à
inviter à, engager à
inciter, encourager à
~ pousser à, inciter à
dissuader, détourner de
~ décourager, dissuader
~ vouloir, souhaiter
souhaiter, désirer
~ accepter, admettre
tolérer, souffrir
~ supporter, subir
subir, endurer
~ souffrir, subir
~ éprouver, subir
~ profiter à, bénéficier à
~ servir à, être destiné à
être destiné à, avoir pour destination
~ destination, affectation, usage
affecter à, destiner à
~ consacrer à, affecter à

promesse synallagmatique de vente, compromis de vente
~ embauchage, embauche
~ convention collective, accord collectif


# Autres mots voisins
~ pouvoir, être susceptible de
~ possible, susceptible
~ incomber, peser, revenir, appartenir
~ connaître, savoir
~ grave, sévère
~ sévère, rigoureux
~ exécution, prestation
~ tard, en retard
~ de suite, d'affilée
~ prévaloir, l'emporter sur
~ court, bref
~ avoir pour résultat, entraîner
~ bénéficier, profiter
~ invoquer, soutenir
~ alléguer, soutenir
~ dire, déclarer
~ engager, introduire
~ introduire une action, engager une action
~ sans tarder, promptement
~ sans retard, promptement
~ interjeter, former
~ partie au contrat, cocontractant
~ moitié, part égale
~ rapporter, fournir la preuve
~ marge, bénéfice
~ récupérer, se faire rendre
~ récupérer, recouvrer
~ maison, habitation
~ territoire, région
~ maintenu, conservé
~ survivre, subsister
~ de vive voix, oralement
~ formel, exprès
~ substance, essentiel
~ départ, point de départ
~ en totalité, complètement
~ complètement, entièrement
~ full, entire, whole
~ connu, aware
~ loss, perte
~ paid, payé
~ kept, conservé
~ authority, autorité
~ pregnant, enceinte
~ held, jugé
~ erased, effacé
~ defence, défense
~ brief, short, bref
~ state, état
~ notice, préavis
~ severe, sévère
~ burden, charge
~ goods, marchandises
~ tenant, locataire
~ landlord, bailleur
~ spouse, époux
~ consumer, consommateur
~ minor, mineur
~ heir, héritier
~ will, testament
~ owner, propriétaire
~ property, propriété
~ tax, impôt
~ police officer, policier
~ appeal, recours
~ ruling, décision
~ judgment, jugement
~ limitation period, prescription
~ good faith, bonne foi
~ bona fe, bonne foi
~ força major, force majeure
~ fault, faute
~ negligence, négligence
~ penalty, sanction
~ pena, peine
~ nul·litat, nullité
~ nullity, nullité
~ void, nul
~ valid, valable
~ lawful, licite
~ unlawful, illicite
~ deadline, délai
~ signature, signatura
~ witness, témoin
~ testimoni, témoin
~ llogater, locataire
~ arrendador, bailleur
~ propietari, propriétaire
~ hereu, héritier
~ menor, mineur
~ pares, parents
~ cònjuge, époux
~ impost, impôt
~ treball, travail
~ dimissió, démission
~ acord, accord
~ signar, signer
~ pagament, paiement
~ lloguer, loyer
~ rent, loyer
~ deute, dette
~ debt, dette
~ delicte, délit
~ culpa, faute
~ dret d'accés, droit d'accès
~ dades personals, données à caractère personnel
~ responsable del tractament, responsable du traitement
~ encarregat del tractament, sous-traitant
~ persona interessada, personne concernée
~ data subject, personne concernée
~ autoritat de control, autorité de contrôle
~ supervisory authority, autorité de contrôle

# Tournures de la règle
d'ordre public, auquel on ne peut déroger
toute clause contraire est réputée non écrite, on ne peut y déroger par contrat
à peine de nullité, sous peine de nullité
~ sous peine de, à peine de
à défaut d'accord, faute d'accord, en l'absence d'accord
à défaut de réponse, en l'absence de réponse, faute de réponse
à défaut de paiement, en cas de non-paiement, faute de paiement
à la demande de, sur demande de, sur la demande de
~ à la demande de, à la requête de
à l'initiative de, sur l'initiative de
à la suite de, consécutivement à
~ en conséquence de, à la suite de
au vu de, compte tenu de, eu égard à
en contrepartie de, en échange de
en l'état, dans l'état actuel
en cours de, pendant le cours de
en cours de contrat, pendant l'exécution du contrat
en bonne et due forme, selon les formes requises
en nature, par la remise de la chose elle-même
~ de nature à, propre à
de droit, automatiquement acquis
de bonne foi, loyalement
faire foi, valoir preuve
~ faire foi, prouver
faire l'objet de, être l'objet de
~ faire état de, se prévaloir de l'existence de
faire valoir, mettre en avant
faire cesser, mettre fin à
~ mettre fin à, faire cesser, rompre
mettre à disposition, rendre disponible
mettre en cause, impliquer dans l'affaire
mettre à exécution, exécuter effectivement
~ porter atteinte à, attenter à
porter sur, avoir pour objet
~ avoir pour objet, viser à
avoir pour objet de, tendre à
avoir vocation à, être appelé à
avoir qualité pour, être habilité à
~ avoir lieu de, être fondé à
~ être habilité à, être autorisé à
être en mesure de, être à même de, être capable de
être compétent pour, avoir compétence pour
être saisi de, avoir à connaître de
connaître d'une affaire, juger une affaire
être valable, avoir validité
être nul, être frappé de nullité
être applicable à, s'appliquer à, valoir pour
être opposable à, produire effet à l'égard de
être inopposable à, ne pas produire effet à l'égard de
être réputé, être censé
être présumé, être supposé
être constitué, être formé
être formé par, naître de
être puni de, encourir la peine de
être exposé à, risquer
être en droit d'exiger, pouvoir exiger
être créancier de, avoir une créance sur
être débiteur de, devoir la somme de
être propriétaire de, avoir la propriété de
être titulaire de, détenir le titre de
être propre à, être caractéristique de
~ être à la charge de, incomber à la personne
être dispensé de, ne pas avoir à
~ être dispensé de, ne pas être tenu de
ne pas être tenu de, ne pas être obligé de
ne pouvoir, être dans l'interdiction de
~ ne pas pouvoir, avoir l'interdiction de
il est interdit de, il est défendu de
il n'est pas nécessaire de, il n'est pas besoin de, il n'y a pas besoin de
il suffit de, on peut se contenter de
il est loisible à, il est permis à
il appartient à, il incombe à, il revient à
il existe, il y a
il résulte de, il découle de
il y a lieu de, il convient de
chaque fois que, toutes les fois que
tant que, aussi longtemps que
dès lors que, du moment que
alors que, tandis que
à mesure que, au fur et à mesure que
de sorte que, si bien que
afin que, pour que
de peur que, de crainte que
sans que, sans pour autant que
pour autant que, dans la mesure où
~ dans la mesure où, à condition que
dans le cas où, au cas où, dans l'hypothèse où
~ dans le cas où, si, lorsque
~ en cas de, si
en toute hypothèse, en tout état de cause, quoi qu'il en soit
de toute façon, de toute manière
d'une part, d'un côté
d'autre part, d'un autre côté
en outre, de plus, par ailleurs
par conséquent, en conséquence, dès lors
au contraire, à l'inverse
en revanche, par contre
le cas échéant, s'il y a lieu
selon le cas, suivant le cas
au choix de, selon le choix de
au gré de, selon la volonté de
aux risques de, aux périls de
aux torts de, par la faute de
à raison de, en proportion de la cause
à hauteur de, jusqu'à concurrence de, dans la limite du montant de
~ à concurrence de, à hauteur de
~ au prorata, à proportion
par tête, par personne
tous les deux ans, une fois tous les deux ans
tous les trois ans, triennal
tous les six mois, semestriellement
tous les trois mois, trimestriellement
deux fois par an, semestriel
au bout de, après l'écoulement de
la veille de, le jour précédant
le lendemain de, le jour suivant
le jour même, le même jour
un an après, une année après
avant terme, avant l'échéance
à terme échu, à la fin de la période
jour pour jour, de quantième à quantième
`
