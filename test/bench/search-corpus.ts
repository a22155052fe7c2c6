import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { LOG_START } from '#contracts/ids.ts'
import type { SearchDocument } from '#contracts/search/document.ts'
import type { IndexQuery } from '#query-api/ports.ts'

/** 200,000 passages made of the real provisions and notes of the relevance sets, the same at every run. */
const RELEVANCE = resolve(import.meta.dirname, '../../../shared/relevance')
const DOCUMENT_SETS = ['lu_eu_documents.jsonl.gz', 'service_public_documents.jsonl.gz']
const QUERY_SETS = ['lu_eu_queries.jsonl', 'service_public_queries.jsonl']

export const DIMENSIONS = 384
export const PASSAGES_PER_DOCUMENT = 3
const PASSAGE_CHARACTERS_MAX = 1_500
const TOPICS = 300
/** Share of a vector that is its topic; the rest is its own. */
const TOPIC_SHARE = 0.75
/** Each word of a varied provision is left out with this chance. */
const WORD_LOSS = 0.1
const JURISDICTIONS = ['FR', 'EU', 'LU', 'MC', 'AD']

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

const gaussian = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

const direction = (random: () => number): Float32Array => {
  const vector = Float32Array.from({ length: DIMENSIONS }, () => gaussian(random))
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}

const mixed = (topic: Float32Array, own: Float32Array): Float32Array => {
  const rest = Math.sqrt(1 - TOPIC_SHARE ** 2)
  return topic.map((value, lane) => TOPIC_SHARE * value + rest * (own[lane] ?? 0))
}

type Provision = { readonly title: string; readonly words: readonly string[] }

const lines = (text: string): unknown[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line))

/** Words as an index sees them, roughly: lower case, no accents, nothing short. */
export const roughWords = (text: string): string[] =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2)
    .map((word) => (word.length > 7 ? word.slice(0, 7) : word))

const provisions = (): Provision[] =>
  DOCUMENT_SETS.flatMap((name) =>
    lines(gunzipSync(readFileSync(join(RELEVANCE, name))).toString('utf8')).map((line) => {
      const { title, text } = line as { title: string | null; text: string }
      const start = text.slice(0, PASSAGE_CHARACTERS_MAX)
      return { title: title ?? start.slice(0, 60), words: roughWords(start) }
    }),
  )

export type BenchDocument = {
  readonly document: SearchDocument
  readonly vectors: readonly Float32Array[]
}

const uuid = (n: number): string => `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`

export class BenchCorpus {
  readonly #provisions = provisions()
  readonly #topics: readonly Float32Array[]

  constructor() {
    const random = seeded(7)
    this.#topics = Array.from({ length: TOPICS }, () => direction(random))
  }

  /** The n-th document: three varied provisions of one topic. */
  document(n: number): BenchDocument {
    const random = seeded(n + 1)
    const topic = Math.floor(random() * TOPICS)
    const parts = Array.from({ length: PASSAGES_PER_DOCUMENT }, () =>
      this.#provision(topic, random),
    )
    const words = parts.flatMap((part) => part.words.filter(() => random() >= WORD_LOSS))
    const topicVector = this.#topics[topic] ?? new Float32Array(DIMENSIONS)
    const vectors = parts.map(() => mixed(topicVector, direction(random)))
    return { document: documentOf(n, topic, parts[0]?.title ?? '', words), vectors }
  }

  /** Real questions with vectors near a topic each. */
  queries(): IndexQuery[] {
    const random = seeded(11)
    return QUERY_SETS.flatMap((name) => lines(readFileSync(join(RELEVANCE, name), 'utf8'))).map(
      (line, n) => {
        const { query } = line as { query: string }
        const topic = this.#topics[n % TOPICS] ?? new Float32Array(DIMENSIONS)
        return queryOf(roughWords(query), mixed(topic, direction(random)))
      },
    )
  }

  /** Provisions that stand together in the files stand together in a topic. */
  #provision(topic: number, random: () => number): Provision {
    const share = this.#provisions.length / TOPICS
    const at = Math.floor((topic + random()) * share)
    return this.#provisions[at] ?? { title: '', words: [] }
  }
}

const documentOf = (n: number, topic: number, title: string, words: string[]): SearchDocument => {
  const slug = `texte-${n}`
  const year = 1990 + (n % 35)
  return {
    id: `${uuid(n)}@1.0.0`,
    kind: 'article',
    articleId: uuid(n),
    slug,
    sequence: 0,
    version: '1.0.0',
    current: true,
    validity: [],
    date: `${year}-0${1 + (n % 9)}-15`,
    tags: {
      jurisdictions: [JURISDICTIONS[n % JURISDICTIONS.length]],
      conceptIds: [`topic-${topic}`, `decile-${topic % 10}`],
      courtLevels: [],
      statusFlags: ['gray'],
      legalRuleTypes: [],
      doctrineSubtypes: [],
      legalDomains: [`domain-${topic % 12}`],
      treatmentTypes: [],
    },
    identifiers: [`texte${n}`],
    titleTerms: roughWords(title).join(' '),
    bodyTerms: words.join(' '),
    passages: Array.from({ length: PASSAGES_PER_DOCUMENT }, (_, ordinal) => ({
      ordinal,
      start: ordinal * 1_000,
      end: ordinal * 1_000 + 1_000,
      textSha256: createHash('sha256').update(`${n}/${ordinal}`).digest('hex'),
    })),
    model: 'bench',
    display: {
      title,
      abstract: words.slice(0, 40).join(' '),
      jurisdiction: [JURISDICTIONS[n % JURISDICTIONS.length]],
      contentType: 'legislation',
      publishedAt: `${year}-01-01T00:00:00.000Z`,
      version: '1.0.0',
      sha256Hash: '0'.repeat(64),
      statusFlag: 'gray',
      headnote: null,
    },
  } as unknown as SearchDocument
}

const queryOf = (words: readonly string[], vector: Float32Array): IndexQuery => ({
  terms: [...new Set(words)].map((term) => ({ term, weight: 1 })),
  identifiers: [],
  vector,
  similarityFloor: 0,
  filters: { kinds: ['article', 'headnote'], anyOf: {}, dateFrom: null, dateTo: null, asOf: null },
  lexicalDepth: 1_100,
  semanticDepth: 250,
})

export { LOG_START }
