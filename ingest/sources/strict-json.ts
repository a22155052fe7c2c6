import type { Refusal } from '#contracts/fault.ts'
import { inspectJson } from '#contracts/strict-json.ts'
import { SOURCE_LIMITS } from './source-item.ts'

const MEMBER_CHARACTERS_SHOWN = 60

// The message of the engine without its quotation of the text, which may be long.
const brokenReason = (error: SyntaxError): string => {
  const column = / at position (\d+)/.exec(error.message)?.[1]
  const words = error.message
    .replace(/ (?:in JSON )?at position .*$/s, '')
    .replace(/, (?:\.\.\.)?".*$/s, '')
  return `this is not JSON: ${words}${column === undefined ? '' : ` (column ${Number(column) + 1})`}`
}

const HINT_BROKEN =
  'write one whole JSON object on the line, as a JSON library prints it (jq -c . FILE)'

/** Parses a line of JSON and refuses repeated members, which `JSON.parse` would drop silently. */
export const parseStrictJson = (json: string): { readonly value: unknown } | Refusal => {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return { refused: 'json-broken', reason: brokenReason(error), hint: HINT_BROKEN }
  }
  const finding = inspectJson(json, SOURCE_LIMITS.nestingMax)
  if (finding === null) return { value }
  if (finding === 'too-deep') {
    return {
      refused: 'json-too-deep',
      reason: `objects and lists are nested more than ${SOURCE_LIMITS.nestingMax} deep`,
      hint: 'give the members of an import record, which are at most 5 deep',
    }
  }
  return {
    refused: 'json-duplicate-member',
    reason: `the member ${JSON.stringify(finding.duplicate.slice(0, MEMBER_CHARACTERS_SHOWN))} is given twice`,
    hint: 'keep one of the two',
  }
}
