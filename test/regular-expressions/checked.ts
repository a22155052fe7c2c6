/** What the checker found about each expression, kept since it takes minutes. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { nameOf, type Found } from './collect.ts'

export const CHECKED_FILE = join(import.meta.dirname, 'checked.json')

/** A text that the checker holds to be slow: each prefix, its pump many times, then the suffix. */
const Attack = z.object({
  pumps: z.array(z.object({ prefix: z.string(), pump: z.string() })),
  suffix: z.string(),
})
export type Attack = z.infer<typeof Attack>

/** `unknown`: the checker gave up, or knows a part of the syntax not. */
const Verdict = z.union([z.enum(['safe', 'unknown']), Attack])
export type Verdict = z.infer<typeof Verdict>

const KEY_CHARACTERS = 16
export const keyOf = (found: Pick<Found, 'source' | 'flags'>): string =>
  createHash('sha256').update(nameOf(found)).digest('hex').slice(0, KEY_CHARACTERS)

export const readChecked = (): ReadonlyMap<string, Verdict> =>
  new Map(
    Object.entries(
      z.record(z.string(), Verdict).parse(JSON.parse(readFileSync(CHECKED_FILE, 'utf8'))),
    ),
  )
