/** Usage as a chart, a table and a file. */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ledgerCsv, ledgerFileName } from '../csv.ts'
import { usagePage } from '../pages/usage.ts'
import type { Month } from '../ports.ts'
import type { AccountCharges } from '../ports.ts'
import type { KeyAdmin } from '../../accounts/ports.ts'
import type { Applications } from '../../oauth/ports.ts'
import type { Web } from '../web.ts'

export type UsageRouteDeps = {
  readonly usage: AccountCharges
  readonly keys: KeyAdmin
  readonly applications: Pick<Applications, 'names'>
  readonly clock: () => number
}

const MONTH = /^20\d{2}-(?:0[1-9]|1[0-2])$/
/** The month in which the ledger began. */
const FIRST_MONTH = '2026-01'

const monthOf = (ms: number): Month => new Date(ms).toISOString().slice(0, 7)

const shifted = (month: Month, by: number): Month => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return monthOf(Date.UTC(year, number - 1 + by, 1))
}

/** The requested month, or the current one if it is invalid. */
const monthIn = ({ query }: FastifyRequest, now: Month): Month => {
  const { month } = query as { readonly month?: unknown }
  const asked = typeof month === 'string' && MONTH.test(month) ? month : now
  return asked > now || asked < FIRST_MONTH ? now : asked
}

export const addUsageRoutes = (
  area: FastifyInstance,
  { usage, keys, applications, clock }: UsageRouteDeps,
  web: Web,
): void => {
  const accountIn = (request: FastifyRequest): string => web.personIn(request).account.accountId
  area.get('/usage', async (request, reply) => {
    const now = monthOf(clock())
    const month = monthIn(request, now)
    const state = {
      month,
      before: month > FIRST_MONTH ? shifted(month, -1) : null,
      next: month < now ? shifted(month, 1) : null,
      usage: await usage.byDay(accountIn(request), month),
    }
    return web.show(request, reply, usagePage(web.visitIn(request), state))
  })

  area.get('/usage.csv', async (request, reply) => {
    const accountId = accountIn(request)
    const { language } = web.visitIn(request)
    const month = monthIn(request, monthOf(clock()))
    const names = new Map((await keys.list(accountId)).map(({ keyId, label }) => [keyId, label]))
    for (const [keyId, name] of await applications.names(accountId)) names.set(keyId, name)
    return reply
      .type('text/csv; charset=utf-8')
      .header('Content-Disposition', `attachment; filename="${ledgerFileName(month, language)}"`)
      .send(Readable.from(ledgerCsv(usage.charges(accountId, month), names, language)))
  })
}
