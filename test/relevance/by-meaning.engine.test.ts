/** The shipped model, opened as it lies in a fresh clone, with every way to the network closed. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { Day } from '#contracts/ids.ts'
import { SearchRequest } from '#contracts/http/search.ts'
import { terms } from '#contracts/law/analysis/analyse.ts'
import { openLocalOnnxEmbedder } from '#infra/embeddings/local-onnx.ts'
import { parseSettings } from '#infra/settings.ts'
import { makeSearch } from '#query-api/search/search.ts'
import { embeddedIndex } from './branches.ts'
import type { JudgementSet } from './judgements.ts'

vi.mock('node:net', { spy: true })

const Case = z.object({
  id: z.string(),
  query: z.string(),
  text: z.string(),
  distractors: z.array(z.string()),
})
const Cases = z.object({ cases: z.array(Case) })
const Blind = z.object({ first: z.array(Case), second: z.array(Case) })

/**
 * Of the eighty blind cases, how many the shipped model must find (its card tells how many it
 * found).
 */
const BLIND_FOUND_MIN = 58

const directory = parseSettings({}).embeddingsModelDir ?? ''
const inModel = (name: string): string => `${directory}/${name}`
const readJson = async (name: string): Promise<unknown> =>
  JSON.parse(await readFile(fileURLToPath(new URL(name, import.meta.url)), 'utf8'))
const readCases = async () => Cases.parse(await readJson('./by-meaning.json')).cases
const readBlind = async () => {
  const { first, second } = Blind.parse(await readJson('./by-meaning-blind.json'))
  return [...first, ...second]
}
const cases = await readCases()

/**
 * The texts of one case behind the search port: its own first, then those that it must not be taken
 * for.
 */
const setOf = ({ id, text, distractors }: (typeof cases)[number]): JudgementSet => ({
  name: id,
  texts: [text, ...distractors].map((one, at) => ({ name: `${id}-${at}`, title: '', text: one })),
  queries: [],
})

describe('the shipped model', () => {
  beforeAll(() => {
    vi.stubGlobal('fetch', () => Promise.reject(new Error('a model must not be fetched')))
  })
  afterAll(() => {
    expect(connect).not.toHaveBeenCalled()
    vi.unstubAllGlobals()
  })

  test('is the file that its card describes', async () => {
    const bytes = await readFile(inModel('onnx/model_quantized.onnx'))
    const hash = createHash('sha256').update(bytes).digest('hex')
    expect(await readFile(inModel('MODEL-CARD.md'), 'utf8')).toContain(hash)
    expect(bytes.length).toBeLessThanOrEqual(25 * 1024 * 1024)
  })

  test('the cases share no stem with their text', async () => {
    expect(cases).toHaveLength(10)
    const blind = await readBlind()
    expect(blind).toHaveLength(80)
    for (const { query, text } of [...cases, ...blind])
      expect(new Set(terms(query)).isDisjointFrom(new Set(terms(text))), query).toBe(true)
  })

  test.each(cases)('finds by meaning: $query', async (one) => {
    const embedder = await openLocalOnnxEmbedder({ directory })
    const index = await embeddedIndex(setOf(one), embedder)
    const search = makeSearch({
      index,
      embedder,
      clock: () => 0,
      today: () => Day.parse('2026-11-22'),
    })
    const { response } = await search(SearchRequest.parse({ text: one.query }))
    expect(response.hits.map(({ slug }) => slug)).toContain('text-0')

    const [own = 0, ...others] = await cosines(embedder, one)
    expect(Math.max(...others)).toBeLessThan(own)
    expect(own).toBeGreaterThan(embedder.similarityFloor)
  })

  test('finds most of the blind cases, which its glossary was not written for', async () => {
    const embedder = await openLocalOnnxEmbedder({ directory })
    const found: string[] = []
    for (const one of await readBlind()) {
      const [own = 0, ...others] = await cosines(embedder, one)
      if (own > Math.max(...others)) found.push(one.id)
    }
    expect(found.length).toBeGreaterThanOrEqual(BLIND_FOUND_MIN)
  })

  test('nonsense has no vector, and so finds nothing', async () => {
    const embedder = await openLocalOnnxEmbedder({ directory })
    for (const text of ['zxqvw blorf', 'qsdf jklm', '', '…', 'xxxxxxxxxx'])
      expect(
        (await embedder.embedQuery(text)).every((value) => value === 0),
        text,
      ).toBe(true)
  })
})

const dot = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)
const cosines = async (
  embedder: Awaited<ReturnType<typeof openLocalOnnxEmbedder>>,
  { query, text, distractors }: (typeof cases)[number],
): Promise<number[]> => {
  const asked = await embedder.embedQuery(query)
  const passages = await embedder.embedPassages([text, ...distractors])
  return passages.map((passage) => dot(asked, passage))
}
