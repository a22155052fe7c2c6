import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { PostgresPool } from '../../postgres/platform/pool.ts'
import { parseSettings } from '../../settings.ts'
import { textCopiesOf } from './webhooks.ts'

const PATIENCE = { timeout: 10_000, interval: 10 }

test('a reading of the entries in Typesense leaves no connection', async () => {
  let asked = 0
  const server = createServer((request, response) => {
    request.resume()
    asked += 1
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify({ results: [{ found: 0, hits: [] }] }))
  })
  // The client has to end its connections.
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const settings = parseSettings({
    TYPESENSE_URL: `http://127.0.0.1:${port}`,
    TYPESENSE_API_KEY: 'key',
  })
  const pool = {
    query: async () => ({
      rows: [{ generation: 1, position: 1, builtAt: '2026-01-01T00:00:00.000Z' }],
      rowCount: 1,
    }),
  } as unknown as PostgresPool
  const read = textCopiesOf(settings, pool)
  for (let reading = 0; reading < 3; reading += 1)
    await expect(read([])).rejects.toMatchObject({ code: 'search-index-missing' })
  expect(asked).toBe(3)
  const connections = promisify(server.getConnections.bind(server))
  await vi.waitFor(async () => expect(await connections()).toBe(0), PATIENCE)
})
