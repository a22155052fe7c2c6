/** Suggestions (contracts/conventions/look-ups.md). */
import { describe, expect, test } from 'vitest'
import { SuggestQuery, SuggestResponse } from '#contracts/http/suggest.ts'
import type { ErrorBody } from '#contracts/http/error.ts'
import { ArticleId, ConceptId, Position, Slug } from '#contracts/ids.ts'
import { BASE, bearer, makeHarness } from '../../test/api/harness.ts'
import { idOf } from '../../test/contract/read-models.fixtures.ts'
import { buildSuggestIndex, preparedText } from './suggest-index.ts'
import type { SuggestionSource } from './ports.ts'
import { makeSuggestions } from './suggestions.ts'

const text = (slug: string, title: string, ...names: string[]) => ({
  slug: Slug.parse(slug),
  title,
  names,
})
const TEXTS = [
  text('civ-1240', 'Article 1240 du code civil', 'article:code-civil:1240', 'act:code-civil'),
  text('civ-1241', 'Article 1241 du code civil', 'article:code-civil:1241'),
  text('trav-1221', 'Contrat de travail : article L1221-1', 'article:code-du-travail:l1221-1'),
  text(
    'soc-2020',
    'Cour de cassation, chambre sociale, 25 novembre 2020',
    'decision:fr.ccass:18-13.769',
    'decision:fr.ccass:2020-11-25',
    'ecli:fr:ccass:2020:so01119',
  ),
  text('cjue', 'Data Protection Commissioner contre Facebook', 'decision:eu.cj:c-311/18'),
  text('etude', 'L’énergie décarbonée : étude'),
]
const CONCEPT = {
  id: ConceptId.parse('0f8fad5b-d9cb-569f-a165-70867728950e'),
  labels: ['Énergie renouvelable', 'renewable energy'],
}

const suggested = async (q: string, more: object = {}) => {
  const index = await buildSuggestIndex(TEXTS.map(preparedText), [CONCEPT])
  return index
    .suggest(SuggestQuery.parse({ q, ...more }))
    .map(({ type, slug, text: shown }) => `${type} ${slug ?? shown}`)
}

describe('suggestions', () => {
  test('complete words of titles in any order, without regard to accents', async () => {
    expect(await suggested('chambre cass')).toEqual(['title soc-2020'])
    expect(await suggested('DECARBONEE energ')).toEqual(['title etude'])
    expect(await suggested('énerg')).toEqual(['title etude', 'concept Énergie renouvelable'])
    expect(await suggested('xyz')).toEqual([])
  })

  test('complete numbers of articles, dockets and identifiers as people write them', async () => {
    for (const q of ['1240', 'art. 1240', 'article 1240 du code ci', '1240 c'])
      expect((await suggested(q))[0], q).toBe('citation civ-1240')
    for (const q of ['L. 1221-1', 'l1221', 'article L 1221-1 du code du travail'])
      expect(await suggested(q), q).toContain('citation trav-1221')
    for (const q of ['18-13', 'n° 18-13.769', 'soc 18-13.7', 'ecli:fr:ccass:2020:so'])
      expect(await suggested(q), q).toEqual(['citation soc-2020'])
    for (const q of ['C-311/18', 'c-311', 'C‑311/18'.replace('‑', '-')])
      expect(await suggested(q), q).toEqual(['citation cjue'])
  })

  test('never take another number', async () => {
    for (const q of ['1242', '18-13.768', '1240 1241', 'article 124 du code civil'])
      expect(await suggested(q), q).toEqual([])
    expect(await suggested('article 124')).toEqual(['citation civ-1240', 'citation civ-1241'])
  })

  test('keep to the types and the number asked for', async () => {
    expect(await suggested('énergie', { types: 'concept' })).toEqual([
      'concept Énergie renouvelable',
    ])
    expect(await suggested('code', { limit: '1', types: 'title' })).toEqual(['title civ-1240'])
  })
})

const ids = TEXTS.map(({ slug }) => idOf(slug))
const sourceOf = (read: (count: number) => void) => {
  let position = 1
  let added = false
  const source: SuggestionSource = {
    state: async () => ({ generation: 1, position: Position.parse(position) }),
    textsAfter: async (after) =>
      after === null
        ? (added ? [...ids, idOf('new')] : ids).map((id) => ({ id, revision: 1 }))
        : [],
    readTexts: async (asked) => {
      read(asked.length)
      return asked.map((id) => ({
        ...(TEXTS[ids.indexOf(ArticleId.parse(id))] ?? text('new', 'Un texte nouveau')),
        id,
      }))
    },
    concepts: async function* () {
      yield* []
    },
  }
  return {
    source,
    add: () => {
      added = true
      position += 1
    },
  }
}

test('a new text is suggested within seconds, and only it is read', async () => {
  const read: number[] = []
  const { source, add } = sourceOf((count) => read.push(count))
  let now = 0
  const suggestions = makeSuggestions(source, () => now)
  const ask = async () =>
    (await suggestions.suggest(SuggestQuery.parse({ q: 'nouveau' }))).suggestions.length
  expect(await ask()).toBe(0)
  add()
  now += 3_000
  await ask()
  await expect.poll(ask).toBe(1)
  expect(read).toEqual([TEXTS.length, 1])
})

test('a question after a pause waits for what changed meanwhile', async () => {
  const { source, add } = sourceOf(() => undefined)
  let now = 0
  const suggestions = makeSuggestions(source, () => now)
  const ask = () => suggestions.suggest(SuggestQuery.parse({ q: 'nouveau' }))
  await ask()
  add()
  now += 60_000
  expect((await ask()).suggestions).toHaveLength(1)
})

test('a source that fails at first is asked again', async () => {
  const { source } = sourceOf(() => undefined)
  let failures = 1
  const suggestions = makeSuggestions({
    ...source,
    state: async () => {
      if (failures-- > 0) throw new Error('away')
      return source.state()
    },
  })
  const ask = () => suggestions.suggest(SuggestQuery.parse({ q: 'cassation' }))
  await expect(ask()).rejects.toThrow('away')
  expect((await ask()).suggestions).toHaveLength(1)
})

test('GET /suggest is free, and refuses what it cannot complete', async () => {
  const { source } = sourceOf(() => undefined)
  const { app } = makeHarness({ suggestions: makeSuggestions(source) })
  const get = (query: string) =>
    app.inject({ method: 'GET', url: `${BASE}/suggest?${query}`, headers: bearer() })
  const answer = await get('q=cassation')
  expect(SuggestResponse.parse(answer.json()).suggestions).toHaveLength(1)
  expect(answer.headers).toMatchObject({
    'x-service-cost-usd': '0',
    'x-service-corpus-position': '000000000000001',
  })
  for (const query of [
    '',
    'q=',
    `q=${'a'.repeat(101)}`,
    'q=a&limit=0',
    'q=a&limit=21',
    'q=a&types=texts',
    'query=a',
  ]) {
    const refused = await get(query)
    expect([refused.statusCode, refused.json<ErrorBody>().error], query).toEqual([
      400,
      'validation_failed',
    ])
  }
})
