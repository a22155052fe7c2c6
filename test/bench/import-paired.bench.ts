/**
 * The rate of an import, and what `GET /articles/{slug}` takes, before and after a change. Both
 * sides take turns with the same corpus, so that the load of the machine falls on both; processor
 * time is less touched by it than time on the clock.
 *   node test/bench/import-paired.bench.ts <checkout before> [rounds of imports] [rounds of reads]
 * Needs ../shared beside the checkout, the packages of both checkouts, and Linux.
 */
import { resolve } from 'node:path'
import * as here from '../service/service.ts'
import {
  CORPUS,
  medianOf,
  openWithCorpus,
  processorMsOf,
  ratiosOf,
  sideOf,
  timed,
  type Took,
} from './paired.ts'

const [, , checkout, importRounds = '5', readRounds = '40'] = process.argv
if (checkout === undefined) throw new Error('say which checkout to compare with')
const there = await sideOf(checkout)
const SIDES = {
  before: { checkout: resolve(checkout), side: there },
  after: { checkout: resolve(import.meta.dirname, '../..'), side: here },
} as const
type Name = keyof typeof SIDES
const NAMES: readonly Name[] = ['before', 'after']
/** The side that begins changes from round to round. */
const inTurn = (round: number): readonly Name[] => (round % 2 === 0 ? NAMES : NAMES.toReversed())

/** An import, less what a command takes that only starts and ends the database. */
const importOnce = async (name: Name): Promise<Omit<Took, 'stdout'>> => {
  const { checkout: folder, side } = SIDES[name]
  const { dataDir, remove } = await side.makeDataDir()
  try {
    await side.makeOfficial(CORPUS, dataDir)
    const start = await timed(folder, ['sources', 'list'], dataDir)
    const took = await timed(folder, ['import', CORPUS, '--publish', '--json'], dataDir)
    return { wall: took.wall - start.wall, processor: took.processor - start.processor }
  } finally {
    await remove()
  }
}

const imports = { before: [], after: [] } as Record<Name, Omit<Took, 'stdout'>[]>
for (let round = 0; round < Number(importRounds); round++) {
  for (const name of inTurn(round)) imports[name].push(await importOnce(name))
  for (const what of ['processor', 'wall'] as const) {
    const pairs = imports.before.map(
      // The rate is the inverse of the time.
      (one, at) => [imports.after[at]?.[what] ?? Number.NaN, one[what]] as const,
    )
    const [before, after] = NAMES.map((name) => medianOf(imports[name].map((one) => one[what])))
    console.log(
      `${imports.before.length} imports, ${what} time: median ${before?.toFixed(2)} s before, ${after?.toFixed(2)} s after; ratio of the rates, minimum / median / maximum: ${ratiosOf(pairs)}`,
    )
  }
}

if (Number(readRounds) > 0) {
  const services = { before: await openWithCorpus(there), after: await openWithCorpus(here) }
  try {
    const { body } = await here.ask<{ hits: { slug: string }[] }>(services.after, '/search', {
      body: { text: 'responsabilité du bailleur', limit: 50 },
    })
    const slugs = body.hits.map(({ slug }) => slug)
    const took = { before: [] as number[], after: [] as number[] }
    const processor = { before: [] as number[], after: [] as number[] }
    for (let round = -1; round < Number(readRounds); round++)
      for (const name of inTurn(round + 1)) {
        const service = services[name]
        const used = processorMsOf(service.child.pid ?? 0)
        for (const slug of slugs) {
          const started = performance.now()
          const { status } = await here.ask(service, `/articles/${slug}`)
          if (status !== 200) throw new Error(`${name}: article answered ${status}`)
          // The first round warms both of them up.
          if (round >= 0) took[name].push(performance.now() - started)
        }
        if (round < 0) continue
        processor[name].push((processorMsOf(service.child.pid ?? 0) - used) / slugs.length)
      }
    for (const name of NAMES)
      console.log(
        `${took[name].length} articles ${name}: p50 ${medianOf(took[name]).toFixed(3)} ms, processor ${(processor[name].reduce((sum, one) => sum + one, 0) / processor[name].length).toFixed(3)} ms a call`,
      )
    const difference = medianOf(took.after) - medianOf(took.before)
    console.log(`difference of the medians: ${difference.toFixed(3)} ms`)
  } finally {
    for (const service of Object.values(services)) {
      await service.stop()
      await service.remove()
    }
  }
}
