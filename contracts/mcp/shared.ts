import { z } from 'zod'

/** Bounds of a result, in characters of its JSON (contracts/conventions/mcp.md). */
export const RESULT_CHARACTERS = { min: 2_000, default: 60_000, max: 200_000 } as const

/** A place in a list, signed by the service for the arguments that made the list. */
export const LIST_CURSOR = /^o([0-9]{1,9})\.([0-9a-f]{16})$/
/** A place in a text: digits of its hash, an offset, a signature. */
export const TEXT_CURSOR = /^([0-9a-f]{16})\.([0-9]{1,9})\.([0-9a-f]{16})$/

const cursorOf = (form: RegExp) =>
  z
    .string()
    .refine((text) => form.test(text), {
      error: 'not a cursor of this tool: leave it out, or pass nextCursor unchanged',
      params: { code: 'invalid_cursor' },
    })
    .optional()
    .meta({
      pattern: form.source,
      description: '`nextCursor` of an answer to the same arguments: goes on from there.',
    })

const maxChars = {
  maxChars: z
    .int()
    .min(RESULT_CHARACTERS.min)
    .max(RESULT_CHARACTERS.max)
    .default(RESULT_CHARACTERS.default)
    .describe('Longest result, in characters; `cursor` gets the rest.'),
} as const

/** How much of a list one call returns. */
export const bounds = { ...maxChars, cursor: cursorOf(LIST_CURSOR) } as const
/** How much of a text one call returns. */
export const textBounds = { ...maxChars, cursor: cursorOf(TEXT_CURSOR) } as const

/** Members of every bounded answer. */
export const bounded = {
  truncated: z.boolean().describe('Cut for `maxChars`; `nextCursor` goes on.'),
  nextCursor: z.string().nullable().describe('null: nothing follows.'),
  corpusPosition: z.string().describe('Position of the log.'),
} as const
