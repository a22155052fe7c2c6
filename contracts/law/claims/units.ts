/**
 * The stretches of a text that can bear out a claim: sentences, clauses, and two sentences
 * together.
 */
import type { CitationRecogniser } from './authorities.ts'
import { joined, partOf, type Reading, readingOf } from './reading.ts'
import { sentencesOf, type Span } from './sentences.ts'

/** A stretch of a source that can bear out a claim: a sentence or two, or a headnote. */
export type EvidenceUnit = {
  readonly kind: 'text' | 'headnote'
  /** Of contentClean for `text`; of the summary for `headnote` (UTF-16 units). */
  readonly span: Span
  readonly text: string
  readonly headnoteSequence: number | null
  /**
   * Of a clause and of two sentences it is made anew each time: few of them are ever looked at
   * closely.
   */
  readonly reading: Reading
  /** Concepts of its own words. */
  readonly concepts: ReadonlySet<string>
  /** Concepts of what stands around it: heading, paragraph, title. */
  readonly around: ReadonlySet<string>
}

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

type Stretch = {
  readonly span: Span
  readonly text: string
  readonly concepts: ReadonlySet<string>
  readonly read: () => Reading
}

/** The parts of a sentence that may say opposite things; none where it has one part. */
const clausesOf = ({ span, text, reading }: ReadSentence): Stretch[] => {
  const cuts = [...text.matchAll(CLAUSES)].map(({ index }) => index + 1)
  if (cuts.length === 0) return []
  return [0, ...cuts].flatMap((from, index) => {
    const raw = text.slice(from, cuts[index] ?? text.length)
    const start = from + raw.length - raw.trimStart().length
    const clause = raw.trim()
    const end = start + clause.length
    const read = (): Reading => partOf(reading, start, end)
    const { tokens, concepts } = read()
    if (tokens.length < CLAUSE_TOKENS_MIN) return []
    return [
      { span: { start: span.start + start, end: span.start + end }, text: clause, concepts, read },
    ]
  })
}

/** Two sentences that follow each other. */
const windowOf = (whole: string, one: ReadSentence, next: ReadSentence): Stretch => {
  const { start } = one.span
  const span = { start, end: next.span.end }
  return {
    span,
    text: whole.slice(start, span.end),
    concepts: new Set([...one.reading.concepts, ...next.reading.concepts]),
    read: () => joined(one.reading, next.reading, next.span.start - start),
  }
}

const unitOf = ({ read, ...stretch }: Stretch, around: ReadonlySet<string>): EvidenceUnit => ({
  kind: 'text',
  headnoteSequence: null,
  around,
  ...stretch,
  get reading() {
    return read()
  },
})

const conceptsOf = (sentences: readonly ReadSentence[]): string[] =>
  sentences.flatMap(({ reading }) => [...reading.concepts])

/**
 * A sentence is read once: what it is a part of, and what is a part of it, is made of its reading.
 */
const readSentences = (whole: string, recognise: CitationRecogniser): ReadSentence[] =>
  sentencesOf(whole).map(({ start, end, paragraph, heading }) => {
    const text = whole.slice(start, end)
    return { span: { start, end }, paragraph, heading, text, reading: readingOf(text, recognise) }
  })

/** The stretches of a text, in order, and what its sentences were read as. Linear in its length. */
export const unitsOf = (
  whole: string,
  title: Reading,
  recognise: CitationRecogniser,
): { readonly units: EvidenceUnit[]; readonly readings: readonly Reading[] } => {
  const units: EvidenceUnit[] = []
  let heading: readonly string[] = []
  let before: readonly ReadSentence[] = []
  const sentences = readSentences(whole, recognise)
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
      const { span, text, reading } = sentence
      units.push(unitOf({ span, text, concepts: reading.concepts, read: () => reading }, around))
      for (const clause of clausesOf(sentence)) units.push(unitOf(clause, around))
      const next = group[at + 1]
      if (next !== undefined) units.push(unitOf(windowOf(whole, sentence, next), around))
    }
    before = group
  }
  const readings = sentences.filter(({ heading: is }) => !is).map(({ reading }) => reading)
  return { units, readings }
}
