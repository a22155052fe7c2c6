/** Opens the desk: what its pages and the editorial API need. */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Position } from '#contracts/ids.ts'
import { foldedLabel } from '#contracts/law/analysis/labels.ts'
import { pauseFor } from '#contracts/toolkit/pause.ts'
import type { EditorialApiDeps } from '#ingest/editorial/api/deps.ts'
import type { Readers } from '#ingest/editorial/api/ports.ts'
import { erasureProposals } from '#ingest/editorial/erasure/proposals.ts'
import { buildDesk } from '#ingest/editorial/app.ts'
import type { TextDeps } from '#ingest/editorial/desk/routes/texts.ts'
import { personOfToken } from '#ingest/editorial/staff/tokens.ts'
import { startSweeper } from '#query-api/billing/sweeper.ts'
import type { SearchIndex } from '#query-api/ports.ts'
import { textPath } from '#query-api/public/addresses.ts'
import { requireModelOfIndex } from '../../embeddings/index-model.ts'
import { makeMemoryRateLimiter, makeStandbyLimiter } from '../../memory/rate-limiter.ts'
import { measureAnswers, type Metrics } from '../../metrics/metrics.ts'
import { makeIdempotentWrites } from '../../postgres/desk/idempotent-writes.ts'
import { makeErasureProgress } from '../../postgres/erasure/progress.ts'
import { makeAnonymisedTexts } from '../../postgres/log/anonymised-texts.ts'
import { makeErasureTexts } from '../../postgres/log/erasure-texts.ts'
import { makeStreamBeginnings } from '../../postgres/log/stream-beginnings.ts'
import { recordAct } from '../../postgres/platform/audit.ts'
import { makeCitingTexts } from '../../postgres/read-models/cited-texts.ts'
import { makeConceptReader } from '../../postgres/read-models/concepts.ts'
import { makeGenerations } from '../../postgres/read-models/generations.ts'
import { logLevelFor, logStream } from '../../process-log.ts'
import type { Settings } from '../../settings.ts'
import { say } from '../../terminal.ts'
import { demonstrationCodes } from '../demonstration-staff.ts'
import { listenOn } from '../listen.ts'
import { now } from './context.ts'
import { type Database, truthOf } from './database.ts'
import { deskImport, deskUploads } from './desk-import.ts'
import { deskListsOf } from './desk-followers.ts'
import { openEditor } from './editor.ts'
import { openEntailment } from './entailment.ts'
import { erasureDepsOf } from './erasure.ts'
import { openStaff } from './staff.ts'
import { openWriteDeps } from './write-deps.ts'

/** The index of a read API in the same process; null: the tables say how far readers are. */
export type SearchedHere = Pick<SearchIndex, 'position' | 'waitFor'> | null

export type Desk = {
  readonly app: FastifyInstance
  close(): Promise<void>
}

/** How often a reader who waits looks again, and how long one wait of the index lasts. */
const WAITING = { pollMs: 100, sliceMs: 1_000 } as const

const readersOf = (
  { pool }: Database,
  head: () => Promise<Position>,
  index: SearchedHere,
): Readers => {
  const generations = makeGenerations(pool)
  const reach: Readers['reach'] = async () =>
    index === null
      ? {
          position: (await generations.progress(await generations.live())).position,
          knownBy: 'read-models',
        }
      : { position: await index.position(), knownBy: 'search-index' }
  const pause = async (position: Position, waitMs: number, signal: AbortSignal): Promise<void> => {
    if (index === null) return pauseFor(Math.min(waitMs, WAITING.pollMs), signal)
    // What the index says is asked after each slice.
    await index.waitFor(position, Math.min(waitMs, WAITING.sliceMs)).catch(() => undefined)
  }
  return {
    head,
    reach,
    wait: async (position, waitMs, signal) => {
      const deadline = performance.now() + waitMs
      while (!signal.aborted && (await reach()).position < position) {
        const left = deadline - performance.now()
        if (left <= 0) return
        await pause(position, left, signal)
      }
    },
  }
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** The address that was set; on this machine, without one, the port of the API. */
const publicPages =
  ({
    publicUrl,
    port,
  }: Pick<Settings, 'publicUrl' | 'port'>): NonNullable<TextDeps['publicPage']> =>
  (slug, { protocol, hostname }) => {
    if (publicUrl !== null) return `${publicUrl}${textPath(slug)}`
    const isHere = port !== 0 && LOOPBACK.test(hostname)
    return isHere ? `${protocol}://${hostname}:${port}${textPath(slug)}` : null
  }

/** Makes the desk over an open database, ready to listen. */
export const openDesk = async (
  settings: Settings,
  database: Database,
  metrics: Metrics,
  index: SearchedHere = null,
): Promise<Desk> => {
  const { pool } = database
  const { log } = truthOf(database)
  const staff = await openStaff(settings, database)
  const limiter = makeStandbyLimiter(staff.limiter, makeMemoryRateLimiter())
  const opened = await openWriteDeps(settings, database)
  await requireModelOfIndex(pool, opened.embedder)
  const entailment = await openEntailment(settings)
  const readers = readersOf(database, () => log.head(), index)
  const { board, impact } = deskListsOf(database)
  const writes = makeIdempotentWrites(pool)
  const concepts = makeConceptReader(pool, foldedLabel)
  const editor = openEditor(database, {
    write: opened,
    entailment,
    concepts,
    staff: staff.people,
    onFault: (fault) => metrics.fault('desk', fault),
  })
  const write = { ...opened, assess: editor.assess }
  const erasing = {
    ...erasureDepsOf(database),
    texts: makeErasureTexts(pool),
    progress: makeErasureProgress(pool),
  }
  const imports = { runImport: deskImport(write), uploads: deskUploads() }
  const api: EditorialApiDeps = {
    ...imports,
    write: { ...write, beginnings: makeStreamBeginnings(pool), head: () => log.head() },
    record: (act) => recordAct(pool, act),
    board,
    impact,
    erasing,
    searchConcepts: (words, vocabulary, limit) => concepts.search(words, vocabulary, limit),
    work: editor.deps.work,
    readers,
    clock: now,
    limiter,
    personOfToken: (token) => personOfToken(staff, token),
    writes,
    pepper: staff.pepper,
  }
  const app = buildDesk({
    api,
    desk: {
      write,
      board,
      impact,
      staff: staff.people,
      team: staff,
      citing: makeCitingTexts(pool),
      erasures: erasureProposals(write.store, makeAnonymisedTexts(pool)),
      erasing,
      cited: write.cited,
      clock: () => Date.now(),
      newId: () => randomUUID(),
      publicPage: publicPages(settings),
      isSearchable: async (position, waitMs) => {
        await readers.wait(position, waitMs, AbortSignal.timeout(waitMs))
        return (await readers.reach()).position >= position
      },
      ...imports,
      demonstrationCode: demonstrationCodes(settings, database, staff),
      limiter,
      pepper: staff.pepper,
      ...editor.deps,
    },
    trustProxy: settings.trustProxy,
    log: {
      level: logLevelFor(process.stderr, settings.logLevel),
      destination: logStream(process.stderr),
    },
    entailment: entailment?.model ?? null,
    health: async () => {
      const [{ position }, head] = await Promise.all([readers.reach(), log.head()])
      return { ready: true, position, lagEvents: Math.max(0, head - position) }
    },
  })
  measureAnswers(app, metrics)
  const sweeper = startSweeper([() => writes.sweep()], ({ code }) =>
    say(`desk: housekeeping: ${code}; trying again`),
  )
  return {
    app,
    close: async () => {
      await app.close()
      await editor.close()
      await sweeper.close()
      await log.close()
    },
  }
}

/** Starts listening and returns the address. Throws Fault `port-taken`. */
export const listenDesk = ({ app }: Desk, { host, deskPort }: Settings): Promise<string> =>
  listenOn(app, { host, port: deskPort, setting: 'DESK_PORT' })
