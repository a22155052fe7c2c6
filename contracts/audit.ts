/**
 * The rows of the audit table: who did what to which record, without its contents
 * (contracts/conventions/privacy.md).
 */
import { z } from 'zod'
import { Actor } from './actor.ts'
import { CapMode, Scope } from './api-key.ts'
import { Plan } from './account.ts'
import { ErasureGround } from './events/article.ts'
import { StaffId, StaffRole } from './staff.ts'
import { PausedCause } from './http/saved-searches.ts'
import { DisabledCause } from './http/webhooks.ts'
import { Rhythm } from './mail.ts'
import { ArticleId, ConceptId, Instant, Position, SemVer, StreamId } from './ids.ts'

const act = <Kind extends string, Subject extends z.ZodType, Data extends z.ZodRawShape>(
  kind: Kind,
  subject: Subject,
  data: Data,
) => z.strictObject({ kind: z.literal(kind), actor: Actor, subject, data: z.strictObject(data) })

const microUsd = z.int().nonnegative()
const generation = z.int().min(1)
const AccountId = z.uuid()
const KeyId = z.uuid()

export { Actor }

/** The subject of every act is an id: a slug says what a text is about. */
export const Act = z.discriminatedUnion('kind', [
  /** One row per record shown; the subject is null if nobody was found. */
  act('magistrate.looked-up', z.uuid().nullable(), {}),
  act('account.created', AccountId, { plan: Plan, paid: z.boolean() }),
  act('account.plan-set', AccountId, { plan: Plan }),
  act('account.paid-set', AccountId, { paid: z.boolean() }),
  act('account.password-set', AccountId, {}),
  /** Somebody who managed it is gone, with their sessions, mail and connected applications. */
  act('account.person-removed', AccountId, {}),
  /** The account, or the provider's customer, is linked to another one. */
  act('account.customer-refused', AccountId, { customerId: z.string().min(1).max(255) }),
  act('key.created', KeyId, { accountId: AccountId, scopes: z.array(Scope) }),
  act('key.rotated', KeyId, {}),
  act('key.revoked', KeyId, {}),
  act('key.cap-set', KeyId, { capMicroUsd: microUsd.nullable(), capMode: CapMode }),
  /** How many origins the key has now. */
  act('key.origins-set', KeyId, { origins: z.int().nonnegative() }),
  /** An application was given access by OAuth; the subject is the key of its grant. */
  act('application.connected', KeyId, { accountId: AccountId, scopes: z.array(Scope) }),
  /** Why: the holder or the application ended it, or a code or token came a second time. */
  act('application.disconnected', KeyId, { cause: z.enum(['holder', 'application', 'reuse']) }),
  act('webhook.registered', z.uuid(), { accountId: AccountId }),
  act('webhook.changed', z.uuid(), {}),
  act('webhook.rotated', z.uuid(), {}),
  act('webhook.enabled', z.uuid(), {}),
  /** `gone`: its receiver said so; `failing`: it took nothing for days. */
  act('webhook.disabled', z.uuid(), { cause: DisabledCause }),
  act('webhook.deleted', z.uuid(), {}),
  act('saved-search.saved', z.uuid(), { accountId: AccountId }),
  act('saved-search.renamed', z.uuid(), {}),
  /** `too_broad`: it came to match more texts than it may. */
  act('saved-search.paused', z.uuid(), { cause: PausedCause }),
  act('saved-search.resumed', z.uuid(), {}),
  /** Its feed has another path; the one before ended. */
  act('saved-search.feed-renewed', z.uuid(), {}),
  act('saved-search.deleted', z.uuid(), {}),
  act('saved-search.mail-set', z.uuid(), { rhythm: Rhythm.nullable() }),
  /** Of an address of mail, by the link that it was sent. */
  act('mail.confirmed', z.uuid(), {}),
  act('mail.unsubscribed', z.uuid(), {}),
  /** The notifier stopped it: its server refused the address, or took nothing for days. */
  act('mail.stopped', z.uuid(), { cause: z.enum(['gone', 'failing']) }),
  act('receipts.keeping-set', AccountId, { kept: z.boolean() }),
  /** Of the whole account, with their key. */
  act('receipts.deleted', AccountId, {}),
  act('receipt.deleted', z.uuid(), {}),
  /** Of the whole account, with their key. */
  act('watches.deleted', AccountId, {}),
  act('staff.added', StaffId, { roles: z.array(StaffRole) }),
  act('staff.invited', z.uuid(), { roles: z.array(StaffRole) }),
  act('staff.invitation-revoked', z.uuid(), {}),
  /** Somebody accepted the invitation. */
  act('staff.joined', StaffId, { invitationId: z.uuid() }),
  act('staff.roles-set', StaffId, { roles: z.array(StaffRole) }),
  act('staff.disabled', StaffId, {}),
  act('staff.enabled', StaffId, {}),
  act('staff.password-set', StaffId, {}),
  act('staff.second-factor-set', StaffId, {}),
  act('staff.second-factor-removed', StaffId, {}),
  act('staff.recovery-code-used', StaffId, {}),
  act('staff.token-created', z.uuid(), {
    personId: StaffId,
    scopes: z.array(Scope),
    secondFactor: z.boolean(),
  }),
  act('staff.token-revoked', z.uuid(), {}),
  act('text.published', ArticleId, { version: SemVer.nullable() }),
  act('text.unpublished', ArticleId, { version: SemVer.nullable() }),
  act('text.deleted', ArticleId, { version: SemVer.nullable() }),
  act('text.draft-discarded', ArticleId, { version: SemVer.nullable() }),
  act('text.approved', ArticleId, { version: SemVer.nullable() }),
  act('text.scheduled', ArticleId, { version: SemVer.nullable() }),
  act('text.withdrawn', ArticleId, { version: SemVer.nullable() }),
  act('text.erasure-requested', ArticleId, { ground: ErasureGround }),
  act('text.erased', ArticleId, { ground: ErasureGround }),
  act('person.erasure-requested', z.uuid(), { ground: ErasureGround }),
  act('person.erased', z.uuid(), { ground: ErasureGround }),
  /** What is held about somebody, in one file. The subject is a person or a member of staff. */
  act('privacy.exported', z.uuid().nullable(), { items: z.int().nonnegative() }),
  act('text.restored', ArticleId, { version: SemVer.nullable() }),
  act('concept.assigned', ArticleId, { conceptId: ConceptId }),
  act('concept.unassigned', ArticleId, { conceptId: ConceptId }),
  act('headnote.accepted', ArticleId, { proposalId: z.uuid() }),
  act('headnote.rejected', ArticleId, { proposalId: z.uuid() }),
  act('headnote.edited', ArticleId, { sequence: z.int().min(1) }),
  /** One row per run; the log has the texts it published. */
  act('texts.imported', z.null(), {
    imported: z.int().nonnegative(),
    revised: z.int().nonnegative(),
    published: z.boolean(),
    position: Position.nullable(),
    /** The configured folders whose texts it published; absent in older rows. */
    officialSources: z.array(z.uuid()).optional(),
  }),
  /** The table of official sources has the folder and the publisher. */
  act('official-source.added', z.uuid(), {}),
  act('official-source.removed', z.uuid(), {}),
  act('concepts.matched', z.null(), { changed: z.int().nonnegative() }),
  act('generation.swapped', generation, { replaced: generation, accepted: z.boolean() }),
  act('generation.rolled-back', generation, { replaced: generation }),
  act('backup.made', z.null(), {
    position: Position,
    bytes: z.int().nonnegative(),
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
  }),
  act('backup.restored', z.null(), { position: Position, madeAt: Instant }),
  act('log.resealed', z.null(), {
    position: Position,
    events: z.int().nonnegative(),
    texts: z.int().nonnegative(),
    slugs: z.int().nonnegative(),
    root: z.string().regex(/^[0-9a-f]{64}$/),
  }),
  act('dead-letter.retried', StreamId, { parked: z.boolean() }),
  act('billing.reconciled', AccountId, {
    month: z.string().regex(/^\d{4}-\d{2}$/),
    microUsd: z.int(),
  }),
])
export type Act = z.infer<typeof Act>

export const ACT_KINDS = Act.options.map((option) => option.shape.kind.value)
export type ActKind = Act['kind']

/** A row of the audit table. `position` gives the order; it may have gaps. */
export const AuditRow = z.object({
  position: z.int().min(1),
  at: Instant,
  kind: z.enum(ACT_KINDS),
  actor: Actor,
  subject: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
})
export type AuditRow = z.infer<typeof AuditRow>
