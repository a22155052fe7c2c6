/** A wording as its page shows it: in parts of bounded length, with the spans that people quote. */
import { codePointsOf } from '#contracts/law/annotations/span-target.ts'
import { type Block, blocksOf, type Wording } from '#contracts/law/reading/blocks.ts'
import { printBlocks } from '#contracts/law/reading/markup.ts'
import type { Stretch } from '#contracts/law/reading/structure.ts'
import { LABELS } from '#contracts/vocabulary/labels.ts'
import type { Language } from '#contracts/web/language.ts'
import { html } from 'ghtml'

/** One part of a page: what a browser lays out at once and a network carries quickly. */
export const PART = { unitsMax: 40_000, linesMax: 1_200 } as const

/** A span of the wording that a comment is about; offsets in code points. */
export type Quoted = { readonly id: string; readonly start: number; readonly end: number }

export type ShownPart = {
  readonly part: number
  readonly parts: number
  readonly markup: string
}

const isPair = (text: string, at: number): boolean => (text.codePointAt(at) ?? 0) > 0xff_ff

/** The UTF-16 offset that is `count` code points after `from`. */
const unitsAfter = (text: string, from: number, count: number): number => {
  let at = from
  for (let left = count; left > 0 && at < text.length; left -= 1) at += isPair(text, at) ? 2 : 1
  return at
}

/** Counts the code points before an offset; quick where offsets only grow. */
const countPoints = (text: string): ((unit: number) => number) => {
  let last = { unit: 0, points: 0 }
  return (unit) => {
    const from = unit < last.unit ? { unit: 0, points: 0 } : last
    last = { unit, points: from.points + codePointsOf(text.slice(from.unit, unit)) }
    return last.points
  }
}

const lengthOf = (block: Block): number => (block.kind === 'zone' ? 0 : block.end - block.start)

/** Cuts a line that is longer than a part, at blanks where there are some. */
const piecesOf = (text: string, block: Block): Block[] => {
  if (block.kind === 'zone' || lengthOf(block) <= PART.unitsMax) return [block]
  const { end } = block
  const number = block.kind === 'paragraph' ? block.number : 0
  const pieces: Block[] = []
  let { start } = block
  while (end - start > PART.unitsMax) {
    const blank = text.lastIndexOf(' ', start + PART.unitsMax - 1)
    const cut = blank > start + PART.unitsMax / 2 ? blank + 1 : start + PART.unitsMax
    const whole = isPair(text, cut - 1) ? cut - 1 : cut
    pieces.push({ kind: 'paragraph', number, start, end: whole })
    start = whole
  }
  return [...pieces, { kind: 'paragraph', number, start, end }]
}

const partsOf = (wording: Wording): Block[][] => {
  const parts: Block[][] = [[]]
  let units = 0
  for (const block of blocksOf(wording).flatMap((one) => piecesOf(wording.contentClean, one))) {
    const length = lengthOf(block)
    const isFull = units + length > PART.unitsMax || (parts.at(-1)?.length ?? 0) >= PART.linesMax
    if (isFull && units > 0) {
      parts.push([])
      units = 0
    }
    parts.at(-1)?.push(block)
    units += length
  }
  return parts
}

/** Words and the comments that are about them. */
type Marked = Stretch & { readonly ids: readonly string[] }

/** The spans of comments, cut where one begins or ends. */
const markedBy = (text: string, quoted: readonly Quoted[]): Marked[] => {
  const points = [...new Set(quoted.flatMap(({ start, end }) => [start, end]))].toSorted(
    (a, b) => a - b,
  )
  const marked: Marked[] = []
  let before: { readonly point: number; readonly unit: number } = { point: 0, unit: 0 }
  for (const point of points) {
    const unit = unitsAfter(text, before.unit, point - before.point)
    const from = before.point
    const ids = quoted.filter((one) => one.start < point && one.end > from).map(({ id }) => id)
    if (ids.length > 0) marked.push({ start: before.unit, end: unit, ids })
    before = { point, unit }
  }
  return marked
}

const within = (marked: readonly Marked[], { start, end }: Stretch): Marked[] =>
  marked
    .filter((one) => one.start < end && one.end > start)
    .map((one) => ({
      ...one,
      start: Math.max(one.start, start),
      end: Math.min(one.end, end),
    }))

type ShowOptions = { readonly language: Language; readonly quoted: readonly Quoted[] }

/** The part with this number (from 1) or the nearest one, as readers see it. */
export const showPart = (
  wording: Wording,
  asked: number,
  { language, quoted }: ShowOptions,
): ShownPart => {
  const { contentClean: text } = wording
  const parts = partsOf(wording)
  const part = Math.min(Math.max(1, asked), parts.length)
  const pointsBefore = countPoints(text)
  const marked = markedBy(text, quoted)
  /** Comments whose first words were printed. */
  const begun = new Set<string>()
  const markup = printBlocks<Marked>(text, parts[part - 1] ?? [], {
    linksIn: (stretch) => within(marked, stretch),
    linked: ({ ids }, words) => {
      const begins = ids.find((id) => !begun.has(id))
      if (begins !== undefined) begun.add(begins)
      const place = begins === undefined ? '' : html` id="q-${begins}"`
      return `<mark${place}${html` data-comment="${ids[0] ?? ''}"`}>${words}</mark>`
    },
    leadOf: () => '',
    attributesOf: ({ start }) => ` dir="auto" data-start="${pointsBefore(start)}"`,
    zoneOf: (zone, id) =>
      `<h3 class="zone" id="${id}">${html`${LABELS[language].zones[zone]}`}</h3>`,
  })
  return { part, parts: parts.length, markup }
}

/** In which part a code point is. */
export const partAt = (wording: Wording, codePoint: number): number => {
  const unit = unitsAfter(wording.contentClean, 0, codePoint)
  const parts = partsOf(wording)
  const after = parts.findIndex((blocks) => {
    const first = blocks.find(({ kind }) => kind !== 'zone')
    return first !== undefined && first.kind !== 'zone' && first.start > unit
  })
  return after === -1 ? parts.length : Math.max(1, after)
}
