/** A corpus that changes after it was cited, and accounts that keep what cites it. */
import type { NewEvent } from '#contracts/events/event.ts'
import type { Treatment } from '#contracts/events/others.ts'
import { articleHash } from '#contracts/canonical/article.ts'
import { sha256Hex } from '#contracts/canonical/hash.ts'
import type { KeptCitation } from '#contracts/http/recall.ts'
import type { CheckedCitation } from '#contracts/http/receipts.ts'
import { printPosition, SemVer, Slug, StreamId, TreatmentId } from '#contracts/ids.ts'
import { makeBlobs } from '#infra/postgres/log/blobs.ts'
import type { PostgresPool } from '#infra/postgres/platform/pool.ts'
import { makeChangesReader } from '#infra/postgres/read-models/changes.ts'
import { makeTextHistories } from '#infra/postgres/read-models/text-histories.ts'
import { makeRecallFollowing } from '#infra/postgres/recall/following.ts'
import { makeRecallStore } from '#infra/postgres/recall/store.ts'
import { makeAddEvents } from '#infra/postgres/webhooks/messages.ts'
import { makeRecallAdmin } from '#query-api/recall/admin.ts'
import { makeRecallFollower, type RecallFollower } from '#query-api/recall/follow.ts'
import type { ReceiptContent } from '#query-api/recall/ports.ts'
import { openWorld } from '../citator/world.ts'
import {
  contentOf,
  day,
  idOf,
  published,
  streamOf,
  timeOf,
  type Texts,
} from '../contract/read-models.fixtures.ts'

export const nameOf = (number: number): string => `text-${number}`
export const slugOf = (number: number): Slug => Slug.parse(`slug-${nameOf(number)}`)
const wordingOf = (number: number, round = 1) =>
  contentOf(nameOf(number), {
    contentType: 'jurisprudence',
    contentClean: `Arrêt ${number}, rédaction ${round}.`,
    headnotes: [
      { sequence: 1, summary: 'Un principe.', legalRuleType: 'ratio' },
      { sequence: 2, summary: 'Un autre.', legalRuleType: 'ratio' },
    ],
    judicialDecision: {
      courtCode: 'fr.ca',
      decisionDate: '2020-01-15',
      ecli: `ECLI:FR:CA:2020:${number}`,
    },
  })

const uuid = (number: number): string =>
  `a0000000-0000-5000-8000-${String(number).padStart(12, '0')}`
const overruling = (number: number): Treatment => ({
  id: TreatmentId.parse(uuid(number)),
  type: 'overruled',
  source: {
    slug: null,
    ecli: null,
    courtCode: 'fr.ccass',
    formation: 'pl',
    pinpoint: null,
    quote: null,
  },
  target: { articleId: idOf(nameOf(number)), headnoteSequence: 1 },
  polarity: 'negative',
  effectiveDate: day('2024-01-01'),
  status: 'confirmed',
  confidencePercent: null,
  by: 'test',
})

export const openRecallWorld = async () => {
  const world = await openWorld()
  const texts: Texts = new Map()
  let time = 0
  const append = (stream: StreamId, ...events: NewEvent[]): Promise<void> =>
    world.append(stream, timeOf((time += 60)), ...events)
  return {
    ...world,
    append,
    appendTo: (number: number, ...events: NewEvent[]) =>
      append(streamOf(nameOf(number)), ...events),
    publish: async (number: number, round = 1): Promise<void> => {
      const event = published(wordingOf(number, round), texts, `${round}.0.0`)
      await makeBlobs(world.pool).put([...texts].map(([sha256, text]) => ({ sha256, text })))
      await append(streamOf(nameOf(number)), event)
    },
    overrule: (number: number): Promise<void> =>
      append(StreamId.parse(`treatment-${uuid(number)}`), {
        type: 'TreatmentRecorded',
        data: { treatment: overruling(number) },
      }),
    /** Projects what was appended, and says up to where. */
    reach: async (generation?: number): Promise<string> => {
      await world.project(generation ?? (await world.models.generations.live()))
      return printPosition(await world.log.head())
    },
  }
}
export type RecallWorld = Awaited<ReturnType<typeof openRecallWorld>>

export const citationOf = (
  number: number,
  headnoteSequence: number | null = null,
  round = 1,
): KeptCitation => ({
  slug: slugOf(number),
  version: SemVer.parse(`${round}.0.0`),
  sha256Hash: articleHash(wordingOf(number, round)),
  headnoteSequence,
  erased: false,
})

/** The same as a client sends it. */
export const checkedOf = (
  number: number,
  position: string,
  headnoteSequence: number | null = null,
): CheckedCitation => {
  const { version, sha256Hash } = citationOf(number, headnoteSequence)
  if (sha256Hash === null) throw new Error('a citation without a hash')
  return { slug: slugOf(number), version, sha256Hash, headnoteSequence, position }
}

export const contentCiting = (
  index: number,
  position: string,
  citations: readonly KeptCitation[],
): ReceiptContent => ({
  usageId: sha256Hex(`usage ${index}`),
  operation: 'rag',
  priceUsd: '0.12',
  position,
  receipt: `receipt ${index}`,
  citationCount: citations.length,
  citations,
})

export const recallAdminOn = (pool: PostgresPool) =>
  makeRecallAdmin({ store: makeRecallStore(pool), histories: makeTextHistories(pool) })

export const recallFollowerOn = (pool: PostgresPool): RecallFollower =>
  makeRecallFollower({
    store: makeRecallFollowing(pool, { queueEvents: makeAddEvents(pool.vault) }),
    changes: makeChangesReader(pool),
    histories: makeTextHistories(pool),
    clock: () => Date.now(),
  })

/** Steps until all recalls are sent; returns their number. */
export const tellAll = async (follower: RecallFollower): Promise<number> => {
  for (let told = 0; ;) {
    const step = await follower.step()
    told += step.told
    if (step.isCaughtUp) return told
  }
}

export const begin = async (follower: RecallFollower): Promise<void> => {
  await tellAll(follower)
}

/** Tables of the database that have one of these words in clear, also in bytes, and how often. */
export const tablesWith = async (
  pool: PostgresPool,
  words: readonly string[],
): Promise<Record<string, number>> => {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select schemaname || '.' || quote_ident(tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  )
  const forms = words.flatMap((word) => [word, Buffer.from(word).toString('hex')])
  const found: Record<string, number> = {}
  for (const { name } of tables) {
    const { rows } = await pool.query<{ count: string }>(
      `select count(*) from ${name} t, unnest($1::text[]) as word where position(word in t::text) > 0`,
      [forms],
    )
    const count = Number(rows[0]?.count ?? 0)
    if (count > 0) found[name] = count
  }
  return found
}
