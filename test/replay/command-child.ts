/**
 * Runs one command of operators as `pandect` does, on the database of the settings; its words are
 * the arguments.
 */
import { parseSettings } from '#infra/settings.ts'
import { report } from '#infra/terminal.ts'
import { replayCommand } from '#infra/cli/replay.ts'
import { replayDepsOf } from '#infra/processes/wiring/replay.ts'
import { withFlippedBit } from './flip.ts'
import { deadLettersList, deadLettersRetry, deadLettersShow } from '#infra/cli/dead-letters.ts'

const LIVE = 1

/** A replay whose build comes out with one bit of one search document wrong. */
const spoiledReplay: typeof replayDepsOf = (settings, database, more) => {
  const { deps, close } = replayDepsOf(settings, database, more)
  const projections = withFlippedBit(deps.models.projections, 'search', LIVE)
  return { deps: { ...deps, models: { ...deps.models, projections } }, close }
}

const COMMANDS: Record<string, (argument: string) => Promise<void>> = {
  replay: () => replayCommand(parseSettings(process.env), {}),
  'replay-spoiled': () => replayCommand(parseSettings(process.env), {}, spoiledReplay),
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
