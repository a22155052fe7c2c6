/** A process that runs seeds one after the other and tells of each. Started by `run.ts`. */
import { installSimulation } from './loader.ts'
import { MUTANTS } from './mutants/mutants.ts'
import { drawThemes } from './themes.ts'
import type { Asked, Told } from './protocol.ts'

const loader = installSimulation()
const sound = await import('./scenario.ts')

const tell = (told: Told): void => void process.send?.(told)
function* seedsOf({ before, first, seeds, step }: Asked): Generator<number> {
  yield* before
  for (let seed = first; seed < first + seeds; seed += step) yield seed
}
const work = async (asked: Asked): Promise<void> => {
  const mutant = MUTANTS.find(({ name }) => name === asked.mutant) ?? null
  const { runSeed } = mutant === null ? sound : await loader.plant(mutant)
  for (const seed of seedsOf(asked)) {
    const themes = drawThemes(seed)
    if (mutant !== null && !mutant.needs.every((theme) => themes.has(theme))) continue
    const result = await runSeed(seed)
    tell(result)
    if (result.broken !== null && mutant !== null) break
  }
  tell('done')
}
process.on('message', (asked) => void work(asked as Asked))
tell('ready')
