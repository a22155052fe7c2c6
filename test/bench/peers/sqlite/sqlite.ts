import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { installNpm, loadFrom } from '../install.ts'
import { type Asked, dayNumber, DEPTH, type Engine, fuseRanks, type OpenPeer } from '../peer.ts'
import { PEER_VERSIONS } from '../versions.ts'

type SqliteVec = { readonly load: (database: DatabaseSync) => void }

const schema = (dimensions: number): string => `
  pragma journal_mode = wal;
  pragma synchronous = normal;
  create table passages (id integer primary key, title text, body text, jurisdiction text, day integer);
  create index passages_filter on passages (jurisdiction, day);
  create virtual table words using fts5 (title, body, content = 'passages', content_rowid = 'id',
    tokenize = 'unicode61 remove_diacritics 2');
  create virtual table vectors using vec0 (id integer primary key,
    embedding float[${dimensions}] distance_metric=cosine, jurisdiction text, day integer);`

/** FTS5 knows no French stems; any word may match, each quoted. */
const anyWord = (text: string): string =>
  [...new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])]
    .map((word) => `"${word}"`)
    .join(' OR ')

const JOINED = `from words join passages on passages.id = words.rowid
  where words match ? and jurisdiction = ? and day between ? and ?`

const filterOf = ({ filter }: Asked): [string, number, number] | [] =>
  filter === null ? [] : [filter.jurisdiction, dayNumber(filter.from), dayNumber(filter.to)]

const idsOf = (rows: readonly Record<string, unknown>[]): number[] =>
  rows.map(({ id }) => Number(id))

/** FTS5 and sqlite-vec on the SQLite of Node, on the caller's thread. */
export const openSqlite: OpenPeer = async ({ folder, cache, dimensions }) => {
  const name = `sqlite-vec-${PEER_VERSIONS.sqliteVec}`
  const packages = await installNpm(cache, name, { 'sqlite-vec': PEER_VERSIONS.sqliteVec })
  const vec = loadFrom(packages, 'sqlite-vec') as SqliteVec
  const database = new DatabaseSync(join(folder, 'peer.db'), { allowExtension: true })
  vec.load(database)
  database.exec(schema(dimensions))
  const putPassage = database.prepare('insert into passages values (?, ?, ?, ?, ?)')
  const putVector = database.prepare('insert into vectors values (?, ?, ?, ?)')

  const words = (asked: Asked, limit: number): number[] => {
    const filter = filterOf(asked)
    const sql =
      filter.length === 0
        ? 'select rowid as id from words where words match ? order by rank limit ?'
        : `select words.rowid as id ${JOINED} order by rank limit ?`
    return idsOf(database.prepare(sql).all(anyWord(asked.question.text), ...filter, limit))
  }
  const near = (asked: Asked, limit: number): number[] => {
    const filter = filterOf(asked)
    const under = filter.length === 0 ? '' : 'and jurisdiction = ? and day between ? and ?'
    const { vector } = asked.question
    const bytes = new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength)
    const sql = `select id from vectors where embedding match ? and k = ? ${under} order by distance`
    return idsOf(database.prepare(sql).all(bytes, limit, ...filter))
  }
  const engine: Engine = {
    add: async (passages) => {
      database.exec('begin')
      for (const { passage, vector } of passages) {
        const { id, title, text, jurisdiction, day } = passage
        const bytes = new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength)
        putPassage.run(id, title, text, jurisdiction, dayNumber(day))
        putVector.run(BigInt(id), bytes, jurisdiction, BigInt(dayNumber(day)))
      }
      database.exec('commit')
    },
    finish: async () => {
      database.exec(`insert into words (words) values ('rebuild')`)
      database.exec(`insert into words (words) values ('optimize')`)
      database.exec('analyze; pragma wal_checkpoint(truncate)')
    },
    lexical: async (asked) => words(asked, DEPTH.hits),
    vector: async (asked) => near(asked, DEPTH.hits),
    hybrid: async (asked) =>
      fuseRanks([words(asked, DEPTH.candidates), near(asked, DEPTH.candidates)]),
    total: async (asked) => {
      words(asked, DEPTH.hits)
      const text = anyWord(asked.question.text)
      const row = database.prepare(`select count(*) as n ${JOINED}`).get(text, ...filterOf(asked))
      return Number(row?.['n'])
    },
    matches: async (asked) => words(asked, -1),
    widen: null,
    close: async () => database.close(),
  }
  return engine
}
