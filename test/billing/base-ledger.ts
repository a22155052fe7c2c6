/** For tests of other things: every call at the base tariff, nothing counted, nothing kept. */
import { makeFreeLedger } from '#query-api/billing/free-ledger.ts'
import type { UsageReader } from '#query-api/billing/ports.ts'

export const makeBaseLedger = makeFreeLedger

export const NO_USAGE: UsageReader = {
  currentMonth: async () => '2026-01',
  usage: async () => [],
  accountNamed: async () => null,
}
