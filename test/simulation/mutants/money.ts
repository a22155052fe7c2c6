/** Faults of ledger, billing and meter. */
import type { Mutant } from './mutant.ts'

const BILLING = 'query-api/billing/billing.ts'
const LEDGER = 'infra/postgres/money/ledger.ts'
const SEND = 'query-api/billing/meter/send.ts'
const REPAIR = 'query-api/billing/meter/repair.ts'
const RECONCILE = 'query-api/billing/meter/reconcile.ts'
const HEADERS = ['one-charge-a-usage-id', 'headers-equal-ledger'] as const
const SUMS = ['meter-complete', 'ledger-equals-meter'] as const

export const MONEY_MUTANTS: readonly Mutant[] = [
  {
    name: 'billing-answers-without-settling',
    file: BILLING,
    find: 'ledger.settle(reservation),',
    replace: 'reservation,',
    needs: ['money'],
    caughtBy: HEADERS,
  },
  {
    name: 'billing-answers-before-it-settled',
    file: BILLING,
    find: 'ledger.settle(reservation),',
    replace: '(void ledger.settle(reservation).catch(() => undefined), reservation),',
    needs: ['money'],
    caughtBy: HEADERS,
  },
  {
    name: 'billing-charges-what-was-not-found',
    file: BILLING,
    find: 'if (billable) {',
    replace: 'if (billable || value !== undefined) {',
    needs: ['money'],
    caughtBy: HEADERS,
  },
  {
    name: 'billing-says-the-price-twice',
    file: BILLING,
    find: '[HEADERS.costUsd]: printUsd(charge.microUsd)',
    replace: '[HEADERS.costUsd]: printUsd(charge.microUsd * 2)',
    needs: ['money'],
    caughtBy: HEADERS,
  },
  {
    name: 'billing-never-gives-a-place-back',
    file: BILLING,
    find: '    } finally {\n      leave()\n    }',
    replace: '    } finally {\n      leave.name.trim()\n    }',
    needs: ['money'],
    caughtBy: ['every-call-answered'],
  },
  {
    name: 'ledger-forgets-idempotency-keys',
    file: LEDGER,
    find: 'idempotencyKey: hex(call.idempotency?.keyHmac)',
    replace: 'idempotencyKey: null',
    needs: ['money'],
    // The meter takes one charge of each usage id, so a second one may show there first.
    caughtBy: [...HEADERS, 'ledger-equals-meter'],
  },
  {
    name: 'ledger-passes-over-caps',
    file: LEDGER,
    find: "hardCap: call.key.capMode === 'hard' ?",
    replace: "hardCap: call.key.capMode !== 'hard' ?",
    needs: ['money'],
    caughtBy: ['caps-hold'],
  },
  {
    name: 'ledger-takes-a-lost-reservation-for-a-charge',
    file: LEDGER,
    find: "if (!read.settled) throw new Fault('reservation-gone')",
    replace: 'if (!read.settled) return reservation',
    needs: ['money'],
    caughtBy: HEADERS,
  },
  {
    name: 'meter-passes-over-what-it-could-not-send',
    file: SEND,
    find: 'const decided = whole ? through :',
    replace: 'const decided = charges.length >= 0 ? through :',
    needs: ['money'],
    caughtBy: SUMS,
  },
  {
    name: 'meter-sends-under-a-new-name',
    file: SEND,
    find: 'meter.send({ identifier: usageId, customerId',
    replace: 'meter.send({ identifier: usageId + Math.random(), customerId',
    needs: ['money'],
    caughtBy: SUMS,
  },
  {
    name: 'meter-sends-a-price-too-high',
    file: SEND,
    find: 'meter.send({ identifier: usageId, customerId, microUsd,',
    replace: 'meter.send({ identifier: usageId, customerId, microUsd: microUsd + 1,',
    needs: ['money'],
    caughtBy: SUMS,
  },
  {
    name: 'meter-corrects-in-the-wrong-direction',
    file: REPAIR,
    find: 'meter.send({ identifier, customerId, microUsd, atSeconds: minuteSeconds })',
    replace:
      'meter.send({ identifier, customerId, microUsd: -microUsd, atSeconds: minuteSeconds })',
    needs: ['money'],
    caughtBy: SUMS,
  },
  {
    name: 'meter-compares-to-the-end-of-its-own-clock',
    file: RECONCILE,
    find: 'Math.max(nextMinute, afterLast)',
    replace: 'Math.max(nextMinute, afterLast * 0)',
    needs: ['money'],
    caughtBy: ['ledger-equals-meter'],
  },
]
