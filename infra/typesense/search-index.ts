import { Fault } from '#contracts/fault.ts'
import type { TagField } from '#contracts/search/document.ts'
import type { ShownEntry } from '#contracts/search/shown.ts'
import type {
  Generation,
  HeldTerm,
  BrowseAnswer,
  BrowseQuery,
  EntryDisplay,
  FacetField,
  FieldCounts,
  IndexAnswer,
  IndexQuery,
  RankedEntry,
  SearchIndex,
  UnknownValue,
} from '#query-api/ports.ts'
import {
  type Beyond,
  type CountedRow,
  facetCounts,
  fieldCounts,
  sortedHits,
  textCount,
  textOfRow,
} from './counting.ts'
import { missing, unavailable } from './faults.ts'
import { Frequencies } from './frequencies.ts'
import { TYPESENSE } from './limits.ts'
import { byName, compareText } from './order.ts'
import {
  carriedEntries,
  displayEntry,
  facetEntries,
  frequencyEntries,
  hitsOfTextsEntry,
  type LexicalEntries,
  lexicalEntries,
  matchingEntries,
  misspelledEntry,
  nearestEntries,
  orderOf,
  semanticEntries,
  sortedEntries,
  type State,
  textsEntries,
  valuesEntry,
  withoutField,
} from './queries.ts'
import { type Candidate, rank, rarityOf, type Scored, scorer, type WeighedTerm } from './rank.ts'
import { headEntry, headIn, readHead } from './read-head.ts'
import { documentRowId, hitOfDocumentRow, parseRank, placeOf, placeOfPassage } from './rows.ts'
import { collectionName, isListed, tagField, WORDS } from './schema.ts'
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
import { closestAlike, editDistance } from '#contracts/toolkit/closest.ts'
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

type Projected = { readonly generation: Generation; readonly position: Position }

export type TypesenseIndexOptions = Address & {
  /** The model that embeds queries; null: the first one that embedded documents. */
  readonly model?: string | null
  readonly name?: string
  /** Up to where the live generation is projected: an engine that holds less of it lost it. */
  readonly projected?: () => Promise<Projected>
  /** Called with failures from which the index recovers: a server that is down. */
  readonly onFault?: (fault: Fault) => void
}

// We wrote these rows from parsed documents: only the envelope, which comes from outside, is
// parsed.
type RankedRow = Readonly<Record<string, unknown>> & {
  readonly id: string
  readonly rank: string
  readonly names?: readonly string[]
  readonly named?: readonly string[]
  readonly date?: number
}

const rowOf = ({ document }: Hit): RankedRow => document as RankedRow

const hitsOf = (answers: readonly (Answer | null)[]): Hit[] =>
  answers.flatMap((answer) => answer?.hits ?? [])

const candidateOf = (row: RankedRow, names: ReadonlySet<string>): Candidate => ({
  ...placeOf(row.id),
  ...parseRank(row.rank),
  shares: row,
  named: (row.names ?? row.named ?? []).some((name) => names.has(name)),
})

/** Each document once. */
const unique = (candidates: readonly Candidate[]): Candidate[] => [
  ...new Map(candidates.map((candidate) => [candidate.document, candidate])).values(),
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

const ATTEMPTS = 6
const stateOf = ({ collection, head }: State): string => `${collection} ${head.change}`

/** Whether an answer planned for a state shows it: what the collection's head says afterwards. */
const isShown = ({ head }: State, after: Head | null): boolean => {
  if (after === null) return false
  return head.clean ? after.clean && after.change === head.change : after.removed <= head.change
}

/** What was asked about the words of a query, and what was known before. */
type Planned = {
  readonly known: ReadonlyMap<string, number>
  readonly words: LexicalEntries | null
}

type Semantic = { readonly candidate: Candidate; readonly similarity: number }

const NOTHING_BEYOND: Beyond = { near: [], kin: [] }

/** The facets of a query; `wider`: the query without the field's own filter, where it has one. */
const countedQueries = (
  query: IndexQuery,
): { readonly field: FacetField; readonly wider: IndexQuery | null }[] =>
  (query.facets ?? []).map((field) => {
    const filters = withoutField(query.filters, field)
    return { field, wider: filters === null ? null : { ...query, filters } }
  })

/** Everything that a query ranks by. */
type Ranking = {
  readonly state: State
  readonly score: (candidate: Candidate) => Scored
  readonly names: ReadonlySet<string>
}

class TypesenseIndex implements SearchIndex {
  readonly #server: Server
  readonly #heads: Heads
  readonly #name: string
  readonly #model: string | null
  readonly #numbers = new EntryNumbers(TYPESENSE.keepReplacedMs, () => performance.now())
  readonly #frequencies = new Frequencies()
  #passages: number = TYPESENSE.nearestPassages
  readonly #projected: (() => Promise<Projected>) | null
  readonly #values = new Map<TagField, { state: string; values: readonly string[] }>()

  constructor(server: Server, options: TypesenseIndexOptions) {
    this.#server = server
    this.#name = options.name ?? TYPESENSE.name
    this.#model = options.model ?? null
    this.#projected = options.projected ?? null
    const onFault = options.onFault ?? (() => undefined)
    this.#heads = new Heads({ server, name: this.#name, onFault })
  }

  open(): Promise<void> {
    return this.#heads.open()
  }

  async search(query: IndexQuery): Promise<IndexAnswer> {
    const order = orderOf(query)
    const isDeep = order === null && query.pageEnd > TYPESENSE.candidatePageEnd
    const counted = countedQueries(query)
    await this.#learn(query)
    const planned: Planned = { known: new Map(), words: null }
    const { state, answers } = await this.#ask((at) => {
      const plan = this.#frequencies.plan(at, query)
      const words = lexicalEntries(at, query, plan)
      Object.assign(planned, { known: plan.known, words })
      return [
        words.total,
        // A sorted list needs no candidates.
        order === null ? [...words.named, ...words.leads] : [],
        words.frequencies,
        semanticEntries(at, query, this.#model, this.#passages),
        isDeep ? matchingEntries(at, query, query.lexicalDepth) : [],
        order === null ? [] : sortedEntries(at, query, order, query.lexicalDepth),
        textsEntries(at, query),
        ...counted.map(({ field }) => facetEntries(at, query, field)),
        ...counted.map(({ wider }) =>
          wider === null ? [] : semanticEntries(at, wider, this.#model, this.#passages),
        ),
      ]
    })
    const [total = [], leads = [], counts = [], nearest = [], all = [], sorted = [], texts = []] =
      answers
    const more = answers.slice(7)
    const terms = this.#weighed(state, query, { ...planned, counts })
    const names = new Set(query.identifiers.map(encodeToken))
    const ranking = { state, names, score: scorer(terms, state.head.tally) }
    const semantic = this.#nearest(query, names, await this.#widened(query, state, nearest))
    const isOnlyNear = ({ candidate }: Semantic): boolean =>
      !candidate.named && !ranking.score(candidate).matches
    const beyondOf = async (asked: IndexQuery, found: readonly Semantic[]): Promise<Beyond> => {
      const near = found.filter(isOnlyNear).map(({ candidate }) => candidate.shares)
      return { near, kin: await this.#kinOf(asked, state, near) }
    }
    const beyond = await beyondOf(query, semantic)
    const byText = query.byText === true
    const facets: [FacetField, FieldCounts][] = []
    for (const [at, { field, wider }] of counted.entries()) {
      const own =
        wider === null
          ? beyond
          : await beyondOf(
              wider,
              this.#nearest(
                wider,
                names,
                await this.#widened(wider, state, more[counted.length + at] ?? []),
              ),
            )
      facets.push([field, fieldCounts(field, more[at]?.[0], own, byText)])
    }
    const found = total[0]?.found ?? 0
    const first = unique([
      ...hitsOf(leads).map((hit) => candidateOf(rowOf(hit), names)),
      ...semantic.map(({ candidate }) => candidate),
    ])
    const candidates = matchesOf(first, ranking)
    const rest =
      order !== null
        ? []
        : isDeep
          ? matchesOf(unique(hitsOf(all).map((hit) => candidateOf(rowOf(hit), names))), ranking)
          : await this.#rest(query, ranking, { candidates, total: found })
    return {
      position: state.head.position,
      ...(order === null
        ? {}
        : {
            sorted: sortedHits(
              [
                ...hitsOf(sorted).map((hit) => ({
                  row: rowOf(hit),
                  candidate: candidateOf(rowOf(hit), names),
                })),
                ...semantic.map(({ candidate }) => ({ row: candidate.shares, candidate })),
              ],
              order,
              query.lexicalDepth,
            ).map((candidate) => this.#entry(state, candidate)),
          }),
      ...(query.facets === undefined ? {} : { facets: facetCounts(facets) }),
      ...(byText ? { texts: textCount(texts[0], beyond) } : {}),
      ...this.#lexical(query, ranking, { candidates, rest, total: found }),
      lexicalTotal: found,
      rarity: rarityOf(terms, state.head.tally),
      unheld: terms.flatMap(({ term, frequency }) => (frequency === 0 ? [term] : [])).toSorted(),
      semantic: semantic.map(({ candidate, similarity }) => ({
        ...this.#entry(state, candidate),
        similarity,
        matchesLexically: candidate.named || ranking.score(candidate).matches,
      })),
    }
  }

  async browse(query: BrowseQuery): Promise<BrowseAnswer> {
    const order = orderOf(query) ?? 'date'
    const fields = query.facets ?? []
    const { state, answers } = await this.#ask((at) => [
      sortedEntries(at, query, order, query.depth),
      textsEntries(at, query),
      ...fields.map((field) => facetEntries(at, query, field)),
    ])
    const [found = [], texts = [], ...counts] = answers
    const hits = hitsOf(found).map((hit) => ({
      row: rowOf(hit),
      candidate: candidateOf(rowOf(hit), new Set()),
    }))
    const byText = query.byText === true
    return {
      position: state.head.position,
      entries: sortedHits(hits, order, query.depth).map((one) => this.#entry(state, one)),
      total: found[0]?.found ?? 0,
      ...(query.facets === undefined
        ? {}
        : {
            facets: facetCounts(
              fields.map((field, at) => [
                field,
                fieldCounts(field, counts[at]?.[0], NOTHING_BEYOND, byText),
              ]),
            ),
          }),
      ...(byText ? { texts: textCount(texts[0], NOTHING_BEYOND) } : {}),
    }
  }

  async displays(
    entries: readonly number[],
    nearTo: Float32Array | null = null,
  ): Promise<EntryDisplay[]> {
    this.#refuseClosed()
    if (entries.length === 0) return []
    const places = entries.map((entry) => this.#numbers.placeOf(entry))
    const requests: Entry[] = []
    for (const [collection, some] of Map.groupBy(places, (place) => place.collection)) {
      const rows = [...new Set(some.map(({ row }) => row))]
      for (let from = 0; from < rows.length; from += TYPESENSE.hitsPerPage)
        requests.push(displayEntry(collection, rows.slice(from, from + TYPESENSE.hitsPerPage)))
    }
    const [hits, passages] = await Promise.all([
      this.#server.search(requests).then(hitsOf),
      nearTo === null ? new Map<string, number>() : this.#nearestPassages(places, nearTo),
    ])
    const shown = new Map(
      hits.map(({ document }) => [String(document['id']), String(document['display'])]),
    )
    return places.map(({ row }) => {
      const json = shown.get(row)
      if (json !== undefined) {
        const entry = JSON.parse(json) as ShownEntry
        const passage = entry.headnote === null ? (passages.get(row) ?? null) : null
        return { ...entry, passage }
      }
      throw new Fault('search-entry-unknown', 'an entry of an answer is too old to be shown', {
        hint: 'search again',
      })
    })
  }

  /** The ordinals of the nearest passages by document row, of entries that are still there. */
  async #nearestPassages(
    places: readonly EntryPlace[],
    vector: Float32Array,
  ): Promise<ReadonlyMap<string, number>> {
    const hits = places.map(({ row }) => hitOfDocumentRow(row))
    const { answers } = await this.#ask((at) => [
      nearestEntries(at, vector, this.#model, [...new Set(hits)]),
    ])
    const rows = answers
      .flat()
      .flatMap((answer) => answer?.grouped_hits ?? [])
      .flatMap((group) => group.hits.slice(0, 1))
      .map((hit) => placeOfPassage(rowOf(hit).id))
    return new Map(rows.map(({ documentRow, ordinal }) => [documentRow, ordinal]))
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

  /** Of a field with very many values none is listed, so that no closest one is named. */
  async unknownValues(field: TagField, values: readonly string[]): Promise<UnknownValue[]> {
    const { answers } = await this.#ask((at) => [carriedEntries(at, field, values)])
    const unknown = values.filter((_, at) => (answers[0]?.[at]?.found ?? 0) === 0)
    if (unknown.length === 0) return []
    const listed = isListed(field) ? await this.knownValues(field) : []
    return unknown.map((value) => ({ value, closest: closestAlike(value, listed) }))
  }

  /** The most frequent spellings among the hits found with typing errors. */
  async similarTerms(term: string, edits: number): Promise<HeldTerm[]> {
    const { answers } = await this.#ask((at) => [[misspelledEntry(at, encodeToken(term))]])
    const entries = new Map<string, number>()
    for (const hit of hitsOf(answers[0] ?? [])) {
      const row = rowOf(hit)
      const tokens = WORDS.current.flatMap((field) => {
        const words = row[field]
        return typeof words === 'string' ? words.split(' ') : []
      })
      for (const token of new Set(tokens)) entries.set(token, (entries.get(token) ?? 0) + 1)
    }
    return [...entries].flatMap(([token, count]) => {
      const other = decodeToken(token)
      return other !== null && other[0] === term[0] && editDistance(term, other) <= edits
        ? [{ term: other, entries: count }]
        : []
    })
  }

  async position(): ReturnType<SearchIndex['position']> {
    this.#refuseClosed()
    await this.#refuseMissing()
    return this.#heads.head.position
  }

  async waitFor(...asked: Parameters<SearchIndex['waitFor']>): Promise<void> {
    this.#refuseClosed()
    await this.#refuseMissing()
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
   * Sends one request for everything a query needs, all of one state, and for the heads before and
   * after it. If the state was no longer there when the engine answered, asks again of the next.
   * Throws Fault `search-index-missing` where the engine lost what was projected.
   */
  async #ask(
    plan: (state: State) => readonly (readonly Entry[])[],
  ): Promise<{ state: State; answers: (Answer | null)[][] }> {
    this.#refuseClosed()
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const state = this.#state()
      const isEmpty = state.head.generation === 0
      const lists = isEmpty ? [] : plan(state)
      const ticket = this.#heads.ticket()
      const [first, ...rest] = await this.#server.search([
        headEntry(this.#name),
        ...lists.flat(),
        ...(isEmpty ? [] : [headEntry(state.collection)]),
      ])
      this.#heads.seen(headIn(first), ticket)
      if (isEmpty) {
        if (this.#heads.head.generation !== 0) continue
        await this.#refuseMissing()
        return { state, answers: [] }
      }
      const after = rest.pop()
      if (isShown(state, headIn(after)) && rest.every((answer) => answer !== null))
        return { state, answers: dealt(rest, lists) }
    }
    throw unavailable()
  }

  /**
   * Throws Fault `search-index-missing` if the engine holds less than was projected before. While
   * generations are swapped, the one that it still holds is right too.
   */
  async #refuseMissing(): Promise<void> {
    const projected = await this.#projected?.()
    if (projected === undefined) return
    await this.#heads.look()
    const { generation, position } = this.#heads.head
    const isOther = generation !== 0 && generation !== projected.generation
    if (!isOther && position < projected.position) throw missing()
  }

  /** Asks how many entries hold the words of a query, as far as it is not known. */
  async #learn(query: IndexQuery): Promise<void> {
    const state = this.#state()
    const unknown = this.#frequencies.unknown(state, query)
    if (state.head.generation === 0 || unknown.length === 0) return
    const { state: of, answers } = await this.#ask((at) => [frequencyEntries(at, unknown)])
    for (const [at, token] of unknown.entries())
      this.#frequencies.learn(of, token, answers[0]?.[at]?.found ?? 0)
  }

  /** The terms with their frequencies in the whole corpus, which are remembered. */
  #weighed(
    state: State,
    query: IndexQuery,
    { known, words, counts }: Planned & { readonly counts: readonly (Answer | null)[] },
  ): WeighedTerm[] {
    const learnt = new Map(
      (words?.counted ?? []).map((token, at) => [token, counts[at]?.found ?? 0] as const),
    )
    for (const [token, entries] of learnt) this.#frequencies.learn(state, token, entries)
    return query.terms.map((term) => {
      const token = encodeToken(term.term)
      return { ...term, token, frequency: learnt.get(token) ?? known.get(token) ?? 0 }
    })
  }

  /** The hits that match by words, of the texts that are near: texts are counted once. */
  async #kinOf(
    query: IndexQuery,
    state: State,
    near: readonly CountedRow[],
  ): Promise<readonly CountedRow[]> {
    const texts = [...new Set(near.map(textOfRow))]
    if (query.byText !== true || texts.length === 0) return []
    const kin: CountedRow[] = []
    for (let page = 1; ; page += 1) {
      const entry = hitsOfTextsEntry(state, query, texts, page)
      if (entry === null) return kin
      const [answer = null] = await this.#server.search([entry])
      const rows = hitsOf([answer]).map(rowOf)
      kin.push(...rows)
      if (rows.length < TYPESENSE.hitsPerPage) return kin
    }
  }

  /** What matches beyond the candidates, where it is little or the page needs it. */
  async #rest(
    query: IndexQuery,
    ranking: Ranking,
    { candidates, total }: { readonly candidates: readonly Scored[]; readonly total: number },
  ): Promise<Scored[]> {
    if (candidates.length >= total) return []
    const isLittle = total <= TYPESENSE.exactMatchesMax
    if (!isLittle && candidates.length >= query.pageEnd) return []
    const depth = isLittle ? TYPESENSE.exactMatchesMax : query.lexicalDepth
    const entries = matchingEntries(ranking.state, query, depth)
    const answers = await this.#server.search([...entries, headEntry(ranking.state.collection)])
    const after = answers.pop()
    // The state is gone: the candidates alone are an answer to it, with its total.
    if (!isShown(ranking.state, headIn(after))) return []
    const rows = hitsOf(answers).map((hit) => candidateOf(rowOf(hit), ranking.names))
    return matchesOf(unique(rows), ranking)
  }

  /**
   * Few matches are ranked all together. Of many the candidates come first, so that the order of
   * what a page shows does not depend on the page.
   */
  #lexical(
    { lexicalDepth, withShares = false }: IndexQuery,
    { state }: Ranking,
    given: {
      readonly candidates: readonly Scored[]
      readonly rest: readonly Scored[]
      readonly total: number
    },
  ): Pick<IndexAnswer, 'lexical' | 'named' | 'fused'> {
    const { candidates, rest, total } = given
    const known = new Set(candidates.map(({ candidate }) => candidate.document))
    const others = rest.filter(({ candidate }) => !known.has(candidate.document))
    const isWhole = total <= TYPESENSE.exactMatchesMax
    const ranked = isWhole
      ? rank([...candidates, ...others], lexicalDepth)
      : [...rank(candidates, lexicalDepth), ...rank(others, lexicalDepth)].slice(0, lexicalDepth)
    return {
      lexical: ranked.map((one) => ({
        ...this.#entry(state, one.candidate),
        score: one.score,
        rare: one.rare,
        ...(withShares ? { shares: one.parts } : {}),
      })),
      named: ranked.filter(({ candidate }) => candidate.named).length,
      fused: isWhole ? ranked.length : Math.min(candidates.length, lexicalDepth),
    }
  }

  /** Asks for more passages where those found are of too few hits. */
  async #widened(
    query: IndexQuery,
    state: State,
    answers: readonly (Answer | null)[],
  ): Promise<readonly (Answer | null)[]> {
    const asked = this.#passages
    const isCut = (answer: Answer | null): boolean =>
      (answer?.found_docs ?? 0) >= asked &&
      (answer?.grouped_hits?.length ?? 0) < Math.min(query.semanticDepth, TYPESENSE.hitsPerPage)
    if (asked >= TYPESENSE.nearestPassagesMax || !answers.some(isCut)) return answers
    this.#passages = Math.min(2 * asked, TYPESENSE.nearestPassagesMax)
    const more = await this.#server.search([
      ...semanticEntries(state, query, this.#model, this.#passages),
      headEntry(state.collection),
    ])
    const after = more.pop()
    // The state is gone: what was found of it is an answer.
    return isShown(state, headIn(after)) ? this.#widened(query, state, more) : answers
  }

  /** The nearest hits above the floor. A hit of a former wording has a row of its own. */
  #nearest(
    { similarityFloor, semanticDepth }: IndexQuery,
    names: ReadonlySet<string>,
    answers: readonly (Answer | null)[],
  ): Semantic[] {
    const floor = Math.max(similarityFloor, 0)
    return answers
      .flatMap((answer) => answer?.grouped_hits ?? [])
      .flatMap(({ hits }) => hits.slice(0, 1))
      .map((hit) => ({
        candidate: candidateOf(rowOf(hit), names),
        similarity: 1 - (hit.vector_distance ?? 2),
      }))
      .filter(({ similarity }) => similarity > floor)
      .toSorted(
        (one, other) => other.similarity - one.similarity || byName(one.candidate, other.candidate),
      )
      .slice(0, semanticDepth)
  }

  #entry(
    { collection }: State,
    { document, kind, slug, sequence, change }: Candidate,
  ): RankedEntry {
    const place = { collection, row: documentRowId(document, change) }
    return { entry: this.#numbers.numberOf(place), kind, slug, sequence }
  }
}

/** What holds a word of the query or is named by it, with its score. */
const matchesOf = (candidates: readonly Candidate[], { score }: Ranking): Scored[] =>
  candidates.map(score).filter(({ matches, candidate }) => matches || candidate.named)

/**
 * Opens the search index over Typesense, always of the generation behind the alias, with a key that
 * may only search. Throws Faults `search-access-denied`, `search-engine-unknown`,
 * `search-unavailable`.
 */
export const openTypesenseIndex = async (options: TypesenseIndexOptions): Promise<SearchIndex> => {
  const readKey = await searchKeyOf(options)
  const server = renewing(makeServer({ url: options.url, key: readKey }), options)
  const index = new TypesenseIndex(server, options)
  try {
    await index.open()
    return index
  } catch (error) {
    await index.close()
    throw error
  }
}

/**
 * A server that lost its disk lost the search key too: it is made again, the same one. Where the
 * server refuses it for another reason, that reason stays.
 */
const renewing = (server: Server, options: Address): Server => {
  let renewedAt = -Infinity
  return {
    ...server,
    search: async (entries) => {
      try {
        return await server.search(entries)
      } catch (error) {
        const isDenied = error instanceof Fault && error.code === 'search-access-denied'
        const now = performance.now()
        if (!isDenied || now - renewedAt < TYPESENSE.keyRenewedEveryMs) throw error
        renewedAt = now
        await searchKeyOf(options)
        return server.search(entries)
      }
    },
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
