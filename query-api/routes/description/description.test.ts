import { expect, test } from 'vitest'
import { BASE, makeHarness } from '../../../test/api/harness.ts'

test('llms.txt names every operation of the service that has a path of its own, and how to cite', async () => {
  const answer = await makeHarness().app.inject({ url: '/llms.txt' })
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(answer.body).toMatch(/^# Pandect\n\n> /)
  for (const path of [
    '/search',
    '/articles/{slug}',
    '/verify',
    '/rag',
    '/mcp',
    '/coverage',
    '/usage',
    '/openapi.json',
  ])
    expect(answer.body).toContain(`${BASE}${path}`)
  expect(answer.body).not.toMatch(/\/:\w/)
  for (const word of ['sha256Hash', 'format=markdown', 'statusFlag', 'Idempotency-Key', 'coverage'])
    expect(answer.body).toContain(word)
})

test('llms.txt marks as free what costs nothing, and nothing else', async () => {
  const { app } = makeHarness()
  const [{ body }, description] = await Promise.all([
    app.inject({ url: '/llms.txt' }),
    app.inject({ url: `${BASE}/openapi.json` }),
  ])
  const operations = Object.entries(
    description.json().paths as Record<
      string,
      Record<string, { 'x-price-usd': { usd: number }[] }>
    >,
  ).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  for (const { path, method, operation } of operations) {
    const start = `- ${method.toUpperCase()} ${BASE}${path}`
    const lines = body.split('\n').filter((line) => line.startsWith(start))
    const [line] = lines.filter((one) => /^[:? ]/u.test(one.slice(start.length)))
    expect(line, start).toBeDefined()
    const isFree = operation['x-price-usd'].every(({ usd }) => usd === 0)
    expect(line?.endsWith('(free)'), line).toBe(isFree)
  }
})
