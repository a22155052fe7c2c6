/** kill -9 anywhere in an import: after a restart and a second run nothing is lost or doubled. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { openTestDatabase } from '../engines/embedded-postgres.ts'
import { TEST_PEPPER } from '../harness/pepper.ts'
import {
  makeDataDir,
  makeOfficial,
  runPandect,
  runQuickly,
  type Service,
  spawnPandect,
  startService,
} from './service.ts'
import { makeMigratedDir } from './prepared-folders.ts'

/** Each victim once. */
const ROUNDS_DEFAULT = 3
const ROUNDS = Number(process.env['KILL_ROUNDS'] ?? ROUNDS_DEFAULT)
const SEED = Number(process.env['KILL_SEED'] ?? Date.now() % 1_000_000)
const RECORDS_PER_ROUND = Number(process.env['KILL_RECORDS'] ?? 120)
/** The other records are second states of these. */
const TEXTS_PER_ROUND = Math.ceil((RECORDS_PER_ROUND * 5) / 6)
/** The start of an import, and its records. */
const KILL_WITHIN_MS = 600 + RECORDS_PER_ROUND * 5
const AT = '2026-01-31T00:00:00.000Z'
const TIMEOUT_MS = 600_000

const random = (() => {
  let state = SEED
  return (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
})()

/** Records of one round: texts of some paragraphs, a fifth of them in two states. */
const recordsOf = (round: number): string =>
  Array.from({ length: RECORDS_PER_ROUND }, (_, index) => {
    const text = index % TEXTS_PER_ROUND
    const state = Math.floor(index / TEXTS_PER_ROUND) + 1
    return JSON.stringify({
      title: `Note ${round}-${text} sur la garantie des vices cachés`,
      text:
        `## Objet\n\nLa note ${round}-${text} traite du défaut caché.\n\n`.repeat(12) +
        `État ${state}.`,
      language: 'fr',
      jurisdiction: ['FR'],
      contentType: 'doctrine',
      doctrineSubtype: 'practice_note',
      headnotes: [{ sequence: 1, summary: `Le vendeur répond du vice ${round}-${text}.` }],
      source: {
        id: `kill:${round}-${text}`,
        version: String(state),
        licence: 'Licence Ouverte 2.0',
      },
    })
  }).join('\n')

/** What it does without is not killed here. */
const SERVICE = { PANDECT_DEMONSTRATION: 'off', ENTAILMENT_MODEL_DIR: 'none' } as const

type Digest = { root: string; position: number; counts: Record<string, number> }
const digestOf = async (dataDir: string, env = {}): Promise<Digest> => {
  const answer = await runQuickly(['digest', '--json'], dataDir, { env })
  expect(answer.code, answer.stderr).toBe(0)
  return JSON.parse(answer.stdout.trim().split('\n').at(-1) ?? '') as Digest
}

const importArgs = (file: string): string[] => ['import', file, '--publish', '--at', AT, '--json']
const summaryOf = (stdout: string): Record<string, number> =>
  JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Record<string, number>

const databasePid = async (dataDir: string): Promise<number> =>
  Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])

const VICTIMS = ['service', 'import', 'database'] as const

const folders: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const remove of folders) await remove()
})

test(
  `kill -9 of service, import and database in turn (KILL_SEED=${SEED}, ${ROUNDS} rounds)`,
  { timeout: TIMEOUT_MS },
  async () => {
    const killed = await makeMigratedDir()
    const quiet = await makeDataDir()
    const database = await openTestDatabase()
    const env = { DATABASE_URL: database.connectionString, KEY_PEPPER: TEST_PEPPER }
    folders.push(killed.remove, quiet.remove, database.close)
    const files = join(quiet.dataDir, 'records')
    await mkdir(files)
    await makeOfficial(files, quiet.dataDir, env)

    let service: Service = await startService(killed.dataDir, SERVICE)
    // The service has the database open, so this need not start it.
    await makeOfficial(files, killed.dataDir)
    for (let round = 0; round < ROUNDS; round += 1) {
      const file = join(files, `round-${String(round).padStart(3, '0')}.jsonl`)
      await writeFile(file, recordsOf(round))
      const importing = spawnPandect(importArgs(file), killed.dataDir)
      const ended = new Promise((resolve) => importing.on('close', resolve))
      await sleep(random() * KILL_WITHIN_MS)
      const victim = VICTIMS[round % VICTIMS.length] ?? 'service'
      if (victim === 'service') process.kill(service.child.pid ?? 0, 'SIGKILL')
      if (victim === 'import') importing.kill('SIGKILL')
      if (victim === 'database') process.kill(await databasePid(killed.dataDir), 'SIGKILL')
      await ended
      if (victim === 'service') {
        await service.result
        service = await startService(killed.dataDir, SERVICE)
      }
      const again = await runPandect(importArgs(file), killed.dataDir)
      expect(again.code, `round ${round}, ${victim}: ${again.stderr}`).toBe(0)
      const summary = summaryOf(again.stdout)
      expect(summary['read']).toBe(RECORDS_PER_ROUND)
      expect(summary['refused']).toBe(0)
    }
    const live = await digestOf(killed.dataDir)
    const stopped = await service.stop()
    expect(stopped.code, stopped.stderr).toBe(0)

    const undisturbed = await runQuickly(importArgs(files), quiet.dataDir, { env })
    expect(undisturbed.code, undisturbed.stderr).toBe(0)
    expect(summaryOf(undisturbed.stdout)['read']).toBe(RECORDS_PER_ROUND * ROUNDS)
    const reference = await digestOf(quiet.dataDir, env)
    expect({ root: live.root, position: live.position }).toEqual({
      root: reference.root,
      position: reference.position,
    })
  },
)
