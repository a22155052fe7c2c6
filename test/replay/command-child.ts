/**
 * Runs one command of operators as `pandect` does, on the database of the settings; its words are
 * the arguments.
 */
import { runProgram } from '#infra/cli/program.ts'
import { replayCommand } from '#infra/cli/replay.ts'
import { replayDepsOf } from '#infra/processes/wiring/replay.ts'
import { parseSettings } from '#infra/settings.ts'
import { withFlippedBit } from './flip.ts'

const LIVE = 1

/** A replay whose build comes out with one bit of one search document wrong. */
const spoiledReplay: typeof replayDepsOf = (settings, database, more) => {
  const { deps, ...rest } = replayDepsOf(settings, database, more)
  const projections = withFlippedBit(deps.models.projections, 'search', LIVE)
  return { deps: { ...deps, models: { ...deps.models, projections } }, ...rest }
}

const words = process.argv.slice(2)
if (words[0] === 'replay-spoiled')
  await replayCommand(parseSettings(process.env), {}, spoiledReplay)
else await runProgram(words, process.env, '0.0.0')
