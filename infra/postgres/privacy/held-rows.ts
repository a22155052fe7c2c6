/** Rows about one person outside of the log, without hashes and secrets. */
import { z } from 'zod'
import type { Queryable } from '../platform/pool.ts'
import { isoInstant, statement } from '../platform/statement.ts'

const Time = z.string()
const Staff = z.object({
  id: z.uuid(),
  email: z.string(),
  name: z.string(),
  roles: z.array(z.string()),
  createdAt: Time,
  disabledAt: Time.nullable(),
  secondFactorSince: Time.nullable(),
  tokens: z.array(z.record(z.string(), z.unknown())),
})
const STAFF = statement('held-staff', {
  sql: `select id, email, name, roles, ${isoInstant('created_at')} as "createdAt",
      ${isoInstant('disabled_at')} as "disabledAt", (select ${isoInstant('confirmed_at')}
        from staff_second_factors f where f.person_id = p.id) as "secondFactorSince",
      coalesce((select json_agg(json_build_object('label', label, 'last4', last4, 'scopes', scopes,
          'createdAt', created_at, 'lastUsed', last_used_on) order by created_at)
        from staff_tokens t where t.person_id = p.id), '[]') as tokens
    from staff_people p where email = any($1) or id::text = any($2)`,
  values: (emails: readonly string[], ids: readonly string[]) => [emails, ids],
  row: Staff,
})
const Invitation = z.object({ id: z.uuid(), email: z.string(), createdAt: Time })
const INVITATIONS = statement('held-invitations', {
  sql: `select id, email, ${isoInstant('created_at')} as "createdAt" from staff_invitations
    where email = any($1) order by created_at`,
  values: (emails: readonly string[]) => [emails],
  row: Invitation,
})
const User = z.object({
  id: z.uuid(),
  email: z.string(),
  createdAt: Time,
  accountId: z.uuid(),
  accountName: z.string(),
})
const USERS = statement('held-users', {
  sql: `select u.id, u.email, ${isoInstant('u.created_at')} as "createdAt",
      a.id as "accountId", a.name as "accountName"
    from account_users u join accounts a on a.id = u.account_id where u.email = any($1)`,
  values: (emails: readonly string[]) => [emails],
  row: User,
})
const Naming = z.object({
  personId: z.uuid(),
  articleId: z.uuid(),
  slug: z.string().nullable(),
  office: z.string(),
  day: z.string().nullable(),
})
const NAMINGS = statement('held-namings', {
  sql: `select person_id as "personId", article_id as "articleId", slug, office,
      to_char(day, 'YYYY-MM-DD') as day
    from live_generation join person_decisions using (generation)
      left join articles using (generation, article_id)
    where person_id::text = any($1) order by day, article_id, office`,
  values: (ids: readonly string[]) => [ids],
  row: Naming,
})
const AuditedAct = z.object({
  at: Time,
  kind: z.string(),
  actor: z.string(),
  subject: z.string().nullable(),
})
const ACTS = statement('held-acts', {
  sql: `select ${isoInstant('at')} as at, kind, actor, subject from audit_acts
    where subject = any($1) or actor = any($2) order by position`,
  values: (subjects: readonly string[], actors: readonly string[]) => [subjects, actors],
  row: AuditedAct,
})
const SCRATCHES = statement('held-scratches', {
  sql: `select person, subject, ${isoInstant('changed_at')} as "changedAt" from editor_scratches
    where person::text = any($1) order by person, subject`,
  values: (ids: readonly string[]) => [ids],
  row: z.object({ person: z.uuid(), subject: z.string(), changedAt: Time }),
})

export const staffHeld = (on: Queryable, emails: readonly string[], ids: readonly string[]) =>
  STAFF.rows(on, emails, ids)
export const invitationsHeld = (on: Queryable, emails: readonly string[]) =>
  INVITATIONS.rows(on, emails)
export const usersHeld = (on: Queryable, emails: readonly string[]) => USERS.rows(on, emails)
export const namingsHeld = (on: Queryable, ids: readonly string[]) => NAMINGS.rows(on, ids)
/** Acts about these subjects, and acts of these actors. */
export const actsHeld = (on: Queryable, subjects: readonly string[], actors: readonly string[]) =>
  ACTS.rows(on, subjects, actors)
export const scratchesHeld = (on: Queryable, ids: readonly string[]) => SCRATCHES.rows(on, ids)
