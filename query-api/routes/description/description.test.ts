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
  for (const word of ['sha256Hash', 'format=markdown', 'statusFlag', 'Idempotency-Key', 'coverage'])
    expect(answer.body).toContain(word)
})
