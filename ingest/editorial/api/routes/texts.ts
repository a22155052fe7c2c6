/** Texts: list, read, create, edit, history. */
import { z } from 'zod'
import { articleIdOf } from '#contracts/canonical/identity.ts'
import { isRefusal } from '#contracts/fault.ts'
import { articleStream, type Sha256Hex, Slug } from '#contracts/ids.ts'
import { StaffId } from '#contracts/staff.ts'
import { IntegrityCode } from '#contracts/vocabulary/integrity.ts'
import { BoardStatus, type BoardFilter } from '../../board/ports.ts'
import { carryOutAct, draftText } from '../../carry-out.ts'
import { openActs } from '../../table.ts'
import { type DeskText, viewText } from '../../text-view.ts'
import type { EditorialDeps } from '../deps.ts'
import { ANYBODY, defineRead, defineWrite, type Endpoint } from '../endpoint.ts'
import { pageOf, PageQuery, SlugParams } from '../schemas/parameters.ts'
import { WriteOutcome } from '../schemas/outcome.ts'
import { TextInput } from '../schemas/text-input.ts'
import { BoardRowView, HistoryLine, TextView } from '../schemas/text-view.ts'
import { listed } from '../listed.ts'
import { problemOf, tagMissing, tagOutdated } from '../problem.ts'
import { slugIn, streamOfSlug, writtenOf } from '../slugs.ts'
import { differingMembers, editedContent, inputOf, newContent } from '../text-input.ts'

const ListQuery = PageQuery.extend({
  status: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(BoardStatus).min(1))
    .optional()
    .describe('One or more states with commas between: `in_review,approved`.'),
  author: z.string().min(1).max(200).optional().describe('`staff:<id>`: who wrote the draft.'),
  assignee: z
    .union([StaffId, z.literal('none')])
    .optional()
    .describe('Id of a member of the team; `none`: assigned to nobody.'),
  flag: IntegrityCode.optional(),
  pending: z.enum(['withdrawal', 'deletion']).optional(),
  words: z.string().min(1).max(200).optional().describe('Beginnings of words of title or slug.'),
})

const filterOf = ({
  status,
  author,
  assignee,
  flag,
  pending,
  words,
}: z.infer<typeof ListQuery>): BoardFilter => ({
  ...(status === undefined ? {} : { status }),
  ...(author === undefined ? {} : { author }),
  ...(assignee === undefined ? {} : { assignedTo: assignee === 'none' ? null : assignee }),
  ...(flag === undefined ? {} : { flag }),
  ...(pending === undefined ? {} : { pending }),
  ...(words === undefined ? {} : { words }),
})

const TextList = z.object({
  texts: z.array(BoardRowView),
  next: z.string().nullable().describe('`cursor` of the next page; null on the last one.'),
  total: z.int().describe('On all pages.'),
})

const listTexts = ({ board }: EditorialDeps): Endpoint =>
  defineRead({
    operationId: 'listTexts',
    method: 'GET',
    path: '/texts',
    scopes: ANYBODY,
    summary: 'Texts that people work on',
    description: 'Newest change first. Every condition that is given must hold.',
    tag: 'Texts',
    querystring: ListQuery,
    answer: TextList,
    refusals: {},
    handle: async ({ query }) => {
      const { rows, next, total } = await listed(board.list(filterOf(query), pageOf(query)))
      return { body: TextList.parse({ texts: rows, next, total }) }
    },
  })

/** What If-Match of an edit names: the open draft, else the published wording. */
const tagOfText = ({ draft, published }: DeskText): Sha256Hex | null =>
  draft?.tag ?? published?.sha256Hash ?? null

const readText = ({ write }: EditorialDeps): Endpoint =>
  defineRead({
    operationId: 'readText',
    method: 'GET',
    path: '/texts/:slug',
    scopes: ANYBODY,
    summary: 'One text with its draft, versions, comments and doubts',
    description:
      'ETag is the tag of the open draft, else the hash of the published wording: what If-Match of an edit names. `acts` says what the caller may do now.',
    tag: 'Texts',
    params: SlugParams,
    answer: TextView,
    refusals: { 404: '`not_found`: there is no such text.' },
    handle: async ({ params, person }) => {
      const slug = slugIn(params)
      const text = isRefusal(slug) ? slug : await viewText(write, slug)
      if (isRefusal(text)) return text
      const { draft, published, history: _, ...members } = text
      const tag = tagOfText(text)
      const body = {
        ...members,
        draft: draft && { ...draft, edit: inputOf(draft.content) },
        published: published && { ...published, edit: inputOf(published.content) },
        acts: openActs(text, person),
      }
      return {
        body: TextView.parse(body),
        ...(tag === null ? {} : { headers: { ETag: `"${tag}"` } }),
      }
    },
  })

const sourceIdOf = ({ source }: TextInput, correlationId: string): string =>
  source?.id ?? `desk:${correlationId}`

const createText = ({ write, clock }: EditorialDeps): Endpoint =>
  defineWrite({
    operationId: 'draftText',
    method: 'POST',
    path: '/texts',
    scopes: ['editorial:draft'],
    summary: 'Write a new text',
    description:
      'Makes a draft. The members are those of a record that an import takes. Without `source.id` the text has an identity of its own, without `slug` one made from its title.',
    tag: 'Texts',
    body: TextInput,
    answer: WriteOutcome,
    refusals: {},
    streamOf: async ({ body }, { correlationId }) =>
      articleStream(articleIdOf(sourceIdOf(body, correlationId))),
    handle: async ({ person, body }, stamp) => {
      const made = newContent(body, sourceIdOf(body, stamp.correlationId), clock())
      if (!('content' in made)) return made
      return writtenOf(await draftText(write, person, made.content, stamp), { httpStatus: 201 })
    },
  })

const TAG = /^"([0-9a-f]{64})"$/
/** The tags of If-Match; a weak one matches nothing (RFC 9110, 13.1.1). */
const tagsIn = (header: string): string[] =>
  header.split(',').flatMap((one) => TAG.exec(one.trim())?.[1] ?? [])

const editText = ({ write }: EditorialDeps): Endpoint =>
  defineWrite({
    operationId: 'editText',
    method: 'PUT',
    path: '/texts/:slug/draft',
    scopes: ['editorial:draft'],
    summary: 'Edit a text',
    description:
      'Replaces the members of the draft; of a published text it opens the draft of the next version, and the published one stays live. An edit of an approved draft returns it to review. `If-Match` names the ETag of the text as it was read. Slug, source and concepts stay as they are unless they are given; concepts have operations of their own.',
    tag: 'Texts',
    params: SlugParams,
    body: TextInput,
    answer: WriteOutcome,
    refusals: {
      404: '`not_found`: there is no such text.',
      412: '`precondition_failed`: the text was changed meanwhile; `currentTag` is its present tag, `differs` what differs from what was sent.',
      428: '`precondition_required`: If-Match is missing.',
    },
    streamOf: streamOfSlug(write.slugs),
    handle: async ({ person, params, body, headers }, stamp) => {
      const slug = slugIn(params)
      const text = isRefusal(slug) ? slug : await viewText(write, slug)
      if (isRefusal(text)) return text
      const current = text.draft?.content ?? text.published?.content
      const tag = tagOfText(text)
      const given = headers['if-match']
      if (given === undefined || given.trim() === '*') return { problem: tagMissing(tag) }
      if (current === undefined) return writtenOf(problemOfNoWording)
      const made = editedContent(body, current, stamp.time)
      if (!('content' in made)) return made
      const { content } = made
      const isCurrent = tag !== null && tagsIn(given).includes(tag)
      if (!isCurrent) return { problem: tagOutdated(tag, differingMembers(content, current)) }
      const base = text.draft?.tag ?? null
      const outcome = await carryOutAct(
        write,
        person,
        text.slug,
        { act: 'revise', content, base },
        stamp,
      )
      if (!isRefusal(outcome) || outcome.refused !== 'another-wording') return writtenOf(outcome)
      // Somebody saved between the two.
      const now = await viewText(write, text.slug)
      const wording = isRefusal(now) ? undefined : (now.draft?.content ?? now.published?.content)
      return {
        problem: tagOutdated(
          isRefusal(now) ? null : tagOfText(now),
          wording === undefined ? [] : differingMembers(content, wording),
        ),
      }
    },
  })

const problemOfNoWording = {
  problem: problemOf({
    refused: 'text-deleted',
    reason: 'the text was deleted',
    hint: 'restore it first',
  }),
}

const History = z.object({ slug: Slug, history: z.array(HistoryLine) })

const readHistory = ({ write }: EditorialDeps): Endpoint =>
  defineRead({
    operationId: 'readHistory',
    method: 'GET',
    path: '/texts/:slug/history',
    scopes: ANYBODY,
    summary: 'Who did what to a text, and when',
    description: 'Every fact about the text in the order of the log, oldest first.',
    tag: 'Texts',
    params: SlugParams,
    answer: History,
    refusals: { 404: '`not_found`: there is no such text.' },
    handle: async ({ params }) => {
      const slug = slugIn(params)
      const text = isRefusal(slug) ? slug : await viewText(write, slug)
      if (isRefusal(text)) return text
      return { body: History.parse({ slug: text.slug, history: text.history }) }
    },
  })

export const TEXTS = [listTexts, readText, createText, editText, readHistory] as const
