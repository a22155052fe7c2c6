/** Sends an article in the form that is asked for, unless the client's copy is current. */
import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Article, ARTICLE_FIELDS_ALWAYS, ArticleOfFields } from '#contracts/http/article.ts'
import { type Format, FORMATS } from '#contracts/http/format.ts'
import { citedTextsIn } from '#contracts/receipts/cited-texts.ts'
import { HEADERS } from '#contracts/service.ts'
import { closestOf } from '#contracts/toolkit/closest.ts'
import { pickMembers } from '#contracts/toolkit/pick-members.ts'
import { acceptedType } from '#contracts/web/http/accept.ts'
import { abortWhenClientLeaves } from '#contracts/web/http/connection.ts'
import { notAcceptable, preconditionFailed } from '#contracts/web/http/problem.ts'
import { sendProblem } from '#contracts/web/http/request-state.ts'
import { RequestInvalid } from '#contracts/web/http/validation.ts'
import type { Billing } from '../../billing/billing.ts'
import { billableCall } from '../../billing/charged.ts'
import { ABOUT, dispositionOf, isMade } from '../../formats/formats.ts'
import { HTML_POLICY } from '../../formats/html.ts'
import type { MakeDocument } from '../../formats/ports.ts'
import { type RequestDeps, requestOf, tagOf } from '../../formats/request.ts'
import { errorAnswer, IdempotencyKey } from '../../http/endpoint.ts'
import type { StoredArticle } from '../../ports.ts'
import { originOf } from '../pages/origin.ts'
import { evaluateConditions, httpDate } from './conditional.ts'
import { articleMarkdown } from './markdown.ts'

export type SendDeps = RequestDeps & {
  readonly makeDocument: MakeDocument
  readonly billing: Billing
}

type Exchange = { readonly request: FastifyRequest; readonly reply: FastifyReply }

/** The form of an answer: its bytes, or how to make them. */
type Representation = {
  readonly etag: string
  /** When it changed last; null: more than the article is in it, so only the tag counts. */
  readonly updatedAt: StoredArticle['updatedAt'] | null
  /** Null: the bytes are made after the price is held back. */
  readonly bytes: Buffer | null
  /** `Repr-Digest` of the bytes; null: they are not made yet. */
  readonly digest: string | null
  readonly make: (signal: AbortSignal) => Promise<Buffer>
}

const sha256Of = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()

const printDigest = (sha256: Buffer): string => `sha-256=:${sha256.toString('base64')}:`

const known = (bytes: Buffer, { updatedAt }: StoredArticle): Representation => {
  const sha256 = sha256Of(bytes)
  return {
    updatedAt,
    // The tag covers the bytes, because flags and colours change while the hash of the text stays.
    etag: sha256.toString('base64url'),
    bytes,
    digest: printDigest(sha256),
    make: async () => bytes,
  }
}

/** What the address asks for; absent: as `Accept` prefers, whole. */
type Wanted = {
  readonly format?: Format | undefined
  /** Members of the JSON. */
  readonly fields?: readonly string[] | undefined
}

/** The stored JSON unchanged, or some members of it in their order. */
const jsonOf = ({ json }: StoredArticle, fields: Wanted['fields']): string =>
  fields === undefined
    ? json
    : JSON.stringify(pickMembers(JSON.parse(json) as Article, ARTICLE_FIELDS_ALWAYS, fields))

const representationOf = async (
  deps: SendDeps,
  request: FastifyRequest,
  article: StoredArticle,
  { format, fields }: Wanted & { readonly format: Format },
): Promise<Representation> => {
  if (format === 'json') return known(Buffer.from(jsonOf(article, fields)), article)
  if (!isMade(format))
    return known(Buffer.from(articleMarkdown(JSON.parse(article.json) as Article)), article)
  const asked = await requestOf(deps, article, format, originOf(request))
  return {
    etag: tagOf(asked),
    // Links appear and go with the texts that they lead to.
    updatedAt: null,
    bytes: null,
    digest: null,
    make: async (signal) => Buffer.from(await deps.makeDocument(asked, signal)),
  }
}

/** Request headers of an endpoint that sends an article. */
export const Conditions = IdempotencyKey.extend({
  'If-Match': z
    .string()
    .optional()
    .describe('ETag of the answer that is needed; 412 where it is another one by now.'),
  'If-Unmodified-Since': z
    .string()
    .optional()
    .describe('HTTP date; looked at where `If-Match` is absent.'),
  'If-None-Match': z
    .string()
    .optional()
    .describe('ETag of a copy; 304 where it is still the current one.'),
  'If-Modified-Since': z
    .string()
    .optional()
    .describe('HTTP date; looked at where `If-None-Match` is absent.'),
})

const text = (description: string) => z.string().describe(description)

/** The answers of an endpoint that sends an article. */
export const ARTICLE_ANSWERS = {
  200: {
    description: 'The article, in the form that `format` names or `Accept` prefers.',
    content: {
      'application/json': { schema: z.union([Article, ArticleOfFields]) },
      'text/markdown': {
        schema: text(
          'Title, facts with version and hash, headnotes; after `## Text` the `contentClean`.',
        ),
      },
      'text/html': {
        schema: text('A page that loads nothing, with JSON-LD; citations are links.'),
      },
      'application/akn+xml': {
        schema: text('Akoma Ntoso 3.0: a judgment, an act of one article, or a document.'),
      },
      'application/pdf': {
        schema: text('Tagged PDF (PDF/UA-1), with title, language, bookmarks and links.'),
      },
    },
  },
  304: z.null().describe('The copy is still the current one.'),
  406: errorAnswer(
    '`not_acceptable`: `Accept` takes no form that there is; `details` lists them, with the closest.',
  ),
  412: errorAnswer(
    '`precondition_failed`: the text changed since the answer that `If-Match` or `If-Unmodified-Since` names; `ETag` is the one of today.',
  ),
}

/** Headers of these answers. */
export const REPRESENTATION = [
  HEADERS.corpusPosition,
  'ETag',
  'Repr-Digest',
  'Last-Modified',
  'Vary',
  'Content-Disposition',
  HEADERS.articleHash,
]

const MEDIA_TYPES = FORMATS.map((format) => ABOUT[format].mediaType)

/** Null: `Accept` takes none of them. */
const formatAccepted = (accept: string | undefined): Format | null => {
  const type = acceptedType(accept, MEDIA_TYPES)
  return FORMATS.find((format) => ABOUT[format].mediaType === type) ?? null
}

type Named = Pick<Article, 'slug' | 'version'>
const namedIn = ({ json }: StoredArticle): Named => JSON.parse(json) as Named

/** The other forms of the text (RFC 8288); members are those of the JSON. */
const alternatesOf = (request: FastifyRequest, sent: Format): string => {
  const address = new URL(request.url, originOf(request))
  address.searchParams.delete('fields')
  return FORMATS.filter((format) => format !== sent)
    .map((format) => {
      address.searchParams.set('format', format)
      return `<${address.href}>; rel="alternate"; type="${ABOUT[format].mediaType}"`
    })
    .join(', ')
}

const headersOf = (
  { request, reply }: Exchange,
  { sha256Hash }: StoredArticle,
  named: Named,
  format: Format,
  { etag, updatedAt, digest }: Representation,
): Readonly<Record<string, string>> => {
  const link = reply.getHeader('Link')
  const disposition = dispositionOf(format, named)
  return {
    ETag: `"${etag}"`,
    ...(digest === null ? {} : { 'Repr-Digest': digest }),
    ...(updatedAt === null ? {} : { 'Last-Modified': httpDate(updatedAt) }),
    'Cache-Control': 'private, must-revalidate',
    [HEADERS.articleHash]: sha256Hash,
    Link: [...(link === undefined ? [] : [String(link)]), alternatesOf(request, format)].join(', '),
    ...(disposition === null ? {} : { 'Content-Disposition': disposition }),
    ...(format === 'html'
      ? { 'Content-Security-Policy': HTML_POLICY, 'X-Content-Type-Options': 'nosniff' }
      : {}),
  }
}

/** Members are those of the JSON. Null: `Accept` takes no form. Throws RequestInvalid. */
const formatOf = ({ headers }: FastifyRequest, { format, fields }: Wanted): Format | null => {
  if (fields === undefined) return format ?? formatAccepted(headers.accept)
  if (format === undefined || format === 'json') return 'json'
  throw new RequestInvalid([
    {
      path: 'fields',
      code: 'not_in_this_form',
      message: `members can be chosen only in JSON, but format asks for ${format}`,
    },
  ])
}

/**
 * Sends an article, or the members of it that are named, at the price of its route. A 304, a 412
 * and a HEAD carry none and cost nothing. Throws RequestInvalid for members of another form than
 * JSON.
 */
export const sendArticle = async (
  deps: SendDeps,
  exchange: Exchange,
  article: StoredArticle,
  wanted: Wanted,
): Promise<FastifyReply> => {
  const { request, reply } = exchange
  const format = formatOf(request, wanted)
  if (format === null) {
    const closest = closestOf(request.headers.accept ?? '', MEDIA_TYPES)
    return sendProblem(request, reply, notAcceptable(MEDIA_TYPES, closest))
  }
  const call = billableCall(deps.billing, request, format === 'json' ? undefined : format)
  const representation = await representationOf(deps, request, article, { ...wanted, format })
  const named = namedIn(article)
  const headers = () => headersOf(exchange, article, named, format, representation)
  const etag = `"${representation.etag}"`
  const outcome = evaluateConditions(request.headers, { ...representation, etag })
  if (outcome === 'failed')
    return sendProblem(request, reply.header('ETag', etag), preconditionFailed)
  if (outcome === 'unchanged') return reply.headers(headers()).code(304).send()
  reply.type(ABOUT[format].contentType)
  if (request.method !== 'GET')
    return reply.headers(headers()).send(representation.bytes ?? undefined)
  // Free answers come before the charge, so that a reached cap does not refuse them.
  const leaving = abortWhenClientLeaves(reply)
  const { slug, version } = named
  const { sha256Hash } = article
  const billed = await deps.billing.charge(
    { ...call, computes: isMade(format) },
    async () => {
      // The statement that reserves the price is sent within this turn of the event loop.
      await nextTurn()
      const bytes = await representation.make(leaving)
      const digest = representation.digest ?? printDigest(sha256Of(bytes))
      request.cited = citedTextsIn({ slug, version, sha256Hash })
      return { value: { bytes, headers: { ...headers(), 'Repr-Digest': digest } }, billable: true }
    },
    ({ bytes }, cost) => reply.signAhead(bytes, cost),
  )
  if ('problem' in billed) return sendProblem(request, reply, billed.problem)
  return reply.headers(billed.value.headers).headers(billed.headers).send(billed.value.bytes)
}
