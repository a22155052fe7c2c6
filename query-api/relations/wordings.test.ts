/** Relations and histories name every wording of a text, not the current one alone. */
import { expect, test } from 'vitest'
import type { Article } from '#contracts/http/article.ts'
import { ChronologyResult, RelationsResult } from '#contracts/mcp/research.ts'
import { POSITION } from '../../test/api/harness.ts'
import { makeVersionsDouble } from '../../test/api/versions-double.ts'
import { toolParts } from '../../test/mcp/harness.ts'
import { chronologyOf } from './chronology.ts'
import { relationsOf } from './relations.ts'
import { articleOf } from './texts.ts'

const open = ({ isKept = true }: { readonly isKept?: boolean } = {}) => {
  const { versions, stored } = makeVersionsDouble()
  if (stored === null) throw new Error('the double has a text')
  const found = { article: stored, position: POSITION }
  const parts = {
    ...toolParts([]),
    versions: isKept ? versions : { ...versions, stateOf: async () => null },
    articles: { ...toolParts([]).articles, bySlug: async () => found },
  }
  return { parts, article: articleOf(stored) }
}

const DAYS = [
  ['1.0.0', null, '2019-12-31', false],
  ['2.0.0', '2020-01-01', '2021-12-31', false],
  ['3.0.0', '2023-01-01', null, true],
]

test('relations name every version with hash and days', async () => {
  const { parts, article } = open()
  const { versions } = await relationsOf(parts, article, ['versions'])
  const shown = RelationsResult.shape.versions.parse(versions)
  expect(
    shown.map(({ version, validity: { validFrom, validTo }, current }) => [
      version,
      validFrom,
      validTo,
      current,
    ]),
  ).toEqual(DAYS)
  expect(shown.map(({ inForce, validity }) => inForce.at(-1) ?? validity)).toEqual(
    shown.map(({ validity }) => validity),
  )
  expect(shown.at(-1)?.sha256Hash).toBe(article.sha256Hash)
  expect(new Set(shown.map(({ sha256Hash }) => sha256Hash)).size).toBe(DAYS.length)
})

const historyOf = async (parts: ReturnType<typeof open>['parts'], article: Article) =>
  ChronologyResult.omit({ corpusPosition: true }).parse(await chronologyOf(parts, article))

test('the history of law has each wording on its days', async () => {
  const { parts, article } = open()
  const { states, events, sha256Hash } = await historyOf(parts, article)
  expect(
    states.map(({ version, validity: { validFrom, validTo }, current }) => [
      version,
      validFrom,
      validTo,
      current,
    ]),
  ).toEqual(DAYS)
  expect(sha256Hash).toBe(article.sha256Hash)
  expect(events.filter(({ event }) => event !== 'published')).toEqual([
    { date: '2019-12-31', event: 'last day in force (version 1.0.0)', certainty: 'official' },
    { date: '2020-01-01', event: 'in force (version 2.0.0)', certainty: 'official' },
    { date: '2021-12-31', event: 'last day in force (version 2.0.0)', certainty: 'official' },
    { date: '2023-01-01', event: 'in force', certainty: 'official' },
  ])
})

test('a text that ceases to be public meanwhile has the wording that was read', async () => {
  const { parts, article } = open({ isKept: false })
  const { states } = await historyOf(parts, article)
  expect(states.map(({ version }) => version)).toEqual(['3.0.0'])
})
