import { describe, expect, test } from 'vitest'
import type { ArticleEvent, StoredArticleEvent } from '#contracts/events/event.ts'
import type { SemVer, Sha256Hex } from '#contracts/ids.ts'
import { sha256Hex } from '#contracts/canonical/hash.ts'
import { A, B, C, hashOf, recordOf, wording } from './articles.testing.ts'
import { type ErasureScope, goesWith, planErasure, stateName, textName } from './erasure-plan.ts'

/** Each list is an append; the key of its events is named like the append. */
type Appends = Readonly<Record<string, readonly ArticleEvent[]>>

const drafted = (content: typeof A): ArticleEvent => ({
  type: 'Drafted',
  data: { content: recordOf(content) },
})
const revised = (content: typeof A): ArticleEvent => ({
  type: 'Revised',
  data: { content: recordOf(content) },
})
const published = (content: typeof A, version: string): ArticleEvent => ({
  type: 'VersionPublished',
  data: {
    version: version as SemVer,
    sha256Hash: hashOf(content),
    hashProfile: 'article/1',
    bump: 'major',
    changeClass: null,
    reasons: [],
    policy: null,
    publishedAt: null,
    content: recordOf(content),
  },
})
const stated = (state: string, content: typeof A): ArticleEvent => ({
  type: 'Imported',
  data: {
    sourceId: 'lu:loi-1#art_1',
    state,
    sourceVersion: null,
    contentHash: hashOf(content),
    validFrom: null,
    validTo: null,
  },
})
const embedded = (version: string, ...hashes: readonly string[]): ArticleEvent => ({
  type: 'PassagesEmbedded',
  data: {
    version: version as SemVer,
    model: 'm',
    dimensions: 3,
    batch: 1,
    batches: 1,
    passages: hashes.map((one, ordinal) => ({
      ordinal,
      start: ordinal,
      end: ordinal + 1,
      textSha256: sha256Hex(one),
    })),
    headnotes: [],
  },
})
const unpublished: ArticleEvent = { type: 'Unpublished', data: { reason: 'Nom.' } }

const name = (value: string): Sha256Hex => value as Sha256Hex
const plan = (
  appends: Appends,
  scope: Partial<ErasureScope> & { versions: ReadonlySet<SemVer> },
) => {
  const facts: StoredArticleEvent[] = []
  const keys = new Map<number, string>()
  for (const [key, events] of Object.entries(appends))
    for (const event of events) {
      facts.push({ ...event, streamVersion: facts.length + 1 } as StoredArticleEvent)
      if (!key.startsWith('clear')) keys.set(facts.length, key)
    }
  return planErasure(facts, keys, { whole: false, ...scope }, name)
}
const versions = (...all: string[]) => new Set(all as SemVer[])

const LIFE: Appends = {
  first: [stated('a', A), drafted(A), published(A, '1.0.0')],
  vectors: [embedded('1.0.0', 'p1', 'shared')],
  away: [unpublished],
  way: [{ type: 'RevisionOpened', data: { baseVersion: '1.0.0' as SemVer } }, revised(C)],
  second: [stated('b', B), revised(B), published(B, '2.0.0')],
  vectors2: [embedded('2.0.0', 'shared', 'p2')],
  later: [{ type: 'Unpublished', data: { reason: 'Pour une erreur.' } }],
}

describe('of a text with two versions', () => {
  test('what was said of the first one goes with it, and what led from it to the second', () => {
    const found = plan(LIFE, { versions: versions('1.0.0') })
    expect(found.keys).toEqual(['first', 'vectors', 'away', 'way'])
    expect(found.unsealed).toBe(0)
  })

  test('an old file is known again; what a wording that stays has is not', () => {
    const found = plan(LIFE, { versions: versions('1.0.0') })
    expect(found.fingerprints).toEqual([
      stateName('a'),
      textName(recordOf(A).contentClean.sha256),
      textName(recordOf(C).contentClean.sha256),
    ])
    expect(found.passages).toEqual([sha256Hex('p1')])
    expect(found.slugs).toEqual([])
  })

  test('the second one goes without the first', () => {
    const found = plan(LIFE, { versions: versions('2.0.0') })
    expect(found.keys).toEqual(['away', 'way', 'second', 'vectors2', 'later'])
  })

  test('the whole text goes with everything', () => {
    const found = plan(LIFE, { versions: versions('1.0.0', '2.0.0'), whole: true })
    expect(found.keys).toEqual(Object.keys(LIFE))
    expect(found.slugs).toEqual([A.slug])
  })
})

test('a slug that only an erased wording had is released', () => {
  const named = wording('Texte.', { slug: 'affaire-dupont' })
  const found = plan(
    {
      first: [drafted(named), published(named, '1.0.0')],
      second: [revised(B), published(B, '1.0.1')],
    },
    { versions: versions('1.0.0') },
  )
  expect(found.slugs).toEqual(['affaire-dupont'])
})

test('work on an open draft stays', () => {
  const open: Appends = {
    first: [drafted(A), published(A, '1.0.0')],
    away: [unpublished],
    draft: [{ type: 'RevisionOpened', data: { baseVersion: '1.0.0' as SemVer } }, revised(B)],
    asked: [{ type: 'Submitted', data: { sha256Hash: hashOf(B) } }],
  }
  expect(plan(open, { versions: versions('1.0.0') }).keys).toEqual(['first', 'away'])
})

test('work on a draft that was discarded goes with its version', () => {
  const discarded: Appends = {
    first: [drafted(A), published(A, '1.0.0')],
    away: [unpublished],
    draft: [{ type: 'RevisionOpened', data: { baseVersion: '1.0.0' as SemVer } }, revised(B)],
    end: [{ type: 'DraftDiscarded', data: { reason: 'Nom.' } }],
  }
  expect(plan(discarded, { versions: versions('1.0.0') }).keys).toEqual([
    'first',
    'away',
    'draft',
    'end',
  ])
})

test('a key that seals a wording which stays is kept', () => {
  const shared: Appends = {
    both: [drafted(A), published(A, '1.0.0'), revised(B), published(B, '2.0.0')],
  }
  expect(plan(shared, { versions: versions('1.0.0') }).keys).toEqual([])
})

test('facts in clear are counted', () => {
  const old: Appends = {
    clear1: [drafted(A), published(A, '1.0.0')],
    clear2: [revised(B), published(B, '2.0.0')],
  }
  expect(plan(old, { versions: versions('1.0.0') }).unsealed).toBe(2)
})

const comment = (id: string, inReplyTo: string | null): ArticleEvent => ({
  type: 'CommentAdded',
  data: { id, inReplyTo, sha256Hash: hashOf(A), body: 'M. Dupont', target: null },
})

test('a comment goes with its answers, alone', () => {
  const [first, answer, other] = [
    '0195512c-7d80-4000-8000-000000000001',
    '0195512c-7d80-4000-8000-000000000002',
    '0195512c-7d80-4000-8000-000000000003',
  ] as const
  const talk: Appends = {
    first: [drafted(A), published(A, '1.0.0')],
    comment: [comment(first, null)],
    other: [comment(other, null)],
    answer: [comment(answer, first)],
    further: [comment('0195512c-7d80-4000-8000-000000000004', answer)],
  }
  const of = (thread: string) => plan(talk, { versions: versions(), thread })
  expect(of(first).keys).toEqual(['comment', 'answer', 'further'])
  expect(of(answer).keys).toEqual(['answer', 'further'])
  expect(of(first)).toMatchObject({ fingerprints: [], slugs: [], passages: [] })
})

test('what others said goes with the version that was public then, or with the first one', () => {
  const facts = [
    { ...published(A, '1.0.0'), position: 10, appendId: 'a' },
    { ...published(B, '2.0.0'), position: 20, appendId: 'b' },
  ] as unknown as StoredArticleEvent[]
  const goes = (position: number, scope: Partial<ErasureScope>, appendId = 'x') =>
    goesWith(facts, { versions: versions(), whole: false, ...scope })({
      position,
      appendId,
    } as never)
  const first = { versions: versions('1.0.0') }
  expect([5, 10, 19, 20].map((position) => goes(position, first))).toEqual([
    true,
    true,
    true,
    false,
  ])
  expect(goes(19, first, 'b'), 'recorded with the second version').toBe(false)
  expect(goes(30, { whole: true })).toBe(true)
  expect(goes(5, { ...first, thread: 'x' })).toBe(false)
})
