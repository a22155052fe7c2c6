/** Hits that show why they are there: snippets, explanations, texts with their headnotes. */
import { describe, expect, test } from 'vitest'
import { type ArticleHit, SearchRequest, SearchResponse } from '#contracts/http/search.ts'
import { ArticleId, Day, HeadnoteId, Position, SemVer, Sha256Hex, Slug } from '#contracts/ids.ts'
import type { EntryDisplay, IndexQuery, RankedEntry, SearchIndex } from '../ports.ts'
import { withFields } from './fields.ts'
import { makeSearch } from './search.ts'

const ID = '0b5a8e0c-3c1f-4d5e-8f00-1234567890ab'
const HASH = Sha256Hex.parse('c'.repeat(64))
const FILLER = 'Mot de remplissage. '.repeat(40)
const TEXT = `Titre\n\n${FILLER}La clause de garde 😀 est écrite. ${FILLER}Le loyer reste dû.`
const GARDE = TEXT.indexOf('La clause')

const displayOf = ({ kind, slug, sequence }: RankedEntry): EntryDisplay => ({
  slug,
  articleId: ArticleId.parse(ID),
  title: `Titre de ${slug}`,
  abstract: null,
  language: slug === 'b' ? 'de' : 'fr',
  jurisdiction: ['FR'],
  contentType: 'doctrine',
  publishedAt: null,
  version: SemVer.parse('1.0.0'),
  sha256Hash: HASH,
  statusFlag: kind === 'article' ? 'green' : 'red',
  validity: [],
  date: null,
  identifiers: slug === 'b' ? ['celex:1', 'docket:19-60.222'] : [],
  contentSha256: HASH,
  passages:
    kind === 'article'
      ? [
          { ordinal: 0, start: 0, end: GARDE, heading: null },
          { ordinal: 1, start: GARDE, end: TEXT.length, heading: 'De la garde' },
        ]
      : [],
  passage: kind === 'article' ? 1 : null,
  headnote:
    kind === 'article'
      ? null
      : {
          headnoteId: HeadnoteId.parse(ID),
          sequence,
          summary: `Point ${sequence}`,
          legalRuleType: null,
          articleStatusFlag: 'green',
        },
})

const entry = (at: number, slug: string, sequence = 0): RankedEntry => ({
  entry: at,
  kind: sequence === 0 ? 'article' : 'headnote',
  slug: Slug.parse(slug),
  sequence,
})
/** Lexical: both headnotes of `a`, then `b`; by meaning: `b`, then `a`. */
const A1 = entry(1, 'a', 1)
const A2 = entry(2, 'a', 2)
const B = entry(3, 'b')
const A = entry(4, 'a')
const ALL = [A1, A2, B, A]

const share = (term: string) => ({ term, weight: 1, idf: 2, inTitle: 0, inBody: 1, score: 1 })
const indexOver = (asked: IndexQuery[] = []): SearchIndex => ({
  search: async (query) => {
    asked.push(query)
    return {
      position: Position.parse(7),
      lexical: [A1, A2, B].map((one) => ({
        ...one,
        score: 1,
        rare: 0,
        ...(query.withShares === true ? { shares: [share('clau')] } : {}),
      })),
      lexicalTotal: 3,
      named: 0,
      rarity: { asked: 1, unheld: 1 },
      unheld: [],
      semantic:
        query.vector === null
          ? []
          : [B, A].map((one, at) => ({
              ...one,
              similarity: 0.9 - at / 10,
              matchesLexically: one === B,
            })),
      ...(query.byText === true ? { texts: 2 } : {}),
    }
  },
  browse: async () => ({ position: Position.parse(7), entries: [B, A], total: 2 }),
  displays: async (entries) =>
    entries.flatMap((number) =>
      ALL.filter((one) => one.entry === number).map((one) => displayOf(one)),
    ),
  knownValues: async () => [],
  unknownValues: async () => [],
  similarTerms: async () => [],
  position: async () => Position.parse(7),
  waitFor: async () => {},
  close: async () => {},
})

const ask = async (body: object, asked: IndexQuery[] = []) => {
  const search = makeSearch({
    index: indexOver(asked),
    texts: { get: async (hashes) => new Map(hashes.map((hash) => [hash, TEXT])) },
    embedder: {
      model: 'test@1',
      dimensions: 2,
      similarityFloor: 0.2,
      costUsdPerQuery: 0,
      embedQuery: async () => Float32Array.of(1, 0),
    },
    clock: () => 0,
    today: () => Day.parse('2026-05-04'),
  })
  const { response } = await search(SearchRequest.parse(body))
  return SearchResponse.parse(response)
}
const articleOf = ({ hits }: SearchResponse, slug: string): ArticleHit => {
  const found = hits.find((hit) => hit.type === 'article' && hit.slug === slug)
  if (found?.type !== 'article') throw new Error(`no article ${slug}`)
  return found
}
const sum = (scores: readonly number[]): number => scores.reduce((all, one) => all + one, 0)

describe('the snippet of an article', () => {
  test('is the stretch that words found, with its span in code points and its heading', async () => {
    const { snippet, snippetSpan, passageHeading } = articleOf(
      await ask({ text: 'clause', enableVector: false }),
      'b',
    )
    expect(snippet).toContain('La <mark>clause</mark> de garde')
    const { start = 0, end = 0 } = snippetSpan ?? {}
    expect([...TEXT].slice(start, end).join('')).toBe(snippet?.replace(/<\/?mark>/gu, ''))
    expect(passageHeading).toBeNull()
  })

  test('is in the passage that meaning found, where meaning ranks the hit first', async () => {
    const { snippet, passageHeading } = articleOf(await ask({ text: 'titre' }), 'a')
    expect(snippet?.startsWith('La clause de garde')).toBe(true)
    expect(passageHeading).toBe('De la garde')
  })

  test('of a browse is the beginning, without marks', async () => {
    const { snippet, snippetSpan } = articleOf(await ask({}), 'a')
    expect(snippet?.startsWith('Titre')).toBe(true)
    expect(snippet).not.toContain('<mark>')
    expect(snippetSpan?.start).toBe(0)
  })

  test('names the identifiers of the query that the text has', async () => {
    const response = await ask({ text: 'pourvoi n° 19-60.222' })
    expect(articleOf(response, 'b').matchedIdentifiers).toEqual(['docket:19-60.222'])
  })
})

test('a hit, a headnote too, tells the language of its text', async () => {
  const { hits } = await ask({ text: 'clause' })
  const languages = hits.map((hit) => [hit.slug, hit.language])
  expect(new Map(languages.map(([slug = '', language]) => [slug, language]))).toEqual(
    new Map([
      ['a', 'fr'],
      ['b', 'de'],
    ]),
  )
  expect(hits.map(({ type }) => type)).toContain('headnote')
})

describe('an explanation', () => {
  test('adds up to the score, and gives shares of terms and similarity', async () => {
    const asked: IndexQuery[] = []
    const { hits, explanation } = await ask({ text: 'clause', explain: true }, asked)
    expect(asked[0]?.withShares).toBe(true)
    for (const { score, explanation: why } of hits)
      expect(sum(why?.contributions.map((one) => one.score) ?? [])).toBe(score)
    const why = hits.find(({ slug, type }) => slug === 'b' && type === 'article')?.explanation
    expect(why).toEqual({
      rule: 'fusion',
      contributions: [
        { ranking: 'lexical', rank: 3, score: 1 / 63 },
        { ranking: 'semantic', rank: 1, score: 1 / 61 },
      ],
      lexical: { score: 1, terms: [share('clau')] },
      similarity: 0.9,
    })
    expect(explanation).toMatchObject({
      day: '2026-05-04',
      terms: [{ term: 'clau', weight: 1, origin: 'word' }],
      semantic: 'used',
      similarityFloor: 0.2,
    })
  })

  test('of words alone and of a browse says so', async () => {
    const words = await ask({ text: 'clause', explain: true, enableVector: false })
    expect(words.hits.map(({ explanation }) => explanation?.rule)).toEqual(Array(3).fill('words'))
    expect(words.explanation?.semantic).toBe('off')
    const browsed = await ask({ explain: true })
    expect(browsed.hits[0]?.explanation).toEqual({
      rule: 'order',
      contributions: [{ ranking: 'order', rank: 1, score: 1 / 61 }],
      lexical: null,
      similarity: null,
    })
  })

  test('is not given unasked', async () => {
    const { hits, explanation } = await ask({ text: 'clause' })
    expect(explanation).toBeUndefined()
    expect(hits.every((hit) => hit.explanation === undefined)).toBe(true)
  })
})

describe('headnotes folded under their texts', () => {
  test('each text is one hit with the score of its best member, and totals count texts', async () => {
    const apart = await ask({ text: 'clause' })
    const folded = await ask({ text: 'clause', collapse: true })
    expect(folded.total).toBe(2)
    expect(folded.hits.map(({ slug }) => slug).toSorted()).toEqual(['a', 'b'])
    const best = (slug: string): number =>
      Math.max(...apart.hits.filter((hit) => hit.slug === slug).map(({ score }) => score))
    for (const { slug, score } of folded.hits) expect(score).toBe(best(slug))
    expect(articleOf(folded, 'a').headnotes?.map(({ sequence }) => sequence)).toEqual([1, 2])
    expect(articleOf(folded, 'b').headnotes).toEqual([])
  })

  test('a text of which only headnotes are hits is shown in its own colour', async () => {
    const folded = await ask({ text: 'clause', collapse: true, enableVector: false })
    expect(articleOf(folded, 'a')).toMatchObject({ statusFlag: 'green', type: 'article' })
    expect(articleOf(folded, 'a').snippet).toContain('<mark>')
  })

  test('pages count texts', async () => {
    const { hits } = await ask({ text: 'clause', collapse: true, offset: 1, limit: 1 })
    expect(hits).toHaveLength(1)
  })
})

test('of the fields that are asked for, hits have these and what lets a reader check them', async () => {
  const response = await ask({ text: 'clause', collapse: true, fields: ['title'] })
  const { hits } = withFields(response, ['title']) as SearchResponse
  expect(Object.keys(hits[0] ?? {}).toSorted()).toEqual(
    'headnotes score sha256Hash slug title type version'.split(' '),
  )
  expect(withFields(response, undefined)).toBe(response)
  const closest = SearchRequest.safeParse({ fields: ['titel'] })
  expect(closest.success).toBe(false)
})
