import { groundednessScore, type Verdict } from '#contracts/claim.ts'
import type { HeadnoteContent } from '#contracts/content.ts'
import type { Instant } from '#contracts/ids.ts'
import type { IntegrityFlag } from '#contracts/integrity.ts'
import {
  deterministicVerifier,
  isCheckable,
  isCheckWorthy,
  readingOf,
  sentencesOf,
  type Span,
} from '#contracts/law/claims.ts'
import {
  type CheckedSource,
  checkedSource,
  type CheckedStatement,
  checkStatement,
} from '#contracts/law/claims/statement.ts'
import { INTEGRITY_SEVERITY, type IntegrityCode } from '#contracts/vocabulary/integrity.ts'
import type { ContentType } from '#contracts/vocabulary/texts.ts'

/** Looks at a published wording; the number rises when it judges otherwise than before. */
export const GROUNDEDNESS_DETECTOR = 'groundedness@1'

export const GROUNDEDNESS = {
  /** Share from which a sentence is called supported. */
  threshold: 0.6,
  /** Below this score a text is poorly grounded (CONVENTIONS §6). */
  scoreMin: 70,
  /** Sentences that one flag names. */
  evidenceMax: 20,
} as const

/** A norm does not support itself (CONVENTIONS §11). */
const NORMS: ReadonlySet<ContentType> = new Set([
  'legislation',
  'regulation',
  'convention_collective',
])

/** A text as it is assessed. */
export type AssessedText = {
  readonly title: string
  readonly abstract: string | null
  readonly contentClean: string
  readonly contentType: ContentType
  readonly headnotes: readonly HeadnoteContent[]
}

/** A citation of the text and what it resolved to; offsets in UTF-16 units of contentClean. */
export type ResolvedCitation = Span & {
  /** Keys among the sources; empty: none of them. */
  readonly keys: readonly string[]
  /** Looked for inside the coverage, and not there. */
  readonly dead: boolean
}

export type Where = 'abstract' | 'headnote' | 'text'
/** A sentence that was judged, and by which sources: what must be judged again when one of them changes. */
export type JudgedSentence = {
  readonly where: Where
  readonly headnoteSequence: number | null
  readonly span: Span
  readonly verdict: Verdict
  readonly sources: readonly string[]
  readonly quotes: CheckedStatement['quotes']
}

export type Assessment = {
  /** Null: nothing could be checked, or a norm. */
  readonly score: number | null
  readonly counts: {
    readonly supported: number
    readonly partial: number
    readonly contradicted: number
    readonly notSupported: number
    readonly unverifiable: number
    readonly checkable: number
  }
  readonly method: string
  readonly sentences: readonly JudgedSentence[]
}

type Sentence = Span & {
  readonly where: Where
  readonly sequence: number | null
  readonly text: string
}

const sentencesIn = (where: Where, sequence: number | null, text: string): Sentence[] =>
  sentencesOf(text)
    .filter(({ heading }) => !heading)
    .map(({ start, end }) => ({ where, sequence, start, end, text: text.slice(start, end) }))

const claimsOf = ({ abstract, contentClean, headnotes }: AssessedText): Sentence[] => [
  ...(abstract === null ? [] : sentencesIn('abstract', null, abstract)),
  ...headnotes.flatMap(({ sequence, summary }) => sentencesIn('headnote', sequence, summary)),
  ...sentencesIn('text', null, contentClean),
]

const isWorthy = ({ where, text }: Sentence): boolean => {
  const reading = readingOf(text)
  return where === 'text' ? isCheckWorthy(text, reading) : isCheckable(text, reading)
}

const OWN = 'own text'
/** A headnote is borne out by the decision that it heads; nothing else of a text is its own evidence. */
const ownSource = (text: AssessedText): CheckedSource[] =>
  text.contentType === 'jurisprudence'
    ? [checkedSource(OWN, { title: text.title, contentClean: text.contentClean, headnotes: [] })]
    : []

type Round = {
  readonly own: readonly CheckedSource[]
  readonly sources: readonly CheckedSource[]
  readonly citations: readonly ResolvedCitation[]
}

const judge = (sentence: Sentence, { own, sources, citations }: Round): JudgedSentence => {
  const { where, sequence: headnoteSequence, text, start, end } = sentence
  const cites =
    where === 'text' ? citations.filter((one) => one.start >= start && one.end <= end) : []
  const held = where === 'headnote' ? [...own, ...sources] : sources
  const common = { where, headnoteSequence, span: { start, end } }
  if (held.length === 0) return { ...common, verdict: 'unverifiable', sources: [], quotes: [] }
  const { judgement, quotes } = checkStatement(text, {
    verifier: deterministicVerifier,
    sources: held,
    cited: new Set(cites.flatMap(({ keys }) => keys)),
    citesNothing: cites.some(({ dead }) => dead),
    threshold: GROUNDEDNESS.threshold,
  })
  // A sentence that names no source and is not spoken of by any is its author's own: nothing to hold it against.
  const isOwnWord = where === 'text' && cites.every(({ keys }) => keys.length === 0)
  const verdict =
    judgement.verdict === 'not_supported' && isOwnWord ? 'unverifiable' : judgement.verdict
  return {
    ...common,
    verdict,
    sources: [...new Set(judgement.evidence.map(({ key }) => key))],
    quotes,
  }
}

/**
 * Holds the claims of a text (CONVENTIONS §11) against the sources that it cites: check-worthy sentences of its abstract, its
 * headnotes and its text. Deterministic: same input, same score.
 */
export const assessGroundedness = (
  text: AssessedText,
  sources: readonly CheckedSource[],
  citations: readonly ResolvedCitation[],
): Assessment => {
  const round = { own: ownSource(text), sources, citations }
  const sentences = NORMS.has(text.contentType)
    ? []
    : claimsOf(text)
        .filter(isWorthy)
        .map((sentence) => judge(sentence, round))
  const count = (verdict: Verdict): number =>
    sentences.filter((sentence) => sentence.verdict === verdict).length
  const unverifiable = count('unverifiable')
  const checkable = sentences.length - unverifiable
  const supported = count('supported')
  return {
    score: groundednessScore(supported, checkable),
    counts: {
      supported,
      partial: count('partially_supported'),
      contradicted: count('contradicted'),
      notSupported: count('not_supported'),
      unverifiable,
      checkable,
    },
    method: deterministicVerifier.method,
    sentences,
  }
}

type Doubt = {
  readonly code: IntegrityCode
  readonly message: string
  readonly evidence: Record<string, unknown>
}

const placesOf = (sentences: readonly JudgedSentence[]): unknown[] =>
  sentences
    .slice(0, GROUNDEDNESS.evidenceMax)
    .map(({ where, headnoteSequence, span, sources }) => ({
      where,
      headnoteSequence,
      ...span,
      sources,
    }))

const doubtsOf = (
  { sentences, score }: Assessment,
  citations: readonly ResolvedCitation[],
): Doubt[] => {
  const contradicted = sentences.filter(({ verdict }) => verdict === 'contradicted')
  const quoting = (classes: readonly string[]): JudgedSentence[] =>
    sentences.filter(({ quotes }) => quotes.some(({ finding }) => classes.includes(finding.class)))
  const altered = quoting(['altered', 'misattributed', 'frankenquote'])
  const lost = quoting(['not_found'])
  const dead = citations.filter((one) => one.dead)
  const some = (found: readonly unknown[], doubt: Doubt): Doubt[] =>
    found.length === 0 ? [] : [doubt]
  return [
    ...some(contradicted, {
      code: 'claim_contradicted',
      message: `${contradicted.length} of its sentences say otherwise than the sources they rest on.`,
      evidence: { sentences: placesOf(contradicted) },
    }),
    ...some(altered, {
      code: 'quote_altered',
      message: `${altered.length} of its quotations are not as their source has them.`,
      evidence: { sentences: placesOf(altered) },
    }),
    ...some(lost, {
      code: 'quote_not_found',
      message: `${lost.length} of its quotations stand in no source that it cites.`,
      evidence: { sentences: placesOf(lost) },
    }),
    ...some(dead, {
      code: 'citation_unresolved',
      message: `${dead.length} of the texts that it cites were not found among those held.`,
      evidence: {
        citations: dead
          .slice(0, GROUNDEDNESS.evidenceMax)
          .map(({ start, end }) => ({ start, end })),
      },
    }),
    ...some(score !== null && score < GROUNDEDNESS.scoreMin ? [score] : [], {
      code: 'low_groundedness',
      message: `Only ${score ?? 0} % of what can be checked is supported.`,
      evidence: { score },
    }),
  ]
}

/** The doubts that an assessment comes to, one of each code, with the sentences as evidence (CONVENTIONS §6). */
export const groundednessFlags = (
  assessment: Assessment,
  citations: readonly ResolvedCitation[],
  detectedAt: Instant,
): IntegrityFlag[] =>
  doubtsOf(assessment, citations).map((doubt) => ({
    ...doubt,
    severity: INTEGRITY_SEVERITY[doubt.code],
    headnoteSequence: null,
    span: null,
    detectedAt,
    detector: GROUNDEDNESS_DETECTOR,
  }))
