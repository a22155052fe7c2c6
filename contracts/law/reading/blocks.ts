/** The lines of a text as blocks: parts of a ruling, headings and numbered paragraphs. */
import type { Article } from '../../http/article.ts'

type Decision = NonNullable<Article['judicialDecision']>
export type ZoneName = Decision['zones'][number]['name']

/** The words of a text, with the parts of a ruling. */
export type Wording = Pick<Article, 'contentClean'> & {
  readonly judicialDecision: Pick<Decision, 'zones'> | null
}

/** A stretch of `contentClean` in UTF-16 units, `end` exclusive. */
type Stretch = { readonly start: number; readonly end: number }

export type Block =
  | { readonly kind: 'zone'; readonly zone: ZoneName; readonly id: string }
  | (Stretch & {
      readonly kind: 'heading'
      readonly text: string
      readonly level: number
      readonly id: string
    })
  | (Stretch & {
      readonly kind: 'paragraph'
      /** From 1, over the whole text; the anchor is `p` and this number. */
      readonly number: number
    })

const LINE = /[^\n]+/gu
const HEADING = /^(#{1,6}) (.+)$/u
/** Levels of headings below the heading of the text itself; none is left out on the way down. */
const LEVELS = { first: 3, last: 6 } as const
/** A part of a ruling is above every heading in it. */
const ZONE_MARKS = 0

/** Lines are paragraphs; blanks around them belong to none. */
export const blocksOf = ({ contentClean, judicialDecision }: Wording): Block[] => {
  const zones = (judicialDecision?.zones ?? []).toSorted((one, other) => one.start - other.start)
  const blocks: Block[] = []
  let number = 0
  let headings = 0
  let zone = 0
  /** Marks of the headings that the line is below. */
  let above: number[] = []
  for (const { 0: line, index } of contentClean.matchAll(LINE)) {
    const text = line.trim()
    if (text === '') continue
    const start = index + line.indexOf(text)
    const end = start + text.length
    for (let next = zones[zone]; next !== undefined && next.start < end;) {
      headings += 1
      blocks.push({ kind: 'zone', zone: next.name, id: `s${headings}` })
      above = [ZONE_MARKS]
      next = zones[++zone]
    }
    const [, marks, title] = HEADING.exec(text) ?? []
    if (marks === undefined || title === undefined) {
      number += 1
      blocks.push({ kind: 'paragraph', number, start, end })
    } else {
      headings += 1
      above = above.filter((one) => one < marks.length)
      const level = Math.min(LEVELS.first + above.length, LEVELS.last)
      above.push(marks.length)
      blocks.push({ kind: 'heading', text: title, level, id: `s${headings}`, start, end })
    }
  }
  return blocks
}
