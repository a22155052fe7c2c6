/** `GET /articles/{slug}` (contracts/conventions/caching.md; contracts/conventions/article.md). */
import { expect, test } from 'vitest'
import { Article } from '#contracts/http/article.ts'
import { Slug } from '#contracts/ids.ts'
import {
  ARTICLE,
  BASE,
  bearer,
  makeHarness,
  PRINTED_POSITION,
  sha256,
  SLUG,
  storedArticle,
} from '../../../test/api/harness.ts'

const get = (headers: Record<string, string> = {}, slug: string = SLUG) => ({
  method: 'GET' as const,
  url: `${BASE}/articles/${slug}`,
  headers: { ...bearer(), ...headers },
})
const STORED = JSON.stringify(ARTICLE)

test('the stored bytes are served, with price, tag, digest and hash', async () => {
  const answer = await makeHarness().app.inject(get())
  expect(answer.statusCode).toBe(200)
  expect(answer.body).toBe(STORED)
  expect(Article.strict().parse(answer.json())).toEqual(ARTICLE)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(STORED)),
    etag: `"${sha256(STORED, 'base64url')}"`,
    'repr-digest': `sha-256=:${sha256(STORED, 'base64')}:`,
    'last-modified': 'Fri, 03 May 2024 08:30:15 GMT',
    'cache-control': 'private, must-revalidate',
    'x-service-article-hash': ARTICLE.sha256Hash,
    'x-service-corpus-position': PRINTED_POSITION,
    'x-service-cost-usd': '0.06',
  })
})

test('a copy that is still good is confirmed with 304, without a body and without a charge', async () => {
  const { app } = makeHarness()
  const first = await app.inject(get())
  const conditions = [
    { 'if-none-match': String(first.headers['etag']) },
    { 'if-none-match': `"other", W/${String(first.headers['etag'])}` },
    { 'if-none-match': '*' },
    { 'if-modified-since': String(first.headers['last-modified']) },
  ]
  for (const condition of conditions) {
    const answer = await app.inject(get(condition))
    expect(answer.statusCode).toBe(304)
    expect(answer.body).toBe('')
    expect(answer.headers['content-type']).toBeUndefined()
    expect(answer.headers['x-service-cost-usd']).toBe('0')
    for (const name of [
      'etag',
      'last-modified',
      'cache-control',
      'x-service-article-hash',
      'x-service-corpus-position',
    ])
      expect(answer.headers[name], name).toBe(first.headers[name])
  }
})

test('a text that is not the one the client needs is refused with 412, without a charge', async () => {
  const { app } = makeHarness()
  const { etag, 'last-modified': changed } = (await app.inject(get())).headers
  const failing: readonly Record<string, string>[] = [
    { 'if-match': '"another"' },
    { 'if-match': '"another"', 'if-none-match': String(etag) },
    { 'if-unmodified-since': 'Fri, 03 May 2024 08:30:14 GMT' },
  ]
  for (const condition of failing) {
    const answer = await app.inject(get(condition))
    expect([answer.statusCode, answer.json().error]).toEqual([412, 'precondition_failed'])
    expect(answer.headers).toMatchObject({ etag, 'x-service-cost-usd': '0' })
    const head = await app.inject({ ...get(condition), method: 'HEAD' })
    expect([head.statusCode, head.body]).toEqual([412, ''])
  }
  for (const condition of [
    { 'if-match': String(etag) },
    { 'if-unmodified-since': String(changed) },
  ])
    expect((await app.inject(get(condition))).statusCode).toBe(200)
  const missing = await app.inject(get({ 'if-match': '"another"' }, 'nowhere'))
  expect(missing.statusCode).toBe(404)
})

test('a flag that moved makes another tag, though the hash of the text is the same', async () => {
  const harness = makeHarness()
  const before = await harness.app.inject(get())
  harness.articles.set(SLUG, storedArticle({ ...ARTICLE, statusFlag: 'orange' }))
  const after = await harness.app.inject(get({ 'if-none-match': String(before.headers['etag']) }))
  expect(after.statusCode).toBe(200)
  expect(after.headers['etag']).not.toBe(before.headers['etag'])
  expect(after.headers['x-service-article-hash']).toBe(before.headers['x-service-article-hash'])
})

test('HEAD gives the headers of GET without an article and without a charge', async () => {
  const { app } = makeHarness()
  const [got, head] = [await app.inject(get()), await app.inject({ ...get(), method: 'HEAD' })]
  expect(head.statusCode).toBe(200)
  expect(head.body).toBe('')
  expect(head.headers['x-service-cost-usd']).toBe('0')
  for (const name of ['etag', 'repr-digest', 'last-modified', 'content-type', 'content-length'])
    expect(head.headers[name], name).toBe(got.headers[name])
  const gone = await app.inject({ ...get({}, 'nowhere'), method: 'HEAD' })
  expect(gone.statusCode).toBe(404)
  const anonymous = await app.inject({ method: 'HEAD', url: get().url })
  expect(anonymous.statusCode).toBe(401)
})

test('a slug of 600 characters works', async () => {
  const harness = makeHarness()
  const slug = Slug.parse('a'.repeat(600))
  harness.articles.set(slug, storedArticle({ ...ARTICLE, slug }))
  expect((await harness.app.inject(get({}, slug))).json()).toMatchObject({ slug })
})

test('a text of 2 MB comes out whole', async () => {
  const harness = makeHarness()
  const contentClean = 'é'.repeat(1_000_000)
  harness.articles.set(SLUG, storedArticle({ ...ARTICLE, contentClean }))
  const answer = await harness.app.inject(get())
  expect(answer.json<Article>().contentClean).toBe(contentClean)
})

test('fields gives these members and those that let a reader check them, at the same price', async () => {
  const { app } = makeHarness()
  const whole = await app.inject(get())
  const some = await app.inject(get({ accept: 'text/markdown' }, `${SLUG}?fields=title,headnotes`))
  const { slug, title, version, sha256Hash, headnotes } = ARTICLE
  expect(some.json()).toEqual({ slug, title, version, sha256Hash, headnotes })
  expect(some.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    etag: `"${sha256(some.body, 'base64url')}"`,
    'x-service-article-hash': sha256Hash,
    'x-service-cost-usd': String(whole.headers['x-service-cost-usd']),
  })
  const others = await app.inject(get({}, `${SLUG}?fields=title`))
  const tags = [whole, some, others].map(({ headers }) => headers['etag'])
  expect(new Set(tags).size).toBe(tags.length)
  const [tag] = tags
  const again = get({ 'if-none-match': String(tag) }, `${SLUG}?fields=title`)
  expect((await app.inject(again)).statusCode).toBe(200)
})

test('an unknown field is refused free of charge, and the closest is named', async () => {
  const answer = await makeHarness().app.inject(get({}, `${SLUG}?fields=slug,titel`))
  expect(answer.statusCode).toBe(400)
  expect(answer.json().details).toMatchObject([{ path: 'fields.1', closest: 'title' }])
  expect(answer.headers['x-service-cost-usd']).toBe('0')
})
