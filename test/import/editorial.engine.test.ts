import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { isRefusal } from '#contracts/fault.ts'
import { slugFor } from '#contracts/canonical/identity.ts'
import type { Slug } from '#contracts/ids.ts'
import { diffVersions, printDiff } from '#ingest/handlers/diff.ts'
import type { EditorialAct } from '#ingest/editorial/acts.ts'
import { carryOut } from '#ingest/handlers/editorial.ts'
import { historyOf } from '#ingest/handlers/history.ts'
import { folderOf, jsonLines, record } from './files.ts'
import {
  allEvents,
  CONTEXT,
  countingEmbedder,
  openWriteSide,
  type WriteSide,
  runImport,
} from './real.ts'

let side: WriteSide
const sides: WriteSide[] = []
beforeEach(async () => {
  side = await openWriteSide(countingEmbedder())
  sides.push(side)
})
afterAll(() => Promise.all(sides.map((one) => one.close())))

const SLUG = slugFor('Texte s', 's')
const UNKNOWN = 'jamais-vu-00000000' as Slug
const A = 'Premier alinéa.\n\nLe débiteur doit payer dans un délai de trente jours.\n\nFin.'
const B = 'Premier alinéa.\n\nLe débiteur doit payer dans un délai de soixante jours.\n\nFin.'

const importing = async (records: readonly unknown[], publish = true) => {
  const folder = await folderOf({ 'a.jsonl': jsonLines(...records) })
  return runImport(side.deps, [folder], { publish })
}
const act = async (what: EditorialAct, slug = SLUG, actor = 'person:editor') => {
  const outcome = await carryOut(side.deps, slug, what, { ...CONTEXT, actor })
  return isRefusal(outcome) ? outcome.refused : `${outcome.status} ${outcome.version}`
}
const PUBLISH = { act: 'publish', reason: null } as const
const UNPUBLISH = { act: 'unpublish', reason: 'une erreur' } as const
const DELETE = { act: 'delete', reason: 'un doublon' } as const

describe('an editor’s act', () => {
  test('unpublishes a text and publishes it again as it was', async () => {
    await importing([record('s', A)])
    expect(await act(PUBLISH)).toBe('already-published')
    expect(await act(UNPUBLISH)).toBe('unpublished 1.0.0')
    expect(await act(UNPUBLISH)).toBe('already-unpublished')
    expect(await act(PUBLISH)).toBe('published 1.0.0')
    const events = await allEvents(side)
    expect(events.filter(({ type }) => type === 'PassagesEmbedded')).toHaveLength(1)
  })

  test('names the position of its last event', async () => {
    await importing([record('s', A)])
    const outcome = await carryOut(side.deps, SLUG, UNPUBLISH, CONTEXT)
    expect(outcome).toMatchObject({ position: await side.log.head() })
  })

  test('publishes no draft without a review, of an official source neither', async () => {
    await importing([record('s', A, { validFrom: '2020-01-01' })], false)
    expect(await act(PUBLISH)).toBe('not-approved')
    // An import publishes it under its policy, its days and passages with it.
    await importing([record('s', A, { validFrom: '2020-01-01' })])
    const events = await allEvents(side)
    const published = events.find(({ type }) => type === 'VersionPublished')
    expect(published?.data).toMatchObject({ policy: 'official-import' })
    expect(events.at(-2)?.data).toMatchObject({ version: '1.0.0', validFrom: '2020-01-01' })
    expect(events.at(-1)?.type).toBe('PassagesEmbedded')
  })

  test('deletes by two persons, once', async () => {
    await importing([record('s', A)])
    expect(await act(DELETE)).toBe('published 1.0.0')
    expect(await act(DELETE)).toBe('same-person')
    expect(await act(DELETE, SLUG, 'person:second')).toBe('deleted 1.0.0')
    expect(await act(DELETE)).toBe('text-deleted')
    const { refusals } = await importing([record('s', B)])
    expect(refusals).toEqual([expect.stringContaining('text-deleted')])
  })

  test('on an unknown slug is refused', async () => {
    for (const one of [PUBLISH, UNPUBLISH, DELETE]) {
      expect(await act(one, UNKNOWN)).toBe('text-unknown')
    }
    expect(await historyOf(side.deps, UNKNOWN)).toMatchObject({ refused: 'text-unknown' })
  })

  test('two at once are both recorded, or one is refused', async () => {
    await importing([record('s', A)])
    const both = await Promise.all([act(UNPUBLISH), act(UNPUBLISH)])
    expect(both.toSorted()).toEqual(['already-unpublished', 'unpublished 1.0.0'])
  })
})

describe('the history of a text', () => {
  test('shows its versions with their hashes, bumps, reasons and days', async () => {
    await importing([
      record('s', A, { validFrom: '2020-01-01', validTo: '2020-12-31' }),
      record('s', B, { validFrom: '2021-01-01' }),
    ])
    expect(await historyOf(side.deps, SLUG)).toMatchObject({
      slug: SLUG,
      sourceId: 's',
      status: 'published',
      currentVersion: '2.0.0',
      hasDraft: false,
      versions: [
        {
          version: '1.0.0',
          bump: 'initial',
          policy: 'official-import',
          sha256Hash: expect.stringMatching(/^[0-9a-f]{64}$/),
          validities: [{ validFrom: '2020-01-01', validTo: '2020-12-31' }],
        },
        {
          version: '2.0.0',
          bump: 'major',
          reasons: [expect.stringContaining('contentClean')],
          validities: [{ validFrom: '2021-01-01', validTo: null }],
        },
      ],
    })
  })
})

const headnote = (summary: string) => ({ headnotes: [{ sequence: 1, summary }] })

describe('the difference of two versions', () => {
  test('is listed by member, line and word', async () => {
    await importing([
      record('s', A, headnote('Trente jours.')),
      record('s', B, headnote('Soixante jours.')),
    ])
    const diff = await diffVersions(side.deps, SLUG, { from: '1.0.0', to: '2.0.0' })
    if (isRefusal(diff)) throw new Error(diff.refused)
    expect(printDiff(diff)).toEqual([
      'contentClean',
      '  line 3: Le débiteur doit payer dans un délai de [-trente-]{+soixante+} jours.',
      'headnotes.1.summary',
      '  line 1: [-Trente-]{+Soixante+} jours.',
    ])
  })

  test('of a version with itself is empty; with an unknown one, a refusal', async () => {
    await importing([record('s', A)])
    const same = await diffVersions(side.deps, SLUG, { from: '1.0.0', to: '1.0.0' })
    expect(same).toMatchObject({ members: [] })
    const none = await diffVersions(side.deps, SLUG, { from: '1.0.0', to: '2.0.0' })
    expect(none).toMatchObject({
      refused: 'version-unknown',
      hint: expect.stringContaining('1.0.0'),
    })
  })
})
