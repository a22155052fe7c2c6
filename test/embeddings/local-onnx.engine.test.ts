import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openLocalOnnxEmbedder } from '#infra/embeddings/local-onnx.ts'
import { TINY, writeTinyModel } from './tiny-bert.ts'

let folder = ''
const directory = (name: string): string => join(folder, name)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pandect-model-'))
  await writeTinyModel(directory('tiny'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const open = (name = 'tiny') => openLocalOnnxEmbedder({ directory: directory(name) })
const dot = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0)

const isDirected = (vector: Float32Array): boolean => vector.some((value) => value !== 0)

const TEXTS = [
  'Le contrat.',
  'le délai du bail est de trois ans, sauf faute du juge; la responsabilité en est partagée.',
  '',
  'x'.repeat(2_000),
  'Le bail',
]

describe('a local ONNX model', () => {
  test('gives vectors of its dimensions and of unit length, also for no text and for a long one', async () => {
    const embedder = await open()
    expect(embedder.dimensions).toBe(TINY.dimensions)
    expect(embedder.costUsdPerQuery).toBe(0)
    for (const vector of await embedder.embedPassages(TEXTS)) {
      expect(vector.length).toBe(TINY.dimensions)
      expect(dot(vector, vector)).toBeCloseTo(1, 5)
    }
  })

  test('the same text has the same vector, bit for bit, in any batch', async () => {
    const embedder = await open()
    const together = await embedder.embedPassages(TEXTS)
    for (const [index, text] of TEXTS.entries()) {
      expect(await embedder.embedPassages([text])).toEqual([together[index]])
      expect(await embedder.embedQuery(text)).toEqual(together[index])
    }
    const again = await (await open()).embedPassages(TEXTS)
    expect(again).toEqual(together)
  })

  test('words have their place in the vector, and other texts other vectors', async () => {
    const embedder = await open()
    const [a, b] = await embedder.embedPassages(['le bail et la faute', 'le délai du contrat'])
    expect(dot(a ?? new Float32Array(), b ?? new Float32Array())).toBeLessThan(0.999)
  })

  test('is named by its folder and its graph', async () => {
    await writeTinyModel(directory('other'), 2)
    const [first, again, other] = [await open(), await open(), await open('other')]
    expect(first.model).toMatch(/^tiny@[0-9a-f]{12}$/)
    expect(again.model).toBe(first.model)
    expect(other.model).not.toBe(first.model.replace('tiny', 'other'))
  })

  test('a query of nothing that the model knows as a word has no vector; a passage has one', async () => {
    await writeTinyModel(directory('words'))
    // Of this tokenizer the words come before the letters: here the letters play the known words.
    await writeFile(directory('words/pandect.json'), JSON.stringify({ firstWordId: 13 }))
    const embedder = await open('words')
    expect(isDirected(await embedder.embedQuery('le contrat'))).toBe(false)
    expect(isDirected(await embedder.embedQuery(''))).toBe(false)
    expect(isDirected(await embedder.embedQuery('le contrat x'))).toBe(true)
    const [passage = new Float32Array()] = await embedder.embedPassages(['le contrat'])
    expect(isDirected(passage)).toBe(true)
  })

  test('says in pandect.json how it wants to be used', async () => {
    await writeTinyModel(directory('said'))
    const settings = { name: 'said-1', similarityFloor: 0.4, queryPrefix: 'bail ' }
    await writeFile(directory('said/pandect.json'), JSON.stringify(settings))
    const embedder = await open('said')
    expect(embedder.model).toMatch(/^said-1@/)
    expect(embedder.similarityFloor).toBe(0.4)
    const [passage] = await embedder.embedPassages(['bail faute'])
    expect(await embedder.embedQuery('faute')).toEqual(passage)
    const chosen = await openLocalOnnxEmbedder({
      directory: directory('said'),
      similarityFloor: 0.1,
    })
    expect(chosen.similarityFloor).toBe(0.1)
  })
})

describe('a model folder that can not be used', () => {
  const FAULTS = [
    ['config.json', 'embedding-model-missing'],
    ['tokenizer.json', 'embedding-model-missing'],
    ['tokenizer_config.json', 'embedding-model-missing'],
    ['onnx/model.onnx', 'embedding-model-missing'],
  ] as const
  test.each(FAULTS)('without %s names it', async (file, code) => {
    const name = `without-${file.replaceAll(/\W/g, '-')}`
    await writeTinyModel(directory(name))
    await rm(directory(`${name}/${file}`))
    await expect(open(name)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(file),
      hint: expect.stringContaining('EMBEDDINGS_MODEL_DIR'),
    })
  })

  test('that is not there is missing its first file', async () => {
    await expect(open('nowhere')).rejects.toMatchObject({ code: 'embedding-model-missing' })
  })

  test.each([
    ['a graph that was cut off', 'onnx/model.onnx', 900],
    ['a tokenizer that was cut off', 'tokenizer.json', 100],
    ['an empty graph', 'onnx/model.onnx', 0],
  ])('with %s is reported as broken', async (what, file, length) => {
    const name = `broken-${what.replaceAll(' ', '-')}`
    await writeTinyModel(directory(name))
    await truncate(directory(`${name}/${file}`), length)
    await expect(open(name)).rejects.toMatchObject({ code: 'embedding-model-broken' })
  })

  test('with settings of another shape is reported as broken', async () => {
    await writeTinyModel(directory('shape'))
    await writeFile(directory('shape/pandect.json'), '{"similarityFloor": "high"}')
    await expect(open('shape')).rejects.toMatchObject({ code: 'embedding-model-broken' })
  })
})
