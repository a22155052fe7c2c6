import type { Sha256Hex } from '#contracts/ids.ts'
import { vectorsInContext } from '#contracts/search/context.ts'
import { FACET_VALUES_MAX, FUSION } from '#contracts/search/parameters.ts'
import type { SearchDocument } from '#contracts/search/document.ts'
import { TAG_FIELDS } from '#contracts/search/document.ts'
import type {
  BrowseQuery,
  FacetCounts,
  FacetField,
  FieldCounts,
  IndexFilters,
  IndexOrder,
  IndexQuery,
  WordRarity,
} from '#query-api/ports.ts'

/**
 * A reference search index, as simple as possible: it scans every document for every query. Slow;
 * the fast index is compared with it.
 */
export type ReferenceParameters = {
  readonly k1: number
  readonly titleWeight: number
  readonly lengthPower: number
}

export type ReferenceCorpus = {
  readonly documents: readonly SearchDocument[]
  readonly vectors: ReadonlyMap<Sha256Hex, Float32Array>
  readonly model: string | null
  readonly parameters: ReferenceParameters
}

export type Scored = { readonly document: SearchDocument; readonly score: number }

const tokens = (terms: string): string[] => terms.split(' ').filter((term) => term !== '')
const occurrences = (terms: string, term: string): number =>
  tokens(terms).filter((token) => token === term).length

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

const compareText = (first: string, second: string): number => {
  if (first === second) return 0
  return first < second ? -1 : 1
}

const byName = (first: SearchDocument, second: SearchDocument): number =>
  compareText(first.kind, second.kind) ||
  compareText(first.slug, second.slug) ||
  first.sequence - second.sequence ||
  compareText(first.id, second.id)

export const byScoreThenName = (first: Scored, second: Scored): number =>
  second.score - first.score || byName(first.document, second.document)

const isWording = (
  corpus: ReferenceCorpus,
  document: SearchDocument,
  asOf: string | null,
): boolean => {
  if (asOf === null) return document.current
  const text = corpus.documents.filter(({ articleId }) => articleId === document.articleId)
  if (text.every(({ validity }) => validity.length === 0)) return document.current
  return document.validity.some(
    ({ from, to }) => (from === null || from <= asOf) && (to === null || asOf <= to),
  )
}

const isInside = ({ date }: SearchDocument, { dateFrom, dateTo }: IndexFilters): boolean => {
  if (dateFrom === null && dateTo === null) return true
  if (date === null) return false
  return (dateFrom === null || dateFrom <= date) && (dateTo === null || date <= dateTo)
}

const passes = (
  corpus: ReferenceCorpus,
  document: SearchDocument,
  filters: IndexFilters,
): boolean =>
  filters.kinds.includes(document.kind) &&
  isWording(corpus, document, filters.asOf) &&
  isInside(document, filters) &&
  (filters.slug === undefined || document.slug === filters.slug) &&
  TAG_FIELDS.every((field) => {
    const wanted = filters.anyOf[field] ?? []
    return wanted.length === 0 || document.tags[field].some((value) => wanted.includes(value))
  })

const idf = (counted: readonly SearchDocument[], term: string): number => {
  const holders = counted.filter(
    (other) => occurrences(`${other.titleTerms} ${other.bodyTerms}`, term) > 0,
  ).length
  return Math.log(1 + (counted.length - holders + 0.5) / (holders + 0.5))
}

const rarityOf = (corpus: ReferenceCorpus, terms: IndexQuery['terms']): WordRarity => {
  const counted = corpus.documents.filter(({ current }) => current)
  return {
    asked: terms.reduce((sum, { term, weight }) => sum + weight * idf(counted, term), 0),
    unheld: idf(counted, '\0'),
  }
}

const bm25f = (
  corpus: ReferenceCorpus,
  document: SearchDocument,
  terms: IndexQuery['terms'],
): number => {
  const { k1, lengthPower, titleWeight } = corpus.parameters
  const counted = corpus.documents.filter(({ current }) => current)
  const kin = counted.filter(({ kind }) => kind === document.kind)
  const norm = (field: 'titleTerms' | 'bodyTerms'): number =>
    (tokens(document[field]).length / mean(kin.map((other) => tokens(other[field]).length))) **
    lengthPower
  const part = (field: 'titleTerms' | 'bodyTerms', term: string): number => {
    const count = occurrences(document[field], term)
    if (count === 0) return 0
    const length = norm(field)
    return count / (Number.isFinite(length) ? length : 1)
  }
  return terms
    .map(({ term, weight }) => {
      const frequency = titleWeight * part('titleTerms', term) + part('bodyTerms', term)
      return (weight * idf(counted, term) * frequency) / (k1 + frequency)
    })
    .reduce((sum, value) => sum + value, 0)
}

const holdsTerm = (document: SearchDocument, terms: IndexQuery['terms']): boolean =>
  terms.some(({ term }) => occurrences(`${document.titleTerms} ${document.bodyTerms}`, term) > 0)

const isNamed = (document: SearchDocument, identifiers: readonly string[]): boolean =>
  document.identifiers.some((identifier) => identifiers.includes(identifier))

const cosine = (first: Float32Array, second: Float32Array): number => {
  let product = 0
  let squares = 0
  let otherSquares = 0
  for (const [lane, value] of first.entries()) {
    const other = second[lane] ?? 0
    product += value * other
    squares += value * value
    otherSquares += other * other
  }
  return product / Math.sqrt(squares * otherSquares)
}

const similarity = (
  corpus: ReferenceCorpus,
  document: SearchDocument,
  query: Float32Array,
): number =>
  document.model === corpus.model
    ? Math.max(
        -Infinity,
        ...vectorsInContext(document.passages, corpus.vectors)
          .vectors.filter((vector) => vector.some((value) => value !== 0))
          .map((vector) => cosine(vector, query)),
      )
    : -Infinity

const unheldOf = (corpus: ReferenceCorpus, terms: IndexQuery['terms']): string[] => {
  const counted = corpus.documents.filter(({ current }) => current)
  return terms
    .filter((one) => !counted.some((document) => holdsTerm(document, [one])))
    .map(({ term }) => term)
    .toSorted()
}

const rareIn = (corpus: ReferenceCorpus, id: string, terms: IndexQuery['terms']): number => {
  const counted = corpus.documents.filter(({ current }) => current)
  const document = corpus.documents.findLast((one) => one.id === id)
  return terms
    .filter(({ term }) => idf(counted, term) >= FUSION.rareShare * idf(counted, '\0'))
    .filter((one) => document !== undefined && holdsTerm(document, [one]))
    .reduce((sum, { term, weight }) => sum + weight * idf(counted, term), 0)
}

type Reference = {
  readonly named: readonly Scored[]
  readonly lexical: readonly Scored[]
  readonly semantic: readonly Scored[]
  readonly rarity: WordRarity
  readonly unheld: readonly string[]
  readonly rareIn: (id: string) => number
}

/** Both rankings without a depth, and what matches. */
export const referenceSearch = (corpus: ReferenceCorpus, query: IndexQuery): Reference => {
  const found = corpus.documents.filter((document) => passes(corpus, document, query.filters))
  const scored = found
    .filter((document) => holdsTerm(document, query.terms) || isNamed(document, query.identifiers))
    .map((document) => ({ document, score: bm25f(corpus, document, query.terms) }))
  const named = scored.filter(({ document }) => isNamed(document, query.identifiers))
  const { vector } = query
  const semantic =
    vector === null
      ? []
      : found
          .map((document) => ({ document, score: similarity(corpus, document, vector) }))
          .filter(({ score }) => score > Math.max(query.similarityFloor, 0))
  return {
    named: named.toSorted(byScoreThenName),
    lexical: scored.filter((one) => !named.includes(one)).toSorted(byScoreThenName),
    semantic: semantic.toSorted(byScoreThenName),
    rarity: rarityOf(corpus, query.terms),
    unheld: unheldOf(corpus, query.terms),
    rareIn: (id) => rareIn(corpus, id, query.terms),
  }
}

/** The whole result of a query, in no order. */
const resultOf = (corpus: ReferenceCorpus, query: IndexQuery | BrowseQuery): SearchDocument[] => {
  if (!('terms' in query))
    return corpus.documents.filter((document) => passes(corpus, document, query.filters))
  const { named, lexical, semantic } = referenceSearch(corpus, query)
  const all = [...named, ...lexical, ...semantic.slice(0, query.semanticDepth)]
  return [...new Set(all.map(({ document }) => document))]
}

const byDateOr = (none: string) => (first: SearchDocument, second: SearchDocument) =>
  compareText(second.date ?? none, first.date ?? none)

const ORDERS: Readonly<
  Record<
    Exclude<IndexOrder, 'relevance'>,
    (first: SearchDocument, second: SearchDocument) => number
  >
> = {
  date: byDateOr(''),
  date_asc: (first, second) => byDateOr('9999-99-99')(second, first),
  authority: (first, second) => second.authority - first.authority || byDateOr('')(first, second),
}

/** Everything that a query asks for besides its rankings. */
type ReferenceResult = {
  readonly ids: readonly string[]
  readonly texts: number
  readonly facets: FacetCounts
}

const withoutOwn = (filters: IndexFilters, field: FacetField): IndexFilters =>
  field === 'years'
    ? { ...filters, dateFrom: null, dateTo: null }
    : { ...filters, anyOf: { ...filters.anyOf, [field]: [] } }

const countsIn = (
  documents: readonly SearchDocument[],
  field: FacetField,
  byText: boolean,
): FieldCounts => {
  const values = [...new Set(documents.flatMap(({ tags }) => tags[field]))]
  const counts = values
    .map((value) => {
      const carriers = documents.filter(({ tags }) => tags[field].includes(value))
      const units = new Set(carriers.map(({ id, articleId }) => (byText ? articleId : id)))
      return { value, count: units.size }
    })
    .toSorted((one, other) => other.count - one.count || compareText(one.value, other.value))
  const listed = counts.slice(0, FACET_VALUES_MAX)
  const others = counts.slice(FACET_VALUES_MAX).reduce((sum, { count }) => sum + count, 0)
  return { values: listed, others }
}

/** The result in the order asked (of a search by relevance: by date), its texts and its facets. */
export const referenceResult = (
  corpus: ReferenceCorpus,
  query: IndexQuery | BrowseQuery,
): ReferenceResult => {
  const { order = 'relevance', facets = [], byText = false } = query
  const result = resultOf(corpus, query)
  const compare = ORDERS[order === 'relevance' ? 'date' : order]
  const under = (filters: IndexFilters): SearchDocument[] =>
    'terms' in query
      ? resultOf(corpus, { ...query, filters })
      : resultOf(corpus, { ...query, filters })
  return {
    ids: result
      .toSorted((first, second) => compare(first, second) || byName(first, second))
      .map(({ id }) => id),
    texts: new Set(result.map(({ articleId }) => articleId)).size,
    facets: Object.fromEntries(
      facets.map((field) => [
        field,
        countsIn(under(withoutOwn(query.filters, field)), field, byText),
      ]),
    ),
  }
}

export const referenceBrowse = (
  corpus: ReferenceCorpus,
  { filters }: BrowseQuery,
): SearchDocument[] =>
  corpus.documents
    .filter((document) => passes(corpus, document, filters))
    .toSorted(
      (first, second) => compareText(second.date ?? '', first.date ?? '') || byName(first, second),
    )
