import { type CitationRecogniser, numberedAuthorities } from './authorities.ts'
import type { SaidDate } from './dates.ts'
import { type Reading, readingOf } from './reading.ts'
import { type EvidenceUnit, unitsOf } from './units.ts'

export type { EvidenceUnit } from './units.ts'

/** Bounds of what is read of one text. */
export const SOURCE_TEXT = {
  /**
   * UTF-16 units; what stands beyond is not looked at, and an answer of `not_supported` is then
   * `unverifiable`.
   */
  unitsMax: 400_000,
} as const

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
  const headnotes = parts.headnotes.map(({ sequence, summary }): EvidenceUnit => {
    const reading = readingOf(summary, recognise)
    return {
      kind: 'headnote',
      headnoteSequence: sequence,
      span: { start: 0, end: summary.length },
      text: summary,
      reading,
      concepts: reading.concepts,
      around: new Set([...title.concepts, ...reading.concepts]),
    }
  })
  const own = unitsOf(whole, title, recognise)
  const units = [...headnotes, ...own.units]
  const readings = [title, ...headnotes.map(({ reading }) => reading), ...own.readings]
  return {
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
