import { expect, expectTypeOf, test, vi } from 'vitest'
import { BASE, failing, KEY, makeHarness, SLUG } from '../../test/api/harness.ts'
import { callFacts, type Client, makeClient } from './client.ts'
import type { Article, Coverage, SearchRequest, SearchResponse } from './types.ts'

const clientOf = async (harness = makeHarness()): Promise<Client> => {
  const url = await harness.app.listen({ host: '127.0.0.1', port: 0 })
  return makeClient({ baseUrl: `${url}${BASE}`, key: KEY })
}

test('an answer has its data, and its headers say what it cost', async () => {
  const client = await clientOf()
  const { data, response } = await client.GET('/articles/{slug}', {
    params: { path: { slug: SLUG } },
  })
  expect(data?.slug).toBe(SLUG)
  expect(callFacts(response)).toMatchObject({ status: 200, costUsd: '0.06', capWarning: null })
})

test('a refusal has its error and costs nothing', async () => {
  const client = await clientOf()
  const { error, response } = await client.POST('/search', { body: { limit: 1_000 } })
  expect(error).toMatchObject({ error: 'validation_failed' })
  expect(callFacts(response)).toMatchObject({ status: 400, costUsd: '0' })
})

test('a fault on our side says when to try again', async () => {
  const client = await clientOf(makeHarness({ search: failing(new Error('away')) }))
  const { error, response } = await client.POST('/search', { body: {} })
  expect(error).toMatchObject({ error: 'internal_error' })
  expect(callFacts(response).retryAfterSeconds).toBe(30)
})

test('a slug is encoded, so it can not name another path', async () => {
  const client = await clientOf()
  const slug = 'a/../b?c'
  const { error } = await client.GET('/articles/{slug}', { params: { path: { slug } } })
  expect(error).toMatchObject({ error: 'not_found' })
})

test('a copy that is still good is confirmed with 304', async () => {
  const client = await clientOf()
  const path = { slug: SLUG }
  const first = await client.GET('/articles/{slug}', { params: { path } })
  const header = { 'If-None-Match': first.response.headers.get('etag') ?? '' }
  const again = await client.GET('/articles/{slug}', { params: { path, header } })
  expect([again.data, again.response.status]).toEqual([undefined, 304])
})

const silentService = async (): Promise<string> => {
  const harness = makeHarness({ search: () => new Promise(() => undefined) })
  const url = await harness.app.listen({ host: '127.0.0.1', port: 0 })
  return `${url}${BASE}`
}

test('a service that does not answer is given up with a TimeoutError', async () => {
  const client = makeClient({ baseUrl: await silentService(), key: KEY, timeoutMs: 50 })
  const { signal } = new AbortController()
  await expect(client.POST('/search', { body: {}, signal })).rejects.toMatchObject({
    name: 'TimeoutError',
  })
  expect(signal.aborted).toBe(false)
})

test('a caller aborts a call, and gets the own reason', async () => {
  const client = makeClient({ baseUrl: await silentService(), key: KEY })
  const caller = new AbortController()
  const call = client.POST('/search', { body: {}, signal: caller.signal })
  setImmediate(() => caller.abort(new Error('the reader left')))
  await expect(call).rejects.toThrow('the reader left')
  const { signal } = caller
  await expect(client.POST('/search', { body: {}, signal })).rejects.toThrow('the reader left')
})

test('an abort without a reason is an AbortError', async () => {
  const client = makeClient({ baseUrl: await silentService(), key: KEY })
  const signal = AbortSignal.abort()
  await expect(client.POST('/search', { body: {}, signal })).rejects.toMatchObject({
    name: 'AbortError',
  })
})

test('a call has a minute, unless the caller sets another time', async () => {
  const asked: number[] = []
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    asked.push(ms)
    return new AbortController().signal
  })
  const url = await makeHarness().app.listen({ host: '127.0.0.1', port: 0 })
  const options = { baseUrl: `${url}${BASE}`, key: KEY }
  await makeClient(options).GET('/usage')
  await makeClient({ ...options, timeoutMs: 90_000 }).GET('/usage')
  timeout.mockRestore()
  expect(asked).toEqual([60_000, 90_000])
})

const withoutSlug = (client: Client) =>
  // @ts-expect-error an article has a slug
  client.GET('/articles/{slug}', { params: { path: {} } })

test('the compiler knows what goes in and what comes out', () => {
  expectTypeOf<SearchResponse['hits'][number]['type']>().toEqualTypeOf<'article' | 'headnote'>()
  expectTypeOf<Article['judicialDecision']>().extract<null>().toEqualTypeOf<null>()
  expectTypeOf<Coverage['groups'][number]['documents']>().toEqualTypeOf<number>()
  type Jurisdictions = NonNullable<NonNullable<SearchRequest['filters']>['jurisdictions']>
  // @ts-expect-error a jurisdiction that is not served
  const wrong: Jurisdictions = ['XX']
  expect([wrong, withoutSlug]).toHaveLength(2)
})
