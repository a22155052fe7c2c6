import type { ContentType } from '../../vocabulary/texts.ts'
import { type SentenceKind, sentenceKindsOf } from '../answers/sentence-kinds.ts'
import { type CitationRecogniser, numberedAuthorities } from './authorities.ts'
import type { MentionedDate } from './dates.ts'
import { joined, partOf, type SentenceAnalysis, analyseSentence } from './sentence-analysis.ts'
import { sentencesOf, type Span } from './sentences.ts'

/** The passages of a text that can support a claim: sentences, clauses, and pairs of sentences. */

/** A passage of a source that can support a claim: one or two sentences, or a headnote. */
export type EvidenceUnit = {
  readonly kind: 'text' | 'headnote'
  /** Of contentClean for `text`; of the summary for `headnote` (UTF-16 units). */
  readonly span: Span
  readonly text: string
  readonly headnoteSequence: number | null
  /** Only a party argues it: the court states nothing of it. */
  readonly isPlea: boolean
  /**
   * Clauses and pairs of sentences compute it on each access, because few of them are compared
   * closely.
   */
  readonly reading: SentenceAnalysis
  /** Concepts of its own words. */
  readonly concepts: ReadonlySet<string>
  /** Concepts of its context: heading, paragraph, title. */
  readonly around: ReadonlySet<string>
}

type ReadSentence = {
  readonly isPlea: boolean
  readonly span: Span
  readonly paragraph: number
  readonly heading: boolean
  readonly reading: SentenceAnalysis
  readonly text: string
}

const CLAUSES = /(?:[;:]|, alors que|, tandis que|, mais)\s/gu
/** A clause needs this many meaningful words to count by itself. */
const CLAUSE_TOKENS_MIN = 3

type TextStretch = {
  readonly span: Span
  readonly text: string
  readonly concepts: ReadonlySet<string>
  readonly read: () => SentenceAnalysis
}

/** The clauses of a sentence, which may contradict each other; none if it has only one. */
const clausesOf = ({ span, text, reading }: ReadSentence): TextStretch[] => {
  const cuts = [...text.matchAll(CLAUSES)].map(({ index }) => index + 1)
  if (cuts.length === 0) return []
  return [0, ...cuts].flatMap((from, index) => {
    const raw = text.slice(from, cuts[index] ?? text.length)
    const start = from + raw.length - raw.trimStart().length
    const clause = raw.trim()
    const end = start + clause.length
    const read = (): SentenceAnalysis => partOf(reading, start, end)
    const { tokens, concepts } = read()
    if (tokens.length < CLAUSE_TOKENS_MIN) return []
    return [
      { span: { start: span.start + start, end: span.start + end }, text: clause, concepts, read },
    ]
  })
}

/** Two sentences that follow each other. */
const windowOf = (whole: string, one: ReadSentence, next: ReadSentence): TextStretch => {
  const { start } = one.span
  const span = { start, end: next.span.end }
  return {
    span,
    text: whole.slice(start, span.end),
    concepts: new Set([...one.reading.concepts, ...next.reading.concepts]),
    read: () => joined(one.reading, next.reading, next.span.start - start),
  }
}

const unitOf = (
  { read, ...stretch }: TextStretch,
  around: ReadonlySet<string>,
  isPlea: boolean,
): EvidenceUnit => ({
  kind: 'text',
  headnoteSequence: null,
  around,
  isPlea,
  ...stretch,
  get reading() {
    return read()
  },
})

const conceptsOf = (sentences: readonly ReadSentence[]): string[] =>
  sentences.flatMap(({ reading }) => [...reading.concepts])

const COURT_SPEAKS: ReadonlySet<SentenceKind> = new Set(['holding', 'reasoning'])

/**
 * Which sentences report a plea. Where a court says nothing after its parties, its own reasons are
 * not told apart from theirs, and none counts as a plea.
 */
const pleasOf = (
  whole: string,
  sentences: readonly (Span & { readonly heading: boolean })[],
  contentType: ContentType | undefined,
): readonly boolean[] => {
  if (contentType === undefined) return []
  const read = sentences.map(({ start, end, heading }) => ({
    words: whole.slice(start, end),
    heading,
  }))
  const kinds = sentenceKindsOf(contentType, read)
  return kinds.some((kind) => COURT_SPEAKS.has(kind)) ? kinds.map((kind) => kind === 'plea') : []
}

/**
 * A sentence is read once: what it is a part of, and what is a part of it, is made of its reading.
 */
const readSentences = (
  whole: string,
  recognise: CitationRecogniser,
  contentType: ContentType | undefined,
): ReadSentence[] => {
  const sentences = sentencesOf(whole)
  const pleas = pleasOf(whole, sentences, contentType)
  return sentences.map(({ start, end, paragraph, heading }, at) => {
    const text = whole.slice(start, end)
    return {
      isPlea: pleas[at] === true,
      span: { start, end },
      paragraph,
      heading,
      text,
      reading: analyseSentence(text, recognise),
    }
  })
}

/** The passages of a text in order, and the analyses of its sentences. Linear in its length. */
export const unitsOf = (
  whole: string,
  title: SentenceAnalysis,
  recognise: CitationRecogniser,
  contentType?: ContentType,
): { readonly units: EvidenceUnit[]; readonly readings: readonly SentenceAnalysis[] } => {
  const units: EvidenceUnit[] = []
  let heading: readonly string[] = []
  let before: readonly ReadSentence[] = []
  const sentences = readSentences(whole, recognise, contentType)
  for (const group of Map.groupBy(sentences, ({ paragraph }) => paragraph).values()) {
    if (group[0]?.heading === true) {
      heading = conceptsOf(group)
      before = []
      continue
    }
    const around = new Set([
      ...title.concepts,
      ...heading,
      ...conceptsOf(group),
      ...conceptsOf(before),
    ])
    for (const [at, sentence] of group.entries()) {
      const { span, text, reading, isPlea } = sentence
      const sentenceItself = { span, text, concepts: reading.concepts, read: () => reading }
      units.push(unitOf(sentenceItself, around, isPlea))
      for (const clause of clausesOf(sentence)) units.push(unitOf(clause, around, isPlea))
      const next = group[at + 1]
      if (next !== undefined)
        units.push(unitOf(windowOf(whole, sentence, next), around, isPlea || next.isPlea))
    }
    before = group
  }
  const readings = sentences.filter(({ heading: is }) => !is).map(({ reading }) => reading)
  return { units, readings }
}

/** Limits for one text. */
export const SOURCE_TEXT = {
  /**
   * UTF-16 units. Text beyond the limit is ignored, and `not_supported` then becomes
   * `unverifiable`.
   */
  unitsMax: 400_000,
} as const

/** A text prepared for checking claims, computed once per wording. */
export type ClaimSource = {
  /** The title as written; empty if it has none. */
  readonly name: string
  readonly units: readonly EvidenceUnit[]
  /** The number of passages that contain each concept. */
  readonly counts: ReadonlyMap<string, number>
  readonly concepts: ReadonlySet<string>
  readonly authorities: ReadonlySet<string>
  readonly quantities: ReadonlySet<string>
  readonly dates: readonly MentionedDate[]
  readonly names: ReadonlySet<string>
  /** Names and numbers of the text itself: its title, its decision. */
  readonly title: SentenceAnalysis
  readonly cut: boolean
}

export type SourceParts = {
  readonly title: string
  readonly contentClean: string
  readonly headnotes: readonly { readonly sequence: number; readonly summary: string }[]
  /** A decision tells what parties argue, too; default: a text without pleas. */
  readonly contentType?: ContentType
  /** The article number and docket numbers of the text itself. */
  readonly ownNumbers?: readonly string[]
}

const quantityKey = (value: number, unit: string | null): string => `${value} ${unit ?? ''}`

const countsOf = (units: readonly EvidenceUnit[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const { concepts } of units)
    for (const concept of concepts) counts.set(concept, (counts.get(concept) ?? 0) + 1)
  return counts
}

/** Prepares a text for checking claims. Linear in its length, which is limited. */
export const claimSource = (
  parts: SourceParts,
  recognise: CitationRecogniser = numberedAuthorities,
): ClaimSource => {
  const whole = parts.contentClean.slice(0, SOURCE_TEXT.unitsMax)
  const title = analyseSentence(parts.title, recognise)
  const headnotes = parts.headnotes.map(({ sequence, summary }): EvidenceUnit => {
    const reading = analyseSentence(summary, recognise)
    return {
      kind: 'headnote',
      headnoteSequence: sequence,
      isPlea: false,
      span: { start: 0, end: summary.length },
      text: summary,
      reading,
      concepts: reading.concepts,
      around: new Set([...title.concepts, ...reading.concepts]),
    }
  })
  const own = unitsOf(whole, title, recognise, parts.contentType)
  const units = [...headnotes, ...own.units]
  const readings = [title, ...headnotes.map(({ reading }) => reading), ...own.readings]
  return {
    name: parts.title,
    units,
    counts: countsOf(units),
    concepts: new Set(readings.flatMap(({ concepts }) => [...concepts])),
    authorities: new Set([
      ...readings.flatMap(({ authorities }) => authorities.flatMap(({ names }) => names)),
      ...(parts.ownNumbers ?? []).map((one) => one.toLowerCase().replaceAll(/[\s.]/gu, '')),
    ]),
    quantities: new Set(
      readings.flatMap(({ quantities }) =>
        quantities.map(({ value, unit }) => quantityKey(value, unit)),
      ),
    ),
    dates: readings.flatMap(({ dates }) => dates),
    names: new Set(
      readings.flatMap(({ tokens }) =>
        tokens.filter(({ isName }) => isName).map(({ folded }) => folded),
      ),
    ),
    title,
    cut: parts.contentClean.length > SOURCE_TEXT.unitsMax,
  }
}

export const holdsQuantity = (source: ClaimSource, value: number, unit: string | null): boolean =>
  source.quantities.has(quantityKey(value, unit))
