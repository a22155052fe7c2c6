/**
 * The published schema of CSL data (citation-style-language/schema, csl-data.json, 1.0.2), from its
 * facts: types, names of members, shapes of names and days. It allows no other member.
 */
import { z } from 'zod'

const TYPES =
  'article article-journal article-magazine article-newspaper bill book broadcast chapter classic collection dataset document entry entry-dictionary entry-encyclopedia figure graphic hearing interview legal_case legislation manuscript map motion_picture musical_score pamphlet paper-conference patent performance periodical personal_communication post post-weblog regulation report review review-book software song speech standard thesis treaty webpage'
const STRINGS =
  'language journalAbbreviation shortTitle abstract annote archive archive_collection archive_location archive-place authority call-number citation-label collection-title container-title container-title-short dimensions division DOI event event-place genre ISAN ISBN ISCI ISMN ISRC ISSN ISWC jurisdiction keyword medium note original-publisher original-publisher-place original-title part-title PMCID PMID publisher publisher-place references reviewed-title scale section source status title title-short translated-title translated-title-short URL version year-suffix'
const NUMBERS =
  'chapter-number citation-number collection-number edition first-reference-note-number issue locator number number-of-pages number-of-volumes page page-first part printing supplement volume'
const NAMES =
  'author chair collection-editor compiler composer container-author contributor curator director editor editorial-director executive-producer interviewer illustrator organizer original-author performer producer recipient reviewed-author translator'
const DAYS = 'accessed available-date container event-date issued original-date submitted'

const text = z.string()
const number = z.union([z.string(), z.number()])
const switchable = z.union([z.string(), z.number(), z.boolean()])
const name = z.strictObject({
  family: text.optional(),
  given: text.optional(),
  'dropping-particle': text.optional(),
  'non-dropping-particle': text.optional(),
  suffix: text.optional(),
  'comma-suffix': switchable.optional(),
  'static-ordering': switchable.optional(),
  literal: text.optional(),
  'parse-names': switchable.optional(),
})
const day = z.strictObject({
  'date-parts': z.array(z.array(number).min(1).max(3)).min(1).max(2).optional(),
  season: number.optional(),
  circa: switchable.optional(),
  literal: text.optional(),
  raw: text.optional(),
})

const members = (names: string, schema: z.ZodType) =>
  Object.fromEntries(names.split(' ').map((one) => [one, schema.optional()]))

export const CslData = z.array(
  z.strictObject({
    ...members(STRINGS, text),
    ...members(NUMBERS, number),
    ...members(NAMES, z.array(name)),
    ...members(DAYS, day),
    categories: z.array(z.string()).optional(),
    type: z.enum(TYPES.split(' ')),
    id: number,
  }),
)
