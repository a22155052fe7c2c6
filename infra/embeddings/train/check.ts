// Measures the model folder as the service uses it, offline: time of queries and passages, memory.
// Usage: node infra/embeddings/train/check.ts MODEL_FOLDER PAIRS.jsonl.gz
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { z } from 'zod'
import { openThreadedEmbedder } from '../threaded.ts'

const PASSAGES = 3_000
const QUERIES = 500
const MIN_CHARACTERS = 500
const CALL_PASSAGES = 64
const MEBIBYTE = 1024 * 1024
const DIGITS = 100

const Pair = z.object({ query: z.string(), passage: z.string(), kind: z.string() })
const rss = (): number => Math.round(process.memoryUsage.rss() / MEBIBYTE)
const rounded = (value: number): number => Math.round(value * DIGITS) / DIGITS
const percentile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** Reads long passages and the queries of the law, spread over the file. */
const textsOf = (path: string): { passages: string[]; queries: string[] } => {
  const lines = gunzipSync(readFileSync(path)).toString('utf8').split('\n')
  const step = Math.max(1, Math.floor(lines.length / (PASSAGES * 4)))
  const pairs = lines
    .filter((line, at) => line !== '' && at % step === 0)
    .map((line) => Pair.parse(JSON.parse(line)))
  const passages = pairs
    .map(({ passage }) => passage)
    .filter((passage) => passage.length >= MIN_CHARACTERS)
  return {
    passages: passages.slice(0, PASSAGES),
    queries: pairs.map(({ query }) => query).slice(0, QUERIES),
  }
}

const main = async (folder: string, path: string): Promise<void> => {
  const { passages, queries } = textsOf(path)
  globalThis.gc?.()
  const before = rss()
  const opening = performance.now()
  const embedder = await openThreadedEmbedder(resolve(folder))
  const openMs = performance.now() - opening
  const times: number[] = []
  for (const query of queries) {
    const began = performance.now()
    await embedder.embedQuery(query)
    times.push(performance.now() - began)
  }
  let after = rss()
  const began = performance.now()
  for (let start = 0; start < passages.length; start += CALL_PASSAGES) {
    await embedder.embedPassages(passages.slice(start, start + CALL_PASSAGES))
    after = Math.max(after, rss())
  }
  const seconds = (performance.now() - began) / 1_000
  const characters = passages.reduce((sum, { length }) => sum + length, 0) / passages.length
  console.log(
    JSON.stringify({
      openMs: Math.round(openMs),
      queryMs: { median: rounded(percentile(times, 0.5)), p95: rounded(percentile(times, 0.95)) },
      passagesPerSecond: Math.round(passages.length / seconds),
      meanCharacters: Math.round(characters),
      rssMiB: { before, after, embedder: after - before },
    }),
  )
}

const [folder, pairs] = process.argv.slice(2)
if (folder === undefined || pairs === undefined) {
  console.error('usage: check.ts MODEL_FOLDER PAIRS.jsonl.gz')
  process.exit(2)
}
await main(folder, pairs)
