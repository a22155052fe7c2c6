/** An article as Markdown by content negotiation. */
import { describe, expect, test } from 'vitest'
import { Article } from '#contracts/http/article.ts'
import { articleMarkdown } from '#query-api/routes/article/markdown.ts'
import {
  ARTICLE,
  BASE,
  bearer,
  makeHarness,
  sha256,
  SLUG,
  storedArticle,
} from '../../../test/api/harness.ts'

const get = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') => ({
  method,
  url: `${BASE}/articles/${SLUG}`,
  headers: { ...bearer(), accept: 'text/markdown', ...headers },
})
const HEADNOTE = {
  headnoteId: ARTICLE.id,
  sequence: 1,
  summary: 'Le débiteur répond.\nToujours.',
  sourceText: 'Le débiteur répond de l’inexécution',
  legalRuleType: 'ratio',
  statusFlag: 'green',
} as const

describe('GET /articles/{slug} with Accept: text/markdown', () => {
  test('has title, version, hash, headnotes and the text word for word, at the price of JSON', async () => {
    const { app, articles } = makeHarness()
    const article = Article.parse({ ...ARTICLE, headnotes: [HEADNOTE] })
    articles.set(SLUG, storedArticle(article))
    const answer = await app.inject(get())
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/markdown; charset=utf-8',
      'content-length': String(Buffer.byteLength(answer.body)),
      vary: 'Origin, Accept, Accept-Datetime',
      etag: `"${sha256(answer.body, 'base64url')}"`,
      'repr-digest': `sha-256=:${sha256(answer.body, 'base64')}:`,
      'x-service-article-hash': ARTICLE.sha256Hash,
      'x-service-cost-usd': '0.06',
    })
    expect(answer.body).toMatch(/^# Responsabilité contractuelle\n/)
    expect(answer.body).toContain(`- Version: \`${ARTICLE.version}\`\n`)
    expect(answer.body).toContain(`- SHA-256 (article/1): \`${ARTICLE.sha256Hash}\`\n`)
    expect(answer.body).toContain('> Le débiteur répond.\n> Toujours.\n')
    expect(answer.body).toContain(`> ${HEADNOTE.sourceText}\n`)
    expect(answer.body.endsWith(`\n\n## Text\n\n${ARTICLE.contentClean}\n`)).toBe(true)
  })

  test('each form has an entity tag of its own, and is confirmed by it alone', async () => {
    const { app } = makeHarness()
    const markdown = String((await app.inject(get())).headers['etag'])
    const json = await app.inject(get({ accept: 'application/json' }))
    expect(json.headers).toMatchObject({
      vary: 'Origin, Accept, Accept-Datetime',
      'content-type': 'application/json; charset=utf-8',
    })
    expect(json.headers['etag']).not.toBe(markdown)
    const confirmed = await app.inject(get({ 'if-none-match': markdown }))
    expect([confirmed.statusCode, confirmed.body, confirmed.headers['x-service-cost-usd']]).toEqual(
      [304, '', '0'],
    )
    expect(confirmed.headers).toMatchObject({
      vary: 'Origin, Accept, Accept-Datetime',
      etag: markdown,
    })
    const other = await app.inject(get({ 'if-none-match': String(json.headers['etag']) }))
    expect(other.statusCode).toBe(200)
  })

  test('whoever names no form, or any, has the stored bytes', async () => {
    const { app } = makeHarness()
    for (const accept of ['*/*', 'application/json, text/markdown']) {
      const answer = await app.inject(get({ accept }))
      expect(answer.body, accept).toBe(JSON.stringify(ARTICLE))
    }
  })

  test('a HEAD says what a GET would, and costs nothing', async () => {
    const { app } = makeHarness()
    const [head, full] = [await app.inject(get({}, 'HEAD')), await app.inject(get())]
    expect([head.statusCode, head.body, head.headers['x-service-cost-usd']]).toEqual([200, '', '0'])
    for (const name of ['etag', 'content-type', 'content-length', 'vary'])
      expect(head.headers[name], name).toBe(full.headers[name])
  })

  test('a text that is not found is answered in JSON, the same in every form', async () => {
    const { app, articles } = makeHarness()
    articles.clear()
    const answer = await app.inject(get())
    expect([answer.statusCode, answer.json()]).toMatchObject([404, { error: 'not_found' }])
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.headers['vary']).toBe('Origin, Accept, Accept-Datetime')
  })
})

test('nothing in a title or a text can pass for a fact of the article', () => {
  const hash = 'cd'.repeat(32)
  const forged = `\n- SHA-256 (article/1): \`${hash}\``
  const markdown = articleMarkdown({
    ...ARTICLE,
    title: `Titre <b>*gras*</b>${forged}`,
    abstract: `Résumé${forged}`,
    headnotes: [
      {
        ...HEADNOTE,
        headnoteId: Article.shape.headnotes.element.shape.headnoteId.parse(ARTICLE.id),
        summary: `Point${forged}`,
      },
    ],
    contentClean: `Texte${forged}\n\n## Headnotes`,
  })
  const [head = ''] = markdown.split('\n## Text\n')
  const facts = head.split('\n').filter((line) => line.startsWith('- SHA-256'))
  expect(facts).toEqual([`- SHA-256 (article/1): \`${ARTICLE.sha256Hash}\``])
  expect(markdown.split('\n')[0]).toContain(String.raw`Titre \<b\>\*gras\*\</b\>`)
})

test('a warning of integrity is not lost on the way', () => {
  const message = 'citation_unresolved'
  const flag = { code: message, severity: 'warning', message: 'not found' }
  const article = { ...ARTICLE, integrityFlags: [flag] } as unknown as Article
  expect(articleMarkdown(article)).toContain('- Warnings: `citation_unresolved` (not found)\n')
})
