import { z } from 'zod'
import { SemVer, Slug } from '../ids.ts'
import { CITATION_STYLES } from '../law/citation-styles/styles.ts'
import { CslItem } from '../law/citation-styles/csl.ts'
import { AskedDay } from './versions.ts'

/** Query of `GET /articles/{slug}/cite` (contracts/conventions/citation-styles.md). */
export const CiteQuery = z
  .strictObject({
    style: z
      .enum(CITATION_STYLES)
      .optional()
      .describe('One style in its own media type; without it all of them as JSON.'),
    language: z.enum(['fr', 'en']).default('fr').meta({
      default: 'fr',
      description: 'Of `eu` and `proof`; French practice is written in French.',
    }),
    version: z
      .string()
      .regex(/^\d+\.\d+\.\d+$/, { error: 'not a version: MAJOR.MINOR.PATCH, such as 1.0.0' })
      .optional()
      .describe('The version to cite; default the current one.'),
    asOf: AskedDay.optional().describe('The wording in force on that day, cited with the day.'),
    paragraph: z
      .string()
      .regex(/^\d{1,4}(?:-\d{1,4})?$/, {
        error: 'not a paragraph: a number or a range, such as 12-14',
      })
      .optional()
      .describe('A paragraph, or a range such as `12-14`, that the strings name.'),
  })
  .refine(({ version, asOf }) => version === undefined || asOf === undefined, {
    error: 'version and asOf both say which wording is meant: give one of them',
    path: ['asOf'],
    params: { code: 'version_and_day' },
  })
export type CiteQuery = z.infer<typeof CiteQuery>

/** A text cited in every style. */
export const CitedStyles = z
  .object({
    slug: Slug,
    version: SemVer.describe('The version that is cited.'),
    styles: z
      .object({
        fr: z.string().describe('French practice.'),
        eu: z.string().describe('Practice of the courts and institutions of the Union.'),
        'csl-json': z.array(CslItem).describe('CSL-JSON 1.0.2, one entry.'),
        ris: z.string().describe('A record of RIS.'),
        bibtex: z.string().describe('An entry of biblatex in UTF-8.'),
        link: z.string().describe('The permanent address of the version.'),
        proof: z.string().describe('The citation with version, address and hash.'),
      })
      .describe('The citation by style.'),
  })
  .meta({ id: 'CitedStyles' })
export type CitedStyles = z.infer<typeof CitedStyles>
