import { expect, test } from 'vitest'
import type { ArticleEvent } from '#contracts/events/event.ts'
import {
  contentOf,
  idOf,
  logOf,
  published,
  type Texts,
} from '../../../test/contract/read-models.fixtures.ts'
import { changesOfText } from './text-changes.ts'
import { textFactOf } from './text-facts.ts'

const texts: Texts = new Map()
const changesOf = (...events: readonly ArticleEvent[]) => {
  const facts = logOf(events.map((event) => ({ of: 'a', event }))).flatMap(
    (event) => textFactOf(event) ?? [],
  )
  return changesOfText(idOf('a'), facts, () => null).map(
    ({ type, version, changeClass, reasons }) => [type, version, changeClass, reasons],
  )
}

test('other details of the served version are an update of their own class', () => {
  const before = contentOf('a', { licence: null })
  const after = contentOf('a', { licence: 'CC BY 4.0' })
  const cause = { bump: 'none' as const, changeClass: 'details', reasons: ['licence changed.'] }
  expect(
    changesOf(published(before, texts, '1.0.0'), published(after, texts, '1.0.0', cause)),
  ).toEqual([
    ['article.published', '1.0.0', null, expect.anything()],
    ['article.updated', '1.0.0', 'details', ['licence changed.']],
  ])
})
