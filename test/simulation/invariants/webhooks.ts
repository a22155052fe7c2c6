/** Invariants of notifiers: which endpoint gets which message, under which id, in which order. */
import { createHmac } from 'node:crypto'
import type { EndpointRow, EventRow, MessageRow } from '../engines/postgres/statements-webhooks.ts'
import { webhookIdOf } from '../engines/postgres/statements-webhooks.ts'
import type { Arrived } from '../engines/receivers.ts'
import type { KnownEndpoint, Span } from '../webhook-oracle.ts'
import type { World } from '../world.ts'
import type { Invariant } from './invariant.ts'
import { type LoggedEvent, loggedEvents, shownTexts } from './facts.ts'

const ATTEMPTS_MAX = 10
/** From the reading of the endpoints to the commit of the messages, at most. */
const QUEUEING_MS_MAX = 5_000
/** What was read before an erasure may be on its way for this long. */
const ON_ITS_WAY_MS_MAX = 5_000

type ChangeRow = {
  readonly generation: number
  readonly position: number
  readonly subject: string
  readonly type: string
  readonly articleId: string | null
  readonly jurisdictions: readonly string[]
  readonly change: { readonly id: string }
}
type Body = {
  readonly type: string
  readonly data: {
    readonly id?: string
    readonly articleId?: string
    readonly position: string
    readonly ordinal: number
    readonly sha256Hash: string | null
    readonly version: string | null
    readonly jurisdictions: readonly string[]
  }
}

const rowsOf = <Row>({ postgres }: World, table: string): Row[] =>
  postgres.tables.committed(table) as unknown as Row[]
const endpointsOf = (world: World): Map<string, EndpointRow> =>
  new Map(rowsOf<EndpointRow>(world, 'webhook_endpoints').map((one) => [one.id, one]))

export type MessageOfEndpoint = MessageRow & { readonly endpoint: EndpointRow }
/** Each message with its endpoint. */
export const messagesOf = (world: World): MessageOfEndpoint[] => {
  const endpoints = endpointsOf(world)
  return rowsOf<MessageRow>(world, 'webhook_messages').flatMap((one) => {
    const endpoint = endpoints.get(one.endpointId)
    return endpoint === undefined ? [] : [{ ...one, endpoint }]
  })
}
/** Whether anything is sent to an endpoint. */
export const isActive = (world: World, { accountId, disabledAt }: EndpointRow): boolean =>
  disabledAt === null &&
  rowsOf<{ id: string; paid: boolean }>(world, 'accounts').some(
    ({ id, paid }) => id === accountId && paid,
  )

const liveChanges = (world: World): ChangeRow[] => {
  const [live] = world.postgres.tables.committed('live_generation')
  return rowsOf<ChangeRow>(world, 'changes')
    .filter(({ generation }) => generation === live?.['generation'])
    .toSorted((a, b) => a.position - b.position || (a.subject < b.subject ? -1 : 1))
}

const bodies = new WeakMap<Arrived, Body>()
const bodyOf = (arrived: Arrived): Body => {
  const known = bodies.get(arrived)
  if (known !== undefined) return known
  const body = JSON.parse(arrived.body) as Body
  bodies.set(arrived, body)
  return body
}
const idOf = ({ headers }: Arrived): string => headers['webhook-id']

/** Notes how far the notifiers come, and what is erased, while a world runs. */
export const watchWebhooks = (world: World): void => {
  const { postgres, oracle, simulation } = world
  const { webhooks } = oracle
  postgres.watch(() => {
    const { tables } = postgres
    const position = Number(tables.committed('webhook_checkpoint')[0]?.['position'] ?? 0)
    if (position !== (webhooks.checkpoints.at(-1)?.position ?? 0))
      webhooks.checkpoints.push({ atMs: simulation.now(), position })
    const live = tables.committed('live_generation')[0]?.['generation']
    const served = tables.committed('generations').find(({ generation }) => generation === live)
    webhooks.reached = Math.max(webhooks.reached, position, Number(served?.['position'] ?? 0))
    for (const { position: at, isFinished } of tables.committed('keys.erasures'))
      if (isFinished === true && !webhooks.finished.has(Number(at)))
        webhooks.finished.set(Number(at), simulation.now())
  })
}

const isAsked = (
  { types, jurisdictions }: KnownEndpoint,
  change: Pick<ChangeRow, 'type' | 'jurisdictions'>,
): boolean =>
  (types.length === 0 || types.includes(change.type as never)) &&
  (jurisdictions.length === 0 ||
    change.jurisdictions.some((one) => jurisdictions.includes(one as never)))

/** Whether a change must have been queued for an endpoint within this time. */
const isQueuedWithin = (
  { fromMs, toMs, startsAfter, isWhole }: Span,
  position: number,
  reached: readonly { readonly atMs: number; readonly position: number }[],
): boolean => {
  if (position <= startsAfter) return false
  const at = reached.findIndex((one) => one.position >= position)
  const by = reached[at]
  // Changes before the first look at the checkpoint go to nobody.
  if (by === undefined || at === 0) return false
  // The one before it was the last that had not come so far.
  const isBegun = isWhole || queuedAfter(reached, at) > fromMs + QUEUEING_MS_MAX
  return isBegun && by.atMs <= toMs
}
const queuedAfter = (reached: readonly { readonly atMs: number }[], at: number): number =>
  reached[at]?.atMs ?? 0

const ERASED = 'WordingErased'
const isErasedAfter = (events: readonly LoggedEvent[], articleId: string | null, at: number) =>
  events.some(
    ({ type, streamId, position }) =>
      type === ERASED && streamId === `article-${articleId}` && position > at,
  )

/** An endpoint gets each change that it asks for, from its start on. */
const toldEveryChange: Invariant = {
  name: 'told-every-change',
  needs: ['notify'],
  check: ({ world }, fail) => {
    const { endpoints, checkpoints } = world.oracle.webhooks
    const events = loggedEvents(world)
    const known = endpointsOf(world)
    const ids = new Map(rowsOf<EventRow>(world, 'webhook_events').map(({ id, seq }) => [id, seq]))
    const queued = new Set(messagesOf(world).map((one) => `${one.endpointId} ${one.eventSeq}`))
    const changes = liveChanges(world)
    for (const endpoint of endpoints.values()) {
      if (!known.has(endpoint.id)) continue
      for (const change of changes) {
        const { position, articleId, type } = change
        if (!isAsked(endpoint, change)) continue
        if (!endpoint.spans.some((span) => isQueuedWithin(span, position, checkpoints))) continue
        // What waited was removed with the erased wording.
        if (isErasedAfter(events, articleId, position)) continue
        if (!queued.has(`${endpoint.id} ${ids.get(change.change.id)}`))
          fail(`${endpoint.url} was never told of ${type} at ${position}`)
      }
    }
  },
}

/** Each message was taken, was tried as often as it is tried, or waits for a reason. */
const messagesAccounted: Invariant = {
  name: 'messages-accounted',
  needs: ['notify'],
  check: ({ world }, fail) => {
    const taken = new Set(
      world.receivers.arrived.flatMap((one) => (one.isTaken ? [`${one.url} ${idOf(one)}`] : [])),
    )
    const seqs = new Set(rowsOf<EventRow>(world, 'webhook_events').map(({ seq }) => seq))
    for (const message of messagesOf(world)) {
      const { endpoint, state, attempts, outcomes } = message
      const what = `${webhookIdOf(message.id)} of ${endpoint.url}`
      if (!seqs.has(message.eventSeq)) fail(`${what} has no event`)
      if (state === 'delivered' && !taken.has(`${endpoint.url} ${webhookIdOf(message.id)}`))
        fail(`${what} is delivered and was never taken`)
      if (state === 'given_up' && attempts < ATTEMPTS_MAX)
        fail(`${what} was given up after ${attempts} attempts`)
      if (state === 'pending' && isActive(world, endpoint)) fail(`${what} waits for nothing`)
      if (state !== 'pending' && outcomes.length === 0) fail(`${what} ended without an attempt`)
    }
  },
}

/** One `webhook-id` is one body for one endpoint; one change is one id there. */
const oneIdOneBody: Invariant = {
  name: 'one-id-one-body',
  needs: ['notify'],
  check: ({ world }, fail) => {
    const byId = new Map<string, Arrived>()
    const byChange = new Map<string, string>()
    for (const one of world.receivers.arrived) {
      const id = idOf(one)
      const first = byId.get(id) ?? one
      byId.set(id, first)
      if (first.body !== one.body || first.url !== one.url) fail(`${id} has two bodies`)
      const { id: changeId } = bodyOf(one).data
      if (changeId === undefined) continue
      const key = `${one.url} ${changeId}`
      const known = byChange.get(key) ?? id
      byChange.set(key, known)
      if (known !== id) fail(`${one.url} was told of ${changeId} as ${known} and as ${id}`)
    }
  },
}

/** Each message is about a change in the log, and none comes before its endpoint begins. */
const onlyChangesTold: Invariant = {
  name: 'only-changes-told',
  needs: ['notify'],
  check: ({ world }, fail) => {
    const changes = new Map(liveChanges(world).map((one) => [one.change.id, one]))
    const byUrl = new Map(
      [...world.oracle.webhooks.endpoints.values()].map((one) => [one.url, one]),
    )
    for (const arrived of world.receivers.arrived) {
      const { type, data } = bodyOf(arrived)
      if (type === 'test') continue
      const change = changes.get(data.id ?? '')
      if (change === undefined) fail(`${arrived.url} was told of ${data.id}, which is no change`)
      const known = byUrl.get(arrived.url)
      if (change === undefined || known === undefined) continue
      // An erasure leaves the change without its jurisdictions: what was told of them counts.
      if (!isAsked(known, { type, jurisdictions: data.jurisdictions }))
        fail(`${arrived.url} did not ask for ${type} at ${change.position}`)
      if (Number(data.position) !== change.position) fail(`${data.id} is told at another place`)
    }
  },
}

/** Of one text an endpoint takes no later change before an earlier one, unless that is given up. */
const toldInOrder: Invariant = {
  name: 'told-in-order',
  needs: ['notify'],
  check: ({ world }, fail) => {
    const taken = new Set<string>()
    const last = new Map<string, { readonly at: number; readonly position: string }>()
    for (const [at, one] of world.receivers.arrived.entries()) {
      const { articleId, position, ordinal } = bodyOf(one).data
      if (!one.isTaken || articleId === undefined || taken.has(`${one.url} ${idOf(one)}`)) continue
      taken.add(`${one.url} ${idOf(one)}`)
      const key = `${one.url} ${articleId}`
      const place = `${position} ${String(ordinal).padStart(4, '0')}`
      const before = last.get(key)
      if (before !== undefined && before.position > place)
        fail(`${one.url} took ${place} of ${articleId} after ${before.position}`)
      last.set(key, { at, position: place })
    }
  },
}

/** Whoever answered that it is gone is sent nothing more, until its owner enables it. */
const goneIsDisabled: Invariant = {
  name: 'gone-is-disabled',
  needs: ['notify'],
  check: ({ world }, fail) => {
    const known = endpointsOf(world)
    for (const { id, url, lastEnabledMs } of world.oracle.webhooks.endpoints.values()) {
      const last = world.receivers.arrived.findLast((one) => one.url === url && one.status === 410)
      const row = known.get(id)
      if (row === undefined || last === undefined || last.atMs <= lastEnabledMs) continue
      if (row.disabledAt === null) fail(`${url} answered 410 and is still enabled`)
    }
  },
}

/** Whether an erasure took the version of which something was told before. */
const erases = (
  { streamId, position, data }: LoggedEvent,
  told: Pick<Body['data'], 'articleId' | 'version'> & { readonly position: number },
): boolean =>
  streamId === `article-${told.articleId}` &&
  told.position < position &&
  (JSON.parse(data) as { versions: string[] }).versions.includes(told.version ?? '')

/** A body names a wording that was public at its place, and none that was erased before. */
const nothingHiddenTold: Invariant = {
  name: 'nothing-hidden-told',
  needs: ['notify'],
  check: ({ world }, fail) => {
    const events = loggedEvents(world)
    const shown = shownTexts(events)
    const { finished } = world.oracle.webhooks
    const erasures = events.filter(({ type }) => type === ERASED)
    for (const { type, body } of rowsOf<EventRow>(world, 'webhook_events')) {
      const { articleId, position, version, sha256Hash } = (JSON.parse(body) as Body).data
      if (articleId === undefined || sha256Hash === null) continue
      for (const erasure of erasures)
        if (erases(erasure, { articleId, position: Number(position), version }))
          fail(`${type} at ${position} of the erased version ${version} is still kept`)
    }
    for (const arrived of world.receivers.arrived) {
      const { type, data } = bodyOf(arrived)
      if (type === 'test' || data.articleId === undefined) continue
      const streamId = `article-${data.articleId}`
      const history = shown.get(streamId) ?? []
      const hash = data.sha256Hash
      const position = Number(data.position)
      if (hash !== null && !history.some((one) => one.from <= position && one.sha256Hash === hash))
        fail(`${type} at ${position} names ${hash.slice(0, 8)}, which was never public there`)
      for (const erasure of erasures) {
        const doneMs = finished.get(erasure.position) ?? Infinity
        const told = { articleId: data.articleId, position, version: data.version }
        if (arrived.atMs > doneMs + ON_ITS_WAY_MS_MAX && hash !== null && erases(erasure, told))
          fail(`${arrived.url} was told of the erased version ${data.version} of ${streamId}`)
      }
    }
  },
}

const secretOf = (printed: string): Buffer => Buffer.from(printed.slice('whsec_'.length), 'base64')
/** Each message is signed with a secret that the owner of its endpoint was given. */
const signedForOwner: Invariant = {
  name: 'signed-for-owner',
  needs: ['notify'],
  check: ({ world }, fail) => {
    const byUrl = new Map(
      [...world.oracle.webhooks.endpoints.values()].map((one) => [one.url, one]),
    )
    for (const { url, headers, body } of world.receivers.arrived) {
      const known = byUrl.get(url)
      if (known === undefined || known.secrets.length < known.secretsAsked) continue
      const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
      const given = headers['webhook-signature'].split(' ')
      const isSigned = known.secrets.some((secret) =>
        given.includes(
          `v1,${createHmac('sha256', secretOf(secret)).update(signed).digest('base64')}`,
        ),
      )
      if (!isSigned) fail(`${url} can't verify ${headers['webhook-id']}`)
    }
  },
}

export const WEBHOOK_INVARIANTS: readonly Invariant[] = [
  toldEveryChange,
  messagesAccounted,
  oneIdOneBody,
  onlyChangesTold,
  toldInOrder,
  goneIsDisabled,
  nothingHiddenTold,
  signedForOwner,
]
