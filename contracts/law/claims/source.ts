import { type CitationRecogniser, numberedAuthorities } from './authorities.ts'
import type { SaidDate } from './dates.ts'
import { type Reading, readingOf } from './reading.ts'
import { sentencesOf, type Span } from './sentences.ts'

/** Bounds of what is read of one text. */
export const SOURCE_TEXT = {
  /** UTF-16 units; what stands beyond is not looked at, and an answer of `not_supported` is then `unverifiable`. */
  unitsMax: 400_000,
  /** Sentences read together, because a statement may go on in the next one. */
  window: 2,
} as const

/** A stretch of a source that can bear out a claim: a sentence or two, or a headnote. */
export type EvidenceUnit = {
  readonly kind: 'text' | 'headnote'
  /** Of contentClean for `text`; of the summary for `headnote` (UTF-16 units). */
  readonly span: Span
  readonly text: string
  readonly headnoteSequence: number | null
  readonly reading: Reading
  /** Concepts of its own words. */
  readonly concepts: ReadonlySet<string>
  /** Concepts of what stands around it: heading, paragraph, title. */
  readonly around: ReadonlySet<string>
}

/** A text made ready to bear out claims; made once per wording. */
export type ClaimSource = {
  readonly units: readonly EvidenceUnit[]
  /** In how many units each concept stands. */
  readonly counts: ReadonlyMap<string, number>
  readonly concepts: ReadonlySet<string>
  readonly authorities: ReadonlySet<string>
  readonly quantities: ReadonlySet<string>
  readonly dates: readonly SaidDate[]
  readonly names: ReadonlySet<string>
  /** Names and numbers of the text itself: its title, its decision. */
  readonly title: Reading
  readonly cut: boolean
}

export type SourceParts = {
  readonly title: string
  readonly contentClean: string
  readonly headnotes: readonly { readonly sequence: number; readonly summary: string }[]
  /** Article number, docket numbers: what the text is. */
  readonly ownNumbers?: readonly string[]
}

const conceptsOf = (reading: Reading): string[] => reading.tokens.map(({ concept }) => concept)

type ReadSentence = {
  readonly span: Span
  readonly paragraph: number
  readonly heading: boolean
  readonly reading: Reading
  readonly text: string
}

const CLAUSES = /(?:[;:]|, alors que|, tandis que|, mais)\s/gu
/** A clause that says something by itself has some words. */
const CLAUSE_TOKENS_MIN = 3

type Clause = Pick<EvidenceUnit, 'span' | 'text' | 'reading' | 'concepts'>

/** The parts of a sentence that may say opposite things; none where it has one part. */
const clausesOf = ({ span, text }: ReadSentence, recognise: CitationRecogniser): Clause[] => {
  const cuts = [...text.matchAll(CLAUSES)].map(({ index }) => index + 1)
  if (cuts.length === 0) return []
  return [0, ...cuts].flatMap((from, index) => {
    const raw = text.slice(from, cuts[index] ?? text.length)
    const lead = raw.length - raw.trimStart().length
    const start = span.start + from + lead
    const clause = raw.trim()
    const reading = readingOf(clause, recognise)
    if (reading.tokens.length < CLAUSE_TOKENS_MIN) return []
    const concepts = new Set(conceptsOf(reading))
    return [{ span: { start, end: start + clause.length }, text: clause, reading, concepts }]
  })
}

const unitsOf = (
  sentences: readonly ReadSentence[],
  whole: string,
  recognise: CitationRecogniser,
  title: Reading,
): EvidenceUnit[] => {
  const units: EvidenceUnit[] = []
  let heading: readonly string[] = []
  const byParagraph = Map.groupBy(sentences, ({ paragraph }) => paragraph)
  const paragraphs = [...byParagraph.values()]
  for (const [index, group] of paragraphs.entries()) {
    if (group[0]?.heading === true) {
      heading = group.flatMap(({ reading }) => conceptsOf(reading))
      continue
    }
    const before = paragraphs[index - 1]?.[0]?.heading === true ? [] : (paragraphs[index - 1] ?? [])
    const around = new Set([
      ...conceptsOf(title),
      ...heading,
      ...group.flatMap(({ reading }) => conceptsOf(reading)),
      ...before.flatMap(({ reading }) => conceptsOf(reading)),
    ])
    for (const [at, sentence] of group.entries()) {
      const unit = { kind: 'text', headnoteSequence: null, around } as const
      const { span: own, text: said, reading: read } = sentence
      units.push({
        ...unit,
        span: own,
        text: said,
        reading: read,
        concepts: new Set(conceptsOf(read)),
      })
      units.push(...clausesOf(sentence, recognise).map((clause) => ({ ...unit, ...clause })))
      const next = group[at + 1]
      if (next === undefined) continue
      const span = { start: sentence.span.start, end: next.span.end }
      const text = whole.slice(span.start, span.end)
      const reading = readingOf(text, recognise)
      units.push({ ...unit, span, text, reading, concepts: new Set(conceptsOf(reading)) })
    }
  }
  return units
}

const quantityKey = (value: number, unit: string | null): string => `${value} ${unit ?? ''}`

const countsOf = (units: readonly EvidenceUnit[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const { concepts } of units)
    for (const concept of concepts) counts.set(concept, (counts.get(concept) ?? 0) + 1)
  return counts
}

/** Makes a text ready. Linear in its length, which is bounded. */
export const claimSource = (
  parts: SourceParts,
  recognise: CitationRecogniser = numberedAuthorities,
): ClaimSource => {
  const whole = parts.contentClean.slice(0, SOURCE_TEXT.unitsMax)
  const title = readingOf(parts.title, recognise)
  const sentences = sentencesOf(whole).map(({ start, end, paragraph, heading }) => {
    const text = whole.slice(start, end)
    return { span: { start, end }, paragraph, heading, text, reading: readingOf(text, recognise) }
  })
  const headnotes = parts.headnotes.map(({ sequence, summary }): EvidenceUnit => {
    const reading = readingOf(summary, recognise)
    return {
      kind: 'headnote',
      headnoteSequence: sequence,
      span: { start: 0, end: summary.length },
      text: summary,
      reading,
      concepts: new Set(conceptsOf(reading)),
      around: new Set([...conceptsOf(title), ...conceptsOf(reading)]),
    }
  })
  const units = [...headnotes, ...unitsOf(sentences, whole, recognise, title)]
  const readings = [title, ...units.map(({ reading }) => reading)]
  return {
    units,
    counts: countsOf(units),
    concepts: new Set(readings.flatMap(conceptsOf)),
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
