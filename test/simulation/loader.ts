/**
 * Loads the code under test into a simulated world: engines, timers and random numbers are replaced
 * by those of the simulation, and a mutant may be planted. Import it before anything else.
 */
import { registerHooks } from 'node:module'
import { installVirtualGlobals } from './kernel/globals.ts'
import type { Mutant } from './mutants/mutant.ts'

const here = (path: string): string => new URL(path, import.meta.url).href

/** Modules that the code under test imports, and what it gets instead. */
const REPLACED: Readonly<Record<string, string>> = {
  pg: here('engines/pg.ts'),
  kafkajs: here('engines/kafkajs.ts'),
  'node:crypto': here('kernel/crypto.ts'),
  'node:timers/promises': here('kernel/timers-promises.ts'),
  'node:fs/promises': here('kernel/files.ts'),
}
const SIMULATION = here('.')
const PACKAGES = '/node_modules/'

/** Installs clocks and engines; `mutant` is planted while its module is loaded. */
export const installSimulation = (mutant: Mutant | null = null): { wasPlanted(): boolean } => {
  installVirtualGlobals()
  let isPlanted = false
  const target = mutant === null ? null : here(`../../${mutant.file}`)
  registerHooks({
    resolve: (specifier, context, next) => {
      const replacement = REPLACED[specifier]
      const from = context.parentURL ?? ''
      const isOurs = from.startsWith(SIMULATION) || from.includes(PACKAGES)
      if (replacement === undefined || isOurs) return next(specifier, context)
      return { url: replacement, shortCircuit: true }
    },
    load: (url, context, next) => {
      const loaded = next(url, context)
      if (mutant === null || url !== target) return loaded
      const source = String(
        loaded.source instanceof Uint8Array || loaded.source instanceof ArrayBuffer
          ? Buffer.from(loaded.source as Uint8Array)
          : loaded.source,
      )
      if (source.split(mutant.find).length !== 2)
        throw new Error(
          `the mutant ${mutant.name} must match ${mutant.file} exactly once; correct its text`,
        )
      isPlanted = true
      return { ...loaded, source: source.replace(mutant.find, () => mutant.replace) }
    },
  })
  return { wasPlanted: () => isPlanted }
}
