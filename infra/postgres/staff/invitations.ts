/** Invitations to the editorial team on PostgreSQL. */
import { z } from 'zod'
import { EmailAddress } from '#contracts/account.ts'
import { isRefusal, type Refusal, refusalByCode } from '#contracts/fault.ts'
import { Instant } from '#contracts/ids.ts'
import { staffActor, StaffRole } from '#contracts/staff.ts'
import type { StaffInvitations } from '#ingest/editorial/staff/ports.ts'
import { recordAct } from '../platform/audit.ts'
import type { PostgresPool } from '../platform/pool.ts'
import { isoInstant, statement } from '../platform/statement.ts'
import { addMember } from './people.ts'

type New = Parameters<StaffInvitations['create']>[0]

const Invitation = z.object({
  id: z.uuid(),
  email: EmailAddress,
  roles: z.array(StaffRole),
  createdAt: Instant,
  expiresAt: Instant,
})
const COLUMNS = `id, email, roles, ${isoInstant('created_at')} as "createdAt", ${isoInstant('expires_at')} as "expiresAt"`
const OPEN = 'person_id is null and revoked_at is null and expires_at > clock_timestamp()'

const END_OLDER = statement('staff-invitations-end-older', {
  sql: `update staff_invitations set revoked_at = clock_timestamp() where email = $1 and ${OPEN}`,
  values: (email: string) => [email],
})
const IS_TAKEN = statement('staff-invitations-is-taken', {
  sql: 'select id from staff_people where email = $1',
  values: (email: string) => [email],
  row: z.object({ id: z.uuid() }),
})
const CREATE = statement('staff-invitations-create', {
  sql: `insert into staff_invitations (id, token_hash, email, roles, expires_at)
   values ($1, $2, $3, $4, clock_timestamp() + make_interval(secs => $5)) returning ${COLUMNS}`,
  values: ({ id, tokenHash, email, roles, lifetimeSeconds }: New) => [
    id,
    tokenHash,
    email,
    roles,
    lifetimeSeconds,
  ],
  row: Invitation,
})
const FIND = statement('staff-invitations-find', {
  sql: `select ${COLUMNS} from staff_invitations where token_hash = $1 and ${OPEN}`,
  values: (tokenHash: Uint8Array) => [tokenHash],
  row: Invitation,
})
const LOCK = statement('staff-invitations-lock', {
  sql: `select ${COLUMNS} from staff_invitations where token_hash = $1 and ${OPEN} for update`,
  values: (tokenHash: Uint8Array) => [tokenHash],
  row: Invitation,
})
const ACCEPT = statement('staff-invitations-accept', {
  sql: 'update staff_invitations set person_id = $2 where id = $1',
  values: (id: string, personId: string) => [id, personId],
})
const LIST = statement('staff-invitations-list', {
  sql: `select ${COLUMNS} from staff_invitations where ${OPEN} order by created_at desc, id`,
  row: Invitation,
})
const REVOKE = statement('staff-invitations-revoke', {
  sql: `update staff_invitations set revoked_at = clock_timestamp() where id = $1 and ${OPEN}`,
  values: (id: string) => [id],
})

const UNKNOWN: Refusal = refusalByCode('invitation-unknown')
const TAKEN: Refusal = refusalByCode('staff-email-taken')

/** Throws the Faults of the pool. */
export const makeStaffInvitations = (pool: PostgresPool): StaffInvitations => ({
  create: (invitation, actor) =>
    pool.transaction(async (transaction) => {
      const { id, email, roles } = invitation
      if ((await IS_TAKEN.first(transaction, email)) !== null) return TAKEN
      await END_OLDER.run(transaction, email)
      const created = await CREATE.only(transaction, invitation)
      const data = { roles: [...roles] }
      await recordAct(transaction, { kind: 'staff.invited', actor, subject: id, data })
      return created
    }),
  find: (tokenHash) => FIND.first(pool, tokenHash),
  accept: (tokenHash, member) =>
    pool.transaction(async (transaction) => {
      const invitation = await LOCK.first(transaction, tokenHash)
      if (invitation === null) return UNKNOWN
      const { id: invitationId, email, roles } = invitation
      const added = await addMember(transaction, { ...member, email, roles })
      if (isRefusal(added)) return added
      await ACCEPT.run(transaction, invitationId, member.id)
      await recordAct(transaction, {
        kind: 'staff.joined',
        actor: staffActor(member.id),
        subject: member.id,
        data: { invitationId },
      })
      return added
    }),
  open: () => LIST.rows(pool),
  revoke: (id, actor) =>
    pool.transaction(async (transaction) => {
      if (!z.uuid().safeParse(id).success) return UNKNOWN
      if ((await REVOKE.run(transaction, id)) === 0) return UNKNOWN
      await recordAct(transaction, {
        kind: 'staff.invitation-revoked',
        actor,
        subject: id,
        data: {},
      })
      return { revoked: true }
    }),
})
