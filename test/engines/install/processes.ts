import { spawn } from 'node:child_process'
import { openSync } from 'node:fs'
import { createConnection, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Fault } from '#contracts/fault.ts'

const POLL_MS = 100
const STOP_GRACE_MS = 20_000

/** A port on loopback that is free now. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        typeof address === 'object' && address !== null
          ? resolve(address.port)
          : reject(new Error('no port')),
      )
    })
  })

/** True once something accepts connections on 127.0.0.1:port. */
const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection({ host: '127.0.0.1', port })
    socket.on('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })

export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

export type EngineProcess = { readonly pid: number; readonly port: number }

/**
 * Starts a server in a process group of its own and waits until its port answers. Throws Fault
 * `engine-start-failed`.
 */
export const startServer = async (options: {
  name: string
  command: string
  args: readonly string[]
  cwd: string
  env: Record<string, string | undefined>
  logFile: string
  port: number
  timeoutMs: number
}): Promise<EngineProcess> => {
  const log = openSync(options.logFile, 'a')
  const child = spawn(options.command, options.args, {
    cwd: options.cwd,
    env: options.env,
    detached: true,
    stdio: ['ignore', log, log],
  })
  child.on('error', () => undefined)
  child.unref()
  const failed = (why: string): Fault =>
    new Fault('engine-start-failed', `${options.name} did not start: ${why}`, {
      hint: `read ${options.logFile}`,
    })
  if (child.pid === undefined) throw failed(`${options.command} can't be run`)
  const deadline = Date.now() + options.timeoutMs
  while (!(await accepts(options.port))) {
    if (child.exitCode !== null) throw failed(`it ended with status ${child.exitCode}`)
    if (Date.now() > deadline) {
      process.kill(child.pid, 'SIGKILL')
      throw failed(`its port did not open within ${options.timeoutMs} ms`)
    }
    await sleep(POLL_MS)
  }
  return { pid: child.pid, port: options.port }
}

const START_ATTEMPTS = 3

/**
 * Starts a server on a port that was free a moment ago. Something else may take it, or one of the
 * ports that the server chooses itself, in between: then another one is tried. Throws the last
 * Fault `engine-start-failed`.
 */
export const onFreePort = async <Server>(
  start: (port: number) => Promise<Server>,
): Promise<Server> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start(await freePort())
    } catch (error) {
      const again = error instanceof Fault && error.code === 'engine-start-failed'
      if (!again || attempt >= START_ATTEMPTS) throw error
    }
  }
}

/** Ends a process by id: politely, then for good. Returns when it is gone. */
export const stopProcess = async (
  pid: number,
  signal: NodeJS.Signals = 'SIGTERM',
): Promise<void> => {
  if (!isAlive(pid)) return
  process.kill(pid, signal)
  const deadline = Date.now() + STOP_GRACE_MS
  while (isAlive(pid)) {
    if (Date.now() > deadline) process.kill(pid, 'SIGKILL')
    await sleep(POLL_MS)
  }
}
