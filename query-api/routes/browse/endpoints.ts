/** Endpoints of courts and years, codes and sections. */
import { z } from 'zod'
import {
  Code,
  CodeQuery,
  Codes,
  CodesQuery,
  Courts,
  CourtYear,
  CourtYears,
  PageQuery,
  UNDATED,
} from '#contracts/http/browse.ts'
import { printPosition, type Position } from '#contracts/ids.ts'
import { HEADERS } from '#contracts/service.ts'
import { type Problem, routeNotFound } from '#contracts/web/http/problem.ts'
import { sendProblem } from '#contracts/web/http/request-state.ts'
import type { FastifyReply } from 'fastify'
import type { Billing } from '../../billing/billing.ts'
import { sendCharged } from '../../billing/charged.ts'
import { courtOf, courtsOf, headingsOf, workOf, worksOf } from '../../browse/browse.ts'
import type { BrowseReader } from '../../browse/ports.ts'
import { defineEndpoint, errorAnswer, IdempotencyKey, jsonAnswer } from '../../http/endpoint.ts'

type Deps = { readonly browse: BrowseReader; readonly billing: Billing }

const shared = { method: 'GET', scope: 'search:read', tag: 'Browsing' } as const
const AT_POSITION = { 200: [HEADERS.corpusPosition] } as const

const sendFree = (reply: FastifyReply, position: Position, response: object): FastifyReply =>
  reply
    .header(HEADERS.corpusPosition, printPosition(position))
    .header('Cache-Control', 'private, no-cache')
    .send(response)

const nothing = (detail: string): Problem => ({
  ...routeNotFound,
  body: { ...routeNotFound.body, detail },
})
const NO_COURT = nothing('There is no court with this code: GET /courts lists them.')
const NO_YEAR = nothing(`A year has four digits, or is \`${UNDATED}\`.`)
const NO_CODE = nothing('Nothing of such a work is held: GET /codes lists those that are.')
const NO_SECTION = nothing('The work has no such section: GET /codes/{code} lists them.')

export const courtsEndpoint = ({ browse }: Deps) =>
  defineEndpoint({
    ...shared,
    operationId: 'listCourts',
    path: '/courts',
    price: null,
    summary: 'Courts with the number of their decisions',
    description:
      'Every court that the service knows, with code, level and name, how many of its decisions are held and the days that they span. A court with 0 is known, and nothing of it is held. Costs nothing.',
    note: ': courts with the number of their decisions (free)',
    answers: { 200: jsonAnswer('The courts.', Courts) },
    answerHeaders: AT_POSITION,
    handle: async (_, reply) => {
      const { position, courts } = await browse.courts()
      return sendFree(reply, position, { courts: courtsOf(courts) })
    },
  })

const CourtParams = z.object({ code: z.string() })
export const courtYearsEndpoint = ({ browse }: Deps) =>
  defineEndpoint({
    ...shared,
    operationId: 'listCourtYears',
    path: '/courts/:code/years',
    price: null,
    summary: 'Years of a court',
    description:
      'How many decisions of a court are held of each year, the latest year first. Costs nothing.',
    note: ': how many decisions of a court are held, by year (free)',
    params: CourtParams,
    answers: {
      200: jsonAnswer('The years.', CourtYears),
      404: errorAnswer('`not_found`: there is no such court.'),
    },
    answerHeaders: AT_POSITION,
    handle: async (request, reply) => {
      const { code } = request.params
      const { courts } = await browse.courts()
      const court = courtOf(code, courts)
      if (court === null) return sendProblem(request, reply, NO_COURT)
      const { position, years } = await browse.years(code)
      const shown = years.map(({ year, texts }) => ({
        year: year === 0 ? UNDATED : String(year),
        texts,
      }))
      return sendFree(reply, position, { court, years: shown })
    },
  })

/** 0: no day is known; null: not a year. */
const yearOf = (text: string): number | null => {
  if (text === UNDATED) return 0
  return /^[1-9]\d{3}$/.test(text) ? Number(text) : null
}

const YearParams = z.object({ code: z.string(), year: z.string() })
export const courtYearEndpoint = ({ browse, billing }: Deps) =>
  defineEndpoint({
    ...shared,
    operationId: 'listCourtDecisions',
    path: '/courts/:code/years/:year',
    price: 'search',
    summary: 'Decisions of a court in a year',
    description:
      'Decisions of a court in a year, the latest first, page by page. A year of which nothing is held has an empty list.',
    note: ': decisions of a court in a year, the latest first',
    params: YearParams,
    querystring: PageQuery,
    headers: IdempotencyKey,
    answers: {
      200: jsonAnswer('The decisions.', CourtYear),
      404: errorAnswer('`not_found`: there is no such court or year.'),
    },
    answerHeaders: AT_POSITION,
    handle: async (request, reply) => {
      const { code, year: text } = request.params
      const year = yearOf(text)
      if (courtOf(code, []) === null) return sendProblem(request, reply, NO_COURT)
      if (year === null) return sendProblem(request, reply, NO_YEAR)
      const { limit, offset } = request.query
      return sendCharged(billing, { request, reply }, async () => {
        const { position, total, heads } = await browse.decisions(code, year, { limit, offset })
        const response = { court: code, year: text, decisions: heads, total, limit, offset }
        return { response, position }
      })
    },
  })

export const codesEndpoint = ({ browse }: Deps) =>
  defineEndpoint({
    ...shared,
    operationId: 'listCodes',
    path: '/codes',
    price: null,
    summary: 'Codes and other works of law',
    description:
      'Codes, treaties and other acts of which provisions are held, with their number. Costs nothing.',
    note: ': codes, treaties and acts with the number of their provisions (free)',
    querystring: CodesQuery,
    answers: { 200: jsonAnswer('The works.', Codes) },
    answerHeaders: AT_POSITION,
    handle: async (request, reply) => {
      const { kind, jurisdictions } = request.query
      const { position, works } = await browse.works()
      const codes = worksOf(works).filter(
        (one) =>
          (kind === undefined || kind.includes(one.kind)) &&
          (jurisdictions === undefined ||
            (one.jurisdiction !== null && jurisdictions.includes(one.jurisdiction))),
      )
      return sendFree(reply, position, { codes })
    },
  })

const CodeParams = z.object({ code: z.string() })
export const codeEndpoint = ({ browse, billing }: Deps) =>
  defineEndpoint({
    ...shared,
    operationId: 'browseCode',
    path: '/codes/:code',
    price: 'search',
    summary: 'Sections and articles of a code',
    description:
      'The headings of a work as the corpus knows them, and its provisions in legal order (L1234-5 before L1234-10), page by page; with `section` those below one heading. The wordings are the current ones.',
    note: ': headings of a code and its articles in legal order',
    params: CodeParams,
    querystring: CodeQuery,
    headers: IdempotencyKey,
    answers: {
      200: jsonAnswer('The work.', Code),
      404: errorAnswer('`not_found`: nothing of such a work is held, or it has no such section.'),
    },
    answerHeaders: AT_POSITION,
    handle: async (request, reply) => {
      const { code } = request.params
      const { section, limit, offset } = request.query
      const { works } = await browse.works()
      const held = works.find(({ work }) => work === code)
      if (held === undefined) return sendProblem(request, reply, NO_CODE)
      const headings = headingsOf(await browse.sections(code))
      const asked = headings.find(({ id }) => id === section)
      if (section !== undefined && asked === undefined)
        return sendProblem(request, reply, NO_SECTION)
      return sendCharged(billing, { request, reply }, async () => {
        const { position, total, heads } = await browse.provisions(code, asked?.path ?? [], {
          limit,
          offset,
        })
        const sections = headings.map(({ id, title, level, texts }) => ({
          id,
          title,
          level,
          texts,
        }))
        const response = { code: workOf(held), sections, articles: heads, total, limit, offset }
        return { response, position }
      })
    },
  })
