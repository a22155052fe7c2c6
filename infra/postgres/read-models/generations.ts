import { z } from 'zod'
import { Fault } from '#contracts/fault.ts'
import { ArticleId, Position, StreamId } from '#contracts/ids.ts'
import type {
  Generation,
  GenerationProgress,
  GenerationSetup,
  KeyedDocument,
  ParkedStream,
  ProjectedText,
  ReadModelStore,
  TextState,
} from '#query-api/ports.ts'
import { sqlStateOf } from '../platform/faults.ts'
import { onlyRow, type PostgresPool, type Queryable } from '../platform/pool.ts'
import * as sql from './read-model-statements.ts'

/** Bounds of one page of articles and of one step of removal. */
export const READ_MODELS = {
  pageArticles: 200,
  pageBytes: 16 * 1024 * 1024,
  /**
   * Rows removed by one statement, so that none runs into the time limit or holds locks for long.
   */
  rowsPerRemoval: 5_000,
} as const

const Live = z.object({ generation: z.int().min(1) })
const Generations = z.array(Live)
const Previous = z.array(z.object({ previous: z.int().min(1) }))
const Reaching = z.object({ reaching: Position })
const Reached = z.object({ position: Position })
const Progress = z.object({ position: Position, reaching: Position })
const Setup = z.object({ embeddingModel: z.string().nullable() })
const State = z.object({
  articleId: ArticleId,
  streamVersion: z.int().min(1),
  state: z.unknown(),
})
const Page = z.array(z.object({ articleId: ArticleId, json: z.string() }))
const Parked = z.array(
  z.object({
    streamId: StreamId,
    streamVersion: z.int().min(1),
    position: Position,
    reason: z.string(),
  }),
)

const UNIQUE_VIOLATION = '23505'
const SLUG_KEY = 'articles_slug_key'
const FIRST_UUID = '00000000-0000-0000-0000-000000000000'

const unknownGeneration = (generation: Generation): Fault =>
  new Fault('generation-unknown', `There is no generation ${generation} of the read models.`, {
    hint: 'Open it first; where its removal was interrupted, drop it again before.',
  })

const isSlugTaken = (error: unknown): boolean =>
  error instanceof Fault &&
  sqlStateOf(error) === UNIQUE_VIOLATION &&
  (error.cause as { constraint?: unknown }).constraint === SLUG_KEY

const saveFault = (error: unknown): unknown =>
  isSlugTaken(error)
    ? new Fault('slug-taken', 'Two texts would be served under one slug.', { cause: error })
    : error

const columnsOf = (texts: readonly ProjectedText[]): unknown[] => [
  texts.map(({ articleId }) => articleId),
  texts.map(({ streamVersion }) => streamVersion),
  texts.map(({ state }) => JSON.stringify(state)),
  texts.map(({ article }) => article?.slug ?? null),
  texts.map(({ article }) => article?.sha256Hash ?? null),
  texts.map(({ article }) => article?.updatedAt ?? null),
  texts.map(({ article }) => (article === null ? null : JSON.stringify(article))),
]

/**
 * Pages in key order; the next one starts after the last key, so no cursor or snapshot is held
 * between them.
 */
async function* articlesOf(
  pool: PostgresPool,
  generation: Generation,
): AsyncGenerator<KeyedDocument> {
  const { pageArticles, pageBytes } = READ_MODELS
  let after: string = FIRST_UUID
  for (;;) {
    const { rows } = await pool.query(sql.PAGE, [generation, after, pageArticles, pageBytes])
    for (const { articleId, json } of Page.parse(rows)) {
      yield { key: `article/${articleId}`, document: JSON.parse(json) as unknown }
      after = articleId
    }
    if (rows.length === 0) return
  }
}

const removeAll = async (
  pool: PostgresPool,
  statement: string,
  generation: Generation,
): Promise<void> => {
  for (;;) {
    const { rowCount } = await pool.query(statement, [generation, READ_MODELS.rowsPerRemoval])
    if (rowCount < READ_MODELS.rowsPerRemoval) return
  }
}

/**
 * From here on it can't become live, and a drop that was killed is gone on with by the next one.
 */
const retireGeneration = async (pool: PostgresPool, generation: Generation): Promise<void> => {
  const live = Live.parse(onlyRow(await pool.query(sql.LIVE)))
  if (live.generation === generation)
    throw new Fault('generation-live', `Generation ${generation} is the one that is served.`)
  await pool.query(sql.FORGET_PREVIOUS, [generation])
  await pool.query(sql.MARK_DROPPING, [generation])
}

const dropGeneration = async (pool: PostgresPool, generation: Generation): Promise<void> => {
  await retireGeneration(pool, generation)
  for (const statement of sql.REMOVALS) await removeAll(pool, statement, generation)
  await pool.query(sql.FORGET, [generation])
}

const holdLive = async (transaction: Queryable, generation: Generation): Promise<Position> => {
  const [row] = (await transaction.query(sql.HOLD_LIVE, [generation])).rows
  if (row !== undefined) return Reaching.parse(row).reaching
  throw new Fault('generation-not-live', `Generation ${generation} is not served any more.`, {
    hint: 'Look which one is (pandect digest) and start again.',
  })
}

const swap = (
  pool: PostgresPool,
  from: Generation,
  to: Generation,
  catchUp: (reached: Position) => Promise<void>,
): Promise<void> =>
  pool.transaction(async (transaction) => {
    const reached = await holdLive(transaction, from)
    await catchUp(reached)
    const [next] = (await transaction.query(sql.HOLD_NEXT, [to])).rows
    if (next === undefined) throw unknownGeneration(to)
    if (Reached.parse(next).position < reached)
      throw new Fault('generation-behind', `Generation ${to} has not come as far as ${from}.`)
    await transaction.query(sql.SWAP, [to])
  })

/**
 * The read models on PostgreSQL, with every write an array of rows. Faults as the port says, and
 * those of the pool.
 */
export const makeReadModelStore = (pool: PostgresPool): ReadModelStore => {
  const ofGeneration = async (
    statement: typeof sql.PROGRESS,
    generation: Generation,
  ): Promise<Record<string, unknown>> => {
    const [row] = (await pool.query(statement, [generation])).rows
    if (row === undefined) throw unknownGeneration(generation)
    return row
  }
  return {
    liveGeneration: async () => Live.parse(onlyRow(await pool.query(sql.LIVE))).generation,
    openGeneration: async (generation, { embeddingModel }: GenerationSetup) => {
      await pool.query(sql.OPEN, [generation, embeddingModel])
      await ofGeneration(sql.PROGRESS, generation) // one that is being dropped is not open
    },
    setup: async (generation): Promise<GenerationSetup> =>
      Setup.parse(await ofGeneration(sql.SETUP, generation)),
    progress: async (generation): Promise<GenerationProgress> =>
      Progress.parse(await ofGeneration(sql.PROGRESS, generation)),
    loadStates: async (generation, ids) => {
      const { rows } = await pool.query(sql.LOAD_STATES, [generation, ids])
      const states = rows.map((row) => State.parse(row))
      return new Map<ArticleId, TextState>(
        states.map(({ articleId, streamVersion, state }) => [articleId, { streamVersion, state }]),
      )
    },
    save: async (generation, texts, reaching) => {
      const [statement, columns] =
        texts.length === 0 ? [sql.REACH, []] : [sql.SAVE, columnsOf(texts)]
      try {
        await pool.query(statement, [generation, reaching, ...columns])
      } catch (error) {
        throw saveFault(error)
      }
    },
    parkedAmong: async (generation, ids) => {
      const { rows } = await pool.query(sql.PARKED_AMONG, [generation, ids])
      return new Set(Parked.parse(rows).map(({ streamId }) => streamId))
    },
    park: async (generation, streams) => {
      await pool.query(sql.PARK, [
        generation,
        streams.map(({ streamId }) => streamId),
        streams.map(({ streamVersion }) => streamVersion),
        streams.map(({ position }) => position),
        streams.map(({ reason }) => reason),
      ])
    },
    parked: async (generation): Promise<readonly ParkedStream[]> =>
      Parked.parse((await pool.query(sql.PARKED, [generation])).rows),
    requestRetry: async (generation, streamId) =>
      (await pool.query(sql.REQUEST_RETRY, [generation, streamId])).rowCount > 0,
    retries: async (generation): Promise<readonly ParkedStream[]> =>
      Parked.parse((await pool.query(sql.RETRIES, [generation])).rows),
    settleRetry: async (generation, streamId, parked) => {
      if (parked === null) await pool.query(sql.UNPARK, [generation, streamId])
      else {
        const place = [parked.streamVersion, parked.position, parked.reason]
        await pool.query(sql.PARK_ELSEWHERE, [generation, streamId, ...place])
      }
    },
    advance: async (generation, position) => {
      const { rowCount } = await pool.query(sql.ADVANCE, [generation, position])
      if (rowCount === 0) throw unknownGeneration(generation)
    },
    articles: (generation) => articlesOf(pool, generation),
    generations: async () =>
      Generations.parse((await pool.query(sql.GENERATIONS)).rows).map(
        ({ generation }) => generation,
      ),
    previousGeneration: async () =>
      Previous.parse((await pool.query(sql.PREVIOUS)).rows)[0]?.previous ?? null,
    swap: (from, to, catchUp) => swap(pool, from, to, catchUp),
    retireGeneration: (generation) => retireGeneration(pool, generation),
    dropGeneration: (generation) => dropGeneration(pool, generation),
  }
}
