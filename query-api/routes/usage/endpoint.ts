import type { FastifyInstance } from 'fastify'
import { UsageMonth, type UsageResponse } from '#contracts/http/usage.ts'
import { printUsd } from '#contracts/tariff.ts'
import type { UsageReader } from '../../billing/ports.ts'
import { totalsOf } from '../../billing/usage.ts'
import { GET_USAGE } from '../../http/operations.ts'
import { callerOf } from '../../http/request-state.ts'
import { RequestInvalid } from '../../http/validation.ts'

const monthOf = (text: unknown): string | null => {
  if (text === undefined) return null
  const month = UsageMonth.safeParse(text)
  if (month.success) return month.data
  throw new RequestInvalid([
    { path: 'month', code: 'invalid_format', message: 'must be a month such as 2026-01' },
  ])
}

/** `GET /usage`: the numbers of the key that asks, and of its account. Costs nothing. */
export const addUsageRoute = (
  app: FastifyInstance,
  path: string,
  { usage }: { readonly usage: UsageReader },
): void => {
  const { schema, scope } = GET_USAGE
  app.get<{ Querystring: { month?: unknown } }>(
    path,
    { schema, config: { scope } },
    async (request, reply) => {
      const { keyId, accountId, capMicroUsd, capMode } = callerOf(request)
      const month = monthOf(request.query.month) ?? (await usage.currentMonth())
      const [ofKey, ofAccount] = await Promise.all([
        usage.usage(accountId, keyId, month),
        usage.usage(accountId, null, month),
      ])
      const capUsd = capMicroUsd === null ? null : printUsd(capMicroUsd)
      const response: UsageResponse = {
        month,
        key: { id: keyId, capUsd, capMode, ...totalsOf(ofKey) },
        account: { id: accountId, ...totalsOf(ofAccount) },
      }
      return reply.header('Cache-Control', 'private, no-store').send(response)
    },
  )
}
