/**
 * Runs commands of Pandect, one after another, in this one process (quick-commands.ts). The end of
 * each is marked on both streams.
 */
import { Readable } from 'node:stream'
import { runProgram } from '#infra/cli/program.ts'
import { reportCrashes } from '#infra/terminal.ts'
import packageJson from '../../package.json' with { type: 'json' }
import type { Answered, Asked } from './quick-commands.ts'

const run = async ({ args, environment, input, mark }: Asked): Promise<void> => {
  Object.defineProperty(process, 'stdin', { value: Readable.from([input]), configurable: true })
  await runProgram(args, environment, packageJson.version)
  const code = Number(process.exitCode ?? 0)
  process.exitCode = undefined
  for (const stream of [process.stdout, process.stderr]) stream.write(mark)
  process.send?.({ code } satisfies Answered)
}

reportCrashes()
process.on('message', (asked: Asked) => void run(asked))
process.on('disconnect', () => process.exit())
