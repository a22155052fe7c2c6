import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { terms } from '#contracts/law/analysis/analyse.ts'
import { SearchDocument } from '#contracts/search/document.ts'
import type { IndexQuery, TextReadModel } from '#query-api/ports.ts'
import { sharedPath } from '../corpus/shared.ts'

/**
 * A large corpus, the same at every run, made of the real provisions and notes of the relevance
 * sets: each document is three neighbouring ones, with some words left out. Vectors are
 * pseudo-random, gathered by topic.
 */
const DOCUMENT_SETS = ['lu_eu_documents.jsonl.gz', 'service_public_documents.jsonl.gz']
const QUERY_SETS = ['lu_eu_queries.jsonl', 'service_public_queries.jsonl']

export const MODEL = 'bench'
export const DIMENSIONS = 384
export const PASSAGES_PER_DOCUMENT = 3
const PASSAGE_CHARACTERS_MAX = 1_500
const TITLE_CHARACTERS = 60
const TOPICS = 300
/** Share of a vector that is its topic's. */
const TOPIC_SHARE = 0.75
const WORD_LOSS = 0.1
const JURISDICTIONS = ['FR', 'EU', 'LU', 'MC', 'AD']

/** mulberry32: small, seeded, the same everywhere. */
const seeded = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const direction = (random: () => number): Float32Array => {
  const vector = new Float32Array(DIMENSIONS)
  let squares = 0
  for (let lane = 0; lane < DIMENSIONS; lane++) {
    const value = random() + random() + random() - 1.5
    vector[lane] = value
    squares += value * value
  }
  const length = Math.sqrt(squares)
  return vector.map((value) => value / length)
}

const near = (topic: Float32Array, random: () => number): Float32Array => {
  const own = direction(random)
  const rest = Math.sqrt(1 - TOPIC_SHARE ** 2)
  return topic.map((value, lane) => TOPIC_SHARE * value + rest * (own[lane] ?? 0))
}

type Provision = { readonly title: string; readonly terms: readonly string[] }

const jsonLines = (text: string): unknown[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line))

const provisionOf = (line: unknown): Provision => {
  const { title, text } = line as { title: string | null; text: string }
  const passage = text.slice(0, PASSAGE_CHARACTERS_MAX)
  return { title: title ?? passage.slice(0, TITLE_CHARACTERS), terms: terms(passage) }
}

const readProvisions = (): Provision[] =>
  DOCUMENT_SETS.flatMap((name) => {
    const bytes = gunzipSync(readFileSync(sharedPath('relevance', name)))
    return jsonLines(bytes.toString('utf8')).map(provisionOf)
  })

const uuid = (n: number): string => `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const displayOf = (n: number, title: string, body: readonly string[]) => ({
  title,
  abstract: body.slice(0, 40).join(' '),
  jurisdiction: [JURISDICTIONS[n % JURISDICTIONS.length]],
  contentType: 'legislation',
  publishedAt: `${1990 + (n % 35)}-01-01T00:00:00.000Z`,
  version: '1.0.0',
  sha256Hash: sha256(String(n)),
  statusFlag: 'gray',
  headnote: null,
})

/** As many as a ruling cites. */
const CITED = 20
const COURTS = ['fr.ccass', 'fr.ca', 'fr.tj', 'fr.ce', 'eu.cj']

const citedBy = (n: number): string[] =>
  Array.from({ length: CITED }, (_, at) => `article:code-${at % 7}:${(n * 31 + at * 17) % 4_000}`)

const tagsOf = (n: number, topic: number) => ({
  jurisdictions: [JURISDICTIONS[n % JURISDICTIONS.length]],
  conceptIds: [`topic-${topic}`, `tenth-${topic % 10}`],
  courtLevels: [],
  statusFlags: ['gray'],
  legalRuleTypes: [],
  doctrineSubtypes: [],
  legalDomains: [`domain-${topic % 12}`],
  treatmentTypes: [],
  contentTypes: ['legislation'],
  courts: [COURTS[n % COURTS.length]],
  chambers: [],
  solutions: [],
  languages: ['fr'],
  cites: citedBy(n),
  identifiers: [`texte-${n}`],
  provisions: citedBy(n),
  years: [String(1990 + (n % 35))],
})

const documentOf = (n: number, topic: number, title: string, body: string[]): SearchDocument =>
  SearchDocument.parse({
    id: `${uuid(n)}@1.0.0`,
    kind: 'article',
    articleId: uuid(n),
    slug: `texte-${n}`,
    sequence: 0,
    version: '1.0.0',
    current: true,
    validity: [],
    date: `${1990 + (n % 35)}-0${1 + (n % 9)}-15`,
    tags: tagsOf(n, topic),
    authority: n % 60,
    contentSha256: sha256(`text ${n}`),
    identifiers: [`texte-${n}`],
    titleTerms: terms(title).join(' '),
    bodyTerms: body.join(' '),
    passages: Array.from({ length: PASSAGES_PER_DOCUMENT }, (_, ordinal) => ({
      ordinal,
      start: ordinal * 1_000,
      end: ordinal * 1_000 + 1_000,
      textSha256: sha256(`${n}/${ordinal}`),
      heading: null,
    })),
    model: MODEL,
    display: displayOf(n, title, body),
  })

export type BenchText = {
  readonly text: TextReadModel
  readonly vectors: readonly Float32Array[]
}

/** The n-th text of the corpus, and real questions to ask. */
export class SearchCorpus {
  readonly #provisions = readProvisions()
  readonly #topics: readonly Float32Array[]

  constructor() {
    const random = seeded(7)
    this.#topics = Array.from({ length: TOPICS }, () => direction(random))
  }

  text(n: number, streamVersion = 1): BenchText {
    const random = seeded(1_000 * streamVersion + n)
    const topic = Math.floor(random() * TOPICS)
    const parts = Array.from({ length: PASSAGES_PER_DOCUMENT }, () =>
      this.#provision(topic, random),
    )
    const body = parts.flatMap((part) => part.terms.filter(() => random() >= WORD_LOSS))
    const document = documentOf(n, topic, parts[0]?.title ?? '', body)
    return {
      text: { articleId: document.articleId, streamVersion, article: null, documents: [document] },
      vectors: parts.map(() => near(this.#topic(topic), random)),
    }
  }

  queries(): IndexQuery[] {
    const random = seeded(11)
    return QUERY_SETS.flatMap((name) =>
      jsonLines(readFileSync(sharedPath('relevance', name), 'utf8')),
    ).map((line, n) => ({
      terms: [...new Set(terms((line as { query: string }).query))].map((term) => ({
        term,
        weight: 1,
      })),
      identifiers: [],
      vector: near(this.#topic(n % TOPICS), random),
      similarityFloor: 0.1,
      filters: {
        kinds: ['article', 'headnote'],
        anyOf: {},
        dateFrom: null,
        dateTo: null,
        asOf: null,
      },
      lexicalDepth: 1_100,
      semanticDepth: 250,
      pageEnd: 10,
    }))
  }

  #topic(topic: number): Float32Array {
    return this.#topics[topic] ?? new Float32Array(DIMENSIONS)
  }

  /** Neighbouring provisions of the files share a topic. */
  #provision(topic: number, random: () => number): Provision {
    const at = Math.floor(((topic + random()) * this.#provisions.length) / TOPICS)
    return this.#provisions[at] ?? { title: '', terms: [] }
  }
}
