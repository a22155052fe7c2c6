import { expect, test } from 'vitest'
import type { KeyRecord } from '../auth/ports.ts'
import { type BillingDeps, makeBilling } from './billing.ts'
import { makeCallGate } from './call-gate.ts'
import { makeFreeLedger } from './free-ledger.ts'
import type { BillableCall } from './ports.ts'

const GATE = { inFlightMax: 1, perKeyMax: 1, waitMs: 5 }

const keyWith = (cap: Partial<KeyRecord>): KeyRecord =>
  ({ keyId: 'key', accountId: 'account', capMicroUsd: null, capMode: 'soft', ...cap }) as KeyRecord

const callWith = (own: Partial<BillableCall> = {}): BillableCall => ({
  operation: 'search',
  key: keyWith({}),
  requestId: 'request',
  idempotency: null,
  ...own,
})

/** A ledger that says when it is asked and waits to be let go, and works that say when they run. */
const makeScene = (fault?: Error) => {
  const steps: string[] = []
  const gone = Promise.withResolvers<void>()
  let written: PromiseWithResolvers<void> | null = null
  const base = makeFreeLedger()
  const gates: BillingDeps['gates'] = {
    reading: makeCallGate(GATE),
    computing: makeCallGate(GATE),
  }
  const billing = makeBilling({
    pepper: 'pepper',
    gates,
    ledger: {
      ...base,
      reserve: async (call) => {
        await gone.promise
        steps.push('reserved')
        if (fault !== undefined) throw fault
        return base.reserve(call)
      },
      settle: async (reservation) => {
        steps.push('settled')
        await written?.promise
        return base.settle(reservation)
      },
      release: async () => {
        steps.push('released')
      },
    },
  })
  const work = async () => {
    steps.push('works')
    return { value: 'answer', billable: true }
  }
  /** Lets settlements wait. */
  const settling = () => (written = Promise.withResolvers<void>())
  return { billing, steps, letGo: gone.resolve, work, gates, settling }
}
const nextTurn = () => new Promise((resolve) => setTimeout(resolve, 0))

test('a call that nothing can refuse works while its price is reserved, and is charged', async () => {
  const { billing, steps, letGo, work } = makeScene()
  const charged = billing.charge(callWith(), work)
  await nextTurn()
  expect(steps).toEqual(['works'])
  letGo()
  expect(await charged).toMatchObject({ value: 'answer' })
  expect(steps).toEqual(['works', 'reserved', 'settled'])
})

const KEYED = { idempotency: {} as NonNullable<BillableCall['idempotency']> }
test.each([
  ['a hard cap', { key: keyWith({ capMode: 'hard', capMicroUsd: 5 }) }],
  ['an idempotency key', KEYED],
  ['long work', { operation: 'rag' as const }],
])('with %s the price is reserved before the work begins', async (_, own) => {
  const { billing, steps, letGo, work } = makeScene()
  const charged = billing.charge(callWith(own), work)
  await nextTurn()
  expect(steps).toEqual([])
  letGo()
  await charged
  expect(steps).toEqual(['reserved', 'works', 'settled'])
})

test('an answer is prepared with its cost while the charge is written', async () => {
  const { billing, steps, letGo, work, settling } = makeScene()
  letGo()
  const written = settling()
  const prepared: unknown[] = []
  const charged = billing.charge(callWith(), work, (value, headers) => {
    steps.push('prepared')
    prepared.push({ value, headers })
  })
  while (!steps.includes('prepared')) await nextTurn()
  expect(steps).toEqual(['works', 'reserved', 'settled', 'prepared'])
  written.resolve()
  expect(prepared).toEqual([await charged])
})

test('a repeat gives what its charge pays for, whatever the price is by now', async () => {
  const charge = { usageId: 'a'.repeat(64), microUsd: 160_000, spendBefore: 0, keySpend: 160_000 }
  const { gates } = makeScene()
  const billing = makeBilling({
    pepper: 'pepper',
    gates,
    ledger: { ...makeFreeLedger(), reserve: async () => ({ outcome: 'repeat', charge, units: 2 }) },
  })
  const given: number[] = []
  await billing.chargeUnits(
    callWith({ ...KEYED, operation: 'article' }),
    async () => 3,
    async (units) => {
      given.push(units)
      return { value: 'part', billable: true }
    },
  )
  expect(given).toEqual([2])
})

test('what gave nothing to bill is released, and so is what failed', async () => {
  const { billing, steps, letGo } = makeScene()
  letGo()
  await billing.charge(callWith(), async () => ({ value: 'nothing', billable: false }))
  const broken = new Error('broken')
  await expect(billing.charge(callWith(), () => Promise.reject(broken))).rejects.toBe(broken)
  expect(steps).toEqual(['reserved', 'released', 'reserved', 'released'])
})

test('a ledger that fails ends the call, which keeps its place until its work has ended', async () => {
  const fault = new Error('the ledger is away')
  const { billing, letGo, gates } = makeScene(fault)
  const working = Promise.withResolvers<{ value: string; billable: boolean }>()
  const charged = billing.charge(callWith(), () => working.promise)
  charged.catch(() => undefined)
  letGo()
  await nextTurn()
  expect(await gates.reading.enter('other')).toBeNull()
  working.resolve({ value: 'late', billable: true })
  await expect(charged).rejects.toBe(fault)
  expect(await gates.reading.enter('other')).not.toBeNull()
})
