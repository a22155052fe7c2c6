/** Three-way merge of a text by paragraph. */
import { diff3MergeRegions } from 'node-diff3'

export const MERGE_LIMITS = {
  /** Paragraphs of one side between two that all sides share; above it, they are one conflict. */
  segmentMax: 3_000,
} as const

/** A part of a merged text: words that were merged, or two wordings to choose from. */
export type MergedPart =
  | { readonly kind: 'merged'; readonly text: string }
  | {
      readonly kind: 'conflict'
      readonly base: string
      readonly mine: string
      readonly theirs: string
    }

/** A paragraph with the blank lines after it. */
type Paragraph = { readonly words: string; readonly gap: string }

const GAP = '\n\n'
const PARAGRAPH = /[^\n]+(?:\n[^\n]+)*|\n+/g
const VISIBLE = /\S/

/** The paragraphs of a text; their concatenation is the text. */
export const paragraphsOf = (text: string): Paragraph[] => {
  const found: { words: string; gap: string }[] = []
  for (const [piece] of text.matchAll(PARAGRAPH)) {
    const last = found.at(-1)
    if (VISIBLE.test(piece) || last === undefined) found.push({ words: piece, gap: '' })
    else last.gap += piece
  }
  return found
}

const join = (paragraphs: readonly Paragraph[]): string =>
  paragraphs.map(({ words, gap }) => words + gap).join('')

type Sides<T> = { readonly mine: T; readonly base: T; readonly theirs: T }
type Chunk =
  | { readonly kind: 'merged'; readonly paragraphs: readonly Paragraph[] }
  | ({ readonly kind: 'conflict' } & Sides<readonly Paragraph[]>)

const areEqual = (one: readonly Paragraph[], other: readonly Paragraph[]): boolean =>
  one.length === other.length && one.every(({ words }, at) => words === other[at]?.words)

/** Whether a list has all words of another, in their order. */
const saysAll = (words: readonly string[], others: readonly string[]): boolean => {
  let at = 0
  for (const word of words) if (word === others[at]) at += 1
  return at === others.length
}

/**
 * The wording of one paragraph that says all that the other says, and all that both began from.
 * Somebody whose browser died after a save meets their own words as those of another.
 */
const fuller = ({ mine, base, theirs }: Sides<Paragraph>): Paragraph | null => {
  const [inMine, inBase, inTheirs] = [mine, base, theirs].map(({ words }) => words.split(/\s+/))
  if (inMine === undefined || inBase === undefined || inTheirs === undefined) return null
  const hasMine = saysAll(inTheirs, inMine) && saysAll(inMine, inBase)
  const hasTheirs = saysAll(inMine, inTheirs) && saysAll(inTheirs, inBase)
  // The same words with other blanks: the one with fewer, whoever wrote it.
  if (hasMine && hasTheirs)
    return (
      [mine, theirs].toSorted(
        (one, other) => one.words.length - other.words.length || (one.words < other.words ? -1 : 1),
      )[0] ?? null
    )
  return hasMine ? theirs : hasTheirs ? mine : null
}

/** The merge of three wordings of the same place; null: both sides changed it. */
const chosen = ({
  mine,
  base,
  theirs,
}: Sides<readonly Paragraph[]>): readonly Paragraph[] | null => {
  if (areEqual(mine, base)) return theirs
  if (areEqual(theirs, base) || areEqual(mine, theirs)) return mine
  const [ours, before, other] = [mine[0], base[0], theirs[0]]
  if (Math.max(mine.length, base.length, theirs.length) > 1) return null
  if (ours === undefined || before === undefined || other === undefined) return null
  const one = fuller({ mine: ours, base: before, theirs: other })
  return one === null ? null : [one]
}

const settle = (sides: Sides<readonly Paragraph[]>): Chunk => {
  const paragraphs = chosen(sides)
  return paragraphs === null ? { kind: 'conflict', ...sides } : { kind: 'merged', paragraphs }
}

/** Neighbours that two people changed are no conflict where nobody added or removed a paragraph. */
const settleRegion = ({ mine, base, theirs }: Sides<readonly Paragraph[]>): Chunk[] =>
  mine.length === base.length && theirs.length === base.length
    ? base.map((_, at) =>
        settle({
          mine: mine.slice(at, at + 1),
          base: base.slice(at, at + 1),
          theirs: theirs.slice(at, at + 1),
        }),
      )
    : [settle({ mine, base, theirs })]

const wordsOf = (paragraphs: readonly Paragraph[]): string[] => paragraphs.map(({ words }) => words)

const mergeSegment = (sides: Sides<readonly Paragraph[]>): Chunk[] => {
  const { mine, base, theirs } = sides
  const whole = settle(sides)
  if (whole.kind === 'merged') return [whole]
  if (Math.max(mine.length, base.length, theirs.length) > MERGE_LIMITS.segmentMax) return [whole]
  const of = { a: mine, o: base, b: theirs }
  return diff3MergeRegions(wordsOf(mine), wordsOf(base), wordsOf(theirs)).flatMap(
    (region): Chunk[] => {
      if (region.stable) {
        const { buffer, bufferStart, bufferLength } = region
        const paragraphs = of[buffer].slice(bufferStart, bufferStart + bufferLength)
        return [{ kind: 'merged', paragraphs }]
      }
      const { aStart, aLength, oStart, oLength, bStart, bLength } = region
      return settleRegion({
        mine: mine.slice(aStart, aStart + aLength),
        base: base.slice(oStart, oStart + oLength),
        theirs: theirs.slice(bStart, bStart + bLength),
      })
    },
  )
}

const NOWHERE = -1
const REPEATED = -2
/** The place of each paragraph that occurs once, by the number of its words. */
const onlyOnes = (ids: Int32Array, count: number): Int32Array => {
  const places = new Int32Array(count).fill(NOWHERE)
  for (const [at, id] of ids.entries()) places[id] = places[id] === NOWHERE ? at : REPEATED
  return places
}

/** The longest rising sequence of numbers, as indexes into the list. */
const longestRise = (values: readonly number[]): number[] => {
  const ends: number[] = []
  const before: (number | undefined)[] = []
  for (const [at, value] of values.entries()) {
    let [from, to] = [0, ends.length]
    while (from < to) {
      const middle = (from + to) >>> 1
      if ((values[ends[middle] ?? 0] ?? 0) < value) from = middle + 1
      else to = middle
    }
    before[at] = from === 0 ? undefined : ends[from - 1]
    ends[from] = at
  }
  const rise: number[] = []
  for (let at = ends.at(-1); at !== undefined; at = before[at]) rise.push(at)
  return rise.toReversed()
}

type Anchor = Sides<number>

/**
 * Paragraphs that all sides have once and in one order. They split a long text into short ones,
 * since the comparison of a segment takes the square of its length.
 */
const anchorsOf = ({ mine, base, theirs }: Sides<readonly Paragraph[]>): Anchor[] => {
  const ids = new Map<string, number>()
  const numbered = (paragraphs: readonly Paragraph[]): Int32Array =>
    Int32Array.from(paragraphs, ({ words }) => {
      const known = ids.get(words) ?? ids.size
      if (known === ids.size) ids.set(words, known)
      return known
    })
  const [a, o, b] = [numbered(mine), numbered(base), numbered(theirs)]
  const [inMine, inBase, inTheirs] = [a, o, b].map((side) => onlyOnes(side, ids.size))
  const shared: Anchor[] = []
  for (const [at, id] of o.entries()) {
    const anchor = { mine: inMine?.[id] ?? NOWHERE, base: at, theirs: inTheirs?.[id] ?? NOWHERE }
    if (inBase?.[id] === at && anchor.mine >= 0 && anchor.theirs >= 0) shared.push(anchor)
  }
  // Each side for itself, so that it does not matter whose wording comes first.
  const rising = (side: 'mine' | 'theirs'): ReadonlySet<number> =>
    new Set(longestRise(shared.map((one) => one[side])))
  const [byMine, byTheirs] = [rising('mine'), rising('theirs')]
  return shared.filter((_, at) => byMine.has(at) && byTheirs.has(at))
}

const follows = (one: Anchor, other: Anchor): boolean =>
  other.mine === one.mine && other.base === one.base && other.theirs === one.theirs

const chunksOf = (sides: Sides<readonly Paragraph[]>): Chunk[] => {
  const { mine, base, theirs } = sides
  const end = { mine: mine.length, base: base.length, theirs: theirs.length }
  const chunks: Chunk[] = []
  const share = (start: number, until: number): void => {
    if (until > start) chunks.push({ kind: 'merged', paragraphs: base.slice(start, until) })
  }
  let sharedFrom = 0
  let next: Anchor = { mine: 0, base: 0, theirs: 0 }
  for (const anchor of [...anchorsOf(sides), end]) {
    if (!follows(next, anchor)) {
      share(sharedFrom, next.base)
      const segment = {
        mine: mine.slice(next.mine, anchor.mine),
        base: base.slice(next.base, anchor.base),
        theirs: theirs.slice(next.theirs, anchor.theirs),
      }
      for (const chunk of mergeSegment(segment)) chunks.push(chunk)
      sharedFrom = anchor.base
    }
    next = { mine: anchor.mine + 1, base: anchor.base + 1, theirs: anchor.theirs + 1 }
  }
  share(sharedFrom, base.length)
  return chunks
}

/** The last paragraph of a text ends without a blank line, and others may follow it now. */
const withGaps = (paragraphs: readonly Paragraph[], isLast: boolean): string =>
  join(
    paragraphs.map((one, at) =>
      one.gap.length < GAP.length && !(isLast && at === paragraphs.length - 1)
        ? { ...one, gap: GAP }
        : one,
    ),
  )

const partOf = (chunk: Chunk, isLast: boolean): MergedPart =>
  chunk.kind === 'merged'
    ? { kind: 'merged', text: withGaps(chunk.paragraphs, isLast) }
    : {
        kind: 'conflict',
        mine: withGaps(chunk.mine, isLast),
        base: withGaps(chunk.base, isLast),
        theirs: withGaps(chunk.theirs, isLast),
      }

/** Neighbouring parts that were merged as one. */
const joined = (parts: readonly MergedPart[]): MergedPart[] => {
  const result: MergedPart[] = []
  let merged: string[] = []
  const flush = (): void => {
    if (merged.length > 0) result.push({ kind: 'merged', text: merged.join('') })
    merged = []
  }
  for (const part of parts) {
    if (part.kind === 'merged') {
      merged.push(part.text)
      continue
    }
    flush()
    result.push(part)
  }
  flush()
  return result
}

/**
 * Merges two wordings that began from one. Where only one person changed a paragraph, the change is
 * taken; where both did, the part is a conflict, unless one wording has all words of the other. No
 * word that somebody added is lost: it is in a merged part or in a conflict.
 */
export const mergeTexts = (base: string, mine: string, theirs: string): readonly MergedPart[] => {
  if (mine === theirs || theirs === base) return [{ kind: 'merged', text: mine }]
  if (mine === base) return [{ kind: 'merged', text: theirs }]
  const chunks = chunksOf({
    mine: paragraphsOf(mine),
    base: paragraphsOf(base),
    theirs: paragraphsOf(theirs),
  }).filter((chunk) => chunk.kind === 'conflict' || chunk.paragraphs.length > 0)
  return joined(chunks.map((chunk, at) => partOf(chunk, at === chunks.length - 1)))
}

export type Choice = 'mine' | 'theirs' | 'both'

/** The text after the choices, in the order of the conflicts; null: one is missing. */
export const settledText = (
  parts: readonly MergedPart[],
  choices: readonly (Choice | undefined)[],
): string | null => {
  let at = 0
  const pieces: (string | null)[] = parts.map((part) => {
    if (part.kind === 'merged') return part.text
    const choice = choices[at]
    at += 1
    if (choice === undefined) return null
    return choice === 'both' ? bothOf(part.mine, part.theirs) : part[choice]
  })
  return pieces.includes(null) ? null : pieces.join('')
}

const bothOf = (mine: string, theirs: string): string =>
  mine === '' || theirs === '' || mine.endsWith(GAP) ? mine + theirs : `${mine}${GAP}${theirs}`
