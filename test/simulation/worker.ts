/** A process that runs seeds one after the other and tells of each. Started by `run.ts`. */
import { installSimulation } from './loader.ts'
import { MUTANTS } from './mutants/mutants.ts'
import { drawThemes } from './themes.ts'
import type { Asked, Told } from './protocol.ts'

const asked = JSON.parse(process.argv[2] ?? '{}') as Asked
const mutant = MUTANTS.find(({ name }) => name === asked.mutant) ?? null
const installed = installSimulation(mutant)
const { runSeed } = await import('./scenario.ts')

const tell = (told: Told): void => void process.send?.(told)
if (mutant !== null && !installed.wasPlanted())
  throw new Error(`no simulated process loads ${mutant.file}: the mutant ${mutant.name} is nowhere`)
function* seedsOf({ before, first, seeds, step }: Asked): Generator<number> {
  yield* before
  for (let seed = first; seed < first + seeds; seed += step) yield seed
}
for (const seed of seedsOf(asked)) {
  const themes = drawThemes(seed)
  if (mutant !== null && !mutant.needs.every((theme) => themes.has(theme))) continue
  const result = await runSeed(seed)
  tell(result)
  if (result.broken !== null && mutant !== null) break
}
process.disconnect()
