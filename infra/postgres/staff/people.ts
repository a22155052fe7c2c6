/** Members of staff on PostgreSQL. Each act and its line in the audit are one transaction. */
import { z } from 'zod'
import { EmailAddress } from '#contracts/account.ts'
import type { Act, Actor } from '#contracts/audit.ts'
import { type Refusal, refusalByCode } from '#contracts/fault.ts'
import { Instant } from '#contracts/ids.ts'
import { StaffId, StaffRole } from '#contracts/staff.ts'
import type { NewMember, StaffMember, StaffPeople } from '#ingest/editorial/staff/ports.ts'
import { recordAct } from '../platform/audit.ts'
import type { PostgresPool, Queryable } from '../platform/pool.ts'
import { isoInstant, statement } from '../platform/statement.ts'

export const Member = z.object({
  id: StaffId,
  email: EmailAddress,
  name: z.string(),
  roles: z.array(StaffRole),
  hasSecondFactor: z.boolean(),
  disabledAt: Instant.nullable(),
})

/** The columns of a member; `p` is the table. */
export const MEMBER = `p.id, p.email, p.name, p.roles,
   exists (select from staff_second_factors f where f.person_id = p.id) as "hasSecondFactor",
   ${isoInstant('p.disabled_at')} as "disabledAt"`

const BY_ID = statement('staff-by-id', {
  sql: `select ${MEMBER} from staff_people p where p.id = any ($1::uuid[])`,
  values: (ids: readonly StaffId[]) => [ids],
  row: Member,
})
const LIST = statement('staff-list', {
  sql: `select ${MEMBER} from staff_people p order by p.name, p.id`,
  row: Member,
})
const BY_EMAIL = statement('staff-by-email', {
  sql: `select id as "userId", password_hash as "passwordHash" from staff_people
   where email = $1 and disabled_at is null`,
  values: (email: string) => [email],
  row: z.object({ userId: z.uuid(), passwordHash: z.string() }),
})
const REHASH = statement('staff-rehash', {
  sql: 'update staff_people set password_hash = $3 where id = $1 and password_hash = $2',
  values: (id: string, from: string, to: string) => [id, from, to],
})
const ADD = statement('staff-add', {
  sql: `insert into staff_people (id, email, name, roles, password_hash) values ($1, $2, $3, $4, $5)
   on conflict (email) do nothing returning id`,
  values: ({ id, email, name, roles, passwordHash }: NewMember) => [
    id,
    email,
    name,
    roles,
    passwordHash,
  ],
  row: z.object({ id: StaffId }),
})
// All administrators are locked in one order, so that two acts at once cannot remove the last two.
const LOCK_ADMINISTRATORS = statement('staff-lock-administrators', {
  sql: `select id from staff_people
   where 'administrator' = any (roles) and disabled_at is null order by id for update`,
  row: z.object({ id: StaffId }),
})
const SET_ROLES = statement('staff-set-roles', {
  sql: 'update staff_people set roles = $2 where id = $1',
  values: (id: StaffId, roles: readonly StaffRole[]) => [id, roles],
})
const DISABLE = statement('staff-disable', {
  sql: 'update staff_people set disabled_at = coalesce(disabled_at, clock_timestamp()) where id = $1',
  values: (id: StaffId) => [id],
})
const ENABLE = statement('staff-enable', {
  sql: 'update staff_people set disabled_at = null where id = $1',
  values: (id: StaffId) => [id],
})
const SET_PASSWORD = statement('staff-set-password', {
  sql: 'update staff_people set password_hash = $2 where id = $1',
  values: (id: StaffId, passwordHash: string) => [id, passwordHash],
})
const END_SESSIONS = statement('staff-end-sessions', {
  sql: 'delete from staff_sessions where person_id = $1',
  values: (id: StaffId) => [id],
})
const END_TOKENS = statement('staff-end-tokens', {
  sql: 'update staff_tokens set revoked_at = coalesce(revoked_at, clock_timestamp()) where person_id = $1',
  values: (id: StaffId) => [id],
})

const UNKNOWN: Refusal = refusalByCode('staff-unknown')
const LAST: Refusal = refusalByCode('last-administrator')
const TAKEN: Refusal = refusalByCode('staff-email-taken')

/** Inserts a member within a transaction. Refuses `staff-email-taken`. */
export const addMember = async (
  transaction: Queryable,
  member: NewMember,
): Promise<StaffMember | Refusal> => {
  if ((await ADD.first(transaction, member)) === null) return TAKEN
  const { passwordHash: _, ...shown } = member
  return { ...shown, hasSecondFactor: false, disabledAt: null }
}

/** Ends the sessions of a person within a transaction. */
export const endSessions = async (transaction: Queryable, id: StaffId): Promise<void> => {
  await END_SESSIONS.run(transaction, id)
}

const isLast = async (transaction: Queryable, id: StaffId): Promise<boolean> => {
  const administrators = await LOCK_ADMINISTRATORS.rows(transaction)
  return administrators.length === 1 && administrators[0]?.id === id
}

const sameRoles = (one: readonly StaffRole[], other: readonly StaffRole[]): boolean =>
  one.length === other.length && one.every((role) => other.includes(role))

type Change = {
  readonly run: (transaction: Queryable, before: StaffMember) => Promise<Refusal | undefined>
  /** null: nothing changes, so nothing is recorded. */
  readonly act: (before: StaffMember) => Act | null
}

const changeOf = async (
  transaction: Queryable,
  id: StaffId,
  { run, act }: Change,
): Promise<StaffMember | Refusal> => {
  const [before] = await BY_ID.rows(transaction, [id])
  if (before === undefined) return UNKNOWN
  const recorded = act(before)
  if (recorded === null) return before
  const refused = await run(transaction, before)
  if (refused !== undefined) return refused
  await recordAct(transaction, recorded)
  const [after] = await BY_ID.rows(transaction, [id])
  return after ?? UNKNOWN
}

const roleChange = (id: StaffId, roles: readonly StaffRole[], actor: Actor): Change => ({
  run: async (transaction) => {
    if (!roles.includes('administrator') && (await isLast(transaction, id))) return LAST
    await SET_ROLES.run(transaction, id, roles)
    return undefined
  },
  act: (before) =>
    sameRoles(before.roles, roles)
      ? null
      : { kind: 'staff.roles-set', actor, subject: id, data: { roles: [...roles] } },
})

const disabling = (id: StaffId, actor: Actor): Change => ({
  run: async (transaction) => {
    if (await isLast(transaction, id)) return LAST
    await DISABLE.run(transaction, id)
    await END_SESSIONS.run(transaction, id)
    await END_TOKENS.run(transaction, id)
    return undefined
  },
  act: ({ disabledAt }) =>
    disabledAt === null ? { kind: 'staff.disabled', actor, subject: id, data: {} } : null,
})

const enabling = (id: StaffId, actor: Actor): Change => ({
  run: async (transaction) => {
    await ENABLE.run(transaction, id)
    return undefined
  },
  act: ({ disabledAt }) =>
    disabledAt === null ? null : { kind: 'staff.enabled', actor, subject: id, data: {} },
})

const passwordChange = (id: StaffId, passwordHash: string, actor: Actor): Change => ({
  run: async (transaction) => {
    await SET_PASSWORD.run(transaction, id, passwordHash)
    await END_SESSIONS.run(transaction, id)
    return undefined
  },
  act: () => ({ kind: 'staff.password-set', actor, subject: id, data: {} }),
})

/** Throws the Faults of the pool. */
export const makeStaffPeople = (pool: PostgresPool): StaffPeople => {
  const change = (id: StaffId, of: Change) =>
    pool.transaction((transaction) => changeOf(transaction, id, of))
  return {
    byId: async (ids) =>
      new Map((await BY_ID.rows(pool, [...new Set(ids)])).map((member) => [member.id, member])),
    list: () => LIST.rows(pool),
    byEmail: (email) => BY_EMAIL.first(pool, email),
    rehash: async (id, from, to) => {
      await REHASH.run(pool, id, from, to)
    },
    add: (member, actor) =>
      pool.transaction(async (transaction) => {
        const added = await addMember(transaction, member)
        if ('refused' in added) return added
        const data = { roles: [...member.roles] }
        await recordAct(transaction, { kind: 'staff.added', actor, subject: member.id, data })
        return added
      }),
    setRoles: (id, roles, actor) => change(id, roleChange(id, roles, actor)),
    disable: (id, actor) => change(id, disabling(id, actor)),
    enable: (id, actor) => change(id, enabling(id, actor)),
    setPassword: (id, hash, actor) => change(id, passwordChange(id, hash, actor)),
  }
}
