/** Endpoints of webhooks on PostgreSQL. Each act is one transaction with its line of the audit. */
import { z } from 'zod'
import type { Act } from '#contracts/audit.ts'
import { type Refusal, refusalByCode } from '#contracts/fault.ts'
import {
  DisabledCause,
  MessageType,
  WEBHOOK_LIMITS,
  type WebhookEndpoint,
  WebhookEndpoint as Endpoint,
  type WebhookEndpointChange,
  WebhookMessage,
} from '#contracts/http/webhooks.ts'
import { Instant } from '#contracts/ids.ts'
import type {
  EndpointRegistered,
  Endpoints,
  EndpointTarget,
  NewEndpoint,
} from '#query-api/webhooks/ports.ts'
import { recordAct } from '../platform/audit.ts'
import type { PostgresPool, Queryable } from '../platform/pool.ts'
import { isoInstant, statement } from '../platform/statement.ts'
import { ADD_TEST, WEBHOOK_ID } from './messages.ts'

const SHOWN = `p.id, p.url, p.description, p.types, p.jurisdictions, p.disabled_at is null as enabled,
  ${isoInstant('p.disabled_at')} as "disabledAt", p.disabled_cause as "disabledCause",
  ${isoInstant('p.failing_since')} as "failingSince",
  (select count(*) from webhook_messages m where m.endpoint_id = p.id and m.state = 'pending') as pending,
  lpad(p.starts_after::text, 15, '0') as "startsAfter",
  case when p.previous_valid_until > clock_timestamp() then ${isoInstant('p.previous_valid_until')} end
    as "previousSecretValidUntil", ${isoInstant('p.created_at')} as "createdAt"`

const LIST = statement('webhooks-list', {
  sql: `select ${SHOWN} from webhook_endpoints p where p.account_id = $1 and p.kind = 'webhook' order by p.created_at, p.id`,
  values: (accountId: string) => [accountId],
  row: Endpoint,
})
const OF_ALL = statement('webhooks-of-all', {
  sql: `select ${SHOWN}, p.account_id as "accountId", a.name as account
   from webhook_endpoints p join accounts a on a.id = p.account_id where p.kind = 'webhook' order by p.created_at, p.id`,
  row: Endpoint.extend({ accountId: z.uuid(), account: z.string() }),
})
const ONE = statement('webhooks-one', {
  sql: `select ${SHOWN} from webhook_endpoints p where p.id = $1 and p.account_id = $2 and p.kind = 'webhook'`,
  values: ({ endpointId, accountId }: Pick<EndpointTarget, 'endpointId' | 'accountId'>) => [
    endpointId,
    accountId,
  ],
  row: Endpoint,
})
/** Locked, so that registrations of one account come one after the other. */
const ACCOUNT = statement('webhooks-account', {
  sql: 'select paid from accounts where id = $1 for no key update',
  values: (accountId: string) => [accountId],
  row: z.object({ paid: z.boolean() }),
})
/** Asked after the lock: a statement does not see what was committed while it waited. */
const COUNT = statement('webhooks-count', {
  sql: `select count(*) as endpoints from webhook_endpoints where account_id = $1 and kind = 'webhook'`,
  values: (accountId: string) => [accountId],
  row: z.object({ endpoints: z.int() }),
})
const KNOWN = statement('webhooks-known', {
  sql: `select account_id = $2 and kind = 'webhook' as own from webhook_endpoints where id = $1`,
  values: ({ endpointId, accountId }: NewEndpoint) => [endpointId, accountId],
  row: z.object({ own: z.boolean() }),
})
/**
 * What the notifier has queued and what is served, whichever is further. The checkpoint is locked:
 * all changes above this position are queued after this transaction, and find the endpoint.
 */
const REACHED = statement('webhooks-reached', {
  sql: `select greatest(coalesce(c.position, 0), g.position) as position
   from webhook_checkpoint c, live_generation join generations g using (generation) for share of c`,
  row: z.object({ position: z.int().nonnegative() }),
})
const REGISTER = statement('webhooks-register', {
  sql: `insert into webhook_endpoints (id, account_id, url, description, types, jurisdictions, sealed_secret, starts_after)
   values ($1, $2, $3, $4, $5, $6, $7, $8)`,
  values: (endpoint: NewEndpoint, startsAfter: number) => [
    endpoint.endpointId,
    endpoint.accountId,
    endpoint.url,
    endpoint.description,
    endpoint.types,
    endpoint.jurisdictions,
    endpoint.sealedSecret,
    startsAfter,
  ],
})
const LOCK = statement('webhooks-lock', {
  sql: `select disabled_at is null as enabled, disabled_cause as cause, url from webhook_endpoints
   where id = $1 and account_id = $2 and kind = 'webhook' for update`,
  values: ({ endpointId, accountId }: Pick<EndpointTarget, 'endpointId' | 'accountId'>) => [
    endpointId,
    accountId,
  ],
  row: z.object({ enabled: z.boolean(), cause: DisabledCause.nullable(), url: z.string() }),
})
const CHANGE = statement('webhooks-change', {
  sql: `update webhook_endpoints set url = coalesce($2, url), description = coalesce($3, description),
     types = coalesce($4, types), jurisdictions = coalesce($5, jurisdictions) where id = $1`,
  values: (id: string, { url, description, types, jurisdictions }: WebhookEndpointChange) => [
    id,
    url ?? null,
    description ?? null,
    types ?? null,
    jurisdictions ?? null,
  ],
})
const ENABLE = statement('webhooks-enable', {
  sql: `update webhook_endpoints set disabled_at = null, disabled_cause = null, failing_since = null,
     resting_until = null, beginning = beginning + 1, starts_after = greatest(starts_after, $2) where id = $1`,
  values: (id: string, startsAfter: number) => [id, startsAfter],
})
/** Another address begins anew: what failed at the one before says nothing of it. */
const MOVED = statement('webhooks-moved', {
  sql: `update webhook_endpoints set failing_since = null, resting_until = null, beginning = beginning + 1
   where id = $1`,
  values: (id: string) => [id],
})
/** What waited is tried at once: its receiver works again, or its owner wants to know. */
const HURRY = statement('webhooks-hurry', {
  sql: `update webhook_messages set due_at = clock_timestamp(), attempts = 0
   where endpoint_id = $1 and state = 'pending'`,
  values: (id: string) => [id],
})
const DISABLE = statement('webhooks-disable', {
  sql: `update webhook_endpoints set disabled_at = clock_timestamp(), disabled_cause = $2 where id = $1`,
  values: (id: string, cause: 'owner' | 'operator') => [id, cause],
})
const REMOVE = statement('webhooks-remove', {
  sql: 'delete from webhook_endpoints where id = $1',
  values: (id: string) => [id],
})
const ROTATE = statement('webhooks-rotate', {
  sql: `update webhook_endpoints set
     previous_sealed_secret = case when $3 > 0 then sealed_secret end,
     previous_valid_until = case when $3 > 0 then clock_timestamp() + make_interval(secs => $3) end,
     sealed_secret = $2
   where id = $1 returning ${isoInstant('previous_valid_until')} as "previousSecretValidUntil"`,
  values: (id: string, sealedSecret: Uint8Array, overlapSeconds: number) => [
    id,
    sealedSecret,
    overlapSeconds,
  ],
  row: z.object({ previousSecretValidUntil: Instant.nullable() }),
})
const MESSAGES = statement('webhooks-messages', {
  sql: `select ${WEBHOOK_ID} as id, e.type, m.state, ${isoInstant('m.queued_at')} as "queuedAt",
     case when m.state = 'pending' then ${isoInstant('m.due_at')} end as "dueAt",
     m.outcomes as attempts, m.event_seq as seq
   from webhook_messages m join webhook_events e on e.seq = m.event_seq
   where m.endpoint_id = $1 and ($2::text is null or m.state = $2) and ($3::bigint is null or m.event_seq < $3)
   order by m.event_seq desc limit $4`,
  values: (id: string, state: string | null, before: number | null, limit: number) => [
    id,
    state,
    before,
    limit,
  ],
  row: WebhookMessage.extend({ type: MessageType, seq: z.int() }),
})
const REDELIVER = statement('webhooks-redeliver', {
  sql: `update webhook_messages m set state = 'pending', ended_at = null, due_at = clock_timestamp(), attempts = 0
   where m.id = $2 and m.endpoint_id = $1 returning ${WEBHOOK_ID} as id`,
  values: (endpointId: string, messageId: string) => [endpointId, messageId],
  row: z.object({ id: z.string() }),
})
const ARISE = statement('webhooks-end-rest', {
  sql: 'update webhook_endpoints set resting_until = null where id = $1',
  values: (id: string) => [id],
})

const UNKNOWN: Refusal = refusalByCode('webhook-unknown')
const UNKNOWN_MESSAGE: Refusal = refusalByCode('webhook-message-unknown')
const DISABLED: Refusal = refusalByCode('webhook-disabled')
const BY_OPERATOR: Refusal = refusalByCode('webhook-disabled-by-operator')
const ROTATED: Refusal = refusalByCode('webhook-rotated')
const UNPAID: Refusal = refusalByCode('account-unpaid')
const TOO_MANY: Refusal = refusalByCode('webhooks-too-many')

type WebhookAct = Extract<Act, { kind: `webhook.${string}` }>

const record = (
  transaction: Queryable,
  { actor, endpointId }: EndpointTarget,
  act: WebhookAct extends infer One
    ? One extends WebhookAct
      ? Pick<One, 'kind' | 'data'>
      : never
    : never,
): Promise<void> => recordAct(transaction, { ...act, actor, subject: endpointId })

const shown = (on: Queryable, target: EndpointTarget): Promise<WebhookEndpoint> =>
  ONE.only(on, target)

const register = async (
  transaction: Queryable,
  endpoint: NewEndpoint,
): Promise<EndpointRegistered | Refusal> => {
  const { accountId } = endpoint
  const account = await ACCOUNT.first(transaction, accountId)
  const known = await KNOWN.first(transaction, endpoint)
  if (known?.own === false) return UNKNOWN
  if (known !== null) return { endpoint: await shown(transaction, endpoint), created: false }
  if (account?.paid !== true) return UNPAID
  const { endpoints } = await COUNT.only(transaction, accountId)
  if (endpoints >= WEBHOOK_LIMITS.endpointsMax) return TOO_MANY
  await REGISTER.run(transaction, endpoint, (await REACHED.only(transaction)).position)
  await record(transaction, endpoint, { kind: 'webhook.registered', data: { accountId } })
  return { endpoint: await shown(transaction, endpoint), created: true }
}

const isOwner = ({ actor }: EndpointTarget): boolean => actor.startsWith('account:')

/** Enables or disables where that is another state than the present one. */
const setEnabled = async (
  transaction: Queryable,
  target: EndpointTarget,
  wanted: boolean,
): Promise<void> => {
  const { endpointId } = target
  if (wanted) {
    await ENABLE.run(transaction, endpointId, (await REACHED.only(transaction)).position)
    await HURRY.run(transaction, endpointId)
    return record(transaction, target, { kind: 'webhook.enabled', data: {} })
  }
  const cause = isOwner(target) ? 'owner' : 'operator'
  await DISABLE.run(transaction, endpointId, cause)
  return record(transaction, target, { kind: 'webhook.disabled', data: { cause } })
}

const change = async (
  transaction: Queryable,
  target: EndpointTarget,
  { enabled, ...members }: WebhookEndpointChange,
): Promise<WebhookEndpoint | Refusal> => {
  const before = await LOCK.first(transaction, target)
  if (before === null) return UNKNOWN
  if (enabled === true && before.cause === 'operator' && isOwner(target)) return BY_OPERATOR
  if (Object.values(members).some((value) => value !== undefined)) {
    await CHANGE.run(transaction, target.endpointId, members)
    if (members.url !== undefined && members.url !== before.url) {
      await MOVED.run(transaction, target.endpointId)
      await HURRY.run(transaction, target.endpointId)
    }
    await record(transaction, target, { kind: 'webhook.changed', data: {} })
  }
  if (enabled !== undefined && enabled !== before.enabled)
    await setEnabled(transaction, target, enabled)
  return shown(transaction, target)
}

/** Throws the Faults of the pool. */
export const makeEndpoints = (pool: PostgresPool): Endpoints => {
  /** Acts on an endpoint of the account, locked. */
  const acting = <T>(
    target: EndpointTarget,
    act: (transaction: Queryable, isEnabled: boolean) => Promise<T | Refusal>,
  ): Promise<T | Refusal> =>
    pool.transaction(async (transaction) => {
      const found = await LOCK.first(transaction, target)
      return found === null ? UNKNOWN : act(transaction, found.enabled)
    })
  return {
    ofAll: () => OF_ALL.rows(pool),
    list: (accountId) => LIST.rows(pool, accountId),
    one: async (target) => (await ONE.first(pool, target)) ?? UNKNOWN,
    register: (endpoint) => pool.transaction((transaction) => register(transaction, endpoint)),
    change: (target, wanted) =>
      pool.transaction((transaction) => change(transaction, target, wanted)),
    remove: (target) =>
      acting(target, async (transaction) => {
        await REMOVE.run(transaction, target.endpointId)
        await record(transaction, target, { kind: 'webhook.deleted', data: {} })
        return { endpointId: target.endpointId }
      }),
    rotate: (target, sealedSecret, { overlapSeconds, knownOverlap }) =>
      acting(target, async (transaction) => {
        const { previousSecretValidUntil: overlapEnds } = await shown(transaction, target)
        if (knownOverlap !== null && overlapEnds !== null && overlapEnds !== knownOverlap)
          return ROTATED
        await record(transaction, target, { kind: 'webhook.rotated', data: {} })
        return ROTATE.only(transaction, target.endpointId, sealedSecret, overlapSeconds)
      }),
    messages: async (target, { state, limit, before }) => {
      if ((await ONE.first(pool, target)) === null) return UNKNOWN
      const rows = await MESSAGES.rows(pool, target.endpointId, state, before, limit)
      const last = rows.length < limit ? undefined : rows.at(-1)
      return {
        messages: rows.map((row) => WebhookMessage.parse(row)),
        next: last === undefined ? null : String(last.seq),
      }
    },
    test: (target, event) =>
      acting(target, async (transaction, isEnabled) => {
        if (!isEnabled) return DISABLED
        await ARISE.run(transaction, target.endpointId)
        return ADD_TEST.only(transaction, target.endpointId, event)
      }),
    redeliver: (target, messageId) =>
      acting(target, async (transaction, isEnabled) => {
        if (!isEnabled) return DISABLED
        await ARISE.run(transaction, target.endpointId)
        return (await REDELIVER.first(transaction, target.endpointId, messageId)) ?? UNKNOWN_MESSAGE
      }),
  }
}
