/** Comments on a text or on its words. */
import { z } from 'zod'
import { URL_NAMESPACE, uuidV5 } from '#contracts/canonical/hash.ts'
import { isRefusal } from '#contracts/fault.ts'
import { SpanTarget } from '#contracts/law/annotations/span-target.ts'
import { carryOutAct } from '../../carry-out.ts'
import type { EditorialDeps } from '../deps.ts'
import { ANYBODY, defineWrite, type Endpoint } from '../endpoint.ts'
import { WriteOutcome } from '../schemas/outcome.ts'
import { SlugParams } from '../schemas/parameters.ts'
import { slugIn, streamOfSlug, writtenOf } from '../slugs.ts'

const COMMENT_CHARACTERS_MAX = 4_000

const CommentBody = z.strictObject({
  body: z.string().min(1).max(COMMENT_CHARACTERS_MAX),
  inReplyTo: z.uuid().nullable().default(null),
  target: SpanTarget.nullable()
    .default(null)
    .describe(
      'The words it is about, as in the W3C Web Annotation Data Model: a quote with its surroundings and a position in code points. null: the whole text.',
    ),
})

const addComment = ({ write }: EditorialDeps): Endpoint =>
  defineWrite({
    operationId: 'addComment',
    method: 'POST',
    path: '/texts/:slug/comments',
    scopes: ANYBODY,
    summary: 'Comment on a text or on its words',
    description: '`id` of the answer names the comment.',
    tag: 'Comments',
    params: SlugParams,
    body: CommentBody,
    answer: WriteOutcome,
    refusals: { 404: '`not_found`: there is no such text, or no comment to reply to.' },
    streamOf: streamOfSlug(write.slugs),
    handle: async ({ person, params, body }, stamp) => {
      const slug = slugIn(params)
      if (isRefusal(slug)) return slug
      const id = uuidV5(URL_NAMESPACE, `comment:${stamp.correlationId}`)
      const act = { act: 'comment', id, ...body } as const
      return writtenOf(await carryOutAct(write, person, slug, act, stamp), { id })
    },
  })

const CommentParams = SlugParams.extend({ id: z.string() })

const resolveComment = ({ write }: EditorialDeps): Endpoint =>
  defineWrite<undefined, z.infer<typeof CommentParams>>({
    operationId: 'resolveComment',
    method: 'POST',
    path: '/texts/:slug/comments/:id/resolve',
    scopes: ANYBODY,
    summary: 'Resolve a comment',
    description: 'With all of its answers.',
    tag: 'Comments',
    params: CommentParams,
    answer: WriteOutcome,
    refusals: { 404: '`not_found`: there is no such text or comment.' },
    streamOf: streamOfSlug(write.slugs),
    handle: async ({ person, params }, stamp) => {
      const slug = slugIn(params)
      if (isRefusal(slug)) return slug
      const { id } = params
      const act = { act: 'resolve-comment', id } as const
      return writtenOf(await carryOutAct(write, person, slug, act, stamp), { id })
    },
  })

export const COMMENTS = [addComment, resolveComment] as const
