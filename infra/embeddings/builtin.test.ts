import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BUILTIN, BUILTIN_NOTICE, builtinVector, makeBuiltinEmbedder } from './builtin.ts'

const dot = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)
const similarity = (a: string, b: string): number => dot(builtinVector(a), builtinVector(b))

test('a vector has the declared dimensions and unit length', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const vector = builtinVector(text)
      expect(vector).toHaveLength(BUILTIN.dimensions)
      const length = Math.sqrt(dot(vector, vector))
      expect(length === 0 || Math.abs(length - 1) < 1e-5).toBe(true)
    }),
  )
})

test('the same text has the same vector on every machine', () => {
  const [first = 0, second = 0, third = 0] = builtinVector(
    'La responsabilité contractuelle du débiteur',
  )
  expect([first, second, third].map((value) => value.toFixed(5))).toMatchInlineSnapshot(`
    [
      "0.01583",
      "0.03958",
      "-0.11081",
    ]
  `)
})

test('a text without words is the zero vector', () => {
  for (const text of ['', '  ', 'le la les', '…'])
    expect(builtinVector(text).every((value) => value === 0)).toBe(true)
})

test('texts that share words are near, others are below the floor', () => {
  const text = 'Le bailleur délivre au preneur la chose louée en bon état de réparations'
  expect(similarity(text, "l'obligation du bailleur de délivrer la chose louée")).toBeGreaterThan(
    0.4,
  )
  expect(similarity(text, 'Bailleurs, délivrance, louées')).toBeGreaterThan(BUILTIN.similarityFloor)
  expect(similarity(text, 'le congé de maternité de la salariée')).toBeLessThan(
    BUILTIN.similarityFloor,
  )
  expect(similarity(text, 'zxqvw blorf')).toBeLessThan(BUILTIN.similarityFloor)
})

test('spelling does not matter, as in the rest of the search', () => {
  expect(similarity("l'été", 'ETE')).toBeCloseTo(1, 6)
  expect(similarity('art. L. 1221-1', 'L1221-1')).toBeCloseTo(1, 6)
})

test('queries and passages share one space, in the order given', async () => {
  const embedder = makeBuiltinEmbedder()
  const [passage] = await embedder.embedPassages(['bail commercial', 'loyer'])
  expect(passage).toEqual(await embedder.embedQuery('bail commercial'))
  expect(embedder).toMatchObject({
    model: 'builtin-hash-384@1',
    dimensions: 384,
    costUsdPerQuery: 0,
  })
})

test('its notice explains that it compares words', () => {
  expect(BUILTIN_NOTICE).toMatch(/WORDS/)
  expect(BUILTIN_NOTICE).toMatch(/not understand MEANING/)
})
