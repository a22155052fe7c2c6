import { expect, test } from 'vitest'
import { runBilling } from './run.ts'

const CALLS = Number(process.env['BILLING_CALLS'] ?? 1_000)
const TIMEOUT_MS = 900_000

test(
  'headers, ledger and meter agree under kills, repeats and a lying meter',
  {
    timeout: TIMEOUT_MS,
  },
  async () => {
    const seed = Number(process.env['BILLING_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
    console.log(`seed ${seed}`)
    const report = await runBilling({ calls: CALLS, seed })
    console.log(JSON.stringify(report))
    expect(report.faults).toEqual([])
    expect(report.agreed).toBe(true)
    expect(report.ledgerUsd).toBe(report.headersUsd)
    expect(report.kills).toBeGreaterThan(0)
    expect(report.tiersCrossed).toBeGreaterThan(0)
    expect(report.statuses['429 spend_cap_exceeded']).toBeGreaterThan(0)
    expect(report.statuses['400 validation_failed']).toBeGreaterThan(0)
    expect(report.statuses['404 not_found']).toBeGreaterThan(0)
    expect(report.capWarnings).toBeGreaterThan(0)
    const { dropped, doubled, failedAfterTaking } = report.meter
    for (const count of [dropped, doubled, failedAfterTaking]) expect(count).toBeGreaterThan(0)
  },
)
