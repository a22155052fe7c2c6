/**
 * Forms of French words that stemming does not join to their base form: feminines and plurals of
 * nouns and adjectives; third person, participles, future, imperfect and subjunctive of verbs.
 * Written for this project.
 *
 * Each line names a base form, then other forms of it after the colon; a verb with many forms has
 * several lines. Forms that are more often another word are left out (`partie`, `règle`, `vue`).
 */
export const FORMS = `
# Noms et adjectifs
actif: active, actives
aveu: aveux
bailleur: bailleresse, bailleresses
bref: brève, brèves
caduc: caduque, caduques
captif: captive, captives
enjeu: enjeux
exprès: expresse, expresses
fautif: fautive, fautives
frauduleux: frauduleuse, frauduleuses
lieu: lieux
long: longue, longues
neuf: neuve, neuves
nouveau: nouvelle, nouvelles, nouvel
nul: nulle, nulles
onéreux: onéreuse, onéreuses
périlleux: périlleuse, périlleuses
public: publique, publiques
rigoureux: rigoureuse, rigoureuses
sérieux: sérieuse, sérieuses
veuf: veuve, veuves
vœu: vœux

# Verbes
abattre: abat, abattent, abattu
abolir: abolit, abolissait, abolirait
aboutir: aboutit, aboutissait, aboutirait
abréger: abrègent, abrégeait
absoudre: absout, absolvent, absolvait, absoudront, absoudrait, absolve, absolvant, absous, absoute
absoudre: absoutes
abstenir: abstient, abstenait, abstiendra, abstiendront, abstiendrait, abstenu, abstenus, abstenue
abstenir: abstenues, abstiennent, abstienne, abstint, abstinrent
abstraire: abstrait, abstraient, abstrayait, abstrairont, abstraie, abstrayant, abstraite, abstraits
accéder: accèdent, accédait
accomplir: accomplit, accomplissait, accomplirait
accroître: accroît, accroissent, accroissait, accroisse, accroissant, accru, accrue
accueillir: accueillent, accueillait, accueillerait
acheter: achètent, achetait
achever: achèvent, achevait
acquérir: acquiert, acquièrent, acquérait, acquerra, acquerront, acquerrait, acquière, acquis
acquérir: acquise, acquises
adhérer: adhèrent, adhérait
adjoindre: adjoint, adjoignent, adjoignait, adjoignaient, adjoindront, adjoindrait, adjoigne
adjoindre: adjoignant, adjoints, adjointe, adjointes
admettre: admet, admettent, admettait, admettaient, admettront, admettrait, admette, admettant
admettre: admis, admise, admises, admit
adoucir: adoucit, adoucissait, adoucirait
advenir: advient, advenait, adviendra, adviendront, adviendrait, advenu, advenus, advenue, advenues
advenir: adviennent, advienne, advint, advinrent
affaiblir: affaiblit, affaiblissait, affaiblirait
affranchir: affranchit, affranchissait, affranchirait
agir: agit, agissent, agissait, agissaient, agiront, agirait, agisse, agissant, agi, agie, agies
agréer: agréent, agréait
alléger: allègent, allégeait
alléguer: allèguent, alléguait
aller: va, vont, allait, allaient, ira, iront, irait, aille, allé, allée, allant
altérer: altèrent, altérait
amener: amènent, amenait
amortir: amortit, amortissait, amortirait
anéantir: anéantit, anéantissait, anéantirait
apercevoir: aperçoit, aperçoivent, apercevait, apercevaient, apercevra, apercevront, apercevrait
apercevoir: aperçoive, apercevant, aperçu, aperçus, aperçue, aperçues, aperçut
apparaître: apparaît, apparaissent, apparaissait, apparaissaient, apparaîtront, apparaîtrait
apparaître: apparaisse, apparaissant, apparu, apparus, apparue, apparues
appartenir: appartient, appartenait, appartiendra, appartiendront, appartiendrait, appartenu
appartenir: appartenus, appartenue, appartenues, appartiennent, appartienne, appartint, appartinrent
appauvrir: appauvrit, appauvrissait, appauvrirait
appeler: appellent, appellerait, appelait
apprendre: apprend, apprennent, apprenait, apprenaient, apprendront, apprendrait, apprenne
apprendre: apprenant, appris, apprise, apprises
appuyer: appuient, appuierait, appuyé, appuyés, appuyait
assortir: assortit, assortissait, assortirait
assujettir: assujettit, assujettissait, assujettirait
astreindre: astreint, astreignent, astreignait, astreignaient, astreindront, astreindrait, astreigne
astreindre: astreignant, astreints
atteindre: atteint, atteignent, atteignait, atteignaient, atteindront, atteindrait, atteigne
atteindre: atteignant, atteints, atteinte, atteintes
attendre: attend, attendent, attendait, attendaient, attendront, attendrait, attende, attendant
avertir: avertit, avertissait, avertirait
avilir: avilit, avilissait, avilirait
avoir: ont, avait, avaient, aura, auront, aurait, auraient, ait, aient, eus, ayant
bannir: bannit, bannissait, bannirait
bâtir: bâtit, bâtissait, bâtirait
battre: bat, battent, battait, battu, battue
blanchir: blanchit, blanchissait, blanchirait
céder: cèdent, cédait
célébrer: célèbrent, célébrait
choisir: choisit, choisissait, choisirait
circonscrire: circonscrit, circonscrivent, circonscrivait, circonscrivaient, circonscrira
circonscrire: circonscriront, circonscrirait, circonscrive, circonscrivant, circonscrits
circonscrire: circonscrite, circonscrites
clore: clôt, closent, clos, close, closes
combattre: combat, combattent, combattait, combattu
commettre: commet, commettent, commettait, commettaient, commettront, commettrait, commette
commettre: commettant, commis, commise, commises, commit
comparaître: comparaît, comparaissent, comparaissait, comparaissaient, comparaîtront, comparaîtrait
comparaître: comparaisse, comparaissant, comparu, comparus, comparue, comparues
compléter: complètent, complétait
comprendre: comprend, comprennent, comprenait, comprenaient, comprendront, comprendrait, comprenne
comprendre: comprenant, compris, comprise, comprises
compromettre: compromet, compromettent, compromettait, compromettaient, compromettront
compromettre: compromettrait, compromette, compromettant, compromis, compromise, compromises
compromettre: compromit
concéder: concèdent, concédait
concevoir: conçoit, conçoivent, concevait, concevaient, concevra, concevront, concevrait, conçoive
concevoir: concevant, conçu, conçus, conçue, conçues, conçut
conclure: conclut, concluent, concluait, concluaient, concluront, conclurait, conclue, concluant
conclure: conclu, conclus, conclues
concourir: concourt, concourent, concourait, concourra, concourront, concourrait, concouru
concourir: concourus, concourue, concourues
conduire: conduit, conduisent, conduisait, conduisaient, conduiront, conduirait, conduise
conduire: conduisant, conduits, conduite, conduites
conférer: confèrent, conférait
confondre: confond, confondent, confondait, confondaient, confondront, confondrait, confonde
confondre: confondant, confondu, confondus, confondue, confondues
connaître: connaît, connaissent, connaissait, connaissaient, connaîtront, connaîtrait, connaisse
connaître: connaissant, connu, connus, connue, connues
conquérir: conquiert, conquièrent, conquérait, conquéraient, conquerra, conquerront, conquerrait
conquérir: conquière, conquis, conquise, conquises
consentir: consentent, consentait, consentirait
considérer: considèrent, considérait
construire: construit, construisent, construisait, construisaient, construiront, construirait
construire: construise, construisant, construits, construite, construites
contenir: contient, contenait, contiendra, contiendront, contiendrait, contenu, contenus, contenue
contenir: contenues, contiennent, contienne, contint, continrent
contraindre: contraint, contraignent, contraignait, contraignaient, contraindront, contraindrait
contraindre: contraigne, contraignant, contraints, contrainte, contraintes
contredire: contredit, contredisent, contredisait, contredisaient, contredira, contrediront
contredire: contredirait, contredise, contredisant, contredits, contredite, contredites
contrefaire: contrefait, contrefont, contrefaisait, contrefaisaient, contrefera, contreferont
contrefaire: contreferait, contrefasse, contrefassent, contrefaisant, contrefaite, contrefaits
contrefaire: contrefaites, contrefit
contrevenir: contrevient, contrevenait, contreviendra, contreviendront, contreviendrait, contrevenu
contrevenir: contrevenus, contrevenue, contrevenues, contreviennent, contrevienne, contrevint
contrevenir: contrevinrent
convaincre: convainc, convainquent, convainquait, convaincu, convaincue
convenir: convient, convenait, conviendra, conviendront, conviendrait, convenu, convenus, convenue
convenir: convenues, conviennent, convienne, convint, convinrent
convertir: convertit, convertissait, convertirait
coopérer: coopèrent, coopérait
correspondre: correspond, correspondent, correspondait, correspondaient, correspondront
correspondre: correspondrait, corresponde, correspondant, correspondu, correspondus, correspondue
correspondre: correspondues
corrompre: corrompt, corrompent, corrompait, corrompaient, corrompront, corromprait, corrompe
corrompre: corrompant, corrompu, corrompus, corrompue, corrompues
courir: court, courent, courait, courra, courront, courrait, couru, courus, courue, courues
couvrir: couvrent, couvrait, couvrirait, couvert, couverte, couverts, couvertes
craindre: craint, craignent, craignait, craignaient, craindront, craindrait, craigne, craignant
craindre: craints, crainte, craintes
créer: créent, créait
croire: croit, croient, croyait, croiront, croie, croyant
cueillir: cueillent, cueillait, cueillerait
débattre: débat, débattent, débattait, débattu, débattue, débattus
déceler: décèlent, décelait
décevoir: déçoit, déçoivent, décevait, décevaient, décevra, décevront, décevrait, déçoive, décevant
décevoir: déçu, déçus, déçue, déçues, déçut
déchoir: déchoit, déchu, déchue, déchus, déchues
découvrir: découvrent, découvrait, découvrirait, découvert, découverte, découverts, découvertes
décrire: décrit, décrivent, décrivait, décrivaient, décrira, décriront, décrirait, décrive
décrire: décrivant, décrits, décrite, décrites
décroître: décroît, décroissent, décroissait, décroisse, décroissant, décru, décrue
déduire: déduit, déduisent, déduisait, déduisaient, déduiront, déduirait, déduise, déduisant
déduire: déduits, déduite, déduites
défaire: défait, défont, défaisait, défaisaient, défera, déferont, déferait, défasse, défassent
défaire: défaisant, défaite, défaits, défaites, défit
défendre: défend, défendent, défendait, défendaient, défendront, défendrait, défende, défendant
défendre: défendu, défendus, défendue, défendues
définir: définit, définissait, définirait
dégrever: dégrèvent, dégrevait
déléguer: délèguent, déléguait
délibérer: délibèrent, délibérait
démettre: démet, démettent, démettait, démettaient, démettront, démettrait, démette, démettant
démettre: démis, démise, démises, démit
démolir: démolit, démolissait, démolirait
dépendre: dépend, dépendent, dépendait, dépendaient, dépendront, dépendrait, dépende, dépendant
dépendre: dépendu, dépendus, dépendue, dépendues
déployer: déploient, déploierait, déployé, déployés, déployait
déposséder: dépossèdent, dépossédait
descendre: descend, descendent, descendait, descendaient, descendront, descendrait, descende
descendre: descendant, descendu, descendus, descendue, descendues
désobéir: désobéit, désobéissent, désobéissait, désobéissaient, désobéiront, désobéirait, désobéisse
désobéir: désobéissant, désobéi, désobéie, désobéies
dessaisir: dessaisit, dessaisissait, dessaisirait
desservir: dessert, desservent, desservait, desservirait
détenir: détient, détenait, détiendra, détiendront, détiendrait, détenu, détenus, détenue, détenues
détenir: détiennent, détienne, détint, détinrent
détruire: détruit, détruisent, détruisait, détruisaient, détruiront, détruirait, détruise
détruire: détruisant, détruits, détruite, détruites
devenir: devient, devenait, deviendra, deviendront, deviendrait, devenu, devenus, devenue, devenues
devenir: deviennent, devienne, devint, devinrent
devoir: doit, doivent, devait, devaient, devra, devront, devrait, devraient, doive, due, dues, dut
devoir: devant
différer: diffèrent, différait
dire: dit, disent, disait, disaient, diront, dirait, dise, disant, dits, dite, dites
disjoindre: disjoint, disjoignent, disjoignait, disjoignaient, disjoindront, disjoindrait, disjoigne
disjoindre: disjoignant, disjoints, disjointe, disjointes
disparaître: disparaît, disparaissent, disparaissait, disparaissaient, disparaîtront, disparaîtrait
disparaître: disparaisse, disparaissant, disparu, disparus, disparue, disparues
dissoudre: dissout, dissolvent, dissolvait, dissoudront, dissoudrait, dissolve, dissolvant, dissous
dissoudre: dissoute, dissoutes
distraire: distrait, distraient, distrayait, distrairont, distraie, distrayant, distraite, distraits
durcir: durcit, durcissait, durcirait
échoir: échoit, échoient, échoyait, échu, échue, échus, échues
éclaircir: éclaircit, éclaircissait, éclaircirait
écrire: écrit, écrivent, écrivait, écrivaient, écriront, écrirait, écrive, écrivant, écrits, écrite
écrire: écrites
élargir: élargit, élargissait, élargirait
élever: élèvent, élevait
élire: élit, élisent, élisait, élisaient, éliront, élirait, élise, élisant, élu, élus, élue, élues
émettre: émet, émettent, émettait, émettaient, émettront, émettrait, émette, émettant, émis, émise
émettre: émises, émit
emmener: emmènent, emmenait
employer: emploient, emploierait, employé, employés, employait
encourir: encourt, encourent, encourait, encourra, encourront, encourrait, encouru, encourus
encourir: encourue, encourues
enfreindre: enfreint, enfreignent, enfreignait, enfreignaient, enfreindront, enfreindrait, enfreigne
enfreindre: enfreignant, enfreints, enfreinte, enfreintes
enjoindre: enjoint, enjoignent, enjoignait, enjoignaient, enjoindront, enjoindrait, enjoigne
enjoindre: enjoignant, enjoints, enjointe, enjointes
enlever: enlèvent, enlevait
enquérir: enquiert, enquièrent, enquérait, enquerra, enquerront, enquerrait, enquière, enquis
enquérir: enquise, enquises
enrichir: enrichit, enrichissait, enrichirait
entendre: entend, entendent, entendait, entendaient, entendront, entendrait, entende, entendant
entendre: entendu, entendus, entendue, entendues
entreprendre: entreprend, entreprennent, entreprenait, entreprenaient, entreprendront
entreprendre: entreprendrait, entreprenne, entreprenant, entrepris, entreprise, entreprises
entretenir: entretient, entretenait, entretiendra, entretiendront, entretiendrait, entretenu
entretenir: entretenus, entretenue, entretenues, entretiennent, entretienne, entretint, entretinrent
énumérer: énumèrent, énumérait
envoyer: envoient, envoyait, enverra, enverront, enverrait
équivaloir: équivaut, équivalent, équivalait, équivaudra, équivaudrait, équivaille, équivalu
équivaloir: équivalant
espérer: espèrent, espérait
essayer: essaient, essaierait, essayé, essayés, essayait
établir: établit, établissait, établirait
éteindre: éteint, éteignent, éteignait, éteignaient, éteindront, éteindrait, éteigne, éteignant
éteindre: éteints, éteinte, éteintes
étendre: étend, étendent, étendait, étendaient, étendront, étendrait, étende, étendant, étendu
étendre: étendus, étendue, étendues
être: est, sont, était, étaient, sera, seront, serait, seraient, soit, soient, étant, fut, furent
exagérer: exagère, exagèrent, exagérés, exagérait
excéder: excèdent, excédait
exclure: exclut, excluent, excluait, excluaient, excluront, exclurait, exclue, excluant, exclu
exclure: exclus, exclues
extraire: extrait, extraient, extrayait, extrairont, extraie, extrayant, extraite, extraits
faire: fait, font, faisait, faisaient, fera, feront, ferait, fasse, fassent, faisant, faite, faits
faire: faites, fit
falloir: faut, fallait, faudra, faudrait, faille, fallu
finir: finit, finissait, finirait
forclore: forclos, forclose, forcloses
fournir: fournit, fournissait, fournirait
franchir: franchit, franchissait, franchirait
fuir: fuit, fuient, fuyait, fui, fuyant
garantir: garantit, garantissait, garantirait
geler: gèlent, gelait
générer: génèrent, générait
gérer: gèrent, gérait
grever: grèvent, grevait
grossir: grossit, grossissait, grossirait
guérir: guérit, guérissait, guérirait
harceler: harcèlent, harcelait
impartir: impartit, impartissait, impartirait
inclure: inclut, incluent, incluait, incluaient, incluront, inclurait, inclue, incluant, inclus
inclure: incluse, incluses
induire: induit, induisent, induisait, induisaient, induiront, induirait, induise, induisant
induire: induits, induite, induites
inquiéter: inquiètent, inquiétait
inscrire: inscrit, inscrivent, inscrivait, inscrivaient, inscriront, inscrirait, inscrive
inscrire: inscrivant, inscrits, inscrite, inscrites
insérer: insèrent, insérait
instruire: instruit, instruisent, instruisait, instruisaient, instruiront, instruirait, instruise
instruire: instruisant, instruits, instruite, instruites
intégrer: intègrent, intégrait
interdire: interdit, interdisent, interdisait, interdisaient, interdira, interdiront, interdirait
interdire: interdise, interdisant, interdits, interdite, interdites
interpréter: interprètent, interprétait
interrompre: interrompt, interrompent, interrompait, interrompaient, interrompront, interromprait
interrompre: interrompe, interrompant, interrompu, interrompus, interrompue, interrompues
intervenir: intervient, intervenait, interviendra, interviendront, interviendrait, intervenu
intervenir: intervenus, intervenue, intervenues, interviennent, intervienne, intervint, intervinrent
introduire: introduit, introduisent, introduisait, introduisaient, introduiront, introduirait
introduire: introduise, introduisant, introduits, introduite, introduites
investir: investit, investissait, investirait
jeter: jettent, jetterait, jetait
joindre: joint, joignent, joignait, joignaient, joindront, joindrait, joigne, joignant, joints
joindre: jointe, jointes
jouir: jouit, jouissait, jouirait
léguer: lèguent, léguait
lever: lèvent, levait
libérer: libèrent, libérait
lire: lit, lisent, lisait, lisaient, liront, lirait, lise, lisant, lu, lus, lue, lues
maintenir: maintient, maintenait, maintiendra, maintiendront, maintiendrait, maintenu, maintenus
maintenir: maintenue, maintenues, maintiennent, maintienne, maintint, maintinrent
méconnaître: méconnaît, méconnaissent, méconnaissait, méconnaissaient, méconnaîtront, méconnaîtrait
méconnaître: méconnaisse, méconnaissant, méconnu, méconnus, méconnue, méconnues
mener: mènent, menait
mentir: mentent, mentait, mentirait
méprendre: méprend, méprennent, méprenait, méprenaient, méprendront, méprendrait, méprenne
méprendre: méprenant, mépris, méprise, méprises
mettre: met, mettent, mettait, mettaient, mettront, mettrait, mette, mettant, mis, mise, mises, mit
modérer: modèrent, modérait
morceler: morcellent, morcellerait, morcelait
mourir: meurt, meurent, mourait, mourra, mourront, mourrait, meure, mort, morte, morts, mortes
mourir: mourut
munir: munit, munissait, munirait
naître: naît, naissent, naissait, naissaient, naîtront, naîtrait, naisse, naissant, nés, née, nées
nantir: nantit, nantissait, nantirait
nettoyer: nettoient, nettoierait, nettoyé, nettoyés, nettoyait
nourrir: nourrit, nourrissait, nourrirait
nuire: nuisent, nuisait, nuisaient, nuiront, nuirait, nuise, nuisant
obéir: obéit, obéissent, obéissait, obéissaient, obéiront, obéirait, obéisse, obéissant, obéi, obéie
obéir: obéies
obtenir: obtient, obtenait, obtiendra, obtiendront, obtiendrait, obtenu, obtenus, obtenue, obtenues
obtenir: obtiennent, obtienne, obtint, obtinrent
octroyer: octroient, octroierait, octroyé, octroyés, octroyait
offrir: offre, offrent, offrait, offraient, offriront, offrirait, offrant, offert, offerte, offerts
offrir: offertes
omettre: omet, omettent, omettait, omettaient, omettront, omettrait, omette, omettant, omis, omise
omettre: omises, omit
opérer: opèrent, opérait
ouvrir: ouvrent, ouvrait, ouvrirait, ouvert, ouverte, ouverts, ouvertes
paraître: paraît, paraissent, paraissait, paraissaient, paraîtront, paraîtrait, paraisse, paraissant
paraître: paru, parus, parue, parues
parcourir: parcourt, parcourent, parcourait, parcourra, parcourront, parcourrait, parcouru
parcourir: parcourus, parcourue, parcourues
partir: partent, partait, partirait
parvenir: parvient, parvenait, parviendra, parviendront, parviendrait, parvenu, parvenus, parvenue
parvenir: parvenues, parviennent, parvienne, parvint, parvinrent
payer: paient, paierait, payait
pénétrer: pénètrent, pénétrait
percevoir: perçoit, perçoivent, percevait, percevaient, percevra, percevront, percevrait, perçoive
percevoir: percevant, perçu, perçus, perçue, perçues, perçut
perdre: perd, perdent, perdait, perdaient, perdront, perdrait, perde, perdant, perdu, perdus, perdue
perdre: perdues
périr: périt, périssait, périrait
permettre: permet, permettent, permettait, permettaient, permettront, permettrait, permette
permettre: permettant, permis, permise, permises, permit
peser: pèsent, pesait
plaindre: plaint, plaignent, plaignait, plaignaient, plaindront, plaindrait, plaigne, plaignant
plaindre: plaints, plainte, plaintes
posséder: possèdent, possédait
poursuivre: poursuit, poursuivent, poursuivait, poursuivaient, poursuivront, poursuivrait, poursuive
poursuivre: poursuivant, poursuivi, poursuivis, poursuivie, poursuivies
pourvoir: pourvoit, pourvoient, pourvoyait, pourvu, pourvue, pourvus, pourvues
pouvoir: peut, peuvent, pouvait, pouvaient, pourra, pourront, pourrait, pourraient, puisse, puissent
pouvoir: pouvant
précéder: précèdent, précédait
prédire: prédit, prédisent, prédisait, prédisaient, prédira, prédiront, prédirait, prédise
prédire: prédisant, prédits, prédite, prédites
préférer: préfèrent, préférait
prélever: prélèvent, prélevait
prendre: prend, prennent, prenait, prenaient, prendront, prendrait, prenne, prenant, pris, prise
prendre: prises
prescrire: prescrit, prescrivent, prescrivait, prescrivaient, prescrira, prescriront, prescrirait
prescrire: prescrive, prescrivant, prescrits, prescrite, prescrites
prétendre: prétend, prétendent, prétendait, prétendaient, prétendront, prétendrait, prétende
prétendre: prétendant, prétendu, prétendus, prétendue, prétendues
prévaloir: prévaut, prévalent, prévalait, prévaudra, prévaudrait, prévale, prévalu, prévalant
prévenir: prévient, prévenait, préviendra, préviendront, préviendrait, préviennent, prévienne
prévenir: prévint, prévinrent
prévoir: prévoit, prévoient, prévoyait, prévoyaient, prévoiront, prévoie, prévu, prévue, prévus
prévoir: prévues, prévoyant
procéder: procèdent, procédait
produire: produisent, produisait, produisaient, produiront, produirait, produise, produisant
produire: produite, produites
projeter: projettent, projetterait, projetait
promettre: promet, promettent, promettait, promettaient, promettront, promettrait, promette
promettre: promettant, promis, promise, promises, promit
promouvoir: promeut, promeuvent, promu, promue, promus, promouvra
proscrire: proscrit, proscrivent, proscrivait, proscrivaient, proscrira, proscriront, proscrirait
proscrire: proscrive, proscrivant, proscrits, proscrite, proscrites
protéger: protègent, protégeait
provenir: provient, provenait, proviendra, proviendront, proviendrait, provenu, provenus, provenue
provenir: provenues, proviennent, provienne, provint, provinrent
punir: punit, punissait, punirait
raccourcir: raccourcit, raccourcissait, raccourcirait
racheter: rachètent, rachetait
ralentir: ralentit, ralentissait, ralentirait
ramener: ramènent, ramenait
rappeler: rappellent, rappellerait, rappelait
réagir: réagit, réagissait, réagirait
receler: recèlent, recelait
recevoir: reçoit, reçoivent, recevait, recevaient, recevra, recevront, recevrait, reçoive, recevant
recevoir: reçu, reçus, reçue, reçues, reçut
reconnaître: reconnaît, reconnaissent, reconnaissait, reconnaissaient, reconnaîtront, reconnaîtrait
reconnaître: reconnaisse, reconnaissant, reconnu, reconnus, reconnue, reconnues
recourir: recourt, recourent, recourait, recourra, recourront, recourrait, recouru, recourus
recourir: recourue, recourues
recueillir: recueillent, recueillait, recueillerait
récupérer: récupèrent, récupérait
redevenir: redevient, redevenait, redeviendra, redeviendront, redeviendrait, redevenu, redevenus
redevenir: redevenue, redevenues, redeviennent, redevienne, redevint, redevinrent
redire: redit, redisent, redisait, redisaient, redira, rediront, redirait, redise, redisant, redits
redire: redite, redites
réduire: réduit, réduisent, réduisait, réduisaient, réduiront, réduirait, réduise, réduisant
réduire: réduits, réduite, réduites
réélire: réélit, réélisent, réélisait, réélisaient, réélira, rééliront, réélirait, réélise
réélire: réélisant, réélu, réélus, réélue, réélues
refaire: refait, refont, refaisait, refaisaient, refera, referont, referait, refasse, refassent
refaire: refaisant, refaite, refaits, refaites, refit
référer: réfèrent
réfléchir: réfléchit, réfléchissait, réfléchirait
régir: régit, régissait, régirait
régler: règlent, réglait
réintégrer: réintègrent, réintégrait
réitérer: réitèrent, réitérait
rejeter: rejettent, rejetterait, rejetait
reléguer: relèguent, reléguait
relever: relèvent, relevait
remblayer: remblaient, remblaierait, remblayé, remblayés, remblayait
remettre: remet, remettent, remettait, remettaient, remettront, remettrait, remette, remettant
remettre: remis, remise, remises, remit
remplir: remplit, remplissait, remplirait
rémunérer: rémunèrent, rémunérait
rendre: rend, rendent, rendait, rendaient, rendront, rendrait, rende, rendant, rendu, rendus, rendue
rendre: rendues
renouveler: renouvellent, renouvellerait, renouvelait
renvoyer: renvoient, renvoyait, renverra, renverront, renverrait, renvoyé, renvoyés
repartir: repartent, repartait, repartirait
répartir: répartit, répartissait
répéter: répètent, répétait
répondre: répond, répondent, répondait, répondaient, répondront, répondrait, réponde, répondant
répondre: répondu, répondus, répondue, répondues
reprendre: reprend, reprennent, reprenait, reprenaient, reprendront, reprendrait, reprenne
reprendre: reprenant, repris, reprise, reprises
reproduire: reproduit, reproduisent, reproduisait, reproduisaient, reproduiront, reproduirait
reproduire: reproduise, reproduisant, reproduits, reproduite, reproduites
requérir: requiert, requièrent, requérait, requéraient, requerra, requerront, requerrait, requière
requérir: requis, requise, requises
résoudre: résout, résolvent, résolvait, résoudront, résoudrait, résolve, résolvant, résolu, résolue
résoudre: résolus, résolues
ressentir: ressentent, ressentait, ressentirait
ressortir: ressortit, ressortissait, ressortirait
restreindre: restreint, restreignent, restreignait, restreignaient, restreindront, restreindrait
restreindre: restreigne, restreignant, restreints, restreinte, restreintes
rétablir: rétablit, rétablissait, rétablirait
retenir: retient, retenait, retiendra, retiendront, retiendrait, retenu, retenus, retenue, retenues
retenir: retiennent, retienne, retint, retinrent
rétrécir: rétrécit, rétrécissait, rétrécirait
rétrocéder: rétrocèdent, rétrocédait
réunir: réunit, réunissait, réunirait
réussir: réussit, réussissait, réussirait
révéler: révèlent, révélait
revendre: revend, revendent, revendait, revendaient, revendront, revendrait, revende, revendant
revendre: revendu, revendus, revendue, revendues
revenir: revient, revenait, reviendra, reviendront, reviendrait, revenue, revenues, reviennent
revenir: revienne, revint, revinrent
revêtir: revêtent, revêtait, revêtu, revêtue, revêtus, revêtues
revivre: revvit, revvivent, revvivait, revvivaient, revvivra, revvivront, revvivrait, revvive
revivre: revvivant, revvécu, revvécue, revvécut
rompre: rompt, rompent, rompait, rompaient, rompront, romprait, rompe, rompant, rompu, rompus
rompre: rompue, rompues
saisir: saisit, saisissait, saisirait
satisfaire: satisfait, satisfont, satisfaisait, satisfaisaient, satisfera, satisferont, satisferait
satisfaire: satisfasse, satisfassent, satisfaisant, satisfaite, satisfaits, satisfaites, satisfit
savoir: sait, savent, savait, savaient, saura, sauront, saurait, sauraient, sache, sachent, su, sue
savoir: sachant
secourir: secourt, secourent, secourait, secourra, secourront, secourrait, secouru, secourus
secourir: secourue, secourues
séduire: séduit, séduisent, séduisait, séduisaient, séduiront, séduirait, séduise, séduisant
séduire: séduits, séduite, séduites
sentir: sentent, sentait, sentirait
servir: servent, servait, servirait
siéger: siègent, siégeait
sortir: sortent, sortait, sortirait
souffrir: souffrent, souffrait, souffrirait, souffert, soufferte, soufferts, souffertes
soumettre: soumet, soumettent, soumettait, soumettaient, soumettront, soumettrait, soumette
soumettre: soumettant, soumis, soumise, soumises, soumit
souscrire: souscrit, souscrivent, souscrivait, souscrivaient, souscrira, souscriront, souscrirait
souscrire: souscrive, souscrivant, souscrits, souscrite, souscrites
soustraire: soustrait, soustraient, soustrayait, soustrairont, soustraie, soustrayant, soustraite
soustraire: soustraits
soutenir: soutient, soutenait, soutiendra, soutiendront, soutiendrait, soutenu, soutenus, soutenue
soutenir: soutenues, soutiennent, soutienne, soutint, soutinrent
subir: subit, subissait, subirait
subvenir: subvient, subvenait, subviendra, subviendront, subviendrait, subvenu, subvenus, subvenue
subvenir: subvenues, subviennent, subvienne, subvint, subvinrent
succéder: succèdent, succédait
suffire: suffit, suffisent, suffisait, suffisaient, suffira, suffiront, suffirait, suffise
suffire: suffisant, suffi, suffis, suffie, suffies
suggérer: suggère, suggèrent, suggérés, suggérait
suivre: suit, suivent, suivait, suivaient, suivront, suivrait, suive, suivi, suivis, suivie, suivies
suppléer: supplée, suppléent, suppléés, suppléait, suppléant
surprendre: surprend, surprennent, surprenait, surprenaient, surprendront, surprendrait, surprenne
surprendre: surprenant, surpris, surprise, surprises
surseoir: sursoit, sursoient, sursoyait, sursis
survenir: survient, survenait, surviendra, surviendront, surviendrait, survenu, survenus, survenue
survenir: survenues, surviennent, survienne, survint, survinrent
survivre: survvit, survvivent, survvivait, survvivaient, survvivra, survvivront, survvivrait
survivre: survvive, survvivant, survvécu, survvécue, survvécut
suspendre: suspend, suspendent, suspendait, suspendaient, suspendront, suspendrait, suspende
suspendre: suspendant, suspendu, suspendus, suspendue, suspendues
tendre: tend, tendent, tendait, tendaient, tendront, tendrait, tendant, tendu, tendus, tendue
tendre: tendues
tenir: tient, tenait, tiendra, tiendront, tiendrait, tenu, tenus, tenue, tenues, tiennent, tienne
tenir: tint, tinrent
tolérer: tolèrent, tolérait
traduire: traduit, traduisent, traduisait, traduisaient, traduiront, traduirait, traduise
traduire: traduisant, traduits, traduite, traduites
transcrire: transcrit, transcrivent, transcrivait, transcrivaient, transcrira, transcriront
transcrire: transcrirait, transcrive, transcrivant, transcrits, transcrite, transcrites
transférer: transfèrent, transférait
transmettre: transmet, transmettent, transmettait, transmettaient, transmettront, transmettrait
transmettre: transmette, transmettant, transmis, transmise, transmises, transmit
unir: unit, unissent, unissait, unissaient, uniront, unirait, unisse, unissant, uni, unie, unies
vaincre: vainc, vainquent, vainquait, vaincu, vaincue
valoir: vaut, valent, valait, valaient, vaudra, vaudront, vaudrait, vaille, valu, valant
vendre: vend, vendent, vendait, vendaient, vendront, vendrait, vende, vendant, vendu, vendus, vendue
vendre: vendues
venir: vient, venait, viendra, viendront, viendrait, venu, venus, venue, venues, viennent, vienne
venir: vint, vinrent
vêtir: vêtent, vêtait, vêtu, vêtue
vieillir: vieillit, vieillissait, vieillirait
vivre: vvit, vvivent, vvivait, vvivaient, vvivra, vvivront, vvivrait, vvive, vvivant, vvécu, vvécue
vivre: vvécut
voir: voit, voient, voyait, voyaient, verra, verront, verrait, voyant
vouloir: veut, veulent, voulait, voulaient, voudra, voudront, voudrait, veuille, voulu, voulue
vouloir: voulant
`
