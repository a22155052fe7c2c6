import { createHmac } from 'node:crypto'
import { Agent } from 'node:http'
import { Agent as SecureAgent } from 'node:https'
import type * as typesense from 'typesense'
import { z } from 'zod'
import { Fault } from '#contracts/fault.ts'
import { mapAtOnce } from '#contracts/toolkit/concurrency.ts'
import { retry } from '#contracts/toolkit/retry.ts'
import { withinTime } from '#contracts/toolkit/wait.ts'
import {
  MISSING,
  faultOf,
  httpStatusOf,
  isMissing,
  SERVER_ERROR,
  statusFault,
  unavailable,
  wrongServer,
} from './faults.ts'
import { TYPESENSE } from './limits.ts'
import type { Row } from './rows.ts'
import { FIELDS, type Field } from './schema.ts'
import { lazyPackage } from '../lazy-package.ts'

const loadTypesense = lazyPackage<typeof typesense>(import.meta.url, 'typesense')

export type Entry = {
  readonly collection: string
  readonly q: string
  readonly filter_by?: string
  readonly per_page: number
} & Readonly<Record<string, string | number | boolean | undefined>>

// A search returns hundreds of rows: their members are read where they are used.
const Document = z.custom<Readonly<Record<string, unknown>>>(
  (value) => typeof value === 'object' && value !== null,
)
const Hit = z.object({
  document: Document,
  vector_distance: z.number().optional(),
})
export type Hit = z.infer<typeof Hit>

const Answer = z.object({
  found: z.int().nonnegative(),
  /** Of a grouped search: the rows before they were grouped. */
  found_docs: z.int().nonnegative().optional(),
  search_cutoff: z.boolean().optional(),
  hits: z.array(Hit).optional(),
  grouped_hits: z.array(z.object({ hits: z.array(Hit) })).optional(),
  facet_counts: z
    .array(
      z.object({
        counts: z.array(z.object({ value: z.string(), count: z.int().nonnegative() })),
      }),
    )
    .optional(),
})
export type Answer = z.infer<typeof Answer>
const Failure = z.object({ code: z.int(), error: z.string() })
const Answers = z.object({ results: z.array(z.unknown()) })
const Line = z.object({ success: z.boolean(), code: z.int().optional() })

/** The answer to one entry; null if its collection or field does not exist. Throws other errors. */
const answerOf = (result: unknown): Answer | null => {
  const failed = Failure.safeParse(result)
  if (failed.success) {
    const fault = statusFault(failed.data.code)
    if (fault.code === MISSING) return null
    throw fault
  }
  const answer = Answer.safeParse(result)
  if (!answer.success) throw wrongServer()
  // A search that ran out of time returns a partial answer, which counts as a failure.
  if (answer.data.search_cutoff === true) throw unavailable(new Error('search cut off'))
  return answer.data
}

const checkLines = (answer: unknown, wanted: number): void => {
  // The client may have parsed a single line.
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer)
  const lines = text.split('\n').filter((line) => line !== '')
  const failed = lines.map(lineOf).find((line) => !line.success)
  if (failed !== undefined) throw statusFault(failed.code ?? 0)
  if (lines.length !== wanted)
    throw new Fault(
      'search-import-short',
      `the search engine answered for ${lines.length} of ${wanted} rows`,
      { retryAfterMs: 1_000 },
    )
}

const lineOf = (line: string): z.infer<typeof Line> => {
  try {
    return Line.parse(JSON.parse(line))
  } catch {
    throw wrongServer()
  }
}

/** Splits rows into imports of limited number and size. */
function* importsOf(rows: readonly Row[]): Generator<string[]> {
  let lines: string[] = []
  let size = 0
  for (const row of rows) {
    const line = JSON.stringify(row)
    if (
      lines.length > 0 &&
      (lines.length === TYPESENSE.rowsPerImport || size + line.length > TYPESENSE.sizePerImport)
    ) {
      yield lines
      lines = []
      size = 0
    }
    lines.push(line)
    size += line.length
  }
  if (lines.length > 0) yield lines
}

const late = (): Fault => unavailable(new Error('no answer in time'))

export type Address = { readonly url: string; readonly key: string }
/** How often a failed request is sent again, and after how long. */
export type Patience = { readonly retries: number; readonly retrySeconds: number }

/** Aborts when the lock under which is written is lost, or when the process stops. */
export type Held = AbortSignal | undefined

/**
 * Throws the Fault of a lost lock: another writer may have the generation by now, and would commit
 * what this one goes on writing. A stop aborts, too, with no Fault, and lets an apply end.
 */
export const refuseLost = (held: Held): void => {
  if (held?.aborted === true && held.reason instanceof Fault) throw held.reason
}

/** No answer came, or one that a sound server does not give. */
const isTransient = (error: unknown): boolean => {
  if (error instanceof Fault) return false
  const status = httpStatusOf(error)
  return status === undefined || status >= SERVER_ERROR
}

const orNull = async <T>(work: Promise<T>): Promise<T | null> => {
  try {
    return await work
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/**
 * One Typesense server with one key. Every method throws the Faults of `faults.ts`; failed requests
 * are sent again, since all of them are idempotent. What writes is not sent, nor sent again, once
 * its lock is lost.
 */
export const makeServer = (
  { url, key }: Address,
  { retries, retrySeconds }: Patience = TYPESENSE,
) => {
  const agents = {
    http: new Agent({ keepAlive: true }),
    https: new SecureAgent({ keepAlive: true }),
  }
  const { Client } = loadTypesense()
  const client = new Client({
    nodes: [{ url: url.replace(/(?<!\/)\/+$/, '') }],
    apiKey: key,
    // A key in a URL would appear in logs.
    sendApiKeyAsQueryParam: false,
    connectionTimeoutSeconds: TYPESENSE.requestSeconds,
    // We send again: the client would not see that a lock is lost.
    numRetries: 0,
    logLevel: 'silent',
    httpAgent: agents.http,
    httpsAgent: agents.https,
  })
  const pauseMs = retrySeconds * 1_000
  const send = async <T>(work: () => Promise<T>, held?: Held): Promise<T> => {
    const attempt = (): Promise<T> => {
      refuseLost(held)
      return work()
    }
    try {
      return await retry(attempt, {
        attemptsMax: retries + 1,
        firstPauseMs: pauseMs,
        pauseMsMax: pauseMs,
        isTransient,
        signal: held,
      })
    } catch (error) {
      refuseLost(held)
      throw faultOf(error)
    }
  }
  return {
    /** Sends all entries in one request and checks each answer. */
    search: async (entries: readonly Entry[]): Promise<(Answer | null)[]> => {
      const given = await send(() =>
        client.multiSearch.perform({ searches: entries as never }, {
          limit_multi_searches: Math.max(entries.length, 1),
        } as never),
      )
      const answers = Answers.safeParse(given)
      if (!answers.success || answers.data.results.length !== entries.length) throw wrongServer()
      return answers.data.results.map(answerOf)
    },
    /** Throws unless each row was accepted; the server answers line by line. */
    write: async (
      collection: string,
      rows: readonly Row[],
      action: 'upsert' | 'update',
      held: Held,
    ): Promise<number> => {
      // Two at once, so that the server reads one while it indexes the other.
      await mapAtOnce([...importsOf(rows)], TYPESENSE.importsAtOnce, async (lines) => {
        const options = { action, dirty_values: 'reject', batch_size: TYPESENSE.rowsPerBatch }
        const sent = await send(() => {
          const documents = client.collections(collection).documents()
          const importing = documents.import(lines.join('\n'), options as never)
          return withinTime<unknown>(importing, TYPESENSE.importMs, late)
        }, held)
        checkLines(sent, lines.length)
      })
      return rows.length
    },
    remove: (collection: string, filter: string, held: Held): Promise<unknown> =>
      orNull(
        send(() => client.collections(collection).documents().delete({ filter_by: filter }), held),
      ),
    /** Idempotent. */
    createCollection: (name: string, held: Held): Promise<unknown> =>
      send(
        () => unlessConflict(client.collections().create({ name, fields: FIELDS as never })),
        held,
      ),
    dropCollection: (name: string, held?: Held): Promise<unknown> =>
      orNull(send(() => client.collections(name).delete(), held)),
    /** Idempotent. */
    addFields: async (collection: string, wanted: readonly Field[], held: Held): Promise<void> => {
      const { fields } = await send(() => client.collections(collection).retrieve())
      const known = new Set(fields?.map(({ name }) => name))
      const lacking = wanted.filter(({ name }) => !known.has(name))
      if (lacking.length === 0) return
      await send(() => client.collections(collection).update({ fields: lacking as never }), held)
    },
    /** The collection behind an alias; null without one. */
    aliased: async (name: string): Promise<string | null> =>
      (await orNull(send(() => client.aliases(name).retrieve())))?.collection_name ?? null,
    pointAlias: async (name: string, collection: string, held: Held): Promise<void> => {
      await send(() => client.aliases().upsert(name, { collection_name: collection }), held)
    },
    /**
     * Makes a key that may only search our collections. It is derived from this one, so it need not
     * be stored. If this key may not create keys, it is itself a search key and is returned.
     */
    searchKey: async (): Promise<string> => {
      const value = createHmac('sha256', key).update('pandect search key').digest('hex')
      const wanted = {
        description: 'Pandect: search only',
        actions: ['documents:search'],
        collections: [TYPESENSE.searchable],
        value,
      }
      try {
        await send(() => unlessConflict(client.keys().create(wanted)))
        return value
      } catch (error) {
        if (error instanceof Fault && error.code === 'search-access-denied') return key
        throw error
      }
    },
    version: async (): Promise<string> => {
      const { version } = await send(() => client.debug.retrieve())
      if (typeof version !== 'string') throw wrongServer()
      return version
    },
    isHealthy: async (): Promise<boolean> => {
      const health: unknown = await send(() => client.health.retrieve())
      const answer = z.object({ ok: z.boolean() }).safeParse(health)
      if (!answer.success) throw wrongServer()
      return answer.data.ok
    },
    close: (): void => {
      agents.http.destroy()
      agents.https.destroy()
    },
  }
}
export type Server = ReturnType<typeof makeServer>

const CONFLICT = 409
/** null: it is there already. */
const unlessConflict = async <T>(work: Promise<T>): Promise<T | null> => {
  try {
    return await work
  } catch (error) {
    if (httpStatusOf(error) === CONFLICT) return null
    throw error
  }
}
