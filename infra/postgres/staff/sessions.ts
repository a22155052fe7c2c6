/** Sessions of members of staff on PostgreSQL, stored by the hash of the cookie's token. */
import { z } from 'zod'
import type { StaffId } from '#contracts/staff.ts'
import type { SessionFactor, StaffSessions } from '#ingest/editorial/staff/ports.ts'
import type { PostgresPool } from '../platform/pool.ts'
import { statement } from '../platform/statement.ts'
import { endSessions, Member, MEMBER } from './people.ts'

/** Precision of the last use, and how many ended sessions a sign-in removes. */
const TOUCH = { everySeconds: 60, clearedMax: 100 } as const

const Found = Member.extend({
  secondFactor: z.enum(['none', 'awaited', 'passed']),
  stale: z.boolean(),
})

const CLEAR = statement('staff-sessions-clear', {
  sql: `delete from staff_sessions where token_hash in (
     select token_hash from staff_sessions where expires_at <= clock_timestamp()
     order by expires_at limit ${TOUCH.clearedMax} for update skip locked)`,
})
// One at a time per person, so that the limit holds, and none for somebody being disabled, or with
// a password that was changed a moment ago.
const LOCK_PERSON = statement('staff-sessions-lock-person', {
  sql: `select id from staff_people
   where id = $1 and disabled_at is null and ($2::text is null or password_hash = $2) for update`,
  values: (id: StaffId, passwordHash: string | null) => [id, passwordHash],
  row: z.object({ id: z.uuid() }),
})
const OPEN = statement('staff-sessions-open', {
  sql: `insert into staff_sessions (token_hash, person_id, second_factor, expires_at)
   values ($1, $2, $3, clock_timestamp() + make_interval(secs => $4))`,
  values: (
    tokenHash: Uint8Array,
    id: StaffId,
    secondFactor: SessionFactor,
    lifetimeSeconds: number,
  ) => [tokenHash, id, secondFactor, lifetimeSeconds],
})
const END_OLDEST = statement('staff-sessions-end-oldest', {
  sql: `delete from staff_sessions where token_hash in (
     select token_hash from staff_sessions where person_id = $1
     order by created_at desc, token_hash offset $2)`,
  values: (id: StaffId, sessionsMax: number) => [id, sessionsMax],
})
const FIND = statement('staff-sessions-find', {
  sql: `select ${MEMBER}, s.second_factor as "secondFactor",
     s.last_seen_at < clock_timestamp() - interval '${TOUCH.everySeconds} seconds' as stale
   from staff_sessions s join staff_people p on p.id = s.person_id
   where s.token_hash = $1 and s.expires_at > clock_timestamp() and p.disabled_at is null
     and s.last_seen_at > clock_timestamp() - make_interval(secs => $2)`,
  values: (tokenHash: Uint8Array, idleSeconds: number) => [tokenHash, idleSeconds],
  row: Found,
})
const SEEN = statement('staff-sessions-seen', {
  sql: 'update staff_sessions set last_seen_at = clock_timestamp() where token_hash = $1',
  values: (tokenHash: Uint8Array) => [tokenHash],
})
const CLOSE = statement('staff-sessions-close', {
  sql: 'delete from staff_sessions where token_hash = $1',
  values: (tokenHash: Uint8Array) => [tokenHash],
})

/** Throws the Faults of the pool. */
export const makeStaffSessions = (pool: PostgresPool): StaffSessions => ({
  open: ({ tokenHash, id, passwordHash, secondFactor, lifetimeSeconds, sessionsMax }) =>
    pool.transaction(async (transaction) => {
      await CLEAR.run(transaction)
      // Else the browser gets a token that nobody finds.
      if ((await LOCK_PERSON.first(transaction, id, passwordHash)) === null) return
      await OPEN.run(transaction, tokenHash, id, secondFactor, lifetimeSeconds)
      await END_OLDEST.run(transaction, id, sessionsMax)
    }),
  find: async (tokenHash, idleSeconds) => {
    const found = await FIND.first(pool, tokenHash, idleSeconds)
    if (found === null) return null
    const { secondFactor, stale, ...member } = found
    if (stale) await SEEN.run(pool, tokenHash)
    return { member, secondFactor }
  },
  close: async (tokenHash) => {
    await CLOSE.run(pool, tokenHash)
  },
  closeAll: (id) => endSessions(pool, id),
})
