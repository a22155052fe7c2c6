/** Mail of saved searches on PostgreSQL: what people chose, and what waits in the queue. */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { EmailAddress } from '#contracts/account.ts'
import { uuidV5 } from '#contracts/canonical/hash.ts'
import { type Refusal, refusalByCode } from '#contracts/fault.ts'
import { DisabledCause } from '#contracts/http/webhooks.ts'
import { Instant, Slug } from '#contracts/ids.ts'
import { MAIL, MailLanguage, type QueuedMail, Rhythm } from '#contracts/mail.ts'
import type {
  DigestPart,
  MailChoice,
  MailChoices,
  MailQueue,
  MailReader,
} from '#query-api/mail/ports.ts'
import { recordAct } from '../platform/audit.ts'
import type { PostgresPool, Queryable } from '../platform/pool.ts'
import { isoInstant, statement } from '../platform/statement.ts'
import { openContent } from '../saved-searches/content.ts'
import { ADD_TEST } from '../webhooks/messages.ts'

const UNKNOWN: Refusal = refusalByCode('saved-search-unknown')

const OWN_SEARCH = statement('mail-own-search', {
  sql: 'select id from saved_searches where id = $1 and account_id = $2',
  values: (searchId: string, accountId: string) => [searchId, accountId],
  row: z.object({ id: z.uuid() }),
})
const CHOICE = statement('mail-choice', {
  sql: `select (select rhythm from saved_search_mails where search_id = $2 and user_id = $1) as rhythm,
     a.language, a.confirmed_at is not null as confirmed, ${isoInstant('p.disabled_at')} as "disabledAt",
     p.disabled_cause as cause
   from mail_addresses a join webhook_endpoints p on p.id = a.endpoint_id where a.user_id = $1`,
  values: (userId: string, searchId: string) => [userId, searchId],
  row: z.object({
    rhythm: Rhythm.nullable(),
    language: MailLanguage,
    confirmed: z.boolean(),
    disabledAt: Instant.nullable(),
    cause: DisabledCause.nullable(),
  }),
})
/** Locked, so that acts of one person come one after the other. */
const USER = statement('mail-user', {
  sql: 'select id from account_users where id = $1 and account_id = $2 for no key update',
  values: (userId: string, accountId: string) => [userId, accountId],
  row: z.object({ id: z.uuid() }),
})
const ADDRESS = statement('mail-address', {
  sql: `select a.endpoint_id as "addressId", a.confirmed_at is not null as confirmed, a.link_number as "linkNumber",
     p.disabled_at is not null as stopped,
     coalesce(a.link_sent_at > clock_timestamp() - interval '${MAIL.linkPauseSeconds} seconds', false) as "justSent"
   from mail_addresses a join webhook_endpoints p on p.id = a.endpoint_id where a.user_id = $1`,
  values: (userId: string) => [userId],
  row: z.object({
    addressId: z.uuid(),
    confirmed: z.boolean(),
    linkNumber: z.int(),
    stopped: z.boolean(),
    justSent: z.boolean(),
  }),
})
/** No secret is used for mail, and nothing of the corpus is queued for it. */
const ADD_ENDPOINT = statement('mail-add-endpoint', {
  sql: `insert into webhook_endpoints (id, account_id, kind, url, sealed_secret, starts_after)
   values ($1, $2, 'mail', 'mailto:', '', 0)`,
  values: (id: string, accountId: string) => [id, accountId],
})
const ADD_ADDRESS = statement('mail-add-address', {
  sql: 'insert into mail_addresses (user_id, endpoint_id, language) values ($1, $2, $3)',
  values: (userId: string, addressId: string, language: string) => [userId, addressId, language],
})
const SET_LANGUAGE = statement('mail-set-language', {
  sql: 'update mail_addresses set language = $2 where user_id = $1',
  values: (userId: string, language: string) => [userId, language],
})
const NO_MORE = statement('mail-no-more', {
  sql: 'delete from saved_search_mails where search_id = $1 and user_id = $2',
  values: (searchId: string, userId: string) => [searchId, userId],
})
/** Begins with the news that are still to come; another rhythm goes on where it was. */
const CHOOSE = statement('mail-choose', {
  sql: `insert into saved_search_mails (search_id, user_id, rhythm, after_seq)
   values ($1, $2, $3, coalesce((select max(seq) from saved_search_news where search_id = $1), 0))
   on conflict (search_id, user_id) do update set rhythm = excluded.rhythm`,
  values: (searchId: string, userId: string, rhythm: Rhythm) => [searchId, userId, rhythm],
})
/** What was told while nothing was sent stays unsent: it is on the pages. */
const START_AGAIN = statement('mail-start-again', {
  sql: `with enabled as (
     update webhook_endpoints set disabled_at = null, disabled_cause = null, failing_since = null, resting_until = null,
       beginning = beginning + 1
     where id = $1 returning id
   )
   update saved_search_mails m set after_seq =
     greatest(m.after_seq, coalesce((select max(seq) from saved_search_news n where n.search_id = m.search_id), 0))
   from mail_addresses a, enabled where a.endpoint_id = enabled.id and m.user_id = a.user_id`,
  values: (addressId: string) => [addressId],
})
const LINK_SENT = statement('mail-link-sent', {
  sql: 'update mail_addresses set link_sent_at = clock_timestamp() where endpoint_id = $1',
  values: (addressId: string) => [addressId],
})
const LINK = statement('mail-link', {
  sql: `select link_number as number, language from mail_addresses
   where endpoint_id = $1 and link_sent_at > clock_timestamp() - interval '${MAIL.linkDays} days'`,
  values: (addressId: string) => [addressId],
  row: z.object({ number: z.int(), language: MailLanguage }),
})
const CONFIRM = statement('mail-confirm', {
  sql: `update mail_addresses a set confirmed_at = clock_timestamp(), link_number = link_number + 1
   from webhook_endpoints p where p.id = a.endpoint_id and a.endpoint_id = $1 and a.link_number = $2
   returning p.account_id as "accountId"`,
  values: (addressId: string, linkNumber: number) => [addressId, linkNumber],
  row: z.object({ accountId: z.uuid() }),
})
const STOP = statement('mail-stop', {
  sql: `update webhook_endpoints set disabled_at = clock_timestamp(), disabled_cause = 'owner'
   where id = $1 and kind = 'mail' and disabled_at is null`,
  values: (addressId: string) => [addressId],
})
const EXISTS = statement('mail-exists', {
  sql: `select id from webhook_endpoints where id = $1 and kind = 'mail'`,
  values: (addressId: string) => [addressId],
  row: z.object({ id: z.uuid() }),
})
/** Removes the waiting mails of an address that gets no more mail. */
const DROP_WAITING = statement('mail-drop-waiting', {
  sql: `delete from webhook_messages where endpoint_id = $1 and state = 'pending'`,
  values: (addressId: string) => [addressId],
})

/**
 * Searches with news that no mail has, of people of whom one search of the same rhythm is due. What
 * the same person wants in the same rhythm goes into one mail.
 */
const DUE = statement('mail-due', {
  sql: `with waiting as (
     select a.endpoint_id, p.account_id, m.rhythm, m.search_id, m.user_id, m.after_seq, n.last,
       case m.rhythm when 'soon' then n.since <= clock_timestamp() - make_interval(secs => $2)
         else n.since < date_trunc('day', (clock_timestamp() at time zone 'UTC') - make_interval(hours => $3))
           at time zone 'UTC' + make_interval(hours => $3) end as due
     from saved_search_mails m join mail_addresses a using (user_id)
       join webhook_endpoints p on p.id = a.endpoint_id join accounts c on c.id = p.account_id
       cross join lateral (select max(seq) as last, min(at) as since from saved_search_news n
         where n.search_id = m.search_id and n.seq > m.after_seq) n
     where a.confirmed_at is not null and p.disabled_at is null and c.paid and n.last is not null
   )
   select endpoint_id as "addressId", account_id as "accountId", user_id as "userId", rhythm,
     json_agg(json_build_object('searchId', search_id, 'after', after_seq, 'to', last) order by search_id) as parts
   from waiting group by endpoint_id, account_id, user_id, rhythm having bool_or(due)
   order by endpoint_id, rhythm limit $1`,
  values: (limit: number, bundleSeconds: number) => [limit, bundleSeconds, MAIL.dailyHourUtc],
  row: z.object({
    addressId: z.uuid(),
    accountId: z.uuid(),
    userId: z.uuid(),
    rhythm: Rhythm,
    parts: z.array(z.object({ searchId: z.uuid(), after: z.int(), to: z.int() })),
  }),
})
/** Returns the searches that nobody moved meanwhile. */
const MOVE = statement('mail-move', {
  sql: `update saved_search_mails m set after_seq = p."to"
   from jsonb_to_recordset($2::jsonb) as p ("searchId" uuid, after bigint, "to" bigint)
   where m.user_id = $1 and m.search_id = p."searchId" and m.after_seq = p.after
   returning m.search_id as "searchId"`,
  values: (userId: string, parts: readonly object[]) => [userId, JSON.stringify(parts)],
  row: z.object({ searchId: z.uuid() }),
})

const Bytes = z.instanceof(Uint8Array)
const RECIPIENT = statement('mail-recipient', {
  sql: `select u.email, a.language, a.link_number as "linkNumber", a.confirmed_at is not null as confirmed
   from mail_addresses a join account_users u on u.id = a.user_id where a.endpoint_id = $1`,
  values: (addressId: string) => [addressId],
  row: z.object({
    email: EmailAddress,
    language: MailLanguage,
    linkNumber: z.int(),
    confirmed: z.boolean(),
  }),
})
/**
 * The last news of each text counts; what was erased or deleted meanwhile is not there, nor is a
 * search that its reader wants mailed no more.
 */
const PARTS = statement('mail-parts', {
  sql: `select s.id as "searchId", s.wrapped_key as wrapped, s.sealed, n.slug, n.state
   from rows from (jsonb_to_recordset($1::jsonb) as ("searchId" uuid, after bigint, "to" bigint)) with ordinality
     as p (search_id, after, upto, place)
   join saved_searches s on s.id = p.search_id
   join mail_addresses a on a.endpoint_id = $2
   join saved_search_mails w on w.search_id = s.id and w.user_id = a.user_id
   cross join lateral (select distinct on (article_id) slug, state, seq from saved_search_news
     where search_id = s.id and seq > p.after and seq <= p.upto order by article_id, seq desc) n
   order by p.place, n.seq desc`,
  values: (parts: readonly object[], addressId: string) => [JSON.stringify(parts), addressId],
  row: z.object({
    searchId: z.uuid(),
    wrapped: Bytes,
    sealed: Bytes,
    slug: Slug,
    state: z.enum(['matched', 'unmatched']),
  }),
})

const NO_MAIL: MailChoice = { rhythm: null, language: null, confirmed: false, stopped: null }

const choiceOf = async (on: Queryable, userId: string, searchId: string): Promise<MailChoice> => {
  const found = await CHOICE.first(on, userId, searchId)
  if (found === null) return NO_MAIL
  const { disabledAt, cause, ...choice } = found
  return {
    ...choice,
    stopped: disabledAt === null || cause === null ? null : { at: disabledAt, cause },
  }
}

/** Queues a mail for one address; its id is derived from what it is about. */
const queueMail = async (
  on: Queryable,
  addressId: string,
  accountId: string | null,
  mail: QueuedMail,
): Promise<void> => {
  const body = JSON.stringify(mail)
  await ADD_TEST.only(on, addressId, {
    id: `mail:${uuidV5(addressId, body)}`,
    type: 'test',
    accountId,
    orderKey: null,
    jurisdictions: [],
    position: null,
    body,
  })
}

/**
 * Queues a mail with a link that confirms the address. The link has a number of its own; a new one
 * ends the one before.
 */
const sendLink = async (
  transaction: Queryable,
  addressId: string,
  accountId: string,
): Promise<void> => {
  const { linkNumber } = await NEXT_LINK.only(transaction, addressId)
  await LINK_SENT.run(transaction, addressId)
  await queueMail(transaction, addressId, accountId, { kind: 'confirmation', linkNumber })
}
const NEXT_LINK = statement('mail-next-link', {
  sql: `update mail_addresses set link_number = link_number + 1 where endpoint_id = $1
   returning link_number as "linkNumber"`,
  values: (addressId: string) => [addressId],
  row: z.object({ linkNumber: z.int() }),
})

/** The address of a person, which begins with their first choice. */
const begin = async (transaction: Queryable, reader: MailReader, language: string) => {
  const { userId, accountId } = reader
  const known = await ADDRESS.first(transaction, userId)
  if (known !== null) {
    await SET_LANGUAGE.run(transaction, userId, language)
    return known
  }
  const addressId = randomUUID()
  await ADD_ENDPOINT.run(transaction, addressId, accountId)
  await ADD_ADDRESS.run(transaction, userId, addressId, language)
  return ADDRESS.only(transaction, userId)
}

/** Throws the Faults of the pool. */
export const makeMailChoices = (pool: PostgresPool): MailChoices => {
  return {
    one: async ({ userId, accountId }, searchId) =>
      (await OWN_SEARCH.first(pool, searchId, accountId)) === null
        ? UNKNOWN
        : choiceOf(pool, userId, searchId),
    choose: (reader, searchId, { rhythm, language }) =>
      pool.transaction(async (transaction) => {
        const { userId, accountId, actor } = reader
        if ((await USER.first(transaction, userId, accountId)) === null) return UNKNOWN
        if ((await OWN_SEARCH.first(transaction, searchId, accountId)) === null) return UNKNOWN
        await recordAct(transaction, {
          kind: 'saved-search.mail-set',
          actor,
          subject: searchId,
          data: { rhythm },
        })
        if (rhythm === null) {
          await NO_MORE.run(transaction, searchId, userId)
          return choiceOf(transaction, userId, searchId)
        }
        const address = await begin(transaction, reader, language)
        if (address.stopped) await START_AGAIN.run(transaction, address.addressId)
        await CHOOSE.run(transaction, searchId, userId, rhythm)
        if (!address.confirmed && !address.justSent)
          await sendLink(transaction, address.addressId, accountId)
        return choiceOf(transaction, userId, searchId)
      }),
    remind: ({ userId, accountId }) =>
      pool.transaction(async (transaction) => {
        if ((await USER.first(transaction, userId, accountId)) === null) return
        const address = await ADDRESS.first(transaction, userId)
        if (address === null || address.confirmed || address.justSent) return
        await sendLink(transaction, address.addressId, accountId)
      }),
    link: (addressId) => LINK.first(pool, addressId),
    confirm: (addressId, linkNumber) =>
      pool.transaction(async (transaction) => {
        const confirmed = await CONFIRM.first(transaction, addressId, linkNumber)
        if (confirmed === null) return false
        await START_AGAIN.run(transaction, addressId)
        await recordAct(transaction, {
          kind: 'mail.confirmed',
          actor: `account:${confirmed.accountId}`,
          subject: addressId,
          data: {},
        })
        return true
      }),
    unsubscribe: (addressId) =>
      pool.transaction(async (transaction) => {
        if ((await EXISTS.first(transaction, addressId)) === null) return false
        // The address before its messages, as where outcomes are recorded: in the other order two
        // transactions could wait for each other.
        const isStopped = (await STOP.run(transaction, addressId)) > 0
        await DROP_WAITING.run(transaction, addressId)
        if (isStopped)
          await recordAct(transaction, {
            kind: 'mail.unsubscribed',
            actor: 'system',
            subject: addressId,
            data: {},
          })
        return true
      }),
  }
}

const SECONDS_PER_MINUTE = 60

/** Throws the Faults of the pool and of its vault. */
export const makeMailQueue = (
  pool: PostgresPool,
  { bundleSeconds = MAIL.bundleMinutes * SECONDS_PER_MINUTE } = {},
): MailQueue => ({
  gather: async (limit) => {
    const due = await DUE.rows(pool, limit, bundleSeconds)
    for (const { addressId, accountId, userId, parts } of due)
      await pool.transaction(async (transaction) => {
        const moved = await MOVE.rows(transaction, userId, parts)
        const own = new Set(moved.map(({ searchId }) => searchId))
        const left = parts.filter(({ searchId }) => own.has(searchId))
        if (left.length > 0)
          await queueMail(transaction, addressId, accountId, { kind: 'digest', parts: left })
      })
    return due.length
  },
  content: async (addressId, queued) => {
    const to = await RECIPIENT.first(pool, addressId)
    if (to === null) return null
    const { email, language, linkNumber, confirmed } = to
    if (queued.kind === 'confirmation')
      return confirmed || queued.linkNumber !== linkNumber
        ? null
        : { kind: 'confirmation', addressId, email, language, linkNumber }
    const parts = new Map<string, DigestPart>()
    const rows = await PARTS.rows(pool, queued.parts, addressId)
    for (const { searchId, wrapped, sealed, slug, state } of rows) {
      const { name } = openContent(pool.vault, searchId, { wrapped, sealed })
      const part = parts.get(searchId) ?? { searchId, name, matched: [], unmatched: [], more: 0 }
      const isShown = part.matched.length + part.unmatched.length < MAIL.textsShown
      parts.set(
        searchId,
        isShown ? { ...part, [state]: [...part[state], slug] } : { ...part, more: part.more + 1 },
      )
    }
    return parts.size === 0 || !confirmed
      ? null
      : { kind: 'digest', addressId, email, language, parts: [...parts.values()] }
  },
})
