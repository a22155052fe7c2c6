import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLocalOnnxEmbedder } from '#infra/embeddings/local-onnx.ts'
import { openThreadedEmbedder } from '#infra/embeddings/threaded.ts'
import { TINY, writeTinyModel } from './tiny-bert.ts'

let folder = ''
const directory = (name: string): string => join(folder, name)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pandect-threaded-'))
  await writeTinyModel(directory('tiny'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Threads of JavaScript are numbered as they start. */
const threadsSoFar = async (): Promise<number> => {
  const probe = new Worker('', { eval: true })
  const { threadId } = probe
  await probe.terminate()
  return threadId
}

const TEXTS = Array.from({ length: 100 }, (_, at) => `le bail et la faute ${at % 7} du juge`)

test('a thread gives the vectors that the model gives, in the order of the texts', async () => {
  const threaded = await openThreadedEmbedder(directory('tiny'))
  const plain = await openLocalOnnxEmbedder({ directory: directory('tiny') })
  expect(threaded).toMatchObject({
    model: plain.model,
    dimensions: TINY.dimensions,
    similarityFloor: plain.similarityFloor,
    costUsdPerQuery: 0,
  })
  expect(await threaded.embedPassages(TEXTS)).toEqual(await plain.embedPassages(TEXTS))
  expect(await threaded.embedQuery('le bail')).toEqual(await plain.embedQuery('le bail'))
  expect(await threaded.embedPassages([])).toEqual([])
})

test('the event loop runs on while passages are embedded, and a query does not wait for all of them', async () => {
  const threaded = await openThreadedEmbedder(directory('tiny'))
  let ticks = 0
  const timer = setInterval(() => (ticks += 1), 1)
  const ended: string[] = []
  await Promise.all([
    threaded.embedPassages([...TEXTS, ...TEXTS, ...TEXTS]).then(() => ended.push('passages')),
    threaded.embedQuery('le bail').then(() => ended.push('query')),
  ])
  clearInterval(timer)
  expect(ended).toEqual(['query', 'passages'])
  expect(ticks).toBeGreaterThan(3)
})

test('many passages are embedded on several threads, in the order of the texts', async () => {
  await writeTinyModel(directory('many'))
  const patient = await openThreadedEmbedder(directory('many'), { cores: 2, msOfOne: Infinity })
  const threaded = await openThreadedEmbedder(directory('many'), { cores: 2, msOfOne: 1 })
  const plain = await openLocalOnnxEmbedder({ directory: directory('many') })
  const texts = Array.from({ length: 200 }, (_, at) => `texte ${at}`)
  const vectors = await plain.embedPassages(texts)
  const before = await threadsSoFar()
  expect(await threaded.embedPassages(texts)).toEqual(vectors)
  expect(await patient.embedPassages(texts)).toEqual(vectors)
  expect(await threadsSoFar()).toBe(before + 1)
  expect(await threaded.embedPassages(texts)).toEqual(vectors)
  // The probe, and one thread more.
  expect(await threadsSoFar()).toBe(before + 3)
})

test('a broken folder is reported as without a thread', async () => {
  await writeTinyModel(directory('cut'))
  await truncate(directory('cut/onnx/model.onnx'), 900)
  await expect(openThreadedEmbedder(directory('cut'))).rejects.toMatchObject({
    code: 'embedding-model-broken',
    hint: expect.stringContaining('EMBEDDINGS_MODEL_DIR'),
  })
  await expect(openThreadedEmbedder(directory('nowhere'))).rejects.toMatchObject({
    code: 'embedding-model-missing',
  })
})

test('a folder that was repaired is opened anew', async () => {
  await writeTinyModel(directory('repaired'))
  await writeFile(directory('repaired/config.json'), '{')
  await expect(openThreadedEmbedder(directory('repaired'))).rejects.toThrow(/config\.json/)
  await writeTinyModel(directory('repaired'))
  expect((await openThreadedEmbedder(directory('repaired'))).dimensions).toBe(TINY.dimensions)
})

test('a model that gives other dimensions than its pandect.json says is broken', async () => {
  await writeTinyModel(directory('sized'))
  await writeFile(directory('sized/pandect.json'), JSON.stringify({ dimensions: 5 }))
  await expect(openThreadedEmbedder(directory('sized'))).rejects.toMatchObject({
    code: 'embedding-model-broken',
    message: expect.stringContaining(`gives ${TINY.dimensions}`),
  })
})
