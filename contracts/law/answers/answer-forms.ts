/** Whether a sentence has the form of an answer to a kind of question. Pure. */
import { terms } from '../analysis/analyse.ts'
import { BROADER_TERMS } from '../lexicon/lexicon.ts'
import { foldedText } from './folded.ts'
import type { QuestionKind } from './question-kinds.ts'

const NUMBER =
  '(?:\\d[\\d ,.]{0,30}|une?|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|quinze|seize|dix-huit|vingt|trente|quarante|cinquante|soixante|soixante-douze|quatre-vingt|cent|mille|demi|premiers?)'
const UNIT =
  '(?:minutes?|heures?|jours?|semaines?|mois|trimestres?|semestres?|ans?|annees?|journees?|jour franc|jours francs)'
const DURATION = new RegExp(
  `\\b${NUMBER}[ -](?:\\w+ )?${UNIT}\\b|\\b(?:delai|duree) raisonnable\\b|\\bsans delai\\b|\\bmeilleurs delais\\b|\\b(?:perpetuel|indetermine)\\w*\\b|\\bimmediatement\\b`,
  'u',
)
const AMOUNT = new RegExp(
  `\\b\\d[\\d ,.]{0,30}\\s?(?:%|€|euros?|francs?)|\\b(?:euros?|pour cent|%)|\\b${NUMBER} (?:mois de|ans|fois|salaires?|jours|personnes|membres)\\b|\\b(?:moitie|tiers|quart|dixieme|cinquieme|double|triple|taux legal|montant|egale?s? a|superieure?s? a|inferieure?s? a)\\b`,
  'u',
)
const PERMITS =
  /\b(?:peut|peuvent|pourra|pourront|ne (?:peut|peuvent|saurai(?:t|ent))|nul ne|aucune? \w+ ne|interdite?s?|interdit|prohibee?s?|autorisee?s?|autorise|permis|permet|permettent|libre(?:ment)?|(?:a|ont) le droit|droit de|faculte|possible|impossible|nul(?:le)?s?|nullite|annulee?s?|irrevocable|reputee?s? non ecrites?|sans que|n'est pas (?:admis|valable)|licite|illicite|valable)\b|\b(?:may|can|pot|poden)\b/u
const REQUIRES =
  /\b(?:doit|doivent|devra|devront|est tenue?|sont tenue?s|tenue?s? de|obligatoire(?:ment)?|oblige\w*|necessairement|exige\w*|requise?s?|impose\w*|a peine de|ne (?:peut|peuvent)|dispense\w*|fait l'objet|shall|must)\b/u
const FOLLOWS =
  /\b(?:est (?:puni|passible|nul|reput|tenu|priv|conden|condamn|engag)|sont (?:puni|reput|null|tenu)|punie?s?|amende|emprisonnement|nullite|nul(?:le)?s?|cense|annulee?s?|reputee?s?|ouvre droit|donne lieu|entraine\w*|emporte\w*|produit|engage sa responsabilite|perd|a droit|ont droit|peut|prevalent|prevaut|vaut|sans effet|prive\w*|encourt|cesse\w*|subsistent|fait obstacle|dommages et interets|est verse|restitu\w*|indemnite)\b/u
const CASES =
  /\b(?:lorsque?|quand|si|s'il|s'ils|des que|des lors|a compter|a partir|en cas|dans (?:le|les|la) (?:cas|mesure|delai)|sauf|a moins|pourvu|a condition|sous reserve|au moment|lors d|jusqu'|apres|avant|que si|tant que|exigee?s?|if|when|quan)/u
const WAYS =
  /\b(?:par|au moyen|dans les conditions|selon|conformement|doit|doivent|en (?:\w+ant)|apres|ecrit|lettre|notifi\w*|notification|mise en demeure|forme|formes|suivant|proportion\w*|de bonne foi)\b/u
/** Everyone whom the lexicon knows as a person, by the stem of the word that heads the name. */
const PERSONS: ReadonlySet<string> = (() => {
  const persons = new Set([
    'personne',
    'autorité',
    'administration',
    'juge',
    'tribunal',
    'organisme',
  ])
  const isPerson = (term: string): boolean =>
    persons.has(term) || (BROADER_TERMS.get(term) ?? []).some((above) => persons.has(above))
  for (let size = -1; size !== persons.size;) {
    size = persons.size
    for (const term of BROADER_TERMS.keys()) if (isPerson(term)) persons.add(term)
  }
  const more =
    'quiconque celui celle ceux chacun entité propriétaire responsable sous-traitant père mère préfet maire commission ministre association'
  return new Set([...persons, ...more.split(' ')].flatMap((term) => terms(term).slice(0, 1)))
})()
const PRONOUN = /^(?:\W|\d+[.)°]?\s)*(?:celui|celle|ceux|quiconque|chacun|toute personne|tout)\b/u
const SUBJECT_TERMS = 5
const BY_AGENT =
  /\b(?:par|a|au|aux|incombe|appartient|revient|charge d\w*) (?:la |le |les |l'|un |une )?([a-z-]+)/gu

/** Whether a sentence says who: its subject is a person, or one is named after `par` or `à`. */
const namesAgent = (folded: string): boolean =>
  PRONOUN.test(folded) ||
  terms(folded)
    .slice(0, SUBJECT_TERMS)
    .some((term) => PERSONS.has(term)) ||
  [...folded.matchAll(BY_AGENT)].some(([, noun = '']) => PERSONS.has(terms(noun)[0] ?? ''))
const PLACES =
  /\b(?:devant|tribunal|cour|siege|domicile|lieu|aupres|au greffe|prefecture|mairie)\b/u
const REASONS =
  /\b(?:parce qu|car|afin|en raison|au motif|pour (?:que|permettre|proteger)|des lors qu|motif)/u

const FORMS: Readonly<Record<QuestionKind, RegExp | null>> = {
  'how-long': DURATION,
  'how-much': AMOUNT,
  who: null,
  'what-if': FOLLOWS,
  may: PERMITS,
  must: REQUIRES,
  'what-is': null,
  when: CASES,
  where: PLACES,
  why: REASONS,
  how: WAYS,
  whether: null,
  what: null,
  topic: null,
}

/** Whether a sentence, folded, has the form that answers a question of this kind. */
export const answersInForm = (kind: QuestionKind, folded: string): boolean => {
  if (kind === 'who') return namesAgent(folded)
  if (kind === 'what-is') return definedIn(folded) !== null
  return FORMS[kind]?.test(folded) ?? true
}

/** A rule that leaves its content to another text: it answers no question about the content. */
export const refersElsewhere = (folded: string): boolean =>
  /\b(?:un|des|par)? ?(?:decrets?|arretes?|ordonnances?)(?: en conseil d'etat| du ministre\w*| conjoint\w*)? (?:determine|fixe|precise|definit|prevoi)\w*|\b(?:sont|est) (?:fixe|determine|precise|defini|prevu)e?s? par (?:un |des )?(?:decret|arrete|voie reglementaire|ordonnance)|\bles dispositions (?:de la presente|du present|de l'article|des articles)\b.{0,80}\bapplicables?\b|\b(?:est|sont) (?:abrogee?s?|modifiee?s?|remplacee?s? par)\b|\bles dispositions du \w+ (?:livre|titre|chapitre) mentionnees\b|\bla reference (?:a|au|aux)\b/u.test(
    folded,
  )

/** An exception or a limit that belongs to the rule before it. */
export const limitsRule = (words: string): boolean =>
  /^(?:\W|\d+[.)°]?\s)*(?:toutefois|cependant|neanmoins|par exception|par derogation|sauf|a moins|sous reserve|il n'en est|il en est autrement|en aucun cas|hors|hormis|excepte|ces dispositions ne|cette (?:regle|disposition|interdiction) ne|le premier alinea n|l'alinea precedent n|les dispositions (?:du premier alinea|de l'alinea precedent|qui precedent) ne)\b/u.test(
    foldedText(words),
  )

const DEFINING =
  /\b(?:est|sont|resulte(?:nt)?|consiste(?:nt)?(?: en| a)?|se caracterise(?:nt)?(?: par)?|constitue(?:nt)?|designe(?:nt)?|s'entend(?:ent)?(?: de)?|se definit comme|signifie) (?:(?:[a-z'-]+ )?(?:lorsqu|si )|(?:de )?(?:l'|un |une |le |la |les |du |des |celui|celle|ceux|ce |tout |toute |toutes |tous ))/u
const DEFINED_FIRST =
  /^(?:\W|\d+[.)°]?\s)*(?:est|sont|constitue(?:nt)?) (?:[a-z'-]+ )?(?:un |une |des |le |la |les |l'|lorsqu)/u

/** The matter in which a definition holds is no part of what it defines. */
const MATTER = /\ben matiere [a-z-]+\b,?/u
const THERE_IS =
  /^[^a-z]{0,12}(?:en matiere [a-z-]{1,30},? )?(il y a [^,;:.]{1,90}?) (?:lorsqu|quand|si |des lors qu)/u
const MEANT = /\bon entend par ([^,;:.]{1,90}?)(?: ?[,:]|,? (?:toute?|le|la|les|un|une) )/u
/** An entry of a list of definitions. */
const ENTRY = /^[^a-z«"“]{0,12}(?:[a-z]\) )?[«"“]([^«»"“”]{1,90})[»"”] ?[,:]/u

/** The clause of a definition that names what it defines; null where a sentence defines nothing. */
export const definedIn = (folded: string): string | null => {
  for (const form of [THERE_IS, MEANT, ENTRY]) {
    const head = form.exec(folded)?.[1]
    if (head !== undefined) return head.replace(MATTER, '').trim()
  }
  const inverted = DEFINED_FIRST.exec(folded)
  if (inverted !== null) return folded.slice(0, 90)
  const at = DEFINING.exec(folded)
  // The adjective of `la condition est suspensive lorsque` is a part of what is defined.
  return at === null || at.index > 120 ? null : folded.slice(0, at.index + at[0].length)
}
