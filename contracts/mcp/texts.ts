import { z } from 'zod'
import { AskedDay } from '../http/versions.ts'
import { SemVer, SLUG_MAX } from '../ids.ts'
import { TextSpan } from '../integrity.ts'
import { Article } from '../http/article.ts'
import { bounded, textBounds } from './shared.ts'

const REFERENCE_MAX = SLUG_MAX

/** What is said of a text beside its words. */
const AboutText = Article.omit({ contentClean: true })
const ALWAYS = { slug: true, version: true, sha256Hash: true } as const

export const GetArticleInput = z.strictObject({
  idOrSlug: z
    .string()
    .min(1)
    .max(REFERENCE_MAX)
    .describe('Slug of a hit or a citation, or the UUID of an article.'),
  version: SemVer.optional().describe(
    'An earlier version, such as `1.0.0`; default: the current one.',
  ),
  asOf: AskedDay.optional().describe(
    'A day: the wording in force on it. Not together with `version`.',
  ),
  fields: z
    .array(AboutText.keyof())
    .max(Object.keys(AboutText.shape).length)
    .optional()
    .describe(
      'Members of `article` to return, with slug, version and sha256Hash; absent: all, and on later pages a few. `text` always comes.',
    ),
  ...textBounds,
})
export const GetDecisionInput = z.strictObject({
  idOrSlug: z
    .string()
    .min(1)
    .max(REFERENCE_MAX)
    .describe(
      'Slug, UUID, ECLI, docket number (`22-12.345`) or citation (`Civ. 1re, 2 mai 2024, n° 22-12.345`).',
    ),
  ...textBounds,
})

/** One heading or zone of a text. Offsets in UTF-16 units of `contentClean`. */
export const OutlineEntry = z.object({
  title: z.string(),
  level: z.int().min(1),
  start: z.int().nonnegative(),
  cursor: z.string().describe('Pass it as `cursor` to read from here.'),
})

/** An article with a part of its text: `text.content` is exactly `contentClean[start:end]`. */
export const TextResult = z.object({
  article: AboutText.partial()
    .required(ALWAYS)
    .describe(
      'Everything but the text, or the members that `fields` names; the largest are left out beyond half of a result.',
    ),
  leftOut: z.array(z.string()).describe('Members without room; `fields` gets them.'),
  headnotesTotal: z.int().nonnegative(),
  text: z.object({
    content: z
      .string()
      .describe('`contentClean[start:end]` of the version and hash of `article`; quote it as is.'),
    span: TextSpan,
    totalUtf16: z.int().nonnegative().describe('Length of the whole text, in UTF-16 units.'),
  }),
  outline: z.array(OutlineEntry).describe('Headings of a text that was cut; else empty.'),
  ...bounded,
})
export type TextResult = z.infer<typeof TextResult>
