/** Official sources by configuration, as somebody at a terminal meets them. */
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../engines/embedded-postgres.ts'
import { jsonLines, record } from '../import/files.ts'
import { makeDataDir, firstAlone } from './service.ts'
import { TEST_PEPPER } from '../harness/pepper.ts'

let database: TestDatabase
let dataDir = ''
let remove = async (): Promise<void> => undefined
let feed = ''
beforeAll(async () => {
  database = await openTestDatabase()
  ;({ dataDir, remove } = await makeDataDir())
  feed = join(dataDir, 'feed')
  await mkdir(feed)
  const official = { licence: 'etalab-2.0' }
  const records = Array.from({ length: 22 }, (_, index) =>
    record(`demo:${index}`, `Le juge a rendu la décision ${index}.`, { source: official }),
  )
  await writeFile(join(feed, 'a.jsonl'), jsonLines(...records))
  await symlink(feed, join(dataDir, 'link'))
})
afterAll(async () => {
  await database.close()
  await remove()
})
const pandect = firstAlone()
const run = (...args: string[]) =>
  pandect(args, dataDir, {
    env: { DATABASE_URL: database.connectionString, KEY_PEPPER: TEST_PEPPER },
  })
const linesOf = (text: string): string[] => text.trimEnd().split('\n')

describe('a folder of a publisher', { timeout: 240_000 }, () => {
  test('that is not configured gives drafts, and says what they wait for', async () => {
    const { code, stdout } = await run('import', feed, '--publish')
    expect(code).toBe(0)
    const lines = linesOf(stdout)
    expect(lines[0]).toMatch(/^texte-demo-0-\w+ {2}draft {2}next: pandect submit texte-demo-0-\w+$/)
    expect(lines.slice(20)).toEqual([
      'and 2 more: pandect list',
      '22 drafts wait for an author to submit them, then for a reviewer and a publisher: pandect submit SLUG…',
      'texts of an official publisher: pandect sources add FOLDER --publisher NAME, then import again',
      'read 22, imported 22, unchanged 0, revised 0, refused 0',
    ])
  })

  test('is added, shown, and its drafts are published by a second import', async () => {
    const added = await run('sources', 'add', join(dataDir, 'link'), '--publisher', 'DILA')
    expect(added.code, added.stderr).toBe(0)
    const again = await run('sources', 'add', feed, '--publisher', 'DILA')
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('source-known') })
    const listed = await run('sources', 'list', '--json')
    expect(JSON.parse(listed.stdout)).toMatchObject([
      { folder: expect.stringMatching(/feed$/), publisher: 'DILA', licence: null },
    ])

    const { code, stdout } = await run('import', feed, '--publish', '--json')
    expect(code).toBe(0)
    const summary = JSON.parse(stdout) as { texts: unknown[] }
    expect(summary).toMatchObject({ read: 22, imported: 22, refused: 0, published: 22, drafts: 0 })
    expect(summary.texts[0]).toMatchObject({ status: 'published', next: null })
  })

  test('is removed; both acts are audited, and so is which folder an import published', async () => {
    expect((await run('sources', 'remove', feed)).code).toBe(0)
    const again = await run('sources', 'remove', feed)
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('source-unknown') })
    const { stdout } = await run('audit', 'list', '--json')
    const acts = JSON.parse(stdout) as { kind: string; subject: string; data: object }[]
    const kinds = acts.map(({ kind }) => kind)
    expect(kinds).toEqual([
      'texts.imported',
      'official-source.added',
      'texts.imported',
      'official-source.removed',
    ])
    expect(acts[2]?.data).toMatchObject({ officialSources: [acts[1]?.subject] })
  })

  test('must be a folder, and not the whole disk', async () => {
    const file = await run('sources', 'add', join(feed, 'a.jsonl'), '--publisher', 'DILA')
    expect(file.stderr).toContain('source-not-a-folder')
    const disk = await run('sources', 'add', '/', '--publisher', 'DILA')
    expect(disk.stderr).toContain('source-too-wide')
  })
})
