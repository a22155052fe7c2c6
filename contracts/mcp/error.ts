import { z } from 'zod'
import type { AnswerCode } from '../errors/codes.ts'
import { HeldInterval, ValidationDetail } from '../http/error.ts'

/**
 * The answer of a tool that refuses a call, with what an agent needs to correct it
 * (contracts/conventions/mcp.md).
 */
export const ToolError = z.object({
  error: z.string(),
  category: z.enum(['validation', 'not_found', 'auth', 'quota', 'internal']),
  retryable: z.boolean(),
  hint: z.string().describe('What to try next.'),
  reason: z.string().optional().describe('Stable code, where `error` is not enough.'),
  details: z.array(ValidationDetail).optional(),
  candidates: z
    .array(z.object({ slug: z.string(), label: z.string() }))
    .optional()
    .describe('Texts that may be meant.'),
  coverage: z.unknown().optional().describe('What is held, so that not found and not held differ.'),
  held: z
    .array(HeldInterval)
    .optional()
    .describe('Where no wording was in force on the day asked for: the days that are held.'),
})
export type ToolError = Omit<z.infer<typeof ToolError>, 'error'> & { readonly error: AnswerCode }
