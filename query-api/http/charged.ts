import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Position, printPosition } from '#contracts/ids.ts'
import { HEADERS } from '#contracts/service.ts'
import type { Operation } from '#contracts/tariff.ts'
import type { Billing } from '../billing/billing.ts'
import { billableCall } from './billable.ts'
import { sendProblem } from './request-state.ts'

/** An answer of one state of the corpus. */
export type Positioned<R> = { readonly response: R; readonly position: Position }

/**
 * Carries out a paid call and sets the headers of its answer: position, cost, never to be stored.
 * Null: it was not charged, and the problem is sent already. Throws what the work throws, then
 * nothing is charged.
 */
export const charged = async <R>(
  billing: Billing,
  operation: Operation,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  work: () => Promise<Positioned<R>>,
): Promise<R | null> => {
  const call = billableCall(billing, request, operation)
  const billed = await billing.charge(call, async () => ({ value: await work(), billable: true }))
  if ('problem' in billed) {
    sendProblem(request, reply, billed.problem)
    return null
  }
  const { response, position } = billed.value
  reply
    .header(HEADERS.corpusPosition, printPosition(position))
    .headers(billed.headers)
    .header('Cache-Control', 'private, no-store')
  return response
}
