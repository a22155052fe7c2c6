import { UsageQuery, UsageResponse } from '#contracts/http/usage.ts'
import { printUsd } from '#contracts/tariff.ts'
import type { UsageReader } from '../../billing/ports.ts'
import { totalsOf } from '../../billing/usage.ts'
import { callerOf } from '../../http/caller.ts'
import { defineEndpoint, errorAnswer, jsonAnswer } from '../../http/endpoint.ts'

type Deps = { readonly usage: UsageReader }

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
      400: errorAnswer(
        '`validation_failed`: `month` is no month, or another query parameter is unknown.',
      ),
    },
    answerHeaders: {},
    handle: async (request, reply) => {
      const { keyId, accountId, capMicroUsd, capMode } = callerOf(request)
      const { month = await usage.currentMonth() } = request.query
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
