/** The adapters of one process, wired as `infra/processes/wiring` wires them. */
import { createRequire } from 'node:module'
import { changeProjection } from '#query-api/projections/changes/projection.ts'
import { makeChangeTables } from '#infra/postgres/read-models/changes.ts'
import { makeSearchWriter } from '#infra/embedded/search/rows.ts'
import { makeBlobs } from '#infra/postgres/log/blobs.ts'
import { makeEventLog } from '#infra/postgres/log/event-log.ts'
import { makeEventStore } from '#infra/postgres/log/event-store.ts'
import { makeSlugRegistry } from '#infra/postgres/log/slug-registry.ts'
import { makeVectors } from '#infra/postgres/log/vectors.ts'
import { makeProjectorLock } from '#infra/postgres/platform/lock.ts'
import { makePool } from '#infra/postgres/platform/pool.ts'
import {
  makeCitationIndex,
  makeCitationTables,
  makeCitingCounts,
} from '#infra/postgres/read-models/citations.ts'
import { makeCitedTexts } from '#infra/postgres/read-models/cited-texts.ts'
import { makeGenerations, makeWriteTogether } from '#infra/postgres/read-models/generations.ts'
import { makeParkedStreams } from '#infra/postgres/read-models/parked-streams.ts'
import { makeReplayRecords } from '#infra/postgres/read-models/replay-records.ts'
import { makeTextTables } from '#infra/postgres/read-models/texts.ts'
import type * as judging from '#contracts/law/claims/judge.ts'
import { CLAIM_METHOD } from '#contracts/law/claims/method.ts'
import { Instant } from '#contracts/ids.ts'
import type { Embedder, OfficialFolders, PublisherDocuments } from '#ingest/ports.ts'
import { resolveCitations } from '#query-api/citations/resolve.ts'
import { articleProjection } from '#query-api/projections/articles/projection.ts'
import { searchProjection } from '#query-api/projections/articles/search.ts'
import { parseTextState } from '#query-api/projections/articles/text-state.ts'
import {
  citationProjection,
  recogniseInTurns,
} from '#query-api/projections/citations/projection.ts'
import type { ReadModels } from '#query-api/projections/projection.ts'
import { CONNECTION } from '../world.ts'
import { TEST_PEPPER } from '../../harness/pepper.ts'

const CONNECTIONS_MAX = 4
/** The folder whose texts an import may publish without a person. */
export const OFFICIAL = '/publisher'

const embedder: Embedder = {
  model: 'simulated@1',
  dimensions: 4,
  embedPassages: (texts) =>
    Promise.resolve(texts.map((text) => Float32Array.of(1, text.length % 7, text.length % 3, 0))),
}
const official: OfficialFolders = {
  list: () =>
    Promise.resolve([
      {
        id: '00000000-0000-4000-8000-000000000001',
        folder: OFFICIAL,
        publisher: 'Publisher',
        licence: null,
      },
    ]),
}
const documents: PublisherDocuments = {
  state: () => Promise.resolve(),
  list: () => Promise.resolve(),
  remove: () => Promise.resolve(),
  find: () => Promise.resolve([]),
  ofTexts: () => Promise.resolve([]),
  held: () => Promise.resolve([]),
  closeListing: () => Promise.resolve([]),
  absentTooOften: () => Promise.resolve([]),
}

const load = createRequire(import.meta.url)

/**
 * Loads the rules when a claim is first judged: few worlds judge one, and they take half of what a
 * process takes to load. `require` gives them at once, so that no other step comes between.
 */
const verifier: judging.ClaimVerifier = {
  method: CLAIM_METHOD,
  judge: (...claim) => {
    const { deterministicVerifier } = load('#contracts/law/claims/judge.ts') as typeof judging
    return deterministicVerifier.judge(...claim)
  },
}

/** The time that commands carry: of the clock of the process. */
export const timeNow = (): Instant => Instant.parse(new Date().toISOString())

/** Nobody treats a text here. */
const citator = {
  about: () => Promise.resolve(new Map()),
  aboutNames: () => Promise.resolve([]),
  reliersOf: () => Promise.resolve([]),
  at: () => Promise.resolve([]),
}

/** `tellsChanges`: whether the read models have the changes that notifiers follow. */
export const openStores = (
  { tellsChanges }: { readonly tellsChanges: boolean } = { tellsChanges: false },
) => {
  const pool = makePool(CONNECTION, {
    applicationName: 'pandect simulation',
    pepper: TEST_PEPPER,
    max: CONNECTIONS_MAX,
  })
  const texts = makeTextTables(pool, parseTextState)
  const search = makeSearchWriter(pool)
  const index = makeCitationIndex(pool)
  const models: ReadModels & { readonly generations: ReturnType<typeof makeGenerations> } = {
    generations: makeGenerations(pool),
    parked: makeParkedStreams(pool),
    writeTogether: makeWriteTogether(pool),
    texts,
    facts: citator,
    concepts: { get: () => Promise.resolve(new Map()) },
    citing: makeCitingCounts(pool),
    recognise: recogniseInTurns,
    projections: [
      articleProjection(texts),
      ...(tellsChanges ? [changeProjection(makeChangeTables(pool), citator)] : []),
      citationProjection(makeCitationTables(pool)),
      searchProjection(search),
    ],
  }
  const blobs = makeBlobs(pool)
  return {
    pool,
    models,
    search,
    log: makeEventLog(pool),
    lock: makeProjectorLock(CONNECTION),
    records: makeReplayRecords(pool),
    write: {
      store: makeEventStore(pool),
      blobs,
      vectors: makeVectors(pool),
      slugs: makeSlugRegistry(pool),
      embedder,
      official,
      documents,
      cited: makeCitedTexts(pool, (citations) => resolveCitations(index, citations, null)),
      verifier,
    },
  }
}
