/** A log as it was recorded before facts were sealed. */
import { randomUUID } from 'node:crypto'
import { canonicalJson } from '#contracts/canonical/canonical.ts'
import { sha256Hex } from '#contracts/canonical/hash.ts'
import type { ArticleEvent } from '#contracts/events/event.ts'
import { currentSchemaVersion } from '#contracts/events/upcast.ts'
import type { Sha256Hex } from '#contracts/ids.ts'
import type { PostgresPool } from '#infra/postgres/platform/pool.ts'
import { uuidV7 } from '#infra/postgres/log/uuid-v7.ts'
import {
  contentOf,
  drafted,
  embedded,
  flagged,
  published,
  streamOf,
  timeOf,
  type Texts,
  validity,
} from '../contract/read-models.fixtures.ts'

const DIMENSIONS = 4
export const MODEL = 'model-a@1'

/** Words of one text, each in another kind of member. */
export const wordsOf = (name: string) => ({
  slug: `slug-kanari-${name}`,
  title: `Kanarititel ${name}`,
  text: `Kanaritext ${name}`,
  headnote: `Kanarileitsatz ${name}`,
})

/** A text in two wordings, in one append: published, amended, embedded. */
export const clearFacts = (name: string, texts: Texts): ArticleEvent[] => {
  const words = wordsOf(name)
  const first = contentOf(name, {
    slug: words.slug,
    title: words.title,
    contentClean: `${words.text} `.repeat(3),
    headnotes: [{ sequence: 1, summary: words.headnote }],
  })
  const second = contentOf(name, {
    slug: words.slug,
    title: `${words.title} bis`,
    contentClean: `${words.text} bis `.repeat(400),
  })
  return [
    drafted(first, texts),
    published(first, texts, '1.0.0'),
    validity('1.0.0', '2016-10-01', null),
    embedded('1.0.0', 1, 1, MODEL),
    flagged('citation_unresolved', 'warning'),
    published(second, texts, '2.0.0'),
  ]
}

const hashesIn = (event: ArticleEvent): Sha256Hex[] =>
  event.type === 'PassagesEmbedded'
    ? [...event.data.passages, ...event.data.headnotes].map(({ textSha256 }) => textSha256)
    : []

const bytes = (hash: string): Buffer => Buffer.from(hash, 'hex')
/** Any vector, the same for the same text. */
export const vectorOf = (hash: string): Buffer => bytes(hash).subarray(0, DIMENSIONS * 4)

const slugsIn = ({ data }: ArticleEvent): string[] => ('content' in data ? [data.content.slug] : [])

/**
 * Records facts in clear, with the statements of that time: their texts, slugs and vectors first,
 * then all of them in one append, each as the first ones of its stream.
 */
export const recordClear = async (
  pool: PostgresPool,
  names: readonly string[],
  eventsOf: (name: string, texts: Texts) => ArticleEvent[] = clearFacts,
): Promise<void> => {
  const texts: Texts = new Map()
  const streams = names.map((name) => ({ stream: streamOf(name), events: eventsOf(name, texts) }))
  const all = streams.flatMap(({ events }) => events)
  const hashes = [...new Set(all.flatMap(hashesIn))]
  await pool.query(
    'insert into blobs (sha256, text) select * from unnest($1::bytea[], $2::text[]) on conflict do nothing',
    [[...texts.keys()].map(bytes), [...texts.values()]],
  )
  const slugs = streams.flatMap(({ stream, events }) =>
    [...new Set(events.flatMap(slugsIn))].map((slug) => ({ slug, stream })),
  )
  await pool.query(
    'insert into slugs (slug, stream_id) select * from unnest($1::text[], $2::text[]) on conflict do nothing',
    [slugs.map(({ slug }) => slug), slugs.map(({ stream }) => stream)],
  )
  await pool.query(
    `insert into vectors (model, text_sha256, vector) select $1, * from unnest($2::bytea[], $3::bytea[])
     on conflict do nothing`,
    [MODEL, hashes.map(bytes), hashes.map(vectorOf)],
  )
  const printed = streams.flatMap(({ stream, events }) =>
    events.map(({ type, data }, index) => {
      const json = canonicalJson(data)
      const members = {
        id: uuidV7(),
        streamId: stream,
        streamVersion: index + 1,
        type,
        schemaVersion: currentSchemaVersion(type),
        payloadHash: sha256Hex(json),
      }
      return `${JSON.stringify(members).slice(0, -1)},"data":${json}}`
    }),
  )
  await pool.query('select * from append_events($1, $2, $3, $4, 5000)', [
    streams.map(({ stream }) => stream),
    streams.map(() => 0),
    `[${printed.join()}]`,
    JSON.stringify({
      actor: 'test',
      time: timeOf(1),
      correlationId: 'test',
      causationId: null,
      appendId: randomUUID(),
    }),
  ])
}
