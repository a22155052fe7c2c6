/**
 * Runs one command of operators as `pandect` does, on the database of the settings; its words are
 * the arguments.
 */
import { parseSettings } from '#infra/settings.ts'
import { report } from '#infra/terminal.ts'
import {
  deadLettersList,
  deadLettersRetry,
  deadLettersShow,
  replayCommand,
} from '#query-api/replay/main.ts'

const COMMANDS: Record<string, (argument: string) => Promise<void>> = {
  replay: () => replayCommand(parseSettings(process.env), {}),
  'replay-json': () => replayCommand(parseSettings(process.env), { json: true }),
  rollback: () => replayCommand(parseSettings(process.env), { rollback: true }),
  list: () => deadLettersList(parseSettings(process.env), { json: true }),
  show: (stream) => deadLettersShow(parseSettings(process.env), stream, { json: true }),
  retry: (stream) => deadLettersRetry(parseSettings(process.env), [stream], { json: true }),
}

try {
  await COMMANDS[process.argv[2] ?? '']?.(process.argv[3] ?? '')
} catch (error) {
  process.exitCode = report(error)
}
