/** Bounded answers for agents: truncated lists with a cursor to the rest. */
import type { ValidationDetail } from '#contracts/http/error.ts'
import { RequestInvalid } from '../http/validation.ts'

const OFFSET = /^o(\d{1,9})$/

const refuse = (message: string): RequestInvalid => {
  const detail: ValidationDetail = { path: 'cursor', code: 'invalid_cursor', message }
  return new RequestInvalid([detail])
}

/** The offset of a cursor. Throws RequestInvalid for a cursor that this service never issued. */
export const offsetOf = (cursor: string | undefined): number => {
  if (cursor === undefined) return 0
  const digits = OFFSET.exec(cursor)?.[1]
  if (digits === undefined)
    throw refuse('not a cursor of this tool: leave it out, or pass nextCursor unchanged')
  return Number(digits)
}
export const cursorAt = (offset: number): string => `o${offset}`

export const charactersOf = (value: unknown): number => JSON.stringify(value)?.length ?? 0

/** As many first items as fit; at least one, so that every call makes progress. */
export const fitting = <T>(items: readonly T[], characters: number): T[] => {
  let left = characters
  const taken: T[] = []
  for (const item of items) {
    left -= charactersOf(item) + 1
    if (left < 0 && taken.length > 0) break
    taken.push(item)
  }
  return taken
}

/** A position in a text, bound to its hash so that all pages come from one wording. */
const TEXT_CURSOR = /^([0-9a-f]{16})\.(\d{1,9})$/
const HASH_DIGITS = 16

export const textCursor = (sha256Hash: string, offset: number): string =>
  `${sha256Hash.slice(0, HASH_DIGITS)}.${offset}`

/** Throws RequestInvalid if the cursor is malformed or belongs to another wording. */
export const textOffsetOf = (cursor: string | undefined, sha256Hash: string): number => {
  if (cursor === undefined) return 0
  const [, hash, offset] = TEXT_CURSOR.exec(cursor) ?? []
  if (hash === undefined) throw refuse('not a cursor of this tool: leave it out')
  if (!sha256Hash.startsWith(hash))
    throw refuse('the text has another wording by now: read it from its beginning')
  return Number(offset)
}
