import { z } from 'zod'
import { ArticleId, Position, SemVer, Sha256Hex, Slug } from '#contracts/ids.ts'
import { BoardStatus } from '../../board/ports.ts'

/** The state of a text, or of a fact about one, after a write. */
export const WriteOutcome = z
  .object({
    slug: Slug.nullable(),
    articleId: ArticleId.nullable(),
    status: BoardStatus.nullable(),
    version: SemVer.nullable().describe('The newest version; null before the first publication.'),
    tag: Sha256Hex.nullable().describe('Of the open draft, as in ETag; null: there is none.'),
    sha256Hash: Sha256Hex.nullable().describe(
      'Of the draft, else of the newest version: what an approval names.',
    ),
    position: Position.nullable().describe(
      'Of the last event in the log; null: nothing was recorded, because nothing changed. `GET /positions/{position}` says when readers know it.',
    ),
    changed: z.boolean(),
    id: z.string().nullable().describe('Of the comment, treatment, notice or person.'),
  })
  .meta({ id: 'WriteOutcome' })
export type WriteOutcome = z.infer<typeof WriteOutcome>
