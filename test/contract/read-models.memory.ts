/** The projector's ports in memory: the plainest thing that keeps their promises. */
import type { EventLog } from '#contracts/events/append.ts'
import type { StoredEvent } from '#contracts/events/event.ts'
import { Fault } from '#contracts/fault.ts'
import { type ArticleId, LOG_START, type Position, type Sha256Hex } from '#contracts/ids.ts'
import type { SearchDocument } from '#contracts/search/document.ts'
import type {
  Blobs,
  Generation,
  GenerationSetup,
  ParkedStream,
  ProjectedText,
  ProjectorLock,
  ReadModelStore,
  SearchWriter,
} from '#query-api/ports.ts'

type Rows = {
  readonly setup: GenerationSetup
  position: Position
  reaching: Position
  readonly states: Map<ArticleId, { streamVersion: number; json: string }>
  readonly articles: Map<ArticleId, { slug: string; json: string }>
  readonly parked: Map<string, ParkedStream>
  readonly retries: Set<string>
}

const newRows = (setup: GenerationSetup): Rows => ({
  setup,
  position: LOG_START,
  reaching: LOG_START,
  states: new Map(),
  articles: new Map(),
  parked: new Map(),
  retries: new Set(),
})

const later = (a: Position, b: Position): Position => (a > b ? a : b)

const checkSlugs = ({ articles }: Rows, accepted: readonly ProjectedText[]): void => {
  const slugs = new Map([...articles].map(([id, { slug }]) => [id, slug]))
  for (const { articleId, article } of accepted)
    if (article === null) slugs.delete(articleId)
    else slugs.set(articleId, article.slug)
  if (new Set(slugs.values()).size < slugs.size)
    throw new Fault('slug-taken', 'two texts would be served under one slug')
}

const saveInto = (rows: Rows, texts: readonly ProjectedText[]): void => {
  const accepted = texts.filter(
    ({ articleId, streamVersion }) =>
      (rows.states.get(articleId)?.streamVersion ?? 0) <= streamVersion,
  )
  checkSlugs(rows, accepted)
  for (const { articleId, streamVersion, state, article } of accepted) {
    rows.states.set(articleId, { streamVersion, json: JSON.stringify(state) })
    if (article === null) rows.articles.delete(articleId)
    else rows.articles.set(articleId, { slug: article.slug, json: JSON.stringify(article) })
  }
}

export const memoryReadModels = (): ReadModelStore => {
  const generations = new Map<Generation, Rows>([[1, newRows({ embeddingModel: null })]])
  const rowsOf = (generation: Generation): Rows => {
    const rows = generations.get(generation)
    if (rows === undefined) throw new Fault('generation-unknown', 'no such generation')
    return rows
  }
  const allParked = (generation: Generation): ParkedStream[] =>
    [...rowsOf(generation).parked.values()].toSorted((a, b) => a.position - b.position)
  let live = 1
  let previous: Generation | null = null
  return {
    liveGeneration: async () => live,
    openGeneration: async (generation, setup) => {
      if (!generations.has(generation)) generations.set(generation, newRows(setup))
    },
    setup: async (generation) => rowsOf(generation).setup,
    progress: async (generation) => {
      const { position, reaching } = rowsOf(generation)
      return { position, reaching }
    },
    loadStates: async (generation, ids) => {
      const { states } = rowsOf(generation)
      return new Map(
        ids.flatMap((id) => {
          const row = states.get(id)
          if (row === undefined) return []
          const state: unknown = JSON.parse(row.json)
          return [[id, { streamVersion: row.streamVersion, state }]]
        }),
      )
    },
    save: async (generation, texts, reaching) => {
      const rows = rowsOf(generation)
      saveInto(rows, texts)
      rows.reaching = later(rows.reaching, reaching)
    },
    parkedAmong: async (generation, ids) => {
      const { parked } = rowsOf(generation)
      return new Set(ids.filter((id) => parked.has(id)))
    },
    park: async (generation, streams) => {
      const { parked } = rowsOf(generation)
      for (const one of streams) if (!parked.has(one.streamId)) parked.set(one.streamId, one)
    },
    parked: async (generation) => allParked(generation),
    requestRetry: async (generation, streamId) => {
      const { parked, retries } = rowsOf(generation)
      if (parked.has(streamId)) retries.add(streamId)
      return parked.has(streamId)
    },
    retries: async (generation) =>
      allParked(generation).filter(({ streamId }) => rowsOf(generation).retries.has(streamId)),
    settleRetry: async (generation, streamId, stillParked) => {
      const { parked, retries } = rowsOf(generation)
      retries.delete(streamId)
      if (stillParked === null) parked.delete(streamId)
      else parked.set(streamId, stillParked)
    },
    advance: async (generation, position) => {
      const rows = rowsOf(generation)
      rows.position = later(rows.position, position)
      rows.reaching = later(rows.reaching, position)
    },
    articles: async function* (generation) {
      const { articles } = rowsOf(generation)
      for (const id of [...articles.keys()].toSorted())
        yield {
          key: `article/${id}`,
          document: JSON.parse(articles.get(id)?.json ?? '') as unknown,
        }
    },
    generations: async () => [...generations.keys()].toSorted((a, b) => a - b),
    previousGeneration: async () => previous,
    swap: async (from, to, catchUp) => {
      if (live !== from) throw new Fault('generation-not-live', 'it is not served')
      const { reaching } = rowsOf(from)
      await catchUp(reaching)
      if (rowsOf(to).position < reaching) throw new Fault('generation-behind', 'too early')
      ;[live, previous] = [to, from]
    },
    retireGeneration: async (generation) => {
      if (generation === live) throw new Fault('generation-live', 'it is served')
      if (generation === previous) previous = null
    },
    dropGeneration: async (generation) => {
      if (generation === live) throw new Fault('generation-live', 'it is served')
      if (generation === previous) previous = null
      generations.delete(generation)
    },
  }
}

/**
 * A search writer that keeps documents only; `seen` are the positions that readers were told of.
 */
export const memorySearch = (): SearchWriter & { readonly seen: Position[] } => {
  type Held = { streamVersion: number; documents: readonly SearchDocument[] }
  const generations = new Map<Generation, Map<ArticleId, Held>>()
  const seen: Position[] = []
  return {
    seen,
    apply: async (generation, texts, position) => {
      const held = generations.get(generation) ?? new Map<ArticleId, Held>()
      generations.set(generation, held)
      for (const { articleId, streamVersion, documents } of texts)
        if ((held.get(articleId)?.streamVersion ?? 0) < streamVersion)
          held.set(articleId, { streamVersion, documents: structuredClone(documents) })
      seen.push(position)
    },
    documents: async function* (generation) {
      const held = [...(generations.get(generation)?.values() ?? [])]
      const documents = held.flatMap((one) => one.documents)
      const keyed = documents.map((document) => ({ key: `search/${document.id}`, document }))
      yield* keyed.toSorted((a, b) => (a.key < b.key ? -1 : 1))
    },
    drop: async (generation) => {
      generations.delete(generation)
    },
  }
}

export const memoryLog = (events: readonly StoredEvent[]): EventLog => ({
  read: async (after, limit) => events.filter(({ position }) => position > after).slice(0, limit),
  head: async () => events.at(-1)?.position ?? LOG_START,
  wait: async () => undefined,
})

export const memoryBlobs = (texts: ReadonlyMap<Sha256Hex, string>): Pick<Blobs, 'get'> => ({
  get: async (hashes) =>
    new Map(
      hashes.map((hash) => {
        const text = texts.get(hash)
        if (text === undefined) throw new Fault('blob-missing', 'not among the texts')
        return [hash, text]
      }),
    ),
})

/** A lock that nobody else wants. */
export const freeLock: ProjectorLock = { hold: (_name, signal, work) => work(signal) }
