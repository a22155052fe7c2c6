import { z } from 'zod'
import { Validity } from '../content.ts'
import { Bump } from '../events/article.ts'
import { Instant, SemVer, Sha256Hex, Slug } from '../ids.ts'
import { articleFields, SlugParams } from './article.ts'
import { articleFormat } from './format.ts'
import { TextSpan } from '../integrity.ts'

const DateTime = Instant.meta({ format: 'date-time' })

/** A day of the calendar: 30 February is refused. */
export const AskedDay = z.iso.date({ error: 'not a day of the calendar, written YYYY-MM-DD' })

const Version = z
  .string()
  .regex(/^\d+\.\d+\.\d+$/, { error: 'not a version: MAJOR.MINOR.PATCH, such as 1.0.0' })

export const VersionParams = z.object({
  ...SlugParams.shape,
  version: Version.describe('MAJOR.MINOR.PATCH, as `GET …/versions` lists them.'),
})

/** Query of `GET /articles/{slug}`. */
export const ArticleQuery = z.strictObject({
  asOf: AskedDay.optional().describe(
    'The wording in force on that day; 404 with the days held where none was.',
  ),
  fields: articleFields,
  format: articleFormat,
})

/** Query of `GET /articles/{slug}/versions/{version}`. */
export const VersionQuery = z.strictObject({ fields: articleFields, format: articleFormat })

/** A version of an article (contracts/conventions/versions-over-http.md). */
export const ArticleVersion = z
  .object({
    version: SemVer,
    sha256Hash: Sha256Hex.nullable().describe('Null: the wording was erased.'),
    bump: Bump.describe('How much it differs from the version before.'),
    changeClass: z
      .string()
      .nullable()
      .describe('`anonymisation` where that was the reason; else null.'),
    reasons: z.array(z.string()).describe('One sentence per change; none quotes the text.'),
    recordedAt: DateTime.describe('When the service published it.'),
    publishedAt: DateTime.nullable(),
    position: z.string().describe('Of the event that published it, in the log.'),
    inForce: z
      .array(Validity)
      .describe('The days on which it is in force; empty: no source says, or on none.'),
    current: z.boolean().describe('Whether it is what `GET /articles/{slug}` returns.'),
    erased: z.boolean().describe('Whether its words were erased for good.'),
    readable: z.boolean().describe('Whether its wording is kept, so that it can be read.'),
  })
  .meta({ id: 'ArticleVersion' })
export type ArticleVersion = z.infer<typeof ArticleVersion>

export const VersionsResponse = z
  .object({
    slug: Slug,
    current: SemVer.describe('What `GET /articles/{slug}` returns.'),
    versions: z.array(ArticleVersion).describe('In the order in which they were published.'),
  })
  .meta({ id: 'VersionsResponse' })
export type VersionsResponse = z.infer<typeof VersionsResponse>

export const DiffQuery = z
  .strictObject({
    from: Version.describe('The version to compare.'),
    to: Version.describe('The version to compare it with.'),
  })
  .refine(({ from, to }) => from !== to, {
    error: 'from and to are the same version: there is nothing to compare',
    path: ['to'],
    params: { code: 'same_version' },
  })
export type DiffQuery = z.infer<typeof DiffQuery>

const ComparedVersion = z.object({
  version: SemVer,
  sha256Hash: Sha256Hex,
  publishedAt: DateTime.nullable(),
})

const Side = z.object({
  text: z.string().describe('Exactly the words at `span`; empty: there are none.'),
  span: TextSpan.describe('In the text of this version; empty where words are only on one side.'),
})
/** Words of a text that differ. */
export const TextChange = z
  .object({
    kind: z.enum(['added', 'removed', 'replaced']),
    from: Side,
    to: Side,
  })
  .meta({ id: 'TextChange' })
export type TextChange = z.infer<typeof TextChange>

const MemberChange = z
  .object({
    member: z.string().describe('Name of the member, such as `title` or `judicialDecision.ecli`.'),
    from: z.string().nullable().describe('Its value; what is no text, as JSON; null: none.'),
    to: z.string().nullable(),
  })
  .meta({ id: 'MemberChange' })
export type MemberChange = z.infer<typeof MemberChange>

const HeadnoteChange = z
  .object({
    sequence: z.int().min(1),
    change: z.enum(['added', 'removed', 'changed']).describe('What became of the headnote.'),
    members: z.array(MemberChange).describe('Its members that differ.'),
  })
  .meta({ id: 'HeadnoteChange' })
export type HeadnoteChange = z.infer<typeof HeadnoteChange>

export const VersionDiff = z
  .object({
    slug: Slug,
    from: ComparedVersion,
    to: ComparedVersion,
    identical: z.boolean().describe('Whether both have the same hash.'),
    content: z
      .array(TextChange)
      .describe('Words of `contentClean` that differ, in order. All other words are the same.'),
    members: z.array(MemberChange).describe('Other members that differ.'),
    headnotes: z.array(HeadnoteChange).describe('Headnotes that differ, by number.'),
  })
  .meta({ id: 'VersionDiff' })
export type VersionDiff = z.infer<typeof VersionDiff>
