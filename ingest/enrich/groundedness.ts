import { sha256Hex } from '#contracts/canonical/hash.ts'
import { groundednessScore, type Verdict } from '#contracts/claim.ts'
import type { HeadnoteContent } from '#contracts/content.ts'
import type { Sha256Hex } from '#contracts/ids.ts'
import type { Conflict } from '#contracts/law/claims/conflicts.ts'
import type { ClaimVerifier } from '#contracts/law/claims/judge.ts'
import { type SentenceKind, sentenceKindsOf } from '#contracts/law/answers/sentence-kinds.ts'
import { analyseSentence } from '#contracts/law/claims/sentence-analysis.ts'
import { sentencesOf, type Span } from '#contracts/law/claims/sentences.ts'
import { isCheckable, isCheckWorthy } from '#contracts/law/claims/check-worthy.ts'
import {
  type PreparedSource,
  prepareSource,
  type CheckedSentence,
  checkSentence,
  type SentenceCheck,
} from '#contracts/law/claims/sentence-check.ts'
import type { ContentType } from '#contracts/vocabulary/texts.ts'

export const GROUNDEDNESS = {
  /** Share of support from which a sentence is supported. */
  threshold: 0.6,
  /** Below this score a text is poorly grounded (contracts/conventions/integrity-flags.md). */
  scoreMin: 70,
  /** Most sentences of one flag. */
  evidenceMax: 20,
} as const

const NORMS: ReadonlySet<ContentType> = new Set([
  'legislation',
  'regulation',
  'convention_collective',
])
/**
 * Norms are not assessed, since they do not support themselves
 * (contracts/conventions/groundedness.md).
 */
export const isNorm = (contentType: ContentType): boolean => NORMS.has(contentType)

/** The parts of a text that are assessed. */
export type AssessedText = {
  readonly title: string
  readonly abstract: string | null
  readonly contentClean: string
  readonly contentType: ContentType
  readonly headnotes: readonly HeadnoteContent[]
}

/** A citation of the text and what it resolved to; offsets in UTF-16 units of contentClean. */
export type ResolvedCitation = Span & {
  /** Keys of the cited sources; may be empty. */
  readonly keys: readonly string[]
  /** The coverage includes it, but no text was found. */
  readonly dead: boolean
  /** It matches several texts although it means one. */
  readonly ambiguous: boolean
}

export type Where = 'abstract' | 'headnote' | 'text'
/** A judged sentence with its sources; it is judged again when one of them changes. */
export type JudgedSentence = {
  readonly where: Where
  readonly headnoteSequence: number | null
  readonly span: Span
  /** Hash of its words. */
  readonly sha256: Sha256Hex
  readonly verdict: Verdict
  /** Keys of the sources that support or contradict it. */
  readonly sources: readonly string[]
  /** Keys of the sources that it cites. */
  readonly cited: readonly string[]
  /** All cited texts were read, so that a quotation found in none of them is wrong. */
  readonly citesHeld: boolean
  /** The kinds of contradiction with its sources. */
  readonly conflicts: readonly Conflict['kind'][]
  readonly quotes: CheckedSentence['quotes']
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
  /** Number of its paragraph. */
  readonly paragraph: number
  readonly text: string
  /** A plea, a fact or an order of a decision. */
  readonly isTold: boolean
}

const TOLD: ReadonlySet<SentenceKind> = new Set(['plea', 'fact', 'procedure'])

const sentencesIn = (
  where: Where,
  sequence: number | null,
  text: string,
  contentType: ContentType,
): Sentence[] => {
  const sentences = sentencesOf(text).map((one) => ({
    ...one,
    words: text.slice(one.start, one.end),
  }))
  const kinds = where === 'text' ? sentenceKindsOf(contentType, sentences) : []
  return sentences.flatMap(({ start, end, paragraph, heading, words }, at) => {
    const kind = kinds[at]
    const isTold = kind !== undefined && TOLD.has(kind)
    return heading ? [] : [{ where, sequence, start, end, paragraph, text: words, isTold }]
  })
}

const claimsOf = ({ abstract, contentClean, contentType, headnotes }: AssessedText): Sentence[] => [
  ...(abstract === null ? [] : sentencesIn('abstract', null, abstract, contentType)),
  ...headnotes.flatMap(({ sequence, summary }) =>
    sentencesIn('headnote', sequence, summary, contentType),
  ),
  ...sentencesIn('text', null, contentClean, contentType),
]

/** `En ce sens, voir Com., 12 juin 2024` names a source and states nothing. */
const REFERENCE =
  /^(?:\W|\d)*(?:(?:pour|sur|en|dans|à|contra|for|on|in|per|en aquest)\b[^,.;]{0,80},\s*)?(?:voir|v\.|cf\.|comp\.|rappr\.|comparer|see|vegeu)\s/iu

/** `La juridiction de renvoi demande si …` reports a question. */
const ASKED =
  /\b(?:demande(?:nt)?|pose(?:nt)? la question|la question de savoir|asks?|pregunta)\b[^.;:]{0,60}?(?:\s(?:si|whether)\s|\ss[’'])/iu

const isWorthy = ({ where, text }: Sentence): boolean => {
  if (REFERENCE.test(text) || ASKED.test(text)) return false
  const reading = analyseSentence(text)
  return where === 'text' ? isCheckWorthy(text, reading) : isCheckable(text, reading)
}

/** Key of a decision as the source of its own headnotes. */
export const OWN_TEXT = 'own text'
/** A headnote is supported by its decision; no other part of a text is evidence for itself. */
export const ownSource = (text: AssessedText): PreparedSource[] =>
  text.contentType === 'jurisprudence'
    ? [
        prepareSource(OWN_TEXT, {
          title: text.title,
          contentClean: text.contentClean,
          headnotes: [],
          contentType: text.contentType,
        }),
      ]
    : []

const passageIn =
  ({ title, contentClean, headnotes, contentType }: AssessedText) =>
  (sequence: number | null): PreparedSource => {
    const words = headnotes.find((one) => one.sequence === sequence)?.sourceText
    const paragraph = contentClean
      .split(/\n\s*\n/u)
      .find((one) => words != null && one.includes(words))
    return prepareSource(OWN_TEXT, {
      title,
      contentClean: paragraph ?? contentClean,
      headnotes: [],
      contentType,
    })
  }

type PlacedCitation = ResolvedCitation & { readonly paragraph: number | null }
/** Citations with the paragraph of each. */
const placed = (text: string, citations: readonly ResolvedCitation[]): PlacedCitation[] => {
  const sentences = sentencesOf(text)
  return citations.map((one) => {
    const around = sentences.find(({ start, end }) => one.start < end && one.end > start)
    return { ...one, paragraph: around?.paragraph ?? null }
  })
}

type Round = {
  readonly own: readonly PreparedSource[]
  /** The paragraph that a headnote was drawn from; the whole decision where it names none. */
  readonly passageOf: (headnote: number | null) => PreparedSource
  readonly sources: readonly PreparedSource[]
  readonly citations: readonly PlacedCitation[]
  readonly isDecision: boolean
  readonly foreign: ReadonlySet<string>
  readonly verifier: ClaimVerifier
}

/**
 * A sentence without a cited source in the corpus is the author's own, unless a source clearly
 * supports it, or one cited by its paragraph contradicts it; an abstract concerns every source. In
 * a decision it always is: findings and pleas are in no statute.
 */
const ownWords = (verdict: Verdict): Verdict => (verdict === 'supported' ? verdict : 'unverifiable')

/** Quotations in a decision are pleas and exhibits, not quotations of law. */
const withoutQuotes = async (text: string, check: SentenceCheck): Promise<CheckedSentence> => ({
  judgement: await check.verifier.judge(
    text,
    check.sources.map(({ key, claims }) => ({ key, source: claims })),
    { threshold: check.threshold },
  ),
  quotes: [],
})

const judge = async (sentence: Sentence, round: Round): Promise<JudgedSentence> => {
  const { own, sources, citations, isDecision, verifier } = round
  const { where, sequence: headnoteSequence, text, start, end } = sentence
  const cites =
    where === 'text' ? citations.filter((one) => one.start >= start && one.end <= end) : []
  const held = where === 'headnote' ? [...own, ...sources] : sources
  const known = new Set(held.map(({ key }) => key))
  const cited = [...new Set(cites.flatMap(({ keys }) => keys))].filter((key) => known.has(key))
  const isRead = ({ keys }: ResolvedCitation): boolean => keys.some((key) => known.has(key))
  const citesHeld = where === 'headnote' ? own.length > 0 : cites.length > 0 && cites.every(isRead)
  const common = {
    where,
    headnoteSequence,
    span: { start, end },
    sha256: sha256Hex(text),
    cited,
    citesHeld,
  }
  const isHeading = where === 'headnote' && own.length > 0
  const isOwnWord = (cited.length === 0 || sentence.isTold) && !isHeading
  const isForeign = cited.length > 0 && cited.every((key) => round.foreign.has(key))
  if (held.length === 0 || (isOwnWord && isDecision)) {
    return { ...common, verdict: 'unverifiable', sources: [], conflicts: [], quotes: [] }
  }
  const check = isDecision && where === 'text' ? withoutQuotes : checkSentence
  const checkAgainst = async (among: readonly PreparedSource[]): Promise<CheckedSentence> =>
    check(text, {
      verifier,
      sources: among,
      cited: new Set(cited),
      citesNothing: cites.some(({ dead }) => dead),
      threshold: GROUNDEDNESS.threshold,
    })
  const first = await checkAgainst(held)
  // Pleas, and judgments that a decision quashes, say the opposite of its headnotes.
  const { judgement, quotes } =
    isHeading && first.judgement.verdict === 'contradicted'
      ? await checkAgainst([round.passageOf(headnoteSequence)])
      : first
  const against = [...new Set(judgement.evidence.map(({ key }) => key))]
  // The sources of its paragraph concern it; those cited elsewhere may concern another case.
  const isHeldHere =
    judgement.verdict === 'contradicted' &&
    cites.length === 0 &&
    (where !== 'text' ||
      citations.some(
        (one) =>
          one.paragraph === sentence.paragraph && one.keys.some((key) => against.includes(key)),
      ))
  return {
    ...common,
    verdict:
      (isOwnWord && !isHeldHere) || (isForeign && judgement.verdict !== 'contradicted')
        ? ownWords(judgement.verdict)
        : judgement.verdict,
    sources: against,
    conflicts: [...new Set(judgement.conflicts.map(({ kind }) => kind))],
    quotes,
  }
}

/**
 * Compares the claims of a text with its sources (contracts/conventions/groundedness.md):
 * check-worthy sentences of abstract, headnotes and text. `foreign`: sources in another language,
 * whose words do not tell that they lack something. The same verifier, the same assessment.
 * Rejects with what the verifier rejects with.
 */
export const assessGroundedness = async (
  text: AssessedText,
  sources: readonly PreparedSource[],
  citations: readonly ResolvedCitation[],
  verifier: ClaimVerifier,
  { foreign = new Set() }: { readonly foreign?: ReadonlySet<string> } = {},
): Promise<Assessment> => {
  const isDecision = text.contentType === 'jurisprudence'
  const round = {
    own: ownSource(text),
    passageOf: passageIn(text),
    sources,
    citations: placed(text.contentClean, citations),
    isDecision,
    foreign,
    verifier,
  }
  const sentences: JudgedSentence[] = []
  if (!isNorm(text.contentType))
    for (const sentence of claimsOf(text).filter(isWorthy))
      sentences.push(await judge(sentence, round))
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
    method: verifier.method,
    sentences,
  }
}
