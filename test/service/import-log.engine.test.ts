/** What an import prints: JSON lines for programs, a summary for a person. */
import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { makePool, type PostgresPool } from '#infra/postgres/platform/pool.ts'
import { openTestDatabase, type TestDatabase } from '../engines/embedded-postgres.ts'
import { makeDataDir, runPandect } from './service.ts'
import { TEST_PEPPER } from '../harness/pepper.ts'

const TIMEOUT_MS = 240_000
const TEXTS = 130
const SECRET = 'Zxqvbail'
const ROOT = resolve(import.meta.dirname, '../..')

const Line = z.strictObject({
  level: z.literal(30),
  time: z.int(),
  process: z.literal('import'),
  msg: z.enum(['imported', 'import ended']),
  correlationIds: z.tuple([z.uuid()]),
  texts: z.int(),
  durationMs: z.int().nonnegative(),
  to: z.int().optional(),
  outcome: z.literal('completed').optional(),
})

let database: TestDatabase
let pool: PostgresPool
let dataDir: string
let remove: () => Promise<void>
beforeAll(async () => {
  ;[database, { dataDir, remove }] = await Promise.all([openTestDatabase(), makeDataDir()])
  pool = makePool(database.connectionString, { applicationName: 'pandect test', max: 1 })
})
afterAll(async () => {
  await pool.close()
  await database.close()
  await remove()
})

const recordOf = (source: string): string =>
  JSON.stringify({
    title: `${SECRET} ${source}`,
    text: `## Objet\n\n${SECRET} : la note ${source} traite du dépôt de garantie.`,
    language: 'fr',
    jurisdiction: ['FR'],
    contentType: 'doctrine',
    source: { id: `import-log:${source}`, version: '1', licence: 'Licence Ouverte 2.0' },
  })
const fileOf = async (name: string, count: number): Promise<string> => {
  const file = join(dataDir, `${name}.jsonl`)
  const records = Array.from({ length: count }, (_, index) => recordOf(`${name}-${index}`))
  await writeFile(file, [...records, '{"no": "record"}'].join('\n'))
  return file
}
const env = () => ({ DATABASE_URL: database.connectionString, KEY_PEPPER: TEST_PEPPER })
const isJson = (line: string): boolean => line.startsWith('{')

describe('pandect import', { timeout: TIMEOUT_MS }, () => {
  test('logs each batch and the end under the id of the facts, apart from refusals and summary', async () => {
    const file = await fileOf('watched', TEXTS)
    const { code, stdout, stderr } = await runPandect(['import', file, '--publish'], dataDir, {
      env: env(),
    })
    expect(code).toBe(1)
    expect(stdout.trimEnd().split('\n').at(-1)).toBe(
      `read ${TEXTS + 1}, imported ${TEXTS}, unchanged 0, revised 0, refused 1`,
    )
    const said = stderr.trim().split('\n')
    const lines = said.filter(isJson).map((line) => Line.parse(JSON.parse(line)))
    const batches = lines.filter(({ msg }) => msg === 'imported')
    expect(batches.length).toBeGreaterThan(1)
    expect(batches.reduce((sum, { texts }) => sum + texts, 0)).toBe(TEXTS + 1)
    expect(lines.at(-1)).toMatchObject({
      msg: 'import ended',
      texts: TEXTS + 1,
      outcome: 'completed',
    })
    const { rows } = await pool.query<{ id: string; last: number }>(
      'select correlation_id as id, max(position) as last from events group by 1',
    )
    expect(rows).toHaveLength(1)
    for (const { correlationIds } of lines) expect(correlationIds).toEqual([rows[0]?.id])
    expect(batches.at(-1)?.to).toBe(rows[0]?.last)
    // One broken record, with a line for each of its faults.
    const refusals = said.filter((line) => !isJson(line) && line.includes('.jsonl'))
    expect(refusals.length).toBeGreaterThan(0)
    for (const refusal of refusals) expect(refusal).toMatch(/watched\.jsonl:131: /)
    for (const line of said.filter(isJson)) expect(line).not.toContain(SECRET)
  })

  test('logs nothing of a dry run, which records nothing', async () => {
    const file = await fileOf('dry', 3)
    const { stdout, stderr } = await runPandect(['import', file, '--dry-run'], dataDir, {
      env: env(),
    })
    expect(stdout).toContain('read 4, imported 3')
    expect(stderr.split('\n').filter(isJson)).toEqual([])
  })

  test.skipIf(spawnSync('script', ['--version']).status !== 0)(
    'on a terminal shows a person the bar and the summary, without lines of JSON',
    async () => {
      const file = await fileOf('person', 3)
      const command = [process.execPath, join(ROOT, 'pandect.ts'), 'import', file, '--publish']
      const { stdout } = spawnSync('script', ['-qec', command.join(' '), '/dev/null'], {
        cwd: ROOT,
        encoding: 'utf8',
        env: { ...process.env, ...env(), PANDECT_DATA_DIR: dataDir },
      })
      expect(stdout).toContain('read 4, imported 3, unchanged 0, revised 0, refused 1')
      expect(stdout).toContain('person.jsonl:4: ')
      expect(stdout).not.toContain('{"level"')
    },
  )
})
