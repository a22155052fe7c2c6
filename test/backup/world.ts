/** Databases with a row in most tables, and what is compared between two of them. */
import { randomBytes, randomUUID } from 'node:crypto'
import { Readable, Writable } from 'node:stream'
import { Client } from 'pg'
import type { Instant } from '#contracts/ids.ts'
import { makeLedger } from '#infra/postgres/money/ledger.ts'
import { recordAct } from '#infra/postgres/platform/audit.ts'
import { dumpSchema } from '#infra/postgres/platform/schema.ts'
import { writeBackup } from '#infra/postgres/backup/backup.ts'
import type { SecretCheck } from '#infra/postgres/backup/format.ts'
import {
  type BackupSources,
  restoreBackup,
  type RestoreOptions,
} from '#infra/postgres/backup/restore.ts'
import { keptTables, quoted, sequencesOf } from '#infra/postgres/backup/tables.ts'
import { makeProjector } from '#query-api/projections/projector.ts'
import { connectStores } from '../harness/postgres.ts'
import { namesOf, recordTexts } from '../replay/world.ts'

export const MADE_AT = '2026-01-31T00:00:00.000Z' as Instant

/** Texts, projected; an account with a key, a person and a session; charges, one still held. */
export const fill = async (connectionString: string, texts: number): Promise<void> => {
  const stores = connectStores(connectionString)
  const { pool, log, blobs, models, lock } = stores
  await recordTexts(pool, namesOf(texts))
  await makeProjector({ log, blobs, models, lock }).runOnce(1)
  const [accountId, keyId, userId] = [randomUUID(), randomUUID(), randomUUID()]
  await pool.query(`
    insert into accounts (id, name, plan, paid) values ('${accountId}', E'Étude\\t"Ø"\\n\\\\', 'firm', true);
    insert into api_keys (id, account_id, scopes, cap_mode) values ('${keyId}', '${accountId}', '{search,articles}', 'soft');
    insert into api_key_secrets (key_id, slot, secret_hmac, last4)
      values ('${keyId}', 'current', '\\x${randomBytes(32).toString('hex')}', 'abcd');
    insert into account_users (id, account_id, email, password_hash)
      values ('${userId}', '${accountId}', 'someone@example.org', 'hash');
    insert into account_sessions (token_hash, user_id, expires_at)
      values ('\\x${randomBytes(32).toString('hex')}', '${userId}', now() + interval '1 day');`)
  const ledger = makeLedger(pool)
  const key = {
    keyId,
    accountId,
    plan: 'firm',
    scopes: [],
    capMicroUsd: null,
    capMode: 'soft',
    expiresAt: null,
    revokedAt: null,
  } as const
  for (let call = 0; call < 4; call += 1) {
    const reserved = await ledger.reserve({
      operation: 'search',
      key,
      requestId: randomUUID(),
      idempotency: { keyHmac: randomBytes(32), fingerprint: randomBytes(32) },
    })
    if (reserved.outcome === 'reserved' && call > 0) await ledger.settle(reserved.reservation)
  }
  await recordAct(pool, { kind: 'key.revoked', actor: 'system', subject: keyId, data: {} })
  await stores.close()
}

export const withClient = async <T>(
  url: string,
  work: (client: Client) => Promise<T>,
): Promise<T> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query("set timezone = 'UTC'")
    return await work(client)
  } finally {
    await client.end()
  }
}

export const query = <Row extends object>(url: string, sql: string): Promise<Row[]> =>
  withClient(url, async (client) => (await client.query<Row>(sql)).rows)

/** A hash of the rows of each kept table, counters, and the schema: all that a restore brings. */
export const printOf = (connectionString: string): Promise<Record<string, unknown>> =>
  withClient(connectionString, async (client) => {
    const found: Record<string, unknown> = {}
    const tables = await keptTables(client)
    for (const { name } of tables) {
      const { rows } = await client.query<{ print: string; count: string }>(
        `select count(*) as count, md5(string_agg(t::text, '|' order by t::text collate "C")) as print
         from ${quoted(name)} t`,
      )
      found[name] = rows[0]
    }
    found['sequences'] = await sequencesOf(client, tables)
    found['schema'] = await dumpSchema({
      query: async (text, values) => {
        const { rows, rowCount } = await client.query(
          typeof text === 'string' ? text : text.text,
          values === undefined ? [] : [...values],
        )
        return { rows: rows as never[], rowCount: rowCount ?? 0 }
      },
    })
    return found
  })

export type Collected = {
  readonly sink: Writable
  bytes(): Buffer
}

/** Keeps what is written. `pauseMs`: a slow disk. */
export const collect = (pauseMs = 0): Collected => {
  const chunks: Buffer[] = []
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      chunks.push(chunk)
      setTimeout(done, pauseMs)
    },
  })
  return { sink, bytes: () => Buffer.concat(chunks) }
}

export const backUp = async (
  connectionString: string,
  {
    sink,
    keysSink,
    signal,
    check = null,
  }: {
    readonly sink: Writable
    readonly keysSink: Writable
    readonly signal?: AbortSignal
    readonly check?: SecretCheck | null
  },
) =>
  writeBackup({
    connectionString,
    sink,
    keysSink,
    madeAt: MADE_AT,
    keyPepperCheck: check,
    onProgress: () => undefined,
    signal: signal ?? new AbortController().signal,
  })

/** The two files of a backup. `keys` null: the second one is missing. */
export type Files = { readonly log: Buffer; readonly keys: Buffer | null }

/** Both files; `pauseMs`: of a slow disk. */
export const collectBoth = (pauseMs = 0) => {
  const [log, keys] = [collect(pauseMs), collect(pauseMs)]
  return {
    sink: log.sink,
    keysSink: keys.sink,
    files: (): { log: Buffer; keys: Buffer } => ({ log: log.bytes(), keys: keys.bytes() }),
  }
}

export const backupOf = async (
  connectionString: string,
): Promise<{ log: Buffer; keys: Buffer }> => {
  const collected = collectBoth()
  await backUp(connectionString, collected)
  return collected.files()
}

/** The files as they are read. */
export const sourcesOf = ({ log, keys }: Files): BackupSources => ({
  source: Readable.from(inChunks(log)),
  keys: keys === null ? null : Readable.from(inChunks(keys)),
  withoutKeys: false,
})

export const restoreInto = (
  connectionString: string,
  files: Files,
  options: Partial<RestoreOptions> = {},
) =>
  restoreBackup({
    connectionString,
    ...sourcesOf(files),
    replace: false,
    checkKeyPepper: async () => undefined,
    signal: new AbortController().signal,
    ...options,
  })

const CHUNK_BYTES = 64 * 1024
const inChunks = function* (data: Buffer): Generator<Buffer> {
  for (let at = 0; at < data.length; at += CHUNK_BYTES) yield data.subarray(at, at + CHUNK_BYTES)
}
