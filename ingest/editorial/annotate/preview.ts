/**
 * A manuscript as it will look: Markdown to HTML without raw HTML, scripts or images, so nothing
 * has to be sanitised. A long one is shown around the place of typing.
 */
import { micromark } from 'micromark'
import { gfmFootnote, gfmFootnoteHtml } from 'micromark-extension-gfm-footnote'
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table'
import type { CodePoints } from './annotate.ts'
import { windowOf } from './window.ts'

export const PREVIEW_LIMITS = {
  /** UTF-16 units of one preview. */
  unitsMax: 200_000,
  /** The parser takes the square of what it gets at once. */
  chunkUnitsMax: 16_000,
  chunkBlocksMax: 150,
  /**
   * Brackets and stars of one block, and quotation or list marks of one line, shown as they are
   * above.
   */
  marksMax: 1_000,
  nestingMax: 40,
} as const

export type Preview = {
  readonly html: string
  /** The part that is shown, in UTF-16 units, where it is not the whole. */
  readonly part: CodePoints | null
}

const BLANK_LINES = /\n(?:[ \t]*\n)+/
const MARKS = /[[\]*_`~|<]/g
const NESTING = /^(?:[ \t]*(?:>|[-+*]|\d{1,9}[.)])[ \t]?)+/
const CONTAINER = />|[-+*]|\d[.)]/g

const marksIn = (block: string): number => block.match(MARKS)?.length ?? 0
const isDeep = (line: string): boolean =>
  (NESTING.exec(line)?.[0].match(CONTAINER)?.length ?? 0) > PREVIEW_LIMITS.nestingMax

const isHostile = (block: string): boolean =>
  block.length > PREVIEW_LIMITS.chunkUnitsMax ||
  marksIn(block) > PREVIEW_LIMITS.marksMax ||
  block.split('\n').some(isDeep)

const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\0', '\u{FFFD}')

type Chunk = { readonly kind: 'markdown' | 'plain'; readonly text: string }

/** Blocks together up to the limit; what continues a list or a quotation is not cut off. */
const chunksOf = (text: string): Chunk[] => {
  const chunks: Chunk[] = []
  let blocks: string[] = []
  let units = 0
  const flush = (): void => {
    if (blocks.length > 0) chunks.push({ kind: 'markdown', text: blocks.join('\n\n') })
    blocks = []
    units = 0
  }
  for (const block of text.split(BLANK_LINES)) {
    if (isHostile(block)) {
      flush()
      chunks.push({ kind: 'plain', text: block })
      continue
    }
    const isContinued = /^\s/.test(block) && units < 2 * PREVIEW_LIMITS.chunkUnitsMax
    const isFull =
      units + block.length > PREVIEW_LIMITS.chunkUnitsMax ||
      blocks.length >= PREVIEW_LIMITS.chunkBlocksMax
    if (isFull && !isContinued) flush()
    blocks.push(block)
    units += block.length
  }
  flush()
  return chunks
}

const DEFINITION = /^ {0,3}\[(\^?[^\]\r\n]{1,200})\]:[^\r\n]*$/gm
const REFERENCE = /\[(\^?[^\]\n]{1,200})\]/g

/** Definitions of notes and links, which may be far from where they are used. */
const definitionsIn = (text: string): ReadonlyMap<string, string> =>
  new Map([...text.matchAll(DEFINITION)].map(([line, label = '']) => [label.toLowerCase(), line]))

const withDefinitions = (chunk: string, definitions: ReadonlyMap<string, string>): string => {
  if (definitions.size === 0) return chunk
  const own = definitionsIn(chunk)
  const used = [...chunk.matchAll(REFERENCE)].map(([, label = '']) => label.toLowerCase())
  const missing = [...new Set(used)].flatMap((label) =>
    own.has(label) ? [] : (definitions.get(label) ?? []),
  )
  return missing.length === 0 ? chunk : `${chunk}\n\n${missing.join('\n\n')}`
}

const ALLOWED = /^(?:https?:|mailto:|(?![a-z][a-z\d+.-]*:))/i
const LINK = /<a href="([^"]*)"/g
const IMAGE = /<img src="[^"]*" alt="([^"]*)"(?: title="[^"]*")? \/>/g
const HEADING = /<(\/?)h([1-6])([ >])/g
/** Several chunks would have the same id. */
const SHARED_ID = / (?:id|aria-describedby)="footnote-label"/g
const LEVELS_ABOVE = 2
const LEVEL_MAX = 6

/** The compiler made these tags: a `<` of the manuscript is always `&lt;` here. */
const harmless = (html: string): string =>
  html
    .replaceAll(IMAGE, (_, alt: string) => `<span class="image">${alt}</span>`)
    .replaceAll(LINK, (_, target: string) =>
      ALLOWED.test(target) && target !== ''
        ? `<a rel="noopener noreferrer" href="${target}"`
        : '<a',
    )
    .replaceAll(SHARED_ID, '')
    .replaceAll(
      HEADING,
      (_, slash: string, level: string, end: string) =>
        `<${slash}h${Math.min(LEVEL_MAX, Number(level) + LEVELS_ABOVE)}${end}`,
    )

/** Words that the compiler adds. */
export type PreviewWords = { readonly notes: string; readonly backToText: string }

const rendered = (text: string, at: number, { notes, backToText }: PreviewWords): string =>
  micromark(text, {
    extensions: [gfmTable(), gfmFootnote()],
    htmlExtensions: [
      gfmTableHtml(),
      gfmFootnoteHtml({
        clobberPrefix: `preview-${at}-`,
        label: notes,
        labelTagName: 'h2',
        backLabel: backToText,
      }),
    ],
  })

export const preview = (text: string, focus: number | null, words: PreviewWords): Preview => {
  const window = windowOf(text, focus, PREVIEW_LIMITS.unitsMax)
  const definitions = definitionsIn(text)
  const html = chunksOf(text.slice(window.start, window.end)).map((chunk, at) =>
    chunk.kind === 'plain'
      ? `<pre class="plain">${escaped(chunk.text)}</pre>`
      : harmless(rendered(withDefinitions(chunk.text, definitions), at, words)),
  )
  const isWhole = window.end - window.start === text.length
  return { html: html.join('\n'), part: isWhole ? null : window }
}
