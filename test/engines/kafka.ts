import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { cacheFolder } from './install/cache.ts'
import { installKafka, kafkaPath, startKafka } from './install/kafka.ts'
import { KAFKA, kafkaClient } from '#infra/kafka/client.ts'
import { orFailInCi } from './required.ts'
import { stopProcess } from './install/processes.ts'

const cache = cacheFolder(process.env)
const has = (tool: string): boolean => spawnSync(tool, ['-version']).error === undefined

const whyNoKafka = async (): Promise<string | null> => {
  if (!has('java')) return 'no Java runtime'
  if (existsSync(kafkaPath(cache))) return null
  if (!has('mvn')) return 'no Kafka in the cache, and no Maven to fetch it'
  if (process.env['CI'] !== 'true') return 'no Kafka in the cache: npm run engines:up fetches it'
  await installKafka(cache, process.env)
  return null
}

/**
 * Why there is no broker for tests here; null where there is one, which CI fetches. Throws in CI
 * where it can't.
 */
export const kafkaMissing = async (): Promise<string | null> => orFailInCi(await whyNoKafka())

/** A broker of one's own, which a test may kill and bring back on the same data and port. */
export type TestKafka = {
  readonly brokers: string
  /** Where it keeps its topics. */
  readonly folder: string
  kill(): Promise<void>
  restart(): Promise<void>
  close(): Promise<void>
}

export const openTestKafka = async (): Promise<TestKafka> => {
  const folder = await mkdtemp(join(tmpdir(), 'pandect-kafka-'))
  const options = { cache, folder, environment: process.env }
  const first = await startKafka(options)
  let { pid } = first
  return {
    brokers: first.brokers,
    folder,
    kill: () => stopProcess(pid, 'SIGKILL'),
    restart: async () => {
      const again = await startKafka({
        ...options,
        ports: first,
      })
      pid = again.pid
    },
    close: async () => {
      await stopProcess(pid, 'SIGKILL')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const READ_VALUES_MS = 3_000

/**
 * Everything that a small topic holds now, in order. Reads for some seconds, since a topic tells no
 * end.
 */
export const readValues = async (
  { brokers }: Pick<TestKafka, 'brokers'>,
  topic: string,
): Promise<string[]> => {
  const kafka = kafkaClient({ brokers: [brokers], clientId: 'pandect-test' })
  const consumer = kafka.consumer({ groupId: `test-${randomUUID()}` })
  const values: string[] = []
  await consumer.connect()
  await consumer.subscribe({ topics: [topic], fromBeginning: true })
  await consumer.run({
    eachMessage: async ({ message }) => void values.push(message.value?.toString('utf8') ?? ''),
  })
  await sleep(READ_VALUES_MS)
  await consumer.disconnect()
  return values
}

export type TopicContent = {
  readonly messages: number
  /** Positions, each counted once. */
  readonly distinct: number
  /** Streams whose events, each at its first coming, are not in the order of the stream. */
  readonly outOfOrder: readonly string[]
}

const READ_TOPIC_MS = 60_000
const POLL_MS = 200

/**
 * Reads a topic of events from its beginning until `expected` positions were met, or for a minute.
 */
export const readTopic = async (
  { brokers }: Pick<TestKafka, 'brokers'>,
  expected: number,
): Promise<TopicContent> => {
  const kafka = kafkaClient({ brokers: [brokers], clientId: 'pandect-test' })
  const consumer = kafka.consumer({ groupId: `test-${randomUUID()}` })
  const seen = new Set<number>()
  const versions = new Map<string, number>()
  const outOfOrder = new Set<string>()
  let messages = 0
  await consumer.connect()
  await consumer.subscribe({ topics: [KAFKA.topic], fromBeginning: true })
  await consumer.run({
    eachMessage: async ({ message }) => {
      const event = JSON.parse(message.value?.toString('utf8') ?? '') as Record<string, unknown>
      const [position, streamId, version] = [
        Number(event['position']),
        String(event['streamid']),
        Number(event['streamversion']),
      ]
      messages += 1
      if (seen.has(position)) return
      seen.add(position)
      if (version !== (versions.get(streamId) ?? 0) + 1) outOfOrder.add(streamId)
      versions.set(streamId, version)
    },
  })
  for (const end = Date.now() + READ_TOPIC_MS; seen.size < expected && Date.now() < end;)
    await sleep(POLL_MS)
  await sleep(POLL_MS)
  await consumer.disconnect()
  return { messages, distinct: seen.size, outOfOrder: [...outOfOrder] }
}
