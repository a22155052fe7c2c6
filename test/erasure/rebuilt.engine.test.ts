/** Random erasures between random batches: what is served equals what a rebuild makes. */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, expect, test } from 'vitest'
import { sha256Hex } from '#contracts/canonical/hash.ts'
import type { NewEvent, StoredArticleEvent } from '#contracts/events/event.ts'
import { isRefusal } from '#contracts/fault.ts'
import {
  articleIdOfStream,
  Day,
  isPersonStream,
  personStream,
  Position,
  SemVer,
  StreamId,
  TreatmentId,
} from '#contracts/ids.ts'
import { namesOfText } from '#contracts/law/citations/names.ts'
import { SCOPES_OF_ROLE, type SignedPerson, StaffId } from '#contracts/staff.ts'
import { TreatmentType } from '#contracts/vocabulary/citator.ts'
import { makeTextDigest } from '#infra/postgres/erasure/text-digest.ts'
import { makeTreatmentsOf } from '#infra/postgres/erasure/treatments.ts'
import { handle } from '#ingest/command-handler/command-handler.ts'
import { namingStream, personDecider } from '#ingest/domain/person/decide.ts'
import { erasePerson } from '#ingest/editorial/erasure/erase-person.ts'
import { treatmentPlans } from '#ingest/editorial/erasure/erase.ts'
import { makeEventStore } from '#infra/postgres/log/event-store.ts'
import { unfinishedErasures } from '#infra/postgres/erasure/unfinished.ts'
import { strikeErased } from '#infra/postgres/recall/erased.ts'
import { removeErased } from '#infra/postgres/erasure/scrub.ts'
import { goesWith, planErasure, slugsOfText } from '#ingest/domain/article/erasure-plan.ts'
import { makeProjector } from '#query-api/projections/projector.ts'
import { makeReplay } from '#query-api/replay/replay.ts'
import { replayOn } from '../replay/world.ts'
import { randomOf, writeLog } from '../citator/random-log.ts'
import { openWorld, type World } from '../citator/world.ts'
import { timeOf, unpublished } from '../contract/read-models.fixtures.ts'

const SEED = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const SEEDS = Number(process.env['ERASURE_SEEDS'] ?? 1)
const TIMEOUT_MS = 600_000
/** After all times of the log. */
const LATE = 40_000 * 1_000

const contextAt = (time: number) => ({
  actor: 'staff:second',
  time: timeOf(time),
  correlationId: randomUUID(),
  causationId: null,
})

let world: World
afterEach(() => world.close())

type Text = { readonly streamId: StreamId; readonly facts: readonly StoredArticleEvent[] }

const textsOf = async (): Promise<Text[]> => {
  const entries = await world.log.read(Position.parse(0), 10_000)
  const ids = [...new Set(entries.map(({ streamId }) => streamId))].filter((id) =>
    id.startsWith('article-'),
  )
  const streams = await makeEventStore(world.pool).readStreams(ids)
  return ids.map((streamId) => ({
    streamId,
    facts: (streams.get(streamId) ?? []) as StoredArticleEvent[],
  }))
}

/** Erases some versions of a text but its newest one, as two persons would; what words went. */
const erase = async (
  { streamId, facts }: Text,
  random: (below: number) => number,
): Promise<readonly string[]> => {
  const store = makeEventStore(world.pool)
  const published = facts.flatMap((fact) => (fact.type === 'VersionPublished' ? [fact] : []))
  const gone = new Set(
    facts.flatMap((fact) => (fact.type === 'WordingErased' ? fact.data.versions : [])),
  )
  const versions = published
    .slice(0, -1)
    .map(({ data }) => data.version)
    .filter((version) => !gone.has(version) && random(2) === 0)
  if (versions.length === 0) return []
  const scope = { versions: new Set<SemVer>(versions), whole: false }
  const sealKeys = await store.sealKeysOf(streamId)
  const plan = planErasure(facts, sealKeys, scope, (name) => store.fingerprint(name))
  expect(plan.unsealed).toBe(0)
  const { slugs, passages } = plan
  const treatments = await treatmentPlans(
    { store, treatmentsOf: makeTreatmentsOf(world.pool) },
    {
      articleId: articleIdOfStream(streamId),
      slugs: slugsOfText(facts),
      goneSlugs: new Set(slugs),
      whole: false,
      goesWith: goesWith(facts, scope),
    },
  )
  for (const { unsealed } of treatments) expect(unsealed).toBe(0)
  struckInAll += treatments.length
  const keys = [...plan.keys, ...treatments.flatMap(({ struck }) => struck.keys)]
  const data = {
    versions,
    whole: false,
    thread: null,
    ground: 'gdpr-17' as const,
    request: 'test',
    requestedBy: 'staff:first',
    keys,
    fingerprints: [...plan.fingerprints],
  }
  const appended = await store.append(
    [
      ...treatments.map(({ streamId: id, expectedVersion, events }) => ({
        streamId: id,
        expectedVersion,
        events,
      })),
      {
        streamId,
        expectedVersion: facts.length,
        events: [{ type: 'WordingErased', data }],
        destroys: { keys, slugs, passages },
      },
    ],
    contextAt(LATE),
  )
  expect(appended).not.toHaveProperty('conflict')
  const going = new Set<string>(versions)
  for (const { streamId: id } of treatments) goneTreatments.add(id)
  const hashes = (some: typeof published) => some.map(({ data: { sha256Hash } }) => sha256Hash)
  const stay = new Set(hashes(published.filter(({ data: { version } }) => !going.has(version))))
  return hashes(published.filter(({ data: { version } }) => going.has(version))).filter(
    (hash) => !stay.has(hash),
  )
}

const uuidOf = (kind: string, number: number): string =>
  `${kind}0000000-0000-5000-8000-${String(number).padStart(12, '0')}`
/** Words that only one treatment or person has. */
const wordOf = (kind: string, number: number): string => `mot-${kind}-${number}-fin`
const TREATMENT_WORDS = /mot-[ef]-\d+-fin/

/** Somebody treats texts in words of theirs, and a publisher states what a text does to another. */
const treat = async (texts: readonly Text[], random: (below: number) => number): Promise<void> => {
  const pick = (): Text => texts[random(texts.length)] as Text
  const [source, target] = [pick(), pick()]
  const published = ({ facts }: Text) => facts.findLast(({ type }) => type === 'VersionPublished')
  const [from, to] = [published(source), published(target)]
  if (from?.type !== 'VersionPublished' || to?.type !== 'VersionPublished') return
  said += 1
  const kind = random(2) === 0 ? 'e' : 'f'
  const id = TreatmentId.parse(uuidOf(kind, said))
  const type = TreatmentType.options[random(TreatmentType.options.length)] ?? 'cited'
  const shared = { id, type, polarity: 'neutral', effectiveDate: Day.parse('2024-01-01') } as const
  const court = { courtCode: ['fr.ccass', 'fr.ca', null][random(3)] ?? null, formation: null }
  const { slug } = from.data.content
  const event: NewEvent =
    kind === 'e'
      ? {
          type: 'TreatmentRecorded',
          data: {
            treatment: {
              ...shared,
              source: { ...court, slug, ecli: null, pinpoint: null, quote: wordOf(kind, said) },
              target: { articleId: articleIdOfStream(target.streamId), headnoteSequence: null },
              status: 'confirmed',
              confidencePercent: null,
              by: 'test',
            },
          },
        }
      : {
          type: 'TreatmentStated',
          data: {
            ...shared,
            source: {
              ...court,
              articleId: articleIdOfStream(source.streamId),
              slug: random(2) === 0 ? slug : null,
              names: [],
              label: wordOf(kind, said),
            },
            target: {
              articleId: null,
              names: namesOfText(to.data.content).map(({ name }) => name),
              label: wordOf(kind, said),
              day: null,
            },
            by: 'publisher',
            statement: 'ANNULATION',
          },
        }
  const streamId = StreamId.parse(`treatment-${id}`)
  await world.append(streamId, timeOf(LATE / 2 + said), event)
  if (random(4) > 0) return
  const reason = wordOf(kind, said)
  const retracted: NewEvent = { type: 'TreatmentRetracted', data: { reason, by: 'editor' } }
  await world.append(streamId, timeOf(LATE / 2 + said), retracted)
}

/** A new wording of a text, which leaves the one before to be erased. */
const publishAgain = async ({ streamId, facts }: Text, round: number): Promise<void> => {
  const last = facts.findLast(({ type }) => type === 'VersionPublished')
  if (last?.type !== 'VersionPublished') return
  const { content, sha256Hash } = last.data
  const data = {
    ...last.data,
    version: SemVer.parse(`${100 + round}.0.0`),
    sha256Hash: sha256Hex(`${sha256Hash} ${round}`),
    content: { ...content, title: `${content.title}, ${round}` },
  }
  const append = { streamId, expectedVersion: facts.length, events: [{ type: last.type, data }] }
  expect(
    await makeEventStore(world.pool).append([append], contextAt(LATE / 2 + said)),
  ).not.toHaveProperty('conflict')
}

/** A magistrate in two offices, whom a decision names. */
const nameSomebody = async (text: Text, random: (below: number) => number): Promise<void> => {
  const id = uuidOf('9', random(4))
  said += 1
  const person = {
    name: wordOf('p', Number(id.slice(-1))),
    office: ['judge', 'president'][random(2)] ?? 'judge',
    courtCode: 'fr.ccass',
    from: null,
    to: null,
    recordedAt: timeOf(LATE / 2),
  }
  const store = makeEventStore(world.pool)
  const articleId = articleIdOfStream(text.streamId)
  const naming = { personId: id, articleId, office: person.office, day: null }
  for (const [streamId, command] of [
    [personStream(id), { type: 'RecordPerson', person }],
    [namingStream(naming), { type: 'NamePerson', naming }],
  ] as const)
    await handle(store, personDecider, streamId, command, contextAt(LATE / 2 + said))
}

const delegate = (id: string): SignedPerson => ({
  id: StaffId.parse(id),
  name: 'Délégué',
  roles: ['data_protection'],
  scopes: new Set(SCOPES_OF_ROLE.data_protection),
  secondFactor: true,
})

const eraseSomebody = async (random: (below: number) => number): Promise<void> => {
  const number = random(4)
  const store = makeEventStore(world.pool)
  const digestOf = async (streamId: StreamId) => (await makeTextDigest(world.pool)(streamId)).digest
  const wanted = { ground: 'gdpr-17', request: 'test' } as const
  for (const by of [delegate(uuidOf('1', 1)), delegate(uuidOf('1', 2))]) {
    const at = { time: timeOf(LATE), correlationId: randomUUID() }
    const done = await erasePerson({ store, digestOf }, by, uuidOf('9', number), wanted, at)
    if (!isRefusal(done) && done.state === 'erased') gonePersons.add(wordOf('p', number))
  }
}

let said = 0
const goneTreatments = new Set<StreamId>()
const gonePersons = new Set<string>()
let struckInAll = 0
let personsInAll = 0

/**
 * Some logs have no earlier wording to erase; the log of the first seed has. In the other one a
 * batch replaces a wording and erases it at once, and what it cited is cited less often; in the
 * last one a publisher treats, by its name, a text that is not public and that another relies on.
 */
const KNOWN_SEEDS = [1_000, 62, 827_712_888] as const
let erasedInAll = 0
afterAll(() => {
  for (const count of [erasedInAll, struckInAll, personsInAll]) expect(count).toBeGreaterThan(0)
})

test.each([...KNOWN_SEEDS, ...Array.from({ length: SEEDS }, (_, at) => SEED + at)])(
  'live equals rebuilt after erasures (SEED=%i)',
  async (seed) => {
    const random = randomOf(seed)
    world = await openWorld()
    await writeLog(world, seed)
    const project = async (generation: number, upTo?: number): Promise<void> => {
      const limits = { eventsPerBatch: 1 + random(40) }
      await makeProjector({ ...world.deps, limits }).runOnce(
        generation,
        upTo === undefined ? {} : { upTo: Position.parse(upTo) },
      )
    }
    const goneHashes: string[] = []
    said = 0
    goneTreatments.clear()
    gonePersons.clear()
    for (let round = 0; round < 4; round += 1) {
      const known = await textsOf()
      for (let count = 0; count < 6; count += 1) await treat(known, random)
      for (const text of known) if (random(3) === 0) await publishAgain(text, round)
      for (const text of known.slice(0, 3)) await nameSomebody(text, random)
      const head = await world.log.head()
      await project(1, 1 + random(head))
      const texts = await textsOf()
      for (const text of texts) goneHashes.push(...(await erase(text, random)))
      await eraseSomebody(random)
      const now = await textsOf()
      const other = now[random(now.length)]
      if (other !== undefined)
        await makeEventStore(world.pool).append(
          [
            {
              streamId: other.streamId,
              expectedVersion: other.facts.length,
              events: [unpublished],
            },
          ],
          contextAt(LATE + round),
        )
    }
    erasedInAll += goneHashes.length
    personsInAll += gonePersons.size
    await project(1)
    const unfinished = await unfinishedErasures(world.pool)
    await removeErased(world.pool, unfinished, strikeErased)

    await world.models.generations.open(2, { embeddingModel: null })
    for (let at = 0, head = await world.log.head(); at < head;) {
      at = Math.min(head, at + 1 + random(60))
      await project(2, at)
    }
    const [live, rebuilt] = [await world.documents(1), await world.documents(2)]
    expect(rebuilt).toEqual(live)
    const { rows } = await world.pool.query('select state::text as state from text_states')
    const served = JSON.stringify([live, rows])
    for (const hash of goneHashes) expect(served).not.toContain(hash)
    // Of each treatment that lost its words the others have theirs.
    const facts = await world.pool.query<{ fact: string; streamId: string }>(
      'select fact::text as fact, stream_id as "streamId" from citator_facts',
    )
    for (const { fact, streamId } of facts.rows) {
      if (!streamId.startsWith('treatment-e') && !streamId.startsWith('treatment-f')) continue
      const words = /"type":"Treatment(?:Recorded|Stated)"/.test(fact)
      expect(TREATMENT_WORDS.test(fact)).toBe(words && !goneTreatments.has(streamId as StreamId))
    }
    for (const name of gonePersons) expect(JSON.stringify(live)).not.toContain(name)
    for (const generation of [1, 2]) expect(await world.models.parked.list(generation)).toEqual([])
    const erased = new Set(
      unfinished.flatMap(({ streamId }) =>
        isPersonStream(streamId) ? [] : [articleIdOfStream(streamId)],
      ),
    )
    expect(
      live.filter(({ document }) => JSON.stringify(document).includes('article.erased')).length,
    ).toBeGreaterThanOrEqual(erased.size)
  },
  TIMEOUT_MS,
)

test(
  'a replay beside live read models that do not know of an erasure yet is equal once they do',
  async () => {
    world = await openWorld()
    await writeLog(world, KNOWN_SEEDS[0])
    await world.project(1)
    const before = await world.log.head()
    for (const text of await textsOf()) await erase(text, () => 0)
    expect(await world.log.head()).toBeGreaterThan(before)
    const { deps, close } = replayOn(world.connectionString)
    const result = await makeReplay(deps).run()
    await close()
    expect(result).toMatchObject({ equal: true, swapped: true, parked: 0 })
  },
  TIMEOUT_MS,
)
