/**
 * Projection of short texts into PostgreSQL, and removal of a generation: `node
 * test/contract/read-models.bench.ts [texts]`. The search index is left out (its writer has a bench
 * of its own).
 */
import { makeBlobs } from '#infra/postgres/log/blobs.ts'
import { makeEventLog } from '#infra/postgres/log/event-log.ts'
import { makeEventStore } from '#infra/postgres/log/event-store.ts'
import { makeProjectorLock } from '#infra/postgres/platform/lock.ts'
import { makePool, type PostgresPool } from '#infra/postgres/platform/pool.ts'
import { readModelsOn } from '#infra/processes/wiring/read-models.ts'
import type { Append } from '#contracts/events/append.ts'
import type { NewEvent } from '#contracts/events/event.ts'
import { dropGeneration } from '#query-api/replay/turns.ts'
import { generationDigest } from '#query-api/projections/digest.ts'
import { makeProjector } from '#query-api/projections/projector.ts'
import { openTestDatabase } from '../engines/embedded-postgres.ts'
import {
  contentOf,
  drafted,
  embedded,
  published,
  streamOf,
  timeOf,
  validity,
  type Texts,
} from './read-models.fixtures.ts'
import { memorySearch } from './read-models.memory.ts'
import { TEST_PEPPER } from '../harness/pepper.ts'

const TEXTS = Number(process.argv[2] ?? 5_000)
const PER_APPEND = 500
const SENTENCE =
  "Le vendeur professionnel est tenu de délivrer une chose conforme au contrat et répond des défauts qui existaient lors de la délivrance, sans que l'acheteur ait à prouver sa mauvaise foi. "
const SENTENCES = 5

const eventsOf = (name: string, texts: Texts): NewEvent[] => {
  const content = contentOf(name, {
    contentClean: `${name}. ${SENTENCE.repeat(SENTENCES)}`,
    headnotes: [{ sequence: 1, summary: SENTENCE.trim(), legalRuleType: 'ratio' }],
    legalDomain: ['civil.contracts'],
  })
  return [
    drafted(content, texts),
    published(content, texts, '1.0.0'),
    validity('1.0.0', '2016-10-01', null),
    embedded('1.0.0', 1, 1),
  ]
}

const fill = async (pool: PostgresPool): Promise<void> => {
  const store = makeEventStore(pool)
  const blobs = makeBlobs(pool)
  const context = { actor: 'bench', time: timeOf(0), correlationId: 'bench', causationId: null }
  for (let from = 0; from < TEXTS; from += PER_APPEND) {
    const texts: Texts = new Map()
    const names = Array.from(
      { length: Math.min(PER_APPEND, TEXTS - from) },
      (_, i) => `t${from + i}`,
    )
    const appends: Append[] = names.map((name) => ({
      streamId: streamOf(name),
      expectedVersion: 0,
      events: eventsOf(name, texts),
    }))
    await blobs.put([...texts].map(([sha256, text]) => ({ sha256, text })))
    await store.append(appends, context)
  }
}

const timed = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
  const start = performance.now()
  const result = await work()
  const seconds = (performance.now() - start) / 1_000
  console.log(`${what}: ${seconds.toFixed(2)} s, ${Math.round(TEXTS / seconds)} texts/s`)
  return result
}

const database = await openTestDatabase()
const pool = makePool(database.connectionString, {
  applicationName: 'pandect bench',
  pepper: TEST_PEPPER,
  max: 4,
})
const log = makeEventLog(pool)
try {
  await timed('append', () => fill(pool))
  const models = readModelsOn(pool, memorySearch())
  const lock = makeProjectorLock(database.connectionString)
  const projector = makeProjector({ log, blobs: makeBlobs(pool), models, lock })
  await timed('project', () => projector.runOnce(1))
  await timed('digest', () => generationDigest(models, 1))
  await models.generations.open(2, { embeddingModel: null })
  await timed('project beside', () => projector.runOnce(2))
  await timed('drop the generation', () => dropGeneration(models, 2))
} finally {
  await log.close()
  await pool.close()
  await database.close()
}
