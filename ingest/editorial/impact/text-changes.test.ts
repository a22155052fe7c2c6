import { expect, test } from 'vitest'
import type { ArticleContent } from '#contracts/content.ts'
import type { ArticleEvent } from '#contracts/events/event.ts'
import { LOG_START, Position, SemVer } from '#contracts/ids.ts'
import { A, B, hashOf, recordOf } from '../../domain/article/articles.testing.ts'
import { stored } from '../board/text-events.testing.ts'
import { changesOfText } from './text-changes.ts'

const drafted: ArticleEvent = { type: 'Drafted', data: { content: recordOf(A) } }
const published = (version: string, content: ArticleContent): ArticleEvent => ({
  type: 'VersionPublished',
  data: {
    version: SemVer.parse(version),
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
const unpublished: ArticleEvent = { type: 'Unpublished', data: { reason: 'erreur' } }
const withdrawn: ArticleEvent = {
  type: 'Withdrawn',
  data: { cause: 'faux', replacement: null },
}
const deleted: ArticleEvent = { type: 'Deleted', data: { reason: 'doublon' } }

const changes = (...events: readonly ArticleEvent[]) =>
  changesOfText(stored(...events.map((event) => ['x', event] as const)), LOG_START, END).map(
    ({ cause, old, next, detail }) => [cause, old.version, next?.version ?? null, detail],
  )
const END = Position.parse(100)

test('a first publication and the return of the same wording change nothing', () => {
  expect(changes(drafted, published('1.0.0', A))).toEqual([])
  expect(changes(drafted, published('1.0.0', A), unpublished, published('1.0.0', A))).toEqual([
    ['unpublished', '1.0.0', null, 'erreur'],
  ])
})

test('each change names the version before and after', () => {
  expect(
    changes(drafted, published('1.0.0', A), published('2.0.0', B), withdrawn, deleted),
  ).toEqual([
    ['changed', '1.0.0', '2.0.0', null],
    ['withdrawn', '2.0.0', null, 'faux'],
    ['deleted', '2.0.0', null, 'doublon'],
  ])
})

test('a draft that nobody cites is deleted without a word', () => {
  expect(changes(drafted, deleted)).toEqual([])
})

test('only the stretch that is asked for counts', () => {
  const events = stored(
    ['x', drafted],
    ['x', published('1.0.0', A)],
    ['x', published('2.0.0', B)],
    ['x', deleted],
  )
  const between = changesOfText(events, Position.parse(2), Position.parse(3))
  expect(between.map(({ cause }) => cause)).toEqual(['changed'])
})
