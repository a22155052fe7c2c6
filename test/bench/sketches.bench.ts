/**
 * What a search by sketches finds of an exact one, and how long both scans take on one core.
 *   node test/bench/sketches.bench.ts [passages, default 200000]
 * Needs ../shared. Vectors are kept in the cache, those of `npm run bench:peers`; making 200,000 of
 * them takes some minutes.
 */
import { makeKernel } from '#infra/embedded/search/scan/kernel.ts'
import { soloScanner } from '#infra/embedded/search/scan/crew.ts'
import { unit } from '#infra/embedded/search/engine/quantise.ts'
import { SKETCHES, type SketchLimits } from '#infra/embedded/search/engine/sketches.ts'
import { type Scanned, VectorColumn } from '#infra/embedded/search/engine/vectors.ts'
import { cacheFolder } from '../engines/install/cache.ts'
import { medianOf } from './paired.ts'
import {
  embeddedPassages,
  openModel,
  prepare,
  preparedQuestions,
  similarity,
} from './peers/prepared.ts'

const QUESTIONS = 100
const DEPTHS = [10, 250]
const EXACT: SketchLimits = { ...SKETCHES, rowsMin: Number.POSITIVE_INFINITY }

const [, , passages = '200000'] = process.argv
const count = Number(passages)
const model = await openModel()
const prepared = await prepare(cacheFolder(process.env), model, count, console.error)
const vectors: Float32Array[] = []
for await (const batch of embeddedPassages(prepared, count))
  for (const { vector } of batch) vectors.push(unit(vector) ?? vector)
// A question of unknown words has no direction, and nothing is near to it.
const questions = (await preparedQuestions(prepared))
  .slice(0, QUESTIONS)
  .flatMap(({ vector }) => unit(vector) ?? [])

const columnOf = (limits: SketchLimits): VectorColumn => {
  const kernels = { codes: makeKernel(), fine: makeKernel(), sketches: makeKernel() }
  const column = new VectorColumn(prepared.dimensions, kernels, soloScanner(), limits)
  for (const [slot, vector] of vectors.entries()) column.add(slot, [vector])
  return column
}

const all = new Uint8Array(count).fill(1)
/** Scans for each question twice, the first time to warm up; `seen` gets each answer. */
const timeOf = (column: VectorColumn, seen: (scanned: Scanned, question: number) => void) => {
  const took: number[] = []
  for (const turn of [0, 1])
    for (const [at, question] of questions.entries()) {
      const started = performance.now()
      const scanned = column.scan(question, all, count, 0)()
      if (turn === 1) took.push(performance.now() - started)
      seen(scanned, at)
    }
  return medianOf(took)
}

const compared = questions.map(() => new Set<number>())
const exactMs = timeOf(columnOf(EXACT), () => undefined)
const sketchedMs = timeOf(columnOf(SKETCHES), ({ slots, count: entries }, question) => {
  for (const slot of slots.subarray(0, entries)) compared[question]?.add(slot)
})
console.log(
  `${count} passages, ${questions.length} questions, p50: every vector ${exactMs.toFixed(2)} ms, by sketches ${sketchedMs.toFixed(2)} ms`,
)
const nearest = questions.map((question) => {
  const scores = Float64Array.from(vectors, (vector) => similarity(question, vector))
  return [...scores.keys()].toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0))
})
for (const depth of DEPTHS) {
  const shares = nearest.map(
    (best, at) =>
      best.slice(0, depth).filter((slot) => compared[at]?.has(slot) === true).length / depth,
  )
  const mean = shares.reduce((sum, one) => sum + one, 0) / shares.length
  console.log(
    `of the nearest ${depth} are compared: ${(100 * mean).toFixed(2)} % on average, ${(100 * Math.min(...shares)).toFixed(1)} % at least`,
  )
}
process.exit(0)
