import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cacheFolder } from '#infra/engines/cache.ts'
import { installKafka, kafkaPath, startKafka } from '#infra/engines/kafka.ts'
import { stopProcess } from '#infra/engines/processes.ts'

const cache = cacheFolder(process.env)
const has = (tool: string): boolean => spawnSync(tool, ['-version']).error === undefined

/** Why there is no broker for tests here; null where there is one, which CI fetches if it can. */
export const kafkaMissing = async (): Promise<string | null> => {
  if (!has('java')) return 'no Java runtime'
  if (existsSync(kafkaPath(cache))) return null
  if (!has('mvn')) return 'no Kafka in the cache, and no Maven to fetch it'
  if (process.env['CI'] !== 'true') return 'no Kafka in the cache: npm run engines:up fetches it'
  await installKafka(cache, process.env)
  return null
}

/** A broker of one's own, which a test may kill and bring back on the same data and port. */
export type TestKafka = {
  readonly brokers: string
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
