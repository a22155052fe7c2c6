/**
 * An editor's manuscript in Word, PDF or plain Markdown. What is known about it comes from lines
 * before its text, from a file beside it, from options, and else from the text itself.
 */
import { basename } from 'node:path'
import { sha256Hex } from '#contracts/canonical/hash.ts'
import { isRefusal, type Refusal } from '#contracts/fault.ts'
import { type DocumentContext, type Members, recordItem, refusedHere } from '../document.ts'
import type { SourceItem } from '../source-item.ts'
import { guessLanguage } from './guess-language.ts'

const RULE = /^(?:-{3,}|—+|–+|_{3,})$/
const MEMBER = /^(?<path>[A-Za-z][A-Za-z0-9.]{0,80})\s*:\s*(?<value>.*)$/s
export const MANUSCRIPT_LIMITS = { linesMax: 60, pathPartsMax: 4 } as const

const UNCLOSED: Refusal = {
  refused: 'front-matter-unclosed',
  reason: 'no line --- closes the members of the record',
  hint: 'add one before the text',
}
const badLine = (line: string): Refusal => ({
  refused: 'front-matter-broken',
  reason: `this line gives no member: ${JSON.stringify(line.slice(0, 60))}`,
  hint: 'write name: value on one line, with dots between names (source.id: …)',
})

/** `[FR, LU]` is a list; any other value is text. */
const valueOf = (text: string): unknown => {
  const list = /^\[(.*)\]$/.exec(text)?.[1]
  if (list === undefined) return text
  return list
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
}

const isMembers = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * `source.id` into nested members; false where a name is used as a text and as an object, or twice.
 */
const place = (members: Record<string, unknown>, path: string, value: unknown): boolean => {
  const names = path.split('.')
  if (names.length > MANUSCRIPT_LIMITS.pathPartsMax || names.includes('__proto__')) return false
  const last = names.pop() ?? ''
  let inner = members
  for (const name of names) {
    const next = Object.hasOwn(inner, name) ? inner[name] : (inner[name] = {})
    if (!isMembers(next)) return false
    inner = next
  }
  if (Object.hasOwn(inner, last)) return false
  inner[last] = value
  return true
}

/** The members before a text, and how many lines they take. */
export type Front = { readonly members: Members; readonly lines: number }

const NO_FRONT: Front = { members: {}, lines: 0 }

/** The members that a manuscript begins with, between two lines of hyphens; none if it does not. */
export const frontOf = (lines: readonly string[]): Front | Refusal => {
  const first = lines.findIndex((line) => line.trim() !== '')
  if (first < 0 || !RULE.test(lines[first]?.trim() ?? '')) return NO_FRONT
  const given = lines
    .slice(first + 1, first + MANUSCRIPT_LIMITS.linesMax)
    .map((line) => line.trim())
  const close = given.findIndex((line) => RULE.test(line))
  if (close < 0) return UNCLOSED
  const members: Record<string, unknown> = {}
  for (const line of given.slice(0, close).filter((one) => one !== '')) {
    const { path, value } = MEMBER.exec(line)?.groups ?? {}
    if (path === undefined || value === undefined || !place(members, path, valueOf(value)))
      return badLine(line)
  }
  return { members, lines: first + close + 2 }
}

/** The members of several places; those of a later one count. */
export const merged = (...places: readonly Members[]): Record<string, unknown> =>
  places.reduce<Record<string, unknown>>((all, members) => {
    const source = [all['source'], members['source']].filter(isMembers)
    const both = source.length === 2 ? { source: Object.assign({}, ...source) as unknown } : {}
    return { ...all, ...members, ...both }
  }, {})

const TITLE_CHARACTERS_MAX = 300
const HEADING = /^#{1,6} (?<words>.+)$/
/** The number of a footnote may follow. */
const ENDS_SENTENCE = /[.;:,?!…]\d{0,3}$/u
const NOTE_CALLS = /\[\^[^\]\s]{1,8}\]/gu
/** The words of a heading, or of a first line that is no sentence; null: it is no title. */
const titleOfBlock = (block: string): string | null => {
  const heading = HEADING.exec(block)?.groups?.['words']
  const words = (heading ?? block).replaceAll(NOTE_CALLS, '').trim()
  if (words.includes('\n') || words.length > TITLE_CHARACTERS_MAX) return null
  return heading === undefined && ENDS_SENTENCE.test(words) ? null : words
}

/** The name of the file without its folder, its archive and its ending. */
const nameOf = (file: string): string =>
  basename(file.replace(/^.*!/, '')).replace(/\.[A-Za-z0-9]{1,8}$/, '')

const folded = (title: string): string => title.normalize('NFKC').replaceAll(/\s+/gu, ' ').trim()

const ID_DIGITS = 12
/**
 * The same file name and title is the same text. With the name alone, one author's note would
 * become a version of another's.
 */
const sourceIdOf = (file: string, title: string): string =>
  `file:${nameOf(file).slice(0, 200)}:${sha256Hex(folded(title)).slice(0, ID_DIGITS)}`

/** What the text itself says: its first heading, its language. */
const guessedMembers = (body: string, blocks: readonly string[], file: string): Members => ({
  title:
    titleOfBlock(blocks.find((block) => HEADING.test(block)) ?? blocks[0] ?? '') ?? nameOf(file),
  contentType: 'doctrine',
  language: guessLanguage(body),
})

/** Where a word processor may part a word, and what else it leaves that nobody sees. */
const INVISIBLE = /[\u00ad\u200b\u2060\ufeff]/gu

/** The record of a manuscript's text, after the members that it begins with. */
export const manuscriptItem = (
  { members: front, body: given }: { readonly members: Members; readonly body: string },
  context: DocumentContext,
): SourceItem => {
  const { file } = context
  const body = given.replaceAll(INVISIBLE, '').trim()
  const blocks = body.split(/\n{2,}/)
  const known = merged(guessedMembers(body, blocks, file), context.members ?? {}, front)
  const title = typeof known['title'] === 'string' ? known['title'] : ''
  const [first = '', ...rest] = blocks
  // The title is shown above the text; a text that repeats it would have it twice.
  const isRepeated = rest.length > 0 && folded(titleOfBlock(first) ?? '') === folded(title)
  const text = isRepeated ? rest.join('\n\n') : body
  const source = { id: sourceIdOf(file, title) }
  return recordItem(context, 1, merged({ source }, known, { text }))
}

/** The record of a manuscript whose text is in paragraphs already. */
export const manuscriptOfText = (text: string, context: DocumentContext): SourceItem => {
  const lines = text.split('\n')
  const front = frontOf(lines)
  if (isRefusal(front)) return refusedHere(context, 1, front)
  const body = lines.slice(front.lines).join('\n')
  return manuscriptItem({ members: front.members, body }, context)
}
