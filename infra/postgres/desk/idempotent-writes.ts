/** Writes of the editorial API by their idempotency key, on PostgreSQL. */
import { z } from 'zod'
import type { StaffId } from '#contracts/staff.ts'
import {
  type Claim,
  type IdempotentWrites,
  StoredAnswer,
  WRITES_KEPT,
} from '#ingest/editorial/api/ports.ts'
import type { PostgresPool } from '../platform/pool.ts'
import { statement } from '../platform/statement.ts'

const SWEEP_MAX = 1_000

const keyOf = ({ person, keyHmac }: Claim): readonly [StaffId, Uint8Array] => [person, keyHmac]
const claimOf = (claim: Claim) => [
  ...keyOf(claim),
  claim.fingerprint,
  WRITES_KEPT.heldSeconds,
  WRITES_KEPT.keptSeconds,
]

/** A key that is older than a day is new again. */
const TAKE = statement('idempotent-writes-take', {
  sql: `insert into idempotent_writes as w (staff_id, key_hmac, fingerprint, held_until)
   values ($1, $2, $3, clock_timestamp() + make_interval(secs => $4))
   on conflict (staff_id, key_hmac) do update
     set fingerprint = excluded.fingerprint, created_at = clock_timestamp(),
       held_until = excluded.held_until, answer = null
     where w.created_at <= clock_timestamp() - make_interval(secs => $5)
   returning true as taken`,
  values: claimOf,
  row: z.object({ taken: z.literal(true) }),
})
const RESUME = statement('idempotent-writes-resume', {
  sql: `update idempotent_writes set held_until = clock_timestamp() + make_interval(secs => $4)
   where staff_id = $1 and key_hmac = $2 and fingerprint = $3 and answer is null
     and held_until <= clock_timestamp()`,
  values: (claim: Claim) => [...keyOf(claim), claim.fingerprint, WRITES_KEPT.heldSeconds],
})
const READ = statement('idempotent-writes-read', {
  sql: `select fingerprint = $3 as same, answer from idempotent_writes
   where staff_id = $1 and key_hmac = $2`,
  values: (claim: Claim) => [...keyOf(claim), claim.fingerprint],
  row: z.object({ same: z.boolean(), answer: StoredAnswer.nullable() }),
})
const ANSWER = statement('idempotent-writes-answer', {
  sql: `update idempotent_writes set answer = $4
   where staff_id = $1 and key_hmac = $2 and fingerprint = $3`,
  values: (claim: Claim, answer: StoredAnswer) => [
    ...keyOf(claim),
    claim.fingerprint,
    JSON.stringify(answer),
  ],
})
const RELEASE = statement('idempotent-writes-release', {
  sql: `delete from idempotent_writes
   where staff_id = $1 and key_hmac = $2 and fingerprint = $3 and answer is null`,
  values: (claim: Claim) => [...keyOf(claim), claim.fingerprint],
})
const END_HOLD = statement('idempotent-writes-end-hold', {
  sql: `update idempotent_writes set held_until = clock_timestamp()
   where staff_id = $1 and key_hmac = $2 and fingerprint = $3 and answer is null`,
  values: (claim: Claim) => [...keyOf(claim), claim.fingerprint],
})
const SWEEP = statement('idempotent-writes-sweep', {
  sql: `delete from idempotent_writes where (staff_id, key_hmac) in (
     select staff_id, key_hmac from idempotent_writes
     where created_at <= clock_timestamp() - make_interval(secs => $1) order by created_at limit $2
     for update skip locked)`,
  values: () => [WRITES_KEPT.keptSeconds, SWEEP_MAX],
})

/** Throws the Faults of the pool. */
export const makeIdempotentWrites = (pool: PostgresPool): IdempotentWrites => ({
  claim: async (claim) => {
    if ((await TAKE.first(pool, claim)) !== null) return { state: 'taken' }
    if ((await RESUME.run(pool, claim)) > 0) return { state: 'resumed' }
    const found = await READ.first(pool, claim)
    // Released between the two statements: the client asks again.
    if (found === null) return { state: 'in-progress' }
    if (!found.same) return { state: 'conflict' }
    return found.answer === null
      ? { state: 'in-progress' }
      : { state: 'answered', answer: found.answer }
  },
  answer: async (claim, answer) => void (await ANSWER.run(pool, claim, answer)),
  release: async (claim) => void (await RELEASE.run(pool, claim)),
  endHold: async (claim) => void (await END_HOLD.run(pool, claim)),
  sweep: async () => (await SWEEP.run(pool)) === SWEEP_MAX,
})
