/** Second factors of members of staff on PostgreSQL. */
import { z } from 'zod'
import { type Refusal, refusalByCode } from '#contracts/fault.ts'
import { StaffId, staffActor } from '#contracts/staff.ts'
import type { SecondFactors } from '#ingest/editorial/staff/ports.ts'
import { recordAct } from '../platform/audit.ts'
import type { PostgresPool } from '../platform/pool.ts'
import { statement } from '../platform/statement.ts'
import { endSessions } from './people.ts'

const ONE = statement('staff-factor-one', {
  sql: `select f.sealed_secret as "sealedSecret", f.last_step as "lastStep",
     (select count(*) from staff_recovery_codes c where c.person_id = f.person_id and c.used_at is null)
       as "recoveryCodesLeft"
   from staff_second_factors f where f.person_id = $1`,
  values: (id: StaffId) => [id],
  row: z.object({
    sealedSecret: z.instanceof(Uint8Array),
    lastStep: z.int(),
    recoveryCodesLeft: z.int(),
  }),
})
const REMOVE = statement('staff-factor-remove', {
  sql: 'delete from staff_second_factors where person_id = $1',
  values: (id: StaffId) => [id],
})
const SET = statement('staff-factor-set', {
  sql: 'insert into staff_second_factors (person_id, sealed_secret, last_step) values ($1, $2, $3)',
  values: (id: StaffId, sealedSecret: Uint8Array, step: number) => [id, sealedSecret, step],
})
const ADD_CODES = statement('staff-factor-codes', {
  sql: 'insert into staff_recovery_codes (person_id, code_hmac) select $1, unnest($2::bytea[])',
  values: (id: StaffId, hmacs: readonly Uint8Array[]) => [id, hmacs],
})
const TAKE_STEP = statement('staff-factor-take-step', {
  sql: `update staff_second_factors set last_step = $2 where person_id = $1 and last_step < $2`,
  values: (id: StaffId, step: number) => [id, step],
})
const TAKE_CODE = statement('staff-factor-take-code', {
  sql: `update staff_recovery_codes set used_at = clock_timestamp()
   where person_id = $1 and code_hmac = $2 and used_at is null`,
  values: (id: StaffId, hmac: Uint8Array) => [id, hmac],
})
const KNOWN = statement('staff-factor-person', {
  sql: 'select id from staff_people where id = $1',
  values: (id: StaffId) => [id],
  row: z.object({ id: StaffId }),
})
const END_TOKENS = statement('staff-factor-end-tokens', {
  sql: `update staff_tokens set revoked_at = coalesce(revoked_at, clock_timestamp())
   where person_id = $1 and second_factor`,
  values: (id: StaffId) => [id],
})

const UNKNOWN: Refusal = refusalByCode('staff-unknown')

/** Throws the Faults of the pool. */
export const makeSecondFactors = (pool: PostgresPool): SecondFactors => ({
  one: (id) => ONE.first(pool, id),
  set: ({ id, sealedSecret, step, recoveryHmacs }, actor) =>
    pool.transaction(async (transaction) => {
      await REMOVE.run(transaction, id)
      await SET.run(transaction, id, sealedSecret, step)
      await ADD_CODES.run(transaction, id, recoveryHmacs)
      await endSessions(transaction, id)
      await recordAct(transaction, {
        kind: 'staff.second-factor-set',
        actor,
        subject: id,
        data: {},
      })
    }),
  takeStep: async (id, step) => (await TAKE_STEP.run(pool, id, step)) === 1,
  takeRecoveryCode: (id, hmac) =>
    pool.transaction(async (transaction) => {
      if ((await TAKE_CODE.run(transaction, id, hmac)) !== 1) return false
      const actor = staffActor(id)
      await recordAct(transaction, {
        kind: 'staff.recovery-code-used',
        actor,
        subject: id,
        data: {},
      })
      return true
    }),
  remove: (id, actor) =>
    pool.transaction(async (transaction) => {
      if ((await KNOWN.first(transaction, id)) === null) return UNKNOWN
      if ((await REMOVE.run(transaction, id)) === 0) return { removed: false }
      await END_TOKENS.run(transaction, id)
      await endSessions(transaction, id)
      await recordAct(transaction, {
        kind: 'staff.second-factor-removed',
        actor,
        subject: id,
        data: {},
      })
      return { removed: true }
    }),
})
