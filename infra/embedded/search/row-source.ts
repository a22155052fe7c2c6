import { Client } from 'pg'
import type { Position, Sha256Hex } from '#contracts/ids.ts'
import type { SearchDocument } from '#contracts/search/document.ts'
import { makeBell } from '#contracts/toolkit/wait.ts'
import { storeFault } from '../../postgres/platform/faults.ts'
import { findVectors } from '../../postgres/log/vectors.ts'
import { READ_MODELS_CHANNEL } from '../../postgres/read-models/moved.ts'
import { queryable, type Queryable, sessionSettings } from '../../postgres/platform/pool.ts'
import type { SealKey, Vault } from '../../postgres/platform/vault.ts'
import type { Generation } from '#query-api/ports.ts'

/** Writers notify this channel at the end of each apply, and readers listen to it. */
export const SEARCH_CHANNEL = 'pandect_search'

/** Limits of one page. */
const READ = {
  rowsPerPage: 500,
  /** UTF-8 bytes of documents; a page has at least one row. */
  bytesPerPage: 4 * 1024 * 1024,
  vectorsPerQuery: 2_000,
  statementMs: 60_000,
} as const

/** The live generation and the position of its rows, in one statement and so of one snapshot. */
const HEAD = {
  name: 'search-head',
  text: `select live.generation, coalesce(change, 0) as change, coalesce(search_positions.position, 0) as position,
     generations.embedding_model as model
   from live_generation as live join generations using (generation)
     left join search_positions using (generation)`,
}

/**
 * Rows after ($2, $3) in the order of (change, id), up to a size limit. Tombstones matter only to
 * readers that may have the document ($6).
 */
const CHANGES = {
  name: 'search-changes',
  text: `select id, change, document from (
     select id, change, document,
       sum(coalesce(octet_length(document), 0)) over (order by change, id rows unbounded preceding)
         - coalesce(octet_length(document), 0) as before
     from (
       select id, change, document from search_rows
       where generation = $1 and (change, id) > ($2, $3) and ($6 or document is not null) order by change, id limit $4
     ) as page
   ) as sized where before < $5 order by change, id`,
}

const SNAPSHOT = {
  name: 'search-snapshot',
  text: 'select generation, change, position, key as wrapped from search_snapshots where id = $1',
}

/**
 * Keeps the key of a snapshot unless a change came meanwhile, for which the row of the position is
 * held: after an erasure has changed the rows, no snapshot of those before is kept.
 */
const KEEP_SNAPSHOT = {
  name: 'search-keep-snapshot',
  text: `with current as (
       select generation from search_positions where generation = $2 and change = $3 for share),
     gone as (
       delete from search_snapshots s where id = $6
         or not exists (select from search_positions p where p.generation = s.generation))
   insert into search_snapshots (id, generation, change, position, key)
   select $1, generation, $3, $4, $5 from current returning id`,
}

/** State of the rows of the live generation. */
export type RowsHead = {
  readonly generation: Generation
  readonly change: number
  readonly position: Position
  /**
   * The model whose vectors the generation is built with; null: the model of the latest embedding.
   */
  readonly model: string | null
}

/** `document` null: it was removed. */
export type SourceRow = { readonly id: string; readonly document: SearchDocument | null }

/** A snapshot of the index (`snapshot/snapshots.ts`), and how it is opened. */
export type KeptSnapshot = {
  readonly generation: Generation
  readonly change: number
  readonly position: Position
  readonly key: Buffer
}

export type NewSnapshot = Omit<KeptSnapshot, 'key'> & {
  readonly id: string
  readonly wrapped: Buffer
  /** Id of the one in whose place it comes. */
  readonly replaced: string | null
}

/** A session on the rows. Every method throws Faults; after one the session is unusable. */
export type RowSource = {
  head(): Promise<RowsHead>
  /**
   * Calls back with the rows of the live generation that changed after `after`, page by page, all
   * of one snapshot; returns the head of that snapshot, or null if another generation has become
   * live.
   */
  read(
    generation: Generation,
    after: number,
    show: (rows: readonly SourceRow[]) => Promise<void>,
  ): Promise<RowsHead | null>
  vectors(
    model: string,
    hashes: readonly Sha256Hex[],
  ): Promise<ReadonlyMap<Sha256Hex, Float32Array>>
  /** null: no snapshot of that id may be opened, or not any more. */
  snapshot(id: string): Promise<KeptSnapshot | null>
  makeSnapshotKey(): SealKey
  /** False: the rows have changed since, and the snapshot is not kept. */
  keepSnapshot(made: NewSnapshot): Promise<boolean>
  /** Returns when writers announce a change, when woken, or after `timeoutMs`. */
  wait(timeoutMs: number): Promise<void>
  wake(): void
  close(): Promise<void>
}

// We wrote these rows from parsed documents: parsing them with the schema again would double the
// load time.
type ChangeRow = { id: string; change: number; document: string | null }

class PostgresRowSource implements RowSource {
  readonly #client: Client
  readonly #vault: Vault
  readonly #queryable: Queryable
  readonly #bell = makeBell()

  constructor(client: Client, vault: Vault) {
    this.#client = client
    this.#vault = vault
    this.#queryable = queryable(client)
    client.on('notification', () => this.#bell.ring())
    client.on('error', () => this.#bell.ring())
    client.on('end', () => this.#bell.ring())
  }

  async head(): Promise<RowsHead> {
    const [head] = await this.#query<RowsHead>(HEAD, [])
    if (head === undefined) throw storeFault(new TypeError('no generation is live'))
    return head
  }

  async read(
    generation: Generation,
    after: number,
    show: (rows: readonly SourceRow[]) => Promise<void>,
  ): Promise<RowsHead | null> {
    await this.#query(
      { name: 'search-begin', text: 'begin isolation level repeatable read read only' },
      [],
    )
    const head = await this.head()
    if (head.generation === generation) await this.#pages(generation, after, show)
    await this.#query({ name: 'search-commit', text: 'commit' }, [])
    return head.generation === generation ? head : null
  }

  async vectors(
    model: string,
    hashes: readonly Sha256Hex[],
  ): Promise<ReadonlyMap<Sha256Hex, Float32Array>> {
    const found = new Map<Sha256Hex, Float32Array>()
    const wanted = [...new Set(hashes)]
    for (let from = 0; from < wanted.length; from += READ.vectorsPerQuery) {
      const some = wanted.slice(from, from + READ.vectorsPerQuery)
      const rows = await findVectors(this.#queryable, this.#vault, model, some)
      for (const [hash, vector] of rows) found.set(hash, vector)
    }
    return found
  }

  async snapshot(id: string): Promise<KeptSnapshot | null> {
    const [kept] = await this.#query<Omit<NewSnapshot, 'id' | 'replaced'>>(SNAPSHOT, [id])
    if (kept === undefined) return null
    const { wrapped, position, ...rest } = kept
    return { ...rest, position: Number(position) as Position, key: this.#vault.unwrap(wrapped) }
  }

  makeSnapshotKey(): SealKey {
    return this.#vault.makeKey()
  }

  async keepSnapshot({ id, wrapped, generation, change, position, replaced }: NewSnapshot) {
    const values = [id, generation, change, position, wrapped, replaced]
    return (await this.#query(KEEP_SNAPSHOT, values)).length === 1
  }

  wait(timeoutMs: number): Promise<void> {
    return this.#bell.wait(timeoutMs)
  }

  wake(): void {
    this.#bell.ring()
  }

  async close(): Promise<void> {
    await this.#client.end().catch(() => undefined)
  }

  async #pages(
    generation: Generation,
    after: number,
    show: (rows: readonly SourceRow[]) => Promise<void>,
  ): Promise<void> {
    let last: [change: number, id: string] = [after + 1, '']
    for (;;) {
      const bounds = [READ.rowsPerPage, READ.bytesPerPage, after > 0]
      const rows = await this.#query<ChangeRow>(CHANGES, [generation, ...last, ...bounds])
      const end = rows.at(-1)
      if (end === undefined) return
      last = [end.change, end.id]
      await show(
        rows.map(({ id, document }) => ({
          id,
          document: document === null ? null : (JSON.parse(document) as SearchDocument),
        })),
      )
    }
  }

  async #query<Row extends object>(
    statement: { readonly name: string; readonly text: string },
    values: readonly unknown[],
  ): Promise<Row[]> {
    try {
      return (await this.#client.query<Row>({ ...statement, values: [...values] })).rows
    } catch (error) {
      throw storeFault(error)
    }
  }
}

/**
 * Opens a session that listens for changes. Throws Faults `store-unavailable`,
 * `store-access-denied`, ….
 */
export const openRowSource = async (connectionString: string, vault: Vault): Promise<RowSource> => {
  const client = new Client({
    ...sessionSettings(connectionString, 'pandect search index'),
    statement_timeout: READ.statementMs,
    query_timeout: READ.statementMs,
  })
  const source = new PostgresRowSource(client, vault)
  try {
    await client.connect()
    await client.query(`listen ${SEARCH_CHANNEL}`)
    // Another generation may become live without a change of rows.
    await client.query(`listen ${READ_MODELS_CHANNEL}`)
    return source
  } catch (error) {
    await source.close()
    throw storeFault(error)
  }
}
