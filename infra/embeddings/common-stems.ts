import { QUESTION_TERMS } from '#contracts/law/analysis/analyse.ts'

/**
 * Stems that are common in French legal texts, by their weight: `ln(1 + passages / passages with
 * it)`, rounded to halves. Counted over 4,558 passages of French codes, European acts, rulings and
 * practice notes, as analysed by contracts/law/analysis/analyse.ts. Changing the analysis or this
 * table makes another model: rename it.
 */
const BANDS: readonly (readonly [number, string])[] = [
  [
    1.5,
    `
    1 droit salar travail
    `,
  ],
  [
    2,
    `
    2 3 accord administr appliqu autor cod compt concern condit contrat demand disposit don dur
    employeur entrepris etabl etat ete inform mis person personnel present prevu relat servic suiv titr
    trait
    `,
  ],
  [
    2.5,
    `
    4 5 6 activ an appel applic apre arret assur avant avoir caracter charg civil collect conclu conform
    conseil cour dat decis delai determin egal emplo fin financ fix general jour jug loi mention mesur
    moi moin moyen non objet oblig pai paragraph partie period port premi pris procedur professionnel
    protect public publiqu respect respon san secur social societ vis
    `,
  ],
  [
    3,
    `
    10 7 8 absenc acte action adress alin articl aupr autoris avis b bas benefic cadr cassat cau certain
    chambr comit commiss communiqu competent compr cong consult contr control convent cours declar
    decret defaut derni design deux dev direct docu e eche econom effectu effet enonc entit execu exerc
    exercic fair fait fonction fond form format francais garant indemn indiqu interet judiciair justif
    legal li licenc lieu limit mati membr mission modal mont motif national natur necessair notif
    obligatoir oeuvr oper ordon organ organis part particul penal pend permet plac point pouv precis
    president priv prononc raison recour refu regl reglement remuner rendu repon represent result risqu
    sauf seul soum temp tenu term tic tier union utilis ver vu
    `,
  ],
  [
    3.5,
    `
    11 12 13 14 15 16 19 2020 31 9 acce accompl adopt agent anne appropr assoc atteint audienc bien
    branch calcul categor clau commercial comport condamn consent consequent consider constat constitu
    contractuel correspond creanc critiqu decembr defin delegu delivr demandeur depart deuxiem dispo
    domicil dommag ecrit effect egard electron element enfant engag ensembl etrang euro europeen examen
    exempl faut final fois fourn france gestion heur i identif ii iii import individuel inferieur
    instruct interess issu janvi juillet jurid justic legisl lettr libert list litig livr local malad
    mani mars mettr mme modif moral motiv ni niveau nom nombr nouveau nouvel novembr obten octobr oppo
    particip partiel physiqu plan plein plusieur possibl post pourvo pouvoir prealabl precedent precit
    prejudic prendr prestat prestatair prevoit princip principal proced produit projet propo publi
    qualit question rapport realis recept recherch referent reglementair rejet relev remplac renouvel
    reserv retrait ruptur sai salair sanction sant sen sit situat specif statu suit superieur techniqu
    temporair text total toutefo travailleur troi uniqu usag vertu vigueur viol violat voi
    `,
  ],
  [
    4,
    `
    17 18 20 2014 2016 2017 2018 2019 2021 2022 2023 21 22 24 25 29 30 50 accept accident accompagn
    accueil acquis adapt affair affect age agiss agit aid amend analy anciennet annuel annul aout
    appliquent apprec assist attaqu attest attribu auquel avantag avocat avril beneficiair besoin bon
    caiss cart cdd certificat chang chapitr chef chiffr cinq circonst client comm commerc commun commune
    complet compo conjoint connaiss conserv contest contrair contribu conventionnel coordon cop cotis
    courr cout criter debiteur dec decid definit deliber demarch depo depuis derog dessu destin
    destinatair different dit dossi du ecart elev embauch enquet entrain entre envisag essai etc etendu
    evalu eventuel exced except exclu exig exigent exist existent expir exploit express f fevri figur
    fiscal fonctionnair fondamental font fr frai gouv greff grief group h homm hor ident immediat impo
    impot incident independ indetermin industriel infract initi initial instanc institu international
    internet invoqu journal juin juridict legitim libr lign liquid mai majeur mandat maximal maximum
    mecan medecin medical met moment naissanc nullit numer object observ occup offic ordre origin outr
    ouvert p paris pays permettr pertinent piec possibil pratiqu preav preced prend prescript presenc
    preuv prevent prevoir procureur propr proteg qualif r reclam recommand reconnu redact reg regard
    regim registr rem rempl renseign renvo repar report republ reput resident sauvegard secteur section
    sein semain septembr sieg sign six somm sourc special stipul supplementair susceptibl suspen
    syndical system tant tard territoir territorial titulair transfert transm travaill tribunal troisiem
    typ ue util valeur valid verif vi voir volontair www
    `,
  ],
  [
    4.5,
    `
    2012 2013 2015 23 26 27 28 42 700 abu accessibl accu actif adequat affichcodearticl agir agre
    agricol ailleur alloc ancien anterieur anticip apport approuv appui attent audit auteur auxquel
    avanc aven bail bancair blanch but caracterist cass cdi centr central cepend certif cess champ choi
    choix chomag cidtext colon communaut compen complementair conclur concurrent conduit confirm
    connaitr consecut consomm contact content contenu continu continuit contraign contrepart cooper
    court covid cre creation credit cse debat debut deduit defen defendeur dehor dej del deleg demeur
    demontr depass depen depend detach detent developp devenu difficult diligent dir directeur dispen
    disponibl distinct dix do domain doyen duquel echang efficac elabor employ emprison encontr encor
    enregistr ensuit entretien envoi equip equivalent er espac espec essentiel estim evolu exceptionnel
    execut exoner expliqu facon facult fai familial famill favor femm fich forc formul formulair fournit
    fournitur fraud g gauch ger grand grav habituel handicap hebdomadair horair http huit idarticl ier
    inclu indemnis informat inscript inscrit inspect install insuffis integr integral intent interdict
    interdit intermediair intern interpret interven invalid irrecev iv ladit legifr legitext000006072050
    lien lieux locatair log main maintien mair major manifest manqu march materiel matern mensuel mill
    mineur minimal minimum minister ministr mobil necess negoc norm normal obtenu occa officiel offre
    operationnel ouvr parent parental parlement partag pein pension percu permanent pert peupl plafond
    polic polit poursuit poursuiv pouvait pre prefet prescrit preven prevo prim prix proc product
    profess profit prolong proposit propriet proprietair prouv provisoir puis pun q quatr quinz rappel
    rapporteur recev reclass recrut recu recueil redress reel region regional regulier reintegr rembour
    rend rendr repo repondr repris requ reseau resid ressourc rest restitu resultat retenu retient
    reunion reutilis revenu rompu saisin salarial sanitair savoir scp second secret securis seuil
    signatur simpl simplif situ soin solidar sort souhait statut structur sub suffis suivr supervis
    superviseur supprim surveil suspendu susvis tableau tach taux ten tend test tient toujour traval
    trouv u ulterieur urgenc verbal victim vingt
    `,
  ],
]

/** Weight of every other stem. */
export const RARE_STEM_WEIGHT = 5
const QUESTION_STEM_WEIGHT = 0.5

const WEIGHTS: ReadonlyMap<string, number> = new Map(
  BANDS.flatMap(([weight, stems]) =>
    stems
      .trim()
      .split(/\s+/u)
      .map((stem): [string, number] => [stem, weight]),
  ),
)

/**
 * Weight of one occurrence of a stem. Question words (`comment`) are rare in texts but carry no
 * meaning.
 */
export const stemWeight = (stem: string): number =>
  QUESTION_TERMS.has(stem) ? QUESTION_STEM_WEIGHT : (WEIGHTS.get(stem) ?? RARE_STEM_WEIGHT)
