/** A service with a sandbox: two corpora, one list of keys, and one bill. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#infra/processes/wiring/database.ts'
import { ensureDatabase } from '#infra/postgres/platform/create-database.ts'
import { parseSettings } from '#infra/settings.ts'
import { openTestDatabase } from '../engines/embedded-postgres.ts'
import { ask, makeOfficial, runQuickly, type Service, startService } from '../service/service.ts'
import { makeMigratedDir } from '../service/prepared-folders.ts'

const TIMEOUT_MS = 240_000
/** In no text of the demonstration. */
const WORD = 'xylophilogénèse'
const MARKDOWN = `---
title: ${WORD} du bail
contentType: doctrine
jurisdiction: [FR]
language: fr
source:
  id: test:secret
  licence: CC-BY-4.0
---

La ${WORD} du bail est un texte que la clé d’essai ne voit pas.
`

let dataDir: string
let remove: () => Promise<void>
let service: Service
const keys = { live: '', sandbox: '' }
const created = async (more: readonly string[]): Promise<string> => {
  const args = ['keys', 'create', '--account', 'Essai', '--plan', 'firm', ...more]
  return (await runQuickly(args, dataDir)).stdout.trim()
}
beforeAll(async () => {
  ;({ dataDir, remove } = await makeMigratedDir())
  service = await startService(dataDir, {
    PANDECT_DEMONSTRATION: 'off',
    SANDBOX: 'on',
    // Judging the texts takes most of a start.
    ENTAILMENT_MODEL_DIR: 'none',
  })
  const folder = join(dataDir, 'texts')
  await mkdir(folder)
  await writeFile(join(folder, 'secret.md'), MARKDOWN)
  await makeOfficial(folder, dataDir)
  const imported = await runQuickly(['import', '--publish', folder], dataDir)
  expect(imported.code, imported.stderr).toBe(0)
  keys.live = await created([])
  keys.sandbox = await created(['--sandbox'])
}, TIMEOUT_MS)
afterAll(async () => {
  await service?.stop()
  await remove?.()
}, TIMEOUT_MS)

const totalOf = async (key: string, text: string): Promise<unknown> =>
  (await ask<{ total?: number }>(service, '/search', { body: { text, enableVector: false }, key }))
    .body.total

test(
  'each key finds its own corpus, and only live calls are charged',
  async () => {
    expect(keys.sandbox).toMatch(/^svc_test_[0-9A-Za-z]{36}$/)
    await expect.poll(() => totalOf(keys.live, WORD), { timeout: 20_000 }).toBe(1)
    expect(await totalOf(keys.sandbox, WORD)).toBe(0)
    expect(await totalOf(keys.live, 'prescription')).toBe(0)
    expect(await totalOf(keys.sandbox, 'prescription')).toBeGreaterThan(5)

    const called = await ask<{ result: { structuredContent: { total: number } } }>(
      service,
      '/mcp',
      {
        key: keys.sandbox,
        body: {
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'service_search', arguments: { text: WORD } },
        },
      },
    )
    expect(JSON.stringify(called.body)).not.toContain('test:secret')
    const coverage = await ask<{ groups: { documents: number }[] }>(service, '/coverage', {
      key: keys.sandbox,
    })
    const held = coverage.body.groups.reduce((sum, { documents }) => sum + documents, 0)
    expect(held).toBeGreaterThan(50)
    const usage = await ask(service, '/usage', { key: keys.sandbox })
    expect(JSON.stringify(usage.body)).not.toContain('search')

    const database = await openDatabase(parseSettings({ PANDECT_DATA_DIR: dataDir }), 'test')
    try {
      const { rows } = await database.pool.query(
        `select k.kind, count(*)::int > 0 as charged from api_keys k left join ledger l on l.key_id = k.id
       where l.seq is not null group by 1`,
      )
      expect(rows).toEqual([{ kind: 'live', charged: true }])
    } finally {
      await database.close()
    }
  },
  TIMEOUT_MS,
)

test('a scope that does more than read is refused (sandbox-scope)', async () => {
  const args = ['keys', 'create', '--account', 'Essai', '--plan', 'firm', '--sandbox']
  const done = await runQuickly([...args, '--scopes', 'search:read,webhooks:manage'], dataDir)
  expect(done.code).not.toBe(0)
  expect(done.stderr).toContain('sandbox-scope')
})

test('a user who may not make databases is told so (sandbox-database)', async () => {
  const { connectionString, close } = await openTestDatabase()
  const client = new Client({ connectionString })
  await client.connect()
  const role = `sandbox_test_${process.pid}`
  try {
    await client.query(`create role ${role} login password 'x'`)
    const address = new URL(connectionString)
    address.username = role
    address.password = 'x'
    await expect(ensureDatabase(address.href, '_sandbox')).rejects.toMatchObject({
      code: 'sandbox-database',
    })
    await client.query(`drop role ${role}`)
  } finally {
    await client.end()
    await close()
  }
})
