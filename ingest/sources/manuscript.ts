/** An editor's manuscript in Word or PDF: lines with the members of a record, then the text. */
import type { Refusal } from '#contracts/fault.ts'
import { type DocumentContext, recordItem, refusedHere } from './document.ts'
import type { SourceItem } from './source-item.ts'

const RULE = /^(?:-{3,}|—+|–+|_{3,})$/
const MEMBER = /^(?<path>[A-Za-z][A-Za-z0-9.]{0,80})\s*:\s*(?<value>.*)$/s
export const MANUSCRIPT_LIMITS = { linesMax: 60, pathPartsMax: 4 } as const

const NO_MEMBERS: Refusal = {
  refused: 'front-matter-missing',
  reason: 'the manuscript does not begin with the members of its record',
  hint: 'begin with a line ---, then lines such as title: …, contentType: doctrine, source.id: …, then a line ---',
}
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

type Members = Record<string, unknown>

/** `[FR, LU]` is a list; any other value is text. */
const valueOf = (text: string): unknown => {
  const list = /^\[(.*)\]$/.exec(text)?.[1]
  if (list === undefined) return text
  return list
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
}

/**
 * `source.id` into nested members; false where a name is used as a text and as an object, or twice.
 */
const place = (members: Members, path: string, value: unknown): boolean => {
  const names = path.split('.')
  if (names.length > MANUSCRIPT_LIMITS.pathPartsMax || names.includes('__proto__')) return false
  const last = names.pop() ?? ''
  let inner = members
  for (const name of names) {
    const next = Object.hasOwn(inner, name) ? inner[name] : (inner[name] = {})
    if (typeof next !== 'object' || next === null || Array.isArray(next)) return false
    inner = next as Members
  }
  if (Object.hasOwn(inner, last)) return false
  inner[last] = value
  return true
}

const membersOf = (lines: readonly string[]): Members | Refusal => {
  const members: Members = {}
  for (const line of lines) {
    const { path, value } = MEMBER.exec(line)?.groups ?? {}
    if (path === undefined || value === undefined || !place(members, path, valueOf(value))) {
      return badLine(line)
    }
  }
  return members
}

/** The record of a manuscript's plain text. */
export const manuscriptItem = (text: string, context: DocumentContext): SourceItem => {
  const lines = text.trim().split('\n')
  if (!RULE.test(lines[0]?.trim() ?? '')) return refusedHere(context, 1, NO_MEMBERS)
  const close = lines
    .slice(1, MANUSCRIPT_LIMITS.linesMax)
    .findIndex((line) => RULE.test(line.trim()))
  if (close < 0) return refusedHere(context, 1, UNCLOSED)
  const given = lines
    .slice(1, close + 1)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const members = membersOf(given)
  if ('refused' in members) return refusedHere(context, 1, members as Refusal)
  const body = lines
    .slice(close + 2)
    .join('\n')
    .trim()
  return recordItem(context, 1, { ...members, text: body })
}
