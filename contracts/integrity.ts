import { z } from 'zod'
import { Instant } from './ids.ts'
import { IntegrityCode, Severity } from './vocabulary/integrity.ts'

/**
 * Offsets of a piece of text in both units that clients use (contracts/conventions/rag.md). `end`
 * is exclusive.
 */
export const OffsetRange = z.strictObject({
  start: z.int().nonnegative(),
  end: z.int().nonnegative(),
})
export const TextSpan = z.strictObject({ codePoint: OffsetRange, utf16: OffsetRange })
export type TextSpan = z.infer<typeof TextSpan>

/** A doubt about a text, with its evidence (contracts/conventions/integrity-flags.md). */
export const IntegrityFlag = z.strictObject({
  code: IntegrityCode,
  severity: Severity,
  message: z.string(),
  headnoteSequence: z.int().min(1).nullable(),
  span: TextSpan.nullable(),
  detectedAt: Instant,
  detector: z.string(),
  evidence: z.record(z.string(), z.unknown()),
})
export type IntegrityFlag = z.infer<typeof IntegrityFlag>

/** `hasIntegrityWarning`: some flag is a warning or worse. */
export const hasIntegrityWarning = (flags: readonly IntegrityFlag[]): boolean =>
  flags.some(({ severity }) => severity !== 'info')
