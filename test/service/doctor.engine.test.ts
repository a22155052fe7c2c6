/** `pandect doctor` tells the truth about every engine of its settings. */
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../engines/install/processes.ts'
import { kafkaClient, KAFKA } from '#infra/kafka/client.ts'
import { startMeterServer } from '../billing/meter-server.ts'
import { kafkaMissing, openTestKafka, type TestKafka } from '../engines/kafka.ts'
import { openTestTemporal, temporalMissing, type TestTemporal } from '../engines/temporal.ts'
import { keep, type Kept } from './distributed.ts'
import { answerWell, openModelServer } from '../rag/model-server.ts'
import { makeDataDir, runPandect, runQuickly } from './service.ts'

const TIMEOUT_MS = 180_000
const PATIENCE = { timeout: 90_000, interval: 500 } as const

type Check = { engine: string; setting: string; ok: boolean; version: string | null; note: string }

const missing = (await kafkaMissing()) ?? (await temporalMissing())
const name = missing === null ? 'over engines' : `over engines (skipped: ${missing})`

let dataDir: string
let remove: () => Promise<void>
beforeAll(async () => {
  ;({ dataDir, remove } = await makeDataDir())
})
afterAll(() => remove())

const doctor = async (env: Record<string, string>, folder = dataDir, run = runQuickly) => {
  const { code, stdout, stderr } = await run(['doctor', '--json'], folder, { env })
  expect(stdout, stderr).not.toBe('')
  const checks = JSON.parse(stdout) as Check[]
  return { code, of: (engine: string) => checks.find((check) => check.engine === engine) }
}
/** Each command would load the models: their checks have a test of their own. */
const NO_MODELS = { EMBEDDINGS_MODEL_DIR: 'builtin', ENTAILMENT_MODEL_DIR: 'none' } as const

test('without settings nothing is missing, and it says what is not needed', async () => {
  // Not set, whatever this machine's tests embed with.
  const { code, of } = await doctor({ EMBEDDINGS_MODEL_DIR: '' }, dataDir, runPandect)
  expect(code).toBe(0)
  expect(of('PostgreSQL')).toMatchObject({ ok: true, version: expect.stringMatching(/^\d+\.\d+/) })
  for (const engine of ['Kafka', 'Temporal', 'answers'])
    expect(of(engine)).toMatchObject({ ok: true, note: expect.stringContaining('not needed') })
  expect(of('embeddings')).toMatchObject({ ok: true, version: expect.stringContaining('@') })
  expect(of('embeddings')?.setting).toBe('the shipped model (EMBEDDINGS_MODEL_DIR is not set)')
  expect(of('entailment')).toMatchObject({ ok: true, version: expect.stringContaining('@') })
  expect(of('entailment')?.setting).toBe('the shipped model (ENTAILMENT_MODEL_DIR is not set)')
  expect(of('Stripe')).toMatchObject({
    ok: true,
    setting: 'STRIPE_API_KEY is not set',
    note: expect.stringContaining('not needed'),
  })
})

test('the key pepper: required beside DATABASE_URL, kept in the data folder else, and never printed', async () => {
  const own = await makeDataDir()
  onTestFinished(own.remove)
  const nowhere = `postgresql://u:p@127.0.0.1:${await freePort()}/x`
  const over = NO_MODELS
  const without = await doctor({ ...over, DATABASE_URL: nowhere, KEY_PEPPER: '' })
  expect(without.of('key pepper')).toMatchObject({
    ok: false,
    setting: 'KEY_PEPPER is not set',
    note: expect.stringMatching(/required with DATABASE_URL. Repair: set KEY_PEPPER/),
  })
  const pepper = 'x'.repeat(40)
  const set = await doctor({ ...over, DATABASE_URL: nowhere, KEY_PEPPER: pepper })
  expect(set.of('key pepper')).toMatchObject({ ok: true, setting: 'KEY_PEPPER' })
  expect(JSON.stringify(set.of('key pepper'))).not.toContain(pepper)

  const fresh = await doctor(over, own.dataDir)
  expect([fresh.code, fresh.of('key pepper')?.ok]).toEqual([0, true])
  const created = await runQuickly(
    ['keys', 'create', '--account', 'Étude', '--plan', 'firm'],
    own.dataDir,
    { env: over },
  )
  expect(created.code, created.stderr).toBe(0)
  await rm(join(own.dataDir, 'key-pepper'))
  const lost = await doctor(over, own.dataDir)
  expect([lost.code, lost.of('key pepper')]).toMatchObject([
    1,
    {
      ok: false,
      note: expect.stringMatching(/^API keys were made with a key pepper that is absent: 1[;.]/),
    },
  ])
  await writeFile(join(own.dataDir, 'key-pepper'), 'short')
  const short = await doctor(over, own.dataDir)
  expect(short.of('key pepper')).toMatchObject({
    ok: false,
    note: expect.stringContaining('needs'),
  })
})

test('a key pepper that does not open what is sealed is found out', async () => {
  const own = await makeDataDir()
  onTestFinished(own.remove)
  const over = NO_MODELS
  const file = join(own.dataDir, 'one.jsonl')
  const record = {
    title: 'Bail',
    text: 'Le bail est un contrat.',
    language: 'fr',
    jurisdiction: ['FR'],
    contentType: 'doctrine',
    source: { id: 'doctor:1', version: '1', licence: 'Licence Ouverte 2.0' },
  }
  await writeFile(file, JSON.stringify(record))
  const imported = await runQuickly(['import', file], own.dataDir, { env: over })
  expect(imported.code, imported.stderr).toBe(0)
  expect((await doctor(over, own.dataDir)).of('key pepper')).toMatchObject({ ok: true })
  const other = await doctor({ ...over, KEY_PEPPER: 'y'.repeat(40) }, own.dataDir)
  expect([other.code, other.of('key pepper')]).toMatchObject([
    1,
    {
      ok: false,
      note: expect.stringMatching(
        /is not the one that this database was written with. Repair: set KEY_PEPPER/,
      ),
    },
  ])
  await rm(join(own.dataDir, 'key-pepper'))
  const lost = await doctor(over, own.dataDir)
  expect([lost.code, lost.of('key pepper')?.ok]).toEqual([1, false])
})

test('the billing provider is asked for its meter, and each of its faults is reported without the key', async () => {
  const server = await startMeterServer({ seed: 1 })
  onTestFinished(server.close)
  const apiKey = 'sk_test_secretsecret'
  const over = { ...NO_MODELS, STRIPE_API_KEY: apiKey }
  const there = await doctor({ ...over, STRIPE_API_BASE: server.url })
  expect(there.code).toBe(0)
  expect(there.of('Stripe')).toMatchObject({
    ok: true,
    setting: 'STRIPE_API_KEY',
    note: expect.stringMatching(/meter api_usage_micro_usd sums; STRIPE_WEBHOOK_SECRET is not set/),
  })
  expect(there.of('embeddings')?.setting).toBe('EMBEDDINGS_MODEL_DIR=builtin')
  for (const [changes, said] of [
    [
      { STRIPE_API_BASE: server.url, STRIPE_METER_EVENT_NAME: 'other' },
      /no active meter other.*Repair: /,
    ],
    [{ STRIPE_API_BASE: `http://127.0.0.1:${await freePort()}` }, /does not answer.*Repair: /],
  ] as const) {
    const { code, of } = await doctor({ ...over, ...changes })
    expect(code).toBe(1)
    expect(of('Stripe')).toMatchObject({ ok: false, note: expect.stringMatching(said) })
    expect(of('Stripe')?.note).not.toContain(apiKey)
  }
})

test('the model that answers are written with is asked once, and each of its faults is reported without the key', async () => {
  const server = await openModelServer(({ authorization }, response) => {
    if (authorization === undefined) response.writeHead(401).end()
    else answerWell(response, 'Yes.', false)
  })
  onTestFinished(() => server.close())
  const over = { ...NO_MODELS, LLM_BASE_URL: server.url, LLM_MODEL: 'test' }
  const key = 'a-secret-key-of-a-model'
  const there = await doctor({ ...over, LLM_API_KEY: key })
  expect(there.code).toBe(0)
  expect(there.of('answers')).toMatchObject({ ok: true, setting: 'LLM_BASE_URL', version: 'test' })
  expect(server.asked).toHaveLength(1)
  const nowhere = `http://127.0.0.1:${await freePort()}/v1`
  for (const [changes, said] of [
    [{}, /refuses.*Repair: /],
    [{ LLM_API_KEY: key, LLM_BASE_URL: nowhere }, /does not answer.*Repair: /],
  ] as const) {
    const { code, of } = await doctor({ ...over, ...changes })
    expect(code).toBe(1)
    expect(of('answers')).toMatchObject({ ok: false, note: expect.stringMatching(said) })
    expect(of('answers')?.note).not.toContain(key)
  }
})

test('what does not answer is named by its setting, with a hint, and the exit is 1', async () => {
  const nowhere = `127.0.0.1:${await freePort()}`
  const over = {
    DATABASE_URL: `postgresql://u:secret@${nowhere}/x`,
    KAFKA_BROKERS: nowhere,
    TEMPORAL_ADDRESS: nowhere,
    EMBEDDINGS_MODEL_DIR: '/nowhere',
    ENTAILMENT_MODEL_DIR: '/nowhere',
  }
  const { code, of } = await doctor(over, dataDir, runPandect)
  expect(code).toBe(1)
  for (const [engine, setting] of [
    ['PostgreSQL', 'DATABASE_URL'],
    ['Kafka', 'KAFKA_BROKERS'],
    ['Temporal', 'TEMPORAL_ADDRESS'],
    ['embeddings', 'EMBEDDINGS_MODEL_DIR'],
    ['entailment', 'ENTAILMENT_MODEL_DIR'],
  ] as const) {
    expect(of(engine)).toMatchObject({ ok: false, setting })
    expect(of(engine)?.note).toContain('Repair: ')
    expect(of(engine)?.note).not.toContain('secret')
  }
})

describe.skipIf(missing !== null)(name, () => {
  let kafka: TestKafka
  let temporal: TestTemporal
  const processes: Kept[] = []
  beforeAll(async () => {
    ;[kafka, temporal] = await Promise.all([openTestKafka(), openTestTemporal()])
  }, TIMEOUT_MS)
  afterAll(async () => {
    for (const one of processes) await one.kill()
    await temporal.close()
    await kafka.close()
  })
  const settings = () => ({
    ...NO_MODELS,
    KAFKA_BROKERS: kafka.brokers,
    TEMPORAL_ADDRESS: temporal.address,
    METRICS_PORT: '0',
  })

  test(
    'a missing or wrong topic and an absent worker are reported; with relay, projector and worker all is well',
    { timeout: TIMEOUT_MS },
    async () => {
      const before = await doctor(settings())
      expect(before.code).toBe(1)
      expect(before.of('Kafka')).toMatchObject({
        ok: true,
        version: '4.0 or newer',
        note: expect.stringContaining('`pandect relay` makes it'),
      })
      expect(before.of('Temporal')).toMatchObject({
        ok: false,
        version: expect.stringMatching(/^\d+\.\d+/),
        note: expect.stringContaining('`pandect worker`'),
      })
      const admin = kafkaClient({ brokers: [kafka.brokers], clientId: 'test' }).admin()
      await admin.connect()
      const { deadLetterTopic: topic } = KAFKA
      await admin.createTopics({ topics: [{ topic, numPartitions: 3 }], waitForLeaders: true })
      expect((await doctor(settings())).of('Kafka')).toMatchObject({
        ok: false,
        note: expect.stringContaining(`${topic} has 3 partitions instead of 1`),
      })
      await admin.deleteTopics({ topics: [topic] })
      await admin.disconnect()
      processes.push(keep('relay', dataDir, settings()), keep('worker', dataDir, settings()))
      // A relay makes the topics with the first thing that it sends; a projector, as it begins to
      // read.
      processes.push(keep('projector', dataDir, settings()))
      await expect
        .poll(async () => {
          const { code, of } = await doctor(settings())
          return [code, of('Kafka')?.note, of('Temporal')?.note]
        }, PATIENCE)
        .toEqual([
          0,
          expect.stringMatching(/^1 broker; Fetch versions [1-9]\d* to \d+$/),
          expect.stringMatching(/^namespace default, task queue pandect, [1-9]\d* pollers?$/),
        ])
    },
  )
})
