/**
 * A small HTTP server that answers as Typesense 29.0 documents and was measured to: collections,
 * aliases, keys, imports line by line, `multi_search` with failures inside a 200. It is no search
 * engine and takes the place of none: with it the client is tested for what it sends and for what
 * it makes of answers, refusals and losses. The contract suite runs on a real server.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  bySort,
  type Doc,
  type Found,
  Rows,
  type Search,
  vectorHits,
  VectorSizeError,
  wordHits,
} from './typesense-engine.ts'

type FieldSpec = { name: string; type: string; num_dim?: number; index?: boolean }
type Collection = { fields: FieldSpec[]; rows: Rows }
export type Heard = {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly key: string
  readonly body: string
  /** UTF-8 bytes of the answer. */
  answered: number
}
type Answer = { readonly status: number; readonly body: string; readonly type?: string }
/**
 * Answers instead of the server; null: the server answers; `cut`: the connection is cut; `lost`:
 * the server does what was asked and the connection is cut before the answer.
 */
export type Script = (heard: Heard) => Answer | 'cut' | 'lost' | null

export const SCRIPTED_KEY = 'scripted-admin-key'
const PER_PAGE_MAX = 250
const FILTER_OPERATIONS_MAX = 100
const MULTI_SEARCHES = 50

const json = (status: number, body: unknown): Answer => ({
  status,
  body: JSON.stringify(body),
  type: 'application/json; charset=utf-8',
})
const failure = (status: number, message: string): Answer => json(status, { message })

class EntryError extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

const only = (doc: Doc, fields: unknown): Record<string, unknown> => {
  if (typeof fields !== 'string') return doc
  const wanted = fields.split(',')
  return Object.fromEntries(wanted.flatMap((name) => (name in doc ? [[name, doc[name]]] : [])))
}

const foundBy = ({ fields, rows }: Collection, search: Search): Found[] => {
  if (search['vector_query'] !== undefined) {
    const sizes = fields.flatMap(({ name, num_dim: size }) =>
      size === undefined ? [] : [[name, size] as const],
    )
    try {
      const hits = vectorHits(rows, search, new Map(sizes))
      if (hits === null) throw new EntryError(404, 'Field not found.')
      return hits
    } catch (error) {
      if (error instanceof VectorSizeError) throw new EntryError(400, 'Vector size mismatch.')
      throw error
    }
  }
  const sort = bySort(String(search['sort_by'] ?? ''))
  if (search.q !== '*') return wordHits(rows, search).toSorted(sort)
  const passing = [...rows.passing(String(search['filter_by'] ?? ''))]
  return passing.map((doc) => ({ doc, score: 0 })).toSorted(sort)
}

/** What the server adds to a hit of a text match. */
const textMatch = (score: number) => ({
  text_match: score,
  text_match_info: {
    best_field_score: '0',
    best_field_weight: 15,
    fields_matched: 1,
    num_tokens_dropped: 0,
    score: String(score),
    tokens_matched: 1,
    typo_prefix_score: 0,
  },
})

/** Counts rows by value; of a grouped search groups, as the server's source does. */
const facetCounts = (
  found: readonly Found[],
  facet: unknown,
  groupBy: unknown,
): { value: string; count: number }[] => {
  if (typeof facet !== 'string') return []
  const carriers = new Map<string, Set<unknown>>()
  for (const { doc } of found)
    for (const value of (doc[facet] ?? []) as string[]) {
      const own = carriers.get(value) ?? new Set()
      carriers.set(value, own.add(typeof groupBy === 'string' ? doc[groupBy] : doc))
    }
  return [...carriers].map(([value, own]) => ({ value, count: own.size }))
}

const searchOne = (collection: Collection | undefined, search: Search): unknown => {
  if (collection === undefined) throw new EntryError(404, 'Not found.')
  const perPage = Number(search['per_page'] ?? 10)
  if (perPage > PER_PAGE_MAX) throw new EntryError(400, 'Only upto 250 hits per page.')
  const filter = String(search['filter_by'] ?? '')
  if (filter.split(/&&|\|\|/).length * 2 - 1 > FILTER_OPERATIONS_MAX)
    throw new EntryError(400, '`filter_by` has too many operations.')
  const found = foundBy(collection, search)
  const from = (Number(search['page'] ?? 1) - 1) * perPage
  const shown = ({ doc, score, distance }: Found) => ({
    document: only(doc, search['include_fields']),
    highlight: {},
    highlights: [],
    ...(search.q === '*' ? {} : textMatch(score)),
    ...(distance === undefined ? {} : { vector_distance: distance }),
  })
  const facet = search['facet_by']
  const counts = facetCounts(found, facet, search['group_by'])
  const rest = {
    facet_counts: facet === undefined ? [] : [{ counts }],
    search_cutoff: false,
    out_of: collection.rows.docs.size,
    page: Number(search['page'] ?? 1),
    request_params: { collection_name: search.collection, per_page: perPage, q: search.q },
    search_time_ms: 0,
  }
  if (typeof search['group_by'] === 'string') {
    const groups = Map.groupBy(found, ({ doc }) => doc[String(search['group_by'])])
    const page = [...groups].slice(from, from + perPage)
    return {
      found: groups.size,
      found_docs: found.length,
      grouped_hits: page.map(([key, group]) => ({
        found: group.length,
        group_key: [key],
        hits: group.slice(0, 1).map(shown),
      })),
      ...rest,
    }
  }
  return { found: found.length, hits: found.slice(from, from + perPage).map(shown), ...rest }
}

export class ScriptedTypesense {
  readonly key = SCRIPTED_KEY
  readonly heard: Heard[] = []
  readonly collections = new Map<string, Collection>()
  readonly aliases = new Map<string, string>()
  readonly keys = new Map<string, { actions: string[]; collections: string[] }>()
  script: Script = () => null
  version = '29.0'
  readonly #server = createServer((request, response) => void this.#serve(request, response))
  #port = 0

  get url(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  /** Again after `stop`: on the same port, with what it held. */
  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(this.#port, '127.0.0.1', resolve))
    this.#port = (this.#server.address() as AddressInfo).port
    return this
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  /** As a server whose disk was lost: nothing is there but it answers. */
  forget(): void {
    this.collections.clear()
    this.aliases.clear()
    this.keys.clear()
  }

  /** Requests to a path, oldest first. */
  requests(path: string): Heard[] {
    return this.heard.filter((one) => one.path === path)
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://scripted')
    const heard: Heard = {
      method: request.method ?? '',
      path: decodeURIComponent(url.pathname),
      query: url.searchParams,
      key: String(request.headers['x-typesense-api-key'] ?? ''),
      body: Buffer.concat(await Array.fromAsync(request)).toString(),
      answered: 0,
    }
    this.heard.push(heard)
    const scripted = this.script(heard)
    if (scripted === 'cut') return void request.socket.destroy()
    if (scripted === 'lost') {
      this.#answer(heard)
      return void request.socket.destroy()
    }
    const { status, body, type } = scripted ?? this.#answer(heard)
    heard.answered = Buffer.byteLength(body)
    response.writeHead(status, { 'content-type': type ?? 'text/plain; charset=utf-8' }).end(body)
  }

  #may(key: string, action: string): boolean {
    return key === SCRIPTED_KEY || (this.keys.get(key)?.actions.includes(action) ?? false)
  }

  #answer(heard: Heard): Answer {
    const { method, path, key, body } = heard
    if (path === '/health') return json(200, { ok: true })
    const action = path === '/multi_search' ? 'documents:search' : 'everything else'
    if (!this.#may(key, action)) return failure(401, 'Forbidden - a valid key must be sent.')
    const [room, name = '', part, last] = path.slice(1).split('/')
    const given = (): Record<string, unknown> => JSON.parse(body) as Record<string, unknown>
    if (room === 'debug') return json(200, { state: 1, version: this.version })
    if (room === 'multi_search') return this.#multiSearch(heard)
    if (room === 'keys') return this.#makeKey(given())
    if (room === 'aliases') {
      if (method === 'PUT') this.aliases.set(name, String(given()['collection_name']))
      const target = this.aliases.get(name)
      return target === undefined
        ? failure(404, 'Not Found')
        : json(200, { name, collection_name: target })
    }
    if (room !== 'collections') return failure(404, 'Not Found')
    if (name === '' && method === 'POST') return this.#create(given())
    const collection = this.collections.get(this.aliases.get(name) ?? name)
    if (collection === undefined) return failure(404, 'Collection not found')
    if (last === 'import') return this.#import(collection, heard)
    if (part === 'documents' && method === 'DELETE') {
      const doomed = collection.rows.passing(heard.query.get('filter_by') ?? '')
      for (const { id } of doomed) collection.rows.docs.delete(id)
      collection.rows.changed()
      return json(200, { num_deleted: doomed.size })
    }
    if (method === 'PATCH') collection.fields.push(...(given()['fields'] as FieldSpec[]))
    if (method === 'DELETE') this.collections.delete(name)
    return json(200, { name, fields: collection.fields })
  }

  #create(given: Record<string, unknown>): Answer {
    const name = String(given['name'])
    if (this.collections.has(name)) return failure(409, 'A collection with name already exists.')
    this.collections.set(name, { fields: given['fields'] as FieldSpec[], rows: new Rows() })
    return json(201, { name })
  }

  #makeKey(given: Record<string, unknown>): Answer {
    const value = String(given['value'])
    if (this.keys.has(value)) return failure(409, 'API key generation conflict.')
    this.keys.set(value, given as never)
    return json(201, { id: this.keys.size, value })
  }

  #import(collection: Collection, { query, body }: Heard): Answer {
    const { docs } = collection.rows
    collection.rows.changed()
    const lines = body.split('\n').map((line) => {
      const doc = JSON.parse(line) as Doc
      const held = docs.get(doc.id)
      if (query.get('action') === 'update') {
        if (held === undefined)
          return { success: false, code: 404, error: 'Not found', document: line }
        Object.assign(held, doc)
        return { success: true }
      }
      const odd = collection.fields.find(
        ({ name, num_dim: size }) =>
          size !== undefined &&
          Array.isArray(doc[name]) &&
          (doc[name] as unknown[]).length !== size,
      )
      if (odd !== undefined)
        return {
          success: false,
          code: 400,
          error: `Field \`${odd.name}\` must have dimensions`,
          document: line,
        }
      docs.set(doc.id, doc)
      return { success: true }
    })
    return { status: 200, body: lines.map((line) => JSON.stringify(line)).join('\n') }
  }

  #multiSearch({ body, query }: Heard): Answer {
    const { searches } = JSON.parse(body) as { searches: Search[] }
    if (searches.length > Number(query.get('limit_multi_searches') ?? MULTI_SEARCHES))
      return failure(400, 'Number of multi searches exceeds `limit_multi_searches` parameter.')
    const results = searches.map((search) => {
      try {
        const name = this.aliases.get(search.collection) ?? search.collection
        return searchOne(this.collections.get(name), search)
      } catch (error) {
        if (error instanceof EntryError) return { code: error.code, error: error.message }
        throw error
      }
    })
    return json(200, { results })
  }
}

export const startScripted = (): Promise<ScriptedTypesense> => new ScriptedTypesense().start()
