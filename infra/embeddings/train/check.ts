// Loads the model folder as the service does, offline, and measures it: agreement with the training side's vectors, query and passage time, memory.
// Usage: node infra/embeddings/train/check.ts MODEL_FOLDER REFERENCE.json (written by reference.py: texts, vectors, queries).
import { readFile } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { env, pipeline } from '@huggingface/transformers'
import { z } from 'zod'

const BATCH_TEXTS = 16
const QUERY_ROUNDS = 3
const SINGLE_TEXTS = 150
const MEBIBYTE = 1024 * 1024

const Reference = z.object({
  texts: z.array(z.string()),
  vectors: z.array(z.array(z.number())),
  queries: z.array(z.string()),
})

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0)
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

async function main(folder: string, referencePath: string): Promise<void> {
  env.allowRemoteModels = false
  env.localModelPath = `${dirname(resolve(folder))}/`
  const reference = Reference.parse(JSON.parse(await readFile(referencePath, 'utf8')))
  const before = process.memoryUsage().rss
  const opened = performance.now()
  const options = {
    dtype: 'q8',
    device: 'cpu',
    session_options: { intraOpNumThreads: 2, enableCpuMemArena: false },
  } as const
  const embed = await pipeline('feature-extraction', basename(resolve(folder)), options)
  const openMs = performance.now() - opened
  const vectorsOf = async (texts: string[]): Promise<number[][]> =>
    z
      .array(z.array(z.number()))
      .parse((await embed(texts, { pooling: 'mean', normalize: true })).tolist())

  const times: number[] = []
  for (let round = 0; round < QUERY_ROUNDS; round += 1) {
    for (const query of reference.queries) {
      const started = performance.now()
      await vectorsOf([query])
      times.push(performance.now() - started)
    }
  }
  const alone: number[] = []
  const aloneBegan = performance.now()
  for (const [index, text] of reference.texts.slice(0, SINGLE_TEXTS).entries()) {
    const [vector] = await vectorsOf([text])
    alone.push(dot(vector ?? [], reference.vectors[index] ?? []))
  }
  const aloneSeconds = (performance.now() - aloneBegan) / 1000
  const rssAlone = process.memoryUsage().rss

  const found: number[][] = []
  const began = performance.now()
  // Texts of like length share a batch: little padding, as the service does it.
  const order = reference.texts
    .map((_, index) => index)
    .toSorted((a, b) => (reference.texts[a]?.length ?? 0) - (reference.texts[b]?.length ?? 0))
  for (let start = 0; start < order.length; start += BATCH_TEXTS) {
    const part = order.slice(start, start + BATCH_TEXTS)
    const vectors = await vectorsOf(part.map((index) => reference.texts[index] ?? ''))
    part.forEach((index, position) => (found[index] = vectors[position] ?? []))
  }
  const seconds = (performance.now() - began) / 1000
  const cosines = found.map((vector, index) => dot(vector, reference.vectors[index] ?? []))
  const figures = {
    openMs: Math.round(openMs),
    worstCosineAlone: Number(Math.min(...alone).toFixed(4)),
    worstCosineInBatch: Number(Math.min(...cosines).toFixed(4)),
    queryMs: {
      median: Number(percentile(times, 0.5).toFixed(2)),
      p95: Number(percentile(times, 0.95).toFixed(2)),
    },
    passagesPerSecondAlone: Math.round(alone.length / aloneSeconds),
    passagesPerSecond: Math.round(reference.texts.length / seconds),
    meanCharacters: Math.round(
      reference.texts.reduce((sum, text) => sum + text.length, 0) / reference.texts.length,
    ),
    rssMiB: {
      alone: Math.round(rssAlone / MEBIBYTE),
      before: Math.round(before / MEBIBYTE),
      after: Math.round(process.memoryUsage().rss / MEBIBYTE),
    },
  }
  console.log(JSON.stringify(figures))
}

const [folder, reference] = process.argv.slice(2)
if (folder === undefined || reference === undefined) {
  console.error('usage: check.ts MODEL_FOLDER REFERENCE.json')
  process.exit(2)
}
await main(folder, reference)
