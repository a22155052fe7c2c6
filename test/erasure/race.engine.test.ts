/**
 * Words that are erased while they come again: texts that stay are kept, whichever side is first.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ArticleEvent } from '#contracts/events/event.ts'
import { articleStream, type Sha256Hex, Slug, type StreamId } from '#contracts/ids.ts'
import { makeBuiltinEmbedder } from '#infra/embeddings/builtin.ts'
import { strikeErased } from '#infra/postgres/recall/erased.ts'
import { removeErased } from '#infra/postgres/erasure/scrub.ts'
import { finishErasures, unfinishedErasures } from '#infra/postgres/erasure/unfinished.ts'
import { makeSlugRegistry } from '#infra/postgres/log/slug-registry.ts'
import { makeVectors } from '#infra/postgres/log/vectors.ts'
import { embedStreams } from '#ingest/import/embed.ts'
import { makeProjector } from '#query-api/projections/projector.ts'
import { CONTEXT } from '../contract/event-fixtures.ts'
import {
  contentOf,
  drafted,
  embedded,
  idOf,
  published,
  type Texts,
} from '../contract/read-models.fixtures.ts'
import { randomOf } from '../citator/random-log.ts'
import { openStores, type Stores } from '../harness/postgres.ts'
import { recordUnknown } from '../replay/unreadable.ts'

const SEED = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const ROUNDS = Number(process.env['ERASURE_ROUNDS'] ?? 40)
const TIMEOUT_MS = 240_000
/** About as long as an erasure takes here. */
const PAUSE_MS = 25

/** Asked outside of the transaction, which sees one state of the sessions for good. */
const WAITS = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

let stores: Stores
beforeAll(async () => {
  stores = await openStores()
})
afterAll(() => stores.close())

type Made = {
  readonly streamId: StreamId
  readonly facts: ArticleEvent[]
  readonly hash: Sha256Hex
  readonly text: string
}

/** A text of this name with these words, as its writer has it before it is stored. */
const make = (name: string, words: string): Made => {
  const texts: Texts = new Map()
  const facts = [drafted(contentOf(name, { contentClean: words }), texts)]
  const [[hash, text] = [] as never] = [...texts]
  return { streamId: articleStream(idOf(name)), facts, hash, text }
}
const keep = ({ hash, text }: Made): Promise<void> => stores.blobs.put([{ sha256: hash, text }])
const record = ({ streamId, facts }: Made) =>
  stores.events.append([{ streamId, expectedVersion: 0, events: facts }], CONTEXT)

/** As a writer does: it begins again while the append reports a conflict. */
const write = async (made: Made, pause = async (): Promise<void> => undefined): Promise<number> => {
  for (let attempt = 1; ; attempt += 1) {
    await keep(made)
    await pause()
    if (!('conflict' in (await record(made)))) return attempt
  }
}

/** Destroys the keys of a text; what is left is removed later. */
const destroy = async (
  { streamId, facts }: Pick<Made, 'streamId' | 'facts'>,
  { slugs = [], passages = [] }: { slugs?: readonly Slug[]; passages?: readonly Sha256Hex[] } = {},
): Promise<void> => {
  const keys = [...(await stores.events.sealKeysOf(streamId)).values()].flatMap((key) => key ?? [])
  const data = {
    versions: [],
    whole: true,
    thread: null,
    ground: 'order' as const,
    request: 'test',
    requestedBy: 'staff:first',
    keys,
    fingerprints: [],
  }
  const done = await stores.events.append(
    [
      {
        streamId,
        expectedVersion: facts.length,
        events: [{ type: 'WordingErased', data }],
        destroys: { keys, slugs, passages },
      },
    ],
    CONTEXT,
  )
  expect(done).not.toHaveProperty('conflict')
}
const finish = async (): Promise<void> => {
  const unfinished = await unfinishedErasures(stores.pool)
  await removeErased(stores.pool, unfinished, strikeErased)
  await finishErasures(stores.pool, unfinished)
}
const textOf = async ({ hash }: Made): Promise<string | undefined> =>
  (await stores.blobs.get([hash])).get(hash)

test('a text that was kept already, and is erased before its facts come, is kept again', async () => {
  const [first, second] = [make('a', 'Les mêmes mots.'), make('b', 'Les mêmes mots.')]
  await write(first)
  await keep(second)
  await destroy(first)
  await finish()
  const moved = await record(second)
  expect(moved).toEqual({ conflict: [second.streamId] })
  expect(await write(second)).toBe(1)
  expect(await textOf(second)).toBe(second.text)
})

test('a text that is in use again is not removed by the end of an erasure', async () => {
  const [first, second] = [make('c', 'Encore les mêmes.'), make('d', 'Encore les mêmes.')]
  await write(first)
  await destroy(first)
  expect(await write(second)).toBe(1)
  await finish()
  expect(await textOf(second)).toBe(second.text)
})

test(
  `writers and erasures at once lose no text that stays (SEED=${SEED})`,
  async () => {
    const random = randomOf(SEED)
    let repeated = 0
    for (let round = 0; round < ROUNDS; round += 1) {
      const words = `Mots de la manche ${round}.`
      const [first, ...others] = ['first', 'second', 'third'].map((name) =>
        make(`${name}-${round}`, words),
      )
      if (first === undefined) throw new Error('no text')
      await write(first)
      const pause = (): Promise<void> => sleep(random(PAUSE_MS))
      const erasing = async (): Promise<void> => {
        await pause()
        await destroy(first)
        await pause()
        await finish()
      }
      const writing = others.map(async (one) => {
        await pause()
        repeated += (await write(one, pause)) - 1
      })
      await Promise.all([erasing(), ...writing])
      await finish()
      for (const one of others) expect(await textOf(one)).toBe(words)
    }
    console.log(`${repeated} writers of ${2 * ROUNDS} began again`)
  },
  TIMEOUT_MS,
)

test('the end of an erasure waits for facts that are being recorded', async () => {
  const [first, second] = [make('h', 'Pas encore écrits.'), make('i', 'Pas encore écrits.')]
  await write(first)
  await destroy(first)
  const { pool } = stores
  // The first half of an append, as another session sees it.
  const finishing = await pool.transaction(async (on) => {
    const key = randomUUID()
    await on.query(`insert into keys.seal_keys values ($1, $2, $3)`, [
      key,
      second.streamId,
      Buffer.alloc(40),
    ])
    await on.query('insert into keys.text_uses values ($1, $2)', [
      key,
      pool.vault.lookUp('text', second.hash),
    ])
    const ended = new AbortController()
    const ending = finish().finally(() => ended.abort())
    while (!ended.signal.aborted && (await pool.query(WAITS)).rowCount === 0) await sleep(5)
    return [ending]
  })
  await Promise.all(finishing)
  expect(await textOf(second)).toBe(second.text)
})

test('a slug that the text takes again after its erasure stays claimed', async () => {
  const slugs = makeSlugRegistry(stores.pool)
  const made = make('e', 'Avec un slug.')
  const [gone, again] = [Slug.parse('parti'), Slug.parse('repris')]
  await slugs.claim([gone, again].map((slug) => ({ slug, streamId: made.streamId })))
  await write(made)
  await destroy(made, { slugs: [gone, again] })
  expect(await slugs.ownerOf(again)).toBeNull()
  await slugs.claim([{ slug: again, streamId: made.streamId }])
  await finish()
  expect(await slugs.ownerOf(again)).toBe(made.streamId)
  expect(await slugs.ownerOf(gone)).toBeNull()
})

test('a vector that another text uses by the end of an erasure stays', async () => {
  const vectors = makeVectors(stores.pool)
  const model = 'model-a@1'
  const texts: Texts = new Map()
  const content = contentOf('f', { contentClean: 'Un passage.' })
  const made = make('g', 'Un autre passage.')
  const passages = embedded('1.0.0', 2, 2)
  const used = passages.type === 'PassagesEmbedded' ? passages.data.passages[0]?.textSha256 : null
  if (used == null) throw new Error('no passages')
  const unused = made.hash
  await vectors.put(
    model,
    [used, unused].map((textSha256) => ({ textSha256, vector: Float32Array.of(1, 2) })),
  )
  await write(made)
  await destroy(made, { passages: [used, unused] })
  const other = [drafted(content, texts), published(content, texts, '1.0.0'), passages]
  await stores.blobs.put([...texts].map(([sha256, text]) => ({ sha256, text })))
  await stores.events.append(
    [{ streamId: articleStream(idOf('f')), expectedVersion: 0, events: other }],
    CONTEXT,
  )
  const { log, blobs, models, lock } = stores
  await makeProjector({ log, blobs, models, lock }).runOnce(1)
  await finish()
  expect([...(await vectors.get(model, [used, unused])).keys()]).toEqual([used])
})

const EMBEDDER = makeBuiltinEmbedder()
const hashesOf = (fact: ArticleEvent): Sha256Hex[] =>
  fact.type === 'PassagesEmbedded' ? fact.data.passages.map(({ textSha256 }) => textSha256) : []
const passagesAs = (version: string): ArticleEvent => embedded(version, 1, 1)

test('a vector of a text that read models have not come to stays, whenever it was recorded', async () => {
  const vectors = makeVectors(stores.pool)
  const model = 'model-a@1'
  const made = make('j', 'Un passage de plus.')
  const [before, meanwhile] = [passagesAs('7.0.0'), passagesAs('8.0.0')]
  const used = [before, meanwhile].flatMap(hashesOf)
  const gone = hashesOf(passagesAs('9.0.0'))
  await vectors.put(
    model,
    [...used, ...gone].map((textSha256) => ({ textSha256, vector: Float32Array.of(1, 2) })),
  )
  await write(made)
  await destroy(made, { passages: [...used, ...gone] })
  const recordText = async (name: string, fact: ArticleEvent): Promise<void> => {
    const texts: Texts = new Map()
    const content = contentOf(name, { contentClean: `Texte ${name}.` })
    const events = [drafted(content, texts), published(content, texts, '1.0.0'), fact]
    await stores.blobs.put([...texts].map(([sha256, text]) => ({ sha256, text })))
    const streamId = articleStream(idOf(name))
    const done = await stores.events.append([{ streamId, expectedVersion: 0, events }], CONTEXT)
    expect(done).not.toHaveProperty('conflict')
  }
  await recordText('k', before)
  const unfinished = await unfinishedErasures(stores.pool)
  await removeErased(stores.pool, unfinished, async () => {
    await recordText('l', meanwhile)
    return {}
  })
  await finishErasures(stores.pool, unfinished)
  expect(new Set((await vectors.get(model, [...used, ...gone])).keys())).toEqual(new Set(used))
})

test('a vector of a parked text stays until the text is read', async () => {
  const vectors = makeVectors(stores.pool)
  const model = 'model-a@1'
  const made = make('q', 'Un passage en attente.')
  const waiting = passagesAs('6.0.0')
  const used = hashesOf(waiting)
  await vectors.put(
    model,
    used.map((textSha256) => ({ textSha256, vector: Float32Array.of(1, 2) })),
  )
  await write(made)
  const texts: Texts = new Map()
  const content = contentOf('parked', { contentClean: 'Texte en attente.' })
  const streamId = articleStream(idOf('parked'))
  const facts = [drafted(content, texts), published(content, texts, '1.0.0')]
  await stores.blobs.put([...texts].map(([sha256, text]) => ({ sha256, text })))
  await stores.events.append([{ streamId, expectedVersion: 0, events: facts }], CONTEXT)
  await recordUnknown(stores.pool, 'parked', facts.length + 1)
  const later = [{ streamId, expectedVersion: facts.length + 1, events: [waiting] }]
  expect(await stores.events.append(later, CONTEXT)).not.toHaveProperty('conflict')
  const { log, blobs, models, lock } = stores
  await makeProjector({ log, blobs, models, lock }).runOnce(1)
  expect(await models.parked.list(1)).toMatchObject([{ streamId }])
  await destroy(made, { passages: used })
  await finish()
  expect(new Set((await vectors.get(model, used)).keys())).toEqual(new Set(used))
})

/** A published text with these words, as a writer embeds and records it. */
const publish = (name: string, words: string) => {
  const texts: Texts = new Map()
  const content = contentOf(name, { title: 'Titre', contentClean: words })
  const facts = [drafted(content, texts), published(content, texts, '1.0.0')]
  const toEmbed = facts.flatMap(({ data }) =>
    'content' in data && 'version' in data
      ? [{ version: data.version, content: data.content }]
      : [],
  )
  return { streamId: articleStream(idOf(name)), expectedVersion: 0, events: facts, toEmbed, texts }
}

/** As a writer does: it looks vectors up, and begins again while the append reports a conflict. */
const writeEmbedded = async (
  one: ReturnType<typeof publish>,
  pause = async (): Promise<void> => undefined,
): Promise<{ readonly hashes: readonly Sha256Hex[]; readonly facts: readonly ArticleEvent[] }> => {
  const deps = { blobs: stores.blobs, vectors: makeVectors(stores.pool), embedder: EMBEDDER }
  for (;;) {
    const [stream] = await embedStreams(deps, [one], one.texts)
    if (stream === undefined) throw new Error('no stream')
    await pause()
    await stores.blobs.put([...one.texts].map(([sha256, text]) => ({ sha256, text })))
    const done = await stores.events.append([stream], CONTEXT)
    if (!('conflict' in done))
      return { hashes: stream.events.flatMap(hashesOf), facts: stream.events }
  }
}

const eraseEmbedded = async (
  { streamId }: ReturnType<typeof publish>,
  { hashes, facts }: Awaited<ReturnType<typeof writeEmbedded>>,
): Promise<void> => {
  await destroy({ streamId, facts: [...facts] }, { passages: hashes })
}

test('a vector that a writer found, and that is erased before its facts come, is kept again', async () => {
  const [first, second] = [publish('m', 'Le même passage.'), publish('n', 'Le même passage.')]
  const written = await writeEmbedded(first)
  let pauses = 0
  const { hashes } = await writeEmbedded(second, async () => {
    pauses += 1
    if (pauses > 1) return
    await eraseEmbedded(first, written)
    await finish()
  })
  expect(hashes).toEqual(written.hashes)
  expect(pauses).toBe(2)
  const kept = await makeVectors(stores.pool).get(EMBEDDER.model, hashes)
  expect(new Set(kept.keys())).toEqual(new Set(hashes))
})

test('a vector that is there in another model only counts as gone', async () => {
  const [first, second] = [publish('o', 'Un passage à deux.'), publish('p', 'Un passage à deux.')]
  const { hashes, facts } = await writeEmbedded(first)
  await eraseEmbedded(first, { hashes, facts })
  await finish()
  const vectors = makeVectors(stores.pool)
  const other = 'other@1'
  await vectors.put(
    other,
    hashes.map((textSha256) => ({ textSha256, vector: Float32Array.of(1) })),
  )
  expect((await vectors.get(EMBEDDER.model, hashes)).size).toBe(0)
  const named = facts.filter(({ type }) => type === 'PassagesEmbedded')
  const events = [...second.events, ...named]
  await stores.blobs.put([...second.texts].map(([sha256, text]) => ({ sha256, text })))
  expect(await stores.events.append([{ ...second, events }], CONTEXT)).toEqual({
    conflict: [second.streamId],
  })
})

test(
  `writers and erasures at once lose no vector of a text that stays (SEED=${SEED})`,
  async () => {
    const random = randomOf(SEED + 1)
    for (let round = 0; round < ROUNDS; round += 1) {
      const words = `Passage de la manche ${round}.`
      const [first, ...others] = ['w', 'x', 'y'].map((name) => publish(`${name}-${round}`, words))
      if (first === undefined) throw new Error('no text')
      const written = await writeEmbedded(first)
      const pause = (): Promise<void> => sleep(random(PAUSE_MS))
      const erasing = async (): Promise<void> => {
        await pause()
        await eraseEmbedded(first, written)
        await pause()
        await finish()
      }
      const writing = others.map(async (one) => {
        await pause()
        await writeEmbedded(one, pause)
      })
      await Promise.all([erasing(), ...writing])
      await finish()
      const kept = await makeVectors(stores.pool).get(EMBEDDER.model, written.hashes)
      expect(kept.size).toBe(new Set(written.hashes).size)
    }
  },
  TIMEOUT_MS,
)
