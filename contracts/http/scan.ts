/** Whole result sets, page by page (contracts/conventions/search.md). */
import { z } from 'zod'
import { ArticleId, SemVer, Sha256Hex, Slug } from '../ids.ts'
import { Validity } from '../content.ts'
import { ContentType } from '../vocabulary/texts.ts'
import { flagParameter, integerParameter, listParameter } from './query.ts'
import { refuseReversedDays, SearchFilters } from './search.ts'

export const SCAN_LIMITS = {
  limitMax: 100,
  limitDefault: 50,
  /** Texts that one page looks at, matching or not. */
  walkedMax: 1_000,
  /** UTF-8 bytes that one page reads for what texts cite: about half a second. */
  readBytesMax: 1024 * 1024,
} as const

/** A place in a scan: position, generation, last id, day, digest of the filters, signature. */
export const SCAN_CURSOR =
  /^([0-9]{1,15})\.([0-9]{1,9})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([0-9]{4}-[0-9]{2}-[0-9]{2})\.([0-9a-f]{16})\.([0-9a-f]{16})$/

const { shape } = SearchFilters
const listed = <T extends z.ZodType>(schema: T) =>
  listParameter(schema).optional().describe(`${schema.description} Commas between.`)

/** The filters of a search as parameters of a URL, but those that depend on today. */
export const FILTER_PARAMETERS = {
  jurisdictions: listed(shape.jurisdictions),
  contentTypes: listed(shape.contentTypes),
  courts: listed(shape.courts),
  courtLevels: listed(shape.courtLevels),
  chambers: listed(shape.chambers),
  solutions: listed(shape.solutions),
  languages: listed(shape.languages),
  legalDomains: listed(shape.legalDomains),
  conceptIds: listed(shape.conceptIds),
  doctrineSubtypes: listed(shape.doctrineSubtypes),
  legalRuleTypes: listed(shape.legalRuleTypes),
  statusFlags: listed(shape.statusFlags),
  treatmentTypes: listed(shape.treatmentTypes),
  cites: listed(shape.cites),
  identifiers: listed(shape.identifiers),
  provision: shape.provision,
  dateFrom: shape.dateFrom,
  dateTo: shape.dateTo,
  asOf: shape.asOf,
} as const

export const ScanQuery = z
  .strictObject({
    after: z
      .string()
      .refine((text) => SCAN_CURSOR.test(text), {
        error: 'not a cursor of a scan: leave it out, or pass next unchanged',
        params: { code: 'invalid_cursor' },
      })
      .optional()
      .meta({
        pattern: SCAN_CURSOR.source,
        description: '`next` of the page before; absent: a new scan.',
      }),
    limit: integerParameter(z.int().min(1).max(SCAN_LIMITS.limitMax))
      .default(SCAN_LIMITS.limitDefault)
      .meta({ default: SCAN_LIMITS.limitDefault, description: 'Texts at most.' }),
    ...FILTER_PARAMETERS,
    inForce: flagParameter(shape.inForce).describe(
      'Leaves out law that has ended or not begun on the day of `asOf`, else on the day of the first page.',
    ),
  })
  .superRefine(refuseReversedDays)
export type ScanQuery = z.infer<typeof ScanQuery>

/** A scan with its filters apart from its place. */
export const scanRequestOf = ({ after, limit, ...filters }: ScanQuery) => ({
  after,
  limit,
  filters: SearchFilters.parse(filters),
})

/** A text as it was at the position of the scan, without its content. */
const ScannedText = z
  .object({
    id: ArticleId,
    removed: z.literal(false).describe('The text is still public.'),
    slug: Slug,
    title: z.string(),
    version: SemVer.describe('The wording at the position of the scan.'),
    sha256Hash: Sha256Hex,
    contentType: ContentType,
    jurisdiction: z.array(z.string()),
    language: z.string(),
    date: z
      .string()
      .meta({ format: 'date' })
      .nullable()
      .describe('The day that filters use; null: unknown.'),
    publishedAt: z.string().meta({ format: 'date-time' }).nullable(),
    validity: Validity.describe('Days on which the wording is in force, both inclusive.'),
    isCurrent: z
      .boolean()
      .describe('Whether GET /articles/{slug} still gives this wording under this slug.'),
  })
  .meta({ id: 'ScannedText' })

/** A text of the position of a scan or an export that is not public any more. */
export const RemovedText = z
  .object({ id: ArticleId, removed: z.literal(true).describe('It is not public now.') })
  .meta({ id: 'RemovedText' })

export const ScanRow = z.discriminatedUnion('removed', [ScannedText, RemovedText])
export type ScanRow = z.infer<typeof ScanRow>

export const ScanResponse = z
  .object({
    rows: z.array(ScanRow).describe('By id, ascending; a page may be short or empty.'),
    next: z.string().nullable().describe('`after` of the next page; null: the scan is complete.'),
    position: z.string().describe('The position that all pages of the scan show the corpus at.'),
  })
  .meta({ id: 'ScanResponse' })
export type ScanResponse = z.infer<typeof ScanResponse>
