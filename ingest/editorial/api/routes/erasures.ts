/** Erasure of wordings by two persons (contracts/conventions/erasure.md). */
import { z } from 'zod'
import {
  ERASED_VERSIONS_MAX,
  ERASURE_REQUEST_MAX,
  ErasureGround,
  REASON_MAX,
} from '#contracts/events/article.ts'
import { isRefusal } from '#contracts/fault.ts'
import {
  ArticleId,
  Instant,
  personStream,
  type Position,
  Position as At,
  SemVer,
  Slug,
  type StreamId,
} from '#contracts/ids.ts'
import type { ErasureWanted } from '../../../domain/article/commands.ts'
import { ERASED_COPIES, ERASED_COPIES_OF_PERSON } from '../../erasure/copies.ts'
import { cancelPersonErasure, erasePerson } from '../../erasure/erase-person.ts'
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

const REASON = {
  ground: ErasureGround,
  request: z
    .string()
    .min(1)
    .max(ERASURE_REQUEST_MAX)
    .describe('Reference in your register of requests. It stays in the log: it must name nobody.'),
}
const ErasureBody = z
  .strictObject({
    versions: z
      .union([z.array(SemVer).max(ERASED_VERSIONS_MAX), z.literal('all')])
      .describe(
        'Never the published one. `all`: the whole text with its drafts, once it is deleted. None: with `comment`.',
      ),
    comment: z
      .uuid()
      .nullable()
      .default(null)
      .describe('A comment, which goes alone with its answers.'),
    ...REASON,
  })
  .meta({ id: 'ErasureWanted' })
type ErasureBody = z.infer<typeof ErasureBody>

const wantedIn = ({ comment, ...wanted }: ErasureBody): ErasureWanted => ({
  ...wanted,
  thread: comment,
})

const PersonBody = z.strictObject(REASON).meta({ id: 'PersonErasureWanted' })
type PersonBody = z.infer<typeof PersonBody>
const PersonParams = z.object({
  personId: z.uuid().describe('As `service_magistrate_lookup` has it.'),
})
type PersonParams = z.infer<typeof PersonParams>

const Plan = z
  .object({
    slug: Slug,
    articleId: ArticleId,
    versions: z.array(SemVer),
    whole: z.boolean(),
    keys: z.int().describe('Keys that would be destroyed.'),
    slugs: z.int().describe('Slugs that nothing would have any more.'),
    vectors: z.int().describe('Vectors that would go.'),
    treatments: z.int().describe('Treatments that would lose their quote and reasons.'),
    copies: z
      .array(z.enum(ERASED_COPIES))
      .describe('Kinds of copies that are reached, or in `backups` told about.'),
  })
  .meta({ id: 'ErasurePlan' })

const PersonPlan = z
  .object({
    personId: z.uuid(),
    keys: z.int().describe('Keys that would be destroyed.'),
    copies: z.array(z.enum(ERASED_COPIES_OF_PERSON)),
  })
  .meta({ id: 'PersonErasurePlan' })

const Entry = z
  .object({
    articleId: ArticleId.nullable().describe('null: a person.'),
    personId: z.uuid().nullable().describe('null: a text.'),
    slug: Slug.nullable().describe('null: nothing of the text is left, or a person.'),
    state: z.enum(['requested', 'finishing', 'erased']),
    versions: z.array(SemVer),
    whole: z.boolean(),
    comment: z.uuid().nullable().describe('The comment that goes with its answers.'),
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

const entryOf = ({ erased, thread: comment, ...entry }: ErasureEntry): z.infer<typeof Entry> => {
  const { finishing = null, ...fact } = erased ?? {}
  const { isOpen = false, finished = null, ...open } = finishing ?? {}
  return Entry.parse({
    ...entry,
    comment,
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
    description: 'Of the texts and persons whose erasure somebody asked for, the latest first.',
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
  defineRead<z.infer<typeof Plan>, ErasureBody, SlugParams>({
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
      const planned = await eraseWordings(erasing, person, slug, wantedIn(body), at)
      if (isRefusal(planned)) return planned
      return { body: Plan.parse({ ...planned, copies: ERASED_COPIES }) }
    },
  })

/** The answer names no wording: its hash is shown nowhere. */
const writtenOf = (
  slug: Slug | null,
  articleId: ArticleId | null,
  position: Position | null,
  id: string | null = null,
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
    id,
  },
})

const defineErasing =
  (act: ErasureAct, summary: string, description: string) =>
  ({ erasing, write }: EditorialDeps): Endpoint =>
    defineWrite<ErasureBody, SlugParams>({
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
        const outcome = await eraseWordings(erasing, person, slug, wantedIn(body), {
          ...stamp,
          act,
        })
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

const NO_PERSON = { 404: '`not_found`: there is no such person.' }
const streamOfPerson = async ({ params }: { readonly params: PersonParams }): Promise<StreamId> =>
  personStream(params.personId)

const planPerson = ({ erasing, clock }: EditorialDeps): Endpoint =>
  defineRead<z.infer<typeof PersonPlan>, PersonBody, PersonParams>({
    operationId: 'planPersonErasure',
    method: 'POST',
    path: '/persons/:personId/erasures/plan',
    scopes: SCOPES,
    summary: 'What the erasure of a person would do',
    description: 'A dry run, as of a text.',
    tag: 'Erasure',
    params: PersonParams,
    body: PersonBody,
    answer: PersonPlan,
    refusals: {
      ...NO_PERSON,
      409: '`conflict`: the state of the person does not allow it.',
      422: '`refused`: what was sent cannot be taken.',
    },
    handle: async ({ person, params, body }) => {
      const at = { time: clock(), correlationId: '', dryRun: true }
      const planned = await erasePerson(erasing, person, params.personId, body, at)
      if (isRefusal(planned)) return planned
      return { body: PersonPlan.parse({ ...planned, copies: ERASED_COPIES_OF_PERSON }) }
    },
  })

const defineErasingPerson =
  (act: ErasureAct, summary: string, description: string) =>
  ({ erasing }: EditorialDeps): Endpoint =>
    defineWrite<PersonBody, PersonParams>({
      operationId: `${act}PersonErasure`,
      method: 'POST',
      path: `/persons/:personId/acts/${act}-erasure`,
      scopes: SCOPES,
      summary,
      description,
      tag: 'Erasure',
      params: PersonParams,
      body: PersonBody,
      answer: WriteOutcome,
      refusals: NO_PERSON,
      streamOf: streamOfPerson,
      handle: async ({ person, params, body }, stamp) => {
        const { personId } = params
        const outcome = await erasePerson(erasing, person, personId, body, { ...stamp, act })
        return isRefusal(outcome) ? outcome : writtenOf(null, null, outcome.position, personId)
      },
    })

const cancelPerson = ({ erasing }: EditorialDeps): Endpoint =>
  defineWrite<z.infer<typeof CancelBody>, PersonParams>({
    operationId: 'cancelPersonErasure',
    method: 'POST',
    path: '/persons/:personId/acts/cancel-erasure',
    scopes: SCOPES,
    summary: 'Take a request to erase a person back',
    description: 'As long as nobody confirmed it, by any person of data protection.',
    tag: 'Erasure',
    params: PersonParams,
    body: CancelBody,
    answer: WriteOutcome,
    refusals: NO_PERSON,
    streamOf: streamOfPerson,
    handle: async ({ person, params: { personId }, body: { reason } }, stamp) => {
      const done = await cancelPersonErasure(erasing, person, personId, reason, stamp)
      return isRefusal(done) ? done : writtenOf(null, null, done.position, personId)
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
  planPerson,
  defineErasingPerson(
    'request',
    'Ask for the erasure of a person',
    'Of a magistrate or lawyer: identity, office, and which decisions name them. By a person of data protection with a second factor; a second person confirms it.',
  ),
  defineErasingPerson(
    'confirm',
    'Confirm the erasure of a person',
    'By a second person, who states the same ground and reference. It cannot be undone.',
  ),
  cancelPerson,
] as const
