import { z } from 'zod'
import { ArticleContent } from '#contracts/content.ts'
import { ArticleId, Instant, Position, SemVer, Sha256Hex, Slug } from '#contracts/ids.ts'
import { IntegrityFlag } from '#contracts/integrity.ts'
import { SpanTarget } from '#contracts/law/annotations/span-target.ts'
import { StaffId } from '#contracts/staff.ts'
import { BoardPublicStatus, BoardStatus } from '../../board/ports.ts'
import { TextInput } from './text-input.ts'

const Actor = z.string().describe('`staff:<id>` for a member of the team, `system` for a program.')

export const CommentView = z
  .object({
    id: z.string(),
    inReplyTo: z.string().nullable(),
    by: Actor,
    at: Instant,
    body: z.string(),
    target: SpanTarget.nullable().describe('As it was marked; null: the whole text.'),
    anchor: z
      .object({ start: z.int(), end: z.int() })
      .nullable()
      .describe('In code points of today’s wording; null: its words are gone.'),
    resolved: z.object({ by: Actor, at: Instant }).nullable(),
  })
  .meta({ id: 'Comment' })

export const HistoryLine = z
  .object({
    at: Instant,
    by: Actor,
    policy: z
      .string()
      .nullable()
      .describe('The rule that approved in place of a person; null: none did.'),
    type: z.string().describe('The event, such as `Approved`.'),
    position: Position,
    version: SemVer.nullable(),
    sha256Hash: Sha256Hex.nullable().describe('Null: the fact has none, or was erased.'),
    detail: z
      .string()
      .nullable()
      .describe(
        'The reason, cause or remark that a person gave, or what was published again and why.',
      ),
  })
  .meta({ id: 'HistoryLine' })

const Version = z
  .object({
    version: SemVer,
    sha256Hash: Sha256Hex.nullable().describe('Null: the words were erased.'),
    erased: z.boolean().describe('Whether its words were erased for good.'),
    bump: z.string(),
    changeClass: z.string().nullable(),
    reasons: z.array(z.string()),
    policy: z.string().nullable(),
    publishedAt: Instant.nullable(),
    recordedAt: Instant,
    by: Actor,
  })
  .meta({ id: 'VersionEntry' })

const OpenAct = z
  .object({ act: z.string(), allowed: z.boolean(), refused: z.string().optional() })
  .meta({ id: 'OpenAct' })

export const TextView = z
  .object({
    slug: Slug,
    articleId: ArticleId,
    status: BoardStatus,
    publicStatus: BoardPublicStatus,
    version: SemVer.nullable(),
    draft: z
      .object({
        content: ArticleContent,
        edit: TextInput.describe('The same, as `PUT /texts/{slug}/draft` takes it.'),
        sha256Hash: Sha256Hex.describe('What `approve` names.'),
        tag: Sha256Hex.describe('As in ETag: what If-Match names.'),
        status: z.string(),
        authors: z.array(Actor),
        approval: z.object({ sha256Hash: Sha256Hex, by: Actor }).nullable(),
        scheduledAt: Instant.nullable(),
      })
      .nullable(),
    published: z
      .object({
        version: SemVer,
        sha256Hash: Sha256Hex,
        publishedAt: Instant.nullable(),
        content: ArticleContent,
        edit: TextInput,
      })
      .nullable(),
    pending: z
      .object({
        request: z.enum(['withdrawal', 'deletion']),
        by: Actor,
        at: Instant,
        reason: z.string(),
        replacement: Slug.nullable(),
      })
      .nullable(),
    assignedTo: StaffId.nullable(),
    comments: z.array(CommentView),
    flags: z.array(IntegrityFlag),
    versions: z.array(Version),
    next: z
      .object({
        bump: z.string(),
        changeClass: z.string().nullable(),
        reasons: z.array(z.string()),
      })
      .nullable()
      .describe('What publishing the draft would mean; null: no draft, or nothing would change.'),
    acts: z.array(OpenAct).describe('What the caller may do now, and why not the rest.'),
  })
  .meta({ id: 'TextView' })
export type TextView = z.input<typeof TextView>

export const BoardRowView = z
  .object({
    articleId: ArticleId,
    slug: Slug,
    title: z.string(),
    contentType: z.string(),
    language: z.string(),
    jurisdiction: z.array(z.string()),
    status: BoardStatus,
    publicStatus: BoardPublicStatus,
    version: SemVer.nullable(),
    sha256Hash: Sha256Hex.nullable(),
    authors: z.array(Actor),
    assignedTo: StaffId.nullable(),
    pending: z.enum(['withdrawal', 'deletion']).nullable(),
    scheduledAt: Instant.nullable(),
    stopped: z
      .object({ code: z.string(), at: Instant })
      .nullable()
      .describe('Why the last publication that was due did not happen.'),
    flags: z.array(z.object({ code: z.string(), severity: z.string() })),
    openComments: z.int(),
    changedAt: Instant,
    changedBy: Actor,
    position: Position,
  })
  .meta({ id: 'BoardRow' })
