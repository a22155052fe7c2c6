/**
 * How a Typesense 29.0 server finds and orders rows, as far as the adapter uses it: postings of the
 * fields, words dropped from the right and then from the left, the `sum_score` of a text match, the
 * nearest vectors by group. It follows the server's source; a real server has the last word.
 */
import { editDistance } from '#contracts/toolkit/closest.ts'
import { type Condition, evaluate, tokensOf } from './typesense-filter.ts'

export type Doc = Record<string, unknown> & { id: string }
export type Search = Record<string, string | number | boolean | undefined> & {
  collection: string
  q: string
}
export type Found = { doc: Doc; score: number; distance?: number }

type Positions = Map<Doc, number[]>

/** Weight of the first field of `query_by`; each next one has one less. */
const WEIGHT_MAX = 15
const OFFSET_MAX = 255
const WINDOW = 10
const DROPPED_MAX = 20
const [WORDS_UNIT, UNIQUE_UNIT, TYPO_UNIT, NEAR_UNIT] = [2 ** 40, 2 ** 32, 2 ** 24, 2 ** 16]

const numbersIn = (text: string): number[] => text.split(',').map(Number)

const unit = (vector: readonly number[]): Float64Array => {
  const length = Math.hypot(...vector)
  return Float64Array.from(vector, (value) => value / length)
}

const dot = (one: Float64Array, other: Float64Array): number => {
  let sum = 0
  for (let lane = 0; lane < one.length; lane += 1) sum += (one[lane] ?? 0) * (other[lane] ?? 0)
  return sum
}

const isLike = (word: string, held: Iterable<string>, typos: number): boolean =>
  [...held].some((other) => editDistance(word, other) <= typos)

/** The rows of a collection, with what is derived from them until the next write. */
export class Rows {
  readonly docs = new Map<string, Doc>()
  #postings = new Map<string, Map<string, Positions>>()
  #vectors = new Map<string, [Doc, Float64Array][]>()
  #byNumber = new Map<string, Map<number, Set<Doc>>>()

  changed(): void {
    this.#postings = new Map()
    this.#vectors = new Map()
    this.#byNumber = new Map()
  }

  postings(field: string): Map<string, Positions> {
    const held = this.#postings.get(field)
    if (held !== undefined) return held
    const made = new Map<string, Positions>()
    for (const doc of this.docs.values())
      for (const [at, token] of tokensOf(doc[field]).entries()) {
        const positions: Positions = made.get(token) ?? new Map<Doc, number[]>()
        made.set(token, positions)
        const own = positions.get(doc)
        if (own === undefined) positions.set(doc, [at])
        else own.push(at)
      }
    this.#postings.set(field, made)
    return made
  }

  /** The rows of each number in a field. */
  #numbers(field: string): Map<number, Set<Doc>> {
    const held = this.#byNumber.get(field)
    if (held !== undefined) return held
    const made = new Map<number, Set<Doc>>()
    for (const doc of this.docs.values()) {
      const value = doc[field]
      if (typeof value === 'number') made.set(value, (made.get(value) ?? new Set<Doc>()).add(doc))
    }
    this.#byNumber.set(field, made)
    return made
  }

  vectors(field: string): [Doc, Float64Array][] {
    const held = this.#vectors.get(field)
    if (held !== undefined) return held
    const made = [...this.docs.values()].flatMap((doc): [Doc, Float64Array][] => {
      const vector = doc[field]
      return Array.isArray(vector) ? [[doc, unit(vector as number[])]] : []
    })
    this.#vectors.set(field, made)
    return made
  }

  /** The rows that pass a filter; an empty one lets all pass. */
  passing(filter: string): ReadonlySet<Doc> {
    const all = this.docs.values()
    return filter === '' ? new Set(all) : evaluate(filter, (condition) => this.#holding(condition))
  }

  #holding({ field, values, isTrue }: Condition): Set<Doc> {
    const [first] = values
    if (field === 'id') {
      const found = values.flatMap((id) => this.docs.get(id) ?? [])
      return new Set(found)
    }
    const numbers = this.#numbers(field)
    if (numbers.size > 0) {
      const held = [...numbers].filter(([value]) => isTrue({ [field]: value }))
      return held.reduce((all, [, docs]) => all.union(docs), new Set<Doc>())
    }
    if (first === undefined || tokensOf(first).length !== 1)
      return new Set([...this.docs.values()].filter(isTrue))
    const postings = this.postings(field)
    return new Set(
      values.flatMap((value) => [...(postings.get(tokensOf(value)[0] ?? '')?.keys() ?? [])]),
    )
  }
}

/** The score of the words of one field: how many, how near to each other, how early. */
const fieldScore = (places: readonly (readonly number[])[]): number => {
  const rest = OFFSET_MAX * TYPO_UNIT
  const offset = (last: number): number => OFFSET_MAX - Math.min(OFFSET_MAX, last)
  if (places.length === 1) {
    const last = places[0]?.at(-1) ?? 0
    return WORDS_UNIT + UNIQUE_UNIT + rest + 100 * NEAR_UNIT + offset(last)
  }
  const all = places
    .flatMap((own, word) => own.map((at) => ({ at, word })))
    .toSorted((one, other) => one.at - other.at)
  let best = 0
  for (let from = 0; from < all.length; from += 1) {
    const start = all[from]?.at ?? 0
    const words = new Set<number>()
    let end = start
    for (let to = from; to < all.length && (all[to]?.at ?? 0) < start + WINDOW; to += 1) {
      const { word = 0, at = 0 } = all[to] ?? {}
      if (words.has(word)) continue
      words.add(word)
      end = at
    }
    const distance = Math.min(100, end - start - (words.size - 1))
    const score = words.size * WORDS_UNIT + (100 - distance) * NEAR_UNIT + offset(end)
    best = Math.max(best, score)
  }
  return best + places.length * UNIQUE_UNIT + rest
}

const allHeld = (lists: readonly ReadonlySet<Doc>[]): Doc[] => {
  const [first, ...others] = lists.toSorted((one, other) => one.size - other.size)
  return [...(first ?? [])].filter((doc) => others.every((other) => other.has(doc)))
}

/** The rows that hold all the words in some field, or fewer of them if these are too few. */
export const wordHits = (rows: Rows, search: Search): Found[] => {
  const fields = String(search['query_by']).split(',')
  const postings = fields.map((field) => rows.postings(field))
  const filter = String(search['filter_by'] ?? '')
  const passing = filter === '' ? null : rows.passing(filter)
  const words = search.q.split(' ').slice(0, DROPPED_MAX)
  const typos = Number(search['num_typos'] ?? 2)
  const found = new Map<Doc, Found>()
  const scoreOf = (doc: Doc, asked: readonly string[]): number =>
    postings.reduce((sum, own, at) => {
      const places = asked.flatMap((word) => {
        const positions = own.get(word)?.get(doc)
        return positions === undefined ? [] : [positions]
      })
      return places.length === 0 ? sum : sum + (WEIGHT_MAX - at) * fieldScore(places)
    }, 0)
  const look = (kept: readonly string[], dropped: readonly string[]): void => {
    const holders = kept.map(
      (word) => new Set(postings.flatMap((own) => [...(own.get(word)?.keys() ?? [])])),
    )
    for (const doc of allHeld(holders))
      if ((passing === null || passing.has(doc)) && !found.has(doc))
        found.set(doc, { doc, score: scoreOf(doc, [...kept, ...dropped]) })
  }
  look(words, [])
  const threshold = Number(search['drop_tokens_threshold'] ?? 1)
  const drops = [
    ...words
      .slice(1)
      .map((_, n) => words.length - 1 - n)
      .map((kept) => [0, kept] as const),
    ...words.slice(1).map((_, n) => [n + 1, words.length] as const),
  ]
  for (const [from, to] of drops) {
    if (found.size >= threshold) break
    look(words.slice(from, to), [...words.slice(0, from), ...words.slice(to)])
  }
  if (typos > 0)
    for (const own of postings)
      for (const [token, positions] of own)
        if (words.some((word) => isLike(word, [token], typos)))
          for (const doc of positions.keys()) if (!found.has(doc)) found.set(doc, { doc, score: 0 })
  return [...found.values()]
}

export class VectorSizeError extends Error {}

export const vectorHits = (
  rows: Rows,
  search: Search,
  dimensions: ReadonlyMap<string, number>,
): Found[] | null => {
  const spec = String(search['vector_query'])
  const [, field = '', numbers = '', rest = ''] = /^(\w+):\(\[([^\]]*)\], (.*)\)$/.exec(spec) ?? []
  const options = new Map(rest.split(',').map((one) => one.trim().split(':') as [string, string]))
  const size = dimensions.get(field)
  if (size === undefined) return null
  const vector = numbersIn(numbers)
  if (vector.length !== size) throw new VectorSizeError()
  const query = unit(vector)
  const filter = String(search['filter_by'] ?? '')
  const passing = filter === '' ? null : rows.passing(filter)
  return rows
    .vectors(field)
    .filter(([doc]) => passing === null || passing.has(doc))
    .map(([doc, own]) => ({ doc, score: 0, distance: Math.abs(Math.fround(1 - dot(query, own))) }))
    .filter(({ distance }) => distance <= Number(options.get('distance_threshold') ?? 2))
    .toSorted((one, other) => one.distance - other.distance)
    .slice(0, Number(options.get('k') ?? 10))
}

export const bySort = (spec: string) => (first: Found, second: Found) => {
  for (const part of spec.split(',').filter((one) => one !== '')) {
    const [field = '', direction] = part.split(':')
    const value = ({ doc, score }: Found): number =>
      field === '_text_match' ? score : Number(doc[field] ?? 0)
    const difference = value(first) - value(second)
    if (difference !== 0) return direction === 'desc' ? -difference : difference
  }
  return 0
}
