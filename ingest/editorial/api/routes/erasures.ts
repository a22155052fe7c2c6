/** Erasure of wordings by two persons (contracts/conventions/erasure.md). */
import { z } from 'zod'
import {
  ERASED_VERSIONS_MAX,
  ERASURE_REQUEST_MAX,
  ErasureGround,
  REASON_MAX,
} from '#contracts/events/article.ts'
import { isRefusal } from '#contracts/fault.ts'
import { ArticleId, Instant, type Position, Position as At, SemVer, Slug } from '#contracts/ids.ts'
import type { ErasureWanted } from '../../../domain/article/commands.ts'
import { ERASED_COPIES } from '../../erasure/copies.ts'
import { cancelErasure, type ErasureAct, eraseWordings } from '../../erasure/erase.ts'
import { type ErasureEntry, listErasures, viewErasures } from '../../erasure/overview.ts'
import { ErasureStep, FinishedErasures } from '../../erasure/ports.ts'
import type { Written } from '../answer.ts'
import type { EditorialDeps } from '../deps.ts'
import { defineRead, defineWrite, type Endpoint } from '../endpoint.ts'
import { WriteOutcome } from '../schemas/outcome.ts'
import { pageOf, PageQuery, SlugParams } from '../schemas/parameters.ts'
import { slugIn, streamOfSlug } from '../slugs.ts'

const SCOPES = ['privacy:erase'] as const
const NO_TEXT = { 404: '`not_found`: there is no such text or version.' }

const ErasureBody = z
  .strictObject({
    versions: z
      .union([z.array(SemVer).min(1).max(ERASED_VERSIONS_MAX), z.literal('all')])
      .describe(
        'Never the published one. `all`: the whole text with its drafts, once it is deleted.',
      ),
    ground: ErasureGround,
    request: z
      .string()
      .min(1)
      .max(ERASURE_REQUEST_MAX)
      .describe(
        'Reference in your register of requests. It stays in the log: it must name nobody.',
      ),
  })
  .meta({ id: 'ErasureWanted' })

const Plan = z
  .object({
    slug: Slug,
    articleId: ArticleId,
    versions: z.array(SemVer),
    whole: z.boolean(),
    keys: z.int().describe('Keys that would be destroyed.'),
    slugs: z.int().describe('Slugs that nothing would have any more.'),
    vectors: z.int().describe('Vectors that would go.'),
    copies: z
      .array(z.enum(ERASED_COPIES))
      .describe('Kinds of copies that are reached, or in `backups` told about.'),
  })
  .meta({ id: 'ErasurePlan' })

const Entry = z
  .object({
    articleId: ArticleId,
    slug: Slug.nullable().describe('null: nothing of the text is left.'),
    state: z.enum(['requested', 'finishing', 'erased']),
    versions: z.array(SemVer),
    whole: z.boolean(),
    ground: ErasureGround,
    request: z.string(),
    requestedBy: z.string(),
    requestedAt: Instant,
    erased: z
      .object({
        by: z.string(),
        at: Instant,
        position: At,
        keys: z.int().describe('Keys that were destroyed. From then on nobody can read the words.'),
      })
      .nullable(),
    finishing: z
      .object({
        step: ErasureStep.nullable().describe('null: it has not begun.'),
        done: z.int(),
        steps: z.int(),
        failed: z
          .string()
          .nullable()
          .describe('Code of the fault that stopped the last attempt; it is tried again.'),
        changedAt: Instant.nullable(),
      })
      .nullable()
      .describe('What has still to be done with copies outside of the log.'),
    removed: FinishedErasures.nullable().describe(
      'What was removed outside of the log, together with the erasures finished at once.',
    ),
  })
  .meta({ id: 'Erasure' })

const Erasures = z.object({ erasures: z.array(Entry) })

const View = z
  .object({
    slug: Slug,
    articleId: ArticleId,
    versions: z.array(
      z.object({
        version: SemVer,
        recordedAt: Instant,
        kept: z
          .enum(['already-erased', 'version-live'])
          .nullable()
          .describe('Why it can’t be erased; null: it can.'),
      }),
    ),
    wholeKept: z.enum(['already-erased', 'erasure-not-deleted']).nullable(),
    erasures: z.array(Entry),
  })
  .meta({ id: 'ErasureView' })

const entryOf = ({ erased, ...entry }: ErasureEntry): z.infer<typeof Entry> => {
  const { finishing = null, ...fact } = erased ?? {}
  const { isOpen = false, finished = null, ...open } = finishing ?? {}
  return Entry.parse({
    ...entry,
    state: erased === null ? 'requested' : isOpen ? 'finishing' : 'erased',
    erased: erased === null ? null : fact,
    finishing: isOpen ? open : null,
    removed: finished,
  })
}

const ListQuery = PageQuery.omit({ cursor: true }).extend({
  state: z
    .enum(['requested'])
    .optional()
    .describe('`requested`: those that wait for a second person.'),
})

const list = ({ erasing }: EditorialDeps): Endpoint =>
  defineRead({
    operationId: 'listErasures',
    method: 'GET',
    path: '/erasures',
    scopes: SCOPES,
    summary: 'Erasures: asked for, being finished, done',
    description: 'Of the texts whose erasure somebody asked for, the latest first.',
    tag: 'Erasure',
    querystring: ListQuery,
    answer: Erasures,
    refusals: {},
    handle: async ({ query }) => {
      const requested = query.state === 'requested'
      const found = await listErasures(erasing, pageOf(query).limit, { requested })
      return { body: { erasures: found.map(entryOf) } }
    },
  })

const read = ({ erasing }: EditorialDeps): Endpoint =>
  defineRead({
    operationId: 'readErasures',
    method: 'GET',
    path: '/texts/:slug/erasures',
    scopes: SCOPES,
    summary: 'What of a text can be erased, and what was',
    description: 'Its versions without their words, and its erasures.',
    tag: 'Erasure',
    params: SlugParams,
    answer: View,
    refusals: NO_TEXT,
    handle: async ({ params }) => {
      const slug = slugIn(params)
      if (isRefusal(slug)) return slug
      const view = await viewErasures(erasing, slug)
      if (isRefusal(view)) return view
      const { entries, ...text } = view
      return { body: View.parse({ ...text, erasures: entries.map(entryOf) }) }
    },
  })

const plan = ({ erasing, clock }: EditorialDeps): Endpoint =>
  defineRead<z.infer<typeof Plan>, ErasureWanted, SlugParams>({
    operationId: 'planErasure',
    method: 'POST',
    path: '/texts/:slug/erasures/plan',
    scopes: SCOPES,
    summary: 'What an erasure would do',
    description:
      'A dry run: decides as the act would and records nothing. While the same request waits it is about its confirmation, so the person who asked is refused.',
    tag: 'Erasure',
    params: SlugParams,
    body: ErasureBody,
    answer: Plan,
    refusals: {
      ...NO_TEXT,
      409: '`conflict`: the state of the text does not allow it.',
      422: '`refused`: what was sent cannot be taken.',
    },
    handle: async ({ person, params, body }) => {
      const slug = slugIn(params)
      if (isRefusal(slug)) return slug
      const at = { time: clock(), correlationId: '', dryRun: true }
      const planned = await eraseWordings(erasing, person, slug, body, at)
      if (isRefusal(planned)) return planned
      return { body: Plan.parse({ ...planned, copies: ERASED_COPIES }) }
    },
  })

/** The answer names no wording: its hash is shown nowhere. */
const writtenOf = (
  slug: Slug | null,
  articleId: ArticleId,
  position: Position | null,
): Written => ({
  httpStatus: 200,
  outcome: {
    slug,
    articleId,
    status: null,
    version: null,
    tag: null,
    sha256Hash: null,
    position,
    changed: true,
    id: null,
  },
})

const defineErasing =
  (act: ErasureAct, summary: string, description: string) =>
  ({ erasing, write }: EditorialDeps): Endpoint =>
    defineWrite<ErasureWanted, SlugParams>({
      operationId: `${act}Erasure`,
      method: 'POST',
      path: `/texts/:slug/acts/${act}-erasure`,
      scopes: SCOPES,
      summary,
      description,
      tag: 'Erasure',
      params: SlugParams,
      body: ErasureBody,
      answer: WriteOutcome,
      refusals: NO_TEXT,
      streamOf: streamOfSlug(write.slugs),
      handle: async ({ person, params, body }, stamp) => {
        const slug = slugIn(params)
        if (isRefusal(slug)) return slug
        const outcome = await eraseWordings(erasing, person, slug, body, { ...stamp, act })
        if (isRefusal(outcome)) return outcome
        const { articleId, position, state, whole } = outcome
        return writtenOf(state === 'erased' && whole ? null : slug, articleId, position)
      },
    })

const CancelBody = z.strictObject({ reason: z.string().min(1).max(REASON_MAX) })

const cancel = ({ erasing, write }: EditorialDeps): Endpoint =>
  defineWrite<z.infer<typeof CancelBody>, SlugParams>({
    operationId: 'cancelErasure',
    method: 'POST',
    path: '/texts/:slug/acts/cancel-erasure',
    scopes: SCOPES,
    summary: 'Take a request to erase back',
    description: 'As long as nobody confirmed it, by any person of data protection.',
    tag: 'Erasure',
    params: SlugParams,
    body: CancelBody,
    answer: WriteOutcome,
    refusals: NO_TEXT,
    streamOf: streamOfSlug(write.slugs),
    handle: async ({ person, params, body: { reason } }, stamp) => {
      const slug = slugIn(params)
      if (isRefusal(slug)) return slug
      const done = await cancelErasure(erasing, person, slug, reason, stamp)
      return isRefusal(done) ? done : writtenOf(slug, done.articleId, done.position)
    },
  })

export const ERASURES = [
  list,
  read,
  plan,
  defineErasing(
    'request',
    'Ask for an erasure',
    'By a person of data protection with a second factor. A second person confirms it; until then nothing is erased.',
  ),
  defineErasing(
    'confirm',
    'Confirm an erasure',
    'By a second person, who states the same versions, ground and reference. The keys are destroyed at once; the copies outside of the log follow (`finishing` of `GET /erasures`). It cannot be undone.',
  ),
  cancel,
] as const
