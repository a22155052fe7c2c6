import { z } from 'zod'
import { Day, Instant } from '../ids.ts'
import { CourtCode } from '../vocabulary/courts.ts'
import { ContentType, Jurisdiction } from '../vocabulary/texts.ts'

/** Days that a source is known not to hold, both inclusive; null: open. */
export const CoverageGap = z
  .object({
    period: z.object({ from: Day.nullable(), to: Day.nullable() }),
    reason: z.string(),
    estimatedMissing: z.int().nonnegative().nullable().describe('Texts; null: nobody knows.'),
  })
  .meta({ id: 'CoverageGap' })
export type CoverageGap = z.infer<typeof CoverageGap>

/** Counts of one group: jurisdiction, court and content type. */
export const CoverageCount = z.object({
  jurisdiction: Jurisdiction.nullable().describe(
    'A text of several jurisdictions counts in each of them; null: it names none.',
  ),
  court: CourtCode.nullable().describe('Code of the court of a decision, else null.'),
  contentType: ContentType,
  from: Day.nullable().describe(
    'Earliest day of a text: of the decision, else of its publication, else its first day in force.',
  ),
  to: Day.nullable().describe('Latest such day.'),
  documents: z.int().positive(),
  vectorised: z.int().nonnegative().describe('Texts that a search finds by meaning, too.'),
  citatorAssessed: z.int().nonnegative().describe('Texts with a status other than gray.'),
  lastConfirmedAt: Instant.meta({ format: 'date-time' }).describe(
    'When a text of the group was last changed here or fetched from its source.',
  ),
})
export type CoverageCount = z.infer<typeof CoverageCount>

export const CoverageGroup = CoverageCount.extend({
  knownGaps: z.array(CoverageGap).describe('Empty where none is known, which is not a promise.'),
}).meta({ id: 'CoverageGroup' })
export type CoverageGroup = z.infer<typeof CoverageGroup>

/**
 * The texts that the service holds, so that a client can tell "not found" from "not held"
 * (contracts/conventions/coverage.md). A group that is not listed is not held.
 */
export const Coverage = z
  .object({
    corpusPosition: z.string().describe('Up to which event it was counted.'),
    groups: z.array(CoverageGroup).describe('By jurisdiction, court and content type.'),
  })
  .meta({ id: 'Coverage' })
export type Coverage = z.infer<typeof Coverage>

/**
 * What is held, in short: beside every answer that found nothing. `GET /coverage` has the courts,
 * counts and gaps.
 */
export const CoverageSummary = z
  .object({
    corpusPosition: z.string().describe('Up to which event it was counted.'),
    jurisdictions: z
      .array(
        z.object({
          jurisdiction: Jurisdiction.nullable().describe('null: texts that name none.'),
          contentTypes: z.array(ContentType).describe('Kinds of text that are held.'),
          documents: z.int().positive().describe('Texts held.'),
          from: Day.nullable().describe('Earliest day of a text.'),
          to: Day.nullable().describe('Latest day of a text.'),
        }),
      )
      .describe('A jurisdiction that is not listed is not held.'),
    details: z.string().describe('Where courts, counts and known gaps are listed.'),
  })
  .meta({ id: 'CoverageSummary' })
export type CoverageSummary = z.infer<typeof CoverageSummary>
