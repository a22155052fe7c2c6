import { z } from 'zod'

/** Bounds of a result, in characters of its JSON (contracts/conventions/mcp.md). */
export const RESULT_CHARACTERS = { min: 2_000, default: 60_000, max: 200_000 } as const
const CURSOR_MAX = 200

/** How much of an answer one call returns. */
export const bounds = {
  maxChars: z
    .int()
    .min(RESULT_CHARACTERS.min)
    .max(RESULT_CHARACTERS.max)
    .default(RESULT_CHARACTERS.default)
    .describe('Longest result, in characters; what is left is had with `cursor`.'),
  cursor: z
    .string()
    .min(1)
    .max(CURSOR_MAX)
    .optional()
    .describe('`nextCursor` of an answer to the same arguments: goes on from there.'),
} as const

/** Members of every bounded answer. */
export const bounded = {
  truncated: z.boolean().describe('There is more: call again with `cursor` = `nextCursor`.'),
  nextCursor: z.string().nullable(),
  corpusPosition: z.string().describe('Up to which event the answer knows the corpus.'),
} as const
