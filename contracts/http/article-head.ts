import { z } from 'zod'
import { Validity } from '../content.ts'
import { ArticleId, Day, Instant, SemVer, Sha256Hex, Slug } from '../ids.ts'
import { StatusFlag } from '../vocabulary/citator.ts'
import { ContentType, Jurisdiction } from '../vocabulary/texts.ts'

/** What lists of articles show of each: enough to name it, to choose it and to read it. */
export const ArticleHead = z
  .object({
    id: ArticleId,
    slug: Slug,
    title: z.string(),
    contentType: ContentType,
    jurisdiction: z.array(Jurisdiction),
    language: z.string(),
    version: SemVer,
    sha256Hash: Sha256Hex,
    publishedAt: Instant.meta({ format: 'date-time' }).nullable(),
    statusFlag: StatusFlag,
    validity: Validity,
    ecli: z.string().nullable(),
    courtCode: z.string().nullable().describe('Code of the court; null: the text is no decision.'),
    decisionDate: Day.nullable(),
  })
  .meta({ id: 'ArticleHead' })
export type ArticleHead = z.infer<typeof ArticleHead>
