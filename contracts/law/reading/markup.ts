/**
 * The words of a text as markup, the same for readers and editors: headings, lists, tables, quotes,
 * notes and emphasis. Every word is escaped, and nothing of the text becomes a tag.
 */
import type { Block, ZoneName } from './blocks.ts'
import { type Run, runsOf } from './runs.ts'
import { type Passage, type Row, type Stretch, structureOf } from './structure.ts'

/** How a page shows a text. `Link`: a stretch that leads somewhere or that somebody marked. */
export type ReadingOptions<Link extends Stretch> = {
  /** In order, without two of them on one place. */
  readonly linksIn: (stretch: Stretch) => readonly Link[]
  /** Markup of words that have a link. */
  readonly linked: (link: Link, words: string) => string
  /** Markup before the words of a line, such as its number. */
  readonly leadOf: (number: number) => string
  /** Attributes of what holds a line, with a blank before each. */
  readonly attributesOf: (line: Stretch) => string
  /** The heading of a part of a ruling. */
  readonly zoneOf: (zone: ZoneName, id: string) => string
}

type Reading<Link extends Stretch> = ReadingOptions<Link> & {
  readonly text: string
  /** Where notes begin on the page, by their labels. */
  readonly notes: ReadonlyMap<string, string>
}

const ESCAPED: Readonly<Record<string, string>> = {
  '"': '&#34;',
  '&': '&#38;',
  "'": '&#39;',
  '<': '&#60;',
  '=': '&#61;',
  '>': '&#62;',
  '`': '&#96;',
}
const escaped = (text: string): string =>
  text.replaceAll(/["&'<=>`]/gu, (sign) => ESCAPED[sign] ?? '')

const STYLE_TAGS = { plain: null, strong: 'strong', emphasis: 'em' } as const

const styled = ({ text, style }: Pick<Run, 'text' | 'style'>): string => {
  const words = escaped(text)
  const tag = STYLE_TAGS[style]
  return tag === null ? words : `<${tag}>${words}</${tag}>`
}

/** Neighbours that lead to one place: emphasis cuts a link in several. */
const groupsOf = <Link extends Stretch>(
  runs: readonly Run<Link>[],
): (readonly [Run<Link>, ...Run<Link>[]])[] => {
  const groups: [Run<Link>, ...Run<Link>[]][] = []
  for (const run of runs) {
    const last = groups.at(-1)
    const [first] = last ?? []
    const isSame =
      run.note === null &&
      first?.note === null &&
      first.link === run.link &&
      first.address === run.address
    if (isSame) last?.push(run)
    else groups.push([run])
  }
  return groups
}

/** A stretch within one line as markup. */
const inline = <Link extends Stretch>(
  { text, notes, linksIn, linked }: Reading<Link>,
  stretch: Stretch,
): string =>
  groupsOf(runsOf(text, stretch, linksIn(stretch)))
    .map((runs) => {
      const [{ note, link, address }] = runs
      const words = runs.map(styled).join('')
      if (note !== null) {
        const href = notes.get(note)
        return `<sup>${href === undefined ? words : `<a href="${escaped(href)}">${words}</a>`}</sup>`
      }
      if (link !== null) return linked(link, words)
      return address === null
        ? words
        : `<a href="${escaped(address)}" rel="noreferrer">${words}</a>`
    })
    .join('')

const PLAIN: Omit<Reading<Stretch>, 'text'> = {
  notes: new Map(),
  linksIn: () => [],
  linked: (_, words) => words,
  leadOf: () => '',
  attributesOf: () => '',
  zoneOf: () => '',
}

/** Words that stand alone, such as a summary, with their emphasis. */
export const inlineWords = (text: string): string =>
  inline({ ...PLAIN, text }, { start: 0, end: text.length })

/** A numbered line; its mark is part of what is copied. */
const lineOf = <Link extends Stretch>(
  reading: Reading<Link>,
  tag: 'div' | 'li',
  {
    number,
    mark,
    words,
  }: { readonly number: number; readonly mark: string; readonly words: Stretch },
): string => {
  const before = mark === '' ? '' : `<span class="mark">${escaped(mark)} </span>`
  return `<${tag} class="paragraph" id="p${number}"${reading.attributesOf(words)}>${reading.leadOf(number)}<p>${before}${inline(reading, words)}</p></${tag}>`
}

const rowOf = <Link extends Stretch>(
  reading: Reading<Link>,
  { number, cells }: Row,
  cell: 'td' | 'th',
): string => {
  const scope = cell === 'th' ? ' scope="col"' : ''
  const lead = reading.leadOf(number)
  const printed = cells.map(
    (one) => `<${cell}${scope}${reading.attributesOf(one)}>${inline(reading, one)}</${cell}>`,
  )
  return `<tr id="p${number}">${lead === '' ? '' : `<td>${lead}</td>`}${printed.join('')}</tr>`
}

const passageOf = <Link extends Stretch>(reading: Reading<Link>, passage: Passage): string => {
  switch (passage.kind) {
    case 'zone':
      return reading.zoneOf(passage.zone, passage.id)
    case 'heading': {
      const { id, level, text, end } = passage
      const words = { start: end - text.length, end }
      return `<h${level} id="${id}"${reading.attributesOf(words)}>${inline(reading, words)}</h${level}>`
    }
    case 'paragraph':
      return lineOf(reading, 'div', { number: passage.number, mark: '', words: passage })
    case 'list':
      return `<ul class="marked">${passage.items
        .map(({ number, mark, wordsStart, end }) =>
          lineOf(reading, 'li', { number, mark, words: { start: wordsStart, end } }),
        )
        .join('')}</ul>`
    case 'quote':
      return `<blockquote>${passage.passages.map((one) => passageOf(reading, one)).join('')}</blockquote>`
    case 'rule':
      return `<hr id="p${passage.number}" />`
    case 'note': {
      const { label, line, wordsStart } = passage
      const words = { start: wordsStart, end: line.end }
      return `<div class="note-line">${lineOf(reading, 'div', { number: line.number, mark: label, words })}</div>`
    }
    case 'table': {
      const head =
        passage.head === null ? '' : `<thead>${rowOf(reading, passage.head, 'th')}</thead>`
      // The rule below the head is a numbered line of the text, so it keeps its address.
      const place = passage.rule === null ? '' : ` id="p${passage.rule.number}"`
      const rows = passage.rows.map((row) => rowOf(reading, row, 'td')).join('')
      return `<div class="table"><table>${head}<tbody${place}>${rows}</tbody></table></div>`
    }
    default:
      return passage satisfies never
  }
}

/** Prints blocks of a text. Without spaces between the tags: a copied paragraph is what it was. */
export const printBlocks = <Link extends Stretch>(
  text: string,
  blocks: readonly Block[],
  options: ReadingOptions<Link>,
): string => {
  const passages = structureOf(text, blocks)
  const notes = new Map(
    passages.flatMap((one) =>
      one.kind === 'note' ? [[one.label, `#p${one.line.number}`] as const] : [],
    ),
  )
  return passages.map((passage) => passageOf({ ...options, text, notes }, passage)).join('')
}
