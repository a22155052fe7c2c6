/** Statements that make messages of webhooks, and the names that these have outside. */
import { z } from 'zod'
import type { QueuedEvent } from '#query-api/webhooks/ports.ts'
import type { Queryable } from '../platform/pool.ts'
import { sealBody } from '../platform/sealed-body.ts'
import { statement } from '../platform/statement.ts'
import type { Vault } from '../platform/vault.ts'

/** The `webhook-id` of a message `m`. */
export const WEBHOOK_ID = `'msg_' || replace(m.id::text, '-', '')`

/**
 * The id of a message, derived from endpoint and event: whoever makes it, and however often, it is
 * the same.
 */
export const messageIdOf = (endpoint: string, event: string): string =>
  `encode(substring(sha256(convert_to(${endpoint}::text || chr(10) || ${event}, 'UTF8')) for 16), 'hex')::uuid`

/** Adds a test message for one endpoint, whatever types it asked for. */
export const ADD_TEST = statement('webhooks-add-test', {
  sql: `with e as (
     insert into webhook_events (id, type, account_id, body) values ($2, $3, $4, $5) returning seq, id
   ), m as (
     insert into webhook_messages (id, endpoint_id, event_seq)
     select ${messageIdOf('$1::uuid', 'e.id')}, $1, e.seq from e returning id
   )
   select ${WEBHOOK_ID} as id from m`,
  values: (endpointId: string, { id, type, accountId, body }: QueuedEvent) => [
    endpointId,
    id,
    type,
    accountId,
    body,
  ],
  row: z.object({ id: z.string() }),
})

/** An event as its row has it: of a sealed body only the sealed form. */
const storedOf = (vault: Vault, { isSealed, body, ...event }: QueuedEvent) => {
  if (isSealed !== true) return { ...event, body, wrapped: null, sealed: null }
  const { wrapped, sealed } = sealBody(vault, event.id, body)
  return { ...event, body: null, wrapped: wrapped.toString('hex'), sealed: sealed.toString('hex') }
}
type Stored = ReturnType<typeof storedOf>

/** Adds events, and a message of each for every endpoint that asked for it. */
const ADD_EVENTS = statement('webhooks-add-events', {
  sql: `with given as (
     select * from rows from (jsonb_to_recordset($1::jsonb) as (id text, type text, "accountId" uuid,
       "orderKey" text, jurisdictions text[], "position" bigint, body text, wrapped text, sealed text)) with ordinality
       as g (id, type, account_id, order_key, jurisdictions, position, body, wrapped, sealed, place)
   ), added as (
     insert into webhook_events (id, type, account_id, order_key, body, wrapped_key, sealed_body)
     select id, type, account_id, order_key, body, decode(wrapped, 'hex'), decode(sealed, 'hex') from given order by place
     on conflict (id) do nothing returning seq, id
   )
   insert into webhook_messages (id, endpoint_id, event_seq, order_key)
   select ${messageIdOf('p.id', 'g.id')}, p.id, a.seq, g.order_key
   from added a join given g on g.id = a.id
     join webhook_endpoints p on p.kind = 'webhook' and p.disabled_at is null
       and (g.account_id is null or g.account_id = p.account_id)
       and (p.types = '{}' or g.type = any (p.types))
       and (p.jurisdictions = '{}' or g.account_id is not null or g.jurisdictions && p.jurisdictions)
       and (g.position is null or g.position > p.starts_after)
     join accounts c on c.id = p.account_id and c.paid
   order by a.seq
   on conflict (id) do nothing`,
  values: (events: readonly Stored[]) => [JSON.stringify(events)],
})

/** Adds events in a transaction of the caller. The vault seals what must not lie in clear. */
export const makeAddEvents =
  (vault: Vault) =>
  async (on: Queryable, events: readonly QueuedEvent[]): Promise<void> => {
    if (events.length > 0)
      await ADD_EVENTS.run(
        on,
        events.map((event) => storedOf(vault, event)),
      )
  }
