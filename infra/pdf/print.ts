/** Prints documents as tagged PDF (ISO 32000-1; PDF/UA-1, ISO 14289-1). */
import Pdfkit from 'pdfkit'
import { Fault } from '#contracts/fault.ts'
import { PRODUCT } from '#contracts/service.ts'
import type {
  PrintedBlock,
  PrintedDocument,
  PrintedRow,
  PrintedRun,
  PrintPdf,
} from '#query-api/formats/ports.ts'
import type { Face } from './fonts.ts'
import { type Line, linesOf, type Measure, type Segment } from './lines.ts'

type Pdf = InstanceType<typeof Pdfkit>
type Structure = PDFKit.PDFStructureElement

/** Lengths are in points. */
const PAGE = { width: 595.28, height: 841.89, left: 85, right: 85, top: 74, bottom: 92 } as const
const MEASURE = PAGE.width - PAGE.left - PAGE.right
const FLOOR = PAGE.height - PAGE.bottom
const COLOURS = { ink: '#1c1b1a', soft: '#5d5852', line: '#c9c2b6', link: '#1f4e79' } as const

type Type = {
  readonly size: number
  readonly leading: number
  readonly face: Face
  readonly colour: string
  readonly before: number
}
const BODY: Type = { size: 10.5, leading: 15, face: 'plain', colour: COLOURS.ink, before: 6 }
const TYPES = {
  text: BODY,
  quote: BODY,
  lead: { ...BODY, size: 9.5, leading: 13.5, colour: COLOURS.soft, before: 4 },
  small: { ...BODY, size: 9.5, leading: 13.5, colour: COLOURS.soft, before: 6 },
  fact: { ...BODY, size: 9.5, leading: 13.5, before: 0 },
  code: { ...BODY, size: 8, leading: 12.5, face: 'fallback', before: 6 },
} as const satisfies Record<string, Type>
const HEADINGS: readonly Type[] = [
  { size: 19, leading: 24, face: 'strong', colour: COLOURS.ink, before: 2 },
  { size: 13.5, leading: 18, face: 'strong', colour: COLOURS.ink, before: 26 },
  { size: 11, leading: 15, face: 'strong', colour: COLOURS.ink, before: 15 },
  { size: 10.5, leading: 15, face: 'strong', colour: COLOURS.ink, before: 12 },
  { size: 10.5, leading: 15, face: 'emphasis', colour: COLOURS.ink, before: 10 },
  { size: 10.5, leading: 15, face: 'emphasis', colour: COLOURS.soft, before: 10 },
]
const QUOTE_INDENT = 14
const FACT_NAME = 90
const CELL_GAP = 10
const ROW_GAP = 5
/** Narrower columns are read worse than lines. */
const COLUMN_MIN = 44
/** Lines of a paragraph that stay together at the foot and at the head of a page. */
const TOGETHER = 2
const RAISED_SHARE = 0.33

const plainRun = (text: string): PrintedRun => ({
  text,
  style: 'plain',
  href: null,
  title: null,
  isNote: false,
})

/** Text between marks of markup, as the metadata (XMP) needs it; PDF objects need it as it is. */
class InfoText extends String {
  override toString(): string {
    return this.valueOf().replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  }
}
// The types of the library name strings alone; it takes their objects.
const info = (text: string): string => new InfoText(text) as unknown as string

/** A block whose lines have their places, but for the page. */
type Laid = {
  /** Heights of its lines. */
  readonly lines: readonly number[]
  /** Left out at the head of a page. */
  readonly before: number
  /** How many lines stay together at an end of a page. */
  readonly together: number
  readonly keepsWithNext: boolean
  /** Called once, before its first line. */
  readonly begin: () => void
  /** `top`: where the line begins. */
  readonly draw: (line: number, top: number) => void
  /** Called once, and before each new page. */
  readonly rest: () => void
  readonly end: () => void
}

/** Draws lines into an element of structure. */
type Tagged = {
  readonly draw: (line: Line, left: number, top: number, type: Type) => void
  /** Ends the marked words of a page. */
  readonly rest: () => void
}

/** Options of an element of structure; the types of the library lack `scope`. */
type ElementOptions = { readonly lang?: string; readonly scope?: 'Row' | 'Column' }

class Printer {
  readonly #document: PrintedDocument
  readonly #pdf: Pdf
  readonly #root: Structure
  readonly #registered = new Set<string>()
  readonly #widths = new Map<string, number>()
  readonly #outline: { level: number; item: PDFKit.PDFOutline }[] = []

  constructor(document: PrintedDocument) {
    this.#document = document
    const { title, author, subject, keywords, changedAt, version, sha256Hash, address } = document
    const options = {
      size: [PAGE.width, PAGE.height],
      margin: 0,
      pdfVersion: '1.7',
      subset: 'PDF/UA',
      tagged: true,
      displayTitle: true,
      lang: document.language,
      bufferPages: true,
      autoFirstPage: false,
      info: {
        Title: info(title),
        ...(author === null ? {} : { Author: info(author) }),
        Subject: info(subject),
        Keywords: info([...keywords, `version ${version}`, `sha256:${sha256Hash}`].join(', ')),
        Creator: info(PRODUCT),
        Producer: info('PDFKit'),
        CreationDate: new Date(changedAt),
        ModDate: new Date(changedAt),
        Version: info(version),
        SHA256: info(sha256Hash),
        Source: info(address),
      },
    }
    // Its types know neither the subset nor members of the information besides the usual ones.
    this.#pdf = new Pdfkit(options as unknown as PDFKit.PDFDocumentOptions)
    // The library lists the glyphs of a font (CIDSet) without the parts of composed letters, which
    // PDF/UA-1 forbids (7.21.4.2); it asks for no list, and a part that is no number writes none.
    Object.assign(this.#pdf, { subset: '1' })
    this.#root = this.#pdf.struct('Document', { title, lang: document.language })
    this.#pdf.addStructure(this.#root)
  }

  #font(name: string, bytes: () => Buffer): void {
    if (!this.#registered.has(name)) {
      this.#registered.add(name)
      this.#pdf.registerFont(name, bytes())
    }
    this.#pdf.font(name)
  }

  #measure: Measure = (font, size, text) => {
    const key = `${font.name} ${text}`
    let width = this.#widths.get(key)
    if (width === undefined) {
      this.#font(font.name, font.bytes)
      width = this.#pdf.fontSize(1_000).widthOfString(text) / 1_000
      this.#widths.set(key, width)
    }
    return width * size
  }

  #lines(runs: readonly PrintedRun[], { size, face }: Type, width: number): Line[] {
    return linesOf(runs, { size, face, width, measure: this.#measure })
  }

  #artifact(draw: () => void, type: 'Layout' | 'Pagination' = 'Layout'): void {
    this.#pdf.markContent('Artifact', { type })
    draw()
    this.#pdf.endMarkedContent()
  }

  #rule(left: number, top: number, right: number, bottom: number, width: number): void {
    this.#artifact(() => {
      this.#pdf.moveTo(left, top).lineTo(right, bottom).lineWidth(width).stroke(COLOURS.line)
    })
  }

  /** Draws words at a baseline. */
  #words({ text, font, size, actual, run }: Segment, x: number, y: number, colour: string): void {
    this.#font(font.name, font.bytes)
    if (actual !== null) this.#pdf.markContent('Span', { actual })
    this.#pdf
      .fontSize(size)
      .fillColor(run.href === null ? colour : COLOURS.link)
      .text(text, x, run.isNote ? y - size * RAISED_SHARE : y, {
        lineBreak: false,
        baseline: 'alphabetic',
      })
    if (actual !== null) this.#pdf.endMarkedContent()
  }

  /** An element of structure whose lines are drawn one by one; its words are marked as it goes. */
  #tagged(element: Structure, tag: string): Tagged {
    let isOpen = false
    const rest = (): void => {
      if (isOpen) this.#pdf.endMarkedContent()
      isOpen = false
    }
    const open = (): void => {
      if (!isOpen) element.add(this.#pdf.markStructureContent(tag))
      isOpen = true
    }
    const link = (segment: Segment, href: string, x: number, y: number): void => {
      rest()
      const alt = segment.run.title ?? href
      const child = this.#pdf.struct('Link', { alt })
      element.add(child)
      child.add(this.#pdf.markStructureContent('Link'))
      this.#words(segment, x, y, COLOURS.link)
      const width = this.#measure(segment.font, segment.size, segment.text.trimEnd())
      this.#pdf
        .moveTo(x, y + 1.8)
        .lineTo(x + width, y + 1.8)
        .lineWidth(0.4)
        .stroke(COLOURS.link)
      this.#pdf.endMarkedContent()
      this.#pdf.link(x, y - segment.size * 0.8, width, segment.size * 1.1, href, {
        structParent: child,
        Contents: new String(alt),
      } as unknown as PDFKit.Mixins.AnnotationOption)
      child.end()
    }
    const draw = (line: Line, left: number, top: number, { leading, colour, size }: Type): void => {
      // The baseline: half of what the leading adds is above the words.
      const y = top + (leading - size) / 2 + size * 0.78
      let x = left
      for (const segment of line) {
        if (segment.run.href === null) {
          open()
          this.#words(segment, x, y, colour)
        } else link(segment, segment.run.href, x, y)
        x += this.#measure(segment.font, segment.size, segment.text)
      }
    }
    return { draw, rest }
  }

  #element(parent: Structure, tag: string, options: ElementOptions): Structure {
    const element = this.#pdf.struct(tag, options)
    parent.add(element)
    return element
  }

  #paragraph(
    tag: string,
    lines: readonly Line[],
    type: Type,
    {
      left = PAGE.left,
      parent = this.#root,
      language,
      ...options
    }: Partial<Pick<Laid, 'keepsWithNext' | 'before'>> & {
      readonly left?: number
      readonly parent?: Structure
      readonly language?: string | undefined
      readonly onBegin?: (element: Structure) => void
      readonly onDraw?: (top: number) => void
    },
  ): Laid {
    let element: Structure | null = null
    let tagged: Tagged | null = null
    return {
      lines: lines.map(() => type.leading),
      before: options.before ?? type.before,
      together: TOGETHER,
      keepsWithNext: options.keepsWithNext ?? false,
      begin: () => {
        element = this.#element(parent, tag, language === undefined ? {} : { lang: language })
        tagged = this.#tagged(element, tag)
        options.onBegin?.(element)
      },
      draw: (line, top) => {
        options.onDraw?.(top)
        tagged?.draw(lines[line] ?? [], left, top, type)
      },
      rest: () => tagged?.rest(),
      end: () => element?.end(),
    }
  }

  #heading({ level, text, language }: Extract<PrintedBlock, { kind: 'heading' }>): Laid[] {
    const type = HEADINGS[level - 1] ?? BODY
    const runs = [plainRun(text)]
    return [
      this.#paragraph(
        `H${Math.min(level, HEADINGS.length)}`,
        this.#lines(runs, type, MEASURE),
        type,
        {
          language,
          keepsWithNext: true,
          onBegin: () => this.#bookmark(level, text),
        },
      ),
    ]
  }

  #bookmark(level: number, text: string): void {
    while ((this.#outline.at(-1)?.level ?? 0) >= level) this.#outline.pop()
    const parent = this.#outline.at(-1)?.item ?? this.#pdf.outline
    this.#outline.push({ level, item: parent.addItem(text, { expanded: level < 2 }) })
  }

  #quote({ runs, language }: Extract<PrintedBlock, { kind: 'paragraph' }>): Laid {
    const type = TYPES.quote
    const quote = this.#pdf.struct('BlockQuote')
    const lines = this.#lines(runs, type, MEASURE - QUOTE_INDENT)
    const laid = this.#paragraph('P', lines, type, {
      left: PAGE.left + QUOTE_INDENT,
      parent: quote,
      language,
    })
    return {
      ...laid,
      begin: () => {
        this.#root.add(quote)
        laid.begin()
      },
      draw: (line, top) => {
        laid.rest()
        const x = PAGE.left + QUOTE_INDENT / 3
        this.#rule(x, top, x, top + type.leading, 1.2)
        laid.draw(line, top)
      },
      end: () => {
        laid.end()
        quote.end()
      },
    }
  }

  #list({ items, language }: Extract<PrintedBlock, { kind: 'list' }>): Laid[] {
    const type = TYPES.text
    const list = this.#pdf.struct('L', language === undefined ? {} : { lang: language })
    const face = type.face
    const marks = items.map(({ mark }) => this.#lines([plainRun(mark)], type, MEASURE)[0] ?? [])
    const widest = Math.max(...marks.map((line) => line.reduce((sum, { width }) => sum + width, 0)))
    const indent = Math.min(Math.max(widest + 7, 16), MEASURE / 4)
    return items.map(({ runs }, index) => {
      const lines = this.#lines(runs, { ...type, face }, MEASURE - indent)
      const item = this.#pdf.struct('LI')
      const label = this.#pdf.struct('Lbl')
      const body = this.#paragraph('LBody', lines, type, {
        left: PAGE.left + indent,
        parent: item,
      })
      return {
        ...body,
        begin: () => {
          if (index === 0) this.#root.add(list)
          list.add(item)
          item.add(label)
          body.begin()
        },
        draw: (line, top) => {
          if (line === 0) {
            const tagged = this.#tagged(label, 'Lbl')
            tagged.draw(marks[index] ?? [], PAGE.left, top, type)
            tagged.rest()
            label.end()
          }
          body.draw(line, top)
        },
        end: () => {
          body.end()
          item.end()
          if (index === items.length - 1) list.end()
        },
      }
    })
  }

  #rows(
    rows: readonly { readonly cells: PrintedRow; readonly headers: 'row' | 'column' | null }[],
    widths: readonly number[],
    type: Type,
    { language, before }: { readonly language: string | undefined; readonly before: number },
  ): Laid {
    const table = this.#pdf.struct('Table', language === undefined ? {} : { lang: language })
    const laid = rows.map(({ cells, headers }) =>
      cells.map((runs, column) => {
        const isHead = headers === 'column' || (headers === 'row' && column === 0)
        const own: Type =
          headers === 'row' && isHead
            ? { ...type, colour: COLOURS.soft }
            : isHead
              ? { ...type, face: 'strong' }
              : type
        // Nothing follows the last column.
        const gap = column === cells.length - 1 ? 0 : CELL_GAP
        const lines = this.#lines(runs, own, (widths[column] ?? 0) - gap)
        return { lines, own, isHead }
      }),
    )
    const heightOf = (row: number): number =>
      Math.max(1, ...(laid[row] ?? []).map(({ lines }) => lines.length)) * type.leading + ROW_GAP
    const heights = rows.map((_, row) => heightOf(row))
    const isSmall = heights.reduce((sum, one) => sum + one, 0) < (FLOOR - PAGE.top) / 3
    return {
      lines: heights,
      before,
      together: isSmall ? rows.length : 1,
      keepsWithNext: false,
      begin: () => this.#root.add(table),
      draw: (row, top) => {
        const line = this.#element(table, 'TR', {})
        let left: number = PAGE.left
        for (const [column, { lines, own, isHead }] of (laid[row] ?? []).entries()) {
          const scope = rows[row]?.headers === 'row' ? 'Row' : 'Column'
          const cell = this.#element(line, isHead ? 'TH' : 'TD', isHead ? { scope } : {})
          const tagged = this.#tagged(cell, isHead ? 'TH' : 'TD')
          for (const [at, words] of lines.entries())
            tagged.draw(words, left, top + ROW_GAP / 2 + at * type.leading, own)
          tagged.rest()
          cell.end()
          left += widths[column] ?? 0
        }
        line.end()
        const bottom = top + heightOf(row)
        this.#rule(PAGE.left, bottom, PAGE.left + MEASURE, bottom, 0.4)
      },
      rest: () => undefined,
      end: () => table.end(),
    }
  }

  #facts({ facts, language }: Extract<PrintedBlock, { kind: 'facts' }>): Laid[] {
    const rows = facts.map(([name, value]) => ({
      cells: [[plainRun(name)], value] as PrintedRow,
      headers: 'row' as const,
    }))
    const widths = [FACT_NAME, MEASURE - FACT_NAME]
    return [this.#rows(rows, widths, TYPES.fact, { language, before: 10 })]
  }

  /** Widths of columns by their longest lines; null: too many columns for the page. */
  #columns(rows: readonly PrintedRow[]): number[] | null {
    const count = Math.max(...rows.map((row) => row.length))
    if (count * COLUMN_MIN > MEASURE) return null
    const natural = Array.from({ length: count }, (_, column) =>
      Math.max(
        COLUMN_MIN,
        ...rows.map((row) => {
          const line = this.#lines(row[column] ?? [], TYPES.fact, Infinity)[0] ?? []
          return line.reduce((sum, { width }) => sum + width, CELL_GAP + 1)
        }),
      ),
    )
    const spare = MEASURE - count * COLUMN_MIN
    const wanted = natural.map((width) => width - COLUMN_MIN)
    const sum = wanted.reduce((total, one) => total + one, 0)
    if (sum <= spare) return natural
    // A very wide column leaves the others what they need as far as it can.
    const eased = wanted.map((one) => Math.sqrt(one))
    const easedSum = eased.reduce((total, one) => total + one, 0)
    return eased.map((one) => COLUMN_MIN + (spare * one) / (easedSum || 1))
  }

  #table(block: Extract<PrintedBlock, { kind: 'table' }>): Laid[] {
    const { head, rows, language } = block
    const all = head === null ? rows : [head, ...rows]
    const widths = this.#columns(all)
    const type = TYPES.fact
    if (widths !== null) {
      const laid = this.#rows(
        all.map((cells, index) => ({
          cells,
          headers: head !== null && index === 0 ? ('column' as const) : null,
        })),
        widths,
        type,
        { language, before: BODY.before },
      )
      if (laid.lines.every((height) => height < (FLOOR - PAGE.top) / 2)) return [laid]
    }
    const border = plainRun(' | ')
    return all.map((cells) => {
      const runs = cells.flatMap((cell, index) => (index === 0 ? cell : [border, ...cell]))
      return this.#paragraph('P', this.#lines(runs, type, MEASURE), type, { language, before: 4 })
    })
  }

  #code({ lines }: Extract<PrintedBlock, { kind: 'code' }>): Laid[] {
    const type = TYPES.code
    const element = this.#pdf.struct('Code')
    const all = lines.flatMap((text) => {
      const indent = text.length - text.trimStart().length
      const runs = [plainRun(text.trim())]
      return this.#lines(runs, type, MEASURE - 24).map((line) => ({ line, indent: indent * 4 }))
    })
    const paragraph = this.#pdf.struct('P')
    let tagged: Tagged | null = null
    return [
      {
        lines: all.map(() => type.leading),
        before: type.before,
        together: TOGETHER,
        keepsWithNext: false,
        begin: () => {
          this.#root.add(paragraph)
          paragraph.add(element)
          tagged = this.#tagged(element, 'Code')
        },
        draw: (index, top) => {
          const one = all[index]
          if (one === undefined) return
          tagged?.rest()
          this.#rule(PAGE.left + 4, top, PAGE.left + 4, top + type.leading, 1.2)
          tagged?.draw(one.line, PAGE.left + 14 + one.indent, top, type)
        },
        rest: () => tagged?.rest(),
        end: () => {
          element.end()
          paragraph.end()
        },
      },
    ]
  }

  #laid(block: PrintedBlock): Laid[] {
    switch (block.kind) {
      case 'heading':
        return this.#heading(block)
      case 'paragraph': {
        if (block.role === 'quote') return [this.#quote(block)]
        const type = TYPES[block.role]
        const { language, runs, role } = block
        const lines = this.#lines(runs, type, MEASURE)
        return [this.#paragraph('P', lines, type, { language, keepsWithNext: role === 'small' })]
      }
      case 'list':
        return this.#list(block)
      case 'table':
        return this.#table(block)
      case 'facts':
        return this.#facts(block)
      case 'code':
        return this.#code(block)
      default:
        return block satisfies never
    }
  }

  /** The height that must be free for the beginning of a block: with its headings, what follows. */
  #needed(blocks: readonly Laid[], at: number): number {
    let height = 0
    for (let index = at; ; index += 1) {
      const block = blocks[index]
      if (block === undefined) return height
      const isWhole = block.keepsWithNext || block.lines.length < 2 * block.together
      const first = isWhole ? block.lines : block.lines.slice(0, block.together)
      height += first.reduce((sum, one) => sum + one, index === at ? 0 : block.before)
      if (!block.keepsWithNext || index - at > HEADINGS.length) return height
    }
  }

  async #place(blocks: readonly Laid[], signal: AbortSignal | undefined): Promise<void> {
    this.#pdf.addPage()
    let y: number = PAGE.top
    for (const [at, block] of blocks.entries()) {
      if (at % BLOCKS_BETWEEN_TURNS === 0) await turn(signal)
      const { lines, before, together } = block
      const isHead = y === PAGE.top
      if (!isHead && y + before + this.#needed(blocks, at) > FLOOR) {
        this.#pdf.addPage()
        y = PAGE.top
      } else if (!isHead) y += before
      block.begin()
      for (const [index, height] of lines.entries()) {
        const left = lines.length - index
        const isFull = y + height > FLOOR
        // Two lines go to the next page rather than one alone.
        const isWidow =
          left === together &&
          together > 1 &&
          index >= together &&
          y + height + (lines[index + 1] ?? 0) > FLOOR
        if (y > PAGE.top && (isFull || isWidow)) {
          block.rest()
          this.#pdf.addPage()
          y = PAGE.top
        }
        block.draw(index, y)
        y += height
      }
      block.rest()
      block.end()
    }
  }

  #feet(): void {
    const { foot, pageWords } = this.#document
    const { start, count } = this.#pdf.bufferedPageRange()
    const type: Type = { ...BODY, size: 8, leading: 11, colour: COLOURS.soft }
    const top = PAGE.height - PAGE.bottom + 34
    const set = (text: string): Line => this.#lines([plainRun(text)], type, MEASURE)[0] ?? []
    for (let page = start; page < start + count; page += 1) {
      this.#pdf.switchToPage(page)
      const number = set(`${pageWords.page} ${page - start + 1} ${pageWords.of} ${count}`)
      const width = number.reduce((sum, one) => sum + one.width, 0)
      this.#rule(PAGE.left, top - 7, PAGE.left + MEASURE, top - 7, 0.4)
      this.#artifact(() => {
        for (const [line, left] of [
          [set(foot), PAGE.left],
          [number, PAGE.left + MEASURE - width],
        ] as const) {
          let x: number = left
          for (const segment of line) {
            this.#words(segment, x, top + type.size, type.colour)
            x += segment.width
          }
        }
      }, 'Pagination')
    }
  }

  async bytes(signal: AbortSignal | undefined): Promise<Uint8Array> {
    const chunks: Buffer[] = []
    const ended = new Promise<void>((resolve, reject) => {
      this.#pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
      this.#pdf.on('end', resolve)
      this.#pdf.on('error', reject)
    })
    const blocks: Laid[] = []
    for (const [index, block] of this.#document.blocks.entries()) {
      blocks.push(...this.#laid(block))
      if (index % BLOCKS_BETWEEN_TURNS === 0) await turn(signal)
    }
    await this.#place(blocks, signal)
    this.#feet()
    this.#root.end()
    this.#pdf.end()
    await ended
    return Buffer.concat(chunks)
  }
}

const BLOCKS_BETWEEN_TURNS = 200

/** Lets other messages of the thread be handled, and ends where nobody waits. */
const turn = async (signal: AbortSignal | undefined): Promise<void> => {
  await new Promise(setImmediate)
  if (signal?.aborted === true) throw new Fault('aborted')
}

/** Faults: `aborted`. */
export const printPdf: PrintPdf = (document, signal) => new Printer(document).bytes(signal)
