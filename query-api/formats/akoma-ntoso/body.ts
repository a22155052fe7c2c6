/**
 * The words of a text as blocks of Akoma Ntoso 3.0. Read back, they are `contentClean` to the
 * letter: what does not fit a list or a table is a plain line.
 */
import type { Article } from '#contracts/http/article.ts'
import { gapWritten, OWN_ATTRIBUTES, USUAL_GAP } from '#contracts/law/akoma-ntoso/own-marks.ts'
import { blocksOf, type ZoneName } from '#contracts/law/reading/blocks.ts'
import { type CitationLink, runsOf } from '#contracts/law/reading/runs.ts'
import { type Passage, type Stretch, structureOf } from '#contracts/law/reading/structure.ts'
import { element, escapedText } from './xml.ts'

/** The parts of a judgment; what a court of cassation annexes are the pleas. */
const ZONES: Readonly<Record<ZoneName, string>> = {
  introduction: 'introduction',
  facts: 'background',
  pleas: 'arguments',
  reasons: 'motivation',
  operative: 'decision',
  annexes: 'arguments',
}
/** The part for the words of a judgment that nobody divided, and before the first part. */
const UNDIVIDED = { whole: 'decision', before: 'introduction' } as const

type Section = {
  /** Null: the words before any heading. */
  readonly heading: string | null
  readonly level: number
  readonly blocks: string[]
  readonly sections: Section[]
}
type Part = { readonly zone: ZoneName | null; readonly root: Section }

const TAGS = { strong: 'b', emphasis: 'i', plain: null } as const

/** Writes lines in order, and knows which blanks are between them. */
class Writer {
  readonly #text: string
  readonly #links: readonly CitationLink[]
  #at = 0
  #ids = 0

  constructor(text: string, links: readonly CitationLink[]) {
    this.#text = text
    this.#links = links
  }

  id(prefix: string): string {
    this.#ids += 1
    return `${prefix}_${this.#ids}`
  }

  words({ start, end }: Stretch): string {
    return this.#text.slice(start, end)
  }

  /** The attribute for the blanks before a line; the line is then written. */
  before({ start, end }: Stretch): Readonly<Record<string, string | null>> {
    const gap = this.#text.slice(this.#at, start)
    const usual = this.#at === 0 ? '' : USUAL_GAP
    this.#at = end
    return { [OWN_ATTRIBUTES.before]: gap === usual ? null : gapWritten(gap) }
  }

  after(): Readonly<Record<string, string | null>> {
    const gap = this.#text.slice(this.#at)
    return { [OWN_ATTRIBUTES.after]: gap === '' ? null : gapWritten(gap) }
  }

  #reference(words: string, link: CitationLink | null): string {
    const text = escapedText(words)
    return link === null
      ? text
      : element('ref', { eId: this.id('ref'), href: link.href, title: link.title }, text)
  }

  inline(stretch: Stretch): string {
    const runs = runsOf(this.#text, stretch, this.#links)
    const written = runs.map(({ text, sign, note, address }) => {
      const words = address === null ? text : `[${text}](${address})`
      return note === null ? `${sign}${words}${sign}` : `[^${note}]`
    })
    // A link inside emphasis cuts it in two; then the signs stay in the text.
    if (written.join('') !== this.words(stretch)) return this.#plain(stretch)
    return runs
      .map(({ text, style, sign, link, note, address }) => {
        if (note !== null) return escapedText(`[^${note}]`)
        const reference = this.#reference(text, link)
        const words = address === null ? reference : `[${reference}]${escapedText(`(${address})`)}`
        const tag = TAGS[style]
        return tag === null ? words : element(tag, { [OWN_ATTRIBUTES.marks]: sign }, words)
      })
      .join('')
  }

  #plain({ start, end }: Stretch): string {
    const parts: string[] = []
    let at = start
    for (const link of this.#links) {
      if (link.start < at || link.end > end) continue
      parts.push(escapedText(this.#text.slice(at, link.start)))
      parts.push(this.#reference(this.#text.slice(link.start, link.end), link))
      at = link.end
    }
    return [...parts, escapedText(this.#text.slice(at, end))].join('')
  }

  line(stretch: Stretch): string {
    return element('p', this.before(stretch), this.inline(stretch))
  }
}

type Table = Extract<Passage, { kind: 'table' }>

/** How the cells of a row are joined; null: not as the reader joins them. */
const marksOfRow = (writer: Writer, row: Table['rows'][number]): string | null => {
  const cells = row.cells.map((cell) => writer.words(cell))
  const words = writer.words(row)
  if (cells.some((cell) => cell === '')) return null
  if (words === cells.join(' | ')) return ''
  return words === `| ${cells.join(' | ')} |` ? '|' : null
}

const tableOf = (writer: Writer, { head, rule, rows }: Table): string => {
  const lines = [...(head === null ? [] : [head]), ...(rule === null ? [] : [rule]), ...rows]
  const marks = [...(head === null ? [] : [head]), ...rows].map((row) => marksOfRow(writer, row))
  if (marks.includes(null)) return lines.map((line) => writer.line(line)).join('')
  const rowOf = (row: Table['rows'][number], cell: 'td' | 'th'): string => {
    const attributes = {
      ...writer.before(row),
      [OWN_ATTRIBUTES.marks]: marksOfRow(writer, row) || null,
    }
    const cells = row.cells.map((one) => element(cell, {}, element('p', {}, writer.inline(one))))
    return element('tr', attributes, cells.join(''))
  }
  const eId = writer.id('table')
  const first = head === null ? '' : rowOf(head, 'th')
  const ruled =
    rule === null
      ? null
      : `${writer.before(rule)[OWN_ATTRIBUTES.before] ?? gapWritten(USUAL_GAP)}${writer.words(rule)}`
  const others = rows.map((row) => rowOf(row, 'td')).join('')
  return element('table', { eId, [OWN_ATTRIBUTES.rule]: ruled }, `${first}${others}`)
}

type BlockPassage = Exclude<Passage, { kind: 'zone' | 'heading' }>

const blockOf = (writer: Writer, passage: BlockPassage): string => {
  switch (passage.kind) {
    case 'paragraph':
      return writer.line(passage)
    case 'rule':
      return writer.line(passage)
    case 'quote':
      return passage.lines.map((line) => writer.line(line)).join('')
    case 'note':
      return writer.line(passage.line)
    case 'list': {
      const eId = writer.id('list')
      const items = passage.items.map((item) => {
        const words = { start: item.wordsStart, end: item.end }
        const before = writer.before(item)
        const content = `${element('num', {}, escapedText(item.mark))}${element('p', {}, writer.inline(words))}`
        return element('item', { eId: writer.id('item'), ...before }, content)
      })
      return element('blockList', { eId }, items.join(''))
    }
    case 'table':
      return tableOf(writer, passage)
    default:
      return passage satisfies never
  }
}

const emptySection = (heading: string | null, level: number): Section => ({
  heading,
  level,
  blocks: [],
  sections: [],
})

/** The parts of a text with their sections, every line written in order. */
const partsOf = (writer: Writer, passages: readonly Passage[]): Part[] => {
  const parts: Part[] = [{ zone: null, root: emptySection(null, 0) }]
  /** The sections that the next block is in, outermost first. */
  let open: Section[] = parts.map(({ root }) => root)
  for (const passage of passages) {
    if (passage.kind === 'zone') {
      const part = { zone: passage.zone, root: emptySection(null, 0) }
      parts.push(part)
      open = [part.root]
    } else if (passage.kind === 'heading') {
      const words = writer.words(passage)
      const marks = words.slice(0, words.indexOf(' '))
      const title = { start: passage.start + marks.length + 1, end: passage.end }
      const attributes = {
        eId: writer.id('heading'),
        ...writer.before(passage),
        [OWN_ATTRIBUTES.marks]: marks,
      }
      const section = emptySection(
        element('heading', attributes, writer.inline(title)),
        passage.level,
      )
      open = open.filter(({ level }) => level < passage.level)
      open.at(-1)?.sections.push(section)
      open.push(section)
    } else open.at(-1)?.blocks.push(blockOf(writer, passage))
  }
  return parts
}

/** An element of the hierarchy: words alone, or words before parts of it. */
const sectionOf = (writer: Writer, name: string, section: Section, before = ''): string => {
  const { heading, blocks, sections } = section
  const words = blocks.join('')
  const inner =
    sections.length === 0
      ? element('content', { eId: writer.id('content') }, words === '' ? '<p/>' : words)
      : `${words === '' ? '' : element('intro', { eId: writer.id('intro') }, words)}${sections.map((one) => sectionOf(writer, 'section', one)).join('')}`
  return element(name, { eId: writer.id(name) }, `${before}${heading ?? ''}${inner}`)
}

/** Words and sections side by side, as judgments and documents hold them. */
const mixedOf = (writer: Writer, { blocks, sections }: Section): string =>
  `${blocks.join('')}${sections.map((one) => sectionOf(writer, 'section', one)).join('')}`

const isEmpty = ({ blocks, sections }: Section): boolean => blocks.length + sections.length === 0

const judgmentBody = (writer: Writer, parts: readonly Part[]): string => {
  const filled = parts.filter(({ root }) => !isEmpty(root))
  const shown = filled.length === 0 ? parts.slice(0, 1) : filled
  const isWhole = shown.length === 1
  const written = shown.map(({ zone, root }) => {
    const name = zone === null ? (isWhole ? UNDIVIDED.whole : UNDIVIDED.before) : ZONES[zone]
    const content = mixedOf(writer, root)
    return element(name, { class: zone }, content === '' ? '<p/>' : content)
  })
  return element('judgmentBody', writer.after(), written.join(''))
}

/** Sections and blocks of a text without parts. */
const whole = (parts: readonly Part[]): Section => ({
  heading: null,
  level: 0,
  blocks: parts.flatMap(({ root }) => root.blocks),
  sections: parts.flatMap(({ root }) => root.sections),
})

/** The kinds of document that a text may be. */
export type DocumentKind = 'act' | 'judgment' | 'doc'

/** The body of a document. Every line of the text is in it once, in order. */
export const bodyOf = (
  kind: DocumentKind,
  article: Article,
  links: readonly CitationLink[],
): string => {
  const { contentClean: text, provision } = article
  const writer = new Writer(text, links)
  const blocks = blocksOf(kind === 'judgment' ? article : { ...article, judicialDecision: null })
  const parts = partsOf(writer, structureOf(text, blocks))
  if (kind === 'judgment') return judgmentBody(writer, parts)
  const after = writer.after()
  if (kind === 'doc') {
    const content = mixedOf(writer, whole(parts))
    return element('mainBody', after, content === '' ? '<p/>' : content)
  }
  const number = provision?.number ?? null
  const num = number === null ? '' : element('num', { eId: writer.id('num') }, escapedText(number))
  return element('body', after, sectionOf(writer, 'article', whole(parts), num))
}
