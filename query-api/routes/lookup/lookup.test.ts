/** Look-ups and resolution over HTTP (contracts/conventions/look-ups.md). */
import { describe, expect, test } from 'vitest'
import type { ErrorBody } from '#contracts/http/error.ts'
import { LookUpResponse } from '#contracts/http/lookup.ts'
import { ResolveResponse } from '#contracts/http/resolve.ts'
import type { ArticleId } from '#contracts/ids.ts'
import { makeResolve } from '#query-api/citations/resolve-request.ts'
import { namesOfText } from '#contracts/law/citations/names.ts'
import { BASE, bearer, makeHarness, POSITION } from '../../../test/api/harness.ts'
import { headOf } from '../../../test/api/heads.ts'
import { articleOf, citationIndexOf } from '../../../test/claims/held.ts'
import { contentOf } from '../../../test/contract/read-models.fixtures.ts'

const provision = (number: string) =>
  articleOf(
    contentOf(`civ-${number}`, {
      contentType: 'legislation',
      provision: { work: 'Code civil', number, section: null, anchor: null },
    }),
  )
const ruling = (name: string, docket: string, ecli: string | null) =>
  articleOf(
    contentOf(name, {
      contentType: 'jurisprudence',
      judicialDecision: {
        ecli,
        courtCode: 'fr.ccass',
        chamber: 'soc',
        decisionDate: '2020-11-25',
        identifiers: [{ scheme: 'docket', value: docket }],
      },
    }),
  )
const ARTICLES = [
  provision('1239'),
  provision('1240'),
  ruling('first', '18-13.769', 'ECLI:FR:CCASS:2020:SO01119'),
  ruling('second', '18-13.771', null),
  ruling('third', '18-13.772', null),
]

const heads = {
  headsOf: async (ids: readonly ArticleId[]) =>
    ARTICLES.filter(({ id }) => ids.includes(id)).map(headOf),
}
const open = () => {
  const citations = citationIndexOf(ARTICLES)
  const { app } = makeHarness({
    resolve: makeResolve({ citations, heads, position: async () => POSITION }),
    lookUps: {
      heads,
      articles: { byId: async () => ({ article: null, position: POSITION }) },
      names: {
        idsNamed: async (names) => ({
          position: POSITION,
          ids: ARTICLES.filter((article) =>
            namesOfText(article).some(({ name }) => names.includes(name)),
          ).map(({ id }) => id),
        }),
      },
    },
  })
  return {
    get: (query: string) =>
      app.inject({ method: 'GET', url: `${BASE}/articles?${query}`, headers: bearer() }),
    resolve: (payload: object) =>
      app.inject({
        method: 'POST',
        url: `${BASE}/citations/resolve`,
        headers: bearer(),
        payload,
      }),
  }
}
const resolved = async (payload: object) =>
  ResolveResponse.parse((await open().resolve(payload)).json()).citations

describe('GET /articles', () => {
  test('gives heads of the texts with an identifier, at the price of a search', async () => {
    const { get } = open()
    for (const query of [
      'ecli=ecli:fr:ccass:2020:so01119',
      'docket=18-13769&court=fr.ccass',
      'docket=18-13.769',
    ]) {
      const answer = await get(query)
      const { articles, total } = LookUpResponse.parse(answer.json())
      expect([total, articles[0]?.slug, articles[0]?.courtCode], query).toEqual([
        1,
        'slug-first',
        'fr.ccass',
      ])
      expect(answer.headers['x-service-cost-usd']).toBe('0.015')
    }
  })

  test('answers with a list of none where nothing has the identifier', async () => {
    for (const query of [
      'ecli=ECLI:FR:CCASS:1999:SO00001',
      'docket=99-99.999',
      'celex=32016R0679',
      'eli=/eli/reg/2016/679/oj',
      'id=6f1c2f0e-6a83-4c2e-9f55-0f6a1f0f0009',
    ])
      expect((await open().get(query)).json(), query).toMatchObject({ articles: [], total: 0 })
  })

  test('refuses what can’t be such an identifier, none and two, at no cost', async () => {
    const { get } = open()
    for (const [query, path] of [
      ['ecli=ECLI:FR:2020', 'ecli'],
      ['celex=2016/679', 'celex'],
      ['eli=reg/2016/679', 'eli'],
      ['docket=sans', 'docket'],
      ['id=42', 'id'],
      ['', ''],
      ['ecli=ECLI:FR:CCASS:2020:SO01119&docket=18-13.769', ''],
      ['docket=18-13.769&court=fr.cassation', 'court'],
      ['ecli=ECLI:FR:CCASS:2020:SO01119&court=fr.ccass', 'court'],
      ['elci=a', 'elci'],
    ] as const) {
      const answer = await get(query)
      const { error, details } = answer.json<ErrorBody>()
      expect([answer.statusCode, error, details?.[0]?.path], query).toEqual([
        400,
        'validation_failed',
        path,
      ])
      expect(answer.headers['x-service-cost-usd']).toBe('0')
    }
  })
})

describe('POST /citations/resolve', () => {
  test('gives one result per citation, with what it means', async () => {
    const answers = await resolved({
      citations: [
        'article 1240 du code civil',
        'ECLI:FR:CCASS:2020:SO01119',
        '18-13.769',
        'Soc., 25 novembre 2020',
      ],
    })
    expect(
      answers.map(({ status, normal, targets }) => [
        status,
        normal,
        targets.flatMap(({ articles }) => articles.map(({ slug }) => slug)),
      ]),
    ).toEqual([
      [200, 'article:code-civil:1240', ['slug-civ-1240']],
      [200, 'ecli:fr:ccass:2020:so01119', ['slug-first']],
      [200, 'decision:fr.ccass:18-13.769', ['slug-first']],
      [300, 'decision:fr.ccass:soc:2020-11-25', ['slug-first', 'slug-second', 'slug-third']],
    ])
  })

  test('names what is held near to what is not, and corrects no number', async () => {
    const [article, decision, ecli] = await resolved({
      citations: [
        'article 1241 du code civil',
        'Soc., 25 novembre 2020, n° 18-13.999',
        'ECLI:FR:CCASS:2021:SO01119',
      ],
    })
    for (const answer of [article, decision, ecli]) {
      expect(answer?.status).toBe(404)
      expect(answer?.targets[0]?.articles).toEqual([])
    }
    const near = (answer: typeof article) => answer?.targets[0]?.near.map(({ slug }) => slug)
    expect(near(article)).toEqual(['slug-civ-1239', 'slug-civ-1240'])
    expect(near(decision)).toContain('slug-first')
    expect(near(ecli)).toEqual(['slug-first'])
  })

  test('reads the citations of a text, with their places in code points', async () => {
    const text = '😀 Selon l’article 1240 du code civil et Soc., 25 nov. 2020, n° 18-13.769, oui.'
    const answers = await resolved({ text })
    expect(answers.map(({ status, code }) => [status, code])).toEqual([
      [200, 'resolved'],
      [200, 'resolved'],
    ])
    for (const { span, text: words } of answers)
      expect([...text].slice(span.codePoint.start, span.codePoint.end).join('')).toBe(words)
  })

  test('answers each of 250 broken citations by itself', async () => {
    const broken = [
      '',
      '   ',
      'bonjour',
      'ECLI:FR:CCASS',
      'article',
      'n° 12',
      '{"a":1}',
      'art. 0 du code civil',
      'Soc., 30 février 2020',
      '\u{1F600}',
    ]
    const citations = Array.from({ length: 250 }, (_, at) => broken[at % broken.length] ?? '')
    const answers = await resolved({ citations })
    expect(answers.map(({ index }) => index)).toEqual(citations.map((_, at) => at))
    for (const { status, code, hint, text } of answers) {
      expect([400, 404], text).toContain(status)
      if (status === 400) expect([code, hint], text).not.toContain(null)
    }
    expect(answers[3]).toMatchObject({ status: 400, code: 'ecli_invalid' })
    expect(answers[2]).toMatchObject({ status: 400, code: 'not_a_citation', normal: null })
    expect(answers[7]).toMatchObject({ status: 400, code: 'article_form_impossible' })
  })

  test('a citation says nothing about the one after it', async () => {
    const answers = await resolved({
      citations: ['Soc., 25 nov. 2020, n° 18-13.769', 'ECLI:FR:CCASS:2021:SO00001'],
    })
    expect(answers.map(({ status }) => status)).toEqual([200, 404])
  })

  test('refuses too much, nothing, both and a day that does not exist, at no cost', async () => {
    const { resolve } = open()
    for (const [payload, path] of [
      [{ citations: Array.from({ length: 251 }, () => 'a') }, 'citations'],
      [{ citations: [] }, 'citations'],
      [{ citations: ['a'.repeat(401)] }, 'citations.0'],
      [{ text: 'a'.repeat(20_001) }, 'text'],
      [{ text: ' ' }, 'text'],
      [{}, 'citations'],
      [{ citations: ['a'], text: 'a' }, 'citations'],
      [{ citations: ['a'], asOf: '2021-02-30' }, 'asOf'],
      [{ citations: ['a'], jurisdiction: 'DE' }, 'jurisdiction'],
      [{ citation: 'a' }, 'citation'],
    ] as const) {
      const answer = await resolve(payload)
      const { details } = answer.json<ErrorBody>()
      expect([answer.statusCode, details?.[0]?.path]).toEqual([400, path])
      expect(answer.headers['x-service-cost-usd']).toBe('0')
    }
  })
})
