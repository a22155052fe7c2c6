/** The projector's ports in memory: the plainest thing that keeps their promises. */
import type { EventLog } from '#contracts/events/append.ts'
import type { StoredEvent } from '#contracts/events/event.ts'
import { Fault } from '#contracts/fault.ts'
import { type ArticleId, LOG_START, type Position, type Sha256Hex } from '#contracts/ids.ts'
import type { SearchDocument } from '#contracts/search/document.ts'
import type { Blobs, Generation, ProjectorLock, SearchWriter } from '#query-api/ports.ts'
import { articleProjection } from '#query-api/projections/articles/projection.ts'
import type { TextTables } from '#query-api/projections/articles/ports.ts'
import { searchProjection } from '#query-api/projections/articles/search.ts'
import { parseTextState } from '#query-api/projections/articles/text-state.ts'
import type { GenerationSetup, ParkedStream, ParkedStreams } from '#query-api/projections/ports.ts'
import type { ReadModels } from '#query-api/projections/projection.ts'
import type { ProjectedText } from '#query-api/projections/articles/ports.ts'
import type { GenerationCatalogue } from '#query-api/replay/ports.ts'

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

/** Nothing is known around texts. */
const NOTHING_AROUND: Pick<ReadModels, 'facts' | 'concepts' | 'citing' | 'recognise'> = {
  facts: {
    about: async () => new Map(),
    aboutNames: async () => [],
    reliersOf: async () => [],
  },
  concepts: { get: async () => new Map() },
  citing: {
    countsOf: async () => [],
    namesCitedBy: async () => [],
    citable: async () => [],
  },
  recognise: async (texts) => texts.map(() => []),
}

export type MemoryReadModels = ReadModels & {
  readonly generations: GenerationCatalogue
  readonly texts: TextTables
}

/** Articles and search documents; no other streams than those of texts are projected. */
export const memoryReadModels = (search: SearchWriter = memorySearch()): MemoryReadModels => {
  const rows = new Map<Generation, Rows>([[1, newRows({ embeddingModel: null })]])
  const rowsOf = (generation: Generation): Rows => {
    const found = rows.get(generation)
    if (found === undefined) throw new Fault('generation-unknown', 'no such generation')
    return found
  }
  let live = 1
  let previous: Generation | null = null
  const checkNotLive = (generation: Generation): void => {
    if (generation === live) throw new Fault('generation-live', 'it is served')
  }
  const generations: GenerationCatalogue = {
    live: async () => live,
    open: async (generation, setup) => {
      if (!rows.has(generation)) rows.set(generation, newRows(setup))
    },
    setup: async (generation) => rowsOf(generation).setup,
    progress: async (generation) => {
      const { position, reaching } = rowsOf(generation)
      return { position, reaching }
    },
    reach: async (generation, position) => {
      const one = rowsOf(generation)
      one.reaching = later(one.reaching, position)
    },
    advance: async (generation, position) => {
      const one = rowsOf(generation)
      one.position = later(one.position, position)
      one.reaching = later(one.reaching, position)
    },
    list: async () => [...rows.keys()].toSorted((a, b) => a - b),
    previous: async () => previous,
    swap: async (from, to, catchUp) => {
      if (live !== from) throw new Fault('generation-not-live', 'it is not served')
      const { reaching } = rowsOf(from)
      await catchUp(reaching)
      if (rowsOf(to).position < reaching) throw new Fault('generation-behind', 'too early')
      ;[live, previous] = [to, from]
    },
    retire: async (generation) => {
      checkNotLive(generation)
      if (generation === previous) previous = null
    },
    forget: async (generation) => {
      checkNotLive(generation)
      rows.delete(generation)
    },
  }
  const listed = (generation: Generation): ParkedStream[] =>
    [...rowsOf(generation).parked.values()].toSorted((a, b) => a.position - b.position)
  const parked: ParkedStreams = {
    among: async (generation, ids) =>
      new Set(ids.filter((id) => rowsOf(generation).parked.has(id))),
    park: async (generation, streams) => {
      const own = rowsOf(generation).parked
      for (const one of streams) if (!own.has(one.streamId)) own.set(one.streamId, one)
    },
    list: async (generation) => listed(generation),
    requestRetry: async (generation, streamId) => {
      const { parked: own, retries } = rowsOf(generation)
      if (own.has(streamId)) retries.add(streamId)
      return own.has(streamId)
    },
    retries: async (generation) =>
      listed(generation).filter(({ streamId }) => rowsOf(generation).retries.has(streamId)),
    settleRetry: async (generation, streamId, stillParked) => {
      const { parked: own, retries } = rowsOf(generation)
      retries.delete(streamId)
      if (stillParked === null) own.delete(streamId)
      else own.set(streamId, stillParked)
    },
  }
  const texts: TextTables = {
    load: async (generation, ids) =>
      new Map(
        ids.flatMap((id) => {
          const row = rowsOf(generation).states.get(id)
          return row === undefined ? [] : [[id, parseTextState(JSON.parse(row.json))]]
        }),
      ),
    showing: async () => [],
    write: (generation, given) => async () => saveInto(rowsOf(generation), given),
    documents: async function* (generation) {
      const { articles } = rowsOf(generation)
      for (const id of [...articles.keys()].toSorted())
        yield {
          key: `article/${id}`,
          document: JSON.parse(articles.get(id)?.json ?? '') as unknown,
        }
    },
    drop: async (generation) => {
      const own = rows.get(generation)
      own?.states.clear()
      own?.articles.clear()
    },
  }
  return {
    ...NOTHING_AROUND,
    generations,
    parked,
    texts,
    writeTogether: async (writes) => {
      for (const write of writes) await write(undefined as never)
    },
    projections: [articleProjection(texts), searchProjection(search)],
  }
}

/**
 * A search writer that keeps documents only; `seen` are the positions that readers were given.
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
  readEntries: async (after, limit) =>
    events.filter(({ position }) => position > after).slice(0, limit),
  readStream: async (id, after, limit) =>
    events
      .filter(({ streamId, streamVersion }) => streamId === id && streamVersion > after)
      .slice(0, limit),
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
