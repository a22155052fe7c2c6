/** The impact inbox: which texts have to be read again, because what they cite has changed. */
import { z } from 'zod'
import { isRefusal } from '#contracts/fault.ts'
import { Instant, SemVer, Slug } from '#contracts/ids.ts'
import { StaffId } from '#contracts/staff.ts'
import { refuse } from '../../../domain/refusals.ts'
import { CitingSentence, ImpactCause, type ImpactFilter } from '../../impact/ports.ts'
import type { EditorialDeps } from '../deps.ts'
import { ANYBODY, defineRead, defineWrite, type Endpoint } from '../endpoint.ts'
import { listed } from '../listed.ts'
import { problemOf } from '../problem.ts'
import { WriteOutcome } from '../schemas/outcome.ts'
import { pageOf, PageQuery, SlugParams } from '../schemas/parameters.ts'
import { slugIn } from '../slugs.ts'

const Notice = z
  .object({
    id: z.string(),
    at: Instant,
    cause: ImpactCause,
    cited: z.object({
      slug: Slug,
      title: z.string(),
      oldVersion: SemVer.nullable(),
      newVersion: SemVer.nullable(),
    }),
    citing: z.object({ slug: Slug, title: z.string(), isDraft: z.boolean() }),
    sentences: z
      .array(CitingSentence)
      .describe('The sentences that cite it; offsets in UTF-16 units of the citing wording.'),
    before: z.string().nullable().describe('The cited wording before, where it differs.'),
    after: z.string().nullable(),
    detail: z.string().nullable().describe('The reason that was given.'),
    settled: z.object({ by: StaffId, at: Instant }).nullable(),
  })
  .meta({ id: 'ImpactNotice' })

const Notices = z.object({
  notices: z.array(Notice),
  next: z.string().nullable(),
  total: z.int(),
})

const OPEN = { true: true, false: false } as const
const InboxQuery = PageQuery.extend({
  open: z.enum(['true', 'false']).optional().describe('`true`: those that nobody settled.'),
  citing: Slug.optional(),
  cited: Slug.optional(),
})

const filterOf = ({ open, citing, cited }: z.infer<typeof InboxQuery>): ImpactFilter => ({
  ...(open === undefined ? {} : { open: OPEN[open] }),
  ...(citing === undefined ? {} : { citing }),
  ...(cited === undefined ? {} : { cited }),
})

const listImpact = ({ impact }: EditorialDeps): Endpoint =>
  defineRead({
    operationId: 'listImpact',
    method: 'GET',
    path: '/impact',
    scopes: ANYBODY,
    summary: 'Texts whose cited texts changed',
    description:
      'Newest fact first: the cited text with its old and new wording, and the sentences that cite it.',
    tag: 'Impact',
    querystring: InboxQuery,
    answer: Notices,
    refusals: {},
    handle: async ({ query }) => ({
      body: Notices.parse(await listed(impact.list(filterOf(query), pageOf(query)))),
    }),
  })

const readImpact = ({ impact, write }: EditorialDeps): Endpoint =>
  defineRead({
    operationId: 'readImpact',
    method: 'GET',
    path: '/texts/:slug/impact',
    scopes: ANYBODY,
    summary: 'What changes of this text meant for those who cite it',
    description: 'The notices of the inbox that are about this text as the cited one.',
    tag: 'Impact',
    params: SlugParams,
    querystring: PageQuery,
    answer: Notices,
    refusals: { 404: '`not_found`: there is no such text.' },
    handle: async ({ params, query }) => {
      const slug = slugIn(params)
      if (isRefusal(slug)) return slug
      if ((await write.slugs.ownerOf(slug)) === null) return refuse('text-unknown')
      return { body: Notices.parse(await listed(impact.list({ cited: slug }, pageOf(query)))) }
    },
  })

const NoticeParams = z.object({ id: z.string() })
const ID = /^[\w:.-]{1,100}$/

const UNKNOWN = problemOf({
  refused: 'text-unknown',
  reason: 'there is no such notice',
  hint: 'take the id of a notice of the inbox',
})

const settleImpact = ({ impact, clock }: EditorialDeps): Endpoint =>
  defineWrite<undefined, z.infer<typeof NoticeParams>>({
    operationId: 'settleImpact',
    method: 'POST',
    path: '/impact/:id/settle',
    scopes: ANYBODY,
    summary: 'Settle a notice',
    description: 'The first settlement is kept.',
    tag: 'Impact',
    params: NoticeParams,
    answer: WriteOutcome,
    refusals: { 404: '`not_found`: there is no such notice.' },
    streamOf: async () => null,
    handle: async ({ person, params: { id } }) => {
      const isKnown = ID.test(id) && (await impact.settle(id, person.id, clock()))
      if (!isKnown) return { problem: UNKNOWN }
      return {
        httpStatus: 200,
        outcome: {
          slug: null,
          articleId: null,
          status: null,
          version: null,
          tag: null,
          sha256Hash: null,
          position: null,
          changed: true,
          id,
        },
      }
    },
  })

export const IMPACT = [listImpact, readImpact, settleImpact] as const
