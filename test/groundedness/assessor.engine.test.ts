/**
 * The assessor follows the log: what was assessed is assessed again when it, or what it cites,
 * changes; nothing else is.
 */
import { afterAll, expect, test } from 'vitest'
import { isRefusal } from '#contracts/fault.ts'
import { articleIdOf } from '#contracts/canonical/identity.ts'
import { articleStream, Day, type Slug } from '#contracts/ids.ts'
import { ASSESSOR } from '#ingest/groundedness/assessor.ts'
import { impactOf } from '#ingest/groundedness/impact.ts'
import { assessAll } from '#ingest/groundedness/walk.ts'
import { recordTreatmentOf } from '#ingest/handlers/treatments.ts'
import { rebuildGeneration } from '#query-api/replay/rebuild.ts'
import { makeProjectorLock } from '#infra/postgres/platform/lock.ts'
import { allEvents } from '../import/real.ts'
import { recordUnknownIn } from '../replay/unreadable.ts'
import { as, comment, openWorld, provision, slugOf, type World } from './world.ts'

const worlds: World[] = []
const open = async (): Promise<World> => {
  const world = await openWorld()
  worlds.push(world)
  return world
}
afterAll(async () => {
  for (const world of worlds) await world.close()
})

const lawOf = (days: string, version: string | null = null) =>
  provision(
    'L221-18',
    `Le consommateur dispose d’un délai de ${days} jours pour exercer son droit de rétractation d’un contrat conclu à distance.`,
    { source: { version } },
  )
const LAW = lawOf('quatorze')
const SENTENCE =
  'Selon l’article L. 221-18 du code de la consommation, le consommateur dispose d’un délai de quatorze jours pour exercer son droit de rétractation d’un contrat conclu à distance.'
const official = { source: { licence: 'Licence Ouverte 2.0' } }
const NOTE = comment('citante', `Une introduction sans portée. ${SENTENCE}`, official)
const OTHER = comment(
  'muette',
  'Le rédacteur doit veiller à la clarté de chaque clause du bail.',
  official,
)

const countOf = async (world: World): Promise<number> => (await allEvents(world)).length

test('after a mass import of texts never assessed, the assessor moves its checkpoint and no more', async () => {
  const world = await open()
  await world.add(true, LAW, NOTE, OTHER)
  const before = await countOf(world)
  expect(await world.follow()).toEqual([])
  expect(await countOf(world)).toBe(before)
  expect(await world.memory.position()).toBe(before)
})

test('a cited law that changes lowers the score of the text that cites it, and of no other', async () => {
  const world = await open()
  await world.add(true, LAW, NOTE, OTHER)
  await world.assess(NOTE)
  await world.assess(OTHER)
  await world.follow()
  expect(await world.served(NOTE)).toMatchObject({ groundednessScore: 100 })

  const impact = await impactOf({ ...world.deps, citing: world.citing }, slugOf(LAW))
  expect(impact).toMatchObject({ impacted: [{ id: slugOf(NOTE), words: [SENTENCE] }], more: false })

  await world.add(true, lawOf('trente', '2'))
  expect(await world.follow()).toMatchObject([{ assessed: 1, recorded: 1 }])
  const article = await world.served(NOTE)
  expect(article).toMatchObject({ groundednessScore: 0 })
  expect(article?.integrityFlags.map(({ code }) => code)).toContain('claim_contradicted')
  // Changed back: the doubt goes as it came.
  await world.add(true, lawOf('quatorze', '3'))
  await world.follow()
  expect(await world.served(NOTE)).toMatchObject({ groundednessScore: 100, integrityFlags: [] })
})

test('what the assessor records itself wakes it to nothing', async () => {
  const world = await open()
  await world.add(true, LAW, NOTE)
  await world.assess(NOTE)
  await world.add(true, lawOf('trente', '2'))
  await world.follow()
  const after = await countOf(world)
  for (let round = 0; round < 3; round += 1) expect(await world.follow()).toEqual([])
  expect(await countOf(world)).toBe(after)
})

test('a cited law that is unpublished bears nothing out any more, and does again when it is back', async () => {
  const world = await open()
  await world.add(
    true,
    LAW,
    provision('L221-1', 'Est un contrat à distance tout contrat conclu sans présence.'),
    NOTE,
  )
  await world.assess(NOTE)
  await world.follow()
  await world.act(LAW, { act: 'unpublish', reason: 'erreur' })
  await world.follow()
  const article = await world.served(NOTE)
  expect(article?.groundednessScore).not.toBe(100)
  expect(article?.integrityFlags.map(({ code }) => code)).toContain('citation_unresolved')
  // Its names are gone from the index; who cites it is known all the same.
  expect(await impactOf({ ...world.deps, citing: world.citing }, slugOf(LAW))).toMatchObject({
    impacted: [{ id: slugOf(NOTE) }],
  })
  await world.act(LAW, { act: 'publish', reason: null })
  await world.follow()
  expect(await world.served(NOTE)).toMatchObject({ groundednessScore: 100, integrityFlags: [] })
})

test('a citation into a code is no mistake once nothing of that code is held, and is one again', async () => {
  const world = await open()
  const other = provision('L221-1', 'Est un contrat à distance tout contrat conclu sans présence.')
  const citing = comment(
    'absente',
    'Selon l’article L. 221-99 du code de la consommation, le délai de rétractation est de dix jours.',
    official,
  )
  await world.add(true, LAW, other, citing)
  await world.assess(citing)
  await world.follow()
  const flags = async () =>
    (await world.served(citing))?.integrityFlags.map(({ code }) => code) ?? null
  expect(await flags()).toContain('citation_unresolved')

  await world.act(LAW, { act: 'unpublish', reason: 'erreur' })
  await world.follow()
  expect(await flags()).toContain('citation_unresolved')
  await world.act(other, { act: 'unpublish', reason: 'erreur' })
  await world.follow()
  expect(await flags()).not.toContain('citation_unresolved')

  // Both are back before the assessor looks at either.
  await world.act(LAW, { act: 'publish', reason: null })
  await world.act(other, { act: 'publish', reason: null })
  await world.follow()
  expect(await flags()).toContain('citation_unresolved')
  expect(await world.follow()).toEqual([])
})

const decision = (id: string, docket: string, text: string) =>
  comment(id, text, {
    title: `Décision ${id}`,
    contentType: 'jurisprudence',
    source: { licence: 'Licence Ouverte 2.0' },
    judicialDecision: {
      jurisdiction: 'FR',
      courtCode: 'fr.ccass',
      chamber: 'civ1',
      formation: 'fs',
      decisionDate: '2020-11-25',
      identifiers: [{ scheme: 'docket', value: docket }],
    },
  })

test('the texts that cite a decision are assessed again when it is overruled', async () => {
  const world = await open()
  const ruling = decision(
    'arret',
    '19-60.222',
    'Le vendeur doit informer l’acheteur du prix de chaque bien.',
  )
  const later = decision(
    'revirement',
    '23-10.001',
    'Le vendeur n’est pas tenu d’informer l’acheteur.',
  )
  const note = comment(
    'arret-cite',
    'Le vendeur doit informer l’acheteur du prix de chaque bien (Cass. 1re civ., 25 nov. 2020, n° 19-60.222).',
    official,
  )
  await world.add(true, ruling, later, note)
  await world.assess(note)
  await world.follow()
  expect((await world.served(note))?.integrityFlags).toEqual([])
  const outcome = await recordTreatmentOf(
    { ...world.deps, head: () => world.log.head() },
    {
      type: 'overruled',
      target: { slug: slugOf(ruling), sequence: null },
      sourceSlug: slugOf(later),
      ecli: null,
      courtCode: null,
      formation: null,
      pinpoint: null,
      quote: null,
      effectiveDate: Day.parse('2025-01-01'),
      confidencePercent: null,
    },
    as('person:editor'),
  )
  if (isRefusal(outcome)) throw new Error(outcome.refused)
  await world.project()
  await world.follow()
  expect(await world.served(ruling)).toMatchObject({ statusFlag: 'red' })
  expect((await world.served(note))?.integrityFlags).toMatchObject([
    {
      code: 'cited_authority_red',
      severity: 'warning',
      evidence: { authorities: [{ slug: slugOf(ruling) }] },
    },
  ])
})

test('a decision is compared with provisions, not with the rulings whose history it tells', async () => {
  const world = await open()
  const below = decision('dessous', '19-60.333', 'Le vendeur doit informer l’acheteur du prix.')
  const told =
    'Par l’arrêt n° 19-60.333, la société a été condamnée à livrer trente machines à l’acheteur.'
  const ruling = decision('casse', '23-10.002', `${told}\n\n${SENTENCE}`)
  const note = comment('raconte', told, official)
  await world.add(true, LAW, below, ruling, note)
  await world.assess(ruling)
  await world.assess(note)
  expect(await world.served(ruling)).toMatchObject({ groundednessScore: 100, integrityFlags: [] })
  expect((await world.served(note))?.groundednessScore).toBe(0)
})

test('killed between two texts it goes on, and records nothing twice', async () => {
  const world = await open()
  const notes = ['a', 'b', 'c'].map((id) => comment(id, SENTENCE, official))
  await world.add(true, LAW, ...notes)
  for (const note of notes) await world.assess(note)
  await world.follow()
  await world.add(true, lawOf('trente', '2'))
  const killed = new Error('killed')
  let appends = 0
  const store: typeof world.deps.store = {
    ...world.deps.store,
    append: (...given) => {
      appends += 1
      return appends > 1 ? Promise.reject(killed) : world.deps.store.append(...given)
    },
  }
  await expect(world.follow({ store })).rejects.toBe(killed)
  await world.follow()
  for (const note of notes) {
    expect(await world.served(note)).toMatchObject({ groundednessScore: 0 })
    const assessments = (await world.types(note)).filter((type) => type === 'GroundednessAssessed')
    expect(assessments).toHaveLength(2)
  }
})

test('a text that this version cannot read stops no other one', async () => {
  const world = await open()
  const away = comment('fermee', SENTENCE, official)
  await world.add(true, LAW, NOTE, away)
  await world.assess(NOTE)
  await world.assess(away)
  await world.follow()
  const streamId = articleStream(articleIdOf('note:fermee'))
  const own = (await allEvents(world)).filter((event) => event.streamId === streamId).length
  const later = { type: 'VersionPublished', schemaVersion: 99 }
  await recordUnknownIn(world.pool, streamId, own + 1, later)
  await world.add(true, lawOf('trente', '2'))
  const faults: unknown[] = []
  const assessing = world.follow({ onFault: (fault) => faults.push(fault) })
  expect(await assessing).toMatchObject([{ assessed: 1, recorded: 1 }])
  expect(faults).toMatchObject([{ code: 'event-unreadable' }])
  expect(await world.served(NOTE)).toMatchObject({ groundednessScore: 0 })
  await world.project()
  const walk = { context: as('test'), dryRun: true }
  expect(await assessAll({ ...world.deps, texts: world.texts }, walk)).toMatchObject({
    read: 3,
    norms: 1,
    refused: 1,
  })
})

test('one assessor at a time', async () => {
  const world = await open()
  const lock = makeProjectorLock(world.connectionString)
  const ended = new AbortController()
  await lock.hold(ASSESSOR.lockName, new AbortController().signal, async () => {
    const waiting = world.assessorOf().runOnce(ended.signal)
    ended.abort(new Error('enough'))
    await expect(waiting).rejects.toThrow('enough')
  })
})

test('all public texts: the same on three runs, and after a replay', async () => {
  const world = await open()
  await world.add(
    true,
    LAW,
    NOTE,
    OTHER,
    ...['d', 'e'].map((id) => comment(id, SENTENCE, official)),
  )
  const walk = async (dryRun = false) => {
    const ended = new AbortController()
    const projecting = world.projector.follow(ended.signal)
    try {
      return await assessAll({ ...world.deps, texts: world.texts }, { context: as('test'), dryRun })
    } finally {
      ended.abort()
      await projecting
    }
  }
  const counts = { read: 5, norms: 1, refused: 0, flagged: 0 }
  expect(await walk(true)).toEqual({ ...counts, recorded: 4, unchanged: 0 })
  expect(await walk()).toEqual({ ...counts, recorded: 4, unchanged: 0 })
  // A walk may end before its last facts are projected.
  await world.project()
  const served = await world.served(NOTE)
  for (let run = 0; run < 2; run += 1)
    expect(await walk()).toEqual({ ...counts, recorded: 0, unchanged: 4 })
  await world.project()
  const before = await countOf(world)
  const { models, projector } = world
  const rebuilt = await rebuildGeneration({ ...models, projector }, { to: 2 })
  expect(rebuilt.equal).toBe(true)
  expect(await countOf(world)).toBe(before)
  expect(await world.served(NOTE)).toEqual(served)
})

test('the impact of a text that is unknown, or was never public, is a refusal', async () => {
  const world = await open()
  const draft = comment('brouillon', SENTENCE)
  await world.add(false, draft)
  expect(await impactOf({ ...world.deps, citing: world.citing }, 'inconnu' as Slug)).toMatchObject({
    refused: 'text-unknown',
  })
  expect(await impactOf({ ...world.deps, citing: world.citing }, slugOf(draft))).toMatchObject({
    refused: 'never-published',
  })
})
