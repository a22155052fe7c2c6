/**
 * Vectors of the passages and questions, made once by the service's own model and kept in the cache
 * outside of the checkout; and the exact answers that recall is measured against.
 */
import { open, mkdir, readFile, stat, writeFile, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import lockfile from 'proper-lockfile'
import { openEmbedder } from '#infra/processes/wiring/embedder.ts'
import { parseSettings } from '#infra/settings.ts'
import { Passages, PASSAGES_EDITION, readQuestions } from './passages.ts'
import type { Embedded, Filter, Passage, Question } from './peer.ts'

const FLOAT_BYTES = 4
const EMBED_AT_ONCE = 500
const SAID_EVERY_MS = 5_000
const LOCK = {
  stale: 60_000,
  retries: { retries: 60, minTimeout: 2_000, maxTimeout: 2_000 },
} as const
export const BATCH = 500
/** Questions whose answers are checked; all of them are timed. */
export const CHECKED = 100

export type Exact = {
  /** The best ten by the vectors alone, without and with the question's filter. */
  readonly whole: readonly number[]
  readonly filtered: readonly number[]
}

export type Prepared = {
  readonly folder: string
  readonly model: string
  readonly dimensions: number
  /** Cosines up to it are chance for this model. */
  readonly floor: number
}

const vectorsPath = (folder: string): string => join(folder, 'vectors.f32')
const questionsPath = (folder: string): string => join(folder, 'questions.f32')
const exactPath = (folder: string, count: number): string => join(folder, `exact-${count}.json`)

const bytesOf = (vectors: readonly Float32Array[]): Buffer =>
  Buffer.concat(
    vectors.map((vector) => Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)),
  )

const sizeOf = async (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  )

const readVectors = async (
  file: FileHandle,
  dimensions: number,
  first: number,
  count: number,
): Promise<Float32Array[]> => {
  const bytes = new Uint8Array(count * dimensions * FLOAT_BYTES)
  const { bytesRead } = await file.read(bytes, 0, bytes.length, first * dimensions * FLOAT_BYTES)
  if (bytesRead < bytes.length) throw new Error('the file of vectors is too short')
  const all = new Float32Array(bytes.buffer)
  return Array.from({ length: count }, (_, n) => all.subarray(n * dimensions, (n + 1) * dimensions))
}

/** Passages with their vectors, a batch at a time: nothing else of the corpus is in memory. */
export async function* embeddedPassages(
  { folder, dimensions }: Prepared,
  count: number,
): AsyncGenerator<Embedded[]> {
  const passages = new Passages()
  const file = await open(vectorsPath(folder))
  try {
    for (let first = 0; first < count; first += BATCH) {
      const length = Math.min(BATCH, count - first)
      const vectors = await readVectors(file, dimensions, first, length)
      yield vectors.map((vector, n) => ({ passage: passages.passage(first + n), vector }))
    }
  } finally {
    await file.close()
  }
}

export const preparedQuestions = async ({ folder, dimensions }: Prepared): Promise<Question[]> => {
  const asked = readQuestions()
  const file = await open(questionsPath(folder))
  try {
    const vectors = await readVectors(file, dimensions, 0, asked.length)
    return asked.map((question, n) => ({ ...question, vector: vectors[n] ?? new Float32Array() }))
  } finally {
    await file.close()
  }
}

export const readExact = async ({ folder }: Prepared, count: number): Promise<Exact[]> =>
  JSON.parse(await readFile(exactPath(folder, count), 'utf8')) as Exact[]

/** The vectors of passages by number, to compare an answer that is as near as the exact one. */
export const vectorsOf = async (
  { folder, dimensions }: Prepared,
  ids: readonly number[],
): Promise<Float32Array[]> => {
  const file = await open(vectorsPath(folder))
  try {
    const found: Float32Array[] = []
    for (const id of ids) found.push(...(await readVectors(file, dimensions, id, 1)))
    return found
  } finally {
    await file.close()
  }
}

export const similarity = (one: Float32Array, other: Float32Array): number => {
  let sum = 0
  for (let lane = 0; lane < one.length; lane++) sum += (one[lane] ?? 0) * (other[lane] ?? 0)
  return sum
}

export const passes = ({ jurisdiction, day }: Passage, filter: Filter): boolean =>
  jurisdiction === filter.jurisdiction && day >= filter.from && day <= filter.to

class Best {
  readonly #depth: number
  #found: { readonly id: number; readonly score: number }[] = []

  constructor(depth: number) {
    this.#depth = depth
  }

  offer(id: number, score: number): void {
    // What has nothing in common with the question is no answer; a question may have no words.
    if (score <= 0) return
    const last = this.#found.at(-1)
    if (this.#found.length >= this.#depth && last !== undefined && score <= last.score) return
    const at = this.#found.findIndex((other) => score > other.score)
    this.#found.splice(at < 0 ? this.#found.length : at, 0, { id, score })
    this.#found.length = Math.min(this.#found.length, this.#depth)
  }

  get ids(): number[] {
    return this.#found.map(({ id }) => id)
  }
}

type Say = (line: string) => void

const progress = (what: string, total: number, say: Say): ((done: number) => void) => {
  let last = performance.now()
  return (done) => {
    const now = performance.now()
    if (done < total && now - last < SAID_EVERY_MS) return
    last = now
    say(`${what}: ${done} of ${total}`)
  }
}

const prepareExact = async (prepared: Prepared, count: number, say: Say): Promise<void> => {
  if ((await sizeOf(exactPath(prepared.folder, count))) > 0) return
  const questions = (await preparedQuestions(prepared)).slice(0, CHECKED)
  const best = questions.map(() => ({ whole: new Best(10), filtered: new Best(10) }))
  const tell = progress('exact answers, passages compared', count, say)
  for await (const batch of embeddedPassages(prepared, count)) {
    for (const [at, { vector, filter }] of questions.entries())
      for (const { passage, vector: other } of batch) {
        const score = similarity(vector, other)
        best[at]?.whole.offer(passage.id, score)
        if (passes(passage, filter)) best[at]?.filtered.offer(passage.id, score)
      }
    tell((batch.at(-1)?.passage.id ?? 0) + 1)
  }
  const exact = best.map(({ whole, filtered }) => ({ whole: whole.ids, filtered: filtered.ids }))
  await writeFile(exactPath(prepared.folder, count), JSON.stringify(exact))
}

/** The model of the service on this machine: the shipped one, or that of EMBEDDINGS_MODEL_DIR. */
export const openModel = (): ReturnType<typeof openEmbedder> =>
  openEmbedder(parseSettings(process.env))
export type Model = Awaited<ReturnType<typeof openModel>>

/**
 * Makes what is not there yet: the vectors of the first `count` passages and of the questions, and
 * the exact answers. A run that was cut off goes on where it stood.
 */
export const prepare = async (
  cache: string,
  embedder: Model,
  count: number,
  say: Say,
): Promise<Prepared> => {
  const { model, dimensions, similarityFloor: floor } = embedder
  const name = `${PASSAGES_EDITION}-${model.replaceAll(/[^\w.-]/gu, '_')}`
  const folder = join(cache, 'peers', 'corpus', name)
  const prepared = { folder, model, dimensions, floor }
  await mkdir(folder, { recursive: true })
  const release = await lockfile.lock(folder, LOCK)
  try {
    const passages = new Passages()
    say(`${passages.real} real passages; ${Math.max(0, count - passages.real)} made of them`)
    const rowBytes = dimensions * FLOAT_BYTES
    const file = await open(vectorsPath(folder), 'a+')
    try {
      let done = Math.floor((await file.stat()).size / rowBytes)
      await file.truncate(done * rowBytes)
      const tell = progress(`vectors by ${model}`, count, say)
      while (done < count) {
        const length = Math.min(EMBED_AT_ONCE, count - done)
        const texts = Array.from({ length }, (_, n) => passages.passage(done + n).text)
        await file.appendFile(bytesOf(await embedder.embedPassages(texts)))
        done += length
        tell(done)
      }
    } finally {
      await file.close()
    }
    const questions = readQuestions()
    if ((await sizeOf(questionsPath(folder))) < questions.length * rowBytes) {
      const vectors: Float32Array[] = []
      for (const { text } of questions) vectors.push(await embedder.embedQuery(text))
      await writeFile(questionsPath(folder), bytesOf(vectors))
    }
    await prepareExact(prepared, count, say)
    return prepared
  } finally {
    await release()
  }
}
