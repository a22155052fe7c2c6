import { expect, test } from 'vitest'
import { Sha256Hex } from '../ids.ts'
import { inContext, vectorsInContext } from './context.ts'

const SHARE = 0.7

const near = (vector: Float32Array | undefined, wanted: readonly number[]): void => {
  expect(vector?.length).toBe(wanted.length)
  for (const [at, value] of wanted.entries()) expect(vector?.[at]).toBeCloseTo(value, 6)
}

test('the vector of a passage includes a share of its text and keeps unit length', () => {
  const [first, second] = inContext([Float32Array.of(1, 0), Float32Array.of(0, 1)], SHARE)
  // The mean of the whole text is half-way between both: (1, 1) / √2.
  const half = SHARE / Math.SQRT2
  const length = Math.hypot(1 + half, half)
  near(first, [(1 + half) / length, half / length])
  near(second, [half / length, (1 + half) / length])
})

test('how long a vector is says nothing', () => {
  const [first] = inContext([Float32Array.of(3, 0), Float32Array.of(0, 1)], SHARE)
  const [same] = inContext([Float32Array.of(1, 0), Float32Array.of(0, 1)], SHARE)
  expect(first).toEqual(same)
})

test('one passage alone, no passage, and what has no direction stay as they are', () => {
  const alone = Float32Array.of(0.6, 0.8)
  expect(inContext([alone], SHARE)[0]).toBe(alone)
  expect(inContext([], SHARE)).toEqual([])
  const none = Float32Array.of(0, 0)
  const mixed = inContext([none, alone], SHARE)
  expect(mixed[0]).toBe(none)
  near(mixed[1], [0.6, 0.8])
  const opposite = [Float32Array.of(1, 0), Float32Array.of(-1, 0)]
  expect(inContext(opposite, SHARE)).toEqual(opposite)
})

test('without a share all passages stay as they are', () => {
  const vectors = [Float32Array.of(3, 0), Float32Array.of(0.6, 0.8), Float32Array.of(0, 0)]
  for (const [at, vector] of inContext(vectors, 0).entries()) expect(vector).toBe(vectors[at])
})

test('of a document each text counts once, and what is not known not at all', () => {
  const [one, two, unknown] = ['1', '2', '3'].map((digit) => Sha256Hex.parse(digit.repeat(64)))
  if (one === undefined || two === undefined || unknown === undefined)
    throw new Error('three hashes')
  const passages = [one, two, one, unknown].map((textSha256, ordinal) => ({
    ordinal,
    start: ordinal,
    end: ordinal + 1,
    textSha256,
  }))
  const vectors = [Float32Array.of(1, 0), Float32Array.of(0, 1)] as const
  const known = new Map([
    [one, vectors[0]],
    [two, vectors[1]],
  ])
  expect(vectorsInContext(passages, known)).toEqual({
    vectors: inContext(vectors),
    ordinals: [0, 1],
  })
})
