import type { Vectors } from '#contracts/events/append.ts'
import { Fault } from '#contracts/fault.ts'
import { LOG_START, type Position } from '#contracts/ids.ts'
import type { Generation, SearchWriter, TextReadModel, KeyedDocument } from '#query-api/ports.ts'
import { addTally, emptyHead, type Head, printHead, type Model } from './head.ts'
import { INDEX_MISSING } from './faults.ts'
import { TYPESENSE } from './limits.ts'
import { readHead, headEntry, headIn } from './read-head.ts'
import { type StoredText, articleToken, textRows, type Row, type PassageVectors } from './rows.ts'
import { FOREVER, HEAD_ID, ROW, collectionName, modelOf, vectorFields } from './schema.ts'
import { type Entry, type Held, type Hit, refuseLost, type Server } from './server.ts'
import { NOT_REPLACED, all, oneOf, rowIs, thereAt } from './filters.ts'
import { vectorsInContext } from '#contracts/search/context.ts'
import type { SearchDocument } from '#contracts/search/document.ts'
import { compareText, uuidNumbers } from './order.ts'

type Verbatim = { readonly id: string }
type Numbers = readonly [number, number, number]

const parse = (document: Record<string, unknown>): Verbatim =>
  JSON.parse(String(document['verbatim'])) as Verbatim

const after = ([first, second, third]: Numbers): string =>
  `(order1:>${first} || (order1:=${first} && order2:>${second}) || (order1:=${first} && order2:=${second} && order3:>${third}))`

const same = ([first, second, third]: Numbers): string =>
  `order1:=${first} && order2:=${second} && order3:=${third}`

const isSame = (one: Verbatim, other: Verbatim): boolean =>
  one.id.slice(0, one.id.indexOf('@')) === other.id.slice(0, other.id.indexOf('@'))

/**
 * Yields the documents of a collection as applied, by id in code-unit order, page by page. The
 * engine sorts by the numbers of the UUID; versions of one UUID are sorted here.
 */
async function* documentsOf(server: Server, collection: string): AsyncGenerator<KeyedDocument> {
  const head = await readHead(server, collection)
  if (head === null) return
  const there = all(rowIs(ROW.document), thereAt(head.change))
  const page = async (condition: string | null, number: number): Promise<Verbatim[]> => {
    const [answer] = await server.search([
      {
        collection,
        q: '*',
        filter_by: all(there, condition),
        sort_by: 'order1:asc,order2:asc,order3:asc',
        per_page: TYPESENSE.documentsPerPage,
        page: number,
        include_fields: 'verbatim',
      },
    ])
    return (answer?.hits ?? []).map(({ document }) => parse(document))
  }
  /** All versions of one UUID, however many. */
  const versionsOf = async (numbers: Numbers): Promise<Verbatim[]> => {
    const found: Verbatim[] = []
    for (let number = 1; ; number += 1) {
      const some = await page(same(numbers), number)
      found.push(...some)
      if (some.length < TYPESENSE.documentsPerPage) return found
    }
  }
  let condition: string | null = null
  for (;;) {
    const found = await page(condition, 1)
    const last = found.at(-1)
    if (last === undefined) return
    const numbers = uuidNumbers(last.id)
    // A full page may end between two versions of one UUID.
    const isFull = found.length === TYPESENSE.documentsPerPage
    const whole = isFull
      ? [...found.filter((one) => !isSame(one, last)), ...(await versionsOf(numbers))]
      : found
    for (const document of whole.toSorted((one, other) => compareText(one.id, other.id)))
      yield { key: `search/${document.id}`, document }
    if (!isFull) return
    condition = after(numbers)
  }
}

export type WriterDeps = {
  readonly server: Server
  readonly vectors: Pick<Vectors, 'get'>
  /** The generation that readers see; the alias follows it. */
  readonly liveGeneration: () => Promise<Generation>
  /** Position that the projection of a generation has reached; 0 for an unknown one. */
  readonly projected: (generation: Generation) => Promise<number>
  readonly name?: string
  /** Milliseconds from an arbitrary origin. */
  readonly clock?: () => number
}

/** Adds what only this engine needs: the alias of the live generation. */
export type TypesenseWriter = SearchWriter & {
  /** Points the alias at the live generation's collection if it points elsewhere. */
  followLive(): Promise<void>
  /** Whether the engine holds less of a generation than was projected. */
  isMissing(generation: Generation): Promise<boolean>
  close(): void
}

/**
 * The rows of some texts in a collection, by their article's token. `head` null: no collection or
 * nothing committed.
 */
type Stored = {
  readonly head: Head | null
  readonly texts: ReadonlyMap<string, StoredText>
}

const inGroups = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, n) =>
    items.slice(n * size, (n + 1) * size),
  )

/** Updates that only change `to`. */
const endings = (ids: readonly string[], to: number): Row[] => ids.map((id) => ({ id, to }))

type TextToFind = Pick<TextReadModel, 'articleId'>

/** Requests the guards of some texts; `there`: which of the rows of a text. */
export const guardsEntry = (
  collection: string,
  texts: readonly TextToFind[],
  there: string | null,
): Entry => ({
  collection,
  q: '*',
  filter_by: all(
    rowIs(ROW.text),
    there,
    oneOf(
      'article',
      texts.map(({ articleId }) => articleToken(articleId)),
    ),
  ),
  per_page: TYPESENSE.hitsPerPage,
  include_fields: 'article,state',
})

/** We wrote it from a parsed text. */
export const parseGuard = ({ state }: Hit['document']): StoredText =>
  JSON.parse(String(state)) as StoredText

/** Reads the head and the guards of these texts in one request. */
const storedTexts = async (
  server: Server,
  collection: string,
  texts: readonly TextToFind[],
): Promise<Stored> => {
  const [first, ...answers] = await server.search([
    headEntry(collection),
    ...inGroups(texts, TYPESENSE.textsPerLookup).map((group) =>
      guardsEntry(collection, group, NOT_REPLACED),
    ),
  ])
  const rows = answers.flatMap((answer) => answer?.hits ?? []).map(({ document }) => document)
  return {
    head: headIn(first),
    texts: new Map(rows.map((row) => [String(row['article']), parseGuard(row)])),
  }
}

/**
 * Reverts what was written under changes that were never committed, as a killed apply leaves it.
 */
const takeBack = async (
  server: Server,
  collection: string,
  { change }: Head,
  held: Held,
): Promise<void> => {
  await server.remove(collection, `from:>${change}`, held)
  for (;;) {
    const [answer] = await server.search([
      {
        collection,
        q: '*',
        filter_by: `to:>${change} && to:<${FOREVER}`,
        per_page: TYPESENSE.hitsPerPage,
        include_fields: 'id',
      },
    ])
    const ids = (answer?.hits ?? []).map(({ document }) => String(document['id']))
    if (ids.length === 0) return
    await server.write(collection, endings(ids, FOREVER), 'update', held)
  }
}

type VectorDeps = {
  readonly server: Pick<Server, 'addFields'>
  readonly vectors: Pick<Vectors, 'get'>
}

type Vectored = {
  readonly of: ReadonlyMap<SearchDocument, PassageVectors>
  /** Models known before, followed by new ones. */
  readonly models: readonly Model[]
}

/** A zero vector can't be compared. */
const isDirected = (vector: Float32Array): boolean => vector.some((value) => value !== 0)

const hashesOf = (documents: readonly SearchDocument[]) => [
  ...new Set(documents.flatMap(({ passages }) => passages.map(({ textSha256 }) => textSha256))),
]

/**
 * Finds the known vectors of the documents' passages in their context; each new model gets a field
 * of its own in the collection.
 */
const passageVectors = async (
  { server, vectors }: VectorDeps,
  collection: string,
  documents: readonly SearchDocument[],
  before: readonly Model[],
  held: Held,
): Promise<Vectored> => {
  const models = [...before]
  const fieldFor = async (wanted: Model): Promise<Model> => {
    const own = models.find(({ field }) => field === wanted.field)
    if (own !== undefined) return own
    await server.addFields(collection, vectorFields(wanted), held)
    models.push(wanted)
    return wanted
  }
  const found = new Map<SearchDocument, PassageVectors>()
  for (const [model, some] of Map.groupBy(documents, (document) => document.model)) {
    if (model === null) continue
    const known = await vectors.get(model, hashesOf(some))
    for (const document of some) {
      const { vectors: knownVectors, ordinals } = vectorsInContext(document.passages, known)
      const own = knownVectors.flatMap((vector, at) =>
        isDirected(vector) ? [{ vector, ordinal: ordinals[at] ?? at }] : [],
      )
      const [first] = own
      if (first === undefined) continue
      const { length } = first.vector
      const field = await fieldFor(modelOf(model, length))
      found.set(document, {
        model: field,
        passages: own.filter(({ vector }) => vector.length === length),
      })
    }
  }
  return { of: found, models }
}

/** Keeps the newest version of a text that is given more than once. */
const newestOfEach = (texts: readonly TextReadModel[]): TextReadModel[] => {
  const byId = new Map<string, TextReadModel>()
  for (const text of texts) {
    const held = byId.get(text.articleId)
    if (held === undefined || held.streamVersion < text.streamVersion)
      byId.set(text.articleId, text)
  }
  return [...byId.values()]
}

/** A writer's memory of a generation between two applies. */
type Known = {
  readonly change: number
  /** Changes and their commit times, oldest first: the rows they replaced can be removed later. */
  readonly replaced: { readonly change: number; readonly at: number }[]
  sweptAt: number
}

/**
 * Writes to Typesense, which has no transactions: an apply writes its rows under the next change
 * number, where no reader looks, and then the head, which is one row. The next apply reverts what a
 * killed one left. Only one writer per generation may run (the projector's lock). Throws the Faults
 * of the server; then nothing of the apply is visible.
 */
export const makeTypesenseWriter = (deps: WriterDeps): TypesenseWriter => {
  const { server, name = TYPESENSE.name, clock = () => performance.now() } = deps
  const known = new Map<Generation, Known>()
  const turns = new Map<Generation, Promise<unknown>>()
  let aliased: Generation | null = null

  const collectionOf = (generation: Generation): string => collectionName(name, generation)

  const create = async (generation: Generation, held: Held): Promise<Head> => {
    // What is there has no commit, or another layout.
    await server.dropCollection(collectionOf(generation), held)
    await server.createCollection(collectionOf(generation), held)
    return emptyHead(generation)
  }

  /** Refuses to go on where the engine holds less than was projected: the rest would be lost. */
  const refuseLoss = async (generation: Generation, upTo: Position): Promise<void> => {
    const position = await deps.projected(generation)
    if (position <= upTo) return
    throw new Fault(
      INDEX_MISSING,
      `the search engine at TYPESENSE_URL holds generation ${generation} up to ${upTo}, and it is projected up to ${position}`,
      {
        hint: 'wait: `pandect serve` or `pandect projector` builds it anew by itself',
        retryAfterMs: TYPESENSE.missingRetryMs,
      },
    )
  }

  /**
   * Returns the state to build on: this writer's own, or one read and repaired after a start, a
   * fault or another writer.
   */
  const settle = async (generation: Generation, texts: readonly TextReadModel[], held: Held) => {
    const collection = collectionOf(generation)
    const found = await storedTexts(server, collection, texts)
    if (found.head !== null && found.head.change === known.get(generation)?.change)
      return { head: found.head, stored: found.texts }
    await refuseLoss(generation, found.head?.position ?? LOG_START)
    const head = found.head ?? (await create(generation, held))
    await takeBack(server, collection, head, held)
    aliased = null
    known.set(generation, {
      change: head.change,
      replaced: [{ change: head.change, at: clock() }],
      sweptAt: clock(),
    })
    return { head, stored: (await storedTexts(server, collection, texts)).texts }
  }

  /** Removes rows that no reader may need any more. */
  const sweep = async (collection: string, state: Known, held: Held): Promise<void> => {
    const now = clock()
    if (now - state.sweptAt < TYPESENSE.sweepEveryMs) return
    const old = state.replaced.findLast(({ at }) => now - at >= TYPESENSE.keepReplacedMs)
    if (old === undefined) return
    // The guards last: as long as an entry is left, its guard tells where.
    await server.remove(collection, `row:>${ROW.text} && to:<=${old.change}`, held)
    await server.remove(collection, `to:<=${old.change}`, held)
    state.replaced.splice(0, state.replaced.indexOf(old) + 1)
    state.sweptAt = now
  }

  const commit = async (head: Head, held: Held): Promise<void> => {
    const row = { id: HEAD_ID, row: ROW.head, from: 0, to: FOREVER, state: printHead(head) }
    await server.write(collectionOf(head.generation), [row], 'upsert', held)
  }

  const replace = async (
    head: Head,
    texts: readonly TextReadModel[],
    stored: ReadonlyMap<string, StoredText>,
    held: Held,
  ): Promise<Head> => {
    if (texts.length === 0) return head
    const collection = collectionOf(head.generation)
    const change = head.change + 1
    const documents = texts.flatMap((text) => text.documents)
    const vectored = await passageVectors(deps, collection, documents, head.models, held)
    const replaced = texts.flatMap(({ articleId }) => stored.get(articleToken(articleId)) ?? [])
    await server.write(
      collection,
      endings(
        replaced.flatMap(({ rows }) => rows),
        change,
      ),
      'update',
      held,
    )
    let tally = replaced.reduce((sum, text) => addTally(sum, text.tally, -1), head.tally)
    for (const group of inGroups(texts, TYPESENSE.textsPerLookup)) {
      const built = group.map((text) =>
        textRows(text, (document) => vectored.of.get(document), change),
      )
      await server.write(
        collection,
        built.flatMap(({ rows }) => rows),
        'upsert',
        held,
      )
      tally = built.reduce((sum, text) => addTally(sum, text.tally, 1), tally)
    }
    return { ...head, change, clean: false, tally, models: [...vectored.models] }
  }

  /**
   * Makes the searched fields hold exactly what is visible, so that searches need no filter. A
   * reader of an earlier state sees by `removed` that it has to ask again.
   */
  const tidy = async (collection: string, head: Head, held: Held): Promise<void> => {
    if (head.clean) return
    const removing = { ...head, removed: head.change }
    await commit(removing, held)
    await server.remove(collection, `row:[${ROW.hit},${ROW.passage}] && to:<=${head.change}`, held)
    await commit({ ...removing, clean: true }, held)
  }

  /** What was replaced goes also where no write follows: it may have been erased. */
  const restNow = async (generation: Generation, held: Held): Promise<void> => {
    refuseLost(held)
    const collection = collectionOf(generation)
    if ((await readHead(server, collection)) === null) {
      await refuseLoss(generation, LOG_START)
      return
    }
    const { head } = await settle(generation, [], held)
    await tidy(collection, head, held)
    const state = known.get(generation)
    if (state !== undefined) await sweep(collection, state, held)
  }

  const follow = async (generation: Generation, held?: Held): Promise<void> => {
    if (aliased === generation) return
    const collection = collectionOf(generation)
    if ((await server.aliased(name)) !== collection) await server.pointAlias(name, collection, held)
    aliased = generation
  }

  const applyNow = async (
    generation: Generation,
    texts: readonly TextReadModel[],
    position: Position,
    held: Held,
  ): Promise<void> => {
    refuseLost(held)
    const newest = newestOfEach(texts)
    const { head, stored } = await settle(generation, newest, held)
    const accepted = newest.filter(({ articleId, streamVersion }) => {
      const kept = stored.get(articleToken(articleId))
      return kept === undefined || kept.streamVersion < streamVersion
    })
    if (accepted.length > 0 && head.clean) await commit({ ...head, clean: false }, held)
    const next = await replace(head, accepted, stored, held)
    const reached = position > head.position ? position : head.position
    if (next.change !== head.change || reached !== head.position || head.change === 0)
      await commit({ ...next, position: reached }, held)
    const before = known.get(generation)
    const state: Known = {
      change: next.change,
      replaced: before?.replaced ?? [],
      sweptAt: before?.sweptAt ?? clock(),
    }
    if (next.change !== head.change) state.replaced.push({ change: next.change, at: clock() })
    known.set(generation, state)
    if ((await deps.liveGeneration()) === generation) await follow(generation, held)
    await sweep(collectionOf(generation), state, held)
  }

  /** Runs applies one after another; after a fault the next one reads the state again. */
  const inTurn = <T>(generation: Generation, work: () => Promise<T>): Promise<T> => {
    const before = turns.get(generation) ?? Promise.resolve()
    const turn = before
      .catch(() => undefined)
      .then(work)
      .catch((error: unknown) => {
        known.delete(generation)
        throw error
      })
    turns.set(
      generation,
      turn.catch(() => undefined),
    )
    return turn
  }

  return {
    apply: (generation, texts, position, held) =>
      inTurn(generation, () => applyNow(generation, texts, position, held)),
    rest: (generation, held) => inTurn(generation, () => restNow(generation, held)),
    isMissing: async (generation) => {
      const position = await deps.projected(generation)
      const head = await readHead(server, collectionOf(generation))
      return (head?.position ?? LOG_START) < position
    },
    documents: (generation) => documentsOf(server, collectionOf(generation)),
    drop: (generation) =>
      inTurn(generation, async () => {
        await server.dropCollection(collectionOf(generation))
        known.delete(generation)
      }),
    followLive: async () => {
      const generation = await deps.liveGeneration()
      aliased = null
      if ((await readHead(server, collectionOf(generation))) !== null) await follow(generation)
    },
    close: () => server.close(),
  }
}
