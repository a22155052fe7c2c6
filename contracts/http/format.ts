import { z } from 'zod'

/** The forms of an article, in the order in which a client without a wish gets them. */
export const FORMATS = ['json', 'markdown', 'html', 'akn', 'pdf'] as const
export type Format = (typeof FORMATS)[number]

/** Parameter of what gives an article whole (contracts/conventions/formats.md). */
export const articleFormat = z
  .enum(FORMATS)
  .optional()
  .describe('The form of the answer; it comes before `Accept`.')
