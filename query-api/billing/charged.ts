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
 * The billable call of a REST request, at the price of its route. One key pays for one form of the
 * answer: `form` is the one that is sent, absent for JSON. Throws RequestInvalid for a malformed
 * `Idempotency-Key`.
 */
export const billableCall = (
  billing: Billing,
  request: FastifyRequest,
  form?: string,
): BillableCall => {
  const { method, url: path, body, headers } = request
  const { price, computes = false } = request.routeOptions.config
  if (price === undefined || price === null) throw new Fault('route-unpriced')
  return {
    operation: price,
    key: callerOf(request),
    requestId: request.id,
    idempotency: billing.idempotency(headers['idempotency-key'], { method, path, body, form }),
    computes,
  }
}

/** How an answer is sent; default: as JSON. */
type Form<R> = {
  /** Its name; absent: JSON. */
  readonly form?: string | undefined
  /** What is sent: a value, which is printed as JSON, or a text in another form. */
  readonly content?: (response: R) => unknown
  readonly headers?: (response: R) => Readonly<Record<string, string>>
}

/** Prints an answer, and signs the receipt of what it cites. */
const printAhead = (
  { request, reply }: Exchange,
  response: unknown,
  content: unknown,
  headers: Readonly<Record<string, string>>,
): string => {
  const isPrinted = typeof content === 'string'
  const printed = isPrinted ? content : JSON.stringify(content)
  request.cited = citedTextsIn(isPrinted ? response : content)
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
  { form, content = (response) => response, headers = () => ({}) }: Form<R> = {},
): Promise<FastifyReply> => {
  const call = billableCall(billing, request, form)
  if (request.method === 'HEAD') return reply.header('Cache-Control', 'private, no-store').send()
  const print = ({ response, position }: Positioned<R>, cost: Readonly<Record<string, string>>) =>
    printAhead({ request, reply }, response, content(response), {
      ...cost,
      [HEADERS.corpusPosition]: printPosition(position),
    })
  let printed: string | null = null
  const billed = await billing.charge(
    call,
    async () => {
      const value = await work()
      return { value, billable: !('problem' in value) }
    },
    (value, cost) => {
      if (!('problem' in value)) printed = print(value, cost)
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
      // A repeat is charged nothing, so it was not printed while a charge was written.
      .send(printed ?? print(billed.value, billed.headers))
  )
}
