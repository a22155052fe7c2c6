/**
 * The rows of the audit table: who did what to which record, without its contents
 * (contracts/conventions/privacy.md).
 */
import { z } from 'zod'
import { CapMode, Scope } from './api-key.ts'
import { Plan } from './account.ts'
import { ArticleId, ConceptId, Instant, Position, SemVer, StreamId } from './ids.ts'

/**
 * The actor: `cli:<user>`, `staff:<id>`, `key:<id>`, `account:<id>`, `stripe` or `system`. Never an
 * address, a name or a secret.
 */
export const Actor = z
  .string()
  .regex(/^(?:cli:[\w.-]{1,64}|(?:staff|key|account):[0-9a-f-]{36}|stripe|system)$/, {
    error: 'not an actor',
  })
export type Actor = z.infer<typeof Actor>

const act = <Kind extends string, Subject extends z.ZodType, Data extends z.ZodRawShape>(
  kind: Kind,
  subject: Subject,
  data: Data,
) => z.strictObject({ kind: z.literal(kind), actor: Actor, subject, data: z.strictObject(data) })

const microUsd = z.int().nonnegative()
const generation = z.int().min(1)
const AccountId = z.uuid()
const KeyId = z.uuid()

/** The subject of every act is an id: a slug says what a text is about. */
export const Act = z.discriminatedUnion('kind', [
  /** One row per record shown; the subject is null if nobody was found. */
  act('magistrate.looked-up', z.uuid().nullable(), {}),
  act('account.created', AccountId, { plan: Plan, paid: z.boolean() }),
  act('account.plan-set', AccountId, { plan: Plan }),
  act('account.paid-set', AccountId, { paid: z.boolean() }),
  act('account.password-set', AccountId, {}),
  act('key.created', KeyId, { accountId: AccountId, scopes: z.array(Scope) }),
  act('key.rotated', KeyId, {}),
  act('key.revoked', KeyId, {}),
  act('key.cap-set', KeyId, { capMicroUsd: microUsd.nullable(), capMode: CapMode }),
  act('text.published', ArticleId, { version: SemVer.nullable() }),
  act('text.unpublished', ArticleId, { version: SemVer.nullable() }),
  act('text.deleted', ArticleId, { version: SemVer.nullable() }),
  act('concept.assigned', ArticleId, { conceptId: ConceptId }),
  act('concept.unassigned', ArticleId, { conceptId: ConceptId }),
  act('headnote.accepted', ArticleId, { proposalId: z.uuid() }),
  act('headnote.rejected', ArticleId, { proposalId: z.uuid() }),
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
