import { describe, expect, test } from 'vitest'
import type { ArticleEvent } from '#contracts/events/event.ts'
import {
  assessed,
  contentOf,
  deleted,
  drafted,
  embedded,
  flagged,
  foreign,
  logOf,
  published,
  timeOf,
  unpublished,
  validity,
  type Texts,
} from '../../../test/contract/read-models.fixtures.ts'
import { evolve, fold, NEW_TEXT, servedOf, type TextState } from './text-state.ts'

const texts: Texts = new Map()
const content = contentOf('a')
const revised = contentOf('a', { contentClean: 'Un autre texte.' })
const first = published(content, texts, '1.0.0')
const second = published(revised, texts, '2.0.0')

const after = (...events: ArticleEvent[]): TextState =>
  logOf(events.map((event) => ({ of: 'a', event }))).reduce(evolve, NEW_TEXT)
const servedVersion = (state: TextState) => servedOf(state)?.wording.version ?? null

const restored = (from: 'deleted' | 'withdrawn'): ArticleEvent => ({
  type: 'Restored',
  data: { from, reason: 'a test' },
})

describe('a text', () => {
  test('is served once a version is published, and not before', () => {
    expect(servedOf(after(drafted(content, texts)))).toBeNull()
    expect(servedVersion(after(drafted(content, texts), first))).toBe('1.0.0')
  })

  test('stays served as it is while a revision is being drafted', () => {
    const state = after(first, drafted(revised, texts))
    expect(servedVersion(state)).toBe('1.0.0')
    expect(state.changedAt).toBe(timeOf(1))
  })

  test('is gone when unpublished or deleted, and comes back when published', () => {
    expect(servedOf(after(first, unpublished))).toBeNull()
    expect(servedOf(after(first, deleted))).toBeNull()
    const back = after(first, unpublished, first)
    expect(servedVersion(back)).toBe('1.0.0')
    expect(back.wordings).toHaveLength(1)
    expect(back.changedAt).toBe(timeOf(3))
  })

  test('stays hidden when it is restored, until it is published again', () => {
    expect(servedOf(after(first, deleted, restored('deleted')))).toBeNull()
    expect(servedVersion(after(first, deleted, restored('deleted'), first))).toBe('1.0.0')
    const withdrawn: ArticleEvent = { type: 'Withdrawn', data: { cause: 'a', replacement: null } }
    expect(servedOf(after(first, withdrawn, restored('withdrawn')))).toBeNull()
    const again = published(content, texts, '2.0.0')
    expect(servedVersion(after(first, withdrawn, restored('withdrawn'), again))).toBe('2.0.0')
  })

  test('does not change for the public by what editors do to its draft', () => {
    const state = after(first)
    const acts: ArticleEvent[] = [
      { type: 'WithdrawalRequested', data: { cause: 'a', replacement: null } },
      { type: 'RequestCancelled', data: { request: 'withdrawal', reason: 'a' } },
      { type: 'DeletionRequested', data: { reason: 'a' } },
      { type: 'Assigned', data: { person: null } },
      { type: 'ScheduleCancelled', data: { reason: 'a', code: null } },
    ]
    const later = after(first, ...acts)
    expect(servedOf(later)).toEqual(servedOf(state))
    expect(later.changedAt).toBe(state.changedAt)
  })

  test('keeps its present wording when an older one is imported late', () => {
    const state = after(
      first,
      validity('1.0.0', '2016-01-01', null),
      second,
      validity('2.0.0', '2010-01-01', '2015-12-31'),
    )
    expect(servedVersion(state)).toBe('1.0.0')
  })

  test('takes validity and passages also when they come before their version', () => {
    const before = after(validity('1.0.0', '2016-01-01', null), embedded('1.0.0', 1, 1), first)
    expect(servedOf(before)?.validity).toEqual({ validFrom: '2016-01-01', validTo: null })
    expect(before.embeddings['1.0.0']?.[0]?.whole?.passages).toHaveLength(1)
  })

  test('shows the last run of days of its wording, without the gap before it', () => {
    const state = after(
      first,
      validity('1.0.0', '2010-01-01', '2012-12-31'),
      validity('1.0.0', '2015-01-01', null),
    )
    expect(servedOf(state)?.validity).toEqual({ validFrom: '2015-01-01', validTo: null })
  })

  test('believes the later of two claims that start on the same day', () => {
    const state = after(
      first,
      validity('1.0.0', '2016-01-01', null),
      validity('1.0.0', '2016-01-01', '2020-12-31'),
    )
    expect(servedOf(state)?.validity).toEqual({ validFrom: '2016-01-01', validTo: '2020-12-31' })
  })
})

describe('when it changed', () => {
  test('is when what is served became different', () => {
    expect(after(first, second).changedAt).toBe(timeOf(2))
    expect(after(first, validity('1.0.0', '2016-01-01', null)).changedAt).toBe(timeOf(2))
    expect(after(first, flagged('stale_law', 'warning')).changedAt).toBe(timeOf(2))
  })

  test('is not moved by what nobody is served', () => {
    expect(after(first, embedded('1.0.0', 1, 1)).changedAt).toBe(timeOf(1))
    const late = [
      validity('1.0.0', '2016-01-01', null),
      validity('2.0.0', '2010-01-01', null),
      second,
    ] as const
    expect(after(first, ...late).changedAt).toBe(timeOf(2))
  })
})

describe('groundedness', () => {
  const [hash, other] = [first, second].map((event) =>
    event.type === 'VersionPublished' ? event.data.sha256Hash : null,
  )
  if (hash === undefined || hash === null || other === undefined || other === null)
    throw new Error('both are publications')

  test('has a score only for the hash that was assessed', () => {
    const stale = servedOf(after(first, assessed(hash, 92), second))
    expect(stale?.groundednessScore).toBeNull()
    expect(stale?.groundedness?.assessedHash).toBe(hash)
    expect(servedOf(after(first, assessed(hash, 92)))?.groundednessScore).toBe(92)
  })

  test('counts the assessment of the served wording, not the last one made', () => {
    const state = after(first, assessed(hash, 92), assessed(other, 10))
    expect(servedOf(state)?.groundednessScore).toBe(92)
  })
})

test('a flag that is raised again is one flag, and goes when it is cleared', () => {
  const raised = after(first, flagged('stale_law', 'warning'), flagged('stale_law', 'warning'))
  expect(raised.flags).toHaveLength(1)
  const [cleared] = logOf([
    {
      of: 'a',
      event: {
        type: 'IntegrityFlagCleared',
        data: { code: 'stale_law', headnoteSequence: null },
      },
    },
  ])
  expect(cleared && evolve(raised, cleared).flags).toEqual([])
})

describe('folding a stream', () => {
  const log = logOf([first, second, unpublished].map((event) => ({ of: 'a', event })))
  const [one, two, three] = log
  if (one === undefined || two === undefined || three === undefined) throw new Error('three facts')

  test('drops what the state has seen', () => {
    const { state } = fold(NEW_TEXT, [one, two])
    expect(fold(state, [one, two, three]).state).toEqual(fold(NEW_TEXT, log).state)
  })

  test('stops at a gap, with the state so far', () => {
    const { state, stop } = fold(NEW_TEXT, [one, three])
    expect(state.streamVersion).toBe(1)
    expect(stop).toEqual({ event: three, reason: 'stream-gap' })
  })

  test('stops at a fact that no text can have', () => {
    const [strange] = logOf([foreign('x')])
    const stopped = fold(NEW_TEXT, strange === undefined ? [] : [{ ...strange, streamVersion: 1 }])
    expect(stopped.stop?.reason).toBe('event-unread')
  })

  test('stops at one version with two hashes', () => {
    const clash = logOf(
      [first, published(revised, texts, '1.0.0')].map((event) => ({ of: 'a', event })),
    )
    expect(fold(NEW_TEXT, clash).stop?.reason).toBe('version-hash-regression')
  })

  test('stops at data that it cannot read', () => {
    const broken = { ...two, data: null } as unknown as typeof two
    expect(fold(NEW_TEXT, [one, broken]).stop?.reason).toBe('event-unreadable')
  })
})

test('a state survives its JSON form', () => {
  const state = after(first, embedded('1.0.0', 1, 2), flagged('stale_law', 'warning'), second)
  expect(JSON.parse(JSON.stringify(state))).toEqual(state)
})
