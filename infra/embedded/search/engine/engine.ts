import type { Position } from '#contracts/ids.ts'
import type { SearchDocument, TagField } from '#contracts/search/document.ts'
import { Fault } from '#contracts/fault.ts'
import type {
  BrowseQuery,
  FacetCounts,
  HeldTerm,
  IndexFilters,
  IndexOrder,
  IndexQuery,
  ResultOptions,
  UnknownValue,
} from '#query-api/ports.ts'
import { type Scanner, soloScanner } from '../scan/crew.ts'
import { type Kernel, makeKernel } from '../scan/kernel.ts'
import { Displays } from './displays.ts'
import { NO_DAY } from './days.ts'
import { Entries, KINDS } from './entries.ts'
import { Filters, type Mask, withoutField } from './filters.ts'
import type { PackedAnswer, PackedBrowse, PackedEntries } from './packed.ts'
import { unit } from './quantise.ts'
import { BM25, type Bm25Parameters } from '#contracts/search/parameters.ts'
import { type Ranking, Top, type TieOrder } from './top.ts'
import { SKETCHES, type SketchLimits } from './sketches.ts'
import { type Scanned, VectorColumn } from './vectors.ts'
import { type Matches, Words } from './words.ts'
import { PostingLists } from './posting-lists.ts'
import {
  type Pieces,
  type SavedReader,
  saveNumbers,
  type SavedSlots,
  saveStrings,
} from './saved.ts'

/** Bounds on the similarity of an entry's best passage. */
const upperOf = ({ best }: Scanned, n: number): number => best[2 * n] ?? 0
const lowerOf = ({ best }: Scanned, n: number): number => best[2 * n + 1] ?? 0

/** A similarity that at least `depth` entries reach; -Infinity if there are fewer entries. */
const surelyReached = (scanned: Scanned, depth: number): number => {
  const top = new Top(Math.min(depth, scanned.count + 1), () => false)
  for (let n = 0; n < scanned.count; n++) top.offer(lowerOf(scanned, n), n)
  return top.threshold()
}

/** Lists the rows of an entry that may be its best ones. */
const listDoubtful = (scanned: Scanned, n: number, atLeast: number, rows: number[]): void => {
  const end = scanned.starts[n + 1] ?? 0
  for (let row = scanned.starts[n] ?? 0; row < end; row++)
    if ((scanned.bounds[2 * row] ?? 0) >= atLeast) rows.push(row)
}

type Search = {
  readonly vectors: VectorColumn
  /** At unit length. */
  readonly query: Float32Array
  readonly depth: number
  readonly floor: number
  readonly before: TieOrder
}

/** Computes the similarity of each entry's best passage and offers it. */
const settle = (search: Search, scanned: Scanned, chosen: readonly number[], top: Top): void => {
  const rows: number[] = []
  const ends = chosen.map((n) => {
    listDoubtful(scanned, n, lowerOf(scanned, n), rows)
    return rows.length
  })
  const similarities = search.vectors.similarities(search.query, rows)
  let row = 0
  for (const [index, n] of chosen.entries()) {
    let best = -Infinity
    for (const end = ends[index] ?? 0; row < end; row++)
      best = Math.max(best, similarities[row] ?? best)
    if (best > search.floor) top.offer(best, scanned.slots[n] ?? 0)
  }
}

/**
 * Finds the `depth` entries whose best passage is most similar to the query, above the floor:
 * exactly those that computing all similarities would find. It first computes those of the entries
 * that rank highest by their coarse codes; the lowest among them then decides which others can
 * still qualify.
 */
const nearest = (search: Search, scanned: Scanned): Ranking => {
  const reached = surelyReached(scanned, search.depth)
  const top = new Top(Math.min(search.depth, scanned.count), search.before)
  const likely: number[] = []
  const possible: number[] = []
  for (let n = 0; n < scanned.count; n++) {
    const upper = upperOf(scanned, n)
    if (upper < reached || upper <= search.floor) continue
    if (lowerOf(scanned, n) >= reached && likely.length < search.depth) likely.push(n)
    else possible.push(n)
  }
  settle(search, scanned, likely, top)
  const needed = top.threshold()
  settle(
    search,
    scanned,
    possible.filter((n) => upperOf(scanned, n) >= needed),
    top,
  )
  return top.ranking()
}

/** A document with the vectors of its passages that are known. */
export type StagedDocument = {
  readonly document: SearchDocument
  readonly vectors: readonly Float32Array[]
  /** Of the passages of the vectors; absent: they are numbered. */
  readonly ordinals?: readonly number[]
}

export type EngineOptions = {
  /** Number of the first entry: higher than any number that an earlier engine gave out. */
  readonly firstEntry?: number
  readonly parameters?: Bm25Parameters
  /** Vectors of other models are left out; null: the model of the first vector. */
  readonly model?: string | null
  readonly scanner?: Scanner
  readonly makeKernel?: () => Kernel
  readonly sketches?: SketchLimits
}

/** Finds the entries that a citation names. */
class Identifiers {
  readonly #lists = new PostingLists()
  readonly #numbers = new Map<string, number>()

  add(slot: number, { identifiers }: SearchDocument): void {
    for (const identifier of new Set(identifiers)) {
      const list = this.#numbers.get(identifier) ?? this.#lists.create()
      this.#numbers.set(identifier, list)
      this.#lists.append(list, slot, 0)
    }
  }

  *save({ numberOf }: SavedSlots): Pieces {
    const held: string[] = []
    const pairs: number[] = []
    for (const [identifier, list] of this.#numbers) {
      const number = held.length
      const before = pairs.length
      this.#lists.visit(list, (page, from, to) => {
        for (let at = from; at < to; at += 2) {
          const slot = numberOf[page[at] ?? 0] ?? -1
          if (slot >= 0) pairs.push(number, slot)
        }
      })
      if (pairs.length > before) held.push(identifier)
    }
    yield* saveStrings(held)
    yield* saveNumbers(Int32Array.from(pairs))
  }

  /** Loads the identifiers of entries into an empty list. */
  load(reader: SavedReader): void {
    for (const identifier of reader.strings()) this.#numbers.set(identifier, this.#lists.create())
    const pairs = reader.ints()
    for (let at = 0; at < pairs.length; at += 2)
      this.#lists.append(pairs[at] ?? 0, pairs[at + 1] ?? 0, 0)
  }

  /** Returns the slots under the mask that have one of the identifiers. */
  carriers(identifiers: readonly string[], mask: Mask): ReadonlySet<number> {
    const carriers = new Set<number>()
    for (const identifier of identifiers) {
      const list = this.#numbers.get(identifier)
      if (list === undefined) continue
      this.#lists.visit(list, (page, from, to) => {
        for (let at = from; at < to; at += 2) {
          const slot = page[at] ?? 0
          if (mask[slot] === 1) carriers.add(slot)
        }
      })
    }
    return carriers
  }
}

/** A new one each time, since its arrays may be transferred to another thread. */
const nothing = (): Ranking => ({ slots: new Int32Array(0), scores: new Float64Array(0) })

/**
 * An index in memory: exact, but for the vectors of very many passages (`sketches.ts`). Searches do
 * not see staged changes; `commit` makes them visible together, so a search never sees half of an
 * apply. Nothing here waits or does I/O.
 */
export class Engine {
  readonly displays: Displays
  readonly #entries = new Entries()
  readonly #filters = new Filters(this.#entries)
  readonly #identifiers = new Identifiers()
  readonly #words: Words
  readonly #scanner: Scanner
  readonly #makeKernel: () => Kernel
  readonly #sketches: SketchLimits
  #vectors: VectorColumn | null = null
  #model: string | null
  /** How often something was made visible. */
  #commits = 0
  #staged: { readonly id: string; readonly slot: number | null }[] = []
  // Equals LOG_START, whose module would load schemas that this thread does without.
  #position = 0 as Position

  constructor(options: EngineOptions = {}) {
    this.displays = new Displays(options.firstEntry ?? 1)
    this.#words = new Words(this.#entries, options.parameters ?? BM25)
    this.#model = options.model ?? null
    this.#scanner = options.scanner ?? soloScanner()
    this.#makeKernel = options.makeKernel ?? makeKernel
    this.#sketches = options.sketches ?? SKETCHES
  }

  get position(): Position {
    return this.#position
  }

  get liveEntries(): number {
    return this.#entries.liveCount
  }

  /** Slots of replaced entries: they still cost memory and time. */
  get deadEntries(): number {
    return this.#entries.length - this.#entries.liveCount
  }

  get passages(): number {
    return this.#vectors?.rows ?? 0
  }

  /** The model whose vectors these documents need. */
  modelFor(documents: readonly SearchDocument[]): string | null {
    return this.#model ?? documents.find(({ model }) => model !== null)?.model ?? null
  }

  stage({ document, vectors, ordinals }: StagedDocument): void {
    const slot = this.#entries.add(document)
    this.displays.add(document)
    this.#filters.add(slot, document)
    this.#identifiers.add(slot, document)
    this.#words.add(slot, document)
    this.#model ??= document.model
    if (document.model === this.#model) this.#stageVectors(slot, vectors, ordinals)
    this.#staged.push({ id: document.id, slot })
  }

  stageRemoval(id: string): void {
    this.#staged.push({ id, slot: null })
  }

  /** Makes all staged changes visible at once. */
  commit(position: Position): void {
    for (const { id, slot } of this.#staged) {
      const replaced = this.#entries.slotOf(id)
      if (replaced !== undefined) this.#kill(replaced)
      if (slot !== null) this.#enliven(slot)
    }
    this.#staged = []
    this.#commits += 1
    this.#position = position
  }

  /**
   * What `load` makes an equal engine of, without what was replaced. Nothing may be staged or
   * committed until it has ended.
   */
  *save(): Pieces {
    const saved = this.#entries.liveSlots()
    const vectors = this.#vectors?.holds(saved) === true ? this.#vectors : null
    const dimensions = vectors?.dimensions ?? null
    yield* saveStrings([JSON.stringify({ model: this.#model, dimensions })])
    yield* this.#entries.save(saved)
    yield* this.displays.save(saved)
    yield* this.#filters.save(saved)
    yield* this.#identifiers.save(saved)
    yield* this.#words.save(saved)
    if (vectors !== null) yield* vectors.save(saved)
  }

  /**
   * Loads what was saved into a new engine, up to a position. Throws a RangeError for what is cut
   * off, and a TypeError for vectors of another model than the engine's.
   */
  load(reader: SavedReader, position: Position): void {
    const { model, dimensions } = JSON.parse(reader.strings()[0] ?? '') as {
      model: string | null
      dimensions: number | null
    }
    if (this.#model !== null && model !== this.#model)
      throw new TypeError('the saved index has vectors of another model')
    this.#model = model
    this.#entries.load(reader)
    this.displays.load(reader)
    this.#filters.load(reader, this.#entries.length)
    this.#identifiers.load(reader)
    this.#words.load(reader)
    if (dimensions !== null) {
      this.#vectors = this.#makeVectors(dimensions)
      this.#vectors.load(reader)
    }
    reader.end()
    this.#position = position
  }

  /** Drops everything staged since the last commit. */
  abandon(): void {
    this.#staged = []
  }

  search(query: IndexQuery): PackedAnswer {
    const mask = this.#filters.mask(query.filters)
    const vector = query.vector === null ? null : this.#unitQuery(query.vector)
    const scanned = vector === null ? null : this.#scan(vector, mask)
    const matches = this.#words.match(query.terms, mask)
    const named = this.#identifiers.carriers(query.identifiers, mask)
    const rare = this.#words.rareHeld(query.terms)
    const lexical = this.#rankMatches(matches, named, query.lexicalDepth)
    const semantic =
      vector === null || scanned === null ? nothing() : this.#rankNearest(query, vector, scanned())
    const isMatch = (slot: number): boolean => named.has(slot) || matches.has(slot)
    const order = orderOf(query)
    const result = isCounted(query) ? this.#marked(matches, named, semantic) : null
    return {
      ...(result === null
        ? {}
        : this.#counted(query, result, (filters) => this.#result(query, filters, vector))),
      ...(result === null || order === null
        ? {}
        : { sorted: this.#pack(this.#sorted(result, order, query.lexicalDepth)) }),
      position: this.#position,
      lexical: {
        ...this.#pack(lexical.slots),
        scores: lexical.scores,
        rare: Float64Array.from(lexical.slots, (slot) => rare.get(slot) ?? 0),
        shares: query.withShares === true ? this.#words.shares(query.terms, lexical.slots) : null,
      },
      lexicalTotal: matches.count + [...named].filter((slot) => !matches.has(slot)).length,
      named: Math.min(named.size, lexical.slots.length),
      rarity: this.#words.rarity(query.terms),
      unheld: this.#words.unheld(query.terms),
      semantic: { ...this.#pack(semantic.slots), scores: semantic.scores },
      matchesLexically: Uint8Array.from(semantic.slots, (slot) => (isMatch(slot) ? 1 : 0)),
    }
  }

  browse(query: BrowseQuery): PackedBrowse {
    const mask = this.#filters.mask(query.filters)
    let total = 0
    for (let slot = 0; slot < this.#entries.length; slot++) total += mask[slot] ?? 0
    const order = orderOf(query) ?? 'date'
    return {
      position: this.#position,
      entries: this.#pack(this.#sorted(mask, order, query.depth)),
      total,
      ...(isCounted(query)
        ? this.#counted(query, mask, (filters) => this.#filters.mask(filters))
        : {}),
    }
  }

  /** The ordinals of the passages nearest to a vector, by entry; null for what has none. */
  nearestPassages(entries: readonly number[], vector: Float32Array): (number | null)[] {
    const query = this.#unitQuery(vector)
    return entries.map((entry) => {
      const slot = entry - this.displays.firstEntry
      const isArticle = this.#entries.kind.at(slot) === KINDS.indexOf('article')
      if (query === null || !isArticle || slot < 0 || slot >= this.#entries.length) return null
      return this.#vectors?.nearestPassage(query, slot) ?? null
    })
  }

  unknownValues(field: TagField, values: readonly string[]): UnknownValue[] {
    return this.#filters.unknownValues(field, values)
  }

  similarTerms(term: string, edits: number): HeldTerm[] {
    return this.#words.similar(term, edits)
  }

  knownValues(field: TagField): string[] {
    return this.#filters.knownValues(field)
  }

  #stageVectors(
    slot: number,
    vectors: readonly Float32Array[],
    ordinals: readonly number[] | undefined,
  ): void {
    const [first] = vectors
    if (first === undefined) return
    this.#vectors ??= this.#makeVectors(first.length)
    this.#vectors.add(slot, vectors, ordinals)
  }

  #makeVectors(dimensions: number): VectorColumn {
    return new VectorColumn(
      dimensions,
      { codes: this.#makeKernel(), fine: this.#makeKernel(), sketches: this.#makeKernel() },
      this.#scanner,
      this.#sketches,
    )
  }

  /** Marks the entries of a result: what matches, what a citation names, what is near. */
  #marked(matches: Matches, named: ReadonlySet<number>, semantic: Ranking): Mask {
    const marks = new Uint8Array(this.#entries.length)
    matches.forEach((slot) => {
      marks[slot] = 1
    })
    for (const slot of named) marks[slot] = 1
    for (const slot of semantic.slots) marks[slot] = 1
    return marks
  }

  /** The entries of a result under other filters, without their scores. */
  #result(query: IndexQuery, filters: IndexFilters, vector: Float32Array | null): Mask {
    const mask = this.#filters.mask(filters)
    const marks = new Uint8Array(this.#entries.length)
    this.#words.mark(query.terms, mask, marks)
    for (const slot of this.#identifiers.carriers(query.identifiers, mask)) marks[slot] = 1
    const scanned = vector === null ? null : this.#scan(vector, mask)
    if (vector !== null && scanned !== null)
      for (const slot of this.#rankNearest(query, vector, scanned()).slots) marks[slot] = 1
    return marks
  }

  /** Facets and the number of texts of a result. `resultOf` gives it under other filters. */
  #counted(
    query: ResultOptions & { readonly filters: IndexFilters },
    result: Mask,
    resultOf: (filters: IndexFilters) => Mask,
  ): { facets?: FacetCounts; texts?: number } {
    const byText = query.byText === true
    const facets: FacetCounts = Object.fromEntries(
      (query.facets ?? []).map((field) => {
        const wider = withoutField(query.filters, field)
        return [
          field,
          this.#filters.counts(field, wider === null ? result : resultOf(wider), byText),
        ]
      }),
    )
    return {
      ...(query.facets === undefined ? {} : { facets }),
      ...(byText ? { texts: this.#textsIn(result) } : {}),
    }
  }

  #textsIn(result: Mask): number {
    const seen = new Uint8Array(this.#entries.texts)
    let count = 0
    for (let slot = 0; slot < this.#entries.length; slot++) {
      const text = this.#entries.text(slot)
      if (result[slot] !== 1 || seen[text] === 1) continue
      seen[text] = 1
      count += 1
    }
    return count
  }

  /** The first entries of a result in an order that does not depend on the words of the query. */
  #sorted(result: Mask, order: PlainOrder, depth: number): Int32Array {
    const top = new Top(Math.min(depth, this.#entries.length), this.#entries.before)
    const { date, authority } = this.#entries
    for (let slot = 0; slot < this.#entries.length; slot++)
      if (result[slot] === 1) top.offer(sortKey(order, date.at(slot), authority.at(slot)), slot)
    return top.ranking().slots
  }

  #enliven(slot: number): void {
    this.#entries.enliven(slot)
    this.#filters.count(slot, 1)
    if (this.#entries.visible.at(slot) === 1) this.#words.count(slot, 1)
  }

  #kill(slot: number): void {
    if (this.#entries.visible.at(slot) === 1) this.#words.count(slot, -1)
    this.#filters.count(slot, -1)
    this.#entries.kill(slot)
  }

  /** null if there is nothing to compare with. */
  #unitQuery(vector: Float32Array): Float32Array | null {
    if (this.#vectors === null) return null
    if (vector.length !== this.#vectors.dimensions)
      throw new Fault(
        'search-vector-mismatch',
        `the query has ${vector.length} dimensions, the corpus ${this.#vectors.dimensions}`,
        { hint: 'embed queries with the model that the corpus was embedded with' },
      )
    return unit(vector)
  }

  #scan(vector: Float32Array, mask: Mask): (() => Scanned) | null {
    return this.#vectors?.scan(vector, mask, this.#entries.length, this.#commits) ?? null
  }

  /** Entries that a citation names come first, whatever their score. */
  #rankMatches(matches: Matches, named: ReadonlySet<number>, depth: number): Ranking {
    const room = Math.min(depth, matches.count + named.size)
    const first = new Top(room, this.#entries.before)
    for (const slot of named) first.offer(matches.has(slot) ? matches.score(slot) : 0, slot)
    const head = first.ranking()
    const rest = new Top(room - head.slots.length, this.#entries.before)
    matches.offerTo(rest, named)
    return concatenated(head, rest.ranking())
  }

  #rankNearest(query: IndexQuery, vector: Float32Array, scanned: Scanned): Ranking {
    if (this.#vectors === null) return nothing()
    const { semanticDepth: depth, similarityFloor } = query
    const floor = Math.max(similarityFloor, 0)
    const { before } = this.#entries
    return nearest({ vectors: this.#vectors, query: vector, depth, floor, before }, scanned)
  }

  #pack(slots: Int32Array): PackedEntries {
    const { kind, sequence } = this.#entries
    const { length } = slots
    const entries = new Float64Array(length)
    const kinds = new Uint8Array(length)
    const sequences = new Int32Array(length)
    const slugs: string[] = []
    for (let rank = 0; rank < length; rank++) {
      const slot = slots[rank] ?? 0
      entries[rank] = slot + this.displays.firstEntry
      kinds[rank] = kind.at(slot)
      sequences[rank] = sequence.at(slot)
      slugs.push(this.#entries.slug(slot))
    }
    return { entries, kinds, slugs: slugs.join('\n'), sequences }
  }
}

/** Days have eight digits. */
const DAY_RANGE = 100_000_000

/** Higher comes first; an entry without a date comes last in both orders by date. */
const sortKey = (order: PlainOrder, date: number, authority: number): number => {
  switch (order) {
    case 'date':
      return date
    case 'date_asc':
      return date === NO_DAY ? -Infinity : -date
    case 'authority':
      return authority * DAY_RANGE + (date === NO_DAY ? 0 : date)
    default:
      return order satisfies never
  }
}

type PlainOrder = Exclude<IndexOrder, 'relevance'>

/** The order of a query; null: by score. */
const orderOf = ({ order }: ResultOptions): PlainOrder | null =>
  order === undefined || order === 'relevance' ? null : order

/** Whether a query asks for more of its result than its rankings. */
const isCounted = (query: ResultOptions): boolean =>
  orderOf(query) !== null || query.byText === true || (query.facets ?? []).length > 0

const concatenated = (first: Ranking, second: Ranking): Ranking => {
  if (first.slots.length === 0) return second
  return {
    slots: Int32Array.of(...first.slots, ...second.slots),
    scores: Float64Array.of(...first.scores, ...second.scores),
  }
}
