import type { Refusal } from '#contracts/fault.ts'
import { SOURCE_LIMITS } from './source-item.ts'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a
const MEMBER_CHARACTERS_SHOWN = 60

const isSpace = (code: number): boolean =>
  code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d

/** Index of the quotation mark that ends the string which begins at `start`. */
const endOfString = (json: string, start: number): number => {
  let end = json.indexOf('"', start + 1)
  for (; end >= 0; end = json.indexOf('"', end + 1)) {
    let before = end - 1
    while (json.charCodeAt(before) === BACKSLASH) before -= 1
    if ((end - before) % 2 === 1) return end
  }
  return json.length
}

const isMember = (json: string, endOfName: number): boolean => {
  let at = endOfName + 1
  while (isSpace(json.charCodeAt(at))) at += 1
  return json.charCodeAt(at) === COLON
}

const readName = (json: string, start: number, end: number): string => {
  const name = json.slice(start + 1, end)
  return name.includes('\\') ? String(JSON.parse(`"${name}"`)) : name
}

type Finding = { readonly duplicate: string } | 'too-deep' | null

/** Looks through JSON that is known to parse; strings are jumped over, so it costs little beside the parsing. */
const inspect = (json: string): Finding => {
  const open: Set<string>[] = []
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at)
    if (code === QUOTE) {
      const end = endOfString(json, at)
      if (isMember(json, end)) {
        const name = readName(json, at, end)
        const names = open.at(-1)
        if (names?.has(name)) return { duplicate: name }
        names?.add(name)
      }
      at = end
    } else if (code === 0x7b || code === 0x5b) {
      if (open.length === SOURCE_LIMITS.nestingMax) return 'too-deep'
      open.push(new Set())
    } else if (code === 0x7d || code === 0x5d) open.pop()
  }
  return null
}

// The engine's words without the piece of the text that it quotes: that piece may be long.
const brokenReason = (error: SyntaxError): string => {
  const column = / at position (\d+)/.exec(error.message)?.[1]
  const words = error.message
    .replace(/ (?:in JSON )?at position .*$/s, '')
    .replace(/, (?:\.\.\.)?".*$/s, '')
  return `this is not JSON: ${words}${column === undefined ? '' : ` (column ${Number(column) + 1})`}`
}

const MEND_BROKEN =
  'write one whole JSON object on the line, as a JSON library prints it (jq -c . FILE)'

/** What a line of JSON holds. `JSON.parse` alone would take a repeated member for its last value, silently. */
export const parseStrictJson = (json: string): { readonly value: unknown } | Refusal => {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return { refused: 'json-broken', reason: brokenReason(error), mend: MEND_BROKEN }
  }
  const finding = inspect(json)
  if (finding === null) return { value }
  if (finding === 'too-deep') {
    return {
      refused: 'json-too-deep',
      reason: `objects and lists stand in one another more than ${SOURCE_LIMITS.nestingMax} deep`,
      mend: 'give the members of an import record, which are at most 5 deep',
    }
  }
  return {
    refused: 'json-duplicate-member',
    reason: `the member ${JSON.stringify(finding.duplicate.slice(0, MEMBER_CHARACTERS_SHOWN))} is given twice`,
    mend: 'keep one of the two',
  }
}
