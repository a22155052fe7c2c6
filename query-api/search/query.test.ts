import { describe, expect, test } from 'vitest'
import { SearchRequest } from '#contracts/http/search.ts'
import { planSearch, queryTerms } from './query.ts'

const plan = (body: object) => planSearch(SearchRequest.parse(body))
const words = (text: string): string[] => queryTerms(text).map(({ term }) => term)

describe('terms of a query', () => {
  test('each once, in the order of the text', () => {
    expect(words('bail, loyer et bail')).toEqual(['bail', 'loyer'])
  })

  test('what only makes it a question is left out', () => {
    expect(words('Comment faire appel ?')).toEqual(words('appel'))
  })

  test('and kept where there is nothing else', () => {
    expect(words('comment')).toEqual(['comment'])
  })
})

describe('plans', () => {
  test.each(['', '   ', '\n\t', '\u00a0'])('an empty text (%j) is a browse', (text) => {
    expect(plan({ text })).toMatchObject({ kind: 'browse', query: { depth: 1_100 } })
  })

  test('depths are the same for every page', () => {
    for (const page of [{}, { limit: 1 }, { limit: 100, offset: 1_000 }])
      expect(plan({ text: 'bail', ...page })).toMatchObject({
        query: { lexicalDepth: 1_100, semanticDepth: 250 },
      })
  })

  test('the text is embedded as it was given, unless words alone are wanted', () => {
    expect(plan({ text: ' Quel bail ? ' })).toMatchObject({ textToEmbed: 'Quel bail ?' })
    expect(plan({ text: 'bail', enableVector: false })).toMatchObject({ textToEmbed: null })
  })

  test('a citation is looked up by its names, not compared by meaning', () => {
    expect(plan({ text: 'Soc., 25 nov. 2020, n° 19-60.222' })).toMatchObject({
      query: { identifiers: ['docket:19-60.222'] },
      textToEmbed: null,
    })
  })

  test('a sentence that cites keeps its meaning', () => {
    expect(plan({ text: "que dit l'arrêt 19-60.222 sur la parité" })).toMatchObject({
      query: { identifiers: ['docket:19-60.222'] },
      textToEmbed: "que dit l'arrêt 19-60.222 sur la parité",
    })
  })

  test('a text of stop words alone is still a search', () => {
    expect(plan({ text: 'le la les' })).toMatchObject({
      kind: 'search',
      query: { terms: [] },
      textToEmbed: 'le la les',
    })
  })
})
