import { UsageMonth, UsageQuery, UsageResponse } from '#contracts/http/usage.ts'
import { printUsd } from '#contracts/tariff.ts'
import type { UsageReader } from '../../billing/ports.ts'
import { totalsOf } from '../../billing/usage.ts'
import { callerOf } from '../../http/request-state.ts'
import { RequestInvalid } from '../../http/validation.ts'
import { defineEndpoint, errorAnswer, jsonAnswer } from '../../http/endpoint.ts'

type Deps = { readonly usage: UsageReader }

const monthOf = (query: unknown): string | null => {
  const { month: text } = query as { readonly month?: unknown }
  if (text === undefined) return null
  const month = UsageMonth.safeParse(text)
  if (month.success) return month.data
  throw new RequestInvalid([
    { path: 'month', code: 'invalid_format', message: 'must be a month such as 2026-01' },
  ])
}

export const usageEndpoint = ({ usage }: Deps) =>
  defineEndpoint({
    operationId: 'getUsage',
    method: 'GET',
    path: '/usage',
    scope: 'usage:read',
    price: null,
    summary: 'What a month cost',
    description:
      'Charged calls of one calendar month (UTC) by day and operation: of the key that asks, and of its account. Costs nothing.',
    tag: 'Account',
    note: ': what a month cost (free)',
    querystring: UsageQuery,
    answers: {
      200: jsonAnswer('Calls and costs.', UsageResponse),
      400: errorAnswer('`validation_failed`: `month` is no month.'),
    },
    answerHeaders: {},
    handle: async (request, reply) => {
      const { keyId, accountId, capMicroUsd, capMode } = callerOf(request)
      const month = monthOf(request.query) ?? (await usage.currentMonth())
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
  })
