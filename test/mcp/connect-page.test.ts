import { expect, test } from 'vitest'
import { CALLS, makeMcp } from './harness.ts'

const { app } = makeMcp()
const page = (host: string) => app.inject({ url: '/mcp', headers: { host } })

test('the public page shows the settings for the requested host and every tool', async () => {
  const response = await page('law.example')
  expect(response.statusCode).toBe(200)
  expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(response.body).toContain('mcpServers')
  expect(response.body).toContain('http://law.example/api/v1/mcp')
  for (const [name] of CALLS) expect(response.body).toContain(name)
})

test('an invalid host name is refused, and no host name becomes markup', async () => {
  const response = await page('<script>alert(1)</script>')
  expect(response.body).not.toContain('<script>')
  expect(response.statusCode).toBe(400)
})
