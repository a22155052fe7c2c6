/** The queue of webhooks on PostgreSQL. */
import { z } from 'zod'
import { Actor } from '#contracts/actor.ts'
import { Position } from '#contracts/ids.ts'
import {
  DELIVERY,
  type DueEndpoint,
  type DueMessage,
  type Outcome,
  type Queue,
} from '#query-api/webhooks/ports.ts'
import { recordAct } from '../platform/audit.ts'
import type { PostgresPool, Queryable } from '../platform/pool.ts'
import { openBody } from '../platform/sealed-body.ts'
import { statement } from '../platform/statement.ts'
import { makeAddEvents, WEBHOOK_ID } from './messages.ts'

/** Rows that one statement of the housekeeping removes at most. */
const SWEEP_ROWS_MAX = 1_000

const Checkpoint = z.object({ position: Position.nullable() })
const CHECKPOINT = statement('webhooks-checkpoint', {
  sql: 'select position from webhook_checkpoint',
  row: Checkpoint,
})
const LOCK_CHECKPOINT = statement('webhooks-lock-checkpoint', {
  sql: 'select position from webhook_checkpoint for update',
  row: Checkpoint,
})
const MOVE = statement('webhooks-move-checkpoint', {
  sql: 'update webhook_checkpoint set position = $1',
  values: (position: Position) => [position],
})
const Bytes = z.instanceof(Uint8Array)
/** Endpoints of webhooks, or addresses of mail. */
type Kind = 'webhook' | 'mail'
const DUE_ENDPOINTS: { rows(on: Queryable, kind: Kind): Promise<DueEndpoint[]> } = statement(
  'webhooks-due-endpoints',
  {
    sql: `select p.id as "endpointId", p.url, p.beginning, p.sealed_secret as "sealedSecret",
       case when p.previous_valid_until > clock_timestamp() then p.previous_sealed_secret end
         as "previousSealedSecret"
     from webhook_endpoints p join accounts c on c.id = p.account_id
     where p.kind = $1 and p.disabled_at is null and c.paid and (p.resting_until is null or p.resting_until <= clock_timestamp())
       and exists (select from webhook_messages m
         where m.endpoint_id = p.id and m.state = 'pending' and m.due_at <= clock_timestamp())
     order by p.id`,
    values: (kind: Kind) => [kind],
    row: z.object({
      endpointId: z.uuid(),
      url: z.string(),
      beginning: z.int(),
      sealedSecret: Bytes,
      previousSealedSecret: Bytes.nullable(),
    }),
  },
)
/**
 * A message waits for each earlier one of its key that has not ended: the first that waits is read
 * in the order of its index, however long the queue of the endpoint is.
 */
const DUE = statement('webhooks-due', {
  sql: `select m.endpoint_id as "endpointId", ${WEBHOOK_ID} as id, e.id as event, e.body, e.wrapped_key as wrapped,
     e.sealed_body as sealed, m.attempts
   from unnest($1::uuid[], $2::int[]) with ordinality as w (endpoint_id, wanted, place)
   cross join lateral (
     select m.id, m.endpoint_id, m.event_seq, m.attempts, m.due_at from webhook_messages m
     where m.endpoint_id = w.endpoint_id and m.state = 'pending' and m.due_at <= clock_timestamp()
       and (m.order_key is null or (m.endpoint_id, m.order_key, m.event_seq) = (
         select b.endpoint_id, b.order_key, b.event_seq from webhook_messages b
         where b.state = 'pending' and (b.endpoint_id, b.order_key, b.event_seq) >= (m.endpoint_id, m.order_key, 0)
         order by b.endpoint_id, b.order_key, b.event_seq limit 1))
     order by m.due_at, m.event_seq limit w.wanted
   ) m join webhook_events e on e.seq = m.event_seq
   order by w.place, m.due_at, m.event_seq`,
  values: (wanted: readonly { readonly endpointId: string; readonly limit: number }[]) => [
    wanted.map(({ endpointId }) => endpointId),
    wanted.map(({ limit }) => limit),
  ],
  row: z.object({
    endpointId: z.uuid(),
    id: z.string(),
    event: z.string(),
    body: z.string().nullable(),
    wrapped: Bytes.nullable(),
    sealed: Bytes.nullable(),
    attempts: z.int(),
  }),
})
/**
 * Endpoints come first and in one order, as where their owner enables one: messages first would let
 * two transactions wait for each other.
 */
const LOCK_ENDPOINTS = statement('webhooks-lock-endpoints', {
  sql: 'select id, beginning from webhook_endpoints where id = any ($1::uuid[]) order by id for no key update',
  values: (ids: readonly string[]) => [ids],
  row: z.object({ id: z.uuid(), beginning: z.int() }),
})
/**
 * A message that ended meanwhile, by another notifier, stays ended; `stays`: it waits as before.
 * The ids are named once more, so that only their rows are read, and not all that wait.
 */
const RECORD = statement('webhooks-record', {
  sql: `update webhook_messages m set attempts = m.attempts + case o.becomes when 'stays' then 0 else 1 end,
     state = case when o.becomes in ('retry', 'stays') then 'pending' else o.becomes end,
     due_at = case o.becomes when 'retry' then clock_timestamp() + make_interval(secs => o."pauseMs" / 1000) else m.due_at end,
     ended_at = case when o.becomes in ('retry', 'stays') then null else clock_timestamp() end,
     outcomes = case when jsonb_array_length(m.outcomes) >= ${DELIVERY.attemptsShown}
       then m.outcomes - 0 else m.outcomes end || o.attempt
   from jsonb_to_recordset($1::jsonb) as o (id uuid, becomes text, "pauseMs" float8, attempt jsonb)
   where m.id = o.id and m.id = any ($2::uuid[]) and m.ended_at is null`,
  values: (outcomes: readonly { readonly id: string }[]) => [
    JSON.stringify(outcomes),
    outcomes.map(({ id }) => id),
  ],
})
/** It goes on resting: what was under way when the receiver asked for it says nothing else. */
const SUCCEEDED = statement('webhooks-succeeded', {
  sql: `update webhook_endpoints set failing_since = null
   where id = any ($1::uuid[]) and failing_since is not null`,
  values: (ids: readonly string[]) => [ids],
})
type Failed = {
  readonly id: string
  readonly restMs: number
  /** Whether nothing was taken beside the failure. */
  readonly isFailing: boolean
}
const FAILED = statement('webhooks-failed', {
  sql: `update webhook_endpoints p set
     failing_since = case when o."isFailing" then coalesce(p.failing_since, clock_timestamp()) else p.failing_since end,
     resting_until = greatest(p.resting_until,
       case when o."restMs" > 0 then clock_timestamp() + make_interval(secs => o."restMs" / 1000) end)
   from jsonb_to_recordset($1::jsonb) as o (id uuid, "restMs" float8, "isFailing" boolean) where p.id = o.id`,
  values: (failed: readonly Failed[]) => [JSON.stringify(failed)],
})
const END = statement('webhooks-end', {
  sql: `update webhook_endpoints set disabled_at = clock_timestamp(),
     disabled_cause = case when id = any ($1::uuid[]) then 'gone' else 'failing' end
   where disabled_at is null and (id = any ($1::uuid[]) or (id = any ($2::uuid[])
     and failing_since < clock_timestamp() - make_interval(days => ${DELIVERY.failingDaysMax})))
   returning id, kind, disabled_cause as cause`,
  values: (gone: readonly string[], failed: readonly string[]) => [gone, failed],
  row: z.object({
    id: z.uuid(),
    kind: z.enum(['webhook', 'mail']),
    cause: z.enum(['gone', 'failing']),
  }),
})
const SWEEP_MESSAGES = statement('webhooks-sweep-messages', {
  sql: `delete from webhook_messages where id in (select id from webhook_messages
     where state <> 'pending' and ended_at < clock_timestamp() - make_interval(days => ${DELIVERY.keptDays})
     order by ended_at limit ${SWEEP_ROWS_MAX} for update skip locked)`,
})
/** Nothing waits for ever for an endpoint that is disabled, or whose account does not pay. */
const SWEEP_WAITING = statement('webhooks-sweep-waiting', {
  sql: `delete from webhook_messages where id in (select m.id from webhook_messages m
     join webhook_endpoints p on p.id = m.endpoint_id join accounts c on c.id = p.account_id
     where m.state = 'pending' and least(p.disabled_at, case when not c.paid then c.status_changed_at end)
       < clock_timestamp() - make_interval(days => ${DELIVERY.keptDays})
     limit ${SWEEP_ROWS_MAX} for update of m skip locked)`,
})
const SWEEP_EVENTS = statement('webhooks-sweep-events', {
  sql: `delete from webhook_events where seq in (select e.seq from webhook_events e
     where e.created_at < clock_timestamp() - make_interval(days => ${DELIVERY.keptDays})
       and not exists (select from webhook_messages m where m.event_seq = e.seq)
     order by e.created_at limit ${SWEEP_ROWS_MAX} for update skip locked)`,
})
const BACKLOG = statement('webhooks-backlog', {
  sql: `select count(*) as pending, floor(extract(epoch from min(m.due_at)) * 1000)::bigint as "dueSinceMs"
   from webhook_messages m join webhook_endpoints p on p.id = m.endpoint_id
   where m.state = 'pending' and p.disabled_at is null`,
  row: z.object({ pending: z.int(), dueSinceMs: z.int().nullable() }),
})

const MESSAGE_PREFIX = 'msg_'
const SYSTEM = Actor.parse('system')

const idsOf = (outcomes: readonly Outcome[]): string[] => [
  ...new Set(outcomes.map(({ endpointId }) => endpointId)),
]

const record = async (transaction: Queryable, outcomes: readonly Outcome[]): Promise<void> => {
  const endpoints = await LOCK_ENDPOINTS.rows(transaction, idsOf(outcomes))
  const beginnings = new Map(endpoints.map(({ id, beginning }) => [id, beginning]))
  const isOfNow = ({ endpointId, beginning }: Outcome): boolean =>
    beginnings.get(endpointId) === beginning
  await RECORD.run(
    transaction,
    outcomes.map((outcome) => {
      const { messageId, pauseMs, attempt } = outcome
      const becomes =
        outcome.becomes === 'delivered' || isOfNow(outcome) ? outcome.becomes : 'stays'
      return { id: messageId.slice(MESSAGE_PREFIX.length), becomes, pauseMs, attempt }
    }),
  )
  const ofNow = outcomes.filter(isOfNow)
  const delivered = idsOf(ofNow.filter(({ becomes }) => becomes === 'delivered'))
  const failures = ofNow.filter(({ becomes }) => becomes !== 'delivered')
  if (delivered.length > 0) await SUCCEEDED.run(transaction, delivered)
  if (failures.length === 0) return
  const failed = idsOf(failures)
  const restOf = (id: string): number =>
    Math.max(...failures.filter((one) => one.endpointId === id).map(({ restMs }) => restMs))
  await FAILED.run(
    transaction,
    failed.map((id) => ({ id, restMs: restOf(id), isFailing: !delivered.includes(id) })),
  )
  const gone = idsOf(failures.filter(({ isGone }) => isGone))
  for (const { id, kind, cause } of await END.rows(transaction, gone, failed)) {
    const act = { actor: SYSTEM, subject: id, data: { cause } }
    await recordAct(transaction, {
      kind: kind === 'mail' ? 'mail.stopped' : 'webhook.disabled',
      ...act,
    })
  }
}

type BodyRow = {
  readonly event: string
  readonly body: string | null
  readonly wrapped: Uint8Array | null
  readonly sealed: Uint8Array | null
}

const bodyOf = ({ vault }: PostgresPool, { event, body, wrapped, sealed }: BodyRow): string =>
  wrapped === null || sealed === null ? (body ?? '') : openBody(vault, event, { wrapped, sealed })

/** Throws the Faults of the pool and of its vault. */
export const makeQueue = (pool: PostgresPool, kind: Kind = 'webhook'): Queue => {
  const addEvents = makeAddEvents(pool.vault)
  return {
    checkpoint: async () => (await CHECKPOINT.only(pool)).position,
    follow: (from, events, to) =>
      pool.transaction(async (transaction) => {
        if ((await LOCK_CHECKPOINT.only(transaction)).position !== from) return false
        await addEvents(transaction, events)
        await MOVE.run(transaction, to)
        return true
      }),
    add: (events) => addEvents(pool, events),
    dueEndpoints: () => DUE_ENDPOINTS.rows(pool, kind),
    due: async (wanted) => {
      if (wanted.length === 0) return new Map()
      const found = new Map<string, DueMessage[]>()
      for (const { endpointId, id, attempts, ...row } of await DUE.rows(pool, wanted)) {
        const own = found.get(endpointId) ?? []
        own.push({ id, attempts, body: bodyOf(pool, row) })
        found.set(endpointId, own)
      }
      return found
    },
    record: async (outcomes) => {
      if (outcomes.length > 0)
        await pool.transaction((transaction) => record(transaction, outcomes))
    },
    sweep: async () => {
      const messages = await SWEEP_MESSAGES.run(pool)
      const waiting = await SWEEP_WAITING.run(pool)
      const events = await SWEEP_EVENTS.run(pool)
      return Math.max(messages, waiting, events) === SWEEP_ROWS_MAX
    },
    backlog: () => BACKLOG.only(pool),
  }
}
