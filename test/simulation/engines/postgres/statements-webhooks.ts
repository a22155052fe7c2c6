/** Changes and webhooks: `infra/postgres/read-models/changes.ts`, `infra/postgres/webhooks`. */
import { createHash } from 'node:crypto'
import { ofGeneration, openOf, liveOf, removal } from './statements-read-models.ts'
import type { ServerSide, StatementRule } from './rule.ts'
import type { Row, View } from './tables.ts'

const SECOND_MS = 1_000
const PLACE_DIGITS = 15
const placeKey = (place: number): string => String(place).padStart(PLACE_DIGITS, '0')
const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

type FactRow = Row & {
  readonly articleId: string
  readonly position: number
  readonly names: readonly string[]
}
type ChangeRow = Row & {
  readonly position: number
  readonly subject: string
  readonly type: string
  readonly articleId: string | null
  readonly jurisdictions: readonly string[]
  readonly change: object
}
const factsOf = (db: View, generation: number): FactRow[] =>
  ofGeneration(db, 'text_facts', generation) as unknown as FactRow[]
/** By position and subject, as their keys are. */
const changesOf = (db: View, generation: number): ChangeRow[] =>
  ofGeneration(db, 'changes', generation) as unknown as ChangeRow[]

const keep = (db: View, table: string, key: string, row: Row): void => {
  if (db.get(table, key) === undefined) db.set(table, key, row)
}
const removeWhere = (db: View, table: string, isDoomed: (row: never) => boolean): number => {
  const doomed = db.sorted(table).filter(([, row]) => isDoomed(row as never))
  for (const [key] of doomed) db.remove(table, key)
  return doomed.length
}

type Wanted = readonly [types: string[] | null, jurisdictions: string[] | null]
const changesPage = (
  db: View,
  isAsked: (change: ChangeRow) => boolean,
  [types, jurisdictions]: Wanted,
  limit: number,
): Row[] => {
  const generation = liveOf(db)
  const head = Number(openOf(db, generation)?.['position'] ?? 0)
  const all = changesOf(db, generation).filter(({ position }) => position <= head)
  const found = all.filter(
    (one) =>
      isAsked(one) &&
      (types === null || types.includes(one.type)) &&
      (jurisdictions === null || one.jurisdictions.some((each) => jurisdictions.includes(each))),
  )
  const ordinalOf = (one: ChangeRow): number =>
    all.filter(({ position, subject }) => position === one.position && subject <= one.subject)
      .length
  const rows = found.slice(0, limit).map((one) => {
    return { position: one.position, ordinal: ordinalOf(one), change: one.change }
  })
  return [{ head, rows }]
}

const CHANGE_STATEMENTS: Readonly<Record<string, StatementRule>> = {
  'changes-save-facts': {
    run: (db, [generation, json]: readonly [number, string]) => {
      for (const row of JSON.parse(json) as FactRow[])
        keep(db, 'text_facts', `${generation} ${row.articleId} ${placeKey(row.position)}`, {
          ...row,
          generation,
        })
      return 1
    },
  },
  'changes-forget-facts': {
    run: (db, [generation, ids]: readonly [number, string[]]) =>
      removeWhere(
        db,
        'text_facts',
        (row: FactRow) => row['generation'] === generation && ids.includes(row.articleId),
      ),
  },
  'changes-facts-of': {
    run: (db, [generation, ids]: readonly [number, string[]]) =>
      factsOf(db, generation)
        .filter(({ articleId }) => ids.includes(articleId))
        .toSorted((a, b) => a.position - b.position),
  },
  'changes-ever-named': {
    run: (db, [generation, names]: readonly [number, string[]]) => {
      const found = factsOf(db, generation).filter((one) =>
        one.names.some((name) => names.includes(name)),
      )
      const ids = new Set(found.map(({ articleId }) => articleId))
      return [...ids].toSorted().map((articleId) => ({ articleId }))
    },
  },
  'changes-remove': {
    run: (
      db,
      [generation, from, through, coloured, returned]: readonly [
        number,
        number,
        number,
        string[],
        string[],
      ],
    ) =>
      removeWhere(db, 'changes', (row: ChangeRow) => {
        if (row['generation'] !== generation || row.articleId === null) return false
        if (row.position < from || row.position > through) return false
        const among = row.type === 'headnote.flag_changed' ? coloured : returned
        return among.includes(row.articleId)
      }),
  },
  'changes-save': {
    run: (db, [generation, json]: readonly [number, string]) => {
      for (const row of JSON.parse(json) as ChangeRow[])
        keep(db, 'changes', `${generation} ${placeKey(row.position)} ${row.subject}`, {
          ...row,
          generation,
        })
      return 1
    },
  },
  'changes-page': {
    run: (db, [generation, after, subject, limit]: readonly [number, number, string, number]) =>
      changesOf(db, generation)
        .filter((one) => one.position > after || (one.position === after && one.subject > subject))
        .slice(0, limit),
  },
  'changes-read': {
    run: (db, [after, types, jurisdictions, rows]: readonly [number, ...Wanted, number]) =>
      changesPage(db, ({ position }) => position > after, [types, jurisdictions], rows),
  },
  'changes-read-fact': {
    run: (db, [at, types, jurisdictions]: readonly [number, ...Wanted]) =>
      changesPage(db, ({ position }) => position === at, [types, jurisdictions], Infinity),
  },
  'remove-changes': { run: removal('changes') },
  'remove-text_facts': { run: removal('text_facts') },
}

export type EndpointRow = Row & {
  readonly id: string
  readonly accountId: string
  readonly url: string
  readonly types: readonly string[]
  readonly jurisdictions: readonly string[]
  readonly sealedSecret: Uint8Array
  readonly previousSealedSecret: Uint8Array | null
  readonly previousValidUntil: number | null
  readonly startsAfter: number
  readonly disabledAt: number | null
  readonly disabledCause: string | null
  readonly failingSince: number | null
  readonly restingUntil: number | null
  readonly beginning: number
  readonly createdAt: number
}
export type EventRow = Row & {
  readonly seq: number
  readonly id: string
  readonly type: string
  readonly orderKey: string | null
  readonly body: string
  readonly createdAt: number
}
export type MessageRow = Row & {
  readonly id: string
  readonly endpointId: string
  readonly eventSeq: number
  readonly orderKey: string | null
  readonly state: 'pending' | 'delivered' | 'given_up'
  readonly queuedAt: number
  readonly dueAt: number
  readonly attempts: number
  readonly outcomes: readonly { readonly status: number | null }[]
  readonly endedAt: number | null
}
const ENDPOINTS = 'webhook_endpoints'
const MESSAGES = 'webhook_messages'
const EVENTS = 'webhook_events'
const ATTEMPTS_SHOWN = 20
const FAILING_MS_MAX = 5 * 86_400_000
const CHECKPOINT = 'webhook_checkpoint'

const endpointsOf = (db: View): EndpointRow[] => db.rows(ENDPOINTS) as unknown as EndpointRow[]
const endpointOf = (db: View, id: string): EndpointRow | undefined =>
  db.get(ENDPOINTS, id) as unknown as EndpointRow | undefined
const messagesOf = (db: View): MessageRow[] => db.rows(MESSAGES) as unknown as MessageRow[]
const eventOf = (db: View, seq: number): EventRow =>
  db.get(EVENTS, placeKey(seq)) as unknown as EventRow
const change = (db: View, table: string, row: Row & { readonly id: string }, to: object): void =>
  db.set(table, row.id, { ...row, ...to })

const isPaying = (db: View, accountId: string): boolean =>
  db.get('accounts', accountId)?.['paid'] === true

export const webhookIdOf = (id: string): string => `msg_${id.replaceAll('-', '')}`
const uuidOf = (hex: string): string =>
  [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  )
const messageIdOf = (endpointId: string, event: string): string =>
  uuidOf(createHash('sha256').update(`${endpointId}\n${event}`).digest('hex'))

const shownEndpoint = (db: View, row: EndpointRow, now: number): Row => {
  const { id, url, types, jurisdictions, disabledCause, startsAfter } = row
  const until = row.previousValidUntil
  return {
    id,
    url,
    description: '',
    types,
    jurisdictions,
    enabled: row.disabledAt === null,
    disabledAt: iso(row.disabledAt),
    disabledCause,
    failingSince: iso(row.failingSince),
    pending: messagesOf(db).filter((one) => one.endpointId === id && one.state === 'pending')
      .length,
    startsAfter: placeKey(startsAfter),
    previousSecretValidUntil: until !== null && until > now ? iso(until) : null,
    createdAt: iso(row.createdAt),
  }
}
const ofAccount = (db: View, accountId: string): EndpointRow[] =>
  endpointsOf(db)
    .filter((one) => one.accountId === accountId)
    .toSorted((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))

type Stored = {
  readonly id: string
  readonly type: string
  readonly accountId: string | null
  readonly orderKey: string | null
  readonly jurisdictions: readonly string[]
  readonly position: number | null
  readonly body: string
}
const addEvent = (db: View, event: Stored, now: number): EventRow | null => {
  const { id, type, orderKey, body } = event
  if (db.rows(EVENTS).some((one) => one['id'] === id)) return null
  const seq = db.next(EVENTS)
  db.set(EVENTS, placeKey(seq), { seq, id, type, orderKey, body, createdAt: now })
  return eventOf(db, seq)
}
const addMessage = (
  db: View,
  endpointId: string,
  event: EventRow,
  orderKey: string | null,
  now: number,
): string => {
  const id = messageIdOf(endpointId, event.id)
  keep(db, MESSAGES, id, {
    id,
    endpointId,
    eventSeq: event.seq,
    orderKey,
    state: 'pending',
    queuedAt: now,
    dueAt: now,
    attempts: 0,
    outcomes: [],
    endedAt: null,
  })
  return id
}
const isAsked = (db: View, endpoint: EndpointRow, event: Stored): boolean => {
  const { types, jurisdictions, disabledAt, accountId, startsAfter } = endpoint
  return (
    disabledAt === null &&
    (event.accountId === null || event.accountId === accountId) &&
    (types.length === 0 || types.includes(event.type)) &&
    (jurisdictions.length === 0 ||
      event.accountId !== null ||
      event.jurisdictions.some((one) => jurisdictions.includes(one))) &&
    (event.position === null || event.position > startsAfter) &&
    isPaying(db, accountId)
  )
}
const addEvents = (db: View, [json]: readonly [string], server: ServerSide): number => {
  for (const given of JSON.parse(json) as Stored[]) {
    const event = addEvent(db, given, server.clock())
    if (event === null) continue
    for (const endpoint of endpointsOf(db))
      if (isAsked(db, endpoint, given))
        addMessage(db, endpoint.id, event, given.orderKey, server.clock())
  }
  return 1
}

const isDue = ({ state, dueAt }: MessageRow, now: number): boolean =>
  state === 'pending' && dueAt <= now
const waitsForNone = (own: readonly MessageRow[], message: MessageRow): boolean =>
  message.orderKey === null ||
  !own.some(
    ({ orderKey, state, eventSeq }) =>
      orderKey === message.orderKey && state === 'pending' && eventSeq < message.eventSeq,
  )
const dueMessages = (
  db: View,
  [ids, limits]: readonly [string[], number[]],
  server: ServerSide,
): Row[] =>
  ids.flatMap((endpointId, at) => {
    const own = messagesOf(db).filter((one) => one.endpointId === endpointId)
    return own
      .filter((one) => isDue(one, server.clock()) && waitsForNone(own, one))
      .toSorted((a, b) => a.dueAt - b.dueAt || a.eventSeq - b.eventSeq)
      .slice(0, limits[at] ?? 0)
      .map(({ id, eventSeq, attempts }) => {
        const event = eventOf(db, eventSeq)
        const none = { wrapped: null, sealed: null }
        return {
          endpointId,
          id: webhookIdOf(id),
          event: event.id,
          body: event.body,
          attempts,
          ...none,
        }
      })
  })

type Recorded = {
  readonly id: string
  readonly becomes: 'delivered' | 'retry' | 'given_up' | 'stays'
  readonly pauseMs: number
  readonly attempt: { readonly status: number | null }
}
const record = (db: View, [json]: readonly [string], server: ServerSide): number => {
  const now = server.clock()
  for (const { id, becomes, pauseMs, attempt } of JSON.parse(json) as Recorded[]) {
    const message = db.get(MESSAGES, uuidOf(id)) as unknown as MessageRow | undefined
    if (message?.state !== 'pending') continue
    const isWaiting = becomes === 'retry' || becomes === 'stays'
    change(db, MESSAGES, message, {
      attempts: message.attempts + (becomes === 'stays' ? 0 : 1),
      state: isWaiting ? 'pending' : becomes,
      dueAt: becomes === 'retry' ? now + pauseMs : message.dueAt,
      endedAt: isWaiting ? null : now,
      outcomes: [...message.outcomes, attempt].slice(-ATTEMPTS_SHOWN),
    })
  }
  return 1
}

type Failed = { readonly id: string; readonly restMs: number; readonly isFailing: boolean }
const failed = (db: View, [json]: readonly [string], server: ServerSide): number => {
  const now = server.clock()
  for (const { id, restMs, isFailing } of JSON.parse(json) as Failed[]) {
    const endpoint = endpointOf(db, id)
    if (endpoint === undefined) continue
    const rest = restMs > 0 ? now + restMs : null
    const until = Math.max(endpoint.restingUntil ?? 0, rest ?? 0)
    change(db, ENDPOINTS, endpoint, {
      failingSince: isFailing ? (endpoint.failingSince ?? now) : endpoint.failingSince,
      restingUntil: until === 0 ? null : until,
    })
  }
  return 1
}
const end = (
  db: View,
  [gone, failing]: readonly [string[], string[]],
  server: ServerSide,
): Row[] => {
  const now = server.clock()
  return endpointsOf(db).flatMap((one) => {
    const isGone = gone.includes(one.id)
    const isFailing =
      failing.includes(one.id) &&
      one.failingSince !== null &&
      one.failingSince < now - FAILING_MS_MAX
    if (one.disabledAt !== null || (!isGone && !isFailing)) return []
    const cause = isGone ? 'gone' : 'failing'
    change(db, ENDPOINTS, one, { disabledAt: now, disabledCause: cause })
    return [{ id: one.id, kind: 'webhook', cause }]
  })
}

const lockEndpoint = ([id]: readonly [string]): string[] => [`endpoint ${id}`]
const updated =
  (to: (values: never, now: number) => object) =>
  (db: View, values: readonly [string], server: ServerSide): number => {
    const endpoint = endpointOf(db, values[0])
    if (endpoint === undefined) return 0
    change(db, ENDPOINTS, endpoint, to(values as never, server.clock()))
    return 1
  }
const checkpoint = (db: View): Row[] => [{ position: db.get(CHECKPOINT, '')?.['position'] ?? null }]
/** No world lasts for the days after which something is removed. */
const nothing: StatementRule = { run: () => 0 }

/** Messages about an erased text that were queued before, but those that tell of the erasure. */
const isQueuedBefore = (db: View, articleId: string, before: Date, position: number) => {
  const silent = new Set(
    changesOf(db, liveOf(db))
      .map((one) => one.change as { readonly id: string; readonly sha256Hash: string | null })
      .flatMap(({ id, sha256Hash }) => (sha256Hash === null ? [id] : [])),
  )
  const saysMore = ({ id, body }: EventRow): boolean => {
    const { data } = JSON.parse(body) as { data: { sha256Hash?: string | null } }
    return (data.sha256Hash ?? null) !== null && silent.has(id)
  }
  const isOlder = ({ body, createdAt }: EventRow): boolean => {
    const { data } = JSON.parse(body) as { data: { position?: string } }
    return createdAt < before.getTime() && Number(data.position ?? 0) <= position
  }
  return (event: EventRow): boolean =>
    event.orderKey === articleId &&
    event.type !== 'article.erased' &&
    (isOlder(event) || saysMore(event))
}

const WEBHOOK_STATEMENTS: Readonly<Record<string, StatementRule>> = {
  'webhooks-checkpoint': { run: checkpoint },
  'webhooks-lock-checkpoint': { run: checkpoint, locks: () => [CHECKPOINT] },
  'webhooks-move-checkpoint': {
    run: (db, [position]: readonly [number]) => {
      db.set(CHECKPOINT, '', { position })
      return 1
    },
    locks: () => [CHECKPOINT],
  },
  'webhooks-add-events': { run: addEvents },
  'webhooks-due-endpoints': {
    run: (db, _, server) =>
      endpointsOf(db)
        .filter(
          ({ id, accountId, disabledAt, restingUntil }) =>
            disabledAt === null &&
            isPaying(db, accountId) &&
            (restingUntil ?? 0) <= server.clock() &&
            messagesOf(db).some((one) => one.endpointId === id && isDue(one, server.clock())),
        )
        .toSorted((a, b) => (a.id < b.id ? -1 : 1))
        .map(({ id, url, beginning, sealedSecret, previousSealedSecret, previousValidUntil }) => ({
          endpointId: id,
          url,
          beginning,
          sealedSecret,
          previousSealedSecret:
            (previousValidUntil ?? 0) > server.clock() ? previousSealedSecret : null,
        })),
  },
  'webhooks-due': { run: dueMessages },
  'webhooks-lock-endpoints': {
    run: (db, [ids]: readonly [string[]]) =>
      ids.flatMap((id) => {
        const endpoint = endpointOf(db, id)
        return endpoint === undefined ? [] : [{ id, beginning: endpoint.beginning }]
      }),
    locks: ([ids]: readonly [string[]]) => ids.toSorted().map((id) => `endpoint ${id}`),
  },
  'webhooks-record': { run: record },
  'webhooks-succeeded': {
    run: (db, [ids]: readonly [string[]]) => {
      for (const id of ids) {
        const endpoint = endpointOf(db, id)
        if (endpoint !== undefined) change(db, ENDPOINTS, endpoint, { failingSince: null })
      }
      return ids.length
    },
    locks: ([ids]: readonly [string[]]) => ids.toSorted().map((id) => `endpoint ${id}`),
  },
  'webhooks-failed': {
    run: failed,
    locks: ([json]: readonly [string]) =>
      (JSON.parse(json) as Failed[]).map(({ id }) => `endpoint ${id}`).toSorted(),
  },
  'webhooks-end': { run: end },
  'webhooks-sweep-messages': nothing,
  'webhooks-sweep-waiting': nothing,
  'webhooks-sweep-events': nothing,
  'webhooks-list': {
    run: (db, [accountId]: readonly [string], server) =>
      ofAccount(db, accountId).map((one) => shownEndpoint(db, one, server.clock())),
  },
  'webhooks-one': {
    run: (db, [id, accountId]: readonly [string, string], server) =>
      ofAccount(db, accountId)
        .filter((one) => one.id === id)
        .map((one) => shownEndpoint(db, one, server.clock())),
  },
  'webhooks-account': {
    run: (db, [accountId]: readonly [string]) => [{ paid: isPaying(db, accountId) }],
    locks: ([accountId]: readonly [string]) => [`account ${accountId}`],
  },
  'webhooks-count': {
    run: (db, [accountId]: readonly [string]) => [{ endpoints: ofAccount(db, accountId).length }],
  },
  'webhooks-known': {
    run: (db, [id, accountId]: readonly [string, string]) => {
      const known = endpointOf(db, id)
      return known === undefined ? [] : [{ own: known.accountId === accountId }]
    },
  },
  'webhooks-reached': {
    run: (db) => {
      const served = Number(openOf(db, liveOf(db))?.['position'] ?? 0)
      return [{ position: Math.max(served, Number(db.get(CHECKPOINT, '')?.['position'] ?? 0)) }]
    },
    locks: () => [CHECKPOINT],
  },
  'webhooks-register': {
    run: (
      db,
      [id, accountId, url, , types, jurisdictions, sealedSecret, startsAfter]: readonly [
        string,
        string,
        string,
        string,
        string[],
        string[],
        Uint8Array,
        number,
      ],
      server,
    ) => {
      db.set(ENDPOINTS, id, {
        id,
        accountId,
        url,
        types,
        jurisdictions,
        sealedSecret,
        previousSealedSecret: null,
        previousValidUntil: null,
        startsAfter,
        disabledAt: null,
        disabledCause: null,
        failingSince: null,
        restingUntil: null,
        beginning: 0,
        createdAt: server.clock(),
      })
      return 1
    },
  },
  'webhooks-lock': {
    run: (db, [id, accountId]: readonly [string, string]) =>
      ofAccount(db, accountId)
        .filter((one) => one.id === id)
        .map(({ disabledAt, disabledCause, url }) => ({
          enabled: disabledAt === null,
          cause: disabledCause,
          url,
        })),
    locks: lockEndpoint,
  },
  'webhooks-enable': {
    run: (db, [id, reached]: readonly [string, number]) => {
      const endpoint = endpointOf(db, id)
      if (endpoint === undefined) return 0
      change(db, ENDPOINTS, endpoint, {
        disabledAt: null,
        disabledCause: null,
        failingSince: null,
        restingUntil: null,
        beginning: endpoint.beginning + 1,
        startsAfter: Math.max(endpoint.startsAfter, reached),
      })
      return 1
    },
  },
  'webhooks-hurry': {
    run: (db, [id]: readonly [string], server) => {
      for (const one of messagesOf(db))
        if (one.endpointId === id && one.state === 'pending')
          change(db, MESSAGES, one, { dueAt: server.clock(), attempts: 0 })
      return 1
    },
  },
  'webhooks-disable': {
    run: updated(([, cause]: readonly [string, string], now) => ({
      disabledAt: now,
      disabledCause: cause,
    })),
  },
  'webhooks-remove': {
    run: (db, [id]: readonly [string]) => {
      removeWhere(db, MESSAGES, (one: MessageRow) => one.endpointId === id)
      return Number(db.remove(ENDPOINTS, id))
    },
  },
  'webhooks-rotate': {
    run: (db, [id, sealedSecret, overlap]: readonly [string, Uint8Array, number], server) => {
      const endpoint = endpointOf(db, id)
      if (endpoint === undefined) return []
      const until = overlap > 0 ? server.clock() + overlap * SECOND_MS : null
      change(db, ENDPOINTS, endpoint, {
        sealedSecret,
        previousSealedSecret: until === null ? null : endpoint.sealedSecret,
        previousValidUntil: until,
      })
      return [{ previousSecretValidUntil: iso(until) }]
    },
  },
  'webhooks-messages': {
    run: (
      db,
      [id, state, before, limit]: readonly [string, string | null, number | null, number],
    ) =>
      messagesOf(db)
        .filter((one) => one.endpointId === id && (state === null || one.state === state))
        .filter(({ eventSeq }) => before === null || eventSeq < before)
        .toSorted((a, b) => b.eventSeq - a.eventSeq)
        .slice(0, limit)
        .map((one) => ({
          id: webhookIdOf(one.id),
          type: eventOf(db, one.eventSeq).type,
          state: one.state,
          queuedAt: iso(one.queuedAt),
          dueAt: one.state === 'pending' ? iso(one.dueAt) : null,
          attempts: one.outcomes,
          seq: one.eventSeq,
        })),
  },
  'webhooks-redeliver': {
    run: (db, [endpointId, id]: readonly [string, string], server) => {
      const message = db.get(MESSAGES, id) as unknown as MessageRow | undefined
      if (message?.endpointId !== endpointId) return []
      const again = { state: 'pending', endedAt: null, dueAt: server.clock(), attempts: 0 }
      change(db, MESSAGES, message, again)
      return [{ id: webhookIdOf(id) }]
    },
  },
  'webhooks-end-rest': { run: updated(() => ({ restingUntil: null })) },
  'webhooks-add-test': {
    run: (
      db,
      [endpointId, id, type, accountId, body]: readonly [string, string, string, string, string],
      server,
    ) => {
      const given = { id, type, accountId, orderKey: null, jurisdictions: [], position: null, body }
      const event = addEvent(db, given, server.clock())
      if (event === null) return []
      return [{ id: webhookIdOf(addMessage(db, endpointId, event, null, server.clock())) }]
    },
  },
  'erasures-hold-messages': { run: () => [], locks: () => [CHECKPOINT] },
  'erasures-forget-webhook_messages': {
    run: (db, [articleId, before, position]: readonly [string, Date, number]) => {
      const isDoomed = isQueuedBefore(db, articleId, before, position)
      return removeWhere(db, MESSAGES, (one: MessageRow) => isDoomed(eventOf(db, one.eventSeq)))
    },
  },
  'erasures-forget-webhook_events': {
    run: (db, [articleId, before, position]: readonly [string, Date, number]) => {
      const used = new Set(messagesOf(db).map(({ eventSeq }) => eventSeq))
      const isDoomed = isQueuedBefore(db, articleId, before, position)
      return removeWhere(db, EVENTS, (event: EventRow) => isDoomed(event) && !used.has(event.seq))
    },
  },
}

export const NOTIFIER_STATEMENTS: Readonly<Record<string, StatementRule>> = {
  ...CHANGE_STATEMENTS,
  ...WEBHOOK_STATEMENTS,
}
