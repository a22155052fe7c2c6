/** The words of a text as markup: numbered paragraphs, headings, citations as links. */
import { html } from 'ghtml'
import type { Article } from '#contracts/http/article.ts'
import { type Block, blocksOf } from '#contracts/law/reading/blocks.ts'
import { linksWithin } from '#contracts/law/reading/runs.ts'
import type { Language } from '#contracts/web/language.ts'
import { LABELS } from '#contracts/vocabulary/labels.ts'
import { WORDS } from './words/words.ts'

/** A citation in the text that leads to a text of the corpus. */
export type TextLink = {
  /** UTF-16 units of `contentClean`, `end` exclusive. */
  readonly start: number
  readonly end: number
  readonly href: string
  /** The title of the cited text. */
  readonly title: string
  /** Markup after the link. */
  readonly sign: string
}

const linked = (text: string, links: readonly TextLink[], from: number, to: number): string => {
  const parts: string[] = []
  let at = from
  for (const { start, end, href, title, sign } of linksWithin(links, from, to)) {
    parts.push(html`${text.slice(at, start)}`)
    parts.push(html`<a href="${href}" title="${title}">${text.slice(start, end)}</a>!${sign}`)
    at = end
  }
  return [...parts, html`${text.slice(at, to)}`].join('')
}

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
    if (block.kind === 'heading') return [{ id: block.id, title: block.text, level: block.level }]
    if (block.kind === 'zone')
      return [{ id: block.id, title: LABELS[language].zones[block.zone], level: 3 }]
    return []
  })

/** A part of a text. Without spaces between the tags: a copied paragraph is what it was. */
export const readingOf = (
  text: string,
  { blocks }: Part,
  links: readonly TextLink[],
  { language, textLanguage }: { readonly language: Language; readonly textLanguage: string },
): string => {
  const { paragraph } = WORDS[language].text
  const printed = blocks.map((block) => {
    if (block.kind === 'zone')
      return `<h3 class="zone" id="${block.id}" lang="${language}">${html`${LABELS[language].zones[block.zone]}`}</h3>`
    if (block.kind === 'heading')
      return `<h${block.level} id="${block.id}">${html`${block.text}`}</h${block.level}>`
    const { number, start, end } = block
    const anchor = html`<a
      class="number"
      href="#p${number}"
      aria-label="${paragraph(number)}"
      lang="${language}"
      >${number}</a
    >`
    return `<div class="paragraph" id="p${number}">${anchor}<p>${linked(text, links, start, end)}</p></div>`
  })
  return html`<div class="reading" lang="${textLanguage}">!${printed}</div>`
}
