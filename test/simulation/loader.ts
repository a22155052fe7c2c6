/**
 * Loads the code under test into a simulated world: engines, timers and random numbers are replaced
 * by those of the simulation, and a mutant may be planted. Import it before anything else.
 */
import { registerHooks } from 'node:module'
import { installVirtualGlobals } from './kernel/globals.ts'
import type { Mutant } from './mutants/mutant.ts'
import type * as scenario from './scenario.ts'

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

/** The address of a module without the fault that it was loaded for. */
const plain = (url: string): string => url.replace(/\?mutant=.*$/, '')

const textOf = (source: unknown): string =>
  source instanceof Uint8Array || source instanceof ArrayBuffer
    ? Buffer.from(source as Uint8Array).toString()
    : String(source)

const planted = (source: string, { name, file, find, replace }: Mutant): string => {
  if (source.split(find).length !== 2)
    throw new Error(`the mutant ${name} must match ${file} exactly once; correct its text`)
  return source.replace(find, () => replace)
}

/** Modules by the addresses of what they import. */
type Importers = ReadonlyMap<string, ReadonlySet<string>>

/** It refuses a second statement of a name, so it is loaded anew with those that have any. */
const STATEMENTS = here('../../infra/postgres/platform/statement.ts')

/** A module and all that import it, directly or not. */
const dependentsOf = (url: string, importers: Importers): ReadonlySet<string> => {
  const found = new Set([url])
  // A set goes on to what is added while it is walked.
  for (const one of found) {
    for (const importer of importers.get(one) ?? []) found.add(importer)
    if (importers.get(STATEMENTS)?.has(one) === true) found.add(STATEMENTS)
  }
  return found
}

export type Loader = {
  /**
   * The scenario over code with a fault. Only the faulty module and those that import it are loaded
   * anew: loading all takes most of the time.
   */
  plant(mutant: Mutant): Promise<typeof scenario>
}

/** Installs clocks and engines. */
export const installSimulation = (): Loader => {
  installVirtualGlobals()
  const importers = new Map<string, Set<string>>()
  let fault: { readonly mutant: Mutant; readonly anew: ReadonlySet<string> } | null = null
  registerHooks({
    resolve: (specifier, context, next) => {
      const replacement = REPLACED[specifier]
      const from = plain(context.parentURL ?? '')
      const isOurs = from.startsWith(SIMULATION) || from.includes(PACKAGES)
      const found =
        replacement === undefined || isOurs
          ? next(specifier, context)
          : { url: replacement, shortCircuit: true }
      const url = plain(found.url)
      importers.set(url, (importers.get(url) ?? new Set()).add(from))
      return fault?.anew.has(url) === true
        ? { ...found, url: `${url}?mutant=${fault.mutant.name}` }
        : found
    },
    load: (url, context, next) => {
      const loaded = next(url, context)
      if (fault === null || plain(url) !== here(`../../${fault.mutant.file}`)) return loaded
      return { ...loaded, source: planted(textOf(loaded.source), fault.mutant) }
    },
  })
  const SCENARIO = here('scenario.ts')
  return {
    plant: async (mutant) => {
      const anew = dependentsOf(here(`../../${mutant.file}`), importers)
      if (!anew.has(SCENARIO))
        throw new Error(
          `no simulated process loads ${mutant.file}: the mutant ${mutant.name} is nowhere`,
        )
      fault = { mutant, anew }
      return (await import(`${SCENARIO}?mutant=${mutant.name}`)) as typeof scenario
    },
  }
}
