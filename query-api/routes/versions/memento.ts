/** Versions of an article as they were recorded, by time (RFC 7089). */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Format } from '#contracts/http/format.ts'
import type { ArticleVersion } from '#contracts/http/versions.ts'
import { Instant, printPosition, Slug } from '#contracts/ids.ts'
import { API_BASE_PATH, HEADERS } from '#contracts/service.ts'
import { articleNotFound } from '#contracts/web/http/problem.ts'
import { sendProblem } from '#contracts/web/http/request-state.ts'
import { RequestInvalid } from '#contracts/web/http/validation.ts'
import { varyBy } from '../../http/vary.ts'
import type { ArticleReader } from '../../ports.ts'
import { readServedAt, type VersionDeps } from '../../versions/versions.ts'
import { httpDate } from '../article/conditional.ts'

const ACCEPT_DATETIME = 'accept-datetime'
export const LINK_FORMAT = 'application/link-format'

const IMF_FIXDATE =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (?:0[1-9]|[12][0-9]|3[01]) (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [1-9][0-9]{3} (?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9] GMT$/

export const MementoHeaders = {
  'Accept-Datetime': z
    .string()
    .optional()
    .meta({
      pattern: IMF_FIXDATE.source,
      examples: ['Thu, 31 May 2007 20:35:00 GMT'],
      description:
        'HTTP date: redirects to the version that was served at that time. What was in force on a day is asked for by `asOf`.',
    }),
}

const LAST_MS_OF_A_SECOND = 999

/**
 * The end of the second that an HTTP date names, since what was recorded within it was recorded by
 * then. Throws RequestInvalid, as RFC 7089 (4.5.3) asks.
 */
const instantOf = (text: string): Instant => {
  const time = IMF_FIXDATE.test(text) ? Date.parse(text) : Number.NaN
  // Date.parse takes 30 February for 1 or 2 March.
  if (!Number.isNaN(time) && new Date(time).toUTCString() === text)
    return Instant.parse(new Date(time + LAST_MS_OF_A_SECOND).toISOString())
  throw new RequestInvalid([
    {
      path: 'Accept-Datetime',
      code: 'invalid_date',
      message: 'not an HTTP date, such as Thu, 31 May 2007 20:35:00 GMT',
    },
  ])
}

/** The time that a request asks for by its header; null: none. Throws RequestInvalid. */
export const timeAsked = ({ headers }: FastifyRequest): Instant | null => {
  const given = headers[ACCEPT_DATETIME]
  return given === undefined ? null : instantOf(String(given))
}

/** Addresses of an article and its versions, absolute, since harvesters keep the list alone. */
export const addressesOf = (request: FastifyRequest, slug: string) => {
  const article = `${request.protocol}://${request.host}${API_BASE_PATH}/articles/${slug}`
  return {
    article,
    timemap: `${article}/timemap`,
    version: (version: string): string => `${article}/versions/${version}`,
  }
}

export const originalLinks = (request: FastifyRequest, slug: string): string => {
  const { article, timemap } = addressesOf(request, slug)
  return `<${article}>; rel="original timegate", <${timemap}>; rel="timemap"; type="${LINK_FORMAT}"`
}

/** The versions by the time of their record; those of one moment in the order of the log. */
const inTime = (versions: readonly ArticleVersion[]): ArticleVersion[] =>
  versions.toSorted((a, b) => (a.position < b.position ? -1 : 1))

const relationsOf = (index: number, count: number): string =>
  [...(index === 0 ? ['first'] : []), ...(index === count - 1 ? ['last'] : []), 'memento'].join(' ')

/** A TimeMap (RFC 7089, section 5) as links (RFC 6690). */
export const timeMap = (
  request: FastifyRequest,
  slug: string,
  versions: readonly ArticleVersion[],
): string => {
  const { article, timemap, version } = addressesOf(request, slug)
  const all = inTime(versions)
  const [first, last] = [all[0], all.at(-1)]
  const range =
    first === undefined || last === undefined
      ? ''
      : `; from="${httpDate(first.recordedAt)}"; until="${httpDate(last.recordedAt)}"`
  return [
    `<${article}>; rel="original timegate"`,
    `<${timemap}>; rel="self"; type="${LINK_FORMAT}"${range}`,
    ...all.map(
      (one, index) =>
        `<${version(one.version)}>; rel="${relationsOf(index, all.length)}"; datetime="${httpDate(one.recordedAt)}"`,
    ),
  ].join(',\n')
}

/** Headers that make a version a memento of its article. */
export const mementoHeaders = (
  request: FastifyRequest,
  slug: string,
  version: ArticleVersion,
): Readonly<Record<string, string>> => ({
  'Memento-Datetime': httpDate(version.recordedAt),
  Link: originalLinks(request, slug),
})

type Negotiable = {
  readonly slug: string
  readonly at: Instant
  readonly fields: readonly string[] | undefined
  readonly format: Format | undefined
}

const queryOf = ({ fields, format }: Negotiable): string => {
  const members = fields === undefined ? [] : [`fields=${fields.join(',')}`]
  const query = [...members, ...(format === undefined ? [] : [`format=${format}`])].join('&')
  return query === '' ? '' : `?${query}`
}

/** Redirects to the version that was served at a time; an invalid slug is not looked up. */
export const negotiated = async (
  deps: VersionDeps & { readonly articles: Pick<ArticleReader, 'position'> },
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  wanted: Negotiable,
): Promise<FastifyReply> => {
  const { slug: text, at } = wanted
  const slug = Slug.safeParse(text)
  const { version, position } = slug.success
    ? await readServedAt(deps, slug.data, at)
    : { version: null, position: await deps.articles.position() }
  varyBy(reply, 'Accept, Accept-Datetime').header(HEADERS.corpusPosition, printPosition(position))
  if (version === null) return sendProblem(request, reply, articleNotFound)
  return reply
    .headers({
      Location: addressesOf(request, text).version(version) + queryOf(wanted),
      Link: originalLinks(request, text),
      'Cache-Control': 'private, no-store',
    })
    .code(302)
    .send()
}
