/** What is sealed opens with another language and library, from the rows and the pepper alone. */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../engines/embedded-postgres.ts'
import { cachedFolder, cacheFolder, runTool } from '../engines/install/cache.ts'
import { TEST_PEPPER } from '../harness/pepper.ts'
import { connectStores } from '../harness/postgres.ts'
import { namesOf, recordTexts } from '../replay/world.ts'

const LOCK = join(import.meta.dirname, 'requirements.txt')
const SCRIPT = join(import.meta.dirname, 'open_sealed.py')
const HINT = 'the second implementation of sealing needs a package index, or a filled cache'
const PIP = ['-m', 'pip', '--quiet', '--disable-pip-version-check', 'install', '--no-deps']
const ASKED = `import sys, pip, platform
assert sys.version_info >= (3, 11)
print(sys.version_info.major, sys.version_info.minor, sys.platform, platform.machine(), end="")`
const asked = spawnSync('python3', ['-c', ASKED], { encoding: 'utf8' })

/** The folder of the library; null: there is no Python, or the package cannot be had. */
const installLibrary = async (): Promise<string | null> => {
  if (asked.status !== 0) return null
  const lock = await readFile(LOCK)
  const name = createHash('sha256').update(lock).update(asked.stdout).digest('hex').slice(0, 16)
  return cachedFolder(cacheFolder(process.env), join('python-sealing', name), async (target) => {
    const args = [...PIP, '--only-binary', ':all:', '--require-hashes', '--target', target]
    await runTool('python3', [...args, '-r', LOCK], { env: process.env, hint: HINT })
  }).catch((error: { code?: string }) => {
    if (error.code === 'engine-setup-failed' && process.env['CI'] === undefined) return null
    throw error
  })
}
const library = await installLibrary()

type Value = { readonly about: string; readonly sealed: string; readonly wrapped: string }

const openInPython = async (pepper: string, values: readonly Value[]): Promise<string[]> => {
  const child = spawn('python3', [SCRIPT], {
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', PYTHONPATH: library ?? '' },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const [out, err] = [text(child.stdout), text(child.stderr)]
  child.stdin.end(JSON.stringify({ pepper, values }))
  const code = await new Promise((resolve) => child.on('close', resolve))
  if (code !== 0) throw new Error(await err)
  return JSON.parse(await out) as string[]
}

let database: TestDatabase
let events: Value[] = []
let texts: Value[] = []
beforeAll(async () => {
  database = await openTestDatabase()
  const { pool, close } = connectStores(database.connectionString)
  await recordTexts(pool, namesOf(2))
  ;({ rows: events } = await pool.query<Value>(
    `select events.stream_id || '/' || stream_version || '/' || type || '/' || schema_version as about,
       encode(sealed, 'base64') as sealed, encode(wrapped, 'base64') as wrapped
     from events join keys.seal_keys k on k.id = seal_key order by position`,
  ))
  ;({ rows: texts } = await pool.query<Value>(
    `select 'text/' || id as about, encode(body, 'base64') as sealed, encode(wrapped, 'base64') as wrapped
     from sealed_texts join keys.texts using (id)`,
  ))
  await close()
})
afterAll(() => database.close())

test.skipIf(library === null)('members of events and texts open in Python', async () => {
  const opened = await openInPython(TEST_PEPPER, events)
  expect(JSON.parse(opened[0] ?? '')).toMatchObject({ content: { title: 'Titre texte-0000' } })
  const words = await openInPython(TEST_PEPPER, texts)
  expect(words.toSorted()).toEqual(
    namesOf(2).map((name) => `Le vendeur répond du vice caché numéro ${name}. `.repeat(20)),
  )
  // Both forms of a sealed value are among them.
  const forms = [...events, ...texts].map(({ sealed }) => Buffer.from(sealed, 'base64')[0])
  expect(new Set(forms)).toEqual(new Set([1, 2]))
})

test.skipIf(library === null)(
  'nothing opens in another place or under another pepper',
  async () => {
    const [first, second] = events
    if (first === undefined || second === undefined) throw new Error('nothing is sealed')
    const moved = [{ ...first, about: second.about }]
    await expect(openInPython(TEST_PEPPER, moved)).rejects.toThrow('InvalidTag')
    await expect(openInPython(`${TEST_PEPPER}!`, [first])).rejects.toThrow('InvalidUnwrap')
  },
)
