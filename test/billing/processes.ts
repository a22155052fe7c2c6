/** Processes of Pandect that are killed and come back on the same port. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { spawnPandect } from '../service/service.ts'

const READY_TIMEOUT_MS = 240_000
const READY = /http:\/\/\S+:(\d+)\/api\/v1/

export type Killable = {
  /** 0 until it listened once. */
  readonly port: () => number
  readonly isUp: () => boolean
  /** kill -9, then a new one in its place; answers when that is ready. */
  readonly kill: () => Promise<void>
  readonly stop: () => Promise<void>
}

export type KillableOptions = {
  readonly command: readonly string[]
  readonly dataDir: string
  readonly env: Readonly<Record<string, string>>
  /** A line of standard output that says it is ready. */
  readonly ready: RegExp
}

/** The matching line, or an error with the end of what it said. */
const readyLine = (child: ChildProcess, ready: RegExp): Promise<string> =>
  new Promise((resolve, reject) => {
    let said = ''
    child.stderr?.on('data', (chunk: Buffer) => (said = `${said}${String(chunk)}`.slice(-2_000)))
    child.once('exit', () => reject(new Error(`ended before it was ready: ${said}`)))
    setTimeout(() => reject(new Error(`not ready in time: ${said}`)), READY_TIMEOUT_MS).unref()
    if (child.stdout !== null)
      createInterface({ input: child.stdout }).on('line', (line) => {
        if (ready.test(line)) resolve(line)
      })
  })

const ended = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

/** Starts a process and waits until it is ready. */
export const startKillable = async (options: KillableOptions): Promise<Killable> => {
  let port = 0
  let child: ChildProcess
  let stopping = false
  let up = false
  const start = async (): Promise<void> => {
    child = spawnPandect(options.command, options.dataDir, {
      METRICS_PORT: '0',
      ...options.env,
      PORT: String(port),
    })
    const line = await readyLine(child, options.ready)
    port = Number(READY.exec(line)?.[1] ?? 0)
    up = true
  }
  await start()
  return {
    port: () => port,
    isUp: () => up,
    kill: async () => {
      if (stopping) return
      child.kill('SIGKILL')
      up = false
      await ended(child)
      await start()
    },
    stop: async () => {
      stopping = true
      child.kill('SIGTERM')
      await ended(child)
    },
  }
}

export const startApi = (
  dataDir: string,
  env: Readonly<Record<string, string>>,
): Promise<Killable> => startKillable({ command: ['api'], dataDir, env, ready: READY })
