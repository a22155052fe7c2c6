/** Composes an answer from passages: text, spans of the sentences, citations and warnings. Pure. */
import type { RagCitation, RagClaim, RagWarning } from '#contracts/http/rag.ts'
import { analyseSentence } from '#contracts/law/claims/sentence-analysis.ts'
import { isCheckWorthy } from '#contracts/law/claims/check-worthy.ts'
import { textSpan } from '../verify/text-span.ts'
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
  validFrom: article.validity.validFrom,
  validTo: article.validity.validTo,
  sourceUrl: article.source.url,
  licence: article.licence,
})

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

/** One warning for each citation whose authority is in doubt. */
export const warningsOf = (citations: readonly RagCitation[]): RagWarning[] =>
  citations.flatMap(({ id, statusFlag, title }) =>
    statusFlag === 'green' || statusFlag === 'gray'
      ? []
      : [
          {
            code: `cited_authority_${statusFlag}`,
            severity: statusFlag === 'red' ? ('critical' as const) : ('warning' as const),
            citationId: id,
            message: `${title}: ${DOUBT[statusFlag]}.`,
          },
        ],
  )
