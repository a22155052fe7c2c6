/** What must hold once all faults have ended and everybody had time to catch up. */
import { isRefusal } from '#contracts/fault.ts'
import { articleIdOfStream } from '#contracts/ids.ts'
import { assessText } from '#ingest/groundedness/assess-text.ts'
import { canonicalJson } from '#contracts/canonical/canonical.ts'
import { sha256Hex } from '#contracts/canonical/hash.ts'
import { reconcileAll } from '../actors/billing.ts'
import { replayOnce } from '../actors/followers.ts'
import { KEYS } from '../actors/keys.ts'
import { openStores, timeNow } from '../actors/stores.ts'
import type { World } from '../world.ts'
import { ERASURE_INVARIANTS } from './erasure.ts'
import type { Invariant } from './invariant.ts'
import { loggedEvents, shownTexts } from './facts.ts'
import { WEBHOOK_INVARIANTS } from './webhooks.ts'

const positionsDense: Invariant = {
  name: 'positions-dense',
  needs: [],
  check: ({ world }, fail) => {
    const versions = new Map<string, number>()
    for (const [at, event] of loggedEvents(world).entries()) {
      if (event.position !== at + 1) fail(`position ${at + 1} is ${event.position}`)
      const before = versions.get(event.streamId) ?? 0
      if (event.streamVersion !== before + 1)
        fail(`${event.streamId} has version ${event.streamVersion} after ${before}`)
      versions.set(event.streamId, event.streamVersion)
    }
  },
}

const factsKept: Invariant = {
  name: 'facts-kept',
  needs: [],
  check: ({ world }, fail) => {
    const events = loggedEvents(world)
    const byCommand = Map.groupBy(events, ({ correlationId }) => correlationId)
    for (const { correlationId, actor, position } of world.oracle.acknowledged) {
      const own = byCommand.get(correlationId) ?? []
      const last = position === null ? undefined : events[position - 1]
      if (position === null && own.length > 0)
        fail(`${correlationId} was said to record nothing, and recorded ${own.length} events`)
      if (position !== null && (last?.correlationId !== correlationId || last.actor !== actor))
        fail(`${correlationId} was acknowledged at ${position}, where another fact is`)
      else if (position !== null && events[position]?.appendId === last?.appendId)
        fail(`${correlationId} was acknowledged at ${position}, before its last fact`)
    }
    for (const { payloadHash, hashed, position } of events)
      if (sha256Hex(canonicalJson(JSON.parse(hashed))) !== payloadHash)
        fail(`the fact at ${position} is not the one that was hashed`)
  },
}

/** A command that was repeated after a lost answer left one append at most. */
const recordedOnce: Invariant = {
  name: 'recorded-once',
  needs: [],
  check: ({ world }, fail) => {
    const acts = loggedEvents(world).filter(({ correlationId }) => correlationId.startsWith('act-'))
    for (const [command, own] of Map.groupBy(acts, ({ correlationId }) => correlationId))
      if (new Set(own.map(({ appendId }) => appendId)).size > 1)
        fail(`${command} was recorded more than once`)
    const stated = loggedEvents(world)
      .filter(({ type }) => type === 'Imported')
      .map(({ data }) => JSON.parse(data) as Stated)
    for (const [name, own] of Map.groupBy(stated, (one) => `${one.sourceId} ${one.state}`))
      if (own.length > 1) fail(`the statement ${name} was recorded ${own.length} times`)
  },
}

type Stated = { readonly sourceId: string; readonly state: string }

const importsCounted: Invariant = {
  name: 'refusals-counted',
  needs: ['import'],
  check: ({ world, corpus, themes }, fail) => {
    for (const { summary, outcomes, badRecords, records } of world.oracle.imports) {
      const { read, imported, unchanged, revised, refused, takenDown, withoutEffect } = summary
      if (read !== imported + unchanged + revised + refused + takenDown + withoutEffect)
        fail('the counts of an import do not add up')
      if (read !== records) fail(`${read} of ${records} records were counted`)
      // An import may also find a text that an editor deleted meanwhile.
      const isPossible =
        themes.has('edit') || themes.has('erase') ? refused >= badRecords : refused === badRecords
      if (!isPossible) fail(`${refused} of ${badRecords} bad records were refused`)
      const told = outcomes.filter(({ classification }) => classification === 'refused').length
      if (told !== refused) fail(`${told} refusals were told, ${refused} were counted`)
    }
    const kept = new Set(
      loggedEvents(world).flatMap(({ type, data }) => {
        if (type !== 'Imported') return []
        const { sourceId, state } = JSON.parse(data) as Stated
        return [sourceId, `${sourceId} ${state}`]
      }),
    )
    const refusedLines = new Set(
      world.oracle.imports.flatMap(({ outcomes }) =>
        outcomes.flatMap((one) => (one.classification === 'refused' ? [one.refusal.line] : [])),
      ),
    )
    for (const { name, line } of corpus.statements)
      if (!kept.has(name) && !refusedLines.has(line))
        fail(`the statement ${name} was accepted and is not in the log`)
  },
}

const rebuildEqual: Invariant = {
  name: 'rebuild-equals-live',
  needs: ['read'],
  check: async ({ world }) => {
    await replayOnce(world)
  },
}

type ServedRow = { readonly generation: number; readonly articleId: string; readonly json: string }

/**
 * The served articles and hits are what the events say, by another reading than the projector's.
 */
const servedEqualsLog: Invariant = {
  name: 'served-equals-log',
  needs: ['read'],
  check: ({ world }, fail) => {
    const [live] = world.postgres.tables.committed('live_generation')
    const rows = (table: string): ServedRow[] =>
      (world.postgres.tables.committed(table) as unknown as ServedRow[]).filter(
        ({ generation }) => generation === live?.['generation'],
      )
    const served = new Map(
      rows('articles').map(({ articleId, json }) => [
        `article-${articleId}`,
        (JSON.parse(json) as { sha256Hash: string }).sha256Hash,
      ]),
    )
    const found = new Set(
      (rows('search_rows') as unknown as { articleId: string; document: string | null }[])
        .filter(({ document }) => document !== null)
        .map(({ articleId }) => `article-${articleId}`),
    )
    for (const [streamId, history] of shownTexts(loggedEvents(world))) {
      if (world.oracle.poisoned.has(streamId)) continue
      const expected = history.at(-1)?.sha256Hash ?? null
      const got = served.get(streamId) ?? null
      if (got !== expected)
        fail(`${streamId} is served as ${got?.slice(0, 8)}, the log says ${expected?.slice(0, 8)}`)
      if (found.has(streamId) !== (expected !== null))
        fail(`${streamId} is ${expected === null ? 'still' : 'not'} in the search index`)
    }
  },
}

/** The stored count of citing texts is what the citations say. */
const parkedForCause: Invariant = {
  name: 'parked-for-cause',
  needs: ['read'],
  check: ({ world }, fail) => {
    const [live] = world.postgres.tables.committed('live_generation')
    const parked = world.postgres.tables
      .committed('parked_streams')
      .filter(({ generation }) => generation === live?.['generation'])
      .map(({ streamId, reason }) => [String(streamId), String(reason)] as const)
    for (const [streamId, reason] of parked)
      if (!world.oracle.poisoned.has(streamId)) fail(`${streamId} is parked: ${reason}`)
    const known = new Set(parked.map(([streamId]) => streamId))
    for (const streamId of world.oracle.poisoned)
      if (!known.has(streamId)) fail(`${streamId} has an unreadable event and is not parked`)
  },
}

/** Of each text the transport has all events in one partition, each first time in their order. */
const orderPerArticle: Invariant = {
  name: 'order-per-article',
  needs: ['kafka'],
  check: ({ world }, fail) => {
    const versions = new Map<string, number>()
    const seen = new Set<string>()
    for (const { key, value } of world.brokers.everSent()) {
      const { streamid, streamversion } = JSON.parse(value) as {
        streamid: string
        streamversion: number
      }
      if (key !== streamid) fail(`${streamid} was sent under the key ${key}`)
      if (seen.has(`${streamid} ${streamversion}`)) continue
      seen.add(`${streamid} ${streamversion}`)
      const before = versions.get(streamid) ?? 0
      if (streamversion !== before + 1)
        fail(`${streamid} ${streamversion} was first sent after ${before}`)
      versions.set(streamid, streamversion)
    }
  },
}

const relaySendsAll: Invariant = {
  name: 'relay-sends-all',
  needs: ['kafka'],
  check: ({ world }, fail) => {
    const seen = new Set(
      world.brokers
        .everSent()
        .map(({ value }) => Number((JSON.parse(value) as { position: string }).position)),
    )
    const unreadable = world.oracle.poisonedPositions
    for (const { position } of loggedEvents(world))
      if (!seen.has(position) && !unreadable.has(position)) fail(`${position} was never sent`)
  },
}

type LedgerRow = {
  readonly usageId: string
  readonly accountId: string
  readonly keyId: string
  readonly microUsd: number
  readonly month: string
}
const ledgerOf = (world: World): LedgerRow[] =>
  world.postgres.tables.committed('ledger') as unknown as LedgerRow[]

const oneCharge: Invariant = {
  name: 'one-charge-a-usage-id',
  needs: ['money'],
  check: ({ world }, fail) => {
    const ledger = new Map(ledgerOf(world).map((row) => [row.usageId, row]))
    const byCall = Map.groupBy(world.oracle.charges, ({ call }) => call)
    for (const [call, own] of byCall)
      if (new Set(own.map(({ usageId }) => usageId)).size > 1)
        fail(`${call} was charged more than once`)
    // A call without an idempotency key is made once, one with a key is charged once.
    if (ledger.size > world.oracle.calls)
      fail(`${world.oracle.calls} calls led to ${ledger.size} charges`)
    const byUsage = Map.groupBy(world.oracle.charges, ({ usageId }) => usageId)
    for (const [usageId, own] of byUsage) {
      const calls = new Set(own.map(({ call }) => call))
      if (calls.size > 1) fail(`${usageId.slice(0, 8)} was given to ${[...calls].join(' and ')}`)
      if (!ledger.has(usageId)) fail(`${[...calls].join()} has a header and no charge`)
    }
  },
}

/**
 * Every charge under an idempotency key reached its client, since it asked until it was answered.
 */
const headersEqualLedger: Invariant = {
  name: 'headers-equal-ledger',
  needs: ['money'],
  check: ({ world }, fail) => {
    const ledger = new Map(ledgerOf(world).map((row) => [row.usageId, row]))
    for (const { usageId, microUsd, keyId, call } of world.oracle.charges) {
      const row = ledger.get(usageId)
      if (row !== undefined && (row.microUsd !== microUsd || row.keyId !== keyId))
        fail(`${call} was told ${microUsd} and charged ${row.microUsd}`)
    }
    const answered = new Set(world.oracle.charges.map(({ usageId }) => usageId))
    const underKeys = world.postgres.tables.committed('idempotency_keys')
    const unheard = underKeys
      .map(({ usageId }) => String(usageId))
      .filter((usageId) => ledger.has(usageId) && !answered.has(usageId))
    if (unheard.length > world.oracle.endedOtherwise.length)
      fail(`${unheard.length} calls were charged and their clients never heard of it`)
  },
}

const capsHold: Invariant = {
  name: 'caps-hold',
  needs: ['money'],
  check: ({ world }, fail) => {
    for (const { keyId, capMicroUsd, capMode } of KEYS) {
      const own = ledgerOf(world).filter((one) => one.keyId === keyId)
      for (const rows of Map.groupBy(own, ({ month }) => month).values()) {
        const spent = rows.reduce((sum, { microUsd }) => sum + microUsd, 0)
        if (capMicroUsd !== null && capMode === 'hard' && spent > capMicroUsd)
          fail(`${spent} were charged under a cap of ${capMicroUsd}`)
      }
    }
  },
}

/** Sums of micro-dollars by account, printed so that equal sums are equal texts. */
const sumsOf = (rows: readonly (readonly [account: string, microUsd: number])[]): string => {
  const all = [...Map.groupBy(rows, ([account]) => account)].map(([account, own]) => [
    account,
    own.reduce((sum, [, microUsd]) => sum + microUsd, 0),
  ])
  return JSON.stringify(all.toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)))
}
const ledgerSums = (world: World): string =>
  sumsOf(ledgerOf(world).map(({ accountId, microUsd }) => [`cus_${accountId}`, microUsd]))
const meterSums = (world: World): string =>
  sumsOf(world.provider.counted.map(({ customerId, microUsd }) => [customerId, microUsd]))

/** A provider that neither forgets nor doubles has each charge once before anybody compares. */
const meterComplete: Invariant = {
  name: 'meter-complete',
  needs: ['money'],
  check: ({ world }, fail) => {
    const [ledger, meter] = [ledgerSums(world), meterSums(world)]
    if (!world.provider.hasLied() && ledger !== meter) fail(`ledger ${ledger}, meter ${meter}`)
  },
}

/** Whatever the provider lost or doubled, comparing and repairing makes the sums equal. */
const ledgerEqualsMeter: Invariant = {
  name: 'ledger-equals-meter',
  needs: ['money'],
  check: async ({ world }, fail) => {
    for (const { accountId, month, equal, open } of await reconcileAll(world))
      if (!equal) fail(`${accountId} ${month} stays different: ${JSON.stringify(open)}`)
    const [ledger, meter] = [ledgerSums(world), meterSums(world)]
    if (ledger !== meter) fail(`ledger ${ledger}, meter ${meter}`)
  },
}

/** What is recorded about a text that was assessed is what an assessment finds today. */
const assessmentsCurrent: Invariant = {
  name: 'assessments-current',
  needs: ['assess'],
  check: async ({ world }, fail) => {
    const { write } = openStores()
    const shown = shownTexts(loggedEvents(world))
    for (const { id } of world.postgres.tables.committed('assessed_texts')) {
      const history = shown.get(`article-${String(id)}`) ?? []
      const last = history.at(-1)
      if (last === undefined || last.sha256Hash === null) continue
      const context = {
        actor: 'check',
        time: timeNow(),
        correlationId: 'check',
        causationId: null,
      }
      const outcome = await assessText(write, last.slug as never, context, {
        dryRun: true,
        isComplete: true,
      })
      if (isRefusal(outcome) || outcome.result !== 'unchanged')
        fail(`${last.slug}: ${isRefusal(outcome) ? outcome.refused : outcome.result}`)
    }
    const assessed = new Set(
      loggedEvents(world)
        .filter(({ type }) => type === 'GroundednessAssessed')
        .map(({ streamId }) => articleIdOfStream(streamId as never)),
    )
    const kept = new Set(
      world.postgres.tables.committed('assessed_texts').map(({ id }) => String(id)),
    )
    for (const id of assessed) if (!kept.has(id)) fail(`${id} was assessed and is not watched`)
  },
}

/** Add one here; `needs` says when it is checked. */
export const AT_REST: readonly Invariant[] = [
  positionsDense,
  factsKept,
  recordedOnce,
  importsCounted,
  servedEqualsLog,
  parkedForCause,
  relaySendsAll,
  orderPerArticle,
  oneCharge,
  headersEqualLedger,
  capsHold,
  meterComplete,
  ledgerEqualsMeter,
  assessmentsCurrent,
  ...ERASURE_INVARIANTS,
  ...WEBHOOK_INVARIANTS,
  rebuildEqual,
]
