/** Runs commands of Pandect without starting a process for each. */
import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { join } from 'node:path'

export type CommandResult = { code: number | null; stdout: string; stderr: string }

type Command = {
  readonly args: readonly string[]
  readonly environment: NodeJS.ProcessEnv
  readonly input: string
}

/** What the process is asked (command-host.ts); `mark` ends what the command prints. */
export type Asked = Command & { readonly mark: string }
/** What it answers. */
export type Answered = { readonly code: number }

const ROOT = join(import.meta.dirname, '../..')

let host: ChildProcess | null = null

const startHost = (environment: NodeJS.ProcessEnv): ChildProcess => {
  const child = fork(join(import.meta.dirname, 'command-host.ts'), {
    cwd: ROOT,
    env: environment,
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  child.once('close', () => {
    if (host === child) host = null
  })
  return child
}

/** Between two commands the process keeps no test from ending; it ends with the tests. */
const holdBy = (child: ChildProcess, hold: 'ref' | 'unref'): void => {
  const pipes = [child.stdout, child.stderr] as unknown as readonly Socket[]
  for (const one of [child, child.channel, ...pipes]) one?.[hold]()
}

const readUntil = (stream: NodeJS.ReadableStream | null, mark: string) => {
  let text = ''
  const { promise: done, resolve } = Promise.withResolvers<void>()
  const hear = (chunk: Buffer): void => {
    text += chunk.toString('utf8')
    if (text.endsWith(mark)) resolve()
  }
  stream?.on('data', hear)
  return {
    done,
    end: (): string => {
      stream?.off('data', hear)
      return text.replace(mark, '')
    },
  }
}

const runOn = async (child: ChildProcess, command: Command): Promise<CommandResult> => {
  const mark = `\0${randomUUID()}`
  const [stdout, stderr] = [child.stdout, child.stderr].map((one) => readUntil(one, mark))
  holdBy(child, 'ref')
  const { promise: code, resolve } = Promise.withResolvers<number | null>()
  // It ends with a command that ends its process.
  child.once('close', resolve)
  child.once('message', ({ code: answered }: Answered) => {
    void Promise.all([stdout?.done, stderr?.done]).then(() => resolve(answered))
  })
  child.send({ ...command, mark } satisfies Asked)
  await code
  child.off('close', resolve)
  holdBy(child, 'unref')
  return { code: await code, stdout: stdout?.end() ?? '', stderr: stderr?.end() ?? '' }
}

let last: Promise<unknown> = Promise.resolve()

/** Commands wait for one another: what they print goes to the same streams. */
export const runInHost = (command: Command): Promise<CommandResult> => {
  const result = last.then(() => runOn((host ??= startHost(command.environment)), command))
  last = result.catch(() => undefined)
  return result
}
