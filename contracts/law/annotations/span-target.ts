/** The place that a comment is about (contracts/conventions/life-cycle.md). */
import { z } from 'zod'

/** Lengths in code points. */
export const SPAN_LIMITS = { exactMax: 10_000, surroundingsMax: 200 } as const

const SURROGATE = /[\ud800-\udfff]/

/** Code points of a text: what people count as characters, nearly. */
export const codePointsOf = (text: string): number => {
  if (!SURROGATE.test(text)) return text.length
  let count = 0
  for (let at = 0; at < text.length; count += 1) at += isPair(text, at) ? 2 : 1
  return count
}

const isPair = (text: string, at: number): boolean => (text.codePointAt(at) ?? 0) > 0xff_ff

const upTo = (max: number) =>
  z.string().refine((text) => text.length <= max || codePointsOf(text) <= max, {
    error: `at most ${max} characters (Unicode code points)`,
  })

/**
 * A span of a text, as in the W3C Web Annotation Data Model: a quote with its surroundings
 * (TextQuoteSelector) and a position (TextPositionSelector). Offsets count code points; `end` is
 * exclusive.
 */
export const SpanTarget = z.strictObject({
  member: z.enum(['title', 'abstract', 'contentClean']),
  exact: upTo(SPAN_LIMITS.exactMax).min(1),
  prefix: upTo(SPAN_LIMITS.surroundingsMax),
  suffix: upTo(SPAN_LIMITS.surroundingsMax),
  start: z.int().nonnegative(),
  end: z.int().nonnegative(),
})
export type SpanTarget = z.infer<typeof SpanTarget>
