import { loadFrom, installNpm } from '../install.ts'
import { type Asked, dayNumber, DEPTH, type OpenPeer } from '../peer.ts'
import { PEER_VERSIONS } from '../versions.ts'

type Found = { readonly count: number; readonly hits: { readonly id: string }[] }
type Orama = {
  readonly create: (options: object) => unknown
  readonly insertMultiple: (
    database: unknown,
    documents: unknown[],
    batch: number,
  ) => Promise<unknown>
  readonly search: (database: unknown, query: object) => Promise<Found>
}

/** It drops what is less similar than this; its default of 0.8 finds nothing with most models. */
const SIMILARITY = 0

const whereOf = ({ filter }: Asked): object =>
  filter === null
    ? {}
    : {
        where: {
          jurisdiction: { eq: filter.jurisdiction },
          day: { between: [dayNumber(filter.from), dayNumber(filter.to)] },
        },
      }

const idsOf = ({ hits }: Found): number[] => hits.map(({ id }) => Number(id))

const common = (asked: Asked, limit: number) => ({ ...whereOf(asked), limit })

const vectorOf = ({ question }: Asked) => ({ value: [...question.vector], property: 'vector' })

/**
 * Orama in this process, in memory, on the caller's thread. Its hybrid search adds weighed scores.
 */
export const openOrama: OpenPeer = async ({ cache, dimensions, passages }) => {
  const version = PEER_VERSIONS.orama
  const packages = await installNpm(cache, `orama-${version}`, {
    '@orama/orama': version,
    '@orama/stemmers': version,
    '@orama/stopwords': version,
  })
  const orama = loadFrom(packages, '@orama/orama') as Orama
  const { stemmer } = loadFrom(packages, '@orama/stemmers/french') as { stemmer: unknown }
  const stops = loadFrom(packages, '@orama/stopwords/french') as { stopwords: unknown }
  const database = orama.create({
    schema: {
      title: 'string',
      body: 'string',
      jurisdiction: 'enum',
      day: 'number',
      vector: `vector[${dimensions}]`,
    },
    components: {
      tokenizer: { stemming: true, language: 'french', stemmer, stopWords: stops.stopwords },
    },
  })
  const words = (asked: Asked, limit: number): Promise<Found> =>
    orama.search(database, {
      mode: 'fulltext',
      term: asked.question.text,
      properties: ['title', 'body'],
      // Every document that holds any of the words.
      threshold: 1,
      ...common(asked, limit),
    })
  return {
    add: async (batch) => {
      await orama.insertMultiple(
        database,
        batch.map(({ passage: { id, title, text, jurisdiction, day }, vector }) => ({
          id: String(id),
          title,
          body: text,
          jurisdiction,
          day: dayNumber(day),
          vector: [...vector],
        })),
        batch.length,
      )
    },
    finish: async () => undefined,
    lexical: async (asked) => idsOf(await words(asked, DEPTH.hits)),
    vector: async (asked) =>
      idsOf(
        await orama.search(database, {
          mode: 'vector',
          vector: vectorOf(asked),
          similarity: SIMILARITY,
          ...common(asked, DEPTH.hits),
        }),
      ),
    hybrid: async (asked) =>
      idsOf(
        await orama.search(database, {
          mode: 'hybrid',
          term: asked.question.text,
          properties: ['title', 'body'],
          vector: vectorOf(asked),
          similarity: SIMILARITY,
          ...common(asked, DEPTH.hits),
        }),
      ),
    total: async (asked) => (await words(asked, DEPTH.hits)).count,
    matches: async (asked) => idsOf(await words(asked, passages)),
    widen: null,
    close: async () => undefined,
  }
}
