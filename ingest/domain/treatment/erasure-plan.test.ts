import { expect, test } from 'vitest'
import { articleIdOf } from '#contracts/canonical/identity.ts'
import type { NewEvent, StoredEvent } from '#contracts/events/event.ts'
import type { Treatment } from '#contracts/events/others.ts'
import { Day, Position, type Slug, TreatmentId } from '#contracts/ids.ts'
import { type ErasedText, hasGoingWords, planTreatment } from './erasure-plan.ts'

const TEXT = articleIdOf('test:erased')
const OTHER = articleIdOf('test:other')
const SLUG = 'affaire-dupont' as Slug
const ID = TreatmentId.parse('0195512c-7d80-4000-8000-0000000000aa')
const shared = {
  id: ID,
  type: 'overruled',
  polarity: 'negative',
  effectiveDate: Day.parse('2026-01-01'),
} as const

const recorded = (source: Partial<Treatment['source']>, target = OTHER): NewEvent => ({
  type: 'TreatmentRecorded',
  data: {
    treatment: {
      ...shared,
      source: {
        slug: null,
        ecli: null,
        courtCode: 'fr.ccass',
        formation: null,
        pinpoint: null,
        quote: 'M. Dupont',
        ...source,
      },
      target: { articleId: target, headnoteSequence: null },
      status: 'confirmed',
      confidencePercent: null,
      by: 'test',
    },
  },
})
const stated: NewEvent = {
  type: 'TreatmentStated',
  data: {
    ...shared,
    source: {
      articleId: TEXT,
      names: [],
      label: 'Dupont c. Martin',
      slug: SLUG,
      courtCode: null,
      formation: null,
    },
    target: { articleId: null, names: ['docket:fr.ccass:1-1'], label: 'Martin', day: null },
    by: 'publisher',
    statement: 'RAPPROCHEMENT',
  },
}
const retracted: NewEvent = {
  type: 'TreatmentRetracted',
  data: { reason: 'M. Dupont', by: 'editor' },
}
const confirmed: NewEvent = { type: 'TreatmentConfirmed', data: { by: 'test' } }

/** From position 1 on, each under a key of its own. */
const stored = (...events: readonly NewEvent[]) =>
  events.map(
    (event, at) =>
      ({ ...event, position: Position.parse(at + 1), streamVersion: at + 1 }) as StoredEvent,
  )
const keysOf = (facts: readonly StoredEvent[]) =>
  new Map(facts.map(({ streamVersion }) => [streamVersion, `key ${streamVersion}`]))

/** Erased is what was said up to a position. */
const erased = (upTo: number, over: Partial<ErasedText> = {}): ErasedText => ({
  articleId: TEXT,
  slugs: new Set([SLUG]),
  goneSlugs: new Set(),
  whole: false,
  goesWith: ({ position }) => position <= upTo,
  ...over,
})

test('the words of a treatment go with the wording that was there when they were said', () => {
  for (const event of [recorded({}, TEXT), recorded({ slug: SLUG }), stated]) {
    expect(hasGoingWords(stored(event), erased(1))).toBe(true)
    expect(hasGoingWords(stored(event), erased(0))).toBe(false)
  }
  expect(hasGoingWords(stored(recorded({})), erased(1))).toBe(false)
})

test('a reason takes what it is about with it; a confirmation has no words', () => {
  const facts = stored(recorded({}, TEXT), retracted)
  expect(hasGoingWords(facts, erased(0, { goesWith: ({ position }) => position === 2 }))).toBe(true)
  expect(planTreatment(facts, keysOf(facts), erased(1))?.struck.keys).toEqual(['key 1', 'key 2'])
  const later = { goesWith: ({ position }: { readonly position: number }) => position === 2 }
  expect(hasGoingWords(stored(recorded({}, TEXT), confirmed), erased(0, later))).toBe(false)
})

test('what identifies the texts is said anew, but for a slug that goes', () => {
  const facts = stored(stated)
  expect(planTreatment(facts, keysOf(facts), erased(1))?.struck).toEqual({
    keys: ['key 1'],
    source: { slug: SLUG, ecli: null, names: [] },
    target: { names: ['docket:fr.ccass:1-1'] },
  })
  const gone = { goneSlugs: new Set([SLUG]) }
  const again = stored(stated, {
    type: 'TreatmentWordsErased',
    data: {
      keys: ['0195512c-7d80-4000-8000-0000000000f2'],
      source: { slug: SLUG, ecli: null, names: [] },
      target: { names: ['docket:fr.ccass:1-2'] },
    },
  })
  const keys = new Map([
    [1, null],
    [2, 'key 2'],
  ])
  expect(planTreatment(again, keys, erased(1, gone))?.struck).toEqual({
    keys: ['key 2'],
    source: { slug: null, ecli: null, names: [] },
    target: { names: ['docket:fr.ccass:1-2'] },
  })
})

test('the identifier of a text goes with the whole of it', () => {
  const facts = stored(recorded({ slug: SLUG, ecli: 'ECLI:FR:CCASS:2026:1' }))
  const plan = (over: Partial<ErasedText>) => planTreatment(facts, keysOf(facts), erased(1, over))
  expect(plan({})?.struck.source.ecli).toBe('ECLI:FR:CCASS:2026:1')
  expect(plan({ whole: true })?.struck.source.ecli).toBeNull()
})

test('facts in clear are counted', () => {
  const facts = stored(recorded({}, TEXT))
  expect(planTreatment(facts, new Map(), erased(1))).toMatchObject({ unsealed: 1 })
  // Nothing is left to erase where the key is gone.
  expect(planTreatment(facts, new Map([[1, null]]), erased(1))).toBeNull()
})
