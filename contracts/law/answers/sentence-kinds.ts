/**
 * What a sentence does in a legal text: it states a rule or a holding, or it only argues, tells
 * facts, or reports what a party pleads. Read from the language of each type of text. Pure.
 */
import type { ContentType } from '../../vocabulary/texts.ts'
import { foldedText } from './folded.ts'

export const SENTENCE_KINDS = [
  /** A rule: of a legislator, or stated by a commentator as the law. */
  'norm',
  /** What a court holds the law to be. */
  'holding',
  /** How a court applies the law, or what it reports of the judges below. */
  'reasoning',
  /** What a party argues. */
  'plea',
  'fact',
  /** Composition of the court, costs, notification, and the orders of the judgment. */
  'procedure',
  /** What a text says of itself: that it sums up a rule, or is imaginary. */
  'notice',
  'heading',
  /** No whole sentence: an item of a list, a reference, a label. */
  'fragment',
] as const
export type SentenceKind = (typeof SENTENCE_KINDS)[number]

/** A sentence with its words, in the order of the text. */
export type ReadSentence = { readonly words: string; readonly heading: boolean }

/**
 * Sections of a decision, by the titles that the courts of the countries held give them, in French,
 * Catalan and English.
 */
const SECTIONS: readonly (readonly [SentenceKind, RegExp])[] = [
  [
    'plea',
    /^(?:\d+[.)]?\s*)?(?:enonces? (?:du|des|de) moyens?|moyens? (?:annexes?|produits?|du pourvoi)|le moyen reproche|exposes? (?:du|des) moyens?|pretentions|moyens et pretentions)\b/u,
  ],
  [
    'plea',
    /^(?:\d+[.)]?\s*)?(?:(?:les )?moyens?(?: et arguments)?(?: des parties| de cassation| du recours)?|sur (?:le|l'unique|les|le \w+) moyens? de cassation|arguments? (?:des parties|of the parties)|(?:forms of order sought|pleas in law)[^.]*|motius del recurs|al·?legacions(?: de les parts)?)\W*$/u,
  ],
  [
    'reasoning',
    /^(?:\d+[.)]?\s*)?(?:reponses? de la cour|motifs?(?: de la decision)?|motivation|sur ce\b|considerant|recevabilite|bien-fonde|sur le (?:bien-fonde|fond)|vu (?:l'article|les articles|le code|la loi|le traite))/u,
  ],
  [
    'reasoning',
    /^(?:\d+[.)]?\s*)?(?:appreciation(?: (?:du tribunal|de la cour|du conseil))?|discussion|sur (?:la|les|la premiere|la seconde|l'unique) questions?(?: prejudicielles?)?|fonaments? (?:de dret|juridics?)|findings of the (?:court|general court)|(?:consideration|assessment) (?:of|by) the (?:question|questions|court|general court)[^.]*|law)\W*$/u,
  ],
  [
    'fact',
    /^(?:\d+[.)]?\s*)?(?:faits? et procedure|faits?|expose du litige|rappel des faits|les faits|procedure|faits? et (?:retroactes|antecedents)|retroactes|antecedents(?: de fet)?|fets|le litige au principal[^.]*|(?:factual )?background[^.]*|facts|the dispute in the main proceedings[^.]*)\W*$/u,
  ],
  [
    'procedure',
    /^(?:\d+[.)]?\s*)?(?:par ces motifs|dispositif|decide|d e c i d e|operative part|part dispositiva|decisio$|sur les depens$|costs$)/u,
  ],
]
const TITLE_UNITS_MAX = 120

const PLEA =
  /\b(?:font? grief|fait valoir|font valoir|soutien(?:t|nent)|selon le (?:moyen|pourvoi)|le pourvoi (?:reproche|soutient)|est reproche|alors,? (?:selon|d'une part|d'autre part|en (?:premier|second) lieu)|alors «|pretend(?:ent)?|que ce faisant|reproche a (?:l'arret|la decision)|au moyen que|le moyen (?:tire|pris)|conclu(?:t|ent) au (?:rejet|deboute)|demand(?:e|ent) (?:a la cour|au conseil|l'annulation|au tribunal)|moyen (?:unique|de cassation)|the (?:applicant|defendant|appellant|claimant|commission|council|parliament)s? (?:submits?|claims?|argues?|contends?|maintains?|relies|rely)|soste que|sostenen que|al·?lega que|al·?leguen que)\b/u
const BELOW =
  /\b(?:l'arret (?:attaque )?(?:retient|releve|enonce|constate|enonce|ajoute|en deduit|condamne|rejette|declare)|la cour d'appel (?:a|qui|n'a|avait|ayant)|les juges (?:du fond|d'appel)|le tribunal a|en statuant ainsi|en se determinant ainsi|l'arret rendu|encourt la cassation|le moyen n'est (?:donc )?pas fonde|est irrecevable en)\b/u
const HOLDING =
  /^(?:\d+[.)°/]*\s*)?(?:(?:il|qu'il) (?:resulte|ressort|se deduit|s'ensuit|s'infere|decoule)|il en (?:resulte|decoule)|(?:en|par) application (?:de|du|des|d')|aux termes (?:de|du|des)|selon (?:l'article|les articles|ce texte|ces textes|une jurisprudence|la jurisprudence)|en vertu (?:de|du|des)|ce texte|ces (?:textes|dispositions)|la cour (?:de cassation )?(?:juge|dit|rappelle)|le conseil d'etat juge|d'une part|il est juge)\b/u
/** The Court of Justice states its holding in the operative part. */
const ANSWERS = /\b(?:dit pour droit|hereby rules)\b/u
const ORDERS =
  /^(?:casse(?: et annule)?|rejette|condamne|remet|renvoie|dit (?:que|n'y)|ordonne|annule|declare|infirme|confirme|ainsi fait|en application de l'article 700|laisse|met hors|fixe la)\b/u
const COURT_OPENS =
  /\b(?:a rendu l'arret|audience publique|president|conseiller rapporteur|avocat general|greffier|pourvoi n°|republique francaise|au nom du peuple|sur le rapport de|le dossier a ete communique)\b/u
const REPORTS =
  /^(?:selon|il resulte (?:de|du)) (?:l'arret|le jugement|jugement|la decision) (?:attaque|defere)/u
const FACTS =
  /\b(?:selon l'arret attaque|par (?:acte|jugement|arret|ordonnance|lettre|contrat) (?:du|en date)|a ete (?:engage|embauche|licencie|recrute|victime|place|condamne|assigne)e?|a (?:assigne|saisi|forme|interjete|conclu|sollicite|demande|souscrit)|ont (?:assigne|saisi|forme|conclu)|a compter du \d|le \d{1,2}(?:er)? \w+ \d{4}|il resulte (?:de l'arret|du jugement) attaque|m\. \[|mme \[)/u

const NOTICE =
  /^[\W_]*(?:le present|la presente|ce|cette|the present|this|el present|aquest|aquesta) (?:texte|resume|note|fiche|document|text|summary|resum) (?:resume|presente|decrit|reproduit|ne reproduit|n'est (?:pas|qu)|summari[sz]es|describes|is (?:a summary|not the text)|resumeix|descriu)\b|\b(?:est|sont|is|are|es|son),? (?:\w+ )?(?:imaginaires?|imaginaris?|imaginary)\b|\bn'en reproduit pas la lettre\b|\b(?:illustre|montre|illustrates|shows|mostra) (?:la forme|comment|how|com) /u

const VERB =
  /\b(?:est|sont|soit|soient|a|ont|ait|peut|peuvent|doit|doivent|n'a|n'est|n'ont|ne|s'applique\w*|fait|font|fixe\w*|determine\w*|prevoi\w*|prend|reste\w*|demeure\w*|dispose\w*|beneficie\w*|emporte\w*|entraine\w*|ouvre\w*|cesse\w*|court|vaut|incombe|appartient|resulte\w*|releve\w*|constitue\w*|comprend|comporte\w*|consiste\w*|exige\w*|suspend\w*|oblige\w*|is|are|shall|may|must|es|son|pot|poden|ha|han)\b|\b\w{3,}(?:ent|e|it|t)\b/u
const OPENS_SMALL = /^\s*\p{Ll}/u
const ENDS = /[.!?…:;]["»”)\]]*\s*$/u
const WORDS_MIN = 5
const WORD = /[\p{L}\p{N}]+/gu

const wordsIn = (text: string): number => [...text.matchAll(WORD)].length

/** A title, a question or a bare reference, not a statement. */
const isHeading = ({ words, heading }: ReadSentence, folded: string): boolean =>
  heading ||
  /\?\s*$/u.test(words) ||
  /^(?:chapitre|section|sous-section|titre|livre|paragraphe|annexe|art(?:icle)?\.?) [\divxlcdm]+\w*(?:[-. ]\w+)?\W*$/u.test(
    folded,
  )

const isFragment = (words: string, folded: string): boolean =>
  wordsIn(words) < WORDS_MIN ||
  OPENS_SMALL.test(words) ||
  !VERB.test(folded) ||
  (!ENDS.test(words) && wordsIn(words) < WORDS_MIN * 2)

const inLaw = (sentence: ReadSentence, folded: string): SentenceKind => {
  if (isHeading(sentence, folded)) return 'heading'
  if (NOTICE.test(folded)) return 'notice'
  return isFragment(sentence.words, folded) ? 'fragment' : 'norm'
}

const inDecision = (
  sentence: ReadSentence,
  folded: string,
  section: SentenceKind | null,
): SentenceKind => {
  if (isHeading(sentence, folded)) return 'heading'
  if (section === 'plea' || PLEA.test(folded)) return 'plea'
  if (ANSWERS.test(folded)) return 'holding'
  if (section === 'procedure' || ORDERS.test(folded) || COURT_OPENS.test(folded)) return 'procedure'
  if (section === 'fact') return 'fact'
  if (BELOW.test(folded)) return 'reasoning'
  if (REPORTS.test(folded)) return 'fact'
  if (HOLDING.test(folded)) return 'holding'
  if (FACTS.test(folded)) return 'fact'
  if (isFragment(sentence.words, folded)) return 'fragment'
  // A text without sections is the published abstract of a decision: it holds what it says.
  return section === null ? 'holding' : 'reasoning'
}

const sectionAt = (folded: string): SentenceKind | null =>
  folded.length > TITLE_UNITS_MAX
    ? null
    : (SECTIONS.find(([, title]) => title.test(folded))?.[0] ?? null)

const DECIDES: ReadonlySet<ContentType> = new Set(['jurisprudence'])

/** The kind of each sentence of one text, in order. Linear in the text. */
export const sentenceKindsOf = (
  contentType: ContentType,
  sentences: readonly ReadSentence[],
): SentenceKind[] => {
  const folded = sentences.map(({ words }) => foldedText(words))
  if (!DECIDES.has(contentType))
    return sentences.map((sentence, at) => inLaw(sentence, folded[at] ?? ''))
  const hasSections = folded.some((one) => sectionAt(one) !== null || COURT_OPENS.test(one))
  let section: SentenceKind | null = hasSections ? 'procedure' : null
  return sentences.map((sentence, at) => {
    const words = folded[at] ?? ''
    const opened = sectionAt(words)
    if (opened === null) return inDecision(sentence, words, section)
    section = opened
    return 'heading'
  })
}

/** Kinds that may answer a question of law. */
export const STATES_LAW: ReadonlySet<SentenceKind> = new Set(['norm', 'holding'])
