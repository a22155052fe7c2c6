/** The words of a text as markup: numbered lines, headings, lists, tables, citations as links. */
import { html } from 'ghtml'
import type { Article } from '#contracts/http/article.ts'
import { type Block, blocksOf } from '#contracts/law/reading/blocks.ts'
import { printBlocks } from '#contracts/law/reading/markup.ts'
import { type CitationLink, wordsOfLine } from '#contracts/law/reading/runs.ts'
import type { Language } from '#contracts/web/language.ts'
import { LABELS } from '#contracts/vocabulary/labels.ts'
import { WORDS } from './words/words.ts'

/** A citation in the text that leads to a text of the corpus. */
export type TextLink = CitationLink & {
  /** Markup after the link. */
  readonly sign: string
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
    if (block.kind === 'heading')
      return [{ id: block.id, title: wordsOfLine(block.text), level: block.level }]
    if (block.kind === 'zone')
      return [{ id: block.id, title: LABELS[language].zones[block.zone], level: 3 }]
    return []
  })

const anchorOf = (language: Language, number: number): string =>
  html`<a
    class="number"
    href="#p${number}"
    aria-label="${WORDS[language].text.paragraph(number)}"
    lang="${language}"
    >${number}</a
  >`

/** A part of a text, with its lines numbered and its citations as links. */
export const readingOf = (
  text: string,
  { blocks }: Part,
  links: readonly TextLink[],
  { language, textLanguage }: { readonly language: Language; readonly textLanguage: string },
): string => {
  const printed = printBlocks<TextLink>(text, blocks, {
    linksIn: () => links,
    linked: ({ href, title, sign }, words) =>
      html`<a href="${href}" title="${title}">!${words}</a>!${sign}`,
    leadOf: (number) => anchorOf(language, number),
    attributesOf: () => '',
    zoneOf: (zone, id) =>
      `<h3 class="zone" id="${id}" lang="${language}">${html`${LABELS[language].zones[zone]}`}</h3>`,
  })
  return html`<div class="reading" lang="${textLanguage}">!${printed}</div>`
}
