/**
 * How fast a replay builds, beside a bare loop that reads the log, analyses the texts and upserts
 * them into the same index. On the database of the settings, which must hold a corpus and be served
 * by nobody else:
 *   PANDECT_DATA_DIR=… node test/replay/rate.bench.ts [rounds]
 */
import type { ArticleId, Position, Sha256Hex } from '#contracts/ids.ts'
import { LOG_START } from '#contracts/ids.ts'
import { makeSearchWriter } from '#infra/embedded/search/rows.ts'
import { type Database, truthOf, withDatabase } from '#infra/processes/wiring/database.ts'
import { parseSettings } from '#infra/settings.ts'
import { print } from '#infra/terminal.ts'
import { streamsOf } from '#query-api/projections/streams.ts'
import { textReadModel } from '#query-api/projections/write-texts.ts'
import { fold, NEW_TEXT, type TextState } from '#query-api/projections/articles/text-state.ts'
import { textsNeeded } from '#query-api/projections/articles/wording-view.ts'
import { replayDepsOf } from '#infra/processes/wiring/replay.ts'
import { makeReplay } from '#query-api/replay/replay.ts'

const ROUNDS = 5
const EVENTS_PER_BATCH = 500
const MS_PER_SECOND = 1_000
const BARE_GENERATION = 1_000_000
const LOOKUPS = { concepts: new Map(), embeddingModel: null }

/** Texts per second of the bare loop; states are kept in memory. */
const bareRate = async (database: Database): Promise<number> => {
  const { log, blobs } = truthOf(database)
  const search = makeSearchWriter(database.pool)
  const states = new Map<ArticleId, TextState>()
  const startedAt = performance.now()
  let texts = 0
  for (let position: Position = LOG_START; ;) {
    const events = await log.read(position, EVENTS_PER_BATCH)
    const last = events.at(-1)
    if (last === undefined) break
    const touched = streamsOf(events).map(({ articleId, events: own }) => {
      const { state } = fold(states.get(articleId) ?? NEW_TEXT, own)
      states.set(articleId, state)
      return { articleId, state }
    })
    const hashes = touched.flatMap(({ state }) => textsNeeded(state).map(({ sha256 }) => sha256))
    const long: ReadonlyMap<Sha256Hex, string> =
      hashes.length === 0 ? new Map() : await blobs.get([...new Set(hashes)])
    const models = touched.map(({ articleId, state }) =>
      textReadModel(articleId, state, long, LOOKUPS),
    )
    await search.apply(BARE_GENERATION, models, last.position)
    texts += models.length
    position = last.position
  }
  const seconds = (performance.now() - startedAt) / MS_PER_SECOND
  await search.drop(BARE_GENERATION)
  await log.close()
  return texts / seconds
}

const replayRate = async (database: Database): Promise<number> => {
  const { deps, close } = replayDepsOf(parseSettings({}), database, {
    outward: () => 0,
  })
  try {
    return (await makeReplay(deps).run()).textsPerSecond
  } finally {
    await close()
  }
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

await withDatabase(parseSettings(process.env), 'bench', async (database) => {
  const [bare, replayed]: [number[], number[]] = [[], []]
  // In turn, so that what else the machine does meets both alike; the first round warms up.
  for (let round = 0; round <= Number(process.argv[2] ?? ROUNDS); round += 1) {
    const [one, other] = [await bareRate(database), await replayRate(database)]
    if (round === 0) continue
    bare.push(one)
    replayed.push(other)
  }
  const [slow, fast] = [median(replayed), median(bare)]
  print(
    `replay ${Math.round(slow)} texts/s, bare loop ${Math.round(fast)} texts/s, ratio ${(slow / fast).toFixed(2)} (medians)`,
  )
})
