import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Fault } from '#contracts/fault.ts'
import { type Position, printPosition } from '#contracts/ids.ts'
import { citedTextsIn } from '#contracts/receipts/cited-texts.ts'
import { HEADERS } from '#contracts/service.ts'
import type { Billing } from './billing.ts'
import type { BillableCall } from './ports.ts'
import type { Problem } from '#contracts/web/http/problem.ts'
import { sendProblem } from '#contracts/web/http/request-state.ts'
import { callerOf } from '../http/caller.ts'

/** An answer from one state of the corpus. */
export type Positioned<R> = { readonly response: R; readonly position: Position }
/** The work found nothing to charge for. */
type Refused = { readonly problem: Problem }
type Exchange = { readonly request: FastifyRequest; readonly reply: FastifyReply }

/**
 * The billable call of a REST request, at the price of its route. Throws RequestInvalid for a
 * malformed `Idempotency-Key`.
 */
export const billableCall = (billing: Billing, request: FastifyRequest): BillableCall => {
  const { method, url: path, body, headers } = request
  const { price, computes = false } = request.routeOptions.config
  if (price === undefined || price === null) throw new Fault('route-unpriced')
  return {
    operation: price,
    key: callerOf(request),
    requestId: request.id,
    idempotency: billing.idempotency(headers['idempotency-key'], { method, path, body }),
    computes,
  }
}

/** How an answer is sent; default: as JSON. */
type Form<R> = {
  /** What is sent: JSON, or a stream. */
  readonly content?: (response: R) => unknown
  readonly headers?: (response: R) => Readonly<Record<string, string>>
}

/** Prints an answer and signs its receipt. A stream is left as it is. */
const printAhead = (
  { request, reply }: Exchange,
  content: unknown,
  headers: Readonly<Record<string, string>>,
): unknown => {
  if (content instanceof Readable) return content
  const printed = JSON.stringify(content)
  request.cited = citedTextsIn(content)
  reply.signAhead(printed, headers)
  return printed
}

/**
 * Executes a billable call and sends its answer with position, price and `no-store`, or the problem
 * that prevented the charge. A HEAD does no work and costs nothing. Rethrows what the work throws,
 * without a charge.
 */
export const sendCharged = async <R>(
  billing: Billing,
  { request, reply }: Exchange,
  work: () => Promise<Positioned<R> | Refused>,
  { content = (response) => response, headers = () => ({}) }: Form<R> = {},
): Promise<FastifyReply> => {
  const call = billableCall(billing, request)
  if (request.method === 'HEAD') return reply.header('Cache-Control', 'private, no-store').send()
  let printed: unknown
  const billed = await billing.charge(
    call,
    async () => {
      const value = await work()
      return { value, billable: !('problem' in value) }
    },
    (value, cost) => {
      if ('problem' in value) return
      const position = printPosition(value.position)
      printed = printAhead({ request, reply }, content(value.response), {
        ...cost,
        [HEADERS.corpusPosition]: position,
      })
    },
  )
  if ('problem' in billed) return sendProblem(request, reply, billed.problem)
  if ('problem' in billed.value) return sendProblem(request, reply, billed.value.problem)
  const { response, position } = billed.value
  return (
    reply
      .header(HEADERS.corpusPosition, printPosition(position))
      .headers(billed.headers)
      .header('Cache-Control', 'private, no-store')
      .type('application/json; charset=utf-8')
      .headers(headers(response))
      // A call that is repeated is charged nothing, so nothing was printed ahead.
      .send(printed ?? content(response))
  )
}
