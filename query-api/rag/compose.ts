/** Composes an answer from passages: text, spans of the sentences, citations and warnings. Pure. */
import type { RagCitation, RagClaim, RagWarning } from '#contracts/http/rag.ts'
import { analyseSentence } from '#contracts/law/claims/sentence-analysis.ts'
import { isCheckWorthy } from '#contracts/law/claims/check-worthy.ts'
import type { Day, Slug } from '#contracts/ids.ts'
import { textSpan } from '#contracts/text-span.ts'
import type { Passage } from './candidates.ts'

/** One sentence of an answer: its lead (`Par ailleurs,`) and the passage. */
export type AnswerSentence = { readonly lead: string; readonly passage: Passage }

type Composed = {
  readonly answer: string
  readonly claims: RagClaim[]
  readonly citations: RagCitation[]
}

const citationOf = ({ article, headnote, start, end }: Passage, id: string): RagCitation => ({
  id,
  type: headnote === null ? 'article' : 'headnote',
  slug: article.slug,
  title: article.title,
  version: article.version,
  sha256Hash: article.sha256Hash,
  headnoteId: headnote?.headnoteId ?? null,
  quote: article.contentClean.slice(start, end),
  quoteSpan: textSpan(article.contentClean, start, end),
  statusFlag: headnote?.statusFlag ?? article.statusFlag,
  statusAsOf: article.statusDerivation.asOf,
  validFrom: article.validity.validFrom,
  validTo: article.validity.validTo,
  sourceUrl: article.source.url,
  licence: article.licence,
})

/** Passages that are shown beside an abstention. */
export const nearestCitations = (passages: readonly Passage[]): RagCitation[] =>
  passages.map((passage, at) => citationOf(passage, `n${at + 1}`))

const keyOf = ({ article, headnote, start, end }: Passage): string =>
  `${article.slug} ${article.sha256Hash} ${headnote?.headnoteId ?? ''} ${start} ${end}`

/** Citations in the order in which the answer names them, each once. */
const makeCitations = () => {
  const numbers = new Map<string, number>()
  const citations: RagCitation[] = []
  const numberOf = (passage: Passage): number => {
    const key = keyOf(passage)
    const known = numbers.get(key)
    if (known !== undefined) return known
    const number = citations.length + 1
    numbers.set(key, number)
    citations.push(citationOf(passage, `s${number}`))
    return number
  }
  return { citations, numberOf }
}

/** Words of a text are quoted; the summary of a headnote is not, because the editor wrote it. */
const printed = ({ headnote, words }: Passage): string =>
  headnote === null ? `« ${words} »` : words

const textOf = ({ lead, passage }: AnswerSentence): string =>
  `${lead}${lead === '' ? '' : ' '}${printed(passage)}`

/** The answer: each sentence with the numbers of its citations after it. */
export const composeAnswer = (sentences: readonly AnswerSentence[]): Composed => {
  const { citations, numberOf } = makeCitations()
  let answer = ''
  const placed = sentences.map((sentence) => {
    const number = numberOf(sentence.passage)
    const text = textOf(sentence)
    const start = answer === '' ? 0 : answer.length + 1
    answer = `${answer}${answer === '' ? '' : ' '}${text} [${number}]`
    return { text, start, number }
  })
  const claims = placed.map(({ text, start, number }, index): RagClaim => ({
    id: `c${index + 1}`,
    text,
    span: textSpan(answer, start, start + text.length),
    checkWorthy: isCheckWorthy(text, analyseSentence(text)),
    // Its words are those of the source, or of a headnote based on the quoted words.
    verdict: 'supported',
    citationIds: [`s${number}`],
  }))
  return { answer, claims, citations }
}

const DOUBT = {
  red: 'no longer good law',
  orange: 'doubtful: undone in part, or about to be',
  yellow: 'criticised, limited or amended',
} as const

const colourWarning = ({ id, statusFlag, title }: RagCitation): RagWarning[] =>
  statusFlag === 'green' || statusFlag === 'gray'
    ? []
    : [
        {
          code: `cited_authority_${statusFlag}`,
          severity: statusFlag === 'red' ? 'critical' : 'warning',
          citationId: id,
          message: `${title}: ${DOUBT[statusFlag]}.`,
        },
      ]

/** A wording that held on the day asked for, and holds no longer, or not for long. */
const validityWarning = ({ id, title, validTo }: RagCitation, today: Day): RagWarning[] =>
  validTo === null
    ? []
    : [
        {
          code: validTo < today ? 'no_longer_in_force' : 'in_force_until',
          severity: validTo < today ? 'warning' : 'info',
          citationId: id,
          message: `${title}: this wording ${validTo < today ? 'held' : 'holds'} until ${validTo}.`,
        },
      ]

/** Colours of a later day than the law that was asked for. */
const laterColourWarning = (citations: readonly RagCitation[], asOf: Day): RagWarning[] => {
  const later = citations.filter(({ statusAsOf }) => statusAsOf !== null && statusAsOf > asOf)
  return later.length === 0
    ? []
    : [
        {
          code: 'status_later_than_asked',
          severity: 'info',
          citationId: null,
          message: `Colours are those of today, not of ${asOf}: ${later.map(({ id }) => id).join(', ')}.`,
        },
      ]
}

const ENACTED: ReadonlySet<string> = new Set(['legislation', 'regulation'])

/** Laws whose source does not date them may have changed since. */
const undatedWarning = (
  citations: readonly RagCitation[],
  isEnacted: (slug: Slug) => boolean,
): RagWarning[] => {
  const undated = citations.filter(
    ({ validFrom, validTo, slug }) => validFrom === null && validTo === null && isEnacted(slug),
  )
  return undated.length === 0
    ? []
    : [
        {
          code: 'validity_unknown',
          severity: 'info',
          citationId: null,
          message: `The source does not say from when to when these wordings hold: ${undated.map(({ id }) => id).join(', ')}.`,
        },
      ]
}

/** What to know before relying on the citations: their authority, and whether they still hold. */
export const warningsOf = (
  citations: readonly RagCitation[],
  sentences: readonly AnswerSentence[],
  { asOf, today }: { readonly asOf: Day; readonly today: Day },
): RagWarning[] => {
  const enacted = new Set(
    sentences.flatMap(({ passage: { article } }) =>
      ENACTED.has(article.contentType) ? [article.slug] : [],
    ),
  )
  return [
    ...citations.flatMap((citation) => [
      ...colourWarning(citation),
      ...validityWarning(citation, today),
    ]),
    ...undatedWarning(citations, (slug) => enacted.has(slug)),
    ...laterColourWarning(citations, asOf),
  ]
}
