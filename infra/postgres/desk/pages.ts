/** Lists with conditions that a person chooses, page by page. */
import type { z } from 'zod'
import { Fault } from '#contracts/fault.ts'
import { PAGE_MAX, type PageAsked } from '#ingest/editorial/board/ports.ts'

/** Collects the conditions of a statement and the values that they name. */
export const makeConditions = () => {
  const values: unknown[] = []
  const parts: string[] = []
  const bind = (value: unknown): string => `$${values.push(value)}`
  return {
    values,
    bind,
    add: (condition: string): void => void parts.push(condition),
    where: (): string => (parts.length === 0 ? '' : `where ${parts.join(' and ')}`),
  }
}
export type Conditions = ReturnType<typeof makeConditions>

/** A cursor is opaque: the sort key of the last row of a page. */
export const cursorOf = (key: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(key)).toString('base64url')

const CURSOR_CHARACTERS_MAX = 200

/** The sort key of a cursor. Throws Fault `cursor-unknown`. */
export const keyOf = <Key>(schema: z.ZodType<Key>, cursor: string): Key => {
  try {
    if (cursor.length <= CURSOR_CHARACTERS_MAX)
      return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
  } catch {
    // The same as a cursor that is too long.
  }
  throw new Fault('cursor-unknown')
}

/** A page of at most `PAGE_MAX` rows, and whether more follow; one more row is read to know. */
export const rowsToRead = ({ limit }: PageAsked): number =>
  Math.max(1, Math.min(PAGE_MAX, limit)) + 1

export const cutPage = <Row>(
  rows: readonly Row[],
  asked: PageAsked,
  keyOfRow: (row: Row) => readonly (string | number)[],
): { readonly rows: readonly Row[]; readonly next: string | null } => {
  const shown = rows.slice(0, rowsToRead(asked) - 1)
  const last = shown.at(-1)
  const isLast = rows.length === shown.length || last === undefined
  return { rows: shown, next: isLast ? null : cursorOf(keyOfRow(last)) }
}
