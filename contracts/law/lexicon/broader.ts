/**
 * Narrower terms under their broader term: a claim may say the broader one where the source says
 * the narrower one, never the reverse. Written for this project.
 *
 * Each line names a broader term, then its narrower terms after the colon. A broader term with many
 * narrower ones has several lines.
 */
export const BROADER = `
personne: salarié, employeur, bailleur, locataire, vendeur, acheteur, créancier, débiteur, époux
personne: consommateur, professionnel, mineur, majeur, héritier, victime, assuré, usager, étranger
personne: associé, dirigeant, mandataire, propriétaire, occupant, emprunteur, prêteur, donateur
personne: testateur, tuteur, patient, médecin, contribuable, fonctionnaire, candidat, électeur
personne: conducteur, piéton, passager, prévenu, accusé, condamné, témoin, avocat, notaire
personne: personne physique, personne morale
personne physique: salarié, mineur, majeur, époux, consommateur, enfant, étranger, patient, femme
personne physique: homme, personne concernée
personne morale: société, association, syndicat, commune, département, région, état
personne morale: établissement public, fondation, collectivité territoriale
personne publique: état, commune, département, région, collectivité territoriale
personne publique: établissement public
salarié: apprenti, cadre, intérimaire, vrp, salarié protégé, délégué syndical, salarié temporaire
salarié: ouvrier, télétravailleur, employé de maison
travailleur: salarié, travailleur indépendant, apprenti, intérimaire, fonctionnaire, stagiaire
représentant du personnel: délégué syndical, membre du comité social et économique
représentant du personnel: représentant de section syndicale, conseiller du salarié
représentant du personnel: représentant de proximité
professionnel: commerçant, artisan, fabricant, fournisseur, prestataire, vendeur professionnel
professionnel: agriculteur, profession libérale
commerçant: libraire, restaurateur, hôtelier, banquier
consommateur: emprunteur, acheteur particulier
cocontractant: vendeur, acheteur, bailleur, locataire, prêteur, emprunteur, assureur, assuré
cocontractant: mandant, mandataire
partie: demandeur, défendeur, appelant, intimé, vendeur, acheteur, bailleur, locataire, créancier
partie: débiteur, employeur, salarié
plaideur: demandeur, défendeur, appelant, intimé
débiteur: emprunteur, caution, locataire débiteur, acheteur débiteur
créancier: prêteur, vendeur impayé, bailleur impayé, créancier chirographaire, créancier privilégié
créancier: créancier hypothécaire, créancier alimentaire
propriétaire: copropriétaire, indivisaire, nu-propriétaire
occupant: locataire, sous-locataire, usufruitier
membre de la famille: conjoint, époux, enfant, père, mère, frère, sœur, ascendant, descendant
membre de la famille: grand-parent
parent: père, mère
enfant: fils, fille, enfant adopté, nouveau-né, enfant naturel, enfant légitime
descendant: enfant, petit-enfant, arrière-petit-enfant
ascendant: père, mère, parent, grand-parent, grand-père, grand-mère
conjoint: mari, épouse, conjoint survivant
époux: mari, épouse
héritier: héritier réservataire, conjoint survivant, descendant, ascendant
successeur: héritier, légataire
personne protégée: mineur sous tutelle, majeur en tutelle, majeur en curatelle, majeur protégé
majeur protégé: majeur en tutelle, majeur en curatelle, majeur sous sauvegarde de justice
représentant légal: parent, tuteur, administrateur légal
officier public: notaire, commissaire de justice, huissier de justice, officier de l'état civil
officier ministériel: notaire, commissaire de justice
officier ministériel: avocat au conseil d'état et à la cour de cassation
auxiliaire de justice: avocat, notaire, commissaire de justice, expert judiciaire
auxiliaire de justice: mandataire judiciaire, administrateur judiciaire
professionnel du droit: avocat, notaire, juge, magistrat, commissaire de justice
magistrat: juge, procureur, procureur de la république, juge d'instruction, président du tribunal
magistrat: conseiller à la cour, avocat général
juge: juge d'instruction, juge des référés, juge aux affaires familiales, juge de l'exécution
juge: juge des enfants, juge des tutelles, juge des libertés et de la détention
juge: conseil de prud'hommes, tribunal judiciaire, cour d'appel, cour de cassation, conseil d'état
juge: tribunal de commerce
juridiction: tribunal, cour d'appel, cour de cassation, conseil d'état, tribunal judiciaire
juridiction: tribunal administratif, conseil de prud'hommes, tribunal de commerce, cour d'assises
juridiction: tribunal correctionnel, tribunal de police, conseil constitutionnel
juridiction: cour de justice de l'union européenne, cour européenne des droits de l'homme
juridiction: tribunal des conflits, cour administrative d'appel
tribunal: tribunal judiciaire, tribunal de commerce, tribunal administratif, tribunal correctionnel
tribunal: tribunal de police, conseil de prud'hommes, tribunal paritaire des baux ruraux
juridiction pénale: cour d'assises, tribunal correctionnel, tribunal de police, chambre criminelle
juridiction pénale: juge d'instruction
juridiction administrative: conseil d'état, cour administrative d'appel, tribunal administratif
juridiction judiciaire: tribunal judiciaire, cour d'appel, cour de cassation, conseil de prud'hommes
juridiction judiciaire: tribunal de commerce
autorité: préfet, maire, ministre, juge, cnil, procureur, autorité de contrôle, administration
autorité: tribunal
autorité administrative: préfet, maire, ministre, premier ministre
autorité administrative: président du conseil départemental, recteur, inspecteur du travail
autorité administrative: administration fiscale, directeur d'hôpital
autorité publique: préfet, maire, ministre, police, juge, état, commune
autorité administrative indépendante: cnil, autorité de la concurrence, arcom, défenseur des droits
autorité administrative indépendante: autorité des marchés financiers
autorité de contrôle: cnil
administration: préfecture, mairie, ministère, administration fiscale
administration: caisse d'allocations familiales, urssaf, commune
collectivité territoriale: commune, département, région, collectivité d'outre-mer, métropole
élu: maire, député, sénateur, conseiller municipal, président de la république
élu: représentant du personnel
parlementaire: député, sénateur
agent public: fonctionnaire, agent contractuel, policier, enseignant, magistrat, militaire
forces de l'ordre: policier, gendarme, police, gendarmerie
professionnel de santé: médecin, infirmier, pharmacien, sage-femme, dentiste, kinésithérapeute
professionnel de santé: chirurgien
médecin: médecin du travail, médecin traitant, chirurgien, psychiatre, médecin conseil
organisme: caisse primaire, caisse d'allocations familiales, urssaf, mutuelle, france travail
organisme: pôle emploi, syndicat
organisme de sécurité sociale: caisse primaire d'assurance maladie, caisse d'allocations familiales
organisme de sécurité sociale: urssaf
dirigeant: gérant, président, directeur général, administrateur
dirigeant: président du conseil d'administration
associé: actionnaire, associé unique, commandité, commanditaire
groupement: association, syndicat, société, indivision
société: société à responsabilité limitée, société anonyme, société par actions simplifiée
société: société civile, société en nom collectif, société civile immobilière, filiale
société: société commerciale
entreprise: société, entreprise individuelle, commerçant, artisan, établissement
intermédiaire: courtier, agent immobilier, mandataire, agent commercial, commissionnaire
contrat: bail, vente, prêt, mandat, dépôt, assurance, cautionnement, donation, échange, transaction
contrat: contrat de travail, cdd, cdi, contrat d'entreprise, contrat à durée déterminée
contrat: contrat à durée indéterminée, contrat d'apprentissage, contrat de mission
contrat: promesse de vente, pacte de préférence, contrat de mariage, crédit, location, franchise
contrat de travail: contrat à durée déterminée, contrat à durée indéterminée, cdd, cdi
contrat de travail: contrat d'apprentissage, contrat de travail temporaire
contrat de travail: contrat de professionnalisation, contrat à temps partiel
bail: bail commercial, bail d'habitation, bail rural, bail professionnel, bail meublé
bail: bail emphytéotique, bail mobilité
vente: vente immobilière, vente à distance, vente en l'état futur d'achèvement, vente aux enchères
vente: vente à réméré, vente d'un fonds de commerce
prêt: crédit immobilier, crédit à la consommation, prêt à usage, prêt de consommation
prêt: prêt viager hypothécaire, prêt d'argent
acte: contrat, testament, donation, acte authentique, acte sous signature privée, arrêté, décret
acte: jugement
acte juridique: contrat, testament, donation, vente, bail, renonciation, reconnaissance d'enfant
acte juridique: mariage
acte administratif: décret, arrêté, arrêté municipal, arrêté préfectoral, permis de construire
acte administratif: circulaire, acte réglementaire, acte individuel
acte d'huissier: assignation, signification, commandement de payer, sommation
acte authentique: acte notarié, jugement, acte de l'état civil
accord: contrat, convention, transaction, accord d'entreprise, rupture conventionnelle
accord: accord de branche, promesse synallagmatique
accord collectif: convention collective, accord de branche, accord d'entreprise
accord collectif: accord interprofessionnel, accord de groupe
clause: clause pénale, clause résolutoire, clause abusive, clause de non-concurrence
clause: clause compromissoire, clause limitative de responsabilité, clause de mobilité
clause: clause de réserve de propriété
libéralité: donation, legs, donation-partage, don manuel
donation: don manuel, donation-partage, donation entre époux
testament: testament olographe, testament authentique, testament mystique
legs: legs universel, legs à titre universel, legs particulier
écrit: lettre, lettre recommandée, acte authentique, acte sous signature privée, courriel
écrit: contrat écrit, testament, courrier, procès-verbal, formulaire, message électronique, jugement
document: facture, contrat, lettre, certificat, bulletin de paie, attestation, procès-verbal, acte
document: devis, passeport, carte d'identité, diplôme, plan
lettre: lettre recommandée, lettre simple, lettre de licenciement
lettre: lettre recommandée avec demande d'avis de réception
titre exécutoire: jugement exécutoire, acte notarié revêtu de la formule exécutoire, contrainte
pièce d'identité: passeport, carte d'identité, titre de séjour
titre de séjour: carte de résident, carte de séjour temporaire, visa de long séjour
titre de séjour: carte de séjour pluriannuelle
preuve: écrit, témoignage, aveu, serment, expertise, constat
sûreté: hypothèque, gage, nantissement, cautionnement, privilège, garantie autonome, fiducie-sûreté
sûreté: droit de rétention
sûreté réelle: hypothèque, gage, nantissement, privilège
sûreté personnelle: cautionnement, garantie autonome, lettre d'intention
garantie: cautionnement, hypothèque, garantie des vices cachés, garantie d'éviction
garantie: garantie décennale, garantie de conformité, dépôt de garantie, garantie biennale
sanction: nullité, amende, emprisonnement, résolution, caducité, déchéance, inopposabilité, blâme
sanction: avertissement, licenciement disciplinaire, mise à pied, révocation, astreinte
sanction: réputé non écrit, irrecevabilité, forclusion, dommages et intérêts
sanction disciplinaire: avertissement, blâme, mise à pied, rétrogradation
sanction disciplinaire: licenciement disciplinaire, révocation, mutation disciplinaire
sanction disciplinaire: exclusion temporaire
peine: emprisonnement, amende, réclusion criminelle, travail d'intérêt général
peine: interdiction de séjour, confiscation, sursis probatoire, suspension du permis de conduire
peine: stage, interdiction d'exercer, inéligibilité
peine complémentaire: confiscation, interdiction des droits civiques, inéligibilité
peine complémentaire: suspension du permis de conduire, interdiction d'exercer
peine privative de liberté: emprisonnement, réclusion criminelle, détention criminelle
privation de liberté: garde à vue, détention provisoire, emprisonnement, rétention administrative
privation de liberté: hospitalisation sans consentement
infraction: crime, délit, contravention, vol, escroquerie, meurtre, abus de confiance, viol, recel
infraction: diffamation, injure, harcèlement, travail dissimulé, discrimination, excès de vitesse
infraction: violences
crime: meurtre, viol, assassinat, torture, vol avec arme, empoisonnement
délit: vol, escroquerie, abus de confiance, recel, homicide involontaire, agression sexuelle
délit: travail dissimulé, harcèlement moral, abus de biens sociaux, outrage, harcèlement sexuel
homicide: meurtre, assassinat, homicide involontaire
atteinte à la personne: meurtre, viol, violences, harcèlement, séquestration
atteinte aux biens: vol, escroquerie, abus de confiance, recel, dégradation
violence: violences physiques, violences psychologiques, coups, agression
harcèlement: harcèlement moral, harcèlement sexuel
discrimination: discrimination syndicale, discrimination raciale, discrimination directe
discrimination: discrimination indirecte
faute: négligence, imprudence, faute grave, faute lourde, faute simple, faute intentionnelle
faute: faute inexcusable, faute dolosive
manquement: retard, inexécution, faute, défaut de paiement, violation de la loi, absence injustifiée
comportement: faute, négligence, harcèlement, abandon de poste
dommage: préjudice moral, dommage corporel, dommage matériel, perte de chance, gain manqué
dommage: perte subie, blessure, préjudice corporel
préjudice: préjudice moral, préjudice matériel, préjudice corporel, préjudice écologique
préjudice: perte de chance, préjudice d'agrément
vice du consentement: erreur, dol, violence
responsabilité: responsabilité contractuelle, responsabilité délictuelle, responsabilité pénale
responsabilité: responsabilité civile, responsabilité du fait des choses
responsabilité: responsabilité du fait d'autrui
nullité: nullité absolue, nullité relative
rupture du contrat de travail: licenciement, démission, rupture conventionnelle, prise d'acte
rupture du contrat de travail: départ à la retraite, résiliation judiciaire
rupture: licenciement, démission, rupture conventionnelle, résiliation, résolution, divorce
licenciement: licenciement économique, licenciement pour faute grave, licenciement pour inaptitude
licenciement: licenciement collectif, licenciement disciplinaire, licenciement pour motif économique
licenciement: licenciement pour motif personnel
extinction de l'obligation: paiement, compensation, remise de dette, confusion, novation
fin du contrat: résiliation, résolution, rupture, expiration du terme, caducité, licenciement
fin du contrat: démission
dissolution du mariage: divorce, décès
divorce: divorce par consentement mutuel, divorce pour faute, divorce accepté
divorce: divorce pour altération définitive du lien conjugal
union: mariage, pacs, concubinage
régime matrimonial: communauté légale, séparation de biens, participation aux acquêts
régime matrimonial: communauté universelle
adoption: adoption simple, adoption plénière
mesure de protection: tutelle, curatelle, sauvegarde de justice, habilitation familiale
mesure de protection: mandat de protection future
protection juridique: tutelle, curatelle, sauvegarde de justice
mesure: suspension, saisie, injonction, mise sous tutelle, expertise, avertissement, mise à pied
mesure: placement
décision: jugement, arrêt, ordonnance, arrêté, décret, délibération, sentence arbitrale
décision: licenciement, refus, autorisation, acceptation
décision de justice: jugement, arrêt, ordonnance, ordonnance de référé, jugement de divorce
jugement: jugement contradictoire, jugement par défaut, jugement de divorce, jugement déclaratif
recours: appel, pourvoi en cassation, opposition, tierce opposition, recours gracieux
recours: recours hiérarchique, recours pour excès de pouvoir, recours en révision, pourvoi
voie de recours: appel, pourvoi en cassation, opposition, tierce opposition, recours en révision
recours administratif: recours gracieux, recours hiérarchique
action: action en nullité, action en responsabilité, action en revendication, action en paiement
action: action paulienne, action oblique, action possessoire, action en partage, action publique
action: action civile, recours
action en justice: action en nullité, action en responsabilité, action en paiement, action de groupe
action en justice: appel
procédure: référé, appel, divorce, saisie, redressement judiciaire, liquidation judiciaire
procédure: licenciement, expropriation, enquête publique, conciliation
procédure collective: sauvegarde, redressement judiciaire, liquidation judiciaire
mode amiable: médiation, conciliation, procédure participative, transaction
saisie: saisie-attribution, saisie immobilière, saisie conservatoire, saisie-vente
saisie: saisie des rémunérations
voie d'exécution: saisie-attribution, saisie immobilière, saisie-vente, saisie des rémunérations
voie d'exécution: expulsion
formalité: publication, enregistrement, notification, signature, immatriculation, déclaration
formalité: légalisation, dépôt, affichage
information: notification, avertissement, préavis, affichage, mise en demeure, communication
texte: loi, décret, arrêté, règlement, directive, code, ordonnance, circulaire, traité, constitution
norme: loi, décret, règlement, directive, traité, constitution, arrêté, coutume
loi: loi organique, loi ordinaire, loi de finances, code
code: code civil, code du travail, code pénal, code de commerce, code de la consommation
code: code de procédure civile, code de procédure pénale
règlement: décret, arrêté
bien: immeuble, meuble, logement, terrain, véhicule, fonds de commerce, maison, appartement, action
bien: part sociale, créance, marchandise, animal, œuvre
chose: meuble, immeuble, animal, véhicule, produit, marchandise
bien immobilier: maison, appartement, terrain, immeuble, bâtiment, parcelle
immeuble: maison, appartement, terrain, bâtiment, parcelle
bien meuble: véhicule, animal, meuble meublant, navire, aéronef
logement: maison, appartement, résidence principale, logement de fonction, chambre, studio
logement: logement de la famille
local: local commercial, logement, bureau, atelier, magasin
véhicule: voiture, automobile, camion, motocyclette, vélo, tracteur, bateau, trottinette
animal: chien, chat, cheval
produit: médicament, aliment, véhicule, marchandise, électricité
droit réel: propriété, usufruit, servitude, hypothèque, droit d'usage et d'habitation, nue-propriété
droit réel: emphytéose
droit: usufruit, propriété, servitude, créance, droit de rétractation, droit d'accès, droit de grève
droit: droit de vote, droit de préemption, droit d'auteur
droits de la personne concernée: droit d'accès, droit de rectification, droit à l'effacement
droits de la personne concernée: droit d'opposition, droit à la portabilité, droit à la limitation
liberté: liberté d'expression, liberté d'association, liberté de réunion, liberté syndicale
liberté: liberté de conscience, liberté d'aller et venir, liberté d'entreprendre
droit fondamental: liberté d'expression, droit de propriété, vie privée, droit de grève
droit fondamental: liberté d'association, égalité, dignité
propriété intellectuelle: droit d'auteur, brevet, marque, dessin et modèle
propriété industrielle: brevet, marque, dessin et modèle
obligation: obligation de sécurité, obligation d'information, obligation de délivrance
obligation: obligation de loyauté, obligation alimentaire, obligation de reclassement
obligation: devoir de fidélité, devoir de secours
devoirs du mariage: fidélité, secours, assistance, respect
somme: indemnité, prix, loyer, salaire, amende, dommages et intérêts, pension, intérêt, prime
somme: acompte, arrhes, capital, frais, cotisation
somme d'argent: indemnité, prix, loyer, salaire, amende, dommages et intérêts, pension alimentaire
somme d'argent: acompte
indemnité: indemnité de licenciement, indemnité compensatrice de préavis, indemnité de congés payés
indemnité: dommages et intérêts, indemnité d'éviction, indemnité de précarité
indemnité: indemnité d'occupation, indemnité forfaitaire
rémunération: salaire, prime, commission, pourboire, honoraires, gratification, avantage en nature
prestation sociale: allocation logement, rsa, indemnités journalières, pension de retraite
prestation sociale: allocations familiales, allocation chômage, allocation aux adultes handicapés
prestation sociale: prime d'activité
allocation: allocation logement, allocation chômage, allocations familiales
allocation: allocation aux adultes handicapés
pension: pension de retraite, pension de réversion, pension d'invalidité, pension alimentaire
impôt: impôt sur le revenu, impôt sur les sociétés, tva, taxe foncière, taxe d'habitation
impôt: droits de succession, csg, impôt sur la fortune immobilière, taxe sur la valeur ajoutée
impôt direct: impôt sur le revenu, impôt sur les sociétés, taxe foncière
impôt local: taxe foncière, taxe d'habitation, cotisation foncière des entreprises
prélèvement obligatoire: impôt, cotisation sociale, csg, taxe
revenu: salaire, pension, loyer, dividende, intérêt, rente, bénéfice, traitement
avantage fiscal: crédit d'impôt, réduction d'impôt, exonération, abattement, déduction
frais: honoraires, dépens, frais de transport, frais de notaire, frais d'expertise
frais: droits d'enregistrement, frais professionnels
congé: congé de maternité, congé de paternité, congé parental, congés payés, congé sabbatique
congé: congé maladie, congé sans solde, congé de formation
absence: congé, arrêt de travail, grève, maladie, congé maternité
arrêt de travail: arrêt maladie, accident du travail
suspension du contrat de travail: congé, arrêt de travail, grève, mise à pied, maladie
repos: repos hebdomadaire, repos quotidien, congés payés, jour férié, pause
maladie: maladie professionnelle, trouble mental, affection de longue durée
accident: accident du travail, accident de la circulation, accident de trajet, accident médical
risque: accident, maladie, incendie
motif économique: difficultés économiques, mutations technologiques, réorganisation
motif économique: cessation d'activité
motif de discrimination: origine, sexe, âge, handicap, religion, opinions politiques
motif de discrimination: orientation sexuelle, grossesse, état de santé
motif: motif économique, faute, inaptitude, insuffisance professionnelle, motif personnel
motif: intérêt général, utilité publique
cause étrangère: force majeure, fait d'un tiers, faute de la victime
événement: force majeure, naissance, décès, mariage, accident, sinistre, incendie, grève
délai: délai de prescription, délai de forclusion, préavis, délai de grâce, délai de rétractation
délai: délai d'appel, délai de réflexion, délai de recours, délai franc
délai pour agir: délai de prescription, délai de forclusion, délai de recours, délai d'appel
période: année, mois, semaine, période d'essai, préavis, trimestre, grossesse
jour: jour ouvrable, jour ouvré, jour franc, jour férié, dimanche, lundi, samedi
autorisation: permis de construire, agrément, licence, visa, habilitation, permis de conduire
autorisation: homologation
autorisation d'urbanisme: permis de construire, permis d'aménager, permis de démolir
autorisation d'urbanisme: déclaration préalable
personne publique contractante: pouvoir adjudicateur, entité adjudicatrice
contrat administratif: marché public, concession, délégation de service public
contrat administratif: convention d'occupation du domaine public
contrat de la commande publique: marché public, concession
service public: école publique, hôpital public, police, justice, transport public
établissement: école, hôpital, usine, magasin, bureau, prison, agence
établissement de santé: hôpital, clinique
établissement d'enseignement: école, collège, lycée, université
établissement pénitentiaire: prison, maison d'arrêt, maison centrale, centre de détention
lieu: domicile, lieu de travail, siège social, mairie, tribunal, école
donnée personnelle: nom, adresse, numéro de téléphone, adresse ip, image, donnée de santé
donnée personnelle: donnée biométrique, empreinte digitale
données à caractère personnel: données de santé, données biométriques, données génétiques
données à caractère personnel: données sensibles, adresse électronique, données de connexion
données sensibles: données de santé, données biométriques, données génétiques, opinions politiques
données sensibles: convictions religieuses, appartenance syndicale, orientation sexuelle
données sensibles: origine raciale
traitement de données: collecte, enregistrement, conservation, consultation, effacement
traitement de données: communication, profilage, vidéosurveillance
traitement: profilage, collecte, conservation, effacement de données, décision automatisée
base légale: consentement, contrat, obligation légale, intérêt légitime, mission d'intérêt public
base légale: sauvegarde des intérêts vitaux
mesure de sécurité: chiffrement, pseudonymisation, contrôle d'accès, sauvegarde des données
support: papier, courriel, support durable, registre
moyen de communication: téléphone, courriel, lettre, internet
moyen de paiement: chèque, virement, carte bancaire, espèces, prélèvement
effet de commerce: lettre de change, billet à ordre
titre: action, obligation négociable, part sociale, titre de créance
transport: train, avion, autocar, taxi, navire
pratique commerciale déloyale: pratique trompeuse, pratique agressive
pratique anticoncurrentielle: entente, abus de position dominante, abus de dépendance économique
pratique restrictive: déséquilibre significatif, rupture brutale de relation commerciale
quasi-contrat: gestion d'affaires, paiement de l'indu, enrichissement injustifié
bénéficiaire: légataire, donataire, cessionnaire, créancier, allocataire
intérêts: intérêts moratoires, intérêts légaux, intérêts conventionnels
vice: vice caché, vice apparent, vice de forme, vice du consentement
opération: vente, fusion, cession, apport, prêt, scission
union européenne: commission européenne, parlement européen, conseil de l'union européenne
état membre: france, allemagne, espagne, italie, belgique, portugal
état: france, andorre, espagne, allemagne, monaco
pays: france, andorre, espagne, allemagne, italie, suisse, belgique
environnement: eau, air, sol, biodiversité, faune, flore
nuisance: bruit, odeur, pollution, fumée
stupéfiant: cannabis, cocaïne, héroïne
arme: couteau, pistolet, fusil
vote: scrutin secret, vote à main levée, vote par correspondance, vote électronique
élection: élection présidentielle, élection législative, élection municipale
élection: élection professionnelle
assemblée: assemblée nationale, sénat, assemblée générale, conseil municipal
mandat: mandat de représentation, mandat de protection future, mandat social, mandat électif
mandat: mandat ad litem
relation de travail: contrat de travail, apprentissage, intérim
lien familial: mariage, filiation, parenté, alliance
`
