// Measures the model folder as the service uses it, offline: time of a pair, memory.
// Usage: node --expose-gc infra/entailment/train/check.ts MODEL_FOLDER
import { resolve } from 'node:path'
import { openThreadedEntailment } from '../threaded.ts'

const PAIRS = 200
const AT_ONCE = 8
const MEBIBYTE = 1024 * 1024
const DIGITS = 100

const rss = (): number => Math.round(process.memoryUsage.rss() / MEBIBYTE)
const rounded = (value: number): number => Math.round(value * DIGITS) / DIGITS
const percentile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** About 90 tokens together. */
const PAIR = {
  premise:
    "Code civil, article 1195. Si un changement de circonstances imprévisible lors de la conclusion du contrat rend l'exécution excessivement onéreuse pour une partie qui n'avait pas accepté d'en assumer le risque, celle-ci peut demander une renégociation du contrat à son cocontractant.",
  hypothesis:
    "La partie pour qui l'exécution devient excessivement onéreuse peut demander à l'autre de renégocier le contrat.",
}

const main = async (folder: string): Promise<void> => {
  globalThis.gc?.()
  const before = rss()
  const opening = performance.now()
  const model = await openThreadedEntailment(resolve(folder))
  const openMs = performance.now() - opening
  const times: number[] = []
  for (let index = 0; index < PAIRS; index += 1) {
    const began = performance.now()
    await model.compare([PAIR])
    times.push(performance.now() - began)
  }
  const began = performance.now()
  await model.compare(Array.from({ length: PAIRS }, () => PAIR))
  const together = (performance.now() - began) / PAIRS
  const eight: number[] = []
  for (let index = 0; index < PAIRS / AT_ONCE; index += 1) {
    const start = performance.now()
    await model.compare(Array.from({ length: AT_ONCE }, () => PAIR))
    eight.push(performance.now() - start)
  }
  const after = rss()
  console.log(
    JSON.stringify({
      model: model.model,
      openMs: Math.round(openMs),
      pairMs: { median: rounded(percentile(times, 0.5)), p95: rounded(percentile(times, 0.95)) },
      pairMsOfMany: rounded(together),
      eightPairsMs: rounded(percentile(eight, 0.5)),
      rssMiB: { before, after, model: after - before },
    }),
  )
}

const [folder] = process.argv.slice(2)
if (folder === undefined) {
  console.error('usage: check.ts MODEL_FOLDER')
  process.exit(2)
}
await main(folder)
