/** What a doubt means, and what sets a sentence apart from its source, in words for editors. */
import type { Difference } from '#contracts/law/claims/frames/differences.ts'
import { Day } from '#contracts/ids.ts'
import type { IntegrityCode } from '#contracts/vocabulary/integrity.ts'
import { printersOf } from '#contracts/web/language.ts'

export type DoubtLanguage = 'en' | 'fr'
type Words = Readonly<Record<DoubtLanguage, string>>

const MEANING: Readonly<Record<IntegrityCode, Words>> = {
  hash_mismatch: {
    en: 'The stored hash is not that of the text.',
    fr: 'L’empreinte enregistrée n’est pas celle du texte.',
  },
  version_hash_regression: {
    en: 'One version has two hashes.',
    fr: 'Une même version porte deux empreintes.',
  },
  source_text_not_found: {
    en: 'The words that a headnote rests on are not in the text.',
    fr: 'Le passage sur lequel repose un sommaire ne figure pas dans le texte.',
  },
  quote_altered: {
    en: 'A quotation differs from its source.',
    fr: 'Une citation textuelle diffère de sa source.',
  },
  quote_not_found: {
    en: 'A quotation is in none of the sources cited.',
    fr: 'Une citation textuelle ne figure dans aucune des sources citées.',
  },
  citation_unresolved: {
    en: 'A text that is cited is not in the corpus.',
    fr: 'Un texte cité ne figure pas dans le fonds.',
  },
  citation_ambiguous: {
    en: 'A citation fits several texts.',
    fr: 'Une référence correspond à plusieurs textes.',
  },
  cited_authority_red: {
    en: 'An authority that is cited is no longer good law.',
    fr: 'Une autorité citée ne fait plus jurisprudence ou n’est plus en vigueur.',
  },
  cited_authority_orange: {
    en: 'An authority that is cited is called into question.',
    fr: 'Une autorité citée est remise en cause.',
  },
  stale_law: {
    en: 'A provision that is cited was changed after the text appeared.',
    fr: 'Une disposition citée a été modifiée depuis la parution du texte.',
  },
  source_changed: {
    en: 'The publisher changed the source.',
    fr: 'L’éditeur de la source l’a modifiée.',
  },
  source_withdrawn: {
    en: 'The publisher withdrew the source.',
    fr: 'L’éditeur de la source l’a retirée.',
  },
  claim_contradicted: {
    en: 'A sentence contradicts the source that it rests on.',
    fr: 'Une phrase contredit la source sur laquelle elle repose.',
  },
  low_groundedness: {
    en: 'Too few of the sentences are supported by their sources.',
    fr: 'Trop peu de phrases sont étayées par leurs sources.',
  },
  groundedness_stale: {
    en: 'The assessment is of an earlier wording.',
    fr: 'L’évaluation porte sur une rédaction antérieure.',
  },
  anonymisation_pending: {
    en: 'A person has yet to check that the parties are anonymous.',
    fr: 'L’anonymisation des parties reste à vérifier.',
  },
  encoding_suspect: {
    en: 'A wrong character encoding may have damaged the text.',
    fr: 'Une erreur d’encodage a pu altérer des caractères.',
  },
  machine_translated: {
    en: 'A machine translated the text.',
    fr: 'Le texte est une traduction automatique.',
  },
  machine_summary: {
    en: 'A machine wrote a summary of the text.',
    fr: 'Un résumé du texte a été rédigé automatiquement.',
  },
}
export const meaningOf = (code: IntegrityCode, language: DoubtLanguage): string =>
  MEANING[code][language]

const KIND: Readonly<Record<Difference['kind'], Words>> = {
  modality: { en: 'obligation or permission', fr: 'obligation ou faculté' },
  polarity: { en: 'negation', fr: 'négation' },
  bearer: { en: 'person', fr: 'personne' },
  term: { en: 'term', fr: 'terme' },
  number: { en: 'number', fr: 'nombre' },
  date: { en: 'date', fr: 'date' },
  authority: { en: 'authority', fr: 'référence' },
  name: { en: 'name', fr: 'nom' },
  quotation: { en: 'quotation', fr: 'citation' },
  condition: { en: 'condition', fr: 'condition' },
  exception: { en: 'exception', fr: 'exception' },
  scope: { en: 'scope', fr: 'portée' },
  wording: { en: 'wording', fr: 'rédaction' },
  role: { en: 'roles', fr: 'rôles' },
  entailment: { en: 'meaning', fr: 'sens' },
  plea: { en: 'argument of a party', fr: 'argument d’une partie' },
}

/** So that no mark of French begins a line. */
const NO_BREAK = '\u00A0'

export const quoted = (words: string, language: DoubtLanguage): string =>
  language === 'fr' ? `«${NO_BREAK}${words}${NO_BREAK}»` : `“${words}”`

const PRINTERS = { fr: printersOf('fr'), en: printersOf('en') } as const
const dayWords = (day: string, language: DoubtLanguage): string =>
  Day.safeParse(day).success ? PRINTERS[language].date(day) : day

/** A date of a source, in numbers from the day to the year; a part of them may be absent. */
const NUMBERS = /^(?:(?<day>\d{1,2})\.)?(?<month>\d{1,2})\.(?<year>\d{4})$/
const dateWords = (numbers: string, language: DoubtLanguage): string => {
  const { day, month, year } = NUMBERS.exec(numbers)?.groups ?? {}
  if (month === undefined || year === undefined) return numbers
  const named = `${year}-${month.padStart(2, '0')}`
  // A text may name a day that no calendar has.
  if (!Day.safeParse(`${named}-${(day ?? '1').padStart(2, '0')}`).success) return numbers
  const { date, month: monthOf } = PRINTERS[language]
  return day === undefined ? monthOf(named) : date(`${named}-${day.padStart(2, '0')}`)
}

/** The words that deny may be far from the word that they deny. */
const isSameWord = (said: string | null, source: string | null): boolean =>
  said?.toLowerCase() === source?.toLowerCase()

/** One difference in one line, such as `number: the text says “30”, the source says “14”`. */
const differenceWords = ({ kind, said, source }: Difference, language: DoubtLanguage): string => {
  const isFrench = language === 'fr'
  const own = said === null ? null : quoted(said, language)
  const shown = source !== null && kind === 'date' ? dateWords(source, language) : source
  const other = shown === null ? null : quoted(shown, language)
  const name = `${KIND[kind][language]}${isFrench ? NO_BREAK : ''}: `
  if (own !== null && kind === 'polarity' && isSameWord(said, source))
    return `${name}${own} ${isFrench ? 'est affirmé d’un côté et nié de l’autre' : 'is affirmed on one side and denied on the other'}`
  if (own !== null && other !== null)
    return `${name}${isFrench ? `le texte dit ${own}, la source dit ${other}` : `the text says ${own}, the source says ${other}`}`
  if (own !== null)
    return `${name}${isFrench ? `la source ne dit pas ${own}` : `the source does not say ${own}`}`
  if (other !== null)
    return `${name}${isFrench ? `le texte omet ${other}` : `the text leaves out ${other}`}`
  if (kind === 'role')
    return `${name}${isFrench ? 'qui fait quoi à qui est inversé' : 'who does what to whom is turned round'}`
  return `${name}${isFrench ? 'la source ne l’affirme pas' : 'the source does not state it'}`
}

const isPartOf = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && other.length > one.length && other.includes(one)

/**
 * `trente jours` for `quatorze jours` says it better than `trente` for `14`; either side of a
 * denial has the fuller words.
 */
const isWithin = (one: Difference, other: Difference): boolean =>
  one !== other &&
  one.kind === other.kind &&
  (isPartOf(one.said, other.said) ||
    (one.kind === 'polarity' && isPartOf(one.source, other.source)))

/** Differences, one line each; those that a fuller one includes are left out. */
export const differenceLines = (
  differences: readonly Difference[],
  language: DoubtLanguage,
): string[] =>
  differences
    .filter((one) => !differences.some((other) => isWithin(one, other)))
    .map((one) => differenceWords(one, language))

/** What the evidence of a citation or of an authority says, in one line. */
export type Circumstance =
  | { readonly is: 'unresolved'; readonly citation: string }
  | { readonly is: 'ambiguous'; readonly citation: string }
  | { readonly is: 'red' | 'orange'; readonly stoppedBy: readonly string[] }
  | { readonly is: 'repealed' | 'amended'; readonly on: string }
  | { readonly is: 'altered'; readonly source: string | null; readonly said: string | null }
  | {
      readonly is: 'misattributed' | 'composed' | 'not-found' | 'not-in-text'
      readonly quotation: string
    }

const LOST: Readonly<Record<'misattributed' | 'composed' | 'not-found' | 'not-in-text', Words>> = {
  misattributed: {
    en: 'these words are of another text than the one cited:',
    fr: 'ces mots proviennent d’un autre texte que celui qui est cité :',
  },
  composed: {
    en: 'the quotation joins words that the source has in different places:',
    fr: 'la citation réunit des mots que la source donne en des endroits différents :',
  },
  'not-found': {
    en: 'no source that is cited has these words:',
    fr: 'aucune source citée ne contient ces mots :',
  },
  'not-in-text': {
    en: 'the text does not have these words:',
    fr: 'le texte ne contient pas ces mots :',
  },
}

export const circumstanceWords = (one: Circumstance, language: DoubtLanguage): string => {
  const isFrench = language === 'fr'
  switch (one.is) {
    case 'unresolved':
      return `${quoted(one.citation, language)} ${isFrench ? 'est introuvable dans le fonds' : 'is not in the corpus'}`
    case 'ambiguous':
      return `${quoted(one.citation, language)} ${isFrench ? 'correspond à plusieurs textes' : 'fits several texts'}`
    case 'red':
    case 'orange': {
      const colour = { red: 'rouge', orange: 'orange' }[one.is]
      const because = one.stoppedBy.length === 0 ? '' : ` (${one.stoppedBy.join(', ')})`
      return isFrench
        ? `statut ${colour} de la source${because}`
        : `the source has the status ${one.is}${because}`
    }
    case 'repealed':
      return isFrench
        ? `source abrogée le ${dayWords(one.on, language)}`
        : `the source was repealed on ${dayWords(one.on, language)}`
    case 'amended':
      return isFrench
        ? `source modifiée le ${dayWords(one.on, language)}`
        : `the source was amended on ${dayWords(one.on, language)}`
    case 'altered':
      return differenceWords({ kind: 'quotation', said: one.said, source: one.source }, language)
    case 'misattributed':
    case 'composed':
    case 'not-found':
    case 'not-in-text':
      return `${LOST[one.is][language]} ${quoted(one.quotation, language)}`
    default:
      return one satisfies never
  }
}
