import { describe, expect, test } from 'vitest'
import {
  ARTICLE,
  emptyResponse,
  failing,
  makeHarness,
  POSITION,
  sha256,
  SLUG,
  storedArticle,
  NO_RESEARCH,
  PEPPER,
  UNUSED,
} from '../../../test/api/harness.ts'
import { compareWordings } from '#query-api/versions/diff.ts'
import { FIRST, makeVersionsDouble } from '../../../test/api/versions-double.ts'
import { EmailAddress } from '#contracts/account.ts'
import { makeMemoryRateLimiter } from '#infra/memory/rate-limiter.ts'
import type { AccountArea } from '#query-api/portal/routes/area.ts'
import { Fault } from '#contracts/fault.ts'
import { Article } from '#contracts/http/article.ts'
import type { SearchHit, SearchRequest } from '#contracts/http/search.ts'
import type { ResolvedCitation } from '#contracts/http/resolve.ts'
import type { WhyNotResponse } from '#contracts/http/why-not.ts'
import { Day, Instant, SemVer, Slug } from '#contracts/ids.ts'

const HIT: SearchHit = {
  type: 'article',
  score: 0.03,
  slug: SLUG,
  title: 'Bail <b>commercial</b>',
  abstract: 'Le preneur & le bailleur.',
  language: 'fr',
  jurisdiction: ['FR'],
  contentType: 'doctrine',
  publishedAt: '2024-05-02T00:00:00.000Z',
  version: '1.0.0',
  sha256Hash: ARTICLE.sha256Hash,
  statusFlag: 'red',
  validity: { validFrom: null, validTo: Day.parse('2020-01-01') },
  inForce: false,
  snippet: null,
  snippetSpan: null,
  passageHeading: null,
  matchedIdentifiers: [],
}

const head = (slug: string) => ({
  id: ARTICLE.id,
  slug: Slug.parse(slug),
  title: slug,
  contentType: ARTICLE.contentType,
  jurisdiction: ARTICLE.jurisdiction,
  language: 'fr',
  version: ARTICLE.version,
  sha256Hash: ARTICLE.sha256Hash,
  publishedAt: null,
  statusFlag: 'gray' as const,
  validity: { validFrom: null, validTo: null },
  ecli: null,
  courtCode: null,
  decisionDate: null,
  name: 'article:code-a:12',
  wording: { version: ARTICLE.version, validFrom: null, validTo: null },
})
/** A citation that two texts answer to. */
const CITED: ResolvedCitation = {
  index: 0,
  text: 'article 12',
  span: { codePoint: { start: 0, end: 10 }, utf16: { start: 0, end: 10 } },
  status: 300,
  code: 'ambiguous',
  normal: 'article:code-a:12',
  kind: 'article',
  hint: null,
  targets: [
    {
      normal: 'article:code-a:12',
      status: 300,
      code: 'ambiguous',
      articles: [head('code-a-12'), head('code-b-12')],
      near: [],
      coverage: null,
      hint: null,
    },
  ],
}

/** The page as a reader sees its source: entities of the template are characters again. */
const decoded = (body: string): string =>
  body.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))

/** Nothing cites the article, and nothing treats it. */
const ALONE = {
  ...NO_RESEARCH,
  citations: {
    ...NO_RESEARCH.citations,
    relationsOf: async () => ({ citing: [], cited: [], more: false }),
  },
  citator: { factsOf: async () => new Map(), reliersOf: async () => [] },
}

const NO_VERSIONS = {
  stateOf: async () => null,
  factsOf: async () => [],
  keptTexts: async () => new Set<never>(),
  conceptsOf: async () => new Map(),
  blobs: { get: async () => new Map() },
}

const unused = (): never => {
  throw new Error('this test gave the account area no double')
}
/** An account area with one session, whose holder pays or not. */
const accountOf = (reader: { readonly paid: boolean }): AccountArea => ({
  users: { byEmail: unused, setPassword: unused, rehash: unused, remove: unused },
  sessions: {
    open: unused,
    close: unused,
    find: async () => ({
      userId: 'a',
      email: EmailAddress.parse('a@example.org'),
      account: { accountId: 'a', name: 'A', plan: 'practitioner', ...reader },
    }),
  },
  keys: {
    create: unused,
    list: unused,
    one: unused,
    rotate: unused,
    revoke: unused,
    setCap: unused,
    setOrigins: unused,
  },
  webhooks: UNUSED.webhooks,
  recall: UNUSED.recall,
  savedSearches: UNUSED.savedSearches,
  texts: UNUSED.texts,
  articles: NO_RESEARCH.articles,
  mail: null,
  concepts: NO_RESEARCH.concepts,
  applications: {
    allow: unused,
    redeem: unused,
    refresh: unused,
    revoke: unused,
    list: unused,
    names: unused,
    disconnect: unused,
  },
  usage: { byDay: unused, charges: unused },
  limiter: makeMemoryRateLimiter(() => 0),
  pepper: PEPPER,
  clock: () => 0,
  hasSandbox: false,
})

const finding = (hits: readonly SearchHit[], asked: SearchRequest[] = []) =>
  makeHarness({
    research: ALONE,
    versions: NO_VERSIONS,
    search: async (request: SearchRequest) => {
      asked.push(request)
      const found = Object.keys(request.filters).length === 0 ? hits : []
      return {
        response: { ...emptyResponse(request), hits: [...found], total: found.length },
        position: POSITION,
      }
    },
  })

const page = async (url: string, { app } = finding([HIT])) => {
  const answer = await app.inject({ url, headers: { 'accept-language': 'fr' } })
  return { ...answer, text: decoded(answer.body), statusCode: answer.statusCode }
}

const HEADNOTE = {
  ...HIT,
  type: 'headnote' as const,
  headnoteId: '6f1c2f0e-6a83-4c2e-9f55-0f6a1f0f0009',
  articleSlug: SLUG,
  articleTitle: HIT.title,
  sequence: 2,
  summary: 'Le bail est écrit.',
  snippet: 'Le <mark>bail</mark> est écrit.',
  legalRuleType: null,
}

describe('the search page', () => {
  test('shows what is found as text, with its colour as a word and the end of its force', async () => {
    const { text, body, statusCode } = await page('/search?q=bail')
    expect(statusCode).toBe(200)
    expect(body).not.toContain('<b>')
    expect(text).toContain(HIT.title)
    expect(body).toContain(`href="/t/${SLUG}"`)
    for (const words of ['1\u00a0résultat', 'ne fait plus autorité', 'n’est plus en vigueur'])
      expect(text).toContain(words)
  })

  test('needs no key, charges nothing, and shares the limit of anonymous calls', async () => {
    const harness = finding([HIT])
    const first = await harness.app.inject('/search?q=bail')
    expect(first.headers['x-service-cost-usd']).toBe('0')
    for (let call = 1; call < 30; call += 1) await harness.app.inject('/search?q=bail')
    const refused = await page('/search?q=bail', harness)
    expect(refused.statusCode).toBe(429)
    expect(refused.text).toContain('Trop de recherches en une minute')
    expect(refused.text).toMatch(/Réessayez dans \d+\u00a0seconde/u)
    expect(refused.headers['retry-after']).toMatch(/^\d+$/u)
    // Reading has a limit of its own.
    expect((await page(`/t/${SLUG}`, harness)).statusCode).toBe(200)
    const api = await harness.app.inject({ method: 'POST', url: '/api/v1/search', payload: {} })
    expect(api.statusCode).toBe(429)
  })

  test('turns an address into a request, and keeps it in its links', async () => {
    const asked: SearchRequest[] = []
    const harness = finding([], asked)
    const { text } = await page(
      '/search?q=bail&jurisdictions=FR&jurisdictions=LU&dateFrom=2020-01-01&dateTo=&inForce=true&page=2&utm_source=x&lang=fr',
      harness,
    )
    expect(asked[0]).toMatchObject({
      text: 'bail',
      filters: { jurisdictions: ['FR', 'LU'], dateFrom: '2020-01-01', inForce: true },
      limit: 20,
      offset: 20,
    })
    expect(text).toContain('Retirer le filtre')
    expect(text).toContain(
      'href="/search?q=bail&jurisdictions=FR&dateFrom=2020-01-01&inForce=true&lang=fr"',
    )
  })

  const OUT: Pick<WhyNotResponse, 'stages' | 'change'> = {
    stages: [
      {
        stage: 'filter',
        field: 'filters.jurisdictions',
        own: ['FR'],
        rank: null,
        similarity: null,
        detail: 'The text does not pass jurisdictions.',
      },
    ],
    change: { filters: { jurisdictions: ['AD', 'FR'] } },
  }
  const missing = (why: Partial<WhyNotResponse> = OUT) => {
    const asked: { request: SearchRequest; slug: string; signal: AbortSignal | undefined }[] = []
    const harness = makeHarness({
      research: ALONE,
      versions: NO_VERSIONS,
      search: async (request) => ({
        response: { ...emptyResponse(request), hits: [], total: 0 },
        position: POSITION,
      }),
      whyNot: async (one, signal) => {
        asked.push({ ...one, signal })
        const response = { slug: SLUG, isOnPage: false, rank: null, stages: [], change: null }
        return { response: { ...response, ...why }, position: POSITION }
      },
      resolve: async ({ citations = [] }) => ({
        response: { citations: citations[0] === 'article 12' ? [CITED] : [], asOf: null },
        position: POSITION,
      }),
    })
    return { ...harness, asked }
  }

  test.each([`https://law.example/t/${SLUG}@1.0.0?lang=en`, `/t/${SLUG}`, SLUG])(
    'says why the text of %s is missing, and links to the search that shows it',
    async (name) => {
      const harness = missing()
      const query = new URLSearchParams({
        q: 'bail',
        jurisdictions: 'AD',
        page: '1',
        missing: name,
      })
      const { text } = await page(`/search?${query.toString()}`, harness)
      expect(harness.asked).toMatchObject([
        {
          slug: SLUG,
          request: { text: 'bail', filters: { jurisdictions: ['AD'] }, limit: 20 },
          signal: expect.any(AbortSignal),
        },
      ])
      expect(text).toContain(
        'Le filtre Ordre juridique l’écarte\u00a0: sa propre valeur est France.',
      )
      expect(text).toContain('href="/search?q=bail&jurisdictions=AD&jurisdictions=FR"')
      expect(text).toContain('avec Ordre juridique\u00a0: Andorre, France')
    },
  )

  test('leads to the page of results that has a missing text', async () => {
    const [stage] = OUT.stages
    if (stage === undefined) throw new Error('there is a stage')
    const harness = missing({
      stages: [{ ...stage, stage: 'page', field: 'offset', own: [], rank: 47 }],
      change: { limit: 47 },
    })
    const { text } = await page(`/search?q=bail&missing=${SLUG}`, harness)
    expect(text).toContain('Il figure au rang 47, sur une autre page.')
    expect(text).toContain('href="/search?q=bail&page=3"')
  })

  test('asks which of several texts is missing, and says so of a name without a text', async () => {
    const several = await page('/search?q=bail&missing=article+12', missing())
    expect(several.text).toContain('href="/search?q=bail&missing=%2Ft%2Fcode-a-12"')
    for (const name of ['/t/rien-00000000', 'rien', '%', '/t/%E0%A4%A'])
      expect(
        (await page(`/search?q=bail&missing=${encodeURIComponent(name)}`, missing())).text,
      ).toContain(`Aucun texte du fonds ne répond à «\u00a0${name}\u00a0».`)
  })

  test('says what to do where nothing is found', async () => {
    const { text } = await page('/search?q=bail&jurisdictions=AD')
    expect(text).toContain('Aucun résultat')
    expect(text).toContain('Sans filtre, la même recherche donne 1\u00a0résultat.')
    expect(text).toContain('Vérifiez l’orthographe')
  })

  test('leads from a page that there is not to the last one', async () => {
    const beyond = makeHarness({
      research: ALONE,
      search: async (request: SearchRequest) => ({
        response: { ...emptyResponse(request), total: 45 },
        position: POSITION,
      }),
    })
    const { text } = await page('/search?q=bail&page=99', beyond)
    expect(text).toContain('Cette page de résultats n’existe pas.')
    expect(text).toContain('href="/search?q=bail&page=3"')
    expect(text).not.toContain('Aucun texte ne correspond')
  })

  test('suggests no other filter for a parameter that is near none', async () => {
    const { text } = await page('/search?q=bail&offset=9999')
    expect(text).toContain('Le filtre «\u00a0offset\u00a0» n’existe pas.')
    expect(text).not.toContain('Employer')
    const near = await page('/search?jurisdiction=FR')
    expect(near.text).toContain('Employer le filtre Ordre juridique')
  })

  test('says which filter by itself keeps results out', async () => {
    const { app } = makeHarness({
      research: ALONE,
      search: async (request: SearchRequest) => {
        const total = request.filters.jurisdictions === undefined ? 7 : 0
        return { response: { ...emptyResponse(request), total }, position: POSITION }
      },
    })
    const answer = await app.inject({
      url: '/search?q=bail&jurisdictions=AD&contentTypes=doctrine',
      headers: { 'accept-language': 'fr' },
    })
    const text = decoded(answer.body)
    expect(text).toContain('sans le filtre Ordre juridique, 7\u00a0résultats')
    expect(text).not.toContain('sans le filtre Nature')
  })

  test('marks the words of a hit in another language than that of the page', async () => {
    const snippet = 'La <mark>llei</mark>.'
    const hit: SearchHit = { ...HIT, language: 'ca', snippet, snippetSpan: { start: 0, end: 7 } }
    const { text } = await page('/search?q=llei', finding([hit]))
    expect(text).toMatch(/<a href="[^"]+" lang="ca"\s*>Bail/)
    expect(text).toMatch(/<p class="excerpt" lang="ca"\s*>/)
    expect(text).toMatch(/<a class="passage" href="[^"]+" lang="fr"/)
    expect((await page('/search?q=bail', finding([HIT]))).text).not.toContain('lang="ca"')
  })

  test('folds headnotes under their text, and leads to the words that match', async () => {
    const found: SearchHit = {
      ...HIT,
      snippet: '… le <mark>bail</mark> &amp; le loyer …',
      snippetSpan: { start: 0, end: 10 },
      passageHeading: 'Motifs',
      matchedIdentifiers: ['docket:19-60.222'],
      headnotes: [HEADNOTE],
    }
    const asked: SearchRequest[] = []
    const { text } = await page('/search?q=bail', finding([found], asked))
    expect(asked[0]?.collapse).toBe(true)
    for (const part of [
      '<mark>bail</mark>',
      'Motifs',
      'n°\u00a019-60.222<',
      `href="/t/${SLUG}#h2"`,
    ])
      expect(text).toContain(part)
    expect(text).toContain(`href="/t/${SLUG}#:~:text=le%20bail%20%26%20le%20loyer"`)
  })

  test.each([
    [
      '**Le sort du <mark>bail</mark>.** – Il est _nul_.',
      'Le sort du <mark>bail</mark>. – Il est nul.',
    ],
    [
      'du <mark>bail</mark>.** Voir [ici](https://a.example/?a=1&amp;b=2)[^1]',
      'du <mark>bail</mark>. Voir ici',
    ],
    ['nul_.\n\n## Le **<mark>bail</mark>**\n', 'nul. Le <mark>bail</mark>'],
    ['| loyer | <mark>bail</mark> |\n| --- | --- |\n| 1 | 2 |', 'loyer | <mark>bail</mark> 1 | 2'],
  ])('shows %j without the signs of Markdown', async (snippet, words) => {
    const hit = { ...HIT, snippet, snippetSpan: { start: 0, end: 1 } }
    const { text } = await page('/search?q=bail', finding([hit]))
    expect(text).toContain(`… ${words} …`)
    expect(text).toMatch(/#:~:text=(?:le%20sort%20du%20bail|du%20bail|le%20bail|bail)(?:\.|")/iu)
  })

  test('leads to the wording that a hit shows, where another one is served', async () => {
    const hit = { ...HIT, snippet: 'le <mark>bail</mark>', headnotes: [HEADNOTE] }
    const linksWith = async (served: SemVer, licence: string | null = ARTICLE.licence) => {
      const { text } = await page('/search?q=bail&asOf=2018-05-01', {
        ...makeHarness({
          research: ALONE,
          search: async (request: SearchRequest) => ({
            response: { ...emptyResponse(request), hits: [hit], total: 1 },
            position: POSITION,
          }),
          texts: {
            ...UNUSED.texts,
            cards: async (slugs) =>
              new Map(slugs.map((slug) => [slug, { ...ARTICLE, slug, version: served, licence }])),
          },
        }),
      })
      return [...text.matchAll(/href="(\/t\/[^"]*)"/gu)].map(([, link]) => link)
    }
    const words = '#:~:text=le%20bail'
    const other = `/t/${SLUG}@1.0.0`
    expect(await linksWith(SemVer.parse('3.0.0'))).toEqual([
      other,
      `${other}${words}`,
      `${other}#h2`,
    ])
    const same = `/t/${SLUG}`
    expect(await linksWith(SemVer.parse('1.0.0'))).toEqual([same, `${same}${words}`, `${same}#h2`])
    // Nothing of a closed text is on its page, so no link leads to its words.
    expect(await linksWith(SemVer.parse('1.0.0'), null)).toEqual([same])
  })

  test('explains in the language of the reader what is wrong, and how to mend it', async () => {
    const unknown = await page('/search?q=bail&jurisdictions=FRA&dateFrom=2021-02-30')
    expect(unknown.statusCode).toBe(400)
    expect(unknown.text).toContain(
      '«\u00a0FRA\u00a0» n’est pas une valeur du filtre Ordre juridique.',
    )
    expect(unknown.text).toContain('href="/search?q=bail&jurisdictions=FR&dateFrom=2021-02-30"')
    expect(unknown.text).toContain('«\u00a02021-02-30\u00a0» n’est pas une date du calendrier')
    const reversed = await page('/search?dateFrom=2021-01-02&dateTo=2021-01-01')
    expect(reversed.text).toContain('La première date est postérieure à la seconde.')
    const field = await page('/search?jurisdiction=FR')
    expect(field.text).toContain('href="/search?jurisdictions=FR"')
    const long = await page(`/search?q=${'a'.repeat(501)}`)
    expect(long.text).toContain('500 caractères')
  })

  test('a fault of the engine is a page, with the time to come back', async () => {
    const away = makeHarness({ search: failing(new Fault('search-unavailable', 'away')) })
    const { statusCode, text, headers } = await page('/search?q=bail', away)
    expect(statusCode).toBe(503)
    expect(headers['retry-after']).toBe('30')
    expect(text).toContain('Une erreur est survenue de notre côté')
  })
})

/** Where the link above a text leads. */
const backFrom = async (referer: string): Promise<string | undefined> => {
  const { app } = finding([HIT])
  const url = `/t/${SLUG}?lang=fr`
  const { body } = await app.inject({ url, headers: { host: 'localhost', referer } })
  return /class="back"><a href="([^"]*)"/u.exec(decoded(body))?.[1]
}

describe('the page of a text', () => {
  test('shows the whole text with numbered paragraphs, version, hash and licence', async () => {
    const { text, body, statusCode } = await page(`/t/${SLUG}`)
    expect(statusCode).toBe(200)
    for (const part of [ARTICLE.title, ARTICLE.contentClean, ARTICLE.sha256Hash, 'CC-BY-4.0'])
      expect(text).toContain(part)
    expect(body).toContain('<div class="paragraph" id="p1">')
    expect(body).toContain('href="#p1"')
  })

  test('leads back to the search that the reader comes from, and to no other site', async () => {
    expect(await backFrom('http://localhost/search?q=bail&contentTypes=doctrine&lang=en')).toBe(
      '/search?q=bail&contentTypes=doctrine&lang=fr',
    )
    for (const other of ['https://a.example/search?q=bail', 'http://localhost/account', 'x'])
      expect(await backFrom(other)).toBe('/search?lang=fr')
  })

  test('allows its own style and script by their hashes alone', async () => {
    const { body, headers } = await page(`/t/${SLUG}`)
    const script = /<script type="module">([^]*?)<\/script>/.exec(body)?.[1] ?? ''
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain(`script-src 'sha256-${sha256(script, 'base64')}'`)
    expect(policy).not.toContain('unsafe')
  })

  test('keeps a text without an open licence from strangers, and shows its metadata', async () => {
    const harness = finding([])
    for (const licence of [null, 'All rights reserved', 'CC and nothing else']) {
      harness.articles.set(SLUG, storedArticle(Article.parse({ ...ARTICLE, licence })))
      const { text, statusCode } = await page(`/t/${SLUG}`, harness)
      expect(statusCode).toBe(200)
      expect(text).toContain(ARTICLE.title)
      expect(text).not.toContain(ARTICLE.contentClean)
      expect(text).toContain('réservé aux clients')
      expect(text).not.toContain('Sommaires')
      expect((await page(`/t/${SLUG}@1.0.0/canonical`, harness)).statusCode).toBe(404)
    }
  })

  test('says nothing of examined texts where no text cites it', async () => {
    const harness = finding([])
    const statusDerivation = { ...ARTICLE.statusDerivation, flag: 'gray', rule: '4' }
    harness.articles.set(SLUG, storedArticle(Article.parse({ ...ARTICLE, statusDerivation })))
    const { text } = await page(`/t/${SLUG}`, harness)
    expect(text).toContain('Aucun texte du fonds ne le cite.')
    expect(text).not.toContain('n’ont pas encore tous été examinés')
  })

  test('gives a text without an open licence to who is signed in and pays', async () => {
    const reader = { paid: true }
    const harness = makeHarness({
      research: ALONE,
      versions: NO_VERSIONS,
      account: accountOf(reader),
    })
    harness.articles.set(SLUG, storedArticle(Article.parse({ ...ARTICLE, licence: null })))
    const get = (cookie: string, place = '') =>
      harness.app.inject({
        url: `/t/${SLUG}${place}`,
        headers: { cookie, 'accept-language': 'fr' },
      })
    const session = `pandect-session=${'s'.repeat(43)}`
    const { body: closed } = await get('')
    expect(decoded(closed)).toContain(`href="/account/sign-in?next=%2Ft%2F${SLUG}"`)
    const read = await get(session)
    expect(decoded(read.body)).toContain(ARTICLE.contentClean)
    expect(read.headers['cache-control']).toBe('no-store')
    const canonical = await get(session, '/canonical')
    expect(canonical.statusCode).toBe(200)
    expect(canonical.headers['cache-control']).toBe('private, no-cache')
    expect(decoded((await get('')).body)).not.toContain(ARTICLE.contentClean)
    reader.paid = false
    expect(decoded((await get(session)).body)).not.toContain(ARTICLE.contentClean)
  })

  test('cites a text in every style, also one that only metadata may be read of', async () => {
    for (const licence of [ARTICLE.licence, null]) {
      const harness = finding([])
      harness.articles.set(SLUG, storedArticle(Article.parse({ ...ARTICLE, licence })))
      const { text } = await page(`/t/${SLUG}`, harness)
      expect(text).toContain('«\u00a0Responsabilité contractuelle\u00a0», article, 2 mai 2024')
      expect(text).toContain(`http://localhost/t/${SLUG}@1.0.0</p>`)
      expect(text).toContain('TY  - JOUR')
      expect(text).toContain('@article{')
      expect(text).toContain('"type": "article-journal"')
    }
  })

  test('gives citations as files without a key', async () => {
    for (const [ending, type] of [
      ['ris', 'application/x-research-info-systems'],
      ['bib', 'application/x-bibtex'],
      ['csl.json', 'application/vnd.citationstyles.csl+json'],
    ]) {
      const answer = await page(`/t/${SLUG}/cite.${ending}`)
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['content-type']).toBe(`${type}; charset=utf-8`)
      expect(answer.headers['content-disposition']).toBe(
        `attachment; filename="${SLUG}-1.0.0.${ending}"`,
      )
      expect(answer.text).toContain('Responsabilité contractuelle')
    }
    expect((await page(`/t/${SLUG}/cite.docx`)).statusCode).toBe(404)
    expect((await page('/t/nothing-here/cite.ris')).statusCode).toBe(404)
  })

  test('names no host that a shell could mistake for a command', async () => {
    const { app } = finding([])
    for (const host of ['a;b.example', '$(x).example', "it's.example"]) {
      const { statusCode } = await app.inject({ url: `/t/${SLUG}`, headers: { host } })
      expect([host, statusCode]).toEqual([host, 400])
    }
  })

  test('of a text, version or address that does not exist is a 404 for people', async () => {
    for (const path of ['/t/nothing-00000000', '/t/X', `/t/${SLUG}@1`, `/t/${SLUG}@1.0.0@1.0.0`]) {
      const { text, statusCode } = await page(path)
      expect([path, statusCode]).toEqual([path, 404])
      expect(text).toContain('Texte introuvable')
    }
  })
})

/** The page of a text with three versions. */
const versioned = (...changed: Parameters<typeof makeVersionsDouble>) => {
  const double = makeVersionsDouble(...changed)
  const { versions, slug, stored } = double
  const harness = makeHarness({ research: ALONE, versions, compareWordings })
  if (stored !== null) harness.articles.set(slug, stored)
  return { slug, open: (path: string) => page(`/t/${slug}${path}`, harness) }
}

describe('the versions of a text', () => {
  test('are listed, the newest first, and each can be read', async () => {
    const { slug, open } = versioned()
    const current = await open('')
    const listed = [...current.text.matchAll(/href="\/t\/[^"]*@([\d.]+)"/gu)].map(([, one]) => one)
    expect(listed).toEqual(['3.0.0', '2.0.0', '1.0.0'])
    expect(current.text).toContain(`<link rel="canonical" href="http://localhost/t/${slug}" />`)
    const first = await open('@1.0.0')
    expect(first.statusCode).toBe(200)
    expect(first.text).toContain(FIRST.contentClean.split('\n')[0])
    expect(first.text).toContain('Vous lisez la version 1.0.0')
    expect(first.text).toContain(`<link rel="canonical" href="http://localhost/t/${slug}@1.0.0" />`)
    const none = await open('@9.9.9')
    expect(none.statusCode).toBe(404)
    expect(none.text).toContain('Ce texte n’a pas de version 9.9.9.')
  })

  test('are compared from the earlier one to the later one', async () => {
    const { open } = versioned()
    for (const path of ['@1.0.0', '@2.0.0', '']) {
      const asked = [...(await open(path)).text.matchAll(/\?from=(\d)[\d.]+&(?:amp;)?to=(\d)/gu)]
      expect(asked).toHaveLength(2)
      for (const [, from = '', to = ''] of asked) expect(Number(from)).toBeLessThan(Number(to))
    }
  })

  test('say when they came where their source gives no day of their own', async () => {
    const { open } = versioned((all) => all.filter(({ type }) => type !== 'ValidityRecorded'))
    const { text } = await open('')
    expect(text.match(/ajoutée au fonds le /gu)?.length).toBeGreaterThanOrEqual(2)
  })

  test('are cited as files, each under its own address', async () => {
    const { slug, open } = versioned()
    const first = await open('@1.0.0/cite.ris')
    expect(first.statusCode).toBe(200)
    expect(first.body).toContain(`UR  - http://localhost/t/${slug}@1.0.0\r\n`)
    expect((await open('@9.9.9/cite.ris')).statusCode).toBe(404)
  })

  test('have canonical forms whose SHA-256 is their hash', async () => {
    const { open } = versioned()
    const { text } = await open('@2.0.0')
    const stated = /id="sha256">([0-9a-f]{64})</u.exec(text)?.[1]
    const { body, headers } = await open('@2.0.0/canonical')
    expect(headers['cache-control']).toBe('no-cache')
    expect(sha256(body, 'hex')).toBe(stated)
  })

  test('are compared as one text, and what cannot be compared says why', async () => {
    const { open } = versioned()
    const compared = await open('/compare?from=1.0.0&to=2.0.0')
    expect(compared.statusCode).toBe(200)
    expect(compared.text).toMatch(/<(?:ins|del)>/u)
    for (const [query, words] of [
      ['from=1.0.0&to=1.0.0', 'Choisissez deux versions différentes'],
      ['from=1.0.0&to=7.0.0', 'Ce texte n’a pas de version 7.0.0.'],
      ['from=&to=1.0.0', 'Choisissez deux versions différentes'],
    ] as const) {
      const refused = await open(`/compare?${query}`)
      expect([query, refused.statusCode]).toEqual([query, 400])
      expect(refused.text).toContain(words)
    }
  })
})

test('a browser is answered with a page where there is none, a program with JSON', async () => {
  const { app } = finding([])
  const ask = (url: string, accept: string) =>
    app.inject({ url, headers: { accept, 'accept-language': 'fr' } })
  const shown = await ask('/nope', 'text/html,application/xhtml+xml,*/*;q=0.8')
  expect(shown.statusCode).toBe(404)
  expect(decoded(shown.body)).toContain('<h1>Page introuvable</h1>')
  for (const [url, accept] of [
    ['/nope', '*/*'],
    ['/nope', 'application/json'],
    ['/api/v1/nope', 'text/html'],
  ] as const) {
    const told = await ask(url, accept)
    expect([told.statusCode, told.json().error]).toEqual([404, 'not_found'])
  }
})

test('every page leads feed readers to the feed, in its language', async () => {
  for (const [path, title] of [
    ['/search?lang=fr', 'Changements des textes'],
    ['/search?lang=en', 'Changes of texts'],
  ] as const)
    expect((await page(path)).text.replaceAll(/\s+/gu, ' ')).toContain(
      `<link rel="alternate" type="application/atom+xml" title="${title}" href="/feeds/articles.atom" />`,
    )
})

describe('the map of the site', () => {
  const texts = {
    cards: async () => new Map(),
    parts: async () => [Instant.parse('2026-01-02T03:04:05.678Z')],
    after: async () => [],
    part: async (index: number) =>
      index === 0
        ? [{ slug: Slug.parse(SLUG), updatedAt: Instant.parse('2026-01-02T03:04:05.678Z') }]
        : [],
  }
  const mapped = () => makeHarness({ texts })

  test('has an index, parts and the days of the last changes', async () => {
    const harness = mapped()
    const index = await harness.app.inject('/sitemap.xml')
    expect(index.headers['content-type']).toContain('xml')
    expect(index.body).toContain('<loc>http://localhost/sitemap/1.xml</loc>')
    const part = await harness.app.inject('/sitemap/1.xml')
    expect(part.body).toContain(
      `<loc>http://localhost/t/${SLUG}</loc><lastmod>2026-01-02T03:04:05.678Z</lastmod>`,
    )
    for (const path of ['/sitemap/2.xml', '/sitemap/0.xml', '/sitemap/x.xml'])
      expect((await harness.app.inject(path)).statusCode).toBe(404)
  })

  test('is named in robots.txt, which keeps crawlers out of searches', async () => {
    const { body } = await mapped().app.inject('/robots.txt')
    expect(body).toContain('Disallow: /search')
    expect(body).toContain('Sitemap: http://localhost/sitemap.xml')
  })
})
