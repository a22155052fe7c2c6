/** `GET /articles/{slug}/cite` (contracts/conventions/citation-styles.md). */
import { describe, expect, test } from 'vitest'
import { CitedStyles } from '#contracts/http/cite.ts'
import { Article } from '#contracts/http/article.ts'
import { JudicialDecision } from '#contracts/decision.ts'
import {
  ARTICLE,
  BASE,
  bearer,
  makeHarness,
  SLUG,
  storedArticle,
  UNUSED,
} from '../../../test/api/harness.ts'
import { makeVersionsDouble } from '../../../test/api/versions-double.ts'

const NO_STATE = { ...UNUSED.versions, stateOf: async () => null }
const DECISION = Article.parse({
  ...ARTICLE,
  contentType: 'jurisprudence',
  doctrineSubtype: null,
  judicialDecision: {
    ...JudicialDecision.parse({
      courtCode: 'fr.ccass',
      chamber: 'civ2',
      decisionDate: '2020-03-12',
      identifiers: [{ scheme: 'docket', value: '18-23.456' }],
    }),
    id: ARTICLE.id,
  },
})

const asked = async (query = '', article: Article = DECISION) => {
  const harness = makeHarness({ versions: NO_STATE })
  harness.articles.set(SLUG, storedArticle(article))
  return harness.app.inject({
    url: `${BASE}/articles/${SLUG}/cite${query}`,
    headers: { ...bearer(), host: 'law.example' },
  })
}

const LINK = `http://law.example/t/${SLUG}@1.0.0`

const rent = async (query: string) => {
  const { versions, stored, slug } = makeVersionsDouble()
  if (stored === null) throw new Error('the double has no article')
  const harness = makeHarness({ versions })
  harness.articles.set(slug, stored)
  const url = `${BASE}/articles/${slug}/cite${query}`
  return harness.app.inject({ url, headers: { ...bearer(), host: 'law.example' } })
}

describe('GET /articles/{slug}/cite', () => {
  test('without a style gives all of them as JSON, free', async () => {
    const answer = await asked()
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['x-service-cost-usd']).toBe('0')
    const { styles, version } = CitedStyles.parse(answer.json())
    expect(version).toBe('1.0.0')
    expect(styles.fr).toBe('Cass. 2e civ., 12 mars 2020, n°\u00a018-23.456')
    expect(styles.link).toBe(LINK)
    expect(styles.proof).toBe(`${styles.fr}, version 1.0.0, ${LINK}, SHA-256 ${ARTICLE.sha256Hash}`)
  })

  const TYPES = [
    ['fr', 'text/plain; charset=utf-8', /^Cass\. 2e civ\./u],
    ['eu', 'text/plain; charset=utf-8', /^Cour de cassation \(France\), 12 mars 2020/u],
    ['csl-json', 'application/vnd.citationstyles.csl+json; charset=utf-8', /"legal_case"/u],
    ['ris', 'application/x-research-info-systems; charset=utf-8', /^TY {2}- CASE\r\n/u],
    ['bibtex', 'application/x-bibtex; charset=utf-8', /^@jurisdiction\{/u],
    ['link', 'text/plain; charset=utf-8', /^http:\/\/law\.example\/t\//u],
    ['proof', 'text/plain; charset=utf-8', /SHA-256/u],
  ] as const
  for (const [style, type, begin] of TYPES)
    test(`${style} has its media type`, async () => {
      const answer = await asked(`?style=${style}`)
      expect(answer.headers['content-type']).toBe(type)
      expect(answer.body).toMatch(begin)
    })

  test('the language is that of European practice, and a paragraph is named', async () => {
    expect((await asked('?style=eu&language=en&paragraph=12')).body).toBe(
      'Cour de cassation (France), 12 March 2020, No\u00a018-23.456, paragraph 12',
    )
    expect((await asked('?style=fr&language=en&paragraph=12-14')).body).toBe(
      'Cass. 2e civ., 12 mars 2020, n°\u00a018-23.456, §\u00a012-14',
    )
  })

  test('an unknown style is refused, and the closest is named', async () => {
    const answer = await asked('?style=bibtext')
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({
      error: 'validation_failed',
      details: [{ path: 'style', code: 'invalid_value', closest: 'bibtex' }],
    })
  })

  test('a version and a day together, a bad paragraph and an unknown parameter are refused', async () => {
    for (const [query, code] of [
      ['?version=1.0.0&asOf=2020-01-01', 'version_and_day'],
      ['?paragraph=xii', 'invalid_format'],
      ['?format=ris', 'unknown_parameter'],
    ]) {
      const answer = await asked(query)
      expect(answer.statusCode, query).toBe(400)
      expect(answer.json()).toMatchObject({ details: [{ code }] })
    }
  })

  test('a text without court, day and number is cited by its title', async () => {
    const bare = Article.parse({
      ...DECISION,
      title: 'Affaire du Grand-Hornu',
      publishedAt: null,
      judicialDecision: { ...JudicialDecision.parse({}), id: ARTICLE.id },
    })
    expect((await asked('?style=fr', bare)).body).toBe('Affaire du Grand-Hornu')
  })

  test('cites a version, and the wording of a day with the day', async () => {
    expect((await rent('?style=fr&version=1.0.0')).body).toBe(
      "Article 1, version en vigueur jusqu'au 31 déc. 2019",
    )
    expect((await rent('?style=fr&asOf=2021-06-01')).body).toBe(
      'Article 1, version en vigueur au 1er juin 2021',
    )
    expect((await rent('?style=fr')).body).toBe(
      'Article premier, version en vigueur depuis le 1er janv. 2023',
    )
    expect((await rent('?style=link&asOf=2021-06-01')).body).toMatch(/@2\.0\.0$/u)
  })

  test('a version or a day that is not held is not found, with those that are', async () => {
    expect((await rent('?version=9.0.0')).json()).toMatchObject({
      error: 'not_found',
      reason: 'version_unknown',
      details: [{ allowed: ['1.0.0', '2.0.0', '3.0.0'] }],
    })
    expect((await rent('?asOf=2022-06-01')).json()).toMatchObject({ reason: 'no_wording_on_day' })
    expect((await rent('?asOf=2022-02-30')).statusCode).toBe(400)
  })

  test('names the author, whom the article itself does not state', async () => {
    const { versions } = makeVersionsDouble()
    const state = await versions.stateOf(ARTICLE.id)
    const [first] = state?.wordings ?? []
    if (state === null || first === undefined) throw new Error('the double has no wording')
    const authored = { ...first, content: { ...first.content, author: 'Claire Moreau' } }
    const harness = makeHarness({
      versions: { ...versions, stateOf: async () => ({ ...state, wordings: [authored] }) },
    })
    const answer = await harness.app.inject({
      url: `${BASE}/articles/${SLUG}/cite`,
      headers: bearer(),
    })
    const { styles } = CitedStyles.parse(answer.json())
    expect(styles.fr).toMatch(/^Claire Moreau, «/u)
    expect(styles['csl-json'][0]?.author).toEqual([{ literal: 'Claire Moreau' }])
    expect(styles.ris).toContain('\r\nAU  - Claire Moreau\r\n')
    expect(styles.bibtex).toContain('author = {{Claire Moreau}}')
  })

  test('an article that is not there is not found', async () => {
    const { app } = makeHarness({ versions: NO_STATE })
    const answer = await app.inject({
      url: `${BASE}/articles/nothing-here/cite`,
      headers: bearer(),
    })
    expect(answer.statusCode).toBe(404)
  })
})
