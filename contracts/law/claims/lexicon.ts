import { fold } from '../analysis/fold.ts'
import { stem } from '../analysis/stem.ts'

/**
 * Legal words with the same meaning and, after `|`, their opposites. They are folded and stemmed
 * when loaded, so one form represents all. Each word is in one line only.
 */
export const GROUPS = `
obligation: obligatoirement imperativement necessairement doit devoir doivent devait devaient devra devront devrait devraient tenu oblige obligation impose imposer exige exigence requis falloir faut faudra faudrait contraint astreint must shall required | dispense dispenser facultatif exempt
permission: peut pouvoir peuvent pouvait pouvaient pourra pourront pourrait pourraient permet permettre autorise autorisent saurait can may could might allow allows permit pot | interdit interdire prohibe defend prohibit forbid prohibit prohibits
validity: valable valide validite licite | nul nulle nullite annule annuler annulation invalide illicite
confirmation: confirme confirmer confirmation | infirme infirmer infirmation reforme reformer
acceptance: accueille accueillir | rejette rejet rejeter deboute debouter
inclusion: inclus inclut inclure compris comprend comprendre compte | exclu exclut exclure exclusion
application: applique appliquer application applicable | ecarte ecarter
existence: subsiste subsister demeure demeurer maintenu maintient survit | disparait disparaitre tombe cesse cesser
suspend: suspend suspendre suspension suspendu
interrupt: interrompt interrompre interruption interrompu
certain: certain certaine certitude certainement | incertain
hypothetic: hypothetique eventuel hypothetical
possible: possible possibilite susceptible | impossible impossibilite
regular: regulier regularite | irregulier irregularite
sufficient: suffit suffire suffisant suffisamment enough sufficient | insuffisant insuffisance insuffisamment
free: libre librement volontaire
prior: prealable prealablement avant before | apres posterieur after
limit: limite limiter limitation plafond plafonne plafonner reduit reduire reduction diminue diminuer borner reservee reserver cap
total: total totalite integral integrale entier entiere intégralement whole entire full
prove: prouve prouver preuve etablir etablit demontrer demontre justifie justifier rapporter prove proof proves
burden: incombe incomber pese peser appartient revient charge burden
know: connait connaitre connu connaissait connaissance savait savoir su sache aware | ignore ignorait ignorer ignorance
contract: contrat contractuel contractuelle convention conventionnel cocontractant contractant contract
party: partie parties cocontractants contractants
employer: employeur employer
dismissal: licenciement licencie licencier congediement dismissal
termination: rupture rompre rompu resiliation resilier cessation terminate
resolve: resolution resout resoudre
employee: salarie employee worker travailleur treballador treballadora
seller: vendeur venderesse seller
buyer: acheteur acheteuse acquereur acquereuse buyer
creditor: creancier creditor
debtor: debiteur debtor
victim: victime victim
responsible: responsable responsabilite liable liability controller
harm: dommage prejudice damage harm dany
loss: perte perdre perdu loss
gain: gain benefice profit marge
compensate: repare reparer reparation indemnise indemniser indemnisation indemnite dedommage dedommagement compensation compensate
repay: restituer restitution rendre rend recuperer rembourser
price: prix price preu
money: salaire remuneration paie wage
pay: payer paye paiement verse verser versement acquitter regler pay paid pagar
keep: garde garder conserve conserver conservation keep kept
fault: faute fautes fautif fautive
serious: grave gravite lourde seriousness severe
deceit: dol dolosif dolosive intentionnel
clause: clause stipulation stipule stipuler
derisory: derisoire minime infime
essential: essentiel essentielle substance
performance: execute executer execution prestation performance perform
nonperformance: inexecution inexecute manquement manque breach infringement violation viole violer infraction vulnera vulneracio
delay: delai terme duree periode period
late: retard tardif tardive tarde tarder
start: debute debut commence commencer court courir depart begins
notify: notifie notifier notification signale signaler informe informer information avise aviser averti avertir avertissement previent prevenir communique communiquer adresse adresser notify notice inform comunica
send: envoi envoyer envoye adresse transmettre transmet remet remettre remise soumettre
data: donnees donnee data dades
processing: traitement traiter processing
authority: autorite authority
consent: consentement consentir consent accord accepte accepter acceptation
refuse: refus refuser refuse
withdraw: retrait retirer retire revoque revoquer revocation abroge abroger withdraw revoke
cancel: casse casser cassation censure censurer annul annuls annulled quash
judge: juge juges juridiction tribunal cour court judge conseil magistrat jutge
decide: juge juger decide decider decision arret jugement statue retient retenir estime rule held holds
appeal: appel appelant interjete appeal
reasons: motif motive motiver motivation motivee raison reasons reason grounds
precise: precis precision preciser precise detaille circonstancie
vague: vague imprecis imprecise imprecision general generale
letter: lettre courrier letter
medical: medical sante health
pregnancy: grossesse enceinte pregnant maternite
work: travail travailler work
job: emploi poste
search: recherche rechercher cherche chercher
reclass: reclassement reclasser
ask: demande demander reclame reclamer sollicite solliciter request ask
propose: propose proposer proposition offre offrir
renegotiate: renegocier renegociation revise reviser revision
change: modifie modifier modification change changement
onerous: onereux onereuse couteux couteuse ruineux ruineuse cher dearer
foresee: prevoir prevu prevue previsible previsibilite foreseeable | imprevisible imprevu imprevision
prevent: empeche empecher empechement prevent
liberate: libere liberer exonere exonerer exoneration
majeure: majeure
external: exterieur exterieure etrangere etranger
action: action agir recours assigner assignation poursuivre engage engager saisir saisine introduire introduit claim
prescription: prescription prescrit prescrire prescrivent prescrite
forfeit: forclusion forclos
choice: choix choisit choisir prefere preferer
abusive: abusif abusive abus abuse
right: droit droits right dret drets
freedom: liberte libertes freedom
public: public publique publics
document: document documents
explain: explique expliquer explication expliquee explain
write: ecrit ecrite ecrire written escrit
oral: oral orale vive voix verbal
justify: justification fonde fonder
correct: corrige corriger correction rectifie rectifier
erase: efface effacer suppression supprime supprimer erasure erased
quick: rapide rapidement sans_tarder promptement prompt
date: date dater
verify: verifie verifier verification
transfer: transfert transferer cession ceder cede
divide: partage partager moitie
cost: frais cout couts costs
person: personne particulier individu person persona
company: societe entreprise company
group: groupe
opinion: avis
committee: comite
protection: protection protege proteger
defence: defense defendre defence
guarantee: garantie garantir garantit
defect: vice defaut defauts defecte defectes
hidden: cache cachee
discover: decouverte decouvrir
time: fois temps
week: semaine hebdomadaire setmana
month: mois mensuel mensuelle
year: annee ans annuel annuelle
day: jour jours journee quotidien chaque
rest: repos
lose: perd
successive: affilee consecutif consecutives ininterrompu continu
notice: preavis
resign: demission demissionner demissionnaire
absence: absence absent absente absenter
return: retour revenir
hour: heure heures horaire
forbid: interdiction
judgewrite: ecriture
inheritance: succession successions successoral
custom: coutume usage usages costum
law: loi lois legal legislation llei law
prevail: prevaut prevaloir emporte primer passe
state: etat state
minister: ministre
appear: figure figurer
pedestrian: pieton pietons
measure: mesure mesurer mesurage
reproach: reproche reprocher
answer: repond repondre reponse respondre resposta answer
punish: sanction sanctionner sanctionne punir puni amende fine
misuse: detournement
attenuate: attenuer
presume: presume presumer presomption
seize: saisie
child: enfant enfants mineur children child
test: teste tester tested tests
remain: reste rester subsistent
threshold: seuil minimum
independent: independant independante independantes autonome
destroy: destruction detruire detruit
brief: bref breve court courte sommaire succinct short brief
form: forme formel formelle formalite formalites
mention: enonce enoncer indique indiquer mentionne mention mentionner designe designer nomme nommer cite citer state states
doctor: medecin docteur doctor
consequence: consequence effet effets resulte resulter entraine entrainer emporte emporter
condition: condition conditions subordonne subordonner suppose supposer
object: objet but finalite purpose finalites
moment: moment instant
agree: convenir convenu convient entendre
obtain: obtenir obtient beneficier beneficie bénéficient recevoir recoit perçoit percevoir profite profiter
give: donner donne accorder accorde allouer alloue octroyer octroie delivrer delivre attribuer attribue fournir fournit give gives
create: creer cree naitre fait_naitre
belong: relever releve
replace: remplacer remplace substituer substitue succede succeder
continue: continuer continue poursuivre poursuite
leave: quitter depart
finish: fin finir terminer prendre_fin
order: ordonner ordonne enjoindre
condemn: condamner condamne condamnation
allege: soutenir soutient invoquer invoque alleguer allegue opposer oppose prevaloir
understand: comprendre
require: requerir
allowance: indemnite allocation
purchase: acquerir acquis achat acheter achete
sell: vente vendre vendu
lease: bail louer location
lodging: logement habitation habitatge
house: maison immeuble
family: famille familial
region: region territoire
member: membre membres adherent adherents
rule: regle regles norme disposition dispositions texte textes rule norma
sign: signer signe signature
old: ancien ancienne anterieur anterieure
new: nouveau nouvelle nouveaux
equal: egal egale meme_montant
minimal: minimum moins
double: double deux_fois
similar: semblable voisin voisine proche comparable similaire
different: differe differer distinguer distingue distinct distincte differents
suitable: approprie appropriee adapte adequat
danger: danger risque risquer risk
secret: secret confidentiel confidentialite
fraud: fraude frauduleux
access: acces acceder access
cause: cause causer
sole: unique
examine: examiner examine examen controler controle
supervise: superviser surveiller surveillance
trial: proces instance litige
first: premier premiere
attack: attaquer attaque contester conteste
`

/**
 * Roles that exclude each other. A claim contradicts a text if it gives one role what the text
 * gives another.
 */
const ROLES = `
employer employee doctor
seller buyer
creditor debtor
victim responsible
`

/** The meaning of a word in a comparison: its concept, and whether it affirms or negates it. */
export type Meaning = { readonly concept: string; readonly sign: 1 | -1 }

const words = new Map<string, Meaning>()
const stems = new Map<string, Meaning>()
for (const line of GROUPS.trim().split('\n')) {
  const [concept = '', listed = ''] = line.split(':')
  const [same = '', opposite = ''] = listed.split('|')
  for (const [list, sign] of [
    [same, 1],
    [opposite, -1],
  ] as const) {
    for (const word of list.trim().split(/\s+/u)) {
      if (word === '') continue
      const meaning: Meaning = { concept: `=${concept}`, sign }
      if (!words.has(fold(word))) words.set(fold(word), meaning)
      // Two words of different meaning may share a stem (`emploi`, `employeur`): the first one
      // lends it to forms not listed.
      const key = stem(fold(word))
      if (!stems.has(key)) stems.set(key, meaning)
    }
  }
}

const roles = new Map<string, number>()
for (const [index, line] of ROLES.trim().split('\n').entries())
  for (const concept of line.split(' ')) roles.set(`=${concept}`, index)

/** Modal words are frequent, so they weigh little, but their negation counts. */
export const MODAL: ReadonlySet<string> = new Set(['=obligation', '=permission'])

/** The set of roles that a concept belongs to, or null. */
const roleOf = (concept: string): number | null => roles.get(concept) ?? null

const meaningBy = (folded: string, key: string): Meaning =>
  words.get(folded) ?? stems.get(key) ?? { concept: key, sign: 1 }

/** Number of cached words: stemming takes most of the time, and a language has few words. */
const KEPT_MAX = 50_000

/** What the lexicon knows about a word. */
export type Entry = Meaning & { readonly stem: string; readonly role: number | null }
const kept = new Map<string, Entry>()

/**
 * The stem, meaning and role of a folded word. The meaning comes from its group, or else from its
 * stem.
 */
export const entryOf = (folded: string): Entry => {
  const known = kept.get(folded)
  if (known !== undefined) return known
  const key = stem(folded)
  const meaning = meaningBy(folded, key)
  const entry: Entry = { ...meaning, stem: key, role: roleOf(meaning.concept) }
  if (kept.size >= KEPT_MAX) kept.clear()
  kept.set(folded, entry)
  return entry
}

/** The meaning of a folded word. */
export const meaningOf = (folded: string): Meaning => entryOf(folded)
