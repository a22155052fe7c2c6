/** Exports over a real database: the command, and the bytes that the API gives. */
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ExportEnd } from '#contracts/http/export.ts'
import { walkSourcesOf } from '#infra/processes/wiring/walk.ts'
import { makeExport } from '#query-api/export/export.ts'
import { exportPages } from '#query-api/http/cursors.ts'
import { BASE, bearer, makeHarness, PEPPER } from '../api/harness.ts'
import { namesOf, openWorld, recordTexts, type World } from '../replay/world.ts'
import { TEST_PEPPER } from '../harness/pepper.ts'

const TEXTS = 7
let world: World
let folder: string
beforeAll(async () => {
  world = await openWorld()
  await recordTexts(world.pool, namesOf(TEXTS))
  await world.projector.runOnce(1)
  folder = await mkdtemp(join(tmpdir(), 'pandect-export-'))
})
afterAll(async () => {
  await world.close()
  await rm(folder, { recursive: true })
})

const CHILD = join(import.meta.dirname, '../replay/command-child.ts')
const command = async (...words: string[]) => {
  const child = spawn(process.execPath, [CHILD, 'export', ...words], {
    env: { ...process.env, DATABASE_URL: world.connectionString, KEY_PEPPER: TEST_PEPPER },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const code = new Promise<number | null>((resolve) => child.on('close', resolve))
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await code, stdout, stderr }
}

test('the parts of the API join to the bytes that the command writes', async () => {
  const file = join(folder, 'corpus.jsonl')
  const made = await command(file, '--json')
  expect(made, made.stderr).toMatchObject({ code: 0, stderr: '' })
  expect(JSON.parse(made.stdout)).toMatchObject({ texts: TEXTS, removed: 0, resumedAfter: 0 })
  const { app } = makeHarness({
    exportPart: makeExport({
      ...walkSourcesOf(world, world.log),
      blobs: world.blobs,
      pages: exportPages(PEPPER),
    }),
  })
  const parts: string[] = []
  let costs = 0
  for (let after: string | null = ''; after !== null;) {
    const place: string = after === '' ? '' : `&after=${after}`
    const answer = await app.inject({ url: `${BASE}/export?limit=3${place}`, headers: bearer() })
    const lines = answer.body.split('\n')
    const end = lines.at(-2) ?? ''
    costs += Number(answer.headers['x-service-cost-usd'])
    after = ExportEnd.parse(JSON.parse(end)).export.next
    parts.push(...lines.slice(0, after === null ? undefined : -2))
  }
  expect(parts.join('\n')).toBe(await readFile(file, 'utf8'))
  expect(costs).toBeCloseTo(TEXTS * 0.06)
  const checked = await command('verify', file)
  expect(checked, checked.stderr).toMatchObject({ code: 0 })
  expect(checked.stdout).toContain('the export is right, and the corpus says the same')
})

test('Parquet with filters is written, and is right by itself', async () => {
  const file = join(folder, 'french.parquet')
  const made = await command(file, '--format', 'parquet', '--filter', 'jurisdictions=FR,LU')
  expect(made, made.stderr).toMatchObject({ code: 0 })
  const checked = await command('verify', file, '--alone', '--json')
  expect(JSON.parse(checked.stdout)).toMatchObject({
    right: true,
    texts: TEXTS,
    manifest: { filters: { jurisdictions: ['FR', 'LU'] } },
  })
})

test('a filter that can not be read is named with the closest one', async () => {
  const said = await command(join(folder, 'other'), '--filter', 'jurisdictions=FX')
  expect(said.code).toBe(1)
  expect(said.stderr).toMatch(/filter-invalid: jurisdictions.0: must be one of/)
  expect(said.stderr).toContain('did you mean FR?')
})
