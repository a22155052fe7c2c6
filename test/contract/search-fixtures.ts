import { encodeRow, STEPS, unit } from '#infra/embedded/search/engine/quantise.ts'
import { createHash } from 'node:crypto'
import { ArticleId, Day, Sha256Hex } from '#contracts/ids.ts'
import { SearchDocument, TAG_FIELDS, type TagField } from '#contracts/search/document.ts'
import type { IndexFilters, IndexQuery, TextReadModel } from '#query-api/ports.ts'

export const MODEL = 'model-a'
export const sha256 = (text: string): Sha256Hex =>
  Sha256Hex.parse(createHash('sha256').update(text).digest('hex'))

/** A UUID that says which number it was made of. */
export const uuid = (n: number): ArticleId =>
  ArticleId.parse(`00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`)
export const day = (text: string): Day => Day.parse(text)

export type DocumentFacts = {
  /** Number of the text; the article id follows. */
  text: number
  kind?: 'article' | 'headnote'
  slug?: string
  sequence?: number
  version?: string
  current?: boolean
  validity?: readonly { from: string | null; to: string | null }[]
  date?: string | null
  tags?: Partial<Record<TagField, readonly string[]>>
  authority?: number
  identifiers?: readonly string[]
  title?: string
  body?: string
  /** Keys of the passages' vectors. */
  passages?: readonly string[]
  model?: string | null
}

const passagesOf = (keys: readonly string[]) =>
  keys.map((key, ordinal) => ({
    ordinal,
    start: ordinal * 10,
    end: ordinal * 10 + 10,
    textSha256: sha256(key),
    heading: null,
  }))

const displayOf = (facts: DocumentFacts, version: string) => ({
  title: facts.title ?? 'Un titre',
  abstract: null,
  jurisdiction: ['FR'],
  contentType: 'doctrine',
  publishedAt: null,
  version,
  sha256Hash: sha256(`content ${facts.text} ${version}`),
  statusFlag: 'gray',
  headnote:
    facts.kind === 'headnote'
      ? {
          headnoteId: uuid(facts.text * 1_000 + (facts.sequence ?? 1)),
          sequence: facts.sequence ?? 1,
          summary: facts.body ?? '',
          legalRuleType: null,
          articleStatusFlag: 'gray',
        }
      : null,
})

/** A whole search document of the few facts that a test is about. */
export const documentOf = (facts: DocumentFacts): SearchDocument => {
  const version = facts.version ?? '1.0.0'
  const kind = facts.kind ?? 'article'
  const sequence = kind === 'article' ? 0 : (facts.sequence ?? 1)
  const tags = Object.fromEntries(TAG_FIELDS.map((field) => [field, facts.tags?.[field] ?? []]))
  return SearchDocument.parse({
    id: `${kind === 'article' ? uuid(facts.text) : uuid(facts.text * 1_000 + sequence)}@${version}`,
    kind,
    articleId: uuid(facts.text),
    slug: facts.slug ?? `texte-${facts.text}`,
    sequence,
    version,
    current: facts.current ?? true,
    validity: facts.validity ?? [],
    date: facts.date ?? null,
    tags,
    authority: facts.authority ?? 0,
    contentSha256: sha256(`text ${facts.text} ${version}`),
    identifiers: facts.identifiers ?? [],
    titleTerms: facts.title ?? '',
    bodyTerms: facts.body ?? '',
    passages: passagesOf(facts.passages ?? []),
    model: facts.model === undefined ? MODEL : facts.model,
    display: displayOf(facts, version),
  })
}

/** A text as the projector hands it over. */
export const textOf = (
  documents: readonly SearchDocument[],
  streamVersion = 1,
  articleId: ArticleId | undefined = documents[0]?.articleId,
): TextReadModel => {
  if (articleId === undefined) throw new Error('a text without documents needs its id')
  return { articleId, streamVersion, article: null, documents }
}

export const NO_FILTERS: IndexFilters = {
  kinds: ['article', 'headnote'],
  anyOf: {},
  dateFrom: null,
  dateTo: null,
  asOf: null,
}

/** A query for some words, at full depth. */
export const queryFor = (words: string, rest: Partial<IndexQuery> = {}): IndexQuery => ({
  terms: words
    .split(' ')
    .filter((word) => word !== '')
    .map((term) => ({ term, weight: 1 })),
  identifiers: [],
  vector: null,
  similarityFloor: 0,
  filters: NO_FILTERS,
  lexicalDepth: 1_100,
  semanticDepth: 250,
  pageEnd: 1_100,
  ...rest,
})

/** mulberry32: small, seeded, the same everywhere. */
export const seeded = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export const shuffled = <T>(items: readonly T[], random: () => number): T[] => {
  const result = [...items]
  for (let last = result.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    const held = result[last] as T
    result[last] = result[other] as T
    result[other] = held
  }
  return result
}

/** A random vector whose directions are spread evenly. */
export const randomVector = (dimensions: number, random: () => number): Float32Array =>
  Float32Array.from(
    { length: dimensions },
    () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()),
  )

/** A vector at unit length, rounded as the index keeps it. */
export const keptVector = (vector: Float32Array): Float64Array => {
  const coarse = new Int8Array(vector.length)
  const fine = new Int8Array(vector.length)
  const { step } = encodeRow(unit(vector) ?? vector, { coarse, fine })
  return Float64Array.from(coarse, (code, lane) => step * (code * STEPS + (fine[lane] ?? 0)))
}
