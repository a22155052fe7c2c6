import { z } from 'zod'
import { Day } from './ids.ts'

/** How long before its removal something is announced (contracts/conventions/deprecation.md). */
export const NOTICE_MONTHS = 12

/** Something that will be removed from the interface. */
export const Deprecation = z.object({
  what: z.string().describe('The operation, member or value.'),
  operationId: z.string().nullable().describe('Of a whole operation; null: a part of one.'),
  since: Day.describe('First day on which it is deprecated.'),
  sunset: Day.describe('First day on which it may be gone.'),
  replacement: z
    .string()
    .nullable()
    .describe('What to use instead; null: nothing takes its place.'),
})
export type Deprecation = z.infer<typeof Deprecation>

/** Everything that is deprecated; a removal begins with a line here. */
export const DEPRECATIONS: readonly Deprecation[] = []

const MS_PER_SECOND = 1_000

/**
 * Headers of a deprecated operation: `Deprecation` (RFC 9745) and `Sunset` (RFC 8594); none of
 * another one.
 */
export const deprecationHeaders = (
  operationId: string,
  all: readonly Deprecation[] = DEPRECATIONS,
): Readonly<Record<string, string>> => {
  const found = all.find((one) => one.operationId === operationId)
  return found === undefined
    ? {}
    : {
        Deprecation: `@${Date.parse(found.since) / MS_PER_SECOND}`,
        Sunset: new Date(found.sunset).toUTCString(),
      }
}
