/** Ledger and meter: `infra/postgres/money` and the functions of its migration. */
import { createHash } from 'node:crypto'
import type { ServerSide, StatementRule } from './rule.ts'
import type { Row, View } from './tables.ts'

const MINUTE_MS = 60_000
const SECOND_MS = 1_000
const DAY_MS = 86_400_000

type Call = {
  readonly place: number
  readonly id: string
  readonly accountId: string
  readonly keyId: string
  readonly operation: string
  readonly tiers: readonly (readonly [number, number])[]
  readonly units: number
  readonly hardCap: number | null
  readonly subject: string
  readonly idempotencyKey: string | null
  readonly fingerprint: string | null
}
export type LedgerRow = {
  readonly seq: number
  readonly usageId: string
  readonly accountId: string
  readonly keyId: string
  readonly operation: string
  readonly microUsd: number
  readonly spendBefore: number
  readonly month: string
  readonly reservedAt: number
}
type Held = Omit<LedgerRow, 'seq'> & { readonly id: string; readonly expiresAt: number }
type Known = {
  readonly fingerprint: string
  readonly usageId: string
  readonly reservationId: string
  readonly units: number
  readonly calls: number
  readonly createdAt: number
}

const monthOf = (ms: number): string => `${new Date(ms).toISOString().slice(0, 7)}-01`
const secondsToNextMonth = (month: string, now: number): number => {
  const next = new Date(`${month}T00:00:00.000Z`)
  next.setUTCMonth(next.getUTCMonth() + 1)
  return Math.ceil((next.getTime() - now) / SECOND_MS)
}
const sumAt = (db: View, table: string, key: string): number =>
  Number(db.get(table, key)?.['microUsd'] ?? 0)
const addTo = (db: View, table: string, key: string, microUsd: number): void =>
  db.set(table, key, { key, microUsd: sumAt(db, table, key) + microUsd })
const heldRows = (db: View): Held[] => db.rows('reservations') as unknown as Held[]
const ledgerOf = (db: View, usageId: string): LedgerRow | undefined =>
  db.get('ledger', usageId) as unknown as LedgerRow | undefined

const answer = (place: number, outcome: string, more: Row = {}): Row => ({
  place,
  outcome,
  usage_id: null,
  micro_usd: null,
  spend_before: null,
  key_spend: null,
  retry_seconds: null,
  units: null,
  ...more,
})

const reserveOne = (
  db: View,
  call: Call,
  [life, kept, repeatsMax]: readonly [number, number, number],
  now: number,
): Row => {
  const month = monthOf(now)
  const keySpend = sumAt(db, 'key_months', `${call.keyId} ${month}`)
  const knownKey = `${call.keyId} ${call.idempotencyKey ?? ''}`
  let usage: string | null = null
  if (call.idempotencyKey !== null) {
    const known = db.get('idempotency_keys', knownKey) as unknown as Known | undefined
    if (known !== undefined && known.createdAt <= now - kept * SECOND_MS)
      db.remove('idempotency_keys', knownKey)
    else if (known !== undefined) {
      if (known.fingerprint !== call.fingerprint) return answer(call.place, 'conflict')
      const under = db.get('reservations', known.reservationId) as unknown as Held | undefined
      if (under !== undefined && under.expiresAt > now) return answer(call.place, 'in-progress')
      if (known.calls > repeatsMax) return answer(call.place, 'too-many-repeats')
      const charged = ledgerOf(db, known.usageId)
      if (charged !== undefined) {
        db.set('idempotency_keys', knownKey, { ...known, calls: known.calls + 1 })
        return answer(call.place, 'repeat', {
          usage_id: known.usageId,
          micro_usd: charged.microUsd,
          spend_before: charged.spendBefore,
          key_spend: keySpend,
          units: known.units,
        })
      }
      usage = known.usageId
      db.remove('reservations', known.reservationId)
    }
  }
  const spendBefore = sumAt(db, 'account_months', `${call.accountId} ${month}`)
  const tier = call.tiers
    .filter(([from]) => from <= spendBefore)
    .toSorted(([a], [b]) => b - a)
    .at(0)
  if (tier === undefined) throw new Error('no tier fits')
  const [, microUsd] = tier
  if (call.hardCap !== null) {
    for (const { id, keyId, expiresAt } of heldRows(db))
      if (keyId === call.keyId && expiresAt <= now) db.remove('reservations', id)
    const held = heldRows(db)
      .filter((one) => one.keyId === call.keyId && one.month === month)
      .reduce((sum, one) => sum + one.microUsd, 0)
    if (keySpend + held + microUsd > call.hardCap)
      return answer(call.place, 'cap-exceeded', {
        micro_usd: microUsd,
        spend_before: spendBefore,
        key_spend: keySpend + held,
        retry_seconds: secondsToNextMonth(month, now),
      })
  }
  usage ??= createHash('sha256')
    .update([call.keyId, call.operation, call.subject, call.id].join('|'))
    .digest('hex')
  const { id, accountId, keyId, operation } = call
  db.set('reservations', id, {
    id,
    usageId: usage,
    accountId,
    keyId,
    operation,
    microUsd,
    spendBefore,
    month,
    reservedAt: now,
    expiresAt: now + life * SECOND_MS,
  })
  if (call.idempotencyKey !== null) {
    const known = db.get('idempotency_keys', knownKey) as unknown as Known | undefined
    db.set(
      'idempotency_keys',
      knownKey,
      known === undefined
        ? {
            fingerprint: call.fingerprint,
            usageId: usage,
            reservationId: id,
            units: call.units,
            calls: 1,
            createdAt: now,
            knownKey,
          }
        : { ...known, reservationId: id, units: call.units, calls: known.calls + 1 },
    )
  }
  return answer(call.place, 'reserved', {
    usage_id: usage,
    micro_usd: microUsd,
    spend_before: spendBefore,
    key_spend: keySpend,
  })
}

const reserve = (
  db: View,
  [json, ...bounds]: readonly [string, number, number, number],
  server: ServerSide,
): Row[] => {
  server.dontWaitForDisk()
  const calls = (JSON.parse(json) as Call[]).toSorted((a, b) => a.place - b.place)
  return calls.map((call) => reserveOne(db, call, bounds, server.clock()))
}

const charge = (db: View, reservation: Held): void => {
  const { usageId, accountId, keyId, operation, microUsd, spendBefore, month, reservedAt } =
    reservation
  const held = { usageId, accountId, keyId, operation, microUsd, spendBefore, month, reservedAt }
  db.set('ledger', held.usageId, { seq: db.next('ledger'), ...held })
  addTo(db, 'account_months', `${held.accountId} ${held.month}`, held.microUsd)
  addTo(db, 'key_months', `${held.keyId} ${held.month}`, held.microUsd)
}

type Settling = { readonly place: number; readonly id: string; readonly usageId: string }
const settle = (db: View, [json]: readonly [string]): Row[] =>
  (JSON.parse(json) as Settling[])
    .toSorted((a, b) => a.place - b.place)
    .map(({ place, id, usageId }) => {
      const held = db.get('reservations', id) as unknown as Held | undefined
      if (held !== undefined) {
        db.remove('reservations', id)
        charge(db, held)
      }
      const charged = ledgerOf(db, usageId)
      if (charged === undefined)
        return { place, settled: false, micro_usd: null, spend_before: null, key_spend: null }
      return {
        place,
        settled: true,
        micro_usd: charged.microUsd,
        spend_before: charged.spendBefore,
        key_spend: sumAt(db, 'key_months', `${charged.keyId} ${charged.month}`),
      }
    })

const charges = (db: View): LedgerRow[] =>
  (db.rows('ledger') as unknown as LedgerRow[]).toSorted((a, b) => a.seq - b.seq)
const ofMonth = (
  db: View,
  [accountId, month, through]: readonly [string, string, number],
): LedgerRow[] =>
  charges(db).filter(
    (one) => one.accountId === accountId && one.month === month && one.seq <= through,
  )
const minuteOf = (ms: number): number => Math.floor(ms / MINUTE_MS) * 60
const meteredOf = ({ seq, usageId, accountId, microUsd, reservedAt }: LedgerRow): Row => ({
  seq,
  usageId,
  accountId,
  microUsd,
  atSeconds: Math.floor(reservedAt / SECOND_MS),
})
const markAt = (db: View, seq: number): Row | undefined => db.get('meter_marks', seqKey(seq))
const seqKey = (seq: number): string => String(seq).padStart(12, '0')
const cursorOf = (db: View): number => Number(db.get('meter_cursor', '')?.['seq'] ?? 0)
const least = (values: readonly number[]): number | null =>
  values.length === 0 ? null : Math.min(...values)

const lockAccounts = ([json]: readonly [string]): string[] =>
  [
    ...new Set((JSON.parse(json) as { accountId: string }[]).map(({ accountId }) => accountId)),
  ].toSorted()

type Corrected = {
  readonly identifier: string
  readonly accountId: string
  readonly minuteSeconds: number
  readonly microUsd: number
  readonly madeAtMs: number
  readonly takenAtMs: number | null
}
const correctionsOf = (db: View, accountId: string, month: string): Corrected[] =>
  (db.rows('meter_corrections') as unknown as Corrected[])
    .filter(
      (one) => one.accountId === accountId && monthOf(one.minuteSeconds * SECOND_MS) === month,
    )
    .toSorted((a, b) => a.madeAtMs - b.madeAtMs || (a.identifier < b.identifier ? -1 : 1))

export const ACCOUNT_STATEMENTS: Readonly<Record<string, StatementRule>> = {
  'ledger-reserve': { run: reserve, locks: lockAccounts },
  'ledger-settle': { run: settle, locks: lockAccounts },
  'ledger-release': {
    run: (db, [id]: readonly [string]) => Number(db.remove('reservations', id)),
  },
  // No world has a notifier that tells of keys yet.
  'ledger-note-refused': { run: () => 0 },
  'ledger-sweep-reservations': {
    run: (db, [limit]: readonly [number], server) => {
      const expired = heldRows(db).filter(({ expiresAt }) => expiresAt <= server.clock())
      for (const { id } of expired.slice(0, limit)) db.remove('reservations', id)
      return Math.min(limit, expired.length)
    },
  },
  'ledger-sweep-keys': {
    run: (db, [kept, limit]: readonly [number, number], server) => {
      const old = db
        .sorted('idempotency_keys')
        .filter(([, row]) => Number(row['createdAt']) <= server.clock() - kept * SECOND_MS)
      for (const [key] of old.slice(0, limit)) db.remove('idempotency_keys', key)
      return Math.min(limit, old.length)
    },
  },
  'meter-through': { run: (db) => [{ seq: charges(db).at(-1)?.seq ?? 0 }] },
  'meter-cursor': { run: (db) => [{ seq: cursorOf(db) }] },
  'meter-advance': {
    run: (db, [seq]: readonly [number]) => {
      db.set('meter_cursor', '', { seq: Math.max(seq, cursorOf(db)) })
      return 1
    },
  },
  'meter-unmarked': {
    run: (db, [after, through, limit]: readonly [number, number, number]) =>
      charges(db)
        .filter(({ seq }) => seq > after && seq <= through && markAt(db, seq) === undefined)
        .slice(0, limit)
        .map(meteredOf),
  },
  'meter-mark': {
    run: (
      db,
      [seqs, outcomes, reasons]: readonly [number[], string[], (string | null)[]],
      server,
    ) => {
      for (const [at, seq] of seqs.entries())
        db.set('meter_marks', seqKey(seq), {
          seq,
          outcome: outcomes[at],
          reason: reasons[at],
          markedAtMs: Math.floor(server.clock()),
        })
      return seqs.length
    },
  },
  'meter-forget': {
    run: (db, [days, limit]: readonly [number, number], server) => {
      const oldest = db.sorted('meter_marks').slice(0, limit)
      const doomed = oldest.filter(
        ([, row]) =>
          Number(row['seq']) <= cursorOf(db) &&
          Number(row['markedAtMs']) < server.clock() - days * DAY_MS,
      )
      for (const [key] of doomed) db.remove('meter_marks', key)
      return doomed.length
    },
  },
  'meter-customer': {
    run: (db, [accountId]: readonly [string]) => {
      const row = db.get('meter_customers', accountId)
      return row === undefined ? [] : [row]
    },
  },
  'meter-set-customer': {
    run: (db, [accountId, id]: readonly [string, string]) => {
      const kept = db.get('meter_customers', accountId) ?? { id }
      db.set('meter_customers', accountId, kept)
      return [kept]
    },
  },
  'meter-accounts': {
    run: (db, [month, through]: readonly [string, number]) =>
      [
        ...new Set(
          charges(db)
            .filter((one) => one.month === month && one.seq <= through)
            .map(({ accountId }) => accountId),
        ),
      ]
        .toSorted()
        .map((id) => ({ id })),
  },
  'meter-minutes': {
    run: (db, values: readonly [string, string, number]) => {
      const byMinute = Map.groupBy(ofMonth(db, values), ({ reservedAt }) => minuteOf(reservedAt))
      return [...byMinute]
        .toSorted(([a], [b]) => a - b)
        .map(([minuteSeconds, own]) => ({
          minuteSeconds,
          microUsd: own.reduce((sum, { microUsd }) => sum + microUsd, 0),
        }))
    },
  },
  'meter-charges-of': {
    run: (
      db,
      [accountId, month, through, minuteSeconds]: readonly [string, string, number, number],
    ) =>
      ofMonth(db, [accountId, month, through])
        .filter(({ reservedAt }) => minuteOf(reservedAt) === minuteSeconds)
        .map((one) => {
          const mark = markAt(db, one.seq)
          return {
            ...meteredOf(one),
            outcome: mark?.['outcome'] ?? null,
            reason: mark?.['reason'] ?? null,
            markedAtMs: mark?.['markedAtMs'] ?? null,
          }
        }),
  },
  'meter-unsettled': {
    run: (db, [accountId, month, through, sinceMs]: readonly [string, string, number, number]) => {
      const young = ofMonth(db, [accountId, month, through]).filter(({ seq }) => {
        const mark = markAt(db, seq)
        if (mark === undefined) return seq > cursorOf(db)
        return mark['outcome'] === 'taken' && Number(mark['markedAtMs']) > sinceMs
      })
      const corrected = correctionsOf(db, accountId, month).filter(
        ({ takenAtMs, madeAtMs }) => (takenAtMs ?? madeAtMs) > sinceMs,
      )
      return [
        {
          minuteSeconds: least([
            ...young.map(({ reservedAt }) => minuteOf(reservedAt)),
            ...corrected.map(({ minuteSeconds }) => minuteSeconds),
          ]),
        },
      ]
    },
  },
  'meter-corrections': {
    run: (db, [accountId, month]: readonly [string, string]) =>
      correctionsOf(db, accountId, month).map(({ takenAtMs, ...one }) => ({
        ...one,
        taken: takenAtMs !== null,
      })),
  },
  'meter-plan': {
    run: (
      db,
      [identifier, accountId, minuteSeconds, microUsd]: readonly [string, string, number, number],
      server,
    ) => {
      if (db.get('meter_corrections', identifier) !== undefined) return 0
      db.set('meter_corrections', identifier, {
        identifier,
        accountId,
        minuteSeconds,
        microUsd,
        madeAtMs: Math.floor(server.clock()),
        takenAtMs: null,
      })
      return 1
    },
  },
  'meter-correction-taken': {
    run: (db, [identifier]: readonly [string], server) => {
      const row = db.get('meter_corrections', identifier)
      if (row === undefined) return 0
      const takenAtMs = row['takenAtMs'] ?? Math.floor(server.clock())
      db.set('meter_corrections', identifier, { ...row, takenAtMs })
      return 1
    },
  },
}
