/**
 * The gate before the public, and the assessment of what is public, on a real store and real read
 * models.
 */
import { afterAll, describe, expect, test } from 'vitest'
import { isRefusal } from '#contracts/fault.ts'
import { CLAIM_METHOD } from '#contracts/law/claims/method.ts'
import { dismissDoubt } from '#ingest/groundedness/dismiss.ts'
import { carryOut } from '#ingest/handlers/editorial.ts'
import {
  as,
  AUTHOR,
  comment,
  importRecords,
  openWorld,
  provision,
  PUBLISHER,
  review,
  REVIEWER,
  slugOf,
  TIME,
  type World,
} from './world.ts'

const worlds: World[] = []
const open = async (): Promise<World> => {
  const world = await openWorld()
  worlds.push(world)
  return world
}
afterAll(async () => {
  for (const world of worlds) await world.close()
})

const LAW = provision(
  'L221-18',
  'Le consommateur dispose d’un délai de quatorze jours pour exercer son droit de rétractation d’un contrat conclu à distance.',
)
const SAYS = (days: string): string =>
  `Selon l’article L. 221-18 du code de la consommation, le consommateur dispose d’un délai de ${days} jours pour exercer son droit de rétractation d’un contrat conclu à distance.`
const TRUE = comment('vraie', SAYS('quatorze'))
const FALSE = comment('fausse', SAYS('trente'))
const version = (one: typeof FALSE, number: string, text: string) => ({
  ...one,
  text,
  source: { ...(one['source'] as object), version: number },
})

describe('the publication of a draft', () => {
  test('carries the assessment of its wording in the same append', async () => {
    const world = await open()
    await world.add(true, LAW)
    expect(await world.publish(TRUE)).toMatchObject({ status: 'published', version: '1.0.0' })
    expect(await world.types(TRUE)).toEqual([
      'Imported',
      'Drafted',
      'Submitted',
      'Approved',
      'VersionPublished',
      'GroundednessAssessed',
      'PassagesEmbedded',
    ])
    const article = await world.served(TRUE)
    expect(article).toMatchObject({
      groundednessScore: 100,
      hasIntegrityWarning: false,
      integrityFlags: [],
      groundedness: { supported: 1, checkable: 1, method: CLAIM_METHOD, assessedAt: TIME },
    })
    expect(article?.groundedness?.assessedHash).toBe(article?.sha256Hash)
  })

  test('is refused where the draft says otherwise than the law that it cites, and leaves no trace', async () => {
    const world = await open()
    await world.add(true, LAW)
    const outcome = await world.publish(FALSE)
    expect(outcome).toMatchObject({ refused: 'integrity-critical' })
    const { reason, hint } = outcome as { reason: string; hint: string }
    expect(reason).toContain(`claim_contradicted (text 0–${SAYS('trente').length})`)
    expect(hint).toContain('groundedness dismiss')
    // An unpublished draft is not shown, and neither are the doubts about it.
    expect(await world.types(FALSE)).toEqual(['Imported', 'Drafted', 'Submitted', 'Approved'])
    expect(await world.served(FALSE)).toBeNull()
  })

  test('succeeds once another person has explained why the doubt is unfounded; the author cannot', async () => {
    const world = await open()
    await world.add(true, LAW)
    await world.publish(FALSE)
    const dismissal = { code: 'claim_contradicted', reason: 'délai de 2016', items: null } as const
    const dismiss = (actor: string, over: Partial<Parameters<typeof dismissDoubt>[2]> = {}) =>
      dismissDoubt(world.deps, slugOf(FALSE), { ...dismissal, ...over }, as(actor))
    expect(await dismiss(AUTHOR)).toMatchObject({ refused: 'author-dismisses' })
    expect(await dismiss(REVIEWER, { reason: ' ' })).toMatchObject({ refused: 'reasons-missing' })
    expect(await dismiss(REVIEWER, { code: 'quote_not_found' })).toMatchObject({
      refused: 'doubt-unknown',
    })
    expect(await dismiss(REVIEWER, { code: 'low_groundedness' })).toMatchObject({
      refused: 'doubt-not-dismissible',
    })
    expect(await dismiss(REVIEWER)).toMatchObject({
      code: 'claim_contradicted',
      items: [expect.any(String)],
    })
    expect(await dismiss(REVIEWER)).toMatchObject({ refused: 'doubt-unknown' })
    expect(await world.act(FALSE, { act: 'publish', reason: null })).toMatchObject({
      refused: 'ungrounded-needs-reason',
    })
    const reason = 'Le délai est celui de 2016, que le texte rapporte.'
    expect(await world.act(FALSE, { act: 'publish', reason })).toMatchObject({
      status: 'published',
    })
    const article = await world.served(FALSE)
    // The count is the method's and stays as it is; the doubt is what the person decided about.
    expect(article).toMatchObject({ groundednessScore: 0, groundedness: { contradicted: 1 } })
    expect(article?.integrityFlags.map(({ code }) => code)).toEqual(['low_groundedness'])
  })

  test('takes no doubt from what the read models do not know yet', async () => {
    const world = await open()
    const quoting = comment(
      'citant',
      'L’article L. 221-18 du code de la consommation énonce que « le consommateur dispose d’un délai de quatorze jours pour exercer son droit ».',
    )
    const other = provision(
      'L221-1',
      'Est considéré comme contrat à distance tout contrat conclu sans présence physique simultanée.',
    )
    await world.add(true, other)
    await world.add(false, quoting)
    // The cited law is in the log, and not projected.
    await importRecords(world.deps, true, LAW)
    await review(world.deps, slugOf(quoting))
    const outcome = await carryOut(
      world.deps,
      slugOf(quoting),
      { act: 'publish', reason: null },
      as(PUBLISHER),
    )
    expect(outcome).toMatchObject({ status: 'published' })
    await world.project()
    expect(await world.served(quoting)).toMatchObject({
      groundednessScore: null,
      integrityFlags: [],
    })
    // The assessor comes after the read models and makes it good.
    await world.follow()
    expect(await world.served(quoting)).toMatchObject({
      groundednessScore: 100,
      integrityFlags: [],
    })
  })
})

describe('the assessment of public texts', () => {
  const OFFICIAL = comment('officielle', SAYS('trente'), {
    source: { licence: 'Licence Ouverte 2.0' },
  })

  test('is recorded once, whatever the number of runs, and is the same each time', async () => {
    const world = await open()
    await world.add(true, LAW, OFFICIAL)
    expect(await world.served(OFFICIAL)).toMatchObject({
      groundednessScore: null,
      groundedness: null,
    })
    const outcomes = []
    for (let run = 0; run < 3; run += 1) outcomes.push(await world.assess(OFFICIAL))
    const found = outcomes.map((one) =>
      isRefusal(one) ? one : [one.assessment, one.flags, one.result],
    )
    expect(outcomes.map((one) => (isRefusal(one) ? one : one.result))).toEqual([
      'recorded',
      'unchanged',
      'unchanged',
    ])
    expect(new Set(found.map((one) => JSON.stringify((one as unknown[]).slice(0, 2)))).size).toBe(1)
    expect(
      (await world.types(OFFICIAL)).filter((type) => type === 'GroundednessAssessed'),
    ).toHaveLength(1)
  })

  test('leaves a norm unassessed', async () => {
    const world = await open()
    await world.add(true, LAW)
    expect(await world.assess(LAW)).toMatchObject({ result: 'norm', recordedAt: null })
    expect(await world.served(LAW)).toMatchObject({ groundednessScore: null, groundedness: null })
  })

  test('shows the doubt with detector and evidence; a repaired wording loses it, and differs from an assessed one', async () => {
    const world = await open()
    await world.add(true, LAW, OFFICIAL)
    await world.assess(OFFICIAL)
    const article = await world.served(OFFICIAL)
    expect(article).toMatchObject({ groundednessScore: 0, hasIntegrityWarning: true })
    const flag = article?.integrityFlags.find(({ code }) => code === 'claim_contradicted')
    expect(flag).toMatchObject({
      severity: 'critical',
      detector: 'groundedness@1',
      evidence: {
        assessedHash: article?.sha256Hash,
        sentences: [{ where: 'text', start: 0, sources: [slugOf(LAW)], conflicts: ['number'] }],
      },
    })
    // A critical doubt about the old wording does not block the wording that repairs it.
    await world.add(true, version(OFFICIAL, '2', SAYS('quatorze')))
    expect(await world.served(OFFICIAL)).toMatchObject({
      groundednessScore: null,
      integrityFlags: [{ code: 'groundedness_stale', severity: 'info' }],
    })
    await world.assess(OFFICIAL)
    expect(await world.served(OFFICIAL)).toMatchObject({
      groundednessScore: 100,
      integrityFlags: [],
    })
  })

  test('keeps an unpublished text with a critical doubt from coming back', async () => {
    const world = await open()
    await world.add(true, LAW, OFFICIAL)
    await world.assess(OFFICIAL)
    await world.act(OFFICIAL, { act: 'unpublish', reason: 'erreur' })
    expect(await world.act(OFFICIAL, { act: 'publish', reason: null })).toMatchObject({
      refused: 'integrity-critical',
    })
    expect(await world.assess(OFFICIAL)).toMatchObject({ refused: 'already-unpublished' })
  })
})
