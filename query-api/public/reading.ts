/** The words of a text as markup: numbered lines, headings, lists, tables, citations as links. */
import { html } from 'ghtml'
import type { Article } from '#contracts/http/article.ts'
import { type Block, blocksOf } from '#contracts/law/reading/blocks.ts'
import { type CitationLink, type Run, runsOf, wordsOfLine } from '#contracts/law/reading/runs.ts'
import {
  type Passage,
  type Row,
  type Stretch,
  structureOf,
} from '#contracts/law/reading/structure.ts'
import type { Language } from '#contracts/web/language.ts'
import { LABELS } from '#contracts/vocabulary/labels.ts'
import { WORDS } from './words/words.ts'

/** A citation in the text that leads to a text of the corpus. */
export type TextLink = CitationLink & {
  /** Markup after the link. */
  readonly sign: string
}

const STYLE_TAGS = { plain: null, strong: 'strong', emphasis: 'em' } as const

const styled = ({ text, style }: Run): string => {
  const words = html`${text}`
  const tag = STYLE_TAGS[style]
  return tag === null ? words : `<${tag}>${words}</${tag}>`
}

/** Where notes begin on the page, by their labels. */
type Notes = ReadonlyMap<string, string>

const raised = (run: Run, notes: Notes): string => {
  const href = run.note === null ? undefined : notes.get(run.note)
  const words = href === undefined ? styled(run) : html`<a href="${href}">!${styled(run)}</a>`
  return `<sup>${words}</sup>`
}

/** Neighbours that lead to one place: emphasis cuts a link in several. */
const groupsOf = (runs: readonly Run<TextLink>[]): (readonly Run<TextLink>[])[] => {
  const groups: Run<TextLink>[][] = []
  for (const run of runs) {
    const [first] = groups.at(-1) ?? []
    const isSame =
      run.note === null &&
      first?.note === null &&
      first.link === run.link &&
      first.address === run.address
    if (isSame) groups.at(-1)?.push(run)
    else groups.push([run])
  }
  return groups
}

/** A stretch within one line as markup. */
const inline = (text: string, stretch: Stretch, links: readonly TextLink[], notes: Notes): string =>
  groupsOf(runsOf(text, stretch, links))
    .map((runs) => {
      const [first] = runs
      if (first === undefined) return ''
      const { note, link, address } = first
      if (note !== null) return raised(first, notes)
      const words = runs.map(styled).join('')
      if (link !== null)
        return html`<a href="${link.href}" title="${link.title}">!${words}</a>!${link.sign}`
      return address === null ? words : html`<a href="${address}" rel="noreferrer">!${words}</a>`
    })
    .join('')

/** Words that stand alone, such as a summary, with their emphasis. */
export const inlineWords = (text: string): string =>
  inline(text, { start: 0, end: text.length }, [], new Map())

/** A part of a text that fits on one page. */
export type Part = {
  readonly blocks: readonly Block[]
  readonly number: number
  readonly of: number
}

/** Far more than a judgment has; with all else a page stays below 150 kB as it is sent. */
const PART_CHARACTERS = 200_000

const lengthOf = (block: Block): number =>
  block.kind === 'paragraph' ? block.end - block.start : 0

/** Cuts a long text between paragraphs. `asked` counts from 1; beyond the last it is the last. */
export const partOf = (
  article: Pick<Article, 'contentClean' | 'judicialDecision'>,
  asked: number,
): Part => {
  const parts: Block[][] = [[]]
  let room = PART_CHARACTERS
  for (const block of blocksOf(article)) {
    const length = lengthOf(block)
    if (length > room && (parts.at(-1) ?? []).length > 0) {
      parts.push([])
      room = PART_CHARACTERS
    }
    parts.at(-1)?.push(block)
    room -= length
  }
  const number = Math.min(Math.max(asked, 1), parts.length)
  return { blocks: parts[number - 1] ?? [], number, of: parts.length }
}

/** The headings of a part, for its table of contents. */
export const contentsOf = (
  { blocks }: Part,
  language: Language,
): readonly { readonly id: string; readonly title: string; readonly level: number }[] =>
  blocks.flatMap((block) => {
    if (block.kind === 'heading')
      return [{ id: block.id, title: wordsOfLine(block.text), level: block.level }]
    if (block.kind === 'zone')
      return [{ id: block.id, title: LABELS[language].zones[block.zone], level: 3 }]
    return []
  })

type Reading = {
  readonly text: string
  readonly links: readonly TextLink[]
  readonly notes: Notes
  readonly language: Language
}

const anchorOf = ({ language }: Reading, number: number): string =>
  html`<a
    class="number"
    href="#p${number}"
    aria-label="${WORDS[language].text.paragraph(number)}"
    lang="${language}"
    >${number}</a
  >`

const wordsOf = ({ text, links, notes }: Reading, stretch: Stretch): string =>
  inline(text, stretch, links, notes)

/** A numbered line; its mark is part of what is copied. */
const lineOf = (
  reading: Reading,
  tag: 'div' | 'li',
  {
    number,
    mark,
    words,
  }: { readonly number: number; readonly mark: string; readonly words: Stretch },
): string => {
  const before = mark === '' ? '' : html`<span class="mark">${mark} </span>`
  return `<${tag} class="paragraph" id="p${number}">${anchorOf(reading, number)}<p>${before}${wordsOf(reading, words)}</p></${tag}>`
}

const rowOf = (reading: Reading, { number, cells }: Row, cell: 'td' | 'th'): string => {
  const scope = cell === 'th' ? ' scope="col"' : ''
  const printed = cells.map((one) => `<${cell}${scope}>${wordsOf(reading, one)}</${cell}>`)
  return `<tr id="p${number}"><td>${anchorOf(reading, number)}</td>${printed.join('')}</tr>`
}

const passageOf = (reading: Reading, passage: Passage): string => {
  const { language } = reading
  switch (passage.kind) {
    case 'zone':
      return `<h3 class="zone" id="${passage.id}" lang="${language}">${html`${LABELS[language].zones[passage.zone]}`}</h3>`
    case 'heading': {
      const { id, level, text, end } = passage
      return `<h${level} id="${id}">${wordsOf(reading, { start: end - text.length, end })}</h${level}>`
    }
    case 'paragraph':
      return lineOf(reading, 'div', { number: passage.number, mark: '', words: passage })
    case 'list':
      return `<ul class="marked">${passage.items
        .map(({ number, mark, wordsStart, end }) =>
          lineOf(reading, 'li', { number, mark, words: { start: wordsStart, end } }),
        )
        .join('')}</ul>`
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

/** A part of a text. Without spaces between the tags: a copied paragraph is what it was. */
export const readingOf = (
  text: string,
  { blocks }: Part,
  links: readonly TextLink[],
  { language, textLanguage }: { readonly language: Language; readonly textLanguage: string },
): string => {
  const passages = structureOf(text, blocks)
  const notes = new Map(
    passages.flatMap((one) =>
      one.kind === 'note' ? [[one.label, `#p${one.line.number}`] as const] : [],
    ),
  )
  const reading: Reading = { text, links, notes, language }
  const printed = passages.map((passage) => passageOf(reading, passage))
  return html`<div class="reading" lang="${textLanguage}">!${printed}</div>`
}
