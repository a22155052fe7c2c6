/**
 * Whole texts of a result set, or of the corpus, at one position (contracts/conventions/export.md).
 */
import { z } from 'zod'
import { AssignedConcept } from '../concept.ts'
import { Sha256Hex } from '../ids.ts'
import { Article, Headnote } from './article.ts'
import { integerParameter } from './query.ts'
import { FILTER_PARAMETERS, RemovedText } from './scan.ts'
import { refuseReversedDays, SearchFilters } from './search.ts'

export const EXPORT_LIMITS = {
  /** Texts of one part, each at the price of an article. */
  limitMax: 1_000,
  limitDefault: 100,
  /** UTF-8 bytes of `contentClean` after which a part ends. */
  textBytesMax: 32 * 1024 * 1024,
  /** Texts that one part looks at, matching or not. */
  walkedMax: 1_000,
} as const

/** Which members the lines have and how the digest is made. It never changes. */
export const EXPORT_PROFILE = 'export/1'

export const ExportFormat = z.enum(['jsonl', 'parquet'])
export type ExportFormat = z.infer<typeof ExportFormat>

/** How a part is labelled in each format. */
export const EXPORT_MEDIA_TYPES: Readonly<Record<ExportFormat, string>> = {
  jsonl: 'application/x-ndjson',
  parquet: 'application/vnd.apache.parquet',
}

const NO_EXPORT = 'not a cursor of an export: leave it out, or pass next unchanged'

/**
 * A place in an export: position, generation, last id, texts, removed texts, hashes of the digest's
 * full subtrees (base64url), digest of the filters, signature.
 */
export const EXPORT_CURSOR =
  /^([0-9]{1,15})\.([0-9]{1,9})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([0-9]{1,12})\.([0-9]{1,12})\.([A-Za-z0-9_-]{0,1800})\.([0-9a-f]{16})\.([0-9a-f]{16})$/

export const ExportQuery = z
  .strictObject({
    format: ExportFormat.default('jsonl').meta({
      default: 'jsonl',
      description: '`jsonl`: a JSON object a line. `parquet`: each part is a whole file.',
    }),
    after: z
      .string()
      .refine((text) => EXPORT_CURSOR.test(text), {
        error: NO_EXPORT,
        params: { code: 'invalid_cursor' },
      })
      .optional()
      .meta({
        pattern: EXPORT_CURSOR.source,
        description: '`next` of the part before; absent: a new export.',
      }),
    limit: integerParameter(z.int().min(1).max(EXPORT_LIMITS.limitMax))
      .default(EXPORT_LIMITS.limitDefault)
      .meta({ default: EXPORT_LIMITS.limitDefault, description: 'Texts of this part at most.' }),
    ...FILTER_PARAMETERS,
  })
  .superRefine(refuseReversedDays)
export type ExportQuery = z.infer<typeof ExportQuery>

/** An export with its filters apart from its place and form. */
export const exportRequestOf = ({ format, after, limit, ...filters }: ExportQuery) => ({
  format,
  after,
  limit,
  filters: SearchFilters.parse(filters),
})

/**
 * An article without what other texts say of it (colours, labels of concepts): what it was at a
 * position can then be told from its own facts, at any later time.
 */
export const ExportedText = Article.omit({
  updatedAt: true,
  statusFlag: true,
  statusDerivation: true,
})
  .extend({
    headnotes: z.array(Headnote.omit({ statusFlag: true })),
    concepts: z.array(AssignedConcept.pick({ id: true, assignedBy: true, relevance: true })),
  })
  .meta({ id: 'ExportedText' })
export type ExportedText = z.infer<typeof ExportedText>

/** What an export says of itself. Counts and digest are of all texts since its beginning. */
export const ExportManifest = z
  .object({
    profile: z.literal(EXPORT_PROFILE).describe('The shape of lines and the rule of the digest.'),
    position: z.string().describe('The position that all parts show the corpus at.'),
    filters: z.record(z.string(), z.unknown()).describe('As they were asked for.'),
    texts: z.int().nonnegative().describe('Texts so far, with those of this part.'),
    removed: z.int().nonnegative().describe('Texts so far that are not public any more.'),
    digest: Sha256Hex.describe(
      'Merkle root (RFC 6962, SHA-256) over `article/<id>`, a line feed and the line, of each line so far.',
    ),
    licence: z.string().describe('What licences hold.'),
    next: z.string().nullable().describe('`after` of the next part; null: the export is complete.'),
  })
  .meta({ id: 'ExportManifest' })
export type ExportManifest = z.infer<typeof ExportManifest>

/** The last line of a part. Without it the part is not whole. */
export const ExportEnd = z
  .object({ export: ExportManifest.describe('What the export says of itself.') })
  .meta({ id: 'ExportEnd' })

/** Lines of texts come by id, ascending; each is in the canonical form of RFC 8785. */
export const ExportLine = z.union([ExportedText, RemovedText, ExportEnd]).meta({ id: 'ExportLine' })

export const EXPORT_LICENCE =
  'Each text has its own licence in its member licence; null: all rights are reserved. What the service adds is CC BY 4.0.'
