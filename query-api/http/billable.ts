import type { FastifyRequest } from 'fastify'
import type { Operation } from '#contracts/tariff.ts'
import type { Billing } from '../billing/billing.ts'
import type { BillableCall } from '../billing/ports.ts'
import { callerOf } from './request-state.ts'

/**
 * The call that a REST request stands for. Throws RequestInvalid for a malformed `Idempotency-Key`.
 */
export const billableCall = (
  billing: Billing,
  request: FastifyRequest,
  operation: Operation,
): BillableCall => {
  const { method, url: path, body, headers } = request
  return {
    operation,
    key: callerOf(request),
    requestId: request.id,
    idempotency: billing.idempotency(headers['idempotency-key'], { method, path, body }),
  }
}
