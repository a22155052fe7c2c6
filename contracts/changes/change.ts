/** What became of a text or a concept after it was public (contracts/conventions/changes.md). */
import { z } from 'zod'
import { uuidV5 } from '../canonical/hash.ts'
import { StatusDerivation } from '../http/article.ts'
import { ArticleId, ConceptId, HeadnoteId, Instant, SemVer, Sha256Hex, Slug } from '../ids.ts'
import { StatusFlag } from '../vocabulary/citator.ts'
import { Jurisdiction } from '../vocabulary/texts.ts'

export const ChangeType = z
  .enum([
    'article.published',
    'article.updated',
    'article.unpublished',
    'article.withdrawn',
    'article.deleted',
    'article.erased',
    'headnote.flag_changed',
    'concept.deprecated',
  ])
  .meta({ id: 'ChangeType', description: 'What happened. The list may grow.' })
export type ChangeType = z.infer<typeof ChangeType>

/** After these nothing is served of a text. */
export const GONE_CHANGES: ReadonlySet<ChangeType> = new Set<ChangeType>([
  'article.unpublished',
  'article.withdrawn',
  'article.deleted',
])

export const ChangeId = z.uuid().brand<'ChangeId'>()
export type ChangeId = z.infer<typeof ChangeId>

/** A point of law whose colour a fact of the citator changed. */
export const ChangedPoint = z.object({
  headnoteId: HeadnoteId.nullable(),
  sequence: z.int().min(1).nullable().describe('Number of the headnote; null: the whole text.'),
  before: StatusFlag.describe('Colour before the fact.'),
  after: StatusFlag.describe('Colour after the fact.'),
  derivation: StatusDerivation.describe('Why the point has the colour `after`.'),
})
export type ChangedPoint = z.infer<typeof ChangedPoint>

export const DeprecatedConcept = z.object({
  conceptId: ConceptId,
  replacedBy: ConceptId.nullable(),
})

/** Never holds words of a text. Members that its type has no use for are null or empty. */
export const Change = z
  .object({
    id: ChangeId.describe('The same in each rebuild, and in each delivery of the change.'),
    position: z
      .string()
      .regex(/^\d{15}$/)
      .describe('Position of the fact in the log, 15 digits.'),
    ordinal: z.int().min(1).describe('Place among the changes of the same fact, from 1.'),
    type: ChangeType,
    occurredAt: Instant.describe('When the fact was recorded.'),
    articleId: ArticleId.nullable().describe('Id of the text; null: a concept.'),
    slug: Slug.nullable().describe('Slug of the text, of a text that is gone its last one.'),
    version: SemVer.nullable().describe(
      'The version that was published; else the one that was served.',
    ),
    sha256Hash: Sha256Hex.nullable().describe('Hash of that version.'),
    changeClass: z
      .string()
      .nullable()
      .describe(
        'Kind of the change, such as `anonymisation`, `republication`, `validity` or `details`.',
      ),
    reasons: z.array(z.string()).describe('Why the version has its number, in sentences.'),
    replacement: Slug.nullable().describe('Slug of the text to use instead of a withdrawn one.'),
    jurisdictions: z.array(Jurisdiction).describe('Of the text; a concept has none.'),
    headnote: ChangedPoint.nullable().describe('Of `headnote.flag_changed`.'),
    concept: DeprecatedConcept.nullable().describe('Of `concept.deprecated`.'),
  })
  .meta({ id: 'Change' })
export type Change = z.infer<typeof Change>

/**
 * UUID v5 in the namespace of the fact's event id. `subject` tells the changes of one fact apart:
 * the id of the text or concept and, of a headnote, `#` and its sequence.
 */
export const changeIdOf = (eventId: string, subject: string): ChangeId =>
  uuidV5(eventId, subject) as ChangeId
