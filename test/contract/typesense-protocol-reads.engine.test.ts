/**
 * The adapter against a scripted server: what it sends, and what it makes of answers. No search
 * engine is tested here.
 */
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { parseSettings } from '#infra/settings.ts'
import { checkTypesense, probe } from '#infra/typesense/check.ts'
import { openTypesenseIndex } from '#infra/typesense/search-index.ts'
import { NO_FILTERS, documentOf, queryFor, sha256, textOf } from './search-fixtures.ts'
import { applyOne, at, CATCH_UP_MS, fails, openSide, SECRET } from './typesense-side.ts'

describe('a query', () => {
  test('is one request, in a body, with no vector coming back', async () => {
    const side = await openSide()
    await side.putVectors('model-a', [
      { textSha256: sha256('a'), vector: Float32Array.of(1, 0, 0, 0) },
    ])
    await side.writer.apply(
      1,
      [textOf([documentOf({ text: 1, body: 'bail loyer', passages: ['a'] })])],
      at(1),
    )
    await side.index.waitFor(at(1), CATCH_UP_MS)
    const key = [...side.server.keys.keys()][0]
    const before = side.server.heard.length
    const vector = Float32Array.of(1, 0, 0, 0)
    await side.index.search(queryFor('bail loyer', { vector, identifiers: ['19-60.222'] }))
    const sent = side.server.heard
      .slice(before)
      .filter(({ body }) => body.includes('"query_by"') || body.includes('vector_query'))
    expect(sent).toHaveLength(1)
    const [only] = sent
    expect(only).toMatchObject({ method: 'POST', path: '/multi_search', key })
    expect(decodeURIComponent(String(only?.query))).not.toContain('0,')
    const { searches } = JSON.parse(only?.body ?? '') as { searches: Record<string, unknown>[] }
    const nearest = searches.find(({ vector_query: asked }) => asked !== undefined)
    expect(nearest).toMatchObject({ q: '*', group_by: 'hit', group_limit: 1, per_page: 250 })
    expect(nearest?.['include_fields']).not.toContain('vector')
    const words = searches.filter(({ query_by: asked }) => asked !== undefined)
    expect(words.map(({ q }) => q)).toEqual(['bail loyer', 'loyer bail'])
    for (const one of words)
      expect(one).toMatchObject({
        query_by: 'title,body,frequent',
        num_typos: 0,
        prefix: false,
        drop_tokens_mode: 'right_to_left',
        text_match_type: 'sum_score',
        prioritize_token_position: true,
      })
  })

  test('finds every match up to its depth, over pages of the engine', async () => {
    const side = await openSide()
    const texts = Array.from({ length: 700 }, (_, n) =>
      textOf([documentOf({ text: n + 1, slug: `t-${String(n).padStart(4, '0')}`, body: 'bail' })]),
    )
    await side.writer.apply(1, texts, at(1))
    await side.index.waitFor(at(1), CATCH_UP_MS)
    const { lexical, lexicalTotal } = await side.index.search(queryFor('bail'))
    expect(lexicalTotal).toBe(700)
    expect(lexical.map(({ slug }) => slug)).toEqual(
      texts.map(({ documents }) => documents[0]?.slug),
    )
    const browsed = await side.index.browse({ filters: NO_FILTERS, depth: 600 })
    expect(browsed.total).toBe(700)
    expect(browsed.entries).toHaveLength(600)
  })

  test('keeps apart what the engine does not, and is not led astray by its signs', async () => {
    const side = await openSide()
    const odd = [
      'a`b',
      'x,y',
      'p && kind:=0',
      ']) || row:>0 || (to:>0',
      'Été',
      'été',
      'ete',
      'l-1',
      'l1',
      '',
      '*',
    ]
    const texts = odd.map((value, n) =>
      textOf([
        documentOf({
          text: n + 1,
          slug: `t-${n}`,
          body: 'bail',
          identifiers: [value],
          tags: { legalDomains: [value] },
        }),
      ]),
    )
    await side.writer.apply(1, texts, at(1))
    await side.index.waitFor(at(1), CATCH_UP_MS)
    for (const [n, value] of odd.entries()) {
      const filters = { ...NO_FILTERS, anyOf: { legalDomains: [value] } }
      const found = await side.index.search(queryFor('bail', { filters }))
      expect([value, found.lexical.map(({ slug }) => slug)]).toEqual([value, [`t-${n}`]])
      const named = await side.index.search(queryFor('', { identifiers: [value] }))
      expect([value, named.lexical.map(({ slug }) => slug)]).toEqual([value, [`t-${n}`]])
    }
    expect(await side.index.knownValues('legalDomains')).toEqual(odd.toSorted())
  })

  test('fails when one entry of it failed, in a 200, and says nothing of the engine', async () => {
    const side = await openSide()
    await applyOne(side)
    side.server.script = ({ path, body }) => {
      if (path !== '/multi_search' || !body.includes('query_by')) return null
      const { searches } = JSON.parse(body) as { searches: unknown[] }
      const results = searches.map((_, n) =>
        n === 2 ? { code: 400, error: SECRET } : { found: 0, hits: [] },
      )
      return { status: 200, body: JSON.stringify({ results }), type: 'application/json' }
    }
    expect((await fails(side.index.search(queryFor('bail')))).code).toBe('search-refused')
  })

  test('that ran out of time is no answer', async () => {
    const side = await openSide()
    await applyOne(side)
    side.server.script = ({ path, body }) => {
      if (path !== '/multi_search' || !body.includes('query_by')) return null
      const { searches } = JSON.parse(body) as { searches: unknown[] }
      const results = searches.map(() => ({ found: 0, hits: [], search_cutoff: true }))
      return { status: 200, body: JSON.stringify({ results }), type: 'application/json' }
    }
    expect((await fails(side.index.search(queryFor('bail')))).code).toBe('search-unavailable')
  })

  test('is sent again after a passing error', async () => {
    const side = await openSide()
    await applyOne(side)
    let errors = 0
    side.server.script = ({ path, body }) => {
      if (path !== '/multi_search' || !body.includes('query_by') || errors === 2) return null
      errors += 1
      return errors === 1 ? { status: 503, body: SECRET } : 'cut'
    }
    expect((await side.index.search(queryFor('bail'))).lexicalTotal).toBe(1)
    expect(errors).toBe(2)
  })
})

describe('the alias', () => {
  test('moves with the live generation, and answers come all the while', async () => {
    const side = await openSide()
    await applyOne(side)
    await side.generations.open(2, { embeddingModel: null })
    const texts = [2, 3].map((text) => textOf([documentOf({ text, body: 'bail' })]))
    await side.writer.apply(2, texts, at(1))
    expect(side.server.aliases.get(side.name)).toBe(`${side.name}_g1`)
    const state = { swapping: true, empty: 0, looks: 0 }
    const reading = (async () => {
      for (; state.swapping; state.looks += 1)
        if ((await side.index.search(queryFor('bail'))).lexicalTotal === 0) state.empty += 1
    })()
    await side.pool.query('update live_generation set generation = 2')
    await side.writer.followLive()
    expect(side.server.aliases.get(side.name)).toBe(`${side.name}_g2`)
    await vi.waitFor(
      async () => expect((await side.index.search(queryFor('bail'))).lexicalTotal).toBe(2),
      CATCH_UP_MS,
    )
    await side.writer.drop(1)
    expect((await side.index.search(queryFor('bail'))).lexicalTotal).toBe(2)
    state.swapping = false
    await reading
    expect(state.empty).toBe(0)
    expect(state.looks).toBeGreaterThan(0)
  })

  test('is looked at again after a restart, and put right by the next apply', async () => {
    const side = await openSide()
    await applyOne(side)
    await side.server.stop()
    expect((await fails(side.index.search(queryFor('bail')))).code).toBe('search-unavailable')
    expect((await fails(side.writer.apply(1, [], at(2)))).code).toBe('search-unavailable')
    side.server.aliases.set(side.name, `${side.name}_g7`)
    await side.server.start()
    await side.writer.apply(1, [textOf([documentOf({ text: 2, body: 'bail' })])], at(3))
    expect(side.server.aliases.get(side.name)).toBe(`${side.name}_g1`)
    await side.index.waitFor(at(3), CATCH_UP_MS)
    expect((await side.index.search(queryFor('bail'))).lexicalTotal).toBe(2)
    expect(side.faults.every(({ code }) => code === 'search-unavailable')).toBe(true)
  })
})

describe('keys', () => {
  test('a reader gets one that may only search our collections, the same one each time', async () => {
    const side = await openSide()
    await applyOne(side)
    const again = await openTypesenseIndex({
      url: side.server.url,
      key: side.server.key,
      name: side.name,
    })
    onTestFinished(() => again.close())
    expect([...side.server.keys.values()]).toMatchObject([
      { actions: ['documents:search'], collections: ['pandect_.*'] },
    ])
    const [derived] = side.server.keys.keys()
    const searches = side.server
      .requests('/multi_search')
      .filter(({ body }) => body.includes('query_by'))
    expect(new Set(searches.map(({ key }) => key))).toEqual(
      new Set(searches.length ? [derived] : []),
    )
    expect(derived).not.toBe(side.server.key)
    expect((await again.search(queryFor('bail'))).lexicalTotal).toBe(1)
    for (const { query, path } of side.server.heard)
      expect(`${path}?${query.toString()}`).not.toContain(side.server.key)
  })

  test('a reader that was given a search key uses it as it is', async () => {
    const side = await openSide()
    await applyOne(side)
    side.server.keys.set('only-search', {
      actions: ['documents:search'],
      collections: ['pandect_.*'],
    })
    const index = await openTypesenseIndex({
      url: side.server.url,
      key: 'only-search',
      name: side.name,
    })
    onTestFinished(() => index.close())
    expect((await index.search(queryFor('bail'))).lexicalTotal).toBe(1)
    expect(await probe({ url: side.server.url, key: 'only-search' })).toBeNull()
  })
})

const checked = (url: string, key: string) =>
  checkTypesense(parseSettings({ TYPESENSE_URL: url, TYPESENSE_API_KEY: key }))

describe('what is wrong with the settings is said in one line that names the setting', () => {
  test('a wrong key', async () => {
    const { server } = await openSide()
    const found = await checked(server.url, 'wrong-key-of-somebody')
    expect(found).toMatchObject({ ok: false, version: null })
    expect(found.note).toMatch(/^TYPESENSE_API_KEY: [^\n]*$/)
    expect(found.note).not.toContain('wrong-key-of-somebody')
    await expect(openTypesenseIndex({ url: server.url, key: 'wrong' })).rejects.toMatchObject({
      code: 'search-access-denied',
    })
  })

  test('an address of something else, and one of nothing', async () => {
    const { server } = await openSide()
    server.script = () => ({ status: 404, body: `<html>${SECRET}</html>`, type: 'text/html' })
    const other = await checked(server.url, server.key)
    expect(other).toMatchObject({ ok: false })
    expect(other.note).toMatch(/^TYPESENSE_URL: [^\n]*not Typesense/)
    expect(other.note).not.toContain(SECRET)
    const nothing = await checked('http://127.0.0.1:9', 'k')
    expect(nothing).toMatchObject({ ok: false })
    expect(nothing.note).toContain('TYPESENSE_URL')
  })

  test('a version that is too old, and one that is not', async () => {
    const { server } = await openSide()
    expect(await checked(server.url, server.key)).toEqual({
      ok: true,
      version: '29.0',
      note: 'reachable',
    })
    server.version = '0.25.2'
    const old = await checked(server.url, server.key)
    expect(old.note).toMatch(/^TYPESENSE_URL: .*0\.25\.2.*29\.0/)
  })

  test('none at all is fine', async () => {
    expect(await checkTypesense(parseSettings({}))).toMatchObject({ ok: true, version: null })
  })
})
