/**
 * The same files over Typesense as over the embedded index: the same digest, the same answers, and
 * a replay that proves itself.
 */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { realTypesense } from '../contract/typesense-opened.ts'
import { ask, makeDataDir, runPandect, type Service, startService } from './service.ts'

const TIMEOUT_MS = 300_000
const AT = '2026-01-31T00:00:00.000Z'
const CORPUS = join(import.meta.dirname, '../../ingest/sources/demonstration/corpus')
const QUIET = { PANDECT_DEMONSTRATION: 'off', LIMIT_REST: '100000', ENGINES_WAIT_SECONDS: '30' }

const { address, missing } = realTypesense()

const QUESTIONS = [
  { text: 'bail commercial' },
  { text: 'Quel est le délai de préavis du salarié qui démissionne ?' },
  { text: 'article L. 1221-1 du code du travail' },
  { text: 'responsabilité', filters: { jurisdictions: ['FR'] } },
  { text: 'contrat', filters: { jurisdictions: ['LU', 'EU'] }, limit: 5, offset: 2 },
  { text: 'contrat', filters: { asOf: '2024-01-01' } },
  { text: 'contrat', includeHeadnotes: true },
  { text: 'donnees personnelles', enableVector: false },
  { text: '', limit: 50 },
  { text: 'contrat', filters: { courtLevels: ['supreme'] } },
]

/** Everything of the answers but the time they took. */
const answersOf = async (service: Service): Promise<unknown[]> => {
  const answers: unknown[] = []
  for (const body of QUESTIONS) {
    const { status, body: answer } = await ask(service, '/search', { body })
    expect(status).toBe(200)
    answers.push({ ...answer, latencyMs: 0 })
  }
  return answers
}

type Env = Record<string, string>

const digestOf = async (dataDir: string, env: Env): Promise<Record<string, unknown>> => {
  const { code, stdout, stderr } = await runPandect(['digest', '--json'], dataDir, { env })
  expect(code, stderr).toBe(0)
  return JSON.parse(stdout) as Record<string, unknown>
}

/** Imports while the service runs, and asks it. */
const throughService = async (dataDir: string, env: Env) => {
  const service = await startService(dataDir, env)
  try {
    const args = ['import', CORPUS, '--publish', '--at', AT, '--json']
    const { code, stderr } = await runPandect(args, dataDir, { env })
    expect(code, stderr).toBe(0)
    const digest = await digestOf(dataDir, env)
    return { service, digest, answers: await answersOf(service) }
  } catch (error) {
    await service.stop()
    throw error
  }
}

const forget = async (collection: string): Promise<void> => {
  if (address === null) return
  const headers = { 'X-TYPESENSE-API-KEY': address.key }
  const rooms = [
    `aliases/${collection}`,
    ...[1, 2, 3].map((g) => `collections/${collection}_g${g}`),
  ]
  for (const room of rooms)
    await fetch(`${address.url}/${room}`, { method: 'DELETE', headers }).catch(() => undefined)
}

describe.skipIf(address === null)(
  `the service over Typesense${missing === null ? '' : `: ${missing}`}`,
  () => {
    test(
      'answers, digest and replay are those of the embedded index',
      { timeout: TIMEOUT_MS },
      async () => {
        const collection = `pandect_test_${randomUUID().replaceAll('-', '').slice(0, 20)}`
        const [real, embedded] = [await makeDataDir(), await makeDataDir()]
        const env = {
          ...QUIET,
          TYPESENSE_URL: address?.url ?? '',
          TYPESENSE_API_KEY: address?.key ?? '',
          TYPESENSE_COLLECTION: collection,
        }
        try {
          const plain = await throughService(embedded.dataDir, QUIET)
          expect((await plain.service.stop()).code).toBe(0)
          const over = await throughService(real.dataDir, env)
          expect(over.digest).toEqual(plain.digest)
          expect(over.answers).toEqual(plain.answers)
          const replay = await runPandect(['replay', '--json'], real.dataDir, { env })
          expect(replay.code, replay.stderr).toBe(0)
          expect(JSON.parse(replay.stdout)).toMatchObject({
            equal: true,
            swapped: true,
            sideEffects: 0,
            embeddingsComputed: 0,
          })
          expect(await answersOf(over.service)).toEqual(plain.answers)
          const doctor = await runPandect(['doctor', '--json'], real.dataDir, { env })
          expect(doctor.stdout).toContain('Typesense')
          expect((await over.service.stop()).code).toBe(0)
          const { stdout, stderr } = await over.service.result
          expect(stdout + stderr).not.toContain(env.TYPESENSE_API_KEY)
          // A corpus that was in memory moves over with a replay; what is there says so until then.
          const moved = { ...env, TYPESENSE_COLLECTION: `${collection}_moved` }
          const away = await runPandect(['replay', '--json'], embedded.dataDir, { env: moved })
          expect(away.code, away.stderr).toBe(1)
          expect(away.stderr).toContain('replay-differs')
          const accepted = await runPandect(['replay', '--accept', '--json'], embedded.dataDir, {
            env: moved,
          })
          expect(accepted.code, accepted.stderr).toBe(0)
          const again = await startService(embedded.dataDir, moved)
          expect(await answersOf(again)).toEqual(plain.answers)
          expect((await again.stop()).code).toBe(0)
        } finally {
          await forget(collection)
          await forget(`${collection}_moved`)
          await real.remove()
          await embedded.remove()
        }
      },
    )
  },
)
