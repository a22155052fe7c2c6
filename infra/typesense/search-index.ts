import { Fault } from '#contracts/fault.ts'
import type { TagField } from '#contracts/search/document.ts'
import type {
  HeldTerm,
  BrowseAnswer,
  BrowseQuery,
  EntryDisplay,
  IndexAnswer,
  IndexQuery,
  RankedEntry,
  SearchIndex,
} from '#query-api/ports.ts'
import { unavailable } from './faults.ts'
import { TYPESENSE } from './limits.ts'
import { byName, compareText, type Named } from './order.ts'
import {
  browseEntries,
  displayEntry,
  lexicalEntries,
  semanticEntries,
  misspelledEntry,
  type State,
  valuesEntry,
} from './queries.ts'
import { holdsOne, rank, rarityOf, scorer, type Candidate } from './rank.ts'
import { headEntry, headIn, readHead } from './read-head.ts'
import { documentRowId, tokensIn } from './rows.ts'
import { collectionName, tagField } from './schema.ts'
import {
  type Address,
  type Answer,
  type Entry,
  makeServer,
  type Hit,
  type Server,
} from './server.ts'
import { decodeToken, encodeToken } from './tokens.ts'
import type { Position } from '#contracts/ids.ts'
import { editDistance } from '#contracts/toolkit/closest.ts'
import { follow } from '#contracts/toolkit/follow.ts'
import { pauseFor } from '#contracts/toolkit/pause.ts'
import { makePositionWaiters } from '#contracts/toolkit/wait.ts'
import { emptyHead, type Head } from './head.ts'

type HeadsDeps = {
  readonly server: Server
  /** The alias of the live generation's collection. */
  readonly name: string
  /** Called with each failure; following continues. */
  readonly onFault: (fault: Fault) => void
}

/** Generation 0: the alias points to no collection yet. */
const NOTHING: Head = emptyHead(0)

/**
 * Follows the head behind the alias: what readers see, and who waits for it. Each look resolves the
 * alias, so a swap is noticed, and so is a server that restarted with another one.
 */
class Heads {
  readonly #deps: HeadsDeps
  readonly #closing = new AbortController()
  #head: Head = NOTHING
  #tickets = 0
  #latest = 0
  readonly #waiters = makePositionWaiters()
  #following: Promise<void> = Promise.resolve()

  constructor(deps: HeadsDeps) {
    this.#deps = deps
  }

  get head(): Head {
    return this.#head
  }

  get isClosed(): boolean {
    return this.#closing.signal.aborted
  }

  /** Reads the head once, then follows it. Throws the Faults of the server. */
  async open(): Promise<void> {
    await this.look()
    this.#following = this.#follow()
  }

  /** Take it before a request that returns a head. */
  ticket(): number {
    this.#tickets += 1
    return this.#tickets
  }

  /** Reads the head now. */
  async look(): Promise<void> {
    const ticket = this.ticket()
    this.seen(await readHead(this.#deps.server, this.#deps.name), ticket)
  }

  /** Accepts a head that came with an answer, unless it was requested before the present one. */
  seen(head: Head | null, ticket: number): void {
    if (ticket < this.#latest) return
    this.#latest = ticket
    this.#head = head ?? NOTHING
    this.#waiters.moved(this.#head.position)
  }

  /** Throws Fault `index-behind`. */
  async waitFor(position: Position, timeoutMs: number): Promise<void> {
    if (this.#head.position >= position) return
    await this.#waiters.reached(
      position,
      timeoutMs,
      () =>
        new Fault('index-behind', `the search index does not know position ${position} yet`, {
          retryAfterMs: 1_000,
        }),
    )
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#following
  }

  #follow(): Promise<void> {
    const { pollMs, reconnect } = TYPESENSE
    return follow<null>(
      {
        hold: async (signal, work) => {
          await pauseFor(pollMs, signal)
          await work(null, signal)
        },
        step: async (place) => {
          await this.look()
          return { place, isCaughtUp: true }
        },
        wait: (_, signal) => pauseFor(pollMs, signal),
        backoff: reconnect,
        onFault: (error) => this.#deps.onFault(error instanceof Fault ? error : unavailable(error)),
      },
      this.#closing.signal,
    )
  }
}

export type TypesenseIndexOptions = Address & {
  /** The model that embeds queries; null: the first one that embedded documents. */
  readonly model?: string | null
  readonly name?: string
  /** Called with failures from which the index recovers: a server that is down. */
  readonly onFault?: (fault: Fault) => void
}

// We wrote these rows from parsed documents: only the envelope, which comes from outside, is
// parsed.
type HitRow = Omit<Candidate, 'kind' | 'named' | 'change'> & {
  readonly kind: 0 | 1
  readonly from: number
  readonly names?: readonly string[]
  readonly date?: number
}

const rowOf = ({ document }: Hit): HitRow => document as HitRow

const hitsOf = (answers: readonly (Answer | null)[]): Hit[] =>
  answers.flatMap((answer) => answer?.hits ?? [])

const named = (row: HitRow): Named & { change: number } => ({
  document: row.document,
  kind: row.kind === 0 ? 'article' : 'headnote',
  slug: row.slug,
  sequence: row.sequence,
  change: row.from,
})

const candidateOf = (row: HitRow, names: ReadonlySet<string>): Candidate => ({
  ...named(row),
  counts: row.counts,
  titleLength: row.titleLength,
  bodyLength: row.bodyLength,
  named: (row.names ?? []).some((name) => names.has(name)),
})

const uniqueRows = (hits: readonly Hit[]): HitRow[] => [
  ...new Map(hits.map((hit) => [rowOf(hit).document, rowOf(hit)])).values(),
]

/** Splits a list of answers into those of each list of entries, in order. */
const dealt = (
  answers: readonly (Answer | null)[],
  lists: readonly (readonly Entry[])[],
): (Answer | null)[][] => {
  let from = 0
  return lists.map(({ length }) => {
    from += length
    return answers.slice(from - length, from)
  })
}

/** The row that shows an entry. */
type EntryPlace = { readonly collection: string; readonly row: string }

/**
 * Numbers of the entries that answers named. They are kept while used, and between one and two
 * times `keepMs` after: in two maps, of which the older one is dropped.
 */
class EntryNumbers {
  readonly #keepMs: number
  readonly #now: () => number
  #next = 1
  #young = new Map<string, number>()
  #old = new Map<string, number>()
  #youngPlaces = new Map<number, EntryPlace>()
  #oldPlaces = new Map<number, EntryPlace>()
  #turnedAt: number

  constructor(keepMs: number, now: () => number) {
    this.#keepMs = keepMs
    this.#now = now
    this.#turnedAt = now()
  }

  numberOf(place: EntryPlace): number {
    this.#turn()
    const key = `${place.collection}/${place.row}`
    const held = this.#young.get(key)
    if (held !== undefined) return held
    const number = this.#old.get(key) ?? this.#next++
    this.#young.set(key, number)
    this.#youngPlaces.set(number, place)
    return number
  }

  /** Throws Fault `search-entry-unknown`. */
  placeOf(number: number): EntryPlace {
    const place = this.#youngPlaces.get(number) ?? this.#oldPlaces.get(number)
    if (place !== undefined) return place
    throw new Fault('search-entry-unknown', 'an entry of an answer is too old to be shown', {
      hint: 'search again',
    })
  }

  #turn(): void {
    const now = this.#now()
    if (now - this.#turnedAt < this.#keepMs) return
    this.#old = this.#young
    this.#oldPlaces = this.#youngPlaces
    this.#young = new Map()
    this.#youngPlaces = new Map()
    this.#turnedAt = now
  }
}

const ATTEMPTS = 2
/** For rows that were written before displays had days. */
const UNDATED: Pick<EntryDisplay, 'validity'> = { validity: [] }

const stateOf = ({ collection, head }: State): string => `${collection} ${head.change}`

class TypesenseIndex implements SearchIndex {
  readonly #server: ReturnType<typeof makeServer>
  readonly #heads: Heads
  readonly #name: string
  readonly #model: string | null
  readonly #numbers = new EntryNumbers(TYPESENSE.keepReplacedMs, () => performance.now())
  readonly #values = new Map<TagField, { state: string; values: readonly string[] }>()

  constructor(server: ReturnType<typeof makeServer>, options: TypesenseIndexOptions) {
    this.#server = server
    this.#name = options.name ?? TYPESENSE.name
    this.#model = options.model ?? null
    const onFault = options.onFault ?? (() => undefined)
    this.#heads = new Heads({ server, name: this.#name, onFault })
  }

  open(): Promise<void> {
    return this.#heads.open()
  }

  async search(query: IndexQuery): Promise<IndexAnswer> {
    const { state, answers } = await this.#ask((at) => {
      const entries = lexicalEntries(at, query)
      return [
        entries.matching,
        [...entries.named, ...entries.candidates],
        entries.frequencies,
        semanticEntries(at, query, this.#model),
      ]
    })
    const [matching = [], more = [], frequencies = [], nearest = []] = answers
    const names = new Set(query.identifiers.map(encodeToken))
    const terms = query.terms.map((term, n) => ({
      ...term,
      token: encodeToken(term.term),
      frequency: frequencies[n]?.found ?? 0,
    }))
    const score = scorer(terms, state.head.tally)
    const scored = uniqueRows(hitsOf([...matching, ...more])).map((row) =>
      score(candidateOf(row, names)),
    )
    const ranked = rank(scored, query.lexicalDepth)
    return {
      position: state.head.position,
      lexical: ranked.map((one) => ({
        ...this.#entry(state, one.candidate),
        score: one.score,
        rare: one.rare,
      })),
      lexicalTotal: matching[0]?.found ?? 0,
      named: ranked.filter(({ candidate }) => candidate.named).length,
      rarity: rarityOf(terms, state.head.tally),
      unheld: terms.flatMap(({ term, frequency }) => (frequency === 0 ? [term] : [])).toSorted(),
      semantic: this.#semantic(state, query, nearest[0]),
    }
  }

  async browse(query: BrowseQuery): Promise<BrowseAnswer> {
    const { state, answers } = await this.#ask((at) => [browseEntries(at, query)])
    const [found = []] = answers
    const entries = uniqueRows(hitsOf(found)).toSorted(
      (one, other) => (other.date ?? 0) - (one.date ?? 0) || byName(named(one), named(other)),
    )
    return {
      position: state.head.position,
      entries: entries.slice(0, query.depth).map((row) => this.#entry(state, named(row))),
      total: found[0]?.found ?? 0,
    }
  }

  async displays(entries: readonly number[]): Promise<EntryDisplay[]> {
    this.#refuseClosed()
    if (entries.length === 0) return []
    const places = entries.map((entry) => this.#numbers.placeOf(entry))
    const requests: Entry[] = []
    for (const [collection, some] of Map.groupBy(places, (place) => place.collection)) {
      const rows = [...new Set(some.map(({ row }) => row))]
      for (let from = 0; from < rows.length; from += TYPESENSE.hitsPerPage)
        requests.push(displayEntry(collection, rows.slice(from, from + TYPESENSE.hitsPerPage)))
    }
    const hits = hitsOf(await this.#server.search(requests))
    const shown = new Map(
      hits.map(({ document }) => [String(document['id']), String(document['display'])]),
    )
    return places.map(({ row }) => {
      const json = shown.get(row)
      if (json !== undefined) return { ...UNDATED, ...(JSON.parse(json) as EntryDisplay) }
      throw new Fault('search-entry-unknown', 'an entry of an answer is too old to be shown', {
        hint: 'search again',
      })
    })
  }

  /** Values longer than a token can be filtered by, but are not listed. */
  async knownValues(field: TagField): Promise<readonly string[]> {
    const held = this.#values.get(field)
    if (held !== undefined && held.state === stateOf(this.#state())) return held.values
    const { state, answers } = await this.#ask((at) => [[valuesEntry(at, tagField(field))]])
    const counts = answers[0]?.[0]?.facet_counts?.[0]?.counts ?? []
    const values = counts
      .map(({ value }) => decodeToken(value))
      .filter((value) => value !== null)
      .toSorted(compareText)
    this.#values.set(field, { state: stateOf(state), values })
    return values
  }

  /** The most frequent spellings among the hits found with typing errors. */
  async similarTerms(term: string, edits: number): Promise<HeldTerm[]> {
    const { answers } = await this.#ask((at) => [[misspelledEntry(at, encodeToken(term))]])
    const rows = uniqueRows(hitsOf(answers[0] ?? []))
    const entries = new Map<string, number>()
    for (const { counts } of rows)
      for (const token of tokensIn(counts)) entries.set(token, (entries.get(token) ?? 0) + 1)
    return [...entries].flatMap(([token, count]) => {
      const other = decodeToken(token)
      return other !== null && other[0] === term[0] && editDistance(term, other) <= edits
        ? [{ term: other, entries: count }]
        : []
    })
  }

  async position(): ReturnType<SearchIndex['position']> {
    this.#refuseClosed()
    return this.#heads.head.position
  }

  async waitFor(...asked: Parameters<SearchIndex['waitFor']>): Promise<void> {
    this.#refuseClosed()
    await this.#heads.waitFor(...asked)
  }

  async close(): Promise<void> {
    await this.#heads.close()
    this.#server.close()
  }

  #state(): State {
    const { head } = this.#heads
    return { collection: collectionName(this.#name, head.generation), head }
  }

  #refuseClosed(): void {
    if (!this.#heads.isClosed) return
    throw new Fault('search-unavailable', 'the search index is closed', { retryAfterMs: 1_000 })
  }

  /**
   * Sends one request for everything a query needs, all of one state, and for the head behind the
   * alias. If the collection was replaced and removed meanwhile, tries once more with its
   * successor.
   */
  async #ask(
    plan: (state: State) => readonly (readonly Entry[])[],
  ): Promise<{ state: State; answers: (Answer | null)[][] }> {
    this.#refuseClosed()
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const state = this.#state()
      const lists = state.head.generation === 0 ? [] : plan(state)
      const ticket = this.#heads.ticket()
      const [first, ...rest] = await this.#server.search([headEntry(this.#name), ...lists.flat()])
      this.#heads.seen(headIn(first), ticket)
      if (rest.every((answer) => answer !== null)) return { state, answers: dealt(rest, lists) }
    }
    throw unavailable()
  }

  #semantic(
    state: State,
    query: IndexQuery,
    answer: Answer | null | undefined,
  ): IndexAnswer['semantic'] {
    const floor = Math.max(query.similarityFloor, 0)
    const tokens = query.terms.map(({ term }) => encodeToken(term))
    const names = new Set(query.identifiers.map(encodeToken))
    return (answer?.grouped_hits ?? [])
      .flatMap(({ hits }) => hits.slice(0, 1))
      .map((hit) => ({ row: rowOf(hit), similarity: 1 - (hit.vector_distance ?? 2) }))
      .filter(({ similarity }) => similarity > floor)
      .toSorted(
        (one, other) =>
          other.similarity - one.similarity || byName(named(one.row), named(other.row)),
      )
      .slice(0, query.semanticDepth)
      .map(({ row, similarity }) => ({
        ...this.#entry(state, named(row)),
        similarity,
        matchesLexically:
          holdsOne(row.counts, tokens) || (row.names ?? []).some((name) => names.has(name)),
      }))
  }

  #entry(
    { collection }: State,
    { document, kind, slug, sequence, change }: ReturnType<typeof named>,
  ): RankedEntry {
    const place = { collection, row: documentRowId(document, change) }
    return {
      entry: this.#numbers.numberOf(place),
      kind,
      slug,
      sequence,
    }
  }
}

/**
 * Opens the search index over Typesense, always of the generation behind the alias, with a key that
 * may only search. Throws Faults `search-access-denied`, `search-engine-unknown`,
 * `search-unavailable`.
 */
export const openTypesenseIndex = async (options: TypesenseIndexOptions): Promise<SearchIndex> => {
  const readKey = await searchKeyOf(options)
  const server = makeServer({ url: options.url, key: readKey })
  const index = new TypesenseIndex(server, options)
  try {
    await index.open()
    return index
  } catch (error) {
    await index.close()
    throw error
  }
}

const searchKeyOf = async (options: Address): Promise<string> => {
  const server = makeServer(options)
  try {
    return await server.searchKey()
  } finally {
    server.close()
  }
}
