import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cacheFolder } from '#infra/engines/cache.ts'
import { startKafka } from '#infra/engines/kafka.ts'
import { stopProcess } from '#infra/engines/processes.ts'

/** A broker of one's own, which a test may kill and bring back on the same data and port. */
export type TestKafka = {
  readonly brokers: string
  kill(): Promise<void>
  restart(): Promise<void>
  close(): Promise<void>
}

export const openTestKafka = async (): Promise<TestKafka> => {
  const folder = await mkdtemp(join(tmpdir(), 'pandect-kafka-'))
  const options = { cache: cacheFolder(process.env), folder, environment: process.env }
  const first = await startKafka(options)
  let { pid } = first
  return {
    brokers: first.brokers,
    kill: () => stopProcess(pid, 'SIGKILL'),
    restart: async () => {
      const again = await startKafka({
        ...options,
        port: first.port,
        controllerPort: first.controllerPort,
      })
      pid = again.pid
    },
    close: async () => {
      await stopProcess(pid, 'SIGKILL')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
